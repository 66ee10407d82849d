//! The halls that this laptop has joined, and what opens each: a file in the user's settings that nobody else may read.

use crate::cli::failure::Failure;
use crate::store::{put_private, settings_file};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where they are kept.
const FILE: &str = "halls.json";

/// What a hall gave this laptop.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    pub token: String,
    pub device: i64,
    pub name: String,
    pub official: Option<String>,
}

/// What opens the hall of this address.
pub fn of(url: &str) -> Result<Option<Key>, Failure> {
    Ok(all(&place()?)?.remove(url))
}

/// Keeps what opens a hall, in place of an older key.
pub fn keep(url: &str, key: Key) -> Result<PathBuf, Failure> {
    let place = place()?;
    let mut keys = all(&place)?;
    keys.insert(url.to_owned(), key);
    let text = serde_json::to_vec_pretty(&keys).unwrap_or_default();
    put_private(&place, &text).map_err(|error| {
        Failure::machine(format!("{} could not be written: {error}", place.display()))
            .hint("make room, and have a new code made: this one is used up")
    })?;
    Ok(place)
}

fn place() -> Result<PathBuf, Failure> {
    settings_file(FILE).ok_or_else(|| {
        Failure::machine("there is no folder for the settings of this user")
            .hint("name one that exists in $XDG_CONFIG_HOME, or set $HOME")
    })
}

fn all(place: &std::path::Path) -> Result<BTreeMap<String, Key>, Failure> {
    let unreadable = |reason: String| {
        Failure::machine(format!("{} cannot be read: {reason}", place.display()))
            .hint("remove it, and join again: bughouse --server URL join CODE")
    };
    match std::fs::read(place) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(error) => Err(unreadable(error.to_string())),
    }
}
