//! The Swiss system for teams, US Chess style, without colours: the one best pairing of a written, strict objective.
//!
//! Criteria K1 to K8, in order: no rematch; who gets the bye; schools apart; score groups kept together; who floats and to
//! whom; upper half against lower half. No random choice is left. Never decides what the director must consent to.

pub(super) mod boards;
mod cost;
pub mod explain;
mod floats;
mod halves;
mod lookahead;
pub(super) mod matching;
mod names;
mod numbers;
mod optimum;
mod outcome;
mod outlook;
pub(super) mod pool;
mod refusal;
pub(super) mod remark;
mod runs;
mod transposition;
mod windows;

pub use cost::{Cost, Criterion, Halves, Who, cost};
pub use lookahead::is_dead_end;
pub use outcome::Pairing;
pub use outlook::{Because, Crowd, DeadEnd, Majority, Outlook, Rest, Rounds, majority, outlook, rounds_for};
pub use refusal::{Consent, Refusal};
pub use remark::{Change, Remark, change, remark_on_bye, remarks, remarks_on_pair};

use super::position::Position;
use super::settings::Settings;
use pool::Pool;

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
