//! What lies ahead of a section whose opponents are fixed: a round robin, quads, a knockout.

use super::remarks;
use crate::cli::desk::{Desk, list, quoted};
use crate::cli::refusal::Told;
use crate::pairing::quads::{GroupPlan, plan};
use crate::pairing::round_robin::ScheduledRound;
use crate::pairing::swiss::Consent;
use crate::tournament::{Format, Section, TeamId};
use serde_json::{Value, json};

/// What is to be said before a round, and what of it programs read.
pub struct Ahead {
    /// Sentences, and whether each is a warning.
    pub told: Vec<(String, bool)>,
    /// The keys of `check-pairing --json`.
    pub json: Value,
}

/// Looks ahead from before a round.
pub fn ahead(desk: &Desk, section: &Section, planned: Option<u32>, round: u32) -> Ahead {
    let teams: Vec<TeamId> =
        desk.tournament().teams_in(section.id).filter(|t| !t.is_out(round)).map(|t| t.id).collect();
    let mut told = match section.format {
        Format::Quads => quads(desk, section, planned, round),
        Format::Knockout => knockout(desk, section, round),
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Swiss => round_robin(desk, section, planned, round),
    };
    let next = desk.propose(section, round, Consent::default()).told(desk);
    let mut clashes = Vec::new();
    match &next {
        Ok(proposal) => {
            told.push((format!("round {round} can be paired"), false));
            told.extend(proposal.remarks.iter().map(|remark| (remarks::told(desk, section, round, remark), true)));
            let mates = |(a, b): &&(TeamId, TeamId)| share_a_school(desk, *a, *b);
            clashes.extend(proposal.pairs.iter().filter(mates).copied());
            let drawn = match section.format {
                Format::Knockout | Format::Swiss => vec![(round, clashes.clone())],
                Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads => school_mates(desk, section, round),
            };
            told.extend(drawn.iter().filter(|(_, pairs)| !pairs.is_empty()).map(|(round, pairs)| {
                let pairs: Vec<String> =
                    pairs.iter().map(|(a, b)| format!("{} and {}", desk.name_of(*a), desk.name_of(*b))).collect();
                (
                    format!("of one school, and meet in round {round} as drawn: {}", pairs.join("; ")),
                    section.format == Format::Quads,
                )
            }));
        }
        Err(failure) => told.push((format!("round {round} cannot be paired: {}", failure.message), true)),
    }
    let warnings: Vec<&String> = told.iter().filter(|(_, warning)| *warning).map(|(text, _)| text).collect();
    let json = json!({
        "section": section.name, "round": round, "rounds": section.rounds, "teams": teams.len(),
        "rounds_enough": section.rounds, "rounds_always_possible": section.rounds, "rounds_limit": section.rounds,
        "round_robin_advised": false,
        "can_pair_next": next.is_ok(),
        "rest": if next.is_ok() { "certain" } else { "doubtful" },
        "school_clashes": clashes.iter().map(|(a, b)| json!([a, b])).collect::<Vec<_>>(),
        "schools": [], "short_of_opponents": [],
        "warnings": warnings,
    });
    Ahead { told, json }
}

/// The pairs of one school in each round that a schedule still has, as far as these rounds are planned.
fn school_mates(desk: &Desk, section: &Section, round: u32) -> Vec<(u32, Vec<(TeamId, TeamId)>)> {
    let schedules: Vec<(Vec<TeamId>, Vec<ScheduledRound>)> = match section.format {
        Format::Quads => {
            let large = desk.settings(section.id).pairing.large_group;
            let planned = |group: Vec<TeamId>| match plan(group.len(), large) {
                GroupPlan::RoundRobin(schedule) => Some((group, schedule)),
                GroupPlan::Swiss { .. } => None,
            };
            desk.quads(section).into_iter().filter_map(planned).collect()
        }
        _ => {
            let teams = desk.scheduled(section);
            let schedule = desk.schedule(section, teams.len());
            vec![(teams, schedule)]
        }
    };
    let plays = |team: &TeamId| desk.tournament().team(*team).is_some_and(|team| !team.is_out(round));
    let longest = schedules
        .iter()
        .map(|(_, schedule)| schedule.len())
        .max()
        .and_then(|rounds| u32::try_from(rounds).ok())
        .unwrap_or(0);
    let last = section.rounds.map_or(longest, |rounds| rounds.min(longest));
    let mates_in = |round: u32| {
        let here = |(teams, schedule): &(Vec<TeamId>, Vec<ScheduledRound>)| -> Vec<(TeamId, TeamId)> {
            let pairs = schedule.get(round as usize - 1).map(|round| round.pairs.as_slice()).unwrap_or_default();
            pairs.iter().map(|(a, b)| (teams[*a], teams[*b])).collect()
        };
        let pairs = schedules.iter().flat_map(here);
        pairs.filter(|(a, b)| plays(a) && plays(b) && share_a_school(desk, *a, *b)).collect()
    };
    (round..=last).map(|round| (round, mates_in(round))).collect()
}

