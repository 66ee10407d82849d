//! XLSX workbooks: the visible worksheet that looks most like a list of registrations.
//!
//! Cells are read one by one, so that a stray cell in the last row of a worksheet costs nothing.

use super::problem::Unfit;
use super::sheet::{Cell, Row, Sheet, Source};
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Cursor;

/// No registration form has more columns.
const MOST_COLUMNS: u32 = 500;
const MOST_ROWS: u32 = 200_000;

/// Whether the bytes begin as a workbook does.
pub(super) fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// Reads the worksheet for which `known` counts the most headings in one row; the first of them if several do.
/// Also names the worksheets that hold something and were passed over.
pub(super) fn read(bytes: &[u8], known: impl Fn(&Row) -> usize) -> Result<(Sheet, Vec<String>), Unfit> {
    let unfit = |error: calamine::XlsxError| Unfit::Workbook { why: error.to_string() };
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(unfit)?;
    let visible =
        |sheet: &&calamine::Sheet| sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet;
    let names: Vec<String> = book.sheets_metadata().iter().filter(visible).map(|sheet| sheet.name.clone()).collect();
    let mut best: Option<(usize, String, Sheet)> = None;
    let mut passed_over = Vec::new();
    for name in names {
        let sheet = worksheet(&mut book, &name).map_err(unfit)?;
        if sheet.rows.is_empty() {
            continue;
        }
        let fitness = sheet.rows.iter().take(30).map(&known).max().unwrap_or(0);
        if best.as_ref().is_none_or(|(best, ..)| fitness > *best) {
            passed_over.extend(best.replace((fitness, name, sheet)).map(|(_, name, _)| name));
        } else {
            passed_over.push(name);
        }
    }
    best.map(|(_, _, sheet)| (sheet, passed_over)).ok_or(Unfit::Empty)
}

fn worksheet(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<Sheet, calamine::XlsxError> {
    let mut cells: BTreeMap<u32, BTreeMap<u32, String>> = BTreeMap::new();
    let mut reader = book.worksheet_cells_reader(name)?;
    while let Some(cell) = reader.next_cell()? {
        let (row, column) = cell.get_position();
        let text = shown(cell.get_value());
        if row < MOST_ROWS && column < MOST_COLUMNS && !text.is_empty() {
            cells.entry(row).or_default().insert(column, text);
        }
    }
    Ok(rendered(&cells))
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
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
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
    Sheet { source: Source::new(text, true), rows }
}
