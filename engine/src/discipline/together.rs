//! All rulings on one playing of a match, judged together: what they come to does not rest on the order in which they were typed.
//!
//! A match forfeited goes before what happened at a board, a penalty before a claim, a win before a draw. Two forfeits add up: both teams
//! lose the match, both players the game. Of two opposing claims the one goes before that was said to; only between two other wins, and two
//! draws, does the one ruled first stand.
//!
//! What ends a match ends it, a draw as much as a win: what is ruled once a claim was upheld that ended it, or an appeal decided so, is on
//! record only, unless it is carried out or of the same incident: said to be against that claim, or the forfeit of the other team too.

use super::claim::{ClaimKind, Verdict};
use super::docket::{Appeal, Docket};
use super::judgement::ends_board;
use super::match_end::match_result;
use super::match_rules::Split;
use super::penalty::{Penalty, PenaltyKind};
use super::ruling::{Matter, Place, Ruling, RulingState, SpectatorAction};
use super::settings::Settings;
use crate::tournament::{
    Absence, BoardLetter, BoardOutcome, BoardReport, Format, MatchId, MatchResult, Reason, Round, RulingId, Side, Slip,
    Tournament,
};

/// What a ruling does to its match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    None,
    Board { board: BoardLetter, outcome: BoardOutcome, reason: Reason },
    Match(MatchResult),
}

/// Why a ruling in force, which would end a board or the match, ends nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Idle {
    #[error("the match was already over")]
    MatchOver,
    #[error("board {0} was already over")]
    BoardOver(BoardLetter),
    /// It was played anew.
    #[error("its game does not count")]
    Cancelled,
    #[error("ruling {0} takes precedence")]
    Behind(RulingId),
}

/// What the rulings on one playing of a match come to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Together {
    pub whole: Option<MatchResult>,
    /// Boards that rulings ended; none where the match was forfeited.
    pub boards: Vec<BoardReport>,
    /// Rulings that stand and end nothing.
    pub idle: Vec<(RulingId, Idle)>,
    /// The ruling that decides the match, if these rulings decide it without a slip.
    pub decided_by: Option<RulingId>,
    /// Whether a board had ended before the first that was ruled on.
    after_a_board: bool,
    /// Whether the rulebook lets the board count that ends second.
    second_counts: bool,
    /// Whether the first win counts where each team won a board.
    first_win: bool,
}

/// A ruling that counts, with what it would do by itself.
#[derive(Clone, Copy)]
pub struct Counted<'r> {
    ruling: &'r Ruling,
    place: Place,
    board: Option<(BoardLetter, BoardOutcome, Reason)>,
    loses_match: Option<Side>,
}

impl Counted<'_> {
    /// Whether a player claims it at a board, not the teams for their match.
    fn is_of_a_board(&self) -> bool {
        matches!(&self.ruling.matter, Matter::Claim { claim, .. } if claim.kind != ClaimKind::Agreement)
    }

    /// Whether this claim, which was said to have come before the opposing one or to beat it, is upheld against that one.
    fn goes_before(&self, other: &Self) -> bool {
        match (&self.ruling.matter, &other.ruling.matter) {
            (Matter::Claim { claim, .. }, Matter::Claim { claim: opposing, .. }) => {
                self.place.side != other.place.side && claim.against.is_some_and(|it| it.kind() == opposing.kind)
            }
            _ => false,
        }
    }
}

pub fn together(docket: &Docket, settings: &Settings, id: MatchId, playing: u8) -> Together {
    let mut judged = Together::by(settings);
    let here = |r: &&Ruling| r.playing() == Some((id, playing));
    let mut counted = Vec::new();
    for ruling in docket.rulings.iter().filter(here) {
        match alone(docket, settings, ruling) {
            Ok(Some(counts)) => match over_before(docket, settings, &counted, &counts) {
                Some(idle) => judged.idle.push((ruling.id, idle)),
                None => counted.push(counts),
            },
            Ok(None) => {}
            Err(idle) => judged.idle.push((ruling.id, idle)),
        }
    }
    let (forfeits, others): (Vec<_>, Vec<_>) = counted.iter().partition(|c| c.loses_match.is_some());
    if let [first, ..] = &forfeits[..] {
        let add_up = |one: MatchResult, other| if one == other { one } else { MatchResult::BothLost };
        let won_by = |c: &&Counted<'_>| c.loses_match.map(|side| MatchResult::won_by(side.other()));
        judged.whole = forfeits.iter().filter_map(won_by).reduce(add_up);
        judged.idle.extend(others.iter().map(|c| (c.ruling.id, Idle::Behind(first.ruling.id))));
        judged.decided_by = forfeits.last().map(|c| c.ruling.id);
        return judged;
    }
    judged.at_the_boards(&counted);
    judged.decided_by = judged.decider(settings, id, playing);
    judged
}

