//! Who meets whom within a bracket: a score group with its upfloaters [C.04.6 3.6].

use super::super::swiss::matching::{self, Graph};
use super::kernel::Kernel;
use super::matching::Matching;
use super::pool::Pool;

/// The pairs of a bracket that can be paired off.
///
/// Fewest opponents of upfloaters that floated in the last round; then the first identifier: the smaller numbers of the pairs
/// ascending, then their partners' numbers.
pub(super) fn pair(pool: &Pool, residents: &[usize], upfloaters: &[usize]) -> Vec<(usize, usize)> {
    let teams = sorted(residents, upfloaters);
    let is_upfloater: Vec<bool> = teams.iter().map(|team| upfloaters.contains(team)).collect();
    let may_meet = |a: usize, b: usize| pool.may_meet(teams[a], teams[b]);
    let repeats_a_float =
        |a: usize, b: usize| is_upfloater[a] && pool.floated(teams[b]) || is_upfloater[b] && pool.floated(teams[a]);
    let places = first_identifier(teams.len(), |a, b| may_meet(a, b) && !repeats_a_float(a, b)).or_else(|| {
        match upfloaters.len() {
            0 | 1 => first_identifier(teams.len(), may_meet),
            _ => pair_with_several(teams.len(), may_meet, repeats_a_float),
        }
    });
    let places = places.expect("upfloaters are chosen such that the bracket can be paired off");
    places.into_iter().map(|(a, b)| (teams[a], teams[b])).collect()
}

/// The teams of a bracket in the order of their numbers.
pub(super) fn sorted(residents: &[usize], upfloaters: &[usize]) -> Vec<usize> {
    let mut teams: Vec<usize> = residents.iter().chain(upfloaters).copied().collect();
    teams.sort_unstable();
    teams
}

/// The complete pairing of `0..n` with the first identifier, or `None` if there is no complete one.
pub(super) fn first_identifier(n: usize, joined: impl Fn(usize, usize) -> bool) -> Option<Vec<(usize, usize)>> {
    let mut matching = any(n, &joined)?;
    let is_smaller = settle_smaller_numbers(&mut matching, n, &joined);
    Some(settle_partners(&mut matching, &is_smaller, &joined))
}

/// Some complete pairing, upper half against lower half if possible.
fn any(n: usize, joined: &impl Fn(usize, usize) -> bool) -> Option<Matching> {
    let half = n / 2;
    let mut matching = Matching::new(n);
    let mut first_free = half;
    for a in 0..half {
        if let Some(b) = (first_free..n).find(|b| matching.mate(*b).is_none() && joined(a, *b)) {
            matching.join(a, b);
        }
        first_free += (first_free..n).take_while(|b| matching.mate(*b).is_some()).count();
    }
    let across = |a: usize, b: usize| (a < half) != (b < half) && joined(a, b);
    for a in 0..half {
        if matching.mate(a).is_none() && matching.grow(a, across).is_err() {
            break;
        }
    }
    for a in 0..n {
        if matching.mate(a).is_none() {
            matching.grow(a, joined).ok()?;
        }
    }
    Some(matching)
}

/// Which team of its pair each is to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Open,
    Smaller,
    Larger,
}

/// Who has the smaller number of its pair, so that the list of them is the first possible one. The pairing is kept in step.
fn settle_smaller_numbers(matching: &mut Matching, n: usize, joined: &impl Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut roles = vec![Role::Open; n];
    let mut smaller_left = n / 2;
    for team in 0..n {
        if smaller_left == 0 {
            roles[team] = Role::Larger;
            continue;
        }
        let mate = matching.mate(team).expect("the pairing stays complete");
        roles[team] = Role::Smaller;
        smaller_left -= 1;
        if mate > team {
            continue;
        }
        let mut trial = matching.clone();
        trial.part(team);
        let in_role = |a: usize, b: usize| {
            let (smaller, larger) = (a.min(b), a.max(b));
            roles[smaller] != Role::Larger && roles[larger] != Role::Smaller && joined(a, b)
        };
        if trial.grow(team, in_role).is_ok() {
            *matching = trial;
        } else {
            roles[team] = Role::Larger;
            smaller_left += 1;
        }
    }
    roles.into_iter().map(|role| role == Role::Smaller).collect()
}

/// Gives each of the smaller numbers in turn the smallest partner that leaves partners for the rest.
fn settle_partners(
    matching: &mut Matching,
    is_smaller: &[bool],
    joined: &impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let n = is_smaller.len();
    let mut settled = vec![false; n];
    let mut pairs = Vec::with_capacity(n / 2);
    let mut first_open = 0;
    for smaller in (0..n).filter(|team| is_smaller[*team]) {
        let current = matching.mate(smaller).expect("the pairing stays complete");
        settled[smaller] = true;
        // A team that is still open has an open partner with a smaller number, so it comes after this one.
        first_open += (first_open..n).take_while(|team| settled[*team] || is_smaller[*team]).count();
        for larger in first_open..=current {
            if settled[larger] || is_smaller[larger] || !joined(smaller, larger) {
                continue;
            }
            settled[larger] = true;
            if larger == current {
                break;
            }
            let left = matching.mate(larger).expect("the pairing stays complete");
            let mut trial = matching.clone();
            trial.join(smaller, larger);
            let open = |a: usize, b: usize| {
                let (first, second) = (a.min(b), a.max(b));
                !settled[a] && !settled[b] && is_smaller[first] && !is_smaller[second] && joined(a, b)
            };
            if trial.grow(left, open).is_ok() {
                *matching = trial;
                break;
            }
            settled[larger] = false;
        }
        pairs.push((smaller, matching.mate(smaller).expect("the pairing stays complete")));
    }
    pairs
}

