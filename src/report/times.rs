//! Round start times for the wall: a line a section, a column a round.

use super::document::{Cell, Column, Document, Page, Table, TypeSize};
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
        let round = |round| {
            let cell = move |section: &&SectionTimes| match section
                .times
                .iter()
                .find(|time| time.round == round)
                .map(|time| &time.shown)
            {
                Some((Some(day), time)) => Cell::text(time).strong().over(day),
                Some((None, time)) => Cell::text(time).strong(),
                None => Cell::empty(),
            };
            (Column::mark(format!("Round {round}")), cell)
        };
        let planned = self.sections.iter().filter(|section| !section.times.is_empty());
        let table = Table::of("Round start times", planned)
            .column(Column::text("Section").naming(), |section| Cell::text(&section.section))
            .columns((1..=last).map(round))
            .table();
        // A single section is printed down the page.
        let page = Page { landscape: table.rows.len() > 1 && last > 4, size: TypeSize::Wall, ..Page::default() };
        Document::new("Round start times", self.masthead.clone()).on(page).with(table)
    }

    fn template(&self) -> &'static str {
        "times"
    }
}
