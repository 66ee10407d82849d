//! What a director reads when the file itself is damaged or gone: which backup is good, what it holds, what to type.

use crate::cli::failure::Failure;
use crate::cli::wording::{counted, quoted};
use crate::store::{Held, StoreError, backups_beside, last_good_beside};
use chrono::{DateTime, Local};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Why the file could not be opened, and how to go on.
pub fn failure(error: StoreError, path: &Path) -> Failure {
    let is_lost = matches!(
        error,
        StoreError::Damaged { .. } | StoreError::Foreign(_) | StoreError::Missing(_) | StoreError::Unreadable(_)
    );
    let is_missing = matches!(error, StoreError::Missing(_));
    let failure = Failure::from(error);
    if !is_lost {
        return failure;
    }
    let Some((backup, held)) = last_good_beside(path) else {
        return if is_missing { failure } else { failure.hint(without_backup(path)) };
    };
    let file = typed(path);
    let save = if is_missing {
        String::new()
    } else {
        format!("\n       what is newer may be saved first: bughouse -f {file} recover SAVED.bughouse")
    };
    failure
        .hint(format!(
            "the last good backup holds {}\n       put it in place: bughouse -f {file} restore {}{save}",
            in_words(&held),
            typed(&backup)
        ))
        .details(json!({ "last_good_backup": backup.display().to_string(), "holds_up_to_command": held.version, "from": held.at }))
}

/// The newest backup of a tournament that should be in this folder and is not.
pub fn backups_here() -> Option<PathBuf> {
    let folders = std::fs::read_dir(".").ok()?.filter_map(|e| Some(PathBuf::from(e.ok()?.file_name())));
    folders
        .filter(|f| f.extension().is_some_and(|e| e == "backups"))
        .find_map(|f| backups_beside(&f).into_iter().next())
}

fn without_backup(path: &Path) -> String {
    let file = typed(path);
    format!(
        "if this was a tournament: copy it aside, then `bughouse -f {file} restore BACKUP`;\n       without a backup, `bughouse -f {file} recover SAVED.bughouse` saves what can be read"
    )
}

/// A path as it is typed.
pub fn typed(path: &Path) -> String {
    quoted(&path.display().to_string())
}

/// What a file holds, for a person.
pub fn in_words(held: &Held) -> String {
    format!(
        "\"{}\" up to command {} ({}, {}): {}, {}, {}",
        held.name,
        held.version,
        moment(&held.at),
        held.words,
        counted(held.teams as usize, "team"),
        counted(held.rounds as usize, "round"),
        counted(held.slips as usize, "result")
    )
}

/// A stored time on the clock of the room.
pub fn moment(at: &str) -> String {
    DateTime::parse_from_rfc3339(at)
        .map_or_else(|_| at.to_owned(), |at| at.with_timezone(&Local).format("%b %-d %H:%M").to_string())
}
