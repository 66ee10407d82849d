//! One sheet: a template and the data it is given, whole or in parts.

use super::super::super::document::Document;
use super::super::super::families::{PRINTED, Printed};
use super::super::format::{Paper, Press, RenderError};
use super::workshop;
use super::workshop::Workshop;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeSet;
use typst_layout::PagedDocument;

/// What a template reads as `/data.json`.
#[derive(Serialize)]
struct Data<'a> {
    paper: &'static str,
    document: &'a Document,
    view: &'a Value,
    part: &'a Stage,
    families: Printed,
}

/// How much of a sheet is set. `first` says whether it begins here, `before` how many of its `pages` come before.
#[derive(Serialize)]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub(super) enum Stage {
    Whole,
    /// Nothing yet: how wide are the columns?
    Widths {
        agreed: Agreed,
    },
    /// Nothing yet: how high are the rows?
    Heights {
        first: bool,
        agreed: Agreed,
    },
    /// Pages that begin at these of the rows given.
    Rows {
        first: bool,
        before: usize,
        pages: usize,
        starts: Vec<usize>,
        agreed: Agreed,
    },
    /// What is between long tables.
    Rest {
        first: bool,
        before: usize,
        pages: usize,
    },
}

/// What the parts of a long table have in common.
#[derive(Clone, Default, Serialize)]
pub(super) struct Agreed {
    /// Whether it is one table under one title.
    pub(super) alone: bool,
    /// How wide its columns would be, in points.
    pub(super) longest: Vec<f64>,
    /// What else its template has to say.
    #[serde(flatten)]
    pub(super) more: serde_json::Map<String, Value>,
}

pub(super) struct Sheet<'a> {
    pub(super) template: &'static str,
    press: Press<'a>,
    workshop: Workshop,
    undrawn: BTreeSet<char>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(template: &'static str, press: Press<'a>) -> Self {
        let workshop = Workshop::new(template, press.templates);
        Self { template, press, workshop, undrawn: BTreeSet::new() }
    }

    /// Whether the director wrote its template: nobody knows whether that can be set in parts.
    pub(super) fn is_the_directors(&self) -> bool {
        let own = |name: &str| self.press.templates.is_some_and(|folder| folder.join(name).exists());
        own("lib.typ") || own("tables.typ") || own(&format!("{}.typ", self.template))
    }

    pub(super) fn set(
        &mut self,
        document: &Document,
        view: &Value,
        stage: &Stage,
    ) -> Result<PagedDocument, RenderError> {
        if let Some(folder) = self.press.templates.filter(|folder| !folder.is_dir()) {
            return Err(RenderError::NoTemplates(folder.to_owned()));
        }
        let paper = match self.press.paper {
            Paper::Letter => "us-letter",
            Paper::A4 => "a4",
        };
        let data = Data { paper, document, view, part: stage, families: PRINTED };
        self.workshop.give(serde_json::to_vec(&data).map_err(|error| RenderError::Unwritable(error.to_string()))?);
        let pages = self.workshop.set()?;
        let undrawn = workshop::characters(&pages);
        // Only now is it worth the time to look through the machine's own fonts.
        if !self.add_fonts(&undrawn - &self.undrawn) {
            self.undrawn.extend(undrawn);
            return Ok(pages);
        }
        let pages = self.workshop.set()?;
        self.undrawn.extend(workshop::characters(&pages));
        Ok(pages)
    }

    /// What the template answers of some rows, if it does.
    pub(super) fn ask<T: DeserializeOwned>(
        &mut self,
        document: &Document,
        stage: &Stage,
    ) -> Result<Option<T>, RenderError> {
        let pages = self.set(document, &Value::Null, stage)?;
        let answer = self.workshop.answer(&pages).map(serde_json::from_value).transpose();
        answer.map_err(|error| RenderError::Unwritable(error.to_string()))
    }

    /// Finds fonts before anything is set, so that all parts are set with the same.
    pub(super) fn add_fonts_for(&mut self, document: &Document) {
        let mut lacking = BTreeSet::new();
        for cell in document.tables().flat_map(|table| table.rows.iter().flatten()) {
            let text = cell.text.chars().chain(cell.under.iter().flat_map(|under| under.chars()));
            lacking.extend(text.filter(|c| !c.is_ascii() && !workshop::drawn(*c)));
        }
        self.add_fonts(lacking);
    }

    fn add_fonts(&mut self, lacking: BTreeSet<char>) -> bool {
        !lacking.is_empty() && self.workshop.add_fonts(workshop::of_the_machine(&lacking))
    }

    /// What is wrong with what was set.
    pub(super) fn warning(&self) -> Option<String> {
        (!self.undrawn.is_empty()).then(|| workshop::warning(&self.undrawn))
    }
}

/// A document without anything in it.
pub(super) fn head(document: &Document) -> Document {
    let Document { title, subtitle, masthead, page, blocks: _ } = document;
    Document { subtitle: subtitle.clone(), page: *page, ..Document::new(title, masthead.clone()) }
}
