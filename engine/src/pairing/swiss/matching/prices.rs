//! Prices of vertices and blossoms while the cheapest matching is sought, and the matching with the prices that prove it.
//!
//! Prices are vectors, compared word by word.

use super::graph::Graph;
use std::cmp::Ordering;

/// What every vertex and blossom pays, and the step by which prices are about to move.
///
/// Kept doubled: an edge is paid when the prices of its ends come to twice its cost, so that half steps stay whole numbers.
pub(super) struct Prices {
    words: usize,
    /// One vector a point: vertices, then blossoms.
    held: Vec<i64>,
    step: Vec<i64>,
    /// Whether anything stops the step from going on for ever.
    pub(super) limited: bool,
    candidate: Vec<i64>,
}

impl Prices {
    /// All prices zero, for `vertices` vertices among `points` points.
    pub(super) fn new(vertices: usize, points: usize, words: usize) -> Self {
        debug_assert!(vertices <= points);
        Self { words, held: vec![0; points * words], step: vec![0; words], limited: false, candidate: vec![0; words] }
    }

    fn of(&self, point: usize) -> &[i64] {
        &self.held[point * self.words..(point + 1) * self.words]
    }

    /// Sets the first words of what a vertex pays.
    pub(super) fn set(&mut self, vertex: usize, words: &[i64]) {
        debug_assert!(words.iter().all(|word| word % 2 == 0));
        self.held[vertex * self.words..][..words.len()].copy_from_slice(words);
    }

    /// The first words of what a vertex pays.
    pub(super) fn first(&self, vertex: usize, words: usize) -> &[i64] {
        &self.of(vertex)[..words]
    }

    /// A blossom just shrunk pays nothing yet.
    pub(super) fn open(&mut self, blossom: usize) {
        self.held[blossom * self.words..(blossom + 1) * self.words].fill(0);
    }

    pub(super) fn blossom_is_free(&self, blossom: usize) -> bool {
        self.of(blossom).iter().all(|word| *word == 0)
    }

    /// What an edge still lacks, word by word.
    fn lack<'a>(&'a self, graph: &'a Graph, (u, v): (usize, usize)) -> impl Iterator<Item = i64> + 'a {
        let mut terms = graph.cost(u, v).iter().peekable();
        self.of(u).iter().zip(self.of(v)).enumerate().map(move |(at, (a, b))| {
            let cost = terms.next_if(|(word, _)| *word as usize == at).map_or(0, |(_, value)| *value);
            2 * cost - a - b
        })
    }

    /// How what an edge at this cost would lack between two vertices compares with nothing in the first words, given the blossoms
    /// that hold both.
    fn lack_within(
        &self,
        words: usize,
        cost: &[(u32, i64)],
        (u, v): (usize, usize),
        blossoms: impl Iterator<Item = usize> + Clone,
    ) -> Ordering {
        let (a, b) = (self.of(u), self.of(v));
        for word in 0..words {
            let terms = cost.iter().filter(|(at, _)| *at as usize == word).map(|(_, value)| 2 * value);
            let lack = terms.sum::<i64>() - a[word] - b[word]
                + blossoms.clone().map(|blossom| self.of(blossom)[word]).sum::<i64>();
            if lack != 0 {
                return lack.cmp(&0);
            }
        }
        Ordering::Equal
    }

    /// Whether the ends of an edge pay for it in full.
    pub(super) fn is_paid(&self, graph: &Graph, (u, v): (usize, usize)) -> bool {
        let (a, b) = (self.of(u), self.of(v));
        let mut word = 0;
        for &(at, value) in graph.cost(u, v) {
            let at = at as usize;
            if a[at] + b[at] != 2 * value || !is_opposite(&a[word..at], &b[word..at]) {
                return false;
            }
            word = at + 1;
        }
        is_opposite(&a[word..], &b[word..])
    }

