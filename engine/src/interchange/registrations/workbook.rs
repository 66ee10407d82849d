//! XLSX workbooks: the visible worksheet that looks most like a list of registrations. Merged cells stand on the first row of their
//! block only; here they are filled down.

use super::drafts::entry_rows;
use super::field::{FormField, What};
use super::file_text::{FileText, MOST_CELLS, MOST_COLUMNS};
use super::mapping::Mapping;
use super::places::Layout;
use super::problem::{Note, Unfit};
use super::sheet::{Cell, Merged, Row, Sheet};
use super::values;
use crate::tournament::marks::unmarked;
use crate::tournament::names::{fold, list};
use calamine::{DataRef, Dimensions, Reader, SheetType, SheetVisible, Xlsx};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::io::{Cursor, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use zip::ZipArchive;

const MOST_ROWS: u32 = 200_000;
const LAST_ROW: usize = 1 << 20;
/// All parts unpacked. Ten thousand children fit into five megabytes.
const MOST_UNPACKED: u64 = 64 << 20;
const MOST_PARTS: usize = 1_000;
/// Bytes of worksheets read, where several name one part.
const MOST_READ: u64 = 8 * MOST_UNPACKED;

/// Whether the bytes begin as a workbook does.
pub(in crate::interchange) fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Reads the worksheet for which `known` counts the most headings in one row; the first of them if several do.
/// Also names the worksheets that hold something and were passed over.
pub(super) fn read(bytes: &[u8], known: impl Fn(&Row) -> usize) -> Result<(Sheet, Vec<PassedOver>), Unfit> {
    let unpacked = unpacked_size(bytes)?;
    // The library counts rows and columns as they are written, and panics where they count backwards or beyond all bounds.
    let read = catch_unwind(AssertUnwindSafe(|| read_sheets(bytes, unpacked, known)));
    read.unwrap_or_else(|_| Err(unfit("its rows or columns have numbers that no worksheet can have")))
}

fn read_sheets(bytes: &[u8], unpacked: u64, known: impl Fn(&Row) -> usize) -> Result<(Sheet, Vec<PassedOver>), Unfit> {
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(unfit)?;
    let visible =
        |sheet: &&calamine::Sheet| sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet;
    let names: Vec<String> = book.sheets_metadata().iter().filter(visible).map(|sheet| sheet.name.clone()).collect();
    if names.len() as u64 * unpacked > MOST_READ {
        return Err(Unfit::Overfull { what: "worksheets" });
    }
    let mut best: Option<(usize, String, Worksheet)> = None;
    let mut passed_over = Vec::new();
    let mut pass = |fitness: usize, name: String, read: &Worksheet| {
        // Headings that are known make what is under them a list as well.
        const LIST: usize = 2;
        let entries = if fitness >= LIST { read.sheet.rows.len() - 1 } else { 0 };
        passed_over.push(PassedOver { name, entries });
    };
    for name in names {
        let read = worksheet(&mut book, &name)?;
        if read.sheet.rows.is_empty() {
            continue;
        }
        let fitness = read.sheet.rows.iter().take(30).map(&known).max().unwrap_or(0);
        if best.as_ref().is_none_or(|(best, ..)| fitness > *best) {
            if let Some((fitness, name, read)) = best.replace((fitness, name, read)) {
                pass(fitness, name, &read);
            }
        } else {
            pass(fitness, name, &read);
        }
    }
    match best {
        None => Err(Unfit::Empty),
        Some((.., Worksheet { uncomputed: Some(cell), .. })) => Err(Unfit::Uncomputed { cell }),
        Some((.., Worksheet { sheet, .. })) => Ok((sheet, passed_over)),
    }
}

/// The rows of the worksheet that has the most headings for which `known` counts, each with its line.
pub(in crate::interchange) fn rows(
    bytes: &[u8],
    known: impl Fn(&[&str]) -> usize,
) -> Result<Vec<(usize, Vec<String>)>, String> {
    let of_row = |row: &Row| known(&row.texts().collect::<Vec<_>>());
    let (sheet, _) = read(bytes, of_row).map_err(|why| why.to_string())?;
    Ok(sheet.rows.into_iter().map(|row| (row.line, row.cells.into_iter().map(|cell| cell.text).collect())).collect())
}

/// A worksheet that is not read.
pub(super) struct PassedOver {
    pub name: String,
    /// Rows under headings of registrations; 0 where it is no list of them.
    pub entries: usize,
}

fn unfit(error: impl std::fmt::Display) -> Unfit {
    Unfit::Workbook { why: error.to_string() }
}

/// Unpacks every part within bounds, whatever sizes the archive states, and refuses counts that no part can hold.
fn unpacked_size(bytes: &[u8]) -> Result<u64, Unfit> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unfit)?;
    if archive.len() > MOST_PARTS {
        return Err(Unfit::Overfull { what: "parts" });
    }
    let mut unpacked = 0;
    for part in 0..archive.len() {
        let mut text = Vec::new();
        let packed = archive.by_index(part).map_err(unfit)?;
        packed.take(MOST_UNPACKED - unpacked + 1).read_to_end(&mut text).map_err(unfit)?;
        unpacked += text.len() as u64;
        if unpacked > MOST_UNPACKED {
            return Err(Unfit::Overfull { what: "megabytes when unpacked" });
        }
        if promises_too_much(&text) {
            return Err(Unfit::Overfull { what: "rows or texts declared but missing" });
        }
    }
    Ok(unpacked)
}

