//! What a correction touches: whether anything rests on the result of a match, and what is different from the event before it. Nothing is
//! re-paired by itself.

use super::Event;
use crate::tournament::{Round, Section, SectionId, TableNumber, Team, TeamId};
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::collections::BTreeSet;

/// Rounds that would be paired otherwise now.
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
    /// The other sections in which what a team brought from this table counts; `None` where nothing rests on its result yet: its round is
    /// still played, and no final is posted.
    pub fn rested_on(&self, section: &Section, round: &Round, table: TableNumber) -> Option<Vec<SectionId>> {
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

    /// The other sections in which what these teams brought from a round counts.
    pub fn brought_to(&self, section: &Section, round: u32, teams: impl IntoIterator<Item = TeamId>) -> Vec<SectionId> {
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

    /// The rounds of a section that would be paired otherwise than before, now that a result of the `corrected` round is another, or a team
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
            // Nothing can be paired on a match that is open again, so no table of it stands.
            let now = now.as_ref().unwrap_or(const { &Pairs::new() });
            let (differ, of) = (differing(round, now), round.tables().len().max(now.len()));
            (differ > 0).then_some(Open { round: round.number, differ, of })
        });
        Otherwise { rounds: differs.into_iter().map(|(round, _)| round).collect(), open }
    }
}
