//! `bughouse explain`: why this opponent, in sentences that can be read aloud to a coach.

use super::answer::Answer;
use super::desk::{Desk, Verb};
use super::failure::Failure;
use super::sheets::posted;
use crate::pairing::swiss::{Pairing, explain};
use crate::pairing::{Position, System};
use crate::report::{Block, Document, Listing};
use crate::tournament::{Assignment, Format, Round, Section, Team};
use clap::Args;
use serde_json::json;
use std::future::Future;
use std::pin::Pin;

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
    fn run<'a>(&'a self, desk: &'a mut Desk) -> Pin<Box<dyn Future<Output = Result<Answer, Failure>> + 'a>> {
        Box::pin(async move {
            let team = self.team.as_deref().map(|t| desk.team(t).cloned()).transpose()?;
            let section = match &team {
                Some(team) => {
                    desk.tournament().section(team.section).cloned().ok_or_else(|| Failure::machine("the team's section is gone"))?
                }
                None => desk.section(self.section.as_deref())?.clone(),
            };
            let round = posted(desk, &section, self.round)?.clone();
            let reasons = reasons(desk, &section, &round, team.as_ref());
            let about = team.as_ref().map_or_else(|| "The round".to_owned(), |t| t.name.clone());
            let masthead = desk.masthead(Some(&section), Some(round.number)).await?;
            let sentences = reasons.iter().map(|(text, rule)| rule.map_or_else(|| text.clone(), |r| format!("{text} ({r})"))).collect();
            let document = Document::new(format!("Why: {about}"), masthead).with(Block::List(sentences));
            let told: Vec<_> = reasons.iter().map(|(text, rule)| json!({ "text": text, "rule": rule })).collect();
            let json = json!({ "section": section.name, "round": round.number, "team": team.map(|t| t.id), "reasons": told });
            Ok(Answer::sheet(Listing::of(document, json)))
        })
    }
}

/// A sentence, and the rule behind it.
type Reason = (String, Option<&'static str>);

fn reasons(desk: &Desk, section: &Section, round: &Round, team: Option<&Team>) -> Vec<Reason> {
    if let Some(team) = team
        && let Some(reason) = without_table(round, team)
    {
        return vec![reason];
    }
    match section.format {
        Format::RoundRobin | Format::DoubleRoundRobin => {
            return vec![(
                format!("{} is a round robin: everyone meets everyone, in the order of the published schedule", section.name),
                None,
            )];
        }
        Format::Knockout => {
            return vec![("the lines of a knockout are fixed by the seeds: the best two can only meet in the final".to_owned(), None)];
        }
        Format::Quads => {
            return vec![(
                "quads are made of four teams next to each other in the seed order; each quad plays everyone once".to_owned(),
                None,
            )];
        }
        Format::Swiss => {}
    }
    let (position, teams) = desk.position(section, round.number);
    let settings = desk.settings(section.id).pairing;
    if settings.system == System::FideTeam {
        return vec![(
            "paired by FIDE C.04.6: fewest teams pulled up from the next score group, then the first pairing in number order".to_owned(),
            Some("C.04.6"),
        )];
    }
    let at = |id| teams.iter().position(|t: &&Team| t.id == id);
    let pairs = round.tables().into_iter().filter_map(|(_, [a, b])| Some((at(a)?, at(b)?))).collect();
    let bye = round.assignments.iter().find(|(_, a)| matches!(a, Assignment::Bye { assigned: true, .. })).and_then(|(t, _)| at(*t));
    let pairing = Pairing { pairs, bye, ..Pairing::default() };
    let present = as_posted(position, round, &teams);
    let name = |index: usize| teams[index].name.clone();
    let found = match team.and_then(|t| at(t.id)) {
        Some(index) => explain::team(&present, &settings, &pairing, index, &name),
        None => explain::round(&present, &settings, &pairing, &name),
    };
    found.into_iter().map(|reason| (reason.text, reason.rule)).collect()
}

/// The position of that day: who was posted was there, whatever has changed since.
fn as_posted(mut position: Position, round: &Round, teams: &[&Team]) -> Position {
    for (entrant, team) in position.entrants.iter_mut().zip(teams) {
        entrant.absent = !matches!(round.assignment(team.id), Some(Assignment::Table { .. } | Assignment::Bye { assigned: true, .. }));
    }
    position
}

/// Why a team does not play, where that is not the pairing's doing.
fn without_table(round: &Round, team: &Team) -> Option<Reason> {
    match round.assignment(team.id) {
        None => Some((format!("{} was not in round {}: it came later, or had left", team.name, round.number), None)),
        Some(Assignment::Bye { assigned: false, .. }) if team.requested_byes.iter().any(|(r, _)| *r == round.number) => {
            Some((format!("{} asked for a bye in round {}", team.name, round.number), None))
        }
        Some(Assignment::Bye { assigned: false, .. }) => {
            let house = if team.house { ", and a house team plays only where the rest is odd" } else { "" };
            Some((format!("{} was not paired in round {}: not checked in, or given a bye by hand{house}", team.name, round.number), None))
        }
        _ => None,
    }
}
