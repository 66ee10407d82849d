//! The worked examples of the pairing specification, where they say what C.04.6 does. Teams are named by seed.

use super::wall::Wall;
use bughouse::pairing::Settings;
use bughouse::pairing::fide_team::pair;
use bughouse::pairing::swiss::Refusal;

/// The next round as a director writes it, smaller seed first, pairs by their smaller seeds.
fn next_round(wall: &Wall) -> String {
    let pairing = pair(&wall.position(), &Settings::default()).expect("there is a legal pairing");
    let mut pairs: Vec<(usize, usize)> = pairing.pairs.iter().map(|&(a, b)| (a.min(b) + 1, a.max(b) + 1)).collect();
    pairs.sort_unstable();
    let bye = pairing.bye.map(|team| format!("bye {}", team + 1));
    pairs.iter().map(|(a, b)| format!("{a}-{b}")).chain(bye).collect::<Vec<_>>().join(" ")
}

#[test]
fn e1_a_transposition_avoids_two_rematches() {
    let mut wall = Wall::of(8, 4);
    assert_eq!(next_round(&wall), "1-5 2-6 3-7 4-8");
    wall.given("1-5 2-6 3-7 4-8").play("1 2 3 8");
    wall.given("1-3 2-8 4-6 5-7").play("1 2 4 7");
    assert_eq!(next_round(&wall), "1-2 3-8 4-7 5-6");
}

#[test]
fn e2_the_odd_team_is_pulled_up_before_the_bracket_is_paired() {
    let mut wall = Wall::of(5, 4);
    assert_eq!(next_round(&wall), "1-3 2-4 bye 5");
    wall.given("1-3 2-4 bye 5").play("1 2");
    assert_eq!(next_round(&wall), "1-5 2-3 bye 4");
}

#[test]
fn e3_floats_of_the_last_round_count_except_in_the_last_two() {
    for (rounds, expected) in [(4, "1-4 2-9 3-8 5-7 bye 6"), (5, "1-2 3-8 4-9 5-7 bye 6")] {
        let mut wall = Wall::of(9, rounds);
        wall.given("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
        wall.given("1-3 2-4 9-5 6-7 bye 8").play("1 9 4 7");
        assert_eq!(next_round(&wall), expected, "round 3 of {rounds}");
    }
}

#[test]
fn e5a_seven_rounds_of_draws_go_through_the_whole_field() {
    let mut wall = Wall::of(8, 7);
    for round in [
        "1-5 2-6 3-7 4-8",
        "1-6 2-5 3-8 4-7",
        "1-7 2-8 3-5 4-6",
        "1-8 2-7 3-6 4-5",
        "1-3 2-4 5-7 6-8",
        "1-4 2-3 5-8 6-7",
        "1-2 3-4 5-6 7-8",
    ] {
        assert_eq!(next_round(&wall), round);
        wall.given(round).draw_all();
    }
}

#[test]
fn e5b_the_fourth_round_of_six_teams_is_left_to_the_director() {
    let mut wall = Wall::of(6, 5);
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4", "1-6 2-4 3-5"] {
        assert_eq!(next_round(&wall), round);
        wall.given(round).draw_all();
    }
    let refusal = pair(&wall.position(), &Settings::default()).expect_err("every pairing has a rematch");
    let Refusal::NeedsConsent { rematches, pairing, .. } = refusal else { panic!("a rematch can be consented to") };
    assert_eq!((rematches.len(), pairing.pairs.len()), (1, 3));
}

#[test]
fn e6_the_leader_meets_the_team_pulled_up_from_two_groups_below() {
    let mut wall = Wall::of(7, 5);
    wall.given("1-4 2-5 3-6 bye 7").play("1 2 3");
    wall.given("1-2 7-3 4-5 bye 6").play("1 7 4");
    wall.given("1-7 2-3 4-6 bye 5").play("1 2 4");
    assert_eq!(next_round(&wall), "1-5 2-6 4-7 bye 3");
}

#[test]
fn e8_a_double_round_pairs_on_the_total_of_both_matches() {
    let mut wall = Wall::of(6, 3).double_rounds();
    wall.given("1-4 2-5 3-6").play("1:4-0 2:3-1 3:2-2");
    wall.given("1-2 3-4 5-6").play("1:2-2 3:4-0 5:1-3");
    assert_eq!(next_round(&wall), "1-3 2-6 4-5");
}

#[test]
fn a_half_point_bye_does_not_bar_from_the_bye() {
    let mut wall = Wall::of(7, 4);
    wall.half_bye(7).given("1-4 2-5 3-6").play("1 2 3");
    assert!(next_round(&wall).ends_with("bye 6"));
    wall.given("1-2 3-7 4-5 bye 6").play("1 3 4=5");
    // 4, 5 and 7 have half a point; 4 and 5 have played more matches than 7.
    assert!(next_round(&wall).ends_with("bye 5"));
}
