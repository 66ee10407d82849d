//! Claims at the board: what was claimed, the facts as the director found them, and what a rulebook says of each: the facts it
//! turns on, the kinds of fault it distinguishes, what goes before what.

use super::source::Rule;
use crate::tournament::names::option_name;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What can be claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// The opponent made an illegal move.
    IllegalMove,
    /// The opponent's flag fell.
    Flag,
    /// Both flags are down.
    BothFlags,
    /// The teams agreed on a draw.
    Agreement,
    /// The position was repeated.
    Repetition,
    /// The opponent is mated.
    Mate,
    /// The player on move has no legal move.
    Stalemate,
    /// The opponent has no means left to win with.
    LosingChances,
    /// The pieces or the clock were set wrongly.
    Setup,
    /// The board has no clock.
    NoClock,
    /// The clock does not work as it should.
    DefectiveClock,
}

/// The opposing claim that a claim competes with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The opponent claims that the claimant moved illegally.
    IllegalMove,
    /// The opponent claims that the claimant's flag fell.
    Flag,
}

/// When a claim came, relative to the opposing one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimOrder {
    /// Before it.
    First,
    /// After it.
    Second,
    /// At the same moment.
    Same,
}

/// A claim with the facts as the director found them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Claim {
    #[serde(rename = "claim")]
    pub kind: ClaimKind,
    /// Whether it came before the claimant completed a move; for a wrong setup, before both sides had moved.
    pub before_reply: Option<bool>,
    /// Whether the clock had been pressed after the move complained of.
    pub clock_pressed: Option<bool>,
    /// Whether the claimant's own flag was still up.
    pub own_flag_up: Option<bool>,
    pub against: Option<Against>,
    /// When this claim came, relative to the opposing one.
    pub order: Option<ClaimOrder>,
    /// What it is about, out of the rulebook's closed list.
    pub wrong: Option<String>,
    /// The director did not find the facts that were claimed.
    #[serde(rename = "denied_by_director")]
    pub deny: bool,
}

impl Claim {
    /// A claim of which no fact is known yet.
    pub fn new(kind: ClaimKind) -> Self {
        Self {
            kind,
            before_reply: None,
            clock_pressed: None,
            own_flag_up: None,
            against: None,
            order: None,
            wrong: None,
            deny: false,
        }
    }

    /// A fact, if it was given.
    pub fn fact(&self, fact: Fact) -> Option<bool> {
        match fact {
            Fact::BeforeReply => self.before_reply,
            Fact::ClockPressed => self.clock_pressed,
            Fact::OwnFlagUp => self.own_flag_up,
        }
    }

    /// The facts that were given, in words.
    pub fn facts(&self) -> Vec<String> {
        let found = |fact: &Fact| Some(fact.found(self.kind, self.fact(*fact)?).to_owned());
        let facts = Fact::value_variants().iter().filter_map(found);
        let against = self.against.zip(self.order);
        let order =
            against.map(|(against, order)| format!("{} the opponent's claim of {}", order.in_words(), against.kind()));
        facts.chain(order).collect()
    }

    /// How it was decided, in a word.
    pub fn decided(&self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Denied if self.deny => "denied on the facts",
            Verdict::Denied => "denied",
            Verdict::Upheld => "upheld",
        }
    }
}

/// A fact that a claim can turn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub enum Fact {
    /// It came before the claimant completed a move.
    BeforeReply,
    /// The clock had been pressed after the move complained of.
    ClockPressed,
    /// The claimant's own flag was still up.
    OwnFlagUp,
}

