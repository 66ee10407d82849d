//! Children who still need a partner: the list at the desk, and the list that is called out in the hall.

use super::document::{Block, Cell, Column, Document, Page, Table, TypeSize};
use super::masthead::Masthead;
use super::masthead::Stamp;
use super::naming::PlayerRef;
use super::printable::Report;
use crate::tournament::{Player, Section, Tournament};
use serde::Serialize;

/// Children without a partner.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PartnerList {
    /// By section, grade and rating.
    pub players: Vec<Single>,
    #[serde(skip)]
    pub masthead: Masthead,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Single {
    /// Number, name, grade, rating.
    #[serde(flatten)]
    pub player: PlayerRef,
    /// Section name; null when unknown.
    pub section: Option<String>,
    /// School; null for none.
    pub school: Option<String>,
    /// The name of the team that the child brings along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_name: Option<String>,
}

/// Every child without a partner, of one section or of all.
pub fn view(tournament: &Tournament, section: Option<&Section>, stamp: Stamp) -> PartnerList {
    let wanted = |player: &&Player| {
        section.is_none_or(|section| player.section == Some(section.id)) && tournament.team_of(player.id).is_none()
    };
    let mut singles: Vec<&Player> = tournament.players.iter().filter(wanted).collect();
    singles.sort_by_key(|player| (player.section, player.grade, std::cmp::Reverse(player.rating), player.id));
    let single = |player: &Player| Single {
        player: PlayerRef::new(player),
        section: player.section.and_then(|id| tournament.section(id)).map(|section| section.name.clone()),
        school: player.school.and_then(|id| tournament.school(id)).map(|school| school.name.clone()),
        team_name: player.team_name.clone(),
    };
    PartnerList {
        players: singles.into_iter().map(single).collect(),
        masthead: Masthead::new(tournament, section, None, stamp),
    }
}

impl Report for PartnerList {
    fn document(&self) -> Document {
        let player = Column::text("Player").naming();
        let brings_a_name = self.players.iter().any(|single| single.team_name.is_some());
        let columns = vec![
            Column::number("No."),
            if brings_a_name { player.over("Team") } else { player },
            Column::mark("Grade"),
            Column::number("Rating"),
            Column::text("School"),
            Column::short("Section"),
            Column::text("Partner"),
        ];
        let row = |single: &Single| {
            vec![
                Cell::whole(single.player.number),
                Cell { under: single.team_name.clone(), ..Cell::text(&single.player.shown) },
                Cell::text(single.player.grade.map(|grade| grade.to_string()).unwrap_or_default()),
                single.player.rating.map_or_else(|| Cell::text("unr."), Cell::whole),
                Cell::text(single.school.clone().unwrap_or_default()),
                Cell::text(single.section.clone().unwrap_or_default()),
                Cell::empty(),
            ]
        };
        let table =
            Table { rows: self.players.iter().map(row).collect(), ..Table::new("Players without a partner", columns) };
        let page = Page { size: TypeSize::Hand, ruled: true, ..Page::default() };
        Document { page, ..Document::new("Partners wanted", self.masthead.clone()) }
            .with_subtitle(match self.players.len() {
                1 => "1 player; call the name, write the partner down".to_owned(),
                players => format!("{players} players; call them out, write the partner down"),
            })
            .with(Block::Table(table))
    }
}
