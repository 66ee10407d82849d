//! `bughouse bye`: notes that a team will miss a round.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::tournament::ByePoints;
use clap::Args;
use serde_json::json;
use std::future::Future;
use std::pin::Pin;

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
    fn run<'a>(&'a self, desk: &'a mut Desk) -> Pin<Box<dyn Future<Output = Result<Answer, Failure>> + 'a>> {
        Box::pin(async move {
            let team = desk.team(&self.team)?.clone();
            let posted = desk.latest_round(team.section).map_or(0, |r| r.number);
            if self.round <= posted {
                return Err(Failure::forbidden(format!("round {} is posted already", self.round))
                    .hint(format!("give a bye in a posted round with `bughouse pairing bye {}`", team.id)));
            }
            let section = desk.tournament().section(team.section);
            if let Some(rounds) = section.and_then(|s| s.rounds).filter(|r| self.round > *r) {
                return Err(Failure::mistyped(format!("there is no round {}: the section plays {rounds}", self.round))
                    .hint(format!("--round {} to {rounds}", posted + 1)));
            }
            desk.store.request_bye(team.id, self.round, self.points).await?;
            let points = format!("{:?}", self.points).to_lowercase();
            let summary = format!("{} has a {points}-point bye in round {}", team.name, self.round);
            Ok(Answer::said(
                summary.clone(),
                json!({ "team": team.id, "name": team.name, "round": self.round, "points": self.points }),
                summary,
            ))
        })
    }
}
