//! Who plays whom where: the sheet on the wall, by table, by player, by team, by school.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::naming::{PlayerRef, TeamRef, points_number, points_shown};
use super::{Report, Stamp};
use crate::tournament::names::fold;
use crate::tournament::{Assignment, Board, BoardLetter, ByePoints, Colours, HalfPoints, MatchId, MatchPoints, MatchResult, Reason};
use crate::tournament::{Round, Section, Slip, TeamId, Tournament};
use clap::ValueEnum;
use serde::Serialize;

/// How the sheet is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
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
    /// The tournament.
    pub tournament: &'a Tournament,
    /// Whose round it is.
    pub section: &'a Section,
    /// The posted round.
    pub round: &'a Round,
    /// A team's score before this round.
    pub score: &'a dyn Fn(TeamId) -> HalfPoints,
    /// The result of a match as the rulebook derives it; `None` while it is open.
    pub result: &'a dyn Fn(MatchId) -> Option<MatchResult>,
    /// Who sits at boards a and b of a match; `None` where it cannot be told.
    pub boards: &'a dyn Fn(MatchId) -> Option<[Board; 2]>,
}

/// The pairings of one round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Section name.
    pub section: String,
    /// Round number.
    pub round: u32,
    /// Tables by number, then byes.
    pub pairings: Vec<Pairing>,
    /// How the document is sorted. The JSON is always by table.
    #[serde(skip)]
    pub order: Order,
    /// Head and foot.
    #[serde(skip)]
    pub masthead: Masthead,
    /// Whether the sheet directs colours.
    #[serde(skip)]
    pub directed: bool,
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
    /// One entry a match; empty for a bye.
    pub results: Vec<MatchShown>,
}

/// A team in a pairing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contestant {
    /// Who.
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
    /// The board.
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
        let [first, second] = [contestant(source, first, seats)?, contestant(source, second, seats)?];
        Some(Pairing { table: Some(table.0), first, second: Some(second), bye: None, results })
    });
    let mut byes: Vec<Pairing> = round
        .assignments
        .iter()
        .filter_map(|(team, assignment)| match assignment {
            Assignment::Bye { points, .. } => {
                Some(Pairing { table: None, first: contestant(source, *team, None)?, second: None, bye: Some(*points), results: vec![] })
            }
            Assignment::Table { .. } => None,
        })
        .collect();
    byes.sort_by(|a, b| b.first.points.total_cmp(&a.first.points).then_with(|| a.first.team.number.cmp(&b.first.team.number)));
    let reasons = if round.provisional { vec!["paired while results or appeals were open".to_owned()] } else { vec![] };
    View {
        section: section.name.clone(),
        round: round.number,
        pairings: tables.chain(byes).collect(),
        order,
        masthead: Masthead::new(tournament, Some(section), Some(round.number), stamp).provisional(reasons),
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
    Some(Contestant { team: team_ref, points: points_number(points, worth), points_shown: points_shown(points, worth), seats })
}

fn match_shown(source: &Source<'_>, id: MatchId) -> MatchShown {
    let result = (source.result)(id);
    let slip = result.and(source.round.slip(id.table, id.number));
    let decided = result.zip(slip).and_then(|(result, slip)| deciding_board(slip, result));
    MatchShown {
        number: id.number,
        result: result.map(MatchResult::as_typed),
        board: decided.map(|(board, _)| board),
        by: decided.map_or_else(|| slip.and_then(|slip| slip.reason), |(_, reason)| reason),
    }
}

/// The first board to end in the way the match did.
fn deciding_board(slip: &Slip, result: MatchResult) -> Option<(BoardLetter, Option<Reason>)> {
    let ends_like_match = |outcome: crate::tournament::BoardOutcome| match result {
        MatchResult::First | MatchResult::Second => outcome.winner().is_some_and(|side| MatchResult::won_by(side) == result),
        _ => outcome.winner().is_none(),
    };
    let decided = slip.boards.iter().filter(|board| ends_like_match(board.outcome)).min_by_key(|board| board.ended)?;
    Some((decided.board, decided.reason))
}

