//! The pairings of a round as values: tables, byes, seats, results.

use super::super::masthead::Masthead;
use super::super::masthead::Stamp;
use super::super::naming::{PlayerRef, TeamRef, points_number, points_shown};
use crate::event::{Event, Part};
use crate::tournament::{
    Assignment, Board, BoardLetter, ByePoints, Colours, Format, HalfPoints, MatchId, MatchResult, Reason, Round,
    Section, TableNumber, TeamId,
};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How the sheet is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By table, for the wall.
    #[default]
    Table,
    /// By team name.
    Team,
    /// By player, family name first: where children find themselves.
    Player,
    /// By school, for coaches.
    School,
}

/// The pairings of one round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundPairings {
    pub section: String,
    pub round: u32,
    /// What the round is called: `Round 3`, `Semi-finals`.
    #[serde(skip)]
    pub called: String,
    #[serde(skip)]
    pub is_knockout: bool,
    /// Tables by number, then byes.
    pub pairings: Vec<Pairing>,
    /// The tables that counted as drawn for this pairing, because their results were missing; told only by the command that pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed_drawn: Option<Vec<AssumedDrawn>>,
    /// How the document is sorted. The JSON is always by table.
    #[serde(skip)]
    pub order: Order,
    /// Whether these are only the tables that were changed since the round was posted.
    #[serde(skip)]
    pub changed: bool,
    #[serde(skip)]
    pub masthead: Masthead,
    /// Whether the sheet directs colours.
    #[serde(skip)]
    pub directed: bool,
}

impl RoundPairings {
    /// Only the tables and byes with one of these teams: what has changed since the round was posted.
    pub fn changed(mut self, teams: &[TeamId]) -> Self {
        let has = |team: &Contestant| teams.iter().any(|t| t.0 == team.team.number);
        self.pairings.retain(|p| has(&p.first) || p.second.as_ref().is_some_and(has));
        Self { changed: true, ..self }
    }
}

impl RoundPairings {
    /// The same with marks at these results.
    pub fn marked(mut self, is_corrected: &dyn Fn(TableNumber, u8) -> bool) -> Self {
        for pairing in &mut self.pairings {
            let table = pairing.table.map(TableNumber);
            for shown in &mut pairing.results {
                shown.corrected = table.is_some_and(|table| is_corrected(table, shown.number));
            }
        }
        self
    }
}

/// Matches of an earlier round that were paired upon as if they had been drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AssumedDrawn {
    /// The round that they belong to.
    pub round: u32,
    pub tables: Vec<u32>,
}

/// One table, or one team without an opponent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pairing {
    /// Table number; null for a bye.
    pub table: Option<u32>,
    /// The team printed on the left.
    pub first: Contestant,
    /// Its opponent; null for a bye.
    pub second: Option<Contestant>,
    /// What the bye scores; null at a table.
    pub bye: Option<ByePoints>,
    /// What the odd team's bye scores, where that is not the full round.
    #[serde(skip)]
    pub bye_scores: Option<String>,
    /// Whether the team has no tie in this round of a knockout and goes on to the next.
    #[serde(skip)]
    pub goes_through: bool,
    /// What is decided at the table: `Quad 2`, `Third place`.
    #[serde(skip)]
    pub part: Option<String>,
    /// One entry a match; empty for a bye.
    pub results: Vec<MatchShown>,
}

/// A team in a pairing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contestant {
    #[serde(flatten)]
    pub team: TeamRef,
    /// Score before the round.
    pub points: f64,
    /// The same as printed.
    #[serde(skip)]
    pub points_shown: String,
    /// Where each partner sits in the first match, in the order of `team.players`.
    pub seats: Vec<SeatShown>,
}

/// Where a player sits in the first match of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SeatShown {
    /// The player's number.
    pub player: u32,
    pub board: BoardLetter,
    /// Whether the player has White there.
    pub white: bool,
}

/// One match of a pairing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MatchShown {
    /// 1, or 2 in a double round.
    #[serde(rename = "match")]
    pub number: u8,
    /// As typed; null while it is open.
    pub result: Option<&'static str>,
    /// The board that decided it, if it is known.
    pub board: Option<BoardLetter>,
    /// How that board ended, if it is known.
    pub by: Option<Reason>,
    /// Whether it is marked as another than was told at first. Only pages tell.
    #[serde(skip)]
    pub corrected: bool,
}

