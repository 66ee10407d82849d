//! Why the event cannot be changed as asked: values, for the desk to tell.

use crate::pairing::{knockout, swiss};
use crate::tournament::{SectionId, TeamId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// Fewer than two teams of the section play the round; so many are not here.
    NobodyToPair {
        section: SectionId,
        away: usize,
    },
    /// The pairing's own refusal; its indexes are places among the section's teams.
    Unpairable {
        section: SectionId,
        round: u32,
        why: swiss::Refusal,
    },
    /// Everyone has met everyone.
    ScheduleOver {
        section: SectionId,
        rounds: usize,
    },
    QuadsOver {
        section: SectionId,
    },
    KnockoutOver {
        section: SectionId,
        winners: Vec<TeamId>,
    },
    /// Ties of a knockout that nobody has won yet.
    TiesOpen {
        ties: Vec<[TeamId; 2]>,
    },
    LinesBroken(knockout::OtherBracket),
}
