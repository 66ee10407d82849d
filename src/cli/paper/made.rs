//! A sheet made from what is in the file: the event, and what the file holds beside it.

use crate::cli::desk::Desk;
use crate::cli::entry::slip::as_told;
use crate::cli::failure::Failure;
use crate::cli::hall::doors;
use crate::cli::refusal::Told;
use crate::cli::rescue::moment;
use crate::discipline::match_result;
use crate::report::director::Correction;
use crate::report::{Making, Report, Sheet};
use crate::store::{Entry, EntryKind, SlipChange};
use crate::tournament::{MatchResult, Slip};

impl Desk {
    /// The document as it is now.
    pub fn made(&mut self, sheet: &Sheet) -> Result<Box<dyn Report>, Failure> {
        let corrections = match sheet {
            Sheet::Report { incidents: false } => {
                corrected(self)?.iter().map(|corrected| corrected.told(self)).collect()
            }
            _ => Vec::new(),
        };
        let making = Making { stamp: self.stamp()?, hall: doors(self)?, corrections };
        sheet.make(self, &making).told(self)
    }
}

/// A result that was entered otherwise before.
pub struct Corrected {
    pub change: SlipChange,
    /// The command that corrected it.
    entry: Entry,
    was: MatchResult,
    is: Option<MatchResult>,
}

impl Corrected {
    fn told(&self, desk: &Desk) -> Correction {
        let Self { change, entry, was, is } = self;
        Correction {
            command: entry.number,
            at: moment(&entry.at),
            official: entry.official.clone(),
            what: format!("{} (was {was})", as_told(desk, change.id, change.after.as_ref(), *is)),
        }
    }
}

/// The results that were entered otherwise before: what each slip came to before a command in force, beside what it came to after it.
pub fn corrected(desk: &mut Desk) -> Result<Vec<Corrected>, Failure> {
    let (journal, changes) = (desk.store.journal()?, desk.store.slip_changes()?);
    let in_force = |entry: &&Entry| entry.in_force && entry.kind == EntryKind::Do;
    let settings = &desk.rulebook.discipline;
    let came_to = |slip: Option<&Slip>| match_result(slip?, settings).map(|derived| derived.result);
    let corrected = |change: SlipChange| {
        let (was, is) = (came_to(change.before.as_ref())?, came_to(change.after.as_ref()));
        let at = journal.binary_search_by_key(&change.command, |entry| entry.number).ok()?;
        let entry = Some(&journal[at]).filter(in_force).filter(|_| Some(was) != is)?.clone();
        Some(Corrected { change, entry, was, is })
    };
    Ok(changes.into_iter().filter_map(corrected).collect())
}
