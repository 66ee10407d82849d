//! USAT [US Chess 34G2]: points scored against each opponent times that opponent's final score.
//!
//! Scores are raw, byes and forfeits of the opponent included; own unplayed rounds put in nothing. It is meant for
//! double rounds. Example: 2:0 against a team on ½, 1:1 against 4½, 1:1 against 4: 1 + 4½ + 4 = 9½.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::value::Value;
use super::opponents;

/// One term a round.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    Tally::sum(opponents::terms(book, team, |opponent, points, _| {
        let counted = book.score(opponent, Score::Match);
        (Basis::Product { counted, points, unplayed: None }, Value::product(counted, points))
    }))
}
