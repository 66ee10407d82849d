//! One registration file, read: entries, complaints, notes, and how its columns were understood.

use super::drafts::{self, Options};
use super::field::{Assignment, Field, What};
use super::gather::{self, Entry};
use super::mapping::{self, Layout, Mapping};
use super::problem::{Complaint, Note, Problem, Unfit, Unreadable};
use super::sheet::{Row, Rows, Sheet};
use super::source::{MOST_CELLS, Source};
use super::{encoding, rejects, sheet, show, workbook};
use crate::registration::Registration;

/// A larger file is no list of registrations: 10,000 children fit into two megabytes.
const LARGEST: usize = 64 << 20;

/// A registration file as read. Whoever imports it all or nothing looks at `complaints` first.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The file, as the director named it.
    pub file: String,
    /// The entries nothing is wrong with, in the order of the file.
    pub entries: Vec<Entry>,
    /// All that is wrong, in the order of the file.
    pub complaints: Vec<Complaint>,
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
                    let mut complaint = drafts::complaint_at(&self.sheet, &self.mapping, row, Some(field), problem);
                    complaint.rows = entry.rows;
                    self.complaints.push(complaint);
                }
            }
        }
        self.sort_complaints();
    }

    fn pointed_at(&self, entry: &Entry, what: What, child: usize) -> (usize, Field) {
        let row = entry.rows.get(child).or(entry.rows.first()).copied().unwrap_or(self.mapping.row);
        let own = Field::of_seat(what, if child == 0 { 1 } else { 2 });
        let is_seated = self.layout() == Layout::RowPerTeam && self.mapping.column(own).is_some();
        (row, if is_seated { own } else { Field::of_row(what) })
    }

    fn sort_complaints(&mut self) {
        self.complaints.sort_by_key(|complaint| (complaint.line, complaint.column));
    }

    /// The first complaints as a compiler would show them, a blank line between two.
    pub fn render_complaints(&self, most: usize, is_colour: bool) -> String {
        let render = |complaint: &Complaint| {
            let title = complaint.problem.to_string();
            show::excerpt(
                &self.sheet.source,
                &self.file,
                &title,
                complaint.span.clone(),
                &complaint.problem.help(),
                is_colour,
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
    let sheet =
        sheet(bytes, &named, &mut notes).map_err(|(why, source)| Box::new(Unreadable::new(file, why, source)))?;
    let mut sheet = without_reasons(sheet);
    let mapping = match understand(&sheet, options) {
        Ok(mapping) => mapping,
        Err(why) => return Err(Box::new(Unreadable::new(file, why, sheet.source))),
    };
    notes.extend(workbook::fill(&mut sheet, &mapping));
    let mut all = drafts::read(&sheet, &mapping, options);
    gather::refuse_children(&mut all, &sheet, &mapping);
    if mapping.layout == Layout::RowPerTeam {
        gather::refuse_teams(&mut all, &sheet, &mapping);
    }
    gather::note_likenesses(&all.drafts, &mut all.notes);
    let entries = gather::gather(&mut all, &sheet, &mapping);
    notes.append(&mut all.notes);
    notes.extend(mapping.notes.iter().map(|message| Note { line: None, message: message.clone() }));
    notes.sort_by_key(|note| note.line);
    let mut reading = Reading {
        file: file.to_owned(),
        entries,
        complaints: all.complaints,
        notes,
        mapping,
        sheet,
        waiting: all.waiting,
    };
    reading.sort_complaints();
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
        let (sheet, passed_over) = workbook::read(bytes, |row| known(row, named)).map_err(nowhere)?;
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

/// A file of rejected rows is read as the file that they came from.
fn without_reasons(mut sheet: Sheet) -> Sheet {
    if sheet.rows.first().and_then(|row| row.cells.first()).is_some_and(|cell| cell.text == rejects::REASON) {
        sheet.rows.iter_mut().for_each(|row| drop(row.cells.remove(0)));
    }
    sheet
}

fn known(row: &Row, named: &[Assignment]) -> usize {
    mapping::known_headings(row.cells.iter().map(|cell| cell.text.as_str()), named)
}

/// Rows of a text file, the delimiter found out.
fn text_sheet(text: String, named: &[Assignment]) -> Result<Sheet, (Unfit, Source)> {
    if let Some(at) = text.find('\0') {
        return Err((Unfit::Nul { at }, Source::new(text, false)));
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
        Ok(rows) => Ok(Sheet { rows, source: Source::new(text, false) }),
        Err(why) => Err((why, Source::new(text, false))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::Entrants;

    fn reading(text: &str) -> Reading {
        read(text.as_bytes(), "entries.csv", &Options::default()).unwrap_or_else(|e| panic!("{}", e.render(false)))
    }

    fn entries(text: &str) -> Vec<String> {
        let reading = reading(text);
        assert_eq!(reading.complaints, [], "{}", reading.render_complaints(9, false));
        reading.entries.iter().map(|entry| described(&entry.registration)).collect()
    }

    fn described(registration: &Registration) -> String {
        let child = |child: &crate::registration::Child| {
            let grade = child.grade.map(|grade| format!(" {grade}")).unwrap_or_default();
            let rating = child.rating.map(|rating| format!(" {rating}")).unwrap_or_default();
            format!("{}{grade}{rating}", child.name)
        };
        match &registration.entrants {
            Entrants::Team { name, players, .. } => format!("{name}: {} + {}", child(&players[0]), child(&players[1])),
            Entrants::Alone(alone) => format!("needs a partner: {}", child(alone)),
        }
    }

    fn complaints(text: &str) -> Vec<String> {
        reading(text).complaints.iter().map(|p| format!("{}:{}: {}", p.line, p.column, p.problem)).collect()
    }

    #[test]
    fn a_row_a_team() {
        let file = "Team Name,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2\n\
                    Rooks,\"Lee, Ann\",3,1234,Bo Kim,K,unr\n\
                    NEED,Cy Day,5th,,,,\n\
                    ,Di Eck,1,,Ed Fox,2,\n";
        assert_eq!(
            entries(file),
            ["Rooks: Ann Lee 3 1234 + Bo Kim K", "needs a partner: Cy Day 5", "Eck-Fox: Di Eck 1 + Ed Fox 2"]
        );
    }

    #[test]
    fn a_row_a_child_grouped_by_team_name() {
        let file = "Name,Grade,Team\nAnn Lee,3,Rooks\nBo Kim,2,rooks \nCy Day,4,NEED\nDi Eck,4,\n";
        assert_eq!(
            entries(file),
            ["Rooks: Ann Lee 3 + Bo Kim 2", "needs a partner: Cy Day 4", "needs a partner: Di Eck 4"]
        );
    }

    #[test]
    fn a_row_a_child_who_names_the_partner() {
        let file =
            "First Name,Last Name,Partner\nAnn,Lee,Bo Kim\nBo,Kim,Ann Lee\nCy,Day,\"Eck, Di\"\nDi,Eck,\nEd,Fox,need\n";
        assert_eq!(entries(file), ["Kim-Lee: Ann Lee + Bo Kim", "Day-Eck: Cy Day + Di Eck", "needs a partner: Ed Fox"]);
    }

    #[test]
    fn a_row_a_pair_where_partners_have_no_rows_of_their_own() {
        assert_eq!(
            entries("Player,Partner\nAnn Lee,Bo Kim\nCy Day,Di Eck\n"),
            ["Kim-Lee: Ann Lee + Bo Kim", "Day-Eck: Cy Day + Di Eck"]
        );
        let file = "Name,Grade,Partner's name,Partner's grade\nAnn Lee,3,Bo Kim,2\nBo Kim,2,Ann Lee,3\nCy Day,4,,\n";
        assert_eq!(
            entries(file),
            ["Kim-Lee: Ann Lee 3 + Bo Kim 2", "needs a partner: Cy Day 4"],
            "both filled in the form"
        );
    }

    #[test]
    fn everything_wrong_is_reported_at_once_with_its_place() {
        let file = "Team,Player 1,Grade 1,Rating 1,Player 2\n\
                    Rooks,Ann Lee,33,abc,Bo Kim\n\
                    Pawns,Cy Day,3,,\n\
                    Kings,Di Eck,3,5000,Ed Fox\n\
                    Bishops,Flo Gay,2,,Hal Ide,extra\n";
        assert_eq!(
            complaints(file),
            [
                "2:15: \"33\" is not a grade",
                "2:18: \"abc\" is not a rating",
                "3:17: Pawns has one player, Cy Day",
                "4:16: rating 5000 is out of range",
                "5:28: the row has 6 cells, but there are 5 headings",
            ]
        );
    }

    #[test]
    fn the_same_child_or_team_twice_is_refused() {
        let teams = "Team,Player 1,Player 2\nRooks,Ann Lee,Bo Kim\nrooks,Cy Day,Di Eck\nPawns,Ed Fox,ann lee\n";
        assert_eq!(
            complaints(teams),
            ["3:1: rooks is in the file twice: first on line 2", "4:14: ann lee is in the file twice: first on line 2"]
        );
        let ids = "Name,ID,Team\nAnn Lee,77,Rooks\nBo Kim,77,Rooks\nCy Day,5,Rooks\n";
        assert_eq!(complaints(ids), ["3:8: Bo Kim is in the file twice: id 77 was on line 2, for Ann Lee"]);
    }

    #[test]
    fn different_ids_or_schools_are_different_children() {
        let file =
            "Name,ID,School,Team\nAnn Lee,1,Oak,Rooks\nAnn Lee,2,Oak,Rooks\nAnn Lee,,Elm,Pawns\nBo Kim,,Elm,Pawns\n";
        assert_eq!(entries(file).len(), 2);
    }

    #[test]
    fn a_team_of_one_or_three_is_refused_with_the_way_out() {
        let file = "Name,Team\nAnn Lee,Rooks\nBo Kim,Rook\nCy Day,Pawns\nDi Eck,Pawns\nEd Fox,Pawns\n";
        let reading = reading(file);
        let told: Vec<String> =
            reading.complaints.iter().map(|p| format!("{}; {}", p.problem, p.problem.help())).collect();
        assert_eq!(
            told,
            [
                "Rooks is on one row only: Ann Lee has no partner there; line 3 has \"Rook\": if they are one team, write the name the same way; if a partner is wanted, write NEED",
                "Rook is on one row only: Bo Kim has no partner there; line 2 has \"Rooks\": if they are one team, write the name the same way; if a partner is wanted, write NEED",
                "Pawns has 3 players; a bughouse team has two; put the others into a team of their own, or write NEED as their team name",
            ]
        );
    }

    #[test]
    fn likely_misspellings_are_notes() {
        let file = "Team,Player 1,School 1,Player 2,School 2\nRooks,John Smith,Lincoln Elem.,Bo Kim,LINCOLN ES\nPawns,Jon Smith,Lincoln Elem.,Player 1,Oak\nKings,Player 2,Oak,Cy Day,Oak\n";
        let reading = reading(file);
        let notes: Vec<String> = reading.notes.iter().map(|n| n.message.clone()).collect();
        assert_eq!(notes, ["Jon Smith looks like John Smith on line 2: the same child?"]);
        assert_eq!(reading.entries.len(), 3);
    }

    #[test]
    fn headings_need_not_be_on_line_one() {
        let file = "Lincoln Open,,\n\nExported 3 May,,\nTeam,Player 1,Player 2\nRooks,Ann Lee,Bo Kim\n\n,,\n";
        assert_eq!(entries(file), ["Rooks: Ann Lee + Bo Kim"]);
    }

    #[test]
    fn missing_trailing_cells_are_blank() {
        assert_eq!(entries("Name,Team,Grade,Rating\nAnn Lee,Rooks\nBo Kim,Rooks,3\n"), ["Rooks: Ann Lee + Bo Kim 3"]);
    }

    #[test]
    fn a_file_that_is_no_list_is_refused() {
        for (text, why) in [
            ("", "entries.csv is empty"),
            ("\u{feff} \r\n\r\n", "entries.csv is empty"),
            ("foo,bar\n1,2\n", "entries.csv:1:1 has no heading that says where the players' names are"),
            ("Team,Player 1,Player 2\n", "entries.csv:1:1 has headings but no rows under them"),
            ("Name,Team\nAnn,\"Rooks\nBo,Rooks\n", "entries.csv:2:5 has a quoted cell that never ends"),
            ("Name,Team\nA\0nn,Rooks\n", "entries.csv:2:2 holds a NUL character, so it is not a text file"),
        ] {
            let error = read(text.as_bytes(), "entries.csv", &Options::default()).unwrap_err();
            assert_eq!(error.to_string(), why);
        }
    }

    #[test]
    fn map_settles_what_headings_do_not() {
        let text = "Squad thing,Kid one,Kid two,Points\nRooks,Ann Lee,Bo Kim,1500\n";
        let map = |text: &str| text.split(' ').map(|a| a.parse().unwrap()).collect::<Vec<Assignment>>();
        let options = Options { map: map("team=1 player-1=B player-2=two rating=Points"), ..Options::default() };
        let reading = read(text.as_bytes(), "entries.csv", &options).unwrap();
        assert_eq!(described(&reading.entries[0].registration), "Rooks: Ann Lee + Bo Kim");
        let kept = reading.mapping.to_remember(&options.map);
        let kept_as_typed: Vec<String> = kept.iter().map(ToString::to_string).collect();
        assert_eq!(kept_as_typed, ["team=Squad thing", "player-1=Kid one", "player-2=Kid two", "rating=Points"]);
        let again = Options { remembered: kept, ..Options::default() };
        assert_eq!(read(text.as_bytes(), "entries.csv", &again).unwrap().entries, reading.entries);
        let wrong = Options { map: map("team=Sqaud"), ..Options::default() };
        let error = read(text.as_bytes(), "entries.csv", &wrong).unwrap_err();
        assert_eq!(error.help, "did you mean --map team=\"Squad thing\"?");
    }

    #[test]
    fn a_bad_row_holds_its_partner_back_without_a_second_complaint() {
        let file =
            "Name,Grade,Team\nAnn Lee,33,Rooks\nBo Kim,2,Rooks\nCy Day,1,Pawns\nDi Eck,1,Pawns\nCy Day,1,Pawns\n";
        let reading = reading(file);
        assert_eq!(
            complaints(file),
            ["2:9: \"33\" is not a grade", "6:1: Cy Day is in the file twice: first on line 4"]
        );
        assert_eq!(
            reading.entries.iter().map(|e| described(&e.registration)).collect::<Vec<_>>(),
            ["Pawns: Cy Day 1 + Di Eck 1"]
        );
        let rejects = reading.rejects_csv();
        assert!(
            rejects.contains("\"good; waits for the partner's row, which was line 2\",Bo Kim,2,Rooks\r\n"),
            "{rejects}"
        );
        assert_eq!(entries(&rejects.replace(",33,", ",3,").replace("Cy Day,1,Pawns", "Ed Fox,1,NEED")).len(), 2);
    }

    #[test]
    fn rejected_rows_can_be_mended_and_imported() {
        let file = "Title\nTeam,Player 1,Grade 1,Player 2\nRooks,Ann Lee,3,Bo Kim\nPawns,\"Day, Cy\",33,=Di Eck\n";
        let reading = reading(file);
        let rejects = reading.rejects_csv();
        let expected = "What to mend,Team,Player 1,Grade 1,Player 2\r\n\"\"\"33\"\" is not a grade; expected PK, K or 1 to 12; \"\"3rd\"\", \"\"Grade 3\"\" and \"\"Kindergarten\"\" are understood too\",Pawns,\"Day, Cy\",33,'=Di Eck\r\n";
        assert_eq!(rejects, expected);
        assert_eq!(entries(&rejects.replace(",33,", ",3,")), ["Pawns: Cy Day 3 + =Di Eck"]);
    }
}

#[cfg(test)]
mod reference {
    use super::*;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> Option<PathBuf> {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/csv")).join(name);
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
        let sheet = text_sheet(encoding::decode(bytes).unwrap().text, &[]).unwrap_or_else(|(why, _)| panic!("{why}"));
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
        let mut told = Vec::new();
        for (name, bytes) in files(&folder).into_iter().filter(|(name, _)| name.starts_with("bad-")) {
            let map = ["name=foo", "team=bar"].map(|a| a.parse().unwrap()).to_vec();
            let options = Options { map, ..Options::default() };
            let why = match read(&bytes, "file", &options) {
                Err(unreadable) => unreadable.to_string(),
                Ok(reading) => reading.complaints.first().map_or("read".to_owned(), |p| p.problem.to_string()),
            };
            told.push(format!("{name}: {why}"));
        }
        assert_eq!(
            told,
            [
                // Missing trailing cells are blank: one child of team 2, and no partner.
                "bad-header-less-fields: 2 is on one row only: 1 has no partner there",
                "bad-header-more-fields: the row has 4 cells, but there are 3 headings",
                "bad-header-no-header: file is empty",
                "bad-header-wrong-header: file has no column \"foo\" for name",
                "bad-missing-quote: file:2:3 has a quoted cell that never ends",
                "bad-quotes-with-unescaped-quote: file:2:20 has text after a closing quote",
                "bad-unescaped-quote: file:2:8 has a quote in the middle of a cell",
            ]
        );
    }
}
