//! What an import came to, in words and in JSON.

use super::import::Placed;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, as_typed, list};
use crate::interchange::registrations::{How, Layout, Note, Reading};
use crate::registration::{Plan, schools_alike};
use crate::tournament::names::fold;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// Lines of one kind shown; `--json` has them all.
const SHOWN: usize = 25;

/// The answer to `import`, worked out before anything is written.
pub fn told(
    desk: &Desk,
    reading: &Reading,
    plan: &Plan,
    entries: &[Placed],
    update: bool,
    rejects: Option<&Path>,
) -> Answer {
    let updated = if update { plan.changed_teams.len() } else { 0 };
    let unchanged = plan.unchanged.len() + plan.changed_teams.len() - updated;
    let changes = changes(desk, plan);
    let gone = gone(desk, plan);
    let mut notes = notes(desk, reading, entries);
    notes.extend(taken_for(desk, plan));
    let json = json!({
        "file": reading.file,
        "layout": match reading.layout() { Layout::RowPerTeam => "row-per-team", Layout::RowPerPlayer => "row-per-player" },
        "mapping": mapping_json(reading),
        "teams_added": plan.new_teams().count(),
        "teams_updated": updated,
        "players_added": plan.players_added(),
        "need_partner": plan.need_partner,
        "unchanged": unchanged,
        "changes": changes,
        "vanished": gone,
        "notes": notes,
        "problems": reading.problems,
        "rejects": rejects.map(|path| path.display().to_string()),
    });
    let summary = summary(reading, plan, updated, unchanged);
    let mut text = format!("{}\n\n{summary}", columns(reading));
    for line in per_section(desk, plan) {
        text.push_str(&format!("\n  {line}"));
    }
    let verb = if update { "changed:" } else { "different in the file, and left alone (--update takes it over):" };
    section(&mut text, verb, &changes);
    section(&mut text, "entered before, and not in this file (nothing was removed):", &gone);
    section(&mut text, "worth a look:", &notes.iter().map(note).collect::<Vec<_>>());
    if let Some(path) = rejects {
        let count = reading.problems.len();
        text.push_str(&format!(
            "\n\n{}; the rows are in {}: mend them there and `bughouse import {}`",
            if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") },
            path.display(),
            path.display()
        ));
    }
    text.push_str(&format!("\n\nnext: {}", next(plan)));
    Answer::said(text, json, summary)
}

fn summary(reading: &Reading, plan: &Plan, updated: usize, unchanged: usize) -> String {
    let count = |n: usize, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    let mut parts = vec![format!(
        "{} added ({})",
        count(plan.new_teams().count(), "team", "teams"),
        count(plan.players_added(), "player", "players")
    )];
    if updated > 0 {
        parts.push(format!("{updated} updated"));
    }
    if unchanged > 0 {
        parts.push(format!("{unchanged} unchanged"));
    }
    if plan.need_partner > 0 {
        parts.push(format!("{} a partner", count(plan.need_partner, "player needs", "players need")));
    }
    format!("{}: {}", reading.file, list(parts))
}

fn next(plan: &Plan) -> &'static str {
    if plan.need_partner > 0 { "bughouse partner suggest" } else { "bughouse check-pairing, then bughouse pair" }
}

fn section(text: &mut String, heading: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    text.push_str(&format!("\n\n{heading}"));
    for line in lines.iter().take(SHOWN) {
        text.push_str(&format!("\n  {line}"));
    }
    if lines.len() > SHOWN {
        text.push_str(&format!("\n  and {} more", lines.len() - SHOWN));
    }
}

/// How the columns were read, on as few lines as it takes to check them.
fn columns(reading: &Reading) -> String {
    let kind = match reading.layout() {
        Layout::RowPerTeam => "a row a team",
        Layout::RowPerPlayer => "a row a player",
    };
    let mut text = format!("read as {kind}, headings on line {}:", reading.mapping.line);
    let mut passed_over = Vec::new();
    for column in &reading.mapping.columns {
        match column.field {
            Some(field) => {
                let how = match column.how {
                    How::Heading => "",
                    How::Asked => " (as asked)",
                    How::Remembered => " (as remembered)",
                };
                text.push_str(&format!(
                    "\n  {:<16} column {}, \"{}\"{how}",
                    field.to_string(),
                    column.number,
                    column.heading
                ));
            }
            None if !column.heading.is_empty() => passed_over.push(format!("\"{}\"", column.heading)),
            None => {}
        }
    }
    if !passed_over.is_empty() {
        text.push_str(&format!("\n  {:<16} {}", "not read:", list(passed_over)));
    }
    text
}

