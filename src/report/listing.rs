//! A list at the desk: a document put together by a command, beside the JSON that other programs read.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::Masthead;
use super::printable::Report;
use serde::{Serialize, Serializer};
use serde_json::Value;

/// Any list of the desk: sections, officials, the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    document: Document,
    json: Value,
    template: &'static str,
}

impl Listing {
    /// A list with one table.
    pub fn new(title: &str, masthead: Masthead, columns: Vec<Column>, rows: Vec<Vec<Cell>>, json: Value) -> Self {
        let table = Table { rows, ..Table::new(title, columns) };
        Self::of(Document::new(title, masthead).with(Block::Table(table)), json)
    }

    /// Any document, with its JSON.
    pub fn of(document: Document, json: Value) -> Self {
        Self { document, json, template: "document" }
    }

    /// The same list, set on paper by a template of its own.
    pub fn set_by(self, template: &'static str) -> Self {
        Self { template, ..self }
    }
}

impl Serialize for Listing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.json.serialize(serializer)
    }
}

impl Report for Listing {
    fn document(&self) -> Document {
        self.document.clone()
    }

    fn template(&self) -> &'static str {
        self.template
    }
}
