//! A large pool of which most schools are too small to matter: they are left out of account at first.
//!
//! Without some of its schools a pool has the same pairings and more, and none of them costs more. So where the optimum without
//! them pairs no two teams of one of them, it costs the same with them, and everything else at least as much as without: it is the
//! optimum of the pool as it is. Else the schools that it pairs among themselves are taken in, and it is asked again.

use super::load;
use super::names;
use super::outcome::Ranked;
use super::pool::Pool;
use std::collections::BTreeSet;

/// A school of fewer than one in so many teams is left out at first.
const SMALL: usize = 8;

/// Questions before all schools are heeded.
const PATIENCE: usize = 4;

/// The optimum of K1 to K8, or `None` where it could not be proven without some of the schools.
pub(super) fn optimum(pool: &Pool) -> Option<Ranked> {
    let all: Vec<usize> = (0..pool.len()).collect();
    let sizes = load::by_school(pool, &all);
    let mut heeded: BTreeSet<u32> =
        sizes.iter().filter(|(_, teams)| SMALL * **teams >= pool.len()).map(|(school, _)| *school).collect();
    for _ in 0..PATIENCE {
        if heeded.len() == sizes.len() {
            return None;
        }
        let found = names::optimum(&pool.heeding(|school| heeded.contains(school)))?;
        let before = heeded.len();
        for (a, b) in &found.pairs {
            let (one, other) = (&pool.members[*a].schools, &pool.members[*b].schools);
            heeded.extend(one.iter().filter(|school| other.contains(school)));
        }
        if heeded.len() == before {
            return Some(found);
        }
    }
    None
}
