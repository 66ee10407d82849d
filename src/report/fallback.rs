//! Paper for the hour in which the machine fails: a wall chart to fill in by hand, and the pool of the next round.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::naming::TeamRef;
use super::printable::Report;
use super::standings::Line;
use crate::tournament::{Section, Tournament};
use serde::Serialize;

/// A wall chart to be written on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WallChart {
    /// Teams by number.
    pub teams: Vec<TeamRef>,
    /// Rounds to leave room for.
    pub rounds: u32,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// The teams to be paired by hand, by score group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pool {
    /// Best first: score as shown, and the team.
    pub teams: Vec<(String, TeamRef)>,
    /// The round to be paired.
    pub round: u32,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// An empty wall chart of a section.
pub fn wall_chart(tournament: &Tournament, section: &Section, rounds: u32, stamp: Stamp) -> WallChart {
    let mut teams: Vec<TeamRef> = tournament.teams_in(section.id).map(|team| TeamRef::new(tournament, team)).collect();
    teams.sort_by_key(|team| team.number);
    WallChart { teams, rounds, masthead: Masthead::new(tournament, Some(section), None, stamp) }
}

/// The pool of the next round, by the standings after the last one.
pub fn pool(tournament: &Tournament, section: &Section, round: u32, lines: &[Line], stamp: Stamp) -> Pool {
    let team = |line: &Line| {
        let shown = super::points_shown(line.points, section.match_points);
        Some((shown, TeamRef::find(tournament, line.team)?))
    };
    let masthead =
        Masthead::new(tournament, Some(section), Some(round), stamp).starting(tournament.start_time(section.id, round));
    Pool { teams: lines.iter().filter_map(team).collect(), round, masthead }
}

impl Report for WallChart {
    fn document(&self) -> Document {
        let mut columns = vec![Column::number("No."), Column::text("Team").over("Players").naming()];
        columns.extend((1..=self.rounds).map(|round| Column::mark(format!("Round {round}"))));
        columns.push(Column::mark("Points"));
        let row = |team: &TeamRef| {
            let mut cells = vec![Cell::whole(team.number), team.cell()];
            cells.resize(columns.len(), Cell::empty());
            cells
        };
        let table = Table { rows: self.teams.iter().map(row).collect(), ..Table::new("Wall chart", columns.clone()) };
        let page = Page { landscape: true, ruled: true, ..Page::default() };
        Document { page, ..Document::new("Wall chart", self.masthead.clone()) }
            .with_subtitle("By hand: opponent's number over the score so far, W, D or L beside it")
            .with(Block::Table(table))
    }
}

impl Report for Pool {
    fn document(&self) -> Document {
        let columns = vec![
            Column::number("Pts"),
            Column::number("No."),
            Column::text("Team").over("Players").naming(),
            Column::text("School"),
            Column::mark("Table"),
            Column::text("Opponent"),
        ];
        let row = |(points, team): &(String, TeamRef)| {
            vec![
                Cell::text(points).strong(),
                Cell::whole(team.number),
                team.cell(),
                Cell::text(team.school.clone().unwrap_or_default()),
                Cell::empty(),
                Cell::empty(),
            ]
        };
        let table = Table { rows: self.teams.iter().map(row).collect(), ..Table::new("Pool", columns) };
        let page = Page { ruled: true, size: TypeSize::Hand, ..Page::default() };
        Document { page, ..Document::new("Pool to pair by hand", self.masthead.clone()) }
            .with_subtitle("Within each score: top half against bottom half, no two who have met")
            .with(Block::Table(table))
    }
}
