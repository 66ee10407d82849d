//! The way between a pairing by ranks and one by entrants at tables: read back, and set down in board order [FIDE C.04.2 3.6].

use super::super::position::Position;
use super::super::settings::Settings;
use super::outcome::{Pairing, Ranked};
use super::pool::Pool;
use std::cmp::Reverse;

/// The pool of just the teams of a pairing, forced pairs left out, and the pairing by rank. `None` if a team plays twice.
pub(super) fn read<'p>(position: &'p Position, settings: &Settings, pairing: &Pairing) -> Option<(Pool<'p>, Ranked)> {
    let chosen: Vec<(usize, usize)> = pairing.pairs.iter().copied().filter(|pair| !position.is_forced(*pair)).collect();
    let mut playing: Vec<usize> = chosen.iter().flat_map(|(a, b)| [*a, *b]).chain(pairing.bye).collect();
    playing.sort_unstable();
    if playing.windows(2).any(|two| two[0] == two[1]) {
        return None;
    }
    let pool = Pool::with(position, settings, playing);
    let mut rank_of = vec![0; position.entrants.len()];
    for (rank, member) in pool.members.iter().enumerate() {
        rank_of[member.entrant] = rank;
    }
    let in_ranks = |(a, b): (usize, usize)| (rank_of[a].min(rank_of[b]), rank_of[a].max(rank_of[b]));
    let mut pairs: Vec<(usize, usize)> = chosen.into_iter().map(in_ranks).collect();
    pairs.sort_unstable();
    Some((pool, Ranked { pairs, bye: pairing.bye.map(|bye| rank_of[bye]) }))
}

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
