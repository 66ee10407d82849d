//! Knock-out tie-breaks on boards [FIDE C.07 12]: board count, top board, bottom board eliminated.
//!
//! In bughouse the boards of a match share its result, so these part nobody; they matter for team files read from
//! elsewhere. Example: 7 points on board 1 and 6½ on board 2: count 20, top 7, without the bottom 7.

use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::value::Value;
use crate::tournament::HalfPoints;

/// BC: each board's points times its number.
pub fn count(book: &Scorebook<'_>, team: usize) -> Tally {
    over_boards(book, team, |number, _| i64::from(number))
}

/// TBR: the points of board 1.
pub fn top(book: &Scorebook<'_>, team: usize) -> Tally {
    over_boards(book, team, |number, _| i64::from(number == 1))
}

/// BBE: the points of all boards but the last.
pub fn all_but_bottom(book: &Scorebook<'_>, team: usize) -> Tally {
    over_boards(book, team, |number, boards| i64::from(number < boards))
}

fn over_boards(book: &Scorebook<'_>, team: usize, weight: impl Fn(u8, u8) -> i64) -> Tally {
    let field = book.field();
    let mut terms = Vec::new();
    for (round, cell) in book.row(team).iter().enumerate() {
        let boards = field.entries[team].board_points.get(round);
        for number in 1..=field.boards {
            let points =
                boards.map_or(cell.points(), |b| b.get(usize::from(number) - 1).copied().unwrap_or(HalfPoints::ZERO));
            let value = Value::from(points) * weight(number, field.boards);
            terms.push(Term::new(round, None, Basis::Board { number, points }, value));
        }
    }
    Tally::sum(terms)
}
