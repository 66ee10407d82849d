//! `bughouse recover`: saves what can be read of a damaged file into a new one.

use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::rescue::{in_words, tournament_file, typed};
use crate::cli::{Everywhere, foreign};
use crate::store::{Saved, holds, last_good_beside, salvage};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

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

/// What the director calls a row of a table, and several.
const WORDS: [(&str, [&str; 2]); 11] = [
    ("section", ["section", "sections"]),
    ("team", ["team", "teams"]),
    ("player", ["player", "players"]),
    ("official", ["official", "officials"]),
    ("round", ["round", "rounds"]),
    ("assignment", ["seat or bye", "seats and byes"]),
    ("slip", ["result", "results"]),
    ("board_report", ["board result", "board results"]),
    ("ruling", ["ruling", "rulings"]),
    ("appeal", ["appeal", "appeals"]),
    ("command", ["command in the log", "commands in the log"]),
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
        if everywhere.dry_run {
            let text = format!("would save what can be read of {} into {}", path.display(), self.target.display());
            return Ok(Answer::said(text, json!({ "from": path.display().to_string() }), String::new()));
        }
        let now = chrono::Local::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, false);
        let rescue = match salvage(&path, self.with.as_deref(), &self.target, &now) {
            Ok(rescue) => rescue,
            Err(error) => return Err(crate::cli::rescue::failure(error, &path)),
        };
        let mut lines = vec![format!("saved into {}:", rescue.path.display())];
        for (table, [one, several]) in WORDS {
            let Saved { read, from_journal, from_backup, lost } = rescue.tables.get(table).copied().unwrap_or_default();
            let total = read + from_journal + from_backup;
            if total + lost == 0 {
                continue;
            }
            let journal =
                if from_journal > 0 { format!(", {from_journal} of them from the journal") } else { String::new() };
            let backup =
                if from_backup > 0 { format!(", {from_backup} of them from the backup") } else { String::new() };
            let missing = if lost > 0 { format!("; {lost} LOST") } else { String::new() };
            let words = if total == 1 { one } else { several };
            lines.push(format!("  {total} {words}{journal}{backup}{missing}"));
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
        lines.extend(rescue.broken.iter().map(|broken| format!("still not in order: {broken}")));
        let is_short = !rescue.history_is_whole || rescue.tables.values().any(|saved| saved.lost > 0);
        if let Some((backup, held)) = last_good_beside(&path).filter(|_| self.with.is_none()) {
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
            .map(|(table, s)| json!({ "table": table, "read": s.read, "from_journal": s.from_journal, "from_backup": s.from_backup, "lost": s.lost }))
            .collect();
        let json = json!({ "saved": rescue.path.display().to_string(), "tables": tables, "history_is_whole": rescue.history_is_whole, "broken": rescue.broken });
        Ok(Answer::said(lines.join("\n"), json, String::new()))
    }
}
