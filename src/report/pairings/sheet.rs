//! The sheets made of it: by table, by team, by player, by school.

use super::super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::super::masthead::Masthead;
use super::super::naming::PlayerRef;
use super::super::printable::Report;
use super::round::{Contestant, MatchShown, Order, Pairing, RoundPairings, SeatShown};
use crate::tournament::ByePoints;
use crate::tournament::names::listing_key;
use serde::Serialize;

impl Report for RoundPairings {
    fn document(&self) -> Document {
        let title = if self.changed { "Changed pairings" } else { "Pairings" };
        let document = Document::new(title, self.masthead.clone());
        if self.pairings.is_empty() && self.changed {
            return document.with(Block::Paragraph("No table was changed since the round was posted.".to_owned()));
        }
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
            Order::Team => Document { page: wall, ..document.with_subtitle(subtitle("By team")) }
                .with(Block::Table(self.by_team())),
            Order::Player => Document {
                page: Page { size: TypeSize::Hand, columns: 2, ..wall },
                ..document.with_subtitle(subtitle("By player"))
            }
            .with(Block::Table(by_player(&[self]))),
            Order::School => {
                let document = Document { page: wall, ..document.with_subtitle(subtitle("By school")) };
                by_school(&[self]).into_iter().fold(document, Document::with)
            }
        }
    }

    fn template(&self) -> &'static str {
        match self.order {
            Order::Player => "finder",
            Order::Table | Order::Team | Order::School => "document",
        }
    }

    /// Who sits where against whom, and when. Results and scores are what the standings promise.
    fn lasting(&self) -> Document {
        self.without_results().document()
    }
}

/// The latest rounds of several sections in one list: by player, or by school.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finder {
    pub sections: Vec<RoundPairings>,
    #[serde(skip)]
    pub masthead: Masthead,
}

impl Report for Finder {
    fn document(&self) -> Document {
        let views: Vec<&RoundPairings> = self.sections.iter().collect();
        let by_school_asked = views.first().is_some_and(|view| view.order == Order::School);
        let sorted = if by_school_asked { "By school" } else { "By player" };
        let legend = views.iter().any(|view| view.directed).then(|| format!("{sorted}; {LEGEND}"));
        let size = if by_school_asked { TypeSize::Wall } else { TypeSize::Hand };
        let document =
            Document { page: Page { size, ..Page::default() }, ..Document::new("Pairings", self.masthead.clone()) }
                .with_subtitle(legend.unwrap_or_else(|| sorted.to_owned()));
        match by_school_asked {
            true => by_school(&views).into_iter().fold(document, Document::with),
            false => document.with(Block::Table(by_player(&views))),
        }
    }

    fn lasting(&self) -> Document {
        Self { sections: self.sections.iter().map(RoundPairings::without_results).collect(), ..self.clone() }.document()
    }

    fn template(&self) -> &'static str {
        self.sections.first().map_or("document", RoundPairings::template)
    }
}

