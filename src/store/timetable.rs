//! Planned starts of rounds.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use crate::tournament::{RoundTime, SectionId, StartTime};

impl Store {
    /// Plans when a round starts, or changes the plan.
    pub fn set_start_time(&mut self, time: &RoundTime) -> Result<(), StoreError> {
        sqlx::query(
            "insert into round_time (section, round, starts_at) values (?, ?, ?) on conflict do update set starts_at = excluded.starts_at",
        )
        .bind(time.section.0)
        .bind(time.round)
        .bind(time.starts.iso())
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Plans the first rounds of a section, and drops what was planned for later ones.
    pub fn set_timetable(&mut self, section: SectionId, times: &[StartTime]) -> Result<(), StoreError> {
        let planned = u32::try_from(times.len()).map_err(|e| StoreError::Unreadable(e.to_string()))?;
        sqlx::query("delete from round_time where section = ? and round > ?")
            .bind(section.0)
            .bind(planned)
            .execute(&mut self.connection)
            .wait()?;
        for (round, starts) in (1..).zip(times) {
            self.set_start_time(&RoundTime { section, round, starts: *starts })?;
        }
        Ok(())
    }
}
