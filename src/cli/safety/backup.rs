//! `bughouse backup`: a verified copy while in use, and what is known of the ones before.

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::failure::{Code, Failure};
use crate::cli::moment::moment;
use crate::cli::rescue;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::counted;
use crate::cli::written::target_of;
use crate::report::{Cell, Column, Report, Table};
use crate::store::{BACKUP_ENDING, Habit, Store, StoreError, choose, holds};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Make a verified copy while the file is in use
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse backup                        into the folder next to the file
  bughouse backup /media/stick           to a USB stick, once
  bughouse backup --folder /media/stick  to the USB stick from now on
  bughouse backup --list                 list the backups")]
pub struct Backup {
    /// Where to put it [default: a new file in the folder for backups]
    #[arg(value_name = "FILE")]
    target: Option<PathBuf>,
    /// Show the backups made so far
    #[arg(long, conflicts_with_all = ["target", "folder", "every", "keep"])]
    list: bool,
    /// Make them in this folder from now on; `beside` is the one next to the file
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Back up after this many minutes of changes, and after every round; 0: only when asked
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(0..=1440))]
    every: Option<u32>,
    /// How many automatic backups to keep
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1000))]
    keep: Option<u32>,
}

impl Runs for Backup {
    const TRAITS: Traits = Traits::changes_beside(Moment::Safety).not_from_afar(
        "the laptop makes its backups automatically",
        "a copy here: bughouse --server URL backup FILE.bughouse-backup",
    );

    fn traits(&self) -> Traits {
        match self.list {
            true => Traits::reads(Self::TRAITS.moment),
            false => Traits { only_says: self.is_one_copy(), ..Self::TRAITS },
        }
    }

    /// Copies, verifies, notes; or settles how that is done from now on.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let path = everywhere.tournament()?;
        if self.list {
            return listed(everywhere);
        }
        let settles = self.folder.is_some() || self.every.is_some() || self.keep.is_some();
        if settles {
            self.settle(&path, everywhere.dry_run)?;
        }
        self.copy(&path, &everywhere.at(), everywhere.dry_run).map_err(|failure| match failure.code {
            Code::Machine if settles => {
                Failure { message: format!("{}; the backup settings were saved anyway", failure.message), ..failure }
                    .hint(format!("free up space on the disk or choose another folder, then type {}", cmd!("backup")))
            }
            _ => failure,
        })
    }
}

impl Backup {
    /// Whether it is one copy to a place that is named.
    pub fn is_one_copy(&self) -> bool {
        self.target.is_some() && self.folder.is_none() && self.every.is_none() && self.keep.is_none()
    }

    fn copy(&self, path: &Path, now: &str, dry_run: bool) -> Result<Answer, Failure> {
        let mut elsewhere = None;
        let target = match &self.target {
            Some(target) if target.is_dir() => file(Store::backup_name_in(path, Some(target), now), path)?,
            Some(target) => target_of(target),
            // A folder that is only tried is not the file's own yet.
            None if dry_run && self.folder.is_some() => {
                file(Store::backup_name_in(path, self.chosen()?.as_deref(), now), path)?
            }
            None => {
                let (target, problem) = file(Store::backup_name(path, now), path)?;
                elsewhere = problem.map(|problem| problem.to_string());
                target
            }
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Made where it is missing, it would only seem to be on the stick.
        if let Some(folder) =
            folder.filter(|folder| !folder.is_dir() && (self.target.is_some() || folder.parent() != path.parent()))
        {
            return Err(no_folder(folder));
        }
        may_be_written(path, &target)?;
        if dry_run {
            let text = format!("would copy {} to {}", path.display(), target.display());
            return Ok(Answer::said(text, json!({ "backup": target.display().to_string(), "verified": false })));
        }
        let (made, left) = file(Store::back_up(path, &target, now), path)?;
        let mut text =
            format!("backup {}: verified, with everything up to command {}", made.path.display(), made.command);
        if let Some(problem) = &elsewhere {
            text = format!(
                "{text}\nNOT where you asked for it: {problem}; to choose another folder: {}",
                cmd!("backup --folder DIR")
            );
        }
        let json = json!({ "backup": made.path.display().to_string(), "command": made.command, "at": made.at, "verified": true, "problem": elsewhere });
        let remark = left.map(|left| match left {
            StoreError::LogLeft(_) => rescue::left_in_log(&left),
            error => format!("warning: the backup is good, but `status` will not show it: {error}"),
        });
        Ok(Answer::said(text, json).with_remarks(remark))
    }

    /// The folder for backups from now on; none: beside the tournament.
    fn chosen(&self) -> Result<Option<PathBuf>, Failure> {
        match &self.folder {
            Some(folder) if folder.as_os_str() == "beside" => Ok(None),
            Some(folder) if folder.is_dir() => Ok(Some(std::path::absolute(folder).unwrap_or_else(|_| folder.clone()))),
            Some(folder) => Err(no_folder(folder)),
            None => Ok(None),
        }
    }

    fn settle(&self, path: &Path, dry_run: bool) -> Result<(), Failure> {
        let folder = self.chosen()?;
        let mut store = file(Store::open_to_write(path), path)?;
        let old = store.habit()?;
        let habit = Habit {
            folder: if self.folder.is_some() { folder } else { old.folder },
            minutes: self.every.unwrap_or(old.minutes),
            kept: self.keep.unwrap_or(old.kept),
        };
        store.keep_habit(&habit)?;
        if dry_run {
            store.abandon()?;
            return Ok(());
        }
        let seed = store.held()?.seed.unsigned_abs();
        store.commit()?;
        habit.folder.iter().filter(|_| self.folder.is_some()).for_each(|folder| choose(seed, folder));
        Ok(())
    }
}

fn no_folder(folder: &Path) -> Failure {
    Failure::mistyped(format!("there is no folder named \"{}\"", folder.display()))
        .hint("create it or plug in the USB stick first")
}

/// Refuses names that are a tournament's, and files that are something else.
fn may_be_written(path: &Path, target: &Path) -> Result<(), Failure> {
    if target.extension().is_some_and(|e| e == "bughouse") {
        let better = target.with_extension(BACKUP_ENDING);
        return Err(Failure::mistyped(format!(
            "a backup can't be named {}: that's a name for a tournament",
            target.display()
        ))
        .hint(cmd!("backup {}", rescue::typed(&better)).to_string()));
    }
    let name = target.as_os_str().to_string_lossy();
    if let Some(of_sqlite) = ["-wal", "-shm", "-journal"].into_iter().find(|ending| name.ends_with(ending)) {
        return Err(Failure::mistyped(format!(
            "a backup can't be named {}: files ending in {of_sqlite} are removed by the database",
            target.display()
        ))
        .hint("choose another name, such as spring.bughouse-backup"));
    }
    if !target.exists() {
        return Ok(());
    }
    let (ours, theirs) = (holds(path), holds(target));
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) if ours.is_same_tournament(&theirs) && theirs.version <= ours.version => Ok(()),
        (_, Ok(theirs)) => Err(Failure::forbidden(format!("{} holds {}", target.display(), rescue::in_words(&theirs)))
            .hint("choose another name; a backup never overwrites another tournament or a newer version")),
        (_, Err(_)) => Err(Failure::forbidden(format!("{} already exists and isn't a backup", target.display()))
            .hint("choose another name")),
    }
}

