//! A team is its school and its label: beside an "A" of another school, the "A" of Hillside is called "Hillside A".

use super::entry::{Entrants, Registration};
use super::likeness::{canonical, schools_alike};
use crate::tournament::names::fold;
use crate::tournament::{SectionId, Team, Tournament};
use std::collections::HashMap;

/// What a team of a school is called beside one that has its name; `None` where the other may be from the same school.
pub fn called_beside(tournament: &Tournament, namesake: &Team, name: &str, school: Option<&str>) -> Option<String> {
    let (school, other) = (school?, tournament.own_school(namesake)?.name.as_str());
    let are_two = canonical(school) != canonical(other) && schools_alike(&[school, other]).is_empty();
    are_two.then(|| by_school(school, name)).filter(|called| fold(called) != fold(name))
}

fn by_school(school: &str, label: &str) -> String {
    if fold(label).starts_with(&fold(school)) { label.to_owned() } else { format!("{school} {label}") }
}

/// A team of a file that was called by its school, since another one has the name.
pub struct Called {
    /// Of the entry, from 0.
    pub index: usize,
    /// As the file has it.
    pub label: String,
    pub name: String,
}

/// Calls the teams of a file by school and label where a team of another school has their name, or where they are entered so. Reports
/// those that are not entered yet.
pub fn called_by_school<'r>(
    tournament: &Tournament,
    entries: impl Iterator<Item = (&'r mut Registration, SectionId)>,
) -> Vec<Called> {
    let mut entries: Vec<_> = entries.collect();
    let given: Vec<String> = entries.iter().filter_map(|(entry, _)| entry.team().map(fold)).collect();
    let in_section = tournament.teams.iter().map(|team| ((team.section, fold(&team.name)), team));
    let in_section: HashMap<(SectionId, String), &Team> = in_section.collect();
    let anywhere: HashMap<String, &Team> = tournament.teams.iter().map(|team| (fold(&team.name), team)).collect();
    let mut called = Vec::new();
    for (index, (entry, section)) in entries.iter_mut().enumerate() {
        let Some(school) = entry.entrants.school().map(str::to_owned) else { continue };
        let Entrants::Team { name, is_named: true, players, .. } = &mut entry.entrants else { continue };
        let namesake = in_section.get(&(*section, fold(name))).copied();
        // Two children who are in it make it the same team, whose school is corrected.
        let is_same = |team: &Team| {
            let of_team = tournament.partners(team).map(|partner| fold(&partner.name));
            players.iter().all(|child| of_team.contains(&fold(&child.name)))
        };
        let beside = namesake
            .filter(|team| !is_same(team))
            .and_then(|team| called_beside(tournament, team, name, Some(&school)));
        if namesake.is_some() && beside.is_none() {
            continue;
        }
        let is_of_school =
            |team: &&&Team| tournament.own_school(team).is_some_and(|own| fold(&own.name) == fold(&school));
        let entered = anywhere.get(&fold(&by_school(&school, name))).filter(is_of_school);
        let is_new = |new: &String| !given.contains(&fold(new)) && !anywhere.contains_key(&fold(new));
        if let Some(team) = entered {
            name.clone_from(&team.name);
        } else if let Some(new) = beside.filter(is_new) {
            called.push(Called { index, label: std::mem::replace(name, new.clone()), name: new });
        }
    }
    called
}
