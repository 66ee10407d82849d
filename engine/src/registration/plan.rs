//! What an import would do to a tournament: who is new, who is changed, who is gone from the file.
//!
//! Compares; changes nothing. The same file planned again after it was carried out gives an empty plan.

use super::entry::{Child, Contact, Entrants, Registration};
use super::likeness::{is_slip, look_alikes};
use crate::tournament::names::{family_first, fold, likeness};
use crate::tournament::{Grade, Player, PlayerId, SchoolId, SectionId, Team, TeamId, Tournament};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// A child of an entry: in the tournament already, or to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    Known(PlayerId),
    New(Child),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTeam {
    pub name: String,
    pub section: SectionId,
    /// The partners, in the order of the file.
    pub players: [Who; 2],
    /// The team's own school, where the file gives one.
    pub school: Option<String>,
    /// The team's own rating, where the file gives one.
    pub rating: Option<u32>,
    pub is_house: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Addition {
    Team(Box<NewTeam>),
    /// A child who needs a partner, and the section entered.
    Child(Box<Child>, SectionId),
}

/// A child to be entered who may be one entered before.
pub struct LookAlike<'p> {
    pub child: &'p Child,
    pub player: &'p Player,
    /// Of one name, but the child of this school and the player of that one; else the name is a slip away.
    pub schools: Option<(&'p str, &'p str)>,
}

/// What the file says otherwise of a child than the tournament. Blank cells never take anything away.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayerChange {
    pub player: PlayerId,
    /// Another name: the id is the same, or the partner and the team are.
    pub name: Option<String>,
    /// Of that name, or of the one that stays.
    pub family_words: Option<u8>,
    pub grade: Option<Grade>,
    pub rating: Option<u32>,
    /// An id where there was none.
    pub federation_id: Option<String>,
    pub school: Option<String>,
}

impl PlayerChange {
    /// One phrase a change, old and new: "rating 1200 → 1250".
    pub fn in_words(&self, tournament: &Tournament) -> Vec<String> {
        let Some(player) = tournament.player(self.player) else { return Vec::new() };
        let school = player.school.and_then(|id| tournament.school(id)).map_or("none", |school| school.name.as_str());
        let shown = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
        let mut words = Vec::new();
        let mut note = |what: &str, old: String, new: Option<String>| {
            if let Some(new) = new {
                words.push(format!("{what} {old} → {new}"));
            }
        };
        let listed = |words| family_first(self.name.as_ref().unwrap_or(&player.name), words);
        note("name", player.name.clone(), self.name.clone());
        note("listed as", listed(player.family_words), self.family_words.map(|words| listed(Some(words))));
        note("grade", shown(player.grade.map(|g| g.to_string())), self.grade.map(|g| g.to_string()));
        note("rating", shown(player.rating.map(|r| r.to_string())), self.rating.map(|r| r.to_string()));
        note("id", shown(player.federation_id.clone()), self.federation_id.clone());
        note("school", school.to_owned(), self.school.clone());
        words
    }
}

/// What the file says otherwise of a team than the tournament, as of a child.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TeamChange {
    pub team: TeamId,
    pub name: Option<String>,
    pub school: Option<String>,
    pub rating: Option<u32>,
    /// A yes; the file never makes an ordinary team of a house team.
    pub becomes_house: bool,
}

impl TeamChange {
    /// One phrase a change, old and new.
    pub fn in_words(&self, tournament: &Tournament) -> Vec<String> {
        let Some(team) = tournament.team(self.team) else { return Vec::new() };
        let school = team.school.and_then(|id| tournament.school(id)).map_or("none", |school| school.name.as_str());
        let rating = team.rating.map_or_else(|| "none".to_owned(), |rating| rating.to_string());
        let name = self.name.as_ref().map(|name| format!("name {} → {name}", team.name));
        let school = self.school.as_ref().map(|new| format!("school {school} → {new}"));
        let rating = self.rating.map(|new| format!("rating {rating} → {new}"));
        let house = self.becomes_house.then(|| "house no → yes".to_owned());
        [name, school, rating, house].into_iter().flatten().collect()
    }
}