/// The store's answer, or how to go on where the file is damaged.
fn file<T>(outcome: Result<T, StoreError>, path: &Path) -> Result<T, Failure> {
    outcome.map_err(|error| rescue::failure(error, path))
}

fn listed(everywhere: &Everywhere) -> Result<Answer, Failure> {
    let mut desk = Desk::open(everywhere, Access::Read)?;
    let (backups, masthead) = (desk.store.backups()?, desk.masthead(None, None)?);
    let state = |b: &crate::store::Backup| match &b.problem {
        Some(problem) => format!("FAILED: {problem}"),
        None if b.path.exists() => "verified".to_owned(),
        None => "gone".to_owned(),
    };
    let json: Vec<Value> = backups
        .iter()
        .map(|b| json!({ "at": b.at, "command": b.command, "backup": b.path.display().to_string(), "problem": b.problem, "exists": b.path.exists() }))
        .collect();
    let table = Table::of("Backups", &backups)
        .column(Column::short("When"), |b| Cell::text(moment(&b.at)))
        .column(Column::number("Up to"), |b| Cell::whole(b.command))
        .column(Column::text("Status"), |b| Cell::text(state(b)))
        .column(Column::text("File").naming(), |b| Cell::text(b.path.display().to_string()));
    desk.close(Answer::sheet(Report::table(masthead, table, json!({ "backups": json }))))
}

/// How safe the file is at this moment.
pub struct Safety {
    /// One line for `status`.
    pub line: String,
    /// Whether that should be read aloud: the last attempt failed, or the last good backup is gone.
    pub is_loud: bool,
    /// The same for machines.
    pub json: Value,
}

/// When the last good backup was made, how much came after it, and whether the last attempt failed.
pub fn safety(desk: &mut Desk) -> Result<Safety, Failure> {
    let (backups, version, habit) = (desk.store.backups()?, desk.store.data_version()?, desk.store.habit()?);
    let last = backups.last().filter(|b| b.problem.is_some());
    // What a restore put aside is no backup of what is there now.
    let is_put_aside = |b: &crate::store::Backup| b.path.to_string_lossy().contains("-replaced-");
    let good = backups.iter().rev().find(|b| b.problem.is_none() && !is_put_aside(b) && b.path.exists());
    let is_gone = good.is_none() && backups.iter().any(|b| b.problem.is_none());
    let newest = good.map(|b| {
        let since = counted(usize::try_from(version - b.command).unwrap_or_default(), "command");
        format!("last backup {}, {since} since: {}", moment(&b.at), b.path.display())
    });
    // One that went beside the file instead was made.
    let went_elsewhere =
        |b: &crate::store::Backup| good.is_some_and(|good| good.at == b.at && good.command == b.command);
    let failed = last.and_then(|b| {
        let missed = if went_elsewhere(b) { "where you asked for it" } else { "could be made" };
        b.problem.as_ref().map(|p| format!("NO BACKUP {missed} at {}: {p}", moment(&b.at)))
    });
    let line = match (failed, newest) {
        (Some(failed), Some(newest)) => format!("{failed}; {newest}"),
        (Some(failed), None) => format!("{failed}; there are no backups at all"),
        (None, Some(newest)) => newest,
        (None, None) if is_gone => {
            format!("NO BACKUPS are left: the ones made so far are gone; {} makes one", cmd!("backup"))
        }
        (None, None) if habit.minutes == 0 => {
            format!("no backup yet, and none is made automatically: {} makes one", cmd!("backup"))
        }
        (None, None) => format!("no backup yet; the first is made with round 1, or with {}", cmd!("backup")),
    };
    let named = |file: String| if desk.everywhere.on_floor { "see the laptop".to_owned() } else { file };
    let json = json!({
        "last_backup": good.map(|b| json!({ "at": b.at, "command": b.command, "backup": named(b.path.display().to_string()) })),
        "commands_since": good.map_or(version, |b| (version - b.command).max(0)),
        "problem": last.and_then(|b| b.problem.as_ref()).map(|problem| named(problem.clone())),
    });
    Ok(Safety { line, is_loud: last.is_some() || is_gone, json })
}
