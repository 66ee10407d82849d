//! Prizes: the list on the wall, the list read aloud, the labels on the trophies. Who won what comes in decided.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::naming::TeamRef;
use super::printable::Report;
use super::standings::Signs;
use crate::standings::prizes::Trophies;
use crate::tournament::{Section, TeamId, Tournament};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Which paper of the prizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// Every prize and who won it.
    #[default]
    List,
    /// To be read aloud: last place first, big type.
    Ceremony,
    /// Labels for trophies, one a child.
    Labels,
}

/// One prize as decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Award {
    /// What it is: `2nd place`, `Best grade 3 team`.
    pub prize: String,
    /// The team that won it, if a team did.
    pub team: Option<TeamId>,
    /// Who won it instead: a school, or a name of the director's choice.
    pub winner: Option<String>,
    /// Why, or what is still open: `6½ points`, `play-off pending`.
    pub note: String,
    /// Its part of what the tie shares, in the unit of the prizes' values.
    pub share: Option<f64>,
    /// The section is not played out, or `open`.
    pub provisional: bool,
    /// A result of the team is still out, or an appeal about its match open.
    pub open: bool,
}

/// All prizes of a section as decided.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Given {
    pub awards: Vec<Award>,
    /// The same in the order of the ceremony: the winner last.
    pub read_aloud: Vec<Award>,
    /// How many trophies to order.
    pub trophies: Trophies,
    /// That rounds are still to be played.
    pub unfinished: Option<String>,
}

/// The prizes of a section, most valuable first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    pub section: String,
    pub prizes: Vec<AwardShown>,
    /// Trophies to order, whether won yet or not: two a team prize, one a school prize.
    pub trophies: u32,
    /// How many of them are for schools.
    pub school_trophies: u32,
    /// The prizes as they are read aloud.
    #[serde(skip)]
    pub read_aloud: Vec<AwardShown>,
    /// Which paper. The JSON is the same for all.
    #[serde(skip)]
    pub paper: Paper,
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One prize and its winner.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AwardShown {
    pub prize: String,
    /// The team that won it.
    pub team: Option<TeamRef>,
    /// Who won it, as shown.
    pub winner: String,
    /// Both partners as the event may show them.
    pub players: Vec<String>,
    /// Why, or what is open.
    pub note: String,
    /// Whether anybody has won it yet.
    pub is_won: bool,
    /// Its part of what teams on equal points share, in the unit of the prizes' values.
    pub share: Option<f64>,
    /// The section is not played out, a result of the team is still out, or an appeal about its match open.
    pub provisional: bool,
    /// Of these, what is the team's own.
    #[serde(skip)]
    pub open: bool,
}

/// The prizes of a section. `open` says why they may still change.
pub fn view(
    tournament: &Tournament,
    section: &Section,
    given: &Given,
    paper: Paper,
    open: Vec<String>,
    stamp: Stamp,
) -> View {
    let open = given.unfinished.iter().cloned().chain(open).collect();
    let shown = |award: &Award| {
        let team = award.team.and_then(|team| TeamRef::find(tournament, team));
        let players: Vec<String> =
            team.iter().flat_map(|team| &team.players).map(|player| player.shown.clone()).collect();
        let named = award.winner.clone().or_else(|| team.as_ref().map(|team| team.shown.clone()));
        AwardShown {
            prize: award.prize.clone(),
            winner: named.unwrap_or_else(|| "not awarded".to_owned()),
            players,
            note: award.note.clone(),
            is_won: team.is_some() || award.winner.is_some(),
            share: award.share,
            provisional: award.provisional,
            open: award.open,
            team,
        }
    };
    View {
        section: section.name.clone(),
        trophies: given.trophies.players + given.trophies.schools,
        school_trophies: given.trophies.schools,
        prizes: given.awards.iter().map(shown).collect(),
        read_aloud: given.read_aloud.iter().map(shown).collect(),
        paper,
        masthead: Masthead::new(tournament, Some(section), None, stamp).provisional(open),
    }
}

