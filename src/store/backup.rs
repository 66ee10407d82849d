//! Verified copies: when one is due, where it goes, which old ones are dropped, and what became of each.
//!
//! A backup never blocks a command: it is made after the command was committed, and a failure is noted and reported,
//! not passed on.

use super::error::StoreError;
use super::file::{ENDING as TOURNAMENT_ENDING, Store};
use super::integrity::holds;
use super::on_disk::{
    Making, NOTE, beside, folder_of, free_name, is_chosen, make_private, plain, remove_with_companions, sync_folder,
};
use super::places;
use super::wait::{Ask, Run};
use chrono::{DateTime, FixedOffset};
use serde_json::json;
use sqlx::sqlite::SqliteConnection;
use std::fs::Permissions;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file name ending of backups: not a tournament's, so that a folder still has one tournament only.
pub const ENDING: &str = "bughouse-backup";

/// When backups are made by themselves, and where they go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Habit {
    /// The folder that was asked for, such as a stick; `None` for the one beside the file.
    pub folder: Option<PathBuf>,
    /// Minutes of changes after which one is made; 0 for never.
    pub minutes: u32,
    pub kept: u32,
}

impl Default for Habit {
    fn default() -> Self {
        Self { folder: None, minutes: 10, kept: 10 }
    }
}

/// A backup that is due after a command, and nobody who reads its answer waits for it.
#[derive(Debug)]
pub struct Due {
    path: PathBuf,
    habit: Habit,
    now: String,
}

impl Due {
    /// Makes the backup. Gives the reason where it could not be made.
    pub fn make(&self) -> Option<String> {
        let made = Store::open_idle(&self.path).and_then(|mut store| {
            let complaint = store.rotate(&self.habit, &self.now);
            store.close()?;
            complaint
        });
        made.unwrap_or_else(|error| Some(format!("NO BACKUP could be recorded: {error}")))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// When, RFC 3339 with offset.
    pub at: String,
    /// The newest command it holds.
    pub command: i64,
    pub path: PathBuf,
    /// Why it failed, if it did.
    pub problem: Option<String>,
}

/// The folder for backups beside a tournament: `spring.backups` for `spring.bughouse`.
pub(super) fn folder_beside(path: &Path) -> PathBuf {
    path.with_extension("backups")
}

/// Copies the committed state of an open file, verifies the copy, and only then gives it its name.
pub(super) fn copy(connection: &mut SqliteConnection, path: &Path, target: &Path) -> Result<i64, StoreError> {
    // Never wider than the tournament's own.
    let permissions = std::fs::metadata(path).ok().map(|original| original.permissions());
    copy_as(connection, path, target, permissions.filter(|permissions| !permissions.readonly()))
}

/// As [`copy`], with these permissions; without any, for nobody else to read.
pub(super) fn copy_as(
    connection: &mut SqliteConnection,
    path: &Path,
    target: &Path,
    permissions: Option<Permissions>,
) -> Result<i64, StoreError> {
    let failed = |reason| StoreError::Io { path: target.to_owned(), reason };
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let new_folder = folder.filter(|folder| !folder.exists());
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    // Into a folder that no other command looks into, such as a stick, a killed one may have copied.
    sweep_copies(target.parent().map(Path::to_owned));
    let _making = Making::within(folder_of(target));
    let part = beside(target, "copying");
    remove_with_companions(&part);
    let made = fill(connection, &part).map_err(|error| match error {
        // What SQLite says about the copy is not about the tournament.
        StoreError::ReadOnly(_) => failed(std::io::ErrorKind::PermissionDenied.into()),
        StoreError::Io { reason, .. } => failed(reason),
        StoreError::Damaged { reason, .. } => StoreError::Damaged { path: path.to_owned(), reason },
        other => other,
    });
    let named = match made {
        // Named first: what a killed command leaves is for its owner alone.
        Ok(version) => std::fs::rename(&part, target)
            .and_then(|()| permissions.map_or(Ok(()), |permissions| std::fs::set_permissions(target, permissions)))
            .map(|()| version)
            .map_err(failed),
        Err(error) => Err(error),
    };
    if named.is_err() {
        remove_with_companions(&part);
        new_folder.into_iter().for_each(|folder| _ = std::fs::remove_dir(folder));
    }
    sync_folder(target);
    named
}

fn fill(connection: &mut SqliteConnection, part: &Path) -> Result<i64, StoreError> {
    let failed = |reason| StoreError::Io { path: part.to_owned(), reason };
    let file = make_private(part).map_err(failed)?;
    let before: i64 = sqlx::query_scalar("select coalesce(max(id), 0) from command").one(&mut *connection)?;
    let target = plain(part);
    let name = target.to_str().ok_or_else(|| failed(std::io::Error::other("the folder's name is not Unicode")))?;
    sqlx::query("vacuum into ?").bind(name).run(&mut *connection)?;
    file.sync_all().map_err(failed)?;
    let held = holds(part)?;
    if held.version < before {
        return Err(StoreError::Unreadable(format!("the copy ends with command {}, not {before}", held.version)));
    }
    Ok(held.version)
}

impl Store {
    /// Copies the tournament, verified, to a file that is remembered nowhere.
    pub fn copy_to(path: &Path, target: &Path) -> Result<(), StoreError> {
        let mut store = Self::open_idle(path)?;
        let made = copy(&mut store.connection, path, target);
        store.close()?;
        made.map(drop)
    }

