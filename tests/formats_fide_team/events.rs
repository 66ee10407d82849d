//! Whole events played by C.04.6: nobody meets twice, nobody sits out twice, nobody is left out; and how long a round takes.

use super::random::chance;
use bughouse::pairing::fide_team::pair;
use bughouse::pairing::{ByeClass, Entrant, Position, SchoolMode, Settings};
use bughouse::tournament::{Dice, HalfPoints};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Plays an event; the longest time a round took to pair, and how many rounds could be paired.
pub fn play(
    teams: usize,
    rounds: u32,
    draws: usize,
    schools: usize,
    settings: &Settings,
    dice: &mut Dice,
) -> (Duration, u32) {
    let entrants = (0..teams).map(|i| Entrant {
        number: i as u32 + 1,
        seed: i as u32 + 1,
        schools: if schools > 0 { vec![dice.below(schools) as u32] } else { Vec::new() },
        ..Entrant::default()
    });
    let mut position = Position { entrants: entrants.collect(), rounds, matches: 1, ..Position::default() };
    let mut slowest = Duration::ZERO;
    for round in 1..=rounds {
        position.round = round;
        let start = Instant::now();
        let pairing = match pair(&position, settings) {
            Ok(pairing) => pairing,
            Err(_) => {
                return (slowest, round - 1);
            }
        };
        slowest = slowest.max(start.elapsed());
        let seated: BTreeSet<usize> = pairing.pairs.iter().flat_map(|&(a, b)| [a, b]).chain(pairing.bye).collect();
        assert_eq!(seated.len(), teams, "{teams} teams, round {round}: somebody is left out");
        let before: Vec<HalfPoints> = position.entrants.iter().map(|entrant| entrant.score).collect();
        for (a, b) in pairing.pairs {
            let met = position.entrants[a].met.iter().any(|&(opponent, _)| opponent as usize == b);
            assert!(!met, "{teams} teams, round {round}: {} and {} meet again", a + 1, b + 1);
            for (team, opponent) in [(a, b), (b, a)] {
                let entrant = &mut position.entrants[team];
                entrant.met.push((opponent as u32, round));
                entrant.met.sort_unstable();
                entrant.floated_down = before[opponent] < before[team];
                entrant.floated_up = before[opponent] > before[team];
            }
            if chance(dice, draws) {
                position.entrants[a].score += HalfPoints::DRAW;
                position.entrants[b].score += HalfPoints::DRAW;
            } else {
                let winner = if chance(dice, 65) == (a < b) { a } else { b };
                position.entrants[winner].score += HalfPoints::WIN;
            }
        }
        if let Some(bye) = pairing.bye {
            let entrant = &mut position.entrants[bye];
            assert_ne!(entrant.bye_class, ByeClass::HadFull, "{teams} teams, round {round}: a second bye");
            (entrant.bye_class, entrant.floated_down, entrant.floated_up) = (ByeClass::HadFull, false, false);
            entrant.score += HalfPoints::WIN;
        }
    }
    (slowest, rounds)
}

#[test]
fn events_of_every_size_break_no_rule() {
    for teams in 2..=60 {
        let rounds = 9.min(teams as u32 / 2);
        let (_, paired) = play(teams, rounds, 20, 0, &Settings::default(), &mut Dice::new(teams as u64));
        assert_eq!(paired, rounds, "{teams} teams: up to half of the field there is always a legal pairing");
    }
}

#[test]
fn a_ban_on_school_mates_is_kept() {
    let settings = Settings { school_mode: SchoolMode::Forbid, ..Settings::default() };
    let mut dice = Dice::new(7);
    let (_, paired) = play(48, 7, 20, 6, &settings, &mut dice);
    assert_eq!(paired, 7);
}
