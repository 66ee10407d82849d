//! The page of one team: partners, place, and its rounds.

use super::super::document::{Block, Cell, Column, Document, Emphasis, Step, Table};
use super::super::masthead::Masthead;
use super::super::naming::TeamRef;
use super::super::pairings::{Contestant, MatchShown, Pairing, View};
use super::pages::{SectionViews, round_page, standings_page};
use crate::tournament::BoardLetter;

/// A team's road through its section, and through the final that it reached.
pub(super) fn document(masthead: &Masthead, played: &[(&SectionViews, u32)], team: &TeamRef) -> Document {
    let sections = played.iter().map(|(section, _)| section.name.as_str()).collect::<Vec<_>>().join(", ");
    let head = Masthead { section: Some(sections), round: None, round_called: None, ..masthead.clone() };
    let mut facts =
        vec![("Number".to_owned(), Cell::whole(team.number)), ("Players".to_owned(), Cell::text(team.partners()))];
    facts.extend(team.school.clone().map(|school| ("School".to_owned(), Cell::text(school))));
    let document = Document::new(team.shown.clone(), head);
    match played {
        [(section, index)] => road(document, facts, section, *index, team),
        several => several.iter().fold(document.with(Block::Facts(facts)), |document, (section, index)| {
            let heading = Block::Heading { level: 1, text: section.name.clone(), id: None };
            road(document.with(heading), Vec::new(), section, *index, team)
        }),
    }
}

/// What a team came to in one section, beneath what is known of it anyway.
fn road(
    document: Document,
    mut facts: Vec<(String, Cell)>,
    section: &SectionViews,
    index: u32,
    team: &TeamRef,
) -> Document {
    let standing = section
        .standings
        .as_ref()
        .and_then(|view| Some((view, view.rows.iter().find(|row| row.team.number == team.number)?)));
    facts.extend(standing.map(|(view, row)| {
        let group = row.group.map(|group| format!(" in group {group}")).unwrap_or_default();
        let open = if row.provisional { ", a result or an appeal still open" } else { "" };
        let place = format!("{}{group} after {}{open}", row.rank_shown, view.after_called);
        ("Place".to_owned(), Cell::text(place).linked(standings_page(index)))
    }));
    let reached = standing.and_then(|(_, row)| row.reached.clone());
    facts.extend(reached.map(|reached| ("How far".to_owned(), Cell::text(reached))));
    facts.extend(standing.map(|(_, row)| ("Points".to_owned(), Cell::text(&row.points_shown))));
    let columns = vec![
        Column::mark("Round"),
        Column::text("Opponent").over("Players").naming(),
        Column::number("Table"),
        Column::text("Boards").tucked(),
        Column::mark("Result"),
        Column::number("Points"),
    ];
    let played = section.rounds.iter().filter_map(|view| {
        Some((view, view.pairings.iter().find(|pairing| is_in(pairing, team))?, total_after(section, view.round, team)))
    });
    let steps = played.clone().filter_map(|(view, pairing, total)| {
        let (total, shown) = total?;
        let emphasis = match word(pairing, team) {
            "won" | "won by forfeit" | "bye" => Emphasis::Strong,
            "drawn" => Emphasis::Plain,
            _ => Emphasis::Soft,
        };
        Some(Step { round: view.round, total, shown, emphasis })
    });
    let rows = played.clone().map(|(view, pairing, total)| {
        let opponent = opponent_of(pairing, team);
        vec![
            Cell::text(round_shown(view)).linked(round_page(index, view.round)),
            opponent.map_or_else(|| Cell::text("bye").soft(), |opponent| opponent.team.numbered()),
            pairing.table.map_or_else(Cell::empty, Cell::whole),
            Cell::text(boards(pairing, team)),
            Cell::text(result(pairing, team)),
            total.map_or_else(Cell::empty, |(number, shown)| Cell::number(number, shown).strong()),
        ]
    });
    let table = Table { rows: rows.collect(), ..Table::new("Rounds", columns) };
    document.with(Block::Facts(facts)).with(Block::Path(steps.collect())).with(Block::Table(table))
}

/// `3`, in a knockout `Semi-finals`.
fn round_shown(view: &View) -> String {
    if view.is_knockout { view.called.clone() } else { view.round.to_string() }
}

/// The team's points after a round: those before its next one, or those of the standings.
fn total_after(section: &SectionViews, round: u32, team: &TeamRef) -> Option<(f64, String)> {
    let next = section.rounds.iter().find(|view| view.round == round + 1);
    let own = |pairing: &Pairing| {
        let both = std::iter::once(&pairing.first).chain(&pairing.second);
        both.into_iter()
            .find(|contestant| contestant.team.number == team.number)
            .map(|it| (it.points, it.points_shown.clone()))
    };
    let standing = || {
        let view = section.standings.as_ref().filter(|view| view.after_round == round)?;
        let row = view.rows.iter().find(|row| row.team.number == team.number)?;
        Some((row.points, row.points_shown.clone()))
    };
    next.and_then(|view| view.pairings.iter().find_map(own)).or_else(standing)
}

/// Who of the team sits where: `Ann Lee A, José Núñez B`.
fn boards(pairing: &Pairing, team: &TeamRef) -> String {
    let both = std::iter::once(&pairing.first).chain(&pairing.second);
    let own = both.into_iter().filter(|contestant| contestant.team.number == team.number);
    let seat = |(player, board): (&str, BoardLetter)| format!("{player} {}", board.to_string().to_uppercase());
    let seats = own.flat_map(|contestant| {
        let player = |number| contestant.team.players.iter().find(|player| player.number == number);
        contestant.seats.iter().filter_map(move |seat| Some((player(seat.player)?.shown.as_str(), seat.board)))
    });
    seats.map(seat).collect::<Vec<_>>().join(", ")
}

fn is_in(pairing: &Pairing, team: &TeamRef) -> bool {
    pairing.first.team.number == team.number || opponent_of(pairing, team).is_some()
}

/// The other team at the table, if this one sits there.
fn opponent_of<'p>(pairing: &'p Pairing, team: &TeamRef) -> Option<&'p Contestant> {
    let second = pairing.second.as_ref()?;
    if pairing.first.team.number == team.number {
        return Some(second);
    }
    (second.team.number == team.number).then_some(&pairing.first)
}

/// The results from the team's own side: `won`, `drawn`, in a double round `won, lost`.
fn result(pairing: &Pairing, team: &TeamRef) -> String {
    pairing.results.iter().map(|shown| told(shown, pairing, team)).collect::<Vec<_>>().join(", ")
}

/// The first result in a word, or `bye`.
fn word(pairing: &Pairing, team: &TeamRef) -> &'static str {
    pairing.results.first().map_or("bye", |shown| told(shown, pairing, team))
}

fn told(shown: &MatchShown, pairing: &Pairing, team: &TeamRef) -> &'static str {
    match (shown.result, pairing.first.team.number == team.number) {
        (None, _) => "open",
        (Some("1/2"), _) => "drawn",
        (Some("1-0"), true) | (Some("0-1"), false) => "won",
        (Some("+/-"), true) | (Some("-/+"), false) => "won by forfeit",
        (Some("1-0"), false) | (Some("0-1"), true) => "lost",
        (Some("0-0"), _) => "lost by both",
        (Some(_), _) => "lost by forfeit",
    }
}
