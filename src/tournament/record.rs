//! What each round came to for one team, after match results were derived.
//!
//! The common ground of pairing, standings, crosstables and interchange: they read records, not slips.

use super::{HalfPoints, TeamId};

/// Why a round has no game in it. The rows of the table "Kinds of unplayed round" of the pairing specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unplayed {
    /// The opponent never came.
    ForfeitWin,
    /// The team never came to a posted match (also both teams: a double forfeit).
    ForfeitLoss,
    /// Full-point bye, given or asked for; also the odd team's bye of fewer points.
    FullBye,
    HalfBye,
    /// Absent, late, withdrawn, or a zero-point bye.
    ZeroBye,
    /// Played in another section, before the team was moved.
    Moved,
}

/// Half points for and against in one match that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MatchScore {
    /// Scored by the team.
    pub own: HalfPoints,
    /// Scored by the opponent.
    pub theirs: HalfPoints,
    /// Whether this match really began.
    pub played: bool,
}

/// One round of one team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoundRecord {
    /// At least one match of the round was played: the two teams have met.
    Played {
        /// Index of the opponent in the same list of records.
        opponent: usize,
        /// One entry a match (one, or two in a double round).
        matches: Vec<MatchScore>,
        /// Whether the team had White on board a of the first match (TRF only).
        white: bool,
    },
    /// No match was played.
    Unplayed {
        kind: Unplayed,
        points: HalfPoints,
        /// The scheduled opponent of a forfeited match.
        scheduled: Option<usize>,
        /// Given by the pairing because the field was odd (rather than asked for).
        assigned: bool,
    },
    /// Posted, and the result is not in yet.
    Open {
        /// The opponent across the table.
        opponent: usize,
        /// Matches that are in, if any.
        matches: Vec<MatchScore>,
    },
}

impl RoundRecord {
    /// Half points of the round, as awarded so far.
    pub fn points(&self) -> HalfPoints {
        match self {
            Self::Played { matches, .. } | Self::Open { matches, .. } => matches.iter().map(|m| m.own).sum(),
            Self::Unplayed { points, .. } => *points,
        }
    }

    /// The opponent really met.
    pub fn met(&self) -> Option<usize> {
        match self {
            Self::Played { opponent, .. } => Some(*opponent),
            _ => None,
        }
    }
}

/// A team's whole event so far, one entry a round from round 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub team: TeamId,
    /// One entry per round completed or posted. Rounds before a late entry are zero-point byes.
    pub rounds: Vec<RoundRecord>,
}

impl Record {
    /// The score: half points of all rounds.
    pub fn score(&self) -> HalfPoints {
        self.rounds.iter().map(RoundRecord::points).sum()
    }
}
