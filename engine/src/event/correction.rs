//! What a correction touches: whether anything rests on the result of a match, and what is different from the event before it. Nothing is
//! re-paired by itself.

use super::{Event, SectionSettings, StoredPlayOff};
use crate::discipline::Docket;
use crate::tournament::{
    Assignment, MatchId, PlayerId, Round, RulingId, Section, SectionId, Slip, TableNumber, Team, TeamId,
};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What of a section is otherwise than it was, where something that is finished may rest on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Touched {
    /// The earliest round of which a result or a bye is another; `None` where teams go or come, or it is run otherwise.
    pub corrected: Option<u32>,
    /// It may send others to its finals. Who has left is missed there, and no correction.
    pub sends_others: bool,
    /// Not only by what a team has carried over there.
    pub is_its_own: bool,
}

/// Rounds that would be paired differently now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Otherwise {
    /// All of them.
    pub rounds: Vec<u32>,
    /// The posted round that nobody has finished a match of, if it is one of them.
    pub open: Option<Open>,
}

/// A team whose rank is another than it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moved {
    pub team: String,
    pub rank_before: u32,
    pub rank_after: u32,
}

/// A posted round that can still be made anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Open {
    pub round: u32,
    /// Tables that would hold another pair, of all.
    pub differ: usize,
    pub of: usize,
}

type Pairs = Vec<(TeamId, TeamId)>;

/// Tables of a posted round that hold another pair than these, or are not there.
fn differing(round: &Round, now: &Pairs) -> usize {
    let tables = round.tables();
    let is_made = |pair: &[TeamId; 2]| now.iter().any(|(a, b)| pair.contains(a) && pair.contains(b));
    tables.iter().filter(|(_, pair)| !is_made(pair)).count() + now.len().saturating_sub(tables.len())
}

impl Event {
    /// The sections that were changed, found by comparing: results of rounds that were over or that something rests on, byes, teams that
    /// go, come or are moved, play-offs decided otherwise, how a section is run. A result of a round still in play touches nothing, and
    /// neither does a team entered late.
    pub fn touched_since(&self, before: &Self) -> BTreeMap<SectionId, Touched> {
        let mut all = BTreeMap::new();
        let mut touch = |section, touched: Touched| {
            let known: &mut Touched = all.entry(section).or_default();
            known.corrected = [known.corrected, touched.corrected].into_iter().flatten().min();
            known.sends_others |= touched.sends_others;
            known.is_its_own |= touched.is_its_own;
        };
        let own = Touched { is_its_own: true, ..Touched::default() };
        for (section, round, elsewhere) in self.corrected_since(before) {
            touch(section, Touched { corrected: Some(round), sends_others: true, ..own });
            elsewhere
                .into_iter()
                .for_each(|host| touch(host, Touched { corrected: Some(round), ..Touched::default() }));
        }
        for section in self.run_otherwise(before) {
            touch(section, Touched { sends_others: true, ..own });
            let moved = self.facts.tournament.teams.iter().filter(|team| team.was_moved_from(section));
            moved.for_each(|team| touch(team.section, Touched::default()));
        }
        self.other_play_offs(before).for_each(|section| touch(section, Touched { sends_others: true, ..own }));
        self.other_teams(before).into_iter().for_each(|section| touch(section, own));
        all.retain(|section, _| self.facts.tournament.section(*section).is_some());
        all
    }

    /// The rounds of which a result or a bye is another, each with the other sections in which that counts.
    fn corrected_since(&self, before: &Self) -> Vec<(SectionId, u32, Vec<SectionId>)> {
        let now = |old: &Round| self.facts.tournament.round(old.section, old.number);
        let changed = before.facts.tournament.rounds.iter().filter_map(|old| now(old).map(|now| (old, now)));
        let changed: Vec<(&Round, &Round)> = changed.filter(|(old, now)| old != now).collect();
        let mut tables: BTreeSet<(SectionId, u32, TableNumber)> = self.ruled_otherwise(before);
        for (old, now) in &changed {
            let is_in = |slip: &Slip, round: &Round| round.slips.contains(slip);
            let other = old.slips.iter().filter(|slip| !is_in(slip, now));
            let other = other.chain(now.slips.iter().filter(|slip| !is_in(slip, old)));
            // What a merged section brings is no correction.
            let there = other.filter(|slip| old.teams_at(slip.table).is_some());
            tables.extend(there.map(|slip| (old.section, old.number, slip.table)));
        }
        let at = |(id, number, table): (SectionId, u32, TableNumber)| {
            let (section, round) = (before.tournament().section(id)?, before.tournament().round(id, number)?);
            Some((id, number, before.rested_on(section, round, table)?))
        };
        let byes = changed.iter().flat_map(|(old, now)| {
            let is_asked = |round: &Round, team: TeamId| match round.assignment(team) {
                Some(Assignment::Bye { points, assigned: false }) => Some(points),
                _ => None,
            };
            let is_of_it =
                |team: &TeamId| before.tournament().team(*team).is_some_and(|team| team.belongs(old.section));
            let teams = old.assignments.iter().chain(&now.assignments).map(|(team, _)| *team).filter(is_of_it);
            let other = teams.filter(|team| is_asked(old, *team) != is_asked(now, *team)).collect::<Vec<TeamId>>();
            let section = before.tournament().section(old.section).filter(|_| !other.is_empty());
            section.map(|section| (section.id, old.number, before.brought_to(section, old.number, other)))
        });
        tables.into_iter().filter_map(at).chain(byes).collect()
    }

