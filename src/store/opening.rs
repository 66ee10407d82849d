//! Making a tournament's file and opening one: to read, to write, or a copy of what cannot be written.
//!
//! A file from elsewhere is hostile until its schema is known: before that nothing of it runs, no trigger, view or default. Schemas that
//! were found to be ours are remembered by a digest, so that only the first file of its kind on a machine is compared.

use super::backup;
use super::database::{Database, connect};
use super::error::StoreError;
use super::file::{ENDING, Home, Store, is_kept_open};
use super::on_disk::{Identity, ReadingCopy, beside, companion, make_private, plain, remove_with_companions};
use super::room;
use super::schema::{
    APPLICATION_ID, DECLARATIONS, Declared, JOURNAL, Print, declared, expected_schema, migrated_version, newest_schema,
    upgrade, upgrade_between, written_by,
};
use super::wait::{Ask, Run, Wait};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteLockingMode};
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use std::fs::Permissions;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes of a tournament's name at most: names of backups and of what SQLite keeps beside it are longer, and most media end at 255.
const LONGEST_NAME: usize = 160;

/// Bytes of a file before the first row.
const HEADER: usize = 100;

/// How often a file that is swapped under our hands is opened anew.
const ATTEMPTS: usize = 5;

/// How a transaction begins: to read, or to write.
type Begin = fn(&mut Store) -> Result<(), StoreError>;

/// All tournament files of a folder, sorted by name.
pub fn file_names(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let unreadable = |reason| StoreError::Io { path: folder.to_owned(), reason };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|e| e == ENDING) && path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The path with the ending of a tournament, where it has none.
pub fn with_ending(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|ending| ending == ENDING) {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ENDING);
    name.into()
}

