//! The pairings for a screen that the whole hall sees: table and teams in big type, nothing else.

use super::document::{Cell, Column, Document, Page, Table, TypeSize};
use super::families::columns;
use super::masthead::{Masthead, dotted};
use super::naming::TeamRef;
use super::pairings::{self, Pairing};
use super::printable::Report;
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Projection {
    pub screens: Vec<Screen>,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Screen {
    pub section: String,
    pub round: u32,
    /// What the round is called: `Round 3`, `Semifinals`.
    #[serde(skip)]
    pub called: String,
    /// Since when it is played, as shown.
    pub clock: Option<String>,
    /// Tables by number, then byes.
    pub pairings: Vec<Pairing>,
}

/// Lines on one screen that are still read from the last row.
const LINES: usize = 14;

/// Columns of tables side by side that still leave room for names.
const MOST_SIDE_BY_SIDE: usize = 3;

/// A name as far as a wall has room for it.
fn in_brief(name: &str) -> String {
    const LETTERS: usize = 36;
    match name.char_indices().nth(LETTERS) {
        Some((end, _)) if name.chars().count() > LETTERS + 2 => format!("{}…", name[..end].trim_end()),
        _ => name.to_owned(),
    }
}

fn cell(team: &TeamRef) -> Cell {
    Cell::text(in_brief(&team.shown)).of_team(team.number)
}

/// A team's name as far as a wall has room for it, and its number.
pub fn numbered(team: &TeamRef) -> String {
    cell(team).read()
}

impl Screen {
    pub fn of(sheet: &pairings::RoundPairings, clock: Option<String>) -> Self {
        Self {
            section: sheet.section.clone(),
            round: sheet.round,
            called: sheet.called.clone(),
            clock,
            pairings: sheet.pairings.clone(),
        }
    }

    /// Section, round and clock in one line.
    pub fn title(&self) -> String {
        dotted([Some(self.section.as_str()), Some(&self.called), self.clock.as_deref()])
    }

    fn table(&self, lines: &[Pairing]) -> Table {
        let caption = match (lines.first().and_then(|line| line.table), lines.iter().rev().find_map(|line| line.table))
        {
            (Some(first), Some(last)) => format!("{}, tables {first} to {last}", self.title()),
            _ => format!("{}, byes", self.title()),
        };
        Table::of(caption, lines)
            .column(Column::number(columns::TABLE).naming(), |line| {
                line.table.map_or_else(Cell::empty, Cell::whole).strong()
            })
            .column(Column::team(columns::TEAM), |line| cell(&line.first.team).strong())
            .column(Column::team(columns::OPPONENT), |line| match &line.second {
                Some(second) => cell(&second.team).strong(),
                None => Cell::text(line.without_opponent()).soft(),
            })
            .table()
    }
}

impl Projection {
    /// So many lines of one screen, from a place on, for a terminal that turns the pages itself.
    pub fn part(&self, screen: usize, from: usize, lines: usize, pages: (usize, usize)) -> Document {
        let document = Document::new("Pairings", self.masthead.clone());
        let Some(shown) = self.screens.get(screen) else { return document };
        let until = shown.pairings.len().min(from + lines);
        let title = match pages {
            (_, 1) => shown.title(),
            (page, of) => format!("{} · page {page} of {of}", shown.title()),
        };
        Document { title, ..document }.with(shown.table(&shown.pairings[from.min(until)..until]))
    }
}

impl From<Projection> for Report {
    fn from(view: Projection) -> Self {
        Self::of(view.document(), view)
    }
}

impl Projection {
    pub fn document(&self) -> Document {
        let page = Page { landscape: true, size: TypeSize::Screen, ..Page::default() };
        let document = Document::new("Pairings", self.masthead.clone()).on(page);
        self.screens.iter().fold(document, |document, screen| {
            let side_by_side = screen.pairings.len().div_ceil(LINES).clamp(1, MOST_SIDE_BY_SIDE);
            let lines = screen.pairings.len().div_ceil(side_by_side).max(1);
            let parts = screen.pairings.chunks(lines).map(|part| screen.table(part).into());
            document.headed(1, screen.title()).with_all(parts)
        })
    }
}
