use super::{Cycles, ScheduledRound, schedule};
use crate::pairing::RoundRobinTable::{self, Berger, Crenshaw};
use std::collections::BTreeSet;

/// A round as printed: numbers from 1, first-named has White.
fn printed(round: &ScheduledRound) -> String {
    round.pairs.iter().map(|(first, second)| format!("{}-{}", first + 1, second + 1)).collect::<Vec<_>>().join(" ")
}

fn printed_schedule(teams: usize, table: RoundRobinTable) -> Vec<String> {
    schedule(teams, table, Cycles::One).iter().map(printed).collect()
}

#[test]
fn berger_for_four_and_six_as_published() {
    assert_eq!(printed_schedule(4, Berger), ["1-4 2-3", "4-3 1-2", "2-4 3-1"]);
    assert_eq!(
        printed_schedule(6, Berger),
        ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]
    );
}

#[test]
fn crenshaw_for_four_is_the_quad() {
    assert_eq!(printed_schedule(4, Crenshaw), ["1-4 2-3", "3-1 4-2", "1-2 3-4"]);
}

#[test]
fn crenshaw_for_eight_begins_where_berger_ends() {
    let rounds = printed_schedule(8, Crenshaw);
    assert_eq!((rounds[0].as_str(), rounds[6].as_str()), ("4-8 5-3 6-2 7-1", "1-8 2-7 3-6 4-5"));
}

#[test]
fn an_odd_field_gives_everybody_one_bye() {
    let rounds = schedule(5, Berger, Cycles::One);
    assert_eq!(rounds.iter().map(|round| round.bye).collect::<Vec<_>>(), [Some(0), Some(3), Some(1), Some(4), Some(2)]);
    assert_eq!(printed(&rounds[0]), "2-5 3-4");
}

#[test]
fn everybody_meets_everybody_once_at_every_size_under_both_tables() {
    for table in [Berger, Crenshaw] {
        for teams in 2..=41 {
            let rounds = schedule(teams, table, Cycles::One);
            assert_eq!(rounds.len(), teams - 1 + teams % 2, "{table:?}, {teams} teams");
            let mut met = BTreeSet::new();
            for round in &rounds {
                let seated: Vec<usize> = round.pairs.iter().flat_map(|&(a, b)| [a, b]).chain(round.bye).collect();
                assert_eq!(seated.iter().copied().collect::<BTreeSet<_>>().len(), teams, "{table:?}, {teams} teams");
                assert_eq!(seated.len(), teams);
                met.extend(round.pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))));
            }
            assert_eq!(met.len(), teams * (teams - 1) / 2, "{table:?}, {teams} teams");
        }
    }
}

#[test]
fn a_lone_team_has_no_rounds() {
    assert!(schedule(0, Berger, Cycles::One).is_empty() && schedule(1, Crenshaw, Cycles::Two).is_empty());
}

#[test]
fn the_second_cycle_swaps_sides() {
    let rounds: Vec<String> = schedule(4, Berger, Cycles::Two).iter().map(printed).collect();
    assert_eq!(rounds, ["1-4 2-3", "4-3 1-2", "2-4 3-1", "4-1 3-2", "3-4 2-1", "4-2 1-3"]);
}

#[test]
fn back_to_back_plays_the_return_match_at_once() {
    let rounds: Vec<String> = schedule(4, Berger, Cycles::BackToBack).iter().map(printed).collect();
    assert_eq!(rounds, ["1-4 2-3", "4-1 3-2", "4-3 1-2", "3-4 2-1", "2-4 3-1", "4-2 1-3"]);
}
