//! The schema: laid in a new file, brought up to date in an old one, in a single transaction either way.

use super::backup;
use super::error::StoreError;
use super::triggers::{journal_triggers, lay_triggers};
use super::wait::Wait;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection};
use std::path::Path;

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!();

/// "BUGH" in ASCII, in the header of every tournament file, so that `file` and we can tell it from other databases.
pub(super) const APPLICATION_ID: u32 = 0x4255_4748;

/// The schema of this release.
pub(super) fn newest_schema() -> i64 {
    MIGRATIONS.iter().map(|m| m.version).max().unwrap_or(0)
}

/// Brings the schema to this release's. Interrupted, the file is as it was.
pub(super) fn upgrade(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    // Two terminals may both find the file old: the second waits here and then finds nothing left to do.
    let mut whole = connection.begin_with("begin immediate").wait()?;
    // Whatever a file from elsewhere has under these names, it does not run.
    for trigger in journal_triggers(&mut whole)? {
        sqlx::raw_sql(AssertSqlSafe(format!("drop trigger \"{trigger}\""))).execute(&mut *whole).wait()?;
    }
    MIGRATIONS.run_direct(None, &mut *whole, false).wait().map_err(|e| match e {
        MigrateError::Execute(inner) | MigrateError::ExecuteMigration(inner, _) => inner.into(),
        other => StoreError::Unreadable(other.to_string()),
    })?;
    lay_triggers(&mut whole)?;
    let stamp = format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {}", newest_schema());
    sqlx::raw_sql(AssertSqlSafe(stamp)).execute(&mut *whole).wait()?;
    whole.commit().wait()?;
    Ok(())
}

/// Keeps a copy of a file that is about to be upgraded, so that the release that made it can go on with it.
pub(super) fn keep_old(connection: &mut SqliteConnection, path: &Path, schema: i64) -> Result<(), StoreError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let target = backup::folder_beside(path).join(format!("{stem}-before-upgrade-from-{schema}.{}", backup::ENDING));
    if !target.exists() {
        backup::copy(connection, path, &target)?;
    }
    Ok(())
}
