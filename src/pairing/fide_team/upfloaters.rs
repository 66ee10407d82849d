//! Which teams are pulled up into the top score group [C.04.6 3.5].

use super::field::Field;
use super::matching::{self, OneOut};
use super::several;

/// The set of upfloaters, by score, then number.
///
/// `residents` are the teams of the top score group, `lower` all others not yet paired, by score, then number. Together they can be
/// paired off.
pub(super) fn choose(field: &Field, residents: &[usize], lower: &[usize]) -> Vec<usize> {
    if residents.len().is_multiple_of(2) {
        if matching::is_pairable(field, residents) && matching::is_pairable(field, lower) {
            return Vec::new();
        }
    } else if let Some(one) = single(field, residents, lower) {
        return vec![one];
    }
    several::choose(field, residents, lower)
}

/// The one upfloater into an odd score group, if one is enough.
fn single(field: &Field, residents: &[usize], lower: &[usize]) -> Option<usize> {
    let resident_out = matching::one_out(field, residents);
    let lower_out = matching::one_out(field, lower);
    let fits = |team: &&usize| lower_out.allows(**team) && joins(field, **team, residents, &resident_out);
    let highest = field.score(*lower.iter().find(fits)?);
    let mut candidates: Vec<usize> =
        lower.iter().filter(|team| field.score(**team) == highest).filter(fits).copied().collect();
    candidates.sort_by_key(|team| field.floated(*team));
    candidates.iter().find(|team| leaves_the_next_group_whole(field, lower, &[**team])).or(candidates.first()).copied()
}

/// Whether the score group that comes next, less the teams pulled up, can do with as few upfloaters as its parity asks [2.3.3].
pub(super) fn leaves_the_next_group_whole(field: &Field, lower: &[usize], pulled_up: &[usize]) -> bool {
    let (following, below) = lower.split_at(lower.partition_point(|team| field.score(*team) == field.score(lower[0])));
    let without = |teams: &[usize]| teams.iter().copied().filter(|team| !pulled_up.contains(team)).collect::<Vec<_>>();
    closes(field, &without(following), &without(below))
}

/// Whether a team completes a group that can spare one of its own.
fn joins(field: &Field, team: usize, group: &[usize], one_out: &OneOut) -> bool {
    group.iter().any(|other| one_out.allows(*other) && field.may_meet(team, *other))
}

/// Whether a score group can be paired with as few upfloaters as its parity asks, and the rest too [2.3.3].
///
/// A group that is used up asks for nothing.
fn closes(field: &Field, group: &[usize], below: &[usize]) -> bool {
    if group.is_empty() {
        return true;
    }
    if group.len().is_multiple_of(2) {
        return matching::is_pairable(field, group) && matching::is_pairable(field, below);
    }
    // Below it then there is an odd number of teams too.
    let (group_out, below_out) = (matching::one_out(field, group), matching::one_out(field, below));
    below.iter().any(|team| below_out.allows(*team) && joins(field, *team, group, &group_out))
}
