//! Round start times for the wall: a line a section, a column a round.

use super::document::{Cell, Column, Document, Page, Table, TypeSize};
use super::families::columns;
use super::masthead::{Masthead, Stamp};
use super::printable::Report;
use crate::tournament::{CLOCK, RoundTime, Section, StartTime, Tournament};
use serde_json::{Value, json};

pub fn view(tournament: &Tournament, only: Option<&Section>, stamp: Stamp) -> Report {
    let sections = tournament.sections.iter().filter(|section| only.is_none_or(|only| only.id == section.id));
    let times = |section: &Section| tournament.timetable(section.id).collect::<Vec<_>>();
    let by_section = sections.clone().map(|section| {
        let times = times(section);
        let times: Vec<Value> =
            times.iter().map(|time| json!({ "round": time.round, "starts": time.starts.iso() })).collect();
        json!({ "section": section.name, "rounds": section.rounds, "times": times })
    });
    let json = json!({ "sections": by_section.collect::<Vec<_>>() });
    let planned: Vec<_> =
        sections.map(|section| (section, times(section))).filter(|(_, times)| !times.is_empty()).collect();
    let last = planned.iter().flat_map(|(_, times)| times).map(|time| time.round).max().unwrap_or(0);
    let shown = |starts: StartTime| {
        let time = Cell::text(starts.time.format(CLOCK).to_string()).strong();
        match starts.day {
            Some(day) => time.over(day.format("%a, %b %-d").to_string()),
            None => time,
        }
    };
    let round = |round| {
        let cell = move |(_, times): &&(&Section, Vec<RoundTime>)| {
            times.iter().find(|time| time.round == round).map_or_else(Cell::empty, |time| shown(time.starts))
        };
        (Column::mark(format!("Round {round}")), cell)
    };
    let table = Table::of("Round start times", &planned)
        .column(Column::text(columns::SECTION).naming(), |(section, _)| Cell::text(&section.name))
        .columns((1..=last).map(round))
        .table();
    // A single section is printed down the page.
    let page = Page { landscape: table.rows.len() > 1 && last > 4, size: TypeSize::Wall, ..Page::default() };
    let masthead = Masthead::new(tournament, only, None, stamp);
    Report::of(Document::new("Round start times", masthead).on(page).with(table), json).set_by("times")
}
