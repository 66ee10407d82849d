//! Upper half against lower half inside one score level: criterion K8 [27A3, 29C1, 29E5d].

use super::super::settings::SchoolMode;
use super::floats::MOST_AT_ONCE;
use super::matching::{self, Digit, Digits, Graph};
use super::pool::{self, Obstacles, Pool};
use super::transposition::{self, Start};

/// Pairs the teams of one level among themselves. Ranks ascending, an even number of them, higher-ranked first in each pair.
///
/// `None` if no complete pairing among them is allowed, or if they are too many and too entangled to be searched at once.
pub(super) fn pair(pool: &Pool, ranks: &[usize]) -> Option<Vec<(usize, usize)>> {
    let half = ranks.len() / 2;
    let (upper, lower) = ranks.split_at(half);
    let clear = |i: usize, j: usize| pool.is_clear(upper[i], lower[j]).then_some(0_i128);
    let in_order = match pool::majorities(pool, ranks)[..] {
        [] => match pool::largest(pool, ranks) {
            Some((school, teams)) if is_narrow(half, ranks.len() - 2 * teams) => {
                let apart: Vec<bool> = ranks.iter().map(|rank| pool.members[*rank].schools.contains(&school)).collect();
                let start = start(&apart[..half], &apart[half..])?;
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
    if is_narrow(upper.len(), ranks.len() - 2 * count) {
        let start = start(&others[..upper.len()], &others[upper.len()..])?;
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

/// Whether so few are left over, of this many rows, that the start is worth it.
fn is_narrow(rows: usize, left_over: usize) -> bool {
    rows >= 64 && left_over * left_over <= 16 * rows
}

/// The start where rows and columns that both stand apart may not meet. `None` if more than half stand apart.
pub(super) fn start(rows_apart: &[bool], columns_apart: &[bool]) -> Option<Start> {
    let size = rows_apart.len();
    let places = |apart: &[bool], which: bool| -> Vec<usize> { (0..size).filter(|at| apart[*at] == which).collect() };
    let (apart_rows, apart_columns) = (places(rows_apart, true), places(columns_apart, true));
    let (mut rows, mut columns) = (places(rows_apart, false), places(columns_apart, false));
    rows = evenly(&rows, apart_columns.len())?;
    columns = evenly(&columns, apart_rows.len())?;
    let mut start = Start { pairs: Vec::with_capacity(size), row_price: vec![0; size], column_price: vec![0; size] };
    in_order(&mut start, &rows, &apart_columns);
    in_order(&mut start, &apart_rows, &columns);
    // Rows and columns that do not stand apart may meet as well: the second group gives way until none of these is overpaid.
    let overpaid = |row: &usize, column: &usize| {
        start.row_price[*row] + start.column_price[*column] - (row.abs_diff(*column) as i128).pow(2)
    };
    let most =
        rows.iter().flat_map(|row| columns.iter().map(move |column| overpaid(row, column))).max().unwrap_or(0).max(0);
    apart_rows.iter().for_each(|row| start.row_price[*row] += most);
    columns.iter().for_each(|column| start.column_price[*column] -= most);
    let mut is_taken = vec![false; size];
    start.pairs.iter().for_each(|(_, column)| is_taken[*column] = true);
    for column in (0..size).filter(|column| !is_taken[*column]) {
        let lacks = |row: usize| (row.abs_diff(column) as i128).pow(2) - start.row_price[row];
        start.column_price[column] = (0..size).map(lacks).min().unwrap_or(0).min(0);
    }
    Some(start)
}

/// So many of them, evenly spread; `None` if there are not so many.
fn evenly(places: &[usize], count: usize) -> Option<Vec<usize>> {
    (count <= places.len()).then(|| (0..count).map(|at| places[at * places.len() / count]).collect())
}

/// Pairs two sides off in order, at prices that pay these pairs exactly and overpay no other of the two sides.
///
/// Costs grow with the square of the distance, so what holds between neighbours holds between all.
fn in_order(start: &mut Start, rows: &[usize], columns: &[usize]) {
    let cost = |row: usize, column: usize| (row.abs_diff(column) as i128).pow(2);
    let mut price = 0;
    let mut highest = 0;
    for at in 0..rows.len() {
        if at > 0 {
            let (row, column, before, former) = (rows[at], columns[at], rows[at - 1], columns[at - 1]);
            let least = cost(row, column) - cost(row, former);
            let most = cost(before, column) - cost(before, former);
            price += (least + most) / 2;
        }
        highest = highest.max(price);
        start.column_price[columns[at]] = price;
    }
    for (row, column) in rows.iter().zip(columns) {
        start.column_price[*column] -= highest;
        start.row_price[*row] = cost(*row, *column) - start.column_price[*column];
        start.pairs.push((*row, *column));
    }
}

#[cfg(test)]
mod tests {
    use super::super::matching::Effort;
    use super::super::transposition;
    use super::*;
    use crate::tournament::Dice;

    #[test]
    fn gives_what_a_search_without_it_gives() {
        let mut dice = Dice::new(1);
        for at in 0..600 {
            let size = 1 + dice.below(60);
            let (share, met) = (30 + dice.below(30), dice.below(20));
            let mut apart: Vec<bool> = (0..2 * size).map(|_| dice.below(100) < share).collect();
            while 2 * apart.iter().filter(|apart| **apart).count() > 2 * size {
                apart[dice.below(2 * size)] = false;
            }
            let barred: Vec<bool> = (0..size * size).map(|_| dice.below(100) < met).collect();
            let allowed = |i: usize, j: usize| !(barred[i * size + j] || apart[i] && apart[size + j]);
            let Some(start) = start(&apart[..size], &apart[size..]) else { panic!("at most half stand apart") };
            let plain = transposition::cheapest(size, &Effort::default(), |i, j| allowed(i, j).then_some(0));
            assert_eq!(
                transposition::cheapest_from(start, &Effort::default(), allowed),
                plain,
                "assignment {at} of {size}"
            );
        }
    }
}