fn share_a_school(desk: &Desk, a: TeamId, b: TeamId) -> bool {
    let schools =
        |team: TeamId| desk.tournament().team(team).map(|t| desk.tournament().schools_of(t)).unwrap_or_default();
    let others = schools(b);
    schools(a).iter().any(|school| others.contains(school))
}

/// That the rounds planned are not as many as the schedule has.
fn length(section: &Section, planned: Option<u32>, rounds: usize) -> Option<(String, bool)> {
    let planned = planned.filter(|planned| *planned as usize != rounds)?;
    let text = if (planned as usize) < rounds {
        format!("only {planned} of these rounds are planned, so not everyone meets everyone")
    } else {
        format!("{planned} rounds are planned, and after {rounds} everyone has met everyone")
    };
    Some((format!("{text}: bughouse section edit {} --rounds {rounds}", quoted(&section.name)), true))
}

fn round_robin(desk: &Desk, section: &Section, planned: Option<u32>, round: u32) -> Vec<(String, bool)> {
    let teams = desk.scheduled(section);
    let schedule = desk.schedule(section, teams.len());
    let often = if section.format == Format::DoubleRoundRobin { "twice" } else { "once" };
    let odd = if teams.len() % 2 == 1 { "; one team sits out in each round" } else { "" };
    let mut told =
        vec![(format!("{} teams meet everyone {often} in {} rounds{odd}", teams.len(), schedule.len()), false)];
    told.extend(length(section, planned, schedule.len()));
    let bye = schedule.get(round as usize - 1).and_then(|now: &ScheduledRound| now.bye);
    told.extend(bye.map(|at| (format!("{} sits out in round {round}", desk.name_of(teams[at])), false)));
    told
}

fn quads(desk: &Desk, section: &Section, planned: Option<u32>, round: u32) -> Vec<(String, bool)> {
    let groups = desk.quads(section);
    let large = desk.settings(section.id).pairing.large_group;
    let mut told = Vec::new();
    let mut rounds = 0;
    for (number, group) in (1..).zip(&groups) {
        let names = list(group.iter().map(|team| desk.name_of(*team)));
        let (length, plays, is_swiss) = match plan(group.len(), large) {
            GroupPlan::RoundRobin(schedule) => (schedule.len(), "everyone once", false),
            GroupPlan::Swiss { rounds } => (rounds as usize, "a Swiss", true),
        };
        rounds = rounds.max(length);
        let left = if round as usize > length { "; played out" } else { "" };
        told.push((format!("group {number} of {}: {plays}, {length} rounds{left}: {names}", group.len()), false));
        let pairs = group.iter().enumerate().flat_map(|(at, a)| group[at + 1..].iter().map(move |b| (*a, *b)));
        let mates: Vec<String> = pairs
            .filter(|(a, b)| round == 1 && is_swiss && share_a_school(desk, *a, *b))
            .map(|(a, b)| format!("{} and {}", desk.name_of(a), desk.name_of(b)))
            .collect();
        if !mates.is_empty() {
            told.push((format!("of one school in group {number}, and may meet: {}", mates.join("; ")), true));
        }
    }
    told.extend(length(section, planned, rounds));
    told
}

fn knockout(desk: &Desk, section: &Section, round: u32) -> Vec<(String, bool)> {
    let teams = desk.drawn(section);
    let lines = teams.len().next_power_of_two();
    let mut told = vec![(format!("{} teams on {lines} lines: {} rounds", teams.len(), lines.ilog2()), false)];
    if round == 1 && lines > teams.len() {
        let names = list(teams[..lines - teams.len()].iter().map(|team| desk.name_of(*team)));
        told.push((format!("without a tie in round 1: {names}"), false));
    }
    told
}
