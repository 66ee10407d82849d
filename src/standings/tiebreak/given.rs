//! Numbers that the team was given: the pairing number [FIDE C.07 7.8] and the lot [US Chess 34E13]. Lower is first.

use super::super::scorebook::Scorebook;
use super::super::tally::Basis;
use super::super::tally::Tally;
use super::super::tally::Term;
use super::super::value::Value;

/// TPN: the place in the seeding list.
pub fn pairing_number(book: &Scorebook<'_>, team: usize) -> Tally {
    number(book.field().entries[team].seed)
}

/// The lot drawn once, at entry.
pub fn lot(book: &Scorebook<'_>, team: usize) -> Tally {
    number(book.field().entries[team].lot)
}

fn number(number: u32) -> Tally {
    Tally::sum(vec![Term {
        round: 0,
        opponent: None,
        basis: Basis::Given,
        value: Value::whole(number.into()),
        cut: None,
    }])
}
