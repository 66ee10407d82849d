//! What the registration desk keeps: column names, spellings of schools, how to reach families, fees.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use crate::tournament::{PlayerId, SchoolId, TeamId};

impl Store {
    /// Remembers which column holds a field, in place of what was known.
    pub fn remember_import_column(&mut self, field: &str, named: &str) -> Result<(), StoreError> {
        sqlx::query("insert into import_column (field, named) values (?, ?) on conflict (field) do update set named = excluded.named")
            .bind(field)
            .bind(named)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Sets whether team names are approved before they are shown.
    pub fn require_team_names(&mut self, required: bool) -> Result<(), StoreError> {
        sqlx::query("update tournament set names_required = ?").bind(required).execute(&mut self.connection).wait()?;
        Ok(())
    }

    /// Notes what the desk said of a team's name, in place of what it said before.
    pub fn judge_team_name(&mut self, team: TeamId, name: &str, approved: bool) -> Result<(), StoreError> {
        sqlx::query(
            "insert into name_verdict (team, name, approved) values (?, ?, ?)
             on conflict (team) do update set name = excluded.name, approved = excluded.approved",
        )
        .bind(team.0)
        .bind(name)
        .bind(approved)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Makes one school of two: children and teams of `gone` become those of `kept`, and so does the spelling.
    pub fn unite_schools(&mut self, kept: SchoolId, gone: SchoolId, spelling: &str) -> Result<(), StoreError> {
        for sql in [
            "update player set school = ? where school = ?",
            "update team set school = ? where school = ?",
            "update school_spelling set school = ? where school = ?",
        ] {
            sqlx::query(sql).bind(kept.0).bind(gone.0).execute(&mut self.connection).wait()?;
        }
        sqlx::query("delete from school where id = ?").bind(gone.0).execute(&mut self.connection).wait()?;
        self.remember_spelling(kept, spelling)
    }

    /// Remembers that a folded spelling stands for a school.
    pub fn remember_spelling(&mut self, school: SchoolId, spelling: &str) -> Result<(), StoreError> {
        sqlx::query(
            "insert into school_spelling (spelling, school) values (?, ?) on conflict (spelling) do update set school = excluded.school",
        )
        .bind(spelling)
        .bind(school.0)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Keeps how to reach a child's family; what is `None` stays as it was.
    pub fn keep_contact(
        &mut self,
        player: PlayerId,
        email: Option<&str>,
        phone: Option<&str>,
    ) -> Result<(), StoreError> {
        if email.is_none() && phone.is_none() {
            return Ok(());
        }
        sqlx::query(
            "insert into contact (player, email, phone) values (?, ?, ?)
             on conflict (player) do update set email = coalesce(excluded.email, email), phone = coalesce(excluded.phone, phone)",
        )
        .bind(player.0)
        .bind(email)
        .bind(phone)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }

    /// Keeps a child's fee and what was paid, in cents; what is `None` stays as it was.
    pub fn keep_payment(&mut self, player: PlayerId, fee: Option<u32>, paid: Option<u32>) -> Result<(), StoreError> {
        if fee.is_none() && paid.is_none() {
            return Ok(());
        }
        sqlx::query(
            "insert into payment (player, fee, paid) values (?1, coalesce(?2, 0), coalesce(?3, 0))
             on conflict (player) do update set fee = coalesce(?2, fee), paid = coalesce(?3, paid)",
        )
        .bind(player.0)
        .bind(fee)
        .bind(paid)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }
}
