//! What was printed or published, from which data. Outside the journal: an undo brings no sheet back from the wall.

use super::error::StoreError;
use super::file::Store;
use super::wait::{Ask, Run};
use std::path::Path;

/// The latest printing of one document.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::FromRow, serde::Serialize)]
pub struct Printed {
    /// Its number among the printed documents; given by the file.
    #[serde(skip)]
    pub id: i64,
    /// When, RFC 3339 with offset.
    pub at: String,
    pub title: String,
    /// Which document, as JSON; `None` for the site.
    pub sheet: Option<String>,
    pub path: String,
    /// As what: pdf, html, csv, txt, site.
    pub format: String,
    pub paper: Option<String>,
    /// The director's own templates, if any were used.
    pub templates: Option<String>,
    /// Of what it says to its reader.
    pub hash: String,
    /// The hall that its QRs lead to, if it bears some.
    pub hall: Option<String>,
    /// Number of the last command behind its data.
    pub command: i64,
}

impl Store {
    /// Keeps a printing in a tournament that is not open. Nobody is made to wait long for it.
    /// Returns what is left to report of the file.
    pub fn note_printed(path: &Path, printed: &Printed) -> Result<Option<StoreError>, StoreError> {
        let mut store = Self::open_impatient(path)?;
        store.remember(printed)?;
        store.commit()
    }

    /// Keeps a printing, in place of an earlier one of the same document in the same format; beside it where the same was put into another file,
    /// unless its codes lead elsewhere now.
    fn remember(&mut self, printed: &Printed) -> Result<(), StoreError> {
        sqlx::query(
            "delete from printed
             where sheet is ? and format = ? and (sheet is null or hash <> ? or path = ? or hall <> ?)",
        )
        .bind(&printed.sheet)
        .bind(&printed.format)
        .bind(&printed.hash)
        .bind(&printed.path)
        .bind(&printed.hall)
        .run(&mut self.connection)?;
        self.insert("printed", printed).map(drop)
    }

    pub fn printed(&mut self) -> Result<Vec<Printed>, StoreError> {
        sqlx::query_as(
            "select id, at, title, sheet, path, format, paper, templates, hash, hall, command from printed order by id",
        )
        .all(&mut self.connection)
    }

    /// Forgets a printed document, by its number, and the same in another file. Whether there was one.
    pub fn forget_printed(&mut self, number: i64) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "delete from printed
             where id = ?1 or (sheet, format, hash, coalesce(hall, ''))
                 = (select sheet, format, hash, coalesce(hall, '') from printed where id = ?1)",
        )
        .bind(number)
        .done(&mut self.connection)?;
        Ok(done.rows_affected() > 0)
    }
}
