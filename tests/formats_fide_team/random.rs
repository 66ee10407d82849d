//! Positions to try, from a seed.

use bughouse::pairing::{ByeClass, Entrant, Position};
use bughouse::tournament::HalfPoints;

/// A small deterministic source of numbers (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

fn entrants(random: &mut Random, n: usize) -> Vec<Entrant> {
    let seeds = random.shuffled(n);
    let schools = 2 + random.below(4);
    seeds
        .into_iter()
        .map(|seed| Entrant {
            number: 100 + seed as u32,
            seed: seed as u32 + 1,
            schools: if random.percent(50) { vec![random.below(schools) as u32] } else { Vec::new() },
            ..Entrant::default()
        })
        .collect()
}

/// What a director may have said of the round to come.
fn wishes(random: &mut Random, position: &mut Position) {
    let n = position.entrants.len();
    if random.percent(30) {
        let (a, b) = (random.below(n) as u32, random.below(n) as u32);
        if a != b {
            position.forbidden.push((a, b));
        }
    }
    if random.percent(10) && n > 3 {
        let order = random.shuffled(n);
        position.forced.push((order[0] as u32, order[1] as u32));
    }
    for entrant in &mut position.entrants {
        entrant.absent = random.percent(4);
        entrant.house = random.percent(4);
    }
}

/// A position after some rounds of an event in which nobody met twice.
pub fn event(random: &mut Random, fewest: usize, most: usize) -> Position {
    let n = fewest + random.below(most + 1 - fewest);
    let (round, beyond) = (1 + random.below(n.min(8)), random.below(5));
    let mut position = Position {
        entrants: entrants(random, n),
        round: round as u32,
        rounds: (round + beyond) as u32,
        matches: 1 + random.below(2) as u8,
        ..Position::default()
    };
    let (draws, by_score) = (random.below(60), random.percent(70));
    for played in 1..round {
        play(random, &mut position.entrants, played as u32, draws, by_score);
    }
    if random.percent(20) {
        for entrant in &mut position.entrants {
            entrant.virtual_points = HalfPoints(if entrant.seed as usize <= n / 2 { 2 } else { 0 });
        }
    }
    wishes(random, &mut position);
    position
}

/// One round, most often roughly by score, with byes and forfeits.
fn play(random: &mut Random, entrants: &mut [Entrant], round: u32, draws: usize, by_score: bool) {
    let mut order = random.shuffled(entrants.len());
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
        let Some(other) = opponent.filter(|_| !random.percent(5)) else {
            let class = [ByeClass::Free, ByeClass::HadHalf, ByeClass::HadFull, ByeClass::HadFull][random.below(4)];
            entrants[one].bye_class = entrants[one].bye_class.max(class);
            entrants[one].score += HalfPoints(class as i32);
            continue;
        };
        busy[other] = true;
        let (winner, loser) = if random.percent(50) { (one, other) } else { (other, one) };
        if random.percent(4) {
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
        if random.percent(draws) {
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
pub fn scatter(random: &mut Random, fewest: usize, most: usize) -> Position {
    let n = fewest + random.below(most + 1 - fewest);
    let mut position = Position {
        entrants: entrants(random, n),
        round: 3,
        rounds: 3 + random.below(4) as u32,
        matches: 1,
        ..Position::default()
    };
    let (levels, density) = (1 + random.below(5), 10 + random.below(70));
    for a in 0..n {
        for b in a + 1..n {
            if random.percent(density) {
                position.entrants[a].met.push((b as u32, 1));
                position.entrants[b].met.push((a as u32, 1));
            }
        }
    }
    for entrant in &mut position.entrants {
        entrant.score = HalfPoints(random.below(levels) as i32);
        entrant.floated_up = random.percent(30);
        entrant.floated_down = random.percent(20);
        entrant.bye_class = [ByeClass::Free, ByeClass::HadHalf, ByeClass::HadFull][random.below(3)];
        entrant.met.sort_unstable();
    }
    wishes(random, &mut position);
    position
}
