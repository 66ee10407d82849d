//! What the registration desk keeps: column names, spellings of schools, how to reach families, fees.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use crate::tournament::{PlayerId, SchoolId, TeamId};
use sqlx::Row;
use std::collections::HashMap;

/// How to reach a child's family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    pub player: PlayerId,
    pub email: Option<String>,
    pub phone: Option<String>,
}

impl Store {
    /// What `import --map` said for earlier files: field and column.
    pub fn import_columns(&mut self) -> Result<Vec<(String, String)>, StoreError> {
        let rows =
            sqlx::query("select field, named from import_column order by id").fetch_all(&mut self.connection).wait()?;
        rows.iter().map(|row| Ok((row.try_get("field")?, row.try_get("named")?))).collect()
    }

    /// Remembers which column holds a field, in place of what was known.
    pub fn remember_import_column(&mut self, field: &str, named: &str) -> Result<(), StoreError> {
        sqlx::query("insert into import_column (field, named) values (?, ?) on conflict (field) do update set named = excluded.named")
            .bind(field)
            .bind(named)
            .execute(&mut self.connection)
            .wait()?;
        Ok(())
    }

    /// Other spellings of schools: folded spelling and school.
    pub fn school_spellings(&mut self) -> Result<Vec<(String, SchoolId)>, StoreError> {
        let rows = sqlx::query("select spelling, school from school_spelling order by id")
            .fetch_all(&mut self.connection)
            .wait()?;
        rows.iter().map(|row| Ok((row.try_get("spelling")?, SchoolId(row.try_get("school")?)))).collect()
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

    /// The names that the desk has read, and whether it approved them.
    pub fn name_verdicts(&mut self) -> Result<HashMap<TeamId, (String, bool)>, StoreError> {
        let rows =
            sqlx::query("select team, name, approved from name_verdict").fetch_all(&mut self.connection).wait()?;
        rows.iter()
            .map(|row| Ok((TeamId(row.try_get("team")?), (row.try_get("name")?, row.try_get("approved")?))))
            .collect()
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

    /// How to reach families, where it was kept.
    pub fn contacts(&mut self) -> Result<Vec<Contact>, StoreError> {
        let rows = sqlx::query("select player, email, phone from contact order by player")
            .fetch_all(&mut self.connection)
            .wait()?;
        rows.iter()
            .map(|row| {
                Ok(Contact {
                    player: PlayerId(row.try_get("player")?),
                    email: row.try_get("email")?,
                    phone: row.try_get("phone")?,
                })
            })
            .collect()
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

    /// Fees and payments in cents, where they were kept: player, fee, paid.
    pub fn payments(&mut self) -> Result<Vec<(PlayerId, u32, u32)>, StoreError> {
        let rows = sqlx::query("select player, fee, paid from payment order by player")
            .fetch_all(&mut self.connection)
            .wait()?;
        rows.iter()
            .map(|row| Ok((PlayerId(row.try_get("player")?), row.try_get("fee")?, row.try_get("paid")?)))
            .collect()
    }
}
