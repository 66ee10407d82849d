//! Which backups of a tournament lie about, and which of them is the newest sound one.
//!
//! Order is by the number of the newest command, never by the time of a file, which a copy does not keep. After a restore two histories
//! may have the same numbers: then the one that the last restore left is older, else the one that was gone on with last is newer.

use super::backup::{ENDING, folder_beside, parts_of_name};
use super::integrity::{Held, holds, journal_of};
use super::journal::Entry;
use super::on_disk::folder_of;
use super::places;
use chrono::{DateTime, FixedOffset};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

pub(super) fn backups_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    files.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect()
}

/// Files that a restore put aside, beside the tournament: `spring-replaced-….bughouse-backup`.
pub(super) fn replaced_beside(path: &Path) -> Vec<PathBuf> {
    let stem = format!("{}-replaced-", path.file_stem().unwrap_or_default().to_string_lossy());
    let files = backups_in(folder_of(path)).into_iter();
    let names = files.filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()));
    names.filter(|name| name.starts_with(&stem)).map(|name| path.with_file_name(name)).collect()
}

/// Backups in the folder of a tournament and in the folders for backups in it, of whichever tournament.
pub(super) fn lying_beside(path: &Path) -> Vec<PathBuf> {
    let folder = folder_of(path);
    let inside = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let of_backups = inside.filter(|path| path.extension().is_some_and(|ending| ending == "backups"));
    of_backups.chain([folder.to_owned()]).flat_map(|folder| backups_in(&folder)).collect()
}

/// The backups in a place that is remembered.
fn backups_at(place: &Path) -> Vec<PathBuf> {
    if place.is_file() { vec![place.to_owned()] } else { backups_in(place) }
}

/// The places where backups of a tournament were put and none is now: a stick that is not plugged in.
pub fn backups_away(path: &Path) -> Vec<PathBuf> {
    places::of(path).1.into_iter().filter(|place| backups_at(place).is_empty()).collect()
}

/// The newest sound backup of a tournament that may not be readable, and what it holds: beside it, or where it was put from here.
pub fn last_good(path: &Path) -> Option<(PathBuf, Held)> {
    let (seed, places) = places::of(path);
    let beside = backups_in(&folder_beside(path));
    let elsewhere = places.iter().flat_map(|place| backups_at(place)).filter(|backup| !beside.contains(backup));
    let elsewhere: Vec<PathBuf> = elsewhere.collect();
    let is_ours = |backup: &Path, held: &Held| beside.iter().any(|b| b == backup) || held.seed.unsigned_abs() == seed;
    newest(beside.iter().chain(&elsewhere).cloned(), &is_ours, &left_by_restore(path))
}

/// The history that the last restore of a tournament put aside; empty where there was none.
fn left_by_restore(path: &Path) -> Vec<Entry> {
    let mut replaced = replaced_beside(path);
    replaced.sort_by_key(|file| Reverse(file.file_stem().map(ToOwned::to_owned)));
    replaced.iter().find_map(|file| journal_of(file).ok()).unwrap_or_default()
}

/// The newest sound one of these files.
pub fn newest_of(files: impl IntoIterator<Item = PathBuf>) -> Option<(PathBuf, Held)> {
    newest(files, &|_, _| true, &[])
}

fn newest(
    files: impl IntoIterator<Item = PathBuf>,
    is_ours: &dyn Fn(&Path, &Held) -> bool,
    left: &[Entry],
) -> Option<(PathBuf, Held)> {
    // A name that says nothing may be of anything.
    let named =
        |file: &PathBuf| parts_of_name(file).map_or((i64::MAX, None), |named| (named.command, Some(named.moment)));
    let mut files: Vec<_> = files.into_iter().map(|file| (named(&file), file)).collect();
    files.sort_by_key(|(named, _)| Reverse(named.clone()));
    let mut best: Option<(PathBuf, Held)> = None;
    for ((command, moment), file) in files {
        let is_passed = |(found, held): &(PathBuf, Held)| {
            command <= held.version && moment.is_some() && moment <= parts_of_name(found).map(|named| named.moment)
        };
        if left.is_empty() && best.as_ref().is_some_and(is_passed) {
            continue;
        }
        let Some(held) = holds(&file).ok().filter(|held| is_ours(&file, held)) else { continue };
        let found = (file, held);
        if best.as_ref().is_none_or(|best| comes_after(&found, best, left)) {
            best = Some(found);
        }
    }
    best
}

/// Whether one state of a tournament was come to after another: by number in one history, else by which was left, or gone on with.
pub fn follows(path: &Path, one: &(PathBuf, Held), other: &(PathBuf, Held)) -> bool {
    comes_after(one, other, &left_by_restore(path))
}

fn comes_after((file, held): &(PathBuf, Held), (other_file, other): &(PathBuf, Held), left: &[Entry]) -> bool {
    let when = |held: &Held| DateTime::<FixedOffset>::parse_from_rfc3339(&held.at).ok();
    let (is_longer, is_later) = (held.version > other.version, when(held) > when(other));
    if is_longer == is_later && left.is_empty() {
        return is_longer;
    }
    let command = |entry: &Entry| (entry.number, entry.at.clone(), entry.words.clone());
    let is_one_history = |one: &[Entry], two: &[Entry]| one.iter().zip(two).all(|(a, b)| command(a) == command(b));
    let (Ok(one), Ok(two)) = (journal_of(file), journal_of(other_file)) else { return is_longer };
    if is_one_history(&one, &two) {
        return is_longer;
    }
    let [is_left, other_is_left] = [&one, &two].map(|journal| is_one_history(journal, left));
    if is_left == other_is_left { is_later } else { other_is_left }
}
