//! What a rulebook says of each claim: the facts it turns on, the kinds of fault it tells apart, what goes before what.

use super::claim::{Against, ClaimKind, Fact, Verdict};
use super::source::Rule;

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
    /// The kinds of fault that it tells apart: a closed list.
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

/// One kind of fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// As typed.
    pub is: String,
    /// In words.
    pub means: String,
    /// Granted or not whatever the facts; `None` where it is as the facts say.
    pub always: Option<Verdict>,
    /// Where it stands, if elsewhere than the claim's own rule or the fact's.
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
