//! Random positions of every kind: absences, forfeits, schools, locks, unrated teams, acceleration, two matches a round.

use bughouse::pairing::{Acceleration, ByeClass, Entrant, Lookahead, Position, SchoolMode, Settings};
use bughouse::tournament::{Dice, HalfPoints};

/// Whether so many percent come true.
pub fn chance(dice: &mut Dice, percent: usize) -> bool {
    dice.below(100) < percent
}

/// Random settings.
pub fn settings(dice: &mut Dice) -> Settings {
    use SchoolMode::{Avoid, Forbid, Ignore, Plus2, Prefer};
    Settings {
        school_mode: [Ignore, Prefer, Plus2, Avoid, Forbid][dice.below(5)],
        protect_unrated: chance(dice, 50),
        avoid_repeat_floats: chance(dice, 50),
        lookahead: [Lookahead::No, Lookahead::Auto, Lookahead::Yes, Lookahead::Warn][dice.below(4)],
        accelerate: Acceleration::None,
        ..Settings::default()
    }
}

/// A position after some rounds of random opponents and results among `teams` teams.
pub fn position(dice: &mut Dice, teams: usize, rounds_played: usize) -> Position {
    let matches = if chance(dice, 25) { 2 } else { 1 };
    let schools = [0, 2, 3, 6, 20][dice.below(5)];
    let two_schools = chance(dice, 30);
    let decisive = dice.below(101);
    let (unrated, noisy) = (chance(dice, 40), chance(dice, 40));
    let mut entrants: Vec<Entrant> =
        (0..teams).map(|i| Entrant { number: i as u32 + 1, seed: i as u32 + 1, ..Entrant::default() }).collect();
    for entrant in &mut entrants {
        entrant.unrated = unrated && chance(dice, 40);
        for _ in 0..if two_schools { 2 } else { 1 } {
            if schools > 0 && chance(dice, 85) {
                entrant.schools.push(dice.below(schools) as u32);
            }
        }
        entrant.floated_down = chance(dice, 25);
        entrant.floated_up = chance(dice, 25);
    }
    for round in 1..=rounds_played as u32 {
        let mut order: Vec<usize> = (0..teams).filter(|_| !noisy || chance(dice, 90)).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, dice.below(i + 1));
        }
        order.sort_by_key(|i| -entrants[*i].score.0);
        while order.len() > 1 {
            let a = order.remove(0);
            let fresh = order.iter().position(|b| entrants[a].met.iter().all(|(o, _)| *o as usize != *b));
            let b = order.remove(fresh.unwrap_or(0));
            if noisy && chance(dice, 8) {
                entrants[a].score += HalfPoints(2 * i32::from(matches));
                entrants[a].bye_class = ByeClass::HadFull;
                continue;
            }
            entrants[a].met.push((b as u32, round));
            entrants[b].met.push((a as u32, round));
            for _ in 0..matches {
                match dice.below(100) {
                    d if d >= decisive => {
                        entrants[a].score += HalfPoints(1);
                        entrants[b].score += HalfPoints(1);
                    }
                    d if d % 2 == 0 => entrants[a].score += HalfPoints(2),
                    _ => entrants[b].score += HalfPoints(2),
                }
            }
        }
        if let Some(&odd) = order.first() {
            entrants[odd].score += HalfPoints(2 * i32::from(matches));
            entrants[odd].bye_class = ByeClass::HadFull;
        }
    }
    for entrant in &mut entrants {
        entrant.met.sort_unstable();
        if chance(dice, 10) && entrant.bye_class == ByeClass::Free {
            entrant.bye_class = ByeClass::HadHalf;
        }
        entrant.absent = noisy && chance(dice, 8);
        entrant.house = noisy && chance(dice, 4);
    }
    if chance(dice, 15) {
        for entrant in entrants.iter_mut().take(teams.div_ceil(4) * 2) {
            entrant.virtual_points = HalfPoints(2 * i32::from(matches));
        }
    }
    let mut draw = |percent: usize| {
        let (a, b) = (dice.below(teams) as u32, dice.below(teams) as u32);
        (a != b && chance(dice, percent)).then_some((a, b))
    };
    let mut forbidden: Vec<(u32, u32)> = (0..3).filter_map(|_| draw(20)).collect();
    let forced: Vec<(u32, u32)> = draw(10).into_iter().collect();
    if chance(dice, 15) {
        // One team may meet a few others only.
        let (hermit, allowed) = (dice.below(teams), 1 + dice.below(3));
        let others: Vec<usize> = (0..allowed).map(|_| dice.below(teams)).collect();
        forbidden.extend((0..teams).filter(|i| *i != hermit && !others.contains(i)).map(|i| (hermit as u32, i as u32)));
    }
    let round = rounds_played as u32 + 1;
    let rounds = round + dice.below(3) as u32;
    Position { entrants, round, rounds, matches, forbidden, forced, ..Position::default() }
}
