//! C.04.6 against an enumeration written from the text: every set of upfloaters, every pairing of every bracket.

mod by_the_text;
pub mod events;
mod examples;
pub mod random;

use super::pairing_examples::wall;
use bughouse::pairing::fide_team::pair;
use bughouse::pairing::{Position, SchoolMode, Settings};
use bughouse::tournament::Dice;

fn settings(position_number: u64) -> Settings {
    let school_mode = if position_number.is_multiple_of(3) { SchoolMode::Forbid } else { SchoolMode::Plus2 };
    Settings { school_mode, ..Settings::default() }
}

/// Compares the engine with the enumeration; true if there was a pairing to compare.
fn agrees(position: &Position, settings: &Settings, name: &str) -> bool {
    let expected = by_the_text::pair(position, settings);
    let found = pair(position, settings).ok().map(|pairing| {
        let mut pairs: Vec<(usize, usize)> = pairing.pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        (pairs, pairing.bye)
    });
    assert_eq!(found, expected, "{name}: {position:#?}");
    expected.is_some()
}

pub fn compare(positions: std::ops::Range<u64>, generate: impl Fn(&mut Dice) -> Position) -> usize {
    let mut paired = 0;
    for number in positions {
        let position = generate(&mut Dice::new(number));
        paired += usize::from(agrees(&position, &settings(number), &format!("position {number}")));
    }
    paired
}

#[test]
fn events_played_at_random() {
    assert!(compare(0..3_000, |random| random::event(random, 2, 9)) > 2_000);
}

#[test]
fn positions_drawn_at_random() {
    assert!(compare(0..3_000, |random| random::scatter(random, 2, 9)) > 1_000);
}
