//! Result slips: what was reported of each match, board by board where it is known.

use crate::discipline::{carry_out, decided_by, impossible, match_result, together};
use crate::event::{Event, Refusal, ResultOnFile};
use crate::tournament::{
    BoardLetter, BoardOutcome, BoardReport, Format, MatchId, MatchResult, PlayerId, Reason, Round, RulingId, Section,
    Slip, TableNumber, Team,
};
use clap::ValueEnum;
use std::collections::BTreeSet;

/// What became of the other board, seen from the first team.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Other {
    Won,
    Lost,
    Drawn,
    /// It was left unfinished.
    Stopped,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed {
    /// What it came to, seen from the first team.
    Result(MatchResult),
    /// Take the stored result away.
    Clear,
}

impl Typed {
    /// What is to stand then.
    pub fn wanted(self) -> Option<MatchResult> {
        match self {
            Self::Result(result) => Some(result),
            Self::Clear => None,
        }
    }
}

/// One slip as reported: with what is not said settled by what is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typing {
    pub table: TableNumber,
    /// Which round, if not the latest.
    pub round: Option<u32>,
    /// Which match of a double round, if named.
    pub number: Option<u8>,
    pub result: Typed,
    pub board: Option<BoardLetter>,
    pub reason: Option<Reason>,
    /// What became of the other board.
    pub other: Option<Other>,
    /// Who really had White on boards a and b.
    pub white: Option<[PlayerId; 2]>,
}

/// What filing a slip came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filed {
    pub id: MatchId,
    /// What the slip said before, if it had a result.
    pub before: Option<MatchResult>,
    /// The result by the rulebook; `None` where it is still open.
    pub after: Option<MatchResult>,
    pub rule: Option<String>,
    pub changed: bool,
    /// The slip as it was read; `None` where it was cleared, or a ruling decides the match.
    pub slip: Option<Slip>,
    /// Rulings made when an earlier slip said that all was over, which it no longer does.
    pub reopened: Vec<RulingId>,
}

/// A slip beside what is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Of the matches that it may be of and no slip before it is of, the first without a result, else the last.
    pub id: MatchId,
    pub wanted: Option<MatchResult>,
    /// What is stored of each match that it may be of.
    pub stored: Vec<(Option<MatchResult>, Option<Slip>)>,
    /// The number of the match that it agrees with.
    pub agrees: Option<u8>,
    /// It says what is stored, but so did a slip before it, which is of that match.
    pub is_taken: bool,
}

impl Event {
    /// Holds a slip against what is stored of its table: of the match that it names, or of any that none of the slips before it is of. What
    /// came twice is held against any.
    pub fn compared(&self, section: &Section, round: &Round, typing: &Typing, before: &[Typing]) -> Compared {
        let wanted = typing.result.wanted();
        let numbers = typing.number.map_or(1..=section.matches, |n| n..=n);
        let says = |typing: &Typing, number: u8| {
            typing.number.is_none_or(|named| named == number) && self.matches_record(section, round, typing, number)
        };
        let is_twice = |one: &&Typing| one.number.is_some() && one.number == typing.number;
        let before: Vec<&Typing> = before.iter().filter(|one| !is_twice(one)).collect();
        let all: Vec<u8> = (1..=section.matches).collect();
        let alone = all.iter().copied().find(|number| says(typing, *number));
        let slips: Vec<&Typing> = before.iter().copied().chain([typing]).collect();
        let agrees = match slips.len() > all.len() {
            true => alone,
            false => one_each(&slips, &all, &says).and_then(|of| of.last().copied()),
        };
        let of_others = one_each(&before, &all, &says).unwrap_or_default();
        let left: Vec<u8> = numbers.clone().filter(|number| !of_others.contains(number)).collect();
        let open = left.iter().find(|number| self.result_in(round, typing.table, **number).is_none());
        let number = open.or(left.last()).copied().unwrap_or(*numbers.end());
        let stored = |number| (self.result_in(round, typing.table, number), round.slip(typing.table, number).cloned());
        Compared {
            id: MatchId { section: section.id, round: round.number, table: typing.table, number },
            wanted,
            agrees,
            is_taken: agrees.is_none() && alone.is_some(),
            stored: numbers.map(stored).collect(),
        }
    }

