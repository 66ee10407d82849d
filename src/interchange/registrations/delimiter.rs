//! Which character parts the cells: comma, semicolon, tab or bar.
//!
//! Judged by the rows that each choice gives, not by counting characters, so that a cell holding a comma or a
//! bar fools nobody. A first line `sep=;` settles it, as spreadsheets write it.

use super::problem::Unfit;
use super::sheet::{Row, Rows};
use super::source::MOST_COLUMNS;

const CANDIDATES: [char; 4] = [',', ';', '\t', '|'];
/// Rows looked at. Headings stand within the first few; the rest shows whether the widths agree.
const SAMPLE: usize = 60;

/// Where the rows begin, and what parts their cells.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub delimiter: char,
    pub at: usize,
    pub line: usize,
}

/// Finds the delimiter. `known` counts the headings that are recognised in a row.
pub(super) fn sniff(text: &str, known: impl Fn(&Row) -> usize) -> Start {
    if let Some(start) = declared(text) {
        return start;
    }
    // The first candidate wins a tie, so they are tried from the last: `max_by_key` keeps the last maximum.
    let delimiter = CANDIDATES.into_iter().rev().max_by_key(|d| fitness(text, *d, &known)).unwrap_or(',');
    Start { delimiter, at: 0, line: 1 }
}

/// `sep=;` on the first line.
fn declared(text: &str) -> Option<Start> {
    let end = text.find(['\r', '\n'])?;
    let line = text[..end].trim_end_matches([',', ';']).trim_matches('"');
    let (word, delimiter) = line.split_at_checked(4)?;
    let delimiter = match (word.eq_ignore_ascii_case("sep="), delimiter) {
        // `sep=,` loses its delimiter to the trimming of empty cells above.
        (true, "") => text[4..].trim_start_matches('"').chars().next()?,
        (true, other) => other.chars().next().filter(|c| c.len_utf8() == other.len())?,
        _ => return None,
    };
    if matches!(delimiter, '"' | '\r' | '\n') {
        return None;
    }
    let length = if text[end..].starts_with("\r\n") { 2 } else { 1 };
    Some(Start { delimiter, at: end + length, line: 2 })
}

/// Recognised headings first, then more than one column, then no broken quotes, then rows no wider than the
/// headings, then the number of columns.
fn fitness(text: &str, delimiter: char, known: &impl Fn(&Row) -> usize) -> (usize, bool, bool, usize, usize) {
    let mut rows = Vec::new();
    let mut is_sound = true;
    for row in Rows::new(text, delimiter, 0, 1).take(SAMPLE) {
        match row {
            Ok(row) if row.is_blank() => {}
            Ok(row) => rows.push(row),
            // So wide that it is refused, which is to be said of the file.
            Err(Unfit::TooManyColumns { .. }) => return (0, true, false, 0, MOST_COLUMNS),
            Err(_) => is_sound = false,
        }
    }
    let best = rows.iter().map(known).max().unwrap_or(0);
    let heading = rows.iter().position(|row| known(row) == best).unwrap_or(0);
    let Some(width) = rows.get(heading).map(|row| row.cells.len()) else { return (0, false, false, 0, 0) };
    let overlong = rows[heading..].iter().filter(|row| row.cells.len() > width).count();
    (best, width > 1, is_sound, usize::MAX - overlong, width)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delimiter(text: &str) -> char {
        let known =
            |row: &Row| row.cells.iter().filter(|c| ["Team", "Name", "School"].contains(&c.text.trim())).count();
        sniff(text, known).delimiter
    }

    #[test]
    fn a_cell_that_holds_a_delimiter_fools_nobody() {
        assert_eq!(delimiter("Team,Name\n\"North | South\",Ann\n\"A | B\",Bo\n"), ',');
        assert_eq!(delimiter("Team;Name\n\"a,b\";\"Lee, Ann\"\n\"c,d\";\"Kim, Bo\"\n"), ';');
        assert_eq!(delimiter("Name;School\nLee, Ann;Oak\nKim, Bo;Elm\n"), ';');
        assert_eq!(delimiter("Team\tName\na,b\tAnn\n"), '\t');
        assert_eq!(delimiter("Team|Name\nRooks|Lee, Ann\n"), '|');
    }

    #[test]
    fn unknown_headings_are_judged_by_the_widths() {
        assert_eq!(delimiter("foo;bar;baz\n1,5;2;3\n"), ';');
        assert_eq!(delimiter("foo,bar\n1,2\n"), ',');
        assert_eq!(delimiter("foo\n"), ',');
    }

    #[test]
    fn one_column_of_last_name_first_has_no_delimiter() {
        assert_ne!(delimiter("Name\nLee, Ann\nKim, Bo\n"), ',');
    }

    #[test]
    fn a_first_line_may_settle_it() {
        for (line, expected) in [("sep=;", ';'), ("SEP=|", '|'), ("\"sep=,\"", ','), ("sep=,", ','), ("sep=\t", '\t')] {
            let text = format!("{line}\r\nTeam\r\n");
            assert_eq!(sniff(&text, |_| 0), Start { delimiter: expected, at: line.len() + 2, line: 2 }, "{line}");
        }
    }
}