impl Report for View {
    fn document(&self) -> Document {
        let document = Document::new("Pairings", self.masthead.clone());
        let subtitle = |sorted: &str| match self.directed {
            true => [sorted, LEGEND].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "),
            false => sorted.to_owned(),
        };
        let wall = Page { size: TypeSize::Wall, ..Page::default() };
        match self.order {
            Order::Table if self.directed => {
                Document { page: wall, ..document.with_subtitle(subtitle("")) }.with(Block::Table(self.by_table()))
            }
            Order::Table => Document { page: wall, ..document }.with(Block::Table(self.by_table())),
            Order::Team => Document { page: wall, ..document.with_subtitle(subtitle("By team")) }.with(Block::Table(self.by_team())),
            Order::Player => {
                Document { page: Page { size: TypeSize::Hand, columns: 2, ..wall }, ..document.with_subtitle(subtitle("By player")) }
                    .with(Block::Table(self.by_player()))
            }
            Order::School => self.by_school().into_iter().fold(document.with_subtitle(subtitle("By school")), Document::with),
        }
    }
}

/// What the signs before the players mean.
const LEGEND: &str = "A and B are the boards, □ White, ■ Black";

/// One line of the lists that are not by table.
struct Place<'a> {
    table: Option<u32>,
    team: &'a Contestant,
    opponent: Option<&'a Contestant>,
    bye: Option<ByePoints>,
}

impl View {
    fn by_table(&self) -> Table {
        let columns = vec![
            Column::number("Table"),
            Column::text("Team").over("Players").naming(),
            Column::number("Pts").minor(),
            Column::mark("Result"),
            Column::number("Pts").minor(),
            Column::text("Opponent").over("Players"),
        ];
        let rows = self.pairings.iter().map(|pairing| {
            let second = pairing.second.as_ref();
            vec![
                pairing.table.map_or_else(Cell::empty, |table| Cell::whole(table).strong()),
                self.contestant_cell(&pairing.first).strong(),
                points(&pairing.first),
                Cell::text(result_text(pairing)),
                second.map_or_else(Cell::empty, points),
                second.map_or_else(|| Cell::text(bye_text(pairing.bye)).soft(), |second| self.contestant_cell(second).strong()),
            ]
        });
        Table { rows: rows.collect(), ..Table::new(format!("Pairings of round {}", self.round), columns) }
    }

    fn by_team(&self) -> Table {
        let columns =
            vec![Column::text("Team").over("Players").naming(), Column::number("Table"), Column::text("Opponent").over("Players")];
        let mut places: Vec<Place<'_>> = self.places().collect();
        places.sort_by_cached_key(|place| place.team.team.sort_key());
        let rows = places.iter().map(|place| vec![self.contestant_cell(place.team), place.table_cell(), self.opponent_cell(place)]);
        Table { rows: rows.collect(), ..Table::new(format!("Teams of round {}", self.round), columns) }
    }

