//! Whether a ruling is about what an earlier one has settled: most often two officials typed the same.

use super::docket::Docket;
use super::judgement::ends_board;
use super::ruling::{Matter, Place, Ruling, SpectatorAction};
use super::settings::Settings;
use super::together::{Effect, alone, effect};
use crate::tournament::{MatchId, Reason};

/// The ruling that has settled what a new one is about, if they may be one incident.
///
/// A game or match that it has cost or decided is not decided by the same again. The second match of a double round is not decided for what
/// has decided the first, unless something of it is on record, or the director named it (`named`).
pub fn settled_by<'d>(docket: &'d Docket, settings: &Settings, new: &Ruling, named: bool) -> Option<&'d Ruling> {
    let place = new.place?;
    let at_this_table = |other: &Place| MatchId { number: place.match_id.number, ..other.match_id } == place.match_id;
    let on_record = docket.rulings.iter().filter(|r| r.place.as_ref().is_some_and(at_this_table));
    let mut settled =
        on_record.clone().filter(|r| is_alike(settings, new, r)).filter(|r| has_settled(docket, settings, r));
    let here = |r: &&Ruling| r.place.is_some_and(|p| (p.match_id, p.playing) == (place.match_id, place.playing));
    if new.orders().is_some() {
        // Of the new game nothing is in, so that there is nothing to cancel yet.
        let ordered = |r: &&Ruling| r.orders() == Some(place.playing) && docket.standing(r).is_in_force();
        let begun = is_begun(&place) || on_record.clone().any(|r| here(&r));
        return on_record.clone().find(ordered).filter(|_| !begun);
    }
    if !matches!(alone(docket, settings, new), Ok(Some(_))) {
        return None;
    }
    let goes_further = |before: &Ruling| match (docket.penalty(before), new.penalty()) {
        (Some(was), Some(now)) => was.kind() < now.kind() || before.offence() != new.offence(),
        _ => false,
    };
    if let Some(same) = settled.clone().find(here) {
        return Some(same).filter(|same| !goes_further(same));
    }
    let begun = is_begun(&place) || on_record.clone().any(|r| here(&r) && docket.standing(r).is_in_force());
    let elsewhere = |r: &&Ruling| r.place.is_some_and(|p| p.match_id != place.match_id);
    settled.rfind(elsewhere).filter(|_| !named && !begun)
}

/// Whether the slip tells anything of the match.
fn is_begun(place: &Place) -> bool {
    !place.match_undecided || !place.board_unfinished || place.other_ended
}

/// Whether two rulings would decide the same game the same way for the same child or team.
fn is_alike(settings: &Settings, new: &Ruling, other: &Ruling) -> bool {
    let (Some(here), Some(there)) = (new.place, other.place) else { return false };
    match (&new.matter, &other.matter) {
        (Matter::Offence { .. }, Matter::Offence { .. }) => new.player == other.player,
        (Matter::Claim { claim, .. }, Matter::Claim { claim: before, .. }) if claim.kind == before.kind => {
            let ended = here.side.and_then(|side| ends_board(claim.kind, side, &settings.match_end));
            match ended {
                Some((_, Reason::Agreement)) => true,
                Some((outcome, _)) if outcome.winner().is_none() => here.board == there.board,
                _ => (here.board, here.side) == (there.board, there.side),
            }
        }
        (
            Matter::Spectator { action: SpectatorAction::Forfeit, .. },
            Matter::Spectator { action: SpectatorAction::Forfeit, .. },
        ) => here.side == there.side,
        _ => false,
    }
}

/// Whether a ruling in force decides a game, or the match.
fn has_settled(docket: &Docket, settings: &Settings, ruling: &Ruling) -> bool {
    effect(docket, settings, ruling).is_ok_and(|effect| effect != Effect::None)
}
