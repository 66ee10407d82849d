//! The steps of a round, from the top score group down, and what is done where no legal pairing exists.

use super::super::settings::{Lookahead, SchoolMode, Settings};
use super::bracket;
use super::matching::{self, OneOut};
use super::pool::Pool;
use std::cmp::Reverse;

/// A round step by step. Teams by their place in the pool.
pub(super) struct Plan {
    pub(super) bye: Option<usize>,
    pub(super) brackets: Vec<Bracket>,
}

/// A score group with the teams pulled up into it.
pub(super) struct Bracket {
    /// Teams of the score group that were not pulled up before.
    pub(super) residents: Vec<usize>,
    /// All teams below that were not paired yet, by score, then number.
    pub(super) lower: Vec<usize>,
    pub(super) upfloaters: Vec<usize>,
    pub(super) pairs: Vec<(usize, usize)>,
}

/// The round that the text defines; `None` where no legal pairing exists.
pub(super) fn of(pool: &Pool) -> Option<Plan> {
    let bye = bye(pool)?;
    let mut brackets = Vec::new();
    let mut unpaired: Vec<usize> = pool.by_score().filter(|team| Some(*team) != bye).collect();
    while !unpaired.is_empty() {
        let lower = unpaired.split_off(unpaired.partition_point(|team| pool.score(*team) == pool.score(unpaired[0])));
        let residents = unpaired;
        let upfloaters = upfloaters(pool, &residents, &lower);
        let pairs = bracket::pair(pool, &residents, &upfloaters);
        unpaired = lower.iter().copied().filter(|team| !upfloaters.contains(team)).collect();
        brackets.push(Bracket { residents, lower, upfloaters, pairs });
    }
    Some(Plan { bye, brackets })
}

/// The US system without the options that C.04.6 does not know.
pub(super) fn without_us_options(settings: &Settings) -> Settings {
    let school_mode = if settings.school_mode == SchoolMode::Forbid { SchoolMode::Forbid } else { SchoolMode::Ignore };
    Settings { school_mode, protect_unrated: false, avoid_repeat_floats: false, lookahead: Lookahead::No, ..*settings }
}

/// The bye team of an odd pool, `Some(None)` for an even one; `None` when no legal pairing exists.
///
/// Of the teams that may have it and leave a legal pairing for all others: lowest score, most matches played, largest number.
pub(super) fn bye(pool: &Pool) -> Option<Option<usize>> {
    let everybody: Vec<usize> = (0..pool.len()).collect();
    if pool.len().is_multiple_of(2) {
        return matching::is_pairable(pool, &everybody).then_some(None);
    }
    let one_out = matching::one_out(pool, &everybody);
    let candidates = everybody.into_iter().filter(|team| pool.may_get_bye(*team) && one_out.allows(*team));
    candidates.min_by_key(|team| (pool.score(*team), Reverse(pool.played(*team)), Reverse(*team))).map(Some)
}

/// The set of upfloaters, by score, then number.
///
/// `residents` are the teams of the top score group, `lower` all others not yet paired, by score, then number. Together they can be
/// paired off.
pub(super) fn upfloaters(pool: &Pool, residents: &[usize], lower: &[usize]) -> Vec<usize> {
    if residents.len().is_multiple_of(2) {
        if matching::is_pairable(pool, residents) && matching::is_pairable(pool, lower) {
            return Vec::new();
        }
    } else if let Some(one) = single(pool, residents, lower) {
        return vec![one];
    }
    bracket::several(pool, residents, lower)
}

/// The one upfloater into an odd score group, if one is enough.
fn single(pool: &Pool, residents: &[usize], lower: &[usize]) -> Option<usize> {
    let resident_out = matching::one_out(pool, residents);
    let lower_out = matching::one_out(pool, lower);
    let fits = |team: &&usize| lower_out.allows(**team) && joins(pool, **team, residents, &resident_out);
    let highest = pool.score(*lower.iter().find(fits)?);
    let mut candidates: Vec<usize> =
        lower.iter().filter(|team| pool.score(**team) == highest).filter(fits).copied().collect();
    candidates.sort_by_key(|team| pool.floated(*team));
    candidates.iter().find(|team| leaves_the_next_group_whole(pool, lower, &[**team])).or(candidates.first()).copied()
}

/// Whether the score group that comes next, less the teams pulled up, can do with as few upfloaters as its parity asks [2.3.3].
pub(super) fn leaves_the_next_group_whole(pool: &Pool, lower: &[usize], pulled_up: &[usize]) -> bool {
    let (following, below) = lower.split_at(lower.partition_point(|team| pool.score(*team) == pool.score(lower[0])));
    let without = |teams: &[usize]| teams.iter().copied().filter(|team| !pulled_up.contains(team)).collect::<Vec<_>>();
    closes(pool, &without(following), &without(below))
}

/// Whether a team completes a group that can spare one of its own.
fn joins(pool: &Pool, team: usize, group: &[usize], one_out: &OneOut) -> bool {
    group.iter().any(|other| one_out.allows(*other) && pool.may_meet(team, *other))
}

/// Whether a score group can be paired with as few upfloaters as its parity asks, and the rest too [2.3.3].
///
/// A group that is used up asks for nothing.
fn closes(pool: &Pool, group: &[usize], below: &[usize]) -> bool {
    if group.is_empty() {
        return true;
    }
    if group.len().is_multiple_of(2) {
        return matching::is_pairable(pool, group) && matching::is_pairable(pool, below);
    }
    // Below it then there is an odd number of teams too.
    let (group_out, below_out) = (matching::one_out(pool, group), matching::one_out(pool, below));
    below.iter().any(|team| below_out.allows(*team) && joins(pool, *team, group, &group_out))
}
