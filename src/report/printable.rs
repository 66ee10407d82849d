//! A document with what is written of it in every format; and several in one file, on paper one after the other, elsewhere each under a
//! heading of its own.

use super::document::{Block, Cell, Column, Document, Table};
use super::families::columns;
use super::masthead::{Masthead, dotted};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// What can be printed.
pub struct Report {
    /// What text, CSV and HTML are made from, and PDF too where no template of its own serves it.
    pub document: Document,
    lasting: Option<Document>,
    /// What other programs read; of a packet that is its parts.
    json: Option<Box<dyn erased_serde::Serialize>>,
    /// The Typst template that prints it, without the ending. `document` prints any document.
    #[cfg_attr(not(feature = "pdf"), expect(dead_code, reason = "only paper is set by it"))]
    pub(super) template: &'static str,
    /// The documents that it holds one after the other; none where it is one itself.
    pub parts: Vec<Self>,
}

impl Report {
    pub fn of(document: Document, json: impl Serialize + 'static) -> Self {
        Self { document, lasting: None, json: Some(Box::new(json)), template: "document", parts: Vec::new() }
    }

    /// A list with this table, called as it is.
    pub fn table(masthead: Masthead, table: impl Into<Table>, json: impl Serialize + 'static) -> Self {
        let table = table.into();
        Self::of(Document::new(&table.caption, masthead).with(table), json)
    }

    pub fn set_by(self, template: &'static str) -> Self {
        Self { template, ..self }
    }

    /// The same, promising no more than this: a pairing sheet stays true when results come in.
    pub fn promising(self, lasting: Document) -> Self {
        Self { lasting: Some(lasting), ..self }
    }

    /// The document without what it does not promise.
    pub fn lasting(&self) -> &Document {
        self.lasting.as_ref().unwrap_or(&self.document)
    }

    /// All of these in one, under the head of a document about the whole tournament.
    pub fn packet(parts: Vec<Self>, masthead: Masthead) -> Self {
        let promises_less = parts.iter().any(|part| part.lasting.is_some());
        let lasting = promises_less.then(|| joined(parts.iter().map(Self::lasting), masthead.clone()));
        let document = joined(parts.iter().map(|part| &part.document), masthead);
        Self { document, lasting, json: None, template: "document", parts }
    }
}

/// Documents one after the other, called as they all are.
fn joined<'d>(parts: impl Iterator<Item = &'d Document> + Clone, masthead: Masthead) -> Document {
    let mut titles = parts.clone().map(|part| part.title.as_str());
    let first = titles.next().filter(|first| titles.all(|title| title == *first));
    parts.fold(Document::new(first.unwrap_or("Sheets"), masthead), |whole, part| {
        let Document { title, masthead, blocks, .. } = part.clone();
        let open = masthead.provisional_line().map(Block::Notice);
        let heading = dotted([Some(title.as_str()), Some(&masthead.place_and_time())]);
        let section = masthead.section.unwrap_or_default();
        let blocks = blocks.into_iter().map(|block| with_section(block, &section));
        whole.headed(1, heading).with_all(open).with_all(blocks)
    })
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.json {
            Some(json) => json.serialize(serializer),
            None => BTreeMap::from([("sections", &self.parts)]).serialize(serializer),
        }
    }
}

/// In a spreadsheet the tables of all sections are one, so that each row says its own.
fn with_section(block: Block, section: &str) -> Block {
    match block {
        Block::Table(mut table) if !section.is_empty() => {
            table.columns.insert(0, Column::text(columns::SECTION).for_spreadsheets());
            table.rows.iter_mut().for_each(|row| row.insert(0, Cell::text(section)));
            Block::Table(table)
        }
        Block::Heading { level, text, id } => Block::Heading { level: level.max(2), text, id },
        other => other,
    }
}
