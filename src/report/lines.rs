//! The lines of a bracket as a block of a document, whatever draws them.

use super::families::columns;
use super::table::{Cell, Column, Emphasis, Table};
use serde::Serialize;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bracket {
    /// What it holds, for those who cannot see its place on the page.
    pub caption: String,
    /// From the first round to the final.
    pub columns: Vec<BracketColumn>,
    pub third_place: Option<BracketTie>,
    pub champion: Option<Cell>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BracketColumn {
    pub heading: String,
    pub ties: Vec<BracketTie>,
    /// Whether two neighbors lead to one tie of the next column.
    pub joined: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BracketTie {
    pub sides: [BracketSide; 2],
    /// The table while it is played, or how it came out otherwise than by points.
    pub note: String,
}

/// A team, a bye, or a place that is still empty.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BracketSide {
    /// Who goes on is strong, who is out soft.
    pub team: Cell,
    pub score: String,
}

/// What is over the match for third place.
pub const THIRD_PLACE: &str = "Third place";

impl Bracket {
    pub(super) fn cells(&mut self) -> impl Iterator<Item = &mut Cell> {
        let ties = self.columns.iter_mut().flat_map(|column| &mut column.ties).chain(&mut self.third_place);
        ties.flat_map(|tie| &mut tie.sides).map(|side| &mut side.team).chain(&mut self.champion)
    }

    pub(super) fn texts(&mut self) -> Vec<&mut String> {
        let Self { caption, columns, third_place, champion } = self;
        let (mut texts, mut ties) = (vec![caption], Vec::new());
        for column in columns {
            texts.push(&mut column.heading);
            ties.extend(&mut column.ties);
        }
        for BracketTie { sides, note } in ties.into_iter().chain(third_place) {
            texts.push(note);
            texts.extend(sides.iter_mut().flat_map(|side| side.team.texts()));
        }
        texts.extend(champion.iter_mut().flat_map(Cell::texts));
        texts
    }

    /// Its ties with what each is called, from the first round on.
    pub fn ties(&self) -> impl Iterator<Item = (&str, &BracketTie)> {
        let of_columns =
            self.columns.iter().flat_map(|column| column.ties.iter().map(move |tie| (&*column.heading, tie)));
        of_columns.chain(self.third_place.iter().map(|tie| (THIRD_PLACE, tie)))
    }

    /// The same as rows, for spreadsheets and for those who cannot see lines.
    pub fn table(&self) -> Table {
        let winner = |(_, tie): &(&str, &BracketTie)| {
            let won = tie.sides.iter().find(|side| side.team.emphasis == Emphasis::Strong);
            won.map_or_else(Cell::empty, |side| side.team.clone())
        };
        let side = |at: usize| move |(_, tie): &(&str, &BracketTie)| tie.sides[at].team.clone();
        let score =
            |at: usize| move |(_, tie): &(&str, &BracketTie)| Cell::text(tie.sides[at].score.replace('\u{a0}', " "));
        Table::of(&self.caption, self.ties())
            .column(Column::short(columns::ROUND).naming(), |(round, _)| Cell::text(*round))
            .column(Column::team(columns::TEAM), side(0))
            .column(Column::short(columns::SCORE), score(0))
            .column(Column::short(columns::OPPONENTS_SCORE), score(1))
            .column(Column::team(columns::OPPONENT), side(1))
            .column(Column::team(columns::ADVANCES), winner)
            .column(Column::text(columns::NOTE), |(_, tie)| Cell::text(&tie.note))
            .table()
    }
}
