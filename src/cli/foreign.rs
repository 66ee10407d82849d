//! The one way in for files from elsewhere: ordinary files of a reasonable size, read whole.
//!
//! A pipe would wait for ever and a device never end, so they are refused before they are opened.

use super::environment::Environment;
use super::failure::Failure;
use super::wording::{list, quoted};
use crate::interchange::ratings::Input;
use crate::tournament::marks::unmark;
use crate::tournament::names::{Found, find};
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

/// Far above any list of registrations, report or rulebook.
pub const MOST_MEGABYTES: u64 = 64;

/// Far above any pile of slips, a line each.
pub const MOST_OF_A_PILE: u64 = 1;

/// The bytes of a file that was named.
pub fn read(path: &Path, environment: &Environment) -> Result<Vec<u8>, Failure> {
    if let Some(handed) = environment.handed.get(path) {
        return Ok(as_text(handed.to_vec()));
    }
    let place = &*environment.at(path);
    refuse_pipes(place)?;
    let shown = path.display();
    let unread = |error| unread(path, place, &error);
    let there = std::fs::metadata(place).map_err(unread)?;
    let megabytes = there.len() >> 20;
    if megabytes > MOST_MEGABYTES {
        return Err(Failure::mistyped(format!("{shown} is {megabytes} MB, too large to read here"))
            .hint(format!("use a file of at most {MOST_MEGABYTES} MB")));
    }
    std::fs::read(place).map(as_text).map_err(unread)
}

/// A file that was named, of whatever size, to be read bit by bit.
pub fn open(path: &Path, environment: &Environment) -> Result<Box<dyn Input>, Failure> {
    if let Some(handed) = environment.handed.get(path) {
        return Ok(Box::new(Cursor::new(Arc::clone(handed))));
    }
    let place = &*environment.at(path);
    refuse_pipes(place)?;
    let file = std::fs::File::open(place).map_err(|error| unread(path, place, &error))?;
    Ok(Box::new(file))
}

fn unread(path: &Path, place: &Path, error: &std::io::Error) -> Failure {
    let shown = path.display();
    let (message, meant) = match error.kind() {
        ErrorKind::NotFound => (format!("there is no file {shown}"), meant(path, place)),
        _ => (format!("{shown} cannot be read: {error}"), None),
    };
    let check = || "check the file's name and folder; put a name with spaces in quotes".to_owned();
    Failure::mistyped(message).hint(meant.unwrap_or_else(check))
}

/// What is read without the marks of our own texts. A workbook is packed, and read elsewhere.
fn as_text(mut bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(b"PK") {
        unmark(&mut bytes);
    }
    bytes
}

/// Which file of that kind may be meant by a name that none has. `path` as it was typed, `place` as it can be opened.
fn meant(path: &Path, place: &Path) -> Option<String> {
    let kind = |name: &str| Path::new(name).extension().map(|ending| ending.to_ascii_lowercase());
    let name = place.file_name()?.to_str()?;
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = std::fs::read_dir(folder).ok()?.flatten().filter(|entry| entry.path().is_file());
    let names = files.filter_map(|entry| entry.file_name().into_string().ok());
    let (mut names, others): (Vec<String>, Vec<String>) =
        names.filter(|other| !other.starts_with('.')).partition(|other| kind(other) == kind(name));
    if names.is_empty() {
        names = others;
    }
    names.sort();
    let near = match (find(name, &names, |name| name), &names[..]) {
        (_, [only]) | (Found::One(only), _) => vec![only],
        (Found::Ambiguous(several), _) => several,
        (Found::Unknown { nearest }, _) => nearest,
    };
    let shown = list(near.into_iter().take(3).map(|near| quoted(&path.with_file_name(near).display().to_string())));
    (!shown.is_empty()).then(|| format!("did you mean {shown}?"))
}

/// The bytes that are piped in, so many megabytes at most: some pipes never end.
pub fn piped(most_megabytes: u64, input: impl Read) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = input.take((most_megabytes << 20) + 1).read_to_end(&mut bytes);
    let count = read.map_err(|error| Failure::machine(format!("the piped input cannot be read: {error}")))?;
    if count as u64 > most_megabytes << 20 {
        return Err(Failure::mistyped(format!("more than {most_megabytes} MB was piped in, too much to read here"))
            .hint("check what comes before the | or after the <"));
    }
    Ok(as_text(bytes))
}

/// Refuses what is there and is no ordinary file.
pub fn refuse_pipes(path: &Path) -> Result<(), Failure> {
    let shown = path.display();
    match std::fs::metadata(path) {
        Ok(there) if there.is_dir() => {
            Err(Failure::mistyped(format!("{shown} is a folder")).hint("choose a file in it"))
        }
        Ok(there) if !there.is_file() => Err(Failure::mistyped(format!("{shown} is a pipe or a device, not a file"))
            .hint("save its output as a file, and name that file")),
        _ => Ok(()),
    }
}
