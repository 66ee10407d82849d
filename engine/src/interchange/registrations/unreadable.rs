//! A file that could not be read at all: why, where, and how far its columns were understood.

use super::amended::{Shown, shown};
use super::file_text;
use super::mapping::Mapping;
use super::problem::Unfit;
use super::sheet::Sheet;
use thiserror::Error;

/// A file that could not be read as a list of registrations. Nothing of it can be imported.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{} {}", self.place_in_words(), self.why)]
pub struct Unreadable {
    /// The file, as the director named it.
    pub file: String,
    /// Line and column from 1, where there is a place.
    pub place: Option<(usize, usize)>,
    pub help: String,
    /// How far the columns were understood, where there are headings.
    pub mapping: Option<Box<Mapping>>,
    why: Unfit,
    sheet: Box<Sheet>,
}

impl Unreadable {
    pub(super) fn new(file: &str, why: Unfit, sheet: Sheet, mapping: Option<Box<Mapping>>) -> Self {
        let place = why.place().map(|at| sheet.file_text.place(at));
        Self { file: file.to_owned(), place, help: why.help(&sheet.file_text), mapping, why, sheet: Box::new(sheet) }
    }

    /// Its rows, as far as there are headings.
    pub fn rows(&self) -> Vec<Shown<'_>> {
        self.mapping.as_ref().map(|mapping| shown(&self.sheet, mapping)).unwrap_or_default()
    }

    fn place_in_words(&self) -> String {
        match self.place {
            Some((line, column)) => format!("{}:{line}:{column}", self.file),
            None => self.file.clone(),
        }
    }

    /// The problem as a compiler would show it: the line, a caret, the help.
    pub fn render(&self) -> String {
        let title = format!("{} {}", self.file, self.why);
        match self.why.place() {
            Some(at) => file_text::excerpt(&self.sheet.file_text, &self.file, &title, at..at + 1, &self.help),
            None => file_text::bare(&title, &self.help),
        }
    }
}
