//! The triggers that write the journal: three on every fact table, whatever its columns.

use super::error::StoreError;
use super::wait::Wait;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

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
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *connection).wait()?;
        }
    }
    Ok(())
}

/// The names of the journal's triggers that are laid now.
pub(super) fn journal_triggers(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar("select name from sqlite_master where type = 'trigger' and substr(name, 1, ?1) = ?2")
        .bind(JOURNAL.len() as i64)
        .bind(JOURNAL)
        .fetch_all(connection)
        .wait()?)
}

/// Removes every trigger, for copies whose rows are put back by hand. Gives what lays them again.
pub(super) fn lift_triggers(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let triggers =
        sqlx::query("select name, sql from sqlite_master where type = 'trigger'").fetch_all(&mut *connection).wait()?;
    let mut texts = Vec::new();
    for trigger in triggers {
        let name: String = trigger.try_get("name")?;
        texts.push(trigger.try_get("sql")?);
        sqlx::raw_sql(AssertSqlSafe(format!("drop trigger \"{name}\""))).execute(&mut *connection).wait()?;
    }
    Ok(texts)
}

/// Every table that holds facts of the event, by name.
pub(super) fn fact_tables(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let names: Vec<String> = sqlx::query_scalar(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .fetch_all(connection)
    .wait()?;
    Ok(names.into_iter().filter(|n| !NOT_FACTS.contains(&n.as_str())).collect())
}

/// The columns of a table, in order.
pub(super) fn columns(connection: &mut SqliteConnection, fact: &str) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar("select name from pragma_table_info(?) order by cid")
        .bind(fact)
        .fetch_all(connection)
        .wait()?)
}
