//! `/hall`, where staff see what is still played, and `/desk`, where reports are settled.

use super::{Head, ReportShown, Ticket, told};
use askama::Template;

/// `/hall`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/hall.html")]
pub struct HallPage {
    pub head: Head,
    pub sections: Vec<SectionNow>,
    /// Who waits for something of the staff.
    pub waiting: Vec<Waiting>,
}

/// What is going on in a section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SectionNow {
    pub name: String,
    pub round: u32,
    /// Since when it is played, or when it starts, as shown.
    pub clock: Option<String>,
    pub tables: usize,
    /// Without a result, by table.
    pub playing: Vec<TableNow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableNow {
    pub table: u32,
    /// First and second team.
    pub teams: [String; 2],
    /// More than that it is played: `reported`, `disputed`, `match 2`.
    pub remark: Option<String>,
}

/// Somebody waits: a table for the desk, an appeal for its hearing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Waiting {
    pub what: String,
    /// Where it is dealt with.
    pub page: Option<String>,
}

/// `/desk`. Its forms are `POST /desk` with `report`, `do` (`accept` or `reject`), `note`, `form`, `request`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/desk.html")]
pub struct DeskPage {
    pub head: Head,
    /// Disputed ones first.
    pub matters: Vec<Matter>,
    /// What became of the last form, if one was sent.
    pub said: Option<String>,
}

/// A match whose reports are not yet filed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matter {
    pub section: String,
    pub round: u32,
    pub table: u32,
    pub number: u8,
    pub matches: u8,
    pub teams: [String; 2],
    /// What is in the file, as typed.
    pub stands: Option<String>,
    pub disputed: bool,
    /// Each with the ticket of its two buttons.
    pub reports: Vec<(ReportShown, Ticket)>,
}

impl Matter {
    fn told(&self, result: &str) -> String {
        told(result, [&self.teams[0], &self.teams[1]])
    }
}
