//! Schools, players and teams: their coming and going, to another section too, and what the registration desk keeps of them.

use super::{next, put};
use crate::event::{Event, NameVerdict, Refusal, Stuck, TeamRefusal};
use crate::registration::{Child, Contact, Entrants, Registration, Twin, called_beside, place, school_given, twin};
use crate::tournament::names::fold;
use crate::tournament::{
    Absence, Assignment, ByePoints, Dice, Format, HalfPoints, Player, PlayerId, Round, RoundRecord, School, SchoolId,
    Section, SectionId, Team, TeamId, TeamName, TeamStatus, Tournament,
};

impl Event {
    /// The school of this name, entered if it is new. What is no school is none.
    pub fn school_named(&mut self, name: &str) -> Option<SchoolId> {
        let name = school_given(name)?;
        let known = self.school_spelt(name).map(|school| school.id);
        Some(known.unwrap_or_else(|| self.add_school(name)))
    }

    /// The school of this very name, or the one that the director says is meant by it.
    pub fn school_spelt(&self, name: &str) -> Option<&School> {
        let (wanted, tournament) = (fold(name), self.tournament());
        let settled = || self.facts.school_spellings.iter().find(|(spelling, _)| *spelling == wanted);
        let named = tournament.schools.iter().find(|school| fold(&school.name) == wanted);
        named.or_else(|| tournament.school(settled()?.1))
    }

    pub fn add_school(&mut self, name: &str) -> SchoolId {
        let facts = self.changing();
        let id = SchoolId(next(&mut facts.last.school));
        facts.tournament.schools.push(School { id, name: name.to_owned() });
        id
    }

    /// Enters children; their own numbers are not looked at. Those given follow one another.
    pub fn add_players(&mut self, new: impl IntoIterator<Item = Player>) -> Vec<PlayerId> {
        let facts = self.changing();
        let numbered = |player| Player { id: PlayerId(next(&mut facts.last.player)), ..player };
        let entered: Vec<Player> = new.into_iter().map(numbered).collect();
        let ids = entered.iter().map(|player| player.id).collect();
        facts.tournament.players.extend(entered);
        facts.settle_names();
        ids
    }

    /// Enters teams whose players are entered; their own numbers are not looked at. Each draws its lot, and one that comes late has a
    /// pairing number.
    pub fn add_teams(&mut self, new: impl IntoIterator<Item = Team>) -> Vec<TeamId> {
        let facts = self.changing();
        let mut ids = Vec::new();
        for team in new {
            let id = TeamId(next(&mut facts.last.team));
            let pairing_number = late_number(&facts.tournament, team.section);
            facts.tournament.teams.push(Team { id, lot: lot(facts.seed, team.players), pairing_number, ..team });
            ids.push(id);
        }
        facts.settle_names();
        ids
    }

    /// Enters a team that is at the desk.
    pub fn enter(&mut self, new: Team) -> TeamId {
        let section = new.section;
        let id = self.add_teams([new])[0];
        self.note_here(section, &[id]);
        id
    }

    /// Enters two children as a team that is at the desk, each with the school that was given. Gives the team as it is now.
    pub fn enter_two(
        &mut self,
        new: Team,
        partners: [(Player, Option<String>); 2],
        school: Option<&str>,
        chosen: Option<SectionId>,
    ) -> Result<Team, Refusal> {
        let players = Box::new(two_children(&partners)?);
        let (name, school_of_both, rating) = (new.name.clone(), school.map(str::to_owned), new.rating);
        let entrants =
            Entrants::Team { name, is_named: true, players, school: school_of_both, rating, is_house: new.house };
        let of_team =
            entrants.school().map(|school| self.school_spelt(school).map_or(school, |known| &known.name).to_owned());
        let section = self.place(entrants, chosen)?;
        let name = self.free_team_name(section, &new.name, of_team.as_deref(), None)?;
        let players = partners.map(|(player, school)| {
            let school = school.and_then(|school| self.school_named(&school));
            self.add_players([Player { school, section: Some(section), ..player }])[0]
        });
        let school = school.and_then(|school| self.school_named(school));
        let id = self.enter(Team { name, section, players, school, ..new });
        known(self, id)
    }

