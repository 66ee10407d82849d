//! Room on the medium for what a transaction adds to the file, taken before it is committed.
//!
//! A commit writes the log alone; the file grows when the log is carried over. If the medium were full by then, the newest commands would
//! be in the log only, beside a file that was overwritten in part.

use super::error::StoreError;
use super::on_disk::Identity;
use super::wait::{Ask, Run};
use sqlx::sqlite::SqliteConnection;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Files in which room was taken. They stay open until the process ends: closing one would take away the locks that SQLite holds on it.
static OPEN: Mutex<Vec<(Identity, File)>> = Mutex::new(Vec::new());

/// The bytes of the file once the transaction that is open on this connection, or the newest one in its log, is carried over.
pub(super) fn coming_size(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    let size: i64 =
        sqlx::query_scalar("select page_size * page_count from pragma_page_size, pragma_page_count").one(connection)?;
    Ok(size.unsigned_abs())
}

/// Makes the file as long as it will be. To be asked while the transaction holds the write lock; `is_alone` says that the log is empty, so
/// that nobody else writes to the file itself. The pages past its end mean nothing to SQLite, which cuts them off when it carries the log over.
pub(super) fn reserve(connection: &mut SqliteConnection, path: &Path, is_alone: bool) -> Result<(), StoreError> {
    let due = coming_size(connection)?;
    in_file(path, |file| {
        let long = file.metadata()?.len();
        if long >= due {
            return Ok(());
        }
        match allocate(file, due) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
            done => return done,
        }
        if !is_alone {
            // What another command carries over at this moment must not be overwritten. Media without holes take the room all the same.
            return file.set_len(due);
        }
        file.seek(SeekFrom::Start(long))?;
        io::copy(&mut io::Read::take(io::repeat(0), due - long), file)?;
        file.flush()
    })
}

/// Gives back the room of a transaction that was not committed, unless another command is writing, which needs some too.
pub(super) fn release(connection: &mut SqliteConnection, path: &Path) -> Result<(), StoreError> {
    sqlx::raw_sql("pragma busy_timeout = 0; begin immediate").run(connection)?;
    let released = coming_size(connection)
        .and_then(|due| in_file(path, |file| if file.metadata()?.len() > due { file.set_len(due) } else { Ok(()) }));
    sqlx::raw_sql("rollback").run(connection)?;
    released
}

fn in_file(path: &Path, work: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), StoreError> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = Identity::of(path).and_then(|identity| open.iter().position(|(other, _)| *other == identity));
    let done = || {
        let at = match known {
            Some(at) => at,
            None => {
                let file = OpenOptions::new().write(true).open(path)?;
                open.push((Identity::from(&file.metadata()?), file));
                open.len() - 1
            }
        };
        work(&mut open[at].1)
    };
    done().map_err(|reason| StoreError::Io { path: path.to_owned(), reason })
}

/// Takes room up to this size without changing what is in the file.
#[cfg(target_os = "linux")]
fn allocate(file: &File, size: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::Errno;
    fallocate(file, FallocateFlags::empty(), 0, size).map_err(|error| match error {
        Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL => io::ErrorKind::Unsupported.into(),
        error => error.into(),
    })
}

#[cfg(not(target_os = "linux"))]
fn allocate(_: &File, _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
