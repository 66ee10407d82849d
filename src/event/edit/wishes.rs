//! Whom the director wants together or apart.

use crate::event::{Event, Refusal};
use crate::tournament::{Format, Section, TeamId};

/// Notes that two teams are never to be paired, or are to be paired in a round.
pub fn want(event: &mut Event, section: &Section, pair: [TeamId; 2], round: Option<u32>) -> Result<(), Refusal> {
    let posted = event.latest_round(section.id).map_or(0, |r| r.number);
    let id = section.id;
    if matches!(section.format, Format::RoundRobin | Format::DoubleRoundRobin | Format::Knockout) {
        return Err(Refusal::Scheduled { section: id });
    }
    let wishes = &event.facts.wishes;
    let same = |wished: &[TeamId; 2]| pair.iter().all(|team| wished.contains(team));
    let contrary = match round {
        Some(_) => wishes.forbidden.iter().any(same).then_some(None),
        None => wishes.required.iter().find(|(round, wished)| *round > posted && same(wished)).map(|(r, _)| Some(*r)),
    };
    if let Some(wanted_in) = contrary {
        return Err(Refusal::ContraryWish { pair, wanted_in });
    }
    if let Some(round) = round {
        if section.rounds.is_some_and(|rounds| round > rounds) {
            return Err(Refusal::NoSuchRound { section: id, round });
        }
        if round <= posted {
            return Err(Refusal::PostedAlready { round });
        }
        let shares = |wished: &[TeamId; 2]| wished.iter().any(|team| pair.contains(team)) && !same(wished);
        if wishes.required.iter().any(|(r, wished)| *r == round && shares(wished)) {
            return Err(Refusal::WantedElsewhere { round });
        }
    }
    event.wish(pair, round);
    Ok(())
}