    /// Whether a slip says what is stored of a match: the result, and the board and how it ended where both say it.
    fn matches_record(&self, section: &Section, round: &Round, typing: &Typing, number: u8) -> bool {
        let stored = self.result_in(round, typing.table, number);
        if stored != typing.result.wanted() {
            return false;
        }
        let (Some(result), Some(slip)) = (stored, round.slip(typing.table, number)) else { return true };
        let id = MatchId { section: section.id, round: round.number, table: typing.table, number };
        if decided_by(&self.facts.docket, &self.rulebook.discipline, id, slip.playing).is_some() {
            return true;
        }
        let recorded = match typing.board {
            Some(board) if !slip.boards.is_empty() => {
                let board_report = slip.boards.iter().find(|board_report| board_report.board == board);
                match board_report.filter(|board_report| Some(board_report.outcome) == result.on_board()) {
                    Some(board_report) => board_report.reason,
                    None => return false,
                }
            }
            _ => slip.deciding(result).map_or(slip.reason, |board| board.reason),
        };
        typing.reason.is_none_or(|reason| recorded.is_none_or(|recorded| recorded == reason))
    }

    /// A team that wins because the other did not come, although it has left the event itself; and the result turned round.
    pub fn won_from_afar(&self, id: MatchId, result: MatchResult) -> Option<(&Team, MatchResult)> {
        let (at, turned) = match result {
            MatchResult::FirstByForfeit => (0, MatchResult::SecondByForfeit),
            MatchResult::SecondByForfeit => (1, MatchResult::FirstByForfeit),
            _ => return None,
        };
        let (_, round) = self.round_with(id.table, Some(id.round))?;
        let team = self.tournament().team(round.teams_at(id.table)?[at]).filter(|team| self.is_gone(team))?;
        Some((team, turned))
    }

    /// The matches of the replay of a drawn tie that have a slip.
    pub fn replay_begun(&self, id: MatchId) -> Vec<u8> {
        let slips = self.round_with(id.table, Some(id.round)).map_or(&[][..], |(_, round)| round.slips_of(id.table));
        let begun: Vec<(u8, &Slip)> = slips.iter().map(|slip| (self.begun_as(id, slip), slip)).collect();
        let last = begun.iter().map(|(playing, _)| *playing).max().unwrap_or_default();
        let of_last = begun.iter().filter(|(playing, _)| *playing == last && last > 1).map(|(_, slip)| slip.number);
        // A new game that was ordered in it has a slip of its own.
        of_last.collect::<BTreeSet<u8>>().into_iter().collect()
    }

    /// The first earlier round of which a table still owes a result.
    pub fn owing_before(&self, id: MatchId) -> Option<u32> {
        let section = self.tournament().section(id.section)?;
        let mut earlier = self.tournament().rounds_of(id.section).filter(|round| round.number < id.round);
        Some(earlier.find(|round| self.is_open(section, round, id.table))?.number)
    }

