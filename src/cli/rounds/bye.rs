//! `bughouse bye`: notes that a team will miss a round.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::tournament::{ByePoints, Format, Section, Team};
use clap::Args;
use serde_json::json;

/// Note that a team misses a round
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse bye \"Rooks on Fire\" --round 2 --points half")]
pub struct Bye {
    /// The team
    team: String,
    /// The round missed
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    round: u32,
    /// What it scores
    #[arg(long, default_value = "half")]
    points: ByePoints,
}

impl Verb for Bye {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let team = desk.team(&self.team)?.clone();
        let posted = desk.latest_round(team.section).map_or(0, |r| r.number);
        if self.round <= posted {
            return Err(Failure::forbidden(format!("round {} is posted already", self.round)).hint(format!(
                "give it a {}-point bye in the posted round: {}",
                self.scores(),
                self.in_posted_round(&team)
            )));
        }
        let section = desk.tournament().section(team.section);
        if let Some(rounds) = section.and_then(|s| s.rounds).filter(|r| self.round > *r) {
            return Err(Failure::mistyped(format!("there is no round {}: the section plays {rounds}", self.round))
                .hint(format!("--round {} to {rounds}", posted + 1)));
        }
        if let Some(settled) = section.and_then(|section| self.settled(desk, section, &team)) {
            return Err(settled);
        }
        desk.request_bye(team.id, self.round, self.points);
        let summary = format!("{} has a {}-point bye in round {}", team.name, self.scores(), self.round);
        Ok(Answer::said(
            summary.clone(),
            json!({ "team": team.id, "name": team.name, "round": self.round, "points": self.points }),
            summary,
        ))
    }
}

impl Bye {
    fn scores(&self) -> String {
        format!("{:?}", self.points).to_lowercase()
    }

    /// The same bye, once the round is posted.
    fn in_posted_round(&self, team: &Team) -> String {
        format!("bughouse pairing bye {} --points {}", team.id, self.scores())
    }

    /// Why a team cannot be promised a bye where its opponents are settled beforehand.
    fn settled(&self, desk: &Desk, section: &Section, team: &Team) -> Option<Failure> {
        let round = self.round;
        let absent = format!(
            "if it does not come, its opponent wins by forfeit: bughouse result TABLE -/+ (or +/-) in round {round}"
        );
        if section.format == Format::Knockout {
            let message =
                format!("{} is a knockout, so {} cannot have a bye: who does not play is out", section.name, team.name);
            return Some(Failure::forbidden(message).hint(absent));
        }
        let plays_swiss = match section.format {
            Format::Swiss => true,
            Format::Quads => desk.swiss_group(section).is_some_and(|group| group.contains(&team.id)),
            Format::RoundRobin | Format::DoubleRoundRobin | Format::Knockout => false,
        };
        if plays_swiss || !desk.scheduled(section).contains(&team.id) {
            return None;
        }
        let message = format!(
            "the opponents in {} are settled by a schedule, so {} cannot be promised a bye",
            section.name, team.name
        );
        Some(Failure::forbidden(message).hint(format!(
            "{absent}; a bye for both instead, once round {round} is posted: {}",
            self.in_posted_round(team)
        )))
    }
}
