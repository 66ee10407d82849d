//! What a round and its tables are called: by number, in a knockout by what they decide, in quads by the group.

use super::Event;
use crate::pairing::knockout::Stage;
use crate::pairing::quads::QUAD;
use crate::tournament::{Format, Round, Section, TeamId};
use rustc_hash::FxHashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A place in a group: its number, and how many teams it has.
    Group {
        number: u32,
        size: usize,
    },
    Tie(Stage),
    ThirdPlace,
}

impl Part {
    /// `Quad 2`, `Semifinal`, `Third place`.
    pub fn shown(self) -> String {
        match self {
            Self::Group { number, size: ..=QUAD } => format!("Quad {number}"),
            Self::Group { number, .. } => format!("Group {number}"),
            Self::Tie(stage) => capital(&stage.tie()),
            Self::ThirdPlace => "Third place".to_owned(),
        }
    }
}

impl Event {
    /// What a round of a knockout decides, posted or to come.
    pub fn stage(&self, section: &Section, round: u32) -> Option<Stage> {
        let at = usize::try_from(round.checked_sub(1)?).ok()?;
        if section.format != Format::Knockout {
            return None;
        }
        // Where what put teams through was corrected later, the lines as they were drawn still say what the round was.
        let drawn = || self.drawn(section).len().next_power_of_two().checked_shr(round - 1).filter(|left| *left > 1);
        self.course(section, round).and_then(|course| course.stages.get(at).copied()).or_else(|| drawn().map(Stage::of))
    }

    /// The round in a sentence: `round 3`, `the semifinals`.
    pub fn round_called(&self, section: &Section, round: u32) -> String {
        self.stage(section, round).map_or_else(|| format!("round {round}"), |stage| format!("the {}", stage.round()))
    }

    /// The round over a sheet: `Round 3`, `Semifinals`.
    pub fn round_titled(&self, section: &Section, round: u32) -> String {
        self.stage(section, round).map_or_else(|| format!("Round {round}"), |stage| capital(&stage.round()))
    }

    /// A section and its round: `K-6, round 3`, and `Final` alone where the final is all there is of a section of that name.
    pub fn round_of(&self, section: &Section, round: u32, between: &str) -> String {
        let called = self.round_called(section, round);
        let called = called.trim_start_matches("the ");
        let name = &section.name;
        if called.eq_ignore_ascii_case(name) { name.clone() } else { format!("{name}{between}{called}") }
    }

    pub fn parts(&self, section: &Section, round: u32) -> Parts {
        let stage = self.stage(section, round);
        let for_third = match self.first_astray(section, round) {
            // The lines have other teams in it by now: as it was posted, it is at the last table.
            Some(_) => {
                let tables = self.tournament().round(section.id, round).map(Round::tables).unwrap_or_default();
                let last = tables.last().filter(|_| tables.len() > 1).map(|(_, teams)| *teams);
                last.filter(|_| self.settings(section.id).pairing.third_place)
            }
            None => {
                let seeds = self.drawn(section);
                self.course(section, round).and_then(|course| course.for_third).map(|two| two.map(|at| seeds[at]))
            }
        };
        Parts { groups: self.quads(section), stage, for_third: for_third.filter(|_| stage == Some(Stage::Final)) }
    }
}

/// What the matches of one round decide, where they are not all alike.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    groups: Vec<Vec<TeamId>>,
    stage: Option<Stage>,
    for_third: Option<[TeamId; 2]>,
}

impl Parts {
    pub fn between(&self, teams: [TeamId; 2]) -> Option<Part> {
        let holds = |group: &[TeamId]| teams.iter().all(|team| group.contains(team));
        if self.for_third.is_some_and(|two| holds(&two)) {
            return Some(Part::ThirdPlace);
        }
        let group = || {
            let (number, group) = (1..).zip(&self.groups).find(|(_, group)| holds(group))?;
            Some(Part::Group { number, size: group.len() })
        };
        self.stage.map(Part::Tie).or_else(group)
    }
}

/// How far a team of a knockout has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    Champion,
    Lost(Stage),
    ThirdPlace,
    FourthPlace,
}

impl Reached {
    pub fn shown(self) -> String {
        match self {
            Self::Champion => "champion".to_owned(),
            Self::Lost(Stage::Final) => "lost in the final".to_owned(),
            Self::Lost(stage @ Stage::Of(_)) => format!("lost in the {}", stage.round()),
            Self::Lost(stage) => format!("lost in a {}", stage.tie()),
            Self::ThirdPlace => "won the third-place match".to_owned(),
            Self::FourthPlace => "lost the third-place match".to_owned(),
        }
    }
}

impl Event {
    /// How far the teams of a knockout have come that are out of it or have won it.
    pub fn reached(&self, section: &Section, after: u32) -> FxHashMap<TeamId, Reached> {
        if section.format != Format::Knockout {
            return FxHashMap::default();
        }
        let mut reached = FxHashMap::default();
        let in_line = self.rounds_in_line(section, after);
        for round in self.tournament().rounds_of(section.id).filter(|round| round.number <= in_line) {
            let parts = self.parts(section, round.number);
            for (table, teams) in round.tables() {
                let Some(losers) = self.losers(section, round, table) else { continue };
                for team in teams {
                    let is_out = losers.contains(&team);
                    let came = match parts.between(teams) {
                        Some(Part::ThirdPlace) if is_out => Reached::FourthPlace,
                        Some(Part::ThirdPlace) => Reached::ThirdPlace,
                        Some(Part::Tie(stage))
                            if is_out && self.kept_against_result(section, round, table).is_none() =>
                        {
                            Reached::Lost(stage)
                        }
                        _ => continue,
                    };
                    reached.insert(team, came);
                }
            }
        }
        reached.extend(self.champion(section, after).map(|team| (team, Reached::Champion)));
        reached
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
