//! FIDE's Swiss team pairing system [C.04.6, 2026], for teams without colour preferences.
//!
//! The bye first, then score group by score group from the top: which teams are pulled up into it, and who meets whom.
//! The answer is the one the text defines, at any size; never a rematch of a played match, never a second bye.

mod bracket;
mod bye;
mod field;
mod kernel;
mod matching;
mod several;
#[cfg(test)]
mod tests;
mod upfloaters;

use super::position::Position;
use super::settings::{Lookahead, SchoolMode, Settings};
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
    let Some(bye) = bye::team(&field) else { return swiss::pair(position, &without_us_options(settings)) };
    let mut unpaired: Vec<usize> = field.by_score().filter(|team| Some(*team) != bye).collect();
    let mut pairs = Vec::with_capacity(unpaired.len() / 2);
    while !unpaired.is_empty() {
        let group = unpaired.partition_point(|team| field.score(*team) == field.score(unpaired[0]));
        let (residents, lower) = unpaired.split_at(group);
        let upfloaters = upfloaters::choose(&field, residents, lower);
        pairs.extend(bracket::pair(&field, residents, &upfloaters));
        unpaired = lower.iter().copied().filter(|team| !upfloaters.contains(team)).collect();
    }
    let pairs = pairs.into_iter().map(|(a, b)| (field.entrant(a), field.entrant(b)));
    Ok(Pairing { pairs: boards::in_order(position, pairs), bye: bye.map(|team| field.entrant(team)), ..Pairing::default() })
}

/// The US system without the options that C.04.6 does not know.
fn without_us_options(settings: &Settings) -> Settings {
    let school_mode = if settings.school_mode == SchoolMode::Forbid { SchoolMode::Forbid } else { SchoolMode::Ignore };
    Settings { school_mode, protect_unrated: false, avoid_repeat_floats: false, lookahead: Lookahead::No, ..*settings }
}
