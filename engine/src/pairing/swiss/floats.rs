//! Who leaves its score level, for whom, and who gets the bye: criteria K1 to K7 over a stretch of the pool.

use super::matching::{self, Digit, Digits, Graph};
use super::pool::Pool;

/// Teams up to which a stretch is searched at once; its memory grows with their square, its time with their cube.
pub(super) const MOST_AT_ONCE: usize = 4000;

/// What is settled before the levels are paired inside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Floats {
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

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Settled {
    pub(super) floats: Floats,
    pub(super) sources_used: usize,
    pub(super) sinks_used: usize,
    /// A pair of the stretch has met, or is a same-school pair that counts before floats.
    pub(super) is_forced: bool,
}

/// The optimum of one stretch, by one search of it as a whole; an odd one gives a bye. `None` if no complete pairing of it is allowed,
/// or if it has too many teams to be searched at once. An `open` one is even, and two teams could leave it, at the cost of their floats:
/// `None` also if they do.
pub(super) fn search(pool: &Pool, stretch: &Stretch, open: bool) -> Option<Settled> {
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

/// Where each criterion sits in the cost vector of a stretch of teams, given by rank in ascending order.
pub(super) struct Criteria {
    rematches: Digit,
    bye: Digit,
    strict: Digit,
    /// By level of the stretch: floats down; then, by how many levels, those that do.
    counts: Vec<(Digit, Vec<Digit>)>,
    /// By level of an open stretch: floats to below the stretch.
    out: Vec<Digit>,
    soft: Digit,
    repeats: Option<(Digit, Digit)>,
    /// By level of the stretch: protected teams that float down.
    protected: Vec<Digit>,
    /// By place in the stretch: floats down; to whom. The lowest level has none.
    who: Vec<(Digit, Digit)>,
    /// By place in the stretch: the level of the stretch.
    level_of: Vec<usize>,
    words: usize,
}

impl Criteria {
    /// `open`: teams may float to below the stretch.
    pub(super) fn new(pool: &Pool, ranks: &[usize], open: bool) -> Self {
        let total = ranks.len() as u64;
        let mut sizes: Vec<u64> = Vec::new();
        let mut level_of = Vec::with_capacity(ranks.len());
        for (place, rank) in ranks.iter().enumerate() {
            if place > 0 && pool.members[ranks[place - 1]].level == pool.members[*rank].level {
                sizes[level_of[place - 1]] += 1;
            } else {
                sizes.push(1);
            }
            level_of.push(sizes.len() - 1);
        }
        let mut digits = Digits::default();
        let most_met =
            ranks.iter().flat_map(|rank| pool.former_opponents(*rank)).map(|(_, times)| u64::from(*times)).max();
        let rematches = digits.next(total * most_met.unwrap_or(0).pow(2));
        let bye = if total.is_multiple_of(2) { Digit::default() } else { digits.next(1 << 43) };
        let strict = digits.next(total);
        let mut out = Vec::new();
        let counts = (0..sizes.len())
            .map(|from| {
                let all = digits.next(sizes[from]);
                out.extend(open.then(|| digits.next(sizes[from])));
                let mut depths: Vec<Digit> =
                    (from + 1..sizes.len()).rev().map(|to| digits.next(sizes[from].min(sizes[to]))).collect();
                depths.reverse();
                (all, depths)
            })
            .collect();
        let soft = digits.next(total);
        let repeats = pool.avoid_repeats.then(|| (digits.next(total), digits.next(total)));
        let mut protected = Vec::new();
        let mut who = Vec::new();
        for size in &sizes[..sizes.len().saturating_sub(1)] {
            protected.push(digits.next(*size));
            let floats: Vec<Digit> = (0..*size).map(|_| digits.next(1)).collect();
            let opponents: Vec<Digit> = (0..*size).map(|_| digits.next(total)).collect();
            who.extend(floats.into_iter().zip(opponents));
        }
        Self { rematches, bye, strict, counts, out, soft, repeats, protected, who, level_of, words: digits.words() }
    }

    /// Length of the cost vectors.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Writes the cost of pairing the teams at places `i < j` of the stretch; `None` if that is not allowed.
    pub(super) fn pair(
        &self,
        pool: &Pool,
        ranks: &[usize],
        i: usize,
        j: usize,
        cost: &mut Vec<(u32, i64)>,
    ) -> Option<()> {
        let obstacles = pool.obstacles(ranks[i], ranks[j])?;
        cost.clear();
        if !obstacles.is_clear() {
            cost.extend([
                self.rematches.at(u64::from(obstacles.met).pow(2)),
                self.strict.at(u64::from(obstacles.strict)),
                self.soft.at(u64::from(obstacles.soft)),
            ]);
        }
        let (from, to) = (self.level_of[i], self.level_of[j]);
        if from == to {
            return Some(());
        }
        let (upper, lower) = (&pool.members[ranks[i]], &pool.members[ranks[j]]);
        let (all, depths) = &self.counts[from];
        cost.extend([all.at(1), depths[to - from - 1].at(1)]);
        if let Some((down, up)) = self.repeats {
            cost.extend([down.at(u64::from(upper.facts.floated_down)), up.at(u64::from(lower.facts.floated_up))]);
        }
        let (floats, opponent) = self.who[i];
        cost.extend([self.protected[from].at(u64::from(upper.protected)), floats.at(1), opponent.at(j as u64)]);
        Some(())
    }

    /// What it costs at least if the team at a place floats to below an open stretch.
    pub(super) fn out(&self, i: usize) -> [(u32, i64); 2] {
        let level = self.level_of[i];
        [self.counts[level].0.at(1), self.out[level].at(1)]
    }

    /// The cost of giving a team of the stretch the bye.
    pub(super) fn bye(&self, pool: &Pool, rank: usize) -> (u32, i64) {
        let (had_full, _, had_half, protected, seed) = pool.bye_order(rank);
        let from_bottom = (pool.levels.len() - 1 - pool.members[rank].level) as u64;
        let by_seed = u64::from(u32::MAX - seed.0) & 0xff_ffff;
        let classed = (u64::from(had_full) << 16 | from_bottom) << 2 | u64::from(had_half) << 1 | u64::from(protected);
        self.bye.at(classed << 24 | by_seed)
    }
}
