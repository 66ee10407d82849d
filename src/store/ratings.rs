//! The index of published ratings: lists of federations side by side in one file beside the tournaments, never in one of them.
//!
//! What is kept of a member is a row; the words of the names stand in rows of their own, each with the numbers of those who have it, packed:
//! so a million members take less than a hundred megabytes, and part of a name is found at once.

use super::database::{Database, PATIENCE};
use super::error::StoreError;
use super::on_disk::{folder_of, plain, remove_with_companions};
use super::wait::{Ask, Run, Wait};
use crate::ratings::{Listed, name_words};
use crate::tournament::{Month, RatingKind, RatingList};
use chrono::{Datelike, NaiveDate};
use rustc_hash::FxHashMap;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use std::path::{Path, PathBuf};

/// "BUGR" in ASCII.
const APPLICATION_ID: u32 = 0x4255_4752;
/// Of the tables below. An index of another version is made anew from the lists.
const VERSION: u32 = 1;

const SCHEMA: &str = "
    create table list (
        id integer primary key,
        federation text not null,
        kind text not null,
        month text not null,
        file text not null,
        loaded text not null,
        entries integer not null,
        unique (federation, kind, month)
    ) strict;
    create table entry (
        list integer not null,
        number integer not null,
        -- a number where it is one, which takes half the room
        id any not null,
        name text not null,
        state text,
        rating integer,
        provisional integer,
        -- 20261130
        expires integer,
        born integer,
        primary key (list, number)
    ) strict, without rowid;
    create unique index entry_id on entry (list, id);
    create table word (
        list integer not null,
        word text not null,
        -- the numbers of the entries, each as its distance from the one before, seven bits a byte
        entries blob not null,
        primary key (list, word)
    ) strict, without rowid;";

/// A list in the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownList {
    pub number: i64,
    pub list: RatingList,
    /// The file it was loaded from.
    pub file: String,
    /// When, RFC 3339.
    pub loaded: String,
    pub entries: usize,
}

#[derive(Debug)]
pub struct RatingIndex {
    pub(super) file: Database,
    path: PathBuf,
}

