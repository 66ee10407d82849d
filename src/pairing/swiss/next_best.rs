//! Complete pairings in the order of their cost: the best, the next best, and so on.
//!
//! Each pairing that does not serve splits the rest into classes (those that share its first pairs and differ in the next), and
//! the best of each class waits in a queue.

use super::cost::{self, Cost};
use super::optimum;
use super::outcome::Ranked;
use super::pool::Pool;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Pairings looked at before giving up; enough for every dead end met in simulation.
const PATIENCE: usize = 400;

/// The first pairing after `best` with at most `rematches` (K1) that serves; `None` if none of the next few hundred does, or none that is
/// found in time.
pub(super) fn first(
    pool: &Pool,
    best: &Ranked,
    rematches: u32,
    serves: impl Fn(&Ranked, &Cost) -> bool,
) -> Option<Ranked> {
    pool.effort.begin(optimum::LOOKS);
    let mut queue: BinaryHeap<Reverse<(Cost, Ranked, Class)>> = BinaryHeap::new();
    queue.push(Reverse((cost::of(pool, best), best.clone(), Class::default())));
    for _ in 0..PATIENCE {
        let Reverse((cost, ranked, class)) = queue.pop()?;
        if serves(&ranked, &cost) {
            return Some(ranked);
        }
        for part in class.split(&ranked) {
            let pool = part.pool(pool);
            let found = optimum::with_what_is_left(&pool);
            if pool.effort.is_used_up() {
                return None;
            }
            let Some(ranked) = found else { continue };
            let cost = cost::of(&pool, &ranked);
            if cost.rematches <= rematches {
                queue.push(Reverse((cost, ranked, part)));
            }
        }
    }
    None
}

/// A pair of ranks, or a bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Choice {
    Pair(usize, usize),
    Bye(usize),
}

/// The pairings that make some choices and avoid others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Class {
    made: Vec<Choice>,
    avoided: Vec<Choice>,
}

impl Class {
    /// The rest of the class without this pairing, in parts that do not overlap.
    fn split(&self, ranked: &Ranked) -> Vec<Self> {
        let choices =
            ranked.bye.map(Choice::Bye).into_iter().chain(ranked.pairs.iter().map(|(a, b)| Choice::Pair(*a, *b)));
        let mut made = self.made.clone();
        let mut parts = Vec::new();
        for choice in choices.filter(|choice| !self.made.contains(choice)) {
            let mut avoided = self.avoided.clone();
            avoided.push(choice);
            parts.push(Self { made: made.clone(), avoided });
            made.push(choice);
        }
        parts
    }

    /// The pool with everything ruled out that is not of the class.
    fn pool<'p>(&self, pool: &Pool<'p>) -> Pool<'p> {
        let all = 0..pool.len();
        let mut pairs = Vec::new();
        let mut byes = Vec::new();
        for choice in &self.avoided {
            match choice {
                Choice::Pair(a, b) => pairs.push((*a, *b)),
                Choice::Bye(team) => byes.push(*team),
            }
        }
        for choice in &self.made {
            match *choice {
                Choice::Pair(a, b) => {
                    pairs.extend(all.clone().filter(|c| *c != a && *c != b).flat_map(|c| [(a, c), (b, c)]));
                    byes.extend([a, b]);
                }
                Choice::Bye(team) => {
                    pairs.extend(all.clone().filter(|c| *c != team).map(|c| (team, c)));
                    byes.extend(all.clone().filter(|c| *c != team));
                }
            }
        }
        pool.without(pairs, byes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pairing::{Entrant, Position, Settings};
    use crate::tournament::HalfPoints;
    use std::cell::{Cell, RefCell};

    #[test]
    fn pairings_come_in_the_order_of_their_cost_and_none_twice() {
        let scores = [4, 4, 3, 3, 2, 0, 0];
        let entrants =
            (1..).zip(scores).map(|(seed, score)| Entrant { seed, score: HalfPoints(score), ..Entrant::default() });
        let position =
            Position { entrants: entrants.collect(), round: 3, rounds: 5, matches: 1, ..Position::default() };
        let pool = Pool::of(&position, &Settings::default());
        let best = optimum::of(&pool).expect("nothing is forbidden");
        let seen = RefCell::new(Vec::new());
        let none = first(&pool, &best, 0, |ranked, cost| {
            assert_eq!(*cost, cost::of(&pool, ranked));
            seen.borrow_mut().push(cost.clone());
            false
        });
        assert_eq!(none, None);
        let seen = seen.into_inner();
        assert_eq!(seen.len(), 7 * 15, "every pairing of seven teams");
        assert!(seen.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn the_search_ends_with_the_patience_or_with_the_effort() {
        let entrants = (1..=14).map(|seed| Entrant { seed, ..Entrant::default() });
        let position =
            Position { entrants: entrants.collect(), round: 3, rounds: 5, matches: 1, ..Position::default() };
        let pool = Pool::of(&position, &Settings::default());
        let best = optimum::of(&pool).expect("nothing is forbidden");
        let asked = Cell::new(0);
        let asked_where_a_look_takes = |looks: u64| {
            asked.set(0);
            let none = first(&pool, &best, 0, |_, _| {
                asked.set(asked.get() + 1);
                pool.effort.spend(looks as usize);
                false
            });
            (none, asked.get())
        };
        assert_eq!(asked_where_a_look_takes(0), (None, PATIENCE));
        assert_eq!(asked_where_a_look_takes(optimum::LOOKS), (None, 1));
    }
}
