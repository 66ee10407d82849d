//! All that the discipline can be told by a rulebook.

use super::authority::Authority;
use super::claim_rules::ClaimRule;
use super::match_rules::MatchRules;
use super::offence::Offence;
use super::ruling::SpectatorAction;
use super::source::{Citation, Decider, Rule, Source};

/// The rules in force at the boards, as settings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    pub source: Source,
    /// How boards and matches end.
    pub match_end: MatchRules,
    /// Claims that the source settles or names; any other is the director's decision.
    pub claims: Vec<ClaimRule>,
    /// Every offence, in the order in which they are listed.
    pub offences: Vec<Offence>,
    /// Interference from outside the match.
    pub spectator: SpectatorRules,
    pub hearing: Hearing,
    /// What each office may rule alone.
    pub authority: Authority,
}

impl Settings {
    /// What the rulebook says of an offence.
    pub fn offence(&self, id: &str) -> Option<&Offence> {
        self.offences.iter().find(|o| o.id == id)
    }

    /// Whether the rule on an offence leaves open what it costs. What follows from interference may stand without a ladder.
    pub fn names_no_penalty(&self, offence: &Offence) -> bool {
        let acts = offence.id == "spectator" && !self.spectator.actions.is_empty();
        offence.rule.is_some() && offence.ladder.is_empty() && !acts
    }
}

/// What a rulebook says of interference from outside the match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpectatorRules {
    pub rule: Rule,
    /// What the rule names; empty where it leaves everything to the director.
    pub actions: Vec<SpectatorAction>,
}

impl SpectatorRules {
    /// Whether the director may do this. Putting it on record is always possible.
    pub fn allows(&self, action: SpectatorAction) -> bool {
        action == SpectatorAction::None || self.actions.is_empty() || self.actions.contains(&action)
    }
}

/// Who hears appeals: always the section chief first, then the floor chief.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hearing {
    /// Where the chain stands; `None` where the source names nobody and the organiser chose it.
    pub rule: Rule,
}

impl Hearing {
    /// The rule that orders the chain, or the organiser's choice of it.
    pub fn citation(&self, source: &Source) -> Citation {
        match self.rule {
            Some(_) => source.cite(&self.rule),
            None => Citation { left_to: Decider::Organiser, ..source.nothing() },
        }
    }
}
