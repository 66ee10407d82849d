//! Who met whom with what result: the Swiss wall chart, and the square grid of a round robin.
//!
//! Cells name opponents by index; the document that prints them knows the one stable number of each team.

use super::scorebook::Field;
use super::table::{Line, Settings, table};
use crate::tournament::{HalfPoints, MatchScore, RoundRecord, Unplayed, is_one_each};

/// In which order the rows come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As in the standings.
    #[default]
    Place,
    /// By the team's number.
    Number,
}

/// What a round came to for a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Paired: a letter a match, and the opponent. `W12`, in a double round `WD12`; a forfeit may have no opponent on record. Won, drawn and
    /// lost are `W`, `D` and `L`, by forfeit `X` and `F`; `?` is open.
    Paired(String, Option<usize>),
    /// `B`: a full-point bye, or the odd team's bye.
    Bye,
    /// `H`: a half-point bye.
    HalfBye,
    /// `U`: unplayed, no points.
    Unplayed,
    /// `M`: played in another section, before the team was moved.
    Moved,
    /// `(W12)`: the opponent left so early that the match counts for nobody.
    Struck(Box<Cell>),
}

impl Cell {
    /// The team across the table, met or only scheduled: its index.
    pub fn opponent(&self) -> Option<usize> {
        match self {
            Self::Paired(_, opponent) => *opponent,
            Self::Struck(cell) => cell.opponent(),
            _ => None,
        }
    }

    /// As printed, with the opponent's number.
    pub fn text(&self, number: &dyn Fn(usize) -> u32) -> String {
        match self {
            Self::Paired(letters, opponent) => {
                opponent.map_or(letters.clone(), |index| format!("{letters}{}", number(index)))
            }
            Self::Bye => "B".to_owned(),
            Self::HalfBye => "H".to_owned(),
            Self::Unplayed => "U".to_owned(),
            Self::Moved => "M".to_owned(),
            Self::Struck(cell) => format!("({})", cell.text(number)),
        }
    }
}

/// One round as a wall chart writes it, in a section of so many matches a round, and the points that it gives: none against a team
/// that is struck.
pub fn counted(round: &RoundRecord, matches: u8, struck: &[bool]) -> (Cell, HalfPoints) {
    let cell = cell(round, matches);
    match cell.opponent().is_some_and(|opponent| struck[opponent]) {
        true => (Cell::Struck(Box::new(cell)), HalfPoints::ZERO),
        false => (cell, round.points()),
    }
}

fn cell(round: &RoundRecord, matches: u8) -> Cell {
    let letters = |scores: &[MatchScore]| scores.iter().map(letter).collect::<String>();
    match round {
        RoundRecord::Played { opponent, matches, .. } => Cell::Paired(letters(matches), Some(*opponent)),
        RoundRecord::Open { opponent, matches: scores } => {
            Cell::Paired(format!("{:?<1$}", letters(scores), usize::from(matches)), Some(*opponent))
        }
        RoundRecord::Unplayed { kind, scheduled, assigned, matches, .. } => match kind {
            // Of two forfeited matches one each, in their order.
            Unplayed::ForfeitWin if matches.iter().any(|one| letter(one) != 'X') => {
                Cell::Paired(letters(matches), *scheduled)
            }
            Unplayed::ForfeitWin => Cell::Paired("X".to_owned(), *scheduled),
            Unplayed::ForfeitLoss => Cell::Paired("F".to_owned(), *scheduled),
            Unplayed::FullBye => Cell::Bye,
            Unplayed::ZeroBye if *assigned => Cell::Bye,
            Unplayed::HalfBye => Cell::HalfBye,
            Unplayed::ZeroBye => Cell::Unplayed,
            Unplayed::Moved => Cell::Moved,
        },
    }
}

fn letter(score: &MatchScore) -> char {
    match (score.own, score.played) {
        (HalfPoints::DRAW, _) => 'D',
        (own, true) if own > HalfPoints::DRAW => 'W',
        (own, false) if own > HalfPoints::DRAW => 'X',
        (_, true) => 'L',
        (_, false) => 'F',
    }
}

/// One square of a grid: the meetings of two teams, first to last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Square {
    Points(HalfPoints),
    /// `+`: won by forfeit.
    ForfeitWin,
    /// `-`: lost by forfeit.
    ForfeitLoss,
    /// `+-` or `-+`: of two matches, each team forfeited one.
    ForfeitEach {
        won_first: bool,
    },
    Open,
}

impl Square {
    pub fn text(self) -> String {
        match self {
            Self::Points(points) => points.to_string(),
            Self::ForfeitWin => "+".to_owned(),
            Self::ForfeitLoss => "-".to_owned(),
            Self::ForfeitEach { won_first: true } => "+-".to_owned(),
            Self::ForfeitEach { won_first: false } => "-+".to_owned(),
            Self::Open => "?".to_owned(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridRow {
    /// The team's line of the standings.
    pub line: Line,
    /// Meetings with the team of each row, in the order of the rows. Empty on the diagonal and where they have not met.
    pub squares: Vec<Vec<Square>>,
}

/// The square grid of a round robin. Rows and columns are in one order.
pub fn grid(field: &Field, settings: &Settings, order: Order, number: &dyn Fn(usize) -> u32) -> Vec<GridRow> {
    let mut lines = table(field, settings);
    if order == Order::Number {
        lines.sort_by_key(|line| (line.group, number(line.index)));
    }
    let mut place = vec![0; lines.len()];
    lines.iter().enumerate().for_each(|(at, line)| place[line.index] = at);
    let width = lines.len();
    let until = field.after.map_or(usize::MAX, |after| after as usize);
    let row = |line: Line| {
        let mut squares = vec![Vec::new(); width];
        for round in field.entries[line.index].record.rounds.iter().take(until) {
            let (opponent, square) = match round {
                RoundRecord::Played { opponent, .. } => (*opponent, Square::Points(round.points())),
                RoundRecord::Open { opponent, .. } => (*opponent, Square::Open),
                RoundRecord::Unplayed { scheduled: Some(opponent), matches, .. } if is_one_each(matches) => {
                    let won_first = matches.first().is_some_and(|first| first.own > HalfPoints::ZERO);
                    (*opponent, Square::ForfeitEach { won_first })
                }
                RoundRecord::Unplayed { kind: Unplayed::ForfeitWin, scheduled: Some(opponent), .. } => {
                    (*opponent, Square::ForfeitWin)
                }
                RoundRecord::Unplayed { kind: Unplayed::ForfeitLoss, scheduled: Some(opponent), .. } => {
                    (*opponent, Square::ForfeitLoss)
                }
                RoundRecord::Unplayed { .. } => continue,
            };
            squares[place[opponent]].push(square);
        }
        GridRow { line, squares }
    };
    lines.into_iter().map(row).collect()
}