    /// Copies the tournament to a file of the director's choice, and notes it. Returns what is left to report of the tournament's own file:
    /// the copy is good where it could not be noted too.
    pub fn back_up(path: &Path, target: &Path, now: &str) -> Result<(Backup, Option<StoreError>), StoreError> {
        sweep(path);
        let mut store = Self::open_idle(path)?;
        let outcome = copy(&mut store.connection, path, target);
        let backup = Backup {
            at: now.to_owned(),
            command: outcome.as_ref().copied().unwrap_or_default(),
            path: target.to_owned(),
            problem: outcome.as_ref().err().map(ToString::to_string),
        };
        // A tournament on a locked stick can be copied, but nothing can be noted in it.
        let noted =
            if store.is_a_copy() { Ok(()) } else { store.beside_the_journal(|store| store.note(&backup, false)) };
        let left = noted.err().or(store.log_left());
        store.close()?;
        outcome.map(|_| (backup, left))
    }

    /// Writes what is beside the journal, in a transaction of its own.
    fn beside_the_journal(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.begin_to_write()?;
        write(self).and_then(|()| self.settle())
    }

    /// The file for a backup that nobody named: in the folder that was asked for, or why it cannot be there.
    pub fn backup_name(path: &Path, now: &str) -> Result<(PathBuf, Option<StoreError>), StoreError> {
        let mut store = Self::open_idle(path)?;
        let (seed, folder) = (store.seed()?, store.habit()?.folder);
        store.close()?;
        let (folder, problem) = match folder {
            Some(folder) if is_chosen(seed, &folder) => (Some(folder), None),
            other => (None, other.map(StoreError::NotChosen)),
        };
        Ok((Self::backup_name_in(path, folder.as_deref(), now)?, problem))
    }

    /// The same in this folder; `None` for the one beside the tournament.
    pub fn backup_name_in(path: &Path, folder: Option<&Path>, now: &str) -> Result<PathBuf, StoreError> {
        let mut store = Self::open_idle(path)?;
        let version = store.data_version()?;
        store.close()?;
        let beside = folder_beside(path);
        Ok(fresh_name(folder.unwrap_or(&beside), path, version, now))
    }

    /// When backups are made by themselves.
    pub fn habit(&mut self) -> Result<Habit, StoreError> {
        let usual = Habit::default();
        let set: Option<(Option<String>, Option<u32>, Option<u32>)> =
            sqlx::query_as("select folder, minutes, kept from safekeeping").maybe(&mut self.connection)?;
        let (folder, minutes, kept) = set.unwrap_or_default();
        Ok(Habit {
            folder: folder.map(PathBuf::from),
            minutes: minutes.unwrap_or(usual.minutes),
            kept: kept.unwrap_or(usual.kept),
        })
    }

