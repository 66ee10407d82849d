//! Acceleration: points added to the stronger half for pairing only, in the first rounds.
//!
//! Answers what a team's score is raised by in a round. Standings, tie-breaks and the plus score never see it.

use super::settings::Acceleration;
use crate::tournament::HalfPoints;

/// Half points added to a team's score when a round is paired.
///
/// `seed_rank` is the team's place in the seeding list of round 1, from 1: one more than the number of teams of that list seeded
/// above it. Counted so, a late entrant seeded above the last member of the accelerated group belongs to it and pushes nobody out.
/// `teams` is the length of that list; `round` counts from 1; `matches` is 1, or 2 for double rounds.
///
/// US Chess 28R1: a full round's points in rounds 1 and 2. FIDE C.04.7 (Baku): in the first half of the rounds (rounded up), a full
/// round's points in the first half of those (rounded up), half as much in the others.
pub fn virtual_points(acceleration: Acceleration, seed_rank: usize, teams: usize, round: u32, rounds: u32, matches: u8) -> HalfPoints {
    if seed_rank > accelerated_group(teams) || round == 0 {
        return HalfPoints::ZERO;
    }
    let half_round = i32::from(matches);
    let accelerated_rounds = rounds.div_ceil(2);
    match acceleration {
        Acceleration::Us28r1 if round <= 2 => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds.div_ceil(2) => HalfPoints(2 * half_round),
        Acceleration::Baku if round <= accelerated_rounds => HalfPoints(half_round),
        Acceleration::None | Acceleration::Us28r1 | Acceleration::Baku => HalfPoints::ZERO,
    }
}

/// How many teams are accelerated: the upper half of the field, made even [C.04.7; 28R1 says "half"].
pub fn accelerated_group(teams: usize) -> usize {
    2 * teams.div_ceil(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Virtual points of seed 1 in rounds 1 to `rounds`.
    fn of_the_first_seed(acceleration: Acceleration, rounds: u32, matches: u8) -> Vec<i32> {
        (1..=rounds).map(|round| virtual_points(acceleration, 1, 8, round, rounds, matches).0).collect()
    }

    #[test]
    fn us_acceleration_lasts_two_rounds() {
        assert_eq!(of_the_first_seed(Acceleration::Us28r1, 5, 1), [2, 2, 0, 0, 0]);
        assert_eq!(of_the_first_seed(Acceleration::Us28r1, 5, 2), [4, 4, 0, 0, 0]);
    }

    #[test]
    fn baku_falls_from_a_win_to_a_draw_to_nothing() {
        assert_eq!(of_the_first_seed(Acceleration::Baku, 4, 1), [2, 1, 0, 0]);
        assert_eq!(of_the_first_seed(Acceleration::Baku, 9, 1), [2, 2, 2, 1, 1, 0, 0, 0, 0]);
        assert_eq!(of_the_first_seed(Acceleration::Baku, 5, 2), [4, 4, 2, 0, 0]);
    }

    #[test]
    fn the_group_is_the_upper_half_made_even() {
        assert_eq!([1, 4, 5, 8, 9, 10, 12].map(accelerated_group), [2, 2, 4, 4, 6, 6, 6]);
        let helped: Vec<usize> = (1..=9).filter(|&rank| virtual_points(Acceleration::Baku, rank, 9, 1, 5, 1) == HalfPoints::WIN).collect();
        assert_eq!(helped, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn without_acceleration_nobody_is_helped() {
        assert_eq!(of_the_first_seed(Acceleration::None, 4, 1), [0, 0, 0, 0]);
    }
}
