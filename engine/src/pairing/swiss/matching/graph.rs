//! A graph whose edges cost vectors of integers, compared word by word from the first, and how long it may be searched.
//!
//! Criteria of a pairing are ranked, never weighed against one another: a cost is a vector, and only its first difference
//! counts. Almost all words of an edge are zero, so only the others are kept. Effort is counted in looks at an edge: the same on
//! every machine, and without a clock.

use std::cell::Cell;
use std::rc::Rc;

/// Marks "no such edge".
const NO_EDGE: u32 = u32::MAX;

/// An undirected graph on `0..size` with vector costs, none of them below zero.
#[derive(Debug, Clone)]
pub(in crate::pairing) struct Graph {
    pub(super) size: usize,
    /// Length of every cost vector.
    pub(super) words: usize,
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

/// Bits used of a word. The rest is room for the prices of the matching, which grow with the number of vertices.
const WORD_BITS: u32 = 44;

/// Where one criterion sits in a cost vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::pairing::swiss) struct Digit {
    word: u32,
    shift: u32,
}

impl Digit {
    /// The cost term of this criterion at a value.
    pub(in crate::pairing::swiss) fn at(self, value: u64) -> (u32, i64) {
        (self.word, (value << self.shift) as i64)
    }
}

/// Hands out digits, most important first.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::pairing::swiss) struct Digits {
    words: u32,
    /// Bits left in the last of them.
    left: u32,
}

impl Digits {
    /// The next digit; the sum of its values over a whole pairing never exceeds `greatest_total`.
    pub(in crate::pairing::swiss) fn next(&mut self, greatest_total: u64) -> Digit {
        let bits = (u64::BITS - greatest_total.leading_zeros()).clamp(1, WORD_BITS);
        if self.left < bits {
            self.words += 1;
            self.left = WORD_BITS;
        }
        self.left -= bits;
        Digit { word: self.words - 1, shift: self.left }
    }

    /// The same, with a word to itself.
    pub(in crate::pairing::swiss) fn alone(&mut self, greatest_total: u64) -> Digit {
        self.left = 0;
        self.next(greatest_total)
    }

    /// Length of the cost vector.
    pub(in crate::pairing::swiss) fn words(self) -> usize {
        self.words as usize
    }
}

/// What is left of the patience of one question; copies share it.
#[derive(Debug, Clone)]
pub(in crate::pairing::swiss) struct Effort(Rc<Cell<u64>>);

impl Default for Effort {
    /// Without end.
    fn default() -> Self {
        Self(Rc::new(Cell::new(u64::MAX)))
    }
}

impl Effort {
    pub(in crate::pairing::swiss) fn begin(&self, looks: u64) {
        self.0.set(looks);
    }

    /// Takes some off; false once there is nothing left.
    pub(in crate::pairing::swiss) fn spend(&self, looks: usize) -> bool {
        let left = self.0.get();
        if left < u64::MAX {
            self.0.set(left.saturating_sub(looks as u64));
        }
        self.0.get() > 0
    }

    pub(in crate::pairing::swiss) fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }
}
