//! Several documents in one file: on paper one after the other, elsewhere each under a heading of its own.

use super::document::{Block, Cell, Column, Document};
use super::masthead::Masthead;
use super::printable::Report;
use serde::Serialize;

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
            let place = part.masthead.place_and_time();
            let text = [part.title.as_str(), &place]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join(" · ");
            let open = part.masthead.provisional_line().map(Block::Notice);
            let whole = whole.with(Block::Heading { level: 1, text, id: None });
            let section = part.masthead.section.unwrap_or_default();
            open.into_iter()
                .chain(part.blocks.into_iter().map(|block| told_apart(block, &section)))
                .fold(whole, Document::with)
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
