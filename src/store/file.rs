//! An open file: beginning and ending its transactions, and closing it.
//!
//! A file that somebody moves, replaces or deletes while a command runs is noticed before the command is
//! acknowledged. A file that cannot be written is read from a copy.

use super::database::{Database, PATIENCE};
use super::error::StoreError;
use super::on_disk::{
    FileStamp, Identity, ReadingCopy, companion, remove_with_companions, sync_file, sync_folder, whole,
};
use super::room;
use super::schema::newest_schema;
use super::wait::{Ask, Run};
use serde::Serialize;
use serde_json::Map;
use sqlx::{AssertSqlSafe, SqlSafeStr};
use std::fs::Permissions;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a command waits before it looks for the lock more often, and its pauses until then and from then on.
const LONG: Duration = Duration::from_millis(80);
const SELDOM: Duration = Duration::from_millis(8);
const OFTEN: Duration = Duration::from_millis(1);

/// How a transaction writes that is alone with the file, and how any other does. SQLite carries over what is much within the commit:
/// without synchronising it, and then nothing would be left to synchronise.
const ALONE: &str = "pragma synchronous = off; pragma wal_autocheckpoint = 0";
const SHARED: &str = "pragma synchronous = full; pragma wal_autocheckpoint = 1000";

/// A log that others have open is carried over sooner than that.
const AT_REST: Duration = Duration::from_secs(5);

/// The file name ending of a tournament.
pub(super) const ENDING: &str = "bughouse";

/// One open tournament file, within a transaction from opening to [`Store::commit`], [`Store::abandon`] or [`Store::rest`].
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Database,
    pub(super) path: PathBuf,
    home: Home,
    /// The log was empty when the transaction began, and is synchronised when it is carried over, not before.
    syncs_once: bool,
    /// Committed commands are in the log, and could not be carried over.
    pub(super) is_log_left: bool,
    /// The device that acts; none: the laptop itself.
    pub(super) device: Option<i64>,
    /// The id of its request, until it is in the journal.
    pub(super) request: Option<String>,
}

/// A file that stays open between two transactions.
#[derive(Debug)]
pub struct Resting {
    store: Store,
    /// What SQLite counts of other connections' commits.
    others: i64,
}

/// Files that this process keeps open, or kept once.
static KEPT_OPEN: Mutex<Vec<Identity>> = Mutex::new(Vec::new());

/// Whether a file is one that this process keeps open between two transactions.
pub(super) fn is_kept_open(path: &Path) -> bool {
    let kept = KEPT_OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    Identity::of(path).is_some_and(|identity| kept.contains(&identity))
}

impl Resting {
    /// Begins the next transaction. Says whether others have changed the file meanwhile; `None` where it has to be opened anew.
    pub fn wake(self, writes: bool) -> Result<Option<(Store, bool)>, StoreError> {
        let Self { mut store, others } = self;
        if !store.is_in_place() {
            store.close()?;
            return Ok(None);
        }
        if store.is_log_left {
            store.look_at_log()?;
        }
        if writes { store.refuse_log_left().and_then(|()| store.take_turn(SHARED)) } else { store.execute("begin") }?;
        let is_changed = store.commits_of_others()? != others;
        if is_changed && store.schema()? != newest_schema() {
            store.abandon()?;
            return Ok(None);
        }
        Ok(Some((store, is_changed)))
    }

    /// Carries what is in the log over into the file, unless somebody reads or writes at this moment. Gives what the folder shows then, where
    /// nobody else has written since the last transaction.
    pub fn fold(&mut self) -> Result<Option<FileStamp>, StoreError> {
        if self.store.is_in_place() {
            let patience = format!("pragma busy_timeout = {}", PATIENCE.as_millis());
            let carried = self.store.execute("pragma busy_timeout = 0; pragma wal_checkpoint(truncate)");
            self.store.execute(AssertSqlSafe(patience))?;
            self.store.is_log_left = matches!(carried, Err(StoreError::Unwritable(_)));
            carried.map_err(|error| self.store.log_left().unwrap_or(error))?;
        }
        let stamp = FileStamp::of(&self.store.path);
        Ok((self.store.commits_of_others()? == self.others).then_some(stamp))
    }

    pub fn close(self) -> Result<(), StoreError> {
        self.store.close()
    }
}

