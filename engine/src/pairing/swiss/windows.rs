//! The floats of a large pool, window by window, and still exactly.
//!
//! What is reduced: a big level takes the teams that float in and spares the teams that float out, so what lies above it and below it cannot touch
//! each other. Only the runs of small levels between big ones, and the seam between two big ones, are searched, with the few teams of
//! the big levels that may float.
//!
//! Why the windows' optima are the whole one: each is a bound, as a window leaves out what the rest of the pool costs and lets its big
//! levels keep whom they like. All bounds are attained together where everybody in a window finds free opponents to spare in the big
//! levels, and what is left of these closes without an obstacle: both are looked at, not assumed. Where they fail, the level counts as
//! small; what cannot be proven so is left to `names` and to the search of the whole pool.

use super::floats::{Settled, Stretch};
use super::halves;
use super::outcome::Ranked;
use super::pool::{self, Load, Pool};
use super::runs;
use std::collections::HashMap;
use std::ops::Range;

/// Obstacle-free teams that everybody finds at first among the candidates for a float.
const ROOM: usize = 6;

/// Teams, apart from candidates for floats, from which a level is tried as a big one although obstacles might keep it open.
const LIKELY_TO_CLOSE: usize = 24;

/// Levels that did not close, after which only those are tried that cannot fail.
const PATIENCE: usize = 3;

/// The optimum of K1 to K8, or `None` where it could not be proven window by window, or only by a search of more than `most` teams
/// at once.
pub(super) fn optimum(pool: &Pool, most: usize) -> Option<Ranked> {
    let bye = if pool.len() % 2 == 1 { pool.first_to_sit_out() } else { None };
    if pool.len() % 2 == 1 && bye.is_none() {
        return None;
    }
    let mut plan = Plan::new(pool, bye);
    let mut solved: HashMap<Stretch, Settled> = HashMap::new();
    let mut closed: HashMap<Vec<usize>, Pairs> = HashMap::new();
    'plan: loop {
        let windows = plan.windows()?;
        let mut pairs = Pairs::new();
        for window in &windows {
            let stretch = plan.stretch(window);
            if !solved.contains_key(&stretch) {
                if stretch.ranks.len() > most {
                    return None;
                }
                solved.insert(stretch.clone(), runs::settle(pool, &stretch)?);
            }
            let settled = &solved[&stretch];
            if !plan.accepts(window, settled)? {
                continue 'plan;
            }
            pairs.extend_from_slice(&settled.floats.pairs);
        }
        let mut floats = vec![false; pool.len()];
        pairs.iter().for_each(|(a, b)| [*a, *b].into_iter().for_each(|rank| floats[rank] = true));
        for level in 0..plan.levels.len() {
            let ranks: Vec<usize> =
                plan.ranks[plan.levels[level].clone()].iter().copied().filter(|rank| !floats[*rank]).collect();
            if plan.big[level] && !pool::majorities(pool, &ranks).is_empty() {
                plan.distrust(level);
                continue 'plan;
            }
            let inside = match closed.remove(&ranks) {
                Some(inside) => inside,
                None => halves::pair(pool, &ranks)?,
            };
            if plan.big[level] && !inside.iter().all(|(a, b)| pool.is_clear(*a, *b)) {
                plan.distrust(level);
                continue 'plan;
            }
            pairs.extend_from_slice(&inside);
            closed.insert(ranks, inside);
        }
        pairs.sort_unstable();
        return Some(Ranked { pairs, bye });
    }
}

/// Pairs by rank, higher-ranked first.
type Pairs = Vec<(usize, usize)>;

/// A run of small levels (possibly empty) between big ones, with as many of their teams as matter.
struct Window {
    run: Range<usize>,
    /// Last teams of the big level above.
    sources: usize,
    /// First teams of the big level below.
    sinks: usize,
}

/// Which levels are taken for big, and how much room each must offer.
struct Plan<'a> {
    pool: &'a Pool<'a>,
    /// All ranks but the bye's.
    ranks: Vec<usize>,
    /// The levels as ranges of `ranks`.
    levels: Vec<Range<usize>>,
    /// The most obstacles that any team of a level has inside it.
    obstacles: Vec<usize>,
    big: Vec<bool>,
    /// Big levels that did not close.
    failures: usize,
    /// Candidates that everybody must find free of obstacles: in a level's tail, and in its head.
    room: Vec<(usize, usize)>,
}

impl<'a> Plan<'a> {
    fn new(pool: &'a Pool<'a>, bye: Option<usize>) -> Self {
        let ranks: Vec<usize> = (0..pool.len()).filter(|rank| Some(*rank) != bye).collect();
        let level_of = |place: &usize| pool.members[ranks[*place]].level;
        let mut levels: Vec<Range<usize>> = Vec::new();
        for place in 0..ranks.len() {
            match levels.last_mut() {
                Some(level) if level_of(&level.start) == level_of(&place) => level.end = place + 1,
                _ => levels.push(place..place + 1),
            }
        }
        let load = Load::new(pool);
        let obstacles: Vec<usize> = levels.iter().map(|level| load.most_inside(pool, &ranks[level.clone()])).collect();
        let big = levels.iter().map(|level| level.len() > 2 * ROOM).collect();
        let room = vec![(ROOM, ROOM); levels.len()];
        Self { pool, ranks, levels, obstacles, big, failures: 0, room }
    }

    /// Teams a big level must keep for itself. With more than twice as many as anybody has obstacles it cannot fail to close
    /// (Dirac's theorem).
    fn kept(&self, level: usize) -> usize {
        let certain = 2 * self.obstacles[level] + 2;
        if self.failures < PATIENCE { certain.min(LIKELY_TO_CLOSE) } else { certain }
    }

