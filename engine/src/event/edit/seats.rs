//! Hand edits of the posted round: who sits where, and who has a bye.

use super::rounds::without_byes;
use crate::event::{Event, Refusal, TeamRefusal};
use crate::tournament::{Assignment, ByePoints, Round, RulingId, Section, SectionId, Side, TableNumber, TeamId};

/// Two teams of the posted round change places. Returns the table at which they still meet, if they do.
pub fn swap(event: &mut Event, section: SectionId, [one, other]: [TeamId; 2]) -> Result<Option<TableNumber>, Refusal> {
    let round = posted(event, section)?;
    let place = |team| round.assignment(team).ok_or(Refusal::NotInRound { team, round: round.number });
    let (a, b) = (place(one)?, place(other)?);
    must_be_open(event, round, [a, b].into_iter().filter_map(Assignment::table))?;
    put(event, section, round.number, &[(one, b), (other, a)])?;
    Ok(a.table().filter(|table| Some(*table) == b.table()))
}

/// Two matches of a section's posted round change tables, with their sides as they are. Gives the teams of each.
pub fn swap_tables(event: &mut Event, tables: [TableNumber; 2]) -> Result<(SectionId, [[TeamId; 2]; 2]), Refusal> {
    let held = |table| {
        let (_, round) = event.round_with(table, None)?;
        Some((round, round.teams_at(table)?))
    };
    let place = |table| held(table).ok_or(Refusal::NoTable { table, round: None });
    let [a, b] = tables;
    let ((round, at_a), (latest, at_b)) = (place(a)?, place(b)?);
    let sections = [round.section, latest.section];
    if a == b || sections[0] != sections[1] || round.number != latest.number {
        return Err(Refusal::TablesApart { tables, sections });
    }
    must_be_open(event, round, tables)?;
    put(event, sections[0], round.number, &[seats(at_a, b), seats(at_b, a)].concat())?;
    Ok((sections[0], [at_a, at_b]))
}

/// What seating two teams at a table did to the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Displaced {
    /// Who meets whom now, at a table that became free.
    pub seated: Vec<([TeamId; 2], TableNumber)>,
    /// Who has neither a table nor points for it.
    pub without: Vec<TeamId>,
    /// The odd team of a Swiss.
    pub left: Option<LeftOver>,
}

/// Seats two teams at a table of the posted round. Who loses a seat for it meets the other who does, if they are two.
pub fn set(event: &mut Event, section: &Section, table: TableNumber, pair: [TeamId; 2]) -> Result<Displaced, Refusal> {
    let round = posted(event, section.id)?;
    if event.tournament().rounds.iter().any(|r| r.section != section.id && r.teams_at(table).is_some()) {
        return Err(Refusal::OthersTable { table });
    }
    let own = pair.iter().filter_map(|team| round.assignment(*team).and_then(Assignment::table));
    let left: Vec<TableNumber> = own.chain([table]).collect();
    must_be_open(event, round, left.iter().copied())?;
    let mut loose: Vec<TeamId> = left.iter().filter_map(|table| round.teams_at(*table)).flatten().collect();
    loose.sort_unstable();
    loose.dedup();
    loose.retain(|team| !pair.contains(team));
    let free = left.iter().copied().filter(|left| *left != table).map(Some).chain(std::iter::repeat(None));
    let mut moves = seats(pair, table).to_vec();
    let mut displaced = Displaced::default();
    for (teams, at) in loose.chunks(2).zip(free) {
        if let ([a, b], Some(at)) = (teams, at) {
            moves.extend(seats([*a, *b], at));
            displaced.seated.push(([*a, *b], at));
        } else {
            let none = Assignment::Bye { points: ByePoints::Zero, assigned: false };
            moves.extend(teams.iter().map(|team| (*team, none)));
            displaced.without.extend(teams);
        }
    }
    let number = round.number;
    put(event, section.id, number, &moves)?;
    if let [alone] = displaced.without[..]
        && without_byes(event, section, alone, number).is_ok()
        && event.tournament().team(alone).is_some_and(|team| !event.is_gone(team) && !event.is_missing(section, team))
    {
        let left = left_over(event, section, posted(event, section.id)?, table, alone);
        put(event, section.id, number, &[(alone, left.bye)])?;
        displaced = Displaced { without: Vec::new(), left: Some(left), ..displaced };
    }
    Ok(displaced)
}

