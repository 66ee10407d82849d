//! The tournament as a folder of web pages: what parents and players see on their phones.
//!
//! Made from the same views as the sheets, so that page and wall never differ. Holds team and player names as the event
//! shows them, schools, pairings, results and standings; no grades, ratings, ids, notes or rulings.

mod pages;
mod people;

use super::document::{Block, Cell, Document};
use super::masthead::Masthead;
use super::naming::{TeamRef, points_unit, team_page};
use super::render::{Link, RenderError, Site, page};
use super::{pairings, prizes, projector, standings};
use crate::tournament::names::{counted, list};
use pages::{crosstable_page, prizes_page, projector_page, round_page, standings_page};
use people::Played;
use std::collections::BTreeMap;

pub use pages::{SectionViews, sections};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// One page, before it is written.
pub struct Leaf {
    pub name: String,
    pub document: Document,
    /// The section it is about, from 1.
    section: Option<u32>,
}

/// Where the pages lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// In a folder, which any server or none may show.
    Folder,
    /// With the hall, side by side at its root: they follow the event.
    Hall,
}

/// What a star behind a result means, where there is one.
fn legend<'p>(pairings: impl IntoIterator<Item = &'p pairings::Pairing>) -> Option<Block> {
    let marked = pairings.into_iter().flat_map(|pairing| &pairing.results).any(|shown| shown.corrected);
    marked.then(|| Block::Paragraph("* corrected since it was first told".to_owned()))
}

const STYLE: &str = "style.css";

/// What the script of a folder is called: only pages that nobody sits at have it.
const SCRIPT: &str = "hall.js";

/// The whole site of these pages. Every link in it points into it; the first page is `index.html`. The hall has style and script of its own.
pub fn site(pages: Vec<Leaf>, sections: &[SectionViews], host: Host) -> Result<Vec<File>, RenderError> {
    let root = if host == Host::Hall { "/" } else { "" };
    let common = Site { linked: true, root, style: Some(STYLE), ..Site::default() };
    let written = |leaf: Leaf| {
        let renewed = still(&leaf.name, sections);
        let script = (host == Host::Hall || renewed.is_some()).then_some(SCRIPT);
        let (links, tabs) = match renewed {
            Some(_) => (Vec::new(), Vec::new()),
            None => (links(sections, &leaf), tabs(sections, &leaf)),
        };
        let site = Site { renewed, script, links, tabs, ..common.clone() };
        Ok(File { bytes: page(&leaf.document, &site)?, name: leaf.name })
    };
    let beside = [(STYLE, super::hall::STYLE), (SCRIPT, super::hall::SCRIPT)];
    let beside = beside.map(|(name, text)| Ok(File { name: name.to_owned(), bytes: text.into() }));
    let beside = beside.into_iter().filter(|_| host == Host::Folder);
    pages.into_iter().map(written).chain(beside).collect()
}

/// For the page of a projector: the page of the same round that stands still.
fn still(name: &str, sections: &[SectionViews]) -> Option<String> {
    let (section, index) = sections.iter().zip(1..).find(|(_, index)| projector_page(*index) == name)?;
    first_page(section, index)
}

/// Every page, as a document. `masthead` is that of the whole event.
pub fn pages(masthead: &Masthead, sections: &[SectionViews]) -> Vec<Leaf> {
    let leaf = |name: String, document: Document, section: Option<u32>| Leaf { name, document, section };
    let mut pages = vec![
        leaf("index.html".to_owned(), overview(masthead, sections), None),
        leaf("players.html".to_owned(), people::players(masthead, sections), None),
        leaf("teams.html".to_owned(), people::teams(masthead, sections), None),
    ];
    for (section, index) in sections.iter().zip(1..) {
        let own = |name: String, document: Document| leaf(name, document, Some(index));
        let rounds = section.rounds.iter();
        pages.extend(rounds.map(|view| own(round_page(index, view.round), round(section, index, view))));
        pages.extend(section.rounds.last().map(|last| own(projector_page(index), screen(masthead, last))));
        pages.extend(section.standings.iter().map(|view| own(standings_page(index), standings(view))));
        pages.extend(section.crosstable.iter().map(|view| own(crosstable_page(index), view.document())));
        let prizes = |view: &prizes::PrizeList| Document { subtitle: None, ..view.list() };
        pages.extend(section.prizes.iter().map(|view| own(prizes_page(index), prizes(view))));
    }
    for (number, (entry, played)) in teams_by_section(sections) {
        pages.push(leaf(team_page(number), people::document(masthead, &played, entry), Some(played[0].index)));
    }
    pages
}

