//! What a field has played, read into the position before a round: byes, meetings, floats, seeds, points added for pairing.

use bughouse::pairing::{Acceleration, ByeClass, Competitor, History, Position, seeds};
use bughouse::tournament::{HalfPoints, MatchScore, RoundRecord, Unplayed};

fn played(opponent: usize, own: i32, theirs: i32) -> RoundRecord {
    let score = MatchScore { own: HalfPoints(own), theirs: HalfPoints(theirs), played: true };
    RoundRecord::Played { opponent, matches: vec![score], white: vec![true] }
}

fn unplayed(kind: Unplayed, points: i32, assigned: bool) -> RoundRecord {
    RoundRecord::Unplayed { kind, points: HalfPoints(points), scheduled: None, assigned, matches: Vec::new() }
}

fn competitor(seed: u32, rounds: &[RoundRecord]) -> Competitor<'_> {
    Competitor { number: seed, seed, rounds, ..Competitor::default() }
}

fn position(records: &[Vec<RoundRecord>], accelerate: Acceleration) -> Position {
    let competitors = (1..).zip(records).map(|(seed, rounds)| competitor(seed, rounds)).collect();
    let round = records[0].len() as u32 + 1;
    Position::from_history(&History { competitors, round, rounds: 4, matches: 1, accelerate, ..History::default() })
}

#[test]
fn each_kind_of_unplayed_round_has_its_bye_class() {
    for (record, class) in [
        (unplayed(Unplayed::FullBye, 2, true), ByeClass::HadFull),
        (unplayed(Unplayed::FullBye, 2, false), ByeClass::HadFull),
        (unplayed(Unplayed::FullBye, 1, true), ByeClass::HadFull),
        (unplayed(Unplayed::HalfBye, 1, true), ByeClass::HadFull),
        (unplayed(Unplayed::ForfeitWin, 2, false), ByeClass::HadFull),
        (unplayed(Unplayed::HalfBye, 1, false), ByeClass::HadHalf),
        (unplayed(Unplayed::ForfeitLoss, 0, false), ByeClass::Free),
        (unplayed(Unplayed::ZeroBye, 0, false), ByeClass::Free),
        (played(0, 2, 0), ByeClass::Free),
    ] {
        let entrant = &position(&[vec![record.clone()]], Acceleration::None).entrants[0];
        assert_eq!(entrant.bye_class, class, "{record:?}");
    }
}

#[test]
fn a_half_point_bye_still_to_come_counts_as_taken() {
    let team = Competitor { asked_half_bye: true, ..competitor(1, &[]) };
    let history = History { competitors: vec![team], round: 1, rounds: 4, matches: 1, ..History::default() };
    assert_eq!(Position::from_history(&history).entrants[0].bye_class, ByeClass::HadHalf);
}

#[test]
fn forfeits_are_no_meetings_and_no_floats() {
    let records = [
        vec![played(1, 2, 0), unplayed(Unplayed::ForfeitWin, 2, false)],
        vec![played(0, 0, 2), unplayed(Unplayed::ForfeitLoss, 0, false)],
    ];
    let entrants = position(&records, Acceleration::None).entrants;
    assert_eq!(entrants[0].met, [(1, 1)]);
    assert_eq!((entrants[0].floated_down, entrants[1].floated_up), (false, false));
    assert_eq!(entrants[0].score, HalfPoints(4));
}

#[test]
fn a_float_is_judged_by_the_pairing_score_of_its_round() {
    // Level on real points after round 1, but team 1 was in the upper group in round 2.
    let draw = |opponent| played(opponent, 1, 1);
    let records = [vec![draw(1), draw(2)], vec![draw(0), draw(3)], vec![draw(3), draw(0)], vec![draw(2), draw(1)]];
    let plain = position(&records, Acceleration::None).entrants;
    assert!(plain.iter().all(|e| !e.floated_down && !e.floated_up));
    let accelerated = position(&records, Acceleration::Us28r1).entrants;
    let down: Vec<bool> = accelerated.iter().map(|e| e.floated_down).collect();
    assert_eq!(down, [true, true, false, false]);
    assert!(accelerated[2].floated_up && accelerated[3].floated_up);
}

#[test]
fn a_late_entrant_above_the_last_of_the_upper_group_belongs_to_it() {
    let late = |seed, late| Competitor { late, ..competitor(seed, &[]) };
    let seeds = [(1, false), (2, true), (3, false), (4, true), (5, false), (6, false)];
    let competitors = seeds.map(|(seed, is_late)| late(seed, is_late)).to_vec();
    let history = History {
        competitors,
        round: 1,
        rounds: 4,
        matches: 2,
        accelerate: Acceleration::Us28r1,
        ..History::default()
    };
    let points = Position::from_history(&history).entrants.iter().map(|e| e.virtual_points.0).collect::<Vec<_>>();
    assert_eq!(points, [4, 4, 4, 0, 0, 0]);
}