    /// The board that ended, of a match that goes on at the other.
    pub fn half_over<'s>(&self, id: MatchId, slip: &'s Slip) -> Option<&'s BoardReport> {
        let [ended] = &slip.boards[..] else { return None };
        // A ruling may have ended it.
        (!self.results().contains_key(&id)).then_some(ended)
    }

    /// The posted round that a table belongs to: the one asked for, or the current one of its section. An earlier one is meant only where
    /// that is said.
    pub fn round_with(&self, table: TableNumber, round: Option<u32>) -> Option<(&Section, &Round)> {
        let is_meant = |r: &Round| match round {
            Some(number) => r.number == number,
            None => self.latest_round(r.section).is_some_and(|latest| latest.number == r.number),
        };
        let tournament = self.tournament();
        let meant = tournament.rounds.iter().filter(|r| is_meant(r) && r.teams_at(table).is_some());
        let newest = meant.min_by_key(|r| std::cmp::Reverse(r.number))?;
        Some((tournament.section(newest.section)?, newest))
    }

    /// The posted rounds that have a table, the newest first. Table numbers stay with their section.
    pub fn rounds_with(&self, table: TableNumber) -> impl Iterator<Item = (&Section, &Round)> {
        let tournament = self.tournament();
        let mut rounds: Vec<&Round> = tournament.rounds.iter().filter(|r| r.teams_at(table).is_some()).collect();
        rounds.sort_by_key(|r| std::cmp::Reverse(r.number));
        rounds.into_iter().filter_map(|r| Some((tournament.section(r.section)?, r)))
    }

    /// The match at a table: the one named, else the first without a result, else the last. Where a playing is `awaited`, for a drawn
    /// knockout tie is replayed at the same table, no other is looked at.
    pub fn meant<'e>(
        &self,
        (section, round): (&Section, &'e Round),
        table: TableNumber,
        number: Option<u8>,
        awaited: Option<u8>,
    ) -> Result<Meant<'e>, Refusal> {
        let id = |number| MatchId { section: section.id, round: round.number, table, number };
        let slip = |number| match awaited {
            Some(begun) => {
                let playing = self.facts.docket.in_place_of(id(number), begun);
                round.slips_of(table).iter().find(|slip| (slip.number, slip.playing) == (number, playing))
            }
            None => round.slip(table, number),
        };
        let result = |number| Some(match_result(slip(number)?, &self.rulebook.discipline)?.result);
        let number = match number {
            Some(number) if !(1..=section.matches).contains(&number) => {
                return Err(Refusal::NoMatch { section: section.id, table, number });
            }
            Some(number) => number,
            None => (1..=section.matches).find(|n| result(*n).is_none()).unwrap_or(section.matches),
        };
        Ok(Meant { id: id(number), slip: slip(number), result: result(number) })
    }
}

/// The match that is meant at a table of a posted round.
pub struct Meant<'e> {
    pub id: MatchId,
    pub slip: Option<&'e Slip>,
    pub result: Option<MatchResult>,
}

/// A match for each of these slips, no two of them the same, where there is one.
fn one_each(slips: &[&Typing], free: &[u8], says: &dyn Fn(&Typing, u8) -> bool) -> Option<Vec<u8>> {
    let Some((first, rest)) = slips.split_first() else { return Some(Vec::new()) };
    free.iter().filter(|number| says(first, **number)).find_map(|number| {
        let left: Vec<u8> = free.iter().copied().filter(|other| other != number).collect();
        let others = one_each(rest, &left, says)?;
        Some(std::iter::once(*number).chain(others).collect())
    })
}

