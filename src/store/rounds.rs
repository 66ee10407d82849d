//! What the journal tells of posted rounds: when each was posted, and who sat where then.

use super::error::StoreError;
use super::file::Store;
use super::load::assignment;
use super::wait::Wait;
use crate::tournament::{Assignment, SectionId, TeamId};

/// One team's status in a round as it was posted.
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

    /// Gives the rulings of one section to another that has its rounds, by number.
    pub fn move_rulings(&mut self, from: SectionId, into: SectionId) -> Result<(), StoreError> {
        sqlx::query(
            "update ruling set section = ?2,
                 round = (select ours.id from round as theirs join round as ours on ours.number = theirs.number
                     where theirs.id = ruling.round and ours.section = ?2)
             where section = ?1",
        )
        .bind(from.0)
        .bind(into.0)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }
}