    fn by_player(&self) -> Table {
        let columns = vec![Column::text("Player").naming(), Column::number("Table"), Column::mark("Board"), Column::text("Team")];
        let mut players: Vec<(&PlayerRef, Place<'_>)> =
            self.places().flat_map(|place| place.team.team.players.iter().map(move |player| (player, place.clone()))).collect();
        players.sort_by_cached_key(|(player, _)| player.sort_key());
        let rows = players.iter().map(|(player, place)| {
            let seat = place.team.seats.iter().find(|seat| seat.player == player.number);
            vec![
                Cell::text(&player.shown),
                place.table_cell(),
                Cell::text(seat.map(|seat| self.seat_text(seat)).unwrap_or_default()),
                Cell::text(&place.team.team.name).soft(),
            ]
        });
        Table { rows: rows.collect(), ..Table::new(format!("Players of round {}", self.round), columns) }
    }

    fn by_school(&self) -> Vec<Block> {
        let columns = vec![
            Column::text("Team").over("Players").naming(),
            Column::text("School").for_spreadsheets(),
            Column::number("Table"),
            Column::text("Opponent").over("Players"),
        ];
        let school_of = |place: &Place<'_>| place.team.team.school.clone();
        let mut places: Vec<Place<'_>> = self.places().collect();
        // Teams without a school come last; a blank would sort first.
        let key = |place: &Place<'_>| {
            let school = school_of(place);
            (school.is_none(), school.as_deref().map(fold), place.team.team.sort_key())
        };
        places.sort_by_cached_key(key);
        let groups = places.chunk_by(|one, next| school_of(one) == school_of(next));
        let blocks = groups.flat_map(|group| {
            let school = school_of(&group[0]).unwrap_or_else(|| "No school".to_owned());
            let row = |place: &Place<'_>| {
                let own = Cell::text(place.team.team.school.clone().unwrap_or_default()).soft();
                vec![self.contestant_cell(place.team), own, place.table_cell(), self.opponent_cell(place)]
            };
            let table = Table { rows: group.iter().map(row).collect(), ..Table::new(school.clone(), columns.clone()) };
            [Block::Heading { level: 1, text: school, id: None }, Block::Table(table)]
        });
        blocks.collect()
    }

    /// Every team of the round with its table or bye.
    fn places(&self) -> impl Iterator<Item = Place<'_>> {
        self.pairings.iter().flat_map(|pairing| {
            let first = Place { table: pairing.table, team: &pairing.first, opponent: pairing.second.as_ref(), bye: pairing.bye };
            let second = pairing.second.as_ref().map(|second| Place { team: second, opponent: Some(&pairing.first), ..first.clone() });
            [Some(first), second].into_iter().flatten()
        })
    }

    /// The team over its partners, with their boards and colours where the sheet directs them.
    fn contestant_cell(&self, contestant: &Contestant) -> Cell {
        if !self.directed {
            return contestant.team.cell();
        }
        let seat_of = |player: &PlayerRef| contestant.seats.iter().find(|seat| seat.player == player.number);
        let mut players: Vec<&PlayerRef> = contestant.team.players.iter().collect();
        players.sort_by_key(|player| seat_of(player).map(|seat| seat.board));
        let seated = |player: &&PlayerRef| match seat_of(player) {
            Some(seat) => format!("{}\u{a0}{}", self.seat_text(seat), player.shown),
            None => player.shown.clone(),
        };
        Cell { under: Some(players.iter().map(seated).collect::<Vec<_>>().join(", ")), ..contestant.team.cell() }
    }

    fn opponent_cell(&self, place: &Place<'_>) -> Cell {
        place.opponent.map_or_else(|| Cell::text(bye_text(place.bye)).soft(), |opponent| self.contestant_cell(opponent))
    }

    /// `A`, or `A□` with White where the sheet directs colours.
    fn seat_text(&self, seat: &SeatShown) -> String {
        let board = seat.board.to_string().to_uppercase();
        match (self.directed, seat.white) {
            (false, _) => board,
            (true, true) => format!("{board}□"),
            (true, false) => format!("{board}■"),
        }
    }
}

impl Clone for Place<'_> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl Place<'_> {
    fn table_cell(&self) -> Cell {
        self.table.map_or_else(|| Cell::text("bye").soft(), |table| Cell::whole(table).strong())
    }
}

fn points(contestant: &Contestant) -> Cell {
    Cell::number(contestant.points, contestant.points_shown.clone())
}

/// The results as on a slip: `1-0`, in a double round `1-0, 1/2`; open matches are blank.
fn result_text(pairing: &Pairing) -> String {
    let shown = |shown: &MatchShown| shown.result.unwrap_or("");
    let blank = pairing.results.iter().all(|shown| shown.result.is_none());
    if blank { String::new() } else { pairing.results.iter().map(shown).collect::<Vec<_>>().join(", ") }
}

/// What a bye is called on the sheet.
fn bye_text(bye: Option<ByePoints>) -> &'static str {
    match bye {
        Some(ByePoints::Full) | None => "bye (full point)",
        Some(ByePoints::Half) => "bye (half point)",
        Some(ByePoints::Zero) => "not playing",
    }
}