/// Files a slip by the rulebook. A different result on file is replaced only where that is said.
pub fn file(event: &mut Event, typing: &Typing, replaces: bool) -> Result<Filed, Refusal> {
    let none = Refusal::NoTable { table: typing.table, round: typing.round };
    let (section, round) = event.round_with(typing.table, typing.round).ok_or(none)?;
    let says_more = typing.board.is_some() || typing.reason.is_some();
    let says_more = says_more || typing.other.is_some() || typing.white.is_some();
    if typing.result == Typed::Clear && says_more {
        return Err(Refusal::ClearsAll { table: typing.table });
    }
    // A drawn knockout tie is replayed at the same table: what comes in next is its next playing, but what is cleared is the last one.
    let awaited = event.playing_awaited(section, round, typing.table);
    let last = || round.slips_of(typing.table).iter().max_by_key(|slip| (slip.playing, slip.number));
    let to_clear = awaited.filter(|_| typing.result == Typed::Clear).and_then(|_| last()).map(|slip| slip.number);
    // What replaces a result while nothing of the replay is entered replaces what was drawn.
    let is_begun = |playing: &u8| event.has_begun(section, round, typing.table, *playing);
    let awaited = awaited.filter(|playing| typing.result != Typed::Clear && (!replaces || is_begun(playing)));
    let Meant { id, slip: existing, result: before } =
        event.meant((section, round), typing.table, typing.number.or(to_clear), awaited)?;
    let existing = existing.cloned();
    if replaces && awaited.is_some() && typing.number.is_some() && existing.is_none() {
        return Err(Refusal::NothingToReplace { id });
    }
    let playing = awaited.or(existing.as_ref().map(|slip| slip.playing)).unwrap_or(1);
    let playing = event.facts.docket.in_place_of(id, playing);
    let unchanged = Filed { id, before, after: before, rule: None, changed: false, slip: None, reopened: Vec::new() };
    if !reports_second_board(event, existing.as_ref(), typing) && is_as_ruled(event, id, playing, before, typing)? {
        return Ok(unchanged);
    }
    let Typed::Result(result) = typing.result else {
        let changed = event.reported(id, playing).is_some();
        let mut reopened = Vec::new();
        if changed {
            let place = (id.table, id.number, playing);
            event.change_slips(id, |slips| slips.retain(|slip| (slip.table, slip.number, slip.playing) != place));
            reopened = event.reopen_places(id, playing);
        }
        // What was ruled holds on without the slip, and what was drawn counts again without its replay.
        let after = event.results().get(&id).copied();
        let round = event.tournament().round(id.section, id.round).filter(|_| after.is_some());
        let left = round.and_then(|round| match_result(round.slip(id.table, id.number)?, &event.rulebook.discipline));
        return Ok(Filed { after, rule: left.and_then(|left| left.rule().rule), changed, reopened, ..unchanged });
    };
    check_white(event, id, round, typing)?;
    let is_added_to = before.is_none() || event.rulebook.discipline.match_end.second_board_counts();
    let counts = |board: &&BoardReport| is_added_to || board.ruling.is_some();
    // A slip that reported no board hid what was ruled at one.
    let ruled = || together(&event.facts.docket, &event.rulebook.discipline, id, playing).boards;
    let on_record = match &existing {
        Some(stored) if stored.outcome.is_some() => ruled(),
        stored => stored.iter().flat_map(|stored| &stored.boards).copied().collect(),
    };
    let ended_before = on_record.iter().filter(counts).copied().collect::<Vec<_>>();
    let slip = slip(event, id, typing, result, &ended_before, playing)?;
    let slip = match &existing {
        Some(stored) if before == Some(result) => filled_in(stored, slip, typing, result),
        _ => slip,
    };
    // Who had White is no part of the result: it stays until something else is reported.
    let recorded = existing.as_ref().and_then(|stored| stored.white).filter(|_| result.is_played());
    let slip = Slip { white: typing.white.or(recorded), ..slip };
    // Where a board was ruled on the match began, so nobody can say that it did not.
    let otherwise = |b: &&BoardReport| {
        !result.is_played() || slip.boards.iter().any(|one| one.board == b.board && one.outcome != b.outcome)
    };
    if let Some((ruled, ruling)) = ended_before.iter().filter(otherwise).find_map(|b| Some((b, b.ruling?))) {
        return Err(Refusal::RuledBoard { table: id.table, board: ruled.board, ruling, in_force: ruled.outcome });
    }
    if let Some(wrong) = impossible(&slip, &event.rulebook.discipline) {
        return Err(Refusal::Impossible { table: id.table, wrong });
    }
    let derived = match_result(&slip, &event.rulebook.discipline);
    let after = derived.as_ref().map(|d| d.result);
    // A board reported otherwise than it was ruled, if only in how or when it ended, would come to something else.
    let kept = Slip { boards: reported(slip.boards.clone()), ..slip.clone() };
    let judged = together(&event.facts.docket, &event.rulebook.discipline, id, playing);
    let held = match_result(&judged.on(&kept), &event.rulebook.discipline).map(|held| held.result);
    let is_reported = |b: &&BoardReport| slip.boards.iter().any(|one| one.board == b.board && one.ruling.is_none());
    if let Some((ruled, ruling)) = judged.boards.iter().filter(is_reported).find_map(|b| Some((b, b.ruling?)))
        && held != after
    {
        return Err(Refusal::RuledBoard { table: id.table, board: ruled.board, ruling, in_force: ruled.outcome });
    }
    let filed = Filed { after, rule: derived.and_then(|d| d.rule().rule), slip: Some(slip.clone()), ..unchanged };
    let unplays = |stored: &Slip| !result.is_played() && ended(stored) > 0;
    if let Some(stored) = existing
        && let is_same = (stored == slip) | (before == after && reports_nothing_new(&stored, &slip, typing.other))
        && (is_same || before.is_some() || unplays(&stored) || changes_board_end(&stored, &slip))
    {
        if is_same && stored.white == slip.white {
            return Ok(Filed { after: before, ..filed });
        }
        if is_same {
            let boards = reported(stored.boards.clone());
            let coloured = Slip { white: slip.white, boards, ..stored };
            event.file_slip(id, coloured.clone());
            return Ok(Filed { after: before, changed: true, slip: Some(coloured), ..filed });
        }
        // Where both boards count, the second to end is no other result of the first. What was reported of no board is the result of both.
        let counts = event.rulebook.discipline.match_end.second_board_counts() && stored.outcome.is_none();
        let is_second = counts && ended(&slip) > ended(&stored);
        // A board that was stopped does not go on.
        let is_stopped = ended(&stored) < stored.boards.len();
        let adds_detail = (before == after || (is_second && !is_stopped)) && keeps_all(&stored, &slip);
        if !adds_detail && !replaces {
            let both_ended = slip.boards.len() == 2 && slip.boards.iter().all(|b| b.outcome != BoardOutcome::Stopped);
            return Err(Refusal::Differs(Box::new(ResultOnFile { id, stored, before, after, both_ended })));
        }
    }
    event.may_report(id, &kept)?;
    event.file_slip(id, kept);
    let reopened = event.reopen_places(id, playing);
    let after = if reopened.is_empty() { after } else { event.results().get(&id).copied() };
    Ok(Filed { changed: true, after, reopened, ..filed })
}