/// Whether the part numbers a row that no worksheet has, beyond which the library cannot count, or announces more texts
/// than it has bytes, for as many of which the library makes room.
fn promises_too_much(part: &[u8]) -> bool {
    number_after(part, b"<row r=").any(|row| row > LAST_ROW)
        || number_after(part, b"uniqueCount").any(|n| n > part.len())
}

/// The number behind each of these words.
fn number_after<'p>(part: &'p [u8], words: &'p [u8]) -> impl Iterator<Item = usize> + 'p {
    let places = part.windows(words.len()).enumerate().filter(move |(_, window)| *window == words);
    places.map(move |(at, _)| {
        let digits = part[at + words.len()..].iter().skip_while(|byte| !byte.is_ascii_digit());
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).take(20);
        digits.fold(0_usize, |number, digit| number.saturating_mul(10).saturating_add(usize::from(digit - b'0')))
    })
}

struct Worksheet {
    sheet: Sheet,
    /// The first cell with a formula whose value is not in the file. A program that never computes writes such cells.
    uncomputed: Option<String>,
}

fn worksheet(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<Worksheet, Unfit> {
    let mut cells: BTreeMap<u32, BTreeMap<u32, String>> = BTreeMap::new();
    let mut uncomputed = None;
    let (mut count, mut length) = (0, 0);
    let merged = book.merge_cells_by_sheet_name(name).map_err(unfit)?;
    let mut reader = book.worksheet_cells_reader(name).map_err(unfit)?;
    while let Some(cell) = reader.next_cell_with_formula_metadata().map_err(unfit)? {
        let (row, column) = cell.pos;
        if row >= MOST_ROWS || column as usize >= MOST_COLUMNS {
            continue;
        }
        if cell.formula.is_some() && matches!(cell.value, DataRef::Empty) {
            uncomputed.get_or_insert_with(|| cell_name(row, column));
        }
        let text = shown(&cell.value);
        if text.is_empty() {
            continue;
        }
        let cells = cells.entry(row).or_default();
        let width =
            |cells: &BTreeMap<u32, String>| cells.last_key_value().map_or(0, |(column, _)| *column as usize + 1);
        let before = width(cells);
        length += text.len() as u64;
        cells.insert(column, text);
        count += width(cells) - before;
        if count > MOST_CELLS || length > MOST_UNPACKED {
            return Err(Unfit::Overfull { what: "cells" });
        }
    }
    fill_down(&mut cells, &merged, count)?;
    let across = merged
        .iter()
        .filter(|area| area.start.1 < area.end.1)
        .map(|area| Merged { line: area.start.0 as usize + 1, columns: area.start.1 as usize..=area.end.1 as usize });
    Ok(Worksheet { sheet: Sheet { merged: across.collect(), ..rendered(&cells) }, uncomputed })
}

/// A cell as the spreadsheet names it: `AB12`.
fn cell_name(row: u32, column: u32) -> String {
    let mut name = String::new();
    let mut left = column + 1;
    while left > 0 {
        name.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    name + &(row + 1).to_string()
}

/// A cell that was merged with those below it is on each of their rows.
fn fill_down(
    cells: &mut BTreeMap<u32, BTreeMap<u32, String>>,
    merged: &[Dimensions],
    mut count: usize,
) -> Result<(), Unfit> {
    for Dimensions { start: (top, column), end: (bottom, _) } in merged.iter().filter(|area| area.start.0 < area.end.0)
    {
        let Some(text) = cells.get(top).and_then(|row| row.get(column)).cloned() else { continue };
        for (_, row) in cells.range_mut(top + 1..=*bottom) {
            row.entry(*column).or_insert_with(|| text.clone());
            count += 1;
            if count > MOST_CELLS {
                return Err(Unfit::Overfull { what: "merged cells" });
            }
        }
    }
    Ok(())
}

/// A cell's value as it would be typed.
fn shown(value: &DataRef<'_>) -> String {
    match value {
        DataRef::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) => unmarked(text.clone()),
        DataRef::SharedString(text) => unmarked((*text).to_owned()),
        DataRef::Bool(truth) => truth.to_string(),
        DataRef::DateTime(moment) => moment.to_string(),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

/// Rows with the text that complaints are shown in: a line a row, cells parted by bars.
fn rendered(cells: &BTreeMap<u32, BTreeMap<u32, String>>) -> Sheet {
    let mut text = String::new();
    let mut rows = Vec::new();
    let mut line = 1;
    for (row, by_column) in cells {
        let number = *row as usize + 1;
        while line < number {
            text.push('\n');
            line += 1;
        }
        let width = by_column.last_key_value().map_or(0, |(column, _)| column + 1);
        let mut read = Vec::with_capacity(width as usize);
        for column in 0..width {
            let separator = if column == 0 { "" } else { " | " };
            text.push_str(separator);
            let start = text.len();
            let value = by_column.get(&column).cloned().unwrap_or_default();
            // Writing to a String cannot fail.
            let _ = write!(text, "{}", value.trim().replace(['\r', '\n'], " "));
            read.push(Cell { text: value, span: start..text.len() });
        }
        rows.push(Row { line: number, cells: read });
    }
    Sheet { file_text: FileText::new(text, true), rows, merged: Vec::new() }
}

/// Fills what was merged, and says so. The program's own list of teams has nothing merged: blank is none there.
pub(super) fn fill(sheet: &mut Sheet, mapping: &Mapping) -> Vec<Note> {
    let has = |heading: &&str| mapping.columns.iter().any(|column| column.heading == *heading);
    if ["Rank", "Number", "Status"].iter().all(has) {
        return Vec::new();
    }
    let rows = entry_rows(sheet, mapping);
    let mut notes = Vec::new();
    let teams = mapping.column(FormField::of_row(What::Team)).filter(|_| mapping.layout == Layout::RowPerPlayer);
    if let Some(team) = teams
        && let Some(pairs) = pairs(sheet, &rows, team)
    {
        for (upper, lower) in &pairs {
            take(sheet, *upper, *lower, team);
        }
        for column in
            [What::School, What::Section].into_iter().filter_map(|what| mapping.column(FormField::of_row(what)))
        {
            if pairs.iter().all(|(_, lower)| sheet.rows[*lower].text(column).is_empty()) {
                pairs.iter().for_each(|(upper, lower)| take(sheet, *upper, *lower, column));
            }
        }
        let line = sheet.rows[pairs[0].1].line;
        let message = format!(
            "each team's name is only on the first of its two rows, and was read as merged cells: line {line} belongs to {}",
            sheet.rows[pairs[0].0].text(team)
        );
        notes.push(Note { line: None, message });
    }
    for what in [What::School, What::Section] {
        let Some(column) = mapping.column(FormField::of_row(what)) else { continue };
        let blocks = blocks(sheet, &rows, column);
        for (first, rest) in &blocks {
            rest.iter().for_each(|row| take(sheet, *first, *row, column));
        }
        if !blocks.is_empty() {
            let message = format!(
                "each {0} is only on the first row of its block, and was read as merged cells: {1}; write none where there is no {0}",
                what.as_typed(),
                lines_in_words(sheet, &blocks, column)
            );
            notes.push(Note { line: None, message });
        }
    }
    notes
}

/// Every line that took its text from the first row of its block.
fn lines_in_words(sheet: &Sheet, blocks: &[(usize, Vec<usize>)], column: usize) -> String {
    let lines = |rest: &[usize]| match [rest[0], rest[rest.len() - 1]].map(|row| sheet.rows[row].line) {
        [only, last] if only == last => format!("line {only} belongs"),
        [first, last] => format!("lines {first}-{last} belong"),
    };
    let of = |(first, rest): &(usize, Vec<usize>)| format!("{} to {}", lines(rest), sheet.rows[*first].text(column));
    list(blocks.iter().filter(|(_, rest)| !rest.is_empty()).map(of))
}

fn take(sheet: &mut Sheet, from: usize, to: usize, column: usize) {
    let text = sheet.rows[from].text(column).to_owned();
    let row = &mut sheet.rows[to];
    let end = row.cells.last().map_or(0, |cell| cell.span.end);
    row.cell_mut(column, end).text = text;
}

/// Rows of partners, where several names each stand once and one row without a name follows each.
fn pairs(sheet: &Sheet, rows: &[usize], team: usize) -> Option<Vec<(usize, usize)>> {
    let (mut pairs, mut seen) = (Vec::new(), HashSet::new());
    let mut rows = rows.iter().copied().peekable();
    while let Some(upper) = rows.next() {
        let name = sheet.rows[upper].text(team);
        if values::is_need(name) {
            continue;
        }
        let lower = rows.next_if(|row| sheet.rows[*row].text(team).is_empty())?;
        if name.is_empty() || !seen.insert(fold(name)) {
            return None;
        }
        pairs.push((upper, lower));
    }
    (pairs.len() > 1).then_some(pairs)
}

/// The first row of each block and its other rows, where several names each begin one block and most rows have none.
fn blocks(sheet: &Sheet, rows: &[usize], column: usize) -> Vec<(usize, Vec<usize>)> {
    let mut blocks: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut seen = HashSet::new();
    for &row in rows {
        let name = sheet.rows[row].text(column);
        match blocks.last_mut() {
            _ if !name.is_empty() && seen.insert(fold(name)) => blocks.push((row, Vec::new())),
            Some((_, rest)) if name.is_empty() => rest.push(row),
            _ => return Vec::new(),
        }
    }
    let blank: usize = blocks.iter().map(|(_, rest)| rest.len()).sum();
    if blocks.len() > 1 && blank >= blocks.len() { blocks } else { Vec::new() }
}
