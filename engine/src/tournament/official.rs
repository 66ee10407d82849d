//! Who directs and who hears appeals, and the devices that take part over the local network.

use super::{OfficialId, SectionId, TableNumber};
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Official {
    pub id: OfficialId,
    pub name: String,
    /// The office held. A person with two offices is two officials of the same name.
    pub role: Role,
    /// The section served, or `None` for all of them.
    pub section: Option<SectionId>,
}

/// What a device is enrolled as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DeviceRole {
    /// A projector.
    Screen,
    /// Results of its own tables.
    Captain,
    /// Any result that is not in yet.
    Scorekeeper,
    /// Rules at the boards.
    FloorTd,
    /// Corrects results and hears appeals in its sections.
    SectionChief,
    /// The same in every section.
    FloorChief,
    /// Another laptop, with every command.
    Desk,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    pub id: i64,
    pub name: String,
    pub role: DeviceRole,
    pub official: Option<String>,
    /// The sections that it serves; none: all.
    pub sections: Vec<SectionId>,
    /// The tables that it serves, first and last; none: all.
    pub tables: Option<(TableNumber, TableNumber)>,
    /// Hours for which it takes part, from when it joined.
    pub hours: u32,
    /// When its code ends, in seconds since 1970; none once it was used.
    pub code_expires: Option<i64>,
    pub joined: Option<i64>,
    /// When it takes part no longer.
    pub expires: Option<i64>,
    pub last_seen: Option<i64>,
    pub revoked: Option<i64>,
}

impl Device {
    pub fn serves_section(&self, section: SectionId) -> bool {
        self.sections.is_empty() || self.sections.contains(&section)
    }

    pub fn serves(&self, section: SectionId, table: TableNumber) -> bool {
        self.serves_section(section) && self.tables.is_none_or(|(low, high)| (low..=high).contains(&table))
    }

    pub fn is_in(&self, now: i64) -> bool {
        self.joined.is_some() && self.revoked.is_none() && self.expires.is_none_or(|end| now < end)
    }
}
