//! The pages of a damaged database, each read by itself: a row that still stands in one is found, whatever became of the rest.
//!
//! The layout is SQLite's file format: tables are b-trees of pages, and rows stand in their leaves.

use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// The first byte of a page that holds rows of a table.
const LEAF: u8 = 0x0D;

/// The first byte of a page that leads to leaves.
const INTERIOR: u8 = 0x05;

/// Bytes before the first page's own header.
const FILE_HEADER: usize = 100;

/// The longest row that is believed: a rulebook's text with room to spare.
const LONGEST: usize = 16 << 20;

/// One row as it stands in a leaf.
pub(super) struct LeafRow {
    pub id: i64,
    /// By column, in the order of the table; columns added since it was written are missing.
    pub values: Vec<Value>,
}

/// A table's pages, from its root down.
pub(super) struct Tree {
    pub leaves: Vec<usize>,
    /// All pages that it leads to are there, with all their rows.
    pub is_whole: bool,
}

/// A file seen as pages, numbered from 1.
pub(super) struct Pages<'b> {
    bytes: &'b [u8],
    size: usize,
}

impl<'b> Pages<'b> {
    pub(super) fn of(bytes: &'b [u8]) -> Self {
        let told = Pages { bytes, size: 0 }.two(16);
        let size = if told == 1 { 65536 } else { told };
        Self { bytes, size: if size.is_power_of_two() && size >= 512 { size } else { 4096 } }
    }

    pub(super) fn count(&self) -> usize {
        self.bytes.len().div_ceil(self.size)
    }

    /// The rows of a page; `None` where it is no leaf of a table.
    pub(super) fn rows(&self, page: usize) -> Option<Vec<LeafRow>> {
        self.is(page, LEAF).then(|| self.cells(page, 8).filter_map(|at| self.row(page, at)).collect())
    }

    /// The trees of the tables that the schema names, as far as they can be followed.
    pub(super) fn trees(&self) -> HashMap<String, Tree> {
        let mut trees = HashMap::new();
        for schema in self.below(1).leaves.iter().filter_map(|page| self.rows(*page)).flatten() {
            // type, name, tbl_name, rootpage, sql
            let [Value::String(kind), Value::String(name), _, Value::Number(root), ..] = schema.values.as_slice()
            else {
                continue;
            };
            let root = root.as_u64().and_then(|root| usize::try_from(root).ok());
            trees.extend(root.filter(|root| kind == "table" && *root > 1).map(|root| (name.clone(), self.below(root))));
        }
        trees
    }

    /// Pages that the file says hold nothing any more; what stands in them was deleted.
    pub(super) fn free(&self) -> HashSet<usize> {
        let (mut free, mut trunk) = (HashSet::new(), self.number(32));
        while trunk > 0 && trunk <= self.count() && free.insert(trunk) {
            let at = (trunk - 1) * self.size;
            let leaves = self.number(at + 4).min(self.size / 4 - 2);
            free.extend((0..leaves).map(|leaf| self.number(at + 8 + 4 * leaf)));
            trunk = self.number(at);
        }
        free
    }

    fn below(&self, root: usize) -> Tree {
        let (mut tree, mut seen, mut open) = (Tree { leaves: Vec::new(), is_whole: true }, HashSet::new(), vec![root]);
        while let Some(page) = open.pop() {
            if page == 0 || page > self.count() || !seen.insert(page) {
                tree.is_whole = false;
            } else if let Some(rows) = self.rows(page) {
                tree.is_whole &= rows.len() == self.count_of_cells(page);
                tree.leaves.push(page);
            } else if self.is(page, INTERIOR) {
                open.push(self.number(self.header(page) + 8));
                open.extend(self.cells(page, 12).map(|at| self.number(at)));
            } else {
                tree.is_whole = false;
            }
        }
        tree
    }

    fn header(&self, page: usize) -> usize {
        (page - 1) * self.size + if page == 1 { FILE_HEADER } else { 0 }
    }

    fn is(&self, page: usize, kind: u8) -> bool {
        self.bytes.get(self.header(page)) == Some(&kind)
    }

    fn count_of_cells(&self, page: usize) -> usize {
        self.two(self.header(page) + 3)
    }

