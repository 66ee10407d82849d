use super::{AfterReplay, Line, Next, Options, OtherBracket, Tie, TieState, state};
use crate::tournament::{HalfPoints, Side};

/// A tie between seeds (from 1) with the points of each playing in half points.
fn tie(first: usize, second: usize, playings: &[(i32, i32)]) -> Tie {
    let playings = playings.iter().map(|&(one, other)| (HalfPoints(one), HalfPoints(other))).collect();
    Tie { first: first - 1, second: second - 1, playings, lot: None }
}

/// Won by the first-named.
fn won(first: usize, second: usize) -> Tie {
    tie(first, second, &[(2, 0)])
}

fn next(seeds: usize, options: Options, rounds: &[Vec<Tie>]) -> Result<Next, OtherBracket> {
    state(seeds, options, rounds, |_, _| false).map(|state| state.next)
}

/// The round to come as a director would write it, seeds from 1.
fn round_to_come(seeds: usize, options: Options, rounds: &[Vec<Tie>]) -> String {
    let Next::Round(lines) = next(seeds, options, rounds).expect("the ties follow the lines") else {
        panic!("no round to come")
    };
    let one = |line: &Line| match line.second {
        Some(second) => {
            format!("{}v{}{}", line.first + 1, second + 1, if line.third_place { " for third" } else { "" })
        }
        None => format!("{} bye", line.first + 1),
    };
    lines.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn places(seeds: usize, options: Options, rounds: &[Vec<Tie>]) -> Vec<Vec<usize>> {
    let state = state(seeds, options, rounds, |_, _| false).expect("the ties follow the lines");
    state.places.into_iter().map(|place| place.into_iter().map(|team| team + 1).collect()).collect()
}

#[test]
fn winners_follow_their_lines() {
    let options = Options::default();
    let quarter_finals = vec![won(1, 8), won(5, 4), won(2, 7), won(6, 3)];
    assert_eq!(round_to_come(8, options, &[]), "1v8, 4v5, 2v7, 3v6");
    assert_eq!(round_to_come(8, options, std::slice::from_ref(&quarter_finals)), "1v5, 2v6");
    let semi_finals = vec![won(5, 1), won(2, 6)];
    assert_eq!(round_to_come(8, options, &[quarter_finals.clone(), semi_finals.clone()]), "2v5");
    assert_eq!(
        places(8, options, &[quarter_finals, semi_finals, vec![won(5, 2)]]),
        [vec![5], vec![2], vec![1, 6], vec![3, 4, 7, 8]]
    );
}

#[test]
fn the_best_of_six_have_byes() {
    assert_eq!(round_to_come(6, Options::default(), &[]), "1 bye, 4v5, 2 bye, 3v6");
    assert_eq!(round_to_come(6, Options::default(), &[vec![won(4, 5), won(6, 3)]]), "1v4, 2v6");
}

#[test]
fn reseeding_pairs_best_with_worst_of_those_left() {
    let reseeded = Options { reseed: true, ..Options::default() };
    let quarter_finals = vec![won(8, 1), won(4, 5), won(2, 7), won(3, 6)];
    assert_eq!(round_to_come(8, reseeded, std::slice::from_ref(&quarter_finals)), "2v8, 3v4");
    assert_eq!(round_to_come(8, Options::default(), &[quarter_finals]), "4v8, 2v3");
}

#[test]
fn who_is_still_in_stands_before_the_losers_of_each_round() {
    let quarter_finals = vec![won(8, 1), won(4, 5), won(2, 7), won(3, 6)];
    let semi_finals = vec![won(4, 8), tie(2, 3, &[])];
    assert_eq!(
        places(8, Options::default(), &[quarter_finals, semi_finals]),
        [vec![2, 3, 4], vec![8], vec![1, 5, 6, 7]]
    );
}

#[test]
fn who_has_left_is_not_seeded_anew() {
    let reseeded = Options { reseed: true, ..Options::default() };
    let quarter_finals = vec![won(1, 8), won(4, 5), won(2, 7), won(3, 6)];
    let first_left = |team: usize, round: usize| team == 0 && round >= 2;
    let now = state(8, reseeded, std::slice::from_ref(&quarter_finals), first_left).expect("the ties follow the lines");
    let Next::Round(lines) = now.next else { panic!("no round to come") };
    let bye = lines.iter().find(|line| line.second.is_none()).map(|line| line.first + 1);
    assert_eq!((bye, now.places[1].as_slice()), (Some(2), [0].as_slice()));
    // Who was paired before it left stays where it was.
    let posted = [quarter_finals, vec![won(1, 4), won(2, 3)]];
    assert!(state(8, reseeded, &posted, first_left).is_ok());
}

#[test]
fn losers_of_the_semi_finals_play_for_third_place() {
    let options = Options { third_place: true, ..Options::default() };
    let semi_finals = vec![won(1, 4), won(3, 2)];
    assert_eq!(round_to_come(4, options, std::slice::from_ref(&semi_finals)), "1v3, 2v4 for third");
    assert_eq!(places(4, options, &[semi_finals, vec![won(1, 3), won(4, 2)]]), [[1], [3], [4], [2]]);
}

#[test]
fn with_three_teams_the_lone_loser_is_third_without_a_match() {
    let options = Options { third_place: true, ..Options::default() };
    assert_eq!(round_to_come(3, options, &[vec![won(2, 3)]]), "1v2");
    assert_eq!(places(3, options, &[vec![won(2, 3)], vec![won(2, 1)]]), [[2], [1], [3]]);
}

#[test]
fn a_drawn_tie_is_replayed_then_settled_by_sudden_death_or_lot() {
    let drawn = (1, 1);
    let states = |playings: &[(i32, i32)], after| tie(1, 2, playings).state(after);
    assert_eq!(states(&[], AfterReplay::SuddenDeath), TieState::ToPlay);
    assert_eq!(states(&[drawn], AfterReplay::Lot), TieState::ToReplay);
    assert_eq!(states(&[drawn, drawn], AfterReplay::SuddenDeath), TieState::SuddenDeath);
    assert_eq!(states(&[drawn, drawn], AfterReplay::Lot), TieState::DrawLot);
    assert_eq!(states(&[drawn, drawn, drawn], AfterReplay::SuddenDeath), TieState::DrawLot);
    assert_eq!(states(&[drawn, (0, 2)], AfterReplay::SuddenDeath), TieState::Won(Side::Second));
    let by_lot = Tie { lot: Some(Side::Second), ..tie(1, 2, &[drawn, drawn]) };
    assert_eq!(by_lot.state(AfterReplay::Lot), TieState::Won(Side::Second));
}

#[test]
fn two_matches_a_tie_go_by_their_sum() {
    assert_eq!(tie(1, 2, &[(3, 1)]).state(AfterReplay::Lot), TieState::Won(Side::First));
    assert_eq!(tie(1, 2, &[(2, 2)]).state(AfterReplay::Lot), TieState::ToReplay);
}

#[test]
fn the_next_round_waits_for_the_drawn_tie() {
    let semi_finals = vec![won(1, 4), tie(2, 3, &[(1, 1)])];
    assert_eq!(
        next(4, Options::default(), std::slice::from_ref(&semi_finals)),
        Ok(Next::Waiting(vec![(1, 2, TieState::ToReplay)]))
    );
    let posted_early = next(4, Options::default(), &[semi_finals, vec![won(1, 2)]]);
    assert_eq!(posted_early, Err(OtherBracket::TooEarly { round: 2 }));
}

#[test]
fn a_double_forfeit_lets_the_neighbour_walk_over() {
    let semi_finals = vec![won(1, 4), tie(2, 3, &[(0, 0)])];
    assert_eq!(places(4, Options::default(), std::slice::from_ref(&semi_finals)), [vec![1], vec![2, 3, 4]]);
    let quarter_finals = vec![tie(1, 8, &[(0, 0)]), won(4, 5), won(2, 7), won(3, 6)];
    assert_eq!(round_to_come(8, Options::default(), &[quarter_finals]), "4 bye, 2v3");
}

#[test]
fn ties_of_another_bracket_are_named() {
    let missing = next(4, Options::default(), &[vec![won(1, 4)]]);
    assert_eq!(missing, Err(OtherBracket::Missing { round: 1, first: 1, second: 2 }));
    let foreign = next(4, Options::default(), &[vec![won(1, 4), won(2, 3), won(1, 3)]]);
    assert_eq!(
        foreign.unwrap_err().to_string(),
        "round 1 of the knockout holds a tie between seeds 1 and 3, who are not drawn together"
    );
    let after_the_end = next(2, Options::default(), &[vec![won(1, 2)], vec![won(1, 2)]]);
    assert_eq!(after_the_end, Err(OtherBracket::TooEarly { round: 2 }));
}

#[test]
fn one_team_has_won_already() {
    assert_eq!(places(1, Options::default(), &[]), [[1]]);
    assert_eq!(next(0, Options::default(), &[]), Ok(Next::Over));
}
