//! Tie-breaks from the running score: Cumulative, that of the opposition, FIDE's progressive score.

use super::super::scorebook::{Cell, Scorebook, Total};
use super::super::tally::{Basis, Cut, Tally, Term};
use super::super::tie_break::Trim;
use super::super::value::Value;
use super::opponents;
use crate::tournament::{HalfPoints, Unplayed};

/// Cumulative [US Chess 34E3]: the running score after every round, added up.
///
/// Points of byes (half-point byes too) and of forfeit wins are taken off once. Example: loss, win, forfeit win, win:
/// 0 + 1 + 2 + 3 and 1 off: 5.
pub fn cumulative(book: &Scorebook<'_>, team: usize) -> Tally {
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

pub fn running(book: &Scorebook<'_>, team: usize) -> Tally {
    let mut score = HalfPoints::ZERO;
    Tally::sum(opponents::of_rounds(book, team, |round, cell| {
        score += cell.points();
        let opponent = if let Cell::Met { opponent, .. } = cell { Some(opponent) } else { None };
        Some(Term::new(round, opponent, Basis::Running { scored: cell.points() }, score))
    }))
}

/// Cumulative of Opposition [US Chess 34E9]: the Cumulative scores of the opponents met.
///
/// Example: opponents with Cumulatives of 6½, 3 and 3: 12½. A round without an opponent puts in nothing.
pub fn cumulative_of_opposition(book: &Scorebook<'_>, team: usize) -> Tally {
    opponents::of_played(book, team, |opponent, _, _| {
        (Basis::OpponentTotal, book.total(Total::Cumulative, opponent, |team| cumulative(book, team).value()))
    })
}

/// Progressive score [FIDE C.07 7.5]: the running score after every round, added up; nothing is taken off.
///
/// Cut-1 leaves out round 1. Example: win, draw, loss: 1 + 1½ + 1½ = 4, cut 3.
pub fn progressive(book: &Scorebook<'_>, team: usize, trim: Trim) -> Tally {
    let mut tally = running(book, team);
    tally.terms.iter_mut().take(trim.ends().0).for_each(|term| term.cut = Some(Cut::Early));
    tally
}