    /// Refuses a child who is entered already, unless it is said to be another one of the name. `itself` is passed over.
    pub fn not_twice(&self, child: &Child, itself: Option<PlayerId>, is_another: bool) -> Result<(), Refusal> {
        let (player, by_id) = match twin(self.tournament(), child, itself) {
            Some(Twin::SameId(player)) => (player.id, true),
            Some(Twin::Namesake(player)) if !is_another => (player.id, false),
            _ => return Ok(()),
        };
        Err(Refusal::EnteredAlready { player, by_id })
    }

    /// The section of an entry: the one chosen, else by the older partner's grade and the combined rating.
    pub fn place(&self, entrants: Entrants, chosen: Option<SectionId>) -> Result<SectionId, Refusal> {
        let registration = Registration { entrants, section: None, group: None };
        let chosen = chosen.and_then(|id| self.tournament().section(id));
        let placed = place(&registration, chosen, &self.tournament().sections);
        placed.map(|section| section.id).map_err(|why| Refusal::Unplaced { why })
    }

    /// A team as placing looks at it.
    pub fn entrants(&self, team: &Team) -> Entrants {
        let players = self.tournament().partners(team).map(|player| self.entered(player));
        Entrants::Team {
            name: team.name.clone(),
            is_named: true,
            players: Box::new(players),
            school: None,
            rating: team.rating,
            is_house: team.house,
        }
    }

    /// A player of the event as placing looks at one.
    pub fn entered(&self, player: &Player) -> Child {
        Child::of(player, player.school.and_then(|id| self.tournament().school(id)).map(|school| school.name.as_str()))
    }

    /// Another team of a section that has this name.
    pub fn namesake(&self, section: SectionId, name: &str, itself: Option<TeamId>) -> Option<&Team> {
        let mut others = self.tournament().teams_in(section).filter(|team| Some(team.id) != itself);
        others.find(|team| fold(&team.name) == fold(name))
    }

    /// A team's name, trimmed, if nobody else in the section has it; beside a team of another school it is called by its own.
    pub fn free_team_name(
        &self,
        section: SectionId,
        name: &str,
        school: Option<&str>,
        itself: Option<TeamId>,
    ) -> Result<String, Refusal> {
        let name = name.trim();
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(Refusal::NoName);
        }
        let Some(namesake) = self.namesake(section, name, itself) else { return Ok(name.to_owned()) };
        let teams = &self.tournament().teams;
        let is_free = |new: &String| teams.iter().all(|team| Some(team.id) == itself || fold(&team.name) != fold(new));
        called_beside(self.tournament(), namesake, name, school)
            .filter(is_free)
            .ok_or(Refusal::NameTaken { team: namesake.id, moving: None })
    }

    /// Takes over what is known of players now.
    pub(super) fn save_players(&mut self, players: impl IntoIterator<Item = Player>) {
        let facts = self.changing();
        let tournament = &mut facts.tournament;
        for player in players {
            let Ok(at) = tournament.players.binary_search_by_key(&player.id, |p| p.id) else { continue };
            let is_rated_anew = tournament.players[at].rating != player.rating && !tournament.rounds.is_empty();
            let team = tournament.team_of(player.id).filter(|_| is_rated_anew);
            let seated = team.map(|team| (team.id, tournament.by_board(team)));
            tournament.players[at] = player;
            if let Some((team, before)) = seated
                && tournament.team(team).is_some_and(|team| tournament.by_board(team) != before)
            {
                tournament.keep_seats(team, before);
            }
        }
        facts.settle_names();
    }

    /// Takes over what is known of teams now; byes and absences have edits of their own.
    pub(super) fn save_teams(&mut self, teams: impl IntoIterator<Item = Team>) {
        let facts = self.changing();
        for team in teams {
            if let Ok(at) = facts.tournament.teams.binary_search_by_key(&team.id, |t| t.id) {
                if facts.tournament.teams[at].board_a != team.board_a {
                    let before = facts.tournament.by_board(&facts.tournament.teams[at]);
                    facts.tournament.keep_seats(team.id, before);
                }
                let known = &mut facts.tournament.teams[at];
                let (absences, requested_byes) =
                    (std::mem::take(&mut known.absences), std::mem::take(&mut known.requested_byes));
                *known = Team { absences, requested_byes, ..team };
            }
        }
        facts.settle_names();
    }

    /// Notes that teams are here, where check-in has begun: they stand at the desk, or were given a seat.
    pub(super) fn note_here(&mut self, section: SectionId, teams: &[TeamId]) {
        if self.check_in_has_begun(section) {
            let seen = self.changing().tournament.teams.iter_mut().filter(|team| teams.contains(&team.id));
            seen.for_each(|team| team.checked_in = true);
        }
    }

    /// Dissolves a team that was never paired; its players need partners again.
    pub(super) fn remove_team(&mut self, team: TeamId) {
        let facts = self.changing();
        facts.tournament.teams.retain(|t| t.id != team);
        facts.tournament.halves.retain(|(_, of, _)| *of != team);
        facts.name_verdicts.remove(&team);
        facts.settle_names();
    }

    fn team_mut(&mut self, team: TeamId) -> Option<&mut Team> {
        self.changing().tournament.teams.iter_mut().find(|t| t.id == team)
    }

    /// Notes that a team is out of the event from a round on, whenever it was to leave until now.
    fn take_out(&mut self, team: TeamId, from_round: u32, expelled: bool) {
        if let Some(team) = self.team_mut(team) {
            team.absences.retain(|absence| absence.returned.is_some() || expelled);
            team.absences.push(Absence { from_round, returned: None, expelled });
        }
    }

    pub(super) fn put_off_leaving(&mut self, team: TeamId, rounds: i32) {
        let last = self.team_mut(team).and_then(|team| team.absences.last_mut());
        last.into_iter().for_each(|absence| absence.from_round = absence.from_round.saturating_add_signed(rounds));
    }

    fn take_in(&mut self, team: TeamId, returned: u32) {
        let absences = self.team_mut(team).into_iter().flat_map(|team| &mut team.absences);
        absences.filter(|absence| absence.returned.is_none()).for_each(|absence| absence.returned = Some(returned));
    }

    /// Notes that a no-show is here after all. Says whether the team was one.
    fn welcome_back(&mut self, team: &Team) -> bool {
        let Some(next) = self.missed_by_no_show(team) else { return false };
        // Out from the next round and back in it: nothing is missed, and the return is on record.
        self.take_out(team.id, next, false);
        self.take_in(team.id, next);
        true
    }

    /// Notes a bye that a team asked for, in place of any earlier wish for that round.
    pub(super) fn request_bye(&mut self, team: TeamId, round: u32, points: ByePoints) {
        if let Some(team) = self.team_mut(team) {
            team.requested_byes.retain(|(asked, _)| *asked != round);
            team.requested_byes.push((round, points));
            team.requested_byes.sort_by_key(|(round, _)| *round);
        }
    }
}

