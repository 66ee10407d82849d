//! What the list has for children who were just entered without a rating: shown at the desk, with what to type.

use super::against::Against;
use super::checked::entrant;
use super::lists::{rating, settling};
use crate::cli::desk::Desk;
use crate::ratings::{Finding, Verdict};
use crate::tournament::{Player, PlayerId};

/// A line for each of these players who has no rating and may be somebody of the list. Where no list is loaded, nobody is bothered.
pub fn proposed(desk: &Desk, players: &[PlayerId]) -> Vec<String> {
    let unrated =
        players.iter().filter_map(|id| desk.tournament().player(*id)).filter(|player| player.rating.is_none());
    let unrated: Vec<_> = unrated.collect();
    let Some(mut against) = (if unrated.is_empty() { None } else { Against::if_any(desk) }) else { return Vec::new() };
    let entrants: Vec<_> = unrated.iter().map(|player| entrant(player)).collect();
    // A list that cannot be read is reported by its own commands.
    let verdicts = against.look_up(&entrants).unwrap_or_default();
    let line = |(player, verdict): (&&Player, Verdict)| {
        let first = verdict.candidates.first().filter(|_| verdict.finding != Finding::Same)?;
        let others = match verdict.candidates.len() {
            1 => String::new(),
            many => format!(", or one of {} more", many - 1),
        };
        let may_be = if verdict.finding == Finding::Doubtful { "may be" } else { "is" };
        Some(format!(
            "{} {may_be} {} {}, {}, in {}{others}: {}",
            player.name,
            first.id,
            first.name,
            rating(first),
            against.list(),
            settling(player.id, &first.id)
        ))
    };
    unrated.iter().zip(verdicts).filter_map(line).collect()
}