/// The pairings of a posted round.
pub fn view(event: &Event, section: &Section, round: &Round, order: Order, stamp: Stamp) -> RoundPairings {
    let tournament = event.tournament();
    let before: HashMap<TeamId, HalfPoints> =
        event.records(section, round.number - 1).into_iter().map(|record| (record.team, record.score())).collect();
    let contestant = |team: TeamId, seats: Option<[Board; 2]>| {
        let points = before.get(&team).copied().unwrap_or_default();
        Some(Contestant::of(TeamRef::find(tournament, team)?, points, section, seats))
    };
    let parts = event.parts(section, round.number);
    let tables = round.tables().into_iter().filter_map(|(table, [first, second])| {
        let id = |number| MatchId { section: section.id, round: round.number, table, number };
        let results = (1..=section.matches).map(|number| MatchShown::of(event, round, id(number))).collect();
        let seats = tournament.boards_at(round, id(1), round.slip(table, 1));
        Some(Pairing {
            table: Some(table.0),
            first: contestant(first, seats)?,
            second: Some(contestant(second, seats)?),
            bye: None,
            bye_scores: None,
            goes_through: false,
            part: parts.between([first, second]).map(Part::shown),
            results,
        })
    });
    let odd_bye = event.assigned_bye(section);
    let full = HalfPoints(2 * i32::from(section.matches));
    let mut byes: Vec<Pairing> = round
        .assignments
        .iter()
        .filter_map(|(team, assignment)| match assignment {
            Assignment::Bye { points, assigned } => Some(Pairing {
                table: None,
                first: contestant(*team, None)?,
                second: None,
                bye: Some(*points),
                bye_scores: (*assigned && odd_bye != full).then(|| points_shown(odd_bye, section.match_points)),
                goes_through: section.format == Format::Knockout,
                part: None,
                results: vec![],
            }),
            Assignment::Table { .. } => None,
        })
        .collect();
    byes.sort_by(|a, b| {
        b.first.points.total_cmp(&a.first.points).then_with(|| a.first.team.number.cmp(&b.first.team.number))
    });
    let reasons = if round.provisional { vec!["paired while results or appeals were open".to_owned()] } else { vec![] };
    let called = event.round_titled(section, round.number);
    RoundPairings {
        section: section.name.clone(),
        round: round.number,
        is_knockout: section.format == Format::Knockout,
        pairings: tables.chain(byes).collect(),
        assumed_drawn: None,
        order,
        changed: false,
        masthead: Masthead::new(tournament, Some(section), Some(round.number), stamp)
            .called(&called)
            .starting(tournament.start_time(section.id, round.number))
            .provisional(reasons),
        directed: section.colours == Colours::Directed,
        called,
    }
}

impl Contestant {
    fn of(team: TeamRef, points: HalfPoints, section: &Section, seats: Option<[Board; 2]>) -> Self {
        let seat = |player: &PlayerRef| {
            seats.iter().flatten().find_map(|board| match player.number {
                n if n == board.white.0 => Some(SeatShown { player: n, board: board.letter, white: true }),
                n if n == board.black.0 => Some(SeatShown { player: n, board: board.letter, white: false }),
                _ => None,
            })
        };
        Self {
            seats: team.players.iter().filter_map(seat).collect(),
            team,
            points: points_number(points, section.match_points),
            points_shown: points_shown(points, section.match_points),
        }
    }
}

impl MatchShown {
    fn of(event: &Event, round: &Round, id: MatchId) -> Self {
        let result = event.results().get(&id).copied();
        let slip = result.and(round.slip(id.table, id.number));
        let decided = result.zip(slip).and_then(|(result, slip)| slip.deciding(result));
        Self {
            number: id.number,
            result: result.map(MatchResult::as_typed),
            board: decided.map(|board| board.board),
            by: decided.map_or_else(|| slip.and_then(|slip| slip.reason), |board| board.reason),
            corrected: false,
        }
    }

    /// What stands behind it.
    pub fn sign(&self) -> &'static str {
        if self.corrected { "*" } else { "" }
    }
}