/// Takes over what is known of a team now, and of one of its players, who may be said to be another child of a name.
pub fn edit(event: &mut Event, team: &Team, player: Option<&Player>, is_another: bool) -> Result<Team, Refusal> {
    let mut team = team.clone();
    if team.name != known(event, team.id)?.name {
        team.name = event.free_team_name(team.section, &team.name, own_school(event, &team), Some(team.id))?;
    }
    if let Some(player) = player {
        let known = event.tournament().player(player.id).ok_or(Refusal::Gone)?;
        if (&player.name, &player.federation_id) != (&known.name, &known.federation_id) {
            event.not_twice(&event.entered(player), Some(player.id), is_another)?;
        }
    }
    event.save_players(player.cloned());
    event.save_teams([team.clone()]);
    Ok(team)
}

fn own_school<'e>(event: &'e Event, team: &Team) -> Option<&'e str> {
    event.tournament().own_school(team).map(|school| school.name.as_str())
}

/// Refuses to let a team play down, or to give two teams of a school one name. Gives what the team is called there.
pub(super) fn fits(event: &Event, team: &Team, into: &Section) -> Result<String, Refusal> {
    let name = event.free_team_name(into.id, &team.name, own_school(event, team), Some(team.id));
    let name = name.map_err(|refusal| match refusal {
        Refusal::NameTaken { team: namesake, .. } => Refusal::NameTaken { team: namesake, moving: Some(team.id) },
        other => other,
    })?;
    let registration = Registration { entrants: event.entrants(team), section: None, group: None };
    let placed = place(&registration, Some(into), std::slice::from_ref(into));
    placed.map(|_| name).map_err(|why| Refusal::Misplaced { into: into.id, why })
}

