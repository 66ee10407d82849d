//! Solkoff [US Chess 34E2]: the adjusted scores of all opponents.
//!
//! Example: opponents on 2½, 1 and ½ and one forfeit win, which puts in nothing: 4.

use super::super::scorebook::Scorebook;
use super::super::tally::Tally;
use super::opponents;

/// The terms; nothing is cut.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    opponents::us_list(book, team)
}