/// Where the bytes of an open tournament really are.
#[derive(Debug)]
pub(super) enum Home {
    /// In the file that was named, as long as this is still the same one.
    Named(Identity),
    /// In a file of another name, for its owner alone, until the first commit makes it the tournament with these permissions.
    Unpublished(PathBuf, Permissions),
    /// In a copy that is thrown away, because the file itself cannot be written.
    Copied(ReadingCopy),
    /// In the file that was named, of which not even a copy can be made: it is read without a lock and without a log.
    Untouched,
    Memory,
}

/// What a file held at a moment: while it is the same, so is everything in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileState {
    file: Option<Identity>,
    /// The newest command: its number, when it was given, and its words; and SQLite's count of changes to the schema. After a restore
    /// other commands have the same numbers. It lifts the triggers, which raises the count.
    newest: Option<(i64, String, String, i64)>,
    /// When the first command was given, and what it made. With the seed, which may be chosen, it distinguishes tournaments.
    first: Option<String>,
}

impl FileState {
    /// What distinguishes this tournament from another one that was made with the same seed.
    pub fn origin(&self) -> Option<&str> {
        self.first.as_deref()
    }
}

impl Store {
    pub(super) fn in_place(connection: Database, path: &Path, home: Home) -> Self {
        let (syncs_once, is_log_left) = (false, matches!(home, Home::Copied(_)) && has_log(path));
        Self { connection, path: path.to_owned(), home, syncs_once, is_log_left, device: None, request: None }
    }

    pub(super) fn execute(&mut self, sql: impl SqlSafeStr) -> Result<(), StoreError> {
        sqlx::raw_sql(sql).run(&mut self.connection).map_err(|e| e.naming(&self.path))
    }

    /// Lays a new row, whose columns are the fields of this. Gives its number.
    pub(super) fn insert(&mut self, table: &str, row: &impl Serialize) -> Result<i64, StoreError> {
        let row = serde_json::to_value(row)?;
        let columns: Vec<&String> = row.as_object().into_iter().flat_map(Map::keys).collect();
        let names: Vec<String> = columns.iter().map(|column| format!("\"{column}\"")).collect();
        let values: Vec<String> = columns.iter().map(|column| format!("?1 ->> '{column}'")).collect();
        let sql = format!("insert into \"{table}\" ({}) values ({})", names.join(", "), values.join(", "));
        let done = sqlx::query(AssertSqlSafe(sql)).bind(row.to_string()).done(&mut self.connection)?;
        Ok(done.last_insert_rowid())
    }

    /// Begins a transaction that writes. Where nobody else has written since the file was last closed, the log begins anew with it and
    /// needs no synchronising of its own: [`Store::settle`] carries it over at once, which synchronises the log and then the file.
    /// In a log that goes on, the order of its frames on the disk matters, so there every commit is synchronised as SQLite does it.
    pub(super) fn begin_to_write(&mut self) -> Result<(), StoreError> {
        self.refuse_log_left()?;
        if self.is_log_empty() {
            self.take_turn(ALONE)?;
            self.syncs_once = self.is_log_empty();
            if self.syncs_once {
                return Ok(());
            }
            self.roll_back();
        }
        self.take_turn(SHARED)
    }

    fn is_log_empty(&self) -> bool {
        std::fs::metadata(companion(&self.path, "-wal")).is_ok_and(|log| log.len() == 0)
    }

    /// Finds out whether committed commands are in the log because they could not be carried over. A log that is small enough for the file,
    /// or that somebody writes to at this moment, is no reason to carry it over.
    pub(super) fn look_at_log(&mut self) -> Result<(), StoreError> {
        let was_left = std::mem::take(&mut self.is_log_left);
        if !has_log(&self.path) {
            return Ok(());
        }
        let due = room::coming_size(&mut self.connection)?;
        let is_short = std::fs::metadata(&self.path).is_ok_and(|file| file.len() < due);
        if was_left || is_short || FileStamp::of(&self.path).has_log_at_rest(AT_REST) {
            self.is_log_left = matches!(self.execute("pragma wal_checkpoint(passive)"), Err(StoreError::Unwritable(_)));
        }
        Ok(())
    }

    /// The newest commands are in the log beside the file, and could not be carried over.
    pub fn log_left(&self) -> Option<StoreError> {
        self.is_log_left.then(|| StoreError::LogLeft(self.path.clone()))
    }

    /// Nothing more is added to a log that could not be carried over.
    fn refuse_log_left(&self) -> Result<(), StoreError> {
        self.log_left().map_or(Ok(()), Err)
    }

