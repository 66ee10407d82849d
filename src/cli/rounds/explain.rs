//! `bughouse explain`: why this opponent, in sentences that can be read aloud to a coach.

use super::explain_schedule::{self, Reason};
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::paper::sheets::posted;
use crate::pairing::swiss::Pairing;
use crate::pairing::{Posted, why};
use crate::report::{Block, Document, Listing};
use crate::tournament::{Assignment, ByePoints, Format, Round, Section, Team, TeamId};
use clap::Args;
use serde_json::json;

/// Tell why a team has its opponent, or how a round was paired
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse explain \"Rooks on Fire\"       why this opponent in the latest round\n  bughouse explain --section K-6          the whole round"
)]
pub struct Explain {
    /// The team [default: the whole round]
    team: Option<String>,
    /// The round [default: the latest posted]
    #[arg(long)]
    round: Option<u32>,
    /// The section, where no team is named
    #[arg(long, conflicts_with = "team")]
    section: Option<String>,
}

impl Verb for Explain {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let team = self.team.as_deref().map(|t| desk.team(t).cloned()).transpose()?;
        let section = match &team {
            Some(team) => desk
                .tournament()
                .section(team.section)
                .cloned()
                .ok_or_else(|| Failure::machine("the team's section is gone"))?,
            None => desk.section(self.section.as_deref())?.clone(),
        };
        let round = posted(desk, &section, self.round)?.clone();
        let first = desk.store.as_posted(section.id, round.number)?;
        let first = (!first.is_empty()).then(|| Round { assignments: first, ..round.clone() });
        let reasons = reasons(desk, &section, &round, first.as_ref(), team.as_ref());
        let about = team.as_ref().map_or_else(|| "The round".to_owned(), |t| t.name.clone());
        let masthead = desk.masthead(Some(&section), Some(round.number))?;
        let sentences =
            reasons.iter().map(|(text, rule)| rule.map_or_else(|| text.clone(), |r| format!("{text} ({r})"))).collect();
        let document = Document::new(format!("Why: {about}"), masthead).with(Block::List(sentences));
        let told: Vec<_> = reasons.iter().map(|(text, rule)| json!({ "text": text, "rule": rule })).collect();
        let json =
            json!({ "section": section.name, "round": round.number, "team": team.map(|t| t.id), "reasons": told });
        Ok(Answer::sheet(Listing::of(document, json)))
    }
}

fn reasons(desk: &Desk, section: &Section, round: &Round, first: Option<&Round>, team: Option<&Team>) -> Vec<Reason> {
    if let Some(reason) = team.and_then(|team| without_table(desk, section, round, team)) {
        return vec![reason];
    }
    match section.format {
        Format::RoundRobin | Format::DoubleRoundRobin => explain_schedule::round_robin(desk, section, round, team),
        Format::Knockout => explain_schedule::knockout(desk, section, round, team),
        Format::Quads => {
            let plays_swiss = |group: &Vec<TeamId>| team.is_none_or(|t| group.contains(&t.id));
            let group = desk.swiss_group(section).filter(plays_swiss);
            let own = group.map(|group| swiss(desk, section, (round, first), team, Some(&group))).unwrap_or_default();
            explain_schedule::quads(desk, section, round, team).into_iter().chain(own).collect()
        }
        Format::Swiss => swiss(desk, section, (round, first), team, None),
    }
}

/// A Swiss round of a section, or of one group of it: as it is, and as it was posted where the journal has that.
fn swiss(
    desk: &Desk,
    section: &Section,
    (round, first): (&Round, Option<&Round>),
    team: Option<&Team>,
    group: Option<&[TeamId]>,
) -> Vec<Reason> {
    let (position, teams) = desk.position(section, round.number);
    let settings = desk.settings(section.id).pairing;
    let here = |id: &TeamId| group.is_none_or(|group| group.contains(id));
    let at = |id| teams.iter().position(|t: &&Team| t.id == id).filter(|_| here(&id));
    let posted = Posted { now: pairing_of(round, at), first: first.map(|first| pairing_of(first, at)) };
    let name = |index: usize| teams[index].name.clone();
    let index = team.and_then(|t| at(t.id));
    let found = why(&position, &settings, &posted, index, &name);
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
fn pairing_of(round: &Round, at: impl Fn(TeamId) -> Option<usize>) -> Pairing {
    let pairs = round.tables().into_iter().filter_map(|(_, [a, b])| Some((at(a)?, at(b)?))).collect();
    let bye = round.assignments.iter().find_map(|(team, assignment)| match assignment {
        Assignment::Bye { assigned: true, .. } => at(*team),
        _ => None,
    });
    Pairing { pairs, bye, ..Pairing::default() }
}

/// Why a team has no table, where that is not the pairing's doing.
fn without_table(desk: &Desk, section: &Section, round: &Round, team: &Team) -> Option<Reason> {
    let (name, number) = (&team.name, round.number);
    let scheduled = section.format != Format::Swiss && desk.scheduled(section).contains(&team.id);
    let text = match round.assignment(team.id) {
        Some(Assignment::Table { .. } | Assignment::Bye { assigned: true, .. }) => return None,
        _ if team.is_out(number) => format!("{name} had left before round {number}."),
        Some(Assignment::Bye { .. }) if team.requested_byes.iter().any(|(r, _)| *r == number) => {
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
