//! The tournament as a folder of web pages: what parents and players see on their phones.
//!
//! Made from the same views as the sheets, so that page and wall never differ. Holds team and player names as the event
//! shows them, schools, pairings, results and standings; no grades, ratings, ids, notes or rulings.

mod pages;
mod people;
mod round;
mod team;

use super::document::{Block, Cell, Document};
use super::masthead::Masthead;
use super::pairings;
use super::printable::Report;
use super::projector;
use super::render::{RenderError, Site, page};
use pages::{crosstable_page, projector_page, round_page, standings_page, team_page};

pub use pages::SectionViews;

/// One file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Name within the folder.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The whole site. Every link in it points into it; the first page is `index.html`.
pub fn site(masthead: &Masthead, sections: &[SectionViews]) -> Result<Vec<File>, RenderError> {
    let links = links(sections);
    let site = |name: &str| match still(name, sections) {
        Some(round) => Site { links: Vec::new(), linked: true, renewed: Some(round) },
        None => Site { links: links.clone(), linked: true, renewed: None },
    };
    pages(masthead, sections)
        .into_iter()
        .map(|(name, document)| Ok(File { bytes: page(&document, &site(&name))?, name }))
        .collect()
}

/// For the page of a projector: the page of the same round that stands still.
fn still(name: &str, sections: &[SectionViews]) -> Option<String> {
    let (section, index) = sections.iter().zip(1..).find(|(_, index)| projector_page(*index) == name)?;
    section.rounds.last().map(|last| round_page(index, last.round))
}

/// Every page by its name, as a document.
pub fn pages(masthead: &Masthead, sections: &[SectionViews]) -> Vec<(String, Document)> {
    let mut pages = vec![
        ("index.html".to_owned(), overview(masthead, sections)),
        ("players.html".to_owned(), people::players(masthead, sections)),
        ("teams.html".to_owned(), people::teams(masthead, sections)),
    ];
    for (section, index) in sections.iter().zip(1..) {
        pages.extend(
            section.rounds.iter().map(|view| (round_page(index, view.round), round::document(section, index, view))),
        );
        pages.extend(section.rounds.last().map(|last| (projector_page(index), screen(masthead, last))));
        pages.extend(section.standings.iter().map(|view| (standings_page(index), view.document())));
        pages.extend(section.crosstable.iter().map(|view| (crosstable_page(index), view.document())));
        let teams = people::teams_of(section).into_iter();
        pages.extend(teams.map(|entry| (team_page(entry.number), team::document(masthead, section, index, entry))));
    }
    pages
}

/// What the head of every page leads to.
fn links(sections: &[SectionViews]) -> Vec<(String, String)> {
    let mut links =
        vec![link("Overview", "index.html"), link("Find a player", "players.html"), link("Teams", "teams.html")];
    for (section, index) in sections.iter().zip(1..) {
        links.extend(
            section
                .rounds
                .last()
                .map(|last| link(&format!("{}: round {}", section.name, last.round), &round_page(index, last.round))),
        );
        links.extend(
            section.standings.as_ref().map(|_| link(&format!("{}: standings", section.name), &standings_page(index))),
        );
    }
    links
}

/// The latest round for a projector: always under the same name, so that the page in the hall shows the next round by itself.
fn screen(masthead: &Masthead, last: &pairings::View) -> Document {
    projector::View { screens: vec![projector::Screen::of(last, None)], masthead: masthead.clone() }.document()
}

fn link(label: &str, page: &str) -> (String, String) {
    (label.to_owned(), page.to_owned())
}

fn overview(masthead: &Masthead, sections: &[SectionViews]) -> Document {
    let document = Document::new("Overview", Masthead { section: None, round: None, ..masthead.clone() });
    let document = if masthead.occasion().is_empty() { document } else { document.with_subtitle(masthead.occasion()) };
    sections.iter().zip(1..).fold(document, |document, (section, index)| {
        let teams = people::teams_of(section).len();
        let mut facts = vec![("Teams".to_owned(), Cell::text(teams.to_string()))];
        facts.extend(section.standings.as_ref().map(|view| {
            let place = format!("after round {}", view.after_round);
            ("Standings".to_owned(), Cell::text(place).linked(standings_page(index)))
        }));
        facts.extend(
            section
                .crosstable
                .as_ref()
                .map(|_| ("Crosstable".to_owned(), Cell::text("round by round").linked(crosstable_page(index)))),
        );
        facts.extend(section.rounds.last().map(|_| {
            let screen = Cell::text("pairings in big type").linked(projector_page(index));
            ("Projector".to_owned(), screen)
        }));
        let round = |view: &pairings::View| {
            let open = view
                .pairings
                .iter()
                .filter(|pairing| pairing.results.iter().any(|shown| shown.result.is_none()))
                .count();
            let state = match open {
                0 => "all results in".to_owned(),
                1 => "1 table playing".to_owned(),
                open => format!("{open} tables playing"),
            };
            (format!("Round {}", view.round), Cell::text(state).linked(round_page(index, view.round)))
        };
        facts.extend(section.rounds.iter().rev().map(round));
        document.with(Block::Heading { level: 1, text: section.name.clone(), id: None }).with(Block::Facts(facts))
    })
}
