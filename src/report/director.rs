//! The director's report: the whole event in one document, for the organiser's file.

use super::document::{Block, Cell, Column, Document, Table};
use super::masthead::{Masthead, Stamp};
use super::printable::Report;
use super::{crosstable, prizes, rulings, standings};
use crate::event::Event;
use crate::standings::crosstable::Order;
use crate::tournament::{Role, Section};
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DirectorReport {
    /// Title of the tournament.
    pub tournament: String,
    /// The rulebook in force.
    pub rulebook: String,
    pub officials: Vec<OfficialShown>,
    /// Sections in the order they were added.
    pub sections: Vec<SectionShown>,
    pub rulings: rulings::Log,
    /// Results that were entered otherwise before, in the order of the journal.
    pub corrections: Vec<Correction>,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OfficialShown {
    pub name: String,
    pub role: &'static str,
    /// Section served; null for all.
    pub section: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SectionShown {
    pub standings: standings::StandingsList,
    pub crosstable: crosstable::CrosstableSheet,
    /// Where some are announced.
    pub prizes: Option<prizes::PrizeList>,
}

/// A result that was corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Correction {
    /// The command's number in the journal.
    pub command: i64,
    /// When, as shown.
    pub at: String,
    /// Who acted, if that was said.
    pub official: Option<String>,
    /// What it came to, with what stood before.
    pub what: String,
}

/// The report of an event.
pub fn view(event: &Event, corrections: Vec<Correction>, stamp: Stamp) -> DirectorReport {
    let tournament = event.tournament();
    let shown = |section: &Section| {
        let after = event.standing_round(section);
        let has_prizes = event.facts.prizes.iter().any(|prize| prize.section == section.id);
        SectionShown {
            standings: standings::view(event, section, after, stamp),
            crosstable: crosstable::view(event, section, after, Order::Place, stamp),
            prizes: has_prizes.then(|| prizes::view(event, section, prizes::Paper::List, stamp)),
        }
    };
    let sections: Vec<SectionShown> = tournament.sections.iter().map(shown).collect();
    let officials = tournament.officials.iter().map(|official| OfficialShown {
        name: official.name.clone(),
        role: match official.role {
            Role::Td => "tournament director",
            Role::FloorTd => "floor director",
            Role::Scorekeeper => "scorekeeper",
            Role::BackRoom => "back room",
            Role::SectionChief => "section chief",
            Role::FloorChief => "floor chief",
        },
        section: official.section.and_then(|id| tournament.section(id)).map(|section| section.name.clone()),
    });
    let open = sections.iter().flat_map(|section| &section.standings.masthead.provisional).cloned().collect();
    DirectorReport {
        tournament: tournament.name.clone(),
        rulebook: event.rulebook.title.clone(),
        officials: officials.collect(),
        rulings: rulings::log(event, None, rulings::Names::Shown, stamp),
        corrections,
        masthead: Masthead::new(tournament, None, None, stamp).provisional(open),
        sections,
    }
}

impl Report for DirectorReport {
    fn document(&self) -> Document {
        // A team of a final stands in its own section too.
        let rows = self.sections.iter().flat_map(|section| &section.standings.rows);
        let teams = rows.map(|row| row.team.number).collect::<BTreeSet<_>>().len();
        let fact = |name: &str, value: &str| (name.to_owned(), Cell::text(value));
        let mut facts = Vec::new();
        facts.extend(self.masthead.date.iter().map(|date| fact("Date", date)));
        facts.extend(self.masthead.venue.iter().map(|venue| fact("Venue", venue)));
        let (rulings, appeals) = (self.rulings.rulings.len(), self.rulings.appeals.len());
        facts.extend([
            fact("Rulebook", &self.rulebook),
            fact("Sections", &self.sections.len().to_string()),
            fact("Teams", &teams.to_string()),
            fact("Rulings, appeals", &format!("{rulings}, {appeals}")),
        ]);
        let mut document = Document::new("Director's report", self.masthead.clone())
            .with(Block::Facts(facts))
            .headed(1, "Officials")
            .with(self.officials_table());
        for section in &self.sections {
            document = document.headed(1, &section.standings.section);
            let prizes = section.prizes.as_ref().map(|prizes| ("Prizes", prizes.document()));
            let parts = [("Standings", section.standings.document()), ("Crosstable", section.crosstable.document())];
            for (title, part) in parts.into_iter().chain(prizes) {
                let own = |block| of_section(block, &section.standings.section);
                document = document.headed(2, title).with_all(part.blocks.into_iter().map(own));
            }
        }
        document
            .headed(1, "Rulings")
            .with(self.rulings.rulings_table())
            .headed(1, "Appeals")
            .with(self.rulings.appeals_table())
            .headed(1, "Corrected results")
            .with(self.corrections_table())
            .with(Block::Blanks(vec!["Chief director".to_owned(), "Date".to_owned()]))
    }
}

/// A table of a section, whose caption says which: the report holds several.
fn of_section(block: Block, section: &str) -> Block {
    match block {
        Block::Table(table) => Block::Table(Table { caption: format!("{section}: {}", table.caption), ..table }),
        other => other,
    }
}

impl DirectorReport {
    fn corrections_table(&self) -> Table {
        Table::of("Corrected results", &self.corrections)
            .column(Column::number("Command").naming(), |one| Cell::whole(one.command))
            .column(Column::short("When"), |one| Cell::text(&one.at))
            .column(Column::text("What it came to"), |one| Cell::text(&one.what))
            .column(Column::text("By"), |one| Cell::maybe(&one.official))
            .table()
    }

    fn officials_table(&self) -> Table {
        Table::of("Officials", &self.officials)
            .column(Column::text("Name").naming(), |official| Cell::text(&official.name))
            .column(Column::text("Office"), |official| Cell::text(official.role))
            .column(Column::text("Section"), |official| Cell::text(official.section.as_deref().unwrap_or("all")))
            .table()
    }
}
