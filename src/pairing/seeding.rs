//! The seed order: who is first, second, ... before any result is in.

use std::cmp::Reverse;

/// Seeds 1 to N of teams, in the order given: rating descending, unrated last, equals by their lot (lower is first) [28A, 28B].
///
/// Each team is its rating, on any one scale, and the lot drawn once at its entry. Seeds of a field with late entrants are simply
/// computed anew: they fall in by rating, and nobody else changes places.
pub fn seeds<Rating: Ord + Copy>(teams: &[(Option<Rating>, u32)]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..teams.len()).collect();
    // `None` is below every rating, so it comes last under `Reverse`. The sort is stable: equal lots keep the order given.
    order.sort_by_key(|&team| (Reverse(teams[team].0), teams[team].1));
    let mut seeds = vec![0; teams.len()];
    for (seed, team) in (1..).zip(order) {
        seeds[team] = seed;
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rating_first_then_lot_and_the_unrated_last() {
        assert_eq!(seeds(&[(None, 4), (Some(1200), 9), (Some(1500), 7), (Some(1200), 3), (None, 2)]), [5, 3, 1, 2, 4]);
    }

    #[test]
    fn a_late_entrant_falls_in_by_rating() {
        let on_time = [(Some(1500), 1), (Some(1300), 2), (Some(1100), 3)];
        assert_eq!(seeds(&on_time), [1, 2, 3]);
        assert_eq!(seeds(&[on_time[0], on_time[1], on_time[2], (Some(1400), 4)]), [1, 3, 4, 2]);
    }
}
