//! dBase tables, as US Chess hands out its "golden database": a head, a description of 32 bytes for each column, rows of one length.
//!
//! Read here, for this is all of the format that a list of ratings has; a library for it would bring memo files, dates and writing along.

use super::columns::{Columns, ListColumn, federation};
use super::lines::{broken, decoded};
use super::rows::{Rows, Stopped};
use super::unread::Why;
use crate::tournament::RatingKind;
use std::cell::{Cell, RefCell};
use std::io::{ErrorKind, Read};
use std::ops::Range;

/// The head of a table.
#[derive(Debug)]
pub(super) struct Table {
    rows: u32,
    row_length: usize,
    names: Vec<String>,
    spans: Vec<Range<usize>>,
    /// Letters beyond ASCII are those of DOS.
    is_dos: bool,
}

/// Whether a file begins as a table of dBase III or later does.
pub(super) fn is_table(head: &[u8]) -> bool {
    let Some(head) = head.get(..32) else { return false };
    let length = u16::from_le_bytes([head[8], head[9]]);
    matches!(head[0], 0x03 | 0x30 | 0x31 | 0x83 | 0x8b | 0xf5) && (1..=12).contains(&head[2]) && length > 32
}

impl Table {
    pub fn read(from: &mut impl Read) -> Result<Self, Why> {
        let cut = |error: std::io::Error| match error.kind() {
            ErrorKind::UnexpectedEof => Why::CutOff("its header".to_owned()),
            _ => broken(&error, 0),
        };
        let mut head = [0; 32];
        from.read_exact(&mut head).map_err(cut)?;
        let number = |at: usize| usize::from(u16::from_le_bytes([head[at], head[at + 1]]));
        let (length, row_length) = (number(8), number(10));
        let mut fields = vec![0; length - 32];
        from.read_exact(&mut fields).map_err(cut)?;
        let (mut names, mut spans, mut at) = (Vec::new(), Vec::new(), 1);
        for field in fields.chunks_exact(32).take_while(|field| field[0] != 0x0d) {
            let name = field[..11].split(|byte| *byte == 0).next().unwrap_or_default();
            names.push(String::from_utf8_lossy(name).trim().to_owned());
            let end = at + usize::from(field[16]);
            spans.push(at..end);
            at = end;
        }
        if at > row_length || names.is_empty() {
            return Err(Why::Broken("its columns are longer than its rows".to_owned()));
        }
        let rows = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        Ok(Self { rows, row_length, names, spans, is_dos: matches!(head[29], 0x01 | 0x02 | 0x64) })
    }

    pub fn columns(&self, asked: &[ListColumn], kind: Option<RatingKind>) -> Result<Columns, Why> {
        Columns::of(&self.names(), asked, kind)
    }

    pub fn federation(&self) -> Option<&'static str> {
        federation(&self.names())
    }

    fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    pub fn take<E>(&self, from: &mut impl Read, columns: &Columns, rows: &mut Rows<'_, E>) -> Result<bool, Stopped<E>> {
        let mut row = vec![0; self.row_length];
        let guessed = Cell::new(false);
        for number in 1..=u64::from(self.rows) {
            from.read_exact(&mut row).map_err(|error| match error.kind() {
                ErrorKind::UnexpectedEof => Why::CutOff(format!("row {number} of {}", self.rows)),
                _ => broken(&error, number),
            })?;
            // Deleted rows stay in the table until it is packed.
            if row[0] == b'*' {
                continue;
            }
            let problem = RefCell::new(None);
            let listed = columns.listed(|column| {
                let read = self.text(&row[self.spans[column].clone()], number);
                let (cell, was_guessed) = read.unwrap_or_else(|why| {
                    problem.replace(Some(why));
                    (String::new(), false)
                });
                guessed.set(guessed.get() | was_guessed);
                cell
            });
            if let Some(why) = problem.into_inner() {
                return Err(why.into());
            }
            rows.take(number, listed)?;
        }
        Ok(guessed.get())
    }

    fn text(&self, bytes: &[u8], row: u64) -> Result<(String, bool), Why> {
        let bytes = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        if self.is_dos {
            return Ok((bytes.iter().map(|byte| of_dos(*byte)).collect(), false));
        }
        decoded(bytes, row).map(|(text, guessed)| (text.into_owned(), guessed))
    }
}

/// A letter of the code pages of DOS, which have the letters of Western names in the same places.
fn of_dos(byte: u8) -> char {
    const LETTERS: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ";
    match byte {
        0x80.. => LETTERS.chars().nth(usize::from(byte - 0x80)).unwrap_or('?'),
        _ => char::from(byte),
    }
}
