//! What a rulebook says of one offence: its rule, its ladder of penalties and how far back it counts.

use super::penalty::{Penalty, PenaltyKind};
use super::source::{Citation, Rule, Source};
use crate::tournament::names::option_name;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How far back earlier rulings count towards the step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// The player's game; a replayed game begins afresh.
    Game,
    /// The match, all its playings.
    Match,
    /// The whole tournament.
    #[default]
    #[value(alias = "tournament")]
    Event,
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&option_name(*self))
    }
}

/// What follows after the last step of a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Default)]
pub enum Beyond {
    /// The director names a penalty.
    #[default]
    Director,
    /// The last step again.
    Repeat,
}

/// Whose clock a time penalty changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Default)]
pub enum Clock {
    /// Added to the opponent's.
    #[default]
    Opponent,
    /// Taken from the offender's own.
    Own,
}

/// One penalty that a step allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    Exactly(Penalty),
    /// Time, as much as the director says.
    SomeTime,
}

impl Choice {
    pub fn allows(self, penalty: Penalty) -> bool {
        match self {
            Self::Exactly(exactly) => exactly == penalty,
            Self::SomeTime => penalty.kind() == PenaltyKind::Time,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(penalty) => penalty.fmt(f),
            Self::SomeTime => f.pad("time:M:SS"),
        }
    }
}

/// One step of a ladder: a single prescribed penalty, or several among which the director chooses.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    /// What the rule allows here, never empty.
    pub choices: Vec<Choice>,
}

impl Step {
    /// The penalty, where the rule leaves no choice.
    pub fn prescribed(&self) -> Option<Penalty> {
        match self.choices.as_slice() {
            [Choice::Exactly(penalty)] => Some(*penalty),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices: Vec<String> = self.choices.iter().map(Choice::to_string).collect();
        f.pad(&choices.join(" or "))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Offence {
    /// Short name, as typed.
    pub id: String,
    /// What the player did, for a sentence that begins with the player.
    pub name: String,
    /// Where it is written; `None` where the source is silent.
    pub rule: Rule,
    /// The source's fallback does not speak of it either.
    pub beyond_fallback: bool,
    /// Further rules that speak of it.
    pub see_also: Vec<String>,
    /// The steps; empty where the source gives no penalty.
    pub ladder: Vec<Step>,
    pub beyond: Beyond,
    pub scope: Scope,
    /// The first step instead, if it made a flag fall.
    pub flag_fell: Option<Penalty>,
    pub clock: Clock,
    /// A lost game is lost by both players of the board.
    pub both_players: bool,
    /// What the rule says besides a penalty.
    pub remedy: Option<String>,
}

/// The offences every rulebook is asked about, each with what the player did.
pub const KNOWN: [(&str, &str); 17] = [
    ("clock-hand", "used the wrong hand on the clock, or captured with two hands"),
    ("hidden-pieces", "hid captured pieces"),
    ("displaced-pieces", "knocked over pieces and pressed the clock"),
    ("partner-piece", "moved a partner's piece by hand"),
    ("clock-knocked-over", "knocked the clock over"),
    ("clock-touching", "touched or held the clock unnecessarily"),
    ("blocks-press", "kept the opponent from pressing the clock"),
    ("banging", "banged pieces or the clock"),
    ("early-pass", "passed or used a captured piece too early"),
    ("late-pass", "kept a captured piece from the partner"),
    ("moves-early", "moved before the opponent had pressed the clock"),
    ("promotion-form", "promoted without indicating the piece"),
    ("substitution", "let a substitute play"),
    ("spectator", "interfered with another game"),
    ("no-clock", "did not bring a clock"),
    ("lateness", "was late to the board"),
    ("other", "broke a rule or showed unsportsmanlike conduct"),
];

impl Offence {
    pub fn citation(&self, source: &Source) -> Citation {
        if self.beyond_fallback { source.nothing() } else { source.cite(&self.rule) }
    }

    /// Whether it may happen away from a board.
    pub fn may_be_away(&self) -> bool {
        ["other", "spectator", "lateness"].contains(&self.id.as_str())
    }

    /// A known offence of which the source says nothing.
    pub fn unmentioned(id: &str, name: &str) -> Self {
        Self { id: id.to_owned(), name: name.to_owned(), ..Self::default() }
    }
}