/// Boards that a slip says how they ended.
fn ended(slip: &Slip) -> usize {
    slip.boards.iter().filter(|board| board.outcome != BoardOutcome::Stopped).count()
}

/// Whether a slip reports another end of a board that was reported to have ended. What was ruled holds beside it.
fn changes_board_end(stored: &Slip, slip: &Slip) -> bool {
    let ended = stored.boards.iter().filter(|board| board.ruling.is_none() && board.outcome != BoardOutcome::Stopped);
    let differs = |was: &BoardReport, reported: &BoardReport| {
        let is_other = reported.reason.zip(was.reason).is_some_and(|(reported, was)| reported != was);
        reported.board == was.board && (reported.outcome != was.outcome || is_other)
    };
    ended.into_iter().any(|was| slip.boards.iter().any(|reported| differs(was, reported)))
}

/// Whether all that a slip reports is stored already, but for who had White.
fn reports_nothing_new(stored: &Slip, slip: &Slip, other: Option<Other>) -> bool {
    let is_reported = |board: &&BoardReport| other.is_some() || board.outcome != BoardOutcome::Stopped;
    let is_on_record = |reported: &BoardReport| {
        let same = |was: &&BoardReport| was.board == reported.board && was.outcome == reported.outcome;
        let was = stored.boards.iter().find(same).filter(|was| other.is_none() || was.ended == reported.ended);
        was.is_some_and(|was| reported.reason.is_none() || reported.reason == was.reason)
    };
    let result = slip.outcome;
    let how = || result.and_then(|result| stored.deciding(result)).map_or(stored.reason, |board| board.reason);
    slip.boards.iter().filter(is_reported).all(is_on_record) && (slip.reason.is_none() || slip.reason == how())
}

fn keeps_all(stored: &Slip, slip: &Slip) -> bool {
    let mut ended = stored.boards.iter().filter(|board| board.outcome != BoardOutcome::Stopped);
    let kept = |was: &BoardReport, reported: &BoardReport| {
        let was = BoardReport { reason: was.reason.or(reported.reason), ..*was };
        BoardReport { ruling: None, ..was } == *reported || was == *reported
    };
    let how = || stored.outcome.and_then(|result| slip.deciding(result)).map_or(slip.reason, |board| board.reason);
    (stored.reason.is_none() || stored.reason == how())
        && ended.all(|board| slip.boards.iter().any(|reported| kept(board, reported)))
}

