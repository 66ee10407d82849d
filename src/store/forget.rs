//! Contacts of families forgotten for good: out of the facts, out of the journal's images, out of the file's free pages,
//! and, where that is asked for, out of the backups.

use super::backup;
use super::error::StoreError;
use super::file::Store;
use super::on_disk::{beside, remove_with_companions, sync_file, sync_folder, whole};
use super::reading_copy::ReadingCopy;
use super::verify::holds;
use super::wait::Wait;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

impl Store {
    /// Removes every contact, from the journal's images too, so that no undo brings one back. Gives how many there were.
    pub fn forget_contacts(&mut self) -> Result<u64, StoreError> {
        forget(&mut self.connection)
    }

    /// Writes the file anew without its free pages: what was deleted earlier may still stand in them.
    pub fn scrub(path: &Path) -> Result<(), StoreError> {
        let mut store = Self::open_idle(path)?;
        let scrubbed = scrub(&mut store.connection).map_err(|e| e.naming(path));
        store.close()?;
        scrubbed
    }

    /// The copies of this tournament that still hold contacts: backups it noted, and what lies beside it.
    pub fn copies_with_contacts(&mut self) -> Result<Vec<PathBuf>, StoreError> {
        let noted = self.backups()?.into_iter().map(|backup| backup.path);
        let mut candidates: BTreeSet<PathBuf> = noted.filter(|p| p.is_file()).collect();
        candidates.extend(backup::backups_beside(&self.path));
        candidates.extend(backup::replaced_beside(&self.path));
        // A backup that was noted by its whole path lies beside the file too.
        let mut seen = BTreeSet::new();
        candidates.retain(|path| seen.insert(std::fs::canonicalize(path).unwrap_or_else(|_| path.clone())));
        let mut found = Vec::new();
        for candidate in candidates {
            if holds_contacts(&candidate).unwrap_or(false) {
                found.push(candidate);
            }
        }
        Ok(found)
    }
}

/// Takes the contacts out of a backup: in a copy, which is verified before it gets the backup's name.
pub fn forget_contacts_in(backup: &Path) -> Result<(), StoreError> {
    let failed = |reason| StoreError::Io { path: backup.to_owned(), reason };
    let part = beside(backup, "forgetting");
    remove_with_companions(&part);
    let make = || {
        let source = ReadingCopy::of(backup)?;
        // Of whatever release it is, so it stays: an older one must still open it.
        let (mut connection, _) = Store::recognised(source.path())?;
        forget(&mut connection)?;
        scrub(&mut connection)?;
        connection.close().wait()?;
        whole(source.path()).map_err(failed)?;
        std::fs::copy(source.path(), &part).map_err(failed)?;
        std::fs::metadata(backup).and_then(|m| std::fs::set_permissions(&part, m.permissions())).map_err(failed)?;
        sync_file(&part).map_err(failed)?;
        holds(&part)?;
        std::fs::rename(&part, backup).map_err(failed)
    };
    let outcome = make();
    if outcome.is_err() {
        remove_with_companions(&part);
    }
    sync_folder(backup);
    outcome
}

fn forget(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    if !knows_contacts(connection)? {
        return Ok(0);
    }
    // What is deleted is overwritten with zeros, not left in the file's free pages.
    sqlx::query("pragma secure_delete = on").execute(&mut *connection).wait()?;
    let done = sqlx::query("delete from contact").execute(&mut *connection).wait()?;
    sqlx::query("delete from change where fact = 'contact'").execute(&mut *connection).wait()?;
    Ok(done.rows_affected())
}

fn scrub(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("vacuum").execute(&mut *connection).wait()?;
    // The log's frames hold old pages until they are overwritten; whoever else is in the file keeps it from being cut short.
    sqlx::query("pragma wal_checkpoint(truncate)").execute(&mut *connection).wait()?;
    Ok(())
}

/// A release that knew no contacts has no table of them.
fn knows_contacts(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar("select exists (select 1 from sqlite_master where type = 'table' and name = 'contact')")
        .fetch_one(connection)
        .wait()?)
}

fn holds_contacts(path: &Path) -> Result<bool, StoreError> {
    let copy = ReadingCopy::of(path)?;
    let (mut connection, _) = Store::recognised(copy.path())?;
    let found = if knows_contacts(&mut connection)? {
        sqlx::query_scalar(
            "select exists (select 1 from contact) or exists (select 1 from change where fact = 'contact')",
        )
        .fetch_one(&mut connection)
        .wait()?
    } else {
        false
    };
    connection.close().wait()?;
    Ok(found)
}
