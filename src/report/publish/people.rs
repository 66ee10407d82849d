//! Finding a name without a script: players A to Z by family name, teams A to Z. The page of one team: partners, place, and its rounds.

use super::super::families::columns;
use super::super::families::pairings::BYE;
use super::super::families::people as say;
use super::legend;
use super::pages::{SectionViews, round_page, standings_page};
use crate::report::document::{Block, Cell, Column, Document, Emphasis, Next, Step, Table};
use crate::report::masthead::Masthead;
use crate::report::naming::{PlayerRef, TeamRef, points_unit, team_page};
use crate::report::pairings::{Contestant, MatchShown, Pairing, RoundPairings};
use crate::report::standings::StandingsRow;
use crate::tournament::names::{counted, fold, list};
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
    let document = Document::new(say::FIND, masthead.clone()).with_subtitle(say::BY_FAMILY_NAME);
    let table = |caption, group: &[(&PlayerRef, &TeamRef, &SectionViews)]| {
        Table::of(caption, group)
            .column(Column::text(columns::PLAYER).over("Team").naming(), |(player, team, _)| {
                let own = format!("{} ({})", team.shown, team.number);
                Cell::text(player.listed()).over(own).linked(team_page(team.number))
            })
            .column(Column::number(columns::TABLE), |(_, team, section)| where_now(section, team))
            .column(Column::short(columns::SECTION), |(.., section)| Cell::text(&section.name))
            .table()
    };
    lettered(document, "Players", players, |(player, ..)| (player.listed(), player.sort_key()), table)
}

