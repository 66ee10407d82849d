//! Sections: how each is run, joined, split and removed. Their finals, timetables and prizes.

use super::entries::fits;
use super::next;
use crate::event::{Event, Refusal, SectionRefusal, SectionSettings, StoredPrize};
use crate::pairing::quads;
use crate::tournament::names::fold;
use crate::tournament::{Assignment, Format, Official, Player, RoundTime, Section, SectionId, StartTime, Team, TeamId};
use chrono::NaiveDate;

fn refuse<T>(section: SectionId, why: SectionRefusal) -> Result<T, Refusal> {
    Err(Refusal::Section { section, why })
}

pub fn add(event: &mut Event, section: Section, settings: SectionSettings) -> Result<SectionId, Refusal> {
    can_be_run(event, &section, &settings)?;
    Ok(event.add_section(section, settings))
}

/// Takes over how a section is run now. What its posted rounds rest on stays.
pub fn edit(event: &mut Event, section: &Section, settings: &SectionSettings) -> Result<(), Refusal> {
    let (id, format) = (section.id, section.format);
    let (was, had) = (known(event, id)?, event.settings(id));
    can_be_run(event, section, settings)?;
    let posted = event.posted_rounds(id);
    let is_other_final = section.qualified_from != was.qualified_from;
    if posted > 0 {
        if section.matches != was.matches || format != was.format {
            return refuse(id, SectionRefusal::FormatSettled);
        }
        let (now, was_paired) = (&settings.pairing, &had.pairing);
        let is_another_schedule = match format {
            Format::Swiss => false,
            // The first round is the same either way, and so is every round before the final.
            Format::Knockout => {
                let is_final_posted = posted >= event.planned_rounds(section, event.drawn(section).len());
                (posted > 1 && now.reseed != was_paired.reseed)
                    || (is_final_posted && now.third_place != was_paired.third_place)
            }
            Format::RoundRobin => (now.table, now.numbers) != (was_paired.table, was_paired.numbers),
            Format::DoubleRoundRobin => {
                (now.table, now.numbers, now.back_to_back)
                    != (was_paired.table, was_paired.numbers, was_paired.back_to_back)
            }
            Format::Quads => now.large_group != was_paired.large_group,
        };
        if is_another_schedule {
            return refuse(id, SectionRefusal::ScheduleSettled);
        }
        if is_other_final {
            return Err(Refusal::FinalBegun { section: id });
        }
        if section.rounds.is_some_and(|rounds| rounds < posted) {
            return refuse(id, SectionRefusal::FewerRoundsThanPosted);
        }
        // A knockout may count on rounds that it does not need.
        let is_settled = format != Format::Knockout && section.rounds != was.rounds;
        if let Some((teams, rounds)) = event.played_out(section).filter(|_| is_settled) {
            return refuse(id, SectionRefusal::PlayedOut { teams, rounds });
        }
    }
    if is_other_final {
        // Who was named for it before is not, where others go on now.
        event.admit(id, &[]);
    }
    event.save_section(section, settings);
    if posted > 0 && !event.tournament().halves.iter().any(|(of, ..)| *of == id) {
        event.settle_halves(section, 1);
    }
    Ok(())
}