    /// Takes a level that did not close for a small one.
    fn distrust(&mut self, level: usize) {
        self.big[level] = false;
        self.failures += 1;
    }

    /// The windows of the plan; big levels that offer too little room are taken for small ones. `None` if none is big.
    fn windows(&mut self) -> Option<Vec<Window>> {
        loop {
            let big: Vec<usize> = (0..self.levels.len()).filter(|level| self.big[*level]).collect();
            if big.is_empty() {
                return None;
            }
            let mut taken = vec![0; self.levels.len()];
            let mut windows = Vec::new();
            for seam in 0..=big.len() {
                let above = seam.checked_sub(1).map(|at| big[at]);
                let below = big.get(seam).copied();
                if let Some(window) = self.window(above, below) {
                    if let Some(above) = above {
                        taken[above] += window.sources;
                    }
                    if let Some(below) = below {
                        taken[below] += window.sinks;
                    }
                    windows.push(window);
                }
            }
            let crowded: Vec<usize> =
                big.into_iter().filter(|level| self.levels[*level].len() < taken[*level] + self.kept(*level)).collect();
            if crowded.is_empty() {
                return Some(windows);
            }
            for level in crowded {
                self.big[level] = false;
            }
        }
    }

    /// The window between two big levels, if anything can float there.
    fn window(&self, above: Option<usize>, below: Option<usize>) -> Option<Window> {
        let run = above.map_or(0, |level| level + 1)..below.unwrap_or(self.levels.len());
        let teams_above = above.map_or(0, |level| self.levels[level].end);
        if run.is_empty() && (teams_above.is_multiple_of(2) || below.is_none()) {
            return None;
        }
        let mut window = Window { run, sources: 0, sinks: 0 };
        loop {
            let before = (window.sources, window.sinks);
            if let Some(level) = above {
                window.sources = self.enough_sources(&window, level);
                window.sources += (window.sources + teams_above) % 2;
            }
            if let Some(level) = below {
                window.sinks = self.enough_sinks(&window, level);
                window.sinks += (window.sinks + window.sources + self.run_places(&window).len()) % 2;
            }
            if before == (window.sources, window.sinks) {
                return Some(window);
            }
        }
    }

    fn run_places(&self, window: &Window) -> Range<usize> {
        let end = window.run.end.checked_sub(1).map_or(0, |level| self.levels[level].end);
        let start = self.levels.get(window.run.start).map_or(end, |level| level.start);
        start.min(end)..end
    }

    /// Places of the window, with its sources and sinks.
    fn places(&self, window: &Window) -> Range<usize> {
        let run = self.run_places(window);
        run.start.saturating_sub(window.sources)..(run.end + window.sinks).min(self.ranks.len())
    }

    fn stretch(&self, window: &Window) -> Stretch {
        Stretch { ranks: self.ranks[self.places(window)].to_vec(), sources: window.sources, sinks: window.sinks }
    }

    /// So many last teams of the level above that everybody below finds enough of them free of obstacles and fit to float.
    fn enough_sources(&self, window: &Window, level: usize) -> usize {
        let run = self.run_places(window);
        let others = run.start..self.places(window).end;
        let members = &self.pool.members;
        let fit =
            |rank: usize| !(members[rank].protected || self.pool.avoid_repeats && members[rank].facts.floated_down);
        let tail = self.levels[level].clone().rev();
        self.enough(others, tail, self.room[level].0, window.sources, fit)
    }

    /// So many first teams of the level below that everybody above finds enough of them free of obstacles.
    fn enough_sinks(&self, window: &Window, level: usize) -> usize {
        let run = self.run_places(window);
        let others = self.places(window).start..run.end;
        let members = &self.pool.members;
        let fit = |rank: usize| !(self.pool.avoid_repeats && members[rank].facts.floated_up);
        self.enough(others, self.levels[level].clone(), self.room[level].1, window.sinks, fit)
    }

    /// How many of `candidates` are needed (at least `least`) for each of `others` to find `room` fit ones free of obstacles, or
    /// all that it may have.
    fn enough(
        &self,
        others: Range<usize>,
        candidates: impl Iterator<Item = usize> + Clone,
        room: usize,
        least: usize,
        fit: impl Fn(usize) -> bool,
    ) -> usize {
        let needed = |other: usize| {
            let (mut good, mut last_allowed) = (0, 0);
            for (at, candidate) in candidates.clone().enumerate() {
                let (a, b) = (self.ranks[other], self.ranks[candidate]);
                let Some(obstacles) = self.pool.obstacles(a, b) else { continue };
                last_allowed = at + 1;
                good += usize::from(obstacles.is_clear() && fit(b));
                if good == room {
                    break;
                }
            }
            // Where less is to be had, all that is allowed is among the candidates, and nothing outside can be missed.
            last_allowed
        };
        others.map(needed).max().unwrap_or(room).max(least)
    }

    /// Whether the optimum of a window is the optimum of the pool there; if not, the plan is changed. `None`: no plan is left.
    fn accepts(&mut self, window: &Window, settled: &Settled) -> Option<bool> {
        let above = window.run.start.checked_sub(1);
        let below = Some(window.run.end).filter(|level| *level < self.levels.len());
        if settled.is_forced {
            let level = below.or(above)?;
            self.big[level] = false;
            return Some(false);
        }
        if let Some(level) = above.filter(|level| settled.sources_used > self.room[*level].0) {
            self.room[level].0 *= 2;
            return Some(false);
        }
        // Costs are convex in the number of floats, so two more would not have been better if they were to be had.
        if let Some(level) = below.filter(|level| settled.sinks_used + 2 > self.room[*level].1) {
            self.room[level].1 *= 2;
            return Some(false);
        }
        Some(true)
    }
}
