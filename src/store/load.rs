//! How single values are read from rows.

use super::error::StoreError;
use crate::tournament::{Assignment, Side, TableNumber, TeamId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

/// Reads a name of an enum as the file spells it.
pub(super) fn spelled<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_value(serde_json::Value::String(text.to_owned()))
        .map_err(|e| StoreError::Unreadable(e.to_string()))
}

/// The file's spelling of an enum's name.
pub(super) fn spelling<T: Serialize>(value: &T) -> Result<String, StoreError> {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(text)) => Ok(text),
        other => Err(StoreError::Unreadable(format!("{other:?} has no spelling"))),
    }
}

/// A column of any kind.
pub(super) fn get<'r, T>(row: &'r SqliteRow, column: &str) -> Result<T, StoreError>
where
    T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
{
    Ok(row.try_get(column)?)
}

fn spelled_column<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    spelled(&get::<String>(row, column)?)
}

pub(super) fn spelled_option<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<Option<T>, StoreError> {
    get::<Option<String>>(row, column)?.as_deref().map(spelled).transpose()
}

/// A team's status in a round.
pub(super) fn assignment(row: &SqliteRow) -> Result<(TeamId, Assignment), StoreError> {
    let assignment = match (get::<Option<u32>>(row, "table_number")?, spelled_option::<Side>(row, "side")?) {
        (Some(table), Some(side)) => Assignment::Table { table: TableNumber(table), side },
        _ => Assignment::Bye { points: spelled_column(row, "bye")?, assigned: get(row, "assigned")? },
    };
    Ok((TeamId(get(row, "team")?), assignment))
}
