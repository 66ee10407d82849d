//! The crosstable: every team's road through the event, round by round; in a round robin, the square of who met whom.
//!
//! Opponents are named by their number on the sheets, which never changes, not by rank.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::naming::{TeamRef, points_number, points_shown};
use super::printable::Report;
use super::standings::{Line, Tiebreak};
use crate::standings::crosstable::{GridRow, Square};
use crate::tournament::{HalfPoints, MatchScore, Record, RoundRecord, Section, Tournament, Unplayed};
use serde::Serialize;

/// The crosstable of a section.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Section name.
    pub section: String,
    /// Rounds shown.
    pub after_round: u32,
    /// Best first, or by number.
    pub rows: Vec<Row>,
    /// Heads of the tie-break columns.
    #[serde(skip)]
    pub tiebreaks: Vec<Tiebreak>,
    /// Matches a round.
    #[serde(skip)]
    pub matches: u8,
    /// Head and foot.
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One team.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Place in the standings.
    pub rank: u32,
    /// Who.
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
            let opponent = opponent(round).and_then(|index| teams.get(index)?.as_ref());
            Entry {
                shown: format!("{}{}", sign(round), opponent.map(|team| team.sheet_number().to_string()).unwrap_or_default()),
                opponent: opponent.map(|team| team.number),
                points: points_number(round.points(), section.match_points),
                total: points_number(total, section.match_points),
                total_shown: points_shown(total, section.match_points),
            }
        };
        Some(Row {
            rank: line.rank,
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
        rows: lines.iter().filter_map(row).collect(),
        tiebreaks: tiebreaks.to_vec(),
        matches: section.matches,
        masthead: Masthead::new(tournament, Some(section), None, stamp).provisional(open),
    }
}

impl View {
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

/// The team across the table, met or only scheduled.
fn opponent(round: &RoundRecord) -> Option<usize> {
    match round {
        RoundRecord::Played { opponent, .. } | RoundRecord::Open { opponent, .. } => Some(*opponent),
        RoundRecord::Unplayed { scheduled, .. } => *scheduled,
    }
}

/// The letters before the opponent's number, as US wall charts write them.
fn sign(round: &RoundRecord) -> String {
    match round {
        RoundRecord::Played { matches, .. } => matches.iter().map(letter).collect(),
        RoundRecord::Open { .. } => "?".to_owned(),
        RoundRecord::Unplayed { kind, .. } => match kind {
            Unplayed::ForfeitWin => "X",
            Unplayed::ForfeitLoss => "F",
            Unplayed::FullBye => "B",
            Unplayed::HalfBye => "H",
            Unplayed::ZeroBye => "U",
        }
        .to_owned(),
    }
}

fn letter(score: &MatchScore) -> char {
    match (score.played, score.own.cmp(&score.theirs)) {
        (true, std::cmp::Ordering::Greater) => 'W',
        (true, std::cmp::Ordering::Equal) if score.own > HalfPoints::ZERO => 'D',
        (true, _) => 'L',
        (false, std::cmp::Ordering::Greater) => 'X',
        (false, _) => 'F',
    }
}

impl Report for View {
    fn document(&self) -> Document {
        if self.is_square() {
            return self.square();
        }
        let legend = match self.matches {
            1 => "W12 won against No. 12, D drew, L lost; X and F by forfeit; B bye, H half-point bye, U not played; below: the score",
            _ => "WD12 won, then drew against No. 12, L lost; X and F by forfeit; B bye, H half-point bye, U not played; below: the score",
        };
        let mut columns = vec![Column::number("Rank"), Column::number("No."), Column::text("Team").over("Players").naming()];
        columns.extend((1..=self.after_round).map(|round| Column::mark(format!("Rd {round}")).over(format!("Total {round}"))));
        columns.push(Column::number("Pts"));
        columns.extend(self.tiebreaks.iter().map(|tiebreak| Column::number(&tiebreak.heading)));
        let caption = format!("Crosstable after round {}", self.after_round);
        let table = Table { rows: self.rows.iter().map(|row| self.cells(row)).collect(), ..Table::new(caption, columns) };
        let page = Page { landscape: true, size: TypeSize::Small, ..Page::default() };
        Document { page, ..Document::new("Crosstable", self.masthead.clone()) }.with_subtitle(legend).with(Block::Table(table))
    }
}

impl View {
    /// The square of a round robin. Its tie-breaks stand in the standings: here the room belongs to the columns.
    fn square(&self) -> Document {
        let twice = self.rows.iter().flat_map(|row| row.meetings.iter().flatten()).any(|met| met.len() > 1);
        let mut columns = vec![Column::number("Rank"), Column::number("No."), Column::text("Team").over("Players").naming()];
        columns.extend(self.rows.iter().map(|row| {
            let number = row.team.sheet_number();
            let column = Column::mark(number.to_string());
            if twice { column.over(format!("{number} again")) } else { column }
        }));
        columns.push(Column::number("Pts"));
        let cells = |(at, row): (usize, &Row)| {
            let mut cells = vec![Cell::whole(row.rank).strong(), Cell::whole(row.team.sheet_number()), row.team.cell()];
            cells.extend(row.meetings.iter().flatten().enumerate().map(|(column, met)| match &met[..] {
                [] if column == at => Cell::text("×").soft(),
                [] => Cell::empty(),
                [only] => Cell::text(only),
                [first, later @ ..] => Cell::text(first).over(later.join(" ")),
            }));
            cells.push(Cell::number(row.points, row.points_shown.clone()).strong());
            cells
        };
        let caption = format!("Crosstable after round {}", self.after_round);
        let table = Table { rows: self.rows.iter().enumerate().map(cells).collect(), ..Table::new(caption, columns) };
        let legend = match twice {
            true => "Points against each team by its number, the second meeting below the first; + and - by forfeit, ? open",
            false => "Points against each team by its number; + and - by forfeit, ? open",
        };
        let page = Page { landscape: true, size: TypeSize::Small, ..Page::default() };
        Document { page, ..Document::new("Crosstable", self.masthead.clone()) }.with_subtitle(legend).with(Block::Table(table))
    }

    fn cells(&self, row: &Row) -> Vec<Cell> {
        let mut cells = vec![Cell::whole(row.rank).strong(), Cell::whole(row.team.sheet_number()), row.team.cell()];
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
