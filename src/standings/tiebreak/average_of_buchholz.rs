//! Average of opponents' Buchholz [FIDE C.07 8.2]: the mean Buchholz of the opponents really met.
//!
//! Example: two opponents with 12½ and 13, three rounds not played: 12.75.

use super::super::scorebook::Cell;
use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::scorebook::Total;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::tie_break::Trim;
use super::buchholz;

/// One term a meeting.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let mut terms = Vec::with_capacity(book.rounds());
    for (round, cell) in book.row(team).iter().enumerate() {
        if let Cell::Met { opponent, .. } = *cell {
            let of = |team| buchholz::tally(book, team, Score::Match, Trim::Nothing).value();
            let theirs = book.total(Total::Buchholz, opponent, of);
            terms.push(Term::new(round, Some(opponent), Basis::OpponentTotal, theirs));
        }
    }
    Tally::mean(terms)
}
