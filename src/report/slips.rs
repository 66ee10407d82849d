//! Result slips: four per page, in the order in which a pile cut across lies in table order. Table cards: a number that is seen across the
//! hall.

use super::document::{Cell, Column, Document, Table};
use super::masthead::{Masthead, Stamp};
use super::naming::TeamRef;
use super::poster::qr;
use super::printable::Report;
use crate::event::{Event, Part};
use crate::tournament::{Board, Colours, MatchId, PlayerId, Round, Section, TableNumber, TeamId, Tournament};
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Borrow;

/// The slips of a round, or blank ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResultSlips {
    /// One a match, by table; the template lays them out for cutting.
    pub slips: Vec<SlipShown>,
    /// Those of the round that are not printed again, because they are as they were.
    #[serde(skip)]
    pub unchanged: Vec<SlipShown>,
    /// Printed across every slip of a test page.
    pub test: bool,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One slip. What is `None` or empty is left for the pen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct SlipShown {
    pub table: Option<u32>,
    pub round: Option<u32>,
    /// What is played: `Round 3`, `Semifinal`, `Quad 2`.
    pub called: Option<String>,
    /// 1 or 2, in a double round.
    #[serde(rename = "match")]
    pub number: Option<u8>,
    pub first: Option<String>,
    pub first_number: Option<u32>,
    pub second: Option<String>,
    pub second_number: Option<u32>,
    pub boards: Vec<BoardShown>,
    /// Where the result may be reported instead, while the hall is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub door: Option<Door>,
}

/// The hall, while it is open: where it is, and what a slip is worth there.
pub struct Hall {
    pub address: String,
    /// The code of a match of two teams.
    pub code: Box<dyn Fn(MatchId, [TeamId; 2]) -> String>,
}

impl Hall {
    fn door(&self, id: MatchId, teams: [TeamId; 2]) -> Door {
        let code = (self.code)(id, teams);
        let address = format!("{}/s/{code}", self.address);
        Door { picture: qr(&address), address, code }
    }
}

/// What the QR on a slip opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Door {
    /// The whole address: `http://192.168.1.20:7777/s/AB12CD34`.
    pub address: String,
    /// The eight letters and digits that are worth this table, round and match.
    pub code: String,
    pub picture: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoardShown {
    /// `A` or `B`.
    pub board: String,
    pub first: String,
    pub second: String,
    /// Whether the first team's player has White; null where the teams decide.
    pub first_is_white: Option<bool>,
}

/// The slips of a posted round: one a match, by table. They ask for what the round has yet to bring, so seats are as posted, whoever had
/// White in the end. A match that was decided before it began has none.
pub fn view(event: &Event, section: &Section, round: &Round, hall: Option<&Hall>, stamp: Stamp) -> ResultSlips {
    let tournament = event.tournament();
    let parts = event.parts(section, round.number);
    let titled = event.round_titled(section, round.number);
    let slips = round.tables().into_iter().flat_map(|(table, teams)| {
        let called = match parts.between(teams) {
            Some(quad @ Part::Group { .. }) => format!("{titled} · {}", quad.shown()),
            Some(tie) => tie.shown(),
            None => titled.clone(),
        };
        (1..=section.matches).filter_map(move |number| {
            if event.decided_before(round, table, number).is_some() {
                return None;
            }
            let id = MatchId { section: section.id, round: round.number, table, number };
            let boards = event.boards_at(round, id, event.playing_now(section, round, table), None)?;
            let door = hall.map(|hall| hall.door(id, teams));
            let teams = [TeamRef::find(tournament, teams[0])?, TeamRef::find(tournament, teams[1])?];
            Some(SlipShown { called: Some(called.clone()), door, ..slip(section, id, teams, &boards) })
        })
    });
    let masthead = Masthead::new(tournament, Some(section), Some(round.number), stamp);
    ResultSlips::new(slips.collect(), masthead.starting(tournament.start_time(section.id, round.number)))
}

/// Blank slips, to be written on when the machine fails.
pub fn blank(tournament: &Tournament, section: Option<&Section>, count: usize, stamp: Stamp) -> ResultSlips {
    ResultSlips::new(vec![SlipShown::default(); count], Masthead::new(tournament, section, None, stamp))
}

/// One page of slips that nobody can take for real ones, to try the printer and the paper cutter; of no section, as any of them has it.
pub fn test_page(tournament: &Tournament, section: Option<&Section>, stamp: Stamp) -> ResultSlips {
    let mut like = tournament.sections.iter().filter(|like| section.is_none_or(|section| section.id == like.id));
    let directs = like.any(|section| section.colours == Colours::Directed);
    let board = |board: &str, white| BoardShown {
        board: board.to_owned(),
        first: "First player".to_owned(),
        second: "Second player".to_owned(),
        first_is_white: directs.then_some(white),
    };
    let slip = |table| SlipShown {
        table: Some(table),
        round: Some(1),
        called: Some("Round 1".to_owned()),
        first: Some("Test team on the left".to_owned()),
        second: Some("Test team on the right".to_owned()),
        boards: vec![board("A", true), board("B", false)],
        ..SlipShown::default()
    };
    let slips = ResultSlips::new((1..=4).map(slip).collect(), Masthead::new(tournament, section, None, stamp));
    ResultSlips { test: true, ..slips }
}

