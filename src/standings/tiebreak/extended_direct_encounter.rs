//! Extended direct encounter [FIDE C.07 13.3]: on match points; where that is stuck, on game points.
//!
//! Each is worked out to its end; teams that are then still level start again with match points. Example: two teams
//! that drew their match 1:1, one of them with more board points in it: that one is first.

use super::super::scorebook::Score;
use super::super::scorebook::Scorebook;
use super::super::value::Value;
use super::direct_encounter;

/// The place of each team of the group, from 1.
pub fn places(book: &Scorebook<'_>, group: &[usize]) -> Vec<Value> {
    let by = |score: Score| move |part: &[usize]| direct_encounter::split(book, part, score);
    let split = |part: &[usize]| {
        let on_match_points = direct_encounter::settle(part.to_vec(), &by(Score::Match));
        if on_match_points.len() > 1 {
            on_match_points
        } else {
            direct_encounter::settle(part.to_vec(), &by(Score::Game))
        }
    };
    direct_encounter::numbered(group, &direct_encounter::settle(group.to_vec(), &split))
}
