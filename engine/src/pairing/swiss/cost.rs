//! The objective itself: what a given complete pairing costs, criterion by criterion [pairing specification 1.4].

use super::super::position::Position;
use super::super::settings::Settings;
use super::boards;
use super::outcome::{Pairing, Ranked};
use super::pool::{Obstacles, Pool};

/// The cost of a complete pairing. Compares as the criteria do: the smaller is the better pairing, equal means the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Cost {
    /// K1: the sum over pairs of the square of the number of earlier meetings [27A1].
    pub rematches: u32,
    /// K2: the bye team had a full bye or forfeit win; its pairing score; it had a half-point bye; it is protected as unrated;
    /// its seed, negative [28L2-28L4].
    pub bye: Option<(bool, i32, bool, bool, i64)>,
    /// K3: same-school pairs that count before floats [28N].
    pub strict_clashes: u32,
    /// K4: for each score level from the top the teams that float down, then how many of those meet the lowest level, the next
    /// lowest, and so on [27A2, 29D].
    pub floats: Vec<u32>,
    /// K5: same-school pairs that count after floats.
    pub soft_clashes: u32,
    /// K6: teams that float down, and that float up, for the second round running; zero unless that is avoided.
    pub repeats: (u32, u32),
    /// K7, a level an entry [29D1].
    pub who: Vec<Who>,
    /// K8, a level an entry [27A3, 29C1].
    pub halves: Vec<Halves>,
}

/// K7 of one score level: who floats down, and to whom.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Who {
    /// Protected unrated teams that float down.
    pub protected: u32,
    /// By rank: whether the team floats down.
    pub floats: Vec<bool>,
    /// By rank: the opponent's rank if the team floats down, else 0. The top rank is 0 too, but is nobody's lower opponent.
    pub opponents: Vec<usize>,
}

/// K8 of one score level, over the teams paired inside it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Halves {
    /// Interchanges: pairs inside the upper half.
    pub exchanges: u32,
    /// Positions moved up less positions moved down.
    pub reach: i64,
    /// By position: whether the team changed halves.
    pub moved: Vec<bool>,
    /// Sum of squared displacements of the opponents.
    pub displacement: u64,
    /// Positions of the opponents of the upper half.
    pub opponents: Vec<usize>,
}

/// What a complete pairing costs, no matter who made it. Forced pairs of the position are left out, as they are not the engine's choice.
///
/// `None` if the pairing is not one: a team of it plays twice.
pub fn cost(position: &Position, settings: &Settings, pairing: &Pairing) -> Option<Cost> {
    boards::read(position, settings, pairing).map(|(pool, ranked)| of(&pool, &ranked))
}

/// The most important criterion by which two pairings differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// K1: teams that meet again.
    Rematch,
    /// K2: who gets the bye.
    Bye,
    /// K3: same-school pairs that count before floats.
    StrictSchool,
    /// K4: how many teams leave their score groups, and how far they fall.
    Floats,
    /// K5: same-school pairs that count after floats.
    SoftSchool,
    /// K6: floats in two rounds running.
    RepeatedFloats,
    /// K7: who floats, and to whom.
    Floaters,
    /// K8: upper half against lower half.
    Halves,
}

impl Cost {
    /// The most important criterion by which this cost differs from another; `None` if they are equal.
    pub fn first_difference(&self, other: &Self) -> Option<Criterion> {
        [
            (Criterion::Rematch, self.rematches != other.rematches),
            (Criterion::Bye, self.bye != other.bye),
            (Criterion::StrictSchool, self.strict_clashes != other.strict_clashes),
            (Criterion::Floats, self.floats != other.floats),
            (Criterion::SoftSchool, self.soft_clashes != other.soft_clashes),
            (Criterion::RepeatedFloats, self.repeats != other.repeats),
            (Criterion::Floaters, self.who != other.who),
            (Criterion::Halves, self.halves != other.halves),
        ]
        .into_iter()
        .find_map(|(criterion, differs)| differs.then_some(criterion))
    }
}

