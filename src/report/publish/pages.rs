//! What the site is made from, and what its pages are called.

use super::super::masthead::Stamp;
use super::super::naming::TeamRef;
use super::super::{bracket, crosstable, pairings, prizes, standings};
use crate::event::Event;
use crate::standings::crosstable::Order;
use crate::tournament::{MatchId, Round, Section, StartTime};

#[derive(Debug, Clone, PartialEq)]
pub struct SectionViews {
    pub name: String,
    /// The teams that play in it, whether they have yet or not.
    pub entered: Vec<TeamRef>,
    /// Posted rounds, first to last, by table.
    pub rounds: Vec<pairings::RoundPairings>,
    pub standings: Option<standings::StandingsList>,
    pub crosstable: Option<crosstable::CrosstableSheet>,
    /// Of a knockout.
    pub bracket: Option<bracket::BracketSheet>,
    /// Who won what, once the section is played out.
    pub prizes: Option<prizes::PrizeList>,
    pub ahead: Ahead,
}

/// What a section has before it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ahead {
    /// How many rounds it plays in all, as far as that is known.
    pub rounds: Option<u32>,
    /// When the round that is not posted yet is to start.
    pub next_starts: Option<String>,
    /// When the latest round starts, where that is still to come.
    pub starts_later: Option<String>,
    pub is_finished: bool,
}

impl Ahead {
    fn of(event: &Event, section: &Section, stamp: Stamp) -> Self {
        let tournament = event.tournament();
        let posted = event.posted_rounds(section.id);
        let starts = |round| tournament.start_time(section.id, round);
        let now = stamp.printed.naive_local();
        let is_to_come = |at: &StartTime| at.day.or(tournament.date).unwrap_or(now.date()).and_time(at.time) > now;
        let rounds = section.rounds.or_else(|| Some(event.rounds_to_play(section))).filter(|rounds| *rounds >= posted);
        Self {
            rounds: rounds.filter(|rounds| *rounds > 0),
            next_starts: starts(posted + 1).map(|at| at.to_string()),
            starts_later: starts(posted).filter(is_to_come).map(|at| at.to_string()),
            is_finished: event.is_finished(section),
        }
    }
}

pub fn sections(event: &Event, stamp: Stamp, corrected: &[MatchId]) -> Vec<SectionViews> {
    event.tournament().sections.iter().map(|section| SectionViews::of(event, section, stamp, corrected)).collect()
}

impl SectionViews {
    /// All posted rounds, and where everybody is placed. Nobody reads a winner before the section is played out.
    fn of(event: &Event, section: &Section, stamp: Stamp, corrected: &[MatchId]) -> Self {
        let sheet =
            |round: &Round| pairings::view(event, section, round, pairings::Order::Table, stamp).marked(corrected);
        let after = event.standing_round(section);
        let played = after > 0;
        let prizes = event.is_finished(section).then(|| prizes::view(event, section, prizes::Paper::List, stamp));
        let posted = event.posted_rounds(section.id);
        let bracket = (posted > 0).then(|| bracket::view(event, section, posted, stamp).ok()).flatten();
        let tournament = event.tournament();
        let entered = tournament.teams_in(section.id).filter(|team| tournament.status(team).is_in());
        Self {
            name: section.name.clone(),
            entered: entered.map(|team| TeamRef::new(tournament, team)).collect(),
            rounds: tournament.rounds_of(section.id).map(sheet).collect(),
            standings: played.then(|| standings::view(event, section, after, stamp)),
            crosstable: played.then(|| crosstable::CrosstableSheet {
                rated: None,
                ..crosstable::view(event, section, after, Order::Place, stamp)
            }),
            bracket,
            prizes: prizes.filter(|prizes| !prizes.prizes.is_empty()),
            ahead: Ahead::of(event, section, stamp),
        }
    }
}

pub(super) fn round_page(section: u32, round: u32) -> String {
    format!("section-{section}-round-{round}.html")
}

pub(super) fn projector_page(section: u32) -> String {
    format!("projector-{section}.html")
}

pub(super) fn standings_page(section: u32) -> String {
    format!("section-{section}-standings.html")
}

pub(super) fn crosstable_page(section: u32) -> String {
    format!("section-{section}-crosstable.html")
}

pub(super) fn bracket_page(section: u32) -> String {
    format!("section-{section}-bracket.html")
}

pub(super) fn prizes_page(section: u32) -> String {
    format!("section-{section}-prizes.html")
}
