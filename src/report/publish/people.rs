//! Finding a name without a script: players A to Z by family name, teams A to Z. The page of one team: partners, place, and its rounds.

use super::legend;
use super::pages::{SectionViews, round_page, standings_page};
use crate::report::document::{Block, Cell, Column, Document, Emphasis, Figure, Step, Table};
use crate::report::masthead::Masthead;
use crate::report::naming::{PlayerRef, TeamRef, team_page};
use crate::report::pairings::{Contestant, MatchShown, Pairing, RoundPairings};
use crate::report::standings::StandingsRow;
use crate::tournament::names::{fold, list};
use std::collections::{BTreeMap, HashMap};

/// Every team that the section's pages speak of, by number.
pub(super) fn teams_of(section: &SectionViews) -> Vec<&TeamRef> {
    let entered = section.entered.iter();
    let standing = section.standings.iter().flat_map(|view| view.rows.iter().map(|row| &row.team));
    let paired = section.rounds.iter().flat_map(|view| &view.pairings).flat_map(|pairing| {
        [Some(&pairing.first), pairing.second.as_ref()].into_iter().flatten().map(|contestant| &contestant.team)
    });
    entered
        .chain(standing)
        .chain(paired)
        .map(|team| (team.number, team))
        .collect::<BTreeMap<_, _>>()
        .into_values()
        .collect()
}

/// The table where a team sits in the section's latest round, or what it does instead.
fn where_now(section: &SectionViews, team: &TeamRef) -> Cell {
    let Some(round) = section.rounds.last() else { return Cell::empty() };
    let pairing = round.pairings.iter().find(|pairing| sides(pairing, team).is_some());
    match pairing.map(|pairing| (pairing, pairing.table)) {
        Some((_, Some(table))) => Cell::whole(table).strong(),
        Some((pairing, None)) => pairing.off_cell(),
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
    let document = Document::new("Find a player", masthead.clone())
        .with_subtitle("By family name; the table is that of the latest round");
    let table = |caption, group: &[(&PlayerRef, &TeamRef, &SectionViews)]| {
        Table::of(caption, group)
            .column(Column::text("Player").over("Team").naming(), |(player, team, _)| {
                let own = format!("{} ({})", team.shown, team.number);
                Cell::text(player.listed()).over(own).linked(team_page(team.number))
            })
            .column(Column::number("Table"), |(_, team, section)| where_now(section, team))
            .column(Column::short("Section"), |(.., section)| Cell::text(&section.name))
            .table()
    };
    lettered(document, "Players", players, |(player, ..)| (player.listed(), player.sort_key()), table)
}

/// All teams by name, under letters to jump to.
pub(super) fn teams(masthead: &Masthead, sections: &[SectionViews]) -> Document {
    let teams: Vec<(&TeamRef, &SectionViews)> =
        sections.iter().flat_map(|section| teams_of(section).into_iter().map(move |team| (team, section))).collect();
    let document =
        Document::new("Teams", masthead.clone()).with_subtitle("By name; the table is that of the latest round");
    let table = |caption, group: &[(&TeamRef, &SectionViews)]| {
        Table::of(caption, group)
            .column(Column::text("Team").over("Players").naming(), |(team, _)| team.numbered())
            .column(Column::number("Table"), |(team, section)| where_now(section, team))
            .column(Column::text("School").minor(), |(team, _)| Cell::maybe(&team.school))
            .column(Column::short("Section"), |(_, section)| Cell::text(&section.name))
            .table()
    };
    lettered(document, "Teams", teams, |(team, _)| (team.shown.clone(), team.sort_key().0), table)
}

/// In order of names, a table a letter, after a row of links to the letters. `called` gives a name and what it is sorted by.
fn lettered<T>(
    document: Document,
    what: &str,
    mut items: Vec<T>,
    called: impl Fn(&T) -> (String, Vec<u8>),
    table: impl Fn(String, &[T]) -> Table,
) -> Document {
    let letter = |item: &T| match fold(&called(item).0).chars().find(|c| c.is_alphanumeric()) {
        Some(digit) if digit.is_numeric() => "0–9".to_owned(),
        Some(letter) => letter.to_uppercase().collect(),
        None => "#".to_owned(),
    };
    // A name that begins with a quotation mark stands under its letter, too.
    items.sort_by_cached_key(|item| (letter(item), called(item).1));
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
            document.with(heading).with(table(format!("{what}, {letter}"), group))
        },
    )
}