fn mapping_json(reading: &Reading) -> Vec<Value> {
    let column = |column: &crate::interchange::registrations::Column| json!({ "column": column.number, "heading": column.heading, "field": column.field.map(|field| field.to_string()) });
    reading.mapping.columns.iter().map(column).collect()
}

fn per_section(desk: &Desk, plan: &Plan) -> Vec<String> {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for team in plan.new_teams() {
        *counts.entry(team.section).or_default() += 1;
    }
    let name = |id| desk.tournament().section(id).map_or_else(String::new, |section| section.name.clone());
    if counts.len() < 2 { Vec::new() } else { counts.into_iter().map(|(id, n)| format!("{}: {n}", name(id))).collect() }
}

fn changes(desk: &Desk, plan: &Plan) -> Vec<String> {
    let tournament = desk.tournament();
    let of_player = plan.changes.iter().filter_map(|change| {
        let player = tournament.player(change.player)?;
        Some(format!("{} ({}): {}", player.name, player.id, list(change.in_words(tournament))))
    });
    let of_team = plan
        .renamed
        .iter()
        .filter_map(|(id, name)| Some(format!("team {id}: {} → {name}", tournament.team(*id)?.name)));
    of_player.chain(of_team).collect()
}

/// Children whose names differ from those entered by accents alone, but whose grade or rating differs too: perhaps somebody else.
fn taken_for(desk: &Desk, plan: &Plan) -> impl Iterator<Item = Note> {
    plan.changes.iter().filter(|change| change.grade.is_some() || change.rating.is_some()).filter_map(|change| {
        let entered = desk.tournament().player(change.player)?;
        let read = change.name.as_ref().filter(|read| fold(read) == fold(&entered.name) && !is_same_but_for_case(read, &entered.name))?;
        let message = format!(
            "{read} was taken for {} ({}); if it is another child, enter it with `bughouse partner add` or `team add` and --namesake",
            entered.name, entered.id
        );
        Some(Note { line: None, message })
    })
}

fn is_same_but_for_case(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

fn gone(desk: &Desk, plan: &Plan) -> Vec<String> {
    let tournament = desk.tournament();
    let teams = plan.vanished_teams.iter().filter_map(|id| Some(format!("team {id}, {}", tournament.team(*id)?.name)));
    let children =
        plan.vanished_children.iter().filter_map(|id| Some(format!("player {id}, {}", tournament.player(*id)?.name)));
    teams.chain(children).collect()
}

/// The reader's notes, and schools of the file that look like others there or entered before.
fn notes(desk: &Desk, reading: &Reading, entries: &[Placed]) -> Vec<Note> {
    let mut notes = reading.notes.clone();
    let known = desk.tournament().schools.len();
    let mut names: Vec<&str> = desk.tournament().schools.iter().map(|school| school.name.as_str()).collect();
    let mut seen: HashSet<String> = names.iter().map(|name| fold(name)).collect();
    for school in entries.iter().flat_map(|(registration, _)| registration.schools()) {
        if seen.insert(fold(school)) {
            names.push(school);
        }
    }
    for (old, new) in schools_alike(&names).into_iter().filter(|(_, new)| *new >= known) {
        let (old, new) = (names[old], names[new]);
        let message = format!(
            "\"{new}\" looks like \"{old}\"; if they are one: bughouse school same {}",
            as_typed([new.to_owned(), old.to_owned()].into_iter())
        );
        notes.push(Note { line: None, message });
    }
    notes
}

fn note(note: &Note) -> String {
    match note.line {
        Some(line) => format!("line {line}: {}", note.message),
        None => note.message.clone(),
    }
}
