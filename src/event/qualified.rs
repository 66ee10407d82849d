//! Who goes on from a section to its final, and why.

use super::{Event, Refusal};
use crate::standings::{Line, TieBreak};
use crate::tournament::{HalfPoints, Section, SectionId, Team, TeamId, TeamStatus};
use std::cmp::{Ordering, Reverse};
use std::collections::VecDeque;

/// A team of a final, by its seed there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Qualified {
    pub team: TeamId,
    /// In the section it comes from.
    pub points: HalfPoints,
    pub why: Why,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The best of this group that can play.
    WonGroup(u32),
    /// By points and tie-breaks, beside the winners of groups.
    NextBest,
    /// Its place in a section without groups.
    Place(u32),
    Named,
}

/// A final that was posted with other teams, or other seeds, than go on now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherFinal {
    pub section: SectionId,
    /// Of its teams those that would not be in it; empty where only the seeds would be others.
    pub out: Vec<TeamId>,
    pub instead: Vec<TeamId>,
}

impl Event {
    /// The teams that go on to a final: the winner of each group, then the next best by points and tie-breaks.
    ///
    /// House teams, and those that have left, do not; whoever follows them does.
    pub fn qualified(&self, source: &Section, top: u32) -> Vec<Qualified> {
        let after = self.latest_round(source.id).map_or(0, |round| round.number);
        let is_here = |line: &Line| {
            !line.house && self.tournament().team(line.team).is_some_and(|team| plays_on(team, source.id))
        };
        let mut lines: Vec<Line> = self.table(source, after).into_iter().filter(is_here).collect();
        let groups = self.group_count(source);
        let is_grouped = |line: &Line| (1..=groups).contains(&line.group);
        let winners: Vec<TeamId> = lines
            .chunk_by(|one, other| one.group == other.group)
            .filter(|group| is_grouped(&group[0]))
            .map(|group| group[0].team)
            .collect();
        if groups > 0 {
            let tiebreaks = self.settings(source.id).standings.tiebreaks;
            lines = across_groups(lines, &winners, &tiebreaks);
        }
        let qualified = |line: Line| Qualified {
            team: line.team,
            points: line.points,
            why: match winners.contains(&line.team) {
                true => Why::WonGroup(line.group),
                false if groups > 0 => Why::NextBest,
                false => Why::Place(line.rank),
            },
        };
        lines.into_iter().take(top as usize).map(qualified).collect()
    }

    /// The posted finals whose teams or seeds would be others than they were in the event before; those that the director named are not.
    pub fn finals_with_others(&self, before: &Self, source: SectionId) -> Vec<OtherFinal> {
        let teams = |event: &Self, top: u32| -> Vec<TeamId> {
            let source = event.tournament().section(source);
            source.map_or_else(Vec::new, |source| event.qualified(source, top).iter().map(|one| one.team).collect())
        };
        let made = |section: &Section| {
            let (_, top) = section.qualified_from.filter(|(from, _)| *from == source)?;
            self.latest_round(section.id)?;
            let admitted = self.tournament().qualifiers.iter().filter(|(of, _, _)| *of == section.id);
            let admitted: Vec<TeamId> = admitted.map(|(_, team, _)| *team).collect();
            let now = teams(self, top);
            let without = |all: &[TeamId], others: &[TeamId]| {
                all.iter().copied().filter(|team| !others.contains(team)).collect::<Vec<TeamId>>()
            };
            (teams(before, top) == admitted && now != admitted).then(|| OtherFinal {
                section: section.id,
                out: without(&admitted, &now),
                instead: without(&now, &admitted),
            })
        };
        self.tournament().sections.iter().filter_map(made).collect()
    }

    /// Admits the teams that the director names to a final, best first.
    pub fn name_finalists(&mut self, section: &Section, named: &[TeamId]) -> Result<Vec<Qualified>, Refusal> {
        let Some((from, _)) = section.qualified_from else { return Err(Refusal::NoFinal { section: section.id }) };
        if self.latest_round(section.id).is_some() {
            return Err(Refusal::FinalBegun { section: section.id });
        }
        let source = self.tournament().section(from).ok_or(Refusal::Gone)?;
        let table = self.table(source, self.standing_round(source));
        let mut finalists: Vec<Qualified> = Vec::new();
        for team in named {
            let Some(line) = table.iter().find(|line| line.team == *team) else {
                return Err(Refusal::NotOfSource { source: from, team: *team });
            };
            if !self.tournament().team(*team).is_some_and(|team| plays_on(team, from)) {
                return Err(Refusal::FinalistLeft { section: section.id, team: *team });
            }
            if finalists.iter().any(|one| one.team == *team) {
                return Err(Refusal::NamedTwice { team: *team });
            }
            finalists.push(Qualified { team: *team, points: line.points, why: Why::Named });
        }
        self.admit(section.id, named);
        Ok(finalists)
    }
}

/// The teams of all groups in one order: the winners, then the best that is left of any group, and so on. Within a group its table holds;
/// what parts only teams that are tied there says nothing of teams of other groups.
fn across_groups(lines: Vec<Line>, winners: &[TeamId], tiebreaks: &[TieBreak]) -> Vec<Line> {
    let by_tiebreaks = |one: &Line, other: &Line| {
        let pairs = one.tiebreaks.iter().zip(&other.tiebreaks).zip(tiebreaks);
        let across = pairs.filter(|(_, tiebreak)| !tiebreak.is_within_tie());
        let mut orders = across.map(|((one, other), tiebreak)| {
            let lower_first = one.cmp(other);
            if tiebreak.lower_is_better() { lower_first } else { lower_first.reverse() }
        });
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let key = |line: &Line| (!winners.contains(&line.team), Reverse(line.points));
    let mut groups: Vec<VecDeque<Line>> = Vec::new();
    for line in lines {
        match groups.last_mut().filter(|group| group[0].group == line.group) {
            Some(group) => group.push_back(line),
            None => groups.push(VecDeque::from([line])),
        }
    }
    let mut order = Vec::new();
    while let Some((best, _)) = groups
        .iter()
        .map(|group| &group[0])
        .enumerate()
        .min_by(|(_, one), (_, other)| key(one).cmp(&key(other)).then_with(|| by_tiebreaks(one, other)))
    {
        order.extend(groups[best].pop_front());
        groups.retain(|group| !group.is_empty());
    }
    order
}

fn plays_on(team: &Team, source: SectionId) -> bool {
    let was_moved = team.belongs(source) && team.section != source;
    matches!(team.status(), TeamStatus::Entered | TeamStatus::CheckedIn) && !was_moved
}
