//! Who meets whom within a bracket: a score group with its upfloaters [C.04.6 3.6].

use super::field::Field;
use super::matching::Matching;
use super::several;

/// The pairs of a bracket that can be paired off.
///
/// Fewest opponents of upfloaters that floated in the last round; then the first identifier: the smaller numbers of the pairs
/// ascending, then their partners' numbers.
pub(super) fn pair(field: &Field, residents: &[usize], upfloaters: &[usize]) -> Vec<(usize, usize)> {
    let teams = sorted(residents, upfloaters);
    let is_upfloater: Vec<bool> = teams.iter().map(|team| upfloaters.contains(team)).collect();
    let may_meet = |a: usize, b: usize| field.may_meet(teams[a], teams[b]);
    let repeats_a_float =
        |a: usize, b: usize| is_upfloater[a] && field.floated(teams[b]) || is_upfloater[b] && field.floated(teams[a]);
    let places = first_identifier(teams.len(), |a, b| may_meet(a, b) && !repeats_a_float(a, b)).or_else(|| {
        match upfloaters.len() {
            0 | 1 => first_identifier(teams.len(), may_meet),
            _ => several::pair(teams.len(), may_meet, repeats_a_float),
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
        // Whoever is still open has an open partner with a smaller number, so it comes after this one.
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
