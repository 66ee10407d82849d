//! `bughouse start`: notes when a round really started. The grace time runs from there.

use super::wall::instant;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::safety::log_filter::since;
use crate::cli::wording::hour;
use crate::event::edit::rounds;
use crate::tournament::Section;
use chrono::DateTime;
use clap::Args;
use serde_json::json;

/// Note when the posted round really started; latecomers are waited for from then on
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  bughouse start K-6               it starts now\n  bughouse start K-6 --at 9:05     it started at 9:05; also corrects\n  bughouse start --all             every section whose round waits to be started\nHow long a team is waited for: bughouse section edit K-6 --grace 10"
)]
pub struct Start {
    /// The section
    section: Option<String>,
    /// When it started [default: now]
    #[arg(long, value_name = "H:MM")]
    at: Option<String>,
    /// Every section whose posted round has not started
    #[arg(long, conflicts_with = "section")]
    all: bool,
}

impl Verb for Start {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let at = self.moment(desk)?;
        let started = instant(&at)?;
        let sections = match self.all {
            true => waiting(desk)?,
            false => vec![desk.section(self.section.as_deref())?.clone()],
        };
        let (mut lines, mut json) = (Vec::new(), Vec::new());
        for section in &sections {
            let round = rounds::start(&mut desk.event, section.id, started, self.at.is_some()).told(desk)?;
            let grace = match desk.wall(section).grace_ends.as_deref().and_then(hour) {
                Some(ends) => format!("; latecomers are waited for until {ends}"),
                None => String::new(),
            };
            lines.push(format!(
                "round {round} of {} started at {}{grace}",
                section.name,
                hour(&at).unwrap_or_default()
            ));
            json.push(json!({ "section": section.name, "round": round, "at": at }));
        }
        let summary = lines.join("; ");
        lines.push("name who has not sat down: bughouse absent TEAM".to_owned());
        Ok(Answer::said(lines.join("\n"), json!({ "started": json }), summary))
    }
}

impl Start {
    /// The moment that is meant, RFC 3339 with offset.
    fn moment(&self, desk: &Desk) -> Result<String, Failure> {
        let Some(typed) = &self.at else { return Ok(desk.now.clone()) };
        let at = since(typed)?;
        match DateTime::parse_from_rfc3339(&desk.now) {
            Ok(now) if at > now => Err(Failure::mistyped(format!(
                "{typed} is still to come; it is {}",
                hour(&desk.now).unwrap_or_default()
            ))
            .hint("leave --at out when the round starts, or give the time at which it did")),
            _ => Ok(at.to_rfc3339()),
        }
    }
}

/// Sections whose posted round has open tables and has not started.
fn waiting(desk: &mut Desk) -> Result<Vec<Section>, Failure> {
    let mut waiting = Vec::new();
    for section in desk.tournament().sections.clone() {
        let Some(round) = desk.latest_round(section.id) else { continue };
        let (number, open) = (round.number, !desk.missing(&section, round).is_empty());
        if open && desk.wall_clock(section.id, number).started.is_none() {
            waiting.push(section);
        }
    }
    if waiting.is_empty() {
        return Err(Failure::forbidden("no posted round waits to be started").hint("see `bughouse status`"));
    }
    Ok(waiting)
}
