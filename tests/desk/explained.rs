//! What `explain` says of a Swiss round that was not simply paired by the rules and left alone.

use super::hall::Hall;

/// A section of so many teams and rounds, with round 1 posted and won by the better team at every table.
fn after_round_1(teams: u32, rounds: &str) -> Hall {
    let hall = Hall::with_teams(teams);
    hall.run(&["section", "edit", "Open", "--rounds", rounds]).ok();
    hall.run(&["pair"]).ok();
    let lines: String =
        hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
    hall.run_with(&["enter"], &lines).ok();
    hall
}

fn draw_all(hall: &Hall) {
    let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} =\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
}

/// The sentences, each with its rule, with the line breaks of the terminal taken out.
fn explained(hall: &Hall, who: &[&str]) -> Vec<String> {
    let json = hall.json(&[&["explain"], who].concat());
    let reason = |r: &serde_json::Value| {
        let rule = r["rule"].as_str().map(|rule| format!(" ({rule})")).unwrap_or_default();
        format!("{}{rule}", r["text"].as_str().unwrap())
    };
    json["reasons"].as_array().unwrap().iter().map(reason).collect()
}

#[test]
fn a_round_that_look_ahead_changed_was_not_changed_by_hand() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "5"]).ok();
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        draw_all(&hall);
    }
    assert!(hall.run(&["pair"]).ok().err.contains("looked ahead"));
    let round = explained(&hall, &[]);
    assert_eq!(
        round[0],
        "For this round alone it would be Team 2 against Team 4, Team 3 against Team 5. That was passed over because after it round 4 \
         could not be paired without a rematch; so it is Team 2 against Team 3, Team 4 against Team 5, the best choice that still lets \
         round 4 be paired. (27A1)"
    );
    assert!(round.iter().all(|text| !text.contains("by hand")), "{round:?}");
    let team = explained(&hall, &["Team 2"]);
    assert!(team.iter().all(|text| !text.contains("29C2") && !text.contains("switch halves")), "{team:?}");
}

#[test]
fn a_corrected_result_is_no_hand_edit_and_gives_no_false_reason() {
    let hall = after_round_1(8, "4");
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok();
    let round = explained(&hall, &[]);
    assert!(
        round[0].starts_with("A result, an option or an entry has changed since this round was posted"),
        "{round:?}"
    );
    assert!(round.iter().all(|text| !text.contains("by hand") && !text.contains("cannot all be paired")), "{round:?}");
    assert!(
        round.contains(
            &"Under the rules it would now be: Team 3 against Team 5, Team 1 against Team 7. Posted: Team 1 against Team 3, Team 5 \
              against Team 7."
                .to_owned()
        ),
        "{round:?}"
    );
    assert_eq!(
        explained(&hall, &["Team 1"]),
        [
            "Team 1 was posted to meet Team 3. A result, an option or an entry has changed since: under the pairing rules Team 1 \
             would now meet Team 7.",
            "Trade-off: Team 3 is 1 point ahead of Team 1. (27A2)",
            "In the round as a whole, more teams leave their score groups, or they drop further, than under the rules. (27A2)",
        ]
    );
    let untouched = explained(&hall, &["Team 8"]);
    assert!(untouched.iter().any(|text| text.contains("the natural pair")), "{untouched:?}");
}

#[test]
fn a_swap_by_hand_is_reported_as_one_with_what_it_costs() {
    let hall = after_round_1(9, "4");
    hall.run(&["pair"]).ok();
    hall.run(&["pairing", "swap", "Team 4", "Team 5"]).ok();
    assert_eq!(
        explained(&hall, &["Team 5"]),
        [
            "Under the pairing rules Team 5 should meet Team 9. The director changed that by hand: now Team 5 meets Team 2.",
            "Trade-off: Team 2 is 1 point ahead of Team 5. (27A2)",
            "In the round as a whole, different teams leave their score groups than under the rules. (29D1)",
        ]
    );
    let round = explained(&hall, &[]);
    assert_eq!(round[0], "This round was changed by hand after it was posted.");
    assert!(round.iter().all(|text| !text.contains("switch halves")), "{round:?}");
    hall.run(&["undo"]).ok();
    assert!(explained(&hall, &[]).iter().all(|text| !text.contains("by hand")));
}

