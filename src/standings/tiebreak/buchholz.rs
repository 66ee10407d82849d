//! Buchholz [FIDE C.07 8.1, 14, 16]: adjusted scores of the opponents, stand-ins for unplayed rounds.
//!
//! Fore Buchholz [8.3] is the same on a table whose last round was drawn. Example: opponents on 2½ and 1½, a forfeit
//! win against a team on 1 (stand-in 1), and 1: 6; Cut-1 leaves 5.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::tie_break::Trim;
use super::opponents;

/// One term a round, cut as asked.
pub fn tally(book: &Scorebook<'_>, team: usize, score: Score, trim: Trim) -> Tally {
    let met = opponents::contributions(book, team, score);
    let mut terms = Vec::with_capacity(met.len());
    for round in &met {
        let basis = match (round.dummy, round.opponent) {
            (Some(kind), _) => Basis::Dummy { kind, own: book.score(team, score), counted: round.counted },
            (None, Some(opponent)) => Basis::Opponent { score: book.score(opponent, score), counted: round.counted },
            (None, None) => continue,
        };
        terms.push(Term::new(round.round, round.opponent, basis, round.counted));
    }
    opponents::trim(&mut terms, &met, trim);
    Tally::sum(terms)
}
