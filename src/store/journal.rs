//! Who changed what: the audit log, undo, redo and history, from one mechanism.
//!
//! Triggers on every fact table write each changed row's image before and after into `change`, under the
//! newest row of `command`. Undo writes the images back in reverse; it is itself a command, so nothing is erased.

use super::error::StoreError;
use super::file::Store;
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Row};

/// Tables that are not facts of the event: the journal itself, and what was printed.
const NOT_FACTS: [&str; 4] = ["command", "change", "printed", "_sqlx_migrations"];

/// What a journal entry did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A command of the director's.
    Do,
    /// Took back the command of this number.
    Undo(i64),
    /// Put the command of this number back in force.
    Redo(i64),
}

/// One command in the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Number of the command, from 1.
    pub number: i64,
    /// When, RFC 3339 with offset.
    pub at: String,
    /// What it did.
    pub kind: EntryKind,
    /// Who acted, if that was said.
    pub official: Option<String>,
    /// What was typed.
    pub words: String,
    /// What it came to, in one sentence.
    pub summary: String,
    /// Whether it holds now: not taken back, or put back since.
    pub in_force: bool,
}

/// One row that a command changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The fact table.
    pub fact: String,
    /// The row's id.
    pub row: i64,
    /// The row before, as a JSON object; `None` for a new row.
    pub before: Option<String>,
    /// The row after; `None` for a removed row.
    pub after: Option<String>,
}

