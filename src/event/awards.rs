//! Who won which prize of a section, by its standings, play-offs and rules.

use super::{Event, Part, StoredPrize};
use crate::standings::Line;
use crate::standings::prizes::{Award, Contender, Kind, Prize, Trophies, award, ceremony, share, trophies};
use crate::tournament::{Format, Section, SectionId, Team, TeamId, TeamStatus};

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

    /// What a pool is worth, and the share of each of so many teams.
    pub fn share(&self, pool: &[usize], teams: usize) -> (u32, Option<f64>) {
        share(&self.prizes, pool, teams)
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
        let lines = self.table(section, after);
        let at = |team| field.entries.iter().position(|e| e.record.team == team);
        let quads = if section.format == Format::Quads { self.quads(section) } else { Vec::new() };
        let groups: Vec<u32> = (1..).zip(&quads).map(|(number, _)| number).collect();
        let called: Vec<String> =
            (1..).zip(&quads).map(|(number, group)| Part::Group { number, size: group.len() }.shown()).collect();
        let prize = |p: &StoredPrize| Prize {
            name: p.name.clone(),
            value: p.value,
            beside_others: p.beside_others,
            named_winner: p.winner.and_then(at),
            ..Prize::new(p.kind)
        };
        // Every group has its own first place.
        let of_groups = |p: &StoredPrize| -> Vec<Prize> {
            let one = |group: &u32| Prize {
                name: format!("{}, {}", p.name, called[*group as usize - 1].to_lowercase()),
                group: Some(*group),
                ..prize(p)
            };
            if matches!(p.kind, Kind::Place(_)) && !groups.is_empty() {
                groups.iter().map(one).collect()
            } else {
                vec![prize(p)]
            }
        };
        let prizes: Vec<Prize> =
            self.facts.prizes.iter().filter(|prize| prize.section == section.id).flat_map(of_groups).collect();
        let rules = self.settings(section.id).prizes;
        let awards = award(&lines, &self.contenders(section.id), &prizes, rules, &self.play_offs(section.id));
        let teams = field.entries.iter().map(|entry| entry.record.team).collect();
        Awards { awards, prizes, lines, teams, awaiting: self.awaiting_appeal(section, after) }
    }

    fn contenders(&self, section: SectionId) -> Vec<Contender> {
        let tournament = self.tournament();
        let contender = |team: &Team| Contender {
            grade: tournament.partners(team).iter().filter_map(|p| p.grade).max(),
            rating: tournament.doubled_rating(team).map(|doubled| doubled / 2),
            schools: tournament.schools_of(team),
            ineligible: team.status() == TeamStatus::Expelled || (team.belongs(section) && team.section != section),
        };
        tournament.ever_in(section).map(contender).collect()
    }
}