    /// The number that all lots are drawn from; it distinguishes tournaments.
    pub(super) fn seed(&mut self) -> Result<u64, StoreError> {
        let seed: i64 =
            sqlx::query_scalar("select coalesce(max(seed), 0) from tournament").one(&mut self.connection)?;
        Ok(seed.unsigned_abs())
    }

    /// Settles when backups are made by themselves.
    pub fn keep_habit(&mut self, habit: &Habit) -> Result<(), StoreError> {
        sqlx::query(
            "insert into safekeeping (id, folder, minutes, kept) values (1, ?1, ?2, ?3)
             on conflict (id) do update set folder = ?1, minutes = ?2, kept = ?3",
        )
        .bind(habit.folder.as_ref().map(|f| f.to_string_lossy().into_owned()))
        .bind(habit.minutes)
        .bind(habit.kept)
        .run(&mut self.connection)
    }

    /// Every backup that was tried, oldest first; the last fifty.
    pub fn backups(&mut self) -> Result<Vec<Backup>, StoreError> {
        let tried: Vec<(String, _, String, _)> =
            sqlx::query_as("select at, command, path, problem from backup order by id").all(&mut self.connection)?;
        let backup = |(at, command, path, problem): (_, _, String, _)| Backup {
            at,
            command,
            path: resolved(&self.path, path),
            problem,
        };
        Ok(tried.into_iter().map(backup).collect())
    }

    /// The backup that is due once this command is in the file.
    pub fn backup_due(&mut self, now: &str) -> Result<Option<Due>, StoreError> {
        let habit = self.due(now)?;
        Ok(habit.map(|habit| Due { path: self.path.clone(), habit, now: now.to_owned() }))
    }

    /// The habit, if by it a backup is due now: a round was posted or taken back, or there are minutes' worth of changes.
    fn due(&mut self, now: &str) -> Result<Option<Habit>, StoreError> {
        let habit = self.habit()?;
        if habit.minutes == 0 || self.is_a_copy() {
            return Ok(None);
        }
        let last: Option<(String, i64)> =
            sqlx::query_as("select at, command from backup where problem is null order by id desc limit 1")
                .maybe(&mut self.connection)?;
        let (since, command) = last.map_or((None, 0), |(at, command)| (Some(at), command));
        let newer: (Option<String>, Option<bool>) = sqlx::query_as(
            "select min(command.at), max(change.fact = 'round')
             from change join command on command.id = change.command
             where change.command > ?",
        )
        .bind(command)
        .one(&mut self.connection)?;
        let (Some(first), posted) = newer else { return Ok(None) };
        let since = since.unwrap_or(first);
        Ok((posted == Some(true) || is_long_ago(&since, now, habit.minutes)).then_some(habit))
    }

    /// Makes an automatic backup, notes it, and drops the oldest ones. Returns what the director must know: where none was made, or
    /// not where it was asked for. A stick that was pulled is no reason to have no backup at all: it goes beside the file then.
    fn rotate(&mut self, habit: &Habit, now: &str) -> Result<Option<String>, StoreError> {
        let (version, seed) = (self.data_version()?, self.seed()?);
        let home = folder_beside(&self.path);
        let mut complaints = Vec::new();
        let mut made = None;
        for folder in habit.folder.iter().chain([&home]) {
            let target = fresh_name(folder, &self.path, version, now);
            let is_asked_for = habit.folder.as_ref() == Some(folder);
            let outcome = if is_asked_for && !is_chosen(seed, folder) {
                Err(StoreError::NotChosen(folder.clone()))
            } else if is_asked_for && !folder.is_dir() {
                Err(StoreError::Missing(folder.clone()))
            } else {
                copy(&mut self.connection, &self.path, &target)
            };
            match outcome {
                Ok(command) => made = Some((command, target)),
                Err(error) => complaints.push((target, error.to_string())),
            }
            if made.is_some() {
                break;
            }
        }
        self.beside_the_journal(|store| {
            if let Some((command, target)) = &made {
                let backup = Backup { at: now.to_owned(), command: *command, path: target.clone(), problem: None };
                store.note(&backup, true)?;
                store.drop_oldest(habit.kept)?;
            }
            // Noted last, so that `status` shows it until one succeeds.
            complaints.iter().try_for_each(|(target, problem)| {
                let problem = Some(problem.clone());
                store.note(&Backup { at: now.to_owned(), command: version, path: target.clone(), problem }, true)
            })
        })?;
        Ok(match (complaints.first(), made) {
            (None, _) => None,
            (Some((_, problem)), None) => Some(format!("NO BACKUP could be made: {problem}")),
            (Some((_, problem)), Some((_, target))) => {
                Some(format!("NO BACKUP where you asked for it: {problem}; it went to {} instead", target.display()))
            }
        })
    }

