//! Who goes on from a section to its final, and why.

use super::{Event, Refusal};
use crate::standings::Line;
use crate::tournament::{HalfPoints, Section, Team, TeamId, TeamStatus};
use std::cmp::{Ordering, Reverse};

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
    /// The director named it.
    Named,
}

impl Event {
    /// The teams that go on to a final: the winner of each group, then the next best by points and tie-breaks.
    ///
    /// House teams, and those that have left, do not; whoever follows them does.
    pub fn qualified(&self, source: &Section, top: u32) -> Vec<Qualified> {
        let after = self.latest_round(source.id).map_or(0, |round| round.number);
        let is_here = |line: &Line| !line.house && self.tournament().team(line.team).is_some_and(plays_on);
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
            let by_tiebreaks = |one: &Line, other: &Line| {
                let pairs = one.tiebreaks.iter().zip(&other.tiebreaks).zip(&tiebreaks);
                let mut orders = pairs.map(|((one, other), tiebreak)| {
                    let lower_first = one.cmp(other);
                    if tiebreak.lower_is_better() { lower_first } else { lower_first.reverse() }
                });
                orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
            };
            let key = |line: &Line| (!winners.contains(&line.team), Reverse(line.points));
            lines.sort_by(|one, other| key(one).cmp(&key(other)).then_with(|| by_tiebreaks(one, other)));
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
            if !self.tournament().team(*team).is_some_and(plays_on) {
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

fn plays_on(team: &Team) -> bool {
    matches!(team.status(), TeamStatus::Entered | TeamStatus::CheckedIn)
}
