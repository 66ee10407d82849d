//! The Crenshaw tables of US Chess, for any even size.
//!
//! From eight places on, the published rounds are the Berger rounds played from the last to the first, sides unchanged; sizes above
//! the printed ones follow the same rule. The tables for four (the quad, 30G) and six are arrangements of their own.

use super::berger;

const FOUR: [[(usize, usize); 2]; 3] = [[(1, 4), (2, 3)], [(3, 1), (4, 2)], [(1, 2), (3, 4)]];

const SIX: [[(usize, usize); 3]; 5] = [
    [(3, 6), (5, 4), (1, 2)],
    [(2, 6), (4, 1), (3, 5)],
    [(6, 5), (1, 3), (4, 2)],
    [(6, 4), (5, 1), (2, 3)],
    [(1, 6), (2, 5), (3, 4)],
];

/// Rounds of `places` teams (an even number), by position from 0. The first-named has White.
pub fn rounds(places: usize) -> Vec<Vec<(usize, usize)>> {
    match places {
        4 => FOUR.iter().map(|round| from_zero(round)).collect(),
        6 => SIX.iter().map(|round| from_zero(round)).collect(),
        _ => berger::rounds(places).into_iter().rev().collect(),
    }
}

/// The tables are printed with numbers from 1.
fn from_zero(round: &[(usize, usize)]) -> Vec<(usize, usize)> {
    round.iter().map(|&(first, second)| (first - 1, second - 1)).collect()
}
