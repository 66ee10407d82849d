//! Sonneborn-Berger [FIDE C.07 9.1]: opponents' adjusted scores times the points scored against them.
//!
//! Unplayed rounds put in their stand-in times the points awarded. Example: beat a team on 2, drew with one on 3½: 3.75.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Tally;
use super::super::tie_break::Trim;
use super::extended_sonneborn_berger;

/// One term a round, cut as asked.
pub fn tally(book: &Scorebook<'_>, team: usize, trim: Trim) -> Tally {
    extended_sonneborn_berger::tally(book, team, Score::Match, Score::Match, trim)
}
