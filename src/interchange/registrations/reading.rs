//! One registration file, read: entries, problems, notes, and how its columns were understood.

use super::delimiter;
use super::drafts;
use super::encoding;
use super::field::{Assignment, Field, What};
use super::gather;
use super::keyed;
use super::mapping::{self, Layout, Mapping};
use super::problem::{Complaint, Note, Problem, Unfit, Unreadable};
use super::rejects;
use super::sheet::{Rows, Sheet, Source};
use super::show;
use super::twice;
use super::workbook;
use crate::registration::Registration;

/// A larger file is no list of registrations: 10,000 children fit into two megabytes.
const LARGEST: usize = 64 << 20;

/// What the director said about the file.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// `--map`, in the order typed.
    pub map: Vec<Assignment>,
    /// What `--map` said for earlier files. Passed over where the file has no such column.
    pub remembered: Vec<Assignment>,
    /// Whether e-mail addresses and telephone numbers are kept.
    pub keeps_contacts: bool,
    /// Whether fees and payments are kept.
    pub keeps_fees: bool,
}

/// One entry and where it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub registration: Registration,
    /// The line it begins on.
    pub line: usize,
    pub(super) rows: Vec<usize>,
}

/// A registration file as read. Whoever imports it all or nothing looks at `problems` first.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The file, as the director named it.
    pub file: String,
    /// The entries nothing is wrong with, in the order of the file.
    pub entries: Vec<Entry>,
    /// All that is wrong, in the order of the file.
    pub problems: Vec<Problem>,
    /// Worth a look, in the order of the file.
    pub notes: Vec<Note>,
    /// How the columns were understood.
    pub mapping: Mapping,
    sheet: Sheet,
    waiting: Vec<(usize, usize)>,
}

impl Reading {
    /// Whether a row is a team or a child.
    pub fn layout(&self) -> Layout {
        self.mapping.layout
    }

    /// Asks `judge` about each entry and moves those it refuses to the problems.
    ///
    /// This is how the tournament has its say (unknown section, child already entered) in the same list, with
    /// the same places. `judge` says what to point at: a kind of cell, and of which child, 0 or 1.
    pub fn refuse_where(&mut self, mut judge: impl FnMut(&Registration) -> Option<(What, usize, Complaint)>) {
        let entries = std::mem::take(&mut self.entries);
        for entry in entries {
            match judge(&entry.registration) {
                None => self.entries.push(entry),
                Some((what, child, complaint)) => {
                    let (row, field) = self.pointed_at(&entry, what, child);
                    let mut problem = drafts::problem_at(&self.sheet, &self.mapping, row, Some(field), complaint);
                    problem.rows = entry.rows;
                    self.problems.push(problem);
                }
            }
        }
        self.sort_problems();
    }

    fn pointed_at(&self, entry: &Entry, what: What, child: usize) -> (usize, Field) {
        let row = entry.rows.get(child).or(entry.rows.first()).copied().unwrap_or(self.mapping.row);
        let own = Field::of_seat(what, if child == 0 { 1 } else { 2 });
        let is_seated = self.layout() == Layout::RowPerTeam && self.mapping.column(own).is_some();
        (row, if is_seated { own } else { Field::of_row(what) })
    }

    fn sort_problems(&mut self) {
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
    }

    /// The first problems as a compiler would show them, a blank line between two.
    pub fn render_problems(&self, most: usize, is_colour: bool) -> String {
        let render = |problem: &Problem| {
            let title = problem.complaint.to_string();
            show::excerpt(
                &self.sheet.source,
                &self.file,
                &title,
                problem.span.clone(),
                &problem.complaint.help(),
                is_colour,
            )
        };
        self.problems.iter().take(most).map(render).collect::<Vec<_>>().join("\n\n")
    }

    /// The rows that cannot be imported, under their headings, each with its reason in front, as CSV.
    ///
    /// Mended, the file can be imported like any other: the first column is passed over.
    pub fn rejects_csv(&self) -> String {
        rejects::csv(&self.sheet, &self.mapping, &self.problems, &self.waiting)
    }
}

