//! What is at the head and foot of every document: which tournament, which round, from which data.

use crate::tournament::{Section, StartTime, Tournament};
use chrono::{DateTime, FixedOffset};
use serde::Serialize;

/// When a document is made and from which state of the tournament. The caller owns the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// By the clock of the desk.
    pub printed: DateTime<FixedOffset>,
    /// Number of the last command in the journal: two sheets with the same number hold the same data.
    pub version: u64,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Masthead {
    pub tournament: String,
    pub section: Option<String>,
    pub round: Option<u32>,
    /// What the round is called: `Round 3`, `Semifinals`.
    pub round_called: Option<String>,
    /// When the round is planned to start, as shown.
    pub starts: Option<String>,
    /// First day of the tournament, as shown.
    pub date: Option<String>,
    pub venue: Option<String>,
    pub printed: String,
    /// Number of the last command behind the data.
    pub version: u64,
    /// Why the document may still change: results missing, appeals open. Empty when nothing is open.
    pub provisional: Vec<String>,
}

impl Masthead {
    /// The head of a document about a tournament, and one section and round of it if given.
    pub fn new(tournament: &Tournament, section: Option<&Section>, round: Option<u32>, stamp: Stamp) -> Self {
        Self {
            tournament: tournament.name.clone(),
            section: section.map(|s| s.name.clone()),
            round,
            round_called: round.map(|round| format!("Round {round}")),
            starts: None,
            date: tournament.date.map(|d| d.format("%B %-d, %Y").to_string()),
            venue: tournament.venue.clone(),
            printed: as_printed(stamp.printed),
            version: stamp.version,
            provisional: Vec::new(),
        }
    }

    /// The head of a document that is of no tournament.
    pub fn of_no_event(title: &str, printed: DateTime<FixedOffset>) -> Self {
        Self { tournament: title.to_owned(), printed: as_printed(printed), ..Self::default() }
    }

    pub fn provisional(mut self, reasons: Vec<String>) -> Self {
        self.provisional = reasons;
        self
    }

    pub fn called(mut self, round: &str) -> Self {
        let is_said = self.section.as_ref().is_some_and(|section| section.eq_ignore_ascii_case(round));
        self.round_called = (!is_said).then(|| round.to_owned());
        self
    }

    pub fn starting(mut self, at: Option<StartTime>) -> Self {
        self.starts = at.map(|at| at.to_string());
        self
    }

    /// Section and round in one line: `K-6 · Round 3`.
    pub fn place(&self) -> String {
        dotted([self.section.as_deref(), self.round_called.as_deref()])
    }

    /// The same with the start of the round: `K-6 · Round 3 · starts 9:40`.
    pub fn place_and_time(&self) -> String {
        let starts = self.starts.as_ref().map(|at| format!("starts {at}"));
        dotted([Some(self.place().as_str()), starts.as_deref()])
    }

    pub fn occasion(&self) -> String {
        dotted([self.date.as_deref(), self.venue.as_deref()])
    }

    pub fn imprint(&self) -> String {
        format!("Printed {}", self.printed)
    }

    /// Why the document is provisional, in one line; `None` when it is final.
    pub fn provisional_line(&self) -> Option<String> {
        (!self.provisional.is_empty()).then(|| format!("Provisional: {}", self.provisional.join("; ")))
    }

    pub(super) fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let Self { tournament, section, round_called, date, venue, printed, provisional, .. } = self;
        let optional = [section, round_called, date, venue].into_iter().flatten();
        [tournament, printed].into_iter().chain(optional).chain(provisional)
    }
}

/// `Nov 21, 2026, 9:04 AM`.
fn as_printed(at: DateTime<FixedOffset>) -> String {
    at.format("%b %-d, %Y, %-I:%M %p").to_string()
}

/// What is there of some parts of a line: `K-6 · Round 3`.
pub(super) fn dotted<'t>(parts: impl IntoIterator<Item = Option<&'t str>>) -> String {
    let there = parts.into_iter().flatten().filter(|part| !part.is_empty());
    there.collect::<Vec<_>>().join(" · ")
}
