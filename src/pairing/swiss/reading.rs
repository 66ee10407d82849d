//! A pairing by entrants, whoever made it, read back into ranks.

use super::super::position::Position;
use super::super::settings::Settings;
use super::outcome::{Pairing, Ranked};
use super::pool::Pool;

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
