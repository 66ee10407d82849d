//! One roster in every encoding, delimiter and line end that spreadsheets write: always the same teams.

use super::rosters::{lines, sound};
use super::zipped;

/// One line a row, cells parted by bars, nothing quoted.
const ROSTER: &str = "Team Name|Player 1|Grade 1|Rating 1|School 1|Player 2|Grade 2|Rating 2|School 2\n\
Rooks, Knights & Co|Müller, Zoë|3|1641P17|Lincoln ES|Bo O’Brien|K|unr|École Saint-Éloi\n\
Señores \"Torre\"|Iñaki Peña|12th|-1|Oak|Ann\u{a0}Lee|PK||\n\
NEED|Søren Ægir|5|  1279|||||\n";

fn expected() -> Vec<&'static str> {
    vec![
        "Rooks, Knights & Co: Zoë Müller 3 1641 @Lincoln ES + Bo O’Brien K @École Saint-Éloi",
        "Señores \"Torre\": Iñaki Peña 12 @Oak + Ann Lee PK",
        "needs a partner: Søren Ægir 5 1279",
    ]
}

fn cells() -> Vec<Vec<String>> {
    ROSTER.lines().map(|line| line.split('|').map(str::to_owned).collect()).collect()
}

fn written(delimiter: char, line_end: &str, always_quoted: bool) -> String {
    let quoted = |cell: &String| {
        let needs_it = cell.contains([delimiter, '"', '\n']);
        if needs_it || always_quoted { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    let row = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(&delimiter.to_string());
    cells().iter().map(|r| row(r) + line_end).collect()
}

fn utf16(text: &str, to_bytes: fn(u16) -> [u8; 2], has_mark: bool) -> Vec<u8> {
    let mark = if has_mark { "\u{feff}" } else { "" };
    format!("{mark}{text}").encode_utf16().flat_map(to_bytes).collect()
}

/// Every character of the roster is in Windows-1252.
fn windows_1252(text: &str) -> Vec<u8> {
    let (bytes, _, has_unmappable) = encoding_rs::WINDOWS_1252.encode(text);
    assert!(!has_unmappable);
    bytes.into_owned()
}

#[test]
fn one_roster_gives_the_same_teams_in_every_encoding_delimiter_and_line_end() {
    let mut tried = 0;
    for delimiter in [',', ';', '\t', '|'] {
        for line_end in ["\n", "\r\n", "\r"] {
            for always_quoted in [false, true] {
                let text = written(delimiter, line_end, always_quoted);
                let files = [
                    ("UTF-8", text.clone().into_bytes()),
                    ("UTF-8 with mark", format!("\u{feff}{text}").into_bytes()),
                    ("UTF-16 LE", utf16(&text, u16::to_le_bytes, true)),
                    ("UTF-16 BE", utf16(&text, u16::to_be_bytes, true)),
                    ("UTF-16 LE without mark", utf16(&text, u16::to_le_bytes, false)),
                    ("UTF-16 BE without mark", utf16(&text, u16::to_be_bytes, false)),
                    ("Windows-1252", windows_1252(&text)),
                ];
                for (encoding, bytes) in files {
                    let read = lines(&sound(&bytes));
                    assert_eq!(read, expected(), "{encoding}, {delimiter:?}, {line_end:?}, quoted: {always_quoted}");
                    tried += 1;
                }
            }
        }
    }
    assert_eq!(tried, 168);
}

#[test]
fn what_is_around_the_roster_does_not_matter() {
    let text = written(';', "\r\n", false);
    let padded: String = text.lines().map(|line| format!("{}\r\n", line.replace(';', " ; "))).collect();
    let empty_columns: String = text.lines().map(|line| format!("{line};;;\r\n")).collect();
    for (what, text) in [
        ("sep= line", format!("sep=;\r\n{text}")),
        ("title above", format!("Lincoln Open 2026\r\n\r\nAll entries;;;\r\n{text}")),
        ("blank lines below", format!("{text}\r\n;;;;\r\n\r\n")),
        ("no last line end", text.trim_end().to_owned()),
        ("padding", padded),
        ("empty columns", empty_columns),
        ("headings on every page", {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.insert(2, lines[0]);
            lines.join("\r\n")
        }),
    ] {
        assert_eq!(lines(&sound(text.as_bytes())), expected(), "{what}");
    }
}

#[test]
fn a_column_that_no_one_knows_is_passed_over() {
    let text = written('|', "\n", false);
    let text: String = text.lines().map(|line| format!("2026-05-03 14:32:11|{line}|yes\n")).collect();
    let text =
        text.replacen("2026-05-03 14:32:11|Team", "Timestamp|Team", 1).replacen("|yes", "|Do you agree, and why?", 1);
    assert_eq!(lines(&sound(text.as_bytes())), expected());
}

#[test]
fn a_workbook_gives_the_same_teams() {
    let reading = sound(&zipped::workbook(&[("Entries", &cells())]));
    assert_eq!(lines(&reading), expected());
}