/// Why an entry cannot stand beside what is entered already.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Conflict {
    #[error("there is already a team {name}: number {number}, {} and {}", players[0], players[1])]
    NameTaken { name: String, number: TeamId, players: [String; 2] },
    #[error("{team} (number {number}) cannot be called {name}: {}", taken_by.map_or_else(|| "a new team in the file already has that name".to_owned(), |other| format!("team {other} already has that name")))]
    NewNameTaken { team: String, number: TeamId, name: String, taken_by: Option<TeamId> },
    #[error("{player} already plays for {team} (number {number}){}", if player == entered { String::new() } else { format!(", as {entered}") })]
    HasPartner { player: String, entered: String, team: String, number: TeamId },
    #[error(
        "{team} (number {number}) is entered with {entered}{}, not with {read}{}",
        id_suffix(ids, 0),
        id_suffix(ids, 1)
    )]
    OtherPartner {
        team: String,
        number: TeamId,
        entered: String,
        read: String,
        /// The id entered and the one read, where both are given and differ.
        ids: Option<[String; 2]>,
    },
}

fn id_suffix(ids: &Option<[String; 2]>, which: usize) -> String {
    ids.as_ref().map_or_else(String::new, |ids| format!(", id {}", ids[which]))
}

/// What an import would do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Teams and children to be added, in the order of the file.
    pub additions: Vec<Addition>,
    pub changes: Vec<PlayerChange>,
    pub team_changes: Vec<TeamChange>,
    /// Teams that play in another section than the file says, and the file's.
    pub elsewhere: Vec<(TeamId, SectionId)>,
    pub unchanged: Vec<TeamId>,
    pub changed_teams: Vec<TeamId>,
    /// Children of the file who have no partner after the import.
    pub need_partner: usize,
    /// Entries, by index, of children alone who have found a partner since.
    pub found_partner: HashSet<usize>,
    /// Teams that were entered and are not in the file, though others of their section are.
    pub vanished_teams: Vec<TeamId>,
    /// Children without a partner who are not in the file, though others of their section are.
    pub vanished_children: Vec<PlayerId>,
    /// How to reach the families of children entered before, where the file was read for that.
    pub contacts: Vec<(PlayerId, Contact)>,
    /// Fees and payments in cents of children entered before, where the file was read for that.
    pub payments: Vec<(PlayerId, Option<u32>, Option<u32>)>,
}

impl Plan {
    /// Children to be added, in teams or alone.
    pub fn players_added(&self) -> usize {
        self.new_children().count()
    }

    /// Teams to be added, in the order of the file.
    pub fn new_teams(&self) -> impl Iterator<Item = &NewTeam> {
        self.additions.iter().filter_map(|addition| match addition {
            Addition::Team(team) => Some(team.as_ref()),
            Addition::Child(..) => None,
        })
    }

    /// Children to be added, in the order of the file, each with its section and the school of the team that it is entered with.
    pub fn new_children(&self) -> impl Iterator<Item = (&Child, SectionId, Option<&str>)> {
        self.additions.iter().flat_map(|addition| match addition {
            Addition::Child(child, section) => vec![(child.as_ref(), *section, None)],
            Addition::Team(team) => {
                let new = team.players.iter().filter_map(|who| match who {
                    Who::New(child) => Some((child, team.section, team.school.as_deref())),
                    Who::Known(_) => None,
                });
                new.collect()
            }
        })
    }

