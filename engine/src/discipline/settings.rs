//! All that the discipline can be set: by a rulebook, and by an organiser on top of it.

use super::claim::{ClaimKind, ClaimRule};
use super::match_rules::MatchRules;
use super::offence::{Offence, Scope};
use super::penalty::PenaltyKind;
use super::ruling::SpectatorAction;
use super::source::{Citation, Decider, Rule, Source};
use crate::tournament::Role;

/// The rules in force at the boards, as settings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    pub source: Source,
    pub match_end: MatchRules,
    /// Claims that the source settles or names; any other is the director's decision.
    pub claims: Vec<ClaimRule>,
    /// Every offence, in the order in which they are listed.
    pub offences: Vec<Offence>,
    /// Interference from outside the match.
    pub spectator: SpectatorRules,
    /// Where it is written who hears appeals, the section chief first, then the floor chief; `None` where the source names nobody and the
    /// organiser chose it.
    pub hearing: Rule,
    /// What each office may rule alone.
    pub authority: Authority,
}

impl Settings {
    pub fn offence(&self, id: &str) -> Option<&Offence> {
        self.offences.iter().find(|o| o.id == id)
    }

    pub fn claim(&self, kind: ClaimKind) -> Option<&ClaimRule> {
        self.claims.iter().find(|rule| rule.kind == kind)
    }

    /// The rule that says who hears appeals, or the organizer's choice of it.
    pub fn hearing_cited(&self) -> Citation {
        match self.hearing {
            Some(_) => self.source.cite(&self.hearing),
            None => Citation { left_to: Decider::Organiser, ..self.source.nothing() },
        }
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
    /// Whether the rule names what may follow, and no other penalty for the one who interfered.
    pub fn spares_own_match(&self) -> bool {
        !self.actions.is_empty() && !self.actions.contains(&SpectatorAction::Other)
    }

    /// Whether the director may do this. Putting it on record is always possible.
    pub fn allows(&self, action: SpectatorAction) -> bool {
        action == SpectatorAction::None || self.actions.is_empty() || self.actions.contains(&action)
    }
}

/// The harshest penalty each office may give alone. No published rulebook restricts a director; an organiser may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority {
    /// A director at the boards.
    pub td: PenaltyKind,
    pub floor_td: PenaltyKind,
    pub section_chief: PenaltyKind,
    pub floor_chief: PenaltyKind,
}

impl Default for Authority {
    fn default() -> Self {
        let all = PenaltyKind::Expel;
        Self { td: all, floor_td: all, section_chief: all, floor_chief: all }
    }
}

impl Authority {
    /// The harshest penalty an office may give alone.
    pub fn limit(mut self, role: Role) -> PenaltyKind {
        self.limit_mut(role).map_or(PenaltyKind::None, |limit| *limit)
    }

    fn limit_mut(&mut self, role: Role) -> Option<&mut PenaltyKind> {
        match role {
            Role::Td => Some(&mut self.td),
            Role::FloorTd => Some(&mut self.floor_td),
            // They direct no play.
            Role::Scorekeeper | Role::BackRoom => None,
            Role::SectionChief => Some(&mut self.section_chief),
            Role::FloorChief => Some(&mut self.floor_chief),
        }
    }
}

/// The organiser's own settings. They never change a ladder or a rule number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HouseRules {
    /// Offences that count further back than the rulebook says.
    pub scopes: Vec<(String, Scope)>,
    /// The harshest penalty an office may give alone.
    pub limits: Vec<(Role, PenaltyKind)>,
}

impl HouseRules {
    /// The rulebook's settings as they hold in this event. A scope is only ever widened.
    pub fn applied_to(&self, rulebook: &Settings) -> Settings {
        let mut settings = rulebook.clone();
        for (id, scope) in &self.scopes {
            if let Some(offence) = settings.offences.iter_mut().find(|o| o.id == *id) {
                offence.scope = offence.scope.max(*scope);
            }
        }
        for (role, limit) in &self.limits {
            settings.authority.limit_mut(*role).into_iter().for_each(|own| *own = *limit);
        }
        settings
    }
}
