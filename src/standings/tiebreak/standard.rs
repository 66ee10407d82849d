//! Standard points [FIDE C.07 7.7]: 1 for more points than the opponent in a round, ½ for as many.
//!
//! A forfeit is compared with the scheduled opponent's points, so that both of a double forfeit have ½; any other unplayed round with
//! half of the round. Example: win, draw, half-point bye, loss: 2.

use super::super::scorebook::Cell;
use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use crate::tournament::HalfPoints;
use std::cmp::Ordering;

/// One term a round.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let half = book.draw(Score::Match);
    let mut terms = Vec::with_capacity(book.rounds());
    for (round, cell) in book.row(team).iter().enumerate() {
        let (opponent, basis, comparison) = match *cell {
            Cell::Met { opponent, own, theirs, .. } => {
                (Some(opponent), Basis::Result { own, theirs }, own.cmp(&theirs))
            }
            Cell::Missed { kind, points, scheduled } => {
                let against = scheduled.map_or(half, |opponent| book.scored(opponent, round, Score::Match));
                (scheduled, Basis::Missed(kind), points.cmp(&against))
            }
            Cell::Open { .. } | Cell::Struck => continue,
        };
        let points = match comparison {
            Ordering::Greater => HalfPoints::WIN,
            Ordering::Equal => HalfPoints::DRAW,
            Ordering::Less => HalfPoints::ZERO,
        };
        terms.push(Term::new(round, opponent, basis, points));
    }
    Tally::sum(terms)
}
