//! Record 299: points that an arbiter assigned by hand, in place of what the result is worth.

use super::complaint::{Complaint, Hundredths, Problem};
use super::records::Abnormal;
use super::rounds::Half;
use super::scan::Scan;
use super::scoring::MATCH_SCORING;
use crate::tournament::HalfPoints;

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
                complaints.push(Complaint {
                    line: named.line,
                    column: named.column,
                    problem: Problem::Nobody { number: named.number },
                });
            }
        }
        let (points, win) = (points(record, scan), win(scan));
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
    let halves = |hundredths: i64| HalfPoints(i32::try_from(hundredths * 2 / win(scan)).unwrap_or(i32::MAX));
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
            Half::Bye { kind, worth: mine.map_or(worth, |points| points * 100 / win(scan)), assigned }
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

/// What a match won is worth in the file.
fn win(scan: &Scan<'_>) -> i64 {
    let win = if scan.teams.is_empty() { scan.scoring.win } else { scan.match_scoring.unwrap_or(MATCH_SCORING)[0] };
    win.max(1)
}
