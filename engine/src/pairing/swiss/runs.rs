//! The floats of a stretch, run by run of its levels, and still exactly.
//!
//! Where the teams from the top down to the end of a level are even in number, nobody need float below it. Such runs of levels
//! are settled one by one from the top. A run that closes without a rematch and without a same-school pair that counts before
//! floats, and that would not close better if two of its teams could leave it, is as it is in the optimum: its levels come first
//! in the order of floats (K4), so whatever lies below has to do without them. (Costs are convex in the number of teams that leave, so where
//! two do not help, four do not either.) A run that does not close so takes in the next one below; the last one, the next above.

use super::super::settings::SchoolMode;
use super::floats::{self, Floats, MOST_AT_ONCE, Settled, Stretch};
use super::matching::{self, Digit, Digits, Graph};
use super::pool::{self, Load, Obstacles, Pool};
use std::ops::Range;

/// The optimum over the whole pool, or `None` as for a stretch.
pub(super) fn whole(pool: &Pool) -> Option<Floats> {
    let mut ranks: Vec<usize> = (0..pool.len()).collect();
    let bye = if pool.len() % 2 == 1 { pool.first_to_sit_out() } else { None };
    ranks.retain(|rank| Some(*rank) != bye);
    // Where the first to sit out leaves a pairing without a rematch and a clash behind, no other bye can be better (K2).
    match by_runs(pool, &Stretch { ranks, sources: 0, sinks: 0 }) {
        Some(settled) if bye.is_none() || !settled.is_forced => Some(Floats { bye, ..settled.floats }),
        _ => floats::search(pool, &Stretch { ranks: (0..pool.len()).collect(), sources: 0, sinks: 0 }, false)
            .map(|settled| settled.floats),
    }
}

/// The optimum of one stretch; an odd one gives a bye.
///
/// `None` if no complete pairing of it is allowed, or if it has too many teams to be searched at once.
pub(super) fn settle(pool: &Pool, stretch: &Stretch) -> Option<Settled> {
    by_runs(pool, stretch).or_else(|| floats::search(pool, stretch, false))
}

/// The optimum of an even stretch, run by run. `None` if it has none, or if it has to be searched as a whole in any case.
fn by_runs(pool: &Pool, stretch: &Stretch) -> Option<Settled> {
    let counts = matches!(pool.mode, SchoolMode::Plus2 | SchoolMode::Avoid);
    if stretch.ranks.len() % 2 == 1 || counts && !pool::majorities(pool, &stretch.ranks).is_empty() {
        return None;
    }
    let parts = parts(pool, &stretch.ranks);
    let mut runs: Vec<Run> = Vec::new();
    while runs.last().map_or(0, |(run, _)| run.end) < parts.len() {
        let start = runs.last().map_or(0, |(run, _)| run.end);
        let run = match downward(pool, stretch, &parts, start) {
            Some(run) => run,
            None => upward(pool, stretch, &parts, &mut runs)?,
        };
        runs.push(run);
    }
    let mut whole = Settled::default();
    for (_, settled) in runs {
        whole.floats.pairs.extend(settled.floats.pairs);
        whole.sources_used += settled.sources_used;
        whole.sinks_used += settled.sinks_used;
        whole.is_forced |= settled.is_forced;
    }
    Some(whole)
}

/// Cuts a stretch where the number of teams from its top down to the end of a level is even. Ranges of places.
fn parts(pool: &Pool, ranks: &[usize]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    for end in 1..=ranks.len() {
        let closes = end == ranks.len() || pool.members[ranks[end - 1]].level != pool.members[ranks[end]].level;
        if closes && end % 2 == 0 {
            parts.push(start..end);
            start = end;
        }
    }
    parts
}

type Run = (Range<usize>, Settled);

/// The shortest run from a part on that closes by itself, or the whole stretch, which has to; `None` if not even all that is left does.
fn downward(pool: &Pool, stretch: &Stretch, parts: &[Range<usize>], start: usize) -> Option<Run> {
    if let Some(settled) = settle_by_singles(pool, &of(stretch, parts[start].clone())) {
        return Some((start..start + 1, settled));
    }
    let mut taken = 1;
    loop {
        let end = (start + taken).min(parts.len());
        let run = of(stretch, parts[start].start..parts[end - 1].end);
        let is_last = end == parts.len();
        let settled = floats::search(pool, &run, !is_last);
        match settled {
            Some(settled) if !settled.is_forced || is_last && start == 0 => return Some((start..end, settled)),
            _ if is_last => return None,
            _ => taken *= 2,
        }
    }
}

/// The shortest run up to the end that closes by itself, or the whole stretch, which has to. It takes the place of the last of `runs`.
fn upward(pool: &Pool, stretch: &Stretch, parts: &[Range<usize>], runs: &mut Vec<Run>) -> Option<Run> {
    while let Some((run, _)) = runs.pop() {
        let settled = floats::search(pool, &of(stretch, parts[run.start].start..stretch.ranks.len()), false);
        if let Some(settled) = settled.filter(|settled| !settled.is_forced || run.start == 0) {
            return Some((run.start..parts.len(), settled));
        }
    }
    None
}

/// Some places of a stretch, a stretch themselves.
fn of(stretch: &Stretch, places: Range<usize>) -> Stretch {
    let sources = if places.start == 0 { stretch.sources } else { 0 };
    let sinks = if places.end == stretch.ranks.len() { stretch.sinks } else { 0 };
    Stretch { ranks: stretch.ranks[places].to_vec(), sources, sinks }
}

/// The optimum of a run of levels, if it closes with one float over each boundary between two levels, to the next level, without
/// a rematch and without a same-school pair that counts before floats.
fn settle_by_singles(pool: &Pool, run: &Stretch) -> Option<Settled> {
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
