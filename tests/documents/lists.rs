//! Pairings, standings, crosstable and roster.

use super::fixture::{event, many, score, section, small, stamp};
use super::snapshot::check;
use bughouse::report::pairings::{self, Order};
use bughouse::report::render::{Format, Press, Style, render, text};
use bughouse::report::standings::{Signs, StandingsRow};
use bughouse::report::{Figure, Masthead, Report, TeamRef, crosstable, standings, teams};
use bughouse::standings::Name;
use bughouse::tournament::{HalfPoints, TeamId, Tournament};

pub fn pairings_of(tournament: &Tournament, order: Order) -> pairings::RoundPairings {
    let mut view = pairings::view(&event(tournament), &section(), &tournament.rounds[0], order, stamp());
    for pairing in &mut view.pairings {
        for contestant in std::iter::once(&mut pairing.first).chain(&mut pairing.second) {
            let score = score(contestant.team.number);
            contestant.points = figure(score);
        }
    }
    view
}

fn figure(points: HalfPoints) -> Figure {
    Figure { number: Some(points.as_points()), shown: points.to_string() }
}

fn tiebreaks() -> Vec<Name> {
    let name = |(id, heading, title): (&str, &str, &str)| Name {
        id: id.into(),
        heading: heading.into(),
        title: title.into(),
        rule: String::new(),
    };
    [("modified-median", "ModMed", "modified median"), ("solkoff", "Solk", "Solkoff")].map(name).into()
}

fn rows(tournament: &Tournament) -> Vec<StandingsRow> {
    let row = |(rank, rank_shown, number, points): (u32, &str, u32, i32)| StandingsRow {
        rank,
        group: None,
        rank_shown: rank_shown.to_owned(),
        team: TeamRef::find(tournament, TeamId(number)).expect("it is entered"),
        points: figure(HalfPoints(points)),
        signs: Signs { provisional: points == 1, house: number == 1, ..Signs::default() },
        tiebreaks: [("modified-median", 1.5), ("solkoff", 2.0)]
            .map(|(id, value)| (id.to_owned(), value.into()))
            .into_iter()
            .collect(),
        reached: None,
        tiebreaks_shown: [3, 4].map(HalfPoints).map(figure).into(),
    };
    [(1, "1", 3, 2), (2, "2", 5, 2), (3, "3-4", 4, 1), (3, "3-4", 2, 1), (5, "5", 1, 0)].map(row).into()
}

fn after_one(tournament: &Tournament) -> Masthead {
    Masthead::new(tournament, Some(&section()), None, stamp())
}

fn standings(tournament: &Tournament, after_round: u32) -> standings::StandingsList {
    standings::StandingsList {
        section: "K-6".to_owned(),
        after_round,
        after_called: format!("round {after_round}"),
        rows: vec![],
        notes: vec![],
        tiebreaks: vec![],
        masthead: after_one(tournament),
    }
}

pub fn standings_of(tournament: &Tournament) -> standings::StandingsList {
    standings::StandingsList {
        rows: rows(tournament),
        tiebreaks: tiebreaks(),
        masthead: after_one(tournament).provisional(vec!["table 2 has no result".to_owned()]),
        ..standings(tournament, 1)
    }
}

pub fn crosstable_of(tournament: &Tournament) -> crosstable::CrosstableSheet {
    let round = |row: &StandingsRow| {
        let (shown, opponent) = match row.team.number {
            1 => ("L3", Some(3)),
            2 => ("D4", Some(4)),
            3 => ("W1", Some(1)),
            4 => ("D2", Some(2)),
            _ => ("B", None),
        };
        let total = row.points.clone();
        crosstable::TeamRound { shown: shown.to_owned(), opponent, points: total.number.unwrap_or_default(), total }
    };
    let row = |row: StandingsRow| crosstable::CrosstableRow {
        rounds: vec![round(&row)],
        rank: row.rank,
        group: None,
        rank_shown: row.rank_shown,
        signs: row.signs,
        team: row.team,
        meetings: None,
        points: row.points,
        tiebreaks: row.tiebreaks_shown,
    };
    crosstable::CrosstableSheet {
        section: "K-6".to_owned(),
        after_round: 1,
        heads: vec!["Rd 1".to_owned()],
        rows: rows(tournament).into_iter().map(row).collect(),
        tiebreaks: tiebreaks(),
        matches: 1,
        is_knockout: false,
        rated: None,
        notes: Vec::new(),
        masthead: after_one(tournament),
    }
}

#[test]
fn pairings_by_table() {
    check("pairings-by-table", pairings_of(&small(), Order::Table));
}

#[test]
fn pairings_by_player() {
    check("pairings-by-player", pairings_of(&small(), Order::Player));
}

#[test]
fn pairings_by_team() {
    check("pairings-by-team", pairings_of(&small(), Order::Team));
}

#[test]
fn pairings_by_school() {
    check("pairings-by-school", pairings_of(&small(), Order::School));
}

#[test]
fn standings_after_a_round() {
    check("standings", standings_of(&small()));
}

#[test]
fn crosstable_after_a_round() {
    check("crosstable", crosstable_of(&small()));
}

#[test]
fn roster_by_number_and_by_school() {
    check("teams", teams::view(&event(&small()), None, teams::Order::Number, stamp()));
    check("teams-by-school", teams::view(&event(&small()), Some(&section()), teams::Order::School, stamp()));
}

#[test]
fn a_list_of_nothing_is_a_document_too() {
    check("standings-empty", standings(&small(), 0));
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let tournament = many(40);
    for order in [Order::Table, Order::Player, Order::Team, Order::School] {
        for width in [60, 80, 120] {
            let style = Style { width: Some(width), colour: false, ascii: false };
            let shown = text(&pairings_of(&tournament, order).document(), style);
            let widest = shown.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(usize::from(width)), "{order:?} at {width}: {widest:?}\n{shown}");
        }
    }
}

#[test]
fn an_ascii_terminal_gets_no_signs_of_ours() {
    let style = Style { width: Some(80), colour: false, ascii: true };
    let shown = text(&pairings_of(&many(4), Order::Table).document(), style);
    assert!(shown.is_ascii(), "{shown}");
    assert!(shown.contains("0.5") && shown.contains("1.5"), "{shown}");
}

#[test]
fn colour_comes_only_when_asked_for() {
    let colour = Style { width: Some(80), colour: true, ascii: false };
    let document = pairings_of(&many(4), Order::Table).document();
    assert!(text(&document, colour).contains("\u{1b}[1m"));
    assert!(!text(&document, Style::PLAIN).contains('\u{1b}'));
}

#[test]
fn hostile_names_are_harmless() {
    let view = Report::from(pairings_of(&small(), Order::Table));
    let shown = text(&view.document, Style::PLAIN);
    assert!(!shown.contains('\u{1b}'), "escape sequences would steer the terminal");
    let page = String::from_utf8(render(&view, Format::Html, Press::default()).unwrap().bytes).unwrap();
    assert!(!page.contains("<b>") && page.contains("Mates"), "markup in a name is text");
    let sheet = String::from_utf8(render(&view, Format::Csv, Press::default()).unwrap().bytes).unwrap();
    assert!(sheet.contains("'=Bishops"), "a formula in a name is text");
}

#[test]
fn a_crosstable_with_a_match_still_played_says_how_it_is_shown() {
    let mut chart = crosstable_of(&small());
    assert!(!chart.document().subtitle.expect("a legend").contains('?'));
    chart.rows[0].rounds[0].shown = "?3".to_owned();
    assert!(chart.document().subtitle.expect("a legend").contains(", ? open;"));
}