/// Moves a team. Returns the last round that it had in the section it leaves; 0 before its first.
pub fn move_team(event: &mut Event, team: TeamId, into: SectionId) -> Result<u32, Refusal> {
    let known = event.tournament().team(team).ok_or(Refusal::Gone)?.clone();
    let section = event.tournament().section(into).ok_or(Refusal::Gone)?;
    let name = fits(event, &known, section)?;
    let is_empty = |a: Assignment| a == Assignment::Bye { points: ByePoints::Zero, assigned: false };
    let rounds: Vec<&Round> = event.tournament().rounds_of(known.section).collect();
    let last = rounds.iter().rev().find(|round| round.assignment(team).is_some_and(|a| !is_empty(a)));
    let through = last.map_or(0, |round| round.number);
    let missed: Vec<u32> =
        rounds.iter().filter(|round| round.assignment(team).is_some_and(is_empty)).map(|round| round.number).collect();
    let mut moved = Team { name, ..known.clone() };
    moved.move_to(into, through, late_number(event.tournament(), into));
    if let Some(why) = stuck(event, &known, &moved, section) {
        return Err(Refusal::Stuck { team, into, why });
    }
    let from = known.section;
    let children: Vec<Player> = event.tournament().partners(&known).into_iter().cloned().collect();
    event.save_teams([moved]);
    event.save_players(children.into_iter().map(|child| Player { section: child.section.map(|_| into), ..child }));
    // A round that it only missed says nothing of it any more.
    missed.into_iter().filter(|round| *round > through).for_each(|round| event.unassign(from, round, team));
    Ok(through)
}

pub(super) fn refuse<T>(team: TeamId, why: TeamRefusal) -> Result<T, Refusal> {
    Err(Refusal::Team { team, why })
}

pub(super) fn known(event: &Event, team: TeamId) -> Result<Team, Refusal> {
    event.tournament().team(team).cloned().ok_or(Refusal::Gone)
}

/// Takes a team out of the event, from the next round where it plays or a later one on. Returns which.
pub fn withdraw(event: &mut Event, id: TeamId, from: Option<u32>) -> Result<u32, Refusal> {
    let (team, tournament) = (known(event, id)?, event.tournament());
    match tournament.status(&team) {
        TeamStatus::Expelled => return refuse(id, TeamRefusal::ExpelledAlready),
        status if !status.is_in() => return refuse(id, TeamRefusal::LeftAlready),
        _ => {}
    }
    let (section, next) = tournament.next_round_of(&team);
    let from = from.unwrap_or(next);
    if from < next {
        return refuse(id, TeamRefusal::LeavesTooEarly { from, next });
    }
    let goes_on = tournament.sections.iter().any(|last| last.qualified_from.is_some_and(|from| from.0 == section));
    let planned = tournament.section(section).ok_or(Refusal::SectionGone)?.rounds;
    if let Some(rounds) = planned.filter(|rounds| from > *rounds && from > next && !goes_on) {
        return refuse(id, TeamRefusal::LeavesTooLate { from, section, rounds });
    }
    let counted = tournament.counted_on(&team, section, from);
    event.take_out(id, counted, false);
    Ok(from)
}

