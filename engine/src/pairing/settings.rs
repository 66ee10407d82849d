//! All that can be set of the pairing engine, with the defaults of the specification.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// What to do about two teams from one school [US Chess 28N1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum SchoolMode {
    /// Schools play no part.
    Ignore,
    /// Avoided where it changes no float.
    Prefer,
    /// As `avoid`, except that a team two or more ahead of even meets a school-mate rather than float.
    #[default]
    Plus2,
    /// Avoided even at the cost of floats, but not of a rematch.
    Avoid,
    /// Never paired.
    Forbid,
}

/// Points added for pairing only, in the first rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Acceleration {
    /// None.
    #[default]
    None,
    /// Added score in rounds 1 and 2 [US Chess 28R1].
    Us28r1,
    /// FIDE's Baku acceleration [C.04.7].
    Baku,
}

/// Which pairing rules are in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// US Chess, without colours: the objective K1 to K8.
    #[default]
    Us,
    /// FIDE C.04.6 (2026) without colour preferences.
    FideTeam,
}

impl System {
    /// The rule that no two teams meet twice.
    pub fn rematch_rule(self) -> &'static str {
        match self {
            Self::Us => "27A1",
            Self::FideTeam => "C.04.6 2.1.1",
        }
    }

    /// The rule that nobody has a second bye.
    pub fn second_bye_rule(self) -> &'static str {
        match self {
            Self::Us => "28L3",
            Self::FideTeam => "C.04.6 2.1.2",
        }
    }
}

/// Whether a round is chosen so that the next one can still be paired without a rematch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Lookahead {
    /// In fields of up to 12 teams once dead ends are possible.
    #[default]
    Auto,
    /// Whenever dead ends are possible.
    Yes,
    /// Never changes a pairing, but warns.
    Warn,
    /// Never.
    No,
}

/// Which published round-robin schedule is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum RoundRobinTable {
    /// FIDE C.05 Annex 1.
    #[default]
    Berger,
    /// The US table.
    Crenshaw,
}

/// What decides a team's place in a round-robin schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Numbers {
    /// The seed order.
    #[default]
    Seed,
    /// The lot drawn at entry.
    Lot,
}

/// What the last quad plays when it has more than four teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum LargeGroup {
    /// A Swiss of three rounds, as long as the other groups play.
    #[default]
    Swiss,
    /// A round robin by the Berger table: five rounds for five teams.
    RoundRobin,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub school_mode: SchoolMode,
    /// Fully unrated teams do not get the bye or float down while another can [28L2, 29D1].
    pub protect_unrated: bool,
    /// Prefer not to float a team twice in a row.
    pub avoid_repeat_floats: bool,
    pub lookahead: Lookahead,
    pub accelerate: Acceleration,
    pub system: System,
    pub table: RoundRobinTable,
    pub numbers: Numbers,
    /// A double round robin plays both matches of two teams in rounds next to each other, not in two cycles.
    pub back_to_back: bool,
    pub large_group: LargeGroup,
    /// What the odd team's bye scores, in half points of a match; `None` is the full round [28L].
    pub bye_points: Option<u8>,
    /// The losers of a knockout's semifinals play for third place.
    pub third_place: bool,
    /// A knockout is seeded anew after each round: best remaining against worst.
    pub reseed: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            school_mode: SchoolMode::default(),
            protect_unrated: true,
            avoid_repeat_floats: false,
            lookahead: Lookahead::default(),
            accelerate: Acceleration::default(),
            system: System::default(),
            table: RoundRobinTable::default(),
            numbers: Numbers::default(),
            back_to_back: false,
            large_group: LargeGroup::default(),
            bye_points: None,
            third_place: false,
            reseed: false,
        }
    }
}
