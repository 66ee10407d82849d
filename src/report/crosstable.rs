//! The crosstable: every team's road through the event, round by round; in a round robin, the square of who met whom.
//!
//! Opponents are named by the team's number, which never changes, not by rank.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::naming::{TeamRef, points_number, points_shown};
use super::printable::Report;
use super::standings::{Line, Signs, Tiebreak, group_heading, rank_shown};
use crate::standings::crosstable::{GridRow, Square, cell};
use crate::tournament::{HalfPoints, Record, RoundRecord, Section, Tournament};
use serde::Serialize;

/// A table of more columns needs smaller type.
const MANY_COLUMNS: usize = 18;

/// The crosstable of a section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    pub section: String,
    pub after_round: u32,
    /// The column heads of its rounds: `Rd 1`, `Semi`.
    #[serde(skip)]
    pub heads: Vec<String>,
    /// Best first, or by number.
    pub rows: Vec<Row>,
    /// Heads of the tie-break columns.
    #[serde(skip)]
    pub tiebreaks: Vec<Tiebreak>,
    #[serde(skip)]
    pub matches: u8,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Place in the standings.
    pub rank: u32,
    /// The group within which the rank counts, from 1; left out where the section is one field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// The place as printed: `3-5` where teams share it.
    #[serde(skip)]
    pub rank_shown: String,
    /// A result of the team is still out, or an appeal about its match open.
    pub provisional: bool,
    /// A house team: listed, but out of the prizes.
    pub house: bool,
    /// It left a round robin early, so that its matches count for nobody; left out where that is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub struck: bool,
    /// It has left the event; left out where that is not so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    pub team: TeamRef,
    /// One entry a round.
    pub rounds: Vec<Entry>,
    /// In a round robin: the meetings with the team of each row, in the order of the rows, as points, `+` or `-` by forfeit, `?` open.
    /// Empty against itself and where the two have not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meetings: Option<Vec<Vec<String>>>,
    /// Score after the last round shown.
    pub points: f64,
    /// The same as printed.
    #[serde(skip)]
    pub points_shown: String,
    /// The tie-breaks, in column order.
    #[serde(skip)]
    pub tiebreaks: Vec<super::standings::TiebreakValue>,
}

impl Row {
    fn signs(&self) -> Signs {
        Signs { provisional: self.provisional, house: self.house, struck: self.struck, withdrawn: self.withdrawn }
    }
}

/// One round of one team.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// `W12`, in a double round `WD12`; `X12` and `F12` won and lost by forfeit; `B` full bye, `H` half bye, `U` not played; `?12` open.
    pub shown: String,
    /// The opponent's number in the tournament; null without one.
    pub opponent: Option<u32>,
    /// Points of the round.
    pub points: f64,
    /// Points up to this round.
    pub total: f64,
    /// The total as printed.
    #[serde(skip)]
    pub total_shown: String,
}

/// The crosstable after the last round in the records.
///
/// `records` hold every team of `lines`; their opponents are indices into `records`.
pub fn view(
    tournament: &Tournament,
    section: &Section,
    tiebreaks: &[Tiebreak],
    lines: &[Line],
    records: &[Record],
    open: Vec<String>,
    stamp: Stamp,
) -> View {
    let teams: Vec<Option<TeamRef>> = records.iter().map(|record| TeamRef::find(tournament, record.team)).collect();
    let row = |line: &Line| {
        let index = records.iter().position(|record| record.team == line.team)?;
        let mut total = HalfPoints::ZERO;
        let entry = |round: &RoundRecord| {
            total += round.points();
            let cell = cell(round, section.matches);
            let opponent = cell.opponent().and_then(|index| teams.get(index)?.as_ref());
            Entry {
                shown: cell.text(&|_| opponent.map_or(0, |team| team.number)),
                opponent: opponent.map(|team| team.number),
                points: points_number(round.points(), section.match_points),
                total: points_number(total, section.match_points),
                total_shown: points_shown(total, section.match_points),
            }
        };
        Some(Row {
            rank: line.rank,
            group: line.group,
            rank_shown: rank_shown(
                line.rank,
                lines.iter().filter(|other| other.group == line.group).map(|other| other.rank),
            ),
            provisional: line.provisional,
            house: line.house,
            struck: line.struck,
            withdrawn: line.withdrawn,
            team: teams[index].clone()?,
            rounds: records[index].rounds.iter().map(entry).collect(),
            meetings: None,
            points: points_number(line.points, section.match_points),
            points_shown: points_shown(line.points, section.match_points),
            tiebreaks: line.tiebreaks.clone(),
        })
    };
    let rounds = records.iter().map(|record| record.rounds.len()).max().unwrap_or(0);
    View {
        section: section.name.clone(),
        after_round: u32::try_from(rounds).unwrap_or(u32::MAX),
        heads: (1..=rounds).map(|round| format!("Rd {round}")).collect(),
        rows: lines.iter().filter_map(row).collect(),
        tiebreaks: tiebreaks.to_vec(),
        matches: section.matches,
        masthead: Masthead::new(tournament, Some(section), None, stamp).provisional(open),
    }
}

impl View {
    /// The same with other heads over its rounds.
    pub fn headed(self, heads: Vec<String>) -> Self {
        Self { heads, ..self }
    }

