//! A tournament as a value: the facts, and everything that follows from them under their rulebook.
//!
//! Answers every question about the event from memory. Never reads a file, a clock or a terminal.

pub mod ahead;
mod awards;
mod called;
mod checkout;
mod correction;
pub mod edit;
pub mod explain;
mod facts;
mod finals;
mod leaving;
pub mod presence;
pub mod proposal;
mod refusal;
mod results;
mod ruled;

pub use awards::{Awards, Parted};
pub use called::{Part, Parts, Reached};
pub use correction::{Moved, Open, Otherwise, Touched};
pub use facts::{
    CheckedOut, Facts, LastNumbers, NameVerdict, Payment, SectionSettings, StoredPlayOff, StoredPrize, Wishes,
};
pub use finals::{OtherFinal, Qualified, Why};
pub use leaving::{Leaving, Stay};
pub use refusal::{NotWon, Refusal, ResultOnFile, SectionRefusal, Stuck, TeamRefusal};
pub use results::spans;
pub use ruled::{AtTable, Change, ClockChange};

use crate::discipline::{Docket, in_force};
use crate::rulebook::{Rulebook, Unreadable};
use crate::tournament::{MatchId, MatchResult, Round, Section, SectionId, TeamId, Tournament, WallClock};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// The facts under their rulebook, with every ruling in force carried out.
#[derive(Debug, Clone)]
pub struct Event {
    pub facts: Facts,
    /// The rules in force: the text kept with the facts, with what the organiser set on top.
    pub rulebook: Rulebook,
    /// Worked out when it is first asked for.
    in_force: OnceCell<Tournament>,
    results: OnceCell<FxHashMap<MatchId, MatchResult>>,
    ties: OnceCell<FxHashMap<SectionId, proposal::Ties>>,
    /// Sections where check-in has begun.
    checking_in: OnceCell<FxHashSet<SectionId>>,
}

impl Event {
    pub fn of(facts: Facts) -> Result<Self, Unreadable> {
        let mut rulebook = Rulebook::kept(&facts.rulebook_text)?;
        rulebook.discipline = facts.house_rules.applied_to(&rulebook.discipline);
        Ok(Self::under(rulebook, facts))
    }

    /// The same event, had the rulings and appeals been others.
    pub fn with_docket(&self, docket: Docket) -> Self {
        Self::under(self.rulebook.clone(), Facts { docket, ..self.facts.clone() })
    }

    fn under(rulebook: Rulebook, facts: Facts) -> Self {
        let (in_force, results, ties, checking_in) = Default::default();
        Self { facts, rulebook, in_force, results, ties, checking_in }
    }

    /// The entries and rounds with every ruling in force carried out; `facts.tournament` has them as the slips gave them.
    pub fn tournament(&self) -> &Tournament {
        let Self { facts, rulebook, .. } = self;
        self.in_force.get_or_init(|| {
            let mut now = in_force(&facts.tournament, &facts.docket, &rulebook.discipline);
            for round in &mut now.rounds {
                self.drop_idle_playings(round);
            }
            now
        })
    }

    /// The settings of a section; the defaults where it is unknown.
    pub fn settings(&self, section: SectionId) -> SectionSettings {
        self.facts.settings.get(&section).cloned().unwrap_or_default()
    }

    pub fn name_of(&self, team: TeamId) -> &str {
        self.tournament().team(team).map_or("", |t| t.name.as_str())
    }

    pub fn section_name(&self, section: SectionId) -> &str {
        self.tournament().section(section).map_or("", |section| section.name.as_str())
    }

    pub fn school_name(&self, school: u32) -> &str {
        self.tournament().schools.iter().find(|s| s.id.0 == school).map_or("", |s| s.name.as_str())
    }

    /// What was noted of a posted round as it started.
    pub fn wall_clock(&self, section: SectionId, round: u32) -> WallClock {
        self.facts.wall_clocks.get(&(section, round)).cloned().unwrap_or_default()
    }

    /// The posted round of a section that is asked for, or the latest.
    pub fn posted(&self, section: &Section, round: Option<u32>) -> Result<&Round, Refusal> {
        let latest = self.latest_round(section.id).ok_or(Refusal::NoRound { section: section.id })?;
        match round {
            None => Ok(latest),
            Some(number) => self
                .tournament()
                .round(section.id, number)
                .ok_or(Refusal::NotPosted { section: section.id, round: number }),
        }
    }

    /// The number of the latest posted round; 0 before the first.
    pub fn posted_rounds(&self, section: SectionId) -> u32 {
        self.latest_round(section).map_or(0, |round| round.number)
    }

    pub fn latest_round(&self, section: SectionId) -> Option<&Round> {
        self.tournament().rounds_of(section).last()
    }
}