    /// Whether the first edge lacks less than the second.
    pub(super) fn is_less(&self, graph: &Graph, a: (usize, usize), b: (usize, usize)) -> bool {
        let (left, right) = (graph.cost(a.0, a.1), graph.cost(b.0, b.1));
        let (a0, a1, b0, b1) = (self.of(a.0), self.of(a.1), self.of(b.0), self.of(b.1));
        let mut left = left.iter().peekable();
        let mut right = right.iter().peekable();
        let mut word = 0;
        loop {
            // Words without a cost of their own are the most by far.
            let next = |term: Option<&&(u32, i64)>| term.map_or(self.words, |(at, _)| *at as usize);
            let stop = next(left.peek()).min(next(right.peek()));
            let prices = a0[word..stop].iter().zip(&a1[word..stop]).zip(b0[word..stop].iter().zip(&b1[word..stop]));
            if let Some(lack) = prices.map(|((a0, a1), (b0, b1))| b0 + b1 - a0 - a1).find(|lack| *lack != 0) {
                return lack < 0;
            }
            if stop == self.words {
                return false;
            }
            let mut lack = b0[stop] + b1[stop] - a0[stop] - a1[stop];
            lack += 2 * left.next_if(|(at, _)| *at as usize == stop).map_or(0, |(_, value)| *value);
            lack -= 2 * right.next_if(|(at, _)| *at as usize == stop).map_or(0, |(_, value)| *value);
            if lack != 0 {
                return lack < 0;
            }
            word = stop + 1;
        }
    }

    /// The step may not overpay an edge whose two ends together rise `speed` times as fast as the step.
    pub(super) fn limit_by_edge(&mut self, graph: &Graph, edge: (usize, usize), speed: i64) {
        self.limit(|prices, step| step.extend(prices.lack(graph, edge).map(|word| word / speed)));
    }

    /// The step may not take more from a blossom than it has.
    pub(super) fn limit_by_blossom(&mut self, blossom: usize) {
        self.limit(|prices, step| step.extend(prices.of(blossom).iter().map(|word| word / 2)));
    }

    fn limit(&mut self, by: impl Fn(&Self, &mut Vec<i64>)) {
        let mut candidate = std::mem::take(&mut self.candidate);
        candidate.clear();
        by(self, &mut candidate);
        self.candidate = candidate;
        if !self.limited || self.candidate < self.step {
            std::mem::swap(&mut self.step, &mut self.candidate);
            self.limited = true;
        }
    }

    /// A point pays so many times the step more.
    pub(super) fn shift(&mut self, point: usize, factor: i64) {
        let held = &mut self.held[point * self.words..(point + 1) * self.words];
        for (word, step) in held.iter_mut().zip(&self.step) {
            *word += factor * step;
        }
    }
}

/// Whether two prices come to nothing word by word.
fn is_opposite(a: &[i64], b: &[i64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a + b == 0)
}

/// A cheapest complete matching. Its prices overpay no edge and pay exactly the edges it uses, which is why none is cheaper.
pub(in crate::pairing::swiss) struct Solved {
    pub(in crate::pairing::swiss) mates: Vec<usize>,
    prices: Prices,
    /// By vertex: the blossoms round it that have a price.
    round: Vec<Vec<usize>>,
}

impl Solved {
    pub(super) fn new(mates: Vec<usize>, prices: Prices, mut round: Vec<Vec<usize>>) -> Self {
        for blossoms in &mut round {
            blossoms.retain(|blossom| !prices.blossom_is_free(*blossom));
        }
        Self { mates, prices, round }
    }

    /// The first words of what a vertex pays, doubled.
    pub(in crate::pairing::swiss) fn price(&self, vertex: usize, words: usize) -> &[i64] {
        self.prices.first(vertex, words)
    }

    /// What an edge at this cost would lack, in the first words, between vertices that pay what `u` and `v` pay and stand where they stand:
    /// less than nothing if these prices could not prove the matching beside such an edge. `u` and `v` may be the same.
    pub(in crate::pairing::swiss) fn lack(&self, u: usize, v: usize, words: usize, cost: &[(u32, i64)]) -> Ordering {
        let common = self.round[u].iter().copied().filter(|blossom| self.round[v].contains(blossom));
        self.prices.lack_within(words, cost, (u, v), common)
    }

    /// Whether two vertices stand in the same blossoms.
    pub(in crate::pairing::swiss) fn stand_together(&self, u: usize, v: usize) -> bool {
        self.round[u] == self.round[v]
    }
}
