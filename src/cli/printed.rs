//! Remembers what was printed or published, so that `bughouse stale` can say what a later change has made wrong.
//!
//! Written after the sheet itself and in a transaction of its own: a sheet is printed whether or not it can be remembered.

use crate::cli::Everywhere;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::environment::Environment;
use crate::cli::rescue::left_in_log;
use crate::cli::wording::{as_typed, list, option_name};
use crate::report::render::{Format, Paper};
use crate::report::sheet::{Statement, statements};
use crate::report::{Report, Sheet, StandingsPart};
use crate::store::{Printed, Store, StoreError};
use crate::tournament::SectionId;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// As what a file for other programs is remembered.
pub const EXPORT: &str = "export";

/// What is remembered of a document once it is written, and what it was made from.
#[derive(Default)]
pub struct Kept {
    /// One a part of the document, where it has parts; those that hang nowhere come last and have none.
    sheets: Vec<Sheet>,
    site: Option<Site>,
    made: Option<Made>,
    /// The command that prints all of it again in one file, and changes nothing.
    again: Option<Vec<String>>,
}

/// A folder of pages, written by its command itself.
struct Site {
    folder: PathBuf,
    statements: Vec<Statement>,
}

/// What the tournament's file was when the document was made.
struct Made {
    file: PathBuf,
    at: String,
    version: i64,
    hall: Option<String>,
}

impl Kept {
    pub fn sheets(sheets: Vec<Sheet>) -> Self {
        Self { sheets, ..Self::default() }
    }

    /// The same with a folder of pages, which the command has written.
    pub fn and_site(self, folder: &Path, statements: Vec<Statement>) -> Self {
        Self { site: Some(Site { folder: folder.to_owned(), statements }), ..self }
    }

    /// The same, which this command prints again in one file and changes nothing.
    pub fn printed_again_by(self, words: Vec<String>) -> Self {
        Self { again: Some(words), ..self }
    }

    /// How its sheets are printed again: by one command, or each into a file of its own.
    pub fn again(&self, path: &Path, section: impl Fn(SectionId) -> Option<String>) -> Option<String> {
        if let Some(words) = &self.again {
            let words = words.iter().cloned().chain(["-o".to_owned(), path.display().to_string()]);
            return Some(format!("to print it: {}", CommandText::of(&as_typed(words))));
        }
        let file = |at: usize| match self.sheets.len() {
            1 => path.to_owned(),
            _ => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                let ending = path.extension().unwrap_or_default().to_string_lossy();
                path.with_file_name(format!("{stem}-{at}.{ending}"))
            }
        };
        let line = |(at, sheet): (usize, &Sheet)| {
            let words = words_of(sheet, sheet.section().and_then(&section).as_deref()).into_iter();
            let file = file(at).display().to_string();
            let words = words.chain(["-o".to_owned(), file]);
            CommandText::of(&as_typed(words)).to_string()
        };
        let lines: Vec<String> = (1..).zip(&self.sheets).map(line).collect();
        (!lines.is_empty()).then(|| format!("do not type it again; to print it: {}", list(lines)))
    }

    /// Notes what the document was made from.
    pub fn made_from(&mut self, file: &Path, at: String, version: i64, hall: Option<String>) {
        self.made = Some(Made { file: file.to_owned(), at, version, hall });
    }

    /// Remembers a site that was written; of other documents nothing yet.
    pub fn remember_site(&self, everywhere: &Everywhere) {
        if let Some(Site { folder, statements }) = &self.site {
            // Of another desk's pages the laptop itself can renew nothing.
            let desk = everywhere.asker.elsewhere();
            let folder =
                desk.map_or_else(|| folder.clone(), |desk| format!("{}: {}", desk.name, folder.display()).into());
            let site = Printed { title: "Site".to_owned(), format: "site".to_owned(), ..Printed::default() };
            self.remember(site, statements, &folder, everywhere);
        }
    }

    /// Remembers that a file for other programs has shown the teams' numbers, and no more: it is theirs to keep true.
    pub fn remember_export(&self, path: &Path, everywhere: &Everywhere) {
        let (title, sheet) = ("Export".to_owned(), Some(json!(EXPORT).to_string()));
        let export = Printed { title, sheet, format: EXPORT.to_owned(), ..Printed::default() };
        self.remember(export, &[], path, everywhere);
    }

    /// Remembers a document that was written to a file. What other programs read is theirs to keep true.
    pub fn remember_sheets(&self, report: &Report, path: &Path, everywhere: &Everywhere) {
        let Ok(format @ (Format::Pdf | Format::Html | Format::Csv | Format::Txt)) = Format::of(path) else { return };
        let parts = if report.parts.is_empty() { std::slice::from_ref(report) } else { &report.parts };
        for (sheet, part) in self.sheets.iter().zip(parts) {
            let document = part.lasting();
            let place = document.masthead.place();
            let by = sheet.order().map(|order| format!(" by {order}")).unwrap_or_default();
            let title = format!("{}{by}", document.title);
            let title = [title, place].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
            let bears_codes = matches!(sheet, Sheet::Slips { .. }) && matches!(format, Format::Pdf | Format::Html);
            let hall = self.made.as_ref().and_then(|made| made.hall.clone()).filter(|_| bears_codes);
            let (sheet, format) = (serde_json::to_string(sheet).ok(), format.ending());
            let printed = Printed { title, sheet, format, hall, ..Printed::default() };
            self.remember(printed, &statements(document), path, everywhere);
        }
    }

    /// Remembers a document with what it was made from; `printed` says what else is known of it.
    fn remember(&self, printed: Printed, statements: &[Statement], path: &Path, everywhere: &Everywhere) {
        let Some(made) = &self.made else { return };
        let printed = Printed {
            at: made.at.clone(),
            path: match everywhere.asker.elsewhere() {
                Some(_) => everywhere.asker.as_seen(&path.display().to_string()),
                None => kept_path(&everywhere.asker.environment.at(path), &made.file).display().to_string(),
            },
            paper: (everywhere.paper == Paper::A4).then(|| "a4".to_owned()),
            templates: everywhere.templates.as_ref().map(|folder| folder.display().to_string()),
            hash: hash(statements),
            command: made.version,
            ..printed
        };
        match Store::note_printed(&made.file, &printed) {
            Ok(None) | Err(StoreError::ReadOnly(_)) => {}
            Ok(Some(left)) => everywhere.asker.remark(&left_in_log(&left)),
            Err(error) => {
                everywhere.asker.remark(&format!("note: {} will not list {}: {error}", cmd!("stale"), printed.path));
            }
        }
    }
}

