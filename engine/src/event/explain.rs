//! Why a team has its opponent, in sentences that can be read aloud to a coach.

use super::{Event, Part};
use crate::pairing::quads::{GroupPlan, QUAD, plan};
use crate::pairing::round_robin::ScheduledRound;
use crate::pairing::swiss::Pairing;
use crate::pairing::{self, Numbers, Posted, RoundRobinTable};
use crate::tournament::names::{does, list};
use crate::tournament::{Assignment, Format, MatchResult, Round, Section, SectionId, TableNumber, Team, TeamId};
use std::collections::{HashMap, HashSet};

/// A sentence, and the rule behind it.
pub type Reason = (String, Option<&'static str>);

/// The reasons of a round, or of one team in it; `first` is the round as it was posted, where it was changed since.
pub fn why(event: &Event, section: &Section, round: &Round, first: Option<&Round>, team: Option<&Team>) -> Vec<Reason> {
    if let Some(reason) = team.and_then(|team| without_table(event, section, (round, first), team)) {
        return vec![reason];
    }
    let paired = match section.format {
        Format::RoundRobin | Format::DoubleRoundRobin => round_robin(event, section, round, team),
        Format::Knockout => knockout(event, section, round, team),
        Format::Quads => {
            let plays_swiss = |group: &Vec<TeamId>| team.is_none_or(|t| group.contains(&t.id));
            let group = event.swiss_group(section).filter(plays_swiss);
            let own = group.map(|group| swiss(event, section, (round, first), team, Some(&group))).unwrap_or_default();
            quads(event, section, round, team).into_iter().chain(own).collect()
        }
        Format::Swiss => swiss(event, section, (round, first), team, None),
    };
    let without = round.assignments.iter().filter(|(_, one)| matches!(one, Assignment::Bye { assigned: false, .. }));
    let free = without.filter_map(|(id, _)| event.tournament().team(*id)).filter(|one| {
        team.is_none() && (is_by_hand(round, first, one.id) || event.asked_bye(section, one.id, round.number).is_some())
    });
    paired.into_iter().chain(free.filter_map(|one| without_table(event, section, (round, first), one))).collect()
}

/// Whether a team got what it has in a round after the round was posted, as far as is known.
fn is_by_hand(round: &Round, first: Option<&Round>, team: TeamId) -> bool {
    first.is_some_and(|first| first.assignment(team) != round.assignment(team))
}

/// A Swiss round of a section, or of one group of it: as it is, and as it was posted where the journal has that.
fn swiss(
    event: &Event,
    section: &Section,
    (round, first): (&Round, Option<&Round>),
    team: Option<&Team>,
    group: Option<&[TeamId]>,
) -> Vec<Reason> {
    let (mut position, teams) = event.position(section, round.number);
    let settings = event.settings(section.id).pairing;
    let group: Option<HashSet<TeamId>> = group.map(|group| group.iter().copied().collect());
    let here = |id: &TeamId| group.as_ref().is_none_or(|group| group.contains(id));
    let places: HashMap<TeamId, usize> = (0..).zip(&teams).map(|(place, team)| (team.id, place)).collect();
    let at = |id| places.get(&id).copied().filter(|_| here(&id));
    position
        .entrants
        .iter_mut()
        .zip(&teams)
        .filter(|(_, team)| !here(&team.id))
        .for_each(|(entrant, _)| entrant.left = true);
    let posted = Posted { now: pairing_of(round, at), first: first.map(|first| pairing_of(first, at)) };
    let name = |index: usize| teams[index].name.clone();
    let index = team.and_then(|t| at(t.id));
    let found = pairing::why(&position, &settings, &posted, index, &name);
    let provisional = round.provisional.then(|| {
        let text = format!(
            "Round {} was paired while results or appeals were still open; missing results counted as draws.",
            round.number
        );
        (text, None)
    });
    provisional.into_iter().chain(found.into_iter().map(|reason| (reason.text, reason.rule))).collect()
}

/// Who meets whom in a round, by the places of the teams.
pub(super) fn pairing_of(round: &Round, at: impl Fn(TeamId) -> Option<usize>) -> Pairing {
    let pairs = round.tables().into_iter().filter_map(|(_, [a, b])| Some((at(a)?, at(b)?))).collect();
    let bye = round.assignments.iter().find_map(|(team, assignment)| match assignment {
        Assignment::Bye { assigned: true, .. } => at(*team),
        _ => None,
    });
    Pairing { pairs, bye, ..Pairing::default() }
}

/// Why a team has no table, where that is not the pairing's doing.
fn without_table(
    event: &Event,
    section: &Section,
    (round, first): (&Round, Option<&Round>),
    team: &Team,
) -> Option<Reason> {
    let (name, number) = (&team.name, round.number);
    let scheduled = section.format != Format::Swiss && event.scheduled(section).contains(&team.id);
    let text = match round.assignment(team.id) {
        Some(Assignment::Table { .. } | Assignment::Bye { assigned: true, .. }) => return None,
        _ if event.tournament().has_left(team, section.id, number) => {
            format!("{name} left before round {number}.")
        }
        Some(Assignment::Bye { .. }) if event.asked_bye(section, team.id, number).is_some() => {
            format!("{name} asked for a bye in round {number}.")
        }
        _ if scheduled => return None,
        None => format!("{name} entered after round {number}."),
        Some(Assignment::Bye { .. }) if team.house => {
            format!(
                "{} a house team, which plays only when the number of other teams is odd; in round {number} it was even.",
                does(name, "is")
            )
        }
        // It came after the schedule was made.
        Some(Assignment::Bye { .. }) if section.format.is_all_play_all() => return None,
        Some(Assignment::Bye { points, .. }) if is_by_hand(round, first, team.id) => {
            format!(
                "{} given a bye by hand in round {number}, which scores {}.",
                does(name, "was"),
                points.in_words(section.matches)
            )
        }
        Some(Assignment::Bye { points, .. }) => format!(
            "{} not paired in round {number}: they were not checked in, or were given a bye by hand, which scores {}.",
            does(name, "was"),
            points.in_words(section.matches)
        ),
    };
    let rule = if team.house { Some("28M1") } else { None };
    Some((text, rule))
}

/// The opponent that a team was posted against.
fn posted_against(round: &Round, team: TeamId) -> Option<TeamId> {
    let tables = round.tables();
    tables.into_iter().find_map(|(_, [a, b])| if a == team { Some(b) } else { (b == team).then_some(a) })
}

/// A round of a round robin, or one team of it.
pub fn round_robin(event: &Event, section: &Section, round: &Round, team: Option<&Team>) -> Vec<Reason> {
    let teams = event.scheduled(section);
    let schedule = event.schedule(section, teams.len());
    let settings = event.settings(section.id).pairing;
    let (table, rule) = match settings.table {
        RoundRobinTable::Berger => ("Berger", Some("C.05 Annex 1")),
        RoundRobinTable::Crenshaw => ("Crenshaw", None),
    };
    let often = match (section.format, settings.back_to_back) {
        (Format::DoubleRoundRobin, true) => "twice, the second match right after the first",
        (Format::DoubleRoundRobin, false) => "twice, the second time with sides swapped",
        _ => "once",
    };
    let numbered = if settings.numbers == Numbers::Lot { "by lot" } else { "by seed" };
    let odd = if teams.len() % 2 == 1 { "; with an odd number of teams, one has a bye in each round" } else { "" };
    let mut reasons = vec![(
        format!(
            "{} is a round robin: everyone plays everyone {often}, in the order of the {table} table, with numbers assigned {numbered}{odd}.",
            section.name
        ),
        rule,
    )];
    let Some(now) = schedule.get(round.number as usize - 1) else { return reasons };
    match team {
        Some(team) => reasons.push((place(event, round, &teams, now, team.id), rule)),
        None => {
            let numbers: Vec<String> = now.pairs.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
            let out = now.bye.map_or_else(String::new, |at| format!("; number {} has the bye", at + 1));
            reasons.push((
                format!("Round {} of {} pairs {}{out}.", round.number, schedule.len(), numbers.join(", ")),
                rule,
            ));
            reasons.extend(changed(event, round, &teams, now));
        }
    }
    reasons.extend(forfeits(event, section, round, team));
    reasons
}

/// What a schedule says of a team in a round, and what became of it.
fn place(event: &Event, round: &Round, teams: &[TeamId], now: &ScheduledRound, team: TeamId) -> String {
    let name = event.name_of(team);
    let Some(at) = teams.iter().position(|t| *t == team) else {
        return latecomer(event, round, team);
    };
    let scheduled = now.pairs.iter().find_map(|(a, b)| if *a == at { Some(*b) } else { (*b == at).then_some(*a) });
    let (number, round_number) = (at + 1, round.number);
    match (scheduled, posted_against(round, team)) {
        (None, None) => {
            format!(
                "{} number {number}, which has no opponent in round {round_number}, so they have the bye.",
                does(name, "is")
            )
        }
        (None, Some(other)) => {
            format!(
                "{} number {number}, which has the bye in round {round_number}; the director paired them with {} by hand.",
                does(name, "is"),
                event.name_of(other)
            )
        }
        (Some(to), Some(other)) if teams[to] == other => {
            format!(
                "{} number {number} and {} number {}: round {round_number} pairs {number} with {}.",
                does(name, "is"),
                event.name_of(other),
                to + 1,
                to + 1
            )
        }
        (Some(to), None) if !event.tournament().has_part(teams[to], round.section, round_number) => {
            format!(
                "The schedule pairs {name} with {}, number {}, who left, so {} out.",
                event.name_of(teams[to]),
                to + 1,
                does(name, "sits")
            )
        }
        (Some(to), None) => {
            format!(
                "The schedule pairs {name} with {}, number {}; neither was given a table.",
                event.name_of(teams[to]),
                to + 1
            )
        }
        (Some(to), Some(other)) => {
            let (by_schedule, posted) = (event.name_of(teams[to]), event.name_of(other));
            format!("The schedule pairs {name} with {by_schedule}; the director paired them with {posted} by hand.")
        }
    }
}

/// That a team is in no schedule, and whom it was given by hand.
fn latecomer(event: &Event, round: &Round, team: TeamId) -> String {
    let by_hand = posted_against(round, team)
        .map_or_else(String::new, |other| format!("; the director paired them with {} by hand", event.name_of(other)));
    format!("{} entered after the schedule was made, so it has no opponent for them{by_hand}.", event.name_of(team))
}

fn changed(event: &Event, round: &Round, teams: &[TeamId], now: &ScheduledRound) -> Vec<Reason> {
    let differs = |(a, b): &&(usize, usize)| posted_against(round, teams[*a]) != Some(teams[*b]);
    now.pairs.iter().filter(differs).map(|(a, _)| (place(event, round, teams, now, teams[*a]), None)).collect()
}

/// The quad of a team, or all quads. Of a group that plays a Swiss only that it does; its round has reasons of its own.
pub fn quads(event: &Event, section: &Section, round: &Round, team: Option<&Team>) -> Vec<Reason> {
    let settings = event.settings(section.id).pairing;
    let mut reasons = vec![(
        "Quads are groups of four teams in seed order; any left over join the last quad.".to_owned(),
        Some("30G"),
    )];
    let quads = event.quads(section);
    let teams = quads.iter().map(Vec::len).sum();
    reasons.extend(
        team.filter(|t| !quads.iter().flatten().any(|id| *id == t.id)).map(|t| (latecomer(event, round, t.id), None)),
    );
    for (number, group) in (1..).zip(&quads) {
        if team.is_some_and(|t| !group.contains(&t.id)) {
            continue;
        }
        let names = list(group.iter().map(|t| event.name_of(*t)));
        let plan = plan(group.len(), settings.large_group);
        reasons.push(match group.len() {
            ..=QUAD => (format!("Quad {number}: {names}; everyone plays everyone once."), Some("30G")),
            _ => (larger(number, &names, group.len(), teams, &plan), None),
        });
        let GroupPlan::RoundRobin(rounds) = plan else { continue };
        match (rounds.get(round.number as usize - 1), team) {
            (Some(now), Some(team)) => {
                let schedule = if group.len() > QUAD { "C.05 Annex 1" } else { "30G" };
                reasons.push((place(event, round, group, now, team.id), Some(schedule)));
            }
            (Some(now), None) => reasons.extend(changed(event, round, group, now)),
            (None, _) => reasons.push((format!("Quad {number} has played all {} of its rounds.", rounds.len()), None)),
        }
    }
    reasons.extend(forfeits(event, section, round, team));
    reasons
}

/// That a group has more than four teams, why, and what it plays.
fn larger(number: u32, names: &str, size: usize, teams: usize, plan: &GroupPlan) -> String {
    let left_over = match teams % QUAD {
        1 => "the one left over joined the last four".to_owned(),
        several => format!("the {several} left over joined the last four"),
    };
    let plays = match plan {
        GroupPlan::Swiss { rounds } => format!("a Swiss of {rounds} rounds, the same number as the quads"),
        GroupPlan::RoundRobin(rounds) => {
            format!("a round robin of {} rounds: everyone plays everyone once", rounds.len())
        }
    };
    format!(
        "Group {number} ({names}) has {size} teams: {teams} can't be divided evenly into fours, and {left_over}. It plays {plays}."
    )
}

/// A round of a knockout, or one team of it.
pub fn knockout(event: &Event, section: &Section, round: &Round, team: Option<&Team>) -> Vec<Reason> {
    let seeds = event.drawn(section);
    let lines = seeds.len().next_power_of_two();
    let reseed = event.settings(section.id).pairing.reseed;
    let how = if reseed {
        "after each round the highest remaining seed plays the lowest"
    } else {
        "the bracket is fixed by the seeds, so the top two can only meet in the final"
    };
    let mut reasons = vec![(format!("{} is a knockout: {how}.", section.name), None)];
    if round.number == 1 && lines > seeds.len() {
        let through = match lines - seeds.len() {
            1 => "the top seed has a bye".to_owned(),
            n => format!("the top {n} seeds have byes"),
        };
        reasons.push((format!("{} teams are in a bracket of {lines}, so {through} into round 2.", seeds.len()), None));
    }
    let seed = |team: TeamId| seeds.iter().position(|s| *s == team).map_or(0, |at| at + 1);
    let parts = event.parts(section, round.number);
    let tie = |[a, b]: [TeamId; 2]| {
        let came = if round.number == 1 || reseed {
            String::new()
        } else {
            let did = match parts.between([a, b]) {
                Some(Part::ThirdPlace) => "lost to",
                _ => "advanced past",
            };
            let [a, b] = [a, b].map(|team| way(event, section, round.number, team, did));
            format!(": {a}, {b}")
        };
        format!("{} seed {} and {} seed {}{came}.", does(event.name_of(a), "is"), seed(a), event.name_of(b), seed(b))
    };
    match team {
        Some(team) => {
            let text = posted_against(round, team.id)
                .map_or_else(|| without_a_tie(event, section, round, team), |other| tie([team.id, other]));
            reasons.push((text, None));
        }
        None => reasons.extend(round.tables().into_iter().map(|(_, pair)| (tie(pair), None))),
    }
    reasons.extend(forfeits(event, section, round, team));
    let tables = round.tables().into_iter().filter(|(_, pair)| team.is_none_or(|team| pair.contains(&team.id)));
    reasons.extend(tables.filter_map(|(table, _)| lot(event, section, round, table)));
    reasons
}

/// How a team came into a round of a knockout: `Rooks advanced past Knights`, and into the match for third place: `Rooks lost to Knights`.
fn way(event: &Event, section: &Section, round: u32, team: TeamId, did: &str) -> String {
    let before = event.tournament().rounds_of(section.id).find(|r| r.number + 1 == round);
    match before.and_then(|r| posted_against(r, team)) {
        Some(other) => {
            let lot = before
                .filter(|before| is_by_lot(event, section, before, team))
                .map_or("", |_| ", by coin flip after three draws");
            format!("{} {did} {}{lot}", event.name_of(team), event.name_of(other))
        }
        None => format!("{} had a bye in round {}", event.name_of(team), round - 1),
    }
}

fn is_by_lot(event: &Event, section: &Section, round: &Round, team: TeamId) -> bool {
    let table = round.tables().into_iter().find(|(_, pair)| pair.contains(&team)).map(|(table, _)| table);
    table.is_some_and(|table| event.by_lot(section, round, table).is_some())
}

fn without_a_tie(event: &Event, section: &Section, round: &Round, team: &Team) -> String {
    let name = &team.name;
    if !event.drawn(section).contains(&team.id) {
        return format!("{name} entered after the bracket was drawn, so they are not in it.");
    }
    let before = event.tournament().rounds_of(section.id).filter(|r| r.number < round.number);
    match before.filter_map(|r| Some((r, posted_against(r, team.id)?))).last() {
        Some((last, other)) if round.assignment(team.id).is_none() => {
            let lot = if is_by_lot(event, section, last, team.id) {
                ": three draws, then decided by the coin flip made at entry"
            } else {
                ""
            };
            format!("{} eliminated in round {} by {}{lot}.", does(name, "was"), last.number, event.name_of(other))
        }
        _ => format!("{} a bye into round {}.", does(name, "has"), round.number + 1),
    }
}

/// The tables of a round that a forfeit decided, or the one of a team.
fn forfeits(event: &Event, section: &Section, round: &Round, team: Option<&Team>) -> Vec<Reason> {
    let tables = round.tables().into_iter().filter(|(_, pair)| team.is_none_or(|team| pair.contains(&team.id)));
    tables.filter_map(|(table, pair)| forfeit(event, section, round, table, pair)).map(|text| (text, None)).collect()
}

fn forfeit(
    event: &Event,
    section: &Section,
    round: &Round,
    table: TableNumber,
    [first, second]: [TeamId; 2],
) -> Option<String> {
    let result = (1..=section.matches)
        .find_map(|number| event.result_in(round, table, number).filter(|result| !result.is_played()))?;
    let has_part = |team: TeamId| event.tournament().has_part(team, section.id, round.number);
    let why = |team: TeamId| if has_part(team) { "did not play" } else { "left" };
    let (one, other) = (event.name_of(first), event.name_of(second));
    Some(match result {
        MatchResult::FirstByForfeit => format!("{other} {}, so {} by forfeit.", why(second), does(one, "wins")),
        MatchResult::SecondByForfeit => format!("{one} {}, so {} by forfeit.", why(first), does(other, "wins")),
        _ => format!("{one} {} and {other} {}, so both lose by forfeit.", why(first), why(second)),
    })
}

impl Event {
    /// The section in whose latest posted round a team sits now: the last final that has begun with it, else its own, or the one that it was
    /// moved from, as long as it sits there.
    pub fn sits_in(&self, team: &Team) -> SectionId {
        let finals = self.tournament().qualifiers.iter().filter(|(_, admitted, _)| *admitted == team.id);
        let begun = finals.map(|(section, ..)| *section).filter(|section| self.latest_round(*section).is_some());
        let sits = |section: &SectionId| self.latest_round(*section).is_some_and(|r| r.assignment(team.id).is_some());
        let moved_from = || team.stays.iter().rev().map(|stay| stay.section).find(sits);
        begun.max().unwrap_or_else(|| match self.latest_round(team.section) {
            Some(round) => team.section_in(round.number),
            None => moved_from().unwrap_or(team.section),
        })
    }

    /// The section where a team has the opponent that is asked about: in a round, or where it sits now.
    pub fn explained_in(&self, team: &Team, round: Option<u32>) -> SectionId {
        round.map_or_else(|| self.sits_in(team), |round| team.section_in(round))
    }
}

/// That the lot decided a tie of a knockout.
fn lot(event: &Event, section: &Section, round: &Round, table: TableNumber) -> Option<Reason> {
    let [winner, loser] = event.by_lot(section, round, table)?.map(|team| event.name_of(team));
    let text = format!(
        "{winner} and {loser} drew the match, its replay and the sudden-death match; {winner} won the coin flip made at entry."
    );
    Some((text, None))
}
