//! Names by number for everything there ever was, so that old journal entries can be told in words.

use super::error::StoreError;
use super::file::Store;
use super::wait::Wait;
use sqlx::Row;
use std::collections::HashMap;

/// The table and match of a slip.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SlipPlace {
    pub table: u32,
    /// Its match, 1 or 2.
    pub number: u8,
}

/// The last known names and places, of what was removed too.
#[derive(Debug, Default)]
pub struct Register {
    /// Name by fact table and row: sections, schools, players, teams, officials, and rounds as `Open round 2`.
    pub names: HashMap<(String, i64), String>,
    /// Where each slip belongs.
    pub slips: HashMap<i64, SlipPlace>,
    /// Every team that ever sat at a table.
    seats: HashMap<u32, Vec<u32>>,
}

impl Register {
    /// The teams that ever sat at a table, in any round.
    pub fn teams_at(&self, table: u32) -> impl Iterator<Item = u32> {
        self.seats.get(&table).into_iter().flatten().copied()
    }
}

impl Store {
    /// Reads the register out of the journal.
    pub fn register(&mut self) -> Result<Register, StoreError> {
        let mut register = Register::default();
        let rows = sqlx::query(
            "select fact, row, json_extract(coalesce(after, before), '$.name') as name
             from change
             where fact in ('section', 'school', 'player', 'team', 'official')
             order by id",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        for row in rows {
            register.names.insert((row.try_get("fact")?, row.try_get("row")?), row.try_get("name")?);
        }
        let rows = sqlx::query(
            "select row, json_extract(coalesce(after, before), '$.section') as section, json_extract(coalesce(after, before), '$.number') as number
             from change
             where fact = 'round'",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        for row in rows {
            let section =
                register.names.get(&("section".to_owned(), row.try_get("section")?)).cloned().unwrap_or_default();
            let name = format!("{section} round {}", row.try_get::<i64, _>("number")?);
            register.names.insert(("round".to_owned(), row.try_get("row")?), name);
        }
        let rows = sqlx::query(
            "select row, json_extract(coalesce(after, before), '$.table_number') as place, json_extract(coalesce(after, before), '$.match') as number
             from change
             where fact = 'slip'",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        for row in rows {
            register.slips.insert(
                row.try_get("row")?,
                SlipPlace { table: row.try_get("place")?, number: row.try_get("number")? },
            );
        }
        let rows = sqlx::query(
            "select distinct json_extract(coalesce(after, before), '$.table_number') as place, json_extract(coalesce(after, before), '$.team') as team
             from change
             where fact = 'assignment' and json_extract(coalesce(after, before), '$.table_number') is not null",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        for row in rows {
            register.seats.entry(row.try_get("place")?).or_default().push(row.try_get("team")?);
        }
        Ok(register)
    }
}
