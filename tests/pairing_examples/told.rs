//! The worked examples, explained: what a coach is told, word by word.

use super::wall::Wall;
use bughouse::pairing::explain::{self, Reason};
use bughouse::pairing::{SchoolMode, Settings, swiss};

/// What is said of one team, as "rule: sentence".
fn told(wall: &Wall, team: usize) -> Vec<String> {
    let (position, settings) = (wall.position(), wall.settings());
    let pairing = swiss::pair(&position, &settings).expect("the example can be paired");
    let reasons = explain::team(&position, &settings, &pairing, team - 1, &|i| format!("Team {}", i + 1));
    reasons.into_iter().map(|Reason { rule, text }| format!("{}: {text}", rule.unwrap_or("-"))).collect()
}

#[test]
fn e1_the_transposition_is_told_from_both_sides() {
    let mut wall = Wall::of(8, 4);
    wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 8");
    wall.expect("1-3 2-8 4-6 5-7").play("1 2 4 7");
    assert_eq!(
        told(&wall, 3),
        [
            "27A2: Team 3 is on 1 point, with 3 other teams.",
            "27A3: The 4 teams on 1 point that meet one another are split by rank: upper half against lower half, in order.",
            "27A1: The natural opponent of Team 3 was Team 7, but they met in round 1.",
            "27A1: The natural opponent of Team 8 was Team 4, but they met in round 1.",
            "29C2: So Team 8, one place from there in the lower half, is moved across: the least change that pairs everybody.",
        ]
    );
}

#[test]
fn e2_the_bye_is_told_with_those_who_may_not_have_it() {
    let mut wall = Wall::of(5, 4);
    wall.expect("1-3 2-4 bye 5").play("1 2");
    wall.expect("1-2 5-3 bye 4").play("1 3");
    assert_eq!(
        told(&wall, 3),
        [
            "28L2: The number of teams is odd, so one of them sits out: Team 3, on 1 point.",
            "28L3: Team 5 is ranked lower, but has had a full-point bye or a forfeit win, and nobody gets a second one.",
            "28L3: Team 4 is ranked lower, but has had a full-point bye or a forfeit win, and nobody gets a second one.",
        ]
    );
    assert_eq!(
        told(&wall, 1)[2..],
        [
            "27A1: Team 1 does not get Team 2: they met in round 2.",
            "27A1: Team 1 does not get Team 3: they met in round 1.",
            "29D1: Team 4 is the highest-ranked team on 1 point that Team 1 can be given.",
        ]
    );
}

#[test]
fn e3_the_float_is_told_with_the_reason_why_not_the_lowest() {
    let mut wall = Wall::of(9, 5);
    wall.expect("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
    wall.expect("1-3 2-4 9-5 6-7 bye 8").play("1 9 4 7");
    assert_eq!(
        told(&wall, 7)[2..],
        [
            "27A1: Team 8 is ranked lower, but if it dropped in place of Team 7, Team 3 and Team 7 would meet again.",
            "29D1: Team 7 meets Team 5, the highest-ranked team on 0 points.",
        ]
    );
    let kinder = wall.with(Settings { avoid_repeat_floats: true, ..Settings::default() });
    assert!(told(&kinder, 4).contains(&"-: Team 9 is ranked lower, but dropped in the last round already.".to_owned()));
}

#[test]
fn e4_schools_are_told_with_what_keeping_them_apart_would_cost() {
    let schools = |mode| {
        let mut wall = Wall::of(8, 4);
        wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 4");
        wall.expect("1-3 2-4 5-7 6-8").play("1 2 5 6");
        let mut wall = wall.with(Settings { school_mode: mode, ..Settings::default() });
        wall.schools(&[(1, 0), (2, 0), (3, 1), (5, 1), (7, 2), (8, 2)]);
        wall
    };
    assert_eq!(
        told(&schools(SchoolMode::Prefer), 1)[2],
        "28N1: Team 1 and Team 2 are of the same school; if they were kept apart, 2 teams instead of none would leave the score \
         group on 2 points."
    );
    assert_eq!(
        told(&schools(SchoolMode::Plus2), 6)[1],
        "28N1: If all teams on 1 point met within their score group, Team 7 and Team 8, of the same school, would meet; so 2 of \
         them drop."
    );
    assert_eq!(
        told(&schools(SchoolMode::Avoid), 1)[1],
        "28N1: If all teams on 2 points met within their score group, Team 1 and Team 2, of the same school, would meet; so 2 of \
         them drop."
    );
}

#[test]
fn e5_interchange_and_look_ahead_are_told() {
    let mut wall = Wall::of(8, 7);
    for round in ["1-5 2-6 3-7 4-8", "1-6 2-5 3-8 4-7", "1-7 2-8 3-5 4-6", "1-8 2-7 3-6 4-5"] {
        wall.expect(round).draw_all();
    }
    assert_eq!(
        told(&wall, 3).last().map(String::as_str),
        Some(
            "29C2: No order of the lower half avoids all of that, so teams change halves, as few and as near the middle as \
             possible: Team 1 and Team 3 meet although both are of the upper half."
        )
    );
    let mut wall = Wall::of(6, 5);
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4"] {
        wall.expect(round).draw_all();
    }
    assert_eq!(
        told(&wall, 2).last().map(String::as_str),
        Some("27A1: A pairing that is better by itself was passed over: after it the next round would have had only rematches.")
    );
}

