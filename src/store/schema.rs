//! The schema: made in a new file, upgraded in an old one, in a single transaction either way; and what a file declares.
//!
//! With it the triggers that write the journal: three on every fact table, whatever its columns.

use super::error::StoreError;
use super::on_disk::{is_noted, note};
use super::wait::{Ask, Run, Wait};
use sha2::{Digest, Sha256};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use std::collections::BTreeSet;

static MIGRATIONS: Migrator = sqlx::migrate!();

/// The migrations that this program knows. A test knows those of a later release too.
pub(super) fn migrations() -> &'static Migrator {
    #[cfg(test)]
    if let Some(later) = super::tests::later::migrations() {
        return later;
    }
    &MIGRATIONS
}

/// "BUGH" in ASCII, in the header of every tournament file, so that `file` and we can distinguish it from other databases.
pub(super) const APPLICATION_ID: u32 = 0x4255_4748;

/// What Litestream, which keeps a copy of a served file on another machine, lays in it for itself, word for word.
pub(super) const OF_LITESTREAM: [(&str, &str); 2] = [
    ("_litestream_lock", "CREATE TABLE _litestream_lock (id INTEGER)"),
    ("_litestream_seq", "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)"),
];

pub(super) fn newest_schema() -> i64 {
    migrations().iter().map(|m| m.version).max().unwrap_or(0)
}

/// The schema's version by the migrations that the file says were done, where it says so in a table that is one.
pub(super) fn migrated_version(connection: &mut SqliteConnection) -> Result<Option<i64>, StoreError> {
    let kinds: Vec<String> =
        sqlx::query_scalar("select type from sqlite_master where lower(name) = '_sqlx_migrations'")
            .all(&mut *connection)?;
    if kinds != ["table"] {
        return Ok(None);
    }
    sqlx::query_scalar("select max(version) from _sqlx_migrations").one(connection)
}

/// The version of the program that wrote the newest command, of a file of whatever schema.
pub(super) fn written_by(connection: &mut SqliteConnection) -> Option<String> {
    let is_version = |c: char| c.is_ascii_alphanumeric() || ".-+".contains(c);
    let program: Option<String> = sqlx::query_scalar(
        "select program from command
         where (select type from sqlite_master where name = 'command') = 'table' order by id desc limit 1",
    )
    .maybe(connection)
    .ok()??;
    program.filter(|version| version.len() <= 40 && !version.is_empty() && version.chars().all(is_version))
}

/// Brings the schema to this release's. Interrupted, the file is as it was.
pub(super) fn upgrade(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    upgrade_between(connection, || Ok(()), |_| Ok(()))
}

/// As [`upgrade`], between two things that are done while nobody else can change the file: one before it, one before it is committed.
pub(super) fn upgrade_between(
    connection: &mut SqliteConnection,
    first: impl FnOnce() -> Result<(), StoreError>,
    last: impl FnOnce(&mut SqliteConnection) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut whole = connection.begin_with("begin immediate").wait()?;
    let found: i64 = sqlx::query_scalar("pragma user_version").one(&mut whole)?;
    // Two terminals may both find the file old: the second has waited for the first, and nothing is left to do.
    if found == newest_schema() {
        return Ok(whole.rollback().wait()?);
    }
    first()?;
    // Whatever a file from elsewhere has under these names, it does not run.
    for trigger in journal_triggers(&mut whole)? {
        sqlx::raw_sql(AssertSqlSafe(format!("drop trigger \"{trigger}\""))).run(&mut whole)?;
    }
    migrations().run_direct(None, &mut *whole, false).wait().map_err(migration_error)?;
    lay_triggers(&mut whole)?;
    let stamp = format!("pragma application_id = {APPLICATION_ID}; pragma user_version = {}", newest_schema());
    sqlx::raw_sql(AssertSqlSafe(stamp)).run(&mut whole)?;
    last(&mut whole)?;
    whole.commit().wait()?;
    Ok(())
}

/// What a migration says is what the database said.
pub(super) fn migration_error(error: MigrateError) -> StoreError {
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
    .all(connection)?;
    let without_layout = |sql: String| sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let ours = rows.into_iter().filter(|(_, name, sql)| !OF_LITESTREAM.contains(&(name.as_str(), sql.as_str())));
    Ok(ours.map(|(kind, name, sql)| Declared { kind, name, sql: without_layout(sql) }).collect())
}

/// Tables that are no facts of the event: the journal itself, what was printed, the care of the file, and the hall.
const NOT_FACTS: [&str; 10] = [
    "command",
    "change",
    "printed",
    "backup",
    "safekeeping",
    "hall",
    "device",
    "report",
    "request",
    "_sqlx_migrations",
];

