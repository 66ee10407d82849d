//! `bughouse bye`: notes that a team will miss a round.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::{Told, scores};
use crate::event::edit::rounds;
use crate::tournament::ByePoints;
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
        rounds::request(&mut desk.event, team.id, self.round, self.points).told(desk)?;
        let summary = format!("{} has a {}-point bye in round {}", team.name, scores(self.points), self.round);
        Ok(Answer::said(
            summary.clone(),
            json!({ "team": team.id, "name": team.name, "round": self.round, "points": self.points }),
            summary,
        ))
    }
}
