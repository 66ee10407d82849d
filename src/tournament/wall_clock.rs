//! The clock on the wall of one posted round: when it started, how long latecomers are waited for, who has not sat down.
//!
//! Says which forfeits are due; never makes one.

use super::{MatchResult, Round, TableNumber, TeamId};
use chrono::{DateTime, FixedOffset, TimeDelta};

/// What was noted of a posted round as it started.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WallClock {
    /// When it started, once it has.
    pub started: Option<DateTime<FixedOffset>>,
    /// Teams that have not sat down, in the order in which they were named.
    pub not_seated: Vec<EmptySeat>,
}

/// A team that has not sat down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptySeat {
    pub team: TeamId,
    /// When that was noted.
    pub since: DateTime<FixedOffset>,
}

/// A table at which somebody is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptyTable {
    pub table: TableNumber,
    /// Who has not sat down: one team or both.
    pub missing: Vec<TeamId>,
    /// What the match comes to if nobody else comes.
    pub forfeit: MatchResult,
}

impl WallClock {
    /// Whether the team was noted as not seated.
    pub fn misses(&self, team: TeamId) -> bool {
        self.not_seated.iter().any(|seat| seat.team == team)
    }

    /// When the waiting ends, where a grace time is set and the round has started.
    pub fn grace_ends(&self, minutes: Option<u32>) -> Option<DateTime<FixedOffset>> {
        Some(self.started? + TimeDelta::minutes(i64::from(minutes?)))
    }

    /// The tables of the round at which somebody is missing and nothing is decided yet, by number.
    pub fn empty_tables(&self, round: &Round, is_open: &dyn Fn(TableNumber) -> bool) -> Vec<EmptyTable> {
        let empty = |(table, teams): (TableNumber, [TeamId; 2])| {
            let missing: Vec<TeamId> = teams.into_iter().filter(|team| self.misses(*team)).collect();
            let forfeit = match missing[..] {
                [] => return None,
                [one] if one == teams[0] => MatchResult::SecondByForfeit,
                [_] => MatchResult::FirstByForfeit,
                _ => MatchResult::NeitherCame,
            };
            is_open(table).then_some(EmptyTable { table, missing, forfeit })
        };
        round.tables().into_iter().filter_map(empty).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Assignment, SectionId, Side};

    fn round() -> Round {
        let seat = |team, table, side| (TeamId(team), Assignment::Table { table: TableNumber(table), side });
        let sides = [(1, 1, Side::First), (2, 1, Side::Second), (3, 2, Side::First), (4, 2, Side::Second)];
        Round {
            section: SectionId(1),
            number: 1,
            provisional: false,
            assignments: sides.map(|(team, table, side)| seat(team, table, side)).to_vec(),
            slips: Vec::new(),
        }
    }

    fn missing(teams: &[u32]) -> WallClock {
        let since = DateTime::parse_from_rfc3339("2026-05-02T09:05:00-07:00").expect("a time");
        let not_seated = teams.iter().map(|team| EmptySeat { team: TeamId(*team), since }).collect();
        WallClock { started: None, not_seated }
    }

    #[test]
    fn whoever_sits_wins_and_nobody_wins_where_nobody_sits() {
        for (absent, forfeit) in [
            (vec![1], MatchResult::SecondByForfeit),
            (vec![2], MatchResult::FirstByForfeit),
            (vec![2, 1], MatchResult::NeitherCame),
        ] {
            let empty = missing(&absent).empty_tables(&round(), &|_| true);
            assert_eq!(empty.iter().map(|e| (e.table, e.forfeit)).collect::<Vec<_>>(), [(TableNumber(1), forfeit)]);
        }
    }

    #[test]
    fn a_table_with_a_result_waits_for_nobody() {
        let empty = missing(&[1, 4]).empty_tables(&round(), &|table| table == TableNumber(2));
        assert_eq!(
            empty,
            [EmptyTable { table: TableNumber(2), missing: vec![TeamId(4)], forfeit: MatchResult::FirstByForfeit }]
        );
    }

    #[test]
    fn grace_runs_from_the_start_of_the_round() {
        let at = |text: &str| DateTime::parse_from_rfc3339(text).expect("a time");
        let clock = WallClock { started: Some(at("2026-05-02T09:05:00-07:00")), not_seated: Vec::new() };
        assert_eq!(clock.grace_ends(Some(10)), Some(at("2026-05-02T09:15:00-07:00")));
        assert_eq!(clock.grace_ends(None), None, "no grace time is set");
        assert_eq!(WallClock::default().grace_ends(Some(10)), None, "not started");
    }
}
