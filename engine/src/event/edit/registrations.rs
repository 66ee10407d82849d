//! What an import would do, carried out: schools, children and teams of a registration file.

use crate::event::Event;
use crate::registration::{Addition, Child, NewTeam, Plan, Who};
use crate::tournament::names::fold;
use crate::tournament::{Player, PlayerId, SchoolId, SectionId, Team};
use std::collections::HashMap;

/// Enters what is new and, with `update`, takes over what is changed.
pub fn carry_out(event: &mut Event, plan: &Plan, update: bool) {
    let schools = schools(event, plan, update);
    let ids = event.add_players(new_players(&schools, plan));
    for (id, (child, ..)) in ids.iter().zip(plan.new_children()) {
        event.keep_contact(*id, &child.contact);
        event.keep_payment(*id, child.fee, child.paid);
    }
    let mut ids = ids.into_iter();
    let mut teams = Vec::new();
    for addition in &plan.additions {
        match addition {
            Addition::Child(..) => drop(ids.next()),
            Addition::Team(team) => teams.push(new_team(&schools, team, &mut ids)),
        }
    }
    event.add_teams(teams);
    for (player, contact) in &plan.contacts {
        if update || !event.facts.contacts.contains_key(player) {
            event.keep_contact(*player, contact);
        }
    }
    for (player, fee, paid) in &plan.payments {
        if update || !event.facts.payments.contains_key(player) {
            event.keep_payment(*player, *fee, *paid);
        }
    }
    if update {
        take_over(event, &schools, plan);
    }
}

/// Every child to be added, in the order of the file.
fn new_players(schools: &Schools, plan: &Plan) -> Vec<Player> {
    let player = |(child, section, _): (&Child, SectionId, Option<&str>)| Player {
        name: child.name.clone(),
        family_words: child.family_words,
        grade: child.grade,
        rating: child.rating,
        federation_id: child.federation_id.clone(),
        school: named(schools, child.school.as_deref()),
        section: Some(section),
        team_name: child.team_name.clone(),
        ..Player::default()
    };
    plan.new_children().map(player).collect()
}

/// A team to be added; its new partners are the next of `ids`.
fn new_team(schools: &Schools, team: &NewTeam, ids: &mut impl Iterator<Item = PlayerId>) -> Team {
    let mut players = [PlayerId(0); 2];
    for (place, who) in players.iter_mut().zip(&team.players) {
        *place = match who {
            Who::Known(player) => *player,
            Who::New(_) => ids.next().expect("each new partner was entered in the order of the plan"),
        };
    }
    Team {
        name: team.name.clone(),
        section: team.section,
        players,
        school: named(schools, team.school.as_deref()),
        rating: team.rating,
        house: team.is_house,
        ..Team::default()
    }
}

fn take_over(event: &mut Event, schools: &Schools, plan: &Plan) {
    let tournament = &event.facts.tournament;
    let changed = plan.changes.iter().filter_map(|change| {
        let known = tournament.player(change.player)?.clone();
        Some(Player {
            family_words: change.family_words.or(known.family_words.filter(|_| change.name.is_none())),
            name: change.name.clone().unwrap_or(known.name),
            grade: change.grade.or(known.grade),
            rating: change.rating.or(known.rating),
            federation_id: change.federation_id.clone().or(known.federation_id),
            school: named(schools, change.school.as_deref()).or(known.school),
            ..known
        })
    });
    let teams = plan.team_changes.iter().filter_map(|change| {
        let known = tournament.team(change.team)?.clone();
        Some(Team {
            name: change.name.clone().unwrap_or(known.name),
            school: named(schools, change.school.as_deref()).or(known.school),
            rating: change.rating.or(known.rating),
            house: change.becomes_house || known.house,
            ..known
        })
    });
    let (changed, teams): (Vec<Player>, Vec<Team>) = (changed.collect(), teams.collect());
    event.save_players(changed);
    event.save_teams(teams);
}

/// The schools' numbers by their folded names.
type Schools = HashMap<String, SchoolId>;

/// Enters the schools that are new in the order of the file, and gives the numbers of all.
fn schools(event: &mut Event, plan: &Plan, update: bool) -> Schools {
    let mut known: Schools =
        event.facts.tournament.schools.iter().map(|school| (fold(&school.name), school.id)).collect();
    let children = plan.new_children().filter_map(|(child, ..)| child.school.clone());
    let teams = plan.new_teams().filter_map(|team| team.school.clone());
    let changed = plan.changes.iter().map(|change| &change.school);
    let changed = changed.chain(plan.team_changes.iter().map(|change| &change.school));
    let changed = changed.filter(|_| update).filter_map(Clone::clone);
    let names: Vec<String> = children.chain(teams).chain(changed).collect();
    for name in names {
        known.entry(fold(&name)).or_insert_with(|| event.add_school(&name));
    }
    known
}

fn named(schools: &Schools, name: Option<&str>) -> Option<SchoolId> {
    name.and_then(|name| schools.get(&fold(name))).copied()
}
