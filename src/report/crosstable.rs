//! The crosstable: every team's road through the event, round by round; in a round robin, the square of who met whom.
//!
//! Opponents are named by the team's number, which never changes, not by rank.

use super::document::{Block, Cell, Column, Document, Figure, Page, Rows, Table, TypeSize};
use super::families::columns;
use super::masthead::{Masthead, Stamp};
use super::naming::{TeamRef, points_number, points_shown};
use super::printable::Report;
use super::sources::rated_by;
use super::standings::{self, Signs, group_heading};
use crate::event::Event;
use crate::standings::Name;
use crate::standings::crosstable::{Cell as Counted, Order, Square, counted, grid};
use crate::tournament::{Format, HalfPoints, Record, RoundRecord, Section, TeamId};
use serde::Serialize;

/// A square of so many columns has room on an upright sheet.
const NARROW: usize = 10;

/// A table of more columns needs smaller type.
const MANY_COLUMNS: usize = 18;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CrosstableSheet {
    pub section: String,
    pub after_round: u32,
    /// The column heads of its rounds: `Rd 1`, `Semi`.
    #[serde(skip)]
    pub heads: Vec<String>,
    /// Best first, or by number.
    pub rows: Vec<CrosstableRow>,
    /// Heads of the tie-break columns.
    #[serde(skip)]
    pub tiebreaks: Vec<Name>,
    #[serde(skip)]
    pub matches: u8,
    #[serde(skip)]
    pub is_knockout: bool,
    /// The play-offs that decided places, and who is still to come from another section.
    #[serde(skip)]
    pub notes: Vec<String>,
    /// Which lists the ratings are from.
    #[serde(skip)]
    pub rated: Option<String>,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CrosstableRow {
    /// Place in the standings.
    pub rank: u32,
    /// The group within which the rank counts, from 1; left out where the section is one field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<u32>,
    /// The place as printed: `3-5` where teams share it.
    #[serde(skip)]
    pub rank_shown: String,
    #[serde(flatten)]
    pub signs: Signs,
    pub team: TeamRef,
    /// One entry a round.
    pub rounds: Vec<TeamRound>,
    /// In a round robin: the meetings with the team of each row, in the order of the rows, as points, `+` or `-` by forfeit, `?` open.
    /// Empty against itself and where the two have not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meetings: Option<Vec<Vec<String>>>,
    /// Score after the last round shown.
    pub points: Figure,
    /// In column order.
    #[serde(skip)]
    pub tiebreaks: Vec<Figure>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TeamRound {
    /// `W12`, in a double round `WD12`; `X12` and `F12` won and lost by forfeit; `B` full bye, the schedule's or that of a knockout, `H` half bye, `U` not
    /// played, `M` in another section; empty where the team is out of a knockout; `?12` open; `(W12)` against a team that is struck, so that it counts for nobody.
    pub shown: String,
    /// The opponent's number in the tournament; null without one.
    pub opponent: Option<u32>,
    /// Points of the round.
    pub points: f64,
    /// Points up to this round.
    pub total: Figure,
}

/// The crosstable of a section after a round: a wall chart, or the square of a round robin.
pub fn view(event: &Event, section: &Section, after: u32, by: Order, stamp: Stamp) -> CrosstableSheet {
    let mut standing = standings::rows(event, section, after);
    if by == Order::Number {
        standing.sort_by_key(|row| (row.group, row.team.number));
    }
    let records = event.records(section, after);
    let struck = standings::struck(&standing, &records);
    let mut rows: Vec<CrosstableRow> =
        standing.into_iter().filter_map(|row| CrosstableRow::of(event, row, &records, &struck, section)).collect();
    if matches!(section.format, Format::RoundRobin | Format::DoubleRoundRobin | Format::Quads) {
        let number = |index: usize| records[index].team.0;
        let squares = grid(&event.field(section, after), &event.settings(section.id).standings, by, &number);
        let shown = |square: &Square| match square {
            Square::Points(points) => points_shown(*points, section.match_points),
            other => other.text(),
        };
        for row in &mut rows {
            let own = squares.iter().find(|own| own.line.team.0 == row.team.number);
            row.meetings = own.map(|own| own.squares.iter().map(|met| met.iter().map(shown).collect()).collect());
        }
    }
    let rounds = (1..).zip(records.iter().max_by_key(|record| record.rounds.len()).into_iter().flat_map(|r| &r.rounds));
    let head = |(round, _)| event.stage(section, round).map_or_else(|| format!("Rd {round}"), |stage| stage.short());
    let heads: Vec<String> = rounds.map(head).collect();
    let tournament = event.tournament();
    let players = tournament.teams_in(section.id).flat_map(|team| tournament.partners(team));
    CrosstableSheet {
        section: section.name.clone(),
        after_round: u32::try_from(heads.len()).unwrap_or(u32::MAX),
        heads,
        rows,
        tiebreaks: standings::tiebreaks(event, section),
        matches: section.matches,
        is_knockout: section.format == Format::Knockout,
        notes: [event.play_off_notes(section, after), standings::still_to_come(event, section, after)].concat(),
        rated: rated_by(players),
        masthead: standings::head(event, section, after, stamp),
    }
}

/// A round of a team as it is written. In a knockout who had a bye goes on, and who is out plays no more.
pub(super) fn shown(
    event: &Event,
    section: &Section,
    team: TeamId,
    round: u32,
    cell: &Counted,
    number: &dyn Fn(usize) -> u32,
) -> String {
    if section.format != Format::Knockout || *cell != Counted::Unplayed {
        return cell.text(number);
    }
    let posted = event.tournament().round(section.id, round);
    let goes_on =
        posted.is_some_and(|posted| posted.assignment(team).is_some()) && event.drawn(section).contains(&team);
    if goes_on { "B" } else { "" }.to_owned()
}

impl CrosstableRow {
    /// A team's line of the standings with its rounds.
    fn of(
        event: &Event,
        row: standings::StandingsRow,
        records: &[Record],
        struck: &[bool],
        section: &Section,
    ) -> Option<Self> {
        let record = records.iter().find(|record| record.team.0 == row.team.number)?;
        let mut total = HalfPoints::ZERO;
        let entry = |(played, round): (u32, &RoundRecord)| {
            let (cell, points) = counted(round, section.matches, struck);
            total += points;
            let number = |index: usize| records.get(index).map_or(0, |record| record.team.0);
            TeamRound {
                shown: shown(event, section, record.team, played, &cell, &number),
                opponent: cell.opponent().map(number),
                points: points_number(points, section.match_points),
                total: Figure::score(total, section),
            }
        };
        Some(Self {
            rounds: (1..).zip(&record.rounds).map(entry).collect(),
            rank: row.rank,
            group: row.group,
            rank_shown: row.rank_shown,
            signs: Signs { brought: false, ..row.signs },
            team: row.team,
            meetings: None,
            points: row.points,
            tiebreaks: row.tiebreaks_shown,
        })
    }
}

impl From<CrosstableSheet> for Report {
    fn from(view: CrosstableSheet) -> Self {
        Self::of(view.document(), view)
    }
}

impl CrosstableSheet {
    pub fn document(&self) -> Document {
        if self.rows.first().is_some_and(|row| row.meetings.is_some()) {
            return self.square();
        }
        let won =
            if self.matches == 1 { "W12 won against No. 12, D drew" } else { "WD12 won, then drew against No. 12" };
        let has = |sign| self.rows.iter().flat_map(|row| &row.rounds).any(|round| round.shown.contains(sign));
        let moved = if has('M') { ", M in another section" } else { "" };
        let open = if has('?') { ", ? open" } else { "" };
        let off = if self.is_knockout { "B bye into the next round" } else { "B bye, H half-point bye, U not played" };
        let legend =
            format!("{won}, L lost; X and F by forfeit; {off}{moved}{open}; the number below is the score so far");
        let round = |(at, head): (usize, &String)| {
            let column = Column::mark(head).over(format!("Total {}", at + 1));
            (column, move |row: &&CrosstableRow| row.rounds.get(at).map_or_else(Cell::empty, TeamRound::cell))
        };
        let tiebreak = |(at, name): (usize, &Name)| {
            (Column::number(&name.heading).tucked(), move |row: &&CrosstableRow| row.tiebreaks[at].cell())
        };
        let table = named(format!("Crosstable after round {}", self.after_round), &self.rows)
            .columns(self.heads.iter().enumerate().map(round))
            .column(Column::number(columns::PTS), |row| row.points.cell().strong())
            .columns(self.tiebreaks.iter().enumerate().map(tiebreak));
        let table = Table { one_line: true, folds: true, ..table.table() };
        let idle = standings::not_applied(&self.tiebreaks, self.rows.iter().map(|row| &row.tiebreaks[..]));
        self.sheet(&legend, vec![table.into()]).with_all(idle)
    }

    /// The sheet with its tables, and what the signs on it mean.
    fn sheet(&self, legend: &str, blocks: Vec<Block>) -> Document {
        let meaning = Signs::meaning(self.rows.iter().map(|row| row.signs));
        let notes = self.notes.iter().chain(&self.rated).cloned().map(Block::Paragraph);
        let document = Document::new("Crosstable", self.masthead.clone()).with_subtitle(legend).with_all(blocks);
        let is_wide = document.tables().any(|table| table.columns.len() > MANY_COLUMNS);
        let size = if is_wide { TypeSize::Small } else { TypeSize::Hand };
        document.on(Page { landscape: true, size, ..Page::default() }).with_all(meaning).with_all(notes)
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
                blocks.push(Block::heading(1, group_heading(rows[0].group, rows.len())));
            }
            blocks.push(square_of(rows, first, twice, caption).into());
            first += rows.len();
        }
        let below = if twice { ", the second meeting below the first" } else { "" };
        let byes = match self.rows.iter().flat_map(|row| &row.rounds).any(TeamRound::is_bye) {
            true => "; B bye, H half-point bye",
            false => "",
        };
        let sheet = self
            .sheet(&format!("Points against each team by its number{below}; + and - by forfeit, ? open{byes}"), blocks);
        // Squares of few columns stand beneath each other.
        let is_narrow = grouped && sheet.tables().all(|table| table.columns.len() <= NARROW);
        Document { page: Page { landscape: !is_narrow, ..sheet.page }, ..sheet }
    }
}