#[test]
fn a_late_team_seated_by_hand_was_not_put_there_by_a_criterion() {
    let hall = after_round_1(7, "4");
    hall.run(&["pair"]).ok();
    hall.enter_teams("Open", 8..=8);
    hall.run(&["pairing", "add", "Team 8", "Team 6"]).ok();
    let late = explained(&hall, &["Team 8"]);
    assert!(
        late[0]
            .starts_with("Team 8 was not in the round when it was posted. The director added them by hand: now Team 8 meets Team 6; under"),
        "{late:?}"
    );
    assert_eq!(
        explained(&hall, &["Team 6"])[0],
        "Under the pairing rules Team 6 should have the bye. The director changed that by hand: now Team 6 meets Team 8."
    );
    let others = explained(&hall, &["Team 1"]);
    assert_eq!(
        others.last().map(String::as_str),
        Some("Other tables of this round were changed by hand after it was posted.")
    );
}

#[test]
fn a_changed_option_is_no_hand_edit() {
    let hall = Hall::with_teams(8);
    for team in ["Team 1", "Team 3"] {
        hall.run(&["team", "edit", team, "--school", "Lincoln"]).ok();
    }
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        let lines: String =
            hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
    let before = explained(&hall, &[]);
    assert!(before.iter().any(|text| text.contains("they are from the same school")), "{before:?}");
    hall.run(&["section", "edit", "Open", "--school-mode", "ignore"]).ok();
    let round = explained(&hall, &[]);
    assert!(
        round[0].starts_with("A result, an option or an entry has changed since this round was posted"),
        "{round:?}"
    );
    assert!(round.iter().all(|text| !text.contains("by hand")), "{round:?}");
}

#[test]
fn a_wanted_pair_that_was_changed_after_all_was_no_rule() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    hall.run(&["pairing", "require", "Team 1", "Team 2", "--round", "1"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(explained(&hall, &["Team 1"]), ["The director matched Team 1 with Team 2 before the round was paired."]);
    hall.run(&["pairing", "swap", "Team 1", "Team 3"]).ok();
    assert_eq!(
        explained(&hall, &["Team 1"]),
        [
            "Before the round was paired, the director wanted Team 1 to meet Team 2, but later changed that by hand: now Team 1 meets Team 6."
        ]
    );
}

#[test]
fn a_pair_that_may_not_meet_is_no_clash_of_schools() {
    let hall = Hall::with_teams(4);
    hall.run(&["pairing", "forbid", "Team 1", "Team 3"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["pairing", "swap", "Team 3", "Team 4"]).ok();
    let round = explained(&hall, &[]).join(" ");
    assert!(round.contains("more teams meet that should not") && !round.contains("school"), "{round}");
}

#[test]
fn teams_of_merged_sections_were_paired_by_the_rules_of_their_own() {
    let hall = Hall::under("us-chess-2018");
    for (section, numbers) in [("A", 1..=4), ("B", 5..=8)] {
        hall.run(&["section", "add", section, "--rounds", "2"]).ok();
        hall.enter_teams(section, numbers);
        hall.run(&["pair", section]).ok();
    }
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["section", "merge", "B", "A"]).ok();
    let why = hall.run(&["explain", "Team 5"]).ok().out.split_whitespace().collect::<Vec<_>>().join(" ");
    let posted = "Team 5 was posted to meet Team 7. A result, an option or an entry has changed since";
    assert!(why.contains(posted) && !why.contains("by hand"), "{why}");
}

#[test]
fn a_finalist_is_explained_in_the_final() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "A", "--rounds", "1"]).ok();
    hall.enter_teams("A", 1..=4);
    hall.run(&["pair", "A"]).ok();
    hall.run_with(&["enter", "A"], "1 1\n2 1\n").ok();
    hall.run(&["section", "add", "F", "--pairing", "knockout", "--from", "A", "--top", "2"]).ok();
    let explained = |words: &[&str]| hall.json(&[&["explain"], words].concat())["section"].clone();
    assert_eq!(explained(&["Team 1"]), "A");
    hall.run(&["pair", "F"]).ok();
    assert_eq!(explained(&["Team 1"]), "F");
    assert_eq!(explained(&["Team 1", "--section", "F"]), "F");
    assert_eq!([explained(&["Team 1", "--section", "A"]), explained(&["Team 3"])], ["A", "A"]);
    hall.run(&["explain", "Team 4", "--section", "F"]).fails(2, "Team 4 isn't in F");
}

#[test]
fn byes_that_were_asked_for_or_given_by_hand_are_among_the_reasons_of_the_round() {
    let hall = Hall::with_teams(8);
    hall.run(&["bye", "8", "--round", "1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["pairing", "bye", "2"]).ok();
    let round = explained(&hall, &[]);
    for reason in
        ["Team 2 was given a bye by hand in round 1, which scores a full point.", "Team 8 asked for a bye in round 1."]
    {
        assert!(round.iter().any(|line| line == reason), "{round:#?}");
    }
    assert_eq!(explained(&hall, &["2"]), ["Team 2 was given a bye by hand in round 1, which scores a full point."]);
}