/// What a team played in a section, first round to last, and where it stands there.
pub(super) struct Played<'s> {
    pub section: &'s SectionViews,
    /// Of the section, from 1.
    pub index: u32,
    rounds: Vec<(&'s RoundPairings, &'s Pairing)>,
    row: Option<&'s StandingsRow>,
}

impl<'s> Played<'s> {
    pub fn none(section: &'s SectionViews, index: u32) -> Self {
        Self { section, index, rounds: Vec::new(), row: None }
    }
}

/// What each team of a section played there, by the team's number.
pub(super) fn played(section: &SectionViews, index: u32) -> HashMap<u32, Played<'_>> {
    let mut teams: HashMap<u32, Played<'_>> = HashMap::new();
    let tables = section.rounds.iter().flat_map(|view| view.pairings.iter().map(move |pairing| (view, pairing)));
    for (view, pairing) in tables {
        for contestant in [&pairing.first].into_iter().chain(&pairing.second) {
            let team = teams.entry(contestant.team.number).or_insert_with(|| Played::none(section, index));
            team.rounds.push((view, pairing));
        }
    }
    for row in section.standings.iter().flat_map(|view| &view.rows) {
        teams.entry(row.team.number).or_insert_with(|| Played::none(section, index)).row = Some(row);
    }
    teams
}