    /// Children whose names differ from those entered by accents alone, but whose grade or rating differs too: perhaps somebody else.
    pub fn taken_for<'p>(&'p self, tournament: &'p Tournament) -> impl Iterator<Item = (&'p str, &'p Player)> {
        let other = self.changes.iter().filter(|change| change.grade.is_some() || change.rating.is_some());
        other.filter_map(|change| {
            let (entered, read) = (tournament.player(change.player)?, change.name.as_deref()?);
            let is_so_but_for_case = read.to_lowercase() == entered.name.to_lowercase();
            (fold(read) == fold(&entered.name) && !is_so_but_for_case).then_some((read, entered))
        })
    }

    /// Children to be entered whose names are those of children entered before, or one slip from them.
    pub fn look_alikes<'p>(&'p self, tournament: &'p Tournament) -> Vec<LookAlike<'p>> {
        let school = |player: &Player| Some(tournament.school(tournament.school_of(player)?)?.name.as_str());
        let entered: Vec<(&Player, Option<&str>)> = tournament.players.iter().map(|p| (p, school(p))).collect();
        let new: Vec<(&Child, Option<&str>)> =
            self.new_children().map(|(child, _, of_team)| (child, child.school.as_deref().or(of_team))).collect();
        let names = entered.iter().map(|(player, _)| &player.name).chain(new.iter().map(|(child, _)| &child.name));
        let names: Vec<String> = names.map(|name| fold(name)).collect();
        let looks_like = |(old, added): (usize, usize)| {
            let (child, of_child) = *new.get(added.checked_sub(entered.len())?)?;
            let (player, of_player) = *entered.get(old)?;
            let have_ids = child.federation_id.is_some() && player.federation_id.is_some();
            let schools = of_child.zip(of_player).filter(|(one, other)| fold(one) != fold(other));
            // Of one name and one school, the child entered before is in the file as well.
            let is_likely = (names[old] == names[added]) == schools.is_some();
            (is_likely && !have_ids).then_some(LookAlike { child, player, schools })
        };
        look_alikes(&names).into_iter().filter_map(looks_like).collect()
    }
}

/// Compares entries, each with its section, with the tournament. `conflict` is given the entries that cannot be entered,
/// by index; nothing of them is planned. Where names are not taken over from the file, none can be given twice.
pub fn plan(
    tournament: &Tournament,
    entries: &[(&Registration, SectionId)],
    takes_over: bool,
    mut conflict: impl FnMut(usize, Conflict),
) -> Plan {
    let mut refused: HashMap<usize, Conflict> = HashMap::new();
    loop {
        let mut planner = Planner::new(tournament);
        let mut entry_of: HashMap<TeamId, usize> = HashMap::new();
        for (index, (registration, section)) in entries.iter().enumerate() {
            if refused.contains_key(&index) {
                continue;
            }
            let outcome = match &registration.entrants {
                Entrants::Team { .. } => planner.team(registration, *section),
                Entrants::Alone(child) => {
                    planner.alone(index, child, *section);
                    Ok(())
                }
            };
            match outcome {
                Ok(()) => {
                    if let Some(change) = planner.plan.team_changes.last() {
                        entry_of.entry(change.team).or_insert(index);
                    }
                }
                Err(why) => drop(refused.insert(index, why)),
            }
        }
        let taken = if takes_over { planner.new_names_taken() } else { Vec::new() };
        if taken.is_empty() {
            refused.into_iter().for_each(|(index, why)| conflict(index, why));
            return planner.finish(entries);
        }
        // A name that would have become free by a change that is refused stays taken, so the others are looked at again.
        refused.extend(taken.into_iter().map(|(team, why)| (entry_of[&team], why)));
    }
}

/// The grades and ratings that stand where a file's are not taken over.
pub struct Standing<'a>(Planner<'a>);

impl<'a> Standing<'a> {
    pub fn of(tournament: &'a Tournament) -> Self {
        Self(Planner::new(tournament))
    }

    /// An entry with what was entered of those of its children who have no team yet.
    pub fn of_entry(&self, registration: &Registration) -> Registration {
        let mut standing = registration.clone();
        let children = match &mut standing.entrants {
            Entrants::Alone(child) => std::slice::from_mut(child),
            Entrants::Team { players, .. } => players.as_mut_slice(),
        };
        for child in children {
            let known = self.0.known(child, None, None).filter(|player| !self.0.team_of.contains_key(&player.id));
            if let Some(player) = known {
                (child.grade, child.rating) = (player.grade.or(child.grade), player.rating.or(child.rating));
            }
        }
        standing
    }
}

