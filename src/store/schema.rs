//! The schema: laid in a new file, brought up to date in an old one, in a single transaction either way; and what a file declares.

use super::error::StoreError;
use super::triggers::{journal_triggers, lay_triggers};
use super::wait::Wait;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection};
use std::collections::BTreeSet;

pub(super) static MIGRATIONS: Migrator = sqlx::migrate!();

/// "BUGH" in ASCII, in the header of every tournament file, so that `file` and we can tell it from other databases.
pub(super) const APPLICATION_ID: u32 = 0x4255_4748;

/// The schema of this release.
pub(super) fn newest_schema() -> i64 {
    MIGRATIONS.iter().map(|m| m.version).max().unwrap_or(0)
}

/// Brings the schema to this release's. Interrupted, the file is as it was.
pub(super) fn upgrade(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    upgrade_after(connection, || Ok(()))
}

/// As [`upgrade`], after something that is done while nobody else can change the file.
pub(super) fn upgrade_after(
    connection: &mut SqliteConnection,
    first: impl FnOnce() -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut whole = connection.begin_with("begin immediate").wait()?;
    let found: i64 = sqlx::query_scalar("pragma user_version").fetch_one(&mut *whole).wait()?;
    // Two terminals may both find the file old: the second has waited for the first, and nothing is left to do.
    if found == newest_schema() {
        return Ok(whole.rollback().wait()?);
    }
    first()?;
    // Whatever a file from elsewhere has under these names, it does not run.
    for trigger in journal_triggers(&mut whole)? {
        sqlx::raw_sql(AssertSqlSafe(format!("drop trigger \"{trigger}\""))).execute(&mut *whole).wait()?;
    }
    MIGRATIONS.run_direct(None, &mut *whole, false).wait().map_err(not_laid)?;
    lay_triggers(&mut whole)?;
    let stamp = format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {}", newest_schema());
    sqlx::raw_sql(AssertSqlSafe(stamp)).execute(&mut *whole).wait()?;
    whole.commit().wait()?;
    Ok(())
}

/// What a migration says is what the database said.
pub(super) fn not_laid(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(inner) | MigrateError::ExecuteMigration(inner, _) => inner.into(),
        other => StoreError::Unreadable(other.to_string()),
    }
}

/// One thing that a schema declares: a table, index, trigger or view.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Declared {
    pub kind: String,
    pub name: String,
    /// Its text, without layout.
    pub sql: String,
}

pub(super) fn declared(connection: &mut SqliteConnection) -> Result<BTreeSet<Declared>, StoreError> {
    let rows: Vec<(String, String, String)> = sqlx::query_as(
        "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\' and name <> '_sqlx_migrations'",
    )
    .fetch_all(connection)
    .wait()?;
    let without_layout = |sql: String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok(rows.into_iter().map(|(kind, name, sql)| Declared { kind, name, sql: without_layout(sql) }).collect())
}
