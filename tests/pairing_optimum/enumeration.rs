//! The engine against every complete pairing of small fields, by the key of the specification.

use super::oracle::Oracle;
use super::random;
use bughouse::pairing::swiss::{self, Refusal};
use bughouse::tournament::Dice;

/// Compares `count` random positions of up to `most` teams.
pub fn compare(seed: u64, count: usize, most: usize) {
    let mut dice = Dice::new(seed);
    for at in 0..count {
        let teams = 2 + dice.below(most - 1);
        let played = dice.below(teams + 1);
        let settings = random::settings(&mut dice);
        let position = random::position(&mut dice, teams, played);
        let oracle = Oracle::new(&position, &settings);
        let answer = match swiss::pair(&position, &settings) {
            Ok(pairing) => Some((pairing, false)),
            Err(Refusal::NeedsConsent { pairing, .. }) => Some((*pairing, true)),
            Err(_) => None,
        };
        let expected = oracle.with_lookahead();
        let place = format!("position {at} of seed {seed}: {position:?} {settings:?}");
        match (answer, expected) {
            (None, None) => {}
            (Some((pairing, refused)), Some((whole, changed))) => {
                let mut pairs: Vec<(usize, usize)> =
                    pairing.pairs.iter().copied().filter(|p| !is_forced(&position, *p)).collect();
                let mut best = whole.0.clone();
                pairs.sort_unstable_by_key(|(a, b)| (*a.min(b), *a.max(b)));
                best.sort_unstable_by_key(|(a, b)| (*a.min(b), *a.max(b)));
                assert_eq!((pairs, pairing.bye), (best, whole.1), "{place}");
                assert_eq!(pairing.lookahead_changed, changed, "{place}");
                let is_dead_end = position.round < position.rounds && !oracle.continues(&whole);
                assert_eq!(swiss::is_dead_end(&position, &settings, &pairing), is_dead_end, "{place}");
                let key = oracle.key(&whole);
                let second_bye = whole.1.is_some() && key[1] == 1;
                assert_eq!(refused, key[0] > 0 || second_bye, "{place}");
            }
            (answer, expected) => panic!("engine {answer:?}, enumeration {expected:?}: {place}"),
        }
    }
}

fn is_forced(position: &bughouse::pairing::Position, (a, b): (usize, usize)) -> bool {
    let pair = (a as u32, b as u32);
    position.forced.iter().any(|f| *f == pair || *f == (pair.1, pair.0))
}

#[test]
fn small_fields_get_the_optimum() {
    compare(1, 4000, 9);
}
