//! What lies ahead is shown before it is posted: dead ends, bans, wishes, and only advice that can be followed.

use super::hall::Hall;

/// A Swiss of so many teams.
fn swiss(teams: u32, options: &[&str]) -> Hall {
    Hall::in_section(options, teams)
}

/// Rounds in which every match is drawn.
fn drawn(hall: &Hall, rounds: usize) {
    for _ in 0..rounds {
        hall.run(&["pair"]).ok();
        let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} =\n")).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
}

const DEAD_END: &str =
    "round 3 would lead to a dead end: whatever its results, round 4 cannot be paired by the rules after it";

/// Six teams, five rounds, all drawn: without looking ahead round 3 leaves two triangles.
#[test]
fn a_dead_end_is_reported_before_the_round_is_posted() {
    let lookahead = "look ahead now: bughouse section edit Open --lookahead yes";
    let shorter = "end after round 3: bughouse section edit Open --rounds 3";
    for (options, remedy, after) in [
        (["--lookahead", "no"], lookahead, None),
        (["--lookahead", "warn"], lookahead, Some("bughouse unpair Open; bughouse section edit Open --lookahead yes")),
        (["--system", "fide-team"], shorter, Some(shorter)),
    ] {
        let hall = swiss(6, &[&["--rounds", "5"], &options[..]].concat());
        drawn(&hall, 2);
        let output = hall.run(&["check-pairing"]).ok().out;
        assert!(output.contains(&format!("{DEAD_END}; {remedy}")), "{options:?}: {output}");
        assert!(!output.contains("can be paired, unless"), "{output}");
        let json = hall.json(&["check-pairing"]);
        assert_eq!((&json["dead_end"], &json["rest"]), (&serde_json::json!(4), &serde_json::json!("impossible")));
        let posted = hall.run(&["pair"]).ok().err;
        assert_eq!(
            after.is_some(),
            posted.contains("round 4 cannot be paired by the rules after this one"),
            "{posted}"
        );
        assert!(after.is_none_or(|after| posted.contains(after)), "{posted}");
    }
}

#[test]
fn what_check_pairing_names_leads_out_of_the_dead_end() {
    let hall = swiss(6, &["--rounds", "5", "--lookahead", "no"]);
    drawn(&hall, 2);
    hall.run(&["section", "edit", "Open", "--lookahead", "yes"]).ok();
    assert!(!hall.run(&["check-pairing"]).ok().out.contains("dead end"));
    drawn(&hall, 3);
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse standings Open");
}

/// Looking ahead takes all to stay [pairing-and-tiebreaks, 1.8]: where that is known to be wrong, it says so.
#[test]
fn who_is_known_to_be_away_or_back_next_round_is_named() {
    let hall = swiss(6, &["--rounds", "4"]);
    hall.run(&["bye", "1", "--round", "4"]).ok();
    hall.run(&["team", "withdraw", "5", "--from-round", "4"]).ok();
    for results in ["1 0-1\n2 0-1\n3 1-0\n", "1 1-0\n2 1-0\n3 =\n"] {
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], results).ok();
    }
    let error = hall.run(&["pair"]).ok().err;
    let by_whom = "round 4 could not have been paired after it by the same teams (gone by then: Team 1, Team 5)";
    assert!(error.contains(by_whom), "{error}");

    let hall = swiss(7, &["--rounds", "5"]);
    for round in ["1", "2", "3"] {
        hall.run(&["bye", "7", "--round", round, "--points", "half"]).ok();
    }
    drawn(&hall, 2);
    assert!(hall.run(&["pair"]).ok().err.contains("after it by the same teams (back by then: Team 7)"));
}

#[test]
fn a_larger_field_is_reported_too() {
    let hall = swiss(14, &["--rounds", "9"]);
    drawn(&hall, 6);
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(output.contains("round 7 would lead to a dead end") && output.contains("--lookahead yes"), "{output}");
    hall.run(&["section", "edit", "Open", "--lookahead", "yes"]).ok();
    assert!(!hall.run(&["check-pairing"]).ok().out.contains("dead end"));
    assert!(hall.run(&["pair"]).ok().err.contains("looked ahead"));
}

