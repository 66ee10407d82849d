//! Cumulative [US Chess 34E3]: the running score after every round, added up.
//!
//! Points of byes (half-point byes too) and of forfeit wins are taken off once. Example: loss, win, forfeit win, win:
//! 0 + 1 + 2 + 3 and 1 off: 5.

use super::super::scorebook::Cell;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::value::Value;
use crate::tournament::HalfPoints;
use crate::tournament::Unplayed;

/// Running scores first, then what is taken off.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let mut tally = running(book, team);
    for (round, cell) in book.row(team).iter().enumerate() {
        if let Cell::Missed { kind, points, scheduled } = *cell
            && points > HalfPoints::ZERO
            && kind != Unplayed::Moved
        {
            tally.terms.push(Term::new(round, scheduled, Basis::Unearned(kind), -Value::from(points)));
        }
    }
    tally
}

/// The running score after each round.
pub fn running(book: &Scorebook<'_>, team: usize) -> Tally {
    let mut score = HalfPoints::ZERO;
    let mut terms = Vec::with_capacity(book.rounds());
    for (round, cell) in book.row(team).iter().enumerate() {
        score += cell.points();
        let opponent = if let Cell::Met { opponent, .. } = cell { Some(*opponent) } else { None };
        terms.push(Term::new(round, opponent, Basis::Running { scored: cell.points() }, score));
    }
    Tally::sum(terms)
}