impl RatingIndex {
    /// Opens the index, or makes it. `Ok(None)` where it is damaged or of another version, and is to be made anew.
    ///
    /// # Errors
    /// Where the file is something else altogether, or cannot be opened.
    pub fn open(path: &Path) -> Result<Option<Self>, StoreError> {
        std::fs::create_dir_all(folder_of(path)).map_err(|reason| StoreError::Io { path: path.to_owned(), reason })?;
        let is_new = std::fs::metadata(path).map_or(true, |there| there.len() == 0);
        if !is_new && !is_index(path)? {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        match Self::connected(path, is_new) {
            Ok(mut index) => Ok((is_new || index.is_sound()).then_some(index)),
            Err(StoreError::Damaged { .. }) => Ok(None),
            Err(StoreError::Locked(_)) => Err(StoreError::Locked(path.to_owned())),
            Err(error) => Err(error),
        }
    }

    /// Removes an index that is damaged or of another version, and makes an empty one.
    pub fn anew(path: &Path) -> Result<Self, StoreError> {
        remove_with_companions(path);
        Self::connected(path, true)
    }

    fn connected(path: &Path, is_new: bool) -> Result<Self, StoreError> {
        let connection = SqliteConnectOptions::new()
            .filename(plain(path))
            .create_if_missing(true)
            // What is added to the end needs no copy of what was there.
            .journal_mode(SqliteJournalMode::Delete)
            .synchronous(SqliteSynchronous::Normal)
            .pragma("trusted_schema", "off")
            .pragma("cache_size", "-32768")
            .busy_timeout(PATIENCE)
            .optimize_on_close(false, None)
            .disable_statement_logging()
            .connect()
            .wait()?;
        let mut index = Self { file: connection.into(), path: path.to_owned() };
        if is_new {
            let sql = format!(
                "begin immediate; {SCHEMA} pragma application_id = {APPLICATION_ID}; pragma user_version = {VERSION}; commit"
            );
            sqlx::raw_sql(AssertSqlSafe(sql)).run(&mut index.file)?;
        }
        Ok(index)
    }

    fn is_sound(&mut self) -> bool {
        let version: Result<u32, _> = sqlx::query_scalar("pragma user_version").one(&mut self.file);
        version.is_ok_and(|version| version == VERSION) && self.lists().is_ok()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Every list, by federation, kind and month.
    pub fn lists(&mut self) -> Result<Vec<KnownList>, StoreError> {
        let rows = sqlx::query(
            "select id, federation, kind, month, file, loaded, entries from list order by federation, kind, month",
        )
        .all(&mut self.file)?;
        let list = |row: &sqlx::sqlite::SqliteRow| {
            let text = |at: usize| row.try_get::<String, _>(at);
            let (kind, month) = (text(2)?.parse::<RatingKind>(), text(3)?.parse::<Month>());
            let (Ok(kind), Ok(month)) = (kind, month) else {
                return Err(StoreError::Unreadable("a list of ratings".to_owned()));
            };
            Ok(KnownList {
                number: row.try_get(0)?,
                list: RatingList { federation: text(1)?, kind, month },
                file: text(4)?,
                loaded: text(5)?,
                entries: row.try_get::<i64, _>(6)?.try_into().unwrap_or_default(),
            })
        };
        rows.iter().map(list).collect()
    }

    pub fn remove(&mut self, list: i64) -> Result<(), StoreError> {
        sqlx::raw_sql("begin immediate").run(&mut self.file)?;
        let removed = self.take_out(list).and_then(|()| sqlx::raw_sql("commit").run(&mut self.file));
        removed.inspect_err(|_| _ = sqlx::raw_sql("rollback").run(&mut self.file))
    }

    fn take_out(&mut self, list: i64) -> Result<(), StoreError> {
        for sql in
            ["delete from entry where list = ?", "delete from word where list = ?", "delete from list where id = ?"]
        {
            sqlx::query(sql).bind(list).run(&mut self.file)?;
        }
        Ok(())
    }

    /// Begins to load a list. Until it is finished nobody sees anything of it.
    pub fn load(&mut self) -> Result<Loading<'_>, StoreError> {
        sqlx::raw_sql("begin immediate").run(&mut self.file)?;
        let list = sqlx::query_scalar("select coalesce(max(id), 0) + 1 from list").one(&mut self.file);
        let list = list.inspect_err(|_| _ = sqlx::raw_sql("rollback").run(&mut self.file))?;
        Ok(Loading {
            index: self,
            list,
            number: 0,
            entries: Vec::with_capacity(AT_ONCE),
            words: FxHashMap::default(),
            twice: 0,
            is_open: true,
        })
    }
}

/// Whether a file is an index of ratings, of whatever version.
fn is_index(path: &Path) -> Result<bool, StoreError> {
    let mut head = [0; 72];
    let read = std::fs::File::open(path).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut head));
    match read {
        Ok(()) => Ok(head.starts_with(b"SQLite format 3\0") && head[68..] == APPLICATION_ID.to_be_bytes()),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(false),
        Err(reason) => Err(StoreError::Io { path: path.to_owned(), reason }),
    }
}

/// Rows of one statement.
const AT_ONCE: usize = 2_000;

/// A list on its way into the index, within one transaction: dropped before it is finished, it was never there.
#[derive(Debug)]
pub struct Loading<'i> {
    index: &'i mut RatingIndex,
    list: i64,
    number: u32,
    entries: Vec<Listed>,
    words: FxHashMap<String, Vec<u32>>,
    twice: usize,
    is_open: bool,
}

