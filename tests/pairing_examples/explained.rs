//! The worked examples, explained: what a coach reads, word by word.

use super::wall::Wall;
use bughouse::pairing::explain::{self, Reason};
use bughouse::pairing::swiss::Consent;
use bughouse::pairing::{Acceleration, Posted, SchoolMode, Settings, swiss};

/// The pairing of the example, with whatever it needs consent for.
fn paired(wall: &Wall) -> Posted {
    let consent = Consent { rematch: true, second_bye: true };
    let pairing = swiss::pair(&wall.position(), &wall.settings()).or_else(|refusal| refusal.overruled_by(consent));
    Posted { now: pairing.expect("the example can be paired"), first: None }
}

/// What is said of one team, as "rule: sentence".
fn explained(wall: &Wall, team: usize) -> Vec<String> {
    let (position, settings) = (wall.position(), wall.settings());
    all(explain::team(&position, &settings, &paired(wall), team - 1, &|i| format!("Team {}", i + 1)))
}

fn all(reasons: Vec<Reason>) -> Vec<String> {
    reasons.into_iter().map(|Reason { rule, text }| format!("{}: {text}", rule.unwrap_or("-"))).collect()
}

#[test]
fn e1_the_transposition_is_explained_from_both_sides() {
    let mut wall = Wall::of(8, 4);
    wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 8");
    wall.expect("1-3 2-8 4-6 5-7").play("1 2 4 7");
    assert_eq!(
        explained(&wall, 3),
        [
            "27A2: Team 3 has 1 point, the same as 3 other teams.",
            "27A3: The 4 teams with 1 point that meet one another are split by rank: upper half against lower half, in order.",
            "27A1: The natural opponent of Team 3 was Team 7, but they met in round 1.",
            "27A1: The natural opponent of Team 8 was Team 4, but they met in round 1.",
            "29C2: So Team 8 is paired instead, one place away in the lower half: the smallest change that pairs everybody.",
        ]
    );
}

#[test]
fn e2_the_bye_is_explained_with_those_who_may_not_have_it() {
    let mut wall = Wall::of(5, 4);
    wall.expect("1-3 2-4 bye 5").play("1 2");
    wall.expect("1-2 5-3 bye 4").play("1 3");
    assert_eq!(
        explained(&wall, 3),
        [
            "28L2: The number of teams is odd, so one of them sits out: Team 3, with 1 point.",
            "28L3: Team 5 is ranked lower, but had a full-point bye or a forfeit win, and nobody gets a second one.",
            "28L3: Team 4 is ranked lower, but had a full-point bye or a forfeit win, and nobody gets a second one.",
        ]
    );
    assert_eq!(
        explained(&wall, 1)[2..],
        [
            "27A1: Team 1 cannot meet Team 2: they met in round 2.",
            "27A1: Team 1 cannot meet Team 3: they met in round 1.",
            "29D1: Team 4 is the highest-ranked team with 1 point that Team 1 can meet.",
        ]
    );
}

