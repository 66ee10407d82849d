//! The pages of a damaged database, each read by itself: a row that is still in one is found, whatever became of the rest.
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

/// One row as it is in a leaf.
pub(super) struct LeafRow {
    pub id: i64,
    /// By column, in the order of the table; columns added since it was written are missing.
    pub values: Vec<Value>,
    /// Of a row whose end stood in pages that are gone: how the text after these values begins.
    pub torn: Option<String>,
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
        let stored_size = Pages { bytes, size: 0 }.two(16);
        let size = if stored_size == 1 { 65536 } else { stored_size };
        let is_valid = bytes.starts_with(b"SQLite format 3\0") && size.is_power_of_two() && size >= 512;
        Self { bytes, size: if is_valid { size } else { 4096 } }
    }

    pub(super) fn count(&self) -> usize {
        self.bytes.len().div_ceil(self.size)
    }

    /// The rows of a page, and those of which the end is lost; `None` where it is no leaf of a table.
    pub(super) fn rows_and_torn(&self, page: usize) -> Option<(Vec<LeafRow>, Vec<LeafRow>)> {
        self.is(page, LEAF).then(|| self.leaf(self.start(page)))
    }

    fn rows(&self, page: usize) -> Option<Vec<LeafRow>> {
        self.rows_and_torn(page).map(|(rows, _)| rows)
    }

    fn leaf(&self, start: usize) -> (Vec<LeafRow>, Vec<LeafRow>) {
        self.cells(start, 8).filter_map(|at| self.row(start, at)).partition(|row| row.torn.is_none())
    }

    /// Leaves that begin where no page should: bytes were lost before them, or came between. Each with its rows, as
    /// [`Pages::rows_and_torn`] gives them.
    pub(super) fn strays(&self) -> Vec<(Vec<LeafRow>, Vec<LeafRow>)> {
        let is_in_place = |page: usize| page >= 1 && page <= self.count() && self.is_sound_leaf(self.start(page));
        let (mut strays, mut at) = (Vec::new(), 1);
        while at + self.size <= self.bytes.len() {
            let Some(found) = self.bytes[at..].iter().position(|byte| *byte == LEAF) else { break };
            at += found;
            let page = at / self.size + 1;
            let is_stray = !at.is_multiple_of(self.size) && self.is_sound_leaf(at);
            if is_stray && !is_in_place(page) && !is_in_place(page + 1) {
                strays.push(self.leaf(at));
                at += self.size;
            } else {
                at += 1;
            }
        }
        strays
    }

    /// Whether a page that begins here is in every part as a leaf with rows is.
    fn is_sound_leaf(&self, start: usize) -> bool {
        let header = Self::header(start);
        let (count, content) = (self.two(header + 3), self.two(header + 5));
        let room = header - start + 8 + 2 * count;
        self.bytes.get(header) == Some(&LEAF)
            && (1..self.size / 4).contains(&count)
            && (room..self.size).contains(&content)
            && (0..count).all(|cell| {
                let at = self.two(header + 8 + 2 * cell);
                (content..self.size).contains(&at) && self.row(start, start + at).is_some()
            })
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

    /// Pages that the file says hold nothing any more; what is in them was deleted.
    pub(super) fn free(&self) -> HashSet<usize> {
        let (mut free, mut trunk) = (HashSet::new(), self.number(32));
        while trunk > 0 && trunk <= self.count() && free.insert(trunk) {
            let at = self.start(trunk);
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
                open.push(self.number(Self::header(self.start(page)) + 8));
                open.extend(self.cells(self.start(page), 12).map(|at| self.number(at)));
            } else {
                tree.is_whole = false;
            }
        }
        tree
    }

    /// Where a page begins, as a position in the file.
    fn start(&self, page: usize) -> usize {
        (page - 1) * self.size
    }

    /// Where the header of the page that begins there is.
    fn header(start: usize) -> usize {
        start + if start == 0 { FILE_HEADER } else { 0 }
    }

    fn is(&self, page: usize, kind: u8) -> bool {
        self.bytes.get(Self::header(self.start(page))) == Some(&kind)
    }

    fn count_of_cells(&self, page: usize) -> usize {
        self.two(Self::header(self.start(page)) + 3)
    }

    /// Where the cells of the page that begins there begin, as positions in the file.
    fn cells(&self, start: usize, header_length: usize) -> impl Iterator<Item = usize> + '_ {
        let header = Self::header(start);
        (0..self.two(header + 3).min(self.size / 2))
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

    /// The row at a place in the page that begins at `start`.
    fn row(&self, start: usize, mut at: usize) -> Option<LeafRow> {
        let end = (start + self.size).min(self.bytes.len());
        let within = self.bytes.get(..end)?;
        let length = usize::try_from(varint(within, &mut at)?).ok().filter(|length| *length <= LONGEST)?;
        let id = varint(within, &mut at)?;
        let payload = self.payload(length, at, end)?;
        let is_whole = payload.len() == length;
        let (values, torn) = record(&payload, is_whole).or_else(|| {
            // The chain led to pages of something else.
            let here = self.bytes.get(at..at + self.here(length)).filter(|here| here.len() < length)?;
            record(here, false)
        })?;
        Some(LeafRow { id, values, torn })
    }

    /// How many bytes of a row stand in its page.
    fn here(&self, length: usize) -> usize {
        let most = self.size - 35;
        let least = (self.size - 12) * 32 / 255 - 23;
        match least + (length.max(least) - least) % (self.size - 4) {
            _ if length <= most => length,
            kept if kept <= most => kept,
            _ => least,
        }
    }

    /// A row's bytes: what is in the page, and the chain of pages that the rest overflowed into, as far as it leads.
    fn payload(&self, length: usize, at: usize, end: usize) -> Option<Vec<u8>> {
        let here = self.here(length);
        let mut payload = self.bytes.get(at..at + here).filter(|_| at + here <= end)?.to_vec();
        let mut next = if here < length { self.number(at + here) } else { 0 };
        while payload.len() < length {
            let more = (length - payload.len()).min(self.size - 4);
            let start = if next == 0 { self.bytes.len() } else { self.start(next) };
            let Some(bytes) = self.bytes.get(start + 4..start + 4 + more) else { break };
            payload.extend_from_slice(bytes);
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

/// The values of a record, and where its end is missing, how the next text begins; `None` where it is none, or holds bytes that are no
/// text.
fn record(payload: &[u8], is_whole: bool) -> Option<(Vec<Value>, Option<String>)> {
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
        let Some(bytes) = payload.get(at..at.checked_add(length)?) else {
            let begins = payload.get(at..).filter(|_| !is_whole)?.utf8_chunks().next();
            return Some((values, Some(begins.map_or_else(String::new, |text| text.valid().to_owned()))));
        };
        at += length;
        values.push(match kind {
            0 => Value::Null,
            8 | 9 => Value::from(kind - 8),
            7 => Value::from(f64::from_be_bytes(bytes.try_into().ok()?)),
            1..=6 => Value::from(integer(bytes)),
            _ => Value::from(std::str::from_utf8(bytes).ok()?),
        });
    }
    Some((values, (!is_whole).then(String::new)))
}

/// A number of one to eight bytes, with its sign.
fn integer(bytes: &[u8]) -> i64 {
    let sign = if bytes.first().is_some_and(|first| first & 0x80 > 0) { -1 } else { 0 };
    bytes.iter().fold(sign, |value, byte| value << 8 | i64::from(*byte))
}
