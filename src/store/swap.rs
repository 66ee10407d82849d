//! Restoring: a backup goes into a copy, is verified there, and only then takes the tournament's name. The old file is kept.

use super::backup::ENDING as BACKUP_ENDING;
use super::error::StoreError;
use super::file::Store;
use super::on_disk::{beside, companion, remove_with_companions, sync_file, sync_folder};
use super::verify::{Held, holds};
use std::path::{Path, PathBuf};

/// What a restore did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// What the tournament holds now.
    pub held: Held,
    /// Where the file that was there before is now, if there was one.
    pub kept: Option<PathBuf>,
}

/// Puts a backup in the tournament's place.
pub fn restore(backup: &Path, tournament: &Path, now: &str) -> Result<Restored, StoreError> {
    let held = holds(backup)?;
    let part = beside(tournament, "restoring");
    let outcome = restore_by(backup, tournament, &part, now);
    if outcome.is_err() {
        remove_with_companions(&part);
    }
    Ok(Restored { held, kept: outcome? })
}

fn restore_by(backup: &Path, tournament: &Path, part: &Path, now: &str) -> Result<Option<PathBuf>, StoreError> {
    lay_out(backup, tournament, part)?;
    let kept = kept_name(tournament, now);
    // Holding the write lock: whoever waits for it finds another file in this place afterwards, and opens that.
    let mut open = match Store::open_to_write(tournament) {
        Ok(store) => Some(store),
        Err(error @ (StoreError::Locked(_) | StoreError::ReadOnly(_) | StoreError::Moved(_))) => return Err(error),
        // Damaged, foreign or missing: nobody can work with it, so nobody need be kept out.
        Err(_) => None,
    };
    // Windows renames no open file. There the system itself refuses the swap while anybody else has the file open.
    if let Some(store) = open.take_if(|_| cfg!(windows)) {
        store.abandon()?;
    }
    let swapped = swap(part, tournament, &kept);
    if let Some(store) = open {
        store.abandon()?;
    }
    // A log with something in it stays beside the old file, whose it is.
    let log = companion(&kept, "-wal");
    if std::fs::metadata(&log).is_ok_and(|m| m.len() == 0) {
        let _ = std::fs::remove_file(log);
    }
    Ok(swapped?.then_some(kept))
}

/// Makes the new file, whole and synchronised, under a temporary name.
fn lay_out(backup: &Path, tournament: &Path, part: &Path) -> Result<(), StoreError> {
    let failed = |reason| StoreError::Io { path: tournament.to_owned(), reason };
    let mut source = Store::open_copy(backup)?;
    remove_with_companions(part);
    let copied = super::backup::copy(&mut source.connection, tournament, part);
    source.close()?;
    copied?;
    sync_file(part).map_err(failed)
}

/// The old file out of the way, the new one in. Tells whether there was an old one.
fn swap(part: &Path, tournament: &Path, kept: &Path) -> Result<bool, StoreError> {
    let failed = |reason| StoreError::Io { path: tournament.to_owned(), reason };
    let moved = |from: &Path, to: &Path| match std::fs::rename(from, to) {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(reason) => Err(failed(reason)),
    };
    let was_there = moved(tournament, kept)?;
    // An old log beside a new file would be taken for the new file's own.
    let log_moved = moved(&companion(tournament, "-wal"), &companion(kept, "-wal"));
    let _ = std::fs::remove_file(companion(tournament, "-shm"));
    let outcome = log_moved.and_then(|_| std::fs::rename(part, tournament).map_err(failed));
    if outcome.is_err() && was_there {
        let _ = std::fs::rename(kept, tournament);
        let _ = std::fs::rename(companion(kept, "-wal"), companion(tournament, "-wal"));
    }
    sync_folder(tournament);
    outcome.map(|()| was_there)
}

/// `spring-replaced-20260502-101530.bughouse-backup` beside the tournament, with a counter where that is taken.
fn kept_name(tournament: &Path, now: &str) -> PathBuf {
    let stem = tournament.file_stem().unwrap_or_default().to_string_lossy();
    let moment: String = now.chars().take(19).filter(char::is_ascii_digit).collect();
    let name = |more: String| tournament.with_file_name(format!("{stem}-replaced-{moment}{more}.{BACKUP_ENDING}"));
    let mut free = name(String::new());
    for counter in 2..1000 {
        if !free.exists() {
            break;
        }
        free = name(format!("-{counter}"));
    }
    free
}
