//! How long the last round of an event takes to pair: growth from 100 to 100,000 teams, and the worst cases.
//!
//! `cargo bench --no-default-features --bench pairing`

#[path = "../tests/pairing_events/event.rs"]
mod event;

use bughouse::pairing::swiss::Refusal;
use bughouse::pairing::{SchoolMode, Settings};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use event::{Event, Field};
use std::hint::black_box;
use std::time::Duration;

const ROUND_9: Field = Field { teams: 0, rounds: 9, schools: 0, schools_a_team: 1, draws: 15, matches: 1, seed: 7 };

/// The event before its last round.
fn before_last_round(field: Field, settings: &Settings) -> Event {
    let mut event = Event::new(field);
    while event.position.round < field.rounds {
        let pairing = match event.pair(settings) {
            Ok(pairing) => pairing,
            Err(Refusal::NeedsConsent { pairing, .. }) => *pairing,
            Err(refusal) => panic!("{field:?}: {refusal}"),
        };
        event.play(&pairing);
    }
    event
}

fn growth(criterion: &mut Criterion) {
    let settings = Settings::default();
    for (name, field) in [
        ("round 9", ROUND_9),
        ("round 9, 40 % draws, 6 schools", Field { draws: 40, schools: 6, ..ROUND_9 }),
        ("round 9, every team from two of 100 schools", Field { schools: 100, schools_a_team: 2, ..ROUND_9 }),
        ("round 9, every team from two of 6 schools", Field { schools: 6, schools_a_team: 2, ..ROUND_9 }),
    ] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
        for teams in [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000] {
            let event = before_last_round(Field { teams, ..field }, &settings);
            group.bench_function(BenchmarkId::from_parameter(teams), |bench| {
                bench.iter(|| black_box(event.pair(&settings)))
            });
        }
        group.finish();
    }
}

fn worst_cases(criterion: &mut Criterion) {
    let late = Field { teams: 300, draws: 40, ..ROUND_9 };
    for (name, field) in [
        ("300 teams of 6 schools, round 9", Field { schools: 6, ..late }),
        ("300 teams of 6 schools, round 11, 5 % draws", Field { schools: 6, rounds: 11, draws: 5, ..late }),
        ("300 teams of 3 schools, round 9", Field { schools: 3, ..late }),
        ("300 teams, each from two of 6 schools, round 9", Field { schools: 6, schools_a_team: 2, ..late }),
        (
            "1,000 teams, each from two of 6 schools, round 9",
            Field { teams: 1_000, schools: 6, schools_a_team: 2, ..late },
        ),
        ("100 teams from one school, round 7", Field { teams: 100, schools: 1, rounds: 7, ..late }),
        ("60 teams of 6 schools, round 20", Field { teams: 60, schools: 6, rounds: 20, ..late }),
    ] {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(200));
        for school_mode in
            [SchoolMode::Ignore, SchoolMode::Prefer, SchoolMode::Plus2, SchoolMode::Avoid, SchoolMode::Forbid]
        {
            let settings = Settings { school_mode, ..Settings::default() };
            let event = before_last_round(field, &settings);
            group.bench_function(BenchmarkId::from_parameter(format!("{school_mode:?}").to_lowercase()), |bench| {
                bench.iter(|| black_box(event.pair(&settings)));
            });
        }
        group.finish();
    }
}

criterion_group!(pairing, growth, worst_cases);
criterion_main!(pairing);