impl Store {
    /// Opens a journal entry; every change until the end of the transaction belongs to it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn record(&mut self, kind: EntryKind, words: &str, official: Option<&str>, at: &str) -> Result<i64, StoreError> {
        let (name, target) = match kind {
            EntryKind::Do => ("do", None),
            EntryKind::Undo(n) => ("undo", Some(n)),
            EntryKind::Redo(n) => ("redo", Some(n)),
        };
        let done = sqlx::query("insert into command (at, kind, target, official, words) values (?, ?, ?, ?, ?)")
            .bind(at)
            .bind(name)
            .bind(target)
            .bind(official)
            .bind(words)
            .execute(&mut self.connection)
            .await?;
        Ok(done.last_insert_rowid())
    }

    /// Notes in one sentence what the command came to.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn summarise(&mut self, number: i64, summary: &str) -> Result<(), StoreError> {
        sqlx::query("update command set summary = ? where id = ?").bind(summary).bind(number).execute(&mut self.connection).await?;
        Ok(())
    }

    /// Removes a journal entry that turned out to change nothing.
    ///
    /// # Errors
    /// The file cannot be written.
    pub async fn forget_if_idle(&mut self, number: i64) -> Result<bool, StoreError> {
        let done = sqlx::query("delete from command where id = ? and not exists (select 1 from change where command = ?)")
            .bind(number)
            .bind(number)
            .execute(&mut self.connection)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// The whole journal, oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn journal(&mut self) -> Result<Vec<Entry>, StoreError> {
        let rows = sqlx::query("select id, at, kind, target, official, words, summary from command order by id")
            .fetch_all(&mut self.connection)
            .await?;
        let mut entries: Vec<Entry> = Vec::with_capacity(rows.len());
        for row in rows {
            let target: Option<i64> = row.try_get("target")?;
            let kind = match (row.try_get::<String, _>("kind")?.as_str(), target) {
                ("undo", Some(n)) => EntryKind::Undo(n),
                ("redo", Some(n)) => EntryKind::Redo(n),
                _ => EntryKind::Do,
            };
            if let EntryKind::Undo(n) | EntryKind::Redo(n) = kind
                && let Ok(at) = entries.binary_search_by_key(&n, |e| e.number)
            {
                entries[at].in_force = matches!(kind, EntryKind::Redo(_));
            }
            entries.push(Entry {
                number: row.try_get("id")?,
                at: row.try_get("at")?,
                kind,
                official: row.try_get("official")?,
                words: row.try_get("words")?,
                summary: row.try_get("summary")?,
                in_force: true,
            });
        }
        Ok(entries)
    }

    /// The number of the newest command: the data version printed on sheets.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn data_version(&mut self) -> Result<i64, StoreError> {
        Ok(sqlx::query_scalar("select coalesce(max(id), 0) from command").fetch_one(&mut self.connection).await?)
    }

    /// The rows that a command changed, in the order it did.
    ///
    /// # Errors
    /// The file cannot be read.
    pub async fn changes(&mut self, command: i64) -> Result<Vec<Change>, StoreError> {
        let rows = sqlx::query("select fact, row, before, after from change where command = ? order by id")
            .bind(command)
            .fetch_all(&mut self.connection)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(Change {
                    fact: row.try_get("fact")?,
                    row: row.try_get("row")?,
                    before: row.try_get("before")?,
                    after: row.try_get("after")?,
                })
            })
            .collect()
    }

    /// The latest command still in force that can be undone. `new` never can.
    ///
    /// # Errors
    /// [`StoreError::NothingTo`] when none is left.
    pub async fn latest_undoable(&mut self) -> Result<Entry, StoreError> {
        let journal = self.journal().await?;
        journal.into_iter().skip(1).rfind(|e| e.kind == EntryKind::Do && e.in_force).ok_or(StoreError::NothingTo("undo"))
    }

    /// The command that `redo` puts back: the last one taken back since the last new command.
    ///
    /// # Errors
    /// [`StoreError::NothingTo`] when none is left.
    pub async fn latest_redoable(&mut self) -> Result<Entry, StoreError> {
        let journal = self.journal().await?;
        let mut taken_back = Vec::new();
        for entry in &journal {
            match entry.kind {
                EntryKind::Do => taken_back.clear(),
                EntryKind::Undo(n) => taken_back.push(n),
                EntryKind::Redo(n) => taken_back.retain(|t| *t != n),
            }
        }
        let number = *taken_back.last().ok_or(StoreError::NothingTo("redo"))?;
        journal.into_iter().find(|e| e.number == number).ok_or(StoreError::NoSuchCommand(number))
    }

    /// Takes a command back, as a command of its own. Refuses where a later command in force touched the same rows.
    ///
    /// # Errors
    /// The command does not exist, is not in force, or something rests on it.
    pub async fn undo(&mut self, number: i64, words: &str, official: Option<&str>, at: &str) -> Result<i64, StoreError> {
        let journal = self.journal().await?;
        let entry = journal.iter().find(|e| e.number == number).ok_or(StoreError::NoSuchCommand(number))?;
        if entry.kind != EntryKind::Do || !entry.in_force || journal.first().is_some_and(|first| first.number == number) {
            return Err(StoreError::NotInForce(number));
        }
        for later in journal.iter().filter(|e| e.number > number && e.kind == EntryKind::Do && e.in_force) {
            if self.share_a_row(number, later.number).await? {
                return Err(StoreError::RestedOn { number, later: later.number, words: later.words.clone() });
            }
        }
        let record = self.record(EntryKind::Undo(number), words, official, at).await?;
        self.reverse(number, number, &journal).await?;
        Ok(record)
    }

    /// Puts a command back that was taken back.
    ///
    /// # Errors
    /// The command was not taken back, or the file has moved on so that it no longer fits.
    pub async fn redo(&mut self, number: i64, words: &str, official: Option<&str>, at: &str) -> Result<i64, StoreError> {
        let journal = self.journal().await?;
        let undone_by =
            journal.iter().rfind(|e| e.kind == EntryKind::Undo(number)).map(|e| e.number).ok_or(StoreError::NotInForce(number))?;
        let record = self.record(EntryKind::Redo(number), words, official, at).await?;
        self.reverse(undone_by, number, &journal).await?;
        Ok(record)
    }

    async fn share_a_row(&mut self, one: i64, other: i64) -> Result<bool, StoreError> {
        let shared: i64 = sqlx::query_scalar(
            "select exists (select 1 from change a join change b on a.fact = b.fact and a.row = b.row where a.command = ? and b.command = ?)",
        )
        .bind(one)
        .bind(other)
        .fetch_one(&mut self.connection)
        .await?;
        Ok(shared == 1)
    }

    /// Writes the images of one command back, last change first.
    async fn reverse(&mut self, command: i64, about: i64, journal: &[Entry]) -> Result<(), StoreError> {
        sqlx::query("pragma defer_foreign_keys = on").execute(&mut self.connection).await?;
        for change in self.changes(command).await?.into_iter().rev() {
            self.restore_row(&change).await?;
        }
        let broken = sqlx::query("pragma foreign_key_check").fetch_optional(&mut self.connection).await?;
        let Some(row) = broken else { return Ok(()) };
        let (fact, id): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        let later: Option<i64> = sqlx::query_scalar("select max(command) from change where fact = ? and row = ?")
            .bind(&fact)
            .bind(id)
            .fetch_one(&mut self.connection)
            .await?;
        let later = later.unwrap_or(about);
        let words = journal.iter().find(|e| e.number == later).map(|e| e.words.clone()).unwrap_or_default();
        Err(StoreError::RestedOn { number: about, later, words })
    }

    async fn restore_row(&mut self, change: &Change) -> Result<(), StoreError> {
        let fact = &change.fact;
        let Some(before) = &change.before else {
            let sql = format!("delete from \"{fact}\" where id = ?");
            sqlx::query(AssertSqlSafe(sql)).bind(change.row).execute(&mut self.connection).await?;
            return Ok(());
        };
        let columns = columns(&mut self.connection, fact).await?;
        let sql = if change.after.is_some() {
            let sets: Vec<String> = columns.iter().map(|c| format!("\"{c}\" = json_extract(?1, '$.{c}')")).collect();
            format!("update \"{fact}\" set {} where id = ?2", sets.join(", "))
        } else {
            let names: Vec<String> = columns.iter().map(|c| format!("\"{c}\"")).collect();
            let values: Vec<String> = columns.iter().map(|c| format!("json_extract(?1, '$.{c}')")).collect();
            format!("insert into \"{fact}\" ({}) select {} where ?2 is not null", names.join(", "), values.join(", "))
        };
        sqlx::query(AssertSqlSafe(sql)).bind(before).bind(change.row).execute(&mut self.connection).await?;
        Ok(())
    }
}