/// Every team that the pages speak of, with its own section and the final that it reached.
fn teams_by_section(sections: &[SectionViews]) -> BTreeMap<u32, (&TeamRef, Vec<Played<'_>>)> {
    let mut teams: BTreeMap<u32, (&TeamRef, Vec<Played<'_>>)> = BTreeMap::new();
    for (section, index) in sections.iter().zip(1..) {
        let mut played = people::played(section, index);
        for team in people::teams_of(section) {
            let all = &mut teams.entry(team.number).or_insert_with(|| (team, Vec::new())).1;
            all.push(played.remove(&team.number).unwrap_or_else(|| Played::none(section, index)));
        }
    }
    teams
}

/// What the head of every page leads to: the lists of the event, then each section.
fn links(sections: &[SectionViews], at: &Leaf) -> Vec<Link> {
    let lists = [("Overview", "index.html"), ("Players", "players.html"), ("Teams", "teams.html")];
    let list = |(label, page): (&str, &str)| link(label, page == at.name, page.to_owned());
    let of_section = |(section, index): (&SectionViews, u32)| {
        let page = first_page(section, index)?;
        let here = at.section == Some(index);
        Some(Link { yields: !here && sections.len() > 1, ..link(&section.name, here, page) })
    };
    lists.into_iter().map(list).chain(sections.iter().zip(1..).filter_map(of_section)).collect()
}

/// Where a section begins for who comes from elsewhere.
fn first_page(section: &SectionViews, index: u32) -> Option<String> {
    section.rounds.last().map(|last| round_page(index, last.round))
}

/// The pairings by table, with links to the rounds before and after.
fn round(section: &SectionViews, index: u32, view: &pairings::RoundPairings) -> Document {
    let others = section.rounds.iter().filter(|other| other.round != view.round);
    let cells: Vec<Cell> =
        others.map(|other| Cell::text(&other.called).linked(round_page(index, other.round))).collect();
    let document = view.document().with_all(legend(&view.pairings));
    if cells.is_empty() { document } else { document.with(Block::Links { label: "Other rounds".to_owned(), cells }) }
}

fn tabs(sections: &[SectionViews], at: &Leaf) -> Vec<Link> {
    let own = sections.iter().zip(1..).find(|(_, index)| at.section == Some(*index));
    let ways = own.map(|(section, index)| ways(section, index)).unwrap_or_default();
    ways.into_iter().map(|(label, page)| link(label, page == at.name, page)).collect()
}

/// The latest round for a projector: always under the same name, so that the page in the hall shows the next round by itself.
fn screen(masthead: &Masthead, last: &pairings::RoundPairings) -> Document {
    let starts = last.masthead.starts.as_ref().map(|at| format!("starts {at}"));
    projector::Projection { screens: vec![projector::Screen::of(last, starts)], masthead: masthead.clone() }.document()
}

/// The standings at once; how ties are parted stands beneath them.
fn standings(view: &standings::StandingsList) -> Document {
    let mut document = view.document();
    let ties = document.subtitle.take();
    document.with_all(ties.map(Block::Paragraph))
}

fn link(label: &str, here: bool, page: String) -> Link {
    Link { label: label.to_owned(), page, here, yields: false }
}

/// What is going on in each section, and the ways to it.
fn overview(masthead: &Masthead, sections: &[SectionViews]) -> Document {
    let document = Document::new("Overview", masthead.clone()).with_subtitle(masthead.occasion());
    sections.iter().zip(1..).fold(document, |document, (section, index)| {
        let now = section.rounds.last().map(|last| {
            let state = Cell::text(now(last)).linked(round_page(index, last.round)).strong();
            (last.called.clone(), state)
        });
        let waiting = || ("Teams".to_owned(), Cell::text(people::teams_of(section).len().to_string()));
        let facts = [now.unwrap_or_else(waiting)].into_iter().chain(leader(section, index)).collect();
        let screen = section.rounds.last().map(|_| ("Big screen", projector_page(index)));
        let ways = ways(section, index).into_iter().chain(screen);
        let ways: Vec<Cell> = ways.map(|(label, page)| Cell::text(label).linked(page)).collect();
        let document = document.headed(1, &section.name).with(Block::Facts(facts));
        if ways.is_empty() {
            return document;
        }
        document.with(Block::Links { label: format!("Pages of {}", section.name), cells: ways })
    })
}

/// How far a round is.
fn now(round: &pairings::RoundPairings) -> String {
    let tables: Vec<_> = round.pairings.iter().filter(|pairing| pairing.table.is_some()).collect();
    let open = tables.iter().filter(|pairing| pairing.results.iter().any(|shown| shown.result.is_none())).count();
    match open {
        0 => format!("{}, all results in", counted(tables.len(), "table")),
        open if open == tables.len() => format!("{} playing", counted(open, "table")),
        open => format!("{open} of {} tables still playing", tables.len()),
    }
}

/// Who is first; nobody where a section has groups, each with its own.
fn leader(section: &SectionViews, index: u32) -> Option<(String, Cell)> {
    let view = section.standings.as_ref()?;
    let first = view.rows.first().filter(|row| row.group.is_none())?;
    const NAMED: usize = 3;
    let points = &first.points.shown;
    // Nobody leads by tie-breaks alone while there is more to play for. In a knockout it is the round that counts.
    let is_knockout = view.rows.iter().any(|row| row.reached.is_some());
    let is_level = |row: &&standings::StandingsRow| match is_knockout {
        true => row.rank == first.rank,
        false => row.points == first.points,
    };
    let level: Vec<&str> = view.rows.iter().filter(is_level).map(|row| row.team.shown.as_str()).collect();
    let who = if level.len() > NAMED { format!("{} teams level", level.len()) } else { list(level) };
    let shown = format!("{who}, {points} {}", points_unit(points));
    Some(("Leading".to_owned(), Cell::text(shown).linked(standings_page(index))))
}

/// The pages of a section, each with its name; those of earlier rounds are found on that of the latest.
fn ways(section: &SectionViews, index: u32) -> Vec<(&str, String)> {
    let round = section.rounds.last().map(|last| (last.called.as_str(), round_page(index, last.round)));
    let standings = section.standings.as_ref().map(|_| ("Standings", standings_page(index)));
    let crosstable = section.crosstable.as_ref().map(|_| ("Crosstable", crosstable_page(index)));
    let prizes = section.prizes.as_ref().map(|_| ("Prizes", prizes_page(index)));
    round.into_iter().chain(standings).chain(crosstable).chain(prizes).collect()
}
