//! Record 299: points that an arbiter assigned by hand, in place of what the result is worth.

use super::columns::Line;
use super::complaint::Complaint;
use super::complaint::Hundredths;
use super::complaint::Problem;
use super::records;
use super::records::Named;
use super::rounds::Half;
use super::scan::Scan;
use super::teams;
use crate::tournament::HalfPoints;

/// One record, in hundredths of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Abnormal {
    match_points: Option<i64>,
    game_points: Option<i64>,
    round: u32,
    who: Vec<Named>,
    line: usize,
    /// Where the points stand.
    column: usize,
}

/// By the columns of the format, or by those that the comment above the record heads `MMMM GGGG RRR` and so on.
pub fn abnormal(line: &Line<'_>, heading: &[(&str, usize)]) -> Result<Abnormal, Complaint> {
    let headed = |letter: char| {
        let at = heading.iter().position(|(word, _)| word.len() > 1 && word.chars().all(|c| c == letter))?;
        let (word, from) = heading[at];
        Some((from, from + word.len() - 1, heading.get(at + 1).map(|(_, next)| *next)))
    };
    let columns = |letter: char, from: usize, to: usize| headed(letter).map_or((from, to), |(from, to, _)| (from, to));
    let (matches, games, rounds) = (columns('M', 8, 11), columns('G', 14, 17), columns('R', 20, 22));
    let match_points = line.points_in(matches.0, matches.1, "assigned match points")?;
    let game_points = line.points_in(games.0, games.1, "assigned game points")?;
    if match_points.or(game_points).is_none() {
        return Err(line.complain(matches.0, Problem::NothingAssigned { matches, games }));
    }
    let column = if match_points.is_some() { matches.0 } else { games.0 };
    let round = records::required(line, rounds.0, rounds.1, "round")?;
    let from = headed('R').and_then(|(_, _, next)| next).unwrap_or(24);
    Ok(Abnormal {
        match_points,
        game_points,
        round,
        who: records::numbers_every_five(line, from)?,
        line: line.number,
        column,
    })
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
                complaints.push(Complaint {
                    line: named.line,
                    column: named.column,
                    problem: Problem::Nobody { number: named.number },
                });
            }
        }
        let (points, win) = (record.points(scan), win(scan));
        if points * 2 % win != 0 {
            let problem = Problem::NotHalves { round: record.round, points: Hundredths(points) };
            complaints.push(Complaint { line: record.line, column: record.column, problem });
        }
    }
}

/// Points assigned to an entrant in a TRF round, in hundredths as the file counts them.
pub fn assigned(scan: &Scan<'_>, number: u32, round: u32) -> Option<i64> {
    let is_meant = |record: &&Abnormal| record.round == round && record.who.iter().any(|named| named.number == number);
    scan.abnormal.iter().rfind(is_meant).map(|record| record.points(scan))
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

impl Abnormal {
    /// The points that count in the file's dialect.
    fn points(&self, scan: &Scan<'_>) -> i64 {
        let [first, second] = if scan.teams.is_empty() {
            [self.game_points, self.match_points]
        } else {
            [self.match_points, self.game_points]
        };
        first.or(second).unwrap_or(0)
    }
}

/// What a match won is worth in the file.
fn win(scan: &Scan<'_>) -> i64 {
    let win =
        if scan.teams.is_empty() { scan.scoring.win } else { scan.match_scoring.unwrap_or(teams::MATCH_SCORING)[0] };
    win.max(1)
}
