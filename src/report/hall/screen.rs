//! `/screen/N`: a projector that turns its pages, follows the event, and says when it does not.

use super::super::pairings::Pairing;
use super::super::projector::{Screen, in_brief};
use super::Head;
use crate::tournament::ByePoints;
use askama::Template;

/// Lines of a page that are read from the last row.
const LINES: usize = 10;

/// `/screen/N`, and `/screen/N?page=2` for browsers without scripts.
#[derive(Debug, Clone, Template)]
#[template(path = "web/hall/screen.html")]
pub struct ScreenPage {
    pub head: Head,
    /// Its address.
    pub address: String,
    pub screen: Screen,
    /// The page shown first, from 1.
    pub page: usize,
    /// How long a page stands, in seconds.
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
        in_brief(&line.first.team.shown)
    }

    fn opponent(&self, line: &Pairing) -> String {
        match (&line.second, line.bye) {
            (Some(second), _) => in_brief(&second.team.shown),
            (None, _) if line.goes_through => "through to the next round".to_owned(),
            (None, Some(ByePoints::Zero)) => "not playing".to_owned(),
            (None, _) => "bye".to_owned(),
        }
    }

    fn result(&self, line: &Pairing) -> String {
        line.results.iter().filter_map(|shown| shown.result).collect::<Vec<_>>().join(" ").replace("1/2", "½")
    }
}
