//! The order of the lower half against the upper: least displacement, then the first in order [29E5d].
//!
//! An assignment problem whose costs grow with the square of the distance, so that each conflict is settled in its own
//! neighbourhood: shortest augmenting paths that look no further than the cost of what they have found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No row or column.
const NONE: u32 = u32::MAX;

/// The column of each row in the cheapest assignment of `size` rows to `size` columns; among equals the first in order.
///
/// `extra(i, j)` is what the pair costs besides the square of its distance, never negative; `None`: not allowed.
/// `None` if no complete assignment is allowed.
pub(super) fn cheapest(size: usize, extra: impl Fn(usize, usize) -> Option<i128>) -> Option<Vec<usize>> {
    let mut search = Search::new(size, &extra);
    for row in 0..size {
        if search.cost(row, row) == Some(0) {
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

struct Search<'e, F> {
    size: usize,
    extra: &'e F,
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// What a row pays: never negative.
    row_price: Vec<i128>,
    /// What a column pays: never positive.
    column_price: Vec<i128>,
    /// Length of the shortest path to a column, while `reached` says it is of this search.
    distance: Vec<i128>,
    reached: Vec<u32>,
    settled: Vec<bool>,
    /// The row from which a column was reached.
    from: Vec<u32>,
    now: u32,
}

/// Something to look at next, by a lower bound of its distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// A column at its distance.
    Column(u32),
    /// The columns this far to either side of a row's own place.
    Sideways { row: u32, by: u32 },
}

impl<'e, F: Fn(usize, usize) -> Option<i128>> Search<'e, F> {
    fn new(size: usize, extra: &'e F) -> Self {
        Self {
            size,
            extra,
            column_of: vec![NONE; size],
            row_of: vec![NONE; size],
            row_price: vec![0; size],
            column_price: vec![0; size],
            distance: vec![0; size],
            reached: vec![0; size],
            settled: vec![false; size],
            from: vec![NONE; size],
            now: 0,
        }
    }

    fn cost(&self, row: usize, column: usize) -> Option<i128> {
        (self.extra)(row, column).map(|extra| extra + (row.abs_diff(column) as i128).pow(2))
    }

    fn assign(&mut self, row: usize, column: usize) {
        self.column_of[row] = column as u32;
        self.row_of[column] = row as u32;
    }

    /// Finds the row a column along the shortest alternating path. `None` if there is none.
    fn augment(&mut self, root: usize) -> Option<()> {
        self.now += 1;
        let mut heap: BinaryHeap<Reverse<(i128, Step)>> = BinaryHeap::new();
        let mut settled: Vec<usize> = Vec::new();
        // A row's base is its distance less its price: what its columns cost starts from there.
        let mut bases: Vec<(u32, i128)> = vec![(root as u32, -self.row_price[root])];
        heap.push(Reverse((-self.row_price[root], Step::Sideways { row: 0, by: 0 })));
        let (end, length) = loop {
            let Reverse((bound, step)) = heap.pop()?;
            match step {
                Step::Sideways { row: at, by } => {
                    let (row, base) = bases[at as usize];
                    self.look_sideways(&mut heap, row as usize, base, by as usize);
                    if (by as usize) < self.size {
                        let next = i128::from(by + 1).pow(2);
                        heap.push(Reverse((base + next, Step::Sideways { row: at, by: by + 1 })));
                    }
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
                    heap.push(Reverse((base, Step::Sideways { row: bases.len() as u32, by: 0 })));
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

    fn look_sideways(&mut self, heap: &mut BinaryHeap<Reverse<(i128, Step)>>, row: usize, base: i128, by: usize) {
        let left = row.checked_sub(by);
        let right = Some(row + by).filter(|column| by > 0 && *column < self.size);
        for column in [left, right].into_iter().flatten() {
            if self.settled[column] {
                continue;
            }
            let Some(cost) = self.cost(row, column) else { continue };
            let distance = base + cost - self.column_price[column];
            if self.reached[column] != self.now || distance < self.distance[column] {
                self.reached[column] = self.now;
                self.distance[column] = distance;
                self.from[column] = row as u32;
                heap.push(Reverse((distance, Step::Column(column as u32))));
            }
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
        (self.row_price[row].max(0) as u128).isqrt().min(self.size as u128) as usize
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
