//! Text to rows of cells, each with its place in the file.
//!
//! Keeps every row, blank ones too. Refuses what no spreadsheet writes: a quote that never ends, text after a
//! closing quote, a quote that opens in the middle of a cell. Knows nothing of headings.

use super::problem::Unfit;
use super::source::{Breaks, MOST_COLUMNS, Source};
use std::ops::Range;

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
        self.cells.iter().all(|cell| cell.text.trim().is_empty())
    }
}

/// A whole file or worksheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sheet {
    pub source: Source,
    pub rows: Vec<Row>,
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
        self.line += Breaks { text: &self.text[start..self.at], from: 0 }.count();
        Some(Ok(Row { line, cells }))
    }
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
        let source = Source::new(text.to_owned(), false);
        assert_eq!(source.place(rows[1].cells[1].span.start), (3, 4));
        assert_eq!(source.line(3), ("y\",ö", 9));
        assert_eq!(source.place(rows[2].cells[1].span.start), (4, 6));
    }
}