struct Planner<'a> {
    tournament: &'a Tournament,
    by_id: HashMap<String, &'a Player>,
    by_name: HashMap<String, Vec<&'a Player>>,
    team_of: HashMap<PlayerId, &'a Team>,
    by_team_name: HashMap<(SectionId, String), &'a Team>,
    /// Folded names of the schools.
    schools: HashMap<SchoolId, String>,
    seen_teams: HashSet<TeamId>,
    seen_children: HashSet<PlayerId>,
    plan: Plan,
}

impl<'a> Planner<'a> {
    fn new(tournament: &'a Tournament) -> Self {
        let mut by_name: HashMap<String, Vec<&Player>> = HashMap::new();
        for player in &tournament.players {
            by_name.entry(fold(&player.name)).or_default().push(player);
        }
        let with_id = tournament.players.iter().filter_map(|p| Some((fold(p.federation_id.as_deref()?), p)));
        Self {
            tournament,
            by_id: with_id.collect(),
            by_name,
            team_of: tournament.teams.iter().flat_map(|team| team.players.map(|player| (player, team))).collect(),
            by_team_name: tournament.teams.iter().map(|team| ((team.section, fold(&team.name)), team)).collect(),
            schools: tournament.schools.iter().map(|school| (school.id, fold(&school.name))).collect(),
            seen_teams: HashSet::new(),
            seen_children: HashSet::new(),
            plan: Plan::default(),
        }
    }

    fn team(&mut self, registration: &Registration, section: SectionId) -> Result<(), Conflict> {
        let Entrants::Team { name, is_named, players, school, rating, is_house } = &registration.entrants else {
            return Ok(());
        };
        let namesake = self.by_team_name.get(&(section, fold(name))).copied();
        let found = [&players[0], &players[1]].map(|child| self.known(child, school.as_deref(), namesake));
        let teams = found.map(|player| player.and_then(|player| self.team_of.get(&player.id).copied()));
        let change_of = |planner: &Self, team: &Team| {
            let known_school = team.school.and_then(|id| planner.schools.get(&id)).cloned();
            TeamChange {
                team: team.id,
                name: Some(name).filter(|name| *is_named && **name != team.name).cloned(),
                school: school.clone().filter(|school| known_school != Some(fold(school))),
                rating: rating.filter(|rating| Some(*rating) != team.rating),
                becomes_house: *is_house && !team.house,
            }
        };
        match (found, teams) {
            ([Some(a), Some(b)], [Some(team), Some(other)]) if team.id == other.id && a.id != b.id => {
                let change = change_of(self, team);
                self.plan.elsewhere.extend((team.section != section).then_some((team.id, section)));
                self.same_team(change, [(a, &players[0]), (b, &players[1])]);
                Ok(())
            }
            ([a, b], [Some(team), None]) | ([b, a], [None, Some(team)]) => {
                let (child, stranger) =
                    if teams[0].is_some() { (&players[0], &players[1]) } else { (&players[1], &players[0]) };
                let change = change_of(self, team);
                let is_same_name = *is_named && fold(name) == fold(&team.name);
                self.partner_corrected(change, a, b, child, stranger, is_same_name)
            }
            (_, [Some(team), Some(_)]) => Err(Self::has_partner(&players[0], found[0], team)),
            (_, [None, None]) => {
                if let Some(team) = namesake {
                    let players = self.tournament.partners(team).map(|player| player.name.clone());
                    return Err(Conflict::NameTaken { name: team.name.clone(), number: team.id, players });
                }
                let who =
                    |i: usize| found[i].map_or_else(|| Who::New(players[i].clone()), |player| Who::Known(player.id));
                let new = NewTeam {
                    name: name.clone(),
                    section,
                    players: [who(0), who(1)],
                    school: school.clone(),
                    rating: *rating,
                    is_house: *is_house,
                };
                for (player, child) in found.into_iter().zip(players.iter()) {
                    if let Some(player) = player {
                        self.see(player, child);
                    }
                }
                self.plan.additions.push(Addition::Team(Box::new(new)));
                Ok(())
            }
        }
    }

