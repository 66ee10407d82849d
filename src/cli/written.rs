//! The one way out for every file the program writes: whole or not at all, and never over what is not its own.
//!
//! What was written is remembered by a digest beside other programs' state, so that the same sheet is written again without a
//! question, and a file that somebody made or changed is not.

use crate::cli::Everywhere;
use crate::cli::environment::Environment;
use crate::cli::failure::Failure;
use crate::cli::question::{About, Question};
use crate::cli::show::Asker;
use crate::store::{is_database, is_noted, put, state_file, sweep_beside, try_to_put};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Where the digests of written files are kept.
const MEMORY: &str = "bughouse-written";

/// Bytes of memory after which its older half is dropped.
const MEMORY_IS_FULL: u64 = 1 << 20;

/// Makes sure, before anything else is done, that a file can and may be written: not onto a folder, a device, a database or an input of
/// the same command, and onto a file of somebody else's only with consent.
pub fn may_be_written(path: &Path, inputs: &[&Path], everywhere: &Everywhere) -> Result<(), Failure> {
    let environment = &everywhere.asker.environment;
    let place = &*environment.at(path);
    refuse_what_is_no_sheet(path, place)?;
    let same = |input: &&&Path| same_file::is_same_file(place, environment.at(input)).unwrap_or(false);
    if let Some(input) = inputs.iter().find(same) {
        return Err(Failure::mistyped(format!("this command reads {}, so it can't overwrite it", input.display()))
            .hint("choose another file with -o"));
    }
    try_to_put(&target_of(place)).map_err(|error| not_written(path, place, &error))?;
    if everywhere.force || is_free(place) || is_own(place) {
        return Ok(());
    }
    let question = format!("{} already exists, and bughouse didn't make it. Overwrite it?", path.display());
    let refusal =
        Failure::forbidden(format!("{} already exists, and it has changed since bughouse made it", path.display()))
            .hint("choose another file name, or overwrite the file with --force");
    let holds = Sha256::digest(fs::read(place).unwrap_or_default());
    everywhere.confirm(Question::new(&About::WriteOver { file: path, holds: &holds }, question), refusal)
}

/// Writes a document so that it is either whole or not there. Through links to their target.
pub fn write_whole(path: &Path, bytes: &[u8], asker: &Asker) -> Result<(), Failure> {
    let place = &*asker.environment.at(path);
    refuse_what_is_no_sheet(path, place)?;
    let target = target_of(place);
    put(&target, bytes).map_err(|error| not_written(path, place, &error))?;
    // A file for another desk is remembered there.
    if asker.elsewhere().is_none() {
        remember(&target, bytes);
    }
    sweep_beside(&target);
    Ok(())
}

/// What is written to a file of this name: more than ASCII in a `.csv` gets the mark without which Excel on Windows reads it as another encoding.
pub fn marked(path: &Path, bytes: Vec<u8>) -> Vec<u8> {
    let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if is_csv && !bytes.is_ascii() { ["\u{feff}".as_bytes(), &bytes].concat() } else { bytes }
}

/// `path` as it was typed, `place` as it can be opened.
fn refuse_what_is_no_sheet(path: &Path, place: &Path) -> Result<(), Failure> {
    let is_named_so = |path: &Path| path.extension().is_some_and(|it| it.to_string_lossy().starts_with("bughouse"));
    let refused = |what: String, hint: &str| Err(Failure::mistyped(what).hint(hint));
    let shown = path.display();
    match fs::metadata(place) {
        Ok(there) if there.is_dir() => refused(format!("{shown} is a folder"), "choose a file in it"),
        Ok(there) if !there.is_file() => refused(
            format!("{shown} is a device or a pipe; a document has to be written to a file"),
            "leave out -o and redirect the output instead",
        ),
        Ok(_) if is_database(place) => refused(
            format!("{shown} is a tournament or a backup, which is never overwritten"),
            "choose another file with -o",
        ),
        _ if is_named_so(path) || is_named_so(&target_of(place)) => refused(
            format!("{shown} is the name of a tournament or backup file"),
            "choose a name that ends in .pdf, .html, .csv, .txt or .json",
        ),
        _ => Ok(()),
    }
}

/// Nothing is there that could be lost.
fn is_free(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |there| there.len() == 0)
}

/// The file that a name means: its target, where it is a link.
pub fn target_of(path: &Path) -> PathBuf {
    let Ok(linked) = fs::read_link(path) else { return path.to_owned() };
    fs::canonicalize(path).unwrap_or_else(|_| path.with_file_name(linked))
}

/// Refuses the name of a folder that is a file's, or lies in one.
pub fn may_be_folder(folder: &Path, environment: &Environment) -> Result<(), Failure> {
    let place = environment.at(folder);
    let there = place.ancestors().find(|there| there.symlink_metadata().is_ok());
    match there.is_none_or(Path::is_dir) {
        true => Ok(()),
        false => {
            Err(Failure::mistyped(format!("{} is a file, not a folder", folder.display())).hint("choose a new folder"))
        }
    }
}

/// Makes a folder where there is none.
pub fn make_folder(folder: &Path, environment: &Environment) -> Result<(), Failure> {
    may_be_folder(folder, environment)?;
    fs::create_dir_all(environment.at(folder)).map_err(|error| {
        Failure::machine(format!("{} can't be created: {error}", folder.display()))
            .hint("choose another folder, or check the free space")
    })
}

fn not_written(path: &Path, place: &Path, error: &io::Error) -> Failure {
    let target = target_of(place);
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        return Failure::mistyped(format!(
            "{} cannot be written: there is no folder named \"{}\"",
            path.display(),
            folder.display()
        ))
        .hint("create the folder first, or leave the folder out to write the file here");
    }
    if error.kind() == io::ErrorKind::InvalidFilename {
        return Failure::mistyped(format!("{} is too long for a file name", path.display()))
            .hint("choose a shorter name");
    }
    Failure::machine(format!("{} could not be written: {error}", path.display()))
        .hint("check the folder and the free space, then type the command again")
}

/// One line of memory: what was written, and where.
fn line(path: &Path, bytes: &[u8]) -> Option<String> {
    let place = fs::canonicalize(path).ok()?;
    Some(format!("{:x} {:x}\n", Sha256::digest(place.as_os_str().as_encoded_bytes()), Sha256::digest(bytes)))
}

/// Whether the file is still as this program last wrote it.
fn is_own(path: &Path) -> bool {
    fs::read(path).ok().and_then(|bytes| line(path, &bytes)).is_some_and(|line| is_noted(MEMORY, &line))
}

/// Remembers what was written. Where that cannot be done, the file is asked about the next time.
fn remember(path: &Path, bytes: &[u8]) {
    let append = || {
        let (line, memory) = (line(path, bytes)?, state_file(MEMORY)?);
        if fs::metadata(&memory).is_ok_and(|there| there.len() > MEMORY_IS_FULL) {
            let old = fs::read_to_string(&memory).ok()?;
            let half = old.len() / 2 / line.len() * line.len();
            fs::write(&memory, old.get(half..)?).ok()?;
        }
        fs::OpenOptions::new().create(true).append(true).open(memory).ok()?.write_all(line.as_bytes()).ok()
    };
    let _ = append();
}
