//! Who plays whom where: tables, byes, seats and results of a round as values, and the sheets made of them: by table, by player, by
//! team, by school.

use super::document::{Block, Cell, Column, Document, Figure, Page, Table, TypeSize};
use super::families::{columns, pairings as say};
use super::masthead::{Masthead, Stamp};
use super::naming::{PlayerRef, TeamRef, points_number, points_shown, points_unit};
use super::printable::Report;
use crate::event::{Event, Part};
use crate::tournament::names::{list, listing_key};
use crate::tournament::{
    Assignment, Board, BoardLetter, ByePoints, Colours, Format, HalfPoints, MatchId, MatchResult, Reason, Round,
    Section, TeamId,
};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::slice;

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
    /// A short line a table, for the desk's clipboard.
    Compact,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RoundPairings {
    pub section: String,
    pub round: u32,
    /// What the round is called: `Round 3`, `Semifinals`.
    #[serde(skip)]
    pub called: String,
    #[serde(skip)]
    pub is_knockout: bool,
    /// Tables by number, then byes.
    pub pairings: Vec<Pairing>,
    /// The tables that counted as drawn for this pairing, because their results were missing; shown only by the command that pairs.
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

    /// With marks at the results of these matches.
    pub fn marked(mut self, corrected: &[MatchId]) -> Self {
        let results = self.pairings.iter_mut().flat_map(|pairing| &mut pairing.results);
        results.for_each(|shown| shown.corrected = corrected.contains(&shown.id));
        self
    }
}

/// Matches of an earlier round that were paired upon as if they had been drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AssumedDrawn {
    /// Where they were played, if a team carried its points over from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// The round that they belong to.
    pub round: u32,
    pub tables: Vec<u32>,
}

/// One table, or one team without an opponent.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Pairing {
    /// Table number; null for a bye.
    pub table: Option<u32>,
    /// The team printed on the left.
    pub first: Contestant,
    /// Its opponent; null for a bye.
    pub second: Option<Contestant>,
    /// What the bye scores of the round, `half` for whatever lies between all and nothing; null at a table.
    pub bye: Option<ByePoints>,
    /// The same in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_points: Option<f64>,
    /// What the bye scores, where neither a full nor half a point.
    #[serde(skip)]
    pub bye_scores: Option<String>,
    /// Whether the team has no tie in this round of a knockout and goes on to the next.
    #[serde(skip)]
    pub goes_through: bool,
    /// What is decided at the table: `Quad 2`, `Third place`.
    #[serde(skip)]
    pub part: Option<String>,
    /// How the match went, where it was decided before it began since a team has left.
    #[serde(skip)]
    pub forfeit: Option<MatchResult>,
    /// One entry a match; empty for a bye.
    pub results: Vec<MatchShown>,
}

