//! The rulebook on the wall: its rules in our words, the facts that decide arguments, the ladders.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::Masthead;
use crate::discipline::penalty_in_words;
use crate::discipline::{Authority, Beyond, Offence};
use crate::rulebook::Rulebook;
use crate::tournament::Role;
use crate::tournament::names::{option_name, role_name};

pub fn poster(book: &Rulebook, masthead: Masthead) -> Document {
    let mut document =
        Document::new("Rules", masthead).with_subtitle(format!("{} · {}", book.title, book.time.control));
    let facts: Vec<_> = book.facts.iter().filter(|fact| !fact.says.is_empty()).collect();
    if !facts.is_empty() {
        let facts = Table::of("In short", facts)
            .column(Column::short("About").naming(), |fact| Cell::text(fact.topic.to_string()))
            .column(Column::text("The rule"), |fact| Cell::text(&fact.says))
            .column(Column::short("Rule"), |fact| Cell::maybe(&fact.rule));
        document = document.headed(1, "In short").with(facts);
    }
    document = document.headed(1, "Penalties").with(ladders(book));
    document = document.with_all(limits(book).map(Block::Paragraph));
    if !book.rules.is_empty() {
        let rules = Table::of("Every rule", &book.rules)
            .column(Column::short("Rule").naming(), |rule| Cell::text(&rule.number))
            .column(Column::text("What it says"), |rule| Cell::text(&rule.text));
        document = document.headed(1, "Every rule").with(rules);
    }
    document.with(Block::Notice(
        "Disagree with a ruling? You may appeal: the section chief hears it first, then the floor chief, whose decision is final."
            .to_owned(),
    ))
}

pub const OFFICES: [Role; 4] = [Role::Td, Role::FloorTd, Role::SectionChief, Role::FloorChief];

/// What each office may give alone, in a sentence; `None` where nobody limited any.
pub fn limits(book: &Rulebook) -> Option<String> {
    let authority = book.discipline.authority;
    let each =
        OFFICES.map(|role| format!("{}: {}", role_name(role), penalty_in_words(option_name(authority.limit(role)))));
    (authority != Authority::default())
        .then(|| format!("The most severe penalty each official may impose alone: {}.", each.join(", ")))
}

/// The ladders as one table, a column a step.
fn ladders(book: &Rulebook) -> Table {
    let (offences, source) = (&book.discipline.offences, &book.discipline.source);
    let steps = offences.iter().map(|offence| offence.ladder.len()).max().unwrap_or(0);
    let step = |at: usize| {
        let nth = ["1st", "2nd", "3rd"].get(at).map_or_else(|| format!("{}th", at + 1), ToString::to_string);
        let costs = move |offence: &&Offence| offence.ladder.get(at).map(penalty_in_words);
        (Column::text(nth), move |offence: &&Offence| Cell::maybe(&costs(offence)))
    };
    let further = |offence: &Offence| match (offence.ladder.is_empty(), offence.beyond) {
        (true, _) => "the director decides",
        (false, Beyond::Director) => "then the director decides",
        (false, Beyond::Repeat) => "then the last step again",
    };
    Table::of("Penalties", offences)
        .column(Column::text("A player who").over("ID").naming(), |offence| Cell::text(&offence.name).over(&offence.id))
        .column(Column::short("Rule"), |offence| Cell::text(offence.citation(source).rule.as_deref().unwrap_or("–")))
        .columns((0..steps).map(step))
        .column(Column::text("Repeat offense"), |offence| Cell::text(further(offence)).soft())
        .table()
}
