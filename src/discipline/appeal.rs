//! An appeal, its decision, and what has become of it.

use super::penalty::Penalty;
use super::ruling::{Ruling, Standing};
use crate::tournament::{AppealId, OfficialId, PlayerId, Role, RulingId, TeamId};
use chrono::{DateTime, Utc};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who hears an appeal. No step is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// First, the chief of the section.
    SectionChief,
    /// Then the floor chief, whose decision is final.
    FloorChief,
}

impl Level {
    /// The office that hears it.
    pub fn role(self) -> Role {
        match self {
            Self::SectionChief => Role::SectionChief,
            Self::FloorChief => Role::FloorChief,
        }
    }

    /// Whether nothing comes after it.
    pub fn is_final(self) -> bool {
        self == Self::FloorChief
    }

    pub fn as_typed(self) -> &'static str {
        match self {
            Self::SectionChief => "section-chief",
            Self::FloorChief => "floor-chief",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::SectionChief => "section chief",
            Self::FloorChief => "floor chief",
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appellant {
    Player(PlayerId),
    Team(TeamId),
}

/// One appeal against one ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appeal {
    /// Number in the docket.
    pub id: AppealId,
    pub ruling: RulingId,
    /// Who must hear it.
    pub level: Level,
    pub by: Appellant,
    /// When it was filed.
    pub at: DateTime<Utc>,
    /// Why, in the appellant's words.
    pub note: Option<String>,
    /// What was decided, once it was.
    pub decision: Option<Decision>,
    /// When it was withdrawn, if it was.
    pub withdrawn: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What became of the ruling.
    pub outcome: Outcome,
    pub by: OfficialId,
    pub at: DateTime<Utc>,
    pub note: Option<String>,
}

/// What an appeal decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// What stood before stands.
    Upheld,
    /// What stood before does not.
    Overturned,
    /// Another penalty takes its place.
    Modified(Penalty),
}

impl Outcome {
    /// The decision that makes a ruling stand as it was made, or fall, by what stood `before`.
    pub fn of(ruling: &Ruling, before: Standing, falls: bool) -> Self {
        match (before, ruling.penalty()) {
            (Standing::Modified(_), Some(made)) if !falls => Self::Modified(made),
            (Standing::Overturned, _) if !falls => Self::Overturned,
            (Standing::InForce | Standing::Modified(_), _) if falls => Self::Overturned,
            _ => Self::Upheld,
        }
    }
}

/// Where an appeal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AppealState {
    /// Waits for a decision.
    Open,
    Upheld,
    /// The ruling is set aside.
    Overturned,
    /// The penalty was changed.
    Modified,
    /// Taken back by who filed it.
    Withdrawn,
}

impl fmt::Display for AppealState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Open => "open",
            Self::Upheld => "upheld",
            Self::Overturned => "overturned",
            Self::Modified => "modified",
            Self::Withdrawn => "withdrawn",
        })
    }
}

impl Appeal {
    pub fn state(&self) -> AppealState {
        match (&self.decision, self.withdrawn) {
            (Some(decision), _) => match decision.outcome {
                Outcome::Upheld => AppealState::Upheld,
                Outcome::Overturned => AppealState::Overturned,
                Outcome::Modified(_) => AppealState::Modified,
            },
            (None, Some(_)) => AppealState::Withdrawn,
            (None, None) => AppealState::Open,
        }
    }

    /// Whether it was decided and nothing comes after it.
    pub fn is_final(&self) -> bool {
        self.decision.is_some() && self.level.is_final()
    }
}
