//! What is asked of thousands of teams takes about twice as long for twice as many, in seconds of the processor; what looks at each team for
//! each other would take four times as long.
#![cfg(target_os = "linux")]

use crate::hall::Hall;
use std::fmt::Write as _;

/// Processor time of all commands so far that have ended, in hundredths of a second.
fn spent() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    let after_name = text.rsplit_once(')').unwrap().1;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    // cutime and cstime, of which the third field is the first after the name.
    [13, 14].map(|field| fields[field].parse::<f64>().unwrap()).iter().sum()
}

const ASKED: [&[&str]; 12] = [
    &["undo", "--only"],
    &["explain", "5"],
    &["ruling", "list"],
    &["standings"],
    &["status"],
    &["check"],
    &["report", "-o", "r.txt"],
    &["crosstable", "-o", "c.html"],
    &["crosstable", "-o", "c.pdf"],
    &["backup", "b.bak"],
    &["restore", "b.bak"],
    &["recover", "saved"],
];

/// What each takes in a section of so many teams after two rounds.
fn times(teams: usize) -> Vec<f64> {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "4", "--lookahead", "no"]).ok();
    let mut list = "Team,Player 1,Rating 1,Player 2,Rating 2,School\n".to_owned();
    for n in 0..teams {
        let _ = writeln!(list, "T{n},Ann A{n},{},Bob B{n},{},School {}", 900 + n % 1100, 1500 - n % 1000, n / 4);
    }
    hall.write("list.csv", list);
    hall.run(&["import", "list.csv"]).ok();
    for round in 1..=2 {
        hall.run(&["pair"]).ok();
        let slip = |table: usize| format!("{table} {}\n", ["1-0", "0-1", "1/2"][(table * round) % 3]);
        hall.run_with(&["enter"], &(1..=teams / 2).map(slip).collect::<String>()).ok();
    }
    for table in 1..=40 {
        hall.run(&["ruling", "neutral", &table.to_string(), "--what", "clock replaced"]).ok();
    }
    let first = hall.json(&["log", "--last", "40"])["commands"][0]["command"].to_string();
    let timed = |words: &&[&str]| {
        let words = if words[0] == "undo" { vec!["undo", "--only", &first] } else { words.to_vec() };
        let words = [&["-f", "spring.bughouse"], &words[..]].concat();
        let before = spent();
        hall.run(&words).ok();
        spent() - before
    };
    ASKED.iter().map(timed).collect()
}

#[test]
#[ignore = "some minutes; by itself, so that nothing else is counted"]
fn twice_the_teams_take_twice_the_time() {
    let (some, twice) = (times(3_000), times(6_000));
    let grown: Vec<String> = (ASKED.iter().zip(some.iter().zip(&twice)))
        .inspect(|(words, (some, twice))| {
            eprintln!("{:7.2} s {:7.2} s  {}", *some / 100.0, *twice / 100.0, words.join(" "))
        })
        // A command takes some hundredths whatever it is asked.
        .filter(|(_, (some, twice))| **twice > 2.8 * **some + 5.0)
        .map(|(words, (some, twice))| format!("{}: {some} became {twice}", words.join(" ")))
        .collect();
    assert!(grown.is_empty(), "{grown:#?}");
}
