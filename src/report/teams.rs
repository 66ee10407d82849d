//! The roster: who entered, by number or by school. The children who still need a partner: the list at the desk, and the one that is
//! called out in the hall.

use super::document::{Block, Cell, Column, Document, Page, Table};
use super::families::columns;
use super::masthead::{Masthead, Stamp};
use super::naming::{PlayerRef, by_number};
use super::printable::Report;
use super::sources::rated_by;
use crate::event::Event;
use crate::tournament::names::{counted, list, listing_key};
use crate::tournament::{Grade, HalfPoints, Player, Section, Team, TeamStatus, Tournament};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

/// So few teams fit a page across, in larger type.
const FEW: usize = 16;

/// How the roster is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By the team's number.
    #[default]
    Number,
    /// By team name.
    Name,
    /// A table a school; a team whose partners come from two is under both.
    School,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entrant {
    pub number: u32,
    pub name: String,
    #[serde(skip)]
    pub shown: String,
    pub section: String,
    /// School as shown, empty for none.
    pub school: String,
    /// The same, each by itself.
    #[serde(skip)]
    pub schools: Vec<String>,
    /// The rating it is seeded by, in half rating points: an average may end in a half. Null when unrated.
    pub rating: Option<HalfPoints>,
    /// Its state at the desk.
    pub status: TeamStatus,
    /// Whether it lost its last match by absence and has not been seen since, so that it is not paired.
    pub absent: bool,
    /// In the order of the boards; for machines by number.
    #[serde(serialize_with = "by_number")]
    pub players: Vec<Partner>,
    /// An adult and a spare child.
    pub house: bool,
}

/// A partner with what the desk knows of the child.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Partner {
    #[serde(flatten)]
    pub player: PlayerRef,
    /// Federation or registration id.
    pub id: Option<String>,
    pub school: Option<String>,
}

impl AsRef<PlayerRef> for Partner {
    fn as_ref(&self) -> &PlayerRef {
        &self.player
    }
}

/// The roster of one section, or of all of them. The JSON is always by number.
pub fn view(event: &Event, section: Option<&Section>, order: Order, stamp: Stamp) -> Report {
    let tournament = event.tournament();
    // The only section there is need not be named in every row.
    let section = section.or(match &tournament.sections[..] {
        [only] => Some(only),
        _ => None,
    });
    let plays_in = |team: &Team, section: &Section| {
        team.section == section.id || tournament.final_seed(section.id, team.id).is_some()
    };
    let wanted = |team: &&Team| section.is_none_or(|section| plays_in(team, section));
    let entrants: Vec<Entrant> = tournament.teams.iter().filter(wanted).map(|team| entrant(event, team)).collect();
    let players: usize = entrants.iter().map(|team| team.players.len()).sum();
    let of_all = section.is_none();
    let is_wide = (entrants.len() <= FEW || of_all) && order != Order::School;
    let document = Document::new("Teams", Masthead::new(tournament, section, None, stamp))
        .with_subtitle(format!("{}, {players} players", counted(entrants.len(), "team")))
        .on(Page { landscape: is_wide, ..Page::default() });
    let mut teams: Vec<&Entrant> = entrants.iter().collect();
    let document = match order {
        Order::Number => document.with(table("Teams by number", &teams, of_all, false)),
        Order::Name => {
            teams.sort_by_cached_key(|team| listing_key(&team.shown));
            document.with(table("Teams by name", &teams, of_all, false))
        }
        Order::School => {
            let none = [String::new()];
            let mut listed: Vec<(&str, &Entrant)> = Vec::new();
            for team in &entrants {
                let schools = if team.schools.is_empty() { &none[..] } else { &team.schools[..] };
                listed.extend(schools.iter().map(|school| (school.as_str(), team)));
            }
            listed.sort_by_cached_key(|(school, team)| {
                (school.is_empty(), listing_key(school), listing_key(&team.shown))
            });
            listed.chunk_by(|(one, _), (next, _)| one == next).fold(document, |document, group| {
                let school = if group[0].0.is_empty() { "No school" } else { group[0].0 };
                let teams: Vec<&Entrant> = group.iter().map(|(_, team)| *team).collect();
                document.headed(1, school).with(table(school, &teams, of_all, true))
            })
        }
    };
    let listed = tournament.teams.iter().filter(wanted).flat_map(|team| tournament.partners(team));
    let document = document.with_all(rated_by(listed).map(Block::Paragraph));
    Report::of(document, BTreeMap::from([("teams", entrants)]))
}

/// One team as the roster and `team show` give it.
pub fn entrant(event: &Event, team: &Team) -> Entrant {
    let tournament = event.tournament();
    let school_name =
        |player: &Player| player.school.and_then(|id| tournament.school(id)).map(|school| school.name.clone());
    let partner = |player: &Player| Partner {
        player: PlayerRef::new(player),
        id: player.federation_id.clone(),
        school: school_name(player),
    };
    Entrant {
        number: team.id.0,
        name: team.name.clone(),
        shown: team.shown_name(),
        section: tournament.section(team.section).map(|s| s.name.clone()).unwrap_or_default(),
        school: tournament.school_label(team),
        schools: tournament
            .schools_of(team)
            .iter()
            .filter_map(|id| Some(tournament.school(*id)?.name.clone()))
            .collect(),
        rating: tournament.doubled_rating(team).map(|doubled| HalfPoints(doubled as i32)),
        status: tournament.status(team),
        absent: tournament.status(team).is_in() && event.missed_by_no_show(team).is_some(),
        players: tournament.seated(team).map(partner).into(),
        house: team.house,
    }
}

