//! Who leaves its score level, for whom, and who gets the bye: criteria K1 to K7 over a whole pool.

use super::digits::{Digit, Digits};
use super::graph::Graph;
use super::matching;
use super::pool::Pool;

/// What is settled before the levels are paired inside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Floats {
    /// The bye team, if the pool is odd.
    pub(super) bye: Option<usize>,
    /// Pairs across levels, higher-ranked first.
    pub(super) pairs: Vec<(usize, usize)>,
}

/// The optimum over the whole pool, or `None` if no complete pairing is allowed.
pub(super) fn whole(pool: &Pool, avoid_repeats: bool) -> Option<Floats> {
    let n = pool.len();
    let odd = n % 2;
    let criteria = Criteria::new(pool, avoid_repeats);
    let mut graph = Graph::new(n + odd, criteria.words);
    for a in 0..n {
        for b in a + 1..n {
            if let Some(mut cost) = criteria.pair(pool, a, b) {
                graph.join(a, b, &mut cost);
            }
        }
        if odd == 1 {
            graph.join(a, n, &mut [criteria.bye(pool, a)]);
        }
    }
    let mates = matching::cheapest(&graph)?;
    let mut floats = Floats::default();
    for (a, &b) in mates.iter().enumerate().take(n) {
        if b == n {
            floats.bye = Some(a);
        } else if a < b && pool.members[a].level != pool.members[b].level {
            floats.pairs.push((a, b));
        }
    }
    Some(floats)
}

/// Where each criterion sits in the cost vector.
struct Criteria {
    rematches: Digit,
    bye: Digit,
    strict: Digit,
    /// By level: floats down, then by how many levels, least last.
    counts: Vec<(Digit, Vec<Digit>)>,
    soft: Digit,
    repeats: Option<(Digit, Digit)>,
    /// By level: protected teams that float down.
    protected: Vec<Digit>,
    /// By rank: floats down; to whom.
    who: Vec<(Digit, Digit)>,
    words: usize,
}

impl Criteria {
    fn new(pool: &Pool, avoid_repeats: bool) -> Self {
        let n = pool.len() as u64;
        let mut digits = Digits::default();
        let rematches = digits.next(1 << 30);
        let bye = digits.next(1 << 43);
        let strict = digits.next(n);
        let sizes: Vec<u64> = pool.levels.iter().map(|level| level.len() as u64).collect();
        let counts = (0..sizes.len())
            .map(|from| {
                let all = digits.next(sizes[from]);
                let mut depths: Vec<Digit> = (from + 1..sizes.len()).rev().map(|to| digits.next(sizes[from].min(sizes[to]))).collect();
                depths.reverse();
                (all, depths)
            })
            .collect();
        let soft = digits.next(n);
        let repeats = avoid_repeats.then(|| (digits.next(n), digits.next(n)));
        let mut protected = Vec::new();
        let mut who = Vec::new();
        for level in &pool.levels {
            protected.push(digits.next(level.len() as u64));
            let floats: Vec<Digit> = level.clone().map(|_| digits.next(1)).collect();
            let opponents: Vec<Digit> = level.clone().map(|_| digits.next(n)).collect();
            who.extend(floats.into_iter().zip(opponents));
        }
        Self { rematches, bye, strict, counts, soft, repeats, protected, who, words: digits.words() }
    }

    /// The cost of pairing `a` with the lower-ranked `b`, or `None` if that is not allowed.
    fn pair(&self, pool: &Pool, a: usize, b: usize) -> Option<Vec<(u32, i64)>> {
        let obstacles = pool.obstacles(a, b)?;
        let mut cost = vec![
            self.rematches.at(u64::from(obstacles.met).pow(2)),
            self.strict.at(u64::from(obstacles.strict)),
            self.soft.at(u64::from(obstacles.soft)),
        ];
        let (upper, lower) = (&pool.members[a], &pool.members[b]);
        if upper.level == lower.level {
            return Some(cost);
        }
        let (all, depths) = &self.counts[upper.level];
        cost.extend([all.at(1), depths[lower.level - upper.level - 1].at(1)]);
        if let Some((down, up)) = self.repeats {
            cost.extend([down.at(u64::from(upper.facts.floated_down)), up.at(u64::from(lower.facts.floated_up))]);
        }
        let (floats, opponent) = self.who[a];
        cost.extend([self.protected[upper.level].at(u64::from(upper.protected)), floats.at(1), opponent.at(b as u64)]);
        Some(cost)
    }

    /// The cost of giving `rank` the bye.
    fn bye(&self, pool: &Pool, rank: usize) -> (u32, i64) {
        let (had_full, _, had_half, protected, seed) = pool.bye_order(rank);
        let from_bottom = (pool.levels.len() - 1 - pool.members[rank].level) as u64;
        let by_seed = u64::from(u32::MAX - seed.0) & 0xff_ffff;
        let classed = (u64::from(had_full) << 16 | from_bottom) << 2 | u64::from(had_half) << 1 | u64::from(protected);
        self.bye.at(classed << 24 | by_seed)
    }
}