    /// One partner is known and the other is not: a name was corrected, or somebody else was put in.
    fn partner_corrected(
        &mut self,
        change: TeamChange,
        known: Option<&'a Player>,
        stranger_known: Option<&'a Player>,
        child: &Child,
        stranger: &Child,
        is_same_name: bool,
    ) -> Result<(), Conflict> {
        let (Some(known), Some(team)) = (known, self.tournament.team(change.team)) else { return Ok(()) };
        let [first, second] = self.tournament.partners(team);
        let entered = if first.id == known.id { second } else { first };
        // The same id would have been known by it.
        let ids = entered.federation_id.clone().zip(stranger.federation_id.clone()).map(<[String; 2]>::from);
        let (old, new) = (fold(&entered.name), fold(&stranger.name));
        let is_corrected = is_slip(&old, &new) || likeness(&old, &new) > 0.9;
        if stranger_known.is_none() && ids.is_none() && is_corrected {
            self.same_team(change, [(known, child), (entered, stranger)]);
            return Ok(());
        }
        if is_same_name {
            let (team, number, entered) = (team.name.clone(), team.id, entered.name.clone());
            return Err(Conflict::OtherPartner { team, number, entered, read: stranger.name.clone(), ids });
        }
        Err(Self::has_partner(child, Some(known), team))
    }

    fn has_partner(child: &Child, known: Option<&Player>, team: &Team) -> Conflict {
        let player = child.name.clone();
        let entered = known.map_or_else(|| player.clone(), |known| known.name.clone());
        Conflict::HasPartner { player, entered, team: team.name.clone(), number: team.id }
    }

    fn same_team(&mut self, change: TeamChange, partners: [(&'a Player, &Child); 2]) {
        let team = change.team;
        self.seen_teams.insert(team);
        let before = self.plan.changes.len();
        for (player, child) in partners {
            self.see(player, child);
        }
        let is_other = change != (TeamChange { team, ..TeamChange::default() });
        let is_changed = is_other || self.plan.changes.len() > before;
        self.plan.team_changes.extend(is_other.then_some(change));
        if is_changed {
            self.plan.changed_teams.push(team);
        } else {
            self.plan.unchanged.push(team);
        }
    }

    /// Teams that would be given the name that another team of their section has once all is done.
    fn new_names_taken(&self) -> Vec<(TeamId, Conflict)> {
        let renamed: HashMap<TeamId, &String> =
            self.plan.team_changes.iter().filter_map(|change| Some((change.team, change.name.as_ref()?))).collect();
        let called = |team: &'a Team| (team.section, fold(renamed.get(&team.id).copied().unwrap_or(&team.name)));
        let stay = self.tournament.teams.iter().map(|team| (called(team), Some(team.id)));
        let new = self.plan.new_teams().map(|team| ((team.section, fold(&team.name)), None));
        let mut by_name: HashMap<(SectionId, String), Vec<Option<TeamId>>> = HashMap::new();
        stay.chain(new).for_each(|(name, team)| by_name.entry(name).or_default().push(team));
        let taken = |team: &'a Team| {
            let name = (*renamed.get(&team.id)?).clone();
            let taken_by = *by_name.get(&called(team))?.iter().find(|other| **other != Some(team.id))?;
            Some((team.id, Conflict::NewNameTaken { team: team.name.clone(), number: team.id, name, taken_by }))
        };
        self.tournament.teams.iter().filter_map(taken).collect()
    }

    fn alone(&mut self, index: usize, child: &Child, section: SectionId) {
        let Some(player) = self.known(child, None, None) else {
            self.plan.need_partner += 1;
            return self.plan.additions.push(Addition::Child(Box::new(child.clone()), section));
        };
        // A child who found a partner at the desk keeps that partner.
        match self.team_of.get(&player.id) {
            Some(team) => {
                self.seen_teams.insert(team.id);
                self.plan.found_partner.insert(index);
            }
            None => self.plan.need_partner += 1,
        }
        self.see(player, child);
    }

    /// Who a child of the file is: by id; else by name and school, or by name within the team of that name. A child of whom no school is
    /// given is of that of its team.
    fn known(&self, child: &Child, of_team: Option<&str>, team: Option<&Team>) -> Option<&'a Player> {
        if let Some(player) = child.federation_id.as_ref().and_then(|id| self.by_id.get(&fold(id)).copied()) {
            return Some(player);
        }
        let namesakes = self.by_name.get(&fold(&child.name))?;
        let may_be = |player: &&&Player| child.federation_id.is_none() || player.federation_id.is_none();
        let school = child.school.as_deref().or(of_team).map(fold);
        let school_of = |player: &Player| {
            let own = player.school.or_else(|| self.team_of.get(&player.id)?.school);
            own.and_then(|id| self.schools.get(&id)).cloned()
        };
        let of_team = |player: &&&Player| team.is_some_and(|team| team.players.contains(&player.id));
        let fits = |player: &&&Player| school_of(player) == school;
        let unclear = |player: &&&Player| school_of(player).is_none() || school.is_none();
        // A child is once in a file, so a child who was met already is a namesake.
        let is_free = |player: &&&Player| !self.seen_children.contains(&player.id);
        let candidates = || namesakes.iter().filter(may_be).filter(is_free);
        candidates().find(of_team).or_else(|| candidates().find(fits)).or_else(|| candidates().find(unclear)).copied()
    }

