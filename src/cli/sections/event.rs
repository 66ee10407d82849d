//! `bughouse event`: what is at the head of every sheet.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::registration::player_edit::compared;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::list;
use crate::tournament::Tournament;
use chrono::NaiveDate;
use clap::Subcommand;
use serde_json::json;

/// Correct the event's name, date and venue
#[derive(Debug, Subcommand)]
pub enum EventCommand {
    /// Change the event's name, date or venue
    #[command(after_help = r#"Example: bughouse event edit --name "Spring Open" --venue "Lincoln Gym""#)]
    Edit {
        /// Title as printed on every sheet
        #[arg(long, value_parser = crate::cli::naming::one_line)]
        name: Option<String>,
        /// First day, YYYY-MM-DD
        #[arg(long)]
        date: Option<NaiveDate>,
        /// Where it is played ("none" to leave it off)
        #[arg(long, value_parser = crate::cli::naming::one_line)]
        venue: Option<String>,
    },
}

impl Verb for EventCommand {
    const TRAITS: Traits = Traits::writes(Moment::Before);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let Self::Edit { name, date, venue } = self;
        if name.is_none() && date.is_none() && venue.is_none() {
            return Err(Failure::mistyped("no change was given for the event")
                .hint(format!("{}, or --date YYYY-MM-DD, or --venue VENUE", cmd!("event edit --name NAME"))));
        }
        let known = desk.tournament();
        let facts = |at: &Tournament| {
            let date = at.date.map(|date| date.to_string());
            vec![("name", Some(at.name.clone())), ("date", date), ("venue", at.venue.clone())]
        };
        let was = facts(known);
        let name = name.as_deref().map_or(known.name.as_str(), str::trim).to_owned();
        let date = date.or(known.date);
        let venue = venue
            .as_deref()
            .map_or(known.venue.as_deref(), |given| Some(given.trim()).filter(|given| !matches!(*given, "" | "none")));
        let venue = venue.map(str::to_owned);
        if name.is_empty() {
            return Err(Failure::mistyped("the event needs a name").hint(cmd!("event edit --name \"Spring Bughouse\"")));
        }
        let json = json!({ "name": name, "date": date, "venue": venue });
        desk.describe(name, date, venue);
        let changes = compared("", was, facts(desk.tournament()));
        if changes.is_empty() {
            return Ok(Answer::said("the event is already set that way", json));
        }
        Ok(Answer::done(format!("changed the event: {}", list(changes)), json))
    }
}
