//! Median, or Harkness [US Chess 34E4]: opponents' scores without the highest and the lowest.
//!
//! Two each from nine rounds on. Example: 1, 3, 2 and 1 met: 1 and 3 go, 3 is left.

use super::super::scorebook::Scorebook;
use super::super::tally::Tally;
use super::opponents;

/// The terms, cut at both ends.
pub fn tally(book: &Scorebook<'_>, team: usize) -> Tally {
    let mut tally = opponents::us_list(book, team);
    let ends = if book.rounds_of(team) >= 9 { 2 } else { 1 };
    tally.cut_lowest(ends);
    tally.cut_highest(ends);
    tally
}
