//! Tie-breaks from the points scored against each opponent, by how strong that opponent was: Sonneborn-Berger, USAT, Koya.

use super::super::scorebook::{Score, Scorebook};
use super::super::tally::{Basis, Tally};
use super::super::tie_break::Trim;
use super::super::value::Value;
use super::opponents;

/// Sonneborn-Berger [US Chess 34E8]: adjusted scores of the teams beaten, half of those drawn with.
///
/// In general the points scored against an opponent times that opponent's adjusted score; unplayed rounds put in
/// nothing. Example: beat teams on 2½ and 1, drew with one on 3: 2½ + 1 + 1½ = 5.
pub fn sonneborn_berger(book: &Scorebook<'_>, team: usize) -> Tally {
    opponents::of_played(book, team, |opponent, points, _| {
        let counted = book.us_adjusted(opponent);
        (Basis::Product { counted, points, unplayed: None }, Value::product(counted, points))
    })
}

/// Sonneborn-Berger [FIDE C.07 9.1]: opponents' adjusted scores times the points scored against them.
///
/// Unplayed rounds put in their stand-in times the points awarded. Example: beat a team on 2, drew with one on 3½: 3.75.
pub fn fide_sonneborn_berger(book: &Scorebook<'_>, team: usize, trim: Trim) -> Tally {
    extended_sonneborn_berger(book, team, Score::Match, Score::Match, trim)
}

/// Extended Sonneborn-Berger for teams [FIDE C.07 13.2]: the opponent's score times one's own against it.
///
/// Either score may be match or game points: EMMSB, EMGSB, EGMSB, EGGSB, the opponent's named first. Example: 2 match
/// points against a team on 7 and 1 against a team on 4: 18.
pub fn extended_sonneborn_berger(book: &Scorebook<'_>, team: usize, theirs: Score, own: Score, trim: Trim) -> Tally {
    opponents::fide_sum(book, team, theirs, trim, |round| {
        let (counted, points) = (round.counted, book.scored(team, round.round, own));
        (Basis::Product { counted, points, unplayed: round.dummy }, Value::product(counted, points))
    })
}

/// USAT [US Chess 34G2]: points scored against each opponent times that opponent's final score.
///
/// Scores are raw, byes and forfeits of the opponent included; own unplayed rounds put in nothing. It is meant for
/// double rounds. Example: 2:0 against a team on ½, 1:1 against 4½, 1:1 against 4: 1 + 4½ + 4 = 9½.
pub fn usat(book: &Scorebook<'_>, team: usize) -> Tally {
    opponents::of_played(book, team, |opponent, points, _| {
        let counted = book.score(opponent, Score::Match);
        (Basis::Product { counted, points, unplayed: None }, Value::product(counted, points))
    })
}

/// Koya [FIDE C.07 9.2]: points against opponents with half or more of what they could score.
///
/// For round robins. Example: a draw with a team on 5 of 7 and a win over a team on 3 of 7: ½.
pub fn koya(book: &Scorebook<'_>, team: usize) -> Tally {
    let half = book.draw(Score::Match).0;
    opponents::of_played(book, team, |opponent, own, theirs| {
        if book.score(opponent, Score::Match).0 >= half * book.rounds_on_offer(opponent) as i32 {
            (Basis::Result { own, theirs }, own.into())
        } else {
            (Basis::PassedOver, Value::ZERO)
        }
    })
}
