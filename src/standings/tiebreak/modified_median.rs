//! Modified Median [US Chess 34E1]: opponents' scores, leaving out the least telling.
//!
//! More than half of the points on offer: the lowest goes; less: the highest; exactly half: both. Two
//! each from nine rounds on. Example: scores 2½, 1, 0 (own forfeit win), ½ met on the way to 3 of 4: the 0 goes, 4 is left.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::tally::Tally;
use super::opponents;
use std::cmp::Ordering;

pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let mut tally = opponents::us_list(book, team);
    let rounds = book.rounds_of(team);
    let ends = if rounds >= 9 { 2 } else { 1 };
    let even = book.draw(Score::Match).0 * rounds as i32;
    match book.score(team, Score::Match).0.cmp(&even) {
        Ordering::Greater => tally.cut_lowest(ends),
        Ordering::Less => tally.cut_highest(ends),
        Ordering::Equal => {
            tally.cut_lowest(ends);
            tally.cut_highest(ends);
        }
    }
    tally
}
