//! The one way in for files from elsewhere: ordinary files of a reasonable size, read whole.
//!
//! A pipe would wait for ever and a device never end, so they are refused before they are opened.

use super::failure::Failure;
use std::io::ErrorKind;
use std::path::Path;

/// Far above any list of registrations, report or rulebook.
const MOST_MEGABYTES: u64 = 64;

/// The bytes of a file that was named.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    refuse_pipes(path)?;
    let shown = path.display();
    let unread = |error: std::io::Error| {
        let message = match error.kind() {
            ErrorKind::NotFound => format!("there is no file {shown}"),
            _ => format!("{shown} cannot be read: {error}"),
        };
        Failure::mistyped(message).hint("check the file's name and folder; a name with blanks goes in quotes")
    };
    let there = std::fs::metadata(path).map_err(unread)?;
    let megabytes = there.len() >> 20;
    if megabytes > MOST_MEGABYTES {
        return Err(Failure::mistyped(format!("{shown} is {megabytes} MB, too large to be what is read here"))
            .hint(format!("name a file of at most {MOST_MEGABYTES} MB")));
    }
    std::fs::read(path).map_err(unread)
}

/// Refuses what is there and is no ordinary file.
pub fn refuse_pipes(path: &Path) -> Result<(), Failure> {
    let shown = path.display();
    match std::fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(Failure::mistyped(format!("{shown} is a folder")).hint("name a file in it")),
        Ok(there) if !there.is_file() => Err(Failure::mistyped(format!("{shown} is a pipe or a device, not a file"))
            .hint("save what comes from there as a file, and name that")),
        _ => Ok(()),
    }
}
