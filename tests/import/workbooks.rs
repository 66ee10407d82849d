//! XLSX workbooks: which worksheet is read, and where its mistakes are.

use super::rosters::{lines, sound};
use super::zipped::workbook;
use bughouse::interchange::registrations::{Options, read};

fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split('|').map(str::to_owned).collect()).collect()
}

#[test]
fn the_worksheet_with_the_headings_is_read_and_the_others_are_named() {
    let readme = rows("Welcome to the form\nsee the next sheet");
    let entries = rows("Name|Grade|Team|USCF ID\nLee, Ann|3|Rooks|12345678\nBo Kim|2|Rooks|");
    let reading = sound(&workbook(&[("Read me", &readme), ("Entries", &entries)]));
    assert_eq!(lines(&reading), ["Rooks: Ann Lee 3 #12345678 + Bo Kim 2"]);
    assert_eq!(reading.notes[0].message, "one worksheet was read; skipped: Read me");
    let more = rows("Name|Grade|Team\nCy Day|5|Kings\nDi Eck|5|Kings");
    let reading = sound(&workbook(&[("K-3", &entries), ("K-6", &more), ("Read me", &readme)]));
    let lost = "not entered: 2 rows of K-6: save each as its own file and import that too";
    assert_eq!(reading.notes[0].message, format!("one worksheet was read; skipped: K-6, Read me; {lost}"));
}

#[test]
fn a_mistake_is_shown_by_row_and_column_of_the_worksheet() {
    let entries = rows("Entries for Saturday\n\nName|Rating|Team\nAnn Lee|twelve|Rooks\nBo Kim||Rooks");
    let reading = read(&workbook(&[("Entries", &entries)]), "entries.xlsx", &Options::default()).unwrap();
    let complaint = &reading.complaints[0];
    assert_eq!((complaint.line, complaint.column), (4, 2));
    let expected = "\
error: \"twelve\" is not a rating
 --> entries.xlsx:4:11
  |
4 | Ann Lee | twelve | Rooks
  |           ^^^^^^
  |
  = help: expected a number like 1234 or 1641P17; leave it blank, or write unr, for an unrated player";
    assert!(reading.render_complaints(9).starts_with(expected), "{}", reading.render_complaints(9));
}

#[test]
fn a_formula_whose_value_is_not_in_the_file_is_not_taken_for_an_empty_cell() {
    let entries = rows("Name|Rating|Team\nAnn Lee|=1000+200|Rooks\nBo Kim||Rooks");
    let error = read(&workbook(&[("Entries", &entries)]), "entries.xlsx", &Options::default()).unwrap_err();
    assert_eq!(error.to_string(), "entries.xlsx has a formula in cell B2 whose value was never computed");
    let aside = rows("Fees\n=40*20");
    let plain = rows("Name|Team\nAnn Lee|Rooks\nBo Kim|Rooks");
    let reading = sound(&workbook(&[("Fees", &aside), ("Entries", &plain)]));
    assert_eq!(lines(&reading), ["Rooks: Ann Lee + Bo Kim"]);
}

#[test]
fn what_is_no_workbook_is_refused() {
    let whole = workbook(&[("Entries", &rows("Name|Team\nAnn|Rooks\nBo|Rooks"))]);
    for bytes in [&b"PK\x03\x04 and then nothing"[..], &whole[..whole.len() / 2], &whole[..whole.len() - 10]] {
        let error = read(bytes, "entries.xlsx", &Options::default()).unwrap_err();
        assert!(error.to_string().starts_with("entries.xlsx cannot be read as an Excel workbook"), "{error}");
    }
    let empty = read(&workbook(&[("Entries", &[])]), "entries.xlsx", &Options::default()).unwrap_err();
    assert_eq!(empty.to_string(), "entries.xlsx is empty");
}
