//! Tie-breaks from the scores of the opponents: Solkoff, the Medians, FIDE's Buchholz and what is made of it.

use super::super::scorebook::{Cell, Score, Scorebook, Total};
use super::super::tally::{Basis, Cut, Tally, Term};
use super::super::tie_break::Trim;
use super::super::value::Value;
use super::opponents;
use std::cmp::Ordering;

/// Solkoff [US Chess 34E2]: the adjusted scores of all opponents.
///
/// Example: opponents on 2½, 1 and ½ and one forfeit win, which puts in nothing: 4.
pub fn solkoff(book: &Scorebook<'_>, team: usize) -> Tally {
    opponents::us_list(book, team)
}

/// Median, or Harkness [US Chess 34E4]: opponents' scores without the highest and the lowest.
///
/// Two each from nine rounds on. Example: 1, 3, 2 and 1 met: 1 and 3 go, 3 is left.
pub fn median(book: &Scorebook<'_>, team: usize) -> Tally {
    without(book, team, &[Cut::Lowest, Cut::Highest])
}

/// Opponents' scores without one at these ends, or two from nine rounds on.
fn without(book: &Scorebook<'_>, team: usize, ends: &[Cut]) -> Tally {
    let mut tally = opponents::us_list(book, team);
    let count = if book.rounds_of(team) >= 9 { 2 } else { 1 };
    ends.iter().for_each(|end| tally.cut(count, *end));
    tally
}

/// Modified Median [US Chess 34E1]: opponents' scores, leaving out the least telling.
///
/// More than half of the points on offer: the lowest goes; less: the highest; exactly half: both. Two
/// each from nine rounds on. Example: scores 2½, 1, 0 (own forfeit win), ½ met on the way to 3 of 4: the 0 goes, 4 is left.
pub fn modified_median(book: &Scorebook<'_>, team: usize) -> Tally {
    let even = book.draw(Score::Match).0 * book.rounds_of(team) as i32;
    match book.score(team, Score::Match).0.cmp(&even) {
        Ordering::Greater => without(book, team, &[Cut::Lowest]),
        Ordering::Less => without(book, team, &[Cut::Highest]),
        Ordering::Equal => median(book, team),
    }
}

/// Buchholz [FIDE C.07 8.1, 14, 16]: adjusted scores of the opponents, stand-ins for unplayed rounds.
///
/// Fore Buchholz [8.3] is the same on a table whose last round was drawn. Example: opponents on 2½ and 1½, a forfeit
/// win against a team on 1 (stand-in 1), and 1: 6; Cut-1 leaves 5.
pub fn buchholz(book: &Scorebook<'_>, team: usize, score: Score, trim: Trim) -> Tally {
    opponents::fide_sum(book, team, score, trim, |round| {
        let (counted, of) = (round.counted, |team| book.score(team, score));
        let basis = match round.dummy {
            Some(kind) => Basis::Dummy { kind, own: of(team), counted },
            None => Basis::Opponent { score: round.opponent.map_or(counted, of), counted },
        };
        (basis, counted.into())
    })
}

/// Average of opponents' Buchholz [FIDE C.07 8.2]: the mean Buchholz of the opponents really met.
///
/// Example: two opponents with 12½ and 13, three rounds not played: 12.75.
pub fn average_of_buchholz(book: &Scorebook<'_>, team: usize) -> Tally {
    let of = |team| buchholz(book, team, Score::Match, Trim::Nothing).value();
    Tally::mean(opponents::of_rounds(book, team, |round, cell| {
        let Cell::Met { opponent, .. } = cell else { return None };
        let theirs = book.total(Total::Buchholz, opponent, of);
        Some(Term::new(round, Some(opponent), Basis::OpponentTotal, theirs))
    }))
}

/// Scores and schedule strength combined [FIDE C.07 13.4]: game points, and Buchholz scaled to their size.
///
/// Buchholz on match points, at what a match scores in the event, is divided by the most match points of the event over the
/// most game points of a match, rounded towards zero [13.4.2]. Example: 17½ game points and a Buchholz of 64 over 7 rounds on 4
/// boards, 2 points a match (7 x 2 / 4 = 3): 38.83.
pub fn strength_combination(book: &Scorebook<'_>, team: usize) -> Tally {
    let games = Value::from(book.score(team, Score::Game));
    let win = book.field().win;
    let divisor = (book.row(team).len() as i64 * win / (100 * i64::from(book.field().boards.max(1)))).max(1);
    let buchholz = (buchholz(book, team, Score::Match, Trim::Nothing).value() * win).shared_by(100);
    let strength = buchholz.shared_by(divisor);
    Tally::sum(vec![Term::whole(Basis::OtherScore, games), Term::whole(Basis::OpponentTotal, strength)])
}