/// Sends a team out of the event, from the next round where it plays on. Returns which.
pub fn expel(event: &mut Event, id: TeamId) -> Result<u32, Refusal> {
    let (team, tournament) = (known(event, id)?, event.tournament());
    if tournament.status(&team) == TeamStatus::Expelled {
        return refuse(id, TeamRefusal::ExpelledAlready);
    }
    let (section, from) = tournament.next_round_of(&team);
    let counted = tournament.counted_on(&team, section, from);
    event.take_out(id, counted, true);
    Ok(from)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Back {
    /// The round from which on it was to leave, if it never did.
    pub stays: Option<u32>,
    /// The next round where it plays, and whether the section is to have one.
    pub next: u32,
    pub is_over: bool,
}

/// Takes a team in again that has left, is to leave, or did not come.
pub fn take_in(event: &mut Event, id: TeamId) -> Result<Back, Refusal> {
    let team = known(event, id)?;
    match event.tournament().status(&team) {
        TeamStatus::Withdrawn => {}
        TeamStatus::Expelled => return refuse(id, TeamRefusal::Expelled { by: event.expelled_by(id) }),
        _ if team.leaves().is_some() || event.welcome_back(&team) => {}
        _ => return refuse(id, TeamRefusal::NeverLeft),
    }
    let (section, next) = event.tournament().next_round_of(&team);
    let counted = event.tournament().counted_on(&team, section, next);
    event.take_in(id, counted);
    let section = event.tournament().section(section).ok_or(Refusal::SectionGone)?;
    let is_over = section.rounds.is_some_and(|rounds| next > rounds) && section.format != Format::Knockout;
    let stays = team.leaves().map(|absence| absence.from_round).filter(|from| *from > counted);
    Ok(Back { stays, next, is_over })
}

/// Checks teams in, or takes that back. Returns whom that changed.
pub fn check_in(event: &mut Event, teams: &[TeamId], here: bool) -> Result<Vec<TeamId>, Refusal> {
    let teams = teams.iter().map(|team| known(event, *team)).collect::<Result<Vec<Team>, _>>()?;
    if let Some(gone) = teams.iter().find(|team| event.is_gone(team)) {
        return refuse(gone.id, TeamRefusal::Out);
    }
    let is_back: Vec<bool> = teams.iter().map(|team| here && event.missed_by_no_show(team).is_some()).collect();
    let changed = teams.into_iter().zip(is_back).filter(|(team, is_back)| team.checked_in != here || *is_back);
    let (changed, is_back): (Vec<Team>, Vec<bool>) = changed.unzip();
    for (team, _) in changed.iter().zip(is_back).filter(|(_, is_back)| *is_back) {
        event.welcome_back(team);
    }
    let ids = changed.iter().map(|team| team.id).collect();
    event.save_teams(changed.into_iter().map(|team| Team { checked_in: here, ..team }));
    Ok(ids)
}

/// Two children who are to be entered as partners, each with the school that was given.
pub fn two_children(partners: &[(Player, Option<String>); 2]) -> Result<[Child; 2], Refusal> {
    let children =
        partners.each_ref().map(|(player, school)| Child::of(player, school.as_deref().and_then(school_given)));
    let [one, other] = &children;
    if fold(&one.name) == fold(&other.name) && one.federation_id == other.federation_id {
        return Err(Refusal::OneChildTwice { name: one.name.clone() });
    }
    Ok(children)
}

/// The pairing number of a team that comes to a section after its round 1 was paired: the next one.
fn late_number(tournament: &Tournament, section: SectionId) -> Option<u32> {
    tournament.rounds_of(section).next()?;
    Some(tournament.teams_in(section).filter_map(|team| team.pairing_number).max().unwrap_or(0) + 1)
}

/// A lot that nobody chose: mixed from the tournament's seed and the partners' numbers.
fn lot(seed: u64, players: [PlayerId; 2]) -> u32 {
    let mixed = Dice::new(seed ^ (u64::from(players[0].0) << 32 | u64::from(players[1].0))).draw();
    // 31 bits, so that it fits the file's integers whatever their sign.
    u32::try_from(mixed >> 33).unwrap_or(0)
}

impl Event {
    pub fn brought(&self, team: &Team, section: &Section) -> HalfPoints {
        let of_round = |(round, record): (u32, &RoundRecord)| match team.brings(section.id, round) {
            true => record.points(),
            false => HalfPoints::ZERO,
        };
        let of_host = |host: &Section| -> HalfPoints {
            let records = self.records(host, u32::MAX);
            let own = records.iter().filter(|record| record.team == team.id).flat_map(|record| &record.rounds);
            (1..).zip(own).filter(|(round, _)| team.section_in(*round) == host.id).map(of_round).sum()
        };
        self.tournament()
            .sections
            .iter()
            .filter(|host| team.stays.iter().any(|s| s.section == host.id))
            .map(of_host)
            .sum()
    }
}

fn stuck(event: &Event, known: &Team, moved: &Team, into: &Section) -> Option<Stuck> {
    let from = event.tournament().section(known.section)?;
    let seat =
        |round: &Round| round.assignment(known.id)?.table().filter(|table| event.missing(from, round).contains(table));
    let open = event.tournament().rounds_of(from.id).find_map(|round| Some((seat(round)?, round.number)));
    if let Some((table, round)) = open {
        return Some(Stuck::OpenTable { table, round });
    }
    let after = moved.stays.last().map_or(0, |stay| stay.through);
    if let Some((last, ..)) = event.tournament().qualifiers.iter().find(|(_, team, _)| *team == known.id) {
        return Some(Stuck::InFinal(*last));
    }
    let hosts = || moved.stays.iter().filter_map(|stay| event.tournament().section(stay.section));
    let posted = event.posted_rounds(into.id);
    match (1..=after).any(|round| moved.brings(into.id, round)) {
        false => None,
        true if into.format != Format::Swiss || into.qualified_from.is_some() => Some(Stuck::ClosedField),
        true if hosts().any(|host| host.matches != into.matches) => Some(Stuck::OtherMatches),
        true if !known.belongs(into.id) && posted.max(after) >= event.rounds_to_play(into) => {
            Some(Stuck::NoRoundLeft { after: posted.max(after) })
        }
        true => None,
    }
}

impl Event {
    /// Remembers which column holds a field, in place of what was known.
    pub fn remember_import_column(&mut self, field: &str, named: &str) {
        put(&mut self.changing().import_columns, field.to_owned(), named.to_owned());
    }

    pub fn forget_import_column(&mut self, field: &str) {
        self.changing().import_columns.retain(|(known, _)| known != field);
    }

    /// Remembers that a folded spelling means a school.
    pub fn remember_spelling(&mut self, school: SchoolId, spelling: &str) {
        put(&mut self.changing().school_spellings, spelling.to_owned(), school);
    }

    /// Makes one school of two: children and teams of `gone` become those of `kept`, and so does the spelling.
    pub fn unite_schools(&mut self, kept: SchoolId, gone: SchoolId, spelling: &str) {
        let facts = self.changing();
        let of_players = facts.tournament.players.iter_mut().filter_map(|player| player.school.as_mut());
        let of_teams = facts.tournament.teams.iter_mut().filter_map(|team| team.school.as_mut());
        let of_spellings = facts.school_spellings.iter_mut().map(|(_, school)| school);
        let named = of_players.chain(of_teams).chain(of_spellings);
        named.filter(|school| **school == gone).for_each(|school| *school = kept);
        facts.tournament.schools.retain(|school| school.id != gone);
        self.remember_spelling(kept, spelling);
    }

    /// Sets whether team names are approved before they are shown.
    pub fn require_team_names(&mut self, required: bool) {
        self.changing().names_required = required;
        // What hangs on the wall already was read by everybody.
        let tournament = self.tournament();
        let was_posted = |team: &TeamId| tournament.rounds.iter().any(|round| round.assignment(*team).is_some());
        let teams = tournament.teams.iter().map(|team| team.id);
        let read: Vec<TeamId> = teams.filter(|team| required && was_posted(team)).collect();
        // An approval is never refused.
        let _ = self.judge_team_names(&read, true);
    }

    /// The teams whose name still has to be approved, those nobody has read first.
    pub fn unapproved(&self) -> Vec<&Team> {
        let is_open = |team: &&Team| matches!(team.shown_as, TeamName::Unread | TeamName::Refused);
        let mut teams: Vec<&Team> = self.tournament().teams.iter().filter(is_open).collect();
        teams.sort_by_key(|team| (team.shown_as == TeamName::Refused, team.id));
        teams
    }

    /// Notes what the desk said of the names of teams, in place of what it said before. Where names are not asked for, none is refused.
    pub fn judge_team_names(&mut self, teams: &[TeamId], approved: bool) -> Result<(), Refusal> {
        if !approved && !self.facts.names_required {
            return Err(Refusal::NamesNotAsked);
        }
        let named = teams.iter().filter_map(|id| self.facts.tournament.team(*id));
        let verdict = |team: &Team| (team.id, NameVerdict { name: team.name.clone(), approved });
        let verdicts: Vec<_> = named.map(verdict).collect();
        let facts = self.changing();
        facts.name_verdicts.extend(verdicts);
        facts.settle_names();
        Ok(())
    }

    /// Keeps how to reach a child's family; what is `None` stays as it was.
    pub fn keep_contact(&mut self, player: PlayerId, new: &Contact) {
        if *new != Contact::default() {
            let kept = self.changing().contacts.entry(player).or_default();
            kept.email = new.email.clone().or(kept.email.take());
            kept.phone = new.phone.clone().or(kept.phone.take());
        }
    }

    /// Keeps a child's fee and what was paid, in cents; what is `None` stays as it was.
    pub fn keep_payment(&mut self, player: PlayerId, fee: Option<u32>, paid: Option<u32>) {
        if fee.is_some() || paid.is_some() {
            let kept = self.changing().payments.entry(player).or_default();
            kept.fee = fee.unwrap_or(kept.fee);
            kept.paid = paid.unwrap_or(kept.paid);
        }
    }
}