fn slip(section: &Section, id: MatchId, [first, second]: [TeamRef; 2], boards: &[Board; 2]) -> SlipShown {
    let shown = |player: PlayerId| {
        let players = first.players.iter().chain(&second.players);
        players.into_iter().find(|p| p.number == player.0).map(|p| p.shown.clone()).unwrap_or_default()
    };
    let board = |board: &Board| {
        let first_is_white = first.players.iter().any(|player| player.number == board.white.0);
        let [ours, theirs] = if first_is_white { [board.white, board.black] } else { [board.black, board.white] };
        BoardShown {
            board: board.letter.to_string().to_uppercase(),
            first: shown(ours),
            second: shown(theirs),
            first_is_white: (section.colours == Colours::Directed).then_some(first_is_white),
        }
    };
    SlipShown {
        table: Some(id.table.0),
        round: Some(id.round),
        number: (section.matches > 1).then_some(id.number),
        boards: boards.iter().map(board).collect(),
        first_number: Some(first.number),
        second_number: Some(second.number),
        first: Some(first.shown),
        second: Some(second.shown),
        ..SlipShown::default()
    }
}

impl ResultSlips {
    fn new(slips: Vec<SlipShown>, masthead: Masthead) -> Self {
        Self { slips, unchanged: Vec::new(), test: false, masthead }
    }

    pub fn only(mut self, tables: &[u32]) -> Self {
        let wanted = |slip: &SlipShown| slip.table.is_some_and(|table| tables.contains(&table));
        (self.slips, self.unchanged) = self.slips.into_iter().partition(wanted);
        self
    }

    /// Only the slips that another making of the round did not have.
    pub fn changed_since(mut self, before: &Self) -> Self {
        (self.unchanged, self.slips) = self.slips.into_iter().partition(|slip| before.slips.contains(slip));
        self
    }
}

impl From<ResultSlips> for Report {
    fn from(view: ResultSlips) -> Self {
        // With the slips that are printed now and those that lie there already, the round is whole.
        let mut all: Vec<&SlipShown> = view.slips.iter().chain(&view.unchanged).collect();
        all.sort_by_key(|slip| (slip.table, slip.number));
        let lasting = view.document(&all, None);
        let open = view.slips.iter().find_map(|slip| slip.door.as_ref());
        Self::of(view.document(&view.slips, open), view).set_by("slips").promising(lasting)
    }
}

impl ResultSlips {
    /// With what opens the hall on each slip, where it is open: one of those shows the address.
    fn document<S: Borrow<SlipShown>>(&self, slips: &[S], open: Option<&Door>) -> Document {
        let pair = |board: Option<&BoardShown>| {
            board.map(|b| format!("{}: {} – {}", b.board, b.first, b.second)).unwrap_or_default()
        };
        let team = |name: &Option<String>, number: Option<u32>| Cell { team: number, ..Cell::maybe(name) };
        let table = Table::of("Result slips", slips.iter().map(S::borrow))
            .column(Column::number("Table"), |slip| slip.table.map_or_else(Cell::empty, Cell::whole))
            .column(Column::mark("Match"), |slip| Cell::maybe(&slip.number.map(|number| number.to_string())))
            .column(Column::team("First team").over("Board A"), |slip| {
                team(&slip.first, slip.first_number).over(pair(slip.boards.first()))
            })
            .column(Column::team("Second team").over("Board B"), |slip| {
                team(&slip.second, slip.second_number).over(pair(slip.boards.get(1)))
            })
            .column(Column::text("Result"), |_| Cell::text("________"));
        let table = table.column_if(open.is_some(), Column::short("Code"), |slip| {
            slip.door.as_ref().map_or_else(Cell::empty, |door| Cell::text(&door.code).pictured(&door.picture))
        });
        let title = if self.test { "Test slips" } else { "Result slips" };
        let address =
            open.map(|door| format!("Results may be reported at {}", door.address.replace(&door.code, "CODE")));
        Document::new(title, self.masthead.clone()).with_subtitle(address.unwrap_or_default()).with(table)
    }
}

/// One card for each of these tables, two per page.
pub fn cards(tournament: &Tournament, tables: &[(TableNumber, &Section)], stamp: Stamp) -> Report {
    let listed: Vec<Value> =
        tables.iter().map(|(table, section)| json!({ "table": table, "section": section.name })).collect();
    let table = Table::of("Tables", tables)
        .column(Column::number("Table"), |(table, _)| Cell::whole(table.0).strong())
        .column(Column::text("Section"), |(_, section)| Cell::text(&section.name));
    let document = Document::new("Table cards", Masthead::new(tournament, None, None, stamp)).with(table);
    Report::of(document, json!({ "cards": listed })).set_by("cards")
}
