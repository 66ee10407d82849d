//! The whole file for another desk: a verified copy as `backup FILE` keeps one.

use super::asking::Asking;
use super::line::{Broken, Fetched, refused};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::safety::backup::Backup;
use crate::store::private_folder;

/// Fetches the file, and keeps a copy as it is kept at the laptop itself.
pub fn backup(asking: &Asking<'_>, backup: &Backup) -> Result<Answer, Failure> {
    let line = &asking.line;
    let Fetched { status, bytes, .. } =
        line.get("/api/copy", &asking.key.token, None).map_err(|broken| match broken {
            // Nothing is changed by a copy.
            Broken::NobodyThere(reason) | Broken::Meanwhile(reason) => line.failure(&Broken::NobodyThere(reason)),
        })?;
    if status != 200 {
        return Err(refused(&serde_json::from_slice(&bytes).unwrap_or_default()));
    }
    let unwritten = |error: std::io::Error| {
        Failure::machine(format!("the copy could not be written: {error}"))
            .hint("make room, and type the command again")
    };
    let folder = private_folder().map_err(unwritten)?;
    let file = folder.path().join("copy.bughouse");
    std::fs::write(&file, bytes).map_err(unwritten)?;
    backup.run(&Everywhere { file: Some(file), ..asking.everywhere.clone() })
}
