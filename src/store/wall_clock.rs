//! When a posted round started, and which teams had not sat down.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use crate::tournament::{SectionId, TeamId};

impl Store {
    /// Notes when a posted round started, in place of what was noted before.
    pub fn start_round(&mut self, section: SectionId, number: u32, at: &str) -> Result<(), StoreError> {
        sqlx::query(
            "insert into round_start (round, at) values ((select id from round where section = ? and number = ?), ?)
             on conflict (round) do update set at = excluded.at",
        )
        .bind(section.0)
        .bind(number)
        .bind(at)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Notes that a team has not sat down.
    pub fn leave_seat_empty(
        &mut self,
        section: SectionId,
        number: u32,
        team: TeamId,
        at: &str,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "insert into empty_seat (round, team, at) values ((select id from round where section = ? and number = ?), ?, ?)
             on conflict (round, team) do nothing",
        )
        .bind(section.0)
        .bind(number)
        .bind(team.0)
        .bind(at)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Takes that note back: the team has come.
    pub fn take_seat(&mut self, section: SectionId, number: u32, team: TeamId) -> Result<(), StoreError> {
        sqlx::query(
            "delete from empty_seat where team = ? and round = (select id from round where section = ? and number = ?)",
        )
        .bind(team.0)
        .bind(section.0)
        .bind(number)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }
}
