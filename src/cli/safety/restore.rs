//! `bughouse restore`: a backup takes the tournament's place, verified first; the old file is kept.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::question::{About, Question};
use crate::cli::rescue::{self, in_words, left_in_log, typed};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::counted;
use crate::cli::{Everywhere, foreign};
use crate::store::{
    Entry, EntryKind, Held, Store, StoreError, follows, holds, journal_of, last_good, restore, tournament_of,
};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Replace the tournament with a backup; the old file is kept
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse backup --list                             list the backups
  bughouse restore spring.backups/spring-00041-20260502-101530.bughouse-backup")]
pub struct Restore {
    /// The backup
    #[arg(value_name = "FILE")]
    backup: PathBuf,
}

impl Runs for Restore {
    const TRAITS: Traits = Traits::changes_beside(Moment::Safety).only_saying().not_from_afar(
        "a backup is restored at the laptop that has the file",
        "go to the laptop, and close the hall first",
    );

    /// Verifies the backup in a copy, then swaps.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        foreign::refuse_pipes(&self.backup)?;
        let path = self.tournament(everywhere)?;
        let held = holds(&self.backup).map_err(|e| self.unsound(e))?;
        let in_it = journal_of(&self.backup)?;
        let shown = |before: Option<&(Held, Vec<Entry>)>, is_read: bool, done: &str, kept: Option<&Path>| {
            let lost = before.map(|(_, journal)| Lost::between(&in_it, journal));
            let back = before.map_or(0, |(ours, _)| if ours.contacts == 0 { held.contacts } else { 0 });
            let mut lines = vec![format!("{done} {}", in_words(&held))];
            lines.extend(lost.as_ref().map(Lost::in_words));
            if !is_read {
                lines.extend(unknown(&path, &self.backup, &held));
            }
            if back > 0 {
                let players = counted(usize::try_from(back).unwrap_or_default(), "player");
                lines.push(format!(
                    "contacts for {players} that had been removed are back; to remove them again: {}",
                    cmd!("team forget-contacts")
                ));
            }
            lines.extend(kept.map(|kept| {
                let back = if is_read {
                    format!("; to bring it back: {}", cmd!("restore {}", typed(kept)))
                } else {
                    String::new()
                };
                format!("the old file is kept as {}{back}", kept.display())
            }));
            if let Some(kept) = kept.filter(|_| !is_read) {
                lines.push(format!(
                    "it could not be read; to save anything newer in it: {}",
                    cmd!("-f {} recover SAVED.bughouse", typed(kept))
                ));
            }
            let json = json!({
                "restored": path.display().to_string(), "from": self.backup.display().to_string(), "command": held.version,
                "commands_not_in_it": lost.as_ref().map(|lost| &lost.numbers),
                "in_force_again": lost.as_ref().map(|lost| &lost.standing), "contacts_back": back,
                "kept": kept.map(|kept| kept.display().to_string()),
            });
            (lines, json)
        };
        let before = present(&path)?;
        if before.as_ref().is_some_and(|(there, _)| there.is_standbys) {
            return Err(Failure::forbidden(format!(
                "{} is a standby's copy: the next copy would replace it",
                path.display()
            ))
            .hint(format!(
                "choose another file with -f; or take the hall over first: {}",
                cmd!("serve FILE --take-over")
            )));
        }
        if everywhere.dry_run {
            if let Some((ours, _)) = before.as_ref().filter(|(ours, _)| !ours.is_same_tournament(&held)) {
                return Err(StoreError::OtherTournament { path: path.clone(), name: ours.name.clone() }.into());
            }
            let (mut lines, json) = shown(before.as_ref(), before.is_some(), "would put back", None);
            lines.push("dry run: nothing was changed".to_owned());
            return Ok(Answer::said(lines.join("\n"), json));
        }
        if let Some((ours, _)) = before.as_ref().filter(|(ours, _)| everywhere.asks() && ours.is_same_tournament(&held))
        {
            let (lines, _) = shown(before.as_ref(), true, "would put back", None);
            let question = format!("{}\nin place of {}\nPut it back?", lines.join("\n"), in_words(ours));
            let about = About::PutBack { file: &self.backup, command: ours.version };
            let refusal = Failure::forbidden("not done: the tournament stays as it is");
            everywhere.confirm(Question::new(&about, question), refusal)?;
        }
        let done = restore(&self.backup, &path, &everywhere.at())?;
        everywhere.asker.commands_name(&path);
        // Of a damaged file the list of its commands can often be read, and not the rest.
        let is_read = done.replaced.is_some();
        let (mut lines, json) = shown(done.replaced.or(before).as_ref(), is_read, "put back", done.kept.as_deref());
        lines.extend(done.left.as_ref().map(left_in_log));
        lines.push(format!("next: {}", cmd!("status")));
        Ok(Answer::said(lines.join("\n"), json))
    }
}

