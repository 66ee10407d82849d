//! `/table/N/ruling`: who broke which rule, what is on record, what it costs; and that it was recorded.

use super::{Head, TableShown, Ticket};
use crate::discipline::Offence;
use crate::discipline::penalty_in_words;
use askama::Template;

/// `/table/N/ruling`. It is filled by `GET` with `match`, `player`, `offence`, `penalty` (and `time`), `flag_fell` and `again`, or with `claim` and the
/// facts it turns on, until it proposes a ruling; that is recorded by `POST` with the same, `note`, `witness`, `reason`, `seen`, `form` and `request`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/ruling.html")]
pub struct RulingPage {
    pub head: Head,
    pub table: TableShown,
    /// What was sent is no longer so, and was not recorded.
    pub changed: bool,
    pub stage: Stage,
}

/// How far a ruling is described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// Who may have done it: the players of each team, by number and name, with their boards.
    Who([Vec<(u32, String, char)>; 2]),
    /// What it may have been, the usual first.
    What {
        who: Accused,
        offences: Vec<Offence>,
        /// What the child may claim instead, as sent and in words.
        claims: Vec<(String, String)>,
    },
    Cost(Box<Cost>),
    Claim(Box<ClaimShown>),
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Accused {
    pub number: u32,
    pub name: String,
    pub board: char,
    /// What is on record against the child, the partner and the team, one line each.
    pub record: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cost {
    pub who: Accused,
    pub offence: Offence,
    /// Of the ladder, where there is one.
    pub step: Option<u32>,
    /// What the rulebook prescribes, as typed; none where it leaves that to the director.
    pub prescribed: Option<String>,
    /// The rule, and what it says.
    pub cited: String,
    pub text: Option<String>,
    /// What the director may choose from without a reason, as typed.
    pub choices: Vec<String>,
    /// Whether it made a flag fall, where that matters.
    pub flag_fell: Option<bool>,
    /// It happened again.
    pub again: bool,
    pub proposal: Proposal,
}

/// A claim, with the facts that are given for it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClaimShown {
    pub who: Accused,
    /// What is claimed, in words.
    pub claimed: String,
    /// The answers so far, as sent: by the name of their field, and its value.
    pub answered: Vec<(&'static str, String)>,
    /// The same in words.
    pub facts: Vec<String>,
    /// What the decision still turns on; one question at a time.
    pub asks: Option<Question>,
    /// What may be given besides, and changes the decision.
    pub besides: Vec<Question>,
    pub proposal: Proposal,
}

impl ClaimShown {
    /// The answers so far, for a form that answers this field.
    fn answers_besides(&self, field: &str) -> impl Iterator<Item = &(&'static str, String)> {
        self.answered.iter().filter(move |(name, _)| *name != field)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Question {
    pub asks: String,
    /// The field that takes the answer.
    pub field: &'static str,
    /// As sent and in words; what sends nothing leaves the field out.
    pub answers: Vec<(String, String)>,
}

/// What would be recorded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Proposal {
    /// Something is still to be given.
    #[default]
    Open,
    /// It cannot be recorded so; where it happened again it might.
    Refused { message: String, hint: Option<String>, unless_again: bool },
    Ready {
        /// The penalty, a claim's verdict, or what an appeal comes to: as typed.
        decided: String,
        /// What is recorded, and what follows.
        follows: Vec<String>,
        /// It needs a reason, since the rulebook prescribes something else.
        departs: bool,
        note: String,
        witness: String,
        reason: String,
        /// The mark of all this.
        seen: String,
        ticket: Ticket,
    },
}

impl RulingPage {
    fn called(&self, penalty: &str) -> String {
        penalty_in_words(penalty)
    }

    /// Whether the time is one of the choices that stand open.
    fn asks_time(&self, cost: &Cost) -> bool {
        cost.proposal == Proposal::Open && cost.choices.iter().any(|choice| choice == "time:M:SS")
    }

    /// The other penalties, with the time left out, which is typed.
    fn penalties(&self, cost: &Cost) -> Vec<&'static str> {
        let mut penalties = vec!["none", "warning", "game", "match", "expel"];
        penalties.retain(|penalty| !cost.choices.iter().any(|choice| choice == penalty));
        penalties
    }
}

/// What was recorded.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/ruled.html")]
pub struct RuledPage {
    pub head: Head,
    pub table: u32,
    /// Its number, where that is still known.
    pub ruling: Option<u64>,
    /// The ruling, and what follows from it.
    pub said: Vec<String>,
}