/// A slip of the result on file, with what is stored of it and the slip does not say: a reason is added to a board, or a board to a reason.
fn filled_in(stored: &Slip, slip: Slip, typing: &Typing, result: MatchResult) -> Slip {
    if typing.other.is_some() || typing.reason == Some(Reason::Simultaneous) {
        return slip;
    }
    let ended = stored.deciding(result).filter(|ended| ended.ruling.is_none() && ended.reason.is_none());
    match (typing.board, ended) {
        (board, Some(ended)) if typing.reason.is_some() && board.is_none_or(|board| board == ended.board) => {
            let mut filled = stored.clone();
            filled
                .boards
                .iter_mut()
                .filter(|reported| reported.board == ended.board)
                .for_each(|reported| reported.reason = typing.reason);
            filled
        }
        (Some(board), None) if stored.boards.is_empty() => {
            let mut filled = slip;
            let board_reports = filled.boards.iter_mut().filter(|board_reports| board_reports.board == board);
            board_reports.for_each(|board_reports| board_reports.reason = board_reports.reason.or(stored.reason));
            filled
        }
        _ => slip,
    }
}

/// Whether a ruling decided the match as it was reported. Anything else is refused: what was ruled is taken back by voiding it or on
/// appeal, never by a slip.
fn is_as_ruled(
    event: &Event,
    id: MatchId,
    playing: u8,
    before: Option<MatchResult>,
    typing: &Typing,
) -> Result<bool, Refusal> {
    let Some(ruling) = decided_by(&event.facts.docket, &event.rulebook.discipline, id, playing) else {
        let is_ruled = typing.reason == Some(Reason::Penalty);
        return if is_ruled { Err(Refusal::PenaltyBySlip { table: id.table }) } else { Ok(false) };
    };
    match before.is_some_and(|result| typing.result == Typed::Result(result)) {
        true => Ok(true),
        false => Err(Refusal::Ruled { table: id.table, ruling, in_force: before }),
    }
}

impl Event {
    /// The ruling that decides a match, so that nothing is to be entered of it, or of this board of it.
    pub fn settled_by_ruling(&self, id: MatchId, board: Option<BoardLetter>) -> Option<RulingId> {
        let stored = self.tournament().round(id.section, id.round).and_then(|round| round.slip(id.table, id.number));
        let is_awaited = board.is_some_and(|board| is_second_board(self, stored, board));
        self.decided_by_ruling(id).filter(|_| !is_awaited)
    }

    /// Whether one is about another board than the other, and of nothing else: each counts where the second to end does.
    pub fn is_of_another_board(&self, one: Option<BoardLetter>, other: Option<BoardLetter>) -> bool {
        let counts = self.rulebook.discipline.match_end.second_board_counts();
        counts && one.zip(other).is_some_and(|(one, other)| one != other)
    }

    /// Whether a slip leaves a board open that counts, although it ends the other.
    pub fn leaves_open(&self, filed: &Filed, board: BoardLetter) -> bool {
        let counts = self.rulebook.discipline.match_end.second_board_counts();
        let slip = filed.slip.as_ref().filter(|slip| counts && slip.outcome.is_none());
        slip.is_some_and(|slip| !slip.boards.iter().any(|b| b.board == board && b.outcome != BoardOutcome::Stopped))
    }
}

/// Whether this is the other board than the one by which a ruling decided the match, where the board that ends second counts too.
fn is_second_board(event: &Event, stored: Option<&Slip>, board: BoardLetter) -> bool {
    let counts = event.rulebook.discipline.match_end.second_board_counts();
    let boards = stored.filter(|slip| counts && slip.outcome.is_none()).map_or(&[][..], |slip| &slip.boards);
    let mut ruled = boards.iter().filter(|board| board.ruling.is_some());
    let (one, more) = (ruled.next(), ruled.next());
    one.is_some_and(|one| one.board.other() == board && one.reason != Some(Reason::Agreement)) && more.is_none()
}

