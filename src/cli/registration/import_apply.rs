//! Carries an import out: schools, players, teams, changes, in one transaction.

use super::entering::{lot, school_named};
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::event::edit::{NewPlayer, NewTeam};
use crate::interchange::registrations::Reading;
use crate::registration::{self, Addition, Child, Entrants, Plan, PlayerChange, Who};
use crate::tournament::names::fold;
use crate::tournament::{Player, PlayerId, SchoolId, SectionId, Team, TeamId};
use std::collections::HashMap;

/// Puts the schools' settled names in place of other spellings that the director has settled.
pub fn settle_schools(desk: &mut Desk, reading: &mut Reading) -> Result<(), Failure> {
    let spellings: HashMap<String, SchoolId> = desk.facts.school_spellings.iter().cloned().collect();
    let tournament = desk.tournament();
    let settle = |school: &mut Option<String>| {
        let settled =
            school.as_deref().and_then(|name| spellings.get(&fold(name))).and_then(|id| tournament.school(*id));
        if let Some(settled) = settled {
            *school = Some(settled.name.clone());
        }
    };
    for entry in &mut reading.entries {
        match &mut entry.registration.entrants {
            Entrants::Alone(child) => settle(&mut child.school),
            Entrants::Team { players, school, .. } => {
                players.iter_mut().for_each(|child| settle(&mut child.school));
                settle(school);
            }
        }
    }
    Ok(())
}

/// Enters what is new and, with `update`, takes over what is changed.
pub fn apply(desk: &mut Desk, plan: &Plan, update: bool) {
    let mut schools = Schools { known: HashMap::new() };
    let mut last_number: HashMap<SectionId, Option<u32>> = HashMap::new();
    for section in &desk.tournament().sections {
        let posted = desk.latest_round(section.id).is_some();
        let last = desk.tournament().teams_in(section.id).filter_map(|team| team.pairing_number).max().unwrap_or(0);
        last_number.insert(section.id, posted.then_some(last));
    }
    let (players, children) = new_players(desk, &mut schools, plan);
    let ids = desk.add_players(players);
    for (id, child) in ids.iter().zip(&children) {
        desk.keep_contact(*id, &child.contact);
        desk.keep_payment(*id, child.fee, child.paid);
    }
    let mut ids = ids.into_iter();
    let mut teams = Vec::new();
    for addition in &plan.additions {
        match addition {
            Addition::Child(..) => drop(ids.next()),
            Addition::Team(team) => {
                // Who enters after round 1 was paired gets the next number of the section.
                let number = last_number.get_mut(&team.section).and_then(|last| last.as_mut()).map(|last| {
                    *last += 1;
                    *last
                });
                teams.push(new_team(desk, &mut schools, team, number, &mut ids));
            }
        }
    }
    desk.add_teams(teams);
    for (player, contact) in &plan.contacts {
        desk.keep_contact(*player, contact);
    }
    for (player, fee, paid) in &plan.payments {
        desk.keep_payment(*player, *fee, *paid);
    }
    if update {
        take_over(desk, &mut schools, plan);
    }
}

/// Every child to be added, in the order of the file, and what the file said of each.
fn new_players<'p>(desk: &mut Desk, schools: &mut Schools, plan: &'p Plan) -> (Vec<NewPlayer>, Vec<&'p Child>) {
    let mut children: Vec<(&Child, SectionId)> = Vec::new();
    for addition in &plan.additions {
        match addition {
            Addition::Child(child, section) => children.push((child, *section)),
            Addition::Team(team) => children.extend(team.players.iter().filter_map(|who| match who {
                Who::New(child) => Some((child, team.section)),
                Who::Known(_) => None,
            })),
        }
    }
    let mut players = Vec::with_capacity(children.len());
    for (child, section) in &children {
        players.push(NewPlayer {
            name: child.name.clone(),
            grade: child.grade,
            rating: child.rating,
            federation_id: child.federation_id.clone(),
            school: schools.named(desk, child.school.as_deref()),
            section: Some(*section),
        });
    }
    (players, children.into_iter().map(|(child, _)| child).collect())
}

/// A team to be added; its new partners are the next of `ids`.
fn new_team(
    desk: &mut Desk,
    schools: &mut Schools,
    team: &registration::NewTeam,
    number: Option<u32>,
    ids: &mut impl Iterator<Item = PlayerId>,
) -> NewTeam {
    let mut players = [PlayerId(0); 2];
    for (place, who) in players.iter_mut().zip(&team.players) {
        *place = match who {
            Who::Known(player) => *player,
            Who::New(_) => ids.next().expect("each new partner was entered in the order of the plan"),
        };
    }
    NewTeam {
        name: team.name.clone(),
        section: team.section,
        players,
        school: schools.named(desk, team.school.as_deref()),
        rating: team.rating,
        house: false,
        lot: lot(desk.facts.seed, players),
        pairing_number: number,
    }
}

fn take_over(desk: &mut Desk, schools: &mut Schools, plan: &Plan) {
    let mut players = Vec::new();
    for change in &plan.changes {
        let Some(player) = desk.facts.tournament.player(change.player).cloned() else { continue };
        let school = schools.named(desk, change.school.as_deref()).or(player.school);
        players.push(Player { school, ..changed(player, change) });
    }
    desk.save_players(players);
    let renamed = |(team, name): &(TeamId, String)| {
        Some(Team { name: name.clone(), ..desk.facts.tournament.team(*team)?.clone() })
    };
    let teams: Vec<Team> = plan.renamed.iter().filter_map(renamed).collect();
    desk.save_teams(teams);
}

fn changed(player: Player, change: &PlayerChange) -> Player {
    Player {
        name: change.name.clone().unwrap_or(player.name),
        grade: change.grade.or(player.grade),
        rating: change.rating.or(player.rating),
        federation_id: change.federation_id.clone().or(player.federation_id),
        ..player
    }
}

/// Schools looked up once.
struct Schools {
    known: HashMap<String, Option<SchoolId>>,
}

impl Schools {
    fn named(&mut self, desk: &mut Desk, name: Option<&str>) -> Option<SchoolId> {
        let name = name?;
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let school = school_named(desk, Some(name));
        self.known.insert(name.to_owned(), school);
        school
    }
}