#[test]
fn e3_the_float_is_explained_with_the_reason_why_not_the_lowest() {
    let mut wall = Wall::of(9, 5);
    wall.expect("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
    wall.expect("1-3 2-4 9-5 6-7 bye 8").play("1 9 4 7");
    assert_eq!(
        explained(&wall, 7)[2..],
        [
            "27A1: Team 8 is ranked lower, but if they dropped in place of Team 7, Team 3 and Team 7 would meet again.",
            "29D1: Team 7 meets Team 5, the highest-ranked team with 0 points.",
        ]
    );
    let kinder = wall.with(Settings { avoid_repeat_floats: true, ..Settings::default() });
    assert!(
        explained(&kinder, 4).contains(&"-: Team 9 is ranked lower, but already dropped in the last round.".to_owned())
    );
}

#[test]
fn e4_schools_are_explained_with_what_keeping_them_apart_would_cost() {
    let schools = |mode| {
        let mut wall = Wall::of(8, 4);
        wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 4");
        wall.expect("1-3 2-4 5-7 6-8").play("1 2 5 6");
        let mut wall = wall.with(Settings { school_mode: mode, ..Settings::default() });
        wall.schools(&[(1, 0), (2, 0), (3, 1), (5, 1), (7, 2), (8, 2)]);
        wall
    };
    assert_eq!(
        explained(&schools(SchoolMode::Prefer), 1)[2],
        "28N1: Team 1 and Team 2 are from the same school; if they were kept apart, 2 teams instead of none would leave the score \
         group with 2 points."
    );
    assert_eq!(
        explained(&schools(SchoolMode::Plus2), 6)[1],
        "28N1: If all teams with 1 point met within their score group, Team 7 and Team 8, from the same school and neither with two \
         more wins than losses, would meet; so 2 of them drop."
    );
    assert_eq!(
        explained(&schools(SchoolMode::Plus2), 1)[3],
        "28N1: Team 1 has 2 more wins than losses, and a team with two or more meets a schoolmate rather than leave its score group."
    );
    let forbidden = schools(SchoolMode::Forbid);
    assert_eq!(
        explained(&forbidden, 1)[1],
        "28N1: If all teams with 2 points met within their score group, Team 1 and Team 2, from the same school, would have to meet, which \
         this section never allows; so 2 of them drop."
    );
    assert_eq!(explained(&forbidden, 2)[2], "29D1: Both teams with 2 points drop.");
    assert_eq!(
        explained(&forbidden, 6)[1..3],
        [
            "28N1: If all teams with 1 point met within their score group, Team 7 and Team 8, from the same school, would have to meet, \
             which this section never allows; so 2 of them drop.",
            "29D1: Team 6 is the lowest-ranked team in the score group, so they are among those to drop.",
        ]
    );
    assert_eq!(
        explained(&schools(SchoolMode::Avoid), 1)[1],
        "28N1: If all teams with 2 points met within their score group, Team 1 and Team 2, from the same school, would meet; so 2 of \
         them drop."
    );
}

#[test]
fn e5_interchange_and_look_ahead_are_explained() {
    let mut wall = Wall::of(8, 7);
    for round in ["1-5 2-6 3-7 4-8", "1-6 2-5 3-8 4-7", "1-7 2-8 3-5 4-6", "1-8 2-7 3-6 4-5"] {
        wall.expect(round).draw_all();
    }
    assert_eq!(
        explained(&wall, 3).last().map(String::as_str),
        Some(
            "29C2: No order of the lower half avoids all of that, so teams switch halves, as few and as near the middle as \
             possible: Team 1 and Team 3 meet although both are in the upper half."
        )
    );
    let mut wall = Wall::of(6, 5);
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4"] {
        wall.expect(round).draw_all();
    }
    assert_eq!(
        explained(&wall, 2).last().map(String::as_str),
        Some(
            "27A1: For this round alone it would be Team 2 against Team 4. That was passed over because after it round 4 could not be \
             paired without a rematch; so it is Team 2 against Team 3, the best choice that still lets round 4 be paired."
        )
    );
    assert_eq!(
        explained(&wall, 1).last().map(String::as_str),
        Some(
            "27A1: At other tables a better pairing was passed over because after it round 4 could not be paired without a rematch."
        )
    );
}

#[test]
fn e6_a_drop_over_a_whole_group_is_explained() {
    let mut wall = Wall::of(7, 5);
    wall.given("1-4 2-5 3-6 bye 7").play("1 2 3");
    wall.given("1-2 7-3 4-5 bye 6").play("1 7 4");
    wall.given("1-7 2-3 4-6 bye 5").play("1 2 4");
    assert_eq!(explained(&wall, 1)[2], "27A1: Team 1 has met all 3 teams with 2 points, so they drop further.");
    assert!(
        explained(&wall, 7).contains(&"29D1: Team 5 is already taken: they meet Team 1, who rank higher.".to_owned())
    );
}

