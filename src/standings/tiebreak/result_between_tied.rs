//! Result between tied teams [US Chess 34E5]: wins less losses in the matches they played with one another.
//!
//! Each match of a double round counts by itself; forfeits do not count. Example: three teams tied, one beat both
//! others and they drew: +2, -1, -1.

use super::super::scorebook::Cell;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::value::Value;

/// Meetings with teams in `tied`, which is sorted.
pub fn tally(book: &Scorebook<'_>, team: usize, tied: &[usize]) -> Tally {
    let mut terms = Vec::new();
    if tied.len() > 1 {
        for (round, cell) in book.row(team).iter().enumerate() {
            if let Cell::Met { opponent, own, theirs, plus, .. } = *cell
                && tied.binary_search(&opponent).is_ok()
            {
                terms.push(Term::new(round, Some(opponent), Basis::Result { own, theirs }, Value::whole(plus.into())));
            }
        }
    }
    Tally::sum(terms)
}
