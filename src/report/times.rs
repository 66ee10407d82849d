//! Round start times for the wall: a line a section, a column a round.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::{Masthead, Stamp};
use super::printable::Report;
use crate::tournament::{RoundTime, Section, Tournament};
use serde::Serialize;

/// The timetable of some sections.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundTimes {
    /// One entry a section, in order of creation.
    pub sections: Vec<SectionTimes>,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// The timetable of one section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SectionTimes {
    pub section: String,
    /// Rounds it plays, once that is known.
    pub rounds: Option<u32>,
    pub times: Vec<RoundTimeShown>,
}

/// The planned start of one round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundTimeShown {
    pub round: u32,
    /// ISO 8601.
    pub starts: String,
    /// The same as printed: the day over the time.
    #[serde(skip)]
    pub shown: (Option<String>, String),
}

/// The timetable of one section, or of all.
pub fn view(tournament: &Tournament, only: Option<&Section>, stamp: Stamp) -> RoundTimes {
    let sections = tournament.sections.iter().filter(|section| only.is_none_or(|only| only.id == section.id));
    let shown = |time: RoundTime| RoundTimeShown {
        round: time.round,
        starts: time.starts.iso(),
        shown: (
            time.starts.day.map(|day| day.format("%a %-d %b").to_string()),
            time.starts.time.format("%-H:%M").to_string(),
        ),
    };
    let times = |section: &Section| SectionTimes {
        section: section.name.clone(),
        rounds: section.rounds,
        times: tournament.timetable(section.id).map(shown).collect(),
    };
    RoundTimes { sections: sections.map(times).collect(), masthead: Masthead::new(tournament, only, None, stamp) }
}

impl Report for RoundTimes {
    fn document(&self) -> Document {
        let last = self.sections.iter().flat_map(|section| &section.times).map(|time| time.round).max().unwrap_or(0);
        let mut columns = vec![Column::text("Section").naming()];
        columns.extend((1..=last).map(|round| Column::mark(format!("Round {round}"))));
        let row = |section: &SectionTimes| {
            let cell = |round| match section.times.iter().find(|time| time.round == round).map(|time| &time.shown) {
                Some((Some(day), time)) => Cell::text(time).strong().over(day),
                Some((None, time)) => Cell::text(time).strong(),
                None => Cell::empty(),
            };
            std::iter::once(Cell::text(&section.section)).chain((1..=last).map(cell)).collect()
        };
        let planned = self.sections.iter().filter(|section| !section.times.is_empty());
        let table = Table { rows: planned.map(row).collect(), ..Table::new("Round start times", columns) };
        // A single section is printed down the page.
        let page = Page { landscape: table.rows.len() > 1 && last > 4, size: TypeSize::Wall, ..Page::default() };
        Document { page, ..Document::new("Round start times", self.masthead.clone()) }.with(Block::Table(table))
    }

    fn template(&self) -> &'static str {
        "times"
    }
}
