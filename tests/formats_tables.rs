//! Round-robin schedules against the published tables, where those are at hand.

use bughouse::pairing::RoundRobinTable;
use bughouse::pairing::round_robin::{Cycles, schedule};
use std::collections::BTreeMap;
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
    compare("berger_fide.tsv", RoundRobinTable::Berger);
}

#[test]
fn crenshaw_tables_are_the_published_ones() {
    compare("crenshaw_us.tsv", RoundRobinTable::Crenshaw);
}