    /// Where the cells of a page begin, as positions in the file.
    fn cells(&self, page: usize, header_length: usize) -> impl Iterator<Item = usize> + '_ {
        let (header, start) = (self.header(page), (page - 1) * self.size);
        (0..self.count_of_cells(page).min(self.size / 2))
            .map(move |cell| self.two(header + header_length + 2 * cell))
            .filter(|at| *at > 0)
            .map(move |at| start + at)
    }

    /// Two bytes as a number; 0 past the end.
    fn two(&self, at: usize) -> usize {
        self.bytes.get(at..at + 2).map_or(0, |b| usize::from(u16::from_be_bytes([b[0], b[1]])))
    }

    /// Four bytes as a number; 0 past the end.
    fn number(&self, at: usize) -> usize {
        self.bytes.get(at..at + 4).map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]) as usize)
    }

    fn row(&self, page: usize, mut at: usize) -> Option<LeafRow> {
        let end = (page * self.size).min(self.bytes.len());
        let within = self.bytes.get(..end)?;
        let length = usize::try_from(varint(within, &mut at)?).ok().filter(|length| *length <= LONGEST)?;
        let id = varint(within, &mut at)?;
        let payload = self.payload(length, at, end)?;
        Some(LeafRow { id, values: record(&payload)? })
    }

    /// A row's bytes: what stands in the page, and the chain of pages that the rest overflowed into.
    fn payload(&self, length: usize, at: usize, end: usize) -> Option<Vec<u8>> {
        let most = self.size - 35;
        let least = (self.size - 12) * 32 / 255 - 23;
        let here = match least + (length.max(least) - least) % (self.size - 4) {
            _ if length <= most => length,
            kept if kept <= most => kept,
            _ => least,
        };
        let mut payload = self.bytes.get(at..at + here).filter(|_| at + here <= end)?.to_vec();
        let mut next = if here < length { self.number(at + here) } else { 0 };
        while payload.len() < length {
            if next == 0 || next > self.count() {
                return None;
            }
            let start = (next - 1) * self.size;
            let more = (length - payload.len()).min(self.size - 4);
            payload.extend_from_slice(self.bytes.get(start + 4..start + 4 + more)?);
            next = self.number(start);
        }
        Some(payload)
    }
}

/// A variable-length number: seven bits a byte, nine bytes at most.
fn varint(bytes: &[u8], at: &mut usize) -> Option<i64> {
    let mut value: u64 = 0;
    for place in 0..9 {
        let byte = *bytes.get(*at)?;
        *at += 1;
        if place == 8 {
            return Some((value << 8 | u64::from(byte)).cast_signed());
        }
        value = value << 7 | u64::from(byte & 0x7F);
        if byte < 0x80 {
            return Some(value.cast_signed());
        }
    }
    None
}

/// The values of a record; `None` where it is none, or holds bytes that are no text.
fn record(payload: &[u8]) -> Option<Vec<Value>> {
    let mut at = 0;
    let header = usize::try_from(varint(payload, &mut at)?).ok()?;
    let mut kinds = Vec::new();
    while at < header {
        kinds.push(varint(payload, &mut at)?);
    }
    (at == header).then_some(())?;
    let mut values = Vec::with_capacity(kinds.len());
    for kind in kinds {
        let length = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind as usize,
            5 => 6,
            6 | 7 => 8,
            13.. if kind % 2 == 1 => usize::try_from(kind - 13).ok()? / 2,
            _ => return None,
        };
        let bytes = payload.get(at..at.checked_add(length)?)?;
        at += length;
        values.push(match kind {
            0 => Value::Null,
            8 | 9 => Value::from(kind - 8),
            7 => Value::from(f64::from_be_bytes(bytes.try_into().ok()?)),
            1..=6 => Value::from(integer(bytes)),
            _ => Value::from(std::str::from_utf8(bytes).ok()?),
        });
    }
    Some(values)
}

/// A number of one to eight bytes, with its sign.
fn integer(bytes: &[u8]) -> i64 {
    let sign = if bytes.first().is_some_and(|first| first & 0x80 > 0) { -1 } else { 0 };
    bytes.iter().fold(sign, |value, byte| value << 8 | i64::from(*byte))
}
