//! How many obstacles a team can have among others: a bound that costs no comparison of pairs.

use super::pool::Pool;
use std::collections::HashMap;

/// Obstacles counted by list rather than by pair.
pub(super) struct Load {
    /// Do-not-pair entries by rank; empty where there is no list.
    barred: HashMap<usize, usize>,
}

impl Load {
    pub(super) fn new(pool: &Pool) -> Self {
        let mut barred = HashMap::new();
        for &(a, b) in pool.barred() {
            *barred.entry(a as usize).or_insert(0) += 1;
            *barred.entry(b as usize).or_insert(0) += 1;
        }
        Self { barred }
    }

    /// At least as many as any of these teams has obstacles among the others. Ranks ascending.
    pub(super) fn most_inside(&self, pool: &Pool, ranks: &[usize]) -> usize {
        let (Some(&first), Some(&last)) = (ranks.first(), ranks.last()) else { return 0 };
        let by_school = by_school(pool, ranks);
        let of = |rank: usize| {
            let former = pool.former_opponents(rank);
            let met = former.partition_point(|(r, _)| *r as usize <= last)
                - former.partition_point(|(r, _)| (*r as usize) < first);
            let schools = &pool.members[rank].schools;
            let mates: usize =
                schools.iter().map(|school| by_school.get(school).map_or(0, |count: &usize| count - 1)).sum();
            met + mates + self.barred.get(&rank).copied().unwrap_or(0)
        };
        ranks.iter().map(|rank| of(*rank)).max().unwrap_or(0)
    }
}

/// Whether one school has more than half of these teams, so that some of its teams must meet.
pub(super) fn has_majority(pool: &Pool, ranks: &[usize]) -> bool {
    !majorities(pool, ranks).is_empty()
}

/// The schools with more than half of these teams; several only where teams count for several.
pub(super) fn majorities(pool: &Pool, ranks: &[usize]) -> Vec<u32> {
    by_school(pool, ranks).into_iter().filter(|(_, teams)| 2 * teams > ranks.len()).map(|(school, _)| school).collect()
}

/// The school with most of these teams, and how many.
pub(super) fn largest(pool: &Pool, ranks: &[usize]) -> Option<(u32, usize)> {
    by_school(pool, ranks).into_iter().max_by_key(|(school, teams)| (*teams, std::cmp::Reverse(*school)))
}

/// Teams by school, where schools matter.
pub(super) fn by_school(pool: &Pool, ranks: &[usize]) -> HashMap<u32, usize> {
    let mut teams = HashMap::new();
    for rank in ranks {
        pool.members[*rank].schools.iter().for_each(|school| *teams.entry(*school).or_insert(0) += 1);
    }
    teams
}