/// The teams as a table; the school is above it or in a column.
fn table(caption: &str, teams: &[&Entrant], of_all: bool, under_school: bool) -> Table {
    let school = Column::text(columns::SCHOOL);
    let partner = |team: &Entrant, at: usize| {
        let player = &team.players[at].player;
        Cell::text(&player.shown).over(grade_and_rating(player))
    };
    let rating = |rating: HalfPoints| Cell::number(rating.as_points(), rating.to_string());
    Table::of(caption, teams)
        .column(Column::number(columns::NUMBER), |team| Cell::whole(team.number))
        .column(Column::text(columns::TEAM).naming(), |team| Cell::text(&team.shown).strong())
        .column(Column::text(columns::FIRST_PARTNER).over("Grade, rating"), |team| partner(team, 0))
        .column(Column::text(columns::SECOND_PARTNER).over("Grade, rating"), |team| partner(team, 1))
        .column(if under_school { school.for_spreadsheets() } else { school }, |team| Cell::text(&team.school))
        .column(Column::number(columns::RATING), |team| team.rating.map_or_else(|| Cell::text("unr."), rating))
        .column_if(of_all, Column::short(columns::SECTION), |team| Cell::text(&team.section))
        .column(Column::short(columns::STATUS), |team| Cell::text(status_shown(team)).soft())
        .table()
}

/// `grade 5, 1641`.
fn grade_and_rating(player: &PlayerRef) -> String {
    let grade = player.grade.map(|grade: Grade| format!("grade {grade}"));
    let rating = player.rating.map_or_else(|| "unrated".to_owned(), |rating| rating.to_string());
    list(grade.into_iter().chain([rating]))
}

fn status_shown(team: &Entrant) -> &'static str {
    match (team.status, team.house) {
        (TeamStatus::Withdrawn, _) => "withdrawn",
        (TeamStatus::Expelled, _) => "expelled",
        (_, true) => "house team",
        _ if team.absent => "absent",
        (TeamStatus::CheckedIn, _) => "checked in",
        (TeamStatus::Entered, _) => "entered",
    }
}

/// A child without a partner.
#[derive(Serialize)]
struct Single {
    #[serde(flatten)]
    player: PlayerRef,
    section: Option<String>,
    school: Option<String>,
    /// The name of the team that the child brings along.
    #[serde(skip_serializing_if = "Option::is_none")]
    team_name: Option<String>,
}

/// Every child without a partner, of one section or of all, by section, grade and rating.
pub fn partners(tournament: &Tournament, section: Option<&Section>, stamp: Stamp) -> Report {
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
    let singles: Vec<Single> = singles.into_iter().map(single).collect();
    let player = Column::text(columns::PLAYER).naming();
    let brings_a_name = singles.iter().any(|single| single.team_name.is_some());
    let table = Table::of("Players without a partner", &singles)
        .column(Column::number(columns::NUMBER), |single| Cell::whole(single.player.number))
        .column(if brings_a_name { player.over("Team") } else { player }, |single| Cell {
            under: single.team_name.clone(),
            ..Cell::text(&single.player.shown)
        })
        .column(Column::mark(columns::GRADE), |single| Cell::maybe(&single.player.grade.map(|grade| grade.to_string())))
        .column(Column::number(columns::RATING), |single| {
            single.player.rating.map_or_else(|| Cell::text("unr."), Cell::whole)
        })
        .column(Column::text(columns::SCHOOL), |single| Cell::maybe(&single.school))
        .column(Column::short(columns::SECTION), |single| Cell::maybe(&single.section))
        .column(Column::text(columns::PARTNER), |_| Cell::empty());
    let document = Document::new("Partners wanted", Masthead::new(tournament, section, None, stamp))
        .on(Page { ruled: true, ..Page::default() })
        .with_subtitle(match singles.len() {
            1 => "1 player; call out the name and write in the partner".to_owned(),
            players => format!("{players} players; call out the names and write in the partners"),
        })
        .with(table);
    Report::of(document, json!({ "players": singles }))
}

/// The teams of a section, or of all, that nobody has seen yet, by school.
pub fn unseen(event: &Event, section: Option<&Section>, stamp: Stamp) -> Report {
    let tournament = event.tournament();
    let mut teams = event.unseen(section.map(|section| section.id));
    teams.sort_by_cached_key(|team| (tournament.school_label(team), team.id));
    let row = |team: &&Team| {
        json!({
            "number": team.id, "name": team.name, "school": tournament.school_label(team),
            "players": tournament.partners(team).map(|player| player.name.clone()),
        })
    };
    let json = json!({ "missing": teams.iter().map(row).collect::<Vec<_>>() });
    let table = Table::of("Not checked in", teams)
        .column(Column::text(columns::SCHOOL), |team| Cell::text(tournament.school_label(team)))
        .column(Column::number(columns::NUMBER), |team| Cell::whole(team.id.0))
        .column(Column::text(columns::TEAM).naming(), |team| Cell::text(&team.name))
        .column(Column::text(columns::PLAYERS), |team| {
            Cell::text(list(tournament.partners(team).map(|player| &player.name)))
        })
        .column(Column::short(columns::SECTION), |team| Cell::text(event.section_name(team.section)));
    Report::table(Masthead::new(tournament, section, None, stamp), table, json)
}
