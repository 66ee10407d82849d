//! Rows of posted rounds: who sits where, what the slips say, the clocks on the wall, and what the director wants paired.

use super::{Flag, Link, ROUND, Rows, own, read};
use crate::event::Facts;
use crate::store::wait::Ask;
use crate::store::{Store, StoreError};
use crate::tournament::{
    Assignment, BoardLetter, BoardOutcome, BoardReport, ByePoints, EmptySeat, MatchResult, PlayerId, Reason, Round,
    RoundTime, SectionId, Side, Slip, TableNumber, TeamId,
};
use chrono::{DateTime, FixedOffset};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

super::table!(RoundRow of "round" by ["section", "number"] {
    section: SectionId,
    number: u32,
    provisional: Flag,
    kept: Flag,
});

super::table!(AssignmentRow of "assignment" by ["round", "team"], links [ROUND], unique [&["round", "table_number", "side"]] {
    section: SectionId = "round.section",
    of_round: u32 = "round.number",
    team: TeamId,
    table_number: Option<TableNumber>,
    side: Option<Side>,
    bye: Option<ByePoints>,
    assigned: Flag,
    board_a: Option<PlayerId>,
});

super::table!(SlipRow of "slip" by ["round", "table_number", "match", "playing"], links [ROUND] {
    section: SectionId = "round.section",
    of_round: u32 = "round.number",
    table_number: TableNumber,
    number: u8 = "match",
    playing: u8,
    outcome: Option<MatchResult>,
    reason: Option<Reason>,
    white_a: Option<PlayerId>,
    white_b: Option<PlayerId>,
});

super::table!(BoardReportRow of "board_report" by ["slip", "board"], links [SLIP] {
    section: SectionId = "round.section",
    of_round: u32 = "round.number",
    table_number: TableNumber = "slip.table_number",
    number: u8 = "slip.match",
    playing: u8 = "slip.playing",
    board: BoardLetter,
    outcome: BoardOutcome,
    reason: Option<Reason>,
    ended: u8,
});

const SLIP: Link = Link {
    column: "slip",
    fields: &["section", "of_round", "table_number", "number", "playing"],
    join: "cross join slip on slip.id = t.slip cross join round on round.id = slip.round",
    number: "(select slip.id from slip join round on round.id = slip.round
              where round.section = r ->> 'section' and round.number = r ->> 'of_round' and slip.table_number = r ->> 'table_number'
                    and slip.match = r ->> 'number' and slip.playing = r ->> 'playing')",
};

super::table!(QualifierRow of "qualifier" by ["section", "team"] { section: SectionId, team: TeamId, seed: u32 });

super::table!(HalfRow of "half" by ["section", "team"] { section: SectionId, team: TeamId, upper: Flag });

super::table!(PairingWishRow of "pairing_wish" by ["team_a", "team_b", "round"] {
    team_a: TeamId,
    team_b: TeamId,
    round: Option<u32>,
});

super::table!(RoundTimeRow of "round_time" by ["section", "round"] { section: SectionId, round: u32, starts_at: String });

super::table!(RoundStartRow of "round_start" by ["round"], links [ROUND] {
    section: SectionId = "round.section",
    of_round: u32 = "round.number",
    at: String,
});

super::table!(EmptySeatRow of "empty_seat" by ["round", "team"], links [ROUND] {
    section: SectionId = "round.section",
    of_round: u32 = "round.number",
    team: TeamId,
    at: String,
});

