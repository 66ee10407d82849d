//! Spreadsheets: the tables of a document, numbers as numbers.

use super::super::document::{Block, Cell, Column, Document, Table};
use super::format::RenderError;
use std::borrow::Cow;

/// The tables of a document as CSV: UTF-8, commas, CRLF, one blank line between tables of different heads.
///
/// Tables with the same head are one table; what stood in a heading above them is lost to a spreadsheet, so their rows must say which they are of.
/// A cell that a spreadsheet would take for a formula gets a leading apostrophe.
pub fn csv(document: &Document) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Vec::new();
    let mut last: Option<Cow<'_, Table>> = None;
    let tables = document.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(Cow::Borrowed(table)),
        Block::Bracket(bracket) => Some(Cow::Owned(bracket.table())),
        _ => None,
    });
    for table in tables {
        let same_head = last.as_ref().is_some_and(|last| last.columns == table.columns);
        if last.is_some() && !same_head {
            bytes.extend_from_slice(b"\r\n");
        }
        let head = (!same_head).then(|| table.columns.iter().flat_map(heads).collect::<Vec<_>>());
        let rows = table
            .rows
            .iter()
            .map(|row| row.iter().zip(&table.columns).flat_map(|(cell, column)| values(cell, column)).collect());
        let mut writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(&mut bytes);
        for record in head.into_iter().chain(rows) {
            writer.write_record(&record).map_err(|error| RenderError::Unwritable(error.to_string()))?;
        }
        writer.flush().map_err(|error| RenderError::Unwritable(error.to_string()))?;
        drop(writer);
        last = Some(table);
    }
    Ok(bytes)
}

/// The heads a column has in a spreadsheet: its own, that of the teams' numbers, that of its second lines.
fn heads(column: &Column) -> impl Iterator<Item = String> {
    let number = column.names_teams.then(|| guarded(&format!("{} no.", column.heading)));
    std::iter::once(guarded(&column.heading)).chain(number).chain(column.under.as_deref().map(guarded))
}

/// The values of a cell under those heads.
fn values(cell: &Cell, column: &Column) -> Vec<String> {
    let value = cell.number.map_or_else(|| guarded(&cell.text), |number| number.to_string());
    let under = column.under.as_ref().map(|_| match cell.under_number {
        Some(number) => number.to_string(),
        None => guarded(cell.under.as_deref().unwrap_or_default()),
    });
    let team = column.names_teams.then(|| cell.team.map(|number| number.to_string()).unwrap_or_default());
    std::iter::once(value).chain(team).chain(under).collect()
}

/// A text that no spreadsheet takes for a formula, without characters that steer a terminal. Numbers stay numbers.
fn guarded(text: &str) -> String {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    let harmless = |c: char| match c {
        '\u{a0}' => ' ',
        '\t' | '\r' | '\n' => c,
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    risky.then_some('\'').into_iter().chain(text.chars().map(harmless)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_in_a_name_stays_a_name() {
        assert_eq!(guarded("=HYPERLINK(\"http://x\")"), "'=HYPERLINK(\"http://x\")");
        assert_eq!(guarded("@sum"), "'@sum");
        assert_eq!(guarded("+/-"), "'+/-");
        assert_eq!(guarded("\tx"), "'\tx");
        assert_eq!(guarded("-3.5"), "-3.5");
        assert_eq!(guarded("Rooks"), "Rooks");
    }
}
