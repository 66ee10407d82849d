//! Board order: the tables of a round from the top [FIDE C.04.2 3.6].

use super::super::position::Position;
use super::outcome::{Pairing, Ranked};
use super::pool::Pool;
use std::cmp::Reverse;

/// Puts the pairs of the pool and the forced pairs in board order.
pub(super) fn seat(
    position: &Position,
    pool: &Pool,
    best: &Ranked,
    lookahead_changed: bool,
    next_round_stuck: bool,
) -> Pairing {
    let pairs = best.pairs.iter().map(|(a, b)| (pool.members[*a].entrant, pool.members[*b].entrant));
    let bye = best.bye.map(|rank| pool.members[rank].entrant);
    Pairing { pairs: in_order(position, pairs), bye, out: Vec::new(), lookahead_changed, next_round_stuck }
}

/// These pairs of entrants and the forced ones, higher-ranked team first: by its score, then the sum of both, then its seed.
pub(in crate::pairing) fn in_order(
    position: &Position,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Vec<(usize, usize)> {
    let rank_key = |i: usize| {
        let entrant = &position.entrants[i];
        (Reverse(entrant.score.0 + entrant.virtual_points.0), entrant.seed)
    };
    let forced = position.forced.iter().map(|(a, b)| (*a as usize, *b as usize));
    let mut pairs: Vec<(usize, usize)> =
        pairs.chain(forced).map(|(a, b)| if rank_key(a) <= rank_key(b) { (a, b) } else { (b, a) }).collect();
    pairs.sort_by_cached_key(|(a, b)| {
        let (Reverse(better), seed) = rank_key(*a);
        let (Reverse(other), _) = rank_key(*b);
        (Reverse(better), Reverse(better + other), seed)
    });
    pairs
}
