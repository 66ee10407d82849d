//! Who may do what: one table of role by action, as data.

use crate::tournament::DeviceRole;

/// What may be asked of the hall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Where every section is.
    SeeState,
    /// Tables with their teams and players.
    SeeTables,
    /// A result where there is none yet.
    Report,
    /// Another result in place of one that is filed.
    Correct,
    /// Rulings and claims, and filing an appeal.
    Rule,
    /// Deciding an appeal.
    HearAppeals,
    /// Who is present.
    CheckIn,
    /// Reports that wait or differ.
    Settle,
    /// Every command of the desk.
    Command,
    /// The whole file.
    Copy,
}

impl Action {
    pub const ALL: [Self; 10] = [
        Self::SeeState,
        Self::SeeTables,
        Self::Report,
        Self::Correct,
        Self::Rule,
        Self::HearAppeals,
        Self::CheckIn,
        Self::Settle,
        Self::Command,
        Self::Copy,
    ];
}

use Action::{CheckIn, Correct, HearAppeals, Report, Rule, SeeState, SeeTables, Settle};

const TABLE: [(DeviceRole, &[Action]); 7] = [
    (DeviceRole::Screen, &[SeeState]),
    (DeviceRole::Captain, &[SeeState, SeeTables, Report]),
    (DeviceRole::Scorekeeper, &[SeeState, SeeTables, Report]),
    (DeviceRole::FloorTd, &[SeeState, SeeTables, Report, Rule]),
    (DeviceRole::SectionChief, &[SeeState, SeeTables, Report, Correct, Rule, HearAppeals, CheckIn, Settle]),
    (DeviceRole::FloorChief, &[SeeState, SeeTables, Report, Correct, Rule, HearAppeals, CheckIn, Settle]),
    (DeviceRole::Desk, &Action::ALL),
];

/// Whether a device of this role may do that.
pub fn may(role: DeviceRole, action: Action) -> bool {
    TABLE.iter().any(|(of, actions)| *of == role && actions.contains(&action))
}