/// All teams by name, under letters to jump to.
pub(super) fn teams(masthead: &Masthead, sections: &[SectionViews]) -> Document {
    let teams: Vec<(&TeamRef, &SectionViews)> =
        sections.iter().flat_map(|section| teams_of(section).into_iter().map(move |team| (team, section))).collect();
    let document = Document::new("Teams", masthead.clone()).with_subtitle(say::BY_NAME);
    let table = |caption, group: &[(&TeamRef, &SectionViews)]| {
        Table::of(caption, group)
            .column(Column::text(columns::TEAM).over("Players").naming(), |(team, _)| team.numbered())
            .column(Column::number(columns::TABLE), |(team, section)| where_now(section, team))
            .column(Column::text(columns::SCHOOL).minor(), |(team, _)| Cell::maybe(&team.school))
            .column(Column::short(columns::SECTION), |(_, section)| Cell::text(&section.name))
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
    // A name that begins with a quotation mark is under its letter, too.
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

/// What a team played in a section, first round to last, and its place there.
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
    let document = Document::new(team.shown.clone(), head);
    match played {
        [played] => road(document, played, team),
        several => several
            .iter()
            .fold(document, |document, played| road(document.headed(1, &played.section.name), played, team)),
    }
}

/// What a team came to in one section.
fn road(document: Document, played: &Played<'_>, team: &TeamRef) -> Document {
    let Played { section, index, rounds, row } = played;
    let standing = section.standings.as_ref().zip(*row);
    let figures = standing.map(|(view, row)| {
        let points = &row.points.shown;
        let won = rounds.iter().flat_map(|(_, pairing)| pairing.results.iter().map(move |shown| (shown, pairing)));
        let won = won
            .filter(|(shown, pairing)| [say::WON, say::WON_BY_FORFEIT].contains(&outcome(shown, pairing, team)))
            .count();
        let of = view.rows.iter().filter(|other| other.group == row.group).count();
        vec![
            (
                Cell::text(ordinal(&row.rank_shown)).linked(standings_page(*index)),
                say::of_teams(&counted(of, "team"), row.group),
            ),
            (Cell::text(points), format!("{} of {}", points_unit(points), view.after_round)),
            (Cell::whole(won), say::matches_won(won).to_owned()),
        ]
    });
    let after = standing.map(|(view, row)| {
        Block::Paragraph(say::after(&view.after_called, row.signs.provisional, row.reached.as_deref()))
    });
    let next = rounds.last().and_then(|(view, pairing)| next(view, pairing, team));
    let step = |(view, pairing): &(&RoundPairings, &Pairing)| {
        let (_, opponent) = sides(pairing, team).unwrap_or((&pairing.first, None));
        let word = word(pairing, team);
        let is_struck =
            |row: &StandingsRow| row.signs.struck && opponent.is_some_and(|other| other.team.number == row.team.number);
        let struck = section.standings.iter().flat_map(|view| &view.rows).any(is_struck);
        let (emphasis, mark, joins) = turn(word);
        let several = pairing.results.len() > 1 && word != say::OPEN;
        let result = match opponent {
            None => capitalized(pairing.without_opponent()),
            Some(_) if word == say::OPEN => view.masthead.starts.clone().unwrap_or_else(|| say::PLAYS.to_owned()),
            Some(_) if struck => capitalized(&result(pairing, team)) + say::STRUCK,
            Some(_) => capitalized(&result(pairing, team)),
        };
        Step {
            round: Cell::text(&view.called).linked(round_page(*index, view.round)),
            table: pairing.table,
            result,
            joins: if several { say::AGAINST } else { joins },
            mark,
            emphasis,
            opponent: opponent
                .map(|opponent| Cell::text(opponent.team.with_number()).linked(team_page(opponent.team.number))),
        }
    };
    let has_left = row.is_some_and(|row| row.signs.withdrawn);
    let missed = |view: &RoundPairings| Step {
        round: Cell::text(&view.called).linked(round_page(*index, view.round)),
        table: None,
        result: match has_left && rounds.iter().all(|(own, _)| own.round < view.round) {
            true => say::HAD_LEFT,
            false => say::NOT_IN_THIS_ROUND,
        }
        .to_owned(),
        joins: "",
        mark: Some("–"),
        emphasis: Emphasis::Soft,
        opponent: None,
    };
    // Who came from another section or went to one has its other rounds there; who is out of a knockout has none.
    let is_all_there =
        |view: &RoundPairings| !view.is_knockout && row.is_some_and(|row| !row.signs.moved && !row.signs.brought);
    let steps = section.rounds.iter().filter_map(|view| match rounds.iter().find(|(own, _)| own.round == view.round) {
        Some(own) => Some(step(own)),
        None => is_all_there(view).then(|| missed(view)),
    });
    let steps: Vec<Step> = steps.collect();
    let road = [Block::heading(2, say::SO_FAR), Block::Path(steps.clone())];
    let path = (!steps.is_empty()).then_some(road).into_iter().flatten();
    let legend = legend(rounds.iter().map(|(_, pairing)| *pairing));
    let document = document.with_all(figures.map(Block::Figures)).with_all(after);
    document.with_all(next.map(Block::Next)).with_all(path).with_all(legend)
}

/// The table of the latest round, while its result is out.
fn next(view: &RoundPairings, pairing: &Pairing, team: &TeamRef) -> Option<Next> {
    let (own, opponent) = sides(pairing, team)?;
    let (table, opponent) = pairing.table.zip(opponent)?;
    if word(pairing, team) != say::OPEN && pairing.results.iter().all(|shown| shown.result.is_some()) {
        return None;
    }
    Some(Next {
        when: say::starts(&view.called, view.masthead.starts.as_deref()),
        table,
        opponent: Cell::text(opponent.team.with_number()).linked(team_page(opponent.team.number)),
        seats: boards(own, view.directed),
    })
}

/// `4th`, `3rd–5th` where a place is shared.
fn ordinal(rank: &str) -> String {
    let one = |number: &str| {
        let ending = match (number.parse::<u32>().unwrap_or_default() % 100, number.chars().last()) {
            (11..=13, _) => "th",
            (_, Some('1')) => "st",
            (_, Some('2')) => "nd",
            (_, Some('3')) => "rd",
            _ => "th",
        };
        format!("{number}{ending}")
    };
    let is_number = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    match rank.split_once('-') {
        Some((first, last)) if is_number(&first) && is_number(&last) => format!("{}–{}", one(first), one(last)),
        None if is_number(&rank) => one(rank),
        _ => rank.to_owned(),
    }
}

/// To which side a result turns the road, the figure on it, and the word before the opponent.
fn turn(word: &str) -> (Emphasis, Option<&'static str>, &'static str) {
    match word {
        say::WON | say::WON_BY_FORFEIT => (Emphasis::Strong, Some("1"), say::AGAINST),
        BYE => (Emphasis::Strong, Some(BYE), ""),
        say::DREW => (Emphasis::Plain, Some("½"), say::WITH),
        say::OPEN => (Emphasis::Plain, None, say::AGAINST),
        say::LOST | say::LOST_BY_FORFEIT => (Emphasis::Soft, Some("0"), say::TO),
        say::BOTH_LOST => (Emphasis::Soft, Some("0"), say::AGAINST),
        _ => (Emphasis::Soft, Some("–"), ""),
    }
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Who of the team sits where: `Ann Lee on board A with White, José Núñez on board B with Black`.
fn boards(own: &Contestant, directed: bool) -> String {
    let player = |number| own.team.players.iter().find(|player| player.number == number);
    let seats = own.seats.iter().filter_map(|seat| {
        let board = seat.board.to_string().to_uppercase();
        Some(say::seat(&player(seat.player)?.shown, &board, directed.then_some(seat.white)))
    });
    list(seats)
}

/// The team at a table, and the other one; `None` where it does not sit there.
fn sides<'p>(pairing: &'p Pairing, team: &TeamRef) -> Option<(&'p Contestant, Option<&'p Contestant>)> {
    let second = pairing.second.as_ref();
    let both = [(Some(&pairing.first), second), (second, Some(&pairing.first))];
    both.into_iter().find_map(|(own, other)| Some((own.filter(|own| own.team.number == team.number)?, other)))
}

/// The results from the team's own side: `won`, `drew`, in a double round `won, lost`.
fn result(pairing: &Pairing, team: &TeamRef) -> String {
    let signed = |shown| format!("{}{}", outcome(shown, pairing, team), shown.sign());
    list(pairing.results.iter().map(signed))
}

/// The first result in a word, or what the team has instead of a match.
fn word(pairing: &Pairing, team: &TeamRef) -> &'static str {
    pairing.results.first().map_or(pairing.without_opponent(), |shown| outcome(shown, pairing, team))
}

fn outcome(shown: &MatchShown, pairing: &Pairing, team: &TeamRef) -> &'static str {
    match (shown.result, pairing.first.team.number == team.number) {
        (None, _) => say::OPEN,
        (Some("1/2"), _) => say::DREW,
        (Some("1-0"), true) | (Some("0-1"), false) => say::WON,
        (Some("+/-"), true) | (Some("-/+"), false) => say::WON_BY_FORFEIT,
        (Some("1-0"), false) | (Some("0-1"), true) => say::LOST,
        (Some("0-0"), _) => say::BOTH_LOST,
        (Some(_), _) => say::LOST_BY_FORFEIT,
    }
}
