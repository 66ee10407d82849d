//! Byes that teams ask for.

use crate::event::{Event, Refusal};
use crate::tournament::{ByePoints, Format, TeamId};

/// Notes a bye that a team asked for, in place of any earlier wish for that round.
pub fn request(event: &mut Event, team: TeamId, round: u32, points: ByePoints) -> Result<(), Refusal> {
    let section = event.tournament().team(team).and_then(|team| event.tournament().section(team.section));
    let section = section.ok_or(Refusal::Gone)?;
    let posted = event.latest_round(section.id).map_or(0, |r| r.number);
    if round <= posted {
        return Err(Refusal::ByeTooLate { team, round, points });
    }
    if let Some(rounds) = section.rounds.filter(|rounds| round > *rounds) {
        return Err(Refusal::ByeTooFar { round, posted, rounds });
    }
    let plays_swiss = match section.format {
        Format::Swiss => true,
        Format::Quads => event.swiss_group(section).is_some_and(|group| group.contains(&team)),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Knockout => false,
    };
    let is_settled = section.format == Format::Knockout || event.scheduled(section).contains(&team);
    if !plays_swiss && is_settled {
        return Err(Refusal::NoByes { section: section.id, team, round, points });
    }
    event.request_bye(team, round, points);
    Ok(())
}
