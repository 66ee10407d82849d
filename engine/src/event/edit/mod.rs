//! What commands change of the facts: one file a subject, each edit a method of the event.
//!
//! An edit never asks and never writes a file; the store saves the difference when the command is done.

pub mod checkout;
pub mod docket;
pub mod entries;
pub mod officials;
pub mod partners;
pub mod posting;
pub mod prizes;
pub mod ratings;
pub mod registrations;
pub mod rounds;
pub mod seats;
pub mod sections;
pub mod slips;

use super::{Event, Facts, Refusal};
use crate::discipline::{PenaltyKind, Scope};
use crate::rulebook::Rulebook;
use crate::tournament::{Role, Round, SectionId};

impl Event {
    /// The facts to be changed; what follows from them is worked out anew when it is asked for.
    fn changing(&mut self) -> &mut Facts {
        self.in_force.take();
        self.results.take();
        self.ties.take();
        self.checking_in.take();
        &mut self.facts
    }

    /// As [`Event::changing`], of one posted round.
    fn changing_round(&mut self, section: SectionId, number: u32) -> Option<&mut Round> {
        self.changing().tournament.rounds.iter_mut().find(|round| (round.section, round.number) == (section, number))
    }

    /// Sets how far back an offence counts, on top of the rulebook.
    pub fn set_scope(&mut self, offence: &str, scope: Scope) -> Result<(), Refusal> {
        let book = Rulebook::kept(&self.facts.rulebook_text).map_err(|_| Refusal::Gone)?;
        let own = book.discipline.offence(offence).map_or(Scope::Game, |offence| offence.scope);
        if scope < own {
            return Err(Refusal::NarrowerScope { offence: offence.to_owned(), own });
        }
        put(&mut self.facts.house_rules.scopes, offence.to_owned(), scope);
        self.settle_rules()
    }

    /// Sets the harshest penalty that an office gives alone, on top of the rulebook.
    pub fn set_limit(&mut self, office: Role, limit: PenaltyKind) -> Result<(), Refusal> {
        if matches!(office, Role::Scorekeeper | Role::BackRoom) {
            return Err(Refusal::GivesNoPenalty { office });
        }
        put(&mut self.facts.house_rules.limits, office, limit);
        self.settle_rules()
    }

    fn settle_rules(&mut self) -> Result<(), Refusal> {
        *self = Self::of(self.facts.clone()).map_err(|_| Refusal::Gone)?;
        Ok(())
    }
}

/// The next number after the last one given.
fn next(last: &mut u32) -> u32 {
    *last += 1;
    *last
}

/// Puts a value in the place of the one known by the same key, or behind all others.
fn put<K: PartialEq, V>(list: &mut Vec<(K, V)>, key: K, value: V) {
    match list.iter_mut().find(|(known, _)| *known == key) {
        Some((_, known)) => *known = value,
        None => list.push((key, value)),
    }
}
