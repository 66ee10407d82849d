//! `bughouse recover`: saves what can be read of a damaged file into a new one.

use super::rescue::in_words;
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::tournament_file;
use crate::cli::failure::Failure;
use crate::store::{Saved, last_good_beside, salvage};
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
}

/// What the director calls the rows of a table.
const WORDS: [(&str, &str); 11] = [
    ("section", "sections"),
    ("team", "teams"),
    ("player", "players"),
    ("official", "officials"),
    ("round", "rounds"),
    ("assignment", "seats and byes"),
    ("slip", "results"),
    ("board_report", "board results"),
    ("ruling", "rulings"),
    ("appeal", "appeals"),
    ("command", "commands in the log"),
];

impl Recover {
    /// Reads row by row; the damaged file is not touched.
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let path = tournament_file(everywhere.file.as_deref())?;
        if everywhere.dry_run {
            let text = format!("would save what can be read of {} into {}", path.display(), self.target.display());
            return Ok(Answer::said(text, json!({ "from": path.display().to_string() }), String::new()));
        }
        let now = chrono::Local::now().to_rfc3339_opts(chrono::SecondsFormat::Secs, false);
        let rescue = match salvage(&path, &self.target, &now) {
            Ok(rescue) => rescue,
            Err(error) => return Err(super::rescue::failure(error, &path)),
        };
        let mut lines = vec![format!("saved into {}:", rescue.path.display())];
        for (table, words) in WORDS {
            let Saved { read, from_journal, lost } = rescue.tables.get(table).copied().unwrap_or_default();
            if read + from_journal + lost == 0 {
                continue;
            }
            let journal =
                if from_journal > 0 { format!(", {from_journal} of them from the journal") } else { String::new() };
            let missing = if lost > 0 { format!("; {lost} LOST") } else { String::new() };
            lines.push(format!("  {} {words}{journal}{missing}", read + from_journal));
        }
        lines.push(if rescue.history_is_whole {
            "the history is whole: undo and --as-of go back to the beginning".to_owned()
        } else {
            "the history begins with this rescue: earlier commands are in the log, and cannot be taken back".to_owned()
        });
        if let Some((backup, held)) = last_good_beside(&path) {
            lines.push(format!("compare with the last good backup, {}: {}", backup.display(), in_words(&held)));
        }
        lines.push(format!("next: bughouse -f {} check", rescue.path.display()));
        let tables: Vec<Value> = rescue
            .tables
            .iter()
            .map(|(table, s)| json!({ "table": table, "read": s.read, "from_journal": s.from_journal, "lost": s.lost }))
            .collect();
        let json = json!({ "saved": rescue.path.display().to_string(), "tables": tables, "history_is_whole": rescue.history_is_whole });
        Ok(Answer::said(lines.join("\n"), json, String::new()))
    }
}
