//! `bughouse status`: every section, what it waits for, and what to type next.

use super::answer::Answer;
use super::desk::{Access, Desk, Verb, list};
use super::failure::Failure;
use super::show;
use super::status_section::{EarlierGap, Place, place};
use crate::cli::Everywhere;
use crate::cli::paper::stale::misleading;
use crate::event::spans;
use crate::report::{Block, Cell, Column, Document, Listing, Table};
use clap::Args;
use serde_json::json;
use std::time::Duration;

/// Show every section, what it waits for, and what to type next
#[derive(Debug, Default, Args)]
#[command(after_help = "Example: bughouse status --watch      on a second screen; Ctrl-C ends it")]
pub struct Status {
    /// Show it again every few seconds until Ctrl-C
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, require_equals = true, default_missing_value = "5", value_parser = clap::value_parser!(u64).range(1..=3600))]
    watch: Option<u64>,
}

impl Status {
    /// Shows it once, or again and again on a terminal.
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let look = || {
            let mut desk = Desk::open(everywhere, Access::Read)?;
            match Verb::run(self, &mut desk) {
                Ok(answer) => desk.close(answer),
                Err(failure) => Err(desk.abandon(failure)),
            }
        };
        let Some(seconds) =
            self.watch.filter(|_| show::somebody_watches() && !everywhere.json && everywhere.output.is_none())
        else {
            return look();
        };
        loop {
            let answer = look()?;
            show::clear();
            answer.show(everywhere)?;
            show::answer(&format!("again every {seconds} seconds; Ctrl-C ends it"));
            std::thread::sleep(Duration::from_secs(seconds));
        }
    }
}

impl Verb for Status {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        desk.store.glance()?;
        let masthead = desk.masthead(None, None)?;
        let mut places = Vec::new();
        for section in desk.tournament().sections.clone() {
            places.push(place(desk, &section)?);
        }
        let waiting = desk.tournament().players.iter().filter(|p| desk.tournament().team_of(p.id).is_none()).count();
        let mut next: Vec<String> = places.iter().map(|place| place.next.clone()).collect();
        if next.is_empty() {
            next.push("bughouse section add \"K-6\" --grades K-6".to_owned());
        }
        let safety = crate::cli::safety::backup::safety(desk)?;
        let stale: Vec<String> = misleading(desk)?.into_iter().map(|(_, name)| name).collect();
        let json = json!({ "sections": places, "need_partner": waiting, "stale": stale, "safety": safety.json });
        let mut document = Document::new("Status", masthead);
        if !places.is_empty() {
            document = document.with(Block::Table(table(&places)));
        }
        let names = crate::cli::registration::team_names::unapproved(desk).len();
        let mut notes = notes(&places, waiting);
        notes.extend((names > 0).then(|| format!("team names to approve: {names}: bughouse team names")));
        notes.extend(stale_note(&stale));
        if !notes.is_empty() {
            document = document.with(Block::List(notes));
        }
        document = document.with(Block::Paragraph(safety.line.clone()));
        document = document.with(Block::Paragraph("Next:".to_owned())).with(Block::List(next));
        let answer = Answer::sheet(Listing::of(document, json));
        Ok(if safety.is_loud { answer.with_remarks([format!("warning: {}", safety.line)]) } else { answer })
    }
}

fn table(places: &[Place]) -> Table {
    let columns = vec![
        Column::short("Section").naming(),
        Column::number("Teams"),
        Column::short("Round"),
        Column::short("Clock"),
        Column::short("Results"),
        Column::text("Tables to come"),
    ];
    let row = |place: &Place| {
        let rounds = match (place.round, place.rounds) {
            (0, Some(rounds)) => format!("none of {rounds}"),
            (0, None) => "none".to_owned(),
            (round, Some(rounds)) => format!("{round} of {rounds}"),
            (round, None) => round.to_string(),
        };
        let (results, to_come) = match place.round {
            0 => (String::new(), String::new()),
            _ if place.results_missing.is_empty() => (place.results_in.to_string(), "none".to_owned()),
            _ => (
                format!("{} of {}", place.results_in, place.results_in + place.results_missing.len()),
                spans(&place.results_missing),
            ),
        };
        vec![
            Cell::text(&place.section),
            Cell::number(place.teams as f64, place.teams.to_string()),
            Cell::text(rounds),
            Cell::text(place.clock.since().or(place.minutes.map(ago)).unwrap_or_default()),
            Cell::text(results),
            Cell::text(to_come),
        ]
    };
    Table { rows: places.iter().map(row).collect(), ..Table::new("Sections", columns) }
}

/// Sheets on the wall that are wrong by now.
fn stale_note(stale: &[String]) -> Option<String> {
    const SHOWN: usize = 3;
    let names = list(stale.iter().take(SHOWN).map(String::as_str));
    match stale.len() {
        0 => None,
        1..=SHOWN => Some(format!("no longer true, print again: {names}: bughouse stale")),
        many => Some(format!("no longer true, print again: {names} and {} more: bughouse stale", many - SHOWN)),
    }
}

/// How long ago a round was posted, as one says it.
fn ago(minutes: i64) -> String {
    match minutes {
        ..=0 => "posted just now".to_owned(),
        1..=119 => format!("posted {minutes} min ago"),
        _ => format!("posted {} h ago", minutes / 60),
    }
}

/// What the table has no room for, each with what to type about it.
fn notes(places: &[Place], waiting: usize) -> Vec<String> {
    let mut notes = Vec::new();
    for place in places {
        let section = &place.section;
        notes.extend(place.proposed.as_ref().map(|proposed| proposed.told.clone()));
        notes.extend(place.begun.iter().map(|begun| format!("{section}: {begun}")));
        notes.extend(place.to_settle.iter().map(|told| format!("{section}: {told}")));
        notes.extend(place.appeals.iter().map(|appeal| format!("{section}: {appeal}")));
        notes.extend(place.clock.notes(section));
        for EarlierGap { round, tables } in &place.results_missing_earlier {
            notes.push(format!("{section}: round {round} has no result yet from table {}", spans(tables)));
        }
        if place.provisional {
            notes.push(format!(
                "{section}: round {} is provisional; it was paired before everything was settled",
                place.round
            ));
        }
        if !place.byes.is_empty() {
            let what = if place.goes_through { "through to the next round" } else { "not playing this round" };
            notes.push(format!("{section}: {what}: {}", list(place.byes.iter().map(String::as_str))));
        }
        if !place.not_checked_in.is_empty() {
            let names = list(place.not_checked_in.iter().take(6).map(String::as_str));
            let more = place.not_checked_in.len().saturating_sub(6);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            notes.push(format!("{section}: not checked in: {names}{more}: bughouse check-in --list"));
        }
    }
    match waiting {
        0 => {}
        1 => notes.push("1 child needs a partner: bughouse partner list".to_owned()),
        _ => notes.push(format!("{waiting} children need a partner: bughouse partner suggest")),
    }
    notes
}
