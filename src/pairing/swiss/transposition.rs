//! The order of the lower half against the upper: least displacement, then the first in order [29E5d].
//!
//! An assignment problem whose costs grow with the square of the distance, so that each conflict is settled in its own
//! neighbourhood: shortest augmenting paths that look no further than the cost of what they have found.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// No row or column.
const NONE: u32 = u32::MAX;

/// A whole number wide enough for the costs at hand.
pub(super) trait Amount:
    Copy + Ord + Default + From<u32> + Into<i128> + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + AddAssign + SubAssign
{
}

impl Amount for i64 {}
impl Amount for i128 {}

/// The column of each row in the cheapest assignment of `size` rows to `size` columns; among equals the first in order.
///
/// `extra(i, j)` is what the pair costs besides the square of its distance, never negative; `None`: not allowed.
/// `None` if no complete assignment is allowed.
pub(super) fn cheapest<A: Amount>(size: usize, extra: impl Fn(usize, usize) -> Option<A>) -> Option<Vec<usize>> {
    let mut search = Search::new(size, &extra);
    for row in 0..size {
        if search.cost(row, row) == Some(A::default()) {
            search.assign(row, row);
        }
    }
    for row in 0..size {
        if search.column_of[row] == NONE {
            search.augment(row)?;
        }
    }
    search.put_first_in_order();
    Some(search.column_of.into_iter().map(|column| column as usize).collect())
}

struct Search<'e, F, A> {
    size: usize,
    extra: &'e F,
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// What a row pays: never negative.
    row_price: Vec<A>,
    /// What a column pays: never positive.
    column_price: Vec<A>,
    /// Length of the shortest path to a column, while `reached` says it is of this search.
    distance: Vec<A>,
    reached: Vec<u32>,
    settled: Vec<bool>,
    /// The row from which a column was reached.
    from: Vec<u32>,
    now: u32,
    /// What to look at next; empty between searches.
    heap: BinaryHeap<Next<A>>,
    /// Length of the shortest path to a free column so far.
    shortest: Option<A>,
}

/// Something to look at next, and a lower bound of its distance; the nearest comes first in a heap.
#[derive(Debug, Clone, Copy)]
struct Next<A> {
    bound: A,
    step: Step,
}

impl<A: Ord> Ord for Next<A> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.cmp(&self.bound)
    }
}

impl<A: Ord> PartialOrd for Next<A> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A: Ord> PartialEq for Next<A> {
    fn eq(&self, other: &Self) -> bool {
        self.bound == other.bound
    }
}

impl<A: Ord> Eq for Next<A> {}

/// What there is to look at.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// A column at its distance.
    Column(u32),
    /// The columns this far to either side of a row's own place.
    Sideways { row: u32, by: u32 },
}

/// The square of a distance.
fn square<A: Amount>(by: usize) -> A {
    let by = A::from(by as u32);
    by * by
}

impl<'e, A: Amount, F: Fn(usize, usize) -> Option<A>> Search<'e, F, A> {
    fn new(size: usize, extra: &'e F) -> Self {
        Self {
            size,
            extra,
            column_of: vec![NONE; size],
            row_of: vec![NONE; size],
            row_price: vec![A::default(); size],
            column_price: vec![A::default(); size],
            distance: vec![A::default(); size],
            reached: vec![0; size],
            settled: vec![false; size],
            from: vec![NONE; size],
            now: 0,
            heap: BinaryHeap::new(),
            shortest: None,
        }
    }

    fn cost(&self, row: usize, column: usize) -> Option<A> {
        (self.extra)(row, column).map(|extra| extra + square(row.abs_diff(column)))
    }

    fn assign(&mut self, row: usize, column: usize) {
        self.column_of[row] = column as u32;
        self.row_of[column] = row as u32;
    }

    /// Finds the row a column along the shortest alternating path. `None` if there is none.
    fn augment(&mut self, root: usize) -> Option<()> {
        self.now += 1;
        self.heap.clear();
        self.shortest = None;
        let mut settled: Vec<usize> = Vec::new();
        // A row's base is its distance less its price: what its columns cost starts from there.
        let base = A::default() - self.row_price[root];
        let mut bases: Vec<(u32, A)> = vec![(root as u32, base)];
        self.heap.push(Next { bound: base, step: Step::Sideways { row: 0, by: 0 } });
        let (end, length) = loop {
            let Next { bound, step } = self.heap.pop()?;
            match step {
                Step::Sideways { row: at, by } => {
                    let (row, base) = bases[at as usize];
                    self.look_along(row as usize, base, at, by as usize);
                }
                Step::Column(column) => {
                    let column = column as usize;
                    if self.settled[column] || bound > self.distance[column] {
                        continue;
                    }
                    if self.row_of[column] == NONE {
                        break (column, bound);
                    }
                    self.settled[column] = true;
                    settled.push(column);
                    let row = self.row_of[column];
                    let base = bound - self.row_price[row as usize];
                    self.heap.push(Next { bound: base, step: Step::Sideways { row: bases.len() as u32, by: 0 } });
                    bases.push((row, base));
                }
            }
        };
        self.row_price[root] += length;
        for column in settled {
            let gained = length - self.distance[column];
            self.column_price[column] -= gained;
            self.row_price[self.row_of[column] as usize] += gained;
            self.settled[column] = false;
        }
        self.reassign(root, end);
        Some(())
    }