/// A team's road through its section, and through the final that it reached.
pub(super) fn document(masthead: &Masthead, played: &[Played<'_>], team: &TeamRef) -> Document {
    let sections = list(played.iter().map(|played| played.section.name.as_str()));
    let head = Masthead { section: Some(sections), ..masthead.clone() };
    let mut facts =
        vec![("Number".to_owned(), Cell::whole(team.number)), ("Players".to_owned(), Cell::text(team.partners()))];
    facts.extend(team.school.clone().map(|school| ("School".to_owned(), Cell::text(school))));
    let document = Document::new(team.shown.clone(), head);
    match played {
        [played] => road(document, facts, played, team),
        several => several.iter().fold(document.with(Block::Facts(facts)), |document, played| {
            road(document.headed(1, &played.section.name), Vec::new(), played, team)
        }),
    }
}

/// What a team came to in one section, beneath what is known of it anyway.
fn road(document: Document, mut facts: Vec<(String, Cell)>, played: &Played<'_>, team: &TeamRef) -> Document {
    let Played { section, index, rounds, row } = played;
    let standing = section.standings.as_ref().zip(*row);
    facts.extend(standing.map(|(view, row)| {
        let group = row.group.map(|group| format!(" in group {group}")).unwrap_or_default();
        let open = if row.signs.provisional { ", a result or an appeal still open" } else { "" };
        let place = format!("{}{group} after {}{open}", row.rank_shown, view.after_called);
        ("Place".to_owned(), Cell::text(place).linked(standings_page(*index)))
    }));
    let reached = standing.and_then(|(_, row)| row.reached.clone());
    facts.extend(reached.map(|reached| ("How far".to_owned(), Cell::text(reached))));
    facts.extend(standing.map(|(_, row)| ("Points".to_owned(), Cell::text(&row.points.shown))));
    let step = |(view, pairing): &(&RoundPairings, &Pairing)| {
        let (own, opponent) = sides(pairing, team).unwrap_or((&pairing.first, None));
        let emphasis = match word(pairing, team) {
            "won" | "won by forfeit" | "bye" => Emphasis::Strong,
            "drawn" => Emphasis::Plain,
            _ => Emphasis::Soft,
        };
        let is_struck =
            |row: &StandingsRow| row.signs.struck && opponent.is_some_and(|other| other.team.number == row.team.number);
        let struck = section.standings.iter().flat_map(|view| &view.rows).any(is_struck);
        let result = match opponent {
            None => pairing.without_opponent().to_owned(),
            Some(_) if struck => format!("{}, struck", result(pairing, team)),
            Some(_) => result(pairing, team),
        };
        let table = pairing.table.map(|table| format!("Table {table}"));
        let seats = table.into_iter().chain(Some(boards(own)).filter(|seats| !seats.is_empty())).collect::<Vec<_>>();
        Step {
            round: Cell::text(round_shown(view)).linked(round_page(*index, view.round)),
            result,
            emphasis,
            opponent: opponent.map(|opponent| opponent.team.numbered()),
            seats: seats.join(" · "),
            total: total_after(played, view.round, team).map(Figure::cell),
        }
    };
    let has_left = row.is_some_and(|row| row.signs.withdrawn);
    let missed = |view: &RoundPairings| Step {
        round: Cell::text(round_shown(view)).linked(round_page(*index, view.round)),
        result: match has_left && rounds.iter().all(|(own, _)| own.round < view.round) {
            true => "had left the event",
            false => "not in this round",
        }
        .to_owned(),
        emphasis: Emphasis::Soft,
        opponent: None,
        seats: String::new(),
        total: total_after(played, view.round, team).map(Figure::cell),
    };
    // Who came from another section or went to one has its other rounds there; who is out of a knockout has none.
    let is_all_there =
        |view: &RoundPairings| !view.is_knockout && row.is_some_and(|row| !row.signs.moved && !row.signs.brought);
    let steps = section.rounds.iter().filter_map(|view| match rounds.iter().find(|(own, _)| own.round == view.round) {
        Some(own) => Some(step(own)),
        None => is_all_there(view).then(|| missed(view)),
    });
    let steps: Vec<Step> = steps.collect();
    let path = (!steps.is_empty()).then_some(Block::Path(steps));
    let legend = legend(rounds.iter().map(|(_, pairing)| *pairing));
    document.with(Block::Facts(facts)).with_all(path).with_all(legend)
}

/// `3`, in a knockout `Semi-finals`.
fn round_shown(view: &RoundPairings) -> String {
    if view.is_knockout { view.called.clone() } else { view.round.to_string() }
}

/// The team's points after a round: those before its next one, or those of the standings. What it misses scores nothing.
fn total_after<'s>(played: &Played<'s>, round: u32, team: &TeamRef) -> Option<&'s Figure> {
    let next = played.rounds.iter().find(|(view, _)| view.round > round);
    let before = next.and_then(|(_, pairing)| sides(pairing, team));
    let standing = || {
        let row = played.section.standings.as_ref().filter(|view| view.after_round >= round).and(played.row)?;
        Some(&row.points)
    };
    before.map(|(own, _)| &own.points).or_else(standing)
}

/// Who of the team sits where: `Ann Lee A, José Núñez B`.
fn boards(own: &Contestant) -> String {
    let player = |number| own.team.players.iter().find(|player| player.number == number);
    let seats = own.seats.iter().filter_map(|seat| Some((&player(seat.player)?.shown, seat.board)));
    let seats = seats.map(|(player, board)| format!("{player} {}", board.to_string().to_uppercase()));
    list(seats)
}

/// The team at a table, and the other one; `None` where it does not sit there.
fn sides<'p>(pairing: &'p Pairing, team: &TeamRef) -> Option<(&'p Contestant, Option<&'p Contestant>)> {
    let second = pairing.second.as_ref();
    let both = [(Some(&pairing.first), second), (second, Some(&pairing.first))];
    both.into_iter().find_map(|(own, other)| Some((own.filter(|own| own.team.number == team.number)?, other)))
}

/// The results from the team's own side: `won`, `drawn`, in a double round `won, lost`.
fn result(pairing: &Pairing, team: &TeamRef) -> String {
    let told = |shown| format!("{}{}", told(shown, pairing, team), shown.sign());
    list(pairing.results.iter().map(told))
}

/// The first result in a word, or what the team has instead of a match.
fn word(pairing: &Pairing, team: &TeamRef) -> &'static str {
    pairing.results.first().map_or(pairing.without_opponent(), |shown| told(shown, pairing, team))
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
