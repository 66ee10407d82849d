//! FIDE's Swiss team pairing system [C.04.6, 2026], for teams without colour preferences.
//!
//! The bye first, then score group by score group from the top: which teams are pulled up into it, and who meets whom.
//! The answer is the one the text defines, at any size; never a rematch of a played match, never a second bye.

mod bracket;
pub mod explain;
mod field;
mod kernel;
mod matching;
mod plan;
#[cfg(test)]
mod tests;

use super::position::Position;
use super::settings::Settings;
use super::swiss::boards;
use super::swiss::{self, Pairing, Refusal};
use field::Field;

/// Pairs a round by C.04.6.
///
/// Of the settings only a ban on same-school pairs is obeyed; the other school modes are no part of this system.
///
/// # Errors
/// Where no legal pairing exists the text leaves the round to the director [3.3.3]. [`Refusal::NeedsConsent`] then holds the pairing of
/// the US system with the fewest rematches; [`Refusal::NoPairing`] says that not even that would do.
pub fn pair(position: &Position, settings: &Settings) -> Result<Pairing, Refusal> {
    let field = Field::of(position, settings);
    let Some(plan) = plan::of(&field) else { return swiss::pair(position, &plan::without_us_options(settings)) };
    let pairs =
        plan.brackets.iter().flat_map(|bracket| &bracket.pairs).map(|(a, b)| (field.entrant(*a), field.entrant(*b)));
    Ok(Pairing {
        pairs: boards::in_order(position, pairs),
        bye: plan.bye.map(|team| field.entrant(team)),
        ..Pairing::default()
    })
}
