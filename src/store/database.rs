//! A connection to a SQLite file. It is closed, and waited for, whatever becomes of its command: a process that ended first would leave
//! the log and its index beside the file.

use super::error::StoreError;
use super::on_disk::plain;
use super::wait::Wait;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::time::Duration;
use tokio::runtime::Handle;

/// How long a command waits for another one's transaction to end.
pub(super) const PATIENCE: Duration = Duration::from_secs(15);

/// Room for the pages of a large event (kibibytes, negated): with SQLite's own 2 MB a file that is larger is read several times over.
const CACHE: &str = "-65536";

#[derive(Debug)]
pub(super) struct Database(Option<SqliteConnection>);

const OPEN: &str = "only closing takes the connection, and consumes the value";

impl Database {
    /// Closes it. The last one to close a file carries its log over.
    pub(super) fn close(mut self) -> Result<(), StoreError> {
        self.0.take().map_or(Ok(()), |connection| Ok(connection.close().wait()?))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        // Where other tasks run on this thread, nothing can be waited for; such a program goes on, and SQLite's thread has time to close it.
        if let Some(connection) = self.0.take().filter(|_| Handle::try_current().is_err()) {
            let _ = connection.close().wait();
        }
    }
}

impl From<SqliteConnection> for Database {
    fn from(connection: SqliteConnection) -> Self {
        Self(Some(connection))
    }
}

impl Deref for Database {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        self.0.as_ref().expect(OPEN)
    }
}

impl DerefMut for Database {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        self.0.as_mut().expect(OPEN)
    }
}

/// Opens a file, or makes it.
pub(super) fn connect(path: &Path) -> Result<Database, StoreError> {
    let connection = SqliteConnectOptions::new()
        .filename(plain(path))
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("trusted_schema", "off")
        .pragma("cache_size", CACHE)
        .busy_timeout(PATIENCE)
        .optimize_on_close(false, None)
        .disable_statement_logging()
        .connect()
        .wait()?;
    Ok(connection.into())
}
