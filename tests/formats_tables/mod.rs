//! Schedules of round robins and of quads, against the published tables where those are at hand; and how many rounds suit a field.

use bughouse::pairing::RoundRobinTable::{Berger, Crenshaw};
use bughouse::pairing::quads::{GroupPlan, groups, plan, rounds};
use bughouse::pairing::round_robin::{
    Cycles, ScheduledRound, pairable_rounds, recommended_rounds, schedule, should_be_round_robin,
};
use bughouse::pairing::{LargeGroup, RoundRobinTable};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Rounds by size, as printed in a file of lines `size round pairings`.
fn published(file: &str) -> Option<BTreeMap<usize, Vec<String>>> {
    let path = format!("{}/../shared/data/round-robin/{file}", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: {path} is not here");
        return None;
    };
    let mut tables: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())) {
        let cells: Vec<&str> = line.split('\t').collect();
        let rounds = tables.entry(cells[0].parse().expect("a size")).or_default();
        assert_eq!(cells[1].parse(), Ok(rounds.len() + 1), "rounds are listed in order");
        rounds.push(cells[2].to_owned());
    }
    assert!(!tables.is_empty(), "{path} holds tables");
    Some(tables)
}

fn compare(file: &str, table: RoundRobinTable) {
    for (size, rounds) in published(file).unwrap_or_default() {
        let ours: Vec<String> = schedule(size, table, Cycles::One)
            .iter()
            .map(|round| round.pairs.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(ours, rounds, "{table:?} for {size}");
    }
}

#[test]
fn berger_tables_are_the_published_ones() {
    compare("berger_fide.tsv", Berger);
}

#[test]
fn crenshaw_tables_are_the_published_ones() {
    compare("crenshaw_us.tsv", Crenshaw);
}

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
