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
