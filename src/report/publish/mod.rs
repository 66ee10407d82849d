//! The tournament as a folder of web pages: what parents and players see on their phones.
//!
//! Made from the same views as the sheets, so that page and wall never differ. Holds team and player names as the event
//! shows them, schools, pairings, results and standings; no grades, ratings, ids, notes or rulings.

mod overview;
mod pages;
mod people;

use super::document::{Block, Cell, Document};
use super::masthead::Masthead;
use super::naming::{ShownNames, TeamRef, team_page};
use super::render::{Link, RenderError, Site, clean, page};
use super::{pairings, prizes, projector, standings};
use pages::{bracket_page, crosstable_page, prizes_page, projector_page, round_page, standings_page};
use people::Played;
use std::collections::BTreeMap;

pub use pages::{Ahead, SectionViews, sections};

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
    /// What is under its name.
    under: Vec<String>,
}

impl Leaf {
    /// The same with no more of a name than the event shows.
    pub fn shown(self, names: &ShownNames) -> Self {
        let under = self.under.iter().map(|line| names.in_text(line)).collect();
        Self { document: names.in_document(&self.document), under, ..self }
    }
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
    marked.then(|| Block::Paragraph(super::families::people::CORRECTED.to_owned()))
}

/// The page that everybody comes to first.
const FRONT: &str = "index.html";

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
        let is_front = leaf.name == FRONT;
        let (links, tabs) = match renewed {
            Some(_) => (Vec::new(), Vec::new()),
            None if is_front => (Vec::new(), Vec::new()),
            None => (links(sections, &leaf), tabs(sections, &leaf)),
        };
        let under = leaf.under.iter().map(|line| clean(line)).collect();
        let site = Site { renewed, script, links, tabs, is_front, under, ..common.clone() };
        Ok(File { bytes: page(&leaf.document, &site)?, name: leaf.name })
    };
    let beside = [(STYLE, super::hall::STYLE), (SCRIPT, super::hall::SCRIPT)];
    let beside = beside.map(|(name, text)| Ok(File { name: name.to_owned(), bytes: text.into() }));
    let beside = beside.into_iter().filter(|_| host == Host::Folder);
    pages.into_iter().map(written).chain(beside).collect()
}

/// For the page of a projector: the page of the same round that does not move.
fn still(name: &str, sections: &[SectionViews]) -> Option<String> {
    let (section, index) = sections.iter().zip(1..).find(|(_, index)| projector_page(*index) == name)?;
    first_page(section, index)
}

/// Every page, as a document. `masthead` is that of the whole event.
pub fn pages(masthead: &Masthead, sections: &[SectionViews]) -> Vec<Leaf> {
    let leaf =
        |name: String, document: Document, section: Option<u32>| Leaf { name, document, section, under: Vec::new() };
    let mut pages = vec![
        leaf(FRONT.to_owned(), overview::document(masthead, sections), None),
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
        pages.extend(section.bracket.iter().map(|view| own(bracket_page(index), view.document())));
        let prizes = |view: &prizes::PrizeList| Document { subtitle: None, ..view.list() };
        pages.extend(section.prizes.iter().map(|view| own(prizes_page(index), prizes(view))));
    }
    for (number, (entry, played)) in teams_by_section(sections) {
        let document = people::document(masthead, &played, entry);
        let under = [entry.partners(), entry.school.clone().unwrap_or_default(), format!("Team {number}")];
        let under = under.into_iter().filter(|line| !line.is_empty()).collect();
        pages.push(Leaf { under, ..leaf(team_page(number), document, Some(played[0].index)) });
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
    let lists = [("Overview", FRONT), ("Players", "players.html"), ("Teams", "teams.html")];
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

/// The standings at once; how ties are parted is beneath them.
fn standings(view: &standings::StandingsList) -> Document {
    let mut document = view.document();
    let ties = document.subtitle.take();
    document.with_all(ties.map(Block::Paragraph))
}

fn link(label: &str, here: bool, page: String) -> Link {
    Link { label: label.to_owned(), page, here, yields: false }
}

/// The pages of a section, each with its name; those of earlier rounds are found on that of the latest.
fn ways(section: &SectionViews, index: u32) -> Vec<(&str, String)> {
    let round = section.rounds.last().map(|last| (last.called.as_str(), round_page(index, last.round)));
    let standings = section.standings.as_ref().map(|_| ("Standings", standings_page(index)));
    let bracket = section.bracket.as_ref().map(|_| ("Bracket", bracket_page(index)));
    let crosstable = section.crosstable.as_ref().map(|_| ("Crosstable", crosstable_page(index)));
    let prizes = section.prizes.as_ref().map(|_| ("Prizes", prizes_page(index)));
    round.into_iter().chain(bracket).chain(standings).chain(crosstable).chain(prizes).collect()
}
