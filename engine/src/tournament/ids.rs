//! Numbers that name things. Each kind has its own type, so that a player's number cannot be taken for a team's.

use serde::{Deserialize, Serialize};

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number!(
    /// A section, by order of creation. Directors use its name.
    SectionId
);
number!(
    /// A school, by order of first appearance. Directors use its name.
    SchoolId
);
number!(
    /// A player's number: given at entry, unique in the tournament, never reused or changed.
    PlayerId
);
number!(
    /// A team's number: given at entry, unique in the tournament, never reused or changed.
    TeamId
);
number!(
    /// An official, by order of appointment.
    OfficialId
);
number!(
    /// A ruling's number in the docket.
    RulingId
);
number!(
    /// An appeal's number in the docket.
    AppealId
);
number!(
    /// A table in the playing hall. Unique in the tournament within a round.
    TableNumber
);

/// One match: a round of a section, a table, and first or second match of a double round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MatchId {
    pub section: SectionId,
    /// Round number, from 1.
    pub round: u32,
    pub table: TableNumber,
    /// 1, or 2 for the second match of a double round.
    pub number: u8,
}
