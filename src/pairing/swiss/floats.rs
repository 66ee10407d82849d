//! Who leaves its score level, for whom, and who gets the bye: criteria K1 to K7 over a stretch of the pool.

use super::criteria::Criteria;
use super::matching::{self, Graph};
use super::pool::Pool;

/// Teams up to which a stretch is searched at once; its memory grows with their square, its time with their cube.
pub(super) const MOST_AT_ONCE: usize = 4000;

/// What is settled before the levels are paired inside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Floats {
    /// The bye team, if the pool is odd.
    pub(super) bye: Option<usize>,
    /// Pairs across levels, by rank, higher-ranked first.
    pub(super) pairs: Vec<(usize, usize)>,
}

/// A run of levels, with the teams next to it that may float in or be floated to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Stretch {
    pub(super) ranks: Vec<usize>,
    /// How many of the first are the tail of a big level above, which is free to keep them.
    pub(super) sources: usize,
    /// How many of the last are the head of a big level below, which is free to keep them.
    pub(super) sinks: usize,
}

/// The optimum of a stretch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Settled {
    pub(super) floats: Floats,
    /// Sources that float down.
    pub(super) sources_used: usize,
    /// Sinks that are floated to.
    pub(super) sinks_used: usize,
    /// A pair of the stretch has met, or is a same-school pair that counts before floats.
    pub(super) is_forced: bool,
}

/// The optimum of one stretch, by one search of it as a whole; an odd one gives a bye. `None` if no complete pairing of it is allowed,
/// or if it has too many teams to be searched at once.
pub(super) fn search(pool: &Pool, stretch: &Stretch) -> Option<Settled> {
    found(pool, stretch, false)
}

/// The same for an even stretch that two teams could leave, at the cost of their floats. `None` also if they do.
pub(super) fn search_open(pool: &Pool, stretch: &Stretch) -> Option<Settled> {
    found(pool, stretch, true)
}

fn found(pool: &Pool, stretch: &Stretch, open: bool) -> Option<Settled> {
    let ranks = &stretch.ranks;
    let n = ranks.len();
    if n > MOST_AT_ONCE {
        return None;
    }
    let first_sink = n - stretch.sinks;
    let criteria = Criteria::new(pool, ranks, open);
    // Beyond the teams: a place for the bye, or two for those that leave.
    let mut graph = Graph::new(n + if open { 2 } else { n % 2 }, criteria.words());
    let mut cost = Vec::with_capacity(9);
    for i in 0..n {
        for j in i + 1..n {
            // The big levels next to the stretch can always pair among themselves whatever is left of them.
            if j < stretch.sources || i >= first_sink {
                graph.join(i, j, &mut []);
            } else if criteria.pair(pool, ranks, i, j, &mut cost).is_some() {
                graph.join(i, j, &mut cost);
            }
        }
        if open {
            (n..n + 2).for_each(|out| graph.join(i, out, &mut criteria.out(i)));
        } else if n % 2 == 1 && pool.may_sit_out(ranks[i]) {
            graph.join(i, n, &mut [criteria.bye(pool, ranks[i])]);
        }
    }
    if open {
        graph.join(n, n + 1, &mut []);
    }
    let mates = matching::cheapest_within(&graph, &pool.effort)?;
    if open && mates[n] != n + 1 {
        return None;
    }
    let mut settled = Settled::default();
    for (i, &j) in mates.iter().enumerate().take(n) {
        if j == n {
            settled.floats.bye = Some(ranks[i]);
            continue;
        }
        let kept = (i < stretch.sources && j < stretch.sources) || (i >= first_sink && j >= first_sink);
        if i > j || kept {
            continue;
        }
        let (a, b) = (ranks[i], ranks[j]);
        let obstacles = pool.obstacles(a, b);
        settled.is_forced |= obstacles.is_none_or(|o| o.met > 0 || o.strict);
        settled.sources_used += usize::from(i < stretch.sources);
        settled.sinks_used += usize::from(j >= first_sink);
        if pool.members[a].level != pool.members[b].level {
            settled.floats.pairs.push((a, b));
        }
    }
    Some(settled)
}
