//! The worked examples under C.04.6, explained word by word.

use super::wall::Wall;
use bughouse::pairing::explain::Reason;
use bughouse::pairing::fide_team::{self, explain};
use bughouse::pairing::swiss::Pairing;
use bughouse::pairing::{Posted, Settings, System};

fn all(reasons: Vec<Reason>) -> Vec<String> {
    reasons
        .into_iter()
        .map(|Reason { rule, text }| format!("{}: {text}", rule.map_or("-", |r| r.trim_start_matches("C.04.6 "))))
        .collect()
}

fn fide(wall: &Wall) -> Wall {
    wall.clone().with(Settings { system: System::FideTeam, ..Settings::default() })
}

/// What is said of one team, as "article: sentence".
fn explained(wall: &Wall, team: usize) -> Vec<String> {
    let wall = fide(wall);
    let (position, settings) = (wall.position(), wall.settings());
    let posted = Posted { now: fide_team::pair(&position, &settings).expect("the example can be paired"), first: None };
    all(explain::team(&position, &settings, &posted, team - 1, &|i| format!("Team {}", i + 1)))
}

/// What is said of the round.
fn round(wall: &Wall) -> Vec<String> {
    let wall = fide(wall);
    let (position, settings) = (wall.position(), wall.settings());
    let posted = Posted { now: fide_team::pair(&position, &settings).expect("the example can be paired"), first: None };
    all(explain::round(&position, &settings, &posted, &|i| format!("Team {}", i + 1)))
}

#[test]
fn e1_a_rematch_is_explained_from_both_sides() {
    let mut wall = Wall::of(8, 4);
    wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 8");
    wall.expect("1-3 2-8 4-6 5-7").play("1 2 4 7");
    assert_eq!(
        explained(&wall, 3),
        [
            "-: Team 3 has 1 point, the same as 3 other teams.",
            "3.6: The 4 teams are listed in number order, and the upper half meets the lower half in that order.",
            "2.1.1: The natural opponent of Team 3 was Team 7, but they met in round 1.",
            "2.1.1: The natural opponent of Team 8 was Team 4, but they met in round 1.",
            "3.6: So Team 3 and Team 8 meet: of all the remaining orders, this one comes first.",
        ]
    );
}

#[test]
fn e2_the_bye_is_explained_in_the_order_of_its_article() {
    let mut wall = Wall::of(5, 4);
    wall.given("1-3 2-4 bye 5").play("1 2");
    assert_eq!(
        explained(&wall, 4),
        [
            "3.4: The number of teams is odd, so one of them gets the bye: Team 4, with 0 points.",
            "3.4: Of the teams with 0 points that can get it and have played as many matches, Team 4 has the highest number.",
        ]
    );
    wall.given("1-5 2-3 bye 4").play("1 2");
    wall.given("1-2 4-5 bye 3").play("1 4");
    assert_eq!(
        explained(&wall, 2)[1..],
        [
            "2.1.2: Team 5 comes first, but had a bye or a forfeit win, and nobody gets another.",
            "2.1.2: Team 3 comes first, but had a bye or a forfeit win, and nobody gets another.",
            "3.4: Team 2 is the only team with 2 points that can get it.",
        ]
    );
}

#[test]
fn e3_a_float_of_the_last_round_is_a_reason_until_two_rounds_are_left() {
    let wall = |rounds| {
        let mut wall = Wall::of(9, rounds);
        wall.given("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
        wall.given("1-3 2-4 9-5 6-7 bye 8").play("1 9 4 7");
        wall
    };
    assert_eq!(
        explained(&wall(5), 2)[1..],
        [
            "3.5: 3 teams are left with 2 points, an odd number, so one team is pulled up from below.",
            "3.5: Team 2 comes first of the teams below, so they are pulled up.",
            "3.6: The 4 teams are listed in number order, and the upper half meets the lower half in that order.",
            "2.3.7: The natural opponent of Team 1 was Team 4, but then Team 9, who floated in the last round, would meet Team 2, \
             the team pulled up.",
            "2.3.7: The natural opponent of Team 2 was Team 9, but Team 9 floated in the last round and should not meet Team 2, \
             the team pulled up.",
            "3.6: So Team 1 and Team 2 meet: of all the remaining orders, this one comes first.",
        ]
    );
    assert!(explained(&wall(4), 2).contains(
        &"3.6: Team 2 is number 2 in the upper half and Team 9 number 2 in the lower: the natural pairing.".to_owned()
    ));
}

#[test]
fn e6_who_is_pulled_up_over_a_whole_group_is_explained() {
    let mut wall = Wall::of(7, 5);
    wall.given("1-4 2-5 3-6 bye 7").play("1 2 3");
    wall.given("1-2 7-3 4-5 bye 6").play("1 7 4");
    wall.given("1-7 2-3 4-6 bye 5").play("1 2 4");
    assert_eq!(
        explained(&wall, 1),
        [
            "-: Team 1 has 3 points, alone in the score group.",
            "3.5: Team 1 is the only team left with 3 points, so one team is pulled up from below.",
            "2.1.1: Team 2 comes before Team 5, but can't meet Team 1 again.",
            "2.1.1: Team 4 comes before Team 5, but can't meet Team 1 again.",
            "2.1.1: Team 7 comes before Team 5, but can't meet Team 1 again.",
            "3.5: So the team pulled up is Team 5, with 1 point.",
            "3.6: Team 1 and Team 5 are the only two left.",
        ]
    );
    assert_eq!(
        round(&wall)[..3],
        [
            "3.4: The number of teams is odd, so one of them gets the bye: Team 3, with 1 point.",
            "3.4: Team 3 is the only team with 1 point that can get it.",
            "-: With 3 points: 1 team (Team 1).",
        ]
    );
}

#[test]
fn a_round_changed_by_hand_is_reported_with_what_the_rules_would_have_made() {
    let mut wall = Wall::of(4, 3);
    wall.given("1-3 2-4").play("1 2");
    let wall = fide(&wall);
    let rules = fide_team::pair(&wall.position(), &wall.settings()).expect("four teams after one round");
    let posted = Posted { now: Pairing { pairs: vec![(0, 3), (1, 2)], ..Pairing::default() }, first: Some(rules) };
    let name = |i: usize| format!("Team {}", i + 1);
    let changed = "-: Under the pairing rules Team 1 should meet Team 2. The director changed that by hand: now Team 1 meets Team 4.";
    assert_eq!(all(explain::team(&wall.position(), &wall.settings(), &posted, 0, &name)), [changed]);
    let reasons = all(explain::round(&wall.position(), &wall.settings(), &posted, &name));
    assert_eq!(reasons[0], "-: This round was changed by hand after it was posted.");
    assert_eq!(
        reasons.last().map(String::as_str),
        Some(
            "-: Under the rules: Team 1 against Team 2, Team 3 against Team 4. The director changed that by hand: Team 1 against Team 4, Team 2 against Team 3."
        )
    );
}