/// Moves every team of one section into another, with its rounds, rulings and officials, and returns how many. Prizes and times of the
/// section that ends fall away.
pub fn merge(event: &mut Event, from: SectionId, into: SectionId) -> Result<usize, Refusal> {
    let (source, target) = (known(event, from)?, known(event, into)?);
    can_be_joined(event, &source, &target)?;
    let teams = event.entered_in(from);
    let names = teams.iter().map(|team| fits(event, team, &target)).collect::<Result<Vec<String>, _>>()?;
    event.admit(from, &[]);
    let played: Vec<u32> = event.tournament().rounds_of(from).map(|round| round.number).collect();
    event.join_rounds(from, into);
    let stays = event.changing().tournament.teams.iter_mut().flat_map(|team| &mut team.stays);
    stays.filter(|stay| stay.section == from).for_each(|stay| stay.section = into);
    event.move_rulings(from, into);
    let last = event.tournament().teams_in(into).filter_map(|team| team.pairing_number).max().unwrap_or(0);
    event.save_teams(teams.iter().zip(names).map(|(team, name)| {
        let pairing_number = team.pairing_number.map(|number| last + number);
        Team { name, section: into, pairing_number, ..team.clone() }
    }));
    let children = children_of(event, from);
    event.save_players(children.into_iter().map(|child| Player { section: Some(into), ..child }));
    played.into_iter().for_each(|round| event.remove_round(from, round));
    let facts = event.changing();
    facts.play_offs.iter_mut().filter(|known| known.section == from).for_each(|known| known.section = into);
    let officials = facts.tournament.officials.iter_mut().filter(|official| official.section == Some(from));
    officials.for_each(|official| official.section = Some(into));
    let finals = facts.tournament.sections.iter_mut().filter_map(|section| section.qualified_from.as_mut());
    finals.filter(|(source, _)| *source == from).for_each(|(source, _)| *source = into);
    event.remove_section(from);
    Ok(teams.len())
}

/// Refuses to join sections whose rounds are not of one kind, or in play.
fn can_be_joined(event: &Event, from: &Section, into: &Section) -> Result<(), Refusal> {
    if from.id == into.id {
        return refuse(from.id, SectionRefusal::Itself);
    }
    if event.sources(into).any(|source| source == from.id) {
        return feeds_none(event, from.id);
    }
    if into.qualified_from.is_some() {
        return refuse(into.id, SectionRefusal::IsFinal);
    }
    if [from, into].iter().all(|section| event.posted_rounds(section.id) == 0) {
        return Ok(());
    }
    for section in [from, into] {
        let why = match section {
            section if section.format != Format::Swiss => SectionRefusal::NotSwiss,
            section if section.qualified_from.is_some() => SectionRefusal::IsFinal,
            section if !event.open_matters(section, u32::MAX).is_empty() => SectionRefusal::InPlay,
            _ => continue,
        };
        return refuse(section.id, why);
    }
    if from.matches != into.matches {
        return Err(Refusal::OtherMatches { sections: [from.id, into.id] });
    }
    if event.assigned_bye(from) != event.assigned_bye(into) && event.has_odd_bye(from.id) {
        return Err(Refusal::OtherByes { sections: [from.id, into.id] });
    }
    Ok(())
}

/// Makes small sections of one, by seed; each gives its prizes, and its officials serve all of them. Gives their teams, by seed.
pub fn split(event: &mut Event, id: SectionId, size: u32) -> Result<Vec<(SectionId, Vec<TeamId>)>, Refusal> {
    let (section, settings) = (known(event, id)?, event.settings(id));
    not_begun(event, id)?;
    if section.qualified_from.is_some() {
        return refuse(id, SectionRefusal::IsFinal);
    }
    feeds_none(event, id)?;
    let is_entered = |team: &TeamId| event.tournament().team(*team).is_some_and(|team| team.section == id);
    let seeded: Vec<TeamId> = event.seeded(id).into_iter().filter(is_entered).collect();
    if seeded.len() < 2 * size as usize {
        return refuse(id, SectionRefusal::TooFew { teams: seeded.len(), size });
    }
    let groups = quads::groups(seeded.len(), size as usize).into_iter().map(|group| seeded[group].to_vec());
    let groups: Vec<(String, Vec<TeamId>)> =
        (1..).zip(groups).map(|(number, group)| (format!("{} {number}", section.name), group)).collect();
    groups.iter().try_for_each(|(name, _)| event.free_section_name(name, None))?;
    let times: Vec<RoundTime> = event.tournament().timetable(id).collect();
    let prizes: Vec<StoredPrize> = event.facts.prizes.iter().filter(|prize| prize.section == id).cloned().collect();
    let officials = event.tournament().officials.iter().filter(|official| official.section == Some(id));
    let officials: Vec<Official> = officials.cloned().collect();
    let children = children_of(event, id);
    let mut made = Vec::new();
    for (name, group) in groups {
        let new = event.add_section(Section { name, first_table: None, ..section.clone() }, settings.clone());
        times.iter().for_each(|time| event.set_start_time(RoundTime { section: new, ..*time }));
        let teams: Vec<Team> = group.iter().filter_map(|team| event.tournament().team(*team).cloned()).collect();
        let is_theirs = |child: &&Player| teams.iter().any(|team| team.players.contains(&child.id));
        let theirs: Vec<Player> = children.iter().filter(is_theirs).cloned().collect();
        event.save_teams(teams.into_iter().map(|team| Team { section: new, ..team }));
        event.save_players(theirs.into_iter().map(|child| Player { section: Some(new), ..child }));
        for prize in &prizes {
            event.add_prize(StoredPrize { section: new, winner: None, ..prize.clone() });
        }
        for official in &officials {
            // Who has ruled stays on the list under the same number, so the first group takes the office over.
            if made.is_empty() {
                let known = event.changing().tournament.officials.iter_mut().find(|known| known.id == official.id);
                known.into_iter().for_each(|known| known.section = Some(new));
            } else {
                event.add_official(&official.name, official.role, Some(new));
            }
        }
        made.push((new, group));
    }
    event.remove_section(id);
    Ok(made)
}

