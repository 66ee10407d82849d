//! How long one result takes, from the start of the process to its end: 300 teams after five double rounds. Then eight at once.
//!
//! `cargo bench --no-default-features --bench result`

use criterion::{Criterion, criterion_group, criterion_main};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const TEAMS: usize = 300;
const ROUNDS: usize = 5;

fn bughouse(folder: &Path, words: &[&str], input: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bughouse"));
    command.current_dir(folder).args(words).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("it reads").write_all(input.as_bytes()).expect("it reads all");
    assert!(child.wait().expect("it ends").success(), "{words:?}");
}

/// The event with every result in.
fn played(folder: &Path) {
    let mut roster = "Team,Name,Rating\n".to_owned();
    for player in 0..2 * TEAMS {
        // Writing to a String cannot fail.
        let _ = writeln!(roster, "Team {},Child{player} Family{player},{}", player / 2, 400 + player * 7 % 1600);
    }
    std::fs::write(folder.join("entries.csv"), roster).expect("the folder can be written");
    bughouse(folder, &["new", "spring", "--name", "Spring"], "");
    bughouse(folder, &["section", "add", "Open", "--rounds", "9", "--matches", "2"], "");
    bughouse(folder, &["import", "entries.csv"], "");
    for round in 0..ROUNDS {
        bughouse(folder, &["pair", "Open"], "");
        let mut slips = String::new();
        for (table, number) in (1..=TEAMS / 2).flat_map(|table| [(table, 1), (table, 2)]) {
            let result = if (table * 7 + number + round) % 3 == 0 { "0-1" } else { "1-0" };
            let _ = writeln!(slips, "{table}.{number} {result}");
        }
        bughouse(folder, &["enter"], &slips);
    }
}

fn correct(folder: &Path, table: usize, result: &str) {
    bughouse(folder, &["result", &table.to_string(), result, "--match", "1", "--replace"], "");
}

fn one_result(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("there is room");
    played(folder.path());
    let mut group = criterion.benchmark_group("result");
    group.sample_size(30).measurement_time(Duration::from_secs(3));
    let mut results = ["1/2", "1-0", "0-1"].into_iter().cycle();
    group.bench_function("300 teams after five double rounds", |bench| {
        bench.iter(|| correct(folder.path(), 7, results.next().expect("there is always one more")));
    });
    group.finish();
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        let one = |table: usize| {
            let folder = folder.path();
            scope.spawn(move || {
                let timed = |result: &str| {
                    let start = Instant::now();
                    correct(folder, table, result);
                    start.elapsed()
                };
                (0..25).map(|at| timed(["1/2", "1-0", "0-1"][at % 3])).collect::<Vec<_>>()
            })
        };
        let all: Vec<_> = (1..=8).map(one).collect();
        all.into_iter().flat_map(|desk| desk.join().expect("nothing panics")).collect()
    });
    took.sort_unstable();
    println!("eight at once, 200 results: median {:?}, p99 {:?}", took[took.len() / 2], took[took.len() * 99 / 100]);
}

criterion_group!(result, one_result);
criterion_main!(result);
