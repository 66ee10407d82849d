//! One entrance to every Swiss system: to pair, to look ahead, to explain.

use super::fide_team;
use super::position::Position;
use super::posted::Posted;
use super::settings::{Settings, System};
use super::swiss::explain::Reason;
use super::swiss::{self, Outlook, Pairing, Refusal};

/// Pairs a round by the system that is set.
pub fn pair(position: &Position, settings: &Settings) -> Result<Pairing, Refusal> {
    match settings.system {
        System::Us => swiss::pair(position, settings),
        System::FideTeam => fide_team::pair(position, settings),
    }
}

/// What lies ahead of a position, its next round paired by the system that is set.
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