/// Seats two teams without a table at a new one of the posted round; of an earlier one, where they missed their match of it.
pub fn add(
    event: &mut Event,
    section: &Section,
    round: Option<u32>,
    pair: [TeamId; 2],
) -> Result<(u32, TableNumber), Refusal> {
    let round = event.posted(section, round)?;
    let number = round.number;
    let is_theirs = |(of, two): (u32, [TeamId; 2])| of == number && pair.iter().all(|team| two.contains(team));
    if number < event.posted_rounds(section.id) && !event.unplayed(section).into_iter().any(is_theirs) {
        return Err(Refusal::NothingMissed { pair, round: number });
    }
    let seat = |team: &TeamId| Some((*team, round.assignment(*team).and_then(Assignment::table)?));
    if let Some((team, table)) = pair.iter().find_map(seat) {
        return Err(Refusal::SitsAlready { team, table });
    }
    let taken: Vec<TableNumber> = round.tables().into_iter().map(|(table, _)| table).collect();
    let tables = event.free_tables(section, taken.len() + 1, &[]);
    let table = tables.into_iter().find(|table| !taken.contains(table)).ok_or(Refusal::Gone)?;
    put(event, section.id, number, &seats(pair, table))?;
    Ok((number, table))
}

/// What became of a team whose opponent was taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOver {
    /// The table that it left.
    pub table: TableNumber,
    pub team: TeamId,
    pub bye: Assignment,
    /// Another team without an opponent.
    pub other: Option<TeamId>,
}

/// What a team had in a posted round before it was given a bye, and what that did to its opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByeGiven {
    /// `None` where the team was not in the round.
    pub before: Option<Assignment>,
    pub left: Option<LeftOver>,
    pub is_changed: bool,
}

/// Gives a team a bye in a posted round, the latest or an earlier one, or another bye than it had. What it asked for is noted with it, so
/// that the same round paired again has it too.
pub fn give_bye(
    event: &mut Event,
    section: &Section,
    round: u32,
    team: TeamId,
    points: ByePoints,
) -> Result<ByeGiven, Refusal> {
    let known = event.tournament().team(team).ok_or(Refusal::Gone)?;
    let counted = event.tournament().counted_on(known, section.id, round);
    if known.leaves().is_some_and(|absence| absence.from_round <= counted) {
        return Err(Refusal::Team { team, why: TeamRefusal::OutInRound(round) });
    }
    let before = event.posted(section, Some(round))?.assignment(team);
    let is_same = match before {
        Some(Assignment::Bye { points: had, assigned: false }) => had == points,
        Some(Assignment::Bye { assigned: true, .. }) => points.scored(section.matches) == event.assigned_bye(section),
        Some(Assignment::Table { .. }) | None => false,
    };
    if is_same {
        return Ok(ByeGiven { before, left: None, is_changed: false });
    }
    let left = bye(event, section, Some(round), team, points)?;
    // Who was paired, or was the odd team, asked for nothing.
    if !matches!(before, Some(Assignment::Table { .. } | Assignment::Bye { assigned: true, .. })) {
        event.request_bye(team, counted, points);
    }
    Ok(ByeGiven { before, left, is_changed: true })
}

