//! What a ruling does at its table as things are now: which clocks change, what it ends, whom it takes out of the event.

use super::Event;
use crate::discipline::{
    self, Clock, ClockSet, Effect, Idle, Matter, Penalty, Place, Ruling, decided_by, match_result,
};
use crate::tournament::{
    Board, BoardLetter, BoardOutcome, BoardReport, Colours, MatchId, MatchResult, PlayerId, Reason, Round, RulingId,
    Side, Slip, TeamId,
};

/// What a ruling does at its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtTable {
    pub clocks: Vec<ClockChange>,
    /// What it ends, or why it ends nothing although it is in force.
    pub effect: Result<Effect, Idle>,
    /// The result of its game, whatever made it.
    pub result: Option<MatchResult>,
    /// The team that it takes out of the event.
    pub expelled: Option<TeamId>,
}

/// A change to make at a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockChange {
    /// Which board, if it is known.
    pub board: Option<BoardLetter>,
    /// Whose clock it is, if that is known.
    pub player: Option<PlayerId>,
    /// The colour that plays on it, if it is known.
    pub side: Option<&'static str>,
    pub change: Change,
}

/// What is done at a clock, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Add(u32),
    Take(u32),
    Set(u32),
}

impl ClockChange {
    /// Whether both are made at one clock.
    pub fn is_of_clock(&self, other: &Self) -> bool {
        (self.board, self.player) == (other.board, other.player)
    }

    /// What makes this change of one that was made at the clock already; nothing where it is not known how the clock stood.
    pub fn beyond(&self, made: &Self) -> Option<Self> {
        let seconds = |change: Change| match change {
            Change::Add(seconds) => Some(i64::from(seconds)),
            Change::Take(seconds) => Some(-i64::from(seconds)),
            Change::Set(_) => None,
        };
        let left = seconds(self.change)? - seconds(made.change)?;
        let size = u32::try_from(left.unsigned_abs()).ok()?;
        Some(Self { change: if left < 0 { Change::Take(size) } else { Change::Add(size) }, ..*self })
    }

    /// What takes the change back at the clock; nothing where it is not known how the clock stood.
    pub fn undone(&self) -> Option<Self> {
        let change = match self.change {
            Change::Add(seconds) => Change::Take(seconds),
            Change::Take(seconds) => Change::Add(seconds),
            Change::Set(_) => return None,
        };
        Some(Self { change, ..*self })
    }
}

impl AtTable {
    /// Whether it ends a board or the match.
    pub fn ends(&self) -> bool {
        self.effect.is_ok_and(|effect| effect != Effect::None)
    }

    /// What it makes of its board, seen from the first team.
    pub fn board_result(&self) -> Option<&'static str> {
        match self.effect {
            Ok(Effect::Board { outcome, .. }) => outcome.as_typed(),
            Ok(Effect::Match(_) | Effect::None) | Err(_) => None,
        }
    }

    /// The place with the board that it ends: of a draw that the teams agreed on it may be the claimant's partner's.
    pub fn ended_at(&self, place: Place) -> Place {
        match self.effect {
            Ok(Effect::Board { board, .. }) => Place { board: Some(board), ..place },
            Ok(Effect::Match(_) | Effect::None) | Err(_) => place,
        }
    }

    /// The result of the match, where the ruling has a part in it.
    pub fn match_result(&self) -> Option<MatchResult> {
        self.result.filter(|_| self.ends())
    }
}

impl Event {
    /// The ruling that decides a match as it is played now, if one does.
    pub fn decided_by_ruling(&self, id: MatchId) -> Option<RulingId> {
        let (section, round) = (self.tournament().section(id.section)?, self.tournament().round(id.section, id.round)?);
        let slip = round.slip(id.table, id.number).map(|slip| slip.playing);
        let playing = self.playing_awaited(section, round, id.table).or(slip).unwrap_or(1);
        let playing = self.facts.docket.in_place_of(id, playing);
        decided_by(&self.facts.docket, &self.rulebook.discipline, id, playing)
    }

    pub fn at_table(&self, ruling: &Ruling) -> AtTable {
        let expels = self.facts.docket.penalty(ruling) == Some(Penalty::Expel) && !ruling.is_interference();
        AtTable {
            clocks: self.clocks(ruling),
            effect: self.effect(ruling),
            result: ruling.place.and_then(|place| self.result_of_game(place)),
            expelled: ruling.team.filter(|_| expels),
        }
    }

    /// The result of the game that a ruling was made in, of a tie that is replayed not that of another one; or of the new game in its place.
    pub fn result_of_game(&self, Place { match_id: id, playing, .. }: Place) -> Option<MatchResult> {
        let playing = self.facts.docket.in_place_of(id, playing);
        let round = self.tournament().round(id.section, id.round)?;
        let slip = round.slips_of(id.table).iter().find(|slip| is_of(slip, id, playing))?;
        match_result(slip, &self.rulebook.discipline).map(|derived| derived.result)
    }

