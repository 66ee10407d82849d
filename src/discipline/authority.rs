//! What each office may rule alone.

use super::penalty::{Penalty, PenaltyKind};
use crate::tournament::Role;

/// The harshest penalty each office may give alone. No published rulebook restricts a director; an organiser may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority {
    /// A director at the boards.
    pub td: PenaltyKind,
    pub floor_td: PenaltyKind,
    pub section_chief: PenaltyKind,
    pub floor_chief: PenaltyKind,
}

impl Default for Authority {
    fn default() -> Self {
        let all = PenaltyKind::Expel;
        Self { td: all, floor_td: all, section_chief: all, floor_chief: all }
    }
}

impl Authority {
    /// The harshest penalty an office may give alone.
    pub fn limit(self, role: Role) -> PenaltyKind {
        match role {
            Role::Td => self.td,
            Role::FloorTd => self.floor_td,
            // They direct no play.
            Role::Scorekeeper | Role::BackRoom => PenaltyKind::None,
            Role::SectionChief => self.section_chief,
            Role::FloorChief => self.floor_chief,
        }
    }

    /// Whether an office may give this penalty alone.
    pub fn allows(self, role: Role, penalty: Penalty) -> bool {
        penalty.kind() <= self.limit(role)
    }
}