impl Loading<'_> {
    pub fn add(&mut self, listed: Listed) -> Result<(), StoreError> {
        self.number += 1;
        let mut seen: Vec<String> = Vec::new();
        for word in name_words(&listed.name) {
            if !seen.contains(&word) {
                match self.words.get_mut(&word) {
                    Some(numbers) => numbers.push(self.number),
                    None => _ = self.words.insert(word.clone(), vec![self.number]),
                }
                seen.push(word);
            }
        }
        self.entries.push(listed);
        if self.entries.len() == AT_ONCE {
            self.write_entries()?;
        }
        Ok(())
    }

    /// How many ids have come a second time so far; the first stays.
    pub fn twice(&self) -> usize {
        self.twice
    }

    fn write_entries(&mut self) -> Result<(), StoreError> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let first = i64::from(self.number) + 1 - self.entries.len() as i64;
        let sql = format!(
            "insert or ignore into entry (list, number, id, name, state, rating, provisional, expires, born) values {}",
            places("(?, ?, ?, ?, ?, ?, ?, ?, ?)", self.entries.len())
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        let count = self.entries.len() as u64;
        for (number, listed) in (first..).zip(self.entries.drain(..)) {
            query = query.bind(self.list).bind(number);
            query = match as_number(&listed.id) {
                Some(id) => query.bind(id),
                None => query.bind(listed.id),
            };
            query = query
                .bind(listed.name)
                .bind(listed.state)
                .bind(listed.rating)
                .bind(listed.provisional.then_some(1))
                .bind(listed.expires.map(|day| day.year() * 10_000 + (day.month() * 100 + day.day()) as i32))
                .bind(listed.born);
        }
        let done = query.done(&mut self.index.file)?;
        self.twice += usize::try_from(count.saturating_sub(done.rows_affected())).unwrap_or_default();
        Ok(())
    }

    fn write_words(&mut self) -> Result<(), StoreError> {
        let mut words: Vec<(String, Vec<u32>)> = self.words.drain().collect();
        words.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut words = words.into_iter().peekable();
        while words.peek().is_some() {
            let some: Vec<(String, Vec<u32>)> = words.by_ref().take(AT_ONCE).collect();
            let sql = format!("insert into word (list, word, entries) values {}", places("(?, ?, ?)", some.len()));
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for (word, numbers) in some {
                query = query.bind(self.list).bind(word).bind(packed(&numbers));
            }
            query.run(&mut self.index.file)?;
        }
        Ok(())
    }

    /// Puts the list in its place, and takes out the one of the same federation, kind and month that was there. Gives it, and how many ids came
    /// twice; or only that where they are too many, and leaves everything as it was.
    pub fn finish(
        mut self,
        list: &RatingList,
        file: &str,
        at: &str,
        are_too_many: impl FnOnce(usize) -> bool,
    ) -> Result<Result<(KnownList, usize), usize>, StoreError> {
        self.write_entries()?;
        self.write_words()?;
        if are_too_many(self.twice) {
            return Ok(Err(self.twice));
        }
        let (kind, month) = (list.kind.to_string(), list.month.as_typed());
        let sql = "select id from list where federation = ? and kind = ? and month = ?";
        let older: Option<i64> =
            sqlx::query_scalar(sql).bind(&list.federation).bind(&kind).bind(&month).maybe(&mut self.index.file)?;
        older.map_or(Ok(()), |older| self.index.take_out(older))?;
        let entries = self.number as usize - self.twice;
        sqlx::query(
            "insert into list (id, federation, kind, month, file, loaded, entries) values (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(self.list)
        .bind(&list.federation)
        .bind(kind)
        .bind(month)
        .bind(file)
        .bind(at)
        .bind(entries as i64)
        .run(&mut self.index.file)?;
        sqlx::raw_sql("commit").run(&mut self.index.file)?;
        self.is_open = false;
        let (list, file, loaded) = (list.clone(), file.to_owned(), at.to_owned());
        Ok(Ok((KnownList { number: self.list, list, file, loaded, entries }, self.twice)))
    }
}

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        if self.is_open {
            let _ = sqlx::raw_sql("rollback").run(&mut self.index.file);
        }
    }
}

/// An id as a number, where it is written as one.
pub(super) fn as_number(id: &str) -> Option<i64> {
    let is_plain = (1..=15).contains(&id.len()) && !id.starts_with('0') && id.bytes().all(|byte| byte.is_ascii_digit());
    is_plain.then(|| id.parse().ok()).flatten()
}

pub(super) fn day_of(number: i32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(number / 10_000, (number / 100 % 100) as u32, (number % 100) as u32)
}

fn places(row: &str, count: usize) -> String {
    vec![row; count].join(", ")
}

/// Rising numbers as their distances, seven bits a byte.
fn packed(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(numbers.len() * 2);
    let mut before = 0;
    for number in numbers {
        let mut left = number - before;
        before = *number;
        while left >= 0x80 {
            bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        bytes.push(left as u8);
    }
    bytes
}

/// Adds the numbers of a packed row.
pub(super) fn unpack(bytes: &[u8], numbers: &mut Vec<u32>) {
    let (mut number, mut left, mut shift) = (0_u32, 0_u32, 0);
    for byte in bytes {
        left |= u32::from(byte & 0x7f) << shift;
        shift = (shift + 7).min(28);
        if byte & 0x80 == 0 {
            number = number.wrapping_add(left);
            numbers.push(number);
            (left, shift) = (0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_unpacked_as_they_were_packed() {
        let numbers = [1, 2, 130, 131, 20_000, 3_000_000, u32::MAX];
        let mut read = Vec::new();
        unpack(&packed(&numbers), &mut read);
        assert_eq!(read, numbers);
    }

    #[test]
    fn an_id_is_a_number_only_where_it_is_written_as_one() {
        assert_eq!(["12345678", "0123", "K12", ""].map(as_number), [Some(12_345_678), None, None, None]);
    }
}
