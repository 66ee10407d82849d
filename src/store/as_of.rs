//! The tournament as it stood once: a copy in memory, its journal walked back. The file is only read.

use super::error::StoreError;
use super::file::Store;
use super::journal::Change;
use super::triggers::lift_triggers;
use super::wait::Wait;
use chrono::{DateTime, FixedOffset};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// A point in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Just after the command of this number.
    Command(i64),
    /// After the last command that was given by then.
    Time(DateTime<FixedOffset>),
}

impl Store {
    /// Opens the tournament as it stood at a moment, to read.
    pub fn open_as_of(path: &Path, moment: Moment) -> Result<Self, StoreError> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let name = format!("file:as-of-{}?mode=memory&cache=shared", MADE.fetch_add(1, Ordering::Relaxed));
        let memory = SqliteConnectOptions::new()
            .filename(&name)
            .shared_cache(true)
            .foreign_keys(false)
            .disable_statement_logging();
        let mut past = Self::in_memory(memory.connect().wait()?, path);
        let mut present = Self::open_idle(path)?;
        let copied = sqlx::query("vacuum into ?").bind(&name).execute(&mut present.connection).wait();
        present.close()?;
        copied.map_err(|e| StoreError::from(e).naming(path))?;
        let last = past.command_at(moment)?;
        let floor = past.undo_floor()?;
        if last < floor {
            return Err(StoreError::BeforeTheRescue { number: last, floor });
        }
        past.walk_back_to(last)?;
        past.begin("begin")?;
        Ok(past)
    }

    fn command_at(&mut self, moment: Moment) -> Result<i64, StoreError> {
        let journal = self.journal()?;
        match moment {
            Moment::Command(number) if journal.iter().any(|e| e.number == number) => Ok(number),
            Moment::Command(number) => Err(StoreError::NoSuchCommand(number)),
            Moment::Time(time) => {
                let given = |at: &str| DateTime::parse_from_rfc3339(at).is_ok_and(|at| at <= time);
                journal
                    .iter()
                    .rfind(|e| given(&e.at))
                    .map(|e| e.number)
                    .ok_or_else(|| StoreError::BeforeTheFirst(time.to_rfc3339()))
            }
        }
    }

    /// Takes back, row by row, everything that came after a command, undos and redos alike.
    fn walk_back_to(&mut self, last: i64) -> Result<(), StoreError> {
        let triggers = lift_triggers(&mut self.connection)?;
        let rows = sqlx::query("select fact, row, before, after from change where command > ? order by id desc")
            .bind(last)
            .fetch_all(&mut self.connection)
            .wait()?;
        for row in rows {
            self.restore_row(&Change::read(&row)?)?;
        }
        for later in [
            "delete from change where command > ?",
            "delete from command where id > ?",
            "delete from printed where command > ?",
        ] {
            sqlx::query(later).bind(last).execute(&mut self.connection).wait()?;
        }
        for trigger in triggers {
            sqlx::raw_sql(AssertSqlSafe(trigger)).execute(&mut self.connection).wait()?;
        }
        Ok(())
    }
}

impl Change {
    pub(super) fn read(row: &sqlx::sqlite::SqliteRow) -> Result<Self, StoreError> {
        Ok(Self {
            fact: row.try_get("fact")?,
            row: row.try_get("row")?,
            before: row.try_get("before")?,
            after: row.try_get("after")?,
        })
    }
}
