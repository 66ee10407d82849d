//! `bughouse recover`: saves what can be read of a damaged file into a new one.

use super::check::model;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::rescue::{failure, in_words, tournament_file, typed};
use crate::cli::wording::counted;
use crate::cli::{Everywhere, foreign};
use crate::store::{Saved, Store, Unread, holds, last_good, salvage};
use clap::Args;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Save what can be read of a damaged file into a new one
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse -f spring.bughouse recover saved.bughouse\n  bughouse -f saved.bughouse check"
)]
pub struct Recover {
    /// The new file; `.bughouse` is added
    #[arg(value_name = "FILE")]
    target: PathBuf,
    /// A backup to take from what is in neither the tables nor the journal
    #[arg(long, value_name = "BACKUP")]
    with: Option<PathBuf>,
}

/// What the director calls a row of a table, and several. The tournament's own one has a line of its own.
const WORDS: [(&str, [&str; 2]); 33] = [
    ("section", ["section", "sections"]),
    ("school", ["school", "schools"]),
    ("school_spelling", ["spelling of a school", "spellings of schools"]),
    ("team", ["team", "teams"]),
    ("name_verdict", ["decision about a team's name", "decisions about team names"]),
    ("player", ["player", "players"]),
    ("contact", ["contact", "contacts"]),
    ("payment", ["fee", "fees"]),
    ("absence", ["withdrawal or absence", "withdrawals and absences"]),
    ("bye_request", ["bye asked for", "byes asked for"]),
    ("pairing_wish", ["wish for the pairing", "wishes for the pairing"]),
    ("qualifier", ["place in a final", "places in finals"]),
    ("half", ["team of an accelerated half", "teams of accelerated halves"]),
    ("stay", ["stay in an earlier section", "stays in earlier sections"]),
    ("official", ["official", "officials"]),
    ("house_rule", ["house rule", "house rules"]),
    ("round_time", ["planned start", "planned starts"]),
    ("round", ["round", "rounds"]),
    ("round_start", ["start of a round", "starts of rounds"]),
    ("assignment", ["seat or bye", "seats and byes"]),
    ("empty_seat", ["empty seat", "empty seats"]),
    ("slip", ["result", "results"]),
    ("board_report", ["board result", "board results"]),
    ("ruling", ["ruling", "rulings"]),
    ("appeal", ["appeal", "appeals"]),
    ("play_off", ["play-off", "play-offs"]),
    ("prize", ["prize", "prizes"]),
    ("import_column", ["column of registration files", "columns of registration files"]),
    ("printed", ["printed sheet", "printed sheets"]),
    ("safekeeping", ["setting of the backups", "settings of the backups"]),
    ("backup", ["backup in the list", "backups in the list"]),
    ("command", ["command in the log", "commands in the log"]),
    ("change", ["change in the journal", "changes in the journal"]),
];

impl Recover {
    /// Reads row by row; the damaged file is not touched.
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let path = tournament_file(everywhere.file.as_deref())?;
        if let Some(backup) = &self.with {
            foreign::refuse_pipes(backup)?;
            holds(backup).map_err(|error| {
                Failure::from(error).hint("nothing was written; name a sound backup of this tournament after --with")
            })?;
        }
        let target = Store::free_path(&self.target).map_err(|error| failure(error, &path))?;
        if everywhere.dry_run {
            let text = format!("would save what can be read of {} into {}", path.display(), target.display());
            let json = json!({ "from": path.display().to_string(), "saved": target.display().to_string() });
            return Ok(Answer::said(text, json));
        }
        let rescue = match salvage(&path, self.with.as_deref(), &target, &everywhere.at()) {
            Ok(rescue) => rescue,
            Err(error) => return Err(failure(error, &path)),
        };
        let mut lines = vec![format!("saved into {}:", rescue.path.display())];
        for (table, [one, several]) in WORDS {
            let saved = rescue.tables.get(table).copied().unwrap_or_default();
            let Saved { read, from_journal, from_backup, lost, unread } = saved;
            let total = read + from_journal + from_backup;
            if total + lost == 0 && unread.is_none() {
                continue;
            }
            let journal =
                if from_journal > 0 { format!(", {from_journal} of them from the journal") } else { String::new() };
            let backup =
                if from_backup > 0 { format!(", {from_backup} of them from the backup") } else { String::new() };
            let missing = if lost > 0 { format!("; {lost} LOST") } else { String::new() };
            let unread = match unread {
                Unread::AtMost(0) => String::new(),
                Unread::AtMost(most) => format!("; up to {most} more may be LOST"),
                Unread::Unknown => "; nobody can tell how many more may be LOST".to_owned(),
            };
            let words = if total == 1 { one } else { several };
            lines.push(format!("  {total} {words}{journal}{backup}{missing}{unread}"));
        }
        if rescue.unplaced > 0 {
            lines.push(format!("  {} of which nothing tells what they were; LOST", counted(rescue.unplaced, "row")));
        }
        if rescue.tables.get("tournament").is_some_and(|saved| saved.lost > 0) {
            lines.push(
                "  the rulebook and the number of the lots; LOST: the rulebook is the one of its name in this program"
                    .to_owned(),
            );
        }
        lines.push(if rescue.history_is_whole {
            "the history is whole: undo and --as-of go back to the beginning".to_owned()
        } else {
            "the history begins with this rescue: earlier commands are in the log, and cannot be taken back".to_owned()
        });
        let [devices, reports, keys] = rescue.hall;
        if devices + reports > 0 {
            let (devices, reports) = (counted(devices, "device"), counted(reports, "report"));
            lines.push(format!("not taken over: {devices} of the hall and {reports} from the floor"));
            lines.push("  a device joins the saved file's hall anew: bughouse device add".to_owned());
        }
        if keys > 0 {
            lines.push(
                "not taken over: the key of the codes on slips; print those that are out anew: bughouse slips"
                    .to_owned(),
            );
        }
        let broken = [rescue.broken, without_sense(&rescue.path)].concat();
        lines.extend(broken.iter().map(|broken| format!("still not in order: {broken}")));
        let lacks = |saved: &Saved| saved.lost > 0 || !saved.unread.is_none();
        let is_short = !rescue.history_is_whole || rescue.unplaced > 0 || rescue.tables.values().any(lacks);
        if let Some((backup, held)) = last_good(&path).filter(|_| self.with.is_none()) {
            lines.push(format!("compare with the last good backup, {}: {}", backup.display(), in_words(&held)));
            if is_short {
                lines.push(format!(
                    "with what only that backup has: bughouse -f {} recover FILE --with {}",
                    typed(&path),
                    typed(&backup)
                ));
            }
        }
        lines.push(format!("next: bughouse -f {} check", typed(&rescue.path)));
        let tables: Vec<Value> = rescue
            .tables
            .iter()
            .map(|(table, s)| {
                let may_be_lost = if let Unread::AtMost(most) = s.unread { Some(most) } else { None };
                json!({ "table": table, "read": s.read, "from_journal": s.from_journal, "from_backup": s.from_backup, "lost": s.lost, "may_be_lost": may_be_lost })
            })
            .collect();
        let json = json!({ "saved": rescue.path.display().to_string(), "tables": tables, "unplaced": rescue.unplaced, "history_is_whole": rescue.history_is_whole, "hall_left_behind": { "devices": devices, "reports": reports }, "broken": broken });
        Ok(Answer::said(lines.join("\n"), json))
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