/// Every player by family name. Of several sections each line says its own, and the opponent in place of the team.
fn by_player(views: &[&RoundPairings]) -> Table {
    let several = views.len() > 1;
    let section = several.then(|| Column::mark("Section"));
    let columns = [Column::text("Player").naming()].into_iter().chain(section);
    let columns = columns.chain([
        Column::number("Table"),
        Column::mark("Board"),
        Column::team(if several { "Opponent" } else { "Team" }),
    ]);
    let places = views.iter().flat_map(|view| view.places());
    let mut players: Vec<(&PlayerRef, Place<'_>)> =
        places.flat_map(|place| place.team.team.players.iter().map(move |player| (player, place))).collect();
    players.sort_by_cached_key(|(player, _)| player.sort_key());
    let row = |(player, place): &(&PlayerRef, Place<'_>)| {
        let seat = place.team.seats.iter().find(|seat| seat.player == player.number);
        let board = Cell::text(seat.map(|seat| place.view.seat_text(seat)).unwrap_or_default());
        let beside = match (several, place.opponent) {
            (true, Some(opponent)) => Cell::text(&opponent.team.shown).of_team(opponent.team.number),
            (true, None) => Cell::text(bye_text(place.pairing)),
            (false, _) => Cell::text(&place.team.team.shown).of_team(place.team.team.number),
        };
        let section = several.then(|| Cell::text(&place.view.section));
        [Cell::text(player.listed())]
            .into_iter()
            .chain(section)
            .chain([place.table_cell(), board, beside.soft()])
            .collect()
    };
    let caption = match views {
        [only] => only.caption("Players"),
        _ => "Players".to_owned(),
    };
    Table { rows: players.iter().map(row).collect(), ..Table::new(caption, columns.collect()) }
}

/// A table a school; a team whose partners come from two stands under both.
fn by_school(views: &[&RoundPairings]) -> Vec<Block> {
    let several = views.len() > 1;
    let columns: Vec<Column> =
        [Column::team("Team").over("Players").naming(), Column::text("School").for_spreadsheets()]
            .into_iter()
            .chain(several.then(|| Column::short("Section")))
            .chain([Column::number("Table"), Column::team("Opponent").over("Players")])
            .collect();
    let mut places: Vec<(Option<String>, Place<'_>)> =
        views.iter().flat_map(|view| view.places()).flat_map(Place::under_each_school).collect();
    // Teams without a school come last; a blank would sort first.
    places.sort_by_cached_key(|(school, place)| {
        (school.is_none(), school.as_deref().map(listing_key), place.team.team.sort_key())
    });
    let groups = places.chunk_by(|(one, _), (next, _)| one == next);
    let blocks = groups.flat_map(|group| {
        let school = group[0].0.clone();
        let row = |(school, place): &(Option<String>, Place<'_>)| {
            let own = Cell::text(school.clone().unwrap_or_default()).soft();
            [place.view.contestant_cell(place.team), own]
                .into_iter()
                .chain(several.then(|| Cell::text(&place.view.section)))
                .chain([place.table_cell(), place.view.opponent_cell(place)])
                .collect()
        };
        let school = school.unwrap_or_else(|| "No school".to_owned());
        let table = Table { rows: group.iter().map(row).collect(), ..Table::new(school.clone(), columns.clone()) };
        [Block::Heading { level: 1, text: school, id: None }, Block::Table(table)]
    });
    blocks.collect()
}

/// What the signs before the players mean.
const LEGEND: &str = "A and B are the boards, □ White, ■ Black";

/// One line of the lists that are not by table.
#[derive(Clone, Copy)]
struct Place<'a> {
    view: &'a RoundPairings,
    table: Option<u32>,
    team: &'a Contestant,
    opponent: Option<&'a Contestant>,
    /// The pairing that tells its bye, if it has one.
    pairing: &'a Pairing,
}

impl RoundPairings {
    fn by_table(&self) -> Table {
        let columns = [
            Column::number("Table"),
            Column::team("Team").over("Players").naming(),
            Column::number("Pts").minor(),
            Column::mark("Result"),
            Column::number("Pts").minor(),
            Column::team("Opponent").over("Players").beneath(),
        ];
        let parted = self.is_parted();
        let columns = parted
            .then(|| Column::short(if self.is_knockout { "Match" } else { "Group" }))
            .into_iter()
            .chain(columns)
            .collect();
        let rows = self.pairings.iter().map(|pairing| {
            let second = pairing.second.as_ref();
            let part = parted.then(|| Cell::text(pairing.part.clone().unwrap_or_default()));
            let cells = [
                pairing.table.map_or_else(Cell::empty, |table| Cell::whole(table).strong()),
                self.contestant_cell(&pairing.first).strong(),
                points(&pairing.first),
                Cell::text(result_text(pairing)),
                second.map_or_else(Cell::empty, points),
                second.map_or_else(
                    || Cell::text(bye_text(pairing)).soft(),
                    |second| self.contestant_cell(second).strong(),
                ),
            ];
            part.into_iter().chain(cells).collect()
        });
        Table { rows: rows.collect(), ..Table::new(self.caption("Pairings"), columns) }
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
        let columns = vec![
            Column::team("Team").over("Players").naming(),
            Column::number("Table"),
            Column::team("Opponent").over("Players"),
        ];
        let mut places: Vec<Place<'_>> = self.places().collect();
        places.sort_by_cached_key(|place| place.team.team.sort_key());
        let rows = places
            .iter()
            .map(|place| vec![self.contestant_cell(place.team), place.table_cell(), self.opponent_cell(place)]);
        Table { rows: rows.collect(), ..Table::new(self.caption("Teams"), columns) }
    }

    /// The same without what it does not promise.
    fn without_results(&self) -> Self {
        let mut view = self.clone();
        for pairing in &mut view.pairings {
            pairing.results.clear();
            for contestant in std::iter::once(&mut pairing.first).chain(&mut pairing.second) {
                (contestant.points, contestant.points_shown) = (0.0, String::new());
            }
        }
        view
    }

    /// Every team of the round with its table or bye.
    fn places(&self) -> impl Iterator<Item = Place<'_>> {
        self.pairings.iter().flat_map(|pairing| {
            let Pairing { table, first, second, .. } = pairing;
            let first = Place { view: self, table: *table, team: first, opponent: second.as_ref(), pairing };
            let second =
                pairing.second.as_ref().map(|second| Place { team: second, opponent: Some(&pairing.first), ..first });
            [Some(first), second].into_iter().flatten()
        })
    }

    /// The team over its partners, with their boards and colours where the sheet directs them.
    fn contestant_cell(&self, contestant: &Contestant) -> Cell {
        if !self.directed {
            return contestant.team.numbered();
        }
        let seat_of = |player: &PlayerRef| contestant.seats.iter().find(|seat| seat.player == player.number);
        let mut players: Vec<&PlayerRef> = contestant.team.players.iter().collect();
        players.sort_by_key(|player| seat_of(player).map(|seat| seat.board));
        let seated = |player: &&PlayerRef| match seat_of(player) {
            Some(seat) => format!("{}\u{a0}{}", self.seat_text(seat), player.shown),
            None => player.shown.clone(),
        };
        Cell { under: Some(players.iter().map(seated).collect::<Vec<_>>().join(", ")), ..contestant.team.numbered() }
    }

    fn opponent_cell(&self, place: &Place<'_>) -> Cell {
        place
            .opponent
            .map_or_else(|| Cell::text(bye_text(place.pairing)).soft(), |opponent| self.contestant_cell(opponent))
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

impl Place<'_> {
    /// The place under every school of its team.
    fn under_each_school(self) -> Vec<(Option<String>, Self)> {
        match &self.team.team.schools[..] {
            [] => vec![(None, self)],
            schools => schools.iter().map(|school| (Some(school.clone()), self)).collect(),
        }
    }

    fn table_cell(&self) -> Cell {
        self.table.map_or_else(|| Cell::text("bye").soft(), |table| Cell::whole(table).strong())
    }
}

fn points(contestant: &Contestant) -> Cell {
    Cell::number(contestant.points, contestant.points_shown.clone())
}

/// The results as on a slip: `1-0`, in a double round `1-0, 1/2`; an open match beside one that is in is a dash.
fn result_text(pairing: &Pairing) -> String {
    let shown = |shown: &MatchShown| format!("{}{}", shown.result.unwrap_or("–"), shown.sign());
    let blank = pairing.results.iter().all(|shown| shown.result.is_none());
    if blank { String::new() } else { pairing.results.iter().map(shown).collect::<Vec<_>>().join(", ") }
}

/// What a bye is called on the sheet.
fn bye_text(pairing: &Pairing) -> String {
    let called = match (pairing.bye, &pairing.bye_scores) {
        _ if pairing.goes_through => "through to the next round",
        (_, Some(scores)) if scores == "0" => "bye (no points)",
        (_, Some(scores)) if scores == "1" || scores == "½" => return format!("bye ({scores} point)"),
        (_, Some(scores)) => return format!("bye ({scores} points)"),
        (Some(ByePoints::Full) | None, None) => "bye (full point)",
        (Some(ByePoints::Half), None) => "bye (half point)",
        (Some(ByePoints::Zero), None) => "not playing",
    };
    called.to_owned()
}