#[test]
fn an_open_result_makes_the_dead_end_provisional() {
    let hall = swiss(6, &["--rounds", "5", "--lookahead", "no"]);
    drawn(&hall, 1);
    hall.run(&["pair"]).ok();
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(output.contains("dead end, if the open matches are drawn"), "{output}");
}

#[test]
fn nothing_is_advised_that_cannot_be_done_any_more() {
    for (system, rule) in [("us", "27A1"), ("fide-team", "C.04.6 2.1.1")] {
        let hall = swiss(4, &["--rounds", "4", "--lookahead", "no", "--system", system]);
        let output = hall.run(&["check-pairing"]).ok().out;
        assert_eq!(output.contains("(28B, 29K)"), system == "us", "{output}");
        drawn(&hall, 3);
        let output = hall.run(&["check-pairing"]).ok().out;
        assert!(output.contains(&format!("({rule})")) && !output.contains("round-robin"), "{output}");
        let refused = hall.run(&["pair"]).fails(1, &format!("({rule})"));
        let advice = "end after 3 rounds: bughouse section edit Open --rounds 3; or allow it: bughouse pair Open --allow-rematch";
        assert!(refused.err.contains(advice), "{}", refused.err);
        hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    }
}

#[test]
fn a_ban_on_same_school_pairs_is_named_as_the_obstacle() {
    let hall = swiss(8, &["--rounds", "3", "--school-mode", "forbid"]);
    for team in 1..=5 {
        hall.run(&["team", "edit", &format!("Team {team}"), "--school", "Lincoln"]).ok();
    }
    let output = hall.run(&["check-pairing"]).ok().out;
    let cure = "cannot all be paired as long as teams from the same school never meet: bughouse section edit Open --school-mode avoid";
    assert!(output.contains(cure), "{output}");
    assert!(output.contains("Lincoln has 5 of the 8 teams, more than can be kept apart"), "{output}");
    assert!(!output.contains("must meet") && !output.contains("fewer rounds"), "{output}");
    let next = || hall.json(&["status"])["sections"][0]["next"].clone();
    assert_eq!(next(), "bughouse check-pairing Open");
    let refused = hall.run(&["pair"]).fails(1, "round 1 of Open has no allowed pairing");
    assert!(refused.err.contains("bughouse section edit Open --school-mode avoid"), "{}", refused.err);
    hall.run(&["section", "edit", "Open", "--school-mode", "avoid"]).ok();
    assert_eq!(next(), "bughouse pair Open");
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(output.contains("so some of them must meet: at least 1 pair in each round"), "{output}");
    hall.run(&["pair"]).ok();
}

#[test]
fn a_do_not_pair_list_is_named_as_the_obstacle() {
    let hall = swiss(4, &["--rounds", "2"]);
    for other in ["2", "3", "4"] {
        hall.run(&["pairing", "forbid", "1", other]).ok();
    }
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(output.contains("with the do-not-pair list as it is: bughouse pairing allow T1 T2"), "{output}");
    let next = || hall.json(&["status"])["sections"][0]["next"].clone();
    assert_eq!(next(), "bughouse check-pairing Open");
    hall.run(&["pair"]).fails(1, "round 1 of Open has no allowed pairing");
    hall.run(&["pairing", "allow", "1", "4"]).ok();
    assert_eq!(next(), "bughouse pair Open");
}

#[test]
fn the_outlook_is_that_of_the_teams_that_are_here() {
    let hall = swiss(6, &[]);
    hall.run(&["check-in", "1"]).ok();
    hall.run(&["check-pairing"])
        .fails(1, "Open has 1 team checked in, too few to pair")
        .says("to see who's missing: bughouse check-in --list");
    hall.run(&["section", "add", "Empty"]).ok();
    hall.run(&["check-pairing", "Empty"])
        .fails(1, "Empty has 0 teams, too few to pair")
        .says("enter teams with `bughouse import FILE`");
    hall.run(&["section", "remove", "Empty"]).ok();
    hall.run(&["check-in", "2", "3"]).ok();
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(output.contains("3 teams (3 more not checked in)") && output.contains("3 is the maximum"), "{output}");
    assert_eq!(hall.json(&["check-pairing"])["teams"], 3);
    // How many will play is not known, so no other format is advised.
    let hall = swiss(6, &["--rounds", "4"]);
    hall.run(&["check-in", "1", "2"]).ok();
    for words in [&["check-pairing"][..], &["pair", "--anyway"]] {
        let said = hall.run(words).ok();
        let output = format!("{}{}", said.out, said.err);
        assert!(output.contains("bughouse check-in --list") && !output.contains("round-robin"), "{output}");
    }
}

