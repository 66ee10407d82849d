//! The tournament's head, its sections and officials.

use super::error::StoreError;
use super::file::Store;
use super::load::spelling;
use super::wait::Wait;
use crate::event::SectionSettings;
use crate::tournament::{Official, OfficialId, Role, Section, SectionId, TableNumber, TeamId};

/// What a new section starts with; its id is given by the file.
#[derive(Debug, Clone)]
pub struct NewSection {
    /// All fields of the section; `id` is ignored.
    pub section: Section,
    pub settings: SectionSettings,
}

impl Store {
    /// Writes the head of a new tournament.
    #[allow(clippy::too_many_arguments, reason = "one column each, written once")]
    pub fn found(
        &mut self,
        name: &str,
        date: Option<chrono::NaiveDate>,
        venue: Option<&str>,
        rulebook: &str,
        rulebook_text: &str,
        rulebook_hash: &str,
        seed: u64,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "insert into tournament (id, name, date, venue, rulebook, rulebook_text, rulebook_hash, seed) values (1, ?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(name)
        .bind(date.map(|d| d.to_string()))
        .bind(venue)
        .bind(rulebook)
        .bind(rulebook_text)
        .bind(rulebook_hash)
        .bind(seed.cast_signed())
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    pub fn add_section(&mut self, new: &NewSection) -> Result<SectionId, StoreError> {
        let done = sqlx::query(
            "insert into section (name, format, matches, match_points, colours, settings) values (?, 'swiss', 1, '1', 'team', '{}')",
        )
        .bind(&new.section.name)
        .execute(&mut self.connection)
        .wait()?;
        let id = SectionId(u32::try_from(done.last_insert_rowid()).map_err(|e| StoreError::Unreadable(e.to_string()))?);
        self.save_section(&Section { id, ..new.section.clone() }, &new.settings)?;
        Ok(id)
    }

    /// Writes all fields of a section.
    pub fn save_section(&mut self, section: &Section, settings: &SectionSettings) -> Result<(), StoreError> {
        let settings = serde_json::to_string(settings).map_err(|e| StoreError::Unreadable(e.to_string()))?;
        sqlx::query(
            "update section set name = ?, grade_low = ?, grade_high = ?, rating_under = ?, format = ?, rounds = ?, matches = ?,
                    match_points = ?, first_table = ?, colours = ?, settings = ?, from_section = ?, from_top = ?
             where id = ?",
        )
        .bind(&section.name)
        .bind(section.grades.map(|g| g.low.0))
        .bind(section.grades.map(|g| g.high.0))
        .bind(section.rating_under)
        .bind(spelling(&section.format)?)
        .bind(section.rounds)
        .bind(section.matches)
        .bind(spelling(&section.match_points)?)
        .bind(section.first_table.map(|t| t.0))
        .bind(spelling(&section.colours)?)
        .bind(settings)
        .bind(section.qualified_from.map(|(from, _)| from.0))
        .bind(section.qualified_from.map(|(_, top)| top))
        .bind(section.id.0)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Settles where a section's tables begin.
    pub fn set_first_table(&mut self, section: SectionId, table: TableNumber) -> Result<(), StoreError> {
        sqlx::query("update section set first_table = ? where id = ?")
            .bind(table.0)
            .bind(section.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Admits a team of another section to a final.
    pub fn admit(&mut self, section: SectionId, team: TeamId, seed: u32) -> Result<(), StoreError> {
        sqlx::query("insert into qualifier (section, team, seed) values (?, ?, ?)")
            .bind(section.0)
            .bind(team.0)
            .bind(seed)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Removes a section that has no teams and no rounds.
    pub fn remove_section(&mut self, section: SectionId) -> Result<(), StoreError> {
        sqlx::query("update player set section = null where section = ?")
            .bind(section.0)
            .execute(&mut self.connection)
            .wait()?;
        self.set_timetable(section, &[])?;
        sqlx::query("delete from section where id = ?").bind(section.0).execute(&mut self.connection).wait()?;
        Ok(())
    }

    pub fn add_official(
        &mut self,
        name: &str,
        role: Role,
        section: Option<SectionId>,
    ) -> Result<OfficialId, StoreError> {
        let done = sqlx::query("insert into official (name, role, section) values (?, ?, ?)")
            .bind(name)
            .bind(spelling(&role)?)
            .bind(section.map(|s| s.0))
            .execute(&mut self.connection)
            .wait()?;
        Ok(OfficialId(u32::try_from(done.last_insert_rowid()).map_err(|e| StoreError::Unreadable(e.to_string()))?))
    }

    /// Gives an official another section to serve.
    pub fn give_section(&mut self, official: OfficialId, section: Option<SectionId>) -> Result<(), StoreError> {
        sqlx::query("update official set section = ? where id = ?")
            .bind(section.map(|s| s.0))
            .bind(official.0)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Takes an official off the list.
    pub fn remove_official(&mut self, official: &Official) -> Result<(), StoreError> {
        sqlx::query("delete from official where id = ?").bind(official.id.0).execute(&mut self.connection).wait()?;
        Ok(())
    }
}
