//! The floats of a stretch, run by run of its levels, and still exactly.
//!
//! Where the teams from the top down to the end of a level are even in number, nobody need float below it. Such runs of levels
//! are settled one by one from the top. A run that closes without a rematch and without a same-school pair that counts before
//! floats, and that would not close better if two of its teams could leave it, is as it is in the optimum: its levels come first
//! in the order of floats (K4), so whatever lies below has to do without them. (Costs are convex in the number of teams that leave, so where
//! two do not help, four do not either.) A run that does not close so takes in the next one below; the last one, the next above.

use super::super::settings::SchoolMode;
use super::floats::{self, Floats, Settled, Stretch};
use super::load;
use super::pool::Pool;
use super::singles;
use std::ops::Range;

/// The optimum over the whole pool, or `None` as for a stretch.
pub(super) fn whole(pool: &Pool) -> Option<Floats> {
    let mut ranks: Vec<usize> = (0..pool.len()).collect();
    let bye = if pool.len() % 2 == 1 { pool.first_to_sit_out() } else { None };
    ranks.retain(|rank| Some(*rank) != bye);
    // Where the first to sit out leaves a pairing without a rematch and a clash behind, no other bye can be better (K2).
    match by_runs(pool, &Stretch { ranks, sources: 0, sinks: 0 }) {
        Some(settled) if bye.is_none() || !settled.is_forced => Some(Floats { bye, ..settled.floats }),
        _ => floats::search(pool, &Stretch { ranks: (0..pool.len()).collect(), sources: 0, sinks: 0 })
            .map(|settled| settled.floats),
    }
}

/// The optimum of one stretch; an odd one gives a bye.
///
/// `None` if no complete pairing of it is allowed, or if it has too many teams to be searched at once.
pub(super) fn settle(pool: &Pool, stretch: &Stretch) -> Option<Settled> {
    by_runs(pool, stretch).or_else(|| floats::search(pool, stretch))
}

/// The optimum of an even stretch, run by run. `None` if it has none, or if it has to be searched as a whole in any case.
fn by_runs(pool: &Pool, stretch: &Stretch) -> Option<Settled> {
    let counts = matches!(pool.mode, SchoolMode::Plus2 | SchoolMode::Avoid);
    if stretch.ranks.len() % 2 == 1 || counts && load::has_majority(pool, &stretch.ranks) {
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

/// A run and its optimum.
type Run = (Range<usize>, Settled);

/// The shortest run from a part on that closes by itself, or the whole stretch, which has to; `None` if not even all that is left does.
fn downward(pool: &Pool, stretch: &Stretch, parts: &[Range<usize>], start: usize) -> Option<Run> {
    if let Some(settled) = singles::settle(pool, &of(stretch, parts[start].clone())) {
        return Some((start..start + 1, settled));
    }
    let mut taken = 1;
    loop {
        let end = (start + taken).min(parts.len());
        let run = of(stretch, parts[start].start..parts[end - 1].end);
        let is_last = end == parts.len();
        let settled = if is_last { floats::search(pool, &run) } else { floats::search_open(pool, &run) };
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
        let settled = floats::search(pool, &of(stretch, parts[run.start].start..stretch.ranks.len()));
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
