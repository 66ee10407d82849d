//! Cells that are read as if something else stood there, and the rows as they stand, to be looked at before they are entered.

use super::field::What;
use super::file_text::MOST_COLUMNS;
use super::mapping::Mapping;
use super::problem::Unfit;
use super::sheet::{Row, Sheet};
use serde::Serialize;
use std::str::FromStr;

/// A director's word on a cell: `5:8=4`, which is line 5, column 8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amended {
    /// Line of the file, or row of the worksheet, from 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
    pub text: String,
}

impl FromStr for Amended {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let cell = text.split_once('=').and_then(|(place, text)| {
            let (line, column) = place.split_once(':')?;
            let column = column.trim().parse().ok().filter(|column| (1..=MOST_COLUMNS).contains(column))?;
            Some(Self { line: line.trim().parse().ok()?, column, text: text.to_owned() })
        });
        cell.ok_or_else(|| {
            format!("\"{text}\" isn't a cell; write its line, its column (counting from 1) and its text: 5:8=4")
        })
    }
}

pub(super) fn amend(sheet: &mut Sheet, cells: &[Amended]) -> Result<(), Unfit> {
    for amended in cells {
        let row = sheet.rows.iter_mut().find(|row| row.line == amended.line);
        let row = row.ok_or(Unfit::NoSuchLine { line: amended.line })?;
        let end = row.cells.last().map_or(0, |cell| cell.span.end);
        row.cell_mut(amended.column - 1, end).text.clone_from(&amended.text);
    }
    Ok(())
}

/// A row under the headings. Serialises as `{"line", "cells"}`.
#[derive(Debug, Clone, Serialize)]
pub struct Shown<'s> {
    pub line: usize,
    /// What the cells say; nothing of how a family is reached.
    pub cells: Vec<Option<&'s str>>,
}

/// The rows under the headings, without those that are blank.
pub(super) fn shown<'s>(sheet: &'s Sheet, mapping: &'s Mapping) -> Vec<Shown<'s>> {
    let is_private = |at: usize| {
        let field = mapping.columns.get(at).and_then(|column| column.field);
        field.is_some_and(|field| matches!(field.what, What::Email | What::Phone))
    };
    let cells = |row: &'s Row| row.texts().enumerate().map(|(at, text)| (!is_private(at)).then_some(text)).collect();
    let rows = sheet.rows.iter().skip(mapping.row + 1).filter(|row| !row.is_blank());
    rows.map(|row| Shown { line: row.line, cells: cells(row) }).collect()
}