/// Lays the journal's triggers on every fact table, anew after each migration.
pub(super) async fn lay_triggers(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    for fact in fact_tables(connection).await? {
        let columns = columns(connection, &fact).await?;
        let image = |row: &str| {
            let pairs: Vec<String> = columns.iter().map(|c| format!("'{c}', {row}.\"{c}\"")).collect();
            format!("json_object({})", pairs.join(", "))
        };
        for (event, row, before, after) in [
            ("insert", "new", "null".to_owned(), image("new")),
            ("update", "new", image("old"), image("new")),
            ("delete", "old", image("old"), "null".to_owned()),
        ] {
            let name = format!("journal_{fact}_{event}");
            // An update that changes nothing is no change.
            let when = if event == "update" { format!("when {} is not {}", image("old"), image("new")) } else { String::new() };
            let sql = format!(
                "drop trigger if exists \"{name}\";
                 create trigger \"{name}\" after {event} on \"{fact}\" {when}
                 begin
                     insert into change (command, fact, row, before, after)
                     values ((select max(id) from command), '{fact}', {row}.id, {before}, {after});
                 end;"
            );
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// Every table that holds facts of the event.
async fn fact_tables(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let names: Vec<String> =
        sqlx::query_scalar("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
            .fetch_all(connection)
            .await?;
    Ok(names.into_iter().filter(|n| !NOT_FACTS.contains(&n.as_str())).collect())
}

async fn columns(connection: &mut SqliteConnection, fact: &str) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar("select name from pragma_table_info(?) order by cid").bind(fact).fetch_all(connection).await?)
}

impl Store {
    /// What SQLite and the journal itself find broken: pages, references, missing triggers.
    ///
    /// # Errors
    /// The file cannot be read at all.
    pub async fn integrity(&mut self) -> Result<Vec<String>, StoreError> {
        let found: Vec<String> = sqlx::query_scalar("pragma integrity_check").fetch_all(&mut self.connection).await?;
        let mut broken: Vec<String> = found.into_iter().filter(|line| line != "ok").collect();
        for row in sqlx::query("pragma foreign_key_check").fetch_all(&mut self.connection).await? {
            let (fact, parent): (String, String) = (row.try_get(0)?, row.try_get(2)?);
            broken.push(format!("a row of {fact} refers to a row of {parent} that is not there"));
        }
        for fact in fact_tables(&mut self.connection).await? {
            let laid: i64 =
                sqlx::query_scalar("select count(*) from sqlite_master where type = 'trigger' and tbl_name = ? and name like 'journal_%'")
                    .bind(&fact)
                    .fetch_one(&mut self.connection)
                    .await?;
            if laid != 3 {
                broken.push(format!("changes of {fact} are not journalled"));
            }
        }
        Ok(broken)
    }
}
