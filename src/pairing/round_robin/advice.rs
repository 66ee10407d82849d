//! How many rounds make sense, and when a Swiss had better be a round robin.

/// Rounds that leave at most one perfect score (draws apart); up to five teams, those of a round robin.
pub fn recommended_rounds(teams: usize) -> u32 {
    match teams {
        0 | 1 => 0,
        2..=5 => possible_rounds(teams),
        _ => teams.next_power_of_two().ilog2(),
    }
}

/// Whether so many teams over so many rounds had better play a round robin [US Chess 29K].
///
/// Up to five teams always; above that when the rounds wanted are at least one fewer than the teams. No rounds wanted yet: only
/// the number of teams counts.
pub fn should_be_round_robin(teams: usize, rounds: u32) -> bool {
    teams >= 2 && (teams <= 5 || rounds as usize + 1 >= teams)
}

/// Rounds of a Swiss that can always be paired without a rematch while everybody is present: half the field.
///
/// By Dirac's theorem: every team then has at least half of the field left as possible opponents.
pub fn pairable_rounds(teams: usize) -> u32 {
    u32::try_from(teams / 2).unwrap_or(u32::MAX)
}

/// Rounds in which everybody can meet everybody once: the most that any event without rematches can have.
pub fn possible_rounds(teams: usize) -> u32 {
    let odd = teams % 2;
    if teams < 2 { 0 } else { u32::try_from(teams - 1 + odd).unwrap_or(u32::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_with_the_logarithm_of_the_field() {
        let recommended = [0, 1, 2, 3, 4, 5, 6, 8, 9, 16, 17, 32, 33, 1000].map(recommended_rounds);
        assert_eq!(recommended, [0, 0, 1, 3, 3, 5, 3, 3, 4, 4, 5, 5, 6, 10]);
    }

    #[test]
    fn a_recommended_swiss_can_always_be_paired() {
        assert!((6..2000).all(|teams| recommended_rounds(teams) <= pairable_rounds(teams)));
    }

    #[test]
    fn small_or_long_events_are_better_as_round_robins() {
        for (teams, rounds, round_robin) in [
            (1, 3, false),
            (2, 1, true),
            (4, 3, true),
            (5, 0, true),
            (6, 4, false),
            (6, 5, true),
            (7, 5, false),
            (7, 6, true),
            (7, 7, true),
        ] {
            assert_eq!(should_be_round_robin(teams, rounds), round_robin, "{teams} teams, {rounds} rounds");
        }
    }
}
