//! The pairings of a round as values: tables, byes, seats, results.

use super::super::masthead::Masthead;
use super::super::masthead::Stamp;
use super::super::naming::{PlayerRef, TeamRef, points_number, points_shown};
use crate::tournament::{
    Assignment, Board, BoardLetter, ByePoints, Colours, Format, HalfPoints, MatchId, MatchPoints, MatchResult, Reason,
};
use crate::tournament::{Round, Section, TeamId, Tournament};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

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

/// What the sheet is made from. The functions look up what other floors compute.
pub struct Source<'a> {
    pub tournament: &'a Tournament,
    /// Whose round it is.
    pub section: &'a Section,
    pub round: &'a Round,
    /// What the odd team's bye scores.
    pub odd_bye: HalfPoints,
    /// A team's score before this round.
    pub score: &'a dyn Fn(TeamId) -> HalfPoints,
    /// The result of a match as the rulebook derives it; `None` while it is open.
    pub result: &'a dyn Fn(MatchId) -> Option<MatchResult>,
    /// Who sits at boards a and b of a match; `None` where it cannot be told.
    pub boards: &'a dyn Fn(MatchId) -> Option<[Board; 2]>,
    /// What the round is called: `Round 3`, `Semi-finals`.
    pub called: String,
    /// What is decided between two teams: `Quad 2`, `Third place`.
    pub part: &'a dyn Fn([TeamId; 2]) -> Option<String>,
}

/// The pairings of one round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
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

impl View {
    /// Only the tables and byes with one of these teams: what has changed since the round was posted.
    pub fn changed(mut self, teams: &[TeamId]) -> Self {
        let has = |team: &Contestant| teams.iter().any(|t| t.0 == team.team.number);
        self.pairings.retain(|p| has(&p.first) || p.second.as_ref().is_some_and(has));
        Self { changed: true, ..self }
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
}

/// The pairings of a posted round.
pub fn view(source: &Source<'_>, order: Order, stamp: Stamp) -> View {
    let Source { tournament, section, round, .. } = source;
    let tables = round.tables().into_iter().filter_map(|(table, [first, second])| {
        let id = |number| MatchId { section: section.id, round: round.number, table, number };
        let results = (1..=section.matches).map(|number| match_shown(source, id(number))).collect();
        let seats = (source.boards)(id(1));
        let part = (source.part)([first, second]);
        let [first, second] = [contestant(source, first, seats)?, contestant(source, second, seats)?];
        Some(Pairing {
            table: Some(table.0),
            first,
            second: Some(second),
            bye: None,
            bye_scores: None,
            goes_through: false,
            part,
            results,
        })
    });
    let full = HalfPoints(2 * i32::from(section.matches));
    let mut byes: Vec<Pairing> = round
        .assignments
        .iter()
        .filter_map(|(team, assignment)| match assignment {
            Assignment::Bye { points, assigned } => Some(Pairing {
                table: None,
                first: contestant(source, *team, None)?,
                second: None,
                bye: Some(*points),
                bye_scores: (*assigned && source.odd_bye != full)
                    .then(|| points_shown(source.odd_bye, section.match_points)),
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
    View {
        section: section.name.clone(),
        round: round.number,
        called: source.called.clone(),
        is_knockout: section.format == Format::Knockout,
        pairings: tables.chain(byes).collect(),
        assumed_drawn: None,
        order,
        changed: false,
        masthead: Masthead::new(tournament, Some(section), Some(round.number), stamp)
            .called(&source.called)
            .starting(tournament.start_time(section.id, round.number))
            .provisional(reasons),
        directed: section.colours == Colours::Directed,
    }
}

fn contestant(source: &Source<'_>, team: TeamId, seats: Option<[Board; 2]>) -> Option<Contestant> {
    let team_ref = TeamRef::find(source.tournament, team)?;
    let points = (source.score)(team);
    let worth: MatchPoints = source.section.match_points;
    let seat = |player: &PlayerRef| {
        seats.iter().flatten().find_map(|board| match player.number {
            n if n == board.white.0 => Some(SeatShown { player: n, board: board.letter, white: true }),
            n if n == board.black.0 => Some(SeatShown { player: n, board: board.letter, white: false }),
            _ => None,
        })
    };
    let seats = team_ref.players.iter().filter_map(seat).collect();
    Some(Contestant {
        team: team_ref,
        points: points_number(points, worth),
        points_shown: points_shown(points, worth),
        seats,
    })
}

fn match_shown(source: &Source<'_>, id: MatchId) -> MatchShown {
    let result = (source.result)(id);
    let slip = result.and(source.round.slip(id.table, id.number));
    let decided = result.zip(slip).and_then(|(result, slip)| slip.deciding(result));
    MatchShown {
        number: id.number,
        result: result.map(MatchResult::as_typed),
        board: decided.map(|board| board.board),
        by: decided.map_or_else(|| slip.and_then(|slip| slip.reason), |board| board.reason),
    }
}
