//! `bughouse recover`: saves what can be read of a damaged file into a new one.

use super::check::model;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::rescue::{in_words, not_saved, typed};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::counted;
use crate::cli::{Everywhere, foreign};
use crate::rulebook::DEFAULT;
use crate::store::{Head, Saved, Store, Unread, holds, last_good, salvage};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Salvage what can be read from a damaged file into a new one
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse -f spring.bughouse recover saved.bughouse
  bughouse -f saved.bughouse check")]
pub struct Recover {
    /// The new file; `.bughouse` is added
    #[arg(value_name = "FILE")]
    target: PathBuf,
    /// A backup to fill in what's in neither the tables nor the journal
    #[arg(long, value_name = "BACKUP")]
    with: Option<PathBuf>,
}

/// What the director calls a row of a table, and several. The tournament's own one has a line of its own.
const TABLES: &str = include_str!("tables.txt");

impl Runs for Recover {
    const TRAITS: Traits = Traits::changes_beside(Moment::Safety).only_saying().not_from_afar(
        "a backup is restored at the laptop that has the file",
        "go to the laptop, and close the hall first",
    );

    /// Reads row by row; the damaged file is not touched.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let path = everywhere.tournament()?;
        if let Some(backup) = &self.with {
            foreign::refuse_pipes(backup)?;
            holds(backup).map_err(|error| {
                Failure::from(error).hint("nothing was written; name a good backup of this tournament after --with")
            })?;
        }
        let target = Store::free_path(&self.target).map_err(|error| not_saved(error, &path))?;
        if everywhere.dry_run {
            let text = format!("would save what can be read from {} into {}", path.display(), target.display());
            let json = json!({ "from": path.display().to_string(), "saved": target.display().to_string() });
            return Ok(Answer::said(text, json));
        }
        let rescue = salvage(&path, self.with.as_deref(), &target, &everywhere.at());
        let rescue = rescue.map_err(|error| not_saved(error, &path))?;
        let mut lines = vec![format!("saved into {}:", rescue.path.display())];
        let mut losses = Vec::new();
        for line in TABLES.lines() {
            let mut words = line.split(" | ");
            let [table, one, several] = std::array::from_fn(|_| words.next().unwrap_or_default());
            let saved = rescue.tables.get(table).copied().unwrap_or_default();
            let Saved { read, from_journal, from_backup, lost, unread } = saved;
            let total = read + from_journal + from_backup;
            if total + lost == 0 && unread.is_none() {
                continue;
            }
            let from =
                |count, place| if count > 0 { format!(", {count} of them from the {place}") } else { String::new() };
            let (journal, backup) = (from(from_journal, "journal"), from(from_backup, "backup"));
            let missing = if lost > 0 { format!("; {lost} LOST") } else { String::new() };
            losses.extend((lost > 0).then(|| format!("{lost} {}", if lost == 1 { one } else { several })));
            losses.extend(match unread {
                Unread::AtMost(0) => None,
                Unread::AtMost(most) => Some(format!("up to {most} more {several}")),
                Unread::Unknown => Some(format!("an unknown number of other {several}")),
            });
            let unread = match unread {
                Unread::AtMost(0) => String::new(),
                Unread::AtMost(most) => format!("; up to {most} more may be LOST"),
                Unread::Unknown => "; an unknown number of others may be LOST".to_owned(),
            };
            let words = if total == 1 { one } else { several };
            lines.push(format!("  {total} {words}{journal}{backup}{missing}{unread}"));
        }
        if rescue.unplaced > 0 {
            let unplaced = counted(rescue.unplaced, "row");
            lines.push(format!("  {unplaced} that couldn't be identified; LOST"));
            losses.push(format!("{unplaced} that couldn't be identified"));
        }
        let (lost, now) = match rescue.head {
            Head::Whole => ("", String::new()),
            Head::Torn => ("the rulebook", "the rulebook is this program's version of it".to_owned()),
            Head::OtherRulebook => {
                ("the rulebook", format!("the rulebook is now {DEFAULT}, since bughouse doesn't have the original one"))
            }
            Head::Lost => (
                "the tournament's name, its rulebook",
                format!(
                    "its rulebook is now {DEFAULT}, and its name is the file's; to rename it: {}",
                    cmd!("-f {} event edit --name NAME", typed(&rescue.path))
                ),
            ),
        };
        if rescue.head != Head::Whole {
            lines.push(format!("  {lost} and the number that lots are drawn from; LOST: {now}"));
            losses.push(lost.to_owned());
        }
        lines.push(if rescue.history_is_whole {
            "the history is complete: undo and --as-of go back to the beginning".to_owned()
        } else {
            "the history begins with this rescue: earlier commands are in the log, but can't be taken back".to_owned()
        });
        let [devices, reports, keys] = rescue.hall;
        if devices + reports > 0 {
            let (devices, reports) = (counted(devices, "device"), counted(reports, "report"));
            lines.push(format!("not carried over: {devices} in the hall and {reports} from the floor"));
            lines.push(format!("  to have a device join the saved file's hall: {}", cmd!("device add")));
        }
        if keys > 0 {
            lines.push(format!(
                "not carried over: the key for the codes on slips; reprint slips that are still out: {}",
                cmd!("slips")
            ));
        }
        let broken = [rescue.broken, without_sense(&rescue.path)].concat();
        lines.extend(broken.iter().map(|broken| format!("still has problems: {broken}")));
        let lacks = |saved: &Saved| saved.lost > 0 || !saved.unread.is_none();
        let is_short = !rescue.history_is_whole || rescue.unplaced > 0 || rescue.tables.values().any(lacks);
        if let Some((backup, held)) = last_good(&path).filter(|_| self.with.is_none()) {
            lines.push(format!("compare with the last good backup, {}: {}", backup.display(), in_words(&held)));
            if is_short {
                lines.push(format!(
                    "to include what only that backup has: {}",
                    cmd!("-f {} recover FILE --with {}", typed(&path), typed(&backup))
                ));
            }
        }
        lines.push(format!("next: {}", cmd!("-f {} check", typed(&rescue.path))));
        let tables: Vec<Value> = rescue
            .tables
            .iter()
            .map(|(table, s)| {
                let may_be_lost = if let Unread::AtMost(most) = s.unread { Some(most) } else { None };
                json!({ "table": table, "read": s.read, "from_journal": s.from_journal, "from_backup": s.from_backup, "lost": s.lost, "may_be_lost": may_be_lost })
            })
            .collect();
        let json = json!({ "saved": rescue.path.display().to_string(), "tables": tables, "unplaced": rescue.unplaced, "history_is_whole": rescue.history_is_whole, "tournament": head_named(rescue.head), "hall_left_behind": { "devices": devices, "reports": reports }, "broken": broken });
        let lost = (!losses.is_empty()).then(|| format!("warning: LOST, or possibly lost: {}", losses.join("; ")));
        let mut answer = Answer::said(lines.join("\n"), json);
        answer.last = lost;
        Ok(answer)
    }
}

/// What became of the tournament's own row, for machines.
fn head_named(head: Head) -> &'static str {
    match head {
        Head::Whole => "whole",
        Head::Torn => "torn",
        Head::OtherRulebook => "other-rulebook",
        Head::Lost => "lost",
    }
}

/// What rows that are each in order do not make together.
fn without_sense(saved: &Path) -> Vec<String> {
    let read = || {
        let mut store = Store::open_to_read(saved)?;
        let facts = store.load();
        store.abandon()?;
        facts
    };
    read().map_or_else(|error| vec![error.to_string()], |facts| model(&facts.tournament))
}
