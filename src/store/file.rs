//! Opening, creating and closing the file; beginning and ending its transactions.

use super::error::StoreError;
use super::journal;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};
use std::path::{Path, PathBuf};
use std::time::Duration;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// "BUGH" in ASCII, in the header of every tournament file, so that `file` and we can tell it from other databases.
const APPLICATION_ID: i64 = 0x4255_4748;

/// How long a command waits for another one's transaction to end.
const PATIENCE: Duration = Duration::from_secs(15);

/// The file name ending of a tournament.
const ENDING: &str = "bughouse";

/// One open tournament file, within a transaction from opening to [`Store::commit`] or [`Store::abandon`].
pub struct Store {
    pub(super) connection: SqliteConnection,
    pub(super) path: PathBuf,
}

/// All tournament files of a folder, sorted by name.
///
/// # Errors
/// The folder cannot be listed.
pub fn file_names(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let unreadable = |reason| StoreError::Io { path: folder.to_owned(), reason };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|e| e == ENDING) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

impl Store {
    /// Makes a new, empty tournament file and begins its first transaction. `.bughouse` is appended where it is missing.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub async fn create(path: &Path) -> Result<Self, StoreError> {
        let mut path = path.to_owned();
        if path.extension().is_none_or(|e| e != ENDING) {
            let mut name = path.into_os_string();
            name.push(".");
            name.push(ENDING);
            path = name.into();
        }
        // Claims the name: two terminals cannot both create it.
        match std::fs::OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => {}
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => return Err(StoreError::Exists(path)),
            Err(reason) => return Err(StoreError::Io { path, reason }),
        }
        match Self::furnish(&path).await {
            Ok(store) => Ok(store),
            Err(error) => {
                // Nothing was ever in it; a half-made file would only be in the way.
                let _ = std::fs::remove_file(&path);
                Err(error)
            }
        }
    }

    async fn furnish(path: &Path) -> Result<Self, StoreError> {
        let mut store = Self { connection: connect(path).await?, path: path.to_owned() };
        store.migrate().await?;
        store.begin("begin immediate").await?;
        Ok(store)
    }

    /// Opens a file to change it. Holds the write lock until the transaction ends.
    ///
    /// # Errors
    /// The file is missing, foreign, newer than this program, damaged, or stays locked.
    pub async fn open_to_write(path: &Path) -> Result<Self, StoreError> {
        let mut store = Self::open(path).await?;
        store.begin("begin immediate").await?;
        Ok(store)
    }

    /// Opens a file to read it as it stands at this moment.
    ///
    /// # Errors
    /// As [`Store::open_to_write`].
    pub async fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        let mut store = Self::open(path).await?;
        store.begin("begin").await?;
        Ok(store)
    }

    async fn open(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let named = |error: StoreError| error.naming(path);
        let mut connection = connect(path).await.map_err(named)?;
        let application: i64 = sqlx::query_scalar("pragma application_id").fetch_one(&mut connection).await.map_err(|e| named(e.into()))?;
        if application != APPLICATION_ID {
            let _ = connection.close().await;
            return Err(StoreError::Foreign(path.to_owned()));
        }
        let found: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut connection).await.map_err(|e| named(e.into()))?;
        let known = newest_schema();
        let mut store = Self { connection, path: path.to_owned() };
        if found > known {
            store.close().await?;
            return Err(StoreError::Newer { path: path.to_owned(), found, known });
        }
        if found < known {
            store.migrate().await.map_err(named)?;
        }
        Ok(store)
    }

    async fn begin(&mut self, how: &'static str) -> Result<(), StoreError> {
        sqlx::query(how).execute(&mut self.connection).await.map_err(|e| StoreError::from(e).naming(&self.path))?;
        Ok(())
    }

    async fn migrate(&mut self) -> Result<(), StoreError> {
        MIGRATIONS.run(&mut self.connection).await.map_err(|e| match e {
            sqlx::migrate::MigrateError::Execute(inner) | sqlx::migrate::MigrateError::ExecuteMigration(inner, _) => inner.into(),
            other => StoreError::Unreadable(other.to_string()),
        })?;
        journal::lay_triggers(&mut self.connection).await?;
        // Last, so that an interrupted upgrade starts again.
        let stamp = format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {}", newest_schema());
        sqlx::raw_sql(sqlx::AssertSqlSafe(stamp)).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the transaction's changes durable and closes the file.
    ///
    /// # Errors
    /// The disk is full or refused the write; then nothing was changed.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        sqlx::query("commit").execute(&mut self.connection).await?;
        self.close().await
    }

    /// Drops the transaction's changes and closes the file.
    ///
    /// # Errors
    /// The file cannot be closed.
    pub async fn abandon(mut self) -> Result<(), StoreError> {
        sqlx::query("rollback").execute(&mut self.connection).await?;
        self.close().await
    }

    async fn close(self) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }
}

async fn connect(path: &Path) -> Result<SqliteConnection, StoreError> {
    Ok(SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .optimize_on_close(false, None)
        .disable_statement_logging()
        .connect()
        .await?)
}

fn newest_schema() -> i64 {
    MIGRATIONS.iter().map(|m| m.version).max().unwrap_or(0)
}

impl StoreError {
    /// Puts the real path into a message that SQLite gave without one.
    fn naming(self, file: &Path) -> Self {
        match self {
            Self::Locked(_) => Self::Locked(file.to_owned()),
            Self::Damaged { reason, .. } if reason.contains("not a database") => Self::Foreign(file.to_owned()),
            Self::Damaged { reason, .. } => Self::Damaged { path: file.to_owned(), reason },
            other => other,
        }
    }
}