    /// What was put back is the newest backup of what is there now.
    pub(super) fn note_source(&mut self, backup: &Backup) -> Result<(), StoreError> {
        let moved = sqlx::query(
            "update backup set id = (select max(id) + 1 from backup)
             where id = (select max(id) from backup where path = ? and problem is null)",
        )
        .bind(self.noted_as(&backup.path).to_string_lossy())
        .done(&mut self.connection)?;
        if moved.rows_affected() == 0 { self.note(backup, false) } else { Ok(()) }
    }

    /// A bare name beside the file, a whole path elsewhere.
    fn noted_as(&self, backup: &Path) -> PathBuf {
        let place = |folder: &Path| std::fs::canonicalize(folder).ok();
        let home = place(&folder_beside(&self.path));
        let is_beside = home.is_some() && backup.parent().and_then(place) == home;
        let bare = backup.file_name().filter(|_| is_beside).map(PathBuf::from);
        bare.or_else(|| std::path::absolute(backup).ok()).unwrap_or_else(|| backup.to_owned())
    }

    pub(super) fn note(&mut self, backup: &Backup, automatic: bool) -> Result<(), StoreError> {
        let path = self.noted_as(&backup.path);
        if backup.problem.is_none() && path.is_absolute() {
            let seed = self.seed()?;
            let folder = path.parent().filter(|_| path.extension().is_some_and(|ending| ending == ENDING));
            places::remember(&self.path, seed, folder.unwrap_or(&path));
        }
        let Backup { at, command, problem, .. } = backup;
        let row = json!({
            "at": at, "command": command, "path": path.to_string_lossy(), "automatic": automatic, "problem": problem,
        });
        self.insert("backup", &row).map(drop)
    }

