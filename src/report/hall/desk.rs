//! `/hall`, where staff see what is still played; `/desk`, where reports are settled; `/screen/N`, a projector that turns its pages;
//! `/join`, by which a device becomes part of the hall; and the pages that say no.

use super::{Head, Holder, ReportShown, Ticket, in_words};
use crate::report::TeamRef;
use crate::report::pairings::Pairing;
use crate::report::projector::{Screen, numbered};
use askama::Template;

/// `/hall`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/hall.html")]
pub struct HallPage {
    pub head: Head,
    pub sections: Vec<SectionNow>,
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
    /// With their results, for who may correct them.
    pub filed: Vec<TableNow>,
    /// Without a result, of the rounds before.
    pub earlier: Vec<TableNow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableNow {
    pub table: u32,
    pub round: u32,
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
    /// What the person at the desk should know.
    pub notice: Option<String>,
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
    /// What is in the file, as typed, and who filed it when.
    pub on_file: Option<String>,
    pub filed_by: Option<String>,
    pub disputed: bool,
    /// Each with the ticket of its two buttons.
    pub reports: Vec<(ReportShown, Ticket)>,
}

impl Matter {
    fn in_words(&self, result: &str) -> String {
        in_words(result, [&self.teams[0], &self.teams[1]])
    }
}

/// `/check-in`. Its forms are `POST /check-in` with `team`, `here` (`yes` or `no`), `form`, `request`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/check_in.html")]
pub struct CheckInPage {
    pub head: Head,
    /// What became of the last form, if one was sent.
    pub said: Option<String>,
    pub sections: Vec<Arrivals>,
}

/// The teams of a section by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrivals {
    pub section: String,
    pub missing: Vec<Arrival>,
    pub here: Vec<Arrival>,
}

impl Arrivals {
    pub fn is_empty(&self) -> bool {
        self.missing.is_empty() && self.here.is_empty()
    }
}

/// A team at the door.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrival {
    pub team: TeamRef,
    pub school: String,
    pub ticket: Ticket,
}

/// Lines of a page that are read from the last row.
const LINES: usize = 10;

/// `/screen/N`, and `/screen/N?page=2` for browsers without scripts.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/screen.html")]
pub struct ScreenPage {
    pub head: Head,
    pub address: String,
    pub screen: Screen,
    /// The page shown first, from 1.
    pub page: usize,
    /// How long a page is shown, in seconds.
    pub seconds: u32,
    /// When it was made, as shown: 10:42.
    pub now: String,
}

impl ScreenPage {
    fn pages(&self) -> Vec<&[Pairing]> {
        self.screen.pairings.chunks(LINES).collect()
    }

    fn is_shown(&self, index: &usize) -> bool {
        *index == self.page.clamp(1, self.pages().len().max(1))
    }

    fn next(&self) -> usize {
        if self.page < self.pages().len() { self.page.max(1) + 1 } else { 1 }
    }

    fn team(&self, line: &Pairing) -> String {
        numbered(&line.first.team)
    }

    fn opponent(&self, line: &Pairing) -> String {
        let opponent = line.second.as_ref().map(|second| numbered(&second.team));
        opponent.unwrap_or_else(|| line.without_opponent().to_owned())
    }

    fn result(&self, line: &Pairing) -> String {
        line.results.iter().filter_map(|shown| shown.result).collect::<Vec<_>>().join(" ").replace("1/2", "½")
    }
}

/// `/join` and `/join/CODE`. Nothing happens by opening it: `POST /join` with `code`, `name`, `form`.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/join.html")]
pub struct JoinPage {
    pub head: Head,
    /// The code, where the address held one.
    pub code: Option<String>,
    /// What was wrong with the last try.
    pub problem: Option<String>,
    pub form: String,
}

/// What an enrolled device is shown first.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/joined.html")]
pub struct JoinedPage {
    pub head: Head,
    /// What this role does, one line each.
    pub may: Vec<String>,
}

impl JoinedPage {
    fn holder(&self) -> Holder {
        self.head.holder.clone().unwrap_or_default()
    }
}

/// A refusal by its HTTP status. `message` and `hint` replace what is said of every refusal of the kind.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "web/hall/trouble.html")]
pub struct TroublePage {
    pub head: Head,
    pub status: u16,
    pub message: Option<String>,
    pub hint: Option<String>,
}

impl TroublePage {
    fn title(&self) -> &'static str {
        match self.status {
            401 if self.is_of_a_code() => "This code does not work",
            401 => "This device is not part of the hall",
            403 => "Not for this device",
            404 => "Page not found",
            409 => "Something has changed",
            413 => "Too large",
            422 => "The rulebook doesn't allow this",
            429 => "Too many tries",
            503 => "The desk is busy",
            _ => "That didn't work",
        }
    }

    /// Whether it is a slip that is refused, and no device.
    fn is_of_a_code(&self) -> bool {
        self.message.as_deref().is_some_and(|said| said.starts_with("this code"))
    }

    fn said(&self) -> String {
        let message = self.message.as_deref().filter(|said| !said.eq_ignore_ascii_case(self.title()));
        sentence(message.unwrap_or(match self.status {
            401 => "It was never enrolled at this address, or the desk has revoked it.",
            403 => "Its role doesn't allow this.",
            404 => "This table, team or code isn't in use now.",
            429 => "This device sent too many requests.",
            _ => "Nothing was changed.",
        }))
    }

    fn next(&self) -> String {
        sentence(self.hint.as_deref().unwrap_or(match self.status {
            401 => "Ask at the desk for a code, then open /join.",
            403 => "Take it to the desk, or to an official who can do this.",
            404 => "Go back to the overview.",
            429 => "Wait a minute, then try again.",
            503 => "Try again in a moment.",
            _ => "Check the page again before you go on.",
        }))
    }
}

/// What a program is given in a line, as a page says it.
fn sentence(line: &str) -> String {
    let mut letters = line.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if line.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}
