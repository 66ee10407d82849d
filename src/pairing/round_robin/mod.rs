//! Round robins: everybody meets everybody, once or twice.
//!
//! Answers the whole schedule for any number of teams, by position in the starting order (0 is the first).
//! Which team has which position (lot, US style, or seed) is settled by the caller.

mod advice;
mod berger;
mod crenshaw;
#[cfg(test)]
mod tests;

pub use advice::{pairable_rounds, possible_rounds, recommended_rounds, should_be_round_robin};

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

/// One round of a schedule, by position.
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
        RoundRobinTable::Berger => berger::rounds(places),
        RoundRobinTable::Crenshaw => crenshaw::rounds(places),
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

/// An odd field plays the table of the next even size; whoever meets the dummy has the bye [C.05 Annex 1].
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
