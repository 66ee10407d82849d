//! Text to rows of cells, each with its place in the file: which character parts the cells, and lists of `Key=value` lines.

use super::file_text::{FileText, MOST_COLUMNS, breaks};
use super::problem::Unfit;
use std::ops::{Range, RangeInclusive};

/// One cell: its text without quotes, and the bytes of the source it was read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    pub text: String,
    pub span: Range<usize>,
}

/// One row, and the line it begins on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub line: usize,
    pub cells: Vec<Cell>,
}

impl Row {
    /// Whether there is nothing to read in it.
    pub fn is_blank(&self) -> bool {
        self.texts().all(str::is_empty)
    }

    /// What its cells say.
    pub fn texts(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator + Clone {
        self.cells.iter().map(|cell| cell.text.trim())
    }

    /// What the cell of a column says; nothing where it has none.
    pub fn text(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", |cell| cell.text.trim())
    }

    /// The cell of a column, which is made where there is none, at this byte.
    pub fn cell_mut(&mut self, column: usize, at: usize) -> &mut Cell {
        while self.cells.len() <= column {
            self.cells.push(Cell { text: String::new(), span: at..at });
        }
        &mut self.cells[column]
    }
}

/// A whole file or worksheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    pub file_text: FileText,
    pub rows: Vec<Row>,
    /// What a workbook has merged across columns.
    pub merged: Vec<Merged>,
}

/// Cells of one line, or of several from it on, that are one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Merged {
    pub line: usize,
    pub columns: RangeInclusive<usize>,
}

/// Reads rows one by one, so that a sample can be taken.
pub(super) struct Rows<'a> {
    text: &'a str,
    delimiter: char,
    at: usize,
    line: usize,
}

impl<'a> Rows<'a> {
    /// Rows of `text` from byte `at`, which begins line `line`.
    pub fn new(text: &'a str, delimiter: char, at: usize, line: usize) -> Self {
        Self { text, delimiter, at, line }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    fn is_padding(&self, c: char) -> bool {
        c != self.delimiter && matches!(c, ' ' | '\t' | '\u{a0}')
    }

    /// One cell. Leaves `at` on the delimiter or line break behind it.
    fn cell(&mut self) -> Result<Cell, Unfit> {
        let start = self.at;
        while let Some(c) = self.peek().filter(|c| self.is_padding(*c)) {
            self.skip(c);
        }
        if self.peek() == Some('"') { self.quoted() } else { self.bare(start) }
    }

    fn bare(&mut self, start: usize) -> Result<Cell, Unfit> {
        let mut before = ' ';
        while let Some(c) = self.peek().filter(|c| *c != self.delimiter && !matches!(c, '\r' | '\n')) {
            // `5'11"` is a measure; `The "Rooks"` was meant to be quoted.
            if c == '"' && before == ' ' {
                return Err(Unfit::QuoteInside { at: self.at });
            }
            before = c;
            self.skip(c);
        }
        Ok(Cell { text: self.text[start..self.at].to_owned(), span: start..self.at })
    }

    fn quoted(&mut self) -> Result<Cell, Unfit> {
        let opened = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(quote) = rest.find('"') else {
                return Err(Unfit::Unclosed { at: opened });
            };
            text.push_str(&rest[..quote]);
            self.at += quote + 1;
            if self.peek() != Some('"') {
                break;
            }
            text.push('"');
            self.at += 1;
        }
        let span = opened..self.at;
        while let Some(c) = self.peek().filter(|c| self.is_padding(*c)) {
            self.skip(c);
        }
        match self.peek() {
            Some(c) if c != self.delimiter && !matches!(c, '\r' | '\n') => {
                Err(Unfit::AfterQuote { at: self.at, opened })
            }
            _ => Ok(Cell { text, span }),
        }
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Row, Unfit>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at >= self.text.len() {
            return None;
        }
        let (line, start) = (self.line, self.at);
        let mut cells = Vec::new();
        loop {
            let cell =
                if cells.len() < MOST_COLUMNS { self.cell() } else { Err(Unfit::TooManyColumns { at: self.at }) };
            match cell {
                Ok(cell) => cells.push(cell),
                Err(unfit) => {
                    self.at = self.text.len();
                    return Some(Err(unfit));
                }
            }
            match self.peek() {
                Some(c) if c == self.delimiter => self.skip(c),
                Some('\r') if self.text[self.at..].starts_with("\r\n") => {
                    self.at += 2;
                    break;
                }
                Some(c) => {
                    self.skip(c);
                    break;
                }
                None => break,
            }
        }
        self.line += breaks(&self.text[start..self.at]).count();
        Some(Ok(Row { line, cells }))
    }
}

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

