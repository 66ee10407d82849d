//! Prizes to be won, and play-offs.

use super::error::StoreError;
use super::file::Store;
use super::load::spelling;
use super::wait::Wait;
use crate::event::{StoredPlayOff, StoredPrize};
use crate::standings::prizes::Kind;
use crate::tournament::TeamId;

impl Store {
    pub fn add_prize(&mut self, prize: &StoredPrize) -> Result<u32, StoreError> {
        let (kind, place, class, best) = match prize.kind {
            Kind::Place(place) => ("place", Some(place), None, None),
            Kind::Class(class, place) => ("class", Some(place), Some(class.to_string()), None),
            Kind::School { place, best } => ("school", Some(place), None, Some(best)),
            Kind::Special => ("special", None, None, None),
        };
        let done = sqlx::query(
            "insert into prize (section, name, kind, place, class, best, value, beside_others, winner) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(prize.section.0)
        .bind(&prize.name)
        .bind(kind)
        .bind(place)
        .bind(class)
        .bind(best)
        .bind(prize.value)
        .bind(prize.beside_others)
        .bind(prize.winner.map(|t| t.0))
        .execute(&mut self.connection)
        .wait()?;
        u32::try_from(done.last_insert_rowid()).map_err(|e| StoreError::Unreadable(e.to_string()))
    }

    /// Says who got a special prize.
    pub fn give_prize(&mut self, prize: u32, team: TeamId) -> Result<(), StoreError> {
        sqlx::query("update prize set winner = ? where id = ?")
            .bind(team.0)
            .bind(prize)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Takes a prize off the list.
    pub fn remove_prize(&mut self, prize: u32) -> Result<(), StoreError> {
        sqlx::query("delete from prize where id = ?").bind(prize).execute(&mut self.connection).wait()?;
        Ok(())
    }

    /// Enters a match of a play-off.
    pub fn add_play_off(&mut self, play_off: StoredPlayOff) -> Result<(), StoreError> {
        sqlx::query("insert into play_off (section, team_a, team_b, result) values (?, ?, ?, ?)")
            .bind(play_off.section.0)
            .bind(play_off.teams[0].0)
            .bind(play_off.teams[1].0)
            .bind(spelling(&play_off.result)?)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }
}
