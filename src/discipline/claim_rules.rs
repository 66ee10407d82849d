//! What a rulebook says of each claim: the fact it turns on, the rules cited, what goes before what.

use super::claim::{Against, Claim, ClaimKind, Verdict};
use super::source::Rule;
use clap::ValueEnum;

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
    /// The fact, if it was given.
    pub fn of(self, claim: &Claim) -> Option<bool> {
        match self {
            Self::BeforeReply => claim.before_reply,
            Self::ClockPressed => claim.clock_pressed,
            Self::OwnFlagUp => claim.own_flag_up,
        }
    }

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
}

/// What a rulebook says of one kind of claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimRule {
    pub kind: ClaimKind,
    /// The fact that must hold, if there is one.
    pub turns_on: Option<Fact>,
    /// Where it says that the claim is granted.
    pub upheld: Rule,
    /// Where it says that the claim is not granted.
    pub denied: Rule,
    /// What else follows from granting it.
    pub upheld_says: Option<String>,
    pub denied_says: Option<String>,
    /// The rule names the matter but leaves the decision to the director.
    pub discretion: bool,
    /// The answer is the same whatever the facts.
    pub always: Option<Verdict>,
    /// A claim after the claimant's next move is not settled here.
    pub late_is_unsettled: bool,
    /// A list of what counts.
    pub list: Option<ClosedList>,
    /// Matters that can be put right at any time.
    pub exceptions: Vec<Exception>,
    /// The opposing claim it may meet, and how the two are settled.
    pub contest: Option<Contest>,
}

/// A list of the errors that lose, and of some that do not. Words are looked for in the director's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedList {
    pub rule: Rule,
    /// Words that name an error that loses.
    pub loses: Vec<String>,
    /// Words that name an error that does not; these are looked for first.
    pub does_not: Vec<String>,
    /// What follows an error that does not lose.
    pub says: Option<String>,
}

impl ClosedList {
    /// Whether the list lets the claim stand; `None` where it cannot tell.
    pub fn tells(&self, what: &str) -> Option<Verdict> {
        if contains_any(what, &self.does_not) {
            Some(Verdict::Denied)
        } else {
            contains_any(what, &self.loses).then_some(Verdict::Upheld)
        }
    }
}

/// A matter that can be put right at any time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// Where it stands; `None` where the source does not say, so that the director decides.
    pub rule: Rule,
    /// Words that name it.
    pub words: Vec<String>,
    pub says: Option<String>,
}

impl Exception {
    /// Whether a description names this matter.
    pub fn is_named_in(&self, what: &str) -> bool {
        contains_any(what, &self.words)
    }
}

/// Two claims against each other: the earlier wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contest {
    pub claim: Against,
    pub rule: Rule,
    /// What becomes of this claim when both come at once; `None` where the director decides.
    pub same: Option<Verdict>,
}

fn contains_any(text: &str, words: &[String]) -> bool {
    let text = text.to_lowercase();
    words.iter().any(|word| text.contains(&word.to_lowercase()))
}