impl Fact {
    /// What the director must find out, after "whether".
    pub fn question(self, kind: ClaimKind) -> &'static str {
        match (self, kind) {
            (Self::BeforeReply, ClaimKind::Setup) => "the claim came before both sides had made a move",
            (Self::BeforeReply, _) => "the claim came before the claimant completed a move",
            (Self::ClockPressed, _) => "the clock had been pressed after the move",
            (Self::OwnFlagUp, _) => "the claimant's own flag was still up",
        }
    }

    /// What the director found, in a few words.
    pub fn found(self, kind: ClaimKind, is_so: bool) -> &'static str {
        match (self, kind, is_so) {
            (Self::BeforeReply, ClaimKind::Setup, true) => "before both sides had moved",
            (Self::BeforeReply, ClaimKind::Setup, false) => "after both sides had moved",
            (Self::BeforeReply, _, true) => "before the claimant completed a move",
            (Self::BeforeReply, _, false) => "after the claimant had completed a move",
            (Self::ClockPressed, _, true) => "the clock had been pressed",
            (Self::ClockPressed, _, false) => "the clock had not been pressed",
            (Self::OwnFlagUp, _, true) => "the claimant's own flag was up",
            (Self::OwnFlagUp, _, false) => "the claimant's own flag was down",
        }
    }
}

/// Whether a claim is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Upheld,
    /// Not granted; play goes on.
    Denied,
}

impl Against {
    pub fn kind(self) -> ClaimKind {
        match self {
            Self::IllegalMove => ClaimKind::IllegalMove,
            Self::Flag => ClaimKind::Flag,
        }
    }
}

impl ClaimOrder {
    /// When the opposing claim came, relative to this one.
    pub fn turned(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::Same => Self::Same,
        }
    }

    /// When the claim came, before the name of the opposing one.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::First => "before",
            Self::Second => "after",
            Self::Same => "at the same moment as",
        }
    }
}

impl fmt::Display for ClaimKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::IllegalMove => "an illegal move",
            Self::Flag => "a fallen flag",
            Self::BothFlags => "both flags down",
            Self::Agreement => "a draw by agreement",
            Self::Repetition => "a draw by repetition",
            Self::Mate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::LosingChances => "insufficient losing chances",
            Self::Setup => "a wrong setup",
            Self::NoClock => "no clock",
            Self::DefectiveClock => "a defective clock",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&option_name(*self))
    }
}

/// What a rulebook says of one kind of claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRule {
    pub kind: ClaimKind,
    /// Where it says that the claim is granted; one that was not found rests on it too.
    pub upheld: Rule,
    /// What else follows from granting it.
    pub upheld_says: Option<String>,
    /// Where it says that the claim is not granted.
    pub denied: Rule,
    pub denied_says: Option<String>,
    /// The answer is the same whatever the facts.
    pub always: Option<Verdict>,
    /// What must be so, in the order in which it is looked at.
    pub conditions: Vec<Condition>,
    /// The kinds of fault that it distinguishes: a closed list.
    pub wrong: Vec<Wrong>,
    /// The director is asked which kind it is wherever the decision turns on it.
    pub asks_wrong: bool,
    /// The rule names the matter but leaves the decision to the director.
    pub discretion: bool,
    /// Any player of the opposing team may make it, not only the one at the board.
    pub by_team: bool,
    /// The opposing claim it may meet, and how the two are settled.
    pub contest: Option<Contest>,
}

/// A fact without which the claim is not granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    pub fact: Fact,
    /// Where it says so; `None` where the source leaves the matter open without the fact.
    pub rule: Rule,
    /// What holds instead.
    pub says: Option<String>,
    /// It is taken to be so unless the director says otherwise.
    pub presumed: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// As typed.
    pub is: String,
    /// In words.
    pub means: String,
    /// Granted or not whatever the facts; `None` where it is as the facts say.
    pub always: Option<Verdict>,
    /// Where it is written, if elsewhere than the claim's own rule or the fact's.
    pub rule: Rule,
    pub says: Option<String>,
    /// The source does not settle this kind.
    pub unsettled: bool,
}

/// Two claims against each other: the earlier wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    pub claim: Against,
    pub rule: Rule,
    /// What becomes of this claim when both come at once; `None` where the director decides.
    pub same: Option<Verdict>,
}

impl ClaimRule {
    /// The kind of fault of this name.
    pub fn wrong(&self, typed: &str) -> Option<&Wrong> {
        self.wrong.iter().find(|wrong| wrong.is == typed)
    }
}
