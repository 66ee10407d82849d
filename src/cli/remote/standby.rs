//! `bughouse standby URL FILE`: a second laptop keeps a verified copy of the hall's file, and can take the hall over.

use super::asking::Asking;
use super::connection::{Connection, Key, every};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::moment::moment;
use crate::cli::safety::backup::Backup;
use crate::cli::show::Asker;
use crate::cli::traits::{Moment, Traits};
use crate::hall::codes::digest;
use crate::store::{Held, holds, mark_as_standbys, private_folder, put_private};
use crate::tournament::Device;
use clap::Args;
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often it is asked whether something has changed.
const ASKED: Duration = Duration::from_millis(1000);

/// Keep a verified copy of the hall's file on this laptop, ready to take over
#[derive(Debug, Args)]
#[command(after_help = "\
Example, on a laptop that has joined as a desk:
  bughouse standby http://192.168.1.7:7777 spring.bughouse
When the first laptop is gone:
  bughouse serve spring.bughouse --take-over")]
pub struct Standby {
    /// The hall's address, as its laptop prints it
    url: String,
    /// The file of the copy
    #[arg(value_name = "FILE")]
    copy: PathBuf,
    /// Make one copy, not a new one after every change
    #[arg(long)]
    once: bool,
}

impl Runs for Standby {
    const TRAITS: Traits = Traits::changes_beside(Moment::Around)
        .only_saying()
        .not_from_afar("a standby copy is kept on the laptop where you type it", "bughouse standby URL FILE")
        .not_on_a_page("keep a copy for another laptop from a terminal");

    /// Keeps the copy until Ctrl-C.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let connection = Connection::to(&self.url)?;
        let key = connection.key()?;
        let (mut known, mut kept, mut is_lost) = (None, None, false);
        loop {
            let asker = everywhere.asker.anew();
            match self.asked(&connection, &key.token, known.as_deref()) {
                Ok(Some((etag, held))) => {
                    let text = format!("{} holds command {}, {}", self.copy.display(), held.version, moment(&held.at));
                    if self.once {
                        let json = json!({ "copy": self.copy, "version": held.version, "at": held.at });
                        return Ok(Answer::said(text, json));
                    }
                    asker.answer(&text);
                    (known, kept, is_lost) = (etag, Some(text), false);
                }
                Ok(None) => {
                    if std::mem::take(&mut is_lost) {
                        asker.answer("the hall is answering again, and nothing has changed there");
                    }
                }
                Err(failure) if self.once || kept.is_none() => return Err(failure),
                Err(failure) => {
                    if !std::mem::replace(&mut is_lost, true) {
                        asker.remark(&format!("{}; {}", failure.message, kept.as_deref().unwrap_or_default()));
                    }
                }
            }
            std::thread::sleep(ASKED);
        }
    }
}

impl Standby {
    /// A new copy, where the hall has one. Gives its mark, and what it holds.
    fn asked(
        &self,
        connection: &Connection,
        token: &str,
        known: Option<&str>,
    ) -> Result<Option<(Option<String>, Held)>, Failure> {
        let Some((etag, bytes)) = connection.copy(token, known)? else { return Ok(None) };
        Ok(Some((etag, keep(&bytes, &self.copy)?)))
    }
}

/// Puts a copy in the place of the last one, once it is verified, and unless there is something else.
fn keep(bytes: &[u8], copy: &Path) -> Result<Held, Failure> {
    let unwritten = |error: std::io::Error| {
        Failure::machine(format!("the copy could not be written: {error}")).hint("free up space on this laptop")
    };
    let folder = private_folder().map_err(unwritten)?;
    let file = folder.path().join("copy.bughouse");
    std::fs::write(&file, bytes).map_err(unwritten)?;
    let held = holds(&file)?;
    let taken = |what: &str| {
        Err(Failure::forbidden(format!("{} {what}", copy.display())).hint("choose another file for the copy"))
    };
    if copy.exists() {
        let there = holds(copy)?;
        if !there.is_same_tournament(&held) {
            return taken("is another tournament");
        }
        if there.version > held.version {
            return taken("has commands of its own");
        }
        if !there.is_standbys {
            return taken("isn't a standby copy");
        }
        // A log that was not folded in would be read as the new file's own.
        let mut log = copy.as_os_str().to_owned();
        log.push("-wal");
        if std::fs::metadata(log).is_ok_and(|log| log.len() > 0) {
            return taken("is open here");
        }
    }
    mark_as_standbys(&file)?;
    put_private(copy, &std::fs::read(&file).map_err(unwritten)?).map_err(unwritten)?;
    Ok(held)
}

/// Notifies the laptop that served before, again and again until it answers, that it no longer writes. A laptop has several addresses: a key
/// opens its hall that one of the devices in its file holds, by whichever of them it was joined. Where its address is known, because the hall
/// is taken over now, it is said here that it has not answered.
pub fn notify_other_laptop(address: Option<String>, devices: &HashMap<String, Device>, epoch: i64, asker: &Asker) {
    let mut keys: Vec<(String, Key)> = every().unwrap_or_default().into_iter().collect();
    keys.retain(|(_, key)| devices.contains_key(&digest(&key.token)));
    let printed = address.iter().zip(keys.first()).map(|(address, (_, key))| (address.clone(), key.clone())).next();
    let ways = keys.into_iter().chain(printed).filter_map(|(url, key)| Some((Connection::to(&url).ok()?, key)));
    let ways: Vec<(Connection, Key)> = ways.collect();
    let asker = asker.clone();
    let say = move |line: Option<String>| line.into_iter().for_each(|line| asker.remark(&line));
    if ways.is_empty() {
        return say(address.map(|address| {
            format!("THE OTHER LAPTOP CANNOT BE NOTIFIED: this one has not joined its hall. If {address} still answers, close it there with Ctrl-C")
        }));
    }
    std::thread::spawn(move || {
        let mut unheard = address.map(|address| {
            format!("the laptop at {address} has not been notified yet; if it is still running the hall, close it there with Ctrl-C")
        });
        loop {
            if let Some((connection, _)) = ways.iter().find(|(connection, key)| connection.yields(&key.token, epoch)) {
                return say(Some(format!("the laptop at {} no longer makes changes", connection.url())));
            }
            say(unheard.take());
            std::thread::sleep(ASKED * 2);
        }
    });
}

/// Fetches the file, and keeps a copy as it is kept at the laptop itself.
pub fn backup(asking: &Asking, backup: &Backup, everywhere: &Everywhere) -> Result<Answer, Failure> {
    let fetched = asking.connection.copy(&asking.key.token, None)?;
    let (_, bytes) = fetched.unwrap_or_default();
    let unwritten = |error: std::io::Error| {
        Failure::machine(format!("the copy could not be written: {error}"))
            .hint("free up space, and type the command again")
    };
    let folder = private_folder().map_err(unwritten)?;
    let file = folder.path().join("copy.bughouse");
    std::fs::write(&file, bytes).map_err(unwritten)?;
    backup.run(&Everywhere { file: Some(file), ..everywhere.clone() })
}
