//! Rounds: who sits where, when they start, who asks for a bye, and what the director wants paired or not.

use crate::event::{Event, Refusal, TeamRefusal};
use crate::pairing::{Acceleration, Entrant};
use crate::tournament::{
    Assignment, ByePoints, EmptySeat, Format, HalfPoints, Round, RoundTime, Section, SectionId, StartTime, TableNumber,
    Team, TeamId, Tournament, WallClock,
};
use chrono::{DateTime, FixedOffset};

impl Event {
    pub(super) fn add_round(
        &mut self,
        section: SectionId,
        number: u32,
        provisional: bool,
        assignments: Vec<(TeamId, Assignment)>,
    ) {
        let (slips, at_board_a) = Default::default();
        let mut round = Round { section, number, provisional, kept: false, assignments, slips, at_board_a };
        round.sort();
        let rounds = &mut self.changing().tournament.rounds;
        rounds.push(round);
        rounds.sort_by_key(|round| (round.section, round.number));
    }

    pub(super) fn remove_round(&mut self, section: SectionId, number: u32) {
        let facts = self.changing();
        facts.tournament.rounds.retain(|round| (round.section, round.number) != (section, number));
        facts.wall_clocks.remove(&(section, number));
        let Tournament { rounds, halves, .. } = &mut facts.tournament;
        let is_in =
            |team: TeamId| rounds.iter().any(|round| round.section == section && round.assignment(team).is_some());
        halves.retain(|(of, team, _)| *of != section || (number > 1 && is_in(*team)));
    }

    /// Keeps which half of an accelerated section each team is in, as seeds and ratings stand now: in round 1 of those that are there at
    /// first, later of those that came since.
    pub(super) fn settle_halves(&mut self, section: &Section, round: u32) {
        let is_settled = |event: &Self| event.tournament().halves.iter().any(|(of, ..)| *of == section.id);
        if self.settings(section.id).pairing.accelerate == Acceleration::None || (round > 1 && !is_settled(self)) {
            return;
        }
        let (position, teams) = self.position(section, round);
        let tournament = self.tournament();
        let is_unsettled = |(team, _): &(&Team, &Entrant)| {
            let plays = match round {
                1 => tournament.is_there_at_first(team, section.id),
                _ => tournament.has_part(team.id, section.id, round),
            };
            plays && tournament.is_upper(section.id, team.id).is_none()
        };
        let half =
            |(team, entrant): (&Team, &Entrant)| (section.id, team.id, entrant.virtual_points > HalfPoints::ZERO);
        // Later rounds, of which no team has added points, show nobody's half.
        let is_accelerated = position.entrants.iter().any(|entrant| entrant.virtual_points > HalfPoints::ZERO);
        let unsettled = teams.into_iter().zip(&position.entrants).filter(is_unsettled);
        let halves: Vec<_> = unsettled.filter(|_| is_accelerated).map(half).collect();
        let all = &mut self.changing().tournament.halves;
        all.extend(halves);
        all.sort_unstable();
    }

    /// Gives the seats and slips of one section's rounds to the rounds of another, by number. Its halves go along where the other has some
    /// or is to have them: one that is accelerated later settles those of all its teams then.
    pub(super) fn join_rounds(&mut self, from: SectionId, into: SectionId) {
        let is_accelerated = self.settings(into).pairing.accelerate != Acceleration::None;
        let Tournament { rounds, halves, .. } = &mut self.changing().tournament;
        if is_accelerated || halves.iter().any(|(of, ..)| *of == into) {
            halves.iter_mut().filter(|(of, ..)| *of == from).for_each(|(of, ..)| *of = into);
            halves.sort_unstable();
        } else {
            halves.retain(|(of, ..)| *of != from);
        }
        let theirs: Vec<Round> = rounds.iter().filter(|round| round.section == from).cloned().collect();
        for round in theirs {
            match rounds.iter_mut().find(|ours| (ours.section, ours.number) == (into, round.number)) {
                Some(ours) => {
                    ours.assignments.extend(round.assignments);
                    ours.slips.extend(round.slips);
                    ours.at_board_a.extend(round.at_board_a);
                    ours.sort();
                }
                None => rounds.push(Round { section: into, ..round }),
            }
        }
        rounds.sort_by_key(|round| (round.section, round.number));
    }

    /// Gives a team a status in a posted round, in place of what it had.
    pub(super) fn assign(&mut self, section: SectionId, number: u32, team: TeamId, assignment: Assignment) {
        self.unassign(section, number, team);
        if let Some(round) = self.changing_round(section, number) {
            round.assignments.push((team, assignment));
            round.sort();
        }
    }

