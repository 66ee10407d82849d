//! Round robins: everybody meets everybody, once or twice.
//!
//! Answers the whole schedule for any number of teams, by position in the starting order (0 is the first).
//! Which team has which position (lot, US style, or seed) is settled by the caller.

use super::settings::RoundRobinTable;
use super::swiss::Pairing;

/// How often two teams meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cycles {
    #[default]
    One,
    /// Twice: the whole schedule, then the whole schedule again with sides swapped.
    Two,
    /// Twice, both matches back to back: each round is followed by itself with sides swapped.
    BackToBack,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ScheduledRound {
    /// Pairs in table order; the first-named has White on board a.
    pub pairs: Vec<(usize, usize)>,
    /// Who sits out, if the field is odd.
    pub bye: Option<usize>,
}

impl ScheduledRound {
    /// The round of these entrants, who have the places of the schedule in this order.
    pub fn pairing(&self, entrants: &[u32]) -> Pairing {
        let entrant = |place: usize| entrants[place] as usize;
        let pairs = self.pairs.iter().map(|(a, b)| (entrant(*a), entrant(*b))).collect();
        Pairing { pairs, out: self.bye.map(entrant).into_iter().collect(), ..Pairing::default() }
    }
}

/// The whole schedule of a round robin. Fewer than two teams have no rounds.
///
/// A section that plays two matches a round needs one cycle: its rounds are double already.
pub fn schedule(teams: usize, table: RoundRobinTable, cycles: Cycles) -> Vec<ScheduledRound> {
    if teams < 2 {
        return Vec::new();
    }
    let places = teams + teams % 2;
    let first_cycle: Vec<ScheduledRound> = match table {
        RoundRobinTable::Berger => berger(places),
        RoundRobinTable::Crenshaw => crenshaw(places),
    }
    .into_iter()
    .map(|pairs| without_the_dummy(pairs, teams))
    .collect();
    match cycles {
        Cycles::One => first_cycle,
        Cycles::Two => {
            let second_cycle: Vec<ScheduledRound> = first_cycle.iter().map(sides_swapped).collect();
            [first_cycle, second_cycle].concat()
        }
        Cycles::BackToBack => {
            first_cycle.into_iter().flat_map(|round| [sides_swapped(&round), round].into_iter().rev()).collect()
        }
    }
}

/// An odd field plays the table of the next even size; the team that meets the dummy has the bye [C.05 Annex 1].
fn without_the_dummy(pairs: Vec<(usize, usize)>, teams: usize) -> ScheduledRound {
    let mut round = ScheduledRound::default();
    for (first, second) in pairs {
        if first == teams {
            round.bye = Some(second);
        } else if second == teams {
            round.bye = Some(first);
        } else {
            round.pairs.push((first, second));
        }
    }
    round
}

fn sides_swapped(round: &ScheduledRound) -> ScheduledRound {
    ScheduledRound { pairs: round.pairs.iter().map(|&(first, second)| (second, first)).collect(), bye: round.bye }
}

/// Rounds of `places` teams (an even number), by position from 0. The first-named has White.
///
/// The last team stays put while the others turn round it: in round r it meets a = r·N/2 modulo N−1, and every other pair
/// lies symmetrically about a on the circle of N−1.
pub fn berger(places: usize) -> Vec<Vec<(usize, usize)>> {
    let circle = places - 1;
    (0..circle)
        .map(|round| {
            let centre = round * (places / 2) % circle;
            let with_the_last = if round % 2 == 0 { (centre, circle) } else { (circle, centre) };
            let symmetric = (1..places / 2).map(|k| ((centre + k) % circle, (centre + circle - k) % circle));
            std::iter::once(with_the_last).chain(symmetric).collect()
        })
        .collect()
}

const FOUR: [[(usize, usize); 2]; 3] = [[(1, 4), (2, 3)], [(3, 1), (4, 2)], [(1, 2), (3, 4)]];

const SIX: [[(usize, usize); 3]; 5] = [
    [(3, 6), (5, 4), (1, 2)],
    [(2, 6), (4, 1), (3, 5)],
    [(6, 5), (1, 3), (4, 2)],
    [(6, 4), (5, 1), (2, 3)],
    [(1, 6), (2, 5), (3, 4)],
];

/// Rounds of `places` teams (an even number), by position from 0. The first-named has White.
pub fn crenshaw(places: usize) -> Vec<Vec<(usize, usize)>> {
    match places {
        4 => FOUR.iter().map(|round| from_zero(round)).collect(),
        6 => SIX.iter().map(|round| from_zero(round)).collect(),
        _ => berger(places).into_iter().rev().collect(),
    }
}

/// The tables are printed with numbers from 1.
fn from_zero(round: &[(usize, usize)]) -> Vec<(usize, usize)> {
    round.iter().map(|&(first, second)| (first - 1, second - 1)).collect()
}

/// Rounds that leave at most one perfect score (draws apart); up to five teams, those of a round robin.
pub fn recommended_rounds(teams: usize) -> u32 {
    match teams {
        0 | 1 => 0,
        2..=5 => possible_rounds(teams),
        _ => teams.next_power_of_two().ilog2(),
    }
}

/// Whether so many teams over so many rounds had better play a round robin [US Chess 29K].
///
/// Up to five teams always; above that when the rounds wanted are at least one fewer than the teams. No rounds wanted yet: only
/// the number of teams counts.
pub fn should_be_round_robin(teams: usize, rounds: u32) -> bool {
    teams >= 2 && (teams <= 5 || rounds as usize + 1 >= teams)
}

/// Rounds of a Swiss that can always be paired without a rematch while everybody is present: half the field.
///
/// By Dirac's theorem: every team then has at least half of the field left as possible opponents.
pub fn pairable_rounds(teams: usize) -> u32 {
    u32::try_from(teams / 2).unwrap_or(u32::MAX)
}

/// Rounds in which everybody can meet everybody once: the most that any event without rematches can have.
pub fn possible_rounds(teams: usize) -> u32 {
    let odd = teams % 2;
    if teams < 2 { 0 } else { u32::try_from(teams - 1 + odd).unwrap_or(u32::MAX) }
}