    /// Waits for the write lock. SQLite's own pauses grow, so that who came first looks least often and is passed by all that come
    /// after; here who has waited longer looks more often.
    fn take_turn(&mut self, setting: &str) -> Result<(), StoreError> {
        let began = Instant::now();
        let patience = PATIENCE.as_millis();
        let begin = format!("{setting}; pragma busy_timeout = 0; begin immediate; pragma busy_timeout = {patience}");
        loop {
            match self.execute(AssertSqlSafe(begin.as_str())) {
                Err(StoreError::Locked(_)) if began.elapsed() < PATIENCE => {}
                outcome => return outcome,
            }
            std::thread::sleep(if began.elapsed() < LONG { SELDOM } else { OFTEN });
        }
    }

    /// Which file this is, and the newest command in it.
    pub fn state(&mut self) -> Result<FileState, StoreError> {
        let newest = sqlx::query_as(
            "select id, at, words, schema_version from command, pragma_schema_version order by id desc limit 1",
        );
        let newest = newest.maybe(&mut self.connection)?;
        Ok(FileState { file: Identity::of(&self.path), newest, first: self.origin()? })
    }

    /// The first command of all: when it was given, and what it made, which has the tournament's first name in it.
    pub(super) fn origin(&mut self) -> Result<Option<String>, StoreError> {
        let first = sqlx::query_scalar("select at || ' ' || summary from command where id = 1");
        first.maybe(&mut self.connection)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether this is a copy that is only read, because the file itself cannot be written.
    pub fn is_a_copy(&self) -> bool {
        matches!(self.home, Home::Copied(_) | Home::Untouched)
    }

    pub(super) fn is_in_place(&self) -> bool {
        match &self.home {
            Home::Named(identity) => Identity::of(&self.path).as_ref() == Some(identity),
            Home::Unpublished(..) | Home::Copied(_) | Home::Untouched | Home::Memory => true,
        }
    }

    /// Makes the transaction's changes durable and closes the file. Returns what is left to report of it.
    pub fn commit(mut self) -> Result<Option<StoreError>, StoreError> {
        match self.settle() {
            Ok(()) => {
                let left = self.log_left();
                self.close().map(|()| left)
            }
            Err(error) => {
                // The first failure matters more than a second one while closing.
                let _ = self.drop_file();
                Err(error)
            }
        }
    }

    /// Makes the transaction's changes durable; the file stays open.
    pub(super) fn settle(&mut self) -> Result<(), StoreError> {
        if !self.is_in_place() {
            self.roll_back();
            return Err(StoreError::Moved(self.path.clone()));
        }
        let syncs_once = std::mem::take(&mut self.syncs_once);
        let is_named = matches!(self.home, Home::Named(_));
        let reserved = if is_named { room::reserve(&mut self.connection, &self.path, syncs_once) } else { Ok(()) };
        if let Err(error) = reserved.and_then(|()| self.execute("commit")) {
            // A full disk may have ended the transaction already.
            let _ = self.execute("rollback");
            if is_named {
                let _ = room::release(&mut self.connection, &self.path);
            }
            return Err(error);
        }
        if syncs_once { self.execute(SHARED).and_then(|()| self.carry_over()) } else { Ok(()) }
    }

    /// Makes a commit durable that was not synchronised: the log first, then the file with all that is in it.
    fn carry_over(&mut self) -> Result<(), StoreError> {
        let carried = sqlx::query_as("pragma wal_checkpoint(passive)").one(&mut self.connection);
        self.is_log_left = matches!(carried, Err(StoreError::Unwritable(_)));
        if carried.is_ok_and(|(is_held_up, in_log, carried): (bool, i64, i64)| !is_held_up && carried == in_log) {
            return Ok(());
        }
        // Somebody reads an older state, or there is no room, so the log stays: then it is what must last.
        let log = companion(&self.path, "-wal");
        sync_file(&log).map_err(|reason| StoreError::Io { path: log.clone(), reason })?;
        sync_folder(&log);
        Ok(())
    }

    /// Ends the transaction, with its changes or without, and leaves the file open; `None` where it cannot be left so. Gives what is left
    /// to report of it too.
    pub fn rest(mut self, keeps_changes: bool) -> Result<(Option<Resting>, Option<StoreError>), StoreError> {
        let Home::Named(_) = self.home else {
            let left = if keeps_changes { self.commit()? } else { self.abandon().map(|()| None)? };
            return Ok((None, left));
        };
        let others = self.commits_of_others()?;
        if keeps_changes {
            self.settle()?;
        } else {
            self.roll_back();
            self.execute(SHARED)?;
            self.syncs_once = false;
        }
        self.keep_open();
        let left = self.log_left();
        Ok((Some(Resting { store: self, others }), left))
    }

    /// Notes that the file stays open in this process.
    fn keep_open(&self) {
        let Home::Named(identity) = &self.home else { return };
        let mut kept = KEPT_OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if !kept.contains(identity) {
            kept.push(identity.clone());
        }
    }

    fn commits_of_others(&mut self) -> Result<i64, StoreError> {
        sqlx::query_scalar("pragma data_version").one(&mut self.connection)
    }

    fn schema(&mut self) -> Result<i64, StoreError> {
        sqlx::query_scalar("pragma user_version").one(&mut self.connection)
    }

    /// Drops the transaction's changes and closes the file.
    pub fn abandon(mut self) -> Result<(), StoreError> {
        self.roll_back();
        self.drop_file()
    }

    /// Drops the transaction's changes. Where a medium was full, SQLite has done so by itself and says that there is none; where it
    /// cannot be written any more, what was not committed counts for nothing when the file is opened again.
    fn roll_back(&mut self) {
        let _ = self.execute("rollback");
    }

    /// Closes the file, and removes one that nobody has seen yet.
    fn drop_file(self) -> Result<(), StoreError> {
        let closed = self.connection.close();
        if let Home::Unpublished(part, _) = self.home {
            remove_with_companions(&part);
        }
        closed
    }

    /// Closes the file. The last one to close it folds the write-ahead log into it.
    pub(super) fn close(self) -> Result<(), StoreError> {
        let closed = self.connection.close();
        match (self.home, closed) {
            (Home::Unpublished(part, permissions), Ok(())) => publish(&part, &self.path, permissions),
            (Home::Unpublished(part, _), Err(error)) => {
                remove_with_companions(&part);
                Err(error)
            }
            (Home::Copied(copy), closed) => {
                drop(copy);
                closed
            }
            (Home::Named(_) | Home::Untouched | Home::Memory, closed) => closed,
        }
    }
}

/// Gives a finished file its name, unless somebody took the name meanwhile, or the medium had no room to make it whole.
fn publish(part: &Path, path: &Path, permissions: Permissions) -> Result<(), StoreError> {
    if let Err(reason) = whole(part) {
        remove_with_companions(part);
        return Err(StoreError::Io { path: path.to_owned(), reason });
    }
    // A link never overwrites; where the medium knows no links, the name is looked at once more.
    let linked = std::fs::hard_link(part, path);
    let taken = linked.as_ref().is_err_and(|e| e.kind() == std::io::ErrorKind::AlreadyExists)
        || (linked.is_err() && path.exists());
    let outcome = match linked {
        _ if taken => Err(StoreError::Exists(path.to_owned())),
        Ok(()) => Ok(()),
        Err(_) => std::fs::rename(part, path).map_err(|reason| StoreError::Io { path: path.to_owned(), reason }),
    };
    remove_with_companions(part);
    if outcome.is_ok() {
        // Where the medium knows no permissions, everybody may read what is on it.
        let _ = std::fs::set_permissions(path, permissions);
    }
    sync_folder(path);
    outcome
}

/// Whether there is something in the log beside a file.
fn has_log(path: &Path) -> bool {
    std::fs::metadata(companion(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

impl StoreError {
    /// Puts the real path into a message that SQLite gave without one.
    pub(super) fn naming(self, file: &Path) -> Self {
        match self {
            Self::Locked(_) => Self::Locked(file.to_owned()),
            Self::ReadOnly(_) => Self::ReadOnly(file.to_owned()),
            Self::OldPages(_) => Self::OldPages(file.to_owned()),
            Self::Foreign(_) => Self::Foreign(file.to_owned()),
            Self::Newer { by, found, known, .. } => Self::Newer { path: file.to_owned(), by, found, known },
            Self::Damaged { reason, .. } if reason.contains("not a database") => Self::Foreign(file.to_owned()),
            Self::Damaged { reason, .. } => Self::Damaged { path: file.to_owned(), reason },
            other => other,
        }
    }
}