#[test]
fn ratings_mended_after_round_1_move_nobody_between_the_groups() {
    let team = |(seed, upper)| Competitor { upper, ..competitor(seed, &[]) };
    // The last of eight is the first by rating now; who comes late is judged by the ratings of now.
    let upper = [2, 3, 5, 6].map(|seed| (seed, Some(true)));
    let lower = [1, 7, 8, 9].map(|seed| (seed, Some(false)));
    let competitors = upper.into_iter().chain(lower).chain([(4, None)]).map(team).collect();
    let history = History { competitors, round: 2, rounds: 4, matches: 1, ..History::default() };
    let history = History { accelerate: Acceleration::Us28r1, ..history };
    let helped = Position::from_history(&history).entrants.into_iter().filter(|e| e.virtual_points.0 > 0);
    assert_eq!(helped.map(|e| e.seed).collect::<Vec<_>>(), [2, 3, 5, 6, 4]);
}

#[test]
fn a_house_team_that_makes_the_field_even_counts_among_the_first_seeds() {
    let upper = |teams: u32, rounds: &[RoundRecord]| {
        let team = |seed| Competitor { house: seed == 1, ..competitor(seed, if seed == 1 { rounds } else { &[] }) };
        let history = History { competitors: (1..=teams).map(team).collect(), round: 1, ..History::default() };
        let history = History { rounds: 4, matches: 1, accelerate: Acceleration::Us28r1, ..history };
        let helped = Position::from_history(&history).entrants.into_iter().filter(|e| e.virtual_points.0 > 0);
        helped.map(|e| e.seed).collect::<Vec<_>>()
    };
    assert_eq!(upper(8, &[]), [1, 2, 3, 4], "seven others, so it plays");
    assert_eq!(upper(9, &[])[1..], [2, 3, 4, 5], "eight others, so it does not");
    assert_eq!(upper(8, &[played(4, 2, 0)]), [1, 2, 3, 4], "it has played");
}

#[test]
fn rating_first_then_lot_and_the_unrated_last() {
    assert_eq!(seeds(&[(None, 4), (Some(1200), 9), (Some(1500), 7), (Some(1200), 3), (None, 2)]), [5, 3, 1, 2, 4]);
}

#[test]
fn a_late_entrant_falls_in_by_rating() {
    let on_time = [(Some(1500), 1), (Some(1300), 2), (Some(1100), 3)];
    assert_eq!(seeds(&on_time), [1, 2, 3]);
    assert_eq!(seeds(&[on_time[0], on_time[1], on_time[2], (Some(1400), 4)]), [1, 3, 4, 2]);
}

/// Points added for the first seed in rounds 1 to `rounds`.
fn points(accelerate: Acceleration, rounds: u32, matches: u8) -> Vec<i32> {
    let of = |round| {
        let competitors = vec![competitor(1, &[])];
        let history = History { competitors, round, rounds, matches, accelerate, ..History::default() };
        Position::from_history(&history).entrants[0].virtual_points.0
    };
    (1..=rounds).map(of).collect()
}

#[test]
fn us_acceleration_lasts_two_rounds() {
    assert_eq!(points(Acceleration::Us28r1, 5, 1), [2, 2, 0, 0, 0]);
    assert_eq!(points(Acceleration::Us28r1, 5, 2), [4, 4, 0, 0, 0]);
}

#[test]
fn baku_falls_from_a_win_to_a_draw_to_nothing() {
    assert_eq!(points(Acceleration::Baku, 4, 1), [2, 1, 0, 0]);
    assert_eq!(points(Acceleration::Baku, 9, 1), [2, 2, 2, 1, 1, 0, 0, 0, 0]);
    assert_eq!(points(Acceleration::Baku, 5, 2), [4, 4, 2, 0, 0]);
}

#[test]
fn the_group_is_the_upper_half_made_even() {
    let size = |teams: u32| {
        let competitors = (1..=teams).map(|seed| competitor(seed, &[])).collect();
        let history = History { competitors, round: 1, rounds: 4, matches: 1, ..History::default() };
        let history = History { accelerate: Acceleration::Us28r1, ..history };
        Position::from_history(&history).entrants.iter().filter(|e| e.virtual_points.0 > 0).count()
    };
    assert_eq!([0, 1, 4, 5, 8, 9, 10, 12].map(size), [0, 1, 2, 4, 4, 6, 6, 6]);
}

#[test]
fn without_acceleration_nobody_is_helped() {
    assert_eq!(points(Acceleration::None, 4, 1), [0, 0, 0, 0]);
}
