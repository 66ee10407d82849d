//! Table cards: a number that is seen across the hall.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::Masthead;
use super::{Report, Stamp};
use crate::tournament::{Section, TableNumber, Tournament};
use serde::Serialize;

/// The cards of a section, two a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Table numbers, rising.
    pub tables: Vec<u32>,
    /// Section name.
    pub section: String,
    /// Head and foot.
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One card for each of these tables.
pub fn view(tournament: &Tournament, section: &Section, tables: &[TableNumber], stamp: Stamp) -> View {
    View {
        tables: tables.iter().map(|table| table.0).collect(),
        section: section.name.clone(),
        masthead: Masthead::new(tournament, Some(section), None, stamp),
    }
}

impl Report for View {
    fn document(&self) -> Document {
        let columns = vec![Column::number("Table"), Column::text("Section")];
        let row = |table: &u32| vec![Cell::whole(*table).strong(), Cell::text(&self.section)];
        let table = Table { rows: self.tables.iter().map(row).collect(), ..Table::new("Tables", columns) };
        Document::new("Table cards", self.masthead.clone()).with(Block::Table(table))
    }

    fn template(&self) -> &'static str {
        "cards"
    }
}
