//! A graph whose edges cost vectors of integers, compared word by word from the first.
//!
//! Criteria of a pairing are ranked, never weighed against one another: a cost is a vector, and only its first difference
//! counts. Almost all words of an edge are zero, so only the others are kept.

/// Marks "no such edge".
const NO_EDGE: u32 = u32::MAX;

/// An undirected graph on `0..size` with vector costs, none of them below zero.
#[derive(Debug, Clone)]
pub(in crate::pairing) struct Graph {
    size: usize,
    /// Length of every cost vector.
    words: usize,
    /// Edge number by `u * size + v`, or `NO_EDGE`.
    numbers: Vec<u32>,
    /// Where the terms of each edge end in `terms`.
    ends: Vec<u32>,
    /// (word, value) of each edge, words ascending.
    terms: Vec<(u32, i64)>,
}

impl Graph {
    /// A graph without edges whose costs have `words` words.
    pub(in crate::pairing) fn new(size: usize, words: usize) -> Self {
        Self { size, words, numbers: vec![NO_EDGE; size * size], ends: Vec::new(), terms: Vec::new() }
    }

    /// Joins `u` and `v` at a cost given as (word, value) terms in any order; zero terms are dropped.
    pub(in crate::pairing) fn join(&mut self, u: usize, v: usize, terms: &mut [(u32, i64)]) {
        debug_assert!(u != v && self.numbers[u * self.size + v] == NO_EDGE);
        terms.sort_unstable_by_key(|(word, _)| *word);
        let start = self.terms.len();
        for &(word, value) in terms.iter().filter(|(_, value)| *value != 0) {
            debug_assert!((word as usize) < self.words && value > 0);
            match self.terms[start..].last_mut() {
                Some(last) if last.0 == word => last.1 += value,
                _ => self.terms.push((word, value)),
            }
        }
        let number = self.ends.len() as u32;
        self.ends.push(self.terms.len() as u32);
        self.numbers[u * self.size + v] = number;
        self.numbers[v * self.size + u] = number;
    }

    pub(in crate::pairing::swiss) fn size(&self) -> usize {
        self.size
    }

    /// Length of every cost vector.
    pub(in crate::pairing::swiss) fn words(&self) -> usize {
        self.words
    }

    /// Whether the two vertices are joined.
    pub(in crate::pairing::swiss) fn joined(&self, u: usize, v: usize) -> bool {
        self.numbers[u * self.size + v] != NO_EDGE
    }

    /// The non-zero words of an edge's cost, ascending.
    pub(in crate::pairing::swiss) fn cost(&self, u: usize, v: usize) -> &[(u32, i64)] {
        let number = self.numbers[u * self.size + v] as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.terms[start..self.ends[number] as usize]
    }
}