#[test]
fn a_wanted_rematch_is_reported_when_wanted_before_and_when_posted() {
    let hall = swiss(6, &["--rounds", "4"]);
    drawn(&hall, 1);
    let met = "Team 1 and Team 4 met in round 1 (27A1)";
    assert!(hall.run(&["pairing", "require", "1", "4", "--round", "2"]).ok().err.contains(&format!("note: {met}")));
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(
        output.contains(&format!("as requested for round 2: {met}")) && !output.contains("can be paired by the rules"),
        "{output}"
    );
    assert!(hall.run(&["pair"]).ok().err.contains(&format!("paired as requested: {met}")));
    let unmet = swiss(6, &["--rounds", "4"]);
    assert_eq!(unmet.run(&["pairing", "require", "1", "4", "--round", "2"]).ok().err, "");
}

#[test]
fn two_teams_are_advised_to_play_a_round_robin() {
    let hall = swiss(2, &[]);
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(
        output.contains(
            "for a field this small the rulebook (29K) recommends a round robin in 1 round: bughouse section edit Open --pairing round-robin"
        ),
        "{output}"
    );
}

/// Six teams of children from several schools that never meet, drawn and won so that teams 2 and 4 have met nobody's like but one.
fn bound_by_schools() -> Hall {
    let hall = Hall::under("us-chess-2018");
    let options = ["--matches", "2", "--school-mode", "forbid", "--rounds", "3"];
    hall.run(&[&["section", "add", "Open"], &options[..]].concat()).ok();
    let schools = [("Birch", "Birch"), ("Ash", "Birch"), ("", ""), ("Ash", "Cedar"), ("Cedar", "Cedar"), ("", "")];
    for ((n, rating), (one, other)) in (1..).zip([1900, 2000, 1800, 1600, 1500, 1700]).zip(schools) {
        let players =
            [("a Alpha", one), ("b Beta", other)].map(|(who, school)| format!("P{n}{who},5,{rating},,{school}"));
        let team = format!("Team {n}");
        hall.run(&["team", "add", &team, "--section", "Open", "--player", &players[0], "--player", &players[1]]).ok();
    }
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables(), [(1, 2, 6), (2, 1, 4), (3, 3, 5)]);
    hall.run_with(&["enter"], "1.1 =\n1.2 =\n2.1 1\n2.2 1\n3.1 1\n3.2 1\n").ok();
    hall
}

#[test]
fn a_ban_on_same_school_pairs_is_looked_ahead_of_in_any_round() {
    let hall = bound_by_schools();
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(!output.contains("dead end"), "{output}");
    hall.run(&["pair"]).ok().says("looked ahead: a better pairing of round 2 was passed over");
    assert_eq!(hall.tables(), [(1, 1, 6), (2, 3, 4), (3, 2, 5)], "not 1-3 2-5 4-6, after which 2 and 4 both need 3");
    hall.run(&["explain", "6"])
        .ok()
        .says("after it round 3 could not be paired without a rematch or a pair that may not meet");
    let stuck = "whatever the results, round 3 cannot be paired by the rules after this one";
    let by_hand = hall.run(&["pairing", "swap", "Team 6", "Team 3"]).ok();
    assert!(by_hand.err.contains(stuck), "{}", by_hand.err);
    let back = hall.run(&["pairing", "swap", "Team 6", "Team 3"]).ok();
    assert!(!back.err.contains(stuck), "{}", back.err);
}

#[test]
fn a_dead_end_of_banned_pairs_is_reported_where_nobody_looks_ahead() {
    let hall = bound_by_schools();
    hall.run(&["section", "edit", "Open", "--lookahead", "warn"]).ok();
    hall.run(&["check-pairing"]).ok().says("round 2 would lead to a dead end");
    hall.run(&["pair"]).ok().says("round 3 cannot be paired by the rules after this one");
    assert_eq!(hall.tables(), [(1, 1, 3), (2, 2, 5), (3, 6, 4)]);
}