#[test]
fn the_round_is_reported_without_saying_anything_twice() {
    let mut wall = Wall::of(9, 5);
    wall.expect("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
    let (position, settings) = (wall.position(), wall.settings());
    let reasons = explain::round(&position, &settings, &paired(&wall), &|i| (i + 1).to_string());
    let texts: Vec<&str> = reasons.iter().map(|reason| reason.text.as_str()).collect();
    assert_eq!(texts[0], "The number of teams is odd, so one of them sits out: 8, with 0 points.");
    assert!(texts.contains(&"With 1 point: 5 teams (1, 2, 3, 4, 9)."));
    assert!(texts.contains(&"9 drops to meet 5, with 0 points."));
    let distinct: std::collections::HashSet<&str> = texts.iter().copied().collect();
    assert_eq!(distinct.len(), texts.len());
}

#[test]
fn a_hand_edit_is_weighed_and_reported() {
    let mut wall = Wall::of(8, 4);
    wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 4");
    let (position, settings) = (wall.position(), wall.settings());
    let best = swiss::pair(&position, &settings).expect("the example can be paired");
    let edited = swiss::Pairing { pairs: vec![(0, 4), (1, 3), (2, 5), (6, 7)], ..best.clone() };
    let change = swiss::change(&position, &settings, &best, &edited);
    let added: Vec<String> = change.added.iter().map(|remark| remark.text(&|i| (i + 1).to_string())).collect();
    assert_eq!(added, ["1 and 5 met in round 1", "1 is 1 point ahead of 5", "3 is 1 point ahead of 6"]);
    assert_eq!(change.verdict, Some((std::cmp::Ordering::Greater, Some(swiss::Criterion::Rematch))));
    let posted = swiss::Pairing { pairs: edited.pairs.clone(), ..swiss::Pairing::default() };
    let described = |first: Option<swiss::Pairing>, team: usize| {
        let posted = Posted { now: posted.clone(), first };
        all(explain::team(&position, &settings, &posted, team, &|i| format!("Team {}", i + 1)))
    };
    assert_eq!(
        described(Some(best.clone()), 0),
        [
            "-: Under the pairing rules Team 1 should meet Team 3. The director changed that by hand: now Team 1 meets Team 5.",
            "27A1: Trade-off: Team 1 and Team 5 met in round 1.",
            "27A2: Trade-off: Team 1 is 1 point ahead of Team 5.",
            "27A1: In the round as a whole, more teams meet again than under the rules.",
        ]
    );
    assert_eq!(
        described(Some(edited), 0)[0],
        "-: Team 1 was posted to meet Team 5. A result, an option or an entry has changed since: under the pairing rules Team 1 would now \
         meet Team 3."
    );
    assert!(described(None, 0)[0].starts_with(
        "-: Team 1 meets Team 5: the round was changed by hand, or a result, an option or an entry has changed since;"
    ));
    assert_eq!(
        described(Some(best), 1).last().map(String::as_str),
        Some("-: Other tables of this round were changed by hand after it was posted.")
    );
}

#[test]
fn a_rematch_with_consent_is_reported_with_the_others_that_there_would_be() {
    let mut wall = Wall::of(6, 5).without_lookahead();
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4", "1-6 2-4 3-5"] {
        wall.expect(round).draw_all();
    }
    assert_eq!(
        explained(&wall, 2).last().map(String::as_str),
        Some(
            "27A1: Team 2 and Team 5 met in round 1, and every pairing of this round has a rematch; if they were kept apart, Team 2 and \
             Team 6 would meet again instead, and opponents with 1½ points would be further from their natural places."
        )
    );
    let mut wall = Wall::of(3, 4).without_lookahead();
    for (round, wins) in [("1-2 bye 3", "1"), ("1-3 bye 2", "1"), ("2-3 bye 1", "2")] {
        wall.given(round).play(wins);
    }
    assert_eq!(
        explained(&wall, 3).last().map(String::as_str),
        Some(
            "28L3: Team 3 has had a full-point bye or a forfeit win before, and so has every other team; they get another with the \
             director's consent."
        )
    );
    assert_eq!(
        explained(&wall, 1).last().map(String::as_str),
        Some(
            "27A1: Team 1 and Team 2 met in round 1, and every pairing of this round has a rematch; if they were kept apart, Team 1 and \
             Team 3 would meet again instead, and the bye would go to Team 2, which is in a higher score group."
        )
    );
}

#[test]
fn added_points_are_reported_before_anybody_wonders_who_has_points() {
    let wall = Wall::of(8, 4).with(Settings { accelerate: Acceleration::Us28r1, ..Settings::default() });
    let reasons = all(explain::round(&wall.position(), &wall.settings(), &paired(&wall), &|i| (i + 1).to_string()));
    assert_eq!(
        reasons[..2],
        [
            "28R1: 1 point is added to the score of the upper half, for pairing in this round only: 1, 2, 3, 4.",
            "27A2: With 1 point, added points included: 4 teams (1, 2, 3, 4).",
        ]
    );
    assert_eq!(
        explained(&wall, 1)[0],
        "27A2: Team 1 has 1 point (1 added for pairing in this round only), the same as 3 other teams."
    );
}