impl Restore {
    /// The tournament that was named, the only one here, or, where there is none, the one that the backup's folder is named after, or
    /// the backup itself.
    fn tournament(&self, everywhere: &Everywhere) -> Result<PathBuf, Failure> {
        if everywhere.is_without_tournament() {
            let folder = self.backup.parent().filter(|f| f.extension().is_some_and(|e| e == "backups"));
            return Ok(folder.map_or_else(|| tournament_of(&self.backup), |f| f.with_extension("bughouse")));
        }
        let named = everywhere.tournament()?;
        // A name without ending means the tournament also when there is none yet.
        Ok(if named.extension().is_none() && !named.exists() { named.with_extension("bughouse") } else { named })
    }

    fn unsound(&self, error: StoreError) -> Failure {
        match error {
            StoreError::Missing(_) => Failure::from(error).hint(format!("{} lists the backups", cmd!("backup --list"))),
            other => Failure::from(other)
                .hint(format!("the tournament was not touched; try an older backup: {}", cmd!("backup --list"))),
        }
    }
}

/// What nobody can know where the file that was there could not be read.
fn unknown(path: &Path, backup: &Path, held: &Held) -> Vec<String> {
    let put_back = (backup.to_owned(), held.clone());
    let newer = last_good(path).filter(|newer| newer.1.is_same_tournament(held) && follows(path, newer, &put_back));
    let newer = newer.map(|(backup, newer)| {
        format!(
            "NOT THE NEWEST: there is {}; to put that back: {}",
            in_words(&newer),
            cmd!("restore {}", typed(&backup))
        )
    });
    let devices = (held.devices > 0).then(|| {
        format!("devices have the access they had then, including those shut out since: {}", cmd!("device list"))
    });
    newer.into_iter().chain(rescue::away(path)).chain(devices).collect()
}

/// What is in the tournament's place now; `None` for a file that is missing or cannot be read.
fn present(path: &Path) -> Result<Option<(Held, Vec<Entry>)>, Failure> {
    let mut store = match Store::open_to_read(path) {
        Ok(store) => store,
        Err(error @ (StoreError::Locked(_) | StoreError::Newer { .. })) => return Err(error.into()),
        Err(_) => return Ok(None),
    };
    let read = match store.held() {
        Ok(held) => store.journal().map(|journal| (held, journal)),
        Err(error) => Err(error),
    };
    // A damaged file need not even close well.
    let _ = store.abandon();
    Ok(read.ok())
}

/// What the tournament had come to and the backup does not have.
struct Lost {
    /// Commands in force.
    numbers: Vec<i64>,
    words: Vec<String>,
    /// Commands that had been taken back since the backup, and stand in it.
    standing: Vec<i64>,
}

impl Lost {
    /// From the first command on that is not the same in both: those in force, for what was taken back is not to be entered again.
    fn between(backup: &[Entry], tournament: &[Entry]) -> Self {
        let is_same = |(one, other): &(&Entry, &Entry)| {
            (one.number, &one.at, &one.words) == (other.number, &other.at, &other.words)
        };
        let shared = tournament.iter().zip(backup).take_while(is_same).count();
        let later = tournament[shared..].iter().filter(|e| e.kind == EntryKind::Do && e.in_force);
        let both = tournament.iter().zip(backup).take(shared).filter(|(one, _)| one.kind == EntryKind::Do);
        let back = both.clone().filter(|(one, other)| one.in_force && !other.in_force).map(|(one, _)| one);
        let (numbers, words) = back
            .chain(later)
            .map(|e| (e.number, if e.summary.is_empty() { e.words.clone() } else { e.summary.clone() }))
            .unzip();
        let standing = both.filter(|(one, other)| !one.in_force && other.in_force).map(|(one, _)| one.number).collect();
        Self { numbers, words, standing }
    }

    fn in_words(&self) -> String {
        let again: Vec<String> =
            self.standing.iter().rev().map(|number| cmd!("undo --only {number}").to_string()).collect();
        let again = match again.is_empty() {
            true => String::new(),
            false => format!("\nback in force, though since undone: {}", again.join(", then ")),
        };
        if self.numbers.is_empty() {
            return format!("nothing in the tournament is missing from the backup{again}");
        }
        let shown = self
            .numbers
            .iter()
            .zip(&self.words)
            .map(|(n, w)| format!("\n  {n}: {}", w.lines().next().unwrap_or_default()));
        let more =
            if self.numbers.len() > 12 { format!("\n  and {} more", self.numbers.len() - 12) } else { String::new() };
        format!("not in the backup; enter these again:{}{more}{again}", shown.take(12).collect::<String>())
    }
}
