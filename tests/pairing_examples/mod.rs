//! The worked examples of the pairing specification, teams named by seed.

mod desk;
mod explained;
mod explained_fide;
mod history;
pub mod wall;

use self::wall::Wall;
use bughouse::pairing::{SchoolMode, Settings};

#[test]
fn e1_a_transposition_avoids_two_rematches() {
    let mut wall = Wall::of(8, 4);
    wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 8");
    wall.expect("1-3 2-8 4-6 5-7").play("1 2 4 7");
    wall.expect("1-2 3-8 4-7 5-6");
}

#[test]
fn e2_the_bye_goes_to_the_lowest_that_has_had_none() {
    let mut wall = Wall::of(5, 4);
    wall.expect("1-3 2-4 bye 5").play("1 2");
    wall.expect("1-2 5-3 bye 4").play("1 3");
    wall.expect("1-4 2-5 bye 3").play("1 2");
    wall.expect("1-5 3-4 bye 2");
}

#[test]
fn e2_a_half_point_bye_bars_from_the_full_one_while_others_are_left() {
    let mut wall = Wall::of(7, 4);
    wall.half_bye(7).expect("1-4 2-5 3-6").play("1 2 3");
    wall.expect("1-2 3-7 4-5 bye 6").play("1 3 4=5");
    wall.expect("1-3 2-6 4-7 bye 5");
}

#[test]
fn e3_the_lowest_that_lets_the_rest_be_paired_floats() {
    let mut wall = Wall::of(9, 5);
    wall.expect("1-5 2-6 3-7 4-8 bye 9").play("1 2 3 4");
    wall.expect("1-3 2-4 9-5 6-7 bye 8").play("1 9 4 7");
    let mut kinder = wall.clone().with(Settings { avoid_repeat_floats: true, ..Settings::default() });
    wall.expect("1-4 9-2 3-8 7-5 bye 6");
    kinder.expect("1-9 4-3 2-7 8-5 bye 6");
}

#[test]
fn e4_each_school_mode_has_its_own_answer() {
    for (mode, expected) in [
        (SchoolMode::Ignore, "1-2 3-5 4-6 7-8"),
        (SchoolMode::Prefer, "1-2 3-6 4-5 7-8"),
        (SchoolMode::Plus2, "1-2 3-4 5-8 6-7"),
        (SchoolMode::Avoid, "1-4 2-3 5-8 6-7"),
    ] {
        let mut wall = Wall::of(8, 4);
        wall.expect("1-5 2-6 3-7 4-8").play("1 2 3 4");
        wall.expect("1-3 2-4 5-7 6-8").play("1 2 5 6");
        let mut wall = wall.with(Settings { school_mode: mode, ..Settings::default() });
        wall.schools(&[(1, 0), (2, 0), (3, 1), (5, 1), (7, 2), (8, 2)]).expect(expected);
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
        wall.expect(round).draw_all();
    }
}

#[test]
fn e5b_without_look_ahead_the_fourth_round_has_only_rematches() {
    let mut wall = Wall::of(6, 5).without_lookahead();
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4", "1-6 2-4 3-5"] {
        wall.expect(round).draw_all();
    }
    wall.expect_refused("1-3 2-5 4-6");
}

#[test]
fn e5b_with_look_ahead_six_teams_play_a_complete_round_robin() {
    let mut wall = Wall::of(6, 5);
    for round in ["1-4 2-5 3-6", "1-5 2-6 3-4", "1-6 2-3 4-5", "1-3 2-4 5-6", "1-2 3-5 4-6"] {
        wall.expect(round).draw_all();
    }
    assert_eq!(wall.changed_by_lookahead, [3]);
}

#[test]
fn e5b_after_a_round_robin_of_four_every_pairing_is_a_rematch() {
    let mut wall = Wall::of(4, 4).without_lookahead();
    for round in ["1-3 2-4", "1-4 2-3", "1-2 3-4"] {
        wall.given(round).play_by_seed();
    }
    wall.expect_refused("1-2 3-4");
}

#[test]
fn e6_a_leader_who_has_met_the_whole_next_group_drops_two() {
    let mut wall = Wall::of(7, 5);
    wall.given("1-4 2-5 3-6 bye 7").play("1 2 3");
    wall.given("1-2 7-3 4-5 bye 6").play("1 7 4");
    wall.given("1-7 2-3 4-6 bye 5").play("1 2 4");
    wall.expect("1-5 2-4 7-6 bye 3");
}

#[test]
fn e8_a_double_round_pairs_on_the_total_of_both_matches() {
    let mut wall = Wall::of(6, 3).double_rounds();
    wall.given("1-4 2-5 3-6").play("1:4-0 2:3-1 3:2-2");
    wall.given("1-2 3-4 5-6").play("1:2-2 3:4-0 5:1-3");
    wall.expect("1-3 2-6 5-4");
}

#[test]
fn e9_acceleration() {
    use bughouse::pairing::Acceleration;
    let higher_seed_wins = |accelerate, rounds: [&str; 2]| {
        let mut wall = Wall::of(8, 4).with(Settings { accelerate, ..Settings::default() });
        for round in rounds {
            wall.expect(round).play_by_seed();
        }
    };
    higher_seed_wins(Acceleration::None, ["1-5 2-6 3-7 4-8", "1-3 2-4 5-7 6-8"]);
    higher_seed_wins(Acceleration::Us28r1, ["1-3 2-4 5-7 6-8", "1-2 3-5 4-6 7-8"]);
    higher_seed_wins(Acceleration::Baku, ["1-3 2-4 5-7 6-8", "1-2 5-6 3-4 7-8"]);
}

#[test]
fn e11_an_unrated_team_is_kept_from_the_bye_if_the_section_says_so() {
    let unrated = |protect_unrated| Wall::of(5, 4).with(Settings { protect_unrated, ..Settings::default() });
    unrated(true).unrated(5).expect("1-3 2-5 bye 4");
    unrated(false).unrated(5).expect("1-3 2-4 bye 5");
}