    /// What must be set at the clocks for a ruling.
    fn clocks(&self, ruling: &Ruling) -> Vec<ClockChange> {
        if let (Matter::Neutral { clocks, .. }, Some(place)) = (&ruling.matter, ruling.place) {
            let standing = self.facts.docket.state(ruling).is_in_force();
            return clocks.iter().filter(|_| standing).map(|set| self.clock_set(&place, set)).collect();
        }
        let Some(Penalty::Time(seconds)) = self.facts.docket.penalty(ruling) else { return Vec::new() };
        let offence = ruling.offence().and_then(|id| self.rulebook.discipline.offence(id));
        let own = offence.is_some_and(|o| o.clock == Clock::Own);
        let board = ruling.place.and_then(|place| self.seats(&place));
        let player = match board {
            _ if own => ruling.player,
            Some((board, _)) if ruling.player == Some(board.white) => Some(board.black),
            Some((board, _)) if ruling.player == Some(board.black) => Some(board.white),
            _ => None,
        };
        let colour = |board: Board| if player == Some(board.white) { "white" } else { "black" };
        vec![ClockChange {
            board: ruling.place.and_then(|p| p.board),
            player,
            side: board.filter(|(_, known)| *known).map(|(board, _)| colour(board)),
            change: if own { Change::Take(seconds) } else { Change::Add(seconds) },
        }]
    }

    fn clock_set(&self, place: &Place, set: &ClockSet) -> ClockChange {
        let at = Place { board: Some(set.board), ..*place };
        let known = self.seats(&at).filter(|(_, known)| *known);
        ClockChange {
            board: Some(set.board),
            player: known.map(|(board, _)| if set.white { board.white } else { board.black }),
            side: Some(if set.white { "white" } else { "black" }),
            change: Change::Set(set.seconds),
        }
    }

    /// Who sits at the board a ruling was made at, and whether it is known who of them has White.
    pub fn seats(&self, place: &Place) -> Option<(Board, bool)> {
        let (tournament, id) = (self.tournament(), place.match_id);
        let round = tournament.round(id.section, id.round)?;
        let slip = round.slips_of(id.table).iter().find(|slip| is_of(slip, id, place.playing));
        let boards = self.boards_at(round, id, place.playing, slip)?;
        let directed = tournament.section(id.section).is_some_and(|s| s.colours == Colours::Directed);
        let is_known = directed || slip.is_some_and(|s| s.white.is_some());
        boards.into_iter().find(|b| Some(b.letter) == place.board).map(|board| (board, is_known))
    }

    /// The two boards of a match; `None` where nobody sits at its table. Colours are the other way round in the second match of two, and in
    /// the replay of a drawn tie.
    pub fn boards_at(&self, round: &Round, id: MatchId, playing: u8, slip: Option<&Slip>) -> Option<[Board; 2]> {
        let [first, second] = round.teams_at(id.table)?;
        let teams = [self.tournament().team(first)?, self.tournament().team(second)?];
        let turned = (id.number == 2) != self.is_turned(round, id, playing);
        Some(self.tournament().boards(round, id.table, turned, teams, slip))
    }

    /// The player across the board from the one ruled on.
    pub fn opponent(&self, ruling: &Ruling) -> Option<PlayerId> {
        let place = ruling.place.filter(|_| !matches!(ruling.matter, Matter::Spectator { .. }))?;
        let ((board, _), side) = (self.seats(&place)?, place.side?);
        Some(if board.white_side == side { board.black } else { board.white })
    }

    /// The result of the new game that a replay ordered, where it was played.
    pub fn played_anew(&self, ruling: &Ruling) -> Option<MatchResult> {
        let (id, playing) = (ruling.place?.match_id, ruling.orders()?);
        let derived = match_result(self.reported(id, playing)?, &self.rulebook.discipline);
        derived.map(|derived| derived.result)
    }

    /// Where a ruling is made, and how the match is by its slip.
    pub fn place_at(&self, id: MatchId, playing: u8, board: Option<BoardLetter>, side: Option<Side>) -> Place {
        let slips = self.facts.tournament.round(id.section, id.round).map_or(&[][..], |round| round.slips_of(id.table));
        let as_written = discipline::as_written(slips, &self.facts.docket, &self.rulebook.discipline, id, playing);
        let ended = |letter: BoardLetter| {
            let report = as_written.boards.iter().find(|b| b.board == letter);
            report.is_some_and(|b| b.outcome != BoardOutcome::Stopped)
        };
        let of_board = board.unwrap_or(BoardLetter::A);
        // What the teams agreed on is the end of the match, and no board that the other one may follow.
        let is_agreed = as_written.boards.iter().any(|b| b.reason == Some(Reason::Agreement));
        Place {
            match_id: id,
            playing,
            board,
            side,
            match_undecided: match_result(&as_written, &self.rulebook.discipline).is_none(),
            board_unfinished: !ended(of_board),
            other_ended: !is_agreed && ended(of_board.other()),
            carry_out: false,
        }
    }

    /// Whether a slip says that a board was stopped, under rules by which nothing is claimed there afterwards.
    pub fn is_stopped(&self, place: Place) -> bool {
        let stopped = |b: &BoardReport| Some(b.board) == place.board && b.outcome == BoardOutcome::Stopped;
        let reported = self.reported(place.match_id, place.playing);
        self.rulebook.discipline.match_end.stopped.is_some()
            && reported.is_some_and(|slip| slip.boards.iter().any(stopped))
    }

    /// The slip of a playing as it was written, no ruling carried out.
    pub(super) fn reported(&self, id: MatchId, playing: u8) -> Option<&Slip> {
        let round = self.facts.tournament.round(id.section, id.round)?;
        round.slips_of(id.table).iter().find(|slip| is_of(slip, id, playing))
    }
}

fn is_of(slip: &Slip, id: MatchId, playing: u8) -> bool {
    (slip.table, slip.number, slip.playing) == (id.table, id.number, playing)
}
