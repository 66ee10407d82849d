//! Sections that are played in another building, from a file of their own: who may change what in which file, and how they come home.
//!
//! The other file is a copy of the whole event in which these sections alone are changed; at home they are only looked at meanwhile.
//! Rows are never merged: what comes home takes the place of all that was there.

use super::{CheckedOut, Facts, Refusal, Wishes};
use crate::discipline::Docket;
use crate::tournament::names::fold;
use crate::tournament::{
    Assignment, Official, OfficialId, PlayerId, Round, RulingId, School, SchoolId, SectionId, TableNumber, TeamId,
    Tournament,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

impl Facts {
    pub(super) fn checked_out(&self, section: SectionId) -> Option<&CheckedOut> {
        self.settings.get(&section)?.checked_out.as_ref()
    }

    /// Whether any section is played from another file than the rest.
    pub fn has_checked_out(&self) -> bool {
        self.settings.values().any(|own| own.checked_out.is_some())
    }

    /// The sections that this file was made for, where it is not the one at home.
    pub(super) fn sections_here(&self) -> impl Iterator<Item = SectionId> {
        let sections = self.tournament.sections.iter().map(|section| section.id);
        sections.filter(|section| self.checked_out(*section).is_some_and(|out| out.is_here))
    }

    /// Whether a section is only looked at in this file.
    pub fn is_elsewhere(&self, section: SectionId) -> bool {
        match self.checked_out(section) {
            Some(out) => !out.is_here,
            None => self.sections_here().next().is_some(),
        }
    }

    /// Where a section is played that is only looked at here; `None` for home.
    pub fn played_in(&self, section: SectionId) -> Option<&str> {
        self.checked_out(section).filter(|out| !out.is_here).map(|out| out.file.as_str())
    }

    /// Refuses what changes a section in the wrong file, or in the file of some what all share. Checking out and in are no change.
    pub fn may_become(&self, after: &Self) -> Result<(), Refusal> {
        if !self.has_checked_out() {
            return Ok(());
        }
        let sections = || self.tournament.sections.iter().map(|section| section.id);
        let is_gone = |section: SectionId| after.tournament.section(section).is_none();
        let is_closed =
            |section: &SectionId| self.is_elsewhere(*section) && (after.is_elsewhere(*section) || is_gone(*section));
        let is_other = |section: Option<SectionId>| self.part(|of| of == section) != after.part(|of| of == section);
        if let Some(section) = sections().filter(is_closed).find(|section| is_other(Some(*section))) {
            return Err(Refusal::Elsewhere { section: Some(section) });
        }
        let is_home = self.sections_here().next().is_none();
        if is_home || (!is_other(None) && self.sections_here().eq(after.sections_here()) && self.shares_with(after)) {
            Ok(())
        } else {
            Err(Refusal::Elsewhere { section: None })
        }
    }

    /// Whether what the sections share is the same; officials and schools may have come.
    fn shares_with(&self, after: &Self) -> bool {
        let shared = |facts: &Self| {
            let Tournament { name, date, venue, .. } = &facts.tournament;
            let sections: Vec<SectionId> = facts.tournament.sections.iter().map(|section| section.id).collect();
            (name.clone(), *date, venue.clone(), sections, facts.house_rules.clone(), facts.names_required)
        };
        shared(self) == shared(after)
            && after.tournament.officials.starts_with(&self.tournament.officials)
            && after.tournament.schools.starts_with(&self.tournament.schools)
    }

    /// All that belongs to some sections, or to none, without what they share.
    pub(super) fn part(&self, is_of: impl Fn(Option<SectionId>) -> bool) -> Self {
        let has = |section: SectionId| is_of(Some(section));
        let Tournament { sections, players, teams, rounds, qualifiers, halves, round_times, .. } = &self.tournament;
        let playing: FxHashMap<PlayerId, SectionId> =
            teams.iter().flat_map(|team| team.players.map(|player| (player, team.section))).collect();
        let alone = |player: PlayerId| self.tournament.player(player).and_then(|player| player.section);
        let has_player = |player: PlayerId| is_of(playing.get(&player).copied().or_else(|| alone(player)));
        let has_team = |team: TeamId| is_of(self.tournament.team(team).map(|team| team.section));
        let rulings: Vec<_> = self.docket.rulings.iter().filter(|ruling| has(ruling.section)).cloned().collect();
        let of_them: FxHashSet<RulingId> = rulings.iter().map(|ruling| ruling.id).collect();
        Self {
            tournament: Tournament {
                sections: sections.iter().filter(|section| has(section.id)).cloned().collect(),
                players: players.iter().filter(|player| has_player(player.id)).cloned().collect(),
                teams: teams.iter().filter(|team| has(team.section)).cloned().collect(),
                rounds: rounds.iter().filter(|round| has(round.section)).cloned().collect(),
                qualifiers: qualifiers.iter().filter(|(section, ..)| has(*section)).copied().collect(),
                halves: halves.iter().filter(|(section, ..)| has(*section)).copied().collect(),
                round_times: round_times.iter().filter(|time| has(time.section)).cloned().collect(),
                ..Tournament::default()
            },
            docket: Docket {
                appeals: self.docket.appeals.iter().filter(|it| of_them.contains(&it.ruling)).cloned().collect(),
                rulings,
            },
            settings: self.settings.iter().filter(|(id, _)| has(**id)).map(|(id, own)| (*id, own.clone())).collect(),
            wishes: Wishes {
                forbidden: self.wishes.forbidden.iter().filter(|pair| has_team(pair[0])).copied().collect(),
                required: self.wishes.required.iter().filter(|(_, pair)| has_team(pair[0])).copied().collect(),
            },
            name_verdicts: self.name_verdicts.clone().into_iter().filter(|(team, _)| has_team(*team)).collect(),
            prizes: self.prizes.iter().filter(|prize| has(prize.section)).cloned().collect(),
            play_offs: self.play_offs.iter().filter(|play_off| has(play_off.section)).copied().collect(),
            wall_clocks: self.wall_clocks.clone().into_iter().filter(|((section, _), _)| has(*section)).collect(),
            contacts: self.contacts.clone().into_iter().filter(|(player, _)| has_player(*player)).collect(),
            payments: self.payments.clone().into_iter().filter(|(player, _)| has_player(*player)).collect(),
            ..Self::default()
        }
    }

    /// Puts what belongs to sections together of two parts; what they share stays.
    pub(super) fn consist_of(&mut self, [rest, new]: [Self; 2]) {
        let own = &mut self.tournament;
        let (kept, came) = (rest.tournament, new.tournament);
        own.sections = joined(kept.sections, came.sections, |section| section.id);
        own.players = joined(kept.players, came.players, |player| player.id);
        own.teams = joined(kept.teams, came.teams, |team| team.id);
        own.rounds = joined(kept.rounds, came.rounds, |round| (round.section, round.number));
        own.qualifiers = joined(kept.qualifiers, came.qualifiers, |_| ());
        own.halves = joined(kept.halves, came.halves, |_| ());
        own.round_times = joined(kept.round_times, came.round_times, |time| (time.section, time.round));
        self.docket.rulings = joined(rest.docket.rulings, new.docket.rulings, |ruling| ruling.id);
        self.docket.appeals = joined(rest.docket.appeals, new.docket.appeals, |appeal| appeal.id);
        self.settings = rest.settings.into_iter().chain(new.settings).collect();
        self.wishes.forbidden = joined(rest.wishes.forbidden, new.wishes.forbidden, |_| ());
        self.wishes.required = joined(rest.wishes.required, new.wishes.required, |_| ());
        self.name_verdicts = rest.name_verdicts.into_iter().chain(new.name_verdicts).collect();
        self.prizes = joined(rest.prizes, new.prizes, |prize| prize.id);
        self.play_offs = joined(rest.play_offs, new.play_offs, |_| ());
        self.wall_clocks = rest.wall_clocks.into_iter().chain(new.wall_clocks).collect();
        self.contacts = rest.contacts.into_iter().chain(new.contacts).collect();
        self.payments = rest.payments.into_iter().chain(new.payments).collect();
    }

    /// Makes ready for what comes from another file: officials and schools that came there are entered here. A school that came to both is one.
    pub(super) fn make_room(&mut self, there: &Self, coming: &mut Self) {
        let Tournament { officials, schools, .. } = &mut self.tournament;
        let rulings = coming.docket.rulings.iter().filter_map(|ruling| ruling.by);
        let decided = coming.docket.appeals.iter().filter_map(|appeal| Some(appeal.decision.as_ref()?.by));
        let cited: FxHashSet<OfficialId> = rulings.chain(decided).collect();
        // Who is gone here since was removed on purpose.
        let is_new = |official: &&Official| {
            let is_known = officials.iter().any(|known| known.id == official.id);
            !is_known && (official.id.0 > self.last.official || cited.contains(&official.id))
        };
        let came: Vec<Official> = there.tournament.officials.iter().filter(is_new).cloned().collect();
        officials.extend(came);
        officials.sort_by_key(|official| official.id);
        let mut called = FxHashMap::default();
        for school in &there.tournament.schools {
            let same = |known: &&School| known.id == school.id || fold(&known.name) == fold(&school.name);
            // One that was joined with another here is that one.
            let spelt = self.school_spellings.iter().find(|(spelling, _)| *spelling == fold(&school.name));
            match schools.iter().find(same).map(|known| known.id).or(spelt.map(|(_, id)| *id)) {
                Some(known) => _ = called.insert(school.id, known),
                None => schools.push(school.clone()),
            }
        }
        schools.sort_by_key(|school| school.id);
        let here = |school: &mut Option<SchoolId>| *school = school.map(|id| called.get(&id).copied().unwrap_or(id));
        coming.tournament.players.iter_mut().for_each(|player| here(&mut player.school));
        coming.tournament.teams.iter_mut().for_each(|team| here(&mut team.school));
        let is_new =
            |(spelling, _): &&(String, SchoolId)| self.school_spellings.iter().all(|(known, _)| known != spelling);
        let came: Vec<_> = there.school_spellings.iter().filter(is_new).cloned().collect();
        self.school_spellings
            .extend(came.into_iter().map(|(spelling, id)| (spelling, called.get(&id).copied().unwrap_or(id))));
        // What was forgotten here meanwhile stays forgotten.
        let is_known = |player: &PlayerId| self.tournament.player(*player).is_some();
        coming.contacts.retain(|player, _| self.contacts.contains_key(player) || !is_known(player));
        self.last = self.last.and(&there.last);
    }

    /// Gives tables where other sections sit numbers of their own, odd ones for odd ones: colours follow them. Returns the old and the new ones.
    pub(super) fn leave_tables(&mut self, others: &Self) -> Vec<(TableNumber, TableNumber)> {
        let used = |facts: &Self| -> BTreeSet<TableNumber> {
            facts.tournament.rounds.iter().flat_map(Round::tables).map(|(table, _)| table).collect()
        };
        let (theirs, own) = (used(others), used(self));
        let last = theirs.iter().chain(&own).max().map_or(0, |table| table.0);
        let mut free = last + 1;
        let moved = own.intersection(&theirs).map(|table| {
            let new = free + u32::from(free % 2 != table.0 % 2);
            free = new + 1;
            (*table, TableNumber(new))
        });
        let moved: BTreeMap<TableNumber, TableNumber> = moved.collect();
        let now = |table: &mut TableNumber| *table = moved.get(table).copied().unwrap_or(*table);
        for round in &mut self.tournament.rounds {
            for (_, assignment) in &mut round.assignments {
                if let Assignment::Table { table, .. } = assignment {
                    now(table);
                }
            }
            round.slips.iter_mut().for_each(|slip| now(&mut slip.table));
            round.sort();
        }
        let places = self.docket.rulings.iter_mut().filter_map(|ruling| ruling.place.as_mut());
        places.for_each(|place| now(&mut place.match_id.table));
        moved.into_iter().collect()
    }

    /// The first number that a child, a team, a ruling, an appeal or a prize has in both.
    pub(super) fn numbered_twice(&self, other: &Self) -> Option<String> {
        let own: FxHashSet<(&str, u32)> = self.numbers().collect();
        let (what, number) = other.numbers().find(|one| own.contains(one))?;
        Some(format!("{what} {number}"))
    }

    fn numbers(&self) -> impl Iterator<Item = (&'static str, u32)> {
        let (Tournament { players, teams, .. }, Docket { rulings, appeals }) = (&self.tournament, &self.docket);
        let entered = players.iter().map(|it| ("player", it.id.0)).chain(teams.iter().map(|it| ("team", it.id.0)));
        let ruled = rulings.iter().map(|it| ("ruling", it.id.0)).chain(appeals.iter().map(|it| ("appeal", it.id.0)));
        entered.chain(ruled).chain(self.prizes.iter().map(|it| ("prize", it.id)))
    }
}

fn joined<T, K: Ord>(mut kept: Vec<T>, came: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    kept.extend(came);
    kept.sort_by_key(key);
    kept
}
