//! Who directs, and who hears appeals.

use super::{OfficialId, SectionId};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// An official's office. Appeals go from the ruling director to the section chief, then to the floor chief.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Rules at the boards.
    Td,
    /// Rules at the boards of one part of the floor.
    FloorTd,
    /// Collects and enters results.
    Scorekeeper,
    /// Pairs and prints where no player comes.
    BackRoom,
    /// Hears the first appeal in a section.
    SectionChief,
    /// Hears the second appeal; the decision is final.
    FloorChief,
}

/// A person who may rule or hear appeals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Official {
    pub id: OfficialId,
    pub name: String,
    /// The office held. A person with two offices is two officials of the same name.
    pub role: Role,
    /// The section served, or `None` for all of them.
    pub section: Option<SectionId>,
}
