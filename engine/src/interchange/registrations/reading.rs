//! One registration file, read: entries, complaints, notes, and how its columns were understood.

use super::amended::{self, Shown, amend};
use super::drafts::{self, Options};
use super::field::{Assignment, FormField, What};
use super::file_text::{FileText, MOST_CELLS};
use super::gather::{self, Registered};
use super::mapping::{self, Mapping, Unmapped};
use super::places::Layout;
use super::problem::{Complaint, Note, Problem, Unfit};
use super::sheet::{Row, Rows, Sheet};
use super::unreadable::Unreadable;
use super::{capitals, doubts, encoding, file_text, heading_rows, labels, rejects, sheet, withdrawn, workbook};
use crate::registration::Registration;
use crate::tournament::names::{counted, list};

/// A larger file isn't a list of registrations: 10,000 children fit into two megabytes.
const LARGEST: usize = 64 << 20;

/// A registration file as read. An import that is all or nothing looks at `complaints` first.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The file, as the director named it.
    pub file: String,
    /// The entries nothing is wrong with, in the order of the file.
    pub entries: Vec<Registered>,
    /// All that is wrong, in the order of the file.
    pub complaints: Vec<Complaint>,
    /// Worth a look, in the order of the file.
    pub notes: Vec<Note>,
    /// Of children whose choice of partner came to nothing in the file; true until they have one.
    pub unmet: Vec<Note>,
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

    /// Asks `judge` about each entry and moves those it refuses to the complaints.
    ///
    /// This is how the tournament has its say (unknown section, child already entered) in the same list, with
    /// the same places. `judge` says what to point at: a kind of cell, and of which child, 0 or 1.
    pub fn refuse_where(&mut self, mut judge: impl FnMut(&Registration) -> Option<(What, usize, Problem)>) {
        let entries = std::mem::take(&mut self.entries);
        for entry in entries {
            match judge(&entry.registration) {
                None => self.entries.push(entry),
                Some((what, child, problem)) => {
                    let (row, field) = self.pointed_at(&entry, what, child);
                    let mut complaint = drafts::complaint_at(&self.sheet, &self.mapping, row, field, problem);
                    complaint.rows = entry.rows;
                    self.complaints.push(complaint);
                }
            }
        }
        self.sort_complaints();
    }

    /// The rows under the headings as they stand.
    pub fn rows(&self) -> Vec<Shown<'_>> {
        amended::shown(&self.sheet, &self.mapping)
    }

    /// The column in which the partner is named whom a child alone in its row does not have, from 1.
    pub fn partners_column(&self) -> Option<usize> {
        let field = match self.layout() {
            Layout::RowPerTeam => self.mapping.name_field(Some(2)),
            Layout::RowPerPlayer => FormField::of_row(What::Partner),
        };
        self.mapping.column(field).map(|column| column + 1)
    }

    fn pointed_at(&self, entry: &Registered, what: What, child: usize) -> (usize, FormField) {
        let row = entry.rows.get(child).or(entry.rows.first()).copied().unwrap_or(self.mapping.row);
        let own = FormField::of_seat(what, if child == 0 { 1 } else { 2 });
        let is_seated = self.layout() == Layout::RowPerTeam && self.mapping.column(own).is_some();
        (row, if is_seated { own } else { FormField::of_row(what) })
    }

    fn sort_complaints(&mut self) {
        self.complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
    }

    /// The first complaints as a compiler would show them, a blank line between two.
    pub fn render_complaints(&self, most: usize) -> String {
        let render = |complaint: &Complaint| {
            let title = complaint.problem.to_string();
            file_text::excerpt(
                &self.sheet.file_text,
                &self.file,
                &title,
                complaint.span.clone(),
                &complaint.problem.help(),
            )
        };
        self.complaints.iter().take(most).map(render).collect::<Vec<_>>().join("\n\n")
    }

    /// The rows that cannot be imported, under their headings, each with its reason in front, as CSV.
    ///
    /// Mended, the file can be imported like any other: the first column is passed over.
    pub fn rejects_csv(&self) -> String {
        rejects::csv(&self.sheet, &self.mapping, &self.complaints, &self.waiting)
    }
}

