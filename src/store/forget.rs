//! Contacts of families forgotten for good: out of the facts, out of the journal's images, out of the file's free pages,
//! and, where that is asked for, out of the backups.

use super::backup;
use super::error::StoreError;
use super::file::Store;
use super::integrity::{Held, holds};
use super::newest;
use super::on_disk::{ReadingCopy, beside, make_private, remove_with_companions, sync_file, sync_folder, whole};
use super::places;
use super::wait::{Ask, Run};
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

    /// The copies of this tournament that hold contacts, or may: backups it noted, what lies beside those, and what lies beside it.
    /// What killed commands left there is removed.
    pub fn copies_with_contacts(&mut self) -> Result<Copies, StoreError> {
        let ours = self.held()?;
        let mut noted: Vec<PathBuf> =
            self.backups()?.into_iter().filter(|b| b.problem.is_none()).map(|b| b.path).collect();
        let home = backup::folder_beside(&self.path);
        let mut folders: BTreeSet<PathBuf> =
            noted.iter().filter_map(|path| path.parent()).map(Path::to_owned).chain(self.habit()?.folder).collect();
        let (files, places): (Vec<_>, Vec<_>) = places::of(&self.path).1.into_iter().partition(|place| place.is_file());
        noted.extend(files);
        folders.extend(places);
        backup::sweep_copies(folders.iter().cloned());
        noted.iter().for_each(|path| backup::sweep_beside(path));
        let mut known: BTreeSet<PathBuf> = noted.iter().filter(|path| path.is_file()).cloned().collect();
        known.extend(folders.iter().chain([&home]).flat_map(|folder| newest::backups_in(folder)));
        known.extend(newest::replaced_beside(&self.path));
        // What is missing from the folder beside the file was deleted; elsewhere it may only be out of reach.
        let is_away = |path: &&PathBuf| !path.exists() && path.parent() != Some(&home) && **path != home;
        let away: BTreeSet<PathBuf> = noted.iter().chain(&folders).filter(is_away).cloned().collect();
        let mut copies = Copies { holding: Vec::new(), away: away.into_iter().collect(), unread: Vec::new() };
        // The file may have had another name: what else lies beside it may be a backup of it, or of another tournament.
        let near = newest::lying_beside(&self.path);
        // A backup that was noted by its whole path lies beside the file too.
        let mut seen = BTreeSet::new();
        let candidates = known.into_iter().map(|path| (path, true)).chain(near.into_iter().map(|path| (path, false)));
        for (candidate, is_known) in candidates {
            if !seen.insert(std::fs::canonicalize(&candidate).unwrap_or_else(|_| candidate.clone())) {
                continue;
            }
            match holds_contacts(&candidate, &ours) {
                Ok(true) => copies.holding.push(candidate),
                Err(error) if is_known => copies.unread.push((candidate, error.to_string())),
                _ => {}
            }
        }
        Ok(copies)
    }
}

/// Copies of a tournament from which contacts are to be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copies {
    /// Those that hold some.
    pub holding: Vec<PathBuf>,
    /// Those that are out of reach, as on a stick that is not plugged in.
    pub away: Vec<PathBuf>,
    /// Those that cannot be read, and why.
    pub unread: Vec<(PathBuf, String)>,
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
        connection.close()?;
        whole(source.path()).map_err(failed)?;
        let mut copy = make_private(&part).map_err(failed)?;
        std::fs::File::open(source.path()).and_then(|mut file| std::io::copy(&mut file, &mut copy)).map_err(failed)?;
        let permissions = std::fs::metadata(backup).map_err(failed)?.permissions();
        sync_file(&part).map_err(failed)?;
        holds(&part)?;
        std::fs::rename(&part, backup).and_then(|()| std::fs::set_permissions(backup, permissions)).map_err(failed)
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
    sqlx::query("pragma secure_delete = on").run(&mut *connection)?;
    let done = sqlx::query("delete from contact").done(&mut *connection)?;
    sqlx::query("delete from change where fact = 'contact'").run(&mut *connection)?;
    Ok(done.rows_affected())
}

fn scrub(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    sqlx::query("vacuum").run(&mut *connection)?;
    // The log's frames hold old pages until they are overwritten; another reader of the file keeps it from being cut short.
    sqlx::query("pragma busy_timeout = 2000").run(&mut *connection)?;
    let is_held_up: bool = sqlx::query_scalar("pragma wal_checkpoint(truncate)").one(&mut *connection)?;
    if is_held_up { Err(StoreError::OldPages(PathBuf::from("the tournament's file"))) } else { Ok(()) }
}

/// A release that knew no contacts has no table of them.
fn knows_contacts(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    sqlx::query_scalar("select exists (select 1 from sqlite_master where type = 'table' and name = 'contact')")
        .one(connection)
}

/// Whether a copy of this tournament holds contacts. One of another tournament is not looked into.
fn holds_contacts(path: &Path, ours: &Held) -> Result<bool, StoreError> {
    let copy = ReadingCopy::of(path)?;
    let (mut connection, _) = Store::recognised(copy.path())?;
    let theirs: (Option<i64>, Option<String>) = sqlx::query_as(
        "select (select max(seed) from tournament), (select at || ' ' || summary from command where id = 1)",
    )
    .one(&mut connection)?;
    let is_ours = theirs.0.is_some_and(|seed| ours.is_of(seed, theirs.1.as_deref()));
    let found = if is_ours && knows_contacts(&mut connection)? {
        sqlx::query_scalar(
            "select exists (select 1 from contact) or exists (select 1 from change where fact = 'contact')",
        )
        .one(&mut connection)?
    } else {
        false
    };
    connection.close()?;
    Ok(found)
}
