//! One round, start to end: the best pairing, a look at the next round, board order, what the director must consent to.

use super::super::position::Position;
use super::super::settings::Settings;
use super::boards;
use super::lookahead;
use super::optimum;
use super::outcome::Pairing;
use super::pool::Pool;
use super::refusal::{self, Refusal};

/// Pairs a round.
///
/// # Errors
/// [`Refusal::NeedsConsent`] when every pairing has a rematch or gives a second bye [27A1, 28L3]; the best one is inside.
/// [`Refusal::NoPairing`] when no complete pairing is allowed at all.
/// [`Refusal::TooEntangled`] where thousands of teams hang together, so that no part of the field can be settled by itself in time.
pub fn pair(position: &Position, settings: &Settings) -> Result<Pairing, Refusal> {
    let pool = Pool::of(position, settings);
    if let Some(refused) = refusal::by_counting(&pool) {
        return Err(refused);
    }
    let Some(best) = optimum::of(&pool) else { return Err(refusal::without_optimum(&pool)) };
    let (best, lookahead_changed, next_round_stuck) = lookahead::prefer(position, settings, &pool, best);
    let pairing = boards::seat(position, &pool, &best, lookahead_changed, next_round_stuck);
    refusal::check(position, &pool, &best, pairing)
}
