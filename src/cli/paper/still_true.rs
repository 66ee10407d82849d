//! Whether printed documents still tell the truth: each is made again from its own command, and compared.
//!
//! An undone change makes a sheet true again by itself. Where the program has learnt other words since, both makings are compared.

use super::printed::{SECTION, hash};
use super::stale_since::Past;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::report::told::{Told, differences, told};
use crate::store::Printed;
use crate::tournament::SectionId;
use std::path::PathBuf;

/// What has become of a printed document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Truth {
    /// It tells what it would tell now.
    Holds,
    /// Its round is over, or a later one of its kind was printed: nobody reads it any more.
    Over,
    /// It tells something else now, about these.
    Wrong(Vec<String>),
    /// It could not even be made now, and why.
    Gone(String),
}

impl Truth {
    /// Whether somebody may be misled.
    pub fn misleads(&self) -> bool {
        matches!(self, Self::Wrong(_) | Self::Gone(_))
    }
}

/// Every printed document of a section, or of all, with what has become of it.
pub fn judged(desk: &mut Desk, only: Option<SectionId>, past: &mut Past) -> Result<Vec<(Printed, Truth)>, Failure> {
    let all = desk.store.printed()?;
    let version = desk.store.data_version()?;
    let mut judged = Vec::new();
    for printed in all.iter().filter(|printed| only.is_none() || printed.section.is_none() || printed.section == only) {
        let truth = if printed.command == version {
            Truth::Holds
        } else if is_over(desk, printed, &all) {
            Truth::Over
        } else {
            truth(desk, printed, past)
        };
        judged.push((printed.clone(), truth));
    }
    Ok(judged)
}

fn truth(desk: &mut Desk, printed: &Printed, past: &mut Past) -> Truth {
    let now = match made_again(desk, printed) {
        Ok(now) => now,
        Err(failure) => return Truth::Gone(failure.message),
    };
    if hash(&now) == printed.hash {
        return Truth::Holds;
    }
    // Without its past (a file that was rescued begins anew) there is nothing to compare.
    let Some(then) = past.told(printed.command, printed) else { return Truth::Wrong(Vec::new()) };
    let changed = differences(&then, &now);
    if changed.is_empty() { Truth::Holds } else { Truth::Wrong(changed) }
}

/// What a printed document would tell if it were made now.
pub fn made_again(desk: &mut Desk, printed: &Printed) -> Result<Vec<Told>, Failure> {
    if printed.words.first().is_some_and(|word| word == "publish") {
        return super::publish::told(desk);
    }
    let words = words(desk, printed).ok_or_else(|| Failure::forbidden("its section is gone"))?;
    // Some documents are laid out for paper only when they are written to a file.
    let output = desk.everywhere.output.replace(PathBuf::from(&printed.path));
    let answer = crate::cli::made(&words, desk);
    desk.everywhere.output = output;
    Ok(answer?.lasting().map(|document| told(&document)).unwrap_or_default())
}

/// The command that makes a document, as it would be typed now; `None` where its section is gone.
pub fn words(desk: &Desk, printed: &Printed) -> Option<Vec<String>> {
    let section = printed.section.and_then(|id| desk.tournament().section(id)).map(|section| section.name.clone());
    printed.words.iter().map(|word| if word == SECTION { section.clone() } else { Some(word.clone()) }).collect()
}

/// Whether a document has had its time.
fn is_over(desk: &Desk, printed: &Printed, all: &[Printed]) -> bool {
    // Children look for partners until the first round.
    if printed.words.first().is_some_and(|word| word == "partner") {
        return desk
            .tournament()
            .rounds
            .iter()
            .any(|round| printed.section.is_none_or(|section| round.section == section));
    }
    let Some((section, round)) = printed.section.zip(printed.round) else { return false };
    match printed.words.first().map(String::as_str) {
        Some("pairings" | "slips" | "by-hand") => {
            desk.latest_round(section).is_some_and(|latest| latest.number > round)
        }
        _ => all.iter().any(|other| is_of_one_kind(printed, other) && other.round > printed.round),
    }
}

/// Whether two printings are the same document, but for the round they show.
fn is_of_one_kind(one: &Printed, other: &Printed) -> bool {
    let but_for_numbers = |printed: &Printed| {
        printed.words.iter().filter(|word| word.parse::<u32>().is_err()).cloned().collect::<Vec<_>>()
    };
    one.section == other.section && one.format == other.format && but_for_numbers(one) == but_for_numbers(other)
}
