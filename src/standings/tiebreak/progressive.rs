//! Progressive score [FIDE C.07 7.5]: the running score after every round, added up; nothing is taken off.
//!
//! Cut-1 leaves out round 1. Example: win, draw, loss: 1 + 1½ + 1½ = 4, cut 3.

use super::super::scorebook::Scorebook;
use super::super::tally::Cut;
use super::super::tally::Tally;
use super::super::tie_break::Trim;
use super::cumulative;

/// Running scores, the first ones cut as asked.
pub fn tally(book: &Scorebook<'_>, team: usize, trim: Trim) -> Tally {
    let mut tally = cumulative::running(book, team);
    tally.terms.iter_mut().take(trim.ends().0).for_each(|term| term.cut = Some(Cut::Early));
    tally
}
