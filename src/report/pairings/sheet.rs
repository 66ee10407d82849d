//! The sheets made of it: by table, by team, by player, by school.

use super::super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::super::naming::PlayerRef;
use super::super::printable::Report;
use super::view::{Contestant, MatchShown, Order, Pairing, SeatShown, View};
use crate::tournament::ByePoints;
use crate::tournament::names::listing_key;

impl Report for View {
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
            .with(Block::Table(self.by_player())),
            Order::School => {
                self.by_school().into_iter().fold(document.with_subtitle(subtitle("By school")), Document::with)
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
        let mut view = self.clone();
        for pairing in &mut view.pairings {
            pairing.results.clear();
            for contestant in std::iter::once(&mut pairing.first).chain(&mut pairing.second) {
                (contestant.points, contestant.points_shown) = (0.0, String::new());
            }
        }
        view.document()
    }
}

/// What the signs before the players mean.
const LEGEND: &str = "A and B are the boards, □ White, ■ Black";

/// One line of the lists that are not by table.
struct Place<'a> {
    table: Option<u32>,
    team: &'a Contestant,
    opponent: Option<&'a Contestant>,
    /// The pairing that tells its bye, if it has one.
    pairing: &'a Pairing,
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
                second.map_or_else(
                    || Cell::text(bye_text(pairing)).soft(),
                    |second| self.contestant_cell(second).strong(),
                ),
            ]
        });
        Table { rows: rows.collect(), ..Table::new(format!("Pairings of round {}", self.round), columns) }
    }

    fn by_team(&self) -> Table {
        let columns = vec![
            Column::text("Team").over("Players").naming(),
            Column::number("Table"),
            Column::text("Opponent").over("Players"),
        ];
        let mut places: Vec<Place<'_>> = self.places().collect();
        places.sort_by_cached_key(|place| place.team.team.sort_key());
        let rows = places
            .iter()
            .map(|place| vec![self.contestant_cell(place.team), place.table_cell(), self.opponent_cell(place)]);
        Table { rows: rows.collect(), ..Table::new(format!("Teams of round {}", self.round), columns) }
    }

    fn by_player(&self) -> Table {
        let columns =
            vec![Column::text("Player").naming(), Column::number("Table"), Column::mark("Board"), Column::text("Team")];
        let mut players: Vec<(&PlayerRef, Place<'_>)> = self
            .places()
            .flat_map(|place| place.team.team.players.iter().map(move |player| (player, place.clone())))
            .collect();
        players.sort_by_cached_key(|(player, _)| player.sort_key());
        let rows = players.iter().map(|(player, place)| {
            let seat = place.team.seats.iter().find(|seat| seat.player == player.number);
            vec![
                Cell::text(&player.shown),
                place.table_cell(),
                Cell::text(seat.map(|seat| self.seat_text(seat)).unwrap_or_default()),
                Cell::text(&place.team.team.shown).soft(),
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
            (school.is_none(), school.as_deref().map(listing_key), place.team.team.sort_key())
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
            let Pairing { table, first, second, .. } = pairing;
            let first = Place { table: *table, team: first, opponent: second.as_ref(), pairing };
            let second = pairing.second.as_ref().map(|second| Place {
                team: second,
                opponent: Some(&pairing.first),
                ..first.clone()
            });
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
