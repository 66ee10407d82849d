//! Cells and files that mean harm, or are merely broken: kept as text, or refused with their place; never a panic.

use super::rosters::{lines, sound};
use super::zipped;
use bughouse::interchange::registrations::{Options, read};
use proptest::prelude::*;

pub const GOOD: &str = "Team Name,Player 1,Grade 1,Rating 1,ID 1,School 1,Player 2,Grade 2,Rating 2,ID 2,School 2,Section,Email\n\
Rooks,\"Lee, Ann\",3,1641P17,12345678,Lincoln ES,Bo Kim,K,unr,,\"Oak, the \"\"old\"\" one\",K-6,a@example.org\n\
NEED,Søren Ægir,5th,-1,,Home school,,,,,,K-6,\n\
\"Two\nlines\",Di Eck,PK,,7,,Ed Fox,12,1,8,Elm,K-12,\n";

#[test]
fn formulas_html_emoji_and_other_scripts_are_text() {
    for name in [
        "=HYPERLINK(\"http://x\")",
        "+1+Ann",
        "@SUM(A1)",
        "<script>alert(1)</script>",
        "'; drop table team; --",
        "👩‍🚀 Ann",
        "نورة",
        "李伟",
        "%s%n",
        "../../etc",
    ] {
        let text = format!("Name,Team\n\"{}\",Rooks\nBo Kim,Rooks\n", name.replace('"', "\"\""));
        assert_eq!(lines(&sound(text.as_bytes())), [format!("Rooks: {name} + Bo Kim")]);
    }
}

#[test]
fn control_characters_and_endless_names_are_refused_with_their_place() {
    let endless = "x".repeat(10_000);
    for (cell, expected) in [
        ("An\u{7}n", "3:4: the cell has a control character in it (U+0007)"),
        ("A\u{1b}[2Jnn", "3:4: the cell has a control character in it (U+001B)"),
        (endless.as_str(), "3:4: 10000 characters is too long"),
    ] {
        let text = format!("No,Name,Team\n1,Bo Kim,Rooks\nß2,{cell},Rooks\n");
        let reading = read(text.as_bytes(), "entries.csv", &Options::default()).unwrap();
        let all: Vec<String> =
            reading.complaints.iter().map(|p| format!("{}:{}: {}", p.line, p.column, p.problem)).collect();
        assert_eq!(all, [expected], "one cause, one problem");
        let shown = reading.render_complaints(9);
        assert!(!shown.contains(|c: char| c.is_control() && c != '\n') && shown.len() < 4000, "{shown:?}");
    }
}

#[test]
fn direction_overrides_do_not_get_into_names() {
    assert_eq!(
        lines(&sound("Name,Team\n\u{202e}eeL nnA,Rooks\nBo Kim\u{2066},Rooks\n".as_bytes())),
        ["Rooks: eeL nnA + Bo Kim"]
    );
}

#[test]
fn a_cell_far_out_in_a_workbook_costs_nothing() {
    let rows: Vec<Vec<String>> = ["Name", "Ann Lee"].map(|cell| vec![cell.to_owned()]).to_vec();
    let mut book = zipped::workbook(&[("Entries", &rows)]);
    // The same bytes long, so the archive stays sound but for its checksum.
    let at = book.windows(6).position(|w| w == b"r=\"A2\"").unwrap();
    book[at..at + 6].copy_from_slice(b"r=\"Z9\"");
    let _ = read(&book, "entries.xlsx", &Options::default());
}

#[test]
fn workbooks_that_hold_or_promise_too_much_are_refused_within_bounds() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/import/bombs");
    for (file, answer) in [
        ("texts-announced.xlsx", "too many rows or texts declared but missing"),
        ("texts-announced-by-billions.xlsx", "too many rows or texts declared but missing"),
        ("last-row-and-column.xlsx", "too many rows or texts declared but missing"),
        ("unpacked.xlsx", "too many megabytes when unpacked"),
        ("wide-rows.xlsx", "too many cells"),
        ("one-text-many-times.xlsx", "too many cells"),
        ("merged-all-over.xlsx", "too many merged cells"),
        ("one-sheet-under-many-names.xlsx", "too many worksheets"),
    ] {
        let bytes = std::fs::read(format!("{folder}/{file}")).unwrap();
        let unreadable = read(&bytes, file, &Options::default()).unwrap_err();
        assert_eq!(unreadable.to_string(), format!("{file} isn't a registration list: {answer}"));
    }
    for file in [
        "size-understated.xlsx",
        "column-beyond-all.xlsx",
        "row-of-a-cell-beyond-all.xlsx",
        "row-beyond-all.xlsx",
        "dimension-backwards.xlsx",
        "merged-backwards.xlsx",
    ] {
        let bytes = std::fs::read(format!("{folder}/{file}")).unwrap();
        match read(&bytes, "entries.xlsx", &Options::default()) {
            // Built without looking for overflows, the library counts on.
            _ if !cfg!(debug_assertions) && file != "size-understated.xlsx" => {}
            Err(unreadable) => {
                let answer = unreadable.to_string();
                assert!(answer.starts_with("entries.xlsx cannot be read as an Excel workbook"), "{file}: {answer}");
            }
            Ok(_) => panic!("{file} was read"),
        }
    }
}

pub fn never_panics(bytes: &[u8]) {
    match read(bytes, "entries.csv", &Options::default()) {
        Ok(reading) => {
            let _ = reading.render_complaints(usize::MAX);
            let _ = reading.rejects_csv();
            for complaint in &reading.complaints {
                assert!(complaint.line >= 1 && complaint.column >= 1);
            }
        }
        Err(unreadable) => drop(unreadable.render()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        never_panics(&bytes);
    }

    #[test]
    fn random_text_under_good_headings_never_panics(rows in proptest::collection::vec("[ -~\u{0}-\u{1f}äöÜ李\u{202e}\r\n,;\"\t|]{0,60}", 0..12)) {
        let headings = GOOD.lines().next().unwrap();
        never_panics(format!("{headings}\n{}", rows.join("\n")).as_bytes());
    }

    #[test]
    fn a_good_file_with_bytes_changed_never_panics(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..12)) {
        never_panics(&mutated(GOOD.as_bytes(), &changes));
    }

    #[test]
    fn a_good_workbook_with_bytes_changed_never_panics(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6)) {
        let rows: Vec<Vec<String>> = GOOD.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
        never_panics(&mutated(&zipped::workbook(&[("Entries", &rows)]), &changes));
    }
}

/// Bytes replaced, inserted, or removed.
fn mutated(bytes: &[u8], changes: &[(prop::sample::Index, u8, u8)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, byte, kind) in changes {
        if bytes.is_empty() {
            break;
        }
        let at = at.index(bytes.len());
        match kind {
            0 => bytes[at] = *byte,
            1 => bytes.insert(at, *byte),
            _ => drop(bytes.remove(at)),
        }
    }
    bytes
}
