//! One or two TRF rounds brought together into one round of the tournament.

use super::complaint::Hundredths;
use super::complaint::Problem;
use crate::tournament::HalfPoints;
use crate::tournament::MatchScore;
use crate::tournament::RoundRecord;
use crate::tournament::Unplayed;

/// What one TRF round says of one team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// A match, played or forfeited.
    Match {
        /// Index of the opponent.
        opponent: usize,
        own: HalfPoints,
        /// Half points of the opponent.
        theirs: HalfPoints,
        /// False where it was forfeited before it began.
        played: bool,
        /// Whether the team had White on its first board.
        white: bool,
    },
    /// Posted, no result yet.
    Open {
        /// Index of the opponent.
        opponent: usize,
    },
    Bye {
        kind: Unplayed,
        /// What it scored, in hundredths of a match won.
        worth: i64,
        /// Given by the pairing.
        assigned: bool,
    },
}

impl Half {
    pub const NOTHING: Self = Self::Bye { kind: Unplayed::ZeroBye, worth: 0, assigned: false };

    fn opponent(self) -> Option<usize> {
        match self {
            Self::Match { opponent, .. } | Self::Open { opponent } => Some(opponent),
            Self::Bye { .. } => None,
        }
    }
}

/// Brings the halves of one round together. `numbers` are for the complaint; `first` is the first TRF round.
pub fn merge(halves: &[Half], numbers: &[u32], first: u32) -> Result<RoundRecord, Problem> {
    let Some(opponent) = halves.iter().find_map(|h| h.opponent()) else { return bye(halves, first) };
    let differs = |half: &&Half| half.opponent() != Some(opponent) && **half != Half::NOTHING;
    if let Some(stranger) = halves.iter().find(differs) {
        let other = stranger.opponent().map_or(0, |o| numbers[o]);
        return Err(Problem::TwoOpponents { first, second: first + 1, one: numbers[opponent], other });
    }
    let matches: Vec<MatchScore> = halves.iter().filter_map(|h| score(*h)).collect();
    if matches.len() < halves.len() {
        return Ok(RoundRecord::Open { opponent, matches });
    }
    if matches.iter().any(|m| m.played) {
        let white = matches!(halves[0], Half::Match { white: true, .. });
        return Ok(RoundRecord::Played { opponent, matches, white });
    }
    let points: HalfPoints = matches.iter().map(|m| m.own).sum();
    let is_won = points > matches.iter().map(|m| m.theirs).sum();
    let kind = if is_won { Unplayed::ForfeitWin } else { Unplayed::ForfeitLoss };
    Ok(RoundRecord::Unplayed { kind, points, scheduled: Some(opponent), assigned: false })
}

fn score(half: Half) -> Option<MatchScore> {
    match half {
        Half::Match { own, theirs, played, .. } => Some(MatchScore { own, theirs, played }),
        Half::Open { .. } | Half::Bye { .. } => None,
    }
}

/// No opponent in any half: the better kind names the round, the points are added.
fn bye(halves: &[Half], first: u32) -> Result<RoundRecord, Problem> {
    let mut round = (Unplayed::ZeroBye, 0, false);
    for half in halves {
        let Half::Bye { kind, worth, assigned } = *half else { continue };
        let better = if order(kind) > order(round.0) { kind } else { round.0 };
        round = (better, round.1 + worth, round.2 || assigned);
    }
    let (kind, worth, assigned) = round;
    match i32::try_from(worth * 2 / 100) {
        Ok(points) if worth * 2 % 100 == 0 => {
            Ok(RoundRecord::Unplayed { kind, points: HalfPoints(points), scheduled: None, assigned })
        }
        _ => Err(Problem::NotHalves { round: first, points: Hundredths(worth) }),
    }
}

fn order(kind: Unplayed) -> u8 {
    match kind {
        Unplayed::ZeroBye | Unplayed::Moved => 0,
        Unplayed::ForfeitLoss => 1,
        Unplayed::HalfBye => 2,
        Unplayed::ForfeitWin => 3,
        Unplayed::FullBye => 4,
    }
}
