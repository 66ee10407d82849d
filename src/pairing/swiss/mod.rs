//! The Swiss system for teams, US Chess style, without colours: the one best pairing of a written, strict objective.
//!
//! Criteria K1 to K8, in order: no rematch; who gets the bye; schools apart; score groups kept together; who floats and to
//! whom; upper half against lower half. No random choice is left. Never decides what the director must consent to.

pub(super) mod boards;
mod cost;
mod criteria;
mod digits;
mod floats;
pub(super) mod graph;
mod halves;
mod load;
mod lookahead;
pub(super) mod matching;
pub(super) mod pool;
mod prices;
mod refusal;
mod transposition;
mod windows;

use super::position::Position;
use super::settings::Settings;
use pool::Pool;

pub use cost::{Cost, Halves, Who, cost};
pub use refusal::{Consent, Refusal};

/// The opponents of one round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pairing {
    /// Pairs of entrant indexes, higher-ranked first, in board order; forced pairs included.
    pub pairs: Vec<(usize, usize)>,
    /// The odd team out, which gets the bye.
    pub bye: Option<usize>,
    /// Whether a better pairing was passed over because the next round could not have been paired after it.
    pub lookahead_changed: bool,
    /// Whether the next round will have no pairing without a rematch (or without a second bye) if all teams stay.
    pub next_round_stuck: bool,
}

/// Pairs a round.
///
/// # Errors
/// [`Refusal::NeedsConsent`] when every pairing has a rematch or gives a second bye [27A1, 28L3]; the best one is inside.
/// [`Refusal::NoPairing`] when no complete pairing is allowed at all.
pub fn pair(position: &Position, settings: &Settings) -> Result<Pairing, Refusal> {
    let pool = Pool::of(position, settings);
    let Some(best) = optimum(&pool, settings) else { return Err(refusal::no_pairing(&pool)) };
    let (best, lookahead_changed, next_round_stuck) = lookahead::prefer(position, settings, &pool, best);
    let pairing = boards::seat(position, &pool, &best, lookahead_changed, next_round_stuck);
    refusal::check(position, &pool, &best, pairing)
}

/// A complete pairing of the pool, by rank.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Ranked {
    /// Higher-ranked first, sorted.
    pairs: Vec<(usize, usize)>,
    bye: Option<usize>,
}

/// The optimum of K1 to K8, K1b left aside. `None` if no complete pairing is allowed.
fn optimum(pool: &Pool, settings: &Settings) -> Option<Ranked> {
    let repeats = settings.avoid_repeat_floats;
    windows::optimum(pool, repeats).or_else(|| whole(pool, repeats))
}

/// The same, by a search of the whole pool at once.
fn whole(pool: &Pool, avoid_repeats: bool) -> Option<Ranked> {
    let floats = floats::whole(pool, avoid_repeats)?;
    let mut floating = vec![false; pool.len()];
    for rank in floats.pairs.iter().flat_map(|(a, b)| [*a, *b]).chain(floats.bye) {
        floating[rank] = true;
    }
    let mut pairs = floats.pairs;
    for level in &pool.levels {
        let ranks: Vec<usize> = level.clone().filter(|rank| !floating[*rank]).collect();
        pairs.extend(halves::pair(pool, &ranks)?);
    }
    pairs.sort_unstable();
    Some(Ranked { pairs, bye: floats.bye })
}
