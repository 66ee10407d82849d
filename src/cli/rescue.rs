//! Which tournament a command is about; and what a director reads when its file is damaged or gone: which backup is good, what it holds,
//! what to type.

use crate::cli::command_text::cmd;
use crate::cli::environment::Environment;
use crate::cli::failure::{Failure, RefusedBy};
use crate::cli::foreign;
use crate::cli::moment::moment;
use crate::cli::wording::{counted, list, quoted};
use crate::store::{BACKUP_ENDING, Held, Store, StoreError, backups_away, file_names, last_good, newest_of};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Why the file could not be opened, and how to go on.
pub fn failure(error: StoreError, path: &Path) -> Failure {
    explained(error, path, true)
}

/// Why nothing could be saved of the file: what is left to try beside `recover` itself.
pub fn not_saved(error: StoreError, path: &Path) -> Failure {
    explained(error, path, false)
}

fn explained(error: StoreError, path: &Path, may_recover: bool) -> Failure {
    let is_lost = matches!(
        error,
        StoreError::Damaged { .. } | StoreError::Foreign(_) | StoreError::Missing(_) | StoreError::Unreadable(_)
    );
    let is_missing = matches!(error, StoreError::Missing(_));
    let failure = Failure::from(error);
    if !is_lost {
        return failure;
    }
    let away = away(path).map(|away| format!("\n       {away}")).unwrap_or_default();
    let Some((backup, held)) = last_good(path) else {
        return match away.trim_start() {
            "" if is_missing => failure,
            away if is_missing => failure.hint(away),
            _ => failure.hint(without_backup(path, may_recover) + &away),
        };
    };
    let file = typed(path);
    let save = if is_missing || !may_recover {
        String::new()
    } else {
        format!("\n       to save anything newer first: {}", cmd!("-f {file} recover SAVED.bughouse"))
    };
    failure
        .hint(format!("the last good backup holds {}\n       to put it in place: {}{away}{save}", in_words(&held), cmd!("-f {file} restore {}", typed(&backup))))
        .details(json!({ "last_good_backup": backup.display().to_string(), "holds_up_to_command": held.version, "from": held.at }))
}

/// Where backups of a tournament went that may be newer than any that can be read now.
pub fn away(path: &Path) -> Option<String> {
    let away = list(backups_away(path).iter().map(|place| place.display().to_string()));
    (!away.is_empty()).then(|| {
        format!(
            "backups went to {away} too, but there are none there now; plug in the USB stick first: it may have a newer one"
        )
    })
}

/// The newest backup of a tournament that should be in this folder and is not; else one that was copied here by itself.
fn backups_here(environment: &Environment) -> Option<PathBuf> {
    let here = std::fs::read_dir(environment.here()).ok()?;
    let here = here.filter_map(|e| Some(environment.at(Path::new(&e.ok()?.file_name())).into_owned()));
    let here: Vec<PathBuf> = here.collect();
    let of_ending = |endings: &'static [&str]| {
        here.iter().filter(|file| file.extension().is_some_and(|ending| endings.iter().any(|e| ending == *e)))
    };
    let beside = of_ending(&["backups"]).find_map(|folder| last_good(folder));
    let found = beside.or_else(|| newest_of(of_ending(&["backup", BACKUP_ENDING]).cloned()));
    found.map(|(backup, _)| backup)
}

fn without_backup(path: &Path, may_recover: bool) -> String {
    let file = typed(path);
    let restore = format!("if this was a tournament: make a copy of it, then {}", cmd!("-f {file} restore BACKUP"));
    match may_recover {
        true => format!(
            "{restore};\n       without a backup, {} saves what can be read",
            cmd!("-f {file} recover SAVED.bughouse")
        ),
        false => {
            format!(
                "{restore};\n       look for one on other computers and USB sticks: its name ends in .{BACKUP_ENDING}"
            )
        }
    }
}

/// Why nothing is changed in a file whose hall another laptop serves; `None` for one that is the tournament.
pub fn served_elsewhere(store: &mut Store) -> Result<Option<Failure>, StoreError> {
    if !store.is_taken_over()? {
        return Ok(None);
    }
    let refused = if store.is_standbys_copy()? {
        let hall = store.hall_address()?.unwrap_or_else(|| "URL".to_owned());
        let file = store.path();
        Failure::forbidden(format!(
            "{} is a standby copy: the next copy would overwrite any change made in it",
            file.display()
        ))
        .hint(format!(
            "work on the tournament itself: {}\n       if that laptop is gone: {}",
            cmd!("--server {hall} COMMAND"),
            cmd!("serve {} --take-over", typed(file))
        ))
    } else {
        Failure::forbidden("another laptop has taken over this hall, so nothing can be entered or served here anymore")
            .hint(format!("continue there; or take the hall back: {}", cmd!("serve --take-over")))
    };
    Ok(Some(Failure { refused_by: Some(RefusedBy::TakeOver), ..refused }))
}

/// What is said of newest commands that are in the log beside the file alone, until there is room to carry them over.
pub fn left_in_log(left: &StoreError) -> String {
    format!(
        "warning: {left}\n         free up space on the disk and type any command; until then copy or move the two together, never the file alone"
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

/// The tournament's file: the one named, or the only one in this folder.
pub fn tournament_file(named: Option<&Path>, environment: &Environment) -> Result<PathBuf, Failure> {
    if let Some(path) = named.map(|path| environment.at(path)) {
        let path = &*path;
        if path.is_dir() {
            let inside = list(file_names(path)?.iter().map(|file| file.display().to_string()));
            let hint = if inside.is_empty() {
                "name a file, as in `-f spring.bughouse`".to_owned()
            } else {
                format!("choose a file in it: {inside}")
            };
            return Err(Failure::mistyped(format!("{} is a folder", path.display())).hint(hint));
        }
        // `-f spring` is enough for spring.bughouse, as it was for `new`.
        let with_ending = path.with_added_extension("bughouse");
        let path = if !path.exists() && with_ending.exists() { with_ending } else { path.to_owned() };
        foreign::refuse_pipes(&path)?;
        return Ok(path);
    }
    let mut here = file_names(&environment.here())?;
    match here.len() {
        1 => Ok(here.remove(0)),
        0 => Err(Failure::mistyped("there is no tournament in this folder").hint(match backups_here(environment) {
            Some(backup) => format!("but there are backups; the newest: {}", cmd!("restore {}", typed(&backup))),
            None => {
                format!("make one with {}, or name one with `-f FILE`", cmd!("new spring --name \"Spring Bughouse\""))
            }
        })),
        _ => Err(Failure::mistyped(format!(
            "there are several tournaments in this folder: {}",
            list(here.iter().map(|p| p.display().to_string()))
        ))
        .hint("name one of them with `-f FILE`")),
    }
}
