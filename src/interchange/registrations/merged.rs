//! Cells that were merged in a spreadsheet stand on the first row of their block only; here they are filled down.
//!
//! Only where nothing else can be meant: every team's name is followed by one row without, or every school's name
//! begins a block of its own.

use super::drafts::entry_rows;
use super::field::{Field, What};
use super::mapping::{Layout, Mapping};
use super::problem::Note;
use super::sheet::{Cell, Sheet};
use super::values;
use crate::tournament::names::fold;
use std::collections::HashSet;

/// Fills what was merged, and says so.
pub(super) fn fill(sheet: &mut Sheet, mapping: &Mapping) -> Vec<Note> {
    let rows = entry_rows(sheet, mapping);
    let mut notes = Vec::new();
    let teams = mapping.column(Field::of_row(What::Team)).filter(|_| mapping.layout == Layout::RowPerPlayer);
    if let Some(team) = teams
        && let Some(pairs) = pairs(sheet, &rows, team)
    {
        for (upper, lower) in &pairs {
            take(sheet, *upper, *lower, team);
        }
        for column in [What::School, What::Section].into_iter().filter_map(|what| mapping.column(Field::of_row(what))) {
            if pairs.iter().all(|(_, lower)| text(sheet, *lower, column).is_empty()) {
                pairs.iter().for_each(|(upper, lower)| take(sheet, *upper, *lower, column));
            }
        }
        let line = sheet.rows[pairs[0].1].line;
        let message = format!(
            "each team's name stands on the first of two rows only, and was read as merged cells: line {line} is of {}",
            text(sheet, pairs[0].0, team)
        );
        notes.push(Note { line: None, message });
    }
    for what in [What::School, What::Section] {
        let Some(column) = mapping.column(Field::of_row(what)) else { continue };
        let blocks = blocks(sheet, &rows, column);
        for (first, rest) in &blocks {
            rest.iter().for_each(|row| take(sheet, *first, *row, column));
        }
        if let Some((first, rest)) = blocks.iter().find(|(_, rest)| !rest.is_empty()) {
            let message = format!(
                "each {0} stands on the first row of its block only, and was read as merged cells: line {1} is of {2}; write none where there is no {0}",
                what.as_typed(),
                sheet.rows[rest[0]].line,
                text(sheet, *first, column)
            );
            notes.push(Note { line: None, message });
        }
    }
    notes
}

fn text(sheet: &Sheet, row: usize, column: usize) -> &str {
    sheet.rows[row].cells.get(column).map_or("", |cell| cell.text.trim())
}

fn take(sheet: &mut Sheet, from: usize, to: usize, column: usize) {
    let text = text(sheet, from, column).to_owned();
    let cells = &mut sheet.rows[to].cells;
    let end = cells.last().map_or(0, |cell| cell.span.end);
    while cells.len() <= column {
        cells.push(Cell { text: String::new(), span: end..end });
    }
    cells[column].text = text;
}

/// Rows of partners, where every name stands once and one row without a name follows it.
fn pairs(sheet: &Sheet, rows: &[usize], team: usize) -> Option<Vec<(usize, usize)>> {
    let (mut pairs, mut seen) = (Vec::new(), HashSet::new());
    let mut rows = rows.iter().copied().peekable();
    while let Some(upper) = rows.next() {
        let name = text(sheet, upper, team);
        if values::is_need(name) {
            continue;
        }
        let lower = rows.next_if(|row| text(sheet, *row, team).is_empty())?;
        if name.is_empty() || !seen.insert(fold(name)) {
            return None;
        }
        pairs.push((upper, lower));
    }
    (!pairs.is_empty()).then_some(pairs)
}

/// The first row of each block and its other rows, where several names each begin one block and most rows have none.
fn blocks(sheet: &Sheet, rows: &[usize], column: usize) -> Vec<(usize, Vec<usize>)> {
    let mut blocks: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut seen = HashSet::new();
    for &row in rows {
        let name = text(sheet, row, column);
        match blocks.last_mut() {
            _ if !name.is_empty() && seen.insert(fold(name)) => blocks.push((row, Vec::new())),
            Some((_, rest)) if name.is_empty() => rest.push(row),
            _ => return Vec::new(),
        }
    }
    let blank: usize = blocks.iter().map(|(_, rest)| rest.len()).sum();
    if blocks.len() > 1 && blank >= blocks.len() { blocks } else { Vec::new() }
}
