//! `bughouse rules`: the rulebook in force, and the ones that ship.

use crate::cli::failure::Failure;
use crate::cli::foreign;
use crate::rulebook::{Rulebook, all, by_id};
use crate::tournament::names::{Found, find};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Mistakes shown one by one; the others are counted.
const SHOWN: usize = 40;

/// A rulebook chosen for a new tournament.
pub struct Chosen {
    pub id: String,
    pub title: String,
    /// Its text, to be kept with the tournament.
    pub text: String,
    /// The text's SHA-256, in hexadecimal.
    pub hash: String,
}

/// The rulebook of this id, or the one in this file.
pub fn chosen(named: &str) -> Result<Chosen, Failure> {
    let book = book(named)?;
    let digest = Sha256::digest(book.text.as_bytes());
    let hash = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Chosen { id: book.id, title: book.title, text: book.text, hash })
}

/// The rulebook of this id, or the one in this file, parsed.
pub fn book(named: &str) -> Result<Rulebook, Failure> {
    Ok(match by_id(named) {
        Some(book) => book.clone(),
        None if Path::new(named).extension().is_some_and(|e| e == "toml") => from_file(named)?,
        None => {
            let ids: Vec<&str> = all().iter().map(|b| b.id.as_str()).collect();
            let near = match find(named, all(), |b| &b.id) {
                Found::One(book) => format!("did you mean {}? ", book.id),
                Found::Unknown { nearest } if !nearest.is_empty() => format!("did you mean {}? ", nearest[0].id),
                _ => String::new(),
            };
            return Err(Failure::mistyped(format!("there is no rulebook \"{named}\""))
                .hint(format!("{near}The rulebooks are {}; or name a .toml file", ids.join(", "))));
        }
    })
}

fn from_file(path: &str) -> Result<Rulebook, Failure> {
    let bytes = foreign::read(Path::new(path))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::mistyped(format!("{path} is not UTF-8 text")).hint("save the rulebook as UTF-8"))?;
    let book = Rulebook::parse(&text).map_err(|unreadable| {
        let mut places: Vec<String> =
            unreadable.complaints.iter().take(SHOWN).map(|complaint| format!("\n  {path}:{complaint}")).collect();
        if unreadable.complaints.len() > SHOWN {
            places.push(format!("\n  and {} more", unreadable.complaints.len() - SHOWN));
        }
        Failure::mistyped(format!("{unreadable}:{}", places.concat()))
            .hint("mend these places; `bughouse rules show --toml --rulebook us-chess-2018` shows how one is written")
    })?;
    match by_id(&book.id.trim().to_lowercase()) {
        // A published book that was written out unchanged is still that book.
        Some(published) if published.text.trim() != book.text.trim() => Err(Failure::mistyped(format!(
            "{path}:{} the rulebook calls itself {}, which is the published {}",
            id_at(&book.text),
            book.id,
            published.title
        ))
        .hint("give it an id of its own, so that no ruling cites the published rules for it: id = \"our-league\"")),
        _ => Ok(book),
    }
}

/// Where a rulebook says what it is called: `3:6:`.
fn id_at(text: &str) -> String {
    let names =
        |line: &&str| line.trim_start().strip_prefix("id").is_some_and(|rest| rest.trim_start().starts_with('='));
    let line = text.lines().position(|line| names(&line)).unwrap_or_default();
    let column = text.lines().nth(line).and_then(|line| line.find(['"', '\''])).unwrap_or_default();
    format!("{}:{}:", line + 1, column + 1)
}