/// Reads a CSV, TSV or XLSX file of registrations. `file` is its name, for messages.
///
/// # Errors
/// When nothing of the file can be read: empty, not text, a broken quote, no known heading, no such column.
/// Anything wrong with single rows is in [`Reading::complaints`] instead.
pub fn read(bytes: &[u8], file: &str, options: &Options) -> Result<Reading, Box<Unreadable>> {
    let mut notes = Vec::new();
    let named = [options.map.as_slice(), &options.remembered].concat();
    let sheet = sheet(bytes, &named, &mut notes)
        .map_err(|unfit| Box::new(Unreadable::new(file, unfit.0, bare(unfit.1), None)))?;
    let mut sheet = without_reasons(sheet);
    if let Err(why) = amend(&mut sheet, &options.cells) {
        return Err(Box::new(Unreadable::new(file, why, sheet, None)));
    }
    let mapping = match understand(&sheet, options) {
        Ok(mapping) => mapping,
        Err((why, mapping)) => return Err(Box::new(Unreadable::new(file, why, sheet, mapping))),
    };
    notes.extend(workbook::fill(&mut sheet, &mapping));
    let mut all = drafts::read(&sheet, &mapping, options);
    withdrawn::leave_out(&mut all, &sheet, &mapping);
    labels::settle(&mut all, &mapping);
    match options.tidies_names {
        true => capitals::tidy(&mut all.drafts),
        false => all.notes.extend(capitals::note(&all.drafts)),
    }
    gather::refuse_children(&mut all, &sheet, &mapping);
    if mapping.layout == Layout::RowPerTeam {
        gather::refuse_teams(&mut all, &sheet, &mapping);
    }
    doubts::note(&all.drafts, &sheet, &mapping, &mut all.notes);
    let entries = gather::gather(&mut all, &sheet, &mapping);
    doubts::note_grades(&entries, &mut all.notes);
    notes.append(&mut all.notes);
    notes.extend(mapping.notes.iter().map(|message| Note { line: None, message: message.clone() }));
    notes.sort_by_key(|note| note.line);
    let mut reading = Reading {
        file: file.to_owned(),
        entries,
        complaints: all.complaints,
        notes,
        unmet: all.unmet,
        mapping,
        sheet,
        waiting: all.waiting,
    };
    reading.sort_complaints();
    Ok(reading)
}

/// A text of which no rows could be made.
fn bare(file_text: FileText) -> Sheet {
    Sheet { file_text, rows: Vec::new(), merged: Vec::new() }
}

fn understand(sheet: &Sheet, options: &Options) -> Result<Mapping, Unmapped> {
    let mapping = mapping::map(sheet, &options.map, &options.remembered)?;
    let has_rows = sheet.rows[mapping.row + 1..].iter().any(|row| !row.is_blank());
    let at = sheet.rows[mapping.row].cells.first().map_or(0, |cell| cell.span.start);
    if has_rows { Ok(mapping) } else { Err((Unfit::NoRows { at }, Some(Box::new(mapping)))) }
}

fn sheet(bytes: &[u8], named: &[Assignment], notes: &mut Vec<Note>) -> Result<Sheet, Box<(Unfit, FileText)>> {
    let nowhere = |why| Box::new((why, FileText::new(String::new(), false)));
    if bytes.len() > LARGEST {
        return Err(nowhere(Unfit::TooLarge { megabytes: bytes.len() >> 20 }));
    }
    if workbook::is_workbook(bytes) {
        let (sheet, passed_over) = workbook::read(bytes, |row| known(row, named)).map_err(nowhere)?;
        if !passed_over.is_empty() {
            let named = passed_over.iter().map(|sheet| sheet.name.as_str()).collect::<Vec<_>>().join(", ");
            let lists = passed_over.iter().filter(|sheet| sheet.entries > 0);
            let lists = list(lists.map(|sheet| format!("{} of {}", counted(sheet.entries, "row"), sheet.name)));
            let lost = match lists.is_empty() {
                true => String::new(),
                false => format!("; not entered: {lists}: save each as its own file and import that too"),
            };
            let message = format!("one worksheet was read; skipped: {named}{lost}");
            notes.push(Note { line: None, message });
        }
        return Ok(sheet);
    }
    let decoded = encoding::decode(bytes).map_err(nowhere)?;
    if decoded.text.trim().is_empty() {
        return Err(nowhere(Unfit::Empty));
    }
    if decoded.guessed {
        let message = "the file is not UTF-8 and was read as Windows-1252: check names with accents".to_owned();
        notes.push(Note { line: None, message });
    }
    text_sheet(decoded.text, named)
}

/// A file of rejected rows is read as the file that they came from.
fn without_reasons(mut sheet: Sheet) -> Sheet {
    if sheet.rows.first().and_then(|row| row.cells.first()).is_some_and(|cell| cell.text == rejects::REASON) {
        sheet.rows.iter_mut().for_each(|row| drop(row.cells.remove(0)));
    }
    sheet
}

fn known(row: &Row, named: &[Assignment]) -> usize {
    heading_rows::known_headings(row.cells.iter().map(|cell| cell.text.as_str()), named)
}

