//! Table cards: a number that is seen across the hall.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::printable::Report;
use crate::tournament::{Section, TableNumber, Tournament};
use serde::Serialize;

/// Table cards, two a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableCards {
    /// In the order given.
    pub cards: Vec<Card>,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Card {
    pub table: u32,
    pub section: String,
}

/// One card for each of these tables.
pub fn view(tournament: &Tournament, tables: &[(TableNumber, &Section)], stamp: Stamp) -> TableCards {
    let card = |(table, section): &(TableNumber, &Section)| Card { table: table.0, section: section.name.clone() };
    TableCards { cards: tables.iter().map(card).collect(), masthead: Masthead::new(tournament, None, None, stamp) }
}

impl Report for TableCards {
    fn document(&self) -> Document {
        let columns = vec![Column::number("Table"), Column::text("Section")];
        let row = |card: &Card| vec![Cell::whole(card.table).strong(), Cell::text(&card.section)];
        let table = Table { rows: self.cards.iter().map(row).collect(), ..Table::new("Tables", columns) };
        Document::new("Table cards", self.masthead.clone()).with(Block::Table(table))
    }

    fn template(&self) -> &'static str {
        "cards"
    }
}
