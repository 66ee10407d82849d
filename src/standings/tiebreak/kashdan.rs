//! Kashdan [US Chess 34E7]: 4 for a win, 2 for a draw, 1 for a loss, nothing for a round not played.
//!
//! A double round counts once, by its total against half of it. Example: two wins, a draw and a loss: 11.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::value::Value;
use super::opponents;
use std::cmp::Ordering;

/// One term a round.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let half = book.draw(Score::Match);
    Tally::sum(opponents::terms(book, team, |_, own, theirs| {
        let worth = match own.cmp(&half) {
            Ordering::Greater => 4,
            Ordering::Equal => 2,
            Ordering::Less => 1,
        };
        (Basis::Result { own, theirs }, Value::whole(worth))
    }))
}