impl Pairing {
    /// What a team without an opponent reads on a screen.
    pub fn without_opponent(&self) -> &'static str {
        match self.bye {
            _ if self.goes_through => say::ADVANCES,
            Some(ByePoints::Zero) if self.bye_scores.is_none() => say::NOT_PLAYING,
            _ => say::BYE,
        }
    }

    fn table_cell(&self) -> Cell {
        self.table.map_or_else(Cell::empty, |table| Cell::whole(table).strong())
    }

    /// The same in the place of a table.
    pub(super) fn off_cell(&self) -> Cell {
        Cell::text(if self.without_opponent() == say::BYE { say::BYE } else { "–" }).soft()
    }
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Contestant {
    #[serde(flatten)]
    pub team: TeamRef,
    /// Score before the round.
    pub points: Figure,
    /// Where each partner sits in the first match, board a first.
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MatchShown {
    #[serde(skip)]
    pub id: MatchId,
    /// 1, or 2 in a double round.
    #[serde(rename = "match")]
    pub number: u8,
    /// As typed; null while it is open.
    pub result: Option<&'static str>,
    /// The board that decided it, if it is known.
    pub board: Option<BoardLetter>,
    /// How that board ended, if it is known.
    pub by: Option<Reason>,
    /// Whether it is marked as another than was shown at first. Only on pages.
    #[serde(skip)]
    pub corrected: bool,
}

pub fn view(event: &Event, section: &Section, round: &Round, order: Order, stamp: Stamp) -> RoundPairings {
    let tournament = event.tournament();
    let before = event.scores(section, round.number - 1);
    let contestant = |team: TeamId, seats: Option<[Board; 2]>| {
        let points = before.get(&team).copied().unwrap_or_default();
        Some(Contestant::of(TeamRef::find(tournament, team)?, points, section, seats))
    };
    let parts = event.parts(section, round.number);
    let tables = round.tables().into_iter().filter_map(|(table, [first, second])| {
        let id = |number| MatchId { section: section.id, round: round.number, table, number };
        let results = (1..=section.matches).map(|number| MatchShown::of(event, round, id(number))).collect();
        let now = event.playing_now(section, round, table);
        let slip = round.slip(table, 1).filter(|slip| event.begun_as(id(1), slip) == now);
        let seats = event.boards_at(round, id(1), now, slip);
        Some(Pairing {
            table: Some(table.0),
            first: contestant(first, seats)?,
            second: Some(contestant(second, seats)?),
            part: parts.between([first, second]).map(Part::shown),
            forfeit: event.decided_before(round, table, 1),
            results,
            ..Pairing::default()
        })
    });
    let odd_bye = event.assigned_bye(section);
    let full = ByePoints::Full.scored(section.matches);
    let is_named = points_shown(full, section.match_points) == "1";
    let free_rounds = event.free_rounds(section);
    let mut byes: Vec<Pairing> = round
        .assignments
        .iter()
        .filter_map(|(team, assignment)| match assignment {
            Assignment::Bye { points, assigned } => {
                let scores = if *assigned { odd_bye } else { points.scored(section.matches) };
                let is_shown = match *assigned {
                    true => odd_bye != full || !is_named,
                    false if scores == HalfPoints::ZERO => free_rounds.contains(&(round.number, *team)),
                    false => !is_named,
                };
                Some(Pairing {
                    first: contestant(*team, None)?,
                    bye: Some(match scores {
                        HalfPoints::ZERO => ByePoints::Zero,
                        all if all == full => ByePoints::Full,
                        _ => ByePoints::Half,
                    }),
                    bye_points: Some(points_number(scores, section.match_points)),
                    bye_scores: is_shown.then(|| points_shown(scores, section.match_points)),
                    goes_through: section.format == Format::Knockout,
                    ..Pairing::default()
                })
            }
            Assignment::Table { .. } => None,
        })
        .collect();
    byes.sort_by(|a, b| {
        b.first
            .points
            .number
            .unwrap_or_default()
            .total_cmp(&a.first.points.number.unwrap_or_default())
            .then_with(|| a.first.team.number.cmp(&b.first.team.number))
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
    fn of(mut team: TeamRef, points: HalfPoints, section: &Section, seats: Option<[Board; 2]>) -> Self {
        let seat = |player: &PlayerRef| {
            seats.iter().flatten().find_map(|board| match player.number {
                n if n == board.white.0 => Some(SeatShown { player: n, board: board.letter, white: true }),
                n if n == board.black.0 => Some(SeatShown { player: n, board: board.letter, white: false }),
                _ => None,
            })
        };
        let mut seats: Vec<SeatShown> = team.players.iter().filter_map(seat).collect();
        seats.sort_by_key(|seat| seat.board);
        // As they were posted, whatever their ratings are by now.
        team.players.sort_by_key(|player| seats.iter().position(|seat| seat.player == player.number));
        Self { seats, team, points: Figure::score(points, section) }
    }
}

impl MatchShown {
    fn of(event: &Event, round: &Round, id: MatchId) -> Self {
        let result = event.results().get(&id).copied();
        let slip = result.and(round.slip(id.table, id.number));
        let decided = result.zip(slip).and_then(|(result, slip)| slip.deciding(result));
        Self {
            id,
            number: id.number,
            result: result.map(MatchResult::as_typed),
            board: decided.map(|board| board.board),
            by: decided.map_or_else(|| slip.and_then(|slip| slip.reason), |board| board.reason),
            corrected: false,
        }
    }

    /// What comes after it.
    pub fn sign(&self) -> &'static str {
        if self.corrected { "*" } else { "" }
    }
}

impl From<RoundPairings> for Report {
    fn from(view: RoundPairings) -> Self {
        // Who sits where against whom, and when. Results and scores are what the standings promise.
        let lasting = view.without_results().document();
        let template = view.order.template();
        Self::of(view.document(), view).set_by(template).promising(lasting)
    }
}

impl Order {
    fn template(self) -> &'static str {
        if self == Self::Player { "finder" } else { "document" }
    }
}

/// How a sheet is sorted, and what the signs before the players mean.
fn subtitle(sorted: &str, is_directed: bool) -> String {
    let legend = if is_directed { say::BOARDS } else { "" };
    [sorted, legend].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// The latest rounds of several sections in one list: by player, or by school. It shows no results.
pub fn finder(sections: Vec<RoundPairings>, masthead: Masthead) -> Report {
    let heads = || sections.iter().map(|view| &view.masthead);
    let of_all = |of: fn(&Masthead) -> &Option<String>| {
        let first = of(heads().next()?).clone()?;
        heads().all(|head| of(head).as_ref() == Some(&first)).then_some(first)
    };
    let (round_called, starts) = (of_all(|head| &head.round_called), of_all(|head| &head.starts));
    let masthead = Masthead { round_called, starts, ..masthead };
    let order = sections.first().map_or(Order::Table, |view| view.order);
    let (sorted, size, blocks) = match order {
        Order::School => (say::BY_SCHOOL, TypeSize::Wall, by_school(&sections)),
        _ => (say::BY_PLAYER, TypeSize::Hand, vec![by_player(&sections).into()]),
    };
    let document = Document::new(say::TITLE, masthead)
        .on(Page { size, ..Page::default() })
        .with_subtitle(subtitle(sorted, sections.iter().any(|view| view.directed)))
        .with_all(blocks);
    Report::of(document, BTreeMap::from([("sections", sections)])).set_by(order.template())
}

impl RoundPairings {
    pub fn document(&self) -> Document {
        let title = if self.changed { say::CHANGED } else { say::TITLE };
        let document = Document::new(title, self.masthead.clone());
        if self.pairings.is_empty() && self.changed {
            return document
                .with(Block::Paragraph("No table has changed since the round was posted or last printed.".to_owned()));
        }
        let page = Page { size: TypeSize::Wall, ..Page::default() };
        let (sorted, page) = match self.order {
            Order::Table => ("", page),
            Order::Team => (say::BY_TEAM, page),
            Order::Player => (say::BY_PLAYER, Page { size: TypeSize::Hand, columns: 2, ..page }),
            Order::School => (say::BY_SCHOOL, page),
            Order::Compact => ("For the desk", Page { size: TypeSize::Hand, ..page }),
        };
        let document = document.on(page).with_subtitle(subtitle(sorted, self.directed));
        match self.order {
            Order::Table => document.with(self.by_table()),
            Order::Team => document.with(self.by_team()),
            Order::Player => document.with(by_player(slice::from_ref(self))),
            Order::School => document.with_all(by_school(slice::from_ref(self))),
            Order::Compact => document.with(self.compact()),
        }
    }
}

/// Every player by family name. Of several sections each line says its own, and the opponent in place of the team; the team is beside
/// the names of namesakes.
fn by_player(views: &[RoundPairings]) -> Table {
    let several = views.len() > 1;
    let listed = views.iter().flat_map(RoundPairings::listed);
    let mut players: Vec<(&PlayerRef, Listed<'_>)> =
        listed.flat_map(|listed| listed.team.team.players.iter().map(move |player| (player, listed))).collect();
    players.sort_by_cached_key(|(player, _)| player.sort_key());
    let team = |team: &TeamRef| Cell::text(&team.shown).of_team(team.number);
    // A player in a final is there twice, and is one child.
    let mut named: HashMap<&str, BTreeSet<u32>> = HashMap::new();
    players.iter().for_each(|(player, _)| _ = named.entry(&player.shown).or_default().insert(player.number));
    let name = |player: &PlayerRef, team: &TeamRef| match named[&*player.shown].len() {
        2.. if several => format!("{} ({})", player.listed(), team.shown),
        _ => player.listed(),
    };
    let caption = match views {
        [only] => only.caption("Players"),
        _ => "Players".to_owned(),
    };
    Table::of(caption, players)
        .column(Column::text(columns::PLAYER).naming(), |(player, listed)| Cell::text(name(player, &listed.team.team)))
        .column_if(several, Column::mark(columns::SECTION), |(_, listed)| Cell::text(&listed.view.section))
        .column(Column::number(columns::TABLE), |(_, listed)| listed.table_cell())
        .column(Column::mark(columns::BOARD), |(player, listed)| {
            let seats = listed.team.seats.iter().filter(|_| listed.pairing.forfeit.is_none());
            let seat = seats.into_iter().find(|seat| seat.player == player.number);
            Cell::maybe(&seat.map(|seat| listed.view.seat_text(seat)))
        })
        .column(Column::team(if several { "Opponent" } else { "Team" }), |(_, listed)| {
            let beside = match (several, listed.opponent) {
                (true, Some(opponent)) => team(&opponent.team),
                (true, None) => Cell::text(bye_text(listed.pairing)),
                (false, _) => team(&listed.team.team),
            };
            beside.soft()
        })
        .table()
}

/// A table a school; a team whose partners come from two is under both.
fn by_school(views: &[RoundPairings]) -> Vec<Block> {
    let mut listed: Vec<(Option<String>, Listed<'_>)> =
        views.iter().flat_map(RoundPairings::listed).flat_map(Listed::under_each_school).collect();
    // Teams without a school come last; a blank would sort first.
    listed.sort_by_cached_key(|(school, listed)| {
        (school.is_none(), school.as_deref().map(listing_key), listed.team.team.sort_key())
    });
    let groups = listed.chunk_by(|(one, _), (next, _)| one == next);
    let blocks = groups.flat_map(|group| {
        let school = group[0].0.as_deref().unwrap_or("No school");
        let table = Table::of(school, group)
            .column(Column::team(columns::TEAM).over("Players").naming(), |(_, listed)| {
                listed.view.contestant_cell(listed.team)
            })
            .column(Column::text(columns::SCHOOL).for_spreadsheets(), |(school, _)| Cell::maybe(school).soft())
            .column_if(views.len() > 1, Column::short(columns::SECTION), |(_, listed)| Cell::text(&listed.view.section))
            .column(Column::number(columns::TABLE), |(_, listed)| listed.table_cell())
            .column(Column::team(columns::OPPONENT).over("Players"), |(_, listed)| listed.view.opponent_cell(listed));
        [Block::heading(1, school), table.into()]
    });
    blocks.collect()
}

/// One line of the lists that are not by table.
#[derive(Clone, Copy)]
struct Listed<'a> {
    view: &'a RoundPairings,
    table: Option<u32>,
    team: &'a Contestant,
    opponent: Option<&'a Contestant>,
    /// The pairing that shows its bye, if it has one.
    pairing: &'a Pairing,
}

impl RoundPairings {
    fn by_table(&self) -> Table {
        let part = Column::short(if self.is_knockout { "Match" } else { "Group" });
        Table::of(self.caption("Pairings"), &self.pairings)
            .column_if(self.is_parted(), part, |pairing| Cell::maybe(&pairing.part))
            .column(Column::number(columns::TABLE), |pairing| pairing.table_cell())
            .column(Column::team(columns::TEAM).over("Players").naming(), |pairing| {
                self.contestant_cell(&pairing.first).strong()
            })
            .column_if(!self.is_knockout, Column::number(columns::PTS).minor(), |pairing| pairing.first.points.cell())
            .column(Column::mark(columns::RESULT), |pairing| Cell::text(result_text(pairing)))
            .column_if(!self.is_knockout, Column::number(columns::PTS).minor(), |pairing| {
                pairing.second.as_ref().map_or_else(Cell::empty, |second| second.points.cell())
            })
            .column(Column::team(columns::OPPONENT).over("Players").beneath(), |pairing| match &pairing.second {
                Some(second) => self.contestant_cell(second).strong(),
                None => Cell::text(bye_text(pairing)).soft(),
            })
            .table()
    }

    /// A line a table, with room to tick it off.
    fn compact(&self) -> Table {
        let team = |contestant: &Contestant| Cell { under: None, ..contestant.team.numbered() };
        Table::of(self.caption("Pairings"), &self.pairings)
            .column(Column::number(columns::TABLE), |pairing| pairing.table_cell())
            .column(Column::team(columns::TEAM).naming(), |pairing| team(&pairing.first))
            .column(Column::mark(columns::RESULT), |pairing| match (pairing.table, result_text(pairing)) {
                (Some(_), result) if result.is_empty() => Cell::text("______").soft(),
                (_, result) => Cell::text(result),
            })
            .column(Column::team(columns::OPPONENT), |pairing| match &pairing.second {
                Some(second) => team(second),
                None => Cell::text(bye_text(pairing)).soft(),
            })
            .table()
    }

    fn caption(&self, what: &str) -> String {
        if self.is_knockout { format!("{what}, {}", self.called) } else { format!("{what} of round {}", self.round) }
    }

    /// Whether its tables decide different things: quads, or final and third place.
    fn is_parted(&self) -> bool {
        let mut parts = self.pairings.iter().filter(|pairing| pairing.table.is_some()).map(|pairing| &pairing.part);
        let first = parts.next();
        parts.any(|part| Some(part) != first)
    }

    fn by_team(&self) -> Table {
        let mut listed: Vec<Listed<'_>> = self.listed().collect();
        listed.sort_by_cached_key(|listed| listed.team.team.sort_key());
        Table::of(self.caption("Teams"), listed)
            .column(Column::team(columns::TEAM).over("Players").naming(), |listed| self.contestant_cell(listed.team))
            .column(Column::number(columns::TABLE), Listed::table_cell)
            .column(Column::team(columns::OPPONENT).over("Players"), |listed| self.opponent_cell(listed))
            .table()
    }

    /// The same without what it does not promise.
    fn without_results(&self) -> Self {
        let mut view = self.clone();
        for pairing in &mut view.pairings {
            pairing.results.clear();
            for contestant in std::iter::once(&mut pairing.first).chain(&mut pairing.second) {
                contestant.points = Figure::default();
            }
        }
        view
    }

    /// Every team of the round with its table or bye.
    fn listed(&self) -> impl Iterator<Item = Listed<'_>> {
        self.pairings.iter().flat_map(|pairing| {
            let Pairing { table, first, second, .. } = pairing;
            let first = Listed { view: self, table: *table, team: first, opponent: second.as_ref(), pairing };
            let second =
                pairing.second.as_ref().map(|second| Listed { team: second, opponent: Some(&pairing.first), ..first });
            [Some(first), second].into_iter().flatten()
        })
    }

    /// The team over its partners, with their boards and colours where the sheet directs them.
    fn contestant_cell(&self, contestant: &Contestant) -> Cell {
        if !self.directed {
            return contestant.team.numbered();
        }
        let seat_of = |player: &PlayerRef| contestant.seats.iter().find(|seat| seat.player == player.number);
        let seated = |player: &PlayerRef| match seat_of(player) {
            Some(seat) => format!("{}\u{a0}{}", self.seat_text(seat), player.shown),
            None => player.shown.clone(),
        };
        Cell { under: Some(list(contestant.team.players.iter().map(seated))), ..contestant.team.numbered() }
    }

    fn opponent_cell(&self, listed: &Listed<'_>) -> Cell {
        listed
            .opponent
            .map_or_else(|| Cell::text(bye_text(listed.pairing)).soft(), |opponent| self.contestant_cell(opponent))
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

impl Listed<'_> {
    /// The place under every school of its team.
    fn under_each_school(self) -> Vec<(Option<String>, Self)> {
        match &self.team.team.schools[..] {
            [] => vec![(None, self)],
            schools => schools.iter().map(|school| (Some(school.clone()), self)).collect(),
        }
    }

    fn table_cell(&self) -> Cell {
        match self.pairing.forfeit {
            Some(forfeit) => Cell::text(self.own(forfeit).as_typed()).soft(),
            None => self.table.map_or_else(|| self.pairing.off_cell(), |table| Cell::whole(table).strong()),
        }
    }

    /// The forfeit as it is for this team, which is not sent to a table for it.
    fn own(&self, forfeit: MatchResult) -> MatchResult {
        let is_second = self.team.team.number != self.pairing.first.team.number;
        match forfeit {
            MatchResult::FirstByForfeit if is_second => MatchResult::SecondByForfeit,
            MatchResult::SecondByForfeit if is_second => MatchResult::FirstByForfeit,
            same => same,
        }
    }
}

/// The results as on a slip: `1-0`, in a double round `1-0, 1/2`; an open match beside one that is in is a dash.
fn result_text(pairing: &Pairing) -> String {
    let shown = |shown: &MatchShown| format!("{}{}", shown.result.unwrap_or("–"), shown.sign());
    let blank = pairing.results.iter().all(|shown| shown.result.is_none());
    if blank { String::new() } else { list(pairing.results.iter().map(shown)) }
}

fn bye_text(pairing: &Pairing) -> String {
    let called = match (pairing.bye, &pairing.bye_scores) {
        _ if pairing.goes_through => say::ADVANCES,
        (_, Some(scores)) if scores == "0" => say::BYE_NO_POINTS,
        (_, Some(scores)) => return say::bye(scores, points_unit(scores)),
        (Some(ByePoints::Full) | None, None) => say::BYE_FULL,
        (Some(ByePoints::Half), None) => say::BYE_HALF,
        (Some(ByePoints::Zero), None) => say::NOT_PLAYING,
    };
    called.to_owned()
}
