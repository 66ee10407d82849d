//! The other score [FIDE C.07 13.1]: game points where match points rank.
//!
//! A bughouse match gives both of its boards to the winner, so there it is twice the score. Example: 2½ match points
//! won 2:0, 1:1 and 2:0: 5.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;

/// One term for the whole event.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let points = book.score(team, Score::Game);
    Tally::sum(vec![Term { round: 0, opponent: None, basis: Basis::OtherScore, value: points.into(), cut: None }])
}
