//! The engine against a slow exact solver, in fields too large to enumerate.

use super::oracle::{Oracle, Whole};
use super::random;
use super::slow;
use bughouse::pairing::swiss::{self, Refusal};
use bughouse::pairing::{Lookahead, Settings};
use bughouse::tournament::Dice;

/// Compares `count` random positions of `least` to `most` teams after fewer than `rounds` rounds.
pub fn compare(seed: u64, count: usize, (least, most): (usize, usize), rounds: usize) {
    let mut dice = Dice::new(seed);
    for at in 0..count {
        let teams = least + dice.below(most - least + 1);
        let played = dice.below(teams.min(rounds));
        let settings = Settings { lookahead: Lookahead::No, ..random::settings(&mut dice) };
        let position = random::position(&mut dice, teams, played);
        let pool = Oracle::new(&position, &settings).pool;
        let answer = match swiss::pair(&position, &settings) {
            Ok(pairing) => Some(pairing),
            Err(Refusal::NeedsConsent { pairing, .. }) => Some(*pairing),
            Err(_) => None,
        };
        let answer = answer.map(|p| (p.pairs.into_iter().filter(|pair| pool.contains(&pair.0)).collect(), p.bye));
        let expected = slow::optimum(&position, &settings, &pool);
        assert_eq!(
            answer.map(sorted),
            expected.map(sorted),
            "position {at} of seed {seed}: {teams} teams after {played}, {settings:?}"
        );
    }
}

fn sorted((pairs, bye): Whole) -> Whole {
    let mut pairs: Vec<(usize, usize)> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    (pairs, bye)
}

#[test]
fn the_slow_solver_agrees_with_enumeration() {
    let mut dice = Dice::new(11);
    for _ in 0..60 {
        let (teams, played) = (4 + dice.below(4), dice.below(6));
        let settings = random::settings(&mut dice);
        let position = random::position(&mut dice, teams, played);
        let oracle = Oracle::new(&position, &settings);
        let enumerated = oracle.best().map(|(_, whole)| sorted(whole));
        assert_eq!(slow::optimum(&position, &settings, &oracle.pool).map(sorted), enumerated);
    }
}

#[test]
fn fields_of_ten_to_twenty_four_get_the_optimum() {
    compare(12, 30, (10, 24), 12);
}

#[test]
fn a_large_field_of_few_score_groups_gets_the_optimum() {
    compare(14, 3, (60, 80), 3);
}
