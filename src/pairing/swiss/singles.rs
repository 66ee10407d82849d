//! The floats of a run of levels where one team over each boundary is enough: the common case, at a fraction of the cost.
//!
//! The number of teams above each boundary is odd, so one float over it is the least. Who it is and whom it meets is then one
//! number for each boundary, not one for each team (K7).

use super::floats::{MOST_AT_ONCE, Settled, Stretch};
use super::load::Load;
use super::matching::{self, Digit, Digits, Graph};
use super::pool::{Obstacles, Pool};

/// The optimum of a run of levels, if it closes with one float over each boundary between two levels, to the next level, without
/// a rematch and without a same-school pair that counts before floats.
pub(super) fn settle(pool: &Pool, run: &Stretch) -> Option<Settled> {
    let ranks = &run.ranks;
    let n = ranks.len();
    if run.sources == n || run.sinks == n {
        return Some(Settled::default());
    }
    if pool.members[ranks[0]].level == pool.members[ranks[n - 1]].level
        && n >= 2 * Load::new(pool).most_inside(pool, ranks) + 2
    {
        // Dirac's theorem: everybody finds an opponent.
        return Some(Settled::default());
    }
    if n > MOST_AT_ONCE {
        return None;
    }
    let levels = Levels::of(pool, ranks);
    let criteria = Criteria::new(pool, &levels);
    let mut graph = Graph::new(n, criteria.words);
    let mut cost = Vec::with_capacity(5);
    for i in 0..n {
        // Nobody floats further than to the next level.
        for j in i + 1..levels.end_of_next(i) {
            if j < run.sources || i >= n - run.sinks {
                graph.join(i, j, &mut []);
                continue;
            }
            let Some(obstacles) = pool.obstacles(ranks[i], ranks[j]).filter(|o| o.met == 0 && !o.strict) else {
                continue;
            };
            cost.clear();
            criteria.pair(pool, ranks, &levels, (i, j), obstacles, &mut cost);
            graph.join(i, j, &mut cost);
        }
    }
    let mates = matching::cheapest_within(&graph, &pool.effort)?;
    let mut settled = Settled::default();
    let mut floats = vec![0; levels.ends.len()];
    for (i, &j) in mates.iter().enumerate().filter(|(i, j)| i < *j) {
        if levels.of[i] == levels.of[j] {
            continue;
        }
        floats[levels.of[i]] += 1;
        settled.floats.pairs.push((ranks[i], ranks[j]));
        settled.sources_used += usize::from(i < run.sources);
        settled.sinks_used += usize::from(j >= n - run.sinks);
    }
    floats[..levels.ends.len() - 1].iter().all(|count| *count == 1).then_some(settled)
}

/// The levels of a run.
struct Levels {
    /// By place: the level of the run.
    of: Vec<usize>,
    /// By level of the run: the place after its last.
    ends: Vec<usize>,
}

impl Levels {
    fn of(pool: &Pool, ranks: &[usize]) -> Self {
        let mut levels = Self { of: Vec::with_capacity(ranks.len()), ends: Vec::new() };
        for same in ranks.chunk_by(|a, b| pool.members[*a].level == pool.members[*b].level) {
            levels.of.extend(same.iter().map(|_| levels.ends.len()));
            levels.ends.push(levels.of.len());
        }
        levels
    }

    /// The place after the last one of the level below a team's own.
    fn end_of_next(&self, place: usize) -> usize {
        self.ends[(self.of[place] + 1).min(self.ends.len() - 1)]
    }

    fn size(&self, level: usize) -> usize {
        self.ends[level] - level.checked_sub(1).map_or(0, |above| self.ends[above])
    }
}

/// Where each criterion sits in the cost vector. Rematches and strict clashes are ruled out.
struct Criteria {
    /// By boundary: floats over it (K4).
    counts: Vec<Digit>,
    soft: Digit,
    repeats: Option<(Digit, Digit)>,
    /// By boundary: who floats and to whom (K7).
    who: Vec<Digit>,
    words: usize,
}

impl Criteria {
    fn new(pool: &Pool, levels: &Levels) -> Self {
        let total = levels.of.len() as u64;
        let mut digits = Digits::default();
        let boundaries = 0..levels.ends.len() - 1;
        let counts = boundaries.clone().map(|above| digits.next(levels.size(above) as u64)).collect();
        let soft = digits.next(total);
        let repeats = pool.avoid_repeats.then(|| (digits.next(total), digits.next(total)));
        let who = boundaries
            .map(|above| digits.next(2 * levels.size(above) as u64 * levels.size(above + 1) as u64))
            .collect();
        Self { counts, soft, repeats, who, words: digits.words() }
    }

    /// Writes the cost of pairing the teams at places `i < j`, of one level or of two neighbouring ones.
    fn pair(
        &self,
        pool: &Pool,
        ranks: &[usize],
        levels: &Levels,
        (i, j): (usize, usize),
        obstacles: Obstacles,
        cost: &mut Vec<(u32, i64)>,
    ) {
        cost.push(self.soft.at(u64::from(obstacles.soft)));
        let level = levels.of[i];
        if levels.of[j] == level {
            return;
        }
        let (upper, lower) = (&pool.members[ranks[i]], &pool.members[ranks[j]]);
        cost.push(self.counts[level].at(1));
        if let Some((down, up)) = self.repeats {
            cost.extend([down.at(u64::from(upper.facts.floated_down)), up.at(u64::from(lower.facts.floated_up))]);
        }
        // One float over the boundary: rated before unrated, the lowest-ranked, to the highest-ranked.
        let from_bottom = levels.ends[level] - 1 - i + if upper.protected { levels.size(level) } else { 0 };
        let opponent = j - levels.ends[level];
        cost.push(self.who[level].at((from_bottom * levels.size(level + 1) + opponent) as u64));
    }
}
