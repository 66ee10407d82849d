//! The order of the lower half against the upper: least displacement, then the first in order [29E5d].
//!
//! An assignment problem whose costs grow with the square of the distance, so that each conflict is settled in its own
//! neighbourhood: shortest augmenting paths that look no further than the cost of what they have found.

use super::matching::Effort;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No row or column.
const NONE: u32 = u32::MAX;

/// Columns that are looked at one by one on either side of a row; those beyond by blocks.
const NEAR: usize = 8;

const BLOCK: usize = 32;

/// What a step of a search costs, in looks at a column.
const AT_A_STEP: usize = 4;

/// The column of each row in the cheapest assignment of `size` rows to `size` columns; among equals the first in order.
///
/// `extra(i, j)` is what the pair costs besides the square of its distance, never negative; `None`: not allowed.
/// `None` if no complete assignment is allowed, or if the effort is used up.
pub(super) fn cheapest(
    size: usize,
    effort: &Effort,
    extra: impl Fn(usize, usize) -> Option<i128>,
) -> Option<Vec<usize>> {
    let mut search = Search::new(size, effort, &extra);
    for row in 0..size {
        if search.cost(row, row) == Some(0) {
            search.assign(row, row);
        }
    }
    search.complete()
}

/// The same from prices that overpay no pair that is allowed, and with each row and column given a place where these pay it exactly.
pub(super) fn cheapest_from(
    start: Start,
    effort: &Effort,
    allowed: impl Fn(usize, usize) -> bool,
) -> Option<Vec<usize>> {
    let size = start.row_price.len();
    let extra = |row, column| allowed(row, column).then_some(0);
    let mut search = Search::new(size, effort, &extra);
    search.row_price = start.row_price;
    search.column_price = start.column_price;
    for (row, column) in start.pairs {
        if allowed(row, column) {
            search.assign(row, column);
        }
    }
    search.complete()
}

pub(super) struct Start {
    /// (row, column).
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) row_price: Vec<i128>,
    pub(super) column_price: Vec<i128>,
}

struct Search<'e, F> {
    size: usize,
    effort: &'e Effort,
    extra: &'e F,
    column_of: Vec<u32>,
    row_of: Vec<u32>,
    /// What a row pays: never negative.
    row_price: Vec<i128>,
    /// What a column pays: never positive, and only ever falling.
    column_price: Vec<i128>,
    /// At least as much as any column of a block pays.
    block_price: Vec<i128>,
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
    /// A block to the left of them, and all beyond it.
    Left { row: u32, block: u32 },
    /// A block to the right of them, and all beyond it.
    Right { row: u32, block: u32 },
    /// One block, by a closer bound.
    Block { row: u32, block: u32 },
}

/// What a search for a column has yet to look at.
struct Front {
    heap: BinaryHeap<Reverse<(i128, Step)>>,
    /// Rows reached, with their distance less their price: what their columns cost starts from there.
    bases: Vec<(u32, i128)>,
    /// The least distance of a free column so far.
    nearest_free: i128,
}

impl Front {
    fn take_in(&mut self, row: usize, base: i128) {
        self.heap.push(Reverse((base, Step::Sideways { row: self.bases.len() as u32, by: 0 })));
        self.bases.push((row as u32, base));
    }
}

