//! `bughouse status`: every section, and what to type next.

use super::answer::Answer;
use super::desk::{Desk, Verb};
use super::failure::Failure;
use crate::discipline::Appeal;
use crate::report::{Block, Cell, Column, Document, Listing, Table};
use crate::tournament::Section;
use clap::Args;
use serde_json::json;
use std::future::Future;
use std::pin::Pin;

/// Show every section and what to type next
#[derive(Debug, Args)]
pub struct Status {}

/// Where one section is.
struct Standing {
    round: u32,
    rounds: Option<u32>,
    results_in: usize,
    missing: Vec<u32>,
    teams: usize,
    next: String,
}

impl Verb for Status {
    fn run<'a>(&'a self, desk: &'a mut Desk) -> Pin<Box<dyn Future<Output = Result<Answer, Failure>> + 'a>> {
        Box::pin(async move {
            let masthead = desk.masthead(None, None).await?;
            let (mut rows, mut json, mut next) = (Vec::new(), Vec::new(), Vec::new());
            for section in &desk.tournament().sections {
                let standing = standing(desk, section);
                let rounds = standing.rounds.map_or_else(|| standing.round.to_string(), |r| format!("{} of {r}", standing.round));
                let missing: Vec<String> = standing.missing.iter().map(ToString::to_string).collect();
                rows.push(vec![
                    Cell::text(&section.name),
                    Cell::number(standing.teams as f64, standing.teams.to_string()),
                    Cell::text(rounds),
                    Cell::number(standing.results_in as f64, standing.results_in.to_string()),
                    Cell::text(if missing.is_empty() { "none".to_owned() } else { missing.join(", ") }),
                ]);
                json.push(json!({
                    "section": section.name, "teams": standing.teams, "round": standing.round, "rounds": standing.rounds, "results_in": standing.results_in,
                    "results_missing": standing.missing, "open_appeals": desk.loaded.docket.open_appeals(section.id).count(), "next": standing.next,
                }));
                next.push(standing.next);
            }
            if next.is_empty() {
                next.push("bughouse section add \"K-6\" --grades K-6".to_owned());
            }
            let safety = super::backup::safety(desk).await?;
            let columns = vec![
                Column::short("Section").naming(),
                Column::number("Teams"),
                Column::short("Round"),
                Column::number("Results in"),
                Column::text("Tables to come"),
            ];
            let table = Table { rows, ..Table::new("Sections", columns) };
            let mut document = Document::new("Status", masthead);
            if !desk.tournament().sections.is_empty() {
                document = document.with(Block::Table(table));
            }
            let waiting = desk.tournament().players.iter().filter(|p| desk.tournament().team_of(p.id).is_none()).count();
            if waiting > 0 {
                document = document.with(Block::Paragraph(format!("{waiting} children need a partner: bughouse partner list")));
            }
            let open: Vec<String> =
                desk.tournament().sections.iter().flat_map(|s| desk.loaded.docket.open_appeals(s.id)).map(waits).collect();
            if !open.is_empty() {
                document = document.with(Block::List(open));
            }
            document = document.with(Block::Paragraph(safety.line.clone()));
            document = document.with(Block::Paragraph("Next:".to_owned())).with(Block::List(next));
            let answer = Answer::sheet(Listing::of(document, json!({ "sections": json, "need_partner": waiting, "safety": safety.json })));
            Ok(if safety.is_loud { answer.with_remarks([format!("warning: {}", safety.line)]) } else { answer })
        })
    }
}

fn waits(appeal: &Appeal) -> String {
    format!("appeal {} against ruling {} waits for the {}", appeal.id, appeal.ruling, appeal.level)
}

fn standing(desk: &Desk, section: &Section) -> Standing {
    let teams = desk.tournament().teams_in(section.id).count();
    let name = if section.name.contains(' ') { format!("\"{}\"", section.name) } else { section.name.clone() };
    let Some(round) = desk.latest_round(section.id) else {
        let next = if teams < 2 { format!("bughouse import FILE --section {name}") } else { format!("bughouse pair {name}") };
        return Standing { round: 0, rounds: section.rounds, results_in: 0, missing: Vec::new(), teams, next };
    };
    let missing: Vec<u32> = desk.missing(section, round).iter().map(|t| t.0).collect();
    let results_in = round.tables().len() - missing.len();
    let appeal = desk.loaded.docket.open_appeals(section.id).next().map(|a| a.id);
    let next = match missing.first() {
        Some(table) if missing.len() == 1 => format!("bughouse result {table} 1-0"),
        Some(_) => format!("bughouse enter {name}"),
        None if let Some(appeal) = appeal => format!("bughouse appeal decide {appeal} --official NAME --uphold"),
        None if section.rounds.is_some_and(|r| round.number >= r) => format!("bughouse standings {name}"),
        None => format!("bughouse pair {name}"),
    };
    Standing { round: round.number, rounds: section.rounds, results_in, missing, teams, next }
}