/// Removes a section without teams; its prizes fall away, and children without a partner are in no section then.
pub fn remove(event: &mut Event, id: SectionId) -> Result<(), Refusal> {
    known(event, id)?;
    not_begun(event, id)?;
    let teams = event.entered_in(id).len();
    if teams > 0 {
        return refuse(id, SectionRefusal::HasTeams { teams });
    }
    feeds_none(event, id)?;
    if let Some(official) = event.tournament().officials.iter().find(|official| official.section == Some(id)) {
        return refuse(id, SectionRefusal::Served { by: official.id });
    }
    event.remove_section(id);
    Ok(())
}

fn known(event: &Event, id: SectionId) -> Result<Section, Refusal> {
    event.tournament().section(id).cloned().ok_or(Refusal::Gone)
}

fn can_be_run(event: &Event, section: &Section, settings: &SectionSettings) -> Result<(), Refusal> {
    event.free_section_name(&section.name, Some(section.id))?;
    if event.sources(section).any(|source| source == section.id) {
        return refuse(section.id, SectionRefusal::SourceOfItself);
    }
    match settings.pairing.bye_points {
        Some(points) if points > 2 * section.matches => Err(Refusal::ByeAboveRound),
        _ => Ok(()),
    }
}

fn not_begun(event: &Event, id: SectionId) -> Result<(), Refusal> {
    if event.posted_rounds(id) > 0 { refuse(id, SectionRefusal::HasBegun) } else { Ok(()) }
}

/// Refuses to end a section from which a final takes its teams.
fn feeds_none(event: &Event, id: SectionId) -> Result<(), Refusal> {
    let is_final = |section: &&Section| section.qualified_from.is_some_and(|(source, _)| source == id);
    let last = event.tournament().sections.iter().find(is_final);
    last.map_or(Ok(()), |last| refuse(id, SectionRefusal::Feeds { last: last.id }))
}

fn children_of(event: &Event, id: SectionId) -> Vec<Player> {
    event.tournament().players.iter().filter(|player| player.section == Some(id)).cloned().collect()
}

impl Event {
    /// Sets what is printed at the head of every sheet.
    pub fn describe(&mut self, name: String, date: Option<NaiveDate>, venue: Option<String>) {
        let tournament = &mut self.changing().tournament;
        (tournament.name, tournament.date, tournament.venue) = (name, date, venue);
    }

    /// Refuses an empty name of a section, and one that another has.
    fn free_section_name(&self, name: &str, itself: Option<SectionId>) -> Result<(), Refusal> {
        let folded = fold(name);
        if folded.is_empty() {
            return Err(Refusal::SectionUnnamed);
        }
        let mut others = self.tournament().sections.iter().filter(|section| Some(section.id) != itself);
        let taken = others.find(|section| fold(&section.name) == folded);
        taken.map_or(Ok(()), |taken| refuse(taken.id, SectionRefusal::NameTaken))
    }