    /// The tables of rulings that hold otherwise than before.
    fn ruled_otherwise(&self, before: &Self) -> BTreeSet<(SectionId, u32, TableNumber)> {
        let [was, is] = [&before.facts.docket, &self.facts.docket];
        if was == is {
            return BTreeSet::new();
        }
        let rulings: BTreeMap<_, _> = was.rulings.iter().chain(&is.rulings).map(|ruling| (ruling.id, ruling)).collect();
        let holds = |docket: &Docket, id: RulingId| {
            let known = docket.rulings.iter().find(|known| known.id == id)?;
            Some((known.clone(), docket.state(known), docket.penalty(known)))
        };
        let others = rulings.into_values().filter(|ruling| holds(was, ruling.id) != holds(is, ruling.id));
        let places = others.filter_map(|ruling| ruling.place.map(|place| place.match_id));
        places.map(|MatchId { section, round, table, .. }| (section, round, table)).collect()
    }

    /// The sections with rounds that are run otherwise. Byes, tie-breaks and schools count in rounds that were played too.
    fn run_otherwise(&self, before: &Self) -> Vec<SectionId> {
        let rules = |event: &Self| (event.facts.house_rules.clone(), event.facts.rulebook_hash.clone());
        let all = rules(self) != rules(before);
        let is_other = |old: &&Section| {
            let SectionSettings { pairing, standings, prizes, .. } = before.settings(old.id);
            let now = self.settings(old.id);
            let section = self.facts.tournament.section(old.id);
            all || section.is_some_and(|now| Section { name: old.name.clone(), ..now.clone() } != **old)
                || (pairing, standings, prizes) != (now.pairing, now.standings, now.prizes)
        };
        let begun = before.facts.tournament.sections.iter().filter(|section| before.posted_rounds(section.id) > 0);
        begun.filter(is_other).map(|section| section.id).collect()
    }

    /// The sections in which a play-off of two that had decided came to something else.
    fn other_play_offs(&self, before: &Self) -> impl Iterator<Item = SectionId> {
        let of_two = |event: &Self, one: &StoredPlayOff| -> Vec<StoredPlayOff> {
            let both = |other: &&StoredPlayOff| {
                other.section == one.section && other.teams.iter().all(|team| one.teams.contains(team))
            };
            event.facts.play_offs.iter().filter(both).copied().collect()
        };
        let known = before.facts.play_offs.iter().filter(move |one| of_two(self, one) != of_two(before, one));
        known.map(|one| one.section)
    }

    /// The sections that teams have left, come back to or moved between, or where they are ranked by something else.
    fn other_teams(&self, before: &Self) -> BTreeSet<SectionId> {
        let [was, is] = [&before.facts.tournament, &self.facts.tournament];
        let kept =
            is.rounds.iter().filter(|now| was.round(now.section, now.number).is_some_and(|old| old.kept != now.kept));
        let mut sections: BTreeSet<SectionId> = kept.map(|round| round.section).collect();
        if was.teams == is.teams && was.players == is.players {
            return sections;
        }
        let rating = |player: PlayerId| [was, is].map(|of| of.player(player).map(|player| player.rating));
        for old in &was.teams {
            let Some(now) = is.team(old.id) else { continue };
            if (old.section, &old.stays) != (now.section, &now.stays) {
                sections.extend([old.section, now.section]);
            }
            let plays_in = before.tournament().next_round_of(old).0;
            let seeded = |team: &Team| (team.rating, team.house, team.tiebreak_penalty);
            let is_rerated = || now.players.into_iter().map(rating).any(|[was, is]| was != is);
            let is_ranked_otherwise = seeded(old) != seeded(now) || is_rerated();
            if old.absences != now.absences || (is_ranked_otherwise && before.posted_rounds(plays_in) > 0) {
                sections.insert(plays_in);
            }
        }
        sections
    }

