//! Why a team has its opponent, in sentences that can be read aloud to a coach.

mod schedule;

use super::Event;
use crate::pairing::swiss::Pairing;
use crate::pairing::{self, Posted};
use crate::tournament::{Assignment, ByePoints, Format, Round, Section, Team, TeamId};

/// A sentence, and the rule behind it.
pub type Reason = (String, Option<&'static str>);

/// The reasons of a round, or of one team in it; `first` is the round as it was posted, where it was changed since.
pub fn why(event: &Event, section: &Section, round: &Round, first: Option<&Round>, team: Option<&Team>) -> Vec<Reason> {
    if let Some(reason) = team.and_then(|team| without_table(event, section, round, team)) {
        return vec![reason];
    }
    match section.format {
        Format::RoundRobin | Format::DoubleRoundRobin => schedule::round_robin(event, section, round, team),
        Format::Knockout => schedule::knockout(event, section, round, team),
        Format::Quads => {
            let plays_swiss = |group: &Vec<TeamId>| team.is_none_or(|t| group.contains(&t.id));
            let group = event.swiss_group(section).filter(plays_swiss);
            let own = group.map(|group| swiss(event, section, (round, first), team, Some(&group))).unwrap_or_default();
            schedule::quads(event, section, round, team).into_iter().chain(own).collect()
        }
        Format::Swiss => swiss(event, section, (round, first), team, None),
    }
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
    let here = |id: &TeamId| group.is_none_or(|group| group.contains(id));
    let at = |id| teams.iter().position(|t: &&Team| t.id == id).filter(|_| here(&id));
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
            "Round {} was paired while results or appeals were open; what was missing counted as drawn.",
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
fn without_table(event: &Event, section: &Section, round: &Round, team: &Team) -> Option<Reason> {
    let (name, number) = (&team.name, round.number);
    let scheduled = section.format != Format::Swiss && event.scheduled(section).contains(&team.id);
    let text = match round.assignment(team.id) {
        Some(Assignment::Table { .. } | Assignment::Bye { assigned: true, .. }) => return None,
        _ if team.is_out(event.tournament().counted_on(team, section.id, number)) => {
            format!("{name} had left before round {number}.")
        }
        Some(Assignment::Bye { .. }) if event.asked_bye(section, team.id, number).is_some() => {
            format!("{name} asked for a bye in round {number}.")
        }
        _ if scheduled => return None,
        None => format!("{name} was not in round {number}: it came later."),
        Some(Assignment::Bye { .. }) if team.house => {
            format!(
                "{name} is a house team: it plays only where the number of the others is odd, and in round {number} it was even."
            )
        }
        Some(Assignment::Bye { points, .. }) => {
            let scores = match points {
                ByePoints::Full => "a full point",
                ByePoints::Half => "half a point",
                ByePoints::Zero => "nothing",
            };
            format!(
                "{name} was not paired in round {number}: it was not checked in, or was given a bye by hand, which scores {scores}."
            )
        }
    };
    let rule = if team.house { Some("28M1") } else { None };
    Some((text, rule))
}
