//! Lists whose cells are parted by tabs, commas or semicolons, with headings or, as US Chess has written them, without; and worksheets.

use super::columns::{Columns, ListColumn, federation, known};
use super::lines::decoded;
use super::rows::{Rows, Stopped};
use super::unread::Why;
use super::values;
use crate::tournament::RatingKind;
use csv::{ByteRecord, ReaderBuilder, Terminator};
use std::cell::{Cell, RefCell};
use std::io::{self, Read};

/// Rows at the head of a list that are looked at for its headings, and for what its columns hold where it has none.
const SAMPLE: usize = 60;

/// How a list is parted, and what its columns hold.
#[derive(Debug)]
pub(super) struct Layout {
    delimiter: u8,
    pub columns: Columns,
    pub federation: Option<&'static str>,
    /// Rows down to the headings, and with them.
    skipped: usize,
    width: usize,
    /// Lines end in CR LF, of which the reader leaves the second to the next row.
    has_crlf: bool,
}

/// Reads rows of cells from the head of a list.
fn sample(head: &str, delimiter: u8) -> Vec<Vec<String>> {
    let mut reader = builder(delimiter).from_reader(head.as_bytes());
    let rows = reader.records().take(SAMPLE).map_while(Result::ok);
    rows.map(|row| row.iter().map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn builder(delimiter: u8) -> ReaderBuilder {
    let mut builder = ReaderBuilder::new();
    // A quotation mark in a list that is parted by tabs belongs to a name.
    builder
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .quoting(delimiter != b'\t')
        .terminator(Terminator::CRLF);
    builder
}

impl Layout {
    /// Of the first lines of a text.
    pub fn of(head: &str, asked: &[ListColumn], kind: Option<RatingKind>) -> Result<Self, Why> {
        let first = head.lines().next().unwrap_or_default();
        let count = |delimiter: char| first.matches(delimiter).count();
        let delimiter = match (count('\t'), count(';'), count(',')) {
            (1.., ..) => b'\t',
            (_, semicolons, commas) if semicolons > commas => b';',
            _ => b',',
        };
        let layout = Self::of_rows(sample(head, delimiter), delimiter, asked, kind)?;
        Ok(Self { has_crlf: head.contains("\r\n"), ..layout })
    }

    pub fn of_rows(
        rows: Vec<Vec<String>>,
        delimiter: u8,
        asked: &[ListColumn],
        kind: Option<RatingKind>,
    ) -> Result<Self, Why> {
        let texts = |row: &Vec<String>| row.iter().map(String::clone).collect::<Vec<_>>();
        let fitness = |row: &Vec<String>| known(&row.iter().map(String::as_str).collect::<Vec<_>>());
        let named = |row: &Vec<String>| {
            let is_there = |one: &&ListColumn| row.iter().any(|cell| cell.eq_ignore_ascii_case(&one.column));
            asked.iter().filter(is_there).count()
        };
        let best = (0..rows.len().min(10))
            .max_by_key(|row| (fitness(&rows[*row]) + named(&rows[*row]), rows[*row].len() > 2, usize::MAX - row));
        let Some(at) = best else { return Err(Why::Empty) };
        let headings = texts(&rows[at]);
        let width = headings.len();
        let as_text: Vec<&str> = headings.iter().map(String::as_str).collect();
        if fitness(&rows[at]) + named(&rows[at]) >= 2 {
            let columns = Columns::of(&as_text, asked, kind)?;
            return Ok(Self {
                delimiter,
                columns,
                federation: federation(&as_text),
                skipped: at + 1,
                width,
                has_crlf: false,
            });
        }
        let by_number: Vec<&str> = rows[0].iter().map(|_| "").collect();
        match guessed(&rows, kind) {
            Some(columns) if asked.is_empty() => {
                let federation = (delimiter == b'\t').then_some("us");
                Ok(Self { delimiter, columns, federation, skipped: 0, width: rows[0].len(), has_crlf: false })
            }
            // All that is read was named by its number.
            _ if asked.iter().all(|one| one.column.parse::<usize>().is_ok()) && !asked.is_empty() => {
                let columns = Columns::of(&by_number, asked, kind)?;
                Ok(Self { delimiter, columns, federation: None, skipped: 0, width: rows[0].len(), has_crlf: false })
            }
            _ => Columns::of(&as_text, asked, kind).map(|columns| Self {
                delimiter,
                columns,
                federation: None,
                skipped: at + 1,
                width,
                has_crlf: false,
            }),
        }
    }

    /// Takes every row below the headings. Returns whether letters were guessed.
    pub fn take<E>(&self, from: impl Read, rows: &mut Rows<'_, E>) -> Result<bool, Stopped<E>> {
        let last = Cell::new(b'\n');
        let mut reader = builder(self.delimiter).from_reader(Tail { from, last: &last });
        let mut row = ByteRecord::new();
        let (mut seen, mut cells, mut line) = (0, self.width, 0);
        let guessed = Cell::new(false);
        loop {
            match reader.read_byte_record(&mut row) {
                Ok(false) => break,
                Ok(true) => {}
                Err(error) => return Err(Why::Broken(error.to_string()).into()),
            }
            seen += 1;
            line = row.position().map_or(seen as u64, csv::Position::line) + u64::from(self.has_crlf && seen > 1);
            cells = row.len();
            let is_blank = row.iter().all(|cell| cell.iter().all(u8::is_ascii_whitespace));
            if seen <= self.skipped || is_blank {
                continue;
            }
            let problem = RefCell::new(None);
            let listed = self.columns.listed(|column| match decoded(row.get(column).unwrap_or_default(), line) {
                Ok((text, was_guessed)) => {
                    guessed.set(guessed.get() | was_guessed);
                    text.into_owned()
                }
                Err(why) => {
                    problem.replace(Some(why));
                    String::new()
                }
            });
            if let Some(why) = problem.into_inner() {
                return Err(why.into());
            }
            rows.take(line, listed)?;
        }
        match last.get() != b'\n' && cells < self.width {
            true => Err(Why::CutOff(format!("line {line}")).into()),
            false => Ok(guessed.get()),
        }
    }

    /// The same of a worksheet, each row with its line.
    pub fn take_rows<E>(
        &self,
        sheet: impl Iterator<Item = (usize, Vec<String>)>,
        rows: &mut Rows<'_, E>,
    ) -> Result<(), Stopped<E>> {
        for (line, row) in sheet.skip(self.skipped) {
            rows.take(line as u64, self.columns.listed(|column| row.get(column).cloned().unwrap_or_default()))?;
        }
        Ok(())
    }
}

/// What the columns hold of a list without headings, where nearly all rows agree.
fn guessed(rows: &[Vec<String>], kind: Option<RatingKind>) -> Option<Columns> {
    let width = rows.iter().map(Vec::len).max()?;
    let mostly = |column: usize, holds: &dyn Fn(&str) -> bool| {
        let filled: Vec<&str> =
            rows.iter().filter_map(|row| row.get(column)).map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        !filled.is_empty() && filled.iter().filter(|cell| holds(cell)).count() * 10 >= filled.len() * 9
    };
    let is_id = |cell: &str| (6..=9).contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = |cell: &str| cell.contains([',', ' ']) && cell.chars().any(char::is_alphabetic);
    let is_state = |cell: &str| cell.len() == 2 && cell.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_day = |cell: &str| cell.len() >= 8 && values::day(cell).is_some();
    let is_rating = |cell: &str| values::rating(cell).is_some();
    let first = |holds: &dyn Fn(&str) -> bool| (0..width).find(|column| mostly(*column, holds));
    let expires = (0..width).find(|column| {
        mostly(*column, &is_day)
            && !rows.iter().all(|row| row.get(*column).is_some_and(|cell| is_id(cell) && values::day(cell).is_none()))
    });
    let id = (0..width).find(|column| Some(*column) != expires && mostly(*column, &is_id))?;
    let nth = match kind {
        None | Some(RatingKind::Regular) => 0,
        Some(RatingKind::Quick) => 1,
        Some(RatingKind::Blitz) => 2,
        Some(RatingKind::Scholastic) => return None,
    };
    let mut ratings = (0..width)
        .filter(|column| *column != id && Some(*column) != expires && mostly(*column, &is_rating))
        .collect::<Vec<_>>()
        .into_iter();
    let several = ratings.len() > 1;
    let rating = if several { ratings.nth(nth)? } else { ratings.next()? };
    Some(Columns {
        id: Some(id),
        name: Some(first(&is_name)?),
        state: first(&is_state),
        rating: Some(rating),
        expires,
        kind: several.then_some(kind.unwrap_or(RatingKind::Regular)),
        ..Columns::default()
    })
}

/// Remembers the last byte that was read.
struct Tail<'t, R> {
    from: R,
    last: &'t Cell<u8>,
}

impl<R: Read> Read for Tail<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(into)?;
        into[..read].last().into_iter().for_each(|byte| self.last.set(*byte));
        Ok(read)
    }
}