/// Rows of a text file, the delimiter found out.
fn text_sheet(text: String, named: &[Assignment]) -> Result<Sheet, Box<(Unfit, FileText)>> {
    if let Some(at) = text.find('\0') {
        return Err(Box::new((Unfit::Nul { at }, FileText::new(text, false))));
    }
    if let Some(sheet) = sheet::read(&text) {
        return Ok(sheet);
    }
    let start = sheet::sniff(&text, |row| known(row, named));
    let mut cells = 0;
    let rows = Rows::new(&text, start.delimiter, start.at, start.line).map(|row| {
        let row = row?;
        cells += row.cells.len();
        if cells > MOST_CELLS { Err(Unfit::Overfull { what: "cells" }) } else { Ok(row) }
    });
    match rows.collect::<Result<Vec<_>, Unfit>>() {
        Ok(rows) => Ok(Sheet { rows, file_text: FileText::new(text, false), merged: Vec::new() }),
        Err(why) => Err(Box::new((why, FileText::new(text, false)))),
    }
}

#[cfg(test)]
mod reference {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> Option<PathBuf> {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/csv")).join(name);
        if !folder.is_dir() {
            eprintln!("skipped: {} is not here", folder.display());
            return None;
        }
        Some(folder)
    }

    fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let paths = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|p| p.extension().is_some_and(|e| e == "csv"));
        let mut files: Vec<(String, Vec<u8>)> = paths
            .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
            .collect();
        files.sort();
        files
    }

    fn cells(bytes: &[u8]) -> Vec<Vec<String>> {
        let sheet =
            text_sheet(encoding::decode(bytes).unwrap().text, &[]).unwrap_or_else(|unfit| panic!("{}", unfit.0));
        sheet.rows.into_iter().map(|row| row.cells.into_iter().map(|cell| cell.text).collect()).collect()
    }

    /// The rows of a fixture's JSON: arrays of cells, or objects by heading.
    fn expected(json: &str, headings: &[String]) -> (Vec<Vec<String>>, bool) {
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        let rows = json.as_array().cloned().unwrap_or_else(|| vec![json]);
        let by_heading = rows.first().is_none_or(serde_json::Value::is_object);
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let row = |row: &serde_json::Value| match row {
            serde_json::Value::Array(cells) => cells.iter().map(text).collect(),
            object => headings.iter().map(|heading| text(&object[heading])).collect(),
        };
        (rows.iter().map(row).collect(), by_heading)
    }

    #[test]
    fn good_files_are_read_cell_by_cell() {
        let Some(spectrum) = folder("csv-spectrum") else { return };
        let Some(data) = folder("csv-test-data") else { return };
        let mut compared = 0;
        for (folder, json) in [(spectrum.clone(), spectrum), (data.join("csv"), data.join("json"))] {
            for (name, bytes) in files(&folder).into_iter().filter(|(name, _)| !name.starts_with("bad-")) {
                let mut read = cells(&bytes);
                let (mut expected, by_heading) =
                    expected(&fs::read_to_string(json.join(format!("{name}.json"))).unwrap(), &read[0]);
                if by_heading {
                    read.remove(0);
                }
                if name == "location_coordinates" {
                    // The telephone number beside this file is of another row.
                    read[0].remove(0);
                    expected[0].remove(0);
                }
                assert_eq!(read, expected, "{name}");
                compared += 1;
            }
        }
        assert_eq!(compared, 30);
    }

    #[test]
    fn bad_files_are_refused() {
        let Some(folder) = folder("csv-test-data/csv") else { return };
        let mut messages = Vec::new();
        for (name, bytes) in files(&folder).into_iter().filter(|(name, _)| name.starts_with("bad-")) {
            let map = ["name=foo", "team=bar"].map(|a| a.parse().unwrap()).to_vec();
            let options = Options { map, ..Options::default() };
            let why = match read(&bytes, "file", &options) {
                Err(unreadable) => unreadable.to_string(),
                Ok(reading) => reading.complaints.first().map_or("read".to_owned(), |p| p.problem.to_string()),
            };
            messages.push(format!("{name}: {why}"));
        }
        assert_eq!(
            messages,
            [
                // Missing trailing cells are blank, and a number is no child.
                "bad-header-less-fields: \"1\" is not a name",
                "bad-header-more-fields: \"1\" is not a name",
                "bad-header-no-header: file is empty",
                "bad-header-wrong-header: file has no column \"foo\" for name",
                "bad-missing-quote: file:2:3 has a quoted cell that never ends",
                "bad-quotes-with-unescaped-quote: file:2:20 has text after a closing quote",
                "bad-unescaped-quote: file:2:8 has a quote in the middle of a cell",
            ]
        );
    }
}
