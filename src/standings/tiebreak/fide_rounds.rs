//! FIDE's counts of rounds [C.07 7.1 to 7.4, 7.6]: won, played with Black, willing to play.
//!
//! A double round is won with all of its points; one of its matches forfeited still leaves it played [C.04.5]. Example: win, forfeit win, half-point bye, loss: WIN 2, WON 1, REP 3.

use super::super::scorebook::Cell;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::value::Value;
use crate::tournament::RoundRecord;
use crate::tournament::Unplayed;

/// WIN: rounds that scored a win's points, played or not.
pub fn wins(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |_, cell| cell.points() >= book.win())
}

/// WON: rounds won over the board; in a round robin also by forfeit, losses by forfeit being no matter here [15.2].
pub fn won(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |_, cell| is_won_at_the_board(book, cell))
}

/// BPG: rounds played with Black on the first board.
pub fn black(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |round, _| had_black(book, team, round))
}

/// BWG: rounds won with Black on the first board.
pub fn black_won(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |round, cell| had_black(book, team, round) && is_won_at_the_board(book, cell))
}

/// REP: all rounds but requested byes and forfeit losses.
pub fn elected(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |round, _| {
        use Unplayed::{ForfeitLoss, HalfBye, ZeroBye};
        !matches!(
            book.field().entries[team].record.rounds.get(round),
            None | Some(RoundRecord::Unplayed { kind: ForfeitLoss | HalfBye | ZeroBye, .. })
        )
    })
}

fn is_won_at_the_board(book: &Scorebook<'_>, cell: Cell) -> bool {
    matches!(cell, Cell::Met { own, .. } if own >= book.win())
}

fn had_black(book: &Scorebook<'_>, team: usize, round: usize) -> bool {
    matches!(book.field().entries[team].record.rounds.get(round), Some(RoundRecord::Played { white: false, .. }))
}

fn count(book: &Scorebook<'_>, team: usize, is_counted: impl Fn(usize, Cell) -> bool) -> Tally {
    let mut terms = Vec::with_capacity(book.rounds());
    for (round, cell) in book.row(team).iter().enumerate() {
        let (opponent, basis) = match *cell {
            Cell::Met { opponent, own, theirs, .. } => (Some(opponent), Basis::Result { own, theirs }),
            Cell::Missed { kind, scheduled, .. } => (scheduled, Basis::Missed(kind)),
            Cell::Open { .. } | Cell::Struck => continue,
        };
        terms.push(Term::new(round, opponent, basis, Value::whole(is_counted(round, *cell).into())));
    }
    Tally::sum(terms)
}
