//! What a view must offer to be printed in every format; a list put together by a command; and several documents in one file, on paper
//! one after the other, elsewhere each under a heading of its own.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::{Masthead, dotted};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// What can be printed: a view with its JSON keys (its `Serialize`), its generic document, and its sheet of paper.
pub trait Report: erased_serde::Serialize {
    /// The document that text, CSV and HTML are made from, and PDF too where no template of its own serves it.
    fn document(&self) -> Document;

    /// The document without what it does not promise: a pairing sheet stays true when results come in.
    fn lasting(&self) -> Document {
        self.document()
    }

    /// The Typst template that prints it, without the ending. `document` prints any document.
    fn template(&self) -> &'static str {
        "document"
    }

    /// The documents that it holds one after the other; none where it is one itself.
    fn parts(&self) -> &[Box<dyn Report>] {
        &[]
    }
}

erased_serde::serialize_trait_object!(Report);

/// Any list of the desk: sections, officials, the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    document: Document,
    json: Value,
    template: &'static str,
}

impl Listing {
    /// A list with this table, called as it is.
    pub fn table(masthead: Masthead, table: impl Into<Table>, json: Value) -> Self {
        let table = table.into();
        Self::of(Document::new(&table.caption, masthead).with(table), json)
    }

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

#[derive(Serialize)]
pub struct Packet {
    sections: Vec<Box<dyn Report>>,
    #[serde(skip)]
    masthead: Masthead,
}

impl Packet {
    /// `masthead` is the head of a document about the whole tournament.
    pub fn of(parts: Vec<Box<dyn Report>>, masthead: Masthead) -> Self {
        Self { sections: parts, masthead }
    }

    fn joined(&self, documents: Vec<Document>) -> Document {
        let alike = |title: &&String| documents.iter().all(|document| document.title == **title);
        let title =
            documents.first().map(|first| &first.title).filter(alike).map_or("Sheets", String::as_str).to_owned();
        documents.into_iter().fold(Document::new(title, self.masthead.clone()), |whole, part| {
            let text = dotted([Some(part.title.as_str()), Some(&part.masthead.place_and_time())]);
            let open = part.masthead.provisional_line().map(Block::Notice);
            let section = part.masthead.section.unwrap_or_default();
            let blocks = part.blocks.into_iter().map(|block| told_apart(block, &section));
            whole.headed(1, text).with_all(open).with_all(blocks)
        })
    }
}

/// In a spreadsheet the tables of all sections are one, so that each row says its own.
fn told_apart(block: Block, section: &str) -> Block {
    match block {
        Block::Table(mut table) if !section.is_empty() => {
            table.columns.insert(0, Column::text("Section").for_spreadsheets());
            table.rows.iter_mut().for_each(|row| row.insert(0, Cell::text(section)));
            Block::Table(table)
        }
        Block::Heading { level, text, id } => Block::Heading { level: level.max(2), text, id },
        other => other,
    }
}

impl Report for Packet {
    fn document(&self) -> Document {
        self.joined(self.sections.iter().map(|part| part.document()).collect())
    }

    fn lasting(&self) -> Document {
        self.joined(self.sections.iter().map(|part| part.lasting()).collect())
    }

    fn parts(&self) -> &[Box<dyn Report>] {
        &self.sections
    }
}