/// What a complete pairing of the pool costs.
pub(super) fn of(pool: &Pool, pairing: &Ranked) -> Cost {
    let mut cost = Cost { bye: pairing.bye.map(|rank| bye(pool, rank)), ..Cost::default() };
    let mut lower_opponent = vec![None; pool.len()];
    let mut inside: Vec<Vec<(usize, usize)>> = vec![Vec::new(); pool.levels.len()];
    for &(a, b) in &pairing.pairs {
        // A pair that is not allowed at all can only come from a hand edit; it counts as the strictest clash.
        let obstacles = pool.obstacles(a, b).unwrap_or(Obstacles { met: pool.met(a, b), strict: true, soft: false });
        cost.rematches += obstacles.met * obstacles.met;
        cost.strict_clashes += u32::from(obstacles.strict);
        cost.soft_clashes += u32::from(obstacles.soft);
        let (upper, lower) = (&pool.members[a], &pool.members[b]);
        if upper.level == lower.level {
            inside[upper.level].push((a, b));
            continue;
        }
        lower_opponent[a] = Some(b);
        if pool.avoid_repeats {
            cost.repeats.0 += u32::from(upper.facts.floated_down);
            cost.repeats.1 += u32::from(lower.facts.floated_up);
        }
    }
    for (at, level) in pool.levels.iter().enumerate() {
        let down: Vec<usize> = level.clone().filter(|rank| lower_opponent[*rank].is_some()).collect();
        let to = |below: usize| {
            down.iter().filter(|rank| lower_opponent[**rank].is_some_and(|b| pool.members[b].level == below)).count()
        };
        cost.floats.push(down.len() as u32);
        cost.floats.extend((at + 1..pool.levels.len()).rev().map(|below| to(below) as u32));
        cost.who.push(Who {
            protected: down.iter().filter(|rank| pool.members[**rank].protected).count() as u32,
            floats: level.clone().map(|rank| lower_opponent[rank].is_some()).collect(),
            opponents: level.clone().map(|rank| lower_opponent[rank].unwrap_or(0)).collect(),
        });
        cost.halves.push(halves(&inside[at]));
    }
    cost
}

fn bye(pool: &Pool, rank: usize) -> (bool, i32, bool, bool, i64) {
    let (had_full, score, had_half, protected, seed) = pool.bye_order(rank);
    (had_full, score, had_half, protected, -i64::from(seed.0))
}

/// K8 of the pairs inside one level.
fn halves(pairs: &[(usize, usize)]) -> Halves {
    let half = pairs.len();
    let mut ranks: Vec<usize> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    ranks.sort_unstable();
    let mut opponent = vec![0; 2 * half];
    for (a, b) in pairs {
        let place = |rank: &usize| ranks.binary_search(rank).expect("ranks are those of the pairs");
        opponent[place(a)] = place(b);
        opponent[place(b)] = place(a);
    }
    let mut key = Halves { moved: vec![false; 2 * half], ..Halves::default() };
    for (i, &j) in opponent.iter().enumerate() {
        if i < j && j < half {
            key.exchanges += 1;
            key.moved[j] = true;
            key.reach -= j as i64;
        } else if i >= half && i < j {
            key.moved[i] = true;
            key.reach += i as i64;
        }
    }
    let (upper, lower): (Vec<usize>, Vec<usize>) = (0..2 * half).partition(|i| (*i < half) != key.moved[*i]);
    for (i, place) in upper.iter().enumerate() {
        // Opponents of the exchanged upper half are all in the exchanged lower half.
        let j = lower.binary_search(&opponent[*place]).expect("each pair joins the two halves after the exchange");
        key.displacement += (i.abs_diff(j) as u64).pow(2);
        key.opponents.push(opponent[*place]);
    }
    key
}
