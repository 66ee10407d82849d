//! Extended direct encounter [FIDE C.07 13.3]: on match points; where that is stuck, on game points.
//!
//! Each part that comes out starts again with match points. Example: two teams that drew their match 1:1, one of
//! them with more board points in it: that one is first.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::value::Value;
use super::direct_encounter;

/// The place of each team of the group, from 1.
pub fn places(book: &Scorebook<'_>, group: &[usize]) -> Vec<Value> {
    let split = |part: &[usize]| {
        let by_match = direct_encounter::split(book, part, Score::Match);
        if by_match.len() > 1 { by_match } else { direct_encounter::split(book, part, Score::Game) }
    };
    direct_encounter::numbered(group, &direct_encounter::settle(group.to_vec(), &split))
}