impl<'e, F: Fn(usize, usize) -> Option<i128>> Search<'e, F> {
    fn new(size: usize, effort: &'e Effort, extra: &'e F) -> Self {
        Self {
            size,
            effort,
            extra,
            column_of: vec![NONE; size],
            row_of: vec![NONE; size],
            row_price: vec![0; size],
            column_price: vec![0; size],
            block_price: vec![0; size.div_ceil(BLOCK)],
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

    /// Finds every row that has none a column.
    fn complete(mut self) -> Option<Vec<usize>> {
        for row in 0..self.size {
            if self.column_of[row] == NONE {
                self.augment(row)?;
            }
        }
        self.put_first_in_order();
        Some(self.column_of.into_iter().map(|column| column as usize).collect())
    }

    fn assign(&mut self, row: usize, column: usize) {
        self.column_of[row] = column as u32;
        self.row_of[column] = row as u32;
    }

    /// Finds the row a column along the shortest alternating path. `None` if there is none.
    fn augment(&mut self, root: usize) -> Option<()> {
        self.now += 1;
        let mut front = Front { heap: BinaryHeap::new(), bases: Vec::new(), nearest_free: i128::MAX };
        let mut settled: Vec<usize> = Vec::new();
        front.take_in(root, -self.row_price[root]);
        let (end, length) = loop {
            let Reverse((bound, step)) = front.heap.pop()?;
            if !self.effort.spend(if matches!(step, Step::Block { .. }) { BLOCK } else { AT_A_STEP }) {
                return None;
            }
            match step {
                Step::Sideways { row, by } => self.look_sideways(&mut front, row, by),
                Step::Left { row, block } | Step::Right { row, block } => {
                    let is_left = matches!(step, Step::Left { .. });
                    if is_left && block > 0 {
                        self.approach(&mut front, Step::Left { row, block: block - 1 });
                    } else if !is_left && (block as usize + 1) * BLOCK < self.size {
                        self.approach(&mut front, Step::Right { row, block: block + 1 });
                    }
                    // What every column of the block pays at least brings it no nearer.
                    let closer = bound - self.block_price[block as usize];
                    if closer < front.nearest_free {
                        front.heap.push(Reverse((closer, Step::Block { row, block })));
                    }
                }
                Step::Block { row, block } => self.look_into(&mut front, row, block as usize),
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
                    let row = self.row_of[column] as usize;
                    front.take_in(row, bound - self.row_price[row]);
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

    fn look_sideways(&mut self, front: &mut Front, at: u32, by: u32) {
        let row = front.bases[at as usize].0 as usize;
        let far = by as usize;
        let left = row.checked_sub(far);
        let right = Some(row + far).filter(|column| far > 0 && *column < self.size);
        left.into_iter().chain(right).for_each(|column| self.look_at(front, at, column));
        if far < NEAR {
            let next = front.bases[at as usize].1 + i128::from(by + 1).pow(2);
            if next < front.nearest_free && far < self.size {
                front.heap.push(Reverse((next, Step::Sideways { row: at, by: by + 1 })));
            }
            return;
        }
        if let Some(last) = row.checked_sub(far + 1) {
            self.approach(front, Step::Left { row: at, block: (last / BLOCK) as u32 });
        }
        if row + far + 1 < self.size {
            self.approach(front, Step::Right { row: at, block: ((row + far + 1) / BLOCK) as u32 });
        }
    }

    /// Puts a block off until nothing nearer is left.
    fn approach(&self, front: &mut Front, step: Step) {
        let (Step::Left { row, block } | Step::Right { row, block }) = step else { return };
        let (own, base) = front.bases[row as usize];
        let (own, start, end) = (own as usize, block as usize * BLOCK, (block as usize + 1) * BLOCK);
        let gap = start.saturating_sub(own).max((own + 1).saturating_sub(end)).max(NEAR + 1);
        let bound = base + (gap as i128).pow(2);
        if bound < front.nearest_free {
            front.heap.push(Reverse((bound, step)));
        }
    }

    fn look_into(&mut self, front: &mut Front, at: u32, block: usize) {
        let (start, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.size));
        let most = self.column_price[start..end].iter().max();
        self.block_price[block] = *most.expect("no block is empty");
        (start..end).for_each(|column| self.look_at(front, at, column));
    }

    fn look_at(&mut self, front: &mut Front, at: u32, column: usize) {
        let (row, base) = front.bases[at as usize];
        let least = base + (row.abs_diff(column as u32) as i128).pow(2) - self.column_price[column];
        let known = if self.reached[column] == self.now { self.distance[column] } else { i128::MAX };
        if self.settled[column] || least >= known.min(front.nearest_free) {
            return;
        }
        let Some(extra) = (self.extra)(row as usize, column) else { return };
        let distance = least + extra;
        if distance < known.min(front.nearest_free) {
            self.reached[column] = self.now;
            self.distance[column] = distance;
            self.from[column] = row;
            if self.row_of[column] == NONE {
                front.nearest_free = distance;
            }
            front.heap.push(Reverse((distance, Step::Column(column as u32))));
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
                if owner <= row || self.reached[column] == self.now || !self.is_paid(row, column) {
                    continue;
                }
                // A team that gives way here may not come back to this column.
                self.reached[column] = self.now;
                if self.pass_on(owner, held, row) {
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
        while let Some((row, column)) = way.last_mut().filter(|_| self.effort.spend(1)) {
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
    use crate::tournament::Dice;

    /// The best assignment of the rows left to the columns left, for every set of columns left.
    fn by_enumeration(size: usize, extra: &dyn Fn(usize, usize) -> Option<i128>) -> Option<Vec<usize>> {
        let mut best: Vec<Option<(i128, usize)>> = vec![None; 1 << size];
        for taken in (0..(1_usize << size)).rev() {
            let row = taken.count_ones() as usize;
            if row == size {
                best[taken] = Some((0, 0));
                continue;
            }
            let with = |column: usize| {
                let rest = best[taken | 1 << column]?.0;
                Some((rest + extra(row, column)? + (row.abs_diff(column) as i128).pow(2), column))
            };
            best[taken] = (0..size).filter(|column| taken & 1 << column == 0).filter_map(with).min();
        }
        let mut columns = Vec::new();
        let mut taken = 0;
        while columns.len() < size {
            let (_, column) = best[taken]?;
            columns.push(column);
            taken |= 1 << column;
        }
        Some(columns)
    }

    #[test]
    fn equals_the_best_of_all_assignments() {
        let mut dice = Dice::new(1);
        for _ in 0..6000 {
            let size = dice.below(10);
            let (percent, weigh) = (dice.below(90), dice.below(3) == 0);
            let table: Vec<Option<i128>> = (0..size * size)
                .map(|_| if dice.below(100) < percent { weigh.then_some(1000) } else { Some(0) })
                .collect();
            let extra = |i: usize, j: usize| table[i * size + j];
            assert_eq!(cheapest(size, &Effort::default(), extra), by_enumeration(size, &extra), "{size} {table:?}");
        }
    }
    #[test]
    fn nobody_takes_a_column_that_was_given_up_for_another() {
        let (upper, lower) = ([2, 1, 0, 0, 2, 2], [2, 2, 1, 0, 0, 1]);
        let barred = [(0, 0), (2, 1), (5, 3)];
        let extra = |i: usize, j: usize| (upper[i] != lower[j] && !barred.contains(&(i, j))).then_some(0);
        assert_eq!(cheapest(6, &Effort::default(), extra), Some(vec![2, 1, 0, 5, 3, 4]));
    }
}