impl Store {
    /// Makes a new, empty tournament and begins its first transaction. `.bughouse` is appended where it is missing.
    /// The file appears, whole, when that transaction is committed.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let path = Self::free_path(path)?;
        let (part, permissions) = new_part(&path)?;
        match Self::furnish(&path, &part, permissions) {
            Ok(store) => Ok(store),
            Err(error) => {
                remove_with_companions(&part);
                Err(error.naming(&path))
            }
        }
    }

    /// The path that a new tournament would have, with the ending.
    pub fn free_path(path: &Path) -> Result<PathBuf, StoreError> {
        let path = with_ending(path);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
        let unfit = match path.to_str() {
            None => Some("it is not Unicode"),
            Some(name) if name.contains(char::is_control) => Some("it has characters that nobody can type"),
            Some(_) if path.file_name().is_some_and(|name| name.len() > LONGEST_NAME) => Some("it is too long"),
            Some(_) => None,
        };
        if let Some(why) = unfit {
            return Err(StoreError::BadName { path, why });
        }
        match folder {
            _ if path.exists() => Err(StoreError::Exists(path)),
            Some(folder) => Err(StoreError::NoFolder(folder.to_owned())),
            None => Ok(path),
        }
    }

    fn furnish(path: &Path, part: &Path, permissions: Permissions) -> Result<Self, StoreError> {
        let mut connection = connect(part)?;
        upgrade(&mut connection)?;
        let mut store = Self::in_place(connection, path, Home::Unpublished(part.to_owned(), permissions));
        store.execute("begin immediate")?;
        Ok(store)
    }

    /// Opens a file to change it. Holds the write lock until the transaction ends.
    pub fn open_to_write(path: &Path) -> Result<Self, StoreError> {
        backup::sweep(path);
        Self::open(path, Some(Self::begin_to_write))
    }

    /// As [`Store::open_to_write`], to put other rows in the place of all that are there. Whether each refers to one that is there is
    /// left to the end: looked up row by row, every table is read once for each.
    pub(super) fn open_to_exchange(path: &Path) -> Result<Self, StoreError> {
        backup::sweep(path);
        Self::open(
            path,
            Some(|store: &mut Self| {
                store.execute("pragma foreign_keys = off")?;
                store.begin_to_write()
            }),
        )
    }

    /// Opens a file to read it as it is at this moment. Where it cannot be written (a locked stick, a full disk), a copy is read.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        backup::sweep(path);
        match Self::open(path, Some(|store: &mut Self| store.execute("begin"))) {
            Err(error) if error.is_of_writing() => {
                let mut store = Self::open_copy(path)?;
                store.execute("begin")?;
                Ok(store)
            }
            other => other,
        }
    }

    /// Opens a file to change what is no fact of the event: where another command holds it for more than a second, it is let be.
    pub(super) fn open_impatient(path: &Path) -> Result<Self, StoreError> {
        let mut store = Self::open(path, None)?;
        sqlx::query("pragma busy_timeout = 1000").run(&mut store.connection)?;
        store.execute("begin immediate")?;
        Ok(store)
    }

    /// Opens a file without beginning a transaction; where it cannot be written, a copy of it.
    pub(super) fn open_idle(path: &Path) -> Result<Self, StoreError> {
        match Self::open(path, None) {
            Err(error) if error.is_of_writing() => Self::open_copy(path),
            other => other,
        }
    }

    /// Opens a throw-away copy of a file, so that the file itself is not touched in any way. Where there is no room for a copy
    /// either, the file is read as it is.
    pub(super) fn open_copy(path: &Path) -> Result<Self, StoreError> {
        match Self::open_in_temporary_folder(path) {
            Err(error) if error.is_of_writing() => Self::open_untouched(path).map_err(|_| error),
            other => other,
        }
    }

    fn open_in_temporary_folder(path: &Path) -> Result<Self, StoreError> {
        let copy = ReadingCopy::of(path)?;
        let (mut connection, schema) = Self::recognised(copy.path()).map_err(|e| e.naming(path))?;
        if schema < newest_schema() {
            upgrade(&mut connection).map_err(|e| e.naming(path))?;
        }
        Ok(Self::in_place(connection, path, Home::Copied(copy)))
    }

    /// Reads a file where nothing at all can be written. A log with something in it, or an older schema, cannot be read so.
    fn open_untouched(path: &Path) -> Result<Self, StoreError> {
        let has_log = std::fs::metadata(companion(path, "-wal")).is_ok_and(|log| log.len() > 0);
        if has_log || !has_our_mark(path)? {
            return Err(StoreError::Unwritable("the disk is full".to_owned()));
        }
        let options =
            SqliteConnectOptions::new().filename(path).immutable(true).read_only(true).pragma("temp_store", "memory");
        let mut connection = Database::from(options.disable_statement_logging().connect().wait()?);
        let found: i64 = sqlx::query_scalar("pragma user_version").one(&mut connection)?;
        if found != newest_schema() {
            return Err(StoreError::Unwritable("the disk is full".to_owned()));
        }
        Ok(Self::in_place(connection, path, Home::Untouched))
    }

    fn open(path: &Path, begin: Option<Begin>) -> Result<Self, StoreError> {
        let opened = Self::open_in_place(path, begin);
        if opened.as_ref().is_err_and(StoreError::is_of_writing) {
            sweep_log(path);
        }
        opened
    }

    fn open_in_place(path: &Path, begin: Option<Begin>) -> Result<Self, StoreError> {
        for _ in 0..ATTEMPTS {
            let Some(identity) = Identity::of(path) else { return Err(StoreError::Missing(path.to_owned())) };
            permit_writing(path)?;
            let (mut connection, schema) = Self::recognised(path).map_err(|e| e.naming(path))?;
            if schema < newest_schema() {
                let upgraded = upgrade_between(
                    &mut connection,
                    || keep_old(path, schema),
                    |file| room::reserve(file, path, false),
                );
                if let Err(error) = upgraded {
                    let _ = room::release(&mut connection, path);
                    return Err(error.naming(path));
                }
            }
            let mut store = Self::in_place(connection, path, Home::Named(identity));
            store.look_at_log()?;
            if let Some(begin) = begin {
                begin(&mut store)?;
            }
            // Another command may have put a restored file in this one's place while we waited for the lock.
            if store.is_in_place() {
                return Ok(store);
            }
            store.close()?;
        }
        Err(StoreError::Moved(path.to_owned()))
    }

    /// Connects, and makes sure that this is a tournament of a release that we know. Gives its schema's version.
    pub(super) fn recognised(path: &Path) -> Result<(Database, i64), StoreError> {
        // Looked at before SQLite is: it would lay a database of its own into an empty file.
        if !has_our_mark(path)? {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        let mut connection = connect(path)?;
        let rows = sqlx::query(AssertSqlSafe(format!("pragma user_version; {DECLARATIONS}"))).all(&mut connection)?;
        let (found, text): (i64, &str) = (rows[0].try_get(0)?, rows[1].try_get(0)?);
        let known = newest_schema();
        let migrated = if found == known { None } else { migrated_version(&mut connection)? };
        let newer = |connection: &mut SqliteConnection, found| StoreError::Newer {
            path: path.to_owned(),
            by: written_by(connection),
            found,
            known,
        };
        let looked = match migrated {
            // Written by a release that knows more, whatever became of its header.
            Some(migrated) if migrated > known => Err(newer(&mut connection, migrated)),
            Some(migrated) if migrated != found => Err(StoreError::Damaged {
                path: path.to_owned(),
                reason: format!("its header says schema {found}, its list of migrations says {migrated}"),
            }),
            _ if found > known => Err(newer(&mut connection, found)),
            _ => refuse_unknown_schema(&mut connection, path, found, text),
        };
        match looked {
            Ok(()) => Ok((connection, found)),
            Err(error) => {
                connection.close()?;
                Err(error)
            }
        }
    }
}

