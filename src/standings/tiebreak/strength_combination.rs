//! Scores and schedule strength combined [FIDE C.07 13.4]: game points, and Buchholz brought to their size.
//!
//! Buchholz on match points, at what a match scores in the event, is divided by the most match points of the event over the
//! most game points of a match, rounded towards zero [13.4.2]. Example: 17½ game points and a Buchholz of 64 over 7 rounds on 4
//! boards, 2 points a match (7 x 2 / 4 = 3): 38.83.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::tie_break::Trim;
use super::super::value::Value;
use super::buchholz;

/// The game points, then Buchholz divided.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let games = Value::from(book.score(team, Score::Game));
    let win = book.field().win;
    let divisor = (book.rounds() as i64 * win / (100 * i64::from(book.field().boards.max(1)))).max(1);
    let buchholz = (buchholz::tally(book, team, Score::Match, Trim::Nothing).value() * win).shared_by(100);
    let strength = buchholz.shared_by(divisor);
    let term = |basis, value| Term { round: 0, opponent: None, basis, value, cut: None };
    Tally::sum(vec![term(Basis::OtherScore, games), term(Basis::OpponentTotal, strength)])
}
