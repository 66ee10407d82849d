//! Who won which prize of a section, by its standings, play-offs and rules.

use super::{Event, StoredPlayOff, StoredPrize};
use crate::standings::Line;
use crate::standings::prizes::{
    Award, Contender, Kind, PlayOff, PlayOffMatch, Prize, Trophies, award, ceremony, trophies,
};
use crate::tournament::{Format, Section, SectionId, Team, TeamId, TeamStatus};
use std::collections::BTreeSet;

/// The prizes of a section with their winners, who are named by their places among its teams.
#[derive(Debug, Clone, PartialEq)]
pub struct Awards {
    pub prizes: Vec<Prize>,
    /// Most valuable first.
    pub awards: Vec<Award>,
    /// The table that they follow from.
    lines: Vec<Line>,
    teams: Vec<TeamId>,
    /// Teams whose score an open appeal may change.
    awaiting: Vec<TeamId>,
}

impl Awards {
    /// The line of a team in the table.
    pub fn line(&self, index: usize) -> Option<&Line> {
        self.lines.iter().find(|line| line.index == index)
    }

    pub fn team(&self, index: usize) -> TeamId {
        self.teams[index]
    }

    /// Whether what a team won may still change.
    pub fn is_open(&self, index: usize) -> bool {
        self.line(index).is_some_and(|line| line.provisional || self.awaiting.contains(&line.team))
    }

    /// The awards in the order in which they are read aloud.
    pub fn ceremony(&self) -> Vec<&Award> {
        ceremony(&self.prizes, &self.awards)
    }

    pub fn trophies(&self) -> Trophies {
        trophies(&self.prizes, &self.awards)
    }
}

impl Event {
    /// Every prize of a section with its winner.
    pub fn awards(&self, section: &Section) -> Awards {
        let after = self.standing_round(section);
        let field = self.field(section, after);
        let mut lines = self.table(section, after);
        if section.format == Format::Knockout {
            // Who went out together is level: there the tie-breaks decide nothing.
            lines.iter_mut().for_each(|line| line.tiebreaks.clear());
        }
        let at = |team| field.entries.iter().position(|e| e.record.team == team);
        // Teams that came after the quads were made are listed behind them, and are no group with a first place.
        let made = u32::try_from(self.quads(section).len()).unwrap_or(u32::MAX);
        let groups: BTreeSet<u32> =
            lines.iter().map(|line| line.group).filter(|group| (1..=made).contains(group)).collect();
        let prize = |p: &StoredPrize| Prize {
            name: p.name.clone(),
            value: p.value,
            beside_others: p.beside_others,
            named_winner: p.winner.and_then(at),
            ..Prize::new(p.kind)
        };
        // Every group has its own first place.
        let of_groups = |p: &StoredPrize| -> Vec<Prize> {
            let one =
                |group: &u32| Prize { name: format!("{}, group {group}", p.name), group: Some(*group), ..prize(p) };
            if matches!(p.kind, Kind::Place(_)) && !groups.is_empty() {
                groups.iter().map(one).collect()
            } else {
                vec![prize(p)]
            }
        };
        let prizes: Vec<Prize> =
            self.facts.prizes.iter().filter(|prize| prize.section == section.id).flat_map(of_groups).collect();
        let rules = self.settings(section.id).prizes;
        let play_offs = play_offs(&self.facts.play_offs, section.id, &at);
        let awards = award(&lines, &self.contenders(section.id), &prizes, rules, &play_offs);
        let teams = field.entries.iter().map(|entry| entry.record.team).collect();
        Awards { awards, prizes, lines, teams, awaiting: self.awaiting_appeal(section, after) }
    }

    fn contenders(&self, section: SectionId) -> Vec<Contender> {
        let tournament = self.tournament();
        let contender = |team: &Team| Contender {
            grade: tournament.partners(team).iter().filter_map(|p| p.grade).max(),
            rating: tournament.doubled_rating(team).map(|doubled| doubled / 2),
            schools: tournament.schools_of(team),
            ineligible: matches!(team.status(), TeamStatus::Expelled),
        };
        tournament.teams_in(section).map(contender).collect()
    }
}

/// Play-offs of a section: matches whose teams hang together are one play-off.
fn play_offs(played: &[StoredPlayOff], section: SectionId, at: &dyn Fn(TeamId) -> Option<usize>) -> Vec<PlayOff> {
    let mut offs: Vec<PlayOff> = Vec::new();
    for one in played.iter().filter(|p| p.section == section) {
        let (Some(a), Some(b)) = (at(one.teams[0]), at(one.teams[1])) else { continue };
        let mut joined = PlayOff { teams: vec![a, b], matches: Vec::new() };
        offs.retain(|off| {
            let touches = off.teams.contains(&a) || off.teams.contains(&b);
            if touches {
                joined.teams.extend(off.teams.iter().copied());
                joined.matches.extend(off.matches.iter().cloned());
            }
            !touches
        });
        joined.teams.sort_unstable();
        joined.teams.dedup();
        joined.matches.push(PlayOffMatch { teams: [a, b], result: Some(one.result) });
        offs.push(joined);
    }
    offs
}
