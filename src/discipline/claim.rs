//! Claims at the board: what was claimed, and the facts as the director found them.

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
pub enum Order {
    /// Before it.
    First,
    /// After it.
    Second,
    /// At the same moment.
    Same,
}

/// A claim with the facts as the director found them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub kind: ClaimKind,
    /// Whether it came before the claimant completed a move; for a wrong set-up, before each side had moved.
    pub before_reply: Option<bool>,
    /// Whether the clock had been pressed after the move complained of.
    pub clock_pressed: Option<bool>,
    /// Whether the claimant's own flag was still up.
    pub own_flag_up: Option<bool>,
    /// The opposing claim, if there was one.
    pub against: Option<Against>,
    /// When this claim came, relative to the opposing one.
    pub order: Option<Order>,
    /// What it is about, out of the rulebook's closed list.
    pub wrong: Option<String>,
    /// The director did not find the facts that were claimed.
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
        let facts = Fact::ALL.into_iter().filter_map(|fact| Some(fact.found(self.kind, self.fact(fact)?).to_owned()));
        let against = self.against.zip(self.order);
        let order =
            against.map(|(against, order)| format!("{} the opponent's claim of {}", order.in_words(), against.kind()));
        facts.chain(order).collect()
    }

    /// How it was decided, in a word.
    pub fn decided(&self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Denied if self.deny => "not found",
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
    pub const ALL: [Self; 3] = [Self::BeforeReply, Self::ClockPressed, Self::OwnFlagUp];

    /// The flag that gives it.
    pub fn flag(self) -> &'static str {
        match self {
            Self::BeforeReply => "--before-reply",
            Self::ClockPressed => "--clock-pressed",
            Self::OwnFlagUp => "--own-flag-up",
        }
    }

    /// What the director must find out, after "whether".
    pub fn question(self, kind: ClaimKind) -> &'static str {
        match (self, kind) {
            (Self::BeforeReply, ClaimKind::Setup) => "the claim came before each side had made a move",
            (Self::BeforeReply, _) => "the claim came before the claimant completed a move",
            (Self::ClockPressed, _) => "the clock had been pressed after the move",
            (Self::OwnFlagUp, _) => "the claimant's own flag was still up",
        }
    }

    /// What the director found, in a few words.
    pub fn found(self, kind: ClaimKind, is_so: bool) -> &'static str {
        match (self, kind, is_so) {
            (Self::BeforeReply, ClaimKind::Setup, true) => "before each side had moved",
            (Self::BeforeReply, ClaimKind::Setup, false) => "after each side had moved",
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
    /// The kind of the opposing claim.
    pub fn kind(self) -> ClaimKind {
        match self {
            Self::IllegalMove => ClaimKind::IllegalMove,
            Self::Flag => ClaimKind::Flag,
        }
    }
}

impl Order {
    /// When the claim came, before the name of the opposing one.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::First => "before",
            Self::Second => "after",
            Self::Same => "at the same moment as",
        }
    }
}

impl ClaimKind {
    pub fn as_typed(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal-move",
            Self::Flag => "flag",
            Self::BothFlags => "both-flags",
            Self::Agreement => "agreement",
            Self::Repetition => "repetition",
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::LosingChances => "losing-chances",
            Self::Setup => "setup",
            Self::NoClock => "no-clock",
            Self::DefectiveClock => "defective-clock",
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
            Self::Setup => "a wrong set-up",
            Self::NoClock => "no clock",
            Self::DefectiveClock => "a defective clock",
        })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Upheld => "upheld",
            Self::Denied => "denied",
        })
    }
}