#[test]
fn e6_a_drop_over_a_whole_group_is_told() {
    let mut wall = Wall::of(7, 5);
    wall.given("1-4 2-5 3-6 bye 7").play("1 2 3");
    wall.given("1-2 7-3 4-5 bye 6").play("1 7 4");
    wall.given("1-7 2-3 4-6 bye 5").play("1 2 4");
    assert_eq!(told(&wall, 1)[2], "27A1: Team 1 has met all 3 teams on 2 points, so it drops further.");
    assert!(told(&wall, 7).contains(&"29D1: Team 5 is taken: it meets Team 1, which comes first.".to_owned()));
}

#[test]
fn the_round_is_told_without_saying_anything_twice() {
    let mut wall = Wall::of(9, 5);
    wall.expect("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
    let (position, settings) = (wall.position(), wall.settings());
    let pairing = swiss::pair(&position, &settings).expect("the example can be paired");
    let reasons = explain::round(&position, &settings, &pairing, &|i| (i + 1).to_string());
    let texts: Vec<&str> = reasons.iter().map(|reason| reason.text.as_str()).collect();
    assert_eq!(texts[0], "The number of teams is odd, so one of them sits out: 8, on 0 points.");
    assert!(texts.contains(&"On 1 point: 5 teams (1, 2, 3, 4, 9)."));
    assert!(texts.contains(&"9 drops to meet 5, on 0 points."));
    let distinct: std::collections::HashSet<&str> = texts.iter().copied().collect();
    assert_eq!(distinct.len(), texts.len());
}

#[test]
fn a_hand_edit_is_weighed_and_told() {
    let mut wall = Wall::of(8, 4);
    wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 4");
    let (position, settings) = (wall.position(), wall.settings());
    let best = swiss::pair(&position, &settings).expect("the example can be paired");
    let edited = swiss::Pairing { pairs: vec![(0, 4), (1, 3), (2, 5), (6, 7)], ..best.clone() };
    let change = swiss::change(&position, &settings, &best, &edited);
    let added: Vec<String> = change.added.iter().map(|remark| remark.text(&|i| (i + 1).to_string())).collect();
    assert_eq!(added, ["1 and 5 met in round 1", "1 is 1 point ahead of 5", "3 is 1 point ahead of 6"]);
    assert_eq!(change.verdict, Some((std::cmp::Ordering::Greater, Some(swiss::Criterion::Rematch))));
    let reasons = explain::team(&position, &settings, &edited, 6, &|i| (i + 1).to_string());
    assert!(
        reasons.iter().any(|reason| reason.text == "This round was changed by hand: the criteria alone would have paired it otherwise.")
    );
}