    /// Takes a team's status in a posted round away.
    pub(super) fn unassign(&mut self, section: SectionId, number: u32, team: TeamId) {
        if let Some(round) = self.changing_round(section, number) {
            round.assignments.retain(|(seated, _)| *seated != team);
        }
    }

    /// Notes a pair that must not be made (no round), or that must be made in a round.
    pub(super) fn wish(&mut self, pair: [TeamId; 2], round: Option<u32>) {
        let (pair, wishes) = (sorted(pair), &mut self.changing().wishes);
        match round {
            None if !wishes.forbidden.contains(&pair) => wishes.forbidden.push(pair),
            Some(round) if !wishes.required.contains(&(round, pair)) => wishes.required.push((round, pair)),
            _ => {}
        }
    }

    /// Drops every wish about a pair. Returns whether there was one.
    pub fn drop_wishes(&mut self, pair: [TeamId; 2]) -> bool {
        let (pair, wishes) = (sorted(pair), &mut self.changing().wishes);
        let count = wishes.forbidden.len() + wishes.required.len();
        wishes.forbidden.retain(|wished| *wished != pair);
        wishes.required.retain(|(_, wished)| *wished != pair);
        wishes.forbidden.len() + wishes.required.len() < count
    }

    /// Changes what was noted of a posted round as it started.
    fn changing_clock(&mut self, section: SectionId, number: u32, change: impl FnOnce(&mut WallClock)) {
        let clocks = &mut self.changing().wall_clocks;
        let mut clock = clocks.remove(&(section, number)).unwrap_or_default();
        change(&mut clock);
        if clock != WallClock::default() {
            clocks.insert((section, number), clock);
        }
    }
}

fn sorted([one, other]: [TeamId; 2]) -> [TeamId; 2] {
    if one < other { [one, other] } else { [other, one] }
}

/// Plans when a round starts, or changes the plan.
pub fn plan(event: &mut Event, section: SectionId, round: u32, starts: StartTime) -> Result<(), Refusal> {
    let moved = moved(event, section, round, starts);
    event.set_start_time(RoundTime { section, round, starts });
    settled(event, section, moved)
}

/// The plan with a round at another time and the later ones moved by as much; empty where that is no plan.
fn moved(event: &Event, section: SectionId, round: u32, starts: StartTime) -> Vec<StartTime> {
    let Some(was) = event.tournament().start_time(section, round) else { return Vec::new() };
    let at = |time: StartTime| time.day.unwrap_or_default().and_time(time.time);
    let later = |time: RoundTime| {
        let then = at(time.starts) + (at(starts) - at(was));
        let day = time.starts.day.map(|_| then.date());
        let is_same_day = then.date() == at(time.starts).date();
        (day.is_some() || is_same_day).then_some(StartTime { day, time: then.time() })
    };
    let plan = event.tournament().timetable(section).zip(1..).map(|(time, number)| match time.round {
        _ if time.round != number || was.day.is_some() != starts.day.is_some() => None,
        earlier if earlier < round => Some(time.starts),
        _ => later(time),
    });
    let plan: Vec<StartTime> = plan.collect::<Option<_>>().unwrap_or_default();
    if plan.windows(2).all(|two| two[0] < two[1]) { plan } else { Vec::new() }
}

/// Plans the first rounds of a section, and drops what was planned for later ones.
pub fn plan_all(event: &mut Event, section: SectionId, times: &[StartTime]) -> Result<(), Refusal> {
    event.set_timetable(section, times);
    settled(event, section, Vec::new())
}

/// Refuses a timetable in which a round starts before the one before it.
fn settled(event: &Event, section: SectionId, moved: Vec<StartTime>) -> Result<(), Refusal> {
    let times: Vec<RoundTime> = event.tournament().timetable(section).collect();
    // A time without a day is of the first day, so it is only compared with its like.
    let swapped = times
        .windows(2)
        .find(|two| two[0].starts.day.is_some() == two[1].starts.day.is_some() && two[1].starts <= two[0].starts);
    swapped.map_or(Ok(()), |two| Err(Refusal::TimesCross { before: two[0], after: two[1], moved }))
}

/// The sections whose posted round has open tables and has not started.
pub fn to_start(event: &Event) -> Result<Vec<Section>, Refusal> {
    let waits = |section: &&Section| {
        event.latest_round(section.id).is_some_and(|round| {
            !event.missing(section, round).is_empty() && event.wall_clock(section.id, round.number).started.is_none()
        })
    };
    let waiting: Vec<Section> = event.tournament().sections.iter().filter(waits).cloned().collect();
    if waiting.is_empty() { Err(Refusal::NothingToStart) } else { Ok(waiting) }
}

