//! Finding a name without a script: players A to Z by family name, teams A to Z.

use super::super::document::{Block, Cell, Column, Document, Table};
use super::super::masthead::Masthead;
use super::super::naming::{PlayerRef, TeamRef};
use super::pages::{SectionViews, team_page};
use crate::tournament::names::fold;
use std::collections::BTreeMap;

/// Every team that the section's pages speak of, by number.
pub(super) fn teams_of(section: &SectionViews) -> Vec<&TeamRef> {
    let standing = section.standings.iter().flat_map(|view| view.rows.iter().map(|row| &row.team));
    let paired = section.rounds.iter().flat_map(|view| &view.pairings).flat_map(|pairing| {
        [Some(&pairing.first), pairing.second.as_ref()].into_iter().flatten().map(|contestant| &contestant.team)
    });
    standing.chain(paired).map(|team| (team.number, team)).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// The table where a team sits in the section's latest round, or what it does instead.
fn where_now(section: &SectionViews, team: &TeamRef) -> Cell {
    let Some(round) = section.rounds.last() else { return Cell::empty() };
    let sits = |contestant: &super::super::pairings::Contestant| contestant.team.number == team.number;
    let pairing =
        round.pairings.iter().find(|pairing| sits(&pairing.first) || pairing.second.as_ref().is_some_and(sits));
    match pairing.map(|pairing| pairing.table) {
        Some(Some(table)) => Cell::whole(table).strong(),
        Some(None) => Cell::text("bye").soft(),
        None => Cell::text("–").soft(),
    }
}

/// All players by family name, under letters to jump to.
pub(super) fn players(masthead: &Masthead, sections: &[SectionViews]) -> Document {
    let mut players: Vec<(&PlayerRef, &TeamRef, &SectionViews)> = Vec::new();
    for section in sections {
        for team in teams_of(section) {
            players.extend(team.players.iter().map(|player| (player, team, section)));
        }
    }
    let columns = vec![Column::text("Player").over("Team").naming(), Column::number("Table"), Column::short("Section")];
    let row = |(player, team, section): &(&PlayerRef, &TeamRef, &SectionViews)| {
        let name = Cell::text(player.listed())
            .over(format!("{} ({})", team.shown, team.number))
            .linked(team_page(team.number));
        vec![name, where_now(section, team), Cell::text(&section.name)]
    };
    let document = Document::new("Find a player", whole(masthead))
        .with_subtitle("By family name; the table is that of the latest round");
    lettered(document, "Players", &columns, players, |(player, ..)| (player.listed(), player.sort_key()), row)
}

/// All teams by name, under letters to jump to.
pub(super) fn teams(masthead: &Masthead, sections: &[SectionViews]) -> Document {
    let teams: Vec<(&TeamRef, &SectionViews)> =
        sections.iter().flat_map(|section| teams_of(section).into_iter().map(move |team| (team, section))).collect();
    let columns = vec![
        Column::text("Team").over("Players").naming(),
        Column::number("Table"),
        Column::text("School").minor(),
        Column::short("Section"),
    ];
    let row = |(team, section): &(&TeamRef, &SectionViews)| {
        vec![
            team.numbered(),
            where_now(section, team),
            Cell::text(team.school.clone().unwrap_or_default()),
            Cell::text(&section.name),
        ]
    };
    let document =
        Document::new("Teams", whole(masthead)).with_subtitle("By name; the table is that of the latest round");
    lettered(document, "Teams", &columns, teams, |(team, _)| (team.shown.clone(), team.sort_key().0), row)
}

/// In order of names, a table a letter, after a row of links to the letters. `called` gives a name and what it is sorted by.
fn lettered<T>(
    document: Document,
    what: &str,
    columns: &[Column],
    mut items: Vec<T>,
    called: impl Fn(&T) -> (String, Vec<u8>),
    row: impl Fn(&T) -> Vec<Cell>,
) -> Document {
    let letter = |item: &T| match fold(&called(item).0).chars().find(|c| c.is_alphanumeric()) {
        Some(digit) if digit.is_numeric() => "0–9".to_owned(),
        Some(letter) => letter.to_uppercase().collect(),
        None => "#".to_owned(),
    };
    items.sort_by_cached_key(|item| called(item).1);
    let groups: Vec<(String, &[T])> =
        items.chunk_by(|one, next| letter(one) == letter(next)).map(|group| (letter(&group[0]), group)).collect();
    let jumps = groups
        .iter()
        .zip(1..)
        .map(|((letter, _), index)| Cell::text(letter).linked(format!("#letter-{index}")))
        .collect();
    groups.iter().zip(1..).fold(
        document.with(Block::Links { label: "Letters".to_owned(), cells: jumps }),
        |document, ((letter, group), index)| {
            let heading = Block::Heading { level: 1, text: letter.clone(), id: Some(format!("letter-{index}")) };
            let table = Table {
                rows: group.iter().map(&row).collect(),
                ..Table::new(format!("{what}, {letter}"), columns.to_vec())
            };
            document.with(heading).with(Block::Table(table))
        },
    )
}

fn whole(masthead: &Masthead) -> Masthead {
    Masthead { section: None, round: None, round_called: None, ..masthead.clone() }
}
