//! A list of a million members loaded, and somebody found in it: under ten seconds, and under fifty milliseconds.

use bughouse::interchange::ratings::{Asked, read};
use bughouse::store::{KnownList, RatingIndex};
use bughouse::tournament::Dice;
use criterion::{Criterion, criterion_group, criterion_main};
use std::fmt::Write;
use std::hint::black_box;
use std::io::Cursor;
use std::path::Path;

const MEMBERS: usize = 1_000_000;

/// Names of two to four sounds, the common ones more often; as US Chess parts its columns.
fn list() -> Vec<u8> {
    const SOUNDS: [&str; 40] = [
        "AL", "AN", "BA", "BER", "BO", "CAR", "CHE", "DA", "DEL", "DO", "EL", "FER", "GA", "GOR", "HA", "HOL", "IN",
        "JA", "KA", "KEL", "LA", "LE", "LIN", "MA", "MER", "MO", "NA", "NOR", "O", "PA", "PER", "RA", "RO", "SA",
        "SEL", "TA", "TOR", "VA", "WES", "ZA",
    ];
    let mut dice = Dice::new(11);
    let mut text = String::from("MEM_ID\tMEM_NAME\tEXPIRED\tSTATE\tR_LPB_RAT\n");
    for n in 0..MEMBERS {
        let name = |dice: &mut Dice, sounds: usize| -> String {
            // The lower of two draws: some names are much more common than others.
            (0..sounds).map(|_| SOUNDS[dice.below(40).min(dice.below(40))]).collect()
        };
        let (family, given) = (name(&mut dice, 3), name(&mut dice, 2));
        let middle = if dice.below(3) == 0 { " Q" } else { "" };
        let (state, rating) = (["OR", "CA", "TX", "NY"][dice.below(4)], 200 + dice.below(2000));
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{}\t{family},{given}{middle}\t2027-06-30\t{state}\t{rating}", 10_000_000 + 7 * n);
    }
    text.into_bytes()
}

fn load(path: &Path, text: &[u8]) -> (RatingIndex, KnownList) {
    let mut index = RatingIndex::open(path).expect("the folder can be written").expect("the index is new");
    let mut loading = index.load().expect("nobody else writes");
    let read = read(&mut Cursor::new(text), "us-2026-11.txt", &Asked::default(), &mut |listed| loading.add(listed));
    let answer = read.expect("the list is one");
    let finished = loading.finish(&answer.list, "us-2026-11.txt", "2026-11-29T09:00:00+00:00", |_| false);
    let (known, _) = finished.expect("there is room").expect("no id comes twice");
    (index, known)
}

fn a_million_members(criterion: &mut Criterion) {
    let text = list();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let mut group = criterion.benchmark_group("ratings");
    group.sample_size(10);
    let mut runs = 0;
    group.bench_function("load 1,000,000", |bencher| {
        bencher.iter(|| {
            runs += 1;
            load(&folder.path().join(format!("{runs}.index")), black_box(&text))
        });
    });
    let path = folder.path().join("kept.index");
    let (mut index, known) = load(&path, &text);
    let size = std::fs::metadata(&path).expect("it was made").len();
    assert!(size < 100 << 20, "{} MB", size >> 20);
    eprintln!("{} members in {} MB", known.entries, size >> 20);
    let lists = [known];
    for (what, typed) in [
        ("an id", "13500007"),
        ("two words", "alan baber"),
        ("parts", "del bal"),
        ("a letter", "m berto"),
        ("common", "an"),
    ] {
        group.bench_function(format!("find {what}"), |bencher| {
            bencher.iter(|| index.find(black_box(typed), &lists, 20).expect("the index is sound"));
        });
    }
}

criterion_group!(benches, a_million_members);
criterion_main!(benches);
