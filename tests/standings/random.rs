//! Events drawn from a seed: every kind of round, single and double.

use bughouse::standings::{Field, Scorecard};
use bughouse::tournament::{Dice, HalfPoints, MatchScore, Record, RoundRecord, TeamId, Unplayed};

/// An event of `teams` teams and `rounds` rounds.
pub fn field(seed: u64, teams: usize, rounds: usize, matches: u8) -> Field {
    let mut dice = Dice::new(seed);
    let mut records: Vec<Vec<RoundRecord>> = vec![Vec::new(); teams];
    for _ in 0..rounds {
        let mut pool: Vec<usize> = (0..teams).collect();
        while let Some(team) = pool.pop() {
            match dice.below(8) {
                0 => records[team].push(bye(&mut dice, matches)),
                _ if pool.is_empty() => {
                    records[team].push(unplayed(Unplayed::FullBye, i32::from(matches) * 2, None, true))
                }
                kind => {
                    let opponent = pool.swap_remove(dice.below(pool.len()));
                    let [one, other] = pair(&mut dice, team, opponent, matches, kind == 1);
                    records[team].push(one);
                    records[opponent].push(other);
                }
            }
        }
    }
    let entry = |(index, rounds)| {
        let number = index as u32 + 1;
        Scorecard { lot: (number * 7919) % 10_007, ..Scorecard::new(Record { team: TeamId(number), rounds }, number) }
    };
    Field::swiss(records.into_iter().enumerate().map(entry).collect(), matches)
}

fn unplayed(kind: Unplayed, points: i32, scheduled: Option<usize>, assigned: bool) -> RoundRecord {
    RoundRecord::Unplayed { kind, points: HalfPoints(points), scheduled, assigned, matches: Vec::new() }
}

fn bye(dice: &mut Dice, matches: u8) -> RoundRecord {
    let half = i32::from(matches);
    match dice.below(3) {
        0 => unplayed(Unplayed::FullBye, 2 * half, None, false),
        1 => unplayed(Unplayed::HalfBye, half, None, false),
        _ => unplayed(Unplayed::ZeroBye, 0, None, false),
    }
}

/// A pairing and what became of it. A forfeited round has no played match; a double round may have one of two.
fn pair(dice: &mut Dice, one: usize, other: usize, matches: u8, forfeited: bool) -> [RoundRecord; 2] {
    if forfeited {
        let won = dice.below(3);
        let of = |mine: bool, theirs: bool, opponent| {
            let worth = |won: bool| HalfPoints(if won { 2 } else { 0 });
            let each = MatchScore { own: worth(mine), theirs: worth(theirs), played: false };
            let matches = vec![each; matches.into()];
            let kind = if mine { Unplayed::ForfeitWin } else { Unplayed::ForfeitLoss };
            let points = matches.iter().map(|one| one.own).sum();
            RoundRecord::Unplayed { kind, points, scheduled: Some(opponent), assigned: false, matches }
        };
        return [of(won == 0, won == 1, other), of(won == 1, won == 0, one)];
    }
    let mut scores: Vec<MatchScore> = (0..matches).map(|_| score(dice.below(5))).collect();
    if matches == 2 && dice.below(6) == 0 {
        scores[1] = MatchScore { played: false, ..score(2 * dice.below(2)) };
    }
    let turned = |s: &MatchScore| MatchScore { own: s.theirs, theirs: s.own, played: s.played };
    let theirs = scores.iter().map(turned).collect();
    let first = dice.below(2) == 0;
    let white: Vec<bool> = (0..matches).map(|number| first == (number == 0)).collect();
    let black = white.iter().map(|white| !white).collect();
    [
        RoundRecord::Played { opponent: other, matches: scores, white },
        RoundRecord::Played { opponent: one, matches: theirs, white: black },
    ]
}

/// Lost, drawn, won, won, or lost by both.
fn score(roll: usize) -> MatchScore {
    let (own, theirs) = [(0, 2), (1, 1), (2, 0), (2, 0), (0, 0)][roll];
    MatchScore { own: HalfPoints(own), theirs: HalfPoints(theirs), played: true }
}
