//! Cumulative of Opposition [US Chess 34E9]: the Cumulative scores of the opponents met.
//!
//! Example: opponents with Cumulatives of 6½, 3 and 3: 12½. A round without an opponent puts in nothing.

use super::super::scorebook::Scorebook;
use super::super::scorebook::Total;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::cumulative;
use super::opponents;

/// One term an opponent.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    Tally::sum(opponents::terms(book, team, |opponent, _, _| {
        (Basis::OpponentTotal, book.total(Total::Cumulative, opponent, |team| cumulative::tally(book, team).value()))
    }))
}
