//! What the site is made from, and what its pages are called.

use super::super::masthead::Stamp;
use super::super::naming::TeamRef;
use super::super::{crosstable, pairings, prizes, standings};
use crate::event::Event;
use crate::standings::crosstable::Order;
use crate::tournament::{MatchId, Round, Section};

#[derive(Debug, Clone, PartialEq)]
pub struct SectionViews {
    pub name: String,
    /// The teams that play in it, whether they have yet or not.
    pub entered: Vec<TeamRef>,
    /// Posted rounds, first to last, by table.
    pub rounds: Vec<pairings::RoundPairings>,
    pub standings: Option<standings::StandingsList>,
    pub crosstable: Option<crosstable::CrosstableSheet>,
    /// Who won what, once the section is played out.
    pub prizes: Option<prizes::PrizeList>,
}

pub fn sections(event: &Event, stamp: Stamp, corrected: &[MatchId]) -> Vec<SectionViews> {
    event.tournament().sections.iter().map(|section| SectionViews::of(event, section, stamp, corrected)).collect()
}

impl SectionViews {
    /// All posted rounds, and where everybody stands. Nobody reads a winner before the section is played out.
    fn of(event: &Event, section: &Section, stamp: Stamp, corrected: &[MatchId]) -> Self {
        let sheet =
            |round: &Round| pairings::view(event, section, round, pairings::Order::Table, stamp).marked(corrected);
        let after = event.standing_round(section);
        let played = after > 0;
        let prizes = event.is_finished(section).then(|| prizes::view(event, section, prizes::Paper::List, stamp));
        let tournament = event.tournament();
        let entered = tournament.teams_in(section.id).filter(|team| tournament.status(team).is_in());
        Self {
            name: section.name.clone(),
            entered: entered.map(|team| TeamRef::new(tournament, team)).collect(),
            rounds: tournament.rounds_of(section.id).map(sheet).collect(),
            standings: played.then(|| standings::view(event, section, after, stamp)),
            crosstable: played.then(|| crosstable::view(event, section, after, Order::Place, stamp)),
            prizes: prizes.filter(|prizes| !prizes.prizes.is_empty()),
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

pub(super) fn prizes_page(section: u32) -> String {
    format!("section-{section}-prizes.html")
}