    /// Removes automatic backups beyond the newest ones. The list may come from elsewhere: only what is a backup of this tournament, by
    /// name and content, goes, and only from the folder beside the file or one that was chosen here.
    pub(super) fn drop_oldest(&mut self, kept: u32) -> Result<(), StoreError> {
        let seed = self.seed()?;
        let home = folder_beside(&self.path);
        let listed: Vec<(i64, String)> = sqlx::query_as(
            "select id, path from backup where automatic = 1 and problem is null order by id desc limit -1 offset ?",
        )
        .bind(kept)
        .all(&mut self.connection)?;
        for (id, path) in listed {
            let backup = resolved(&self.path, path);
            let is_our_place = backup.parent().is_some_and(|folder| folder == home || is_chosen(seed, folder));
            let is_backup = is_our_place && backup.extension().is_some_and(|ending| ending == ENDING);
            if is_backup && holds(&backup).is_ok_and(|held| held.seed.unsigned_abs() == seed) {
                let _ = std::fs::remove_file(&backup);
            }
            // One on a stick that is not plugged in stays on the list: it still holds what it holds.
            if backup.exists() || !backup.parent().is_some_and(Path::is_dir) {
                continue;
            }
            sqlx::query("delete from backup where id = ?").bind(id).run(&mut self.connection)?;
        }
        sqlx::query("delete from backup where problem is not null and id <= (select max(id) - 50 from backup)")
            .run(&mut self.connection)
    }
}

/// Whether a time lies so many minutes back, or in the future: then the clock was set and nobody knows.
fn is_long_ago(then: &str, now: &str, minutes: u32) -> bool {
    let read = |text: &str| DateTime::<FixedOffset>::parse_from_rfc3339(text).ok();
    let Some((then, now)) = read(then).zip(read(now)) else { return true };
    let passed = now - then;
    passed < chrono::TimeDelta::zero() || passed >= chrono::TimeDelta::minutes(minutes.into())
}

pub(super) fn resolved(tournament: &Path, noted: String) -> PathBuf {
    let noted = PathBuf::from(noted);
    if noted.components().count() == 1 { folder_beside(tournament).join(noted) } else { noted }
}

/// The file of the tournament that a backup is of, by the backup's name: `spring.bughouse`, be it called `spring.backup` or
/// `spring-00041-20260502-101530.bughouse-backup`.
pub fn tournament_of(backup: &Path) -> PathBuf {
    let stem = backup.file_stem().unwrap_or_default().to_string_lossy();
    let parts: Vec<&str> = stem.split('-').collect();
    let is_replaced = |at: &usize| matches!(parts[*at..], ["replaced", moment, ..] if is_number(moment, 14));
    let made = parts_of_name(backup).map(|parts| parts.at);
    let end = made.or_else(|| (1..parts.len()).rev().find(is_replaced)).unwrap_or(parts.len());
    PathBuf::from(format!("{}.{TOURNAMENT_ENDING}", parts[..end].join("-")))
}

fn is_number(part: &str, digits: usize) -> bool {
    part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// What the name of a backup says.
pub(super) struct NameParts {
    /// Which part of the name, between hyphens, is the number.
    at: usize,
    /// The newest command in it.
    pub command: i64,
    /// When it was made, in digits.
    pub moment: String,
}

/// What the name says that a backup was given here.
pub(super) fn parts_of_name(backup: &Path) -> Option<NameParts> {
    let stem = backup.file_stem()?.to_string_lossy();
    let parts: Vec<&str> = stem.split('-').collect();
    (1..parts.len()).rev().find_map(|at| match parts[at..] {
        [version, day, time, ..] if version.len() >= 5 && is_number(day, 8) && is_number(time, 6) => {
            Some(NameParts { at, command: version.parse().ok()?, moment: format!("{day}{time}") })
        }
        _ => None,
    })
}

/// `spring-00041-20260502-101530.bughouse-backup`, with a counter where that is taken.
fn fresh_name(folder: &Path, tournament: &Path, version: i64, now: &str) -> PathBuf {
    let stem = tournament.file_stem().unwrap_or_default().to_string_lossy();
    let stem = stem.strip_suffix(&format!(".{TOURNAMENT_ENDING}")).unwrap_or(&stem);
    let moment: String = now.chars().take(19).filter(char::is_ascii_digit).collect();
    let (day, time) = moment.split_at_checked(8).unwrap_or((moment.as_str(), ""));
    let name = |more: &str| folder.join(format!("{stem}-{version:05}-{day}-{time}{more}.{ENDING}"));
    free_name(name)
}

/// No command takes so long: where the system does not say whether a process runs, or gave its number to another one.
const TOO_OLD: Duration = Duration::from_secs(3600);

/// Removes what commands that are no longer running left behind: beside the tournament, in the folder of its backups, and wherever one
/// noted that it was at work.
pub(super) fn sweep(tournament: &Path) {
    sweep_folder(&std::env::temp_dir(), &|name| name.starts_with(super::on_disk::PREFIX));
    sweep_copies([folder_of(tournament).to_owned(), folder_beside(tournament)]);
    for (note, folder) in Making::notes() {
        let name = note.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // A stick that is not plugged in is looked at when it is.
        if folder.is_dir() && name.strip_prefix(NOTE).and_then(number).is_some_and(|maker| is_left(maker, &note)) {
            sweep_copies([folder]);
            let _ = std::fs::remove_file(note);
        }
    }
}

/// Removes half-made copies of tournaments and of their backups, whatever their names, from folders.
pub(super) fn sweep_copies(folders: impl IntoIterator<Item = PathBuf>) {
    folders.into_iter().for_each(|folder| sweep_folder(&folder, &|name| name.starts_with('.')));
}

/// Removes what was left of writing this file.
pub fn sweep_beside(file: &Path) {
    let begin = format!(".{}.", file.file_name().unwrap_or_default().to_string_lossy());
    sweep_folder(folder_of(file), &|name| name.starts_with(&begin));
}

fn sweep_folder(folder: &Path, is_ours: &dyn Fn(&str) -> bool) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Asked first: a folder for temporary files may hold thousands that are not ours.
        let Some(maker) = is_ours(&name).then(|| maker(&name)).flatten() else { continue };
        let path = entry.path();
        if is_left(maker, &path) {
            let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
    }
}

/// Whether what a process made was left by it.
fn is_left(maker: u32, path: &Path) -> bool {
    let made = std::fs::symlink_metadata(path).and_then(|there| there.modified());
    let is_old = || made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > TOO_OLD));
    has_ended(maker) || (maker != std::process::id() && is_old())
}

