//! Sections, their finals, timetables, officials and prizes.

use crate::event::{Event, SectionSettings, StoredPlayOff, StoredPrize};
use crate::tournament::{Official, OfficialId, Role, RoundTime, Section, SectionId, StartTime, TableNumber, TeamId};

impl Event {
    /// Adds a section; its own number is not looked at. Gives the number that it has.
    pub fn add_section(&mut self, new: Section, settings: SectionSettings) -> SectionId {
        let facts = self.changing();
        facts.last.section += 1;
        let id = SectionId(facts.last.section);
        facts.tournament.sections.push(Section { id, ..new });
        facts.settings.insert(id, settings);
        id
    }

    /// Takes over how a section is run now.
    pub fn save_section(&mut self, section: &Section, settings: &SectionSettings) {
        let facts = self.changing();
        if let Some(known) = facts.tournament.sections.iter_mut().find(|known| known.id == section.id) {
            known.clone_from(section);
        }
        facts.settings.insert(section.id, settings.clone());
        facts.settle_names();
    }

    /// Settles where a section's tables begin.
    pub fn set_first_table(&mut self, section: SectionId, table: TableNumber) {
        let sections = &mut self.changing().tournament.sections;
        if let Some(section) = sections.iter_mut().find(|known| known.id == section) {
            section.first_table = Some(table);
        }
    }

    pub fn remove_section(&mut self, section: SectionId) {
        self.set_timetable(section, &[]);
        let facts = self.changing();
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
    pub fn set_start_time(&mut self, time: RoundTime) {
        let times = &mut self.changing().tournament.round_times;
        times.retain(|known| (known.section, known.round) != (time.section, time.round));
        times.push(time);
        times.sort_by_key(|time| (time.section, time.round));
    }

    /// Plans the first rounds of a section, and drops what was planned for later ones.
    pub fn set_timetable(&mut self, section: SectionId, starts: &[StartTime]) {
        let times = &mut self.changing().tournament.round_times;
        times.retain(|known| known.section != section);
        times.extend((1..).zip(starts).map(|(round, starts)| RoundTime { section, round, starts: *starts }));
        times.sort_by_key(|time| (time.section, time.round));
    }

    pub fn add_official(&mut self, name: &str, role: Role, section: Option<SectionId>) -> OfficialId {
        let facts = self.changing();
        facts.last.official += 1;
        let id = OfficialId(facts.last.official);
        facts.tournament.officials.push(Official { id, name: name.to_owned(), role, section });
        id
    }

    /// Gives an official another section to serve.
    pub fn give_section(&mut self, official: OfficialId, section: Option<SectionId>) {
        let officials = &mut self.changing().tournament.officials;
        if let Some(official) = officials.iter_mut().find(|known| known.id == official) {
            official.section = section;
        }
    }

    /// Takes an official off the list, unless rulings or appeals name them. Tells whether it could be.
    pub fn remove_official(&mut self, official: OfficialId) -> bool {
        let docket = &self.facts.docket;
        let has_ruled = docket.rulings.iter().any(|ruling| {
            ruling.by == Some(official) || ruling.voided.as_ref().is_some_and(|voided| voided.by == Some(official))
        });
        let has_heard = docket.appeals.iter().filter_map(|appeal| appeal.decision.as_ref()).any(|d| d.by == official);
        if !has_ruled && !has_heard {
            self.changing().tournament.officials.retain(|known| known.id != official);
        }
        !has_ruled && !has_heard
    }

    /// Announces a prize; its own number is not looked at. Gives the number that it has.
    pub fn add_prize(&mut self, prize: StoredPrize) -> u32 {
        let facts = self.changing();
        facts.last.prize += 1;
        facts.prizes.push(StoredPrize { id: facts.last.prize, ..prize });
        facts.last.prize
    }

    /// Says who got a special prize.
    pub fn give_prize(&mut self, prize: u32, team: TeamId) {
        if let Some(prize) = self.changing().prizes.iter_mut().find(|known| known.id == prize) {
            prize.winner = Some(team);
        }
    }

    /// Takes a prize off the list.
    pub fn remove_prize(&mut self, prize: u32) {
        self.changing().prizes.retain(|known| known.id != prize);
    }

    pub fn add_play_off(&mut self, play_off: StoredPlayOff) {
        self.changing().play_offs.push(play_off);
    }

    /// What was entered of a match of a play-off was wrong.
    pub fn replace_play_off(&mut self, at: usize, play_off: StoredPlayOff) {
        self.changing().play_offs[at] = play_off;
    }
}
