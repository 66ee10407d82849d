//! `bughouse check`: every invariant of the file.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::counted;
use crate::tournament::{Assignment, TableNumber, TeamId, Tournament};
use clap::Args;
use serde_json::json;
use std::collections::{HashMap, HashSet};

/// Check the file for problems
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse check")]
pub struct Check {}

impl Verb for Check {
    const TRAITS: Traits = Traits::reads(Moment::Safety);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let mut broken = desk.store.integrity()?;
        broken.extend(model(desk.tournament()));
        if broken.is_empty() {
            let tournament = desk.tournament();
            let text = format!(
                "{}: all is well ({}, {}, {})",
                desk.store.path().display(),
                counted(tournament.sections.len(), "section"),
                counted(tournament.teams.len(), "team"),
                counted(tournament.rounds.len(), "round")
            );
            let idle = without_effect(desk);
            let written_by = desk.store.written_by();
            let by = written_by.iter().map(|version| format!("last written by version {version}"));
            let text = [text].into_iter().chain(by).chain(idle.clone()).collect::<Vec<_>>().join("\n");
            let json = json!({ "ok": true, "broken": [], "without_effect": idle, "written_by": written_by });
            return Ok(Answer::said(text, json));
        }
        Err(Failure::machine(format!("the file has problems:\n  {}", broken.join("\n  ")))
            .hint(format!("make a copy of the file, then {}", cmd!("restore BACKUP")))
            .details(json!({ "broken": broken })))
    }
}

/// Rulings that stand and would end a board or a match, and do not.
fn without_effect(desk: &Desk) -> Vec<String> {
    let why = |ruling| Some(desk.at_table(ruling)).filter(|does| does.expelled.is_none())?.effect.err();
    let reasons = desk.facts.docket.rulings.iter().filter_map(|r| Some((r.id, why(r)?)));
    reasons.map(|(id, why)| format!("ruling {id} has no effect: {why}")).collect()
}

/// What the schema cannot say: each posted round is whole, and tables stay with their section.
pub fn model(tournament: &Tournament) -> Vec<String> {
    let mut broken = Vec::new();
    let mut owner: HashMap<TableNumber, &str> = HashMap::new();
    for section in &tournament.sections {
        let of_section: HashSet<TeamId> = tournament.ever_in(section.id).map(|team| team.id).collect();
        for (expected, round) in (1..).zip(tournament.rounds_of(section.id)) {
            if round.number != expected {
                broken.push(format!("{}: round {expected} is missing", section.name));
            }
            let with_two: HashSet<TableNumber> = round.tables().into_iter().map(|(table, _)| table).collect();
            for (team, assignment) in &round.assignments {
                if !of_section.contains(team) {
                    broken.push(format!("{} round {}: team {team} is not in this section", section.name, round.number));
                }
                if let Assignment::Table { table, .. } = assignment {
                    if !with_two.contains(table) {
                        broken
                            .push(format!("{} round {}: table {table} has only one team", section.name, round.number));
                    }
                    if let Some(other) = owner.insert(*table, &section.name).filter(|o| *o != section.name) {
                        broken.push(format!("table {table} is used by {other} and by {}", section.name));
                    }
                }
            }
            for slip in round.slips.iter().filter(|slip| !with_two.contains(&slip.table)) {
                broken.push(format!(
                    "{} round {}: a result for table {}, which has no teams",
                    section.name, round.number, slip.table
                ));
            }
        }
    }
    broken
}
