//! Saving what can be read of a damaged file into a new one: rows one by one from the tables, the rest from the journal's images.

use super::error::StoreError;
use super::file::Store;
use super::integrity::{images, is_hash_of};
use super::journal::{Change, EntryKind};
use super::reading_copy::ReadingCopy;
use super::triggers::{columns, fact_tables, lift_triggers};
use super::wait::Wait;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Row};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

/// Tables that are saved beside the facts, and before them.
const RECORDS: [&str; 3] = ["command", "change", "printed"];

/// How much of a table was saved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Saved {
    /// Rows read from the table itself.
    pub read: usize,
    /// Rows that only the journal still knew.
    pub from_journal: usize,
    /// Rows that are known to have been there and are lost, or had to be left out because what they rest on is.
    pub lost: usize,
}

/// What a rescue came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rescue {
    pub path: PathBuf,
    /// By table, the facts and the journal's own two.
    pub tables: BTreeMap<String, Saved>,
    /// Whether older commands can still be taken back.
    pub history_is_whole: bool,
}

/// Saves what can be read into a new tournament file. The damaged one is only read.
pub fn salvage(damaged: &Path, target: &Path, now: &str) -> Result<Rescue, StoreError> {
    let mut new = Store::create(target)?;
    let path = new.path().to_owned();
    match fill(&mut new, damaged, now) {
        Ok((tables, history_is_whole)) => {
            new.commit()?;
            Ok(Rescue { path, tables, history_is_whole })
        }
        Err(error) => {
            new.abandon()?;
            Err(error)
        }
    }
}

fn fill(new: &mut Store, damaged: &Path, now: &str) -> Result<(BTreeMap<String, Saved>, bool), StoreError> {
    let copy = ReadingCopy::of(damaged)?;
    mend_header(new, copy.path())?;
    let mut old = SqliteConnectOptions::new()
        .filename(copy.path())
        .foreign_keys(false)
        .disable_statement_logging()
        .connect()
        .wait()?;
    // Lets a schema with a broken entry be read as far as it goes.
    sqlx::raw_sql("pragma writable_schema = on").execute(&mut old).wait()?;
    let triggers = lift_triggers(&mut new.connection)?;
    sqlx::query("pragma defer_foreign_keys = on").execute(&mut new.connection).wait()?;
    let facts = fact_tables(&mut new.connection)?;
    let mut tables = BTreeMap::new();
    for table in RECORDS.iter().map(|t| (*t).to_owned()).chain(facts.iter().cloned()) {
        let saved = new.save_table(&mut old, &table)?;
        tables.insert(table, saved);
    }
    keep_numbers(&mut old, new)?;
    let _ = old.close().wait();
    new.save_from_journal(&facts, &mut tables)?;
    new.mend_rulebook()?;
    new.drop_orphans(&mut tables)?;
    let heads: i64 = sqlx::query_scalar("select count(*) from tournament").fetch_one(&mut new.connection).wait()?;
    if heads == 0 {
        return Err(StoreError::Damaged {
            path: damaged.to_owned(),
            reason: "not even the tournament's name can be read".to_owned(),
        });
    }
    let is_whole = new.journal_gaps()?.is_empty();
    if !is_whole {
        new.begin_history_anew(&facts, now)?;
    }
    for trigger in triggers {
        sqlx::raw_sql(AssertSqlSafe(trigger)).execute(&mut new.connection).wait()?;
    }
    Ok((tables, is_whole))
}

/// Where the first bytes of the file are gone, puts those of a sound file of ours there.
fn mend_header(new: &mut Store, copy: &Path) -> Result<(), StoreError> {
    let failed = |reason| StoreError::Io { path: copy.to_owned(), reason };
    let mut bytes = std::fs::read(copy).map_err(failed)?;
    let page: i64 = sqlx::query_scalar("pragma page_size").fetch_one(&mut new.connection).wait()?;
    if bytes.starts_with(b"SQLite format 3\0") || bytes.len() < 512 {
        return Ok(());
    }
    let size = u16::try_from(page).unwrap_or(4096);
    let mut header = [0_u8; 100];
    header[..16].copy_from_slice(b"SQLite format 3\0");
    header[16..18].copy_from_slice(&size.to_be_bytes());
    // Versions 1 (no write-ahead log), no reserved bytes, the fixed payload fractions, schema format 4, UTF-8.
    header[18..24].copy_from_slice(&[1, 1, 0, 64, 32, 32]);
    header[47] = 4;
    header[59] = 1;
    bytes[..100].copy_from_slice(&header);
    std::fs::write(copy, bytes).map_err(failed)
}

/// Numbers once given are not given again, even where their rows are lost.
fn keep_numbers(old: &mut SqliteConnection, new: &mut Store) -> Result<(), StoreError> {
    let Ok(rows) = sqlx::query("select name, seq from sqlite_sequence").fetch_all(old).wait() else { return Ok(()) };
    for row in rows {
        let (Ok(name), Ok(last)) = (row.try_get::<String, _>("name"), row.try_get::<i64, _>("seq")) else { continue };
        sqlx::query("update sqlite_sequence set seq = max(seq, ?) where name = ?")
            .bind(last)
            .bind(name)
            .execute(&mut new.connection)
            .wait()?;
    }
    Ok(())
}