/// Gives a team of a posted round, the latest unless another is named, a bye; its opponent has one too.
pub fn bye(
    event: &mut Event,
    section: &Section,
    round: Option<u32>,
    team: TeamId,
    points: ByePoints,
) -> Result<Option<LeftOver>, Refusal> {
    let round = event.posted(section, round)?;
    without_byes(event, section, team, round.number)?;
    let number = round.number;
    let mut moves = vec![(team, Assignment::Bye { points, assigned: false })];
    let mut left = None;
    if let Some(table) = round.assignment(team).and_then(Assignment::table) {
        must_be_open(event, round, [table])?;
        let opponent = round.teams_at(table).and_then(|teams| teams.into_iter().find(|other| *other != team));
        left = opponent.map(|opponent| left_over(event, section, round, table, opponent));
        moves.extend(left.map(|left| (left.team, left.bye)));
    }
    put(event, section.id, number, &moves)?;
    Ok(left)
}

/// The bye of a team whose opponent was taken away.
///
/// It is the odd team now and cannot help it [US Chess 28L]: its bye scores what the odd team's does in the section.
/// Where another team has no opponent either, the two can meet.
fn left_over(event: &Event, section: &Section, round: &Round, table: TableNumber, team: TeamId) -> LeftOver {
    let waits = |(other, assignment): &(TeamId, Assignment)| {
        *other != team && matches!(assignment, Assignment::Bye { assigned: true, .. })
    };
    let other = round.assignments.iter().find(|assignment| waits(assignment)).map(|(other, _)| *other);
    let full = 2 * i32::from(section.matches);
    let bye = match event.assigned_bye(section).0 {
        // A round has one odd team; of two, the second has a bye of its own that scores as much.
        0 if other.is_some() => Assignment::Bye { points: ByePoints::Zero, assigned: false },
        points if other.is_some() && 2 * points == full => Assignment::Bye { points: ByePoints::Half, assigned: false },
        _ => Assignment::Bye { points: ByePoints::Full, assigned: other.is_none() },
    };
    LeftOver { table, team, bye, other }
}

/// Gives teams these places in a posted round, whatever theirs were. Who is given a seat is here.
fn put(event: &mut Event, section: SectionId, number: u32, moves: &[(TeamId, Assignment)]) -> Result<(), Refusal> {
    let elsewhere = |(id, _): &(TeamId, Assignment)| {
        let team = event.tournament().team(*id).filter(|team| team.belongs(section))?;
        Some((*id, team.section_in(number))).filter(|(_, host)| *host != section)
    };
    if let Some((team, section)) = moves.iter().find_map(elsewhere) {
        return Err(Refusal::OfOtherSection { team, round: number, section });
    }
    for (team, assignment) in moves {
        event.assign(section, number, *team, *assignment);
    }
    let seated = moves.iter().filter(|(_, place)| place.table().is_some()).map(|(team, _)| *team);
    event.note_here(section, &seated.collect::<Vec<TeamId>>());
    Ok(())
}

fn posted(event: &Event, section: SectionId) -> Result<&Round, Refusal> {
    event.latest_round(section).ok_or(Refusal::NoRound { section })
}

/// Refuses to move teams of a table whose result is in, or where something was ruled: a ruling is of its match.
fn must_be_open(event: &Event, round: &Round, tables: impl IntoIterator<Item = TableNumber>) -> Result<(), Refusal> {
    for table in tables {
        let rulings: Vec<RulingId> = event.standing_at(round, table).map(|ruling| ruling.id).collect();
        if !rulings.is_empty() {
            return Err(Refusal::TableHasRulings { table, rulings });
        }
        let mut matches: Vec<u8> =
            round.slips.iter().filter(|slip| slip.table == table).map(|slip| slip.number).collect();
        matches.dedup();
        if !matches.is_empty() {
            let is_double = event.tournament().section(round.section).is_some_and(|section| section.matches > 1);
            let matches = if is_double { matches } else { Vec::new() };
            let earlier = Some(round.number).filter(|number| *number < event.posted_rounds(round.section));
            return Err(Refusal::TableHasResult { table, matches, earlier });
        }
    }
    Ok(())
}

fn seats([first, second]: [TeamId; 2], table: TableNumber) -> [(TeamId, Assignment); 2] {
    [(first, Side::First), (second, Side::Second)].map(|(team, side)| (team, Assignment::Table { table, side }))
}
