//! Posted rounds: who sits where, who has a bye, what the director wants paired or not.

use super::error::StoreError;
use super::file::Store;
use super::load::{assignment, spelling};
use super::wait::Wait;
use crate::tournament::{Assignment, SectionId, TeamId};

/// One team's status in a round to be posted.
pub type NewAssignment = (TeamId, Assignment);

impl Store {
    /// When a round was posted, RFC 3339 with offset, as the journal has it.
    pub fn posted_at(&mut self, section: SectionId, number: u32) -> Result<Option<String>, StoreError> {
        let at = sqlx::query_scalar(
            "select command.at from change join command on command.id = change.command
             where fact = 'round' and before is null and json_extract(after, '$.section') = ? and json_extract(after, '$.number') = ?
             order by change.id desc limit 1",
        )
        .bind(section.0)
        .bind(number)
        .fetch_optional(&mut self.connection)
        .wait()?;
        Ok(at)
    }

    /// Who sat where when a round was posted, before any hand edit: the images that `pair` left in the journal.
    pub fn as_posted(&mut self, section: SectionId, number: u32) -> Result<Vec<NewAssignment>, StoreError> {
        // A round that was taken back and put back has the same number in the table: the first command to write it counts.
        let rows = sqlx::query(
            "with posted (round, command) as (
                 select round.id, min(change.command) from round join change on change.fact = 'round' and change.row = round.id
                 where section = ? and number = ? and before is null group by round.id)
             select json_extract(after, '$.team') as team, json_extract(after, '$.table_number') as table_number,
                    json_extract(after, '$.side') as side, json_extract(after, '$.bye') as bye, json_extract(after, '$.assigned') as assigned
             from change join posted on posted.command = change.command
             where fact = 'assignment' and before is null and json_extract(after, '$.round') = posted.round
             order by change.id",
        )
        .bind(section.0)
        .bind(number)
        .fetch_all(&mut self.connection)
        .wait()?;
        rows.iter().map(assignment).collect()
    }

    pub fn add_round(
        &mut self,
        section: SectionId,
        number: u32,
        provisional: bool,
        assignments: &[NewAssignment],
    ) -> Result<(), StoreError> {
        sqlx::query("insert into round (section, number, provisional) values (?, ?, ?)")
            .bind(section.0)
            .bind(number)
            .bind(provisional)
            .execute(&mut self.connection)
            .wait()?;
        for (team, assignment) in assignments {
            self.assign(section, number, *team, *assignment)?;
        }
        Ok(())
    }

    /// Gives a team a status in a posted round, where it had none.
    pub fn assign(
        &mut self,
        section: SectionId,
        number: u32,
        team: TeamId,
        assignment: Assignment,
    ) -> Result<(), StoreError> {
        let (table, side, bye, assigned) = match assignment {
            Assignment::Table { table, side } => (Some(table.0), Some(spelling(&side)?), None, false),
            Assignment::Bye { points, assigned } => (None, None, Some(spelling(&points)?), assigned),
        };
        sqlx::query(
            "insert into assignment (round, team, table_number, side, bye, assigned)
             values ((select id from round where section = ? and number = ?), ?, ?, ?, ?, ?)",
        )
        .bind(section.0)
        .bind(number)
        .bind(team.0)
        .bind(table)
        .bind(side)
        .bind(bye)
        .bind(assigned)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Takes a team's status in a posted round away.
    pub fn unassign(&mut self, section: SectionId, number: u32, team: TeamId) -> Result<(), StoreError> {
        sqlx::query(
            "delete from assignment where team = ? and round = (select id from round where section = ? and number = ?)",
        )
        .bind(team.0)
        .bind(section.0)
        .bind(number)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Takes a posted round back.
    pub fn remove_round(&mut self, section: SectionId, number: u32) -> Result<(), StoreError> {
        for of_the_round in [
            "delete from round_start where round = (select id from round where section = ? and number = ?)",
            "delete from empty_seat where round = (select id from round where section = ? and number = ?)",
            "delete from assignment where round = (select id from round where section = ? and number = ?)",
        ] {
            sqlx::query(of_the_round).bind(section.0).bind(number).execute(&mut self.connection).wait()?;
        }
        sqlx::query("delete from round where section = ? and number = ?")
            .bind(section.0)
            .bind(number)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Writes which side of its table a team has.
    pub fn reseat(
        &mut self,
        section: SectionId,
        number: u32,
        seats: &[(TeamId, Assignment)],
    ) -> Result<(), StoreError> {
        for (team, _) in seats {
            self.unassign(section, number, *team)?;
        }
        for (team, assignment) in seats {
            self.assign(section, number, *team, *assignment)?;
        }
        Ok(())
    }

    /// Notes a pair that must not be made (no round), or that must be made in a round.
    pub fn wish(&mut self, pair: [TeamId; 2], round: Option<u32>) -> Result<(), StoreError> {
        let [low, high] = sorted(pair);
        // `unique` lets two nulls stand side by side, so a second wish of the same kind is left out here.
        sqlx::query(
            "insert into pairing_wish (team_a, team_b, round) select ?1, ?2, ?3
             where not exists (select 1 from pairing_wish where team_a = ?1 and team_b = ?2 and round is ?3)",
        )
        .bind(low.0)
        .bind(high.0)
        .bind(round)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Drops every wish about a pair. Tells whether there was one.
    pub fn drop_wishes(&mut self, pair: [TeamId; 2]) -> Result<bool, StoreError> {
        let [low, high] = sorted(pair);
        let done = sqlx::query("delete from pairing_wish where team_a = ? and team_b = ?")
            .bind(low.0)
            .bind(high.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(done.rows_affected() > 0)
    }
}

fn sorted([one, other]: [TeamId; 2]) -> [TeamId; 2] {
    if one < other { [one, other] } else { [other, one] }
}