    /// The same crosstable as a square: a row and a column a team. `grid` has the teams of the rows in their order.
    pub fn squared(mut self, grid: &[GridRow], section: &Section) -> Self {
        let shown = |square: &Square| match square {
            Square::Points(points) => points_shown(*points, section.match_points),
            other => other.text(),
        };
        for row in &mut self.rows {
            let own = grid.iter().find(|candidate| candidate.line.team.0 == row.team.number);
            row.meetings = own.map(|own| own.squares.iter().map(|met| met.iter().map(shown).collect()).collect());
        }
        self
    }

    fn is_square(&self) -> bool {
        self.rows.first().is_some_and(|row| row.meetings.is_some())
    }
}

impl Report for View {
    fn document(&self) -> Document {
        if self.is_square() {
            return self.square();
        }
        let legend = match self.matches {
            1 => {
                "W12 won against No. 12, D drew, L lost; X and F by forfeit; B bye, H half-point bye, U not played; below: the score"
            }
            _ => {
                "WD12 won, then drew against No. 12, L lost; X and F by forfeit; B bye, H half-point bye, U not played; below: the score"
            }
        };
        let mut columns =
            vec![Column::number("Rank"), Column::number("No."), Column::text("Team").over("Players").naming()];
        columns.extend(
            (1..=self.after_round)
                .zip(&self.heads)
                .map(|(round, head)| Column::mark(head.clone()).over(format!("Total {round}"))),
        );
        columns.push(Column::number("Pts"));
        columns.extend(self.tiebreaks.iter().map(|tiebreak| Column::number(&tiebreak.heading)));
        let caption = format!("Crosstable after round {}", self.after_round);
        let table =
            Table { rows: self.rows.iter().map(|row| self.cells(row)).collect(), ..Table::folding(caption, columns) };
        self.sheet(legend, vec![Block::Table(table)])
    }
}

impl View {
    /// The sheet with its tables, and what the signs on it mean.
    fn sheet(&self, legend: &str, blocks: Vec<Block>) -> Document {
        let columns = |block: &Block| if let Block::Table(table) = block { table.columns.len() } else { 0 };
        let wide = blocks.iter().map(columns).any(|columns| columns > MANY_COLUMNS);
        let size = if wide { TypeSize::Small } else { TypeSize::Hand };
        let page = Page { landscape: true, size, ..Page::default() };
        let document = Document { page, ..Document::new("Crosstable", self.masthead.clone()) }.with_subtitle(legend);
        let meaning = Signs::meaning(self.rows.iter().map(Row::signs));
        blocks.into_iter().chain(meaning).fold(document, Document::with)
    }

    /// The square of a round robin, or one a group. Its tie-breaks stand in the standings: here the room belongs to the columns.
    fn square(&self) -> Document {
        let twice = self.rows.iter().flat_map(|row| row.meetings.iter().flatten()).any(|met| met.len() > 1);
        let grouped = self.rows.iter().any(|row| row.group.is_some());
        let mut blocks = Vec::new();
        let mut first = 0;
        for rows in self.rows.chunk_by(|one, next| one.group == next.group) {
            let caption = format!("Crosstable after round {}", self.after_round);
            if grouped {
                blocks.push(Block::Heading { level: 1, text: group_heading(rows[0].group, rows.len()), id: None });
            }
            blocks.push(Block::Table(square_of(rows, first, twice, caption)));
            first += rows.len();
        }
        let legend = match twice {
            true => {
                "Points against each team by its number, the second meeting below the first; + and - by forfeit, ? open"
            }
            false => "Points against each team by its number; + and - by forfeit, ? open",
        };
        self.sheet(legend, blocks)
    }

    fn cells(&self, row: &Row) -> Vec<Cell> {
        let mut cells = head(row);
        let entry = |entry: &Entry| {
            let shown = Cell::text(&entry.shown).over_number(entry.total, &entry.total_shown);
            if entry.shown.starts_with(['W', 'X']) { shown.strong() } else { shown }
        };
        cells.extend(row.rounds.iter().map(entry));
        cells.resize(3 + self.after_round as usize, Cell::empty());
        cells.push(Cell::number(row.points, row.points_shown.clone()).strong());
        cells.extend(row.tiebreaks.iter().map(|value| Cell::number(value.number, value.shown.clone())));
        cells
    }
}

/// Place with its signs, number and team.
fn head(row: &Row) -> Vec<Cell> {
    let place = Cell::number(row.rank.into(), format!("{}{}", row.rank_shown, row.signs().shown()));
    vec![place.strong(), Cell::whole(row.team.number), row.team.cell()]
}

/// The square of some rows that stand together, the first of them at `first`.
fn square_of(rows: &[Row], first: usize, twice: bool, caption: String) -> Table {
    let mut columns =
        vec![Column::number("Rank"), Column::number("No."), Column::text("Team").over("Players").naming()];
    columns.extend(rows.iter().map(|row| {
        let number = row.team.number;
        let column = Column::mark(number.to_string());
        if twice { column.over(format!("{number} again")) } else { column }
    }));
    columns.push(Column::number("Pts"));
    let cells = |(at, row): (usize, &Row)| {
        let mut cells = head(row);
        let among = row.meetings.iter().flatten().skip(first).take(rows.len());
        cells.extend(among.enumerate().map(|(column, met)| match &met[..] {
            [] if column == at => Cell::text("×").soft(),
            [] => Cell::empty(),
            [only] => Cell::text(only),
            [first, later @ ..] => Cell::text(first).over(later.join(" ")),
        }));
        cells.push(Cell::number(row.points, row.points_shown.clone()).strong());
        cells
    };
    Table { rows: rows.iter().enumerate().map(cells).collect(), ..Table::folding(caption, columns) }
}
