//! What becomes of the results of a team that leaves a round robin.

/// How a withdrawn team's results count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Withdrawal {
    /// They stay in the crosstable but no longer count for anybody.
    Struck,
    /// They stand, and its remaining opponents win by forfeit.
    RestForfeited,
}

/// A team that leaves before it has played half of its matches is struck from the standings; later, the rest are forfeits.
pub fn withdrawal(played: usize, scheduled: usize) -> Withdrawal {
    if 2 * played < scheduled { Withdrawal::Struck } else { Withdrawal::RestForfeited }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_once_half_of_the_matches_were_played() {
        assert_eq!(
            [(0, 5), (2, 5), (3, 5), (2, 4), (3, 6)].map(|(played, all)| withdrawal(played, all) == Withdrawal::Struck),
            [true, true, false, false, false]
        );
    }
}
