//! One or two TRF rounds joined into one round of the tournament; and record 299, points that an arbiter assigned by hand, in
//! place of what the result is worth.

use super::complaint::{Complaint, Hundredths, Problem};
use super::records::Abnormal;
use super::scan::Scan;
use crate::tournament::{HalfPoints, MatchScore, RoundRecord, Unplayed};

/// What one TRF round says of one team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// A match, played or forfeited.
    Match {
        opponent: usize,
        own: HalfPoints,
        theirs: HalfPoints,
        /// False where it was forfeited before it began.
        played: bool,
        /// Whether the team had White on its first board.
        white: bool,
    },
    /// Posted, no result yet.
    Open { opponent: usize },
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
        let white = halves.iter().map(|half| matches!(half, Half::Match { white: true, .. })).collect();
        return Ok(RoundRecord::Played { opponent, matches, white });
    }
    let points: HalfPoints = matches.iter().map(|m| m.own).sum();
    let kind = if points > HalfPoints::ZERO { Unplayed::ForfeitWin } else { Unplayed::ForfeitLoss };
    Ok(RoundRecord::Unplayed { kind, points, scheduled: Some(opponent), assigned: false, matches })
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
        Ok(points) if worth * 2 % 100 == 0 => Ok(RoundRecord::Unplayed {
            kind,
            points: HalfPoints(points),
            scheduled: None,
            assigned,
            matches: Vec::new(),
        }),
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

/// Numbers must be known, and points whole halves of a match.
pub fn check(scan: &Scan<'_>, complaints: &mut Vec<Complaint>) {
    for record in &scan.abnormal {
        for named in &record.who {
            let is_known = if scan.teams.is_empty() {
                scan.index_of(named.number).is_some()
            } else {
                scan.teams.iter().any(|t| t.number == named.number)
            };
            if !is_known {
                complaints.push(named.unknown());
            }
        }
        let (points, win) = (points(record, scan), scan.win().max(1));
        if points * 2 % win != 0 {
            let problem = Problem::NotHalves { round: record.round, points: Hundredths(points) };
            complaints.push(Complaint { line: record.line, column: record.column, problem });
        }
    }
}

/// Points assigned to an entrant in a TRF round, in hundredths as the file counts them.
pub fn assigned(scan: &Scan<'_>, number: u32, round: u32) -> Option<i64> {
    let is_meant = |record: &&Abnormal| record.round == round && record.who.iter().any(|named| named.number == number);
    scan.abnormal.iter().rfind(is_meant).map(|record| points(record, scan))
}

/// What the points written for an individual differ from what the results are worth, over the first rounds.
pub fn difference(scan: &Scan<'_>, number: u32, codes: impl Iterator<Item = char>) -> i64 {
    (1..).zip(codes).filter_map(|(round, code)| Some(assigned(scan, number, round)? - scan.scoring.worth(code))).sum()
}

/// One TRF round of an entrant with the points assigned to it, and to its opponent.
pub fn applied(scan: &Scan<'_>, half: Half, me: u32, opponent: Option<u32>, round: u32) -> Half {
    if scan.abnormal.is_empty() {
        return half;
    }
    let halves = |hundredths: i64| HalfPoints(i32::try_from(hundredths * 2 / scan.win().max(1)).unwrap_or(i32::MAX));
    let mine = assigned(scan, me, round);
    match half {
        Half::Match { opponent: index, own, theirs, played, white } => Half::Match {
            opponent: index,
            own: mine.map_or(own, halves),
            theirs: opponent.and_then(|number| assigned(scan, number, round)).map_or(theirs, halves),
            played,
            white,
        },
        Half::Bye { kind, worth, assigned } => {
            Half::Bye { kind, worth: mine.map_or(worth, |points| points * 100 / scan.win().max(1)), assigned }
        }
        open @ Half::Open { .. } => open,
    }
}

/// The points of a record that count in the file's dialect.
fn points(record: &Abnormal, scan: &Scan<'_>) -> i64 {
    let [first, second] = if scan.teams.is_empty() {
        [record.game_points, record.match_points]
    } else {
        [record.match_points, record.game_points]
    };
    first.or(second).unwrap_or(0)
}
