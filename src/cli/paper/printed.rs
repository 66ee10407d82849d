//! Remembers what was printed or published, so that `bughouse stale` can say what a later change has made wrong.
//!
//! Written after the sheet itself and in a transaction of its own: a sheet is printed whether or not it can be remembered.

use crate::cli::Everywhere;
use crate::cli::show;
use crate::report::Document;
use crate::report::render::{Format, Paper};
use crate::report::told::{Told, told};
use crate::store::{Printed, Store, StoreError};
use crate::tournament::{Section, SectionId};
use clap::ValueEnum;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// Stands for the section's name among the words of a command: sections are renamed.
pub const SECTION: &str = "{section}";

/// How a document that may become wrong on its wall is made again, and what it was made from.
pub struct Kept {
    words: Vec<String>,
    section: Option<SectionId>,
    round: Option<u32>,
    site: Option<Site>,
    made: Option<Made>,
}

/// What the tournament's file was when the document was made.
struct Made {
    file: PathBuf,
    at: String,
    version: i64,
}

/// A folder of pages, written by its command itself.
struct Site {
    folder: PathBuf,
    told: Vec<Told>,
}

impl Kept {
    /// A document made by this command, about one section where one is given.
    pub fn by(command: &[&str], section: Option<&Section>) -> Self {
        let words = command.iter().copied().chain(section.map(|_| SECTION)).map(str::to_owned).collect();
        Self { words, section: section.map(|section| section.id), round: None, site: None, made: None }
    }

    /// The same command with an option that has a value.
    pub fn with(mut self, option: &str, value: &impl ValueEnum) -> Self {
        let name = value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        self.words.extend([option.to_owned(), name]);
        self
    }

    /// The same command with an option, where it was given.
    pub fn flag(mut self, given: bool, option: &str) -> Self {
        self.words.extend(given.then(|| option.to_owned()));
        self
    }

    /// The same command, pinned to the round that the document shows.
    pub fn pinned(mut self, option: &str, round: u32) -> Self {
        self.words.extend([option.to_owned(), round.to_string()]);
        self.about_round(round)
    }

    /// A document about a round that its command has no option for.
    pub fn about_round(self, round: u32) -> Self {
        Self { round: Some(round), ..self }
    }

    /// A folder of pages, which the command has written.
    pub fn published_to(self, folder: &Path, told: Vec<Told>) -> Self {
        Self { site: Some(Site { folder: folder.to_owned(), told }), ..self }
    }

    /// Notes what the document was made from.
    pub fn made_from(&mut self, file: &Path, at: &str, version: i64) {
        self.made = Some(Made { file: file.to_owned(), at: at.to_owned(), version });
    }

    /// Remembers a site that was written; of other documents nothing yet.
    pub fn remember_site(&self, everywhere: &Everywhere) {
        if let Some(site) = &self.site {
            self.remember("Site".to_owned(), &site.told, &site.folder, "site", everywhere);
        }
    }

    /// Remembers a document that was written to a file. What other programs read is theirs to keep true.
    pub fn remember_sheet(&self, document: &Document, path: &Path, everywhere: &Everywhere) {
        let Ok(format @ (Format::Pdf | Format::Html | Format::Csv | Format::Txt)) = Format::of(path) else { return };
        let place = document.masthead.place();
        let by = self
            .words
            .iter()
            .skip_while(|word| *word != "--by")
            .nth(1)
            .map(|order| format!(" by {order}"))
            .unwrap_or_default();
        let title = format!("{}{by}", document.title);
        let title =
            [title.as_str(), &place].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
        self.remember(title, &told(document), path, format.ending(), everywhere);
    }

    fn remember(&self, title: String, told: &[Told], path: &Path, format: &str, everywhere: &Everywhere) {
        let Some(made) = &self.made else { return };
        let printed = Printed {
            id: 0,
            at: made.at.clone(),
            title,
            section: self.section,
            round: self.round,
            words: self.words.clone(),
            path: path.display().to_string(),
            format: format.to_owned(),
            paper: (everywhere.paper == Paper::A4).then(|| "a4".to_owned()),
            templates: everywhere.templates.as_ref().map(|folder| folder.display().to_string()),
            hash: hash(told),
            command: made.version,
        };
        match Store::note_printed(&made.file, &printed) {
            Ok(()) | Err(StoreError::ReadOnly(_)) => {}
            Err(error) => show::remark(&format!("note: `bughouse stale` will not know of {}: {error}", path.display())),
        }
    }
}

/// Equal for documents that tell the same.
pub fn hash(told: &[Told]) -> String {
    let mut hash = Sha256::new();
    for one in told {
        hash.update(one.line.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