    /// Looks further and further to either side of a row, until something else is nearer.
    fn look_along(&mut self, row: usize, base: A, at: u32, mut by: usize) {
        loop {
            self.look_sideways(row, base, by);
            by += 1;
            let next = base + square(by);
            if by >= self.size || self.shortest.is_some_and(|shortest| next >= shortest) {
                return;
            }
            if self.heap.peek().is_some_and(|nearest| nearest.bound < next) {
                self.heap.push(Next { bound: next, step: Step::Sideways { row: at, by: by as u32 } });
                return;
            }
        }
    }

    fn look_sideways(&mut self, row: usize, base: A, by: usize) {
        let left = row.checked_sub(by);
        let right = Some(row + by).filter(|column| by > 0 && *column < self.size);
        for column in [left, right].into_iter().flatten() {
            if self.settled[column] {
                continue;
            }
            let Some(cost) = self.cost(row, column) else { continue };
            let distance = base + cost - self.column_price[column];
            let known = self.reached[column] == self.now && self.distance[column] <= distance;
            if known || self.shortest.is_some_and(|shortest| distance >= shortest) {
                continue;
            }
            self.reached[column] = self.now;
            self.distance[column] = distance;
            self.from[column] = row as u32;
            if self.row_of[column] == NONE {
                self.shortest = Some(distance);
            }
            self.heap.push(Next { bound: distance, step: Step::Column(column as u32) });
        }
    }

    /// Moves everybody along the path that ends in a free column.
    fn reassign(&mut self, root: usize, end: usize) {
        let mut column = end;
        loop {
            let row = self.from[column] as usize;
            let former = self.column_of[row];
            self.assign(row, column);
            if row == root {
                return;
            }
            column = former as usize;
        }
    }

    /// Among all cheapest assignments the one whose columns come first, row by row.
    ///
    /// Those assignments are the complete ones along pairs that the prices pay exactly.
    fn put_first_in_order(&mut self) {
        for row in 0..self.size {
            let held = self.column_of[row] as usize;
            let start = row.saturating_sub(self.reach(row));
            self.now += 1;
            for column in start..held {
                let owner = self.row_of[column] as usize;
                if owner > row && self.is_paid(row, column) && self.pass_on(owner, held, row) {
                    self.assign(row, column);
                    break;
                }
            }
        }
    }

    /// How far to either side a pair of this row can be paid for.
    fn reach(&self, row: usize) -> usize {
        let price: i128 = self.row_price[row].into();
        (price.max(0) as u128).isqrt().min(self.size as u128) as usize
    }

    fn is_paid(&self, row: usize, column: usize) -> bool {
        self.cost(row, column) == Some(self.row_price[row] + self.column_price[column])
    }

    /// Moves a row that loses its column to another one, along rows after `fixed`, until `free` is taken.
    fn pass_on(&mut self, start: usize, free: usize, fixed: usize) -> bool {
        let mut way: Vec<(usize, usize)> = vec![(start, start.saturating_sub(self.reach(start)))];
        let mut columns: Vec<usize> = Vec::new();
        while let Some((row, column)) = way.last_mut() {
            let (row, at) = (*row, *column);
            *column += 1;
            if at >= self.size || at > row + self.reach(row) {
                way.pop();
                columns.pop();
                continue;
            }
            if self.reached[at] == self.now || self.column_of[row] as usize == at || !self.is_paid(row, at) {
                continue;
            }
            if at == free {
                columns.push(at);
                for ((row, _), column) in way.into_iter().zip(columns) {
                    self.assign(row, column);
                }
                return true;
            }
            let owner = self.row_of[at] as usize;
            if owner <= fixed {
                continue;
            }
            self.reached[at] = self.now;
            columns.push(at);
            way.push((owner, owner.saturating_sub(self.reach(owner))));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every assignment tried.
    fn by_enumeration(size: usize, extra: &dyn Fn(usize, usize) -> Option<i128>) -> Option<Vec<usize>> {
        fn extend(
            size: usize,
            extra: &dyn Fn(usize, usize) -> Option<i128>,
            chosen: &mut Vec<usize>,
            cost: i128,
            best: &mut Option<(i128, Vec<usize>)>,
        ) {
            let row = chosen.len();
            if row == size {
                let found = (cost, chosen.clone());
                if best.as_ref().is_none_or(|b| found < *b) {
                    *best = Some(found);
                }
                return;
            }
            for column in 0..size {
                if let Some(more) = extra(row, column).filter(|_| !chosen.contains(&column)) {
                    chosen.push(column);
                    extend(size, extra, chosen, cost + more + (row.abs_diff(column) as i128).pow(2), best);
                    chosen.pop();
                }
            }
        }
        let mut best = None;
        extend(size, extra, &mut Vec::new(), 0, &mut best);
        best.map(|(_, columns)| columns)
    }

    #[test]
    fn equals_the_best_of_all_assignments() {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut dice = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % bound
        };
        for _ in 0..3000 {
            let size = dice(7) as usize;
            let (percent, weigh) = (dice(90), dice(3) == 0);
            let table: Vec<Option<i128>> =
                (0..size * size).map(|_| if dice(100) < percent { weigh.then_some(1000) } else { Some(0) }).collect();
            let extra = |i: usize, j: usize| table[i * size + j];
            assert_eq!(cheapest(size, extra), by_enumeration(size, &extra), "{size} {table:?}");
        }
    }
}
