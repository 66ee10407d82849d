//! Remembers what was printed or published, so that `bughouse stale` can say what a later change has made wrong.
//!
//! Written after the sheet itself and in a transaction of its own: a sheet is printed whether or not it can be remembered.

use super::sheet::Sheet;
use crate::cli::Everywhere;
use crate::cli::show;
use crate::report::Document;
use crate::report::render::{Format, Paper};
use crate::report::told::{Told, told};
use crate::store::{Printed, Store, StoreError};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// What is remembered of a document once it is written, and what it was made from.
pub struct Kept {
    what: What,
    made: Option<Made>,
}

enum What {
    Sheet(Sheet),
    /// A folder of pages, written by its command itself.
    Site {
        folder: PathBuf,
        told: Vec<Told>,
    },
}

/// What the tournament's file was when the document was made.
struct Made {
    file: PathBuf,
    at: String,
    version: i64,
}

impl Kept {
    pub fn sheet(sheet: Sheet) -> Self {
        Self { what: What::Sheet(sheet), made: None }
    }

    /// A folder of pages, which the command has written.
    pub fn site(folder: &Path, told: Vec<Told>) -> Self {
        Self { what: What::Site { folder: folder.to_owned(), told }, made: None }
    }

    /// Notes what the document was made from.
    pub fn made_from(&mut self, file: &Path, at: &str, version: i64) {
        self.made = Some(Made { file: file.to_owned(), at: at.to_owned(), version });
    }

    /// Remembers a site that was written; of other documents nothing yet.
    pub fn remember_site(&self, everywhere: &Everywhere) {
        if let What::Site { folder, told } = &self.what {
            self.remember("Site".to_owned(), told, folder, "site", everywhere);
        }
    }

    /// Remembers a document that was written to a file. What other programs read is theirs to keep true.
    pub fn remember_sheet(&self, document: &Document, path: &Path, everywhere: &Everywhere) {
        let What::Sheet(sheet) = &self.what else { return };
        let Ok(format @ (Format::Pdf | Format::Html | Format::Csv | Format::Txt)) = Format::of(path) else { return };
        let place = document.masthead.place();
        let by = sheet.order().map(|order| format!(" by {order}")).unwrap_or_default();
        let title = format!("{}{by}", document.title);
        let title =
            [title.as_str(), &place].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
        self.remember(title, &told(document), path, format.ending(), everywhere);
    }

    fn remember(&self, title: String, told: &[Told], path: &Path, format: &str, everywhere: &Everywhere) {
        let Some(made) = &self.made else { return };
        let sheet = match &self.what {
            What::Sheet(sheet) => serde_json::to_string(sheet).ok(),
            What::Site { .. } => None,
        };
        let printed = Printed {
            id: 0,
            at: made.at.clone(),
            title,
            sheet,
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
