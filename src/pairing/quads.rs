//! Groups by rating: quads of four, or groups of any size.
//!
//! Answers who plays in which group, and what a group plays.

use super::round_robin::{Cycles, ScheduledRound, schedule};
use super::settings::{LargeGroup, RoundRobinTable};
use std::ops::Range;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupPlan {
    /// A fixed schedule; positions count from 0 within the group, in seed order.
    RoundRobin(Vec<ScheduledRound>),
    Swiss {
        rounds: u32,
    },
}

pub const QUAD: usize = 4;

/// Cuts a field in seed order into groups of `size`; what is left over joins the last group. Ranges of positions from 0.
///
/// A size of 0 is read as 1.
pub fn groups(teams: usize, size: usize) -> Vec<Range<usize>> {
    let size = size.max(1);
    let whole_groups = (teams / size).max(usize::from(teams > 0));
    (0..whole_groups)
        .map(|group| group * size..if group + 1 == whole_groups { teams } else { (group + 1) * size })
        .collect()
}

/// What a quad plays [US Chess 30G]: a full quad 1-4 2-3, then 3-1 4-2, then 1-2 3-4; a larger last group as the director chose.
///
/// Fewer than four (the whole field is so small) play a round robin.
pub fn plan(group_size: usize, large: LargeGroup) -> GroupPlan {
    match large {
        LargeGroup::Swiss if group_size > 4 => GroupPlan::Swiss { rounds: 3 },
        LargeGroup::RoundRobin if group_size > 4 => {
            GroupPlan::RoundRobin(schedule(group_size, RoundRobinTable::Berger, Cycles::One))
        }
        _ => GroupPlan::RoundRobin(schedule(group_size, RoundRobinTable::Crenshaw, Cycles::One)),
    }
}

/// Rounds until every group has played what its plan says.
pub fn rounds(teams: usize, size: usize, large: LargeGroup) -> usize {
    let length = |group: Range<usize>| match plan(group.len(), large) {
        GroupPlan::RoundRobin(rounds) => rounds.len(),
        GroupPlan::Swiss { rounds } => rounds as usize,
    };
    groups(teams, size).into_iter().map(length).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_join_the_last_four() {
        let sizes = |teams| groups(teams, 4).iter().map(|group| group.len()).collect::<Vec<_>>();
        assert_eq!(sizes(8), [4, 4]);
        assert_eq!(sizes(13), [4, 4, 5]);
        assert_eq!(sizes(15), [4, 4, 7]);
        assert_eq!(sizes(7), [7]);
        assert_eq!(sizes(3), [3]);
        assert!(sizes(0).is_empty());
    }

    #[test]
    fn groups_follow_one_another_in_seed_order() {
        assert_eq!(groups(20, 6), [0..6, 6..12, 12..20]);
        assert_eq!(groups(3, 0), [0..1, 1..2, 2..3]);
    }

    #[test]
    fn a_quad_plays_three_rounds() {
        let GroupPlan::RoundRobin(rounds) = plan(4, LargeGroup::Swiss) else { panic!("a quad is a round robin") };
        let pairs: Vec<_> = rounds.into_iter().map(|round| round.pairs).collect();
        assert_eq!(pairs, [[(0, 3), (1, 2)], [(2, 0), (3, 1)], [(0, 1), (2, 3)]]);
    }

    #[test]
    fn five_to_seven_play_a_short_swiss_or_everybody() {
        assert_eq!(plan(6, LargeGroup::Swiss), GroupPlan::Swiss { rounds: 3 });
        let GroupPlan::RoundRobin(rounds) = plan(5, LargeGroup::RoundRobin) else { panic!("asked for a round robin") };
        assert_eq!(rounds.len(), 5);
    }

    #[test]
    fn the_longest_group_decides_how_many_rounds_there_are() {
        assert_eq!([4, 8, 9, 11, 3].map(|teams| rounds(teams, 4, LargeGroup::Swiss)), [3, 3, 3, 3, 3]);
        assert_eq!([4, 8, 9, 10, 11].map(|teams| rounds(teams, 4, LargeGroup::RoundRobin)), [3, 3, 5, 5, 7]);
    }

    #[test]
    fn a_field_below_four_plays_a_round_robin() {
        let GroupPlan::RoundRobin(rounds) = plan(3, LargeGroup::Swiss) else { panic!("three teams are a round robin") };
        assert_eq!((rounds.len(), rounds[0].bye), (3, Some(0)));
    }
}
