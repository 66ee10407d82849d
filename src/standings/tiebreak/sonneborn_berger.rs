//! Sonneborn-Berger [US Chess 34E8]: adjusted scores of the teams beaten, half of those drawn with.
//!
//! In general the points scored against an opponent times that opponent's adjusted score; unplayed rounds put in
//! nothing. Example: beat teams on 2½ and 1, drew with one on 3: 2½ + 1 + 1½ = 5.

use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::value::Value;
use super::opponents;

/// One term a round.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    Tally::sum(opponents::terms(book, team, |opponent, points, _| {
        let counted = book.us_adjusted(opponent);
        (Basis::Product { counted, points, unplayed: None }, Value::product(counted, points))
    }))
}