/// Whether a slip reports, or takes back, how a board ended that no ruling ended, where the board that ends second counts too. It counts
/// beside a ruling that decided the match by the other board.
fn reports_second_board(event: &Event, stored: Option<&Slip>, typing: &Typing) -> bool {
    let counts = event.rulebook.discipline.match_end.second_board_counts();
    let Some(stored) = stored.filter(|slip| counts && slip.outcome.is_none()) else { return false };
    let is_ruled = |b: &&BoardReport| b.ruling.is_some();
    let ended = |b: &BoardReport| b.ruling.is_none() && b.outcome != BoardOutcome::Stopped;
    match stored.boards.iter().filter(is_ruled).collect::<Vec<_>>()[..] {
        [ruled] if ruled.reason != Some(Reason::Agreement) => match typing.result {
            Typed::Clear => stored.boards.iter().any(ended),
            Typed::Result(_) => match typing.other {
                Some(Other::Stopped) => typing.board == Some(ruled.board) && stored.boards.len() == 1,
                Some(_) => typing.board == Some(ruled.board),
                None => typing.board == Some(ruled.board.other()),
            },
        },
        _ => false,
    }
}

/// The boards that were reported. Those that a ruling ended follow from it and are not stored.
fn reported(boards: Vec<BoardReport>) -> Vec<BoardReport> {
    boards.into_iter().filter(|board| board.ruling.is_none()).collect()
}

fn check_white(event: &Event, id: MatchId, round: &Round, typing: &Typing) -> Result<(), Refusal> {
    let Some([a, b]) = typing.white else { return Ok(()) };
    let teams = round.teams_at(id.table).map(Vec::from).unwrap_or_default();
    let team_of = |p: PlayerId| event.tournament().team_of(p).map(|t| t.id).filter(|t| teams.contains(t));
    match (team_of(a), team_of(b)) {
        (Some(one), Some(other)) if one != other => Ok(()),
        (Some(_), Some(_)) => Err(Refusal::PartnersBothWhite),
        _ => {
            let seated = teams.iter().filter_map(|team| event.tournament().team(*team)).flat_map(|team| team.players);
            Err(Refusal::WhiteElsewhere { table: id.table, seated: seated.collect() })
        }
    }
}

/// The slip that the typing comes to. `ended_before` are boards on record that it is added to.
fn slip(
    event: &Event,
    id: MatchId,
    typing: &Typing,
    result: MatchResult,
    ended_before: &[BoardReport],
    playing: u8,
) -> Result<Slip, Refusal> {
    let blank = Slip { white: typing.white, ..Slip::blank(id, playing) };
    let Some(letter) = typing.board else {
        if typing.other.is_some() {
            return Err(Refusal::OtherBoardOfNone);
        }
        return Ok(Slip { outcome: Some(result), reason: typing.reason, ..blank });
    };
    let first = result.on_board().ok_or(Refusal::BoardOfUnplayed { result })?;
    let report = |board, outcome, reason, ended| BoardReport { board, outcome, reason, ended, ruling: None };
    let earlier = ended_before.iter().find(|b| b.board != letter && b.outcome != BoardOutcome::Stopped).copied();
    let mut boards = vec![report(letter, first, typing.reason, if earlier.is_some() { 2 } else { 1 })];
    let at_once = typing.reason == Some(Reason::Simultaneous);
    match (typing.other, earlier) {
        (Some(other), _) => {
            let outcome = match other {
                Other::Won => BoardOutcome::First,
                Other::Lost => BoardOutcome::Second,
                Other::Drawn => BoardOutcome::Drawn,
                Other::Stopped => BoardOutcome::Stopped,
            };
            boards.push(report(
                letter.other(),
                outcome,
                at_once.then_some(Reason::Simultaneous),
                if at_once { 1 } else { 2 },
            ));
            boards[0].ended = 1;
        }
        (None, Some(earlier)) => boards.push(earlier),
        (None, None) => {}
    }
    boards.sort_by_key(|b| b.board);
    let mut slip = Slip { boards, ..blank };
    // Where the board that ends second counts, it was stopped only where that is reported.
    let settings = &event.rulebook.discipline;
    let counts = settings.match_end.second_board_counts();
    if slip.boards.len() == 1 && !counts && match_result(&slip, settings).is_some() {
        slip.boards.push(report(letter.other(), BoardOutcome::Stopped, None, 2));
        slip.boards.sort_by_key(|b| b.board);
    }
    Ok(slip)
}