/// Asks for all that a file declares, word for word. The lengths stand first, so that no other schema gives the same text. JSON would look at
/// each character of it.
pub(super) const DECLARATIONS: &str = "select coalesce(group_concat(
         concat(octet_length(type), ' ', octet_length(name), ' ', octet_length(tbl_name), ' ', octet_length(sql), ' ',
                type, name, tbl_name, sql)
         order by type, name), '')
     from sqlite_master";

/// Where the digests of compared schemas are kept.
const MEMORY: &str = "bughouse-schemas";

/// The digest of a schema. To lay one for comparison takes longer than all else that a command does, so what was compared is remembered.
pub(super) struct Print(String);

impl Print {
    /// Of a file with this version, and these [`DECLARATIONS`].
    pub fn of(schema: i64, declarations: &str) -> Self {
        Self(format!("{:x}\n", Sha256::new_with_prefix(schema.to_be_bytes()).chain_update(declarations).finalize()))
    }

    /// Whether it was compared before, and nothing in it is strange.
    pub fn is_ours(&self) -> bool {
        is_noted(MEMORY, &self.0)
    }

    /// Whether it was compared before, and nothing in it is strange or missing.
    pub fn is_whole(&self) -> bool {
        is_noted(MEMORY, &self.whole())
    }

    /// Remembers that it was compared, and whether nothing is missing. Where it cannot be remembered, it is compared again the next time.
    pub fn remember(&self, whole: bool) {
        let whole = whole.then(|| self.whole());
        note(MEMORY, whole.as_ref().unwrap_or(&self.0));
    }

    /// What is noted of one that is whole ends as what is noted of any.
    fn whole(&self) -> String {
        format!("whole {}", self.0)
    }
}

/// What this program lays in a file of this version.
pub(super) fn expected_schema(schema: i64) -> Result<BTreeSet<Declared>, StoreError> {
    let mut pattern = SqliteConnectOptions::new().in_memory(true).disable_statement_logging().connect().wait()?;
    migrations().run_to(schema, &mut pattern).wait().map_err(migration_error)?;
    lay_triggers(&mut pattern)?;
    let due = declared(&mut pattern)?;
    pattern.close().wait()?;
    Ok(due)
}

/// How the names of the journal's triggers begin.
pub(super) const JOURNAL: &str = "journal_";

/// Lays the journal's triggers on every fact table, anew after each migration.
pub(super) fn lay_triggers(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    for fact in fact_tables(connection)? {
        let columns = columns(connection, &fact)?;
        let image = |row: &str| {
            let pairs: Vec<String> = columns.iter().map(|c| format!("'{c}', {row}.\"{c}\"")).collect();
            format!("json_object({})", pairs.join(", "))
        };
        for (event, row, before, after) in [
            ("insert", "new", "null".to_owned(), image("new")),
            ("update", "new", image("old"), image("new")),
            ("delete", "old", image("old"), "null".to_owned()),
        ] {
            let name = format!("{JOURNAL}{fact}_{event}");
            // An update that changes nothing is no change.
            let when = if event == "update" {
                format!("when {} is not {}", image("old"), image("new"))
            } else {
                String::new()
            };
            let sql = format!(
                "drop trigger if exists \"{name}\";
                 create trigger \"{name}\" after {event} on \"{fact}\" {when}
                 begin
                     insert into change (command, fact, row, before, after)
                     values ((select max(id) from command), '{fact}', {row}.id, {before}, {after});
                 end;"
            );
            sqlx::raw_sql(AssertSqlSafe(sql)).run(&mut *connection)?;
        }
    }
    Ok(())
}

/// The names of the journal's triggers that are made now.
fn journal_triggers(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    sqlx::query_scalar("select name from sqlite_master where type = 'trigger' and substr(name, 1, ?1) = ?2")
        .bind(JOURNAL.len() as i64)
        .bind(JOURNAL)
        .all(connection)
}

/// Removes every trigger, for copies whose rows are put back by hand. Gives what lays them again.
pub(super) fn lift_triggers(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let triggers: Vec<(String, String)> =
        sqlx::query_as("select name, sql from sqlite_master where type = 'trigger'").all(&mut *connection)?;
    for (name, _) in &triggers {
        sqlx::raw_sql(AssertSqlSafe(format!("drop trigger \"{name}\""))).run(&mut *connection)?;
    }
    Ok(triggers.into_iter().map(|(_, sql)| sql).collect())
}

/// Every table that holds facts of the event, by name.
pub(super) fn fact_tables(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let names: Vec<String> = sqlx::query_scalar(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all(connection)?;
    let is_fact =
        |name: &String| !NOT_FACTS.contains(&name.as_str()) && OF_LITESTREAM.iter().all(|(theirs, _)| theirs != name);
    Ok(names.into_iter().filter(is_fact).collect())
}

pub(super) fn columns(connection: &mut SqliteConnection, fact: &str) -> Result<Vec<String>, StoreError> {
    sqlx::query_scalar("select name from pragma_table_info(?) order by cid").bind(fact).all(connection)
}
