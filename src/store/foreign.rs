//! A file from elsewhere is hostile until its schema is known: before that nothing of it runs, no trigger, view or default.
//!
//! Schemas that were found to be ours are remembered by a digest, so that only the first file of its kind on a machine is compared.

use super::error::StoreError;
use super::on_disk::state_file;
use super::schema::{Declared, MIGRATIONS, declared, newest_schema};
use super::triggers::{JOURNAL, lay_triggers};
use super::wait::Wait;
use sha2::{Digest, Sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

/// Where the digests of known schemas are kept.
const MEMORY: &str = "bughouse-schemas";

/// Refuses a file whose schema is not the one that this program laid for its version.
pub(super) fn refuse_unknown_schema(
    connection: &mut SqliteConnection,
    path: &Path,
    schema: i64,
) -> Result<(), StoreError> {
    let text: String = sqlx::query_scalar(
        "select json_group_array(json_array(type, name, tbl_name, sql) order by type, name) from sqlite_master",
    )
    .fetch_one(&mut *connection)
    .wait()?;
    let digest = Sha256::new_with_prefix(schema.to_be_bytes()).chain_update(&text).finalize();
    let print = format!("{digest:x}\n");
    let memory = state_file(MEMORY);
    let known = memory.as_ref().and_then(|memory| std::fs::read_to_string(memory).ok());
    if known.is_some_and(|known| known.contains(&print)) {
        return Ok(());
    }
    let real = declared(connection)?;
    let due = laid(schema)?;
    let is_current = schema == newest_schema();
    // An older release worded its journal's triggers in its own way; an upgrade drops them before anything runs.
    let is_ours = |found: &Declared| {
        due.contains(found)
            || (!is_current
                && found.name.starts_with(JOURNAL)
                && due.iter().any(|other| (&other.kind, &other.name) == (&found.kind, &found.name)))
    };
    let named = |declared: &Declared| format!("{} {}", declared.kind, declared.name);
    if let Some(strange) = real.iter().find(|found| !is_ours(found)) {
        return Err(StoreError::Strange { path: path.to_owned(), what: named(strange) });
    }
    if let Some(table) = due.iter().find(|due| due.kind == "table" && !real.contains(due)) {
        return Err(StoreError::Lacking { path: path.to_owned(), what: named(table) });
    }
    let append =
        |memory| std::fs::OpenOptions::new().create(true).append(true).open(memory)?.write_all(print.as_bytes());
    // Where it cannot be remembered, it is compared again the next time.
    let _ = memory.map(append);
    Ok(())
}

/// What this program lays in a file of this version.
fn laid(schema: i64) -> Result<BTreeSet<Declared>, StoreError> {
    let mut pattern = SqliteConnectOptions::new().in_memory(true).disable_statement_logging().connect().wait()?;
    MIGRATIONS.run_to(schema, &mut pattern).wait().map_err(|e| StoreError::Unreadable(e.to_string()))?;
    lay_triggers(&mut pattern)?;
    let due = declared(&mut pattern)?;
    pattern.close().wait()?;
    Ok(due)
}
