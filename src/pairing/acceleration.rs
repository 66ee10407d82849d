//! Acceleration: points added to the stronger half for pairing only, in the first rounds.
//!
//! Answers what a team's score is raised by in a round. Standings, tie-breaks and the plus score never see it.

use super::settings::Acceleration;
use crate::tournament::HalfPoints;

/// The accelerated half of a field: the first 2·⌈N/4⌉ seeds at round 1 [C.04.7; 28R1 says "half"].
pub(super) struct UpperGroup {
    /// The last seed in it. Late entrants seeded above it belong to it too, and push nobody out.
    last_seed: Option<u32>,
}

impl UpperGroup {
    /// The group of a field, from the seeds of round 1 in any order.
    pub(super) fn of(seeds: impl Iterator<Item = u32>) -> Self {
        let mut seeds: Vec<u32> = seeds.collect();
        seeds.sort_unstable();
        let size = 2 * seeds.len().div_ceil(4);
        Self { last_seed: seeds.get(..size.min(seeds.len())).and_then(<[u32]>::last).copied() }
    }

    /// Whether the team of a seed belongs to it.
    pub(super) fn holds(&self, seed: u32) -> bool {
        self.last_seed.is_some_and(|last| seed <= last)
    }
}

/// Half points added to the score of a team of the upper group when a round is paired.
///
/// `round` counts from 1; `matches` is 1, or 2 for double rounds.
///
/// US Chess 28R1: a full round's points in rounds 1 and 2. FIDE C.04.7 (Baku): in the first half of the rounds (rounded up), a full
/// round's points in the first half of those (rounded up), half as much in the others.
pub(super) fn virtual_points(acceleration: Acceleration, round: u32, rounds: u32, matches: u8) -> HalfPoints {
    let half_round = i32::from(matches);
    let accelerated_rounds = rounds.div_ceil(2);
    match acceleration {
        Acceleration::Us28r1 if round <= 2 => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds.div_ceil(2) => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds => HalfPoints(half_round),
        Acceleration::None | Acceleration::Us28r1 | Acceleration::Baku => HalfPoints::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Virtual points of the upper group in rounds 1 to `rounds`.
    fn points(acceleration: Acceleration, rounds: u32, matches: u8) -> Vec<i32> {
        (1..=rounds).map(|round| virtual_points(acceleration, round, rounds, matches).0).collect()
    }

    #[test]
    fn us_acceleration_lasts_two_rounds() {
        assert_eq!(points(Acceleration::Us28r1, 5, 1), [2, 2, 0, 0, 0]);
        assert_eq!(points(Acceleration::Us28r1, 5, 2), [4, 4, 0, 0, 0]);
    }

    #[test]
    fn baku_falls_from_a_win_to_a_draw_to_nothing() {
        assert_eq!(points(Acceleration::Baku, 4, 1), [2, 1, 0, 0]);
        assert_eq!(points(Acceleration::Baku, 9, 1), [2, 2, 2, 1, 1, 0, 0, 0, 0]);
        assert_eq!(points(Acceleration::Baku, 5, 2), [4, 4, 2, 0, 0]);
    }

    #[test]
    fn the_group_is_the_upper_half_made_even() {
        let size = |teams: u32| (1..=teams).filter(|seed| UpperGroup::of(1..=teams).holds(*seed)).count();
        assert_eq!([1, 4, 5, 8, 9, 10, 12].map(size), [1, 2, 4, 4, 6, 6, 6]);
        assert!(!UpperGroup::of(std::iter::empty()).holds(1));
    }

    #[test]
    fn without_acceleration_nobody_is_helped() {
        assert_eq!(points(Acceleration::None, 4, 1), [0, 0, 0, 0]);
    }
}