/// The number before the first hyphen.
fn number(text: &str) -> Option<u32> {
    text.split('-').next()?.parse().ok()
}

/// The process that made a temporary name: `bughouse-copy-812-xyz`, `.spring.bughouse.part-812`, with `-wal` or `-shm` behind it.
fn maker(name: &str) -> Option<u32> {
    if let Some(rest) = name.strip_prefix(super::on_disk::PREFIX) {
        return number(rest);
    }
    let purpose = |part: &str| {
        PURPOSES.iter().any(|purpose| part.strip_suffix(purpose).is_some_and(|before| before.ends_with('.')))
    };
    let parts: Vec<&str> = name.split('-').collect();
    let at = parts.iter().rposition(|part| purpose(part))?;
    parts.get(at + 1)?.parse().ok()
}

/// What files of a temporary name are made for.
const PURPOSES: [&str; 5] = ["making", "part", "copying", "restoring", "forgetting"];

/// Whether a process is gone. Where the system does not say, it is taken to be running.
pub fn has_ended(process: u32) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, test_kill_process};
        let id = i32::try_from(process).ok().and_then(Pid::from_raw);
        id.is_none_or(|id| test_kill_process(id) == Err(rustix::io::Errno::SRCH))
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{fresh_name, is_long_ago, maker, tournament_of};
    use std::path::Path;

    #[test]
    fn a_backup_is_due_after_the_minutes_or_when_the_clock_was_set_back() {
        let ten_past = "2026-05-02T10:10:00-05:00";
        for (then, minutes, due) in [
            ("2026-05-02T10:00:00-05:00", 10, true),
            ("2026-05-02T10:00:01-05:00", 10, false),
            // The same moment seen from another zone.
            ("2026-05-02T15:05:00+00:00", 10, false),
            ("2026-05-02T10:11:00-05:00", 10, true),
            ("yesterday", 10, true),
        ] {
            assert_eq!(is_long_ago(then, ten_past, minutes), due, "{then}");
        }
    }

    #[test]
    fn a_backups_name_gives_its_tournament() {
        let names = [
            ("stick/spring.backup", "spring.bughouse"),
            ("spring-2026-00041-20260502-101530.bughouse-backup", "spring-2026.bughouse"),
            ("spring-00041-20260502-101530-2.bughouse-backup", "spring.bughouse"),
            ("spring-replaced-20260502101530.bughouse-backup", "spring.bughouse"),
            ("k-6.bak", "k-6.bughouse"),
        ];
        for (backup, tournament) in names {
            assert_eq!(tournament_of(Path::new(backup)), Path::new(tournament));
        }
    }

    #[test]
    fn names_give_tournament_command_and_time() {
        let name = fresh_name(Path::new("stick"), Path::new("a/spring.bughouse"), 41, "2026-05-02T10:15:30-05:00");
        assert_eq!(name, Path::new("stick/spring-00041-20260502-101530.bughouse-backup"));
    }

    #[test]
    fn only_temporary_names_give_who_made_them() {
        for (name, process) in [
            (".spring.bughouse.part-812", Some(812)),
            (".spring-00041-20260502.bughouse-backup.copying-812-journal", Some(812)),
            (".a.part-b.bughouse.forgetting-9-wal", Some(9)),
            ("bughouse-copy-812-xyz", Some(812)),
            (".spring-2026.bughouse", None),
            (".spring.bughouse-812", None),
        ] {
            assert_eq!(maker(name), process, "{name}");
        }
    }
}