/// Reads such a list; `None` if the text is another kind of file.
pub(super) fn read(text: &str) -> Option<Sheet> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if !first.trim_start().get(..5)?.eq_ignore_ascii_case("name=") {
        return None;
    }
    let file_text = FileText::new(text.to_owned(), false);
    let mut headings = Row { line: 1, cells: Vec::new() };
    let mut rows: Vec<Row> = Vec::new();
    for number in 1.. {
        let (line, start) = file_text.line(number);
        if start >= text.len() {
            break;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let at = start + key.len() + 1;
        let cell = Cell { text: value.to_owned(), span: at..at + value.len() };
        if key.trim().eq_ignore_ascii_case("name") {
            rows.push(Row { line: number, cells: Vec::new() });
        }
        let known = headings.cells.iter().position(|heading| heading.text.eq_ignore_ascii_case(key.trim()));
        let column = known.unwrap_or_else(|| {
            headings.cells.push(Cell { text: key.trim().to_owned(), span: start..start + key.len() });
            headings.cells.len() - 1
        });
        if headings.cells.len() > MOST_COLUMNS {
            return None;
        }
        *rows.last_mut()?.cell_mut(column, at) = cell;
    }
    rows.insert(0, headings);
    Some(Sheet { file_text, rows, merged: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Result<Vec<Vec<String>>, Unfit> {
        Rows::new(text, ',', 0, 1).map(|row| Ok(row?.cells.into_iter().map(|c| c.text).collect())).collect()
    }

    #[test]
    fn quotes_line_ends_and_padding() {
        let cases: [(&str, &[&[&str]]); 9] = [
            ("a,b\n1,2\n", &[&["a", "b"], &["1", "2"]]),
            ("a,b\r1,2\r", &[&["a", "b"], &["1", "2"]]),
            ("a,b\r\n1,2", &[&["a", "b"], &["1", "2"]]),
            ("\"x\ny\",b", &[&["x\ny", "b"]]),
            ("\"say \"\"hi\"\"\",b", &[&["say \"hi\"", "b"]]),
            (" \"Lee, Ann\" ,b", &[&["Lee, Ann", "b"]]),
            ("a, b ,", &[&["a", " b ", ""]]),
            ("\n\n", &[&[""], &[""]]),
            ("5'11\",b", &[&["5'11\"", "b"]]),
        ];
        for (text, expected) in cases {
            assert_eq!(rows(text).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn broken_quotes_are_refused_with_their_place() {
        assert!(matches!(rows("a,b\n1,\"open\n2,3\n"), Err(Unfit::Unclosed { at: 6 })));
        assert!(matches!(rows("1,\"a \" b\",3"), Err(Unfit::AfterQuote { at: 7, opened: 2 })));
        assert!(matches!(rows("1,The \"x\" y,3"), Err(Unfit::QuoteInside { at: 6 })));
    }

    #[test]
    fn rows_know_their_line_and_cells_their_place() {
        let text = "a,b\r\n\"x\r\ny\",ö\rlast,z";
        let rows: Vec<Row> = Rows::new(text, ',', 0, 1).map(Result::unwrap).collect();
        assert_eq!(rows.iter().map(|r| r.line).collect::<Vec<_>>(), [1, 2, 4]);
        let file_text = FileText::new(text.to_owned(), false);
        assert_eq!(file_text.place(rows[1].cells[1].span.start), (3, 4));
        assert_eq!(file_text.line(3), ("y\",ö", 9));
        assert_eq!(file_text.place(rows[2].cells[1].span.start), (4, 6));
    }

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
