//! Koya [FIDE C.07 9.2]: points against opponents with half or more of what they could score.
//!
//! For round robins. Example: a draw with a team on 5 of 7 and a win over a team on 3 of 7: ½.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::value::Value;
use super::opponents;

/// One term a round; opponents below half are passed over.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let half = book.draw(Score::Match).0;
    Tally::sum(opponents::terms(book, team, |opponent, own, theirs| {
        if book.score(opponent, Score::Match).0 >= half * book.rounds_of(opponent) as i32 {
            (Basis::Result { own, theirs }, own.into())
        } else {
            (Basis::PassedOver, Value::ZERO)
        }
    }))
}
