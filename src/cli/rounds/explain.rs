//! `bughouse explain`: why this opponent, in sentences that can be read aloud to a coach.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::event::explain::why;
use crate::report::{Block, Document, Listing};
use crate::tournament::Round;
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
            Some(team) => {
                let round = self.round.or(desk.latest_round(team.section).map(|round| round.number));
                let section = desk.tournament().section(round.map_or(team.section, |round| team.section_in(round)));
                section.cloned().ok_or_else(|| Failure::machine("the team's section is gone"))?
            }
            None => desk.section(self.section.as_deref())?.clone(),
        };
        let round = desk.posted(&section, self.round).told(desk)?.clone();
        let first = desk.store.as_posted(section.id, round.number)?;
        let first = (!first.is_empty()).then(|| Round { assignments: first, ..round.clone() });
        let reasons = why(desk, &section, &round, first.as_ref(), team.as_ref());
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
