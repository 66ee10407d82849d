//! A copy of a tournament in a private temporary folder, read instead of a file that must not or cannot be written.

use super::error::StoreError;
use super::on_disk::companion;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tempfile::TempDir;

/// How often a file that changes while it is copied is copied anew.
const ATTEMPTS: usize = 10;

/// How the names of the folders begin; the number of the process follows.
pub(super) const PREFIX: &str = "bughouse-copy-";

/// The copy. It vanishes with this value.
#[derive(Debug)]
pub struct ReadingCopy {
    /// Nobody else may read it: names and grades of children are copied into it.
    _folder: TempDir,
    file: PathBuf,
}

impl ReadingCopy {
    /// Copies a file, with the write-ahead log that a crash may have left beside it.
    pub fn of(path: &Path) -> Result<Self, StoreError> {
        match std::fs::metadata(path) {
            Err(_) => return Err(StoreError::Missing(path.to_owned())),
            // A pipe would be waited for, and a device never ends.
            Ok(there) if !there.is_file() => return Err(StoreError::Foreign(path.to_owned())),
            Ok(_) => {}
        }
        let failed = |reason| StoreError::Io { path: path.to_owned(), reason };
        let folder = private_folder().map_err(failed)?;
        let copy = Self { file: folder.path().join("copy.bughouse"), _folder: folder };
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

/// A new temporary folder, which vanishes with its value, or with the next command after this one was killed.
pub fn private_folder() -> std::io::Result<TempDir> {
    let mut folder = tempfile::Builder::new();
    #[cfg(unix)]
    folder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    folder.prefix(&format!("{PREFIX}{}-", std::process::id())).tempdir()
}

fn state(path: &Path) -> Option<(u64, Option<SystemTime>)> {
    std::fs::metadata(path).ok().map(|m| (m.len(), m.modified().ok()))
}
