//! Whether printed documents still tell the truth: each is made again, and compared.
//!
//! An undone change makes a sheet true again by itself. Where the program has learnt other words since, both makings are compared.

use super::printed::hash;
use super::sheet::Sheet;
use super::stale_since::Past;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::report::told::{Told, differences, told};
use crate::store::Printed;
use crate::tournament::{Round, SectionId};

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

/// A document that was printed, and which it is; the site is none.
pub struct Hung {
    pub printed: Printed,
    pub sheet: Option<Sheet>,
}

impl Hung {
    fn of(printed: Printed) -> Result<Self, Failure> {
        let unreadable = |error| Failure::machine(format!("printed document {} cannot be read: {error}", printed.id));
        let sheet = printed.sheet.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?;
        Ok(Self { printed, sheet })
    }

    pub fn section(&self) -> Option<SectionId> {
        self.sheet.as_ref().and_then(Sheet::section)
    }

    /// What it would tell if it were made now.
    pub fn made_again(&self, desk: &mut Desk) -> Result<Vec<Told>, Failure> {
        match &self.sheet {
            Some(sheet) => Ok(told(&sheet.make(desk)?.lasting())),
            None => super::publish::told(desk),
        }
    }

    /// Whether it has had its time.
    fn is_over(&self, desk: &Desk, all: &[Self]) -> bool {
        let Some(sheet) = &self.sheet else { return false };
        // Children look for partners until the first round.
        if let Sheet::Partners { section } = sheet {
            return desk.tournament().rounds.iter().any(|round| section.is_none_or(|section| round.section == section));
        }
        if let Sheet::ByHand { section, round } = sheet {
            let is_of_it = |posted: &&Round| section.is_none_or(|section| posted.section == section);
            return desk.tournament().rounds.iter().filter(is_of_it).any(|posted| posted.number > *round);
        }
        let is_past = |(section, round): &(SectionId, u32)| {
            desk.latest_round(*section).is_some_and(|latest| latest.number > *round)
        };
        if let Sheet::Finder { rounds, .. } = sheet {
            return rounds.iter().all(is_past);
        }
        let Some((section, round)) = sheet.section().zip(sheet.round()) else { return false };
        if let Sheet::Pairings { .. } | Sheet::Slips { .. } = sheet {
            return is_past(&(section, round));
        }
        let is_newer = |other: &Sheet| sheet.is_of_one_kind(other) && other.round() > sheet.round();
        all.iter()
            .any(|other| other.printed.format == self.printed.format && other.sheet.as_ref().is_some_and(is_newer))
    }

    fn truth(&self, desk: &mut Desk, past: &mut Past) -> Truth {
        let now = match self.made_again(desk) {
            Ok(now) => now,
            Err(failure) => return Truth::Gone(failure.message),
        };
        if hash(&now) == self.printed.hash {
            return Truth::Holds;
        }
        // Without its past (a file that was rescued begins anew) there is nothing to compare.
        let Some(then) = past.told(self.printed.command, self) else { return Truth::Wrong(Vec::new()) };
        let changed = differences(&then, &now);
        if changed.is_empty() { Truth::Holds } else { Truth::Wrong(changed) }
    }
}

/// Every printed document of a section, or of all, with what has become of it.
pub fn judged(desk: &mut Desk, only: Option<SectionId>, past: &mut Past) -> Result<Vec<(Hung, Truth)>, Failure> {
    let all = desk.store.printed()?.into_iter().map(Hung::of).collect::<Result<Vec<_>, _>>()?;
    let version = desk.store.data_version()?;
    let truth = |hung: &Hung| match hung.printed.command == version {
        true => Truth::Holds,
        false if hung.is_over(desk, &all) => Truth::Over,
        false => hung.truth(desk, past),
    };
    let truths: Vec<Truth> = all.iter().map(truth).collect();
    let concerned = |hung: &Hung| only.is_none() || hung.section().is_none() || hung.section() == only;
    Ok(all.into_iter().zip(truths).filter(|(hung, _)| concerned(hung)).collect())
}
