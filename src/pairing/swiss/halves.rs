//! Upper half against lower half inside one score level: criterion K8 [27A3, 29C1, 29E5d].

use super::super::settings::SchoolMode;
use super::floats::MOST_AT_ONCE;
use super::load;
use super::matching::{self, Digit, Digits, Graph};
use super::pool::{Obstacles, Pool};
use super::transposition;
use super::two_sides;

/// Pairs the teams of one level among themselves. Ranks ascending, an even number of them, higher-ranked first in each pair.
///
/// `None` if no complete pairing among them is allowed, or if they are too many and too entangled to be searched at once.
pub(super) fn pair(pool: &Pool, ranks: &[usize]) -> Option<Vec<(usize, usize)>> {
    let half = ranks.len() / 2;
    let (upper, lower) = ranks.split_at(half);
    let clear = |i: usize, j: usize| pool.is_clear(upper[i], lower[j]).then_some(0_i128);
    let in_order = match load::majorities(pool, ranks)[..] {
        [] => match load::largest(pool, ranks) {
            Some((school, teams)) if two_sides::is_narrow(half, ranks.len() - 2 * teams) => {
                let apart: Vec<bool> = ranks.iter().map(|rank| pool.members[*rank].schools.contains(&school)).collect();
                let start = two_sides::start(&apart[..half], &apart[half..])?;
                transposition::cheapest_from(start, &pool.effort, |i, j| pool.is_clear(upper[i], lower[j]))
            }
            _ => transposition::cheapest(half, &pool.effort, clear),
        },
        [school] => round_a_majority(pool, ranks, school),
        _ => None,
    };
    if let Some(columns) = in_order {
        return Some(upper.iter().zip(columns).map(|(a, j)| (*a, lower[j])).collect());
    }
    if ranks.len() > MOST_AT_ONCE {
        return None;
    }
    let moved = interchanged(pool, ranks)?;
    let (upper, lower): (Vec<usize>, Vec<usize>) = (0..ranks.len()).partition(|i| (*i < half) != moved[*i]);
    let weight = (half as i128 + 1).pow(3);
    let extra = |i: usize, j: usize| {
        let o = pool.obstacles(ranks[upper[i]], ranks[lower[j]])?;
        let size = half as i128 + 1;
        let met = i128::from(o.met).pow(2);
        Some(((met * size + i128::from(o.strict)) * size + i128::from(o.soft)) * weight)
    };
    let columns = transposition::cheapest(half, &pool.effort, extra)?;
    let opponents = columns.into_iter().map(|j| ranks[lower[j]]);
    Some(upper.iter().map(|i| ranks[*i]).zip(opponents).map(|(a, b)| (a.min(b), a.max(b))).collect())
}

/// The opponents of the upper half where one school has more than half of the teams.
///
/// The fewest of its teams meet one another when each of the others meets one of them. Where that can be had half against half
/// and nothing else stands between any two, nothing better can be had at all, and only such pairs come into question.
fn round_a_majority(pool: &Pool, ranks: &[usize], school: u32) -> Option<Vec<usize>> {
    let is_ahead = |rank: usize| pool.members[rank].plus >= 2;
    if pool.mode == SchoolMode::Forbid || ranks.iter().any(|rank| is_ahead(*rank) != is_ahead(ranks[0])) {
        return None;
    }
    let (upper, lower) = ranks.split_at(ranks.len() / 2);
    let is_of_it: Vec<bool> = ranks.iter().map(|rank| pool.members[*rank].schools.contains(&school)).collect();
    let fits = |i: usize, j: usize| {
        let (a, b) = (upper[i], lower[j]);
        match (is_of_it[i], is_of_it[upper.len() + j]) {
            (true, true) => pool.met(a, b) == 0 && !pool.is_barred(a, b),
            (false, false) => false,
            _ => pool.is_clear(a, b),
        }
    };
    let others: Vec<bool> = is_of_it.iter().map(|is_of_it| !is_of_it).collect();
    let count = others.iter().filter(|other| **other).count();
    if two_sides::is_narrow(upper.len(), ranks.len() - 2 * count) {
        let start = two_sides::start(&others[..upper.len()], &others[upper.len()..])?;
        return transposition::cheapest_from(start, &pool.effort, fits);
    }
    transposition::cheapest(upper.len(), &pool.effort, |i, j| fits(i, j).then_some(0))
}

/// Which positions change halves: as few as possible, as near the middle as possible.
fn interchanged(pool: &Pool, ranks: &[usize]) -> Option<Vec<bool>> {
    let (size, half) = (ranks.len(), ranks.len() / 2);
    let total = size as u64;
    let mut digits = Digits::default();
    let obstacle_digits = [digits.next(1 << 30), digits.next(total), digits.next(total)];
    let exchanges = digits.next(total);
    let reach = digits.next(2 * total * total);
    let places: Vec<_> = ranks.iter().map(|_| digits.next(1)).collect();
    let mut graph = Graph::new(size, digits.words());
    for i in 0..size {
        for j in i + 1..size {
            let Some(obstacles) = pool.obstacles(ranks[i], ranks[j]) else { continue };
            let mut cost = price(obstacle_digits, obstacles).to_vec();
            if j < half {
                // One such pair for each pair inside the lower half, so adding the whole size keeps the order and the sign.
                cost.extend([exchanges.at(1), reach.at((size - j) as u64), places[j].at(1)]);
            } else if i >= half {
                cost.extend([reach.at(i as u64), places[i].at(1)]);
            }
            graph.join(i, j, &mut cost);
        }
    }
    let mates = matching::cheapest_within(&graph, &pool.effort)?;
    let mut moved = vec![false; size];
    for (i, &j) in mates.iter().enumerate().filter(|(i, j)| i < *j) {
        if j < half {
            moved[j] = true;
        } else if i >= half {
            moved[i] = true;
        }
    }
    Some(moved)
}

/// The cost of what stands between two teams of one level.
fn price(digits: [Digit; 3], obstacles: Obstacles) -> [(u32, i64); 3] {
    let [rematch, strict, soft] = digits;
    [
        rematch.at(u64::from(obstacles.met).pow(2)),
        strict.at(u64::from(obstacles.strict)),
        soft.at(u64::from(obstacles.soft)),
    ]
}
