//! Positions to try, from a seed.

use bughouse::pairing::{ByeClass, Entrant, Position};
use bughouse::tournament::{Dice, HalfPoints};

/// True in so many of a hundred cases.
pub fn chance(dice: &mut Dice, percent: usize) -> bool {
    dice.below(100) < percent
}

fn shuffled(dice: &mut Dice, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, dice.below(i + 1));
    }
    order
}

fn entrants(dice: &mut Dice, n: usize) -> Vec<Entrant> {
    let seeds = shuffled(dice, n);
    let schools = 2 + dice.below(4);
    seeds
        .into_iter()
        .map(|seed| Entrant {
            number: 100 + seed as u32,
            seed: seed as u32 + 1,
            schools: if chance(dice, 50) { vec![dice.below(schools) as u32] } else { Vec::new() },
            ..Entrant::default()
        })
        .collect()
}

/// What a director may have said of the round to come.
fn wishes(dice: &mut Dice, position: &mut Position) {
    let n = position.entrants.len();
    if chance(dice, 30) {
        let (a, b) = (dice.below(n) as u32, dice.below(n) as u32);
        if a != b {
            position.forbidden.push((a, b));
        }
    }
    if chance(dice, 10) && n > 3 {
        let order = shuffled(dice, n);
        position.forced.push((order[0] as u32, order[1] as u32));
    }
    for entrant in &mut position.entrants {
        entrant.absent = chance(dice, 4);
        entrant.house = chance(dice, 4);
    }
}

/// A position after some rounds of an event in which nobody met twice.
pub fn event(dice: &mut Dice, fewest: usize, most: usize) -> Position {
    let n = fewest + dice.below(most + 1 - fewest);
    let (round, beyond) = (1 + dice.below(n.min(8)), dice.below(5));
    let mut position = Position {
        entrants: entrants(dice, n),
        round: round as u32,
        rounds: (round + beyond) as u32,
        matches: 1 + dice.below(2) as u8,
        ..Position::default()
    };
    let (draws, by_score) = (dice.below(60), chance(dice, 70));
    for played in 1..round {
        play(dice, &mut position.entrants, played as u32, draws, by_score);
    }
    if chance(dice, 20) {
        for entrant in &mut position.entrants {
            entrant.virtual_points = HalfPoints(if entrant.seed as usize <= n / 2 { 2 } else { 0 });
        }
    }
    wishes(dice, &mut position);
    position
}

/// One round, most often roughly by score, with byes and forfeits.
fn play(dice: &mut Dice, entrants: &mut [Entrant], round: u32, draws: usize, by_score: bool) {
    let mut order = shuffled(dice, entrants.len());
    if by_score {
        order.sort_by_key(|team| std::cmp::Reverse(entrants[*team].score));
    }
    let before: Vec<HalfPoints> = entrants.iter().map(|entrant| entrant.score).collect();
    let mut busy = vec![false; entrants.len()];
    for entrant in entrants.iter_mut() {
        (entrant.floated_down, entrant.floated_up) = (false, false);
    }
    for (at, &one) in order.iter().enumerate() {
        if busy[one] {
            continue;
        }
        busy[one] = true;
        let met = |other: usize| entrants[one].met.iter().any(|(opponent, _)| *opponent as usize == other);
        let opponent = order[at + 1..].iter().copied().find(|other| !busy[*other] && !met(*other));
        let Some(other) = opponent.filter(|_| !chance(dice, 5)) else {
            let class = [ByeClass::Free, ByeClass::HadHalf, ByeClass::HadFull, ByeClass::HadFull][dice.below(4)];
            entrants[one].bye_class = entrants[one].bye_class.max(class);
            entrants[one].score += HalfPoints(class as i32);
            continue;
        };
        busy[other] = true;
        let (winner, loser) = if chance(dice, 50) { (one, other) } else { (other, one) };
        if chance(dice, 4) {
            entrants[winner].bye_class = ByeClass::HadFull;
            entrants[winner].score += HalfPoints::WIN;
            continue;
        }
        entrants[one].met.push((other as u32, round));
        entrants[other].met.push((one as u32, round));
        for (team, opponent) in [(one, other), (other, one)] {
            entrants[team].floated_down = before[opponent] < before[team];
            entrants[team].floated_up = before[opponent] > before[team];
        }
        if chance(dice, draws) {
            entrants[winner].score += HalfPoints::DRAW;
            entrants[loser].score += HalfPoints::DRAW;
        } else {
            entrants[winner].score += HalfPoints::WIN;
        }
    }
    for entrant in entrants {
        entrant.met.sort_unstable();
    }
}

/// A position that no event need have led to: any scores, any former meetings.
pub fn scatter(dice: &mut Dice, fewest: usize, most: usize) -> Position {
    let n = fewest + dice.below(most + 1 - fewest);
    let mut position = Position {
        entrants: entrants(dice, n),
        round: 3,
        rounds: 3 + dice.below(4) as u32,
        matches: 1,
        ..Position::default()
    };
    let (levels, density) = (1 + dice.below(5), 10 + dice.below(70));
    for a in 0..n {
        for b in a + 1..n {
            if chance(dice, density) {
                position.entrants[a].met.push((b as u32, 1));
                position.entrants[b].met.push((a as u32, 1));
            }
        }
    }
    for entrant in &mut position.entrants {
        entrant.score = HalfPoints(dice.below(levels) as i32);
        entrant.floated_up = chance(dice, 30);
        entrant.floated_down = chance(dice, 20);
        entrant.bye_class = [ByeClass::Free, ByeClass::HadHalf, ByeClass::HadFull][dice.below(3)];
        entrant.met.sort_unstable();
    }
    wishes(dice, &mut position);
    position
}
