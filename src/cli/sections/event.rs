//! `bughouse event`: what stands at the head of every sheet.

use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::wording::list;
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use serde_json::json;

/// Correct the event's name, date and venue
#[derive(Debug, Subcommand)]
pub enum EventCommand {
    /// Change the event's name, date or venue
    Edit(Edit),
}

#[derive(Debug, Args)]
pub struct Edit {
    /// Title as printed on every sheet
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    name: Option<String>,
    /// First day, YYYY-MM-DD
    #[arg(long)]
    date: Option<NaiveDate>,
    /// Where it is played; none: not told
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    venue: Option<String>,
}

impl Verb for EventCommand {
    fn access(&self) -> Access {
        Access::Write
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let Self::Edit(change) = self;
        change.run(desk)
    }
}

impl Edit {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.name.is_none() && self.date.is_none() && self.venue.is_none() {
            return Err(Failure::mistyped("nothing to change was named for the event")
                .hint("bughouse event edit --name NAME, or --date YYYY-MM-DD, or --venue VENUE"));
        }
        let known = desk.tournament();
        let was = [Some(known.name.clone()), known.date.map(|date| date.to_string()), known.venue.clone()];
        let name = self.name.as_deref().map_or(known.name.as_str(), str::trim).to_owned();
        let date = self.date.or(known.date);
        let venue = self
            .venue
            .as_deref()
            .map_or(known.venue.as_deref(), |told| Some(told.trim()).filter(|told| !matches!(*told, "" | "none")));
        let venue = venue.map(str::to_owned);
        if name.is_empty() {
            return Err(
                Failure::mistyped("the event needs a name").hint("bughouse event edit --name \"Spring Bughouse\"")
            );
        }
        let is = [Some(name.clone()), date.map(|date| date.to_string()), venue.clone()];
        let json = json!({ "name": name, "date": date, "venue": venue });
        desk.describe(name, date, venue);
        let shown = |told: &Option<String>| told.clone().unwrap_or_else(|| "none".to_owned());
        let both = ["name", "date", "venue"].into_iter().zip(was.iter().zip(&is)).filter(|(_, (was, is))| was != is);
        let changes: Vec<String> =
            both.map(|(what, (was, is))| format!("{what} {} → {}", shown(was), shown(is))).collect();
        if changes.is_empty() {
            return Ok(Answer::said("the event is so already", json));
        }
        Ok(Answer::done(format!("changed the event: {}", list(changes)), json))
    }
}
