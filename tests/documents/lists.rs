//! Pairings, standings, crosstable and roster.

use super::fixture::{boards, many, result, score, section, small, stamp};
use super::snapshot::check;
use bughouse::report::pairings::{self, Order, Source};
use bughouse::report::render::{Format, Press, Style, render, text};
use bughouse::report::standings::{Line, Tiebreak, TiebreakValue};
use bughouse::report::{Report, crosstable, standings, teams};
use bughouse::tournament::{HalfPoints, MatchScore, Record, RoundRecord, TeamId, Tournament, Unplayed};

pub fn pairings_of(tournament: &Tournament, order: Order) -> pairings::View {
    let round = &tournament.rounds[0];
    let source = Source {
        tournament,
        section: &section(),
        round,
        odd_bye: HalfPoints(2),
        score: &score,
        result: &result,
        boards: &|id| boards(tournament, round, id),
        called: "Round 1".to_owned(),
        part: &|_| None,
    };
    pairings::view(&source, order, stamp())
}

fn tiebreaks() -> Vec<Tiebreak> {
    let tiebreak = |(id, heading, name): (&str, &str, &str)| Tiebreak {
        id: id.into(),
        heading: heading.into(),
        name: name.into(),
    };
    [("modified-median", "ModMed", "modified median"), ("solkoff", "Solk", "Solkoff")].map(tiebreak).into()
}

pub fn lines() -> Vec<Line> {
    let value = |number: f64, shown: &str| TiebreakValue { number, shown: shown.into() };
    let line = |(rank, team, points): (u32, u32, i32)| Line {
        rank,
        team: TeamId(team),
        points: HalfPoints(points),
        tiebreaks: vec![value(1.5, "1½"), value(2.0, "2")],
        provisional: points == 1,
        house: team == 1,
        struck: false,
        withdrawn: false,
        group: None,
        reached: None,
    };
    [(1, 3, 2), (2, 5, 2), (3, 4, 1), (3, 2, 1), (5, 1, 0)].map(line).into()
}

fn records() -> Vec<Record> {
    let played = |opponent, own, theirs| RoundRecord::Played {
        opponent,
        matches: vec![MatchScore { own: HalfPoints(own), theirs: HalfPoints(theirs), played: true }],
        white: true,
    };
    let bye =
        RoundRecord::Unplayed { kind: Unplayed::FullBye, points: HalfPoints::WIN, scheduled: None, assigned: true };
    let rounds = [played(2, 0, 2), played(3, 1, 1), played(0, 2, 0), played(1, 1, 1), bye];
    rounds.into_iter().zip(1..).map(|(round, team)| Record { team: TeamId(team), rounds: vec![round] }).collect()
}

pub fn standings_of(tournament: &Tournament) -> standings::View {
    let open = vec!["table 2 has no result".to_owned()];
    standings::view(tournament, &section(), 1, &tiebreaks(), &lines(), open, stamp())
}

pub fn crosstable_of(tournament: &Tournament) -> crosstable::View {
    crosstable::view(tournament, &section(), &tiebreaks(), &lines(), &records(), vec![], stamp())
}

#[test]
fn pairings_by_table() {
    check("pairings-by-table", &pairings_of(&small(), Order::Table));
}

#[test]
fn pairings_by_player() {
    check("pairings-by-player", &pairings_of(&small(), Order::Player));
}

#[test]
fn pairings_by_team() {
    check("pairings-by-team", &pairings_of(&small(), Order::Team));
}

#[test]
fn pairings_by_school() {
    check("pairings-by-school", &pairings_of(&small(), Order::School));
}

#[test]
fn standings_after_a_round() {
    check("standings", &standings_of(&small()));
}

#[test]
fn crosstable_after_a_round() {
    check("crosstable", &crosstable_of(&small()));
}

#[test]
fn roster_by_number_and_by_school() {
    check("teams", &teams::view(&small(), None, teams::Order::Number, stamp()));
    check("teams-by-school", &teams::view(&small(), Some(&section()), teams::Order::School, stamp()));
}

#[test]
fn a_list_of_nothing_is_a_document_too() {
    check("standings-empty", &standings::view(&small(), &section(), 0, &[], &[], vec![], stamp()));
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
fn colour_comes_only_when_told() {
    let colour = Style { width: Some(80), colour: true, ascii: false };
    let document = pairings_of(&many(4), Order::Table).document();
    assert!(text(&document, colour).contains("\u{1b}[1m"));
    assert!(!text(&document, Style::PLAIN).contains('\u{1b}'));
}

#[test]
fn hostile_names_are_harmless() {
    let view = pairings_of(&small(), Order::Table);
    let shown = text(&view.document(), Style::PLAIN);
    assert!(!shown.contains('\u{1b}'), "escape sequences would steer the terminal");
    let page = String::from_utf8(render(&view, Format::Html, Press::default()).unwrap().bytes).unwrap();
    assert!(!page.contains("<b>") && page.contains("Mates"), "markup in a name is text");
    let sheet = String::from_utf8(render(&view, Format::Csv, Press::default()).unwrap().bytes).unwrap();
    assert!(sheet.contains("'=Bishops"), "a formula in a name is text");
}
