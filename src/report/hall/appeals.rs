//! `/appeals`: what waits for a decision; an appeal that is filed, and one that is decided.

use super::{Head, Proposal, Ticket};
use crate::discipline::penalty_in_words;
use askama::Template;

/// `/appeals`, with `ruling` to file an appeal, with `appeal` to decide one, and with `outcome` what that would come to. `POST` with `by` files,
/// with `outcome` and `seen` decides; `note`, `form` and `request` go with both.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/appeals.html")]
pub struct AppealsPage {
    pub head: Head,
    /// What the last form came to.
    pub said: Vec<String>,
    /// What was sent is no longer so, and was not recorded.
    pub changed: bool,
    pub law: String,
    pub stage: Hearing,
}

/// What is done about an appeal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hearing {
    /// Those that wait, oldest first; and whether this device's official may decide.
    Open(Vec<AppealLine>, bool),
    /// Who may appeal, as sent and by name; and why it would be refused now, with what to do.
    File {
        ruling: u32,
        ruled: RuledLine,
        by: Vec<(String, String)>,
        refused: Option<(String, Option<String>)>,
        ticket: Ticket,
    },
    /// With what may be decided, and what that comes to.
    Decide { line: Box<AppealLine>, outcomes: Vec<String>, proposal: Proposal },
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RuledLine {
    /// Section, round and table.
    pub place: String,
    pub said: String,
    /// By whom, with what happened and the reason, one line each.
    pub why: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AppealLine {
    pub appeal: u32,
    pub ruling: u32,
    pub level: String,
    pub by: String,
    pub note: Option<String>,
    /// For how long it has waited, while it does.
    pub minutes: Option<i64>,
    pub ruled: RuledLine,
}

impl AppealsPage {
    /// The list follows the event; an answer, and what is being decided, stay to be read.
    fn is_live(&self) -> bool {
        self.said.is_empty() && matches!(self.stage, Hearing::Open(..))
    }

    fn called(&self, outcome: &str) -> String {
        outcome_in_words(outcome)
    }
}

/// What is decided, as sent, in words.
pub fn outcome_in_words(outcome: &str) -> String {
    match outcome {
        "stands" => "the ruling is upheld".to_owned(),
        "falls" => "the ruling is overturned".to_owned(),
        penalty => format!("changed to {}", penalty_in_words(penalty)),
    }
}