    /// The other sections in which what a team carried over from this table counts; `None` where nothing rests on its result yet: its round is
    /// still played, and no final is posted.
    fn rested_on(&self, section: &Section, round: &Round, table: TableNumber) -> Option<Vec<SectionId>> {
        let teams = round.teams_at(table).into_iter().flatten();
        let elsewhere = self.brought_to(section, round.number, teams);
        let takes_from_it = |last: &&Section| last.qualified_from.is_some_and(|(from, _)| from == section.id);
        let mut finals = self.tournament().sections.iter().filter(takes_from_it);
        let is_rested_on = round.number < self.posted_rounds(section.id)
            || self.missing(section, round).is_empty()
            || !elsewhere.is_empty()
            || finals.any(|last| self.latest_round(last.id).is_some());
        is_rested_on.then_some(elsewhere)
    }

    /// The other sections in which what these teams carried over from a round counts.
    fn brought_to(&self, section: &Section, round: u32, teams: impl IntoIterator<Item = TeamId>) -> Vec<SectionId> {
        let teams = teams.into_iter().filter_map(|team| self.tournament().team(team));
        let hosts = |team: &Team| team.stays.iter().map(|stay| stay.section).chain([team.section]).collect::<Vec<_>>();
        let elsewhere: BTreeSet<SectionId> = teams
            .flat_map(|team| {
                hosts(team).into_iter().filter(|host| team.belongs(section.id) && team.brings(*host, round))
            })
            .collect();
        elsewhere.into_iter().collect()
    }

    pub fn moved_since(&self, before: &Self, section: &Section) -> Vec<Moved> {
        let ranks = |event: &Self| -> Vec<(TeamId, u32)> {
            // Before round 1 the table shows nothing but lots.
            event.latest_round(section.id).map_or_else(Vec::new, |_| {
                let table = event.table(section, event.standing_round(section));
                table.iter().map(|line| (line.team, line.rank)).collect()
            })
        };
        let was: FxHashMap<TeamId, u32> = ranks(before).into_iter().collect();
        let both = ranks(self).into_iter().filter_map(|(team, is)| Some((team, *was.get(&team)?, is)));
        let moved = |(team, rank_before, rank_after)| {
            let team = self.name_of(team).to_owned();
            (rank_before != rank_after).then_some(Moved { team, rank_before, rank_after })
        };
        both.filter_map(moved).collect()
    }

    /// The rounds of a section that would be paired differently than before, now that a result of the `corrected` round is another, or a team
    /// has left.
    pub fn paired_otherwise(&self, before: &Self, section: &Section, corrected: Option<u32>) -> Otherwise {
        // Only the next round rests on the result alone; the ones after it rest on what was really played. One that nothing was played
        // of can still be made anew.
        let posted_rounds = self.posted_rounds(section.id);
        let posted = self.latest_round(section.id).filter(|round| round.slips.is_empty());
        let mut resting: Vec<u32> =
            corrected.iter().flat_map(|round| [Some(round + 1), posted.map(|r| r.number)]).flatten().collect();
        resting.dedup();
        resting.retain(|round| posted_rounds >= *round);
        let now = resting.into_iter().map(|round| (round, self.would_pair(section, round)));
        // What is made now as it was posted was wrong before, if ever.
        let is_posted = |number: u32, now: &Option<Pairs>| {
            let round = self.tournament().round(section.id, number);
            round.zip(now.as_ref()).is_some_and(|(round, now)| differing(round, now) == 0)
        };
        let differs: Vec<_> =
            now.filter(|(round, now)| before.would_pair(section, *round) != *now && !is_posted(*round, now)).collect();
        let open = posted.and_then(|round| {
            let (_, now) = differs.iter().find(|(number, _)| *number == round.number)?;
            // Nothing can be paired on a match that is open again, so no table of it is kept.
            let now = now.as_ref().unwrap_or(const { &Pairs::new() });
            let (differ, of) = (differing(round, now), round.tables().len().max(now.len()));
            (differ > 0).then_some(Open { round: round.number, differ, of })
        });
        Otherwise { rounds: differs.into_iter().map(|(round, _)| round).collect(), open }
    }
}