impl Store {
    /// Copies the rows of one table that can be read and that the schema accepts.
    fn save_table(&mut self, old: &mut SqliteConnection, table: &str) -> Result<Saved, StoreError> {
        let ours: HashSet<String> = columns(&mut self.connection, table)?.into_iter().collect();
        let theirs = columns(old, table).unwrap_or_default();
        let pairs: Vec<String> =
            theirs.iter().filter(|c| ours.contains(*c)).map(|c| format!("'{c}', \"{c}\"")).collect();
        let mut saved = Saved::default();
        if pairs.is_empty() {
            return Ok(saved);
        }
        let last: i64 = sqlx::query_scalar("select coalesce((select seq from sqlite_sequence where name = ?), 1)")
            .bind(table)
            .fetch_one(&mut *old)
            .wait()
            .unwrap_or(LAST_RESORT);
        let sql = format!("select json_object({}) from \"{table}\" where id = ?", pairs.join(", "));
        // One by one: a broken page costs its own rows and no others.
        for id in 1..=last.min(LAST_RESORT) {
            let Ok(found) =
                sqlx::query_scalar::<_, String>(AssertSqlSafe(sql.as_str())).bind(id).fetch_optional(&mut *old).wait()
            else {
                saved.lost += 1;
                continue;
            };
            let Some(image) = found else { continue };
            let row = Change { fact: table.to_owned(), row: id, before: Some(image), after: None };
            match self.restore_row(&row) {
                Ok(()) => saved.read += 1,
                Err(StoreError::Refused(_) | StoreError::Unreadable(_) | StoreError::Database(_)) => saved.lost += 1,
                Err(error) => return Err(error),
            }
        }
        Ok(saved)
    }

    /// Adds the rows that no table gave, and that the journal says were there.
    fn save_from_journal(&mut self, facts: &[String], tables: &mut BTreeMap<String, Saved>) -> Result<(), StoreError> {
        let rows = sqlx::query(
            "select fact, row, after as before, null as after from change where id in (select max(id) from change group by fact, row)",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        for row in &rows {
            let newest = Change::read(row)?;
            if newest.before.is_none() || !facts.contains(&newest.fact) {
                continue;
            }
            let sql = format!("select count(*) from \"{}\" where id = ?", newest.fact);
            let is_there: i64 =
                sqlx::query_scalar(AssertSqlSafe(sql)).bind(newest.row).fetch_one(&mut self.connection).wait()?;
            if is_there == 0 && self.restore_row(&newest).is_ok() {
                let saved = tables.entry(newest.fact).or_default();
                saved.from_journal += 1;
                saved.lost = saved.lost.saturating_sub(1);
            }
        }
        Ok(())
    }

    /// The rulebook is the longest text of the file, so damage likely falls into it. Its hash tells, and the journal has it again.
    fn mend_rulebook(&mut self) -> Result<(), StoreError> {
        let texts = sqlx::query(
            "select rulebook_text as text, rulebook_hash as hash, 0 as place from tournament
             union all
             select json_extract(after, '$.rulebook_text'), json_extract(after, '$.rulebook_hash'), id
             from change
             where fact = 'tournament' and after is not null and json_valid(after)
             order by place desc",
        )
        .fetch_all(&mut self.connection)
        .wait()?;
        for row in texts {
            let (text, hash): (Option<String>, Option<String>) = (row.try_get("text")?, row.try_get("hash")?);
            let Some((text, hash)) = text.zip(hash) else { continue };
            if is_hash_of(&hash, &text) {
                sqlx::query("update tournament set rulebook_text = ?, rulebook_hash = ?")
                    .bind(text)
                    .bind(hash)
                    .execute(&mut self.connection)
                    .wait()?;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Leaves out rows that refer to rows that are lost, until every reference holds.
    fn drop_orphans(&mut self, tables: &mut BTreeMap<String, Saved>) -> Result<(), StoreError> {
        loop {
            let orphans = sqlx::query("pragma foreign_key_check").fetch_all(&mut self.connection).wait()?;
            if orphans.is_empty() {
                return Ok(());
            }
            for orphan in orphans {
                let (table, id): (String, i64) = (orphan.try_get(0)?, orphan.try_get(1)?);
                let sql = format!("delete from \"{table}\" where id = ?");
                let done = sqlx::query(AssertSqlSafe(sql)).bind(id).execute(&mut self.connection).wait()?;
                tables.entry(table).or_default().lost += usize::try_from(done.rows_affected()).unwrap_or_default();
            }
        }
    }

    /// Where the journal has gaps, keeps who did what, and starts the row images afresh with the rescue itself.
    fn begin_history_anew(&mut self, facts: &[String], now: &str) -> Result<(), StoreError> {
        sqlx::query("delete from change").execute(&mut self.connection).wait()?;
        sqlx::query("delete from command where target is not null").execute(&mut self.connection).wait()?;
        let rescue = self.record(EntryKind::Do, "recover", None, now)?;
        self.summarise(rescue, "saved from a damaged file")?;
        for fact in facts {
            for (id, image) in images(&mut self.connection, fact)? {
                sqlx::query("insert into change (command, fact, row, before, after) values (?, ?, ?, null, ?)")
                    .bind(rescue)
                    .bind(fact)
                    .bind(id)
                    .bind(serde_json::Value::Object(image).to_string())
                    .execute(&mut self.connection)
                    .wait()?;
            }
        }
        sqlx::query(
            "insert into safekeeping (id, undo_floor) values (1, ?1) on conflict (id) do update set undo_floor = ?1",
        )
        .bind(rescue)
        .execute(&mut self.connection)
        .wait()?;
        Ok(())
    }
}

/// The highest row number that is tried where the file cannot tell how far its numbers went.
const LAST_RESORT: i64 = 100_000;