/// A file by the one way that is kept of it, however it was typed: from the folder of the tournament, or from the root.
fn kept_path(path: &Path, tournament: &Path) -> PathBuf {
    let Ok(whole) = path.canonicalize() else { return path.to_owned() };
    let inside = folder_of(tournament).and_then(|folder| Some(whole.strip_prefix(folder).ok()?.to_owned()));
    inside.unwrap_or(whole)
}

/// The way to a file that is kept, as it is typed where the person is.
pub fn typed_path(kept: &str, tournament: &Path, environment: &Environment) -> String {
    let here = environment.here().canonicalize().ok();
    let Some((folder, here)) = folder_of(tournament).zip(here).filter(|(folder, here)| folder != here) else {
        return kept.to_owned();
    };
    let whole = folder.join(kept);
    whole.strip_prefix(here).unwrap_or(&whole).display().to_string()
}

/// The way to a file as `stale` lists it.
pub fn as_listed(path: &str, tournament: &Path, environment: &Environment) -> String {
    let kept = kept_path(&environment.at(Path::new(path)), tournament);
    typed_path(&kept.display().to_string(), tournament, environment)
}

fn folder_of(tournament: &Path) -> Option<PathBuf> {
    Some(tournament.canonicalize().ok()?.parent()?.to_owned())
}

/// The command that makes a sheet, with the section's present name.
pub fn words_of(sheet: &Sheet, section: Option<&str>) -> Vec<String> {
    let by = sheet.order().unwrap_or_default();
    let typed = match sheet {
        Sheet::Pairings { round, .. } => format!("pairings SECTION --round {round} --by {by}"),
        Sheet::Slips { round, .. } => format!("slips SECTION --round {round}"),
        Sheet::Standings { after, part, .. } => {
            let part = match part {
                StandingsPart::Table => "",
                StandingsPart::ByClass => " --by-class",
                StandingsPart::Working => " --working",
            };
            format!("standings SECTION --after {after}{part}")
        }
        Sheet::Crosstable { after, .. } => format!("crosstable SECTION --after {after} --by {by}"),
        Sheet::Bracket { .. } => "bracket SECTION".to_owned(),
        Sheet::Teams { .. } => format!("teams SECTION --by {by}"),
        Sheet::Times { .. } => "times SECTION".to_owned(),
        Sheet::Prizes { paper, .. } => format!("prizes SECTION --as-list {}", option_name(*paper)),
        Sheet::Partners { section: None } => "partner list".to_owned(),
        Sheet::Partners { section: Some(_) } => "partner list --section SECTION".to_owned(),
        Sheet::Unseen { section: None } => "check-in --list".to_owned(),
        Sheet::Unseen { section: Some(_) } => "check-in --list --section SECTION".to_owned(),
        Sheet::Ruling { number } => format!("ruling show {number}"),
        Sheet::ByHand { .. } => "by-hand SECTION".to_owned(),
        Sheet::Report { incidents: false } => "report".to_owned(),
        Sheet::Report { incidents: true } => "report --incidents".to_owned(),
        Sheet::Finder { .. } => format!("pairings --all --by {by}"),
    };
    let named = |word: &str| if word == "SECTION" { section.map(str::to_owned) } else { Some(word.to_owned()) };
    typed.split(' ').filter_map(named).collect()
}

/// Equal for documents that say the same.
pub fn hash(statements: &[Statement]) -> String {
    let mut hash = Sha256::new();
    for one in statements {
        hash.update(one.line.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
