//! In which form a document leaves: formats by file ending, paper, templates, and what can go wrong.

use super::super::document::Document;
use super::super::printable::Report;
use crate::report::naming::ShownNames;
use crate::tournament::names::option_name;
use clap::ValueEnum;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What a document is written as; the file's ending says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub enum Format {
    /// Paper.
    Pdf,
    /// A page for phones and browsers.
    Html,
    /// A spreadsheet.
    Csv,
    /// Plain text.
    Txt,
    /// For other programs.
    Json,
}

impl Format {
    /// The file ending, without the dot.
    pub fn ending(self) -> String {
        option_name(self)
    }

    /// The format that a file's ending asks for.
    pub fn of(path: &Path) -> Result<Self, RenderError> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        Self::from_str(&ending, true).map_err(|_| RenderError::UnknownEnding { file: path.display().to_string() })
    }
}

/// The paper a sheet is printed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
pub enum Paper {
    /// US letter, 8½ by 11 inches.
    #[default]
    Letter,
    /// A4, 210 by 297 mm.
    A4,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Press<'a> {
    pub paper: Paper,
    /// A folder with the director's own templates; what it lacks is taken from the program.
    pub templates: Option<&'a Path>,
    /// The names that are not written as they were entered.
    pub names: Option<&'a ShownNames>,
}

impl Press<'_> {
    /// What a report says, as it is written.
    pub(super) fn document(&self, report: &Report) -> Document {
        self.names.map_or_else(|| report.document.clone(), |names| names.in_document(&report.document))
    }

    pub(super) fn data(&self, report: &Report) -> Result<Value, RenderError> {
        let data = serde_json::to_value(report).map_err(|error| RenderError::Unwritable(error.to_string()))?;
        Ok(match self.names {
            Some(names) => names.in_json(data),
            None => data,
        })
    }
}

/// A document as bytes, ready to be written to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    pub bytes: Vec<u8>,
    /// What the director should know before hanging it on the wall, such as characters that no font can draw.
    pub warnings: Vec<String>,
    /// Pages of paper, where it is paper.
    pub sheets: Option<usize>,
}

impl From<Vec<u8>> for Rendered {
    fn from(bytes: Vec<u8>) -> Self {
        Self { bytes, warnings: Vec::new(), sheets: None }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("\"{file}\" does not say which format it should have; end the name in .pdf, .html, .csv, .txt or .json")]
    UnknownEnding { file: String },
    #[error("the document could not be written: {0}")]
    Unwritable(String),
    #[error("the page could not be written: {0}")]
    Page(#[from] askama::Error),
    #[error("a template could not be printed:\n{0}")]
    Template(String),
    #[error("there is no folder {0} with templates in it")]
    NoTemplates(PathBuf),
    #[error(
        "this bughouse was built without PDF; write .html instead and print it from a browser, or build with the feature \"pdf\""
    )]
    NoPdf,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_names_the_format() {
        for format in Format::value_variants().iter().copied() {
            let file = format!("Round 3.{}", format.ending().to_uppercase());
            assert_eq!(Format::of(Path::new(&file)).ok(), Some(format));
        }
        assert!(Format::of(Path::new("pairings")).unwrap_err().to_string().contains(".pdf"));
        assert!(Format::of(Path::new("pairings.doc")).is_err());
    }
}