/// Reads a CSV, TSV or XLSX file of registrations. `file` is its name, for messages.
///
/// # Errors
/// When nothing of the file can be read: empty, not text, a broken quote, no known heading, no such column.
/// Anything wrong with single rows is in [`Reading::problems`] instead.
pub fn read(bytes: &[u8], file: &str, options: &Options) -> Result<Reading, Box<Unreadable>> {
    let mut notes = Vec::new();
    let named = [options.map.as_slice(), &options.remembered].concat();
    let sheet =
        sheet(bytes, &named, &mut notes).map_err(|(why, source)| Box::new(Unreadable::new(file, why, source)))?;
    let mapping = match understand(&sheet, options) {
        Ok(mapping) => mapping,
        Err(why) => return Err(Box::new(Unreadable::new(file, why, sheet.source))),
    };
    let mut all = drafts::read(&sheet, &mapping, options);
    twice::refuse_children(&mut all, &sheet, &mapping);
    if mapping.layout == Layout::RowPerTeam {
        twice::refuse_teams(&mut all, &sheet, &mapping);
    }
    twice::note_likenesses(&all.drafts, &mut all.notes);
    let entries = gather::gather(&mut all, &sheet, &mapping);
    notes.append(&mut all.notes);
    notes.sort_by_key(|note| note.line);
    let mut reading =
        Reading { file: file.to_owned(), entries, problems: all.problems, notes, mapping, sheet, waiting: all.waiting };
    reading.sort_problems();
    Ok(reading)
}

fn understand(sheet: &Sheet, options: &Options) -> Result<Mapping, Unfit> {
    let mapping = mapping::map(sheet, &options.map, &options.remembered)?;
    let has_rows = sheet.rows[mapping.row + 1..].iter().any(|row| !row.is_blank());
    let at = sheet.rows[mapping.row].cells.first().map_or(0, |cell| cell.span.start);
    if has_rows { Ok(mapping) } else { Err(Unfit::NoRows { at }) }
}

fn sheet(bytes: &[u8], named: &[Assignment], notes: &mut Vec<Note>) -> Result<Sheet, (Unfit, Source)> {
    let nowhere = |why| (why, Source::new(String::new(), false));
    if bytes.len() > LARGEST {
        return Err(nowhere(Unfit::TooLarge { megabytes: bytes.len() >> 20 }));
    }
    if workbook::is_workbook(bytes) {
        let (sheet, passed_over) = workbook::read(bytes, |row| mapping::known_headings(row, named)).map_err(nowhere)?;
        if !passed_over.is_empty() {
            let message = format!("one worksheet was read; passed over: {}", passed_over.join(", "));
            notes.push(Note { line: None, message });
        }
        return Ok(sheet);
    }
    let decoded = encoding::decode(bytes).map_err(nowhere)?;
    if decoded.text.trim().is_empty() {
        return Err(nowhere(Unfit::Empty));
    }
    if decoded.guessed {
        let message = "the file is not UTF-8 and was read as Windows-1252: look at names with accents".to_owned();
        notes.push(Note { line: None, message });
    }
    text_sheet(decoded.text, named)
}

/// Rows of a text file, the delimiter found out.
fn text_sheet(text: String, named: &[Assignment]) -> Result<Sheet, (Unfit, Source)> {
    if let Some(at) = text.find('\0') {
        return Err((Unfit::Nul { at }, Source::new(text, false)));
    }
    if let Some(sheet) = keyed::read(&text) {
        return Ok(sheet);
    }
    let start = delimiter::sniff(&text, |row| mapping::known_headings(row, named));
    let rows: Result<Vec<_>, Unfit> = Rows::new(&text, start.delimiter, start.at, start.line).collect();
    match rows {
        Ok(rows) => Ok(Sheet { rows, source: Source::new(text, false) }),
        Err(why) => Err((why, Source::new(text, false))),
    }
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "reference_tests.rs"]
mod reference;
