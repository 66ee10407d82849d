//! The steps of a round, from the top score group down, and what is done where no legal pairing exists.

use super::super::settings::{Lookahead, SchoolMode, Settings};
use super::bracket;
use super::bye;
use super::field::Field;
use super::upfloaters;

/// A round step by step. Teams by their place in the field.
pub(super) struct Plan {
    pub(super) bye: Option<usize>,
    pub(super) brackets: Vec<Bracket>,
}

/// A score group with the teams pulled up into it.
pub(super) struct Bracket {
    /// Teams of the score group that were not pulled up before.
    pub(super) residents: Vec<usize>,
    /// All teams below that were not paired yet, by score, then number.
    pub(super) lower: Vec<usize>,
    pub(super) upfloaters: Vec<usize>,
    pub(super) pairs: Vec<(usize, usize)>,
}

/// The round that the text defines; `None` where no legal pairing exists.
pub(super) fn of(field: &Field) -> Option<Plan> {
    let bye = bye::team(field)?;
    let mut brackets = Vec::new();
    let mut unpaired: Vec<usize> = field.by_score().filter(|team| Some(*team) != bye).collect();
    while !unpaired.is_empty() {
        let lower = unpaired.split_off(unpaired.partition_point(|team| field.score(*team) == field.score(unpaired[0])));
        let residents = unpaired;
        let upfloaters = upfloaters::choose(field, &residents, &lower);
        let pairs = bracket::pair(field, &residents, &upfloaters);
        unpaired = lower.iter().copied().filter(|team| !upfloaters.contains(team)).collect();
        brackets.push(Bracket { residents, lower, upfloaters, pairs });
    }
    Some(Plan { bye, brackets })
}

/// The US system without the options that C.04.6 does not know.
pub(super) fn without_us_options(settings: &Settings) -> Settings {
    let school_mode = if settings.school_mode == SchoolMode::Forbid { SchoolMode::Forbid } else { SchoolMode::Ignore };
    Settings { school_mode, protect_unrated: false, avoid_repeat_floats: false, lookahead: Lookahead::No, ..*settings }
}
