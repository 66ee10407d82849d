//! A result from the floor: who may report one at a table, and what became of it.

use super::counter::Reply;
use super::door::{Action, may};
use crate::tournament::{Device, MatchResult, Reports};
use serde::{Deserialize, Deserializer, Serialize};

/// Why somebody may not report a result here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// A device of this role only looks.
    OnlyShows,
    /// A code on a slip is worth nothing in this section.
    TakenByOfficials,
    /// The reports of the match differ.
    Disputed,
    /// Who has only a slip replaces nothing.
    Filed,
}

/// What prevents a report by this device, or by the code on a slip.
pub fn closed(device: Option<&Device>, policy: Reports, is_disputed: bool, is_filed: bool) -> Option<Closed> {
    match device {
        Some(device) if !may(device.role, Action::Report) => Some(Closed::OnlyShows),
        None if policy != Reports::OneTeam => Some(Closed::TakenByOfficials),
        _ if is_disputed => Some(Closed::Disputed),
        None if is_filed => Some(Closed::Filed),
        _ => None,
    }
}

/// Whether a report is filed at once; else it waits for another. Of which team it is, and that the other one says the same, is known where
/// both tap, or have a slip each.
pub fn suffices(device: Option<&Device>, policy: Reports, of_team: bool, is_confirmed: bool) -> bool {
    match (policy, device) {
        (Reports::Officials | Reports::OneTeam, Some(_)) => true,
        (Reports::Witnessed, Some(device)) if !of_team => may(device.role, Action::Correct),
        (Reports::Witnessed | Reports::OneTeam, _) => is_confirmed,
        (Reports::Officials, None) => false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Becomes {
    Filed,
    /// It waits for somebody else to say the same.
    Reported,
    /// It says otherwise than another, or than what is filed.
    Disputed,
}

/// What became of a report: so it is answered, and kept for the same request again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    pub state: Becomes,
    pub report: Option<i64>,
    /// The command that filed it; none where it was already recorded.
    pub command: Option<i64>,
    /// What the match came to once it is filed, `null` where it goes on; left out where only the command is known.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub current: Option<Option<MatchResult>>,
}

fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<MatchResult>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl Reply {
    pub fn taken(&self) -> Option<Taken> {
        serde_json::from_value(self.body.clone()).ok().filter(|_| self.status == 200)
    }
}