pub(super) fn rows(facts: &Facts, other: &Facts, rows: &mut Rows) {
    let (is, was) = (&facts.tournament, &other.tournament);
    for round in own(&is.rounds, &was.rounds) {
        let (section, of_round) = (round.section, round.number);
        let (provisional, kept) = (Flag(round.provisional), Flag(round.kept));
        rows.round.push(RoundRow { section, number: of_round, provisional, kept });
        rows.assignment.extend(round.assignments.iter().map(|(team, assignment)| {
            let (table_number, side, bye, assigned) = match *assignment {
                Assignment::Table { table, side } => (Some(table), Some(side), None, false),
                Assignment::Bye { points, assigned } => (None, None, Some(points), assigned),
            };
            let board_a = round.at_board_a.get(team).copied();
            AssignmentRow { section, of_round, team: *team, table_number, side, bye, assigned: Flag(assigned), board_a }
        }));
        for slip in &round.slips {
            let (table_number, number, playing) = (slip.table, slip.number, slip.playing);
            rows.slip.push(SlipRow {
                section,
                of_round,
                table_number,
                number,
                playing,
                outcome: slip.outcome,
                reason: slip.reason,
                white_a: slip.white.map(|white| white[0]),
                white_b: slip.white.map(|white| white[1]),
            });
            rows.board_report.extend(slip.boards.iter().map(|report| BoardReportRow {
                section,
                of_round,
                table_number,
                number,
                playing,
                board: report.board,
                outcome: report.outcome,
                reason: report.reason,
                ended: report.ended,
            }));
        }
    }
    for ((section, of_round), clock) in &facts.wall_clocks {
        let (section, of_round) = (*section, *of_round);
        rows.round_start.extend(clock.started.map(|at| RoundStartRow { section, of_round, at: at.to_rfc3339() }));
        let seat = |seat: &EmptySeat| EmptySeatRow { section, of_round, team: seat.team, at: seat.since.to_rfc3339() };
        rows.empty_seat.extend(clock.not_seated.iter().map(seat));
    }
    let qualifier =
        |(section, team, seed): &(SectionId, TeamId, u32)| QualifierRow { section: *section, team: *team, seed: *seed };
    rows.qualifier.extend(own(&is.qualifiers, &was.qualifiers).map(qualifier));
    let half = |(section, team, upper): &(SectionId, TeamId, bool)| HalfRow {
        section: *section,
        team: *team,
        upper: Flag(*upper),
    };
    rows.half.extend(own(&is.halves, &was.halves).map(half));
    let wish = |[team_a, team_b]: [TeamId; 2], round| PairingWishRow { team_a, team_b, round };
    rows.pairing_wish.extend(facts.wishes.forbidden.iter().map(|pair| wish(*pair, None)));
    rows.pairing_wish.extend(facts.wishes.required.iter().map(|(round, pair)| wish(*pair, Some(*round))));
    rows.round_time.extend(own(&is.round_times, &was.round_times).map(|time| RoundTimeRow {
        section: time.section,
        round: time.round,
        starts_at: time.starts.iso(),
    }));
}

/// No event has more rounds; a file that says so was tampered with.
const LAST_ROUND: u32 = 9_999;

