//! A copy of a tournament in a private temporary folder, read instead of a file that must not or cannot be written.

use super::error::StoreError;
use super::on_disk::companion;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

/// How often a file that changes while it is copied is copied anew.
const ATTEMPTS: usize = 10;

/// The copy. It vanishes with this value.
pub struct ReadingCopy {
    folder: PathBuf,
    file: PathBuf,
}

impl ReadingCopy {
    /// Copies a file, with the write-ahead log that a crash may have left beside it.
    pub fn of(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let failed = |reason| StoreError::Io { path: path.to_owned(), reason };
        let folder = private_folder().map_err(failed)?;
        let copy = Self { file: folder.join("copy.bughouse"), folder };
        let (log, log_copy) = (companion(path, "-wal"), companion(&copy.file, "-wal"));
        for _ in 0..ATTEMPTS {
            let before = (state(path), state(&log));
            std::fs::write(&copy.file, std::fs::read(path).map_err(failed)?).map_err(failed)?;
            let _ = std::fs::remove_file(&log_copy);
            if before.1.is_some() {
                std::fs::write(&log_copy, std::fs::read(&log).map_err(failed)?).map_err(failed)?;
            }
            if (state(path), state(&log)) == before {
                return Ok(copy);
            }
        }
        Err(StoreError::Locked(path.to_owned()))
    }

    /// Where the copy is.
    pub fn path(&self) -> &Path {
        &self.file
    }
}

impl Drop for ReadingCopy {
    fn drop(&mut self) {
        // What cannot be removed is left to the system's own cleaning of its temporary folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn state(path: &Path) -> Option<(u64, Option<SystemTime>)> {
    std::fs::metadata(path).ok().map(|m| (m.len(), m.modified().ok()))
}

/// A new folder that nobody else may read: names and grades of children are copied into it.
fn private_folder() -> std::io::Result<PathBuf> {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let mut taken = None;
    for _ in 0..1000 {
        let name = format!("bughouse-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        match make_private(&folder) {
            Ok(()) => return Ok(folder),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => taken = Some(e),
            Err(e) => return Err(e),
        }
    }
    Err(taken.unwrap_or_else(|| std::io::ErrorKind::AlreadyExists.into()))
}

#[cfg(unix)]
fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir(folder)
}