    /// The section from which a final takes its teams, the one from which that takes its own, and so on.
    fn sources(&self, section: &Section) -> impl Iterator<Item = SectionId> {
        let of = |id: &SectionId| self.tournament().section(*id)?.qualified_from.map(|(source, _)| source);
        // No more than there are sections, should they be a ring.
        let source = section.qualified_from.map(|(source, _)| source);
        std::iter::successors(source, of).take(self.tournament().sections.len())
    }

    /// The teams whose home a section is; those that were admitted to it as a final are at home elsewhere.
    fn entered_in(&self, section: SectionId) -> Vec<Team> {
        self.tournament().teams.iter().filter(|team| team.section == section).cloned().collect()
    }

    /// Whether the odd team's bye was given in a section.
    pub fn has_odd_bye(&self, section: SectionId) -> bool {
        let is_one = |seat: &Assignment| matches!(seat, Assignment::Bye { assigned: true, .. });
        self.tournament().rounds_of(section).flat_map(|round| &round.assignments).any(|(_, seat)| is_one(seat))
    }

    /// How many teams are played out after how many rounds, where more are planned.
    pub fn played_out(&self, section: &Section) -> Option<(usize, u32)> {
        let teams = self.scheduled(section).len();
        let length = self.planned_rounds(section, teams);
        let is_more =
            section.format != Format::Swiss && teams > 1 && section.rounds.is_some_and(|planned| planned > length);
        is_more.then_some((teams, length))
    }
}

impl Event {
    /// Adds a section; its own number is not looked at. Gives the number that it has.
    pub(super) fn add_section(&mut self, new: Section, settings: SectionSettings) -> SectionId {
        let facts = self.changing();
        let id = SectionId(next(&mut facts.last.section));
        facts.tournament.sections.push(Section { id, ..new });
        facts.settings.insert(id, settings);
        id
    }

    /// Takes over how a section is run now.
    pub(super) fn save_section(&mut self, section: &Section, settings: &SectionSettings) {
        let facts = self.changing();
        if let Some(known) = facts.tournament.sections.iter_mut().find(|known| known.id == section.id) {
            known.clone_from(section);
        }
        facts.settings.insert(section.id, settings.clone());
        facts.settle_names();
    }

    /// Takes a section away with all that is announced for it.
    fn remove_section(&mut self, section: SectionId) {
        self.set_timetable(section, &[]);
        self.admit(section, &[]);
        let facts = self.changing();
        // Its rounds were taken back, so nothing is known of what a team played here before it was moved.
        for team in &mut facts.tournament.teams {
            team.stays.retain(|stay| stay.section != section);
            team.join_stays();
        }
        facts.prizes.retain(|prize| prize.section != section);
        facts.play_offs.retain(|play_off| play_off.section != section);
        let entered = facts.tournament.players.iter_mut().filter(|player| player.section == Some(section));
        entered.for_each(|player| player.section = None);
        facts.tournament.sections.retain(|known| known.id != section);
        facts.settings.remove(&section);
        facts.settle_names();
    }

    /// Admits teams of another section to a final, best seed first, in place of those admitted before.
    pub fn admit(&mut self, section: SectionId, teams: &[TeamId]) {
        let qualifiers = &mut self.changing().tournament.qualifiers;
        qualifiers.retain(|(admitted_to, _, _)| *admitted_to != section);
        qualifiers.extend((1..).zip(teams).map(|(seed, team)| (section, *team, seed)));
        qualifiers.sort_by_key(|(section, _, seed)| (*section, *seed));
    }

    /// Plans when a round starts, or changes the plan.
    pub(super) fn set_start_time(&mut self, time: RoundTime) {
        let times = &mut self.changing().tournament.round_times;
        times.retain(|known| (known.section, known.round) != (time.section, time.round));
        times.push(time);
        times.sort_by_key(|time| (time.section, time.round));
    }

    /// Plans the first rounds of a section, and drops what was planned for later ones.
    pub(super) fn set_timetable(&mut self, section: SectionId, starts: &[StartTime]) {
        let times = &mut self.changing().tournament.round_times;
        times.retain(|known| known.section != section);
        times.extend((1..).zip(starts).map(|(round, starts)| RoundTime { section, round, starts: *starts }));
        times.sort_by_key(|time| (time.section, time.round));
    }
}
