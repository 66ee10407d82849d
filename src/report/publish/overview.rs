//! The first page: a card a section, with a sentence that answers when the next round is.

use super::super::document::{Block, Cell, Document, Glance};
use super::super::families::overview as say;
use super::super::masthead::Masthead;
use super::super::naming::points_unit;
use super::super::pairings::RoundPairings;
use super::super::standings::StandingsRow;
use super::pages::{SectionViews, bracket_page, projector_page, round_page, standings_page};
use super::people;
use crate::tournament::names::counted;

pub(super) fn document(masthead: &Masthead, sections: &[SectionViews]) -> Document {
    let cards = sections.iter().zip(1..).map(|(section, index)| glance(section, index)).collect();
    let find = Block::Links { label: say::FIND.to_owned(), cells: vec![Cell::text(say::FIND).linked("players.html")] };
    let screens = sections.iter().zip(1..).filter(|(section, _)| !section.rounds.is_empty());
    let screens: Vec<Cell> =
        screens.map(|(section, index)| Cell::text(&section.name).linked(projector_page(index))).collect();
    let document = Document::new("Overview", masthead.clone())
        .with_subtitle(masthead.occasion())
        .with(find)
        .with(Block::Glance(cards));
    if screens.is_empty() {
        return document;
    }
    document.with(Block::Links { label: say::SCREENS.to_owned(), cells: screens })
}

/// How many tables of a round there are, and how many are done.
struct Tables {
    all: usize,
    done: usize,
}

impl Tables {
    fn of(round: &RoundPairings) -> Self {
        let tables: Vec<_> = round.pairings.iter().filter(|pairing| pairing.table.is_some()).collect();
        let is_done =
            |pairing: &&&super::super::pairings::Pairing| pairing.results.iter().all(|shown| shown.result.is_some());
        Self { all: tables.len(), done: tables.iter().filter(is_done).count() }
    }

    fn percent(&self) -> u8 {
        (100 * self.done).checked_div(self.all).unwrap_or(100) as u8
    }

    fn is_over(&self) -> bool {
        self.done == self.all
    }
}

fn glance(section: &SectionViews, index: u32) -> Glance {
    let played: Vec<Tables> = section.rounds.iter().map(Tables::of).collect();
    let last = section.rounds.last().zip(played.last());
    let in_all = section.ahead.rounds.map_or(played.len(), |rounds| rounds as usize).max(played.len());
    let mut rounds: Vec<u8> = played.iter().map(Tables::percent).collect();
    rounds.resize(in_all, 0);
    let of = section.ahead.rounds.map(|rounds| format!(" of {rounds}")).unwrap_or_default();
    let stage = match last {
        Some((round, _)) if round.is_knockout => round.called.clone(),
        Some((round, _)) => format!("Round {}{of}", round.round),
        None => format!("Round 1{of}"),
    };
    let ahead = &section.ahead;
    let state = match last {
        None => ahead.next_starts.as_ref().map_or_else(|| say::SOON.to_owned(), |at| say::at(at)),
        Some(_) if ahead.is_finished => say::FINISHED.to_owned(),
        Some((_, tables)) if tables.is_over() => say::BREAK.to_owned(),
        Some((_, tables)) => match ahead.starts_later.as_ref().filter(|_| tables.done == 0) {
            Some(at) => say::at(at),
            None => say::PLAYING.to_owned(),
        },
    };
    let mut sentence: Vec<Cell> = Vec::new();
    match last {
        None => {
            let teams = counted(people::teams_of(section).len(), "team");
            sentence.push(Cell::text(say::entered(&teams, ahead.next_starts.is_some())));
        }
        Some((_, tables)) if ahead.is_finished || tables.is_over() => sentence.extend(leader(section)),
        Some((_, tables)) => {
            sentence.push(Cell::text(say::done(tables.done, &counted(tables.all, "table"))));
        }
    }
    if let Some((round, tables)) = last.filter(|_| !ahead.is_finished) {
        let next = if round.is_knockout { say::NEXT_ROUND.to_owned() } else { format!("Round {}", round.round + 1) };
        let is_last = ahead.rounds == Some(round.round);
        sentence.extend(match &ahead.next_starts {
            _ if is_last && !tables.is_over() => vec![Cell::text(say::LAST_ROUND)],
            _ if is_last => vec![Cell::text(say::LAST_RESULTS)],
            Some(at) => {
                let words = if tables.is_over() { say::STARTS_AT } else { say::PLANNED_FOR };
                vec![Cell::text(format!("{next} {words} ")), Cell::text(at).strong(), Cell::text(".")]
            }
            None => vec![Cell::text(say::posted_here(&next))],
        });
    }
    Glance { section: section.name.clone(), stage, state, rounds, sentence, ways: ways(section, index) }
}

/// Who leads, where one team leads alone: nobody by tie-breaks, nobody where a section has groups, each with its own.
fn leader(section: &SectionViews) -> Vec<Cell> {
    let Some(view) = &section.standings else { return Vec::new() };
    let Some(first) = view.rows.first().filter(|row| row.group.is_none()) else { return Vec::new() };
    // In a knockout it is the round that counts; at the end, the place.
    let is_by_place = section.ahead.is_finished || view.rows.iter().any(|row| row.reached.is_some());
    let is_level = |row: &&StandingsRow| match is_by_place {
        true => row.rank == first.rank,
        false => row.points == first.points,
    };
    if view.rows.iter().filter(is_level).count() > 1 {
        return Vec::new();
    }
    let points = &first.points.shown;
    let words = if section.ahead.is_finished { say::WON } else { say::LEADS };
    vec![
        Cell::text(&first.team.shown),
        Cell::text(words),
        Cell::text(format!("{points} {}", points_unit(points))).strong(),
        Cell::text(". "),
    ]
}

/// The three ways that are asked for most.
fn ways(section: &SectionViews, index: u32) -> Vec<Cell> {
    let tables = section.rounds.last().map(|last| Cell::text("Tables").linked(round_page(index, last.round)));
    let bracket = section.bracket.as_ref().map(|_| Cell::text("Bracket").linked(bracket_page(index)));
    let standings = section.standings.as_ref().map(|_| Cell::text("Standings").linked(standings_page(index)));
    let prizes = section.prizes.as_ref().map(|_| Cell::text("Prizes").linked(super::pages::prizes_page(index)));
    let teams = (!people::teams_of(section).is_empty()).then(|| Cell::text("Teams").linked("teams.html"));
    tables.into_iter().chain(bracket).chain(standings).chain(prizes).chain(teams).take(3).collect()
}
