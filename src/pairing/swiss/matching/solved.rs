//! The cheapest matching with the prices that prove it.

use super::prices::Prices;
use std::cmp::Ordering;

/// A cheapest complete matching. Its prices overpay no edge and pay exactly the edges it uses, which is why none is cheaper.
pub(in crate::pairing::swiss) struct Solved {
    /// Each vertex's partner.
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
