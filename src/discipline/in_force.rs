//! The tournament with its rulings carried out: what the slips said, overlaid with what was ruled and still stands.
//!
//! Computed anew each time, so that a ruling voided or overturned leaves no trace in any result.

use super::claim::{Verdict, ends_board};
use super::docket::{Docket, Standing};
use super::match_end::match_result;
use super::penalty::Penalty;
use super::ruling::{Matter, Place, Ruling, SpectatorAction};
use super::settings::Settings;
use crate::tournament::{
    BoardLetter, BoardOutcome, BoardReport, Format, MatchId, MatchResult, Reason, Round, RulingId, Slip, SlipOutcome,
    Standing as Absence, Tournament,
};

/// What a ruling in force does to its match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    None,
    Board {
        board: BoardLetter,
        /// What becomes of it.
        outcome: BoardOutcome,
        reason: Reason,
    },
    Match(MatchResult),
}

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
        if let (Some(team), Some(Penalty::Expel)) = (team, docket.penalty(ruling)) {
            let played = ruling.place.map_or(ruling.round, |place| place.match_id.round);
            team.standings.push(Absence { from_round: played + 1, returned: None, expelled: true });
        }
    }
    now
}

/// Carries the rulings of a round out. A drawn tie of a knockout is played again without a ruling, so there the last playing counts.
fn carry_out(round: &mut Round, docket: &Docket, settings: &Settings, knockout: bool) {
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
        let last = slips.chain(playings_ruled_on(docket, id)).filter(|_| knockout).max().unwrap_or(1);
        let playing = playing_in_force(docket, id).max(last);
        round.slips.retain(|s| !ours(s) || s.playing <= playing);
        let blank = Slip {
            table: id.table,
            number: id.number,
            playing,
            outcome: None,
            reason: None,
            boards: Vec::new(),
            white: None,
        };
        let at = round.slips.iter().position(|s| ours(s) && s.playing == playing);
        let slip = with_rulings(at.map_or(&blank, |at| &round.slips[at]), id, docket, settings);
        match at {
            Some(at) => round.slips[at] = slip,
            // A match that was only ruled on has no slip yet; one to be replayed has an empty one.
            None if slip == blank && playing == 1 => {}
            None => round.slips.push(slip),
        }
    }
    round.slips.sort_by_key(|s| (s.table, s.number, s.playing));
}

/// Which playing of a match counts: the one ordered by the latest replay in force, else the first.
pub fn playing_in_force(docket: &Docket, id: MatchId) -> u8 {
    let ordered = |r: &&Ruling| r.place.is_some_and(|p| p.match_id == id) && docket.standing(r).is_in_force();
    docket.rulings.iter().rev().filter(ordered).find_map(orders).unwrap_or(1)
}

/// The playings of a match at which rulings in force were made.
fn playings_ruled_on(docket: &Docket, id: MatchId) -> impl Iterator<Item = u8> {
    let in_force = docket.rulings.iter().filter(|ruling| docket.standing(ruling).is_in_force());
    in_force.filter_map(|ruling| ruling.place).filter(move |place| place.match_id == id).map(|place| place.playing)
}

/// A number for the next playing of a match: one that no ruling has ordered and no slip carries.
pub fn next_playing(docket: &Docket, round: &Round, id: MatchId) -> u8 {
    let ordered = docket.rulings.iter().filter(|r| r.place.is_some_and(|p| p.match_id == id)).filter_map(orders);
    let recorded = round.slips.iter().filter(|s| s.table == id.table && s.number == id.number).map(|s| s.playing);
    ordered.chain(recorded).max().unwrap_or(1).saturating_add(1)
}

fn orders(ruling: &Ruling) -> Option<u8> {
    match ruling.matter {
        Matter::Spectator { action: SpectatorAction::Replay, orders, .. } => orders,
        _ => None,
    }
}