impl Report for View {
    fn document(&self) -> Document {
        match self.paper {
            Paper::List => self.list(),
            Paper::Ceremony => self.ceremony(),
            Paper::Labels => self.labels(),
        }
    }

    fn template(&self) -> &'static str {
        match self.paper {
            Paper::List => "document",
            Paper::Ceremony => "ceremony",
            Paper::Labels => "labels",
        }
    }
}

impl View {
    fn list(&self) -> Document {
        let columns =
            vec![Column::text("Prize").naming(), Column::team("Winner").over("Players"), Column::text("With")];
        let row = |award: &AwardShown| {
            let winner = if award.open { format!("{}*", award.winner) } else { award.winner.clone() };
            let winner = Cell::text(winner).strong().over(award.players.join(", "));
            let page = award.team.as_ref().map(|team| format!("team-{}.html", team.number));
            let winner = page.into_iter().fold(winner, Cell::linked);
            let winner = award.team.iter().fold(winner, |winner, team| winner.of_team(team.number));
            vec![Cell::text(&award.prize), winner, Cell::text(&award.note)]
        };
        let table = Table { rows: self.prizes.iter().map(row).collect(), ..Table::new("Prizes", columns) };
        let page = Page { size: TypeSize::Wall, ..Page::default() };
        let document = Document { page, ..Document::new("Prizes", self.masthead.clone()) };
        let trophies = match (self.trophies, self.school_trophies) {
            (0, 0) => "None announced yet".to_owned(),
            (all, 0) => format!("{all} trophies, one for each partner"),
            (all, schools) => {
                format!("{all} trophies: {} for players, one for each partner; {schools} for schools", all - schools)
            }
        };
        let document = document.with_subtitle(trophies).with(Block::Table(table));
        Signs::meaning(self.prizes.iter().map(|award| Signs { provisional: award.open, ..Signs::default() }))
            .into_iter()
            .fold(document, Document::with)
    }

    /// Special prizes first and the winner last, so that the hall waits.
    fn ceremony(&self) -> Document {
        let page = Page { size: TypeSize::Wall, ..Page::default() };
        let document = Document { page, ..Document::new("Ceremony", self.masthead.clone()) }
            .with_subtitle("Read aloud from top to bottom");
        self.read_aloud.iter().fold(document, |document, award| {
            let players =
                if award.players.is_empty() { String::new() } else { format!(": {}", award.players.join(" and ")) };
            let open = award.open.then(|| "provisional".to_owned());
            let number = award.team.as_ref().map(|team| format!("No. {}", team.number));
            let note = Some(award.note.clone()).filter(|note| !note.is_empty());
            let note = number.into_iter().chain(note).chain(open).collect::<Vec<_>>().join("; ");
            let heading = Block::Heading { level: 1, text: award.prize.clone(), id: None };
            let document = document.with(heading).with(Block::Paragraph(format!("{}{players}", award.winner)));
            if note.is_empty() { document } else { document.with(Block::Paragraph(note)) }
        })
    }

    fn labels(&self) -> Document {
        let columns = vec![Column::text("Prize").naming(), Column::text("Name"), Column::text("Team")];
        let won = self.prizes.iter().filter(|award| award.is_won);
        let rows = won.flat_map(|award| {
            let names = if award.players.is_empty() { vec![award.winner.clone()] } else { award.players.clone() };
            let team = award.team.as_ref().map(|team| team.shown.clone()).unwrap_or_default();
            names.into_iter().map(move |name| vec![Cell::text(&award.prize), Cell::text(name), Cell::text(&team)])
        });
        let table = Table { rows: rows.collect(), ..Table::new("Labels", columns) };
        Document::new("Trophy labels", self.masthead.clone()).with(Block::Table(table))
    }
}
