//! Fields written as wall charts, so that a test shows what a director would see.

use bughouse::standings::{Field, Line, Scorecard, Settings, TieBreak, Value, table};
use bughouse::tournament::{HalfPoints, MatchScore, Record, RoundRecord, TeamId, Unplayed};

/// A field from rows such as `W4 D2 L3 W6`: opponent numbers from 1 in the order of the rows.
///
/// `B` full bye, `H` half-point bye, `Z` absent, `X4` won and `F4` lost by forfeit, `4:1.5` a double round. The lower number has White.
pub fn field(matches: u8, rows: &[&str]) -> Field {
    let entry = |(index, row): (usize, &&str)| {
        let mut rounds: Vec<RoundRecord> = row.split_whitespace().map(|cell| round(matches, cell)).collect();
        for round in &mut rounds {
            if let RoundRecord::Played { opponent, white, .. } = round {
                *white = vec![index < *opponent];
            }
        }
        Scorecard::new(Record { team: TeamId(index as u32 + 1), rounds }, index as u32 + 1)
    };
    Field::swiss(rows.iter().enumerate().map(entry).collect(), matches)
}

fn round(matches: u8, cell: &str) -> RoundRecord {
    let full = HalfPoints(2 * i32::from(matches));
    if let Some((opponent, points)) = cell.split_once(':') {
        let own = (2.0 * points.parse::<f64>().expect("points of a double round")) as i32;
        // Split so that the two teams' rows agree on each match.
        let first = [0, 0, 1, 2, 2][own as usize];
        let scores = [first, own - first];
        return played(opponent, scores.into());
    }
    let (kind, opponent) = cell.split_at(1);
    let unplayed = |kind, points| {
        let scheduled = opponent.parse::<usize>().ok().map(|n| n - 1);
        RoundRecord::Unplayed { kind, points, scheduled, assigned: kind == Unplayed::FullBye, matches: Vec::new() }
    };
    match kind {
        "W" => played(opponent, vec![2]),
        "D" => played(opponent, vec![1]),
        "L" => played(opponent, vec![0]),
        "B" => unplayed(Unplayed::FullBye, full),
        "H" => unplayed(Unplayed::HalfBye, HalfPoints(i32::from(matches))),
        "Z" => unplayed(Unplayed::ZeroBye, HalfPoints::ZERO),
        "X" => unplayed(Unplayed::ForfeitWin, full),
        "F" => unplayed(Unplayed::ForfeitLoss, HalfPoints::ZERO),
        "?" => RoundRecord::Open {
            opponent: opponent.parse::<usize>().expect("an opponent's number") - 1,
            matches: Vec::new(),
        },
        _ => panic!("{cell} is no cell of a wall chart"),
    }
}

fn played(opponent: &str, own: Vec<i32>) -> RoundRecord {
    let score = |own| MatchScore { own: HalfPoints(own), theirs: HalfPoints(2 - own), played: true };
    let opponent = opponent.parse::<usize>().expect("an opponent's number") - 1;
    RoundRecord::Played { opponent, matches: own.into_iter().map(score).collect(), white: vec![true] }
}

/// The standings under a comma list of tie-breaks.
pub fn standings(field: &Field, tiebreaks: &str) -> Vec<Line> {
    let tiebreaks = tiebreaks.split(',').map(|id| id.parse().expect("a tie-break's id")).collect();
    table(field, &Settings { tiebreaks, ..Settings::default() })
}

/// One tie-break of every team, in the order of the rows. As the only one, it sees teams tied on points.
pub fn column(field: &Field, tie_break: TieBreak) -> Vec<Value> {
    let mut lines = table(field, &Settings { tiebreaks: vec![tie_break], ..Settings::default() });
    lines.sort_by_key(|line| line.index);
    lines.iter().map(|line| line.tiebreaks[0]).collect()
}

/// Team numbers, best first, with their places.
pub fn places(lines: &[Line]) -> Vec<(u32, u32)> {
    lines.iter().map(|line| (line.rank, line.team.0)).collect()
}