impl Event {
    /// Files a slip, in place of what was filed for the same match and playing.
    pub fn file_slip(&mut self, id: MatchId, slip: Slip) {
        let place = (slip.table, slip.number, slip.playing);
        self.change_slips(id, |slips| match slips.binary_search_by_key(&place, |s| (s.table, s.number, s.playing)) {
            Ok(at) => slips[at] = slip,
            Err(at) => slips.insert(at, slip),
        });
    }

    /// Changes the slips of one table, and carries its rulings out anew. No other table follows from them, so a pile of slips does not
    /// cost the whole round each.
    fn change_slips(&mut self, id: MatchId, change: impl FnOnce(&mut Vec<Slip>)) {
        self.results.take();
        self.ties.take();
        let at = |round: &crate::tournament::Round| (round.section, round.number) == (id.section, id.round);
        let tournament = &mut self.facts.tournament;
        let Some(round) = tournament.rounds.iter_mut().find(|round| at(round)) else { return };
        change(&mut round.slips);
        if self.in_force.get().is_none() {
            return;
        }
        let slips = round.slips_of(id.table).to_vec();
        let mut table = Round { assignments: Vec::new(), slips, at_board_a: Default::default(), ..*round };
        let is_knockout = tournament.section(id.section).is_some_and(|s| s.format == Format::Knockout);
        carry_out(&mut table, &self.facts.docket, &self.rulebook.discipline, is_knockout);
        self.drop_idle_playings(&mut table);
        if let Some(now) = self.in_force.get_mut().and_then(|now| now.rounds.iter_mut().find(|round| at(round))) {
            // Rulings of other tables were carried out on nothing.
            now.slips.splice(now.span_of(id.table), table.slips_of(id.table).iter().cloned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::edit::posting::{Terms, post};
    use crate::event::{Facts, SectionSettings};
    use crate::rulebook;
    use crate::tournament::{Player, Team};

    fn four_tables() -> Event {
        let rulebook_text = rulebook::by_id("us-chess-2018").expect("a compiled-in rulebook").text.clone();
        let mut event = Event::of(Facts { rulebook_text, ..Facts::default() }).expect("it is our own");
        let open = Section { rounds: Some(3), ..Section::named("Open") };
        let section = event.add_section(open, SectionSettings::default());
        let players = event.add_players((0..16).map(|n| Player { name: format!("Child {n}"), ..Player::default() }));
        event.add_teams((1..).zip(players.chunks(2)).map(|(number, pair)| {
            let (name, players) = (format!("Team {number}"), [pair[0], pair[1]]);
            Team { name, section, players, ..Team::default() }
        }));
        post(&mut event, section, &Terms::default()).expect("nothing is in the way");
        event
    }

    /// Where the boards of each slip lie in memory: another place where they were copied.
    fn places(event: &Event) -> Vec<(TableNumber, *const BoardReport)> {
        event.tournament().rounds[0].slips.iter().map(|slip| (slip.table, slip.boards.as_ptr())).collect()
    }

    #[test]
    fn a_slip_leaves_those_of_other_tables_as_they_lie() {
        let mut event = four_tables();
        event.tournament();
        let file = |event: &mut Event, table: u32| {
            let typing = Typing {
                table: TableNumber(table),
                round: None,
                number: None,
                result: Typed::Result(MatchResult::First),
                board: Some(BoardLetter::A),
                reason: Some(Reason::Mate),
                other: None,
                white: None,
            };
            file(event, &typing, false).expect("it is the first slip of the table")
        };
        for table in [2, 4, 1, 3] {
            let before = places(&event);
            file(&mut event, table);
            let now = places(&event);
            assert!(now.iter().map(|(table, _)| table).is_sorted());
            assert_eq!(now.len(), before.len() + 1);
            assert!(before.iter().all(|one| now.contains(one)), "table {table} moved others");
        }
        assert_eq!(event.tournament().rounds[0].slips, event.facts.tournament.rounds[0].slips);
    }
}
