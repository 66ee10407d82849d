//! Prizes: the list on the wall, the list read aloud, the labels on the trophies. Who won what comes in decided.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::naming::TeamRef;
use super::printable::Report;
use crate::tournament::{Section, TeamId, Tournament};
use clap::ValueEnum;
use serde::Serialize;

/// Which paper of the prizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award {
    /// What it is: `2nd place`, `Best grade 3 team`.
    pub prize: String,
    /// The team that won it, if a team did.
    pub team: Option<TeamId>,
    /// Who won it instead: a school, or a name of the director's choice.
    pub winner: Option<String>,
    /// Why, or what is still open: `6½ points`, `play-off pending`.
    pub note: String,
}

/// The prizes of a section, most valuable first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Section name.
    pub section: String,
    /// Most valuable first.
    pub prizes: Vec<AwardShown>,
    /// Trophies to order: one a child of each team that won.
    pub trophies: usize,
    /// Which paper. The JSON is the same for all.
    #[serde(skip)]
    pub paper: Paper,
    /// Head and foot.
    #[serde(skip)]
    pub masthead: Masthead,
}

/// One prize and its winner.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AwardShown {
    /// What it is.
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
}

/// The prizes of a section. `open` says why they may still change.
pub fn view(tournament: &Tournament, section: &Section, awards: &[Award], paper: Paper, open: Vec<String>, stamp: Stamp) -> View {
    let shown = |award: &Award| {
        let team = award.team.and_then(|team| TeamRef::find(tournament, team));
        let players: Vec<String> = team.iter().flat_map(|team| &team.players).map(|player| player.shown.clone()).collect();
        let named = award.winner.clone().or_else(|| team.as_ref().map(|team| team.name.clone()));
        AwardShown {
            prize: award.prize.clone(),
            winner: named.unwrap_or_else(|| "not awarded".to_owned()),
            players,
            note: award.note.clone(),
            is_won: team.is_some() || award.winner.is_some(),
            team,
        }
    };
    let prizes: Vec<AwardShown> = awards.iter().map(shown).collect();
    View {
        section: section.name.clone(),
        trophies: prizes.iter().map(|award| if award.team.is_some() { award.players.len() } else { 1 }).sum(),
        prizes,
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
        if self.paper == Paper::Labels { "labels" } else { "document" }
    }
}

impl View {
    fn list(&self) -> Document {
        let columns = vec![Column::text("Prize").naming(), Column::text("Winner").over("Players"), Column::text("With")];
        let row = |award: &AwardShown| {
            vec![Cell::text(&award.prize), Cell::text(&award.winner).strong().over(award.players.join(", ")), Cell::text(&award.note)]
        };
        let table = Table { rows: self.prizes.iter().map(row).collect(), ..Table::new("Prizes", columns) };
        let page = Page { size: TypeSize::Wall, ..Page::default() };
        let document = Document { page, ..Document::new("Prizes", self.masthead.clone()) };
        document.with_subtitle(format!("{} trophies", self.trophies)).with(Block::Table(table))
    }

    /// Last prize first, so that the hall waits for the winner.
    fn ceremony(&self) -> Document {
        let page = Page { size: TypeSize::Wall, ..Page::default() };
        let document = Document { page, ..Document::new("Ceremony", self.masthead.clone()) }.with_subtitle("Read aloud from top to bottom");
        self.prizes.iter().rev().fold(document, |document, award| {
            let players = if award.players.is_empty() { String::new() } else { format!(": {}", award.players.join(" and ")) };
            let note = if award.note.is_empty() { String::new() } else { format!(" ({})", award.note) };
            let heading = Block::Heading { level: 1, text: award.prize.clone(), id: None };
            document.with(heading).with(Block::Paragraph(format!("{}{players}{note}", award.winner)))
        })
    }

    fn labels(&self) -> Document {
        let columns = vec![Column::text("Prize").naming(), Column::text("Name"), Column::text("Team")];
        let won = self.prizes.iter().filter(|award| award.is_won);
        let rows = won.flat_map(|award| {
            let names = if award.players.is_empty() { vec![award.winner.clone()] } else { award.players.clone() };
            let team = award.team.as_ref().map(|team| team.name.clone()).unwrap_or_default();
            names.into_iter().map(move |name| vec![Cell::text(&award.prize), Cell::text(name), Cell::text(&team)])
        });
        let table = Table { rows: rows.collect(), ..Table::new("Labels", columns) };
        Document::new("Trophy labels", self.masthead.clone()).with(Block::Table(table))
    }
}
