//! Wins, US style: rounds won at the board. A double round needs all of its points.
//!
//! Byes and forfeits put in nothing, as in the other US tie-breaks. Example: win, bye, draw, win: 2.

use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::value::Value;
use super::opponents;

/// One term a round.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let win = book.win();
    Tally::sum(opponents::terms(book, team, |_, own, theirs| {
        (Basis::Result { own, theirs }, Value::whole((own >= win).into()))
    }))
}
