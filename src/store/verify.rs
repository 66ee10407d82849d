//! Whether a file is sound, and what it holds, without touching it.

use super::error::StoreError;
use super::file::Store;
use super::journal::Entry;
use super::wait::Wait;
use sqlx::Row;
use std::path::Path;

/// What a tournament file holds, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The tournament's name.
    pub name: String,
    /// The seed of its lots.
    pub seed: i64,
    /// The first command of all: with the seed, which may be chosen, it tells tournaments apart. A rescue may have lost it.
    pub origin: Option<String>,
    pub version: i64,
    /// When that was, RFC 3339 with offset.
    pub at: String,
    /// What was typed then.
    pub words: String,
    /// How many teams it has.
    pub teams: i64,
    /// How many rounds are posted, all sections together.
    pub rounds: i64,
    /// How many match slips are in.
    pub slips: i64,
}

impl Held {
    /// Whether both are states of the same tournament.
    pub fn is_same_tournament(&self, other: &Self) -> bool {
        let is_told_apart = self.origin.is_some() && other.origin.is_some() && self.origin != other.origin;
        self.seed == other.seed && !is_told_apart
    }
}

/// Reads what a file holds and verifies it in full, on a copy: neither the file nor its folder is written.
pub fn holds(path: &Path) -> Result<Held, StoreError> {
    let mut store = Store::open_copy(path)?;
    let broken = store.integrity().map_err(|e| e.naming(path))?;
    let held = store.held();
    store.close()?;
    match broken.into_iter().next() {
        Some(reason) => Err(StoreError::Damaged { path: path.to_owned(), reason }),
        None => held,
    }
}

/// The journal of a file, read in a copy.
pub fn journal_of(path: &Path) -> Result<Vec<Entry>, StoreError> {
    let mut store = Store::open_copy(path)?;
    let journal = store.journal();
    store.close()?;
    journal
}

impl Store {
    /// What this file holds, in short.
    pub fn held(&mut self) -> Result<Held, StoreError> {
        let origin = self.origin()?;
        let row = sqlx::query(
            "select tournament.name, seed, command.id as version, command.at, command.words,
                    (select count(*) from team) as teams, (select count(*) from round) as rounds, (select count(*) from slip) as slips
             from tournament, command
             where command.id = (select max(id) from command)",
        )
        .fetch_optional(&mut self.connection)
        .wait()?;
        let row = row.ok_or_else(|| StoreError::Unreadable("there is no tournament in it".to_owned()))?;
        Ok(Held {
            name: row.try_get("name")?,
            seed: row.try_get("seed")?,
            origin,
            version: row.try_get("version")?,
            at: row.try_get("at")?,
            words: row.try_get("words")?,
            teams: row.try_get("teams")?,
            rounds: row.try_get("rounds")?,
            slips: row.try_get("slips")?,
        })
    }
}
