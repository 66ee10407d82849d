//! The page of one team: partners, place, and its rounds.

use super::super::document::{Block, Cell, Column, Document, Table};
use super::super::masthead::Masthead;
use super::super::naming::TeamRef;
use super::super::pairings::{Contestant, MatchShown, Pairing};
use super::pages::{SectionViews, round_page, standings_page};

/// A team's road through its section.
pub(super) fn document(masthead: &Masthead, section: &SectionViews, index: u32, team: &TeamRef) -> Document {
    let head = Masthead { section: Some(section.name.clone()), round: None, ..masthead.clone() };
    let mut facts = vec![("Players".to_owned(), Cell::text(team.partners()))];
    facts.extend(team.school.clone().map(|school| ("School".to_owned(), Cell::text(school))));
    let standing = section
        .standings
        .as_ref()
        .and_then(|view| Some((view, view.rows.iter().find(|row| row.team.number == team.number)?)));
    facts.extend(standing.map(|(view, row)| {
        let group = row.group.map(|group| format!(" in group {group}")).unwrap_or_default();
        let open = if row.provisional { ", a result or an appeal still open" } else { "" };
        let place = format!("{}{group} after round {}{open}", row.rank_shown, view.after_round);
        ("Place".to_owned(), Cell::text(place).linked(standings_page(index)))
    }));
    facts.extend(standing.map(|(_, row)| ("Points".to_owned(), Cell::text(&row.points_shown))));
    let columns = vec![
        Column::mark("Round").naming(),
        Column::number("Table"),
        Column::text("Opponent").over("Players"),
        Column::mark("Result"),
    ];
    let rows = section.rounds.iter().rev().filter_map(|view| {
        let pairing = view.pairings.iter().find(|pairing| is_in(pairing, team))?;
        let number = Cell::text(view.round.to_string()).linked(round_page(index, view.round));
        let table = pairing.table.map_or_else(Cell::empty, Cell::whole);
        let opponent =
            opponent_of(pairing, team).map_or_else(|| Cell::text("bye").soft(), |opponent| opponent.team.cell());
        Some(vec![number, table, opponent, Cell::text(result(pairing, team))])
    });
    let table = Table { rows: rows.collect(), ..Table::new("Rounds", columns) };
    Document::new(team.shown.clone(), head).with(Block::Facts(facts)).with(Block::Table(table))
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
    let is_first = pairing.first.team.number == team.number;
    let word = |shown: &MatchShown| match (shown.result, is_first) {
        (None, _) => "open",
        (Some("1/2"), _) => "drawn",
        (Some("1-0"), true) | (Some("0-1"), false) => "won",
        (Some("+/-"), true) | (Some("-/+"), false) => "won by forfeit",
        (Some("1-0"), false) | (Some("0-1"), true) => "lost",
        (Some("0-0"), _) => "lost by both",
        (Some(_), _) => "lost by forfeit",
    };
    pairing.results.iter().map(word).collect::<Vec<_>>().join(", ")
}
