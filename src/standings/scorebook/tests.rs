//! What unplayed rounds are worth, team by team.

use super::*;
use crate::standings::Entry;
use crate::tournament::Record;
use crate::tournament::TeamId;

fn played(opponent: usize, own: i32) -> RoundRecord {
    let score = MatchScore { own: HalfPoints(own), theirs: HalfPoints(2 - own), played: true };
    RoundRecord::Played { opponent: opponent - 1, matches: vec![score], white: true }
}

fn missed(kind: Unplayed, points: i32) -> RoundRecord {
    RoundRecord::Unplayed { kind, points: HalfPoints(points), scheduled: None, assigned: false }
}

/// E7 of the pairing specification: what unplayed rounds are worth to opponents, US and FIDE.
#[test]
fn adjusted_scores_of_every_kind_of_unplayed_round() {
    use Unplayed::{ForfeitLoss, ForfeitWin, FullBye, HalfBye, ZeroBye};
    let rows = [
        vec![played(4, 2), played(2, 1), played(3, 0), played(6, 2)],
        vec![played(5, 2), played(1, 1), played(7, 2), played(3, 2)],
        vec![played(6, 1), played(7, 2), played(1, 2), played(2, 0)],
        vec![played(1, 0), played(6, 2), missed(ForfeitWin, 2), played(7, 2)],
        vec![played(2, 0), missed(HalfBye, 1), missed(ForfeitLoss, 0), missed(ZeroBye, 0)],
        vec![played(3, 1), played(4, 0), missed(FullBye, 2), played(1, 0)],
        vec![missed(FullBye, 2), played(3, 0), played(2, 0), played(4, 0)],
    ];
    let entry = |(rounds, number)| Entry::new(Record { team: TeamId(number), rounds }, number);
    let field = Field::swiss(rows.into_iter().zip(1..).map(entry).collect(), 1);
    let book = Scorebook::new(&field);
    let all = |of: &dyn Fn(usize) -> HalfPoints| (0..7).map(|team| of(team).as_points()).collect::<Vec<f64>>();
    assert_eq!(all(&|t| book.us_adjusted(t)), [2.5, 3.5, 2.5, 2.5, 1.5, 1.0, 0.5]);
    assert_eq!(all(&|t| book.fide_adjusted(t, Score::Match)), [2.5, 3.5, 2.5, 3.0, 1.0, 1.5, 1.0]);
}
