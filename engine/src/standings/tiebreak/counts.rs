//! Tie-breaks that count what a team did itself, no matter whom it met: rounds won or played with Black, boards, the other score; and
//! the numbers that it was given.
//!
//! FIDE's counts of rounds [C.07 7.1 to 7.4, 7.6]: a double round is won with all of its points; one of its matches forfeited
//! still leaves it played [C.04.5]. Example: win, forfeit win, half-point bye, loss: WIN 2, WON 1, REP 3.
//!
//! Knock-out tie-breaks on boards [FIDE C.07 12]: in bughouse the boards of a match share its result, so these part nobody;
//! they matter for team files read from elsewhere. Example: 7 points on board 1 and 6½ on board 2: count 20, top 7, without the
//! bottom 7.

use super::super::scorebook::{Cell, Score, Scorebook};
use super::super::tally::{Basis, Tally, Term};
use super::super::value::Value;
use super::opponents;
use crate::tournament::{HalfPoints, RoundRecord, Unplayed};
use std::cmp::Ordering;

/// Kashdan [US Chess 34E7]: 4 for a win, 2 for a draw, 1 for a loss, nothing for a round not played.
///
/// A double round counts once, by its total against half of it. Example: two wins, a draw and a loss: 11.
pub fn kashdan(book: &Scorebook<'_>, team: usize) -> Tally {
    let half = book.draw(Score::Match);
    opponents::of_played(book, team, |_, own, theirs| {
        let worth = match own.cmp(&half) {
            Ordering::Greater => 4,
            Ordering::Equal => 2,
            Ordering::Less => 1,
        };
        (Basis::Result { own, theirs }, Value::whole(worth))
    })
}

/// Wins, US style: rounds won at the board. A double round needs all of its points.
///
/// Byes and forfeits put in nothing, as in the other US tie-breaks. Example: win, bye, draw, win: 2.
pub fn wins(book: &Scorebook<'_>, team: usize) -> Tally {
    let win = book.win();
    opponents::of_played(book, team, |_, own, theirs| {
        (Basis::Result { own, theirs }, Value::whole((own >= win).into()))
    })
}

/// WIN: rounds that scored a win's points, played or not.
pub fn fide_wins(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |_, cell| cell.points() >= book.win())
}

/// WON: rounds won over the board; in a round robin also by forfeit, losses by forfeit being no matter here [15.2].
pub fn fide_won(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |_, cell| is_won_at_the_board(book, cell))
}

/// BPG: rounds played with Black on the first board.
pub fn fide_black(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |round, _| had_black(book, team, round))
}

/// BWG: rounds won with Black on the first board.
pub fn fide_black_won(book: &Scorebook<'_>, team: usize) -> Tally {
    count(book, team, |round, cell| had_black(book, team, round) && is_won_at_the_board(book, cell))
}

/// REP: all rounds but requested byes and forfeit losses.
pub fn rounds_elected(book: &Scorebook<'_>, team: usize) -> Tally {
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
    matches!(book.field().entries[team].record.rounds.get(round), Some(RoundRecord::Played { white, .. }) if white.first() == Some(&false))
}

fn count(book: &Scorebook<'_>, team: usize, is_counted: impl Fn(usize, Cell) -> bool) -> Tally {
    Tally::sum(opponents::of_rounds(book, team, |round, cell| {
        let (opponent, basis) = match cell {
            Cell::Met { opponent, own, theirs, .. } => (Some(opponent), Basis::Result { own, theirs }),
            Cell::Missed { kind, scheduled, .. } => (scheduled, Basis::Missed(kind)),
            Cell::Open { .. } | Cell::Struck => return None,
        };
        Some(Term::new(round, opponent, basis, Value::whole(is_counted(round, cell).into())))
    }))
}

/// Standard points [FIDE C.07 7.7]: 1 for more points than the opponent in a round, ½ for as many.
///
/// A forfeit is compared with the scheduled opponent's points, so that both of a double forfeit have ½; any other unplayed round with
/// half of the round. Example: win, draw, half-point bye, loss: 2.
pub fn standard(book: &Scorebook<'_>, team: usize) -> Tally {
    let half = book.draw(Score::Match);
    Tally::sum(opponents::of_rounds(book, team, |round, cell| {
        let (opponent, basis, comparison) = match cell {
            Cell::Met { opponent, own, theirs, .. } => {
                (Some(opponent), Basis::Result { own, theirs }, own.cmp(&theirs))
            }
            Cell::Missed { kind, points, scheduled } => {
                let against = scheduled.map_or(half, |opponent| book.scored(opponent, round, Score::Match));
                (scheduled, Basis::Missed(kind), points.cmp(&against))
            }
            Cell::Open { .. } | Cell::Struck => return None,
        };
        let points = match comparison {
            Ordering::Greater => HalfPoints::WIN,
            Ordering::Equal => HalfPoints::DRAW,
            Ordering::Less => HalfPoints::ZERO,
        };
        Some(Term::new(round, opponent, basis, points))
    }))
}

/// The other score [FIDE C.07 13.1]: game points where match points rank.
///
/// A bughouse match gives both of its boards to the winner, so there it is twice the score. Example: 2½ match points
/// won 2:0, 1:1 and 2:0: 5.
pub fn other_score(book: &Scorebook<'_>, team: usize) -> Tally {
    Tally::sum(vec![Term::whole(Basis::OtherScore, book.score(team, Score::Game))])
}

/// BC: each board's points times its number.
pub fn board_count(book: &Scorebook<'_>, team: usize) -> Tally {
    over_boards(book, team, |number, _| i64::from(number))
}

/// TBR: the points of board 1.
pub fn top_board(book: &Scorebook<'_>, team: usize) -> Tally {
    over_boards(book, team, |number, _| i64::from(number == 1))
}

/// BBE: the points of all boards but the last.
pub fn bottom_board_eliminated(book: &Scorebook<'_>, team: usize) -> Tally {
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

/// TPN: the number that is on every sheet.
pub fn pairing_number(book: &Scorebook<'_>, team: usize) -> Tally {
    number(book.field().entries[team].number)
}

/// The lot drawn once, at entry.
pub fn lot(book: &Scorebook<'_>, team: usize) -> Tally {
    number(book.field().entries[team].lot)
}

fn number(number: u32) -> Tally {
    Tally::sum(vec![Term::whole(Basis::Given, Value::whole(number.into()))])
}
