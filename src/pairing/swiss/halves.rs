//! Upper half against lower half inside one score level: criterion K8 [27A3, 29C1, 29E5d].

use super::floats::MOST_AT_ONCE;
use super::load;
use super::matching::{self, Digit, Digits, Graph};
use super::pool::{Obstacles, Pool};
use super::transposition;

/// Pairs the teams of one level among themselves. Ranks ascending, an even number of them, higher-ranked first in each pair.
///
/// `None` if no complete pairing among them is allowed, or if they are too many and too entangled to be searched at once.
pub(super) fn pair(pool: &Pool, ranks: &[usize]) -> Option<Vec<(usize, usize)>> {
    let half = ranks.len() / 2;
    let (upper, lower) = ranks.split_at(half);
    let clear = |i: usize, j: usize| pool.is_clear(upper[i], lower[j]).then_some(0_i128);
    let in_order = if load::has_majority(pool, ranks) { None } else { transposition::cheapest(half, clear) };
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
    let columns = transposition::cheapest(half, extra)?;
    let opponents = columns.into_iter().map(|j| ranks[lower[j]]);
    Some(upper.iter().map(|i| ranks[*i]).zip(opponents).map(|(a, b)| (a.min(b), a.max(b))).collect())
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
    let mates = matching::cheapest(&graph)?;
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
    [rematch.at(u64::from(obstacles.met).pow(2)), strict.at(u64::from(obstacles.strict)), soft.at(u64::from(obstacles.soft))]
}
