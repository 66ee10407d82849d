//! What the site is made from, and what its pages are called.

use super::super::{crosstable, pairings, prizes, standings};

/// What a section publishes.
#[derive(Debug, Clone, PartialEq)]
pub struct SectionViews {
    pub name: String,
    /// Posted rounds, first to last, by table.
    pub rounds: Vec<pairings::View>,
    /// The standings, once a round is posted.
    pub standings: Option<standings::View>,
    /// The crosstable, once a round is posted.
    pub crosstable: Option<crosstable::View>,
    /// Who won what, once the section is played out.
    pub prizes: Option<prizes::View>,
}

pub(super) fn round_page(section: u32, round: u32) -> String {
    format!("section-{section}-round-{round}.html")
}

/// The page of the latest round for a projector.
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

/// The page of a team, by its number.
pub(super) fn team_page(team: u32) -> String {
    format!("team-{team}.html")
}
