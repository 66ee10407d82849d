//! What a document tells its reader, line by line: compared with a later making of it to see whether a sheet is still true.
//!
//! Who printed it when and from which data is left out; it says nothing about the event.

use super::document::{Block, Cell, Document, Table};
use std::collections::HashSet;

/// One thing that a document says.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Told {
    /// What it is about: the row of a team, the head of the sheet.
    pub about: String,
    /// The words, for comparing.
    pub line: String,
}

/// Everything that a document says, from top to bottom.
pub fn told(document: &Document) -> Vec<Told> {
    let head = &document.masthead;
    let mut told = vec![
        say("heading", [document.title.as_str(), head.tournament.as_str(), head.occasion().as_str()].join(" · ")),
        say("place and time", head.place_and_time()),
    ];
    told.extend(head.provisional.iter().map(|reason| say("provisional", reason.clone())));
    for block in &document.blocks {
        match block {
            Block::Heading { text, .. } => told.push(say("heading", text.clone())),
            Block::Paragraph(text) | Block::Notice(text) => told.push(say("text", text.clone())),
            Block::List(items) => told.extend(items.iter().map(|item| say("text", item.clone()))),
            Block::Facts(facts) => told.extend(facts.iter().map(|(name, cell)| say(name, shown(cell)))),
            Block::Table(table) => rows(table, &mut told),
            Block::Links { .. } | Block::Path(_) | Block::Blanks(_) | Block::NewSheet => {}
        }
    }
    told
}

fn say(about: &str, line: String) -> Told {
    Told { about: about.to_owned(), line }
}

fn rows(table: &Table, told: &mut Vec<Told>) {
    let naming = table.columns.iter().position(|column| column.names_row).unwrap_or(0);
    let heads: Vec<&str> = table.columns.iter().map(|column| column.heading.as_str()).collect();
    told.push(say("columns", heads.join(" | ")));
    for row in &table.rows {
        let about = row.get(naming).map(|cell| cell.text.clone()).unwrap_or_default();
        told.push(Told { about, line: row.iter().map(shown).collect::<Vec<_>>().join(" | ") });
    }
}

fn shown(cell: &Cell) -> String {
    cell.under.as_ref().map_or_else(|| cell.text.clone(), |under| format!("{} / {under}", cell.text))
}

/// What differs between two makings of a document, each thing named once, in the order of the newer one.
pub fn differences(then: &[Told], now: &[Told]) -> Vec<String> {
    // A site of a large event has tens of thousands of lines.
    let (before, after): (HashSet<&Told>, HashSet<&Told>) = (then.iter().collect(), now.iter().collect());
    let new = now.iter().filter(|told| !before.contains(told));
    let gone = then.iter().filter(|told| !after.contains(told));
    let mut named = HashSet::new();
    let once = new.chain(gone).filter(|told| named.insert(told.about.as_str()));
    let about: Vec<String> = once.map(|told| told.about.clone()).collect();
    // The same lines in another order: a table sorted anew.
    if about.is_empty() && then != now { vec!["the order".to_owned()] } else { about }
}

#[cfg(test)]
mod tests {
    use super::{Told, differences};

    fn told(lines: &[(&str, &str)]) -> Vec<Told> {
        lines.iter().map(|(about, line)| Told { about: (*about).to_owned(), line: (*line).to_owned() }).collect()
    }

    #[test]
    fn differences_name_each_row_once() {
        let then = told(&[("Rooks", "1 Rooks 3"), ("Pawns", "2 Pawns 2"), ("Gone", "3 Gone 1")]);
        let now = told(&[("Pawns", "1 Pawns 3"), ("Rooks", "1 Rooks 3")]);
        assert_eq!(differences(&then, &now), ["Pawns", "Gone"]);
        assert!(differences(&then, &then).is_empty());
    }

    /// Each line against each other would be a thousand million looks.
    #[test]
    fn a_site_of_thousands_of_teams_is_compared_at_once() {
        let site = |more: usize| -> Vec<Told> {
            (0..40_000)
                .map(|n| Told { about: format!("team {n}"), line: format!("team {n} has {}", n + more) })
                .collect()
        };
        let began = std::time::Instant::now();
        assert_eq!(differences(&site(0), &site(1)).len(), 40_000);
        assert!(began.elapsed() < std::time::Duration::from_secs(3), "{:?}", began.elapsed());
    }

    #[test]
    fn another_order_is_a_difference() {
        let then = told(&[("a", "a"), ("b", "b")]);
        let now = told(&[("b", "b"), ("a", "a")]);
        assert_eq!(differences(&then, &now), ["the order"]);
    }
}
