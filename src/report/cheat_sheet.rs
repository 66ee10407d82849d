//! The cheat sheet: one page for the volunteer, from the same definitions as the help.

use super::document::{Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::printable::Report;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Topic {
    pub title: String,
    pub lines: Vec<Tip>,
}

/// One thing to type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Tip {
    pub typed: String,
    pub does: String,
}

/// Parts, in the order of the day.
pub fn view(parts: Vec<Topic>, masthead: Masthead) -> Report {
    let page = Page { size: TypeSize::Small, columns: 2, ..Page::default() };
    let document = Document::new("The day on one page", masthead).on(page);
    let document = parts.iter().fold(document, |document, part| {
        let lines = Table::of(&part.title, &part.lines)
            .column(Column::text("Type").naming(), |line| Cell::text(&line.typed))
            .column(Column::text("What it does"), |line| Cell::text(&line.does));
        document.headed(1, &part.title).with(lines)
    });
    Report::of(document, BTreeMap::from([("parts", parts)])).set_by("cheat-sheet")
}