    /// Notes what the file says otherwise of a child.
    fn see(&mut self, player: &'a Player, child: &Child) {
        self.seen_children.insert(player.id);
        if child.contact != Contact::default() {
            self.plan.contacts.push((player.id, child.contact.clone()));
        }
        if child.fee.is_some() || child.paid.is_some() {
            self.plan.payments.push((player.id, child.fee, child.paid));
        }
        let known_school = player.school.and_then(|id| self.schools.get(&id)).cloned();
        let change = PlayerChange {
            player: player.id,
            name: (child.name != player.name).then(|| child.name.clone()),
            family_words: child.family_words.filter(|words| Some(*words) != player.family_words),
            grade: child.grade.filter(|grade| Some(*grade) != player.grade),
            rating: child.rating.filter(|rating| Some(*rating) != player.rating),
            federation_id: child
                .federation_id
                .clone()
                .filter(|id| player.federation_id.as_deref().map(fold) != Some(fold(id))),
            school: child.school.clone().filter(|school| known_school != Some(fold(school))),
        };
        if change != (PlayerChange { player: player.id, ..PlayerChange::default() }) {
            self.plan.changes.push(change);
        }
    }

    /// Names who is gone, in sections of which the file holds somebody who was entered before.
    fn finish(mut self, entries: &[(&Registration, SectionId)]) -> Plan {
        let sections: HashSet<SectionId> = entries.iter().map(|(_, section)| *section).collect();
        let is_known_file = !self.seen_children.is_empty() || !self.seen_teams.is_empty();
        if is_known_file {
            let gone =
                self.tournament.teams.iter().filter(|team| {
                    sections.contains(&team.section) && !self.seen_teams.contains(&team.id) && !team.house
                });
            self.plan.vanished_teams = gone.map(|team| team.id).collect();
            let gone = self.tournament.players.iter().filter(|player| {
                let is_alone = !self.team_of.contains_key(&player.id) && !self.seen_children.contains(&player.id);
                is_alone && player.section.is_some_and(|section| sections.contains(&section))
            });
            self.plan.vanished_children = gone.map(|player| player.id).collect();
        }
        self.plan
    }
}
