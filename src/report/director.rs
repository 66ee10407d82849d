//! The director's report: the whole event in one document, for the organiser's file.

use super::crosstable::CrosstableSheet;
use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::{Masthead, Stamp};
use super::printable::Report;
use super::{crosstable, prizes, rules, rulings, standings};
use crate::discipline::Scope;
use crate::event::Event;
use crate::standings::crosstable::Order;
use crate::tournament::{Official, Role};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Correction {
    pub command: i64,
    pub at: String,
    /// Who acted, if that was said.
    pub official: Option<String>,
    /// What it came to, with what stood before.
    pub what: String,
}

/// The report of an event, with the results that were entered otherwise before, in the order of the journal.
pub fn view(event: &Event, corrections: &[Correction], stamp: Stamp) -> Report {
    let tournament = event.tournament();
    let rulings = rulings::log(event, rulings::Names::Shown, stamp);
    let mut masthead = Masthead::new(tournament, None, None, stamp);
    // A team of a final is in its own section too.
    let (mut teams, mut by_section, mut parts) = (BTreeSet::new(), Vec::new(), Vec::new());
    for section in &tournament.sections {
        let after = event.standing_round(section);
        let standings = standings::view(event, section, after, stamp);
        let crosstable = crosstable::view(event, section, after, Order::Place, stamp);
        let has_prizes = event.facts.prizes.iter().any(|prize| prize.section == section.id);
        let prizes = has_prizes.then(|| prizes::view(event, section, prizes::Paper::List, stamp));
        teams.extend(standings.rows.iter().map(|row| row.team.number));
        masthead.provisional.extend(standings.masthead.provisional.iter().cloned());
        // The tie-breaks stand in the standings above: here the room belongs to the rounds.
        let rounds = CrosstableSheet { tiebreaks: Vec::new(), ..crosstable.clone() };
        let documents = [("Standings", standings.document()), ("Crosstable", rounds.document())];
        for (title, part) in documents.into_iter().chain(prizes.as_ref().map(|prizes| ("Prizes", prizes.list()))) {
            parts.push(Block::heading(1, format!("{} · {title}", section.name)));
            let legend = part.subtitle.filter(|_| title == "Crosstable").map(Block::Paragraph);
            parts.extend(part.blocks.into_iter().map(|block| of_section(block, &section.name)));
            parts.extend(legend);
        }
        by_section.push(json!({ "standings": standings, "crosstable": crosstable, "prizes": prizes }));
    }
    let served =
        |official: &Official| official.section.and_then(|id| tournament.section(id)).map(|section| &section.name);
    let official = |one: &Official| json!({ "name": one.name, "role": office(one.role), "section": served(one) });
    let house = house_rules(event);
    let json = json!({
        "tournament": tournament.name,
        "rulebook": event.rulebook.title,
        "house_rules": house,
        "officials": tournament.officials.iter().map(official).collect::<Vec<Value>>(),
        "sections": by_section,
        "rulings": rulings,
        "corrections": corrections,
    });
    let officials = Table::of("Officials", &tournament.officials)
        .column(Column::text("Name").naming(), |official| Cell::text(&official.name))
        .column(Column::text("Role"), |official| Cell::text(office(official.role)))
        .column(Column::text("Section"), |official| Cell::text(served(official).map_or("all", String::as_str)));
    let corrections = Table::of("Corrected results", corrections)
        .column(Column::number("Command").naming(), |one| Cell::whole(one.command))
        .column(Column::short("When"), |one| Cell::text(&one.at))
        .column(Column::text("Outcome"), |one| Cell::text(&one.what))
        .column(Column::text("By"), |one| Cell::maybe(&one.official));
    let fact = |name: &str, value: &str| (name.to_owned(), Cell::text(value));
    let mut facts = Vec::new();
    facts.extend(masthead.date.iter().map(|date| fact("Date", date)));
    facts.extend(masthead.venue.iter().map(|venue| fact("Venue", venue)));
    facts.push(fact("Rulebook", &event.rulebook.title));
    facts.extend((!house.is_empty()).then(|| fact("House rules", &house.join(" "))));
    facts.extend([
        fact("Sections", &tournament.sections.len().to_string()),
        fact("Teams", &teams.len().to_string()),
        fact("Rulings, appeals", &format!("{}, {}", rulings.rulings.len(), rulings.appeals.len())),
    ]);
    let document = Document::new("Director's report", masthead)
        .with(Block::Facts(facts))
        .headed(1, "Officials")
        .with(officials)
        .with_all(parts)
        .headed(1, "Rulings")
        .with(rulings.rulings_table())
        .headed(1, "Appeals")
        .with(rulings.appeals_table())
        .headed(1, "Corrected results")
        .with(corrections)
        .with(Block::Blanks(vec!["Chief director".to_owned(), "Date".to_owned()]));
    Report::of(document, json)
}

/// How the event departs from its rulebook, a sentence each.
fn house_rules(event: &Event) -> Vec<String> {
    let widened = |(offence, scope): &(String, Scope)| format!("{offence} counts over the whole {scope}.");
    event.facts.house_rules.scopes.iter().map(widened).chain(rules::limits(&event.rulebook)).collect()
}

fn office(role: Role) -> &'static str {
    match role {
        Role::Td => "tournament director",
        Role::FloorTd => "floor director",
        Role::Scorekeeper => "scorekeeper",
        Role::BackRoom => "back room",
        Role::SectionChief => "section chief",
        Role::FloorChief => "floor chief",
    }
}

/// What is under a heading of a section, saying which: the report holds several, and a page of it may lie alone.
fn of_section(block: Block, section: &str) -> Block {
    match block {
        Block::Heading { text, .. } => Block::heading(2, format!("{section} · {text}")),
        Block::Table(table) => Block::Table(Table { caption: format!("{section}: {}", table.caption), ..table }),
        other => other,
    }
}
