//! What became of a tap.

use super::table::address;
use super::{Head, ReportShown, Side, TableShown, TeamShown, Ticket};
use askama::Template;

/// What became of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// In the file.
    Filed,
    /// In the file already, by this request or another.
    StoodAlready,
    /// Kept until the other team or an official says the same.
    Waits {
        /// Where both teams tap on this device: who is asked next, and with what.
        other: Option<(Side, Ticket)>,
    },
    /// The reports differ; the desk decides.
    Disputed(Vec<ReportShown>),
    /// Another result is in the file, and a report replaces nothing.
    Differs {
        /// As typed.
        stands: String,
    },
    /// What the sender saw is no longer so: another round, other teams.
    Changed,
    /// The rulebook, or the section's settings, refuse it.
    Refused { message: String, hint: Option<String> },
}

/// The page after a tap.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/answer.html")]
pub struct AnswerPage {
    pub head: Head,
    pub table: TableShown,
    /// What was reported, as typed.
    pub result: String,
    /// The id of the request that this answers: the page's script knows by it that its tap has arrived.
    pub request: String,
    pub answer: Answer,
    pub slip: Option<String>,
}

impl AnswerPage {
    fn address(&self) -> String {
        address(&self.table, self.slip.as_deref())
    }

    /// The team that is asked next, where both have to agree.
    fn other(&self) -> Option<&TeamShown> {
        match &self.answer {
            Answer::Waits { other: Some((side, _)) } => Some(self.table.side(*side)),
            _ => None,
        }
    }

    fn title(&self) -> &'static str {
        match self.answer {
            Answer::Filed => "Filed",
            Answer::StoodAlready => "Filed already",
            Answer::Waits { .. } => "Reported",
            Answer::Disputed(_) => "The reports differ",
            Answer::Differs { .. } => "Another result stands",
            Answer::Changed => "The table has changed",
            Answer::Refused { .. } => "Not filed",
        }
    }

    /// Whether nothing more is needed of the sender.
    fn is_good(&self) -> bool {
        matches!(self.answer, Answer::Filed | Answer::StoodAlready | Answer::Waits { .. })
    }
}
