//! The tournament with its rulings carried out: what the slips said, overlaid with what was ruled and still stands.
//!
//! Computed anew each time, so that a ruling voided or overturned leaves no trace in any result.

use super::docket::Docket;
use super::penalty::Penalty;
use super::settings::Settings;
use super::together::together;
use crate::tournament::{Absence, Format, MatchId, Round, RulingId, Slip, Tournament};

/// The tournament as it stands with every ruling in force carried out.
///
/// Slips of cancelled playings stay on record; the last playing of each match is the one in force. Expelled teams are out.
pub fn in_force(tournament: &Tournament, docket: &Docket, settings: &Settings) -> Tournament {
    let mut now = tournament.clone();
    for round in &mut now.rounds {
        let knockout = tournament.section(round.section).is_some_and(|s| s.format == Format::Knockout);
        carry_out(round, docket, settings, knockout);
    }
    for ruling in &docket.rulings {
        let team = ruling.team.and_then(|id| now.teams.iter_mut().find(|t| t.id == id));
        if let (Some(team), Some(Penalty::Expel), false) = (team, docket.penalty(ruling), ruling.is_interference()) {
            let played = ruling.place.map_or(ruling.round, |place| place.match_id.round);
            let from_round = tournament.counted_on(team, ruling.section, played + 1);
            team.absences.push(Absence { from_round, returned: None, expelled: true });
        }
    }
    now
}

/// Carries the rulings of a round out. A drawn tie of a knockout is played again without a ruling, so there the last playing counts.
pub fn carry_out(round: &mut Round, docket: &Docket, settings: &Settings, knockout: bool) {
    let here = |id: &MatchId| id.section == round.section && id.round == round.number;
    let ruled = docket.rulings.iter().filter_map(|r| r.place).map(|p| p.match_id).filter(here);
    // A later playing counts only while the ruling that ordered it stands, even if that ruling is gone.
    let replayed = round.slips.iter().filter(|s| s.playing > 1);
    let replayed =
        replayed.map(|s| MatchId { section: round.section, round: round.number, table: s.table, number: s.number });
    let mut matches: Vec<MatchId> = ruled.chain(replayed).collect();
    matches.sort_unstable();
    matches.dedup();
    for id in matches {
        let ours = |s: &Slip| s.table == id.table && s.number == id.number;
        let slips = round.slips.iter().filter(|s| ours(s)).map(|s| s.playing);
        let played_on = |playing: &u8| knockout && docket.replays(id).all(|ordered| ordered != *playing);
        let last = slips.chain(docket.playings_ruled_on(id)).filter(played_on).max().unwrap_or(1);
        let playing = docket.playing_in_force(id).max(last);
        round.slips.retain(|s| !ours(s) || s.playing <= playing);
        let blank = Slip::blank(id, playing);
        let at = round.slips.iter().position(|s| ours(s) && s.playing == playing);
        let slip = together(docket, settings, id, playing).on(at.map_or(&blank, |at| &round.slips[at]));
        match at {
            Some(at) => round.slips[at] = slip,
            // A match that was only ruled on has no slip yet; one to be replayed has an empty one.
            None if slip == blank && playing == 1 => {}
            None => round.slips.push(slip),
        }
    }
    round.slips.sort_by_key(|s| (s.table, s.number, s.playing));
}

/// A number for the next playing of a match: one that no ruling has ordered and no slip carries.
pub fn next_playing(docket: &Docket, round: &Round, id: MatchId) -> u8 {
    let recorded = round.slips.iter().filter(|s| s.table == id.table && s.number == id.number).map(|s| s.playing);
    docket.replays(id).chain(recorded).max().unwrap_or(1).saturating_add(1)
}

/// The ruling that decides this playing of a match, if one does: without it the slip would say something else or nothing.
pub fn decided_by(docket: &Docket, settings: &Settings, id: MatchId, playing: u8) -> Option<RulingId> {
    together(docket, settings, id, playing).decided_by
}