/// Notes when the posted round of a section started. A start that was noted is only put right where that is `meant`.
pub fn start(event: &mut Event, section: SectionId, at: DateTime<FixedOffset>, meant: bool) -> Result<u32, Refusal> {
    let Some(round) = event.latest_round(section).map(|round| round.number) else {
        return Err(Refusal::NoRound { section });
    };
    if let Some(started) = event.wall_clock(section, round).started.filter(|_| !meant) {
        return Err(Refusal::Started { section, round, started });
    }
    event.changing_clock(section, round, |clock| clock.started = Some(at));
    Ok(round)
}

/// What became of a note on who has not sat down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Awaited {
    pub round: u32,
    pub table: TableNumber,
    pub is_changed: bool,
}

/// Notes that a team has not sat down since a moment, or that it has come.
pub fn await_team(event: &mut Event, id: TeamId, since: Option<DateTime<FixedOffset>>) -> Result<Awaited, Refusal> {
    let team = event.tournament().team(id).ok_or(Refusal::Gone)?;
    let section = event.tournament().section(event.sits_in(team)).ok_or(Refusal::SectionGone)?;
    let round = event.latest_round(section.id).ok_or(Refusal::NobodyAwaited { section: section.id })?;
    let (section_id, number) = (section.id, round.number);
    let seat = round.assignment(id).ok_or(Refusal::NotInRound { team: id, round: number })?;
    let Some(table) = seat.table() else {
        return Err(Refusal::Team { team: id, why: TeamRefusal::SitsOut { round: number } });
    };
    if !event.missing(section, round).contains(&table) {
        return Err(Refusal::Team { team: id, why: TeamRefusal::HasResult { table } });
    }
    let is_changed = event.wall_clock(section_id, number).misses(id) != since.is_some();
    if is_changed {
        event.changing_clock(section_id, number, |clock| match since {
            Some(since) => clock.not_seated.push(EmptySeat { team: id, since }),
            None => clock.not_seated.retain(|seat| seat.team != id),
        });
    }
    Ok(Awaited { round: number, table, is_changed })
}

/// The section in which a team has, or had, a round: the final that it sits in, or its own.
pub fn section_of_bye(event: &Event, team: &Team, round: u32) -> SectionId {
    let sits_in = event.sits_in(team);
    if team.belongs(sits_in) { team.section_in(round) } else { sits_in }
}

/// Notes a bye that a team asked for in a round to come, in place of any earlier wish for that round.
pub fn request(event: &mut Event, team: TeamId, round: u32, points: ByePoints) -> Result<(), Refusal> {
    let known = event.tournament().team(team).ok_or(Refusal::Gone)?;
    if known.is_out(round) {
        return Err(Refusal::Team { team, why: TeamRefusal::OutInRound(round) });
    }
    let sits_in = event.sits_in(known);
    if sits_in != known.section {
        let played = event.tournament().section(sits_in).ok_or(Refusal::Gone)?;
        without_byes(event, played, team, round)?;
        return Err(Refusal::ByeInFinal { team, last: sits_in, round, points });
    }
    let section = event.tournament().section(known.section).ok_or(Refusal::Gone)?;
    without_byes(event, section, team, round)?;
    let posted = event.posted_rounds(section.id);
    if round <= posted {
        return Err(Refusal::PostedAlready { round });
    }
    if let Some(rounds) = section.rounds.filter(|rounds| round > *rounds) {
        return Err(Refusal::ByeTooFar { round, posted, rounds });
    }
    event.request_bye(team, round, points);
    Ok(())
}

/// Refuses a bye where the opponents are settled beforehand: in a knockout, and to who has a place in a schedule.
pub(super) fn without_byes(event: &Event, section: &Section, team: TeamId, round: u32) -> Result<(), Refusal> {
    let plays_swiss = match section.format {
        Format::Swiss => true,
        Format::Quads => event.swiss_group(section).is_some_and(|group| group.contains(&team)),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Knockout => false,
    };
    let is_settled = section.format == Format::Knockout || event.scheduled(section).contains(&team);
    if !plays_swiss && is_settled {
        return Err(Refusal::NoByes { section: section.id, team, round });
    }
    Ok(())
}

/// Notes that two teams are never to be paired, or are to be paired in a round.
pub fn want(event: &mut Event, section: &Section, pair: [TeamId; 2], round: Option<u32>) -> Result<(), Refusal> {
    let posted = event.posted_rounds(section.id);
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
        if let Some((_, wished)) = wishes.required.iter().find(|(r, wished)| *r == round && shares(wished)) {
            return Err(Refusal::ContraryWish { pair: *wished, wanted_in: Some(round) });
        }
    }
    event.wish(pair, round);
    Ok(())
}