pub(super) fn facts(mut rows: Rows, facts: &mut Facts) -> Result<(), StoreError> {
    if let Some(round) = rows.round.iter().find(|row| row.number > LAST_ROUND) {
        return Err(StoreError::Unreadable(format!("there is a round {}", round.number)));
    }
    rows.round.sort_by_key(|row| (row.section, row.number));
    let place: FxHashMap<(SectionId, u32), usize> =
        rows.round.iter().enumerate().map(|(at, row)| ((row.section, row.number), at)).collect();
    let round = |row: &RoundRow| Round {
        section: row.section,
        number: row.number,
        provisional: row.provisional.0,
        kept: row.kept.0,
        assignments: Vec::new(),
        slips: Vec::new(),
        at_board_a: BTreeMap::new(),
    };
    let mut rounds: Vec<Round> = rows.round.iter().map(round).collect();
    for row in rows.assignment {
        let round = &mut rounds[place[&(row.section, row.of_round)]];
        round.at_board_a.extend(row.board_a.map(|player| (row.team, player)));
        round.assignments.push(row.status()?);
    }
    let mut boards: FxHashMap<(SectionId, u32, TableNumber, u8, u8), Vec<BoardReport>> = FxHashMap::default();
    for row in rows.board_report {
        let slip = (row.section, row.of_round, row.table_number, row.number, row.playing);
        boards.entry(slip).or_default().push(BoardReport {
            board: row.board,
            outcome: row.outcome,
            reason: row.reason,
            ended: row.ended,
            ruling: None,
        });
    }
    for row in rows.slip {
        let slip = (row.section, row.of_round, row.table_number, row.number, row.playing);
        rounds[place[&(row.section, row.of_round)]].slips.push(Slip {
            table: row.table_number,
            number: row.number,
            playing: row.playing,
            outcome: row.outcome,
            reason: row.reason,
            boards: boards.remove(&slip).unwrap_or_default(),
            white: row.white_a.zip(row.white_b).map(|(a, b)| [a, b]),
        });
    }
    rounds.iter_mut().for_each(Round::sort);
    let tournament = &mut facts.tournament;
    tournament.rounds = rounds;
    tournament.qualifiers = rows.qualifier.into_iter().map(|row| (row.section, row.team, row.seed)).collect();
    tournament.qualifiers.sort_by_key(|(section, _, seed)| (*section, *seed));
    tournament.halves = rows.half.into_iter().map(|row| (row.section, row.team, row.upper.0)).collect();
    tournament.halves.sort_unstable();
    for row in rows.round_time {
        let starts = row.starts_at.parse().map_err(StoreError::Unreadable)?;
        tournament.round_times.push(RoundTime { section: row.section, round: row.round, starts });
    }
    tournament.round_times.sort_by_key(|time| (time.section, time.round));
    for row in rows.round_start {
        facts.wall_clocks.entry((row.section, row.of_round)).or_default().started = Some(time(&row.at)?);
    }
    for row in rows.empty_seat {
        let seat = EmptySeat { team: row.team, since: time(&row.at)? };
        facts.wall_clocks.entry((row.section, row.of_round)).or_default().not_seated.push(seat);
    }
    for row in rows.pairing_wish {
        let pair = [row.team_a, row.team_b];
        match row.round {
            Some(round) => facts.wishes.required.push((round, pair)),
            None => facts.wishes.forbidden.push(pair),
        }
    }
    Ok(())
}

impl AssignmentRow {
    fn status(&self) -> Result<(TeamId, Assignment), StoreError> {
        let assignment = match (self.table_number, self.side, self.bye) {
            (Some(table), Some(side), _) => Assignment::Table { table, side },
            (.., Some(points)) => Assignment::Bye { points, assigned: self.assigned.0 },
            _ => return Err(StoreError::Unreadable(format!("team {} neither plays nor has a bye", self.team))),
        };
        Ok((self.team, assignment))
    }
}

impl Store {
    /// Who sat where when a round was posted, before any hand edit: the images that `pair` left in the journal, and those of teams that
    /// came with a round of their own when sections were merged.
    pub fn as_posted(&mut self, section: SectionId, number: u32) -> Result<Vec<(TeamId, Assignment)>, StoreError> {
        // A round that was taken back and put back has the same number in the table: the first command to write it counts.
        let rows: String = sqlx::query_scalar(
            "with posted (round, command) as (
                 select round.id, min(change.command) from round join change on change.fact = 'round' and change.row = round.id
                 where section = ?1 and number = ?2 and before is null group by round.id)
             select json_group_array(json_array(?1, ?2, after ->> 'team', after ->> 'table_number', after ->> 'side', after ->> 'bye',
                                                after ->> 'assigned', after ->> 'board_a') order by change.id)
             from change join posted on after ->> 'round' = posted.round
             where fact = 'assignment' and (before is null and posted.command = change.command or exists (
                 select 1 from change as other where other.command = change.command and other.fact = 'assignment'
                 and other.before ->> 'team' = change.after ->> 'team' and other.before ->> 'round' <> posted.round))",
        )
        .bind(section.0)
        .bind(number)
        .one(&mut self.connection)?;
        let rows: Vec<AssignmentRow> = read("assignment", rows.as_bytes())?;
        rows.iter().map(AssignmentRow::status).collect()
    }
}

fn time(text: &str) -> Result<DateTime<FixedOffset>, StoreError> {
    DateTime::parse_from_rfc3339(text).map_err(|_| StoreError::Unreadable(format!("time {text}")))
}
