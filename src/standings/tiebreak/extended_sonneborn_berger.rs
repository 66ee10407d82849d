//! Extended Sonneborn-Berger for teams [FIDE C.07 13.2]: the opponent's score times one's own against it.
//!
//! Either score may be match or game points: EMMSB, EMGSB, EGMSB, EGGSB, the opponent's named first. Example: 2 match
//! points against a team on 7 and 1 against a team on 4: 18.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::tie_break::Trim;
use super::super::value::Value;
use super::opponents;

/// One term a round, stand-ins included, cut as asked.
pub fn tally(book: &Scorebook<'_>, team: usize, theirs: Score, own: Score, trim: Trim) -> Tally {
    let met = opponents::contributions(book, team, theirs);
    let mut terms = Vec::with_capacity(met.len());
    for round in &met {
        let points = book.scored(team, round.round, own);
        let basis = Basis::Product { counted: round.counted, points, unplayed: round.dummy };
        terms.push(Term::new(round.round, round.opponent, basis, Value::product(round.counted, points)));
    }
    opponents::trim(&mut terms, &met, trim);
    Tally::sum(terms)
}