/// A slip overlaid with the rulings in force at its playing, in the order in which they were made.
fn with_rulings(slip: &Slip, id: MatchId, docket: &Docket, settings: &Settings) -> Slip {
    let mut ruled: Vec<BoardReport> = Vec::new();
    let mut whole = None;
    for ruling in &docket.rulings {
        let Some(place) = ruling.place.filter(|p| p.match_id == id && p.playing == slip.playing) else { continue };
        match effect(docket, settings, ruling) {
            Effect::None => {}
            Effect::Match(result) => whole = Some(result),
            // A penalty that an appeal made to cost the game was ruled before the draw was agreed on: the match was decided by then.
            Effect::Board { reason: Reason::Agreement, .. } if ruled.iter().any(|b| b.outcome.winner().is_some()) => {}
            Effect::Board { board, outcome, reason } if whole.is_none() => {
                ruled.retain(|b| b.board != board);
                let ended = if place.other_ended { 2 } else { 1 };
                ruled.push(BoardReport { board, outcome, reason: Some(reason), ended, ruling: Some(ruling.id) });
            }
            Effect::Board { .. } => {}
        }
    }
    let mut now = slip.clone();
    if let Some(result) = whole {
        now.outcome = Some(SlipOutcome::Played(result));
        now.reason = Some(Reason::Penalty);
        now.boards.clear();
        return now;
    }
    let only_ruled = Slip { outcome: None, reason: None, boards: ruled.clone(), ..slip.clone() };
    if ruled.is_empty() || (slip.outcome.is_some() && match_result(&only_ruled, settings).is_none()) {
        return now;
    }
    now.outcome = None;
    now.reason = None;
    now.boards.retain(|b| ruled.iter().all(|r| r.board != b.board));
    // A reported board that claims the same place in the order ended on the other side of the ruled one.
    for reported in &mut now.boards {
        if ruled.iter().any(|r| r.ended == reported.ended) {
            reported.ended = 3 - reported.ended.clamp(1, 2);
        }
    }
    if let [first, second] = ruled.as_mut_slice()
        && first.ended == second.ended
    {
        (first.ended, second.ended) = (1, 2);
    }
    now.boards.extend(ruled);
    now.boards.sort_by_key(|b| b.board);
    now
}

/// What a ruling does to its match, as it stands now.
pub fn effect(docket: &Docket, settings: &Settings, ruling: &Ruling) -> Effect {
    let Some(place) = ruling.place.filter(|place| place.match_undecided) else { return Effect::None };
    match &ruling.matter {
        Matter::Offence { offence, .. } => {
            docket.penalty(ruling).map_or(Effect::None, |penalty| penalised(offence, penalty, place, settings))
        }
        Matter::Claim { claim, verdict: Verdict::Upheld } if docket.standing(ruling) == Standing::InForce => {
            claimed(claim.kind, place)
        }
        Matter::Spectator { action: SpectatorAction::Forfeit, .. } if docket.standing(ruling) == Standing::InForce => {
            place.side.map_or(Effect::None, |aided| Effect::Match(MatchResult::won_by(aided.other())))
        }
        Matter::Claim { .. } | Matter::Spectator { .. } => Effect::None,
    }
}

fn penalised(offence: &str, penalty: Penalty, place: Place, settings: &Settings) -> Effect {
    let Some(side) = place.side else { return Effect::None };
    match (penalty, place.board) {
        (Penalty::Game, Some(board)) if place.board_unfinished => {
            let both = settings.offence(offence).is_some_and(|o| o.both_players);
            match both {
                true => Effect::Board { board, outcome: BoardOutcome::BothLost, reason: Reason::NoClock },
                false => Effect::Board { board, outcome: BoardOutcome::won_by(side.other()), reason: Reason::Penalty },
            }
        }
        (Penalty::Match | Penalty::Expel, _) => Effect::Match(MatchResult::won_by(side.other())),
        _ => Effect::None,
    }
}

fn claimed(kind: super::claim::ClaimKind, place: Place) -> Effect {
    let (Some(board), Some(side)) = (place.board.filter(|_| place.board_unfinished), place.side) else {
        return Effect::None;
    };
    ends_board(kind, side).map_or(Effect::None, |(outcome, reason)| Effect::Board { board, outcome, reason })
}

/// The ruling that decides this playing of a match, if one does: without it the slip would say something else or nothing.
pub fn decided_by(docket: &Docket, settings: &Settings, id: MatchId, playing: u8) -> Option<RulingId> {
    let here = |r: &&Ruling| r.place.is_some_and(|p| p.match_id == id && p.playing == playing);
    let blank = Slip {
        table: id.table,
        number: id.number,
        playing,
        outcome: None,
        reason: None,
        boards: Vec::new(),
        white: None,
    };
    match_result(&with_rulings(&blank, id, docket, settings), settings)?;
    docket.rulings.iter().rev().filter(here).find(|r| effect(docket, settings, r) != Effect::None).map(|r| r.id)
}
