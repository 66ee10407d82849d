//! The cheat sheet: one page for the volunteer, from the same definitions as the help.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::printable::Report;
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CheatSheet {
    /// Parts, in the order of the day.
    pub parts: Vec<Part>,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// What it is about.
    pub title: String,
    pub lines: Vec<Line>,
}

/// One thing to type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    pub typed: String,
    pub does: String,
}

impl Report for CheatSheet {
    fn document(&self) -> Document {
        let page = Page { size: TypeSize::Small, columns: 2, ..Page::default() };
        let document = Document { page, ..Document::new("The day on one page", self.masthead.clone()) };
        self.parts.iter().fold(document, |document, part| {
            let columns = vec![Column::text("Type").naming(), Column::text("It does")];
            let rows = part.lines.iter().map(|line| vec![Cell::text(&line.typed), Cell::text(&line.does)]).collect();
            let heading = Block::Heading { level: 1, text: part.title.clone(), id: None };
            document.with(heading).with(Block::Table(Table { rows, ..Table::new(part.title.clone(), columns) }))
        })
    }

    fn template(&self) -> &'static str {
        "cheat-sheet"
    }
}