/// Takes away an empty log and its index, begun beside a file for which there was no room to open it. Who has the file alone needs no index,
/// and SQLite removes the log when that connection is closed.
fn sweep_log(path: &Path) {
    let [log, index] = ["-wal", "-shm"].map(|ending| companion(path, ending));
    let is_begun = log.exists() || index.exists();
    if !is_begun || is_kept_open(path) || std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return;
    }
    let alone = SqliteConnectOptions::new()
        .filename(plain(path))
        .locking_mode(SqliteLockingMode::Exclusive)
        // The connection for which there was no room may still be closing.
        .busy_timeout(Duration::from_millis(250))
        .disable_statement_logging();
    let Ok(mut file) = alone.connect().wait().map(Database::from) else { return };
    let has_it: Result<i64, StoreError> = sqlx::query_scalar("select count(*) from sqlite_master").one(&mut file);
    if has_it.is_ok() {
        let _ = std::fs::remove_file(index);
    }
}

/// Refuses a file that cannot be written, before SQLite lays a log beside it that nobody could write either. A log of that kind, from when
/// the file was protected, gets the file's permissions.
fn permit_writing(path: &Path) -> Result<(), StoreError> {
    if is_kept_open(path) {
        return Ok(());
    }
    let failed = |_| StoreError::ReadOnly(path.to_owned());
    let permissions = std::fs::OpenOptions::new().write(true).open(path).and_then(|file| file.metadata());
    let permissions = permissions.map_err(failed)?.permissions();
    for log in ["-wal", "-shm"].map(|ending| companion(path, ending)) {
        if !permissions.readonly() && std::fs::metadata(&log).is_ok_and(|log| log.permissions().readonly()) {
            std::fs::set_permissions(&log, permissions.clone()).map_err(failed)?;
        }
    }
    Ok(())
}

/// Whether the first bytes are those of a tournament: SQLite's own, and our application id at offset 68. A file that this process keeps
/// open was looked at before, and is not opened beside SQLite: closing it again would take away SQLite's own locks.
fn has_our_mark(path: &Path) -> Result<bool, StoreError> {
    if is_kept_open(path) {
        return Ok(true);
    }
    let failed = |reason| StoreError::Io { path: path.to_owned(), reason };
    let mut head = Vec::new();
    std::fs::File::open(path).and_then(|file| file.take(HEADER as u64).read_to_end(&mut head)).map_err(failed)?;
    Ok(head.starts_with(b"SQLite format 3\0") && head.get(68..72) == Some(&APPLICATION_ID.to_be_bytes()))
}

/// An empty file beside a new one for its owner alone, and the permissions that this user's umask gives a new file.
pub(super) fn new_part(path: &Path) -> Result<(PathBuf, Permissions), StoreError> {
    let part = beside(path, "making");
    let make = || {
        let permissions =
            std::fs::OpenOptions::new().write(true).create_new(true).open(&part)?.metadata()?.permissions();
        std::fs::remove_file(&part)?;
        make_private(&part).map(|_| permissions)
    };
    make()
        .map(|permissions| (part.clone(), permissions))
        .map_err(|reason| StoreError::Io { path: path.to_owned(), reason })
}

impl StoreError {
    /// Whether something could not be written, so that reading may still go well.
    fn is_of_writing(&self) -> bool {
        matches!(self, Self::ReadOnly(_) | Self::Unwritable(_) | Self::Io { .. })
    }
}

/// Keeps a copy of a file that is about to be upgraded, so that the release that made it can go on with it. Where that release did, and
/// the file is upgraded once more, the copy of then is another state, and stays beside the new one.
fn keep_old(path: &Path, schema: i64) -> Result<(), StoreError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = backup::folder_beside(path);
    let named = |more: String| folder.join(format!("{stem}-before-upgrade-from-{schema}{more}.{}", backup::ENDING));
    let (mut target, mut earlier) = (named(String::new()), Vec::new());
    while target.exists() {
        earlier.push(target);
        target = named(format!("-{}", earlier.len() + 1));
    }
    // A second connection, since a copy cannot be made within the transaction of the first.
    let mut reader = connect(path)?;
    backup::copy(&mut reader, path, &target)?;
    reader.close()?;
    // An upgrade that was killed has made the same copy. The file's header counts how often it was written.
    let content = |copy: &Path| std::fs::read(copy).ok()?.get(HEADER..).map(<[u8]>::to_vec);
    let made = content(&target);
    if made.is_some() && earlier.iter().any(|earlier| content(earlier) == made) {
        let _ = std::fs::remove_file(&target);
    }
    Ok(())
}

/// Refuses a file whose schema is not the one that this program makes for its version.
fn refuse_unknown_schema(
    connection: &mut SqliteConnection,
    path: &Path,
    schema: i64,
    text: &str,
) -> Result<(), StoreError> {
    let print = Print::of(schema, text);
    if print.is_ours() {
        return Ok(());
    }
    let real = declared(connection)?;
    let due = expected_schema(schema)?;
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
    // Without its triggers a command would be in no log, and could not be taken back.
    let is_needed = |due: &&Declared| due.kind == "table" || (is_current && due.kind == "trigger");
    if let Some(missing) = due.iter().filter(is_needed).find(|due| !real.contains(due)) {
        return Err(StoreError::Lacking { path: path.to_owned(), what: named(missing) });
    }
    print.remember(real == due);
    Ok(())
}
