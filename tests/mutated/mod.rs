//! What fuzzing does, with an ordinary compiler: good input with random changes never panics, and what is shown of it is harmless.
//! The targets are those of `fuzz/`.

use bughouse::interchange::registrations::{self, Options};
use bughouse::interchange::trf::{ReadOptions, read_bytes};
use bughouse::rulebook::{Rulebook, ladder_words, search};
use bughouse::tournament::Dice;
use std::time::{Duration, Instant};

/// Bytes replaced, put in, taken out, a stretch doubled or cut.
fn mutated(dice: &mut Dice, good: &[u8]) -> Vec<u8> {
    const SPECIAL: [&[u8]; 14] = [
        b"\"",
        b",",
        b"\t",
        b"\r\n",
        b"\0",
        b"-",
        b"99999999999999999999",
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"'",
        b"=",
        b"[[",
        b"\x1b[31m",
        "\u{202e}".as_bytes(),
    ];
    let mut bytes = good.to_vec();
    for _ in 0..=dice.below(8) {
        let at = dice.below(bytes.len() + 1);
        let until = (at + dice.below(40)).min(bytes.len());
        match dice.below(5) {
            0 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            1 => drop(bytes.splice(at..at, SPECIAL[dice.below(SPECIAL.len())].iter().copied())),
            2 => drop(bytes.drain(at..until)),
            3 => {
                let stretch = bytes[at..until].to_vec();
                let to = dice.below(bytes.len() + 1);
                drop(bytes.splice(to..to, stretch));
            }
            _ => bytes.insert(at, dice.below(256) as u8),
        }
    }
    bytes
}

fn project(path: &str) -> String {
    std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("it is part of the project")
}

fn is_harmless(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && c != '\n')
}

/// Tries random changes of each seed for so many cases, or for so long.
fn tries(seeds: &[Vec<u8>], cases: usize, at_least: Duration, judge: impl Fn(&[u8])) {
    let (mut dice, start, mut tried) = (Dice::new(seeds.len() as u64), Instant::now(), 0);
    while tried < cases || start.elapsed() < at_least {
        let seed = &seeds[dice.below(seeds.len())];
        judge(&mutated(&mut dice, seed));
        tried += 1;
    }
    eprintln!("{tried} cases in {:?}", start.elapsed());
}

pub fn registrations(cases: usize, at_least: Duration) {
    let guide = project("docs/guide/registration-desk.md");
    let mut seeds: Vec<Vec<u8>> = guide
        .split("```csv")
        .skip(1)
        .filter_map(|block| Some(block.split_once('\n')?.1.split("```").next()?.as_bytes().to_vec()))
        .collect();
    seeds.push(b"Name\tGrade\tTeam\tEmail\tFee\r\n\"Lee, Ann\"\t3\tRooks\ta@b.c\t20.50\r\n".to_vec());
    seeds.push(b"\xff\xfeN\0a\0m\0e\0\n\0A\0n\0n\0".to_vec());
    tries(&seeds, cases, at_least, |bytes| {
        let options = Options { keeps_contacts: true, keeps_fees: true, ..Options::default() };
        let shown = match registrations::read(bytes, "entries.csv", &options) {
            Ok(reading) => {
                let _ = registrations::read(reading.rejects_csv().as_bytes(), "rejects.csv", &Options::default());
                reading.render_complaints(40)
            }
            Err(unreadable) => unreadable.render(),
        };
        assert!(is_harmless(&shown), "{bytes:?}\n{shown:?}");
    });
}

pub fn trf(cases: usize, at_least: Duration) {
    let line = |n: u32, rest: &str| {
        format!("001 {n:>4}      {:<33} {:>4}{:29}1.0 {n:>4}{rest}\n", format!("Team {n}"), 2000 - n, "")
    };
    let seed = format!(
        "012 Spring\nXXR 3\n{}{}{}{}240 H   3    1\n260   1   3    1    2\n",
        line(1, "     2 w 1     3 b ="),
        line(2, "     1 b 0     4 w 1"),
        line(3, "     4 w =     1 w ="),
        line(4, "     3 b =     2 b 0")
    );
    tries(&[seed.into_bytes()], cases, at_least, |bytes| {
        let matches = if bytes.first().is_some_and(|b| b % 2 == 0) { 1 } else { 2 };
        match read_bytes(bytes, ReadOptions { matches: Some(matches), rounds: None }) {
            Ok(event) => {
                assert_eq!(event.seeds().len(), event.entrants.len());
                let _ = event.field(false);
            }
            Err(complaints) => {
                assert!(!complaints.is_empty() && complaints.iter().all(|c| c.line >= 1 && c.column >= 1), "{bytes:?}")
            }
        }
    });
}

pub fn rulebook(cases: usize, at_least: Duration) {
    let seeds: Vec<Vec<u8>> = ["club", "oscf-2012", "us-chess-2018"]
        .map(|id| project(&format!("engine/src/rulebook/books/{id}.toml")).into_bytes())
        .to_vec();
    tries(&seeds, cases, at_least, |bytes| match Rulebook::parse(&String::from_utf8_lossy(bytes)) {
        Ok(book) => {
            book.discipline.offences.iter().for_each(|offence| drop(ladder_words(&book.discipline, offence)));
            let _ = search(&book, "clock");
        }
        Err(unreadable) => assert!(!unreadable.complaints.is_empty(), "a refusal has a reason"),
    });
}

pub fn command_line(cases: usize, at_least: Duration) {
    let reference = project("docs/reference/commands.md");
    let seeds: Vec<Vec<u8>> = reference
        .split("bughouse ")
        .skip(1)
        .filter_map(|rest| Some(rest.lines().next()?.as_bytes().to_vec()))
        .collect();
    tries(&seeds, cases, at_least, |bytes| {
        if let Err(expected) = bughouse::cli::understood(&String::from_utf8_lossy(bytes)) {
            assert!(!expected.is_empty() && is_harmless(&expected), "{bytes:?}\n{expected:?}");
        }
    });
}

#[test]
fn mutated_input_is_read_or_refused() {
    registrations(100, Duration::ZERO);
    trf(400, Duration::ZERO);
    rulebook(40, Duration::ZERO);
    command_line(100, Duration::ZERO);
}