impl TeamRound {
    /// Whether it is a bye that scores, or the schedule's.
    fn is_bye(&self) -> bool {
        matches!(self.shown.as_str(), "B" | "H")
    }

    fn cell(&self) -> Cell {
        if self.shown.is_empty() {
            return Cell::empty();
        }
        let shown = Cell::text(&self.shown).over_number(&self.total);
        if self.shown.starts_with(['W', 'X']) { shown.strong() } else { shown }
    }
}

/// Rows that begin with place, number and team.
fn named(caption: String, rows: &[CrosstableRow]) -> Rows<&CrosstableRow> {
    let place =
        |row: &&CrosstableRow| Cell::number(row.rank.into(), format!("{}{}", row.rank_shown, row.signs.shown()));
    Table::of(caption, rows)
        .column(Column::number(columns::RANK), |row| place(row).strong())
        .column(Column::number(columns::NUMBER), |row| Cell::whole(row.team.number))
        .column(Column::text(columns::TEAM).over("Players").naming(), |row| row.team.cell())
}

/// The square of some rows that stand together, the first of them at `first`.
fn square_of(rows: &[CrosstableRow], first: usize, twice: bool, caption: String) -> Table {
    let against = |(at, other): (usize, &CrosstableRow)| {
        let number = other.team.number;
        let column = Column::mark(number.to_string());
        let column = if twice { column.over(format!("{number} again")) } else { column };
        let cell = move |row: &&CrosstableRow| match row.meetings.as_ref().and_then(|meetings| meetings.get(first + at))
        {
            Some(met) if met.is_empty() && row.team.number == number => Cell::text("×").soft(),
            Some(met) => match &met[..] {
                [] => Cell::empty(),
                [only] => Cell::text(only),
                [first, later @ ..] => Cell::text(first).over(later.join(" ")),
            },
            None => Cell::empty(),
        };
        (column, cell)
    };
    let byes = |row: &CrosstableRow| {
        let byes = row.rounds.iter().filter(|round| round.is_bye()).map(|round| round.shown.as_str());
        byes.collect::<Vec<_>>().join(" ")
    };
    let table = named(caption, rows)
        .columns(rows.iter().enumerate().map(against))
        .column_if(rows.iter().any(|row| !byes(row).is_empty()), Column::mark(columns::BYES), |row| {
            Cell::text(byes(row))
        })
        .column(Column::number(columns::PTS), |row| row.points.cell().strong());
    Table { folds: true, ..table.table() }
}
