//! What takes too long for every day, on the floors below the desk: the engines against slow solvers, readers against nonsense. Before a
//! release, and after a change of an engine or a reader: `cargo test --release --test floors soak -- --ignored`. Each has a short form
//! that runs always.

use crate::formats_fide_team::{self, events};
use crate::import::hostile::{GOOD, never_panics};
use crate::import::zipped;
use crate::mutated;
use crate::pairing_events;
use crate::pairing_optimum::{enumeration, fields};
use bughouse::pairing::{SchoolMode, Settings};
use bughouse::tournament::Dice;
use std::time::Duration;

#[test]
#[ignore = "minutes"]
fn a_hundred_thousand_small_fields_get_the_optimum() {
    enumeration::compare(2, 100_000, 9);
}

#[test]
#[ignore = "minutes"]
fn two_thousand_fields_of_ten_to_sixty_get_the_optimum() {
    fields::compare(13, 2000, (10, 60), 12);
}

#[test]
#[ignore = "minutes"]
fn two_hundred_large_fields_of_few_score_groups_get_the_optimum() {
    fields::compare(15, 200, (60, 180), 5);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_positions() {
    assert!(
        formats_fide_team::compare(1_000_000..1_050_000, |random| formats_fide_team::random::event(random, 2, 10))
            > 30_000
    );
    assert!(
        formats_fide_team::compare(2_000_000..2_050_000, |random| formats_fide_team::random::scatter(random, 2, 10))
            > 15_000
    );
}

#[test]
#[ignore = "a minute"]
fn events_of_two_to_four_hundred_in_every_mode() {
    pairing_events::events_in_every_mode(&[200, 299, 400]);
}

/// Seen with `--nocapture`.
#[test]
#[ignore = "measures time"]
fn time_to_pair_a_round() {
    let forbid = Settings { school_mode: SchoolMode::Forbid, ..Settings::default() };
    for (teams, schools, settings) in [
        (20, 0, &Settings::default()),
        (40, 0, &Settings::default()),
        (100, 0, &Settings::default()),
        (300, 0, &Settings::default()),
        (1_000, 0, &Settings::default()),
        (3_000, 0, &Settings::default()),
        (10_000, 0, &Settings::default()),
        (100_000, 0, &Settings::default()),
        (300, 6, &forbid),
        (1_000, 20, &forbid),
        (1_000, 6, &forbid),
        (300, 3, &forbid),
    ] {
        for draws in [0, 40] {
            let (slowest, paired) = events::play(
                teams,
                if teams < 50 { teams as u32 - 1 } else { 11 },
                draws,
                schools,
                settings,
                &mut Dice::new(teams as u64),
            );
            println!("{teams} teams, {schools} schools, {draws} % draws: {paired} rounds, slowest {slowest:?}");
        }
    }
}

#[test]
#[ignore = "two minutes of each"]
fn much_mutated_input_is_read_or_refused() {
    let long = Duration::from_secs(120);
    std::thread::scope(|scope| {
        for target in [mutated::registrations, mutated::trf, mutated::rulebook, mutated::command_line] {
            scope.spawn(move || target(1, long));
        }
    });
}

/// Minutes are given by `BUGHOUSE_FUZZ_MINUTES`.
#[test]
#[ignore = "runs for ten minutes"]
fn ten_minutes_of_mutations_never_panic() {
    let minutes: u64 = std::env::var("BUGHOUSE_FUZZ_MINUTES").ok().and_then(|m| m.parse().ok()).unwrap_or(10);
    let rows: Vec<Vec<String>> = GOOD.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let utf16 = |to_bytes: fn(u16) -> [u8; 2]| GOOD.encode_utf16().flat_map(to_bytes).collect::<Vec<u8>>();
    let seeds = [
        GOOD.as_bytes().to_vec(),
        GOOD.replace(',', ";").into_bytes(),
        GOOD.replace('\n', "\r").into_bytes(),
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
        encoding_rs::WINDOWS_1252.encode(GOOD).0.into_owned(),
        b"Name,Grade,Team,Partner,ID\nAnn Lee,3,Rooks,,1\nBo Kim,2,Rooks,,2\nCy Day,1,,Di Eck,\nDi Eck,1,,Cy Day,\n"
            .to_vec(),
        zipped::workbook(&[("Entries", &rows)]),
    ];
    let mut dice = Dice::new(1);
    let interesting = b",;\t|\"\r\n\0\x1b=\xef\xbb\xbf\xff\xfe 0K";
    let started = std::time::Instant::now();
    let mut runs = 0_u64;
    while started.elapsed().as_secs() < minutes * 60 {
        let mut bytes = seeds[dice.below(seeds.len())].clone();
        for _ in 0..=dice.below(16) {
            let at = dice.below(bytes.len());
            match dice.below(5) {
                0 => bytes[at] = dice.below(256) as u8,
                1 => bytes.insert(at, interesting[dice.below(interesting.len())]),
                2 => drop(bytes.drain(at..(at + dice.below(40)).min(bytes.len()))),
                3 => {
                    let piece = bytes[at..(at + dice.below(60)).min(bytes.len())].to_vec();
                    let to = dice.below(bytes.len());
                    bytes.splice(to..to, piece);
                }
                _ => bytes[at] = interesting[dice.below(interesting.len())],
            }
            if bytes.is_empty() {
                break;
            }
        }
        never_panics(&bytes);
        runs += 1;
    }
    eprintln!("{runs} files in {minutes} minutes");
}