/// The set of two or more upfloaters, by score, then number [C.04.6 3.5].
///
/// Fewest; then highest scores, compared from the lowest up; then the following score group still closes with as few upfloaters as its
/// parity asks, if any such set lets it; then fewest that floated in the last round; then the first set.
pub(super) fn several(pool: &Pool, residents: &[usize], lower: &[usize]) -> Vec<usize> {
    on(pool, &Kernel::of(pool, residents, lower))
}

/// The set of upfloaters of a kernel, however many.
pub(super) fn on(pool: &Pool, kernel: &Kernel) -> Vec<usize> {
    let by_score = cheapest(pool, kernel, None);
    let closing = kernel.following_matters() && by_score.following_closes(kernel);
    let levels = by_score.pulled_up(kernel).map(|node| kernel.level(node)).collect();
    let in_order = cheapest(pool, kernel, Some(AfterScores { closing, levels }));
    in_order.pulled_up(kernel).filter_map(|node| kernel.team(node)).collect()
}

/// The criteria after the scores.
struct AfterScores {
    /// The following score group must close.
    closing: bool,
    /// Levels that teams are pulled up from; the scores allow no others.
    levels: Vec<usize>,
}

/// The cheapest pairing of a kernel. Each word of the cost counts one thing, most important first.
fn cheapest(pool: &Pool, kernel: &Kernel, after: Option<AfterScores>) -> Pairing {
    let n = kernel.len();
    let lowest = kernel.lowest;
    let closing = after.as_ref().is_none_or(|after| after.closing) && kernel.following_matters();
    let may_rise = |node: usize| {
        kernel.team(node).is_some() && after.as_ref().is_none_or(|after| after.levels.contains(&kernel.level(node)))
    };
    // Words: upfloaters; those of each level from the lowest; teams missing to close the following group; floats; who stays down.
    let (upfloaters, of_level, missing, floats, stays) =
        (0, |level: usize| lowest + 1 - level, lowest + 1, lowest + 2, lowest + 3);
    let mut graph = Graph::new(n, stays + if after.is_some() { n } else { 0 });
    for a in 0..n {
        for b in (a + 1..n).filter(|b| kernel.may_meet(pool, a, *b)) {
            let mut terms: Vec<(usize, i64)> = Vec::new();
            match (kernel.level(a), kernel.level(b)) {
                (0, 0) => {}
                (0, level) if may_rise(b) => {
                    let floated = after.is_some() && kernel.team(b).is_some_and(|team| pool.floated(team));
                    terms.extend([(upfloaters, 1), (of_level(level), 1), (floats, i64::from(floated))]);
                }
                (0, _) => continue,
                (one, other) => {
                    terms.push((missing, i64::from(closing && (one == 1) != (other == 1))));
                    if after.is_some() {
                        terms.extend([a, b].into_iter().filter(|node| may_rise(*node)).map(|node| (stays + node, 1)));
                    }
                }
            }
            let mut terms: Vec<(u32, i64)> = terms.into_iter().map(|(word, value)| (word as u32, value)).collect();
            graph.join(a, b, &mut terms);
        }
    }
    Pairing {
        mates: matching::cheapest(&graph).expect("the teams of a kernel can be paired off, as those of its pool"),
    }
}

/// Everybody's partner in a kernel.
struct Pairing {
    mates: Vec<usize>,
}

impl Pairing {
    /// The nodes paired with residents, by score, then number.
    fn pulled_up(&self, kernel: &Kernel) -> impl Iterator<Item = usize> {
        (0..kernel.len()).filter(|node| kernel.level(*node) > 0 && kernel.level(self.mates[*node]) == 0)
    }

    /// Whether what is left of the following score group takes no upfloater if even, one if odd.
    fn following_closes(&self, kernel: &Kernel) -> bool {
        let left = (0..kernel.len()).filter(|node| kernel.level(*node) == 1 && kernel.level(self.mates[*node]) != 0);
        let (inside, outside): (Vec<usize>, Vec<usize>) = left.partition(|node| kernel.level(self.mates[*node]) == 1);
        outside.len() == (inside.len() + outside.len()) % 2
    }
}

/// The pairs of a bracket of `n` with several upfloaters, by number, if a float has to be repeated [C.04.6 3.6].
///
/// Fewest repeated floats; then the first identifier. `None` if the bracket cannot be paired off.
pub(super) fn pair_with_several(
    n: usize,
    may_meet: impl Fn(usize, usize) -> bool,
    repeats_a_float: impl Fn(usize, usize) -> bool,
) -> Option<Vec<(usize, usize)>> {
    // Words: repeated floats; who has the larger number of its pair; each smaller number's partner.
    let (repeats, larger, partner) = (0, 1, 1 + n);
    let mut graph = Graph::new(n, 1 + 2 * n);
    for a in 0..n {
        for b in (a + 1..n).filter(|b| may_meet(a, *b)) {
            let terms = [(repeats, usize::from(repeats_a_float(a, b))), (larger + b, 1), (partner + a, b)];
            graph.join(a, b, &mut terms.map(|(word, value)| (word as u32, value as i64)));
        }
    }
    let mates = matching::cheapest(&graph)?;
    Some((0..n).map(|a| (a, mates[a])).filter(|(a, b)| a < b).collect())
}
