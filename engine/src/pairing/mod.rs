//! Who meets whom in the next round, and why.
//!
//! Values in, values out: a `Position` of a section before a round, and the `Settings` it is run under.

pub mod fide_team;
mod history;
pub mod knockout;
mod position;
mod posted;
pub mod quads;
pub mod round_robin;
mod settings;
pub mod swiss;

pub use history::{Competitor, History, seeds};
pub use position::{ByeClass, Entrant, Plays, Position};
pub use posted::Posted;
pub use settings::{Acceleration, LargeGroup, Lookahead, Numbers, RoundRobinTable, SchoolMode, Settings, System};
pub use swiss::explain;

use knockout::Next;
use quads::{GroupPlan, QUAD, groups, plan, rounds};
use round_robin::schedule;
use swiss::explain::Reason;
use swiss::{Outlook, Pairing, Refusal};

/// Pairs a round of what the section plays, by the system that is set.
pub fn pair(position: &Position, settings: &Settings) -> Result<Pairing, Refusal> {
    let round = position.round as usize - 1;
    match &position.plays {
        Plays::Swiss => match settings.system {
            System::Us => swiss::pair(position, settings),
            System::FideTeam => fide_team::pair(position, settings),
        },
        Plays::Schedule { entrants, cycles } => {
            let schedule = schedule(entrants.len(), settings.table, *cycles);
            let now = schedule.get(round).ok_or(Refusal::Over { rounds: schedule.len() })?;
            Ok(now.pairing(entrants))
        }
        Plays::Quads { entrants } => {
            let mut all = Pairing::default();
            for group in groups(entrants.len(), QUAD) {
                let group = &entrants[group];
                let own = match plan(group.len(), settings.large_group) {
                    GroupPlan::RoundRobin(schedule) => schedule.get(round).map(|now| now.pairing(group)),
                    GroupPlan::Swiss { .. } => Some(pair(&position.only(group), settings)?),
                };
                own.into_iter().for_each(|own| all.take_in(own));
            }
            let rounds = rounds(entrants.len(), QUAD, settings.large_group);
            match all.pairs[..] {
                [] if round >= rounds => Err(Refusal::Over { rounds }),
                _ => Ok(all),
            }
        }
        Plays::Knockout { seeds, next } => {
            let seed = |at: usize| seeds[at] as usize;
            let mut pairing = Pairing::default();
            match next {
                Next::Over => return Err(Refusal::Over { rounds: round }),
                Next::Waiting(ties) => {
                    return Err(Refusal::TiesOpen {
                        ties: ties.iter().map(|(a, b, _)| (seed(*a), seed(*b))).collect(),
                    });
                }
                Next::Round(lines) => {
                    for line in lines {
                        match line.second {
                            Some(second) => pairing.pairs.push((seed(line.first), seed(second))),
                            None => pairing.out.push(seed(line.first)),
                        }
                    }
                }
            }
            Ok(pairing)
        }
    }
}

/// What lies ahead of a position of a Swiss, its next round paired by the system that is set.
pub fn outlook(position: &Position, settings: &Settings) -> Outlook {
    swiss::outlook(position, settings, pair)
}

/// Why the round was paired so, or why one of its teams has its opponent.
pub fn why(
    position: &Position,
    settings: &Settings,
    posted: &Posted,
    team: Option<usize>,
    name: &dyn Fn(usize) -> String,
) -> Vec<Reason> {
    match (settings.system, team) {
        (System::Us, Some(team)) => swiss::explain::team(position, settings, posted, team, name),
        (System::Us, None) => swiss::explain::round(position, settings, posted, name),
        (System::FideTeam, Some(team)) => fide_team::explain::team(position, settings, posted, team, name),
        (System::FideTeam, None) => fide_team::explain::round(position, settings, posted, name),
    }
}