/// Whether earlier rulings had ended the match, or the board, when this one was made: so that it is on record only.
fn over_before(docket: &Docket, settings: &Settings, earlier: &[Counted<'_>], new: &Counted<'_>) -> Option<Idle> {
    if new.place.carry_out {
        return None;
    }
    let is_of_incident = |c: &Counted<'_>| new.goes_before(c) || c.goes_before(new);
    let before: Vec<Counted<'_>> =
        earlier.iter().filter(|c| !is_of_incident(c) && had_effect(docket, c.ruling, new.ruling)).copied().collect();
    // A penalty that nobody appealed is judged together with what follows, and two forfeits add up.
    let closes = |c: &Counted<'_>| match c.ruling.matter {
        Matter::Claim { .. } => true,
        _ => {
            let was_heard = |appeal: &Appeal| appeal.decision.as_ref().is_some_and(|d| d.is_before(new.ruling));
            let both_forfeit = c.loses_match.is_some() && new.loses_match.is_some();
            !both_forfeit && docket.appeals_against(c.ruling.id).any(was_heard)
        }
    };
    let is_agreed = |c: &Counted<'_>| matches!(c.board, Some((_, _, Reason::Agreement)));
    let is_closed = |board| before.iter().any(|c| closes(c) && c.board.is_some_and(|(ended, ..)| ended == board));
    let may_follow = new.is_of_a_board() && settings.match_end.second_board_counts();
    // Where the board that ends second has a say, the other one ends the match only for those who do not go on.
    let ends = |upto: usize| {
        let so_far = &before[..upto];
        let closed = so_far.iter().any(|c| closes(c) && (!may_follow || c.loses_match.is_some() || is_agreed(c)));
        let penalties: Vec<Counted<'_>> = so_far.iter().filter(|c| !closes(c)).copied().collect();
        let is_over = |counted: &[Counted<'_>]| is_over(settings, counted, new.place);
        // A claim may open what a penalty had ended, and the next one end it again.
        let is_last = || closes(&before[upto - 1]) && !is_over(&before[..upto - 1]);
        closed && is_over(so_far) && (!is_over(&penalties) || is_last())
    };
    if (1..=before.len()).any(ends) {
        return Some(Idle::MatchOver);
    }
    new.board.map(|(board, ..)| board).filter(|board| is_closed(*board)).map(Idle::BoardOver)
}

/// Whether a ruling did then what it does now.
fn had_effect(docket: &Docket, ruling: &Ruling, later: &Ruling) -> bool {
    let then = docket.state_before(ruling, later);
    match (&ruling.matter, then) {
        (Matter::Claim { .. }, _) => then.verdict(ruling) == Some(Verdict::Upheld),
        (_, RulingState::Modified(penalty)) => penalty.kind() >= PenaltyKind::Game,
        (_, RulingState::InForce) => ruling.penalty().is_none_or(|penalty| penalty.kind() >= PenaltyKind::Game),
        (_, RulingState::Overturned | RulingState::Voided) => false,
    }
}

/// Whether these rulings decide a match, with the boards that its slip had ended at a place.
fn is_over(settings: &Settings, counted: &[Counted<'_>], place: Place) -> bool {
    if counted.iter().any(|c| c.loses_match.is_some()) {
        return true;
    }
    let mut judged = Together::by(settings);
    judged.at_the_boards(counted);
    let here = place.board.unwrap_or(BoardLetter::A);
    for (board, ended) in [(here, !place.board_unfinished), (here.other(), place.other_ended)] {
        // By what a slip ended a board without deciding the match, nobody won it.
        if ended && judged.boards.iter().all(|b| b.board != board) {
            let outcome = BoardOutcome::BothLost;
            judged.boards.push(BoardReport { board, outcome, reason: None, ended: 1, ruling: None });
        }
    }
    judged.boards.sort_by_key(|b| b.board);
    let slip = Slip { boards: judged.boards, ..Slip::blank(place.match_id, place.playing) };
    match_result(&slip, settings).is_some()
}

impl Together {
    fn by(settings: &Settings) -> Self {
        Self {
            second_counts: settings.match_end.second_board_counts(),
            first_win: settings.match_end.split.is == Split::FirstWin,
            ..Self::default()
        }
    }

    fn at_the_boards(&mut self, counted: &[Counted<'_>]) {
        let agreed = |c: &&Counted<'_>| matches!(c.board, Some((_, _, Reason::Agreement)));
        for letter in [BoardLetter::A, BoardLetter::B] {
            let here = counted.iter().filter(|c| c.board.is_some_and(|(board, ..)| board == letter));
            self.at_board(letter, &here.filter(|c| !agreed(c)).collect::<Vec<_>>());
        }
        for agreement in counted.iter().filter(agreed) {
            self.agree(agreement);
        }
        if let [one, other] = self.boards.as_mut_slice()
            && one.ended == other.ended
        {
            (one.ended, other.ended) = if one.ruling < other.ruling { (1, 2) } else { (2, 1) };
        }
        self.keep_first_win();
    }

    /// Where each team would win a board, and the first win counts, nothing is left for the other to end.
    fn keep_first_win(&mut self) {
        let &[one, other] = self.boards.as_slice() else { return };
        let (Some(winner), Some(also)) = (one.outcome.winner(), other.outcome.winner()) else { return };
        if winner == also || !self.first_win {
            return;
        }
        let (first, second) = if one.ended < other.ended { (one, other) } else { (other, one) };
        self.idle.extend(second.ruling.zip(first.ruling).map(|(ruling, before)| (ruling, Idle::Behind(before))));
        self.boards.retain(|board| board.board == first.board);
    }

    /// What one board comes to: who loses it by penalty, else who won it, else a draw.
    fn at_board(&mut self, board: BoardLetter, here: &[&Counted<'_>]) {
        let rank = |c: &Counted<'_>| match c.board {
            Some((_, _, Reason::Penalty | Reason::NoClock)) => 0,
            Some((_, outcome, _)) if outcome.winner().is_some() => 1,
            _ => 2,
        };
        let comes_later = |c: &Counted<'_>| here.iter().any(|other| other.goes_before(c) && !c.goes_before(other));
        let Some(first) = here.iter().min_by_key(|c| (rank(c), comes_later(c), c.ruling.id)) else { return };
        let Some((_, mut outcome, mut reason)) = first.board else { return };
        let adds_up = |c: &Counted<'_>| rank(c) == 0 && rank(first) == 0;
        for (_, also, why) in here.iter().filter(|c| adds_up(c)).filter_map(|c| c.board) {
            outcome = if outcome == also { outcome } else { BoardOutcome::BothLost };
            reason = if why == Reason::Penalty { why } else { reason };
        }
        let agrees = |c: &Counted<'_>| adds_up(c) || c.board.is_some_and(|(_, theirs, _)| theirs == outcome);
        let behind = here.iter().filter(|c| !agrees(c)).map(|c| (c.ruling.id, Idle::Behind(first.ruling.id)));
        self.idle.extend(behind);
        self.end(first, BoardReport { board, outcome, reason: Some(reason), ended: 1, ruling: None });
    }

    /// The teams agreed on a draw: it settles the match, unless a board was won.
    fn agree(&mut self, agreement: &Counted<'_>) {
        let settled = |b: &&BoardReport| b.outcome.winner().is_some() || b.reason == Some(Reason::Agreement);
        if let Some(before) = self.boards.iter().find(settled) {
            if let Some(ruling) = before.ruling.filter(|_| before.outcome != BoardOutcome::Drawn) {
                self.idle.push((agreement.ruling.id, Idle::Behind(ruling)));
            }
            return;
        }
        let Some((board, outcome, reason)) = agreement.board else { return };
        let replaced = self.boards.iter().filter(|b| b.board == board && b.outcome != outcome);
        self.idle.extend(replaced.filter_map(|b| b.ruling).map(|r| (r, Idle::Behind(agreement.ruling.id))));
        self.boards.retain(|b| b.board != board);
        self.end(agreement, BoardReport { board, outcome, reason: Some(reason), ended: 1, ruling: None });
    }

    fn end(&mut self, by: &Counted<'_>, report: BoardReport) {
        let after_the_other = by.place.other_ended && !by.place.carry_out;
        let ended = if after_the_other { 2 } else { 1 };
        self.after_a_board |= after_the_other;
        self.boards.push(BoardReport { ended, ruling: Some(by.ruling.id), ..report });
        self.boards.sort_by_key(|b| b.board);
    }

    fn decider(&self, settings: &Settings, id: MatchId, playing: u8) -> Option<RulingId> {
        let decided = match_result(&self.on(&Slip::blank(id, playing)), settings)?;
        let won = |b: &&BoardReport| b.outcome.winner().map(MatchResult::won_by) == Some(decided.result);
        let first_win = self.boards.iter().filter(won).min_by_key(|b| b.ended);
        first_win.or(self.boards.iter().max_by_key(|b| b.ended)).and_then(|b| b.ruling)
    }

    pub fn on(&self, slip: &Slip) -> Slip {
        let mut now = slip.clone();
        if let Some(result) = self.whole {
            let sat_down = slip.outcome.is_none_or(MatchResult::is_played);
            now.outcome = Some(if sat_down { result } else { result.unplayed() });
            now.reason = Some(if sat_down { Reason::Penalty } else { Reason::Forfeit });
            now.boards.clear();
            return now;
        }
        if self.boards.is_empty() || (slip.outcome.is_some() && self.decided_by.is_none()) {
            return now;
        }
        now.outcome = None;
        now.reason = None;
        // What was ruled had decided the match before anything else was played, and nothing else counts beside it.
        let agreed = self.boards.iter().any(|b| b.reason == Some(Reason::Agreement));
        if self.decided_by.is_some() && !self.after_a_board && (agreed || !self.second_counts) {
            now.boards.clear();
        }
        // A draw that the teams agreed on settles the match also where the board was ruled to be drawn.
        let is_agreed = |r: &BoardReport| {
            let same = |b: &BoardReport| (b.board, b.outcome) == (r.board, r.outcome);
            now.boards.iter().any(|b| same(b) && b.reason == Some(Reason::Agreement))
        };
        let ruled: Vec<BoardReport> = self.boards.iter().filter(|r| !is_agreed(r)).copied().collect();
        let is_won = ruled.iter().any(|r| r.outcome.winner().is_some());
        let is_settled = |b: &BoardReport| is_won && b.reason == Some(Reason::Agreement);
        now.boards.retain(|b| ruled.iter().all(|r| r.board != b.board) && !is_settled(b));
        // A reported board that claims the same place in the order ended on the other side of the ruled one.
        for reported in &mut now.boards {
            if ruled.iter().any(|r| r.ended == reported.ended) {
                reported.ended = 3 - reported.ended.clamp(1, 2);
            }
        }
        now.boards.extend(&ruled);
        now.boards.sort_by_key(|b| b.board);
        now
    }
}

/// What a ruling would do if it were the only one: nothing where it has no force or costs no game.
pub fn alone<'r>(docket: &Docket, settings: &Settings, ruling: &'r Ruling) -> Result<Option<Counted<'r>>, Idle> {
    let Some(place) = ruling.place.map(|place| agreed_at(ruling, place)) else { return Ok(None) };
    let mut counts = Counted { ruling, place, board: None, loses_match: None };
    match &ruling.matter {
        Matter::Offence { offence, .. } => match (docket.penalty(ruling), place.side, place.board) {
            (Some(Penalty::Game), Some(side), Some(board)) => {
                let both = settings.offence(offence).is_some_and(|o| o.both_players);
                counts.board = Some(match both {
                    true => (board, BoardOutcome::BothLost, Reason::NoClock),
                    false => (board, BoardOutcome::won_by(side.other()), Reason::Penalty),
                });
            }
            (Some(Penalty::Match), side, _) => counts.loses_match = side,
            (Some(Penalty::Expel), side, _) if !ruling.is_interference() => counts.loses_match = side,
            _ => {}
        },
        Matter::Claim { claim, .. } if docket.verdict(ruling) == Some(Verdict::Upheld) => {
            let ended = place.board.zip(place.side);
            counts.board = ended.and_then(|(board, side)| {
                ends_board(claim.kind, side, &settings.match_end).map(|(outcome, reason)| (board, outcome, reason))
            });
        }
        Matter::Spectator { action: SpectatorAction::Forfeit, .. } if docket.state(ruling).is_in_force() => {
            counts.loses_match = place.side;
        }
        Matter::Claim { .. } | Matter::Spectator { .. } | Matter::Neutral { .. } => {}
    }
    if counts.board.is_none() && counts.loses_match.is_none() {
        return Ok(None);
    }
    // Where the board that ends second has a say, a claim made there counts after the first has decided.
    // The teams do not agree on a draw of what is over.
    let goes_on = counts.is_of_a_board() && settings.match_end.second_board_counts() && place.other_ended;
    match counts.board {
        _ if place.carry_out => Ok(Some(counts)),
        _ if !place.match_undecided && !goes_on => Err(Idle::MatchOver),
        Some((board, ..)) if !place.board_unfinished => Err(Idle::BoardOver(board)),
        _ => Ok(Some(counts)),
    }
}

/// The teams agree on a draw of their match: where the claimant's board is over, on one of the board that goes on.
fn agreed_at(ruling: &Ruling, place: Place) -> Place {
    let is_agreement = matches!(&ruling.matter, Matter::Claim { claim, .. } if claim.kind == ClaimKind::Agreement);
    if !is_agreement || place.board_unfinished || !place.match_undecided {
        return place;
    }
    Place { board: place.board.map(BoardLetter::other), board_unfinished: true, other_ended: true, ..place }
}

/// What a ruling does to its match as things are now; why nothing, where it is in force and would end something.
pub fn effect(docket: &Docket, settings: &Settings, ruling: &Ruling) -> Result<Effect, Idle> {
    let Some(place) = ruling.place else { return Ok(Effect::None) };
    let Some(counts) = alone(docket, settings, ruling)? else { return Ok(Effect::None) };
    if !docket.still_counts(place) {
        return Err(Idle::Cancelled);
    }
    let judged = together(docket, settings, place.match_id, place.playing);
    if let Some((_, idle)) = judged.idle.iter().find(|(id, _)| *id == ruling.id) {
        return Err(*idle);
    }
    Ok(match (counts.board, judged.whole) {
        (_, Some(result)) => Effect::Match(result),
        (Some((board, outcome, reason)), None) => {
            let now = judged.boards.iter().find(|b| b.board == board);
            Effect::Board {
                board,
                outcome: now.map_or(outcome, |b| b.outcome),
                reason: now.and_then(|b| b.reason).unwrap_or(reason),
            }
        }
        (None, None) => Effect::None,
    })
}

/// The tournament as it is with every ruling in force carried out.
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

/// Carries the rulings of a round out. A drawn tie of a knockout is played again without a ruling, so there each playing that began counts.
pub fn carry_out(round: &mut Round, docket: &Docket, settings: &Settings, knockout: bool) {
    let here = |id: &MatchId| id.section == round.section && id.round == round.number;
    let ruled = docket.rulings.iter().filter_map(|r| r.place).map(|p| p.match_id).filter(here);
    // A later playing counts only while the ruling that ordered it is in force, even if that ruling is gone.
    let replayed = round.slips.iter().filter(|s| s.playing > 1);
    let replayed =
        replayed.map(|s| MatchId { section: round.section, round: round.number, table: s.table, number: s.number });
    let mut matches: Vec<MatchId> = ruled.chain(replayed).collect();
    matches.sort_unstable();
    matches.dedup();
    for id in matches {
        let ours = |s: &Slip| s.table == id.table && s.number == id.number;
        let slips = round.slips.iter().filter(|s| ours(s)).map(|s| s.playing);
        let begun = slips.chain(docket.playings_ruled_on(id)).chain([1]);
        let mut playings: Vec<u8> = match knockout {
            true => begun.map(|playing| docket.in_place_of(id, playing)).collect(),
            false => vec![docket.playing_in_force(id)],
        };
        playings.sort_unstable();
        playings.dedup();
        round.slips.retain(|s| !ours(s) || playings.last().is_some_and(|last| s.playing <= *last));
        for playing in playings {
            let blank = Slip::blank(id, playing);
            let at = round.slips.iter().position(|s| ours(s) && s.playing == playing);
            let slip = judged(&round.slips, docket, settings, id, playing);
            match at {
                Some(at) => round.slips[at] = slip,
                // A match that was only ruled on has no slip yet; one to be replayed has an empty one.
                None if slip == blank && playing == 1 => {}
                None => round.slips.push(slip),
            }
        }
    }
    let begun = |slip: &Slip| match knockout && slip.playing > 1 {
        true => {
            let (section, round) = (round.section, round.number);
            docket.begun_as(MatchId { section, round, table: slip.table, number: slip.number }, slip.playing)
        }
        false => 1,
    };
    round.slips.sort_by_cached_key(|slip| (slip.table, slip.number, begun(slip), slip.playing));
}

/// The slip of a playing, with the rulings on it carried out and the board that it left alone.
fn judged(slips: &[Slip], docket: &Docket, settings: &Settings, id: MatchId, playing: u8) -> Slip {
    together(docket, settings, id, playing).on(&as_written(slips, docket, settings, id, playing))
}

/// The slip of a playing as it was written, with what the board came to that it left alone: a new game may be ordered at the other one only.
pub fn as_written(slips: &[Slip], docket: &Docket, settings: &Settings, id: MatchId, playing: u8) -> Slip {
    let mut written = slips.iter().filter(|s| (s.table, s.number, s.playing) == (id.table, id.number, playing));
    let mut slip = written.next().cloned().unwrap_or_else(|| Slip::blank(id, playing));
    let ordered = docket.ordering(id, playing).and_then(|ruling| ruling.place).filter(|from| from.playing < playing);
    let Some((from, anew)) = ordered.and_then(|from| Some((from, from.board?))).filter(|_| slip.outcome.is_none())
    else {
        return slip;
    };
    let before = judged(slips, docket, settings, id, from.playing).boards;
    let is_left_alone = |b: &BoardReport| b.board != anew && b.outcome != BoardOutcome::Stopped;
    let is_reported = |board| slip.boards.iter().any(|reported| reported.board == board);
    let alone = before.into_iter().filter(|b| is_left_alone(b) && !is_reported(b.board));
    let alone: Vec<BoardReport> = alone.map(|board| BoardReport { ended: 1, ..board }).collect();
    slip.boards.extend(alone);
    slip.boards.sort_by_key(|b| b.board);
    slip
}

/// A number for the playing of a match after this one: one that no ruling has ordered and no slip carries.
pub fn next_playing(docket: &Docket, round: &Round, id: MatchId, playing: u8) -> u8 {
    let recorded = round.slips.iter().filter(|s| s.table == id.table && s.number == id.number).map(|s| s.playing);
    docket.replays(id).chain(recorded).fold(playing, u8::max).saturating_add(1)
}

/// The ruling that decides this playing of a match, if one does: without it the slip would say something else or nothing.
pub fn decided_by(docket: &Docket, settings: &Settings, id: MatchId, playing: u8) -> Option<RulingId> {
    together(docket, settings, id, playing).decided_by
}

/// The ruling that has settled what a new one is about, if they may be one incident.
///
/// A game or match that it has cost or decided is not decided by the same again. The second match of a double round, or the replay of a drawn
/// tie, is not decided for what has decided the first, unless something of it is on record, or the director named it (`named`).
pub fn settled_by<'d>(docket: &'d Docket, settings: &Settings, new: &Ruling, named: bool) -> Option<&'d Ruling> {
    let place = new.place?;
    let at_this_table = |other: &Place| MatchId { number: place.match_id.number, ..other.match_id } == place.match_id;
    let on_record = docket.rulings.iter().filter(|r| r.place.as_ref().is_some_and(at_this_table));
    let decides = |r: &&Ruling| effect(docket, settings, r).is_ok_and(|effect| effect != Effect::None);
    let mut settled = on_record.clone().filter(|r| is_alike(settings, new, r)).filter(decides);
    let here = |r: &&Ruling| r.playing() == new.playing();
    if new.orders().is_some() {
        // Of the new game nothing is in, so that there is nothing to cancel yet; at the board that it left alone there is.
        let is_anew = |anew: BoardLetter| place.board == Some(anew);
        let same = |r: &Ruling| r.place.is_some_and(|ordered| ordered.board.is_none_or(is_anew));
        let is_over = !place.match_undecided || !place.board_unfinished;
        let begun = if place.board.is_some() { is_over } else { is_begun(&place) };
        let begun = begun || on_record.clone().any(|r| here(&r));
        return docket.ordering(place.match_id, place.playing).filter(|r| same(r) && !begun);
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
    let begun = is_begun(&place) || on_record.clone().any(|r| here(&r) && docket.state(r).is_in_force());
    let elsewhere = |r: &&Ruling| r.place.is_some_and(|p| p.match_id != place.match_id) || !here(r);
    settled.rfind(elsewhere).filter(|_| !named && !begun)
}

/// Whether the slip says anything of the match.
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
