//! `result`, `enter`: slips taken at speed, and what is refused.

use super::hall::Hall;

fn paired(teams: u32) -> Hall {
    Hall::paired(teams)
}

#[test]
fn a_different_result_needs_to_be_meant() {
    let hall = paired(4);
    hall.run(&["result", "1", "1-0"]).ok();
    let facts = hall.facts();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "1", "0-1"]).fails(1, "--replace");
    assert_eq!(hall.facts(), facts, "the same result and a refused one change nothing");
    assert_eq!(hall.json(&["result", "1", "0-1", "--replace"])["before"], "1-0");
    hall.run(&["result", "1", "clear"]).ok();
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null());
}

#[test]
fn what_is_on_file_already_does_not_touch_the_file() {
    let hall = paired(4);
    hall.run(&["result", "1", "1-0"]).ok();
    let bytes = || std::fs::read(hall.path("spring.bughouse")).expect("the file is there");
    let before = bytes();
    hall.run(&["result", "1", "1-0"]).says("already recorded");
    assert!(bytes() == before);
}

#[test]
fn board_and_reason_are_kept() {
    let hall = paired(4);
    hall.run(&["result", "1", "1-0", "--board", "b", "--by", "mate"]).ok();
    hall.run(&["result", "2", "0-1", "a", "time"]).ok();
    let sheet = hall.json(&["pairings"]);
    assert_eq!(
        sheet["pairings"][0]["results"][0],
        serde_json::json!({"match": 1, "result": "1-0", "board": "b", "by": "mate"})
    );
    assert_eq!(
        sheet["pairings"][1]["results"][0],
        serde_json::json!({"match": 1, "result": "0-1", "board": "a", "by": "time"})
    );
}

#[test]
fn a_drawn_board_leaves_the_match_open_under_us_rules() {
    let hall = paired(4);
    assert!(hall.json(&["result", "1", "1/2", "--board", "a", "--by", "flags"])["result"].is_null());
    assert_eq!(hall.json(&["result", "1", "0-1", "--board", "b", "--by", "mate"])["result"], "0-1");
    // From the first team's side: board a drawn, the other board won.
    assert_eq!(hall.json(&["result", "2", "1/2", "--board", "a", "--by", "flags", "--other", "won"])["result"], "1-0");
}

#[test]
fn unplayed_matches_may_start_with_a_hyphen() {
    let hall = paired(4);
    assert_eq!(hall.json(&["result", "1", "-/+"])["result"], "-/+");
    assert_eq!(hall.json(&["result", "2", "-/-"])["result"], "-/-");
}

#[test]
fn what_a_rulebook_cannot_produce_is_refused() {
    let hall = paired(4);
    hall.run(&["result", "1", "1/2", "--board", "a", "--by", "mate"]).fails(1, "15a");
    hall.run(&["result", "1", "1-0", "--by", "agreement"]).fails(1, "16a");
    hall.run(&["result", "1", "+/-", "--by", "mate"]).fails(1, "never began");
    hall.run(&["result", "1", "1/2", "a", "simultaneous"]).fails(1, "only one was entered");
    let both = hall.run(&["result", "1", "1/2", "simultaneous"]);
    both.fails(2, "about both boards").says("result 1 1/2 --by simultaneous");
    hall.run(&["result", "1", "1/2", "a", "agreement", "--other", "won"]).fails(1, "16a");
    hall.run(&["result", "7", "1-0"]).fails(2, "there is no table 7");
    hall.run(&["result", "1", "2-0"]).fails(2, "is not a result");
}

#[test]
fn a_pile_is_entered_whole_or_not_at_all() {
    let hall = paired(8);
    let facts = hall.facts();
    let said = hall.run_with(&["enter"], "1 1-0\n2 3-0\n9 1\n3 = b zz\n").fails(2, "line 2");
    assert!(said.err.contains("line 3") && said.err.contains("line 4"), "{}", said.err);
    assert_eq!(hall.facts(), facts);
    let said = hall.run_with(&["enter", "--json"], "1 1-0\n# a remark\n\n2 2\n3 =\n4.1 1am\n").ok().json();
    assert_eq!(said["entered"], 4);
    assert_eq!(
        hall.json(&["pairings"])["pairings"][3]["results"][0],
        serde_json::json!({"match": 1, "result": "1-0", "board": "a", "by": "mate"})
    );
    hall.run_with(&["enter", "--verify"], "1 1-0\n2 2\n").ok();
    hall.run_with(&["enter", "--verify"], "1 1-0\n2 1\n").fails(1, "line 2");
}

/// Table numbers are those of the newest round: the way back to an older one names it, and who sat there.
#[test]
fn a_result_that_is_missing_of_an_older_round_is_asked_for_by_its_round() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let newer = hall.tables()[0];
    hall.run(&["result", "1", "clear", "--round", "1", "--replace"]).ok();
    let refused = hall.run(&["pair"]).fails(1, "has no result yet from table 1");
    assert!(refused.err.contains("bughouse enter Open --round 1"), "{}", refused.err);
    let wrong = hall.run(&["result", "1", "0-1"]).fails(1, "table 1 already has a different result: 1-0 (round 2: ");
    assert!(wrong.err.contains(&format!("Team {} beat Team {}", newer.1, newer.2)), "{}", wrong.err);
    hall.run_with(&["enter", "Open", "--round", "1"], "1 2\n").ok();
    hall.run(&["pair"]).ok();
}

#[test]
fn pairing_waits_for_every_result() {
    let hall = paired(4);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["pair"]).fails(1, "table 2");
    let said = hall.run(&["pair", "--anyway"]).ok();
    assert!(said.err.contains("provisional: round 1, table 2"), "{}", said.err);
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse result 2 RESULT --round 1");
    hall.run(&["pair"]).fails(1, "round 1 of Open has no result yet from table 2");
    hall.run(&["result", "2", "0-1", "--round", "1"]).ok();
    hall.run(&["pair", "--allow-rematch"]).ok();
}

#[test]
fn what_counted_as_drawn_for_a_pairing_is_in_its_json() {
    let hall = paired(8);
    assert_eq!(hall.json(&["unpair"])["round"], 1);
    assert_eq!(hall.json(&["pair"])["assumed_drawn"], serde_json::json!([]));
    hall.run_with(&["enter"], "1 1\n3 1\n").ok();
    assert_eq!(hall.json(&["pair", "--anyway"])["assumed_drawn"], serde_json::json!([{"round": 1, "tables": [2, 4]}]));
    assert!(hall.json(&["pairings"]).get("assumed_drawn").is_none(), "the sheet itself does not know it");
}

#[test]
fn the_hint_of_a_different_result_names_the_same_match() {
    let typed = |hall: &Hall, words: &[&str]| {
        let said = hall.run(words).fails(1, "bughouse result");
        let hint = said.err.split("bughouse ").nth(1).expect("a command").trim().to_owned();
        hall.run(&hint.split_whitespace().collect::<Vec<_>>()).ok()
    };
    let hall = paired(4);
    hall.run_with(&["enter"], "1 1am\n2 1\n").ok();
    hall.run(&["pair"]).ok();
    typed(&hall, &["result", "1", "0-1", "--round", "1"]);
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null(), "round 2 is as it was");
    assert_eq!(hall.json(&["pairings", "--round", "1"])["pairings"][0]["results"][0]["result"], "0-1");
    hall.run(&["result", "1", "0-1", "b", "time", "--round", "1"]).ok();
    let said = hall
        .run(&["result", "1", "0-1", "a", "mate", "--round", "1"])
        .fails(1, "already has a different result: 0-1 b time");
    assert!(said.err.contains("bughouse result 1 0-1 a mate --round 1 --replace"), "{}", said.err);

    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2", "--rounds", "3"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1.1 1\n1.2 1\n").ok();
    typed(&hall, &["result", "1", "0-1", "--match", "1"]);
    let results = hall.json(&["pairings"])["pairings"][0]["results"].clone();
    assert_eq!((&results[0]["result"], &results[1]["result"]), (&serde_json::json!("0-1"), &serde_json::json!("1-0")));
}

#[test]
fn double_rounds_take_the_first_match_without_a_result() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2", "--rounds", "3"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    assert_eq!(hall.json(&["result", "1", "1-0"])["match"], 1);
    assert_eq!(hall.json(&["result", "1", "0-1"])["match"], 2);
    hall.run(&["result", "1", "1/2"]).fails(1, "0-1");
    hall.run_with(&["enter"], "2.2 1\n2.1 1\n").ok();
    assert_eq!(hall.json(&["standings"])["rows"][0]["points"], 2.0);
}

#[test]
fn an_old_result_corrected_shows_what_it_changes() {
    let hall = paired(8);
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["pair"]).ok();
    let before = hall.tables();
    let said = hall.json(&["result", "2", "0-1", "--round", "1", "--replace"]);
    assert_eq!(said["consequences"]["pairings_that_would_differ"], serde_json::json!([2]));
    assert!(!said["consequences"]["standings"].as_array().unwrap().is_empty());
    assert_eq!(hall.tables(), before, "nothing is re-paired by itself");
}

/// Seven tables in round 1, six in round 2: table 7 is never taken for the one of round 1.
#[test]
fn a_table_of_an_earlier_round_is_meant_only_where_that_is_said() {
    let hall = paired(14);
    let lines: String = (1..=7).map(|table| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
    hall.run(&["team", "withdraw", "14"]).ok();
    hall.run(&["team", "withdraw", "13"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables().len(), 6);
    let before = hall.facts();
    let no_table = "there is no table 7 in the current round of Open";
    for words in [
        &["result", "7", "0-1"][..],
        &["result", "7", "0-1", "--replace"],
        &["result", "7", "clear"],
        &["rule", "7", "P1a Alpha", "banging"],
        &["ruling", "neutral", "7", "--board", "a", "--what", "position restored"],
    ] {
        let refused = hall.run(words).fails(2, no_table);
        assert!(refused.err.contains("in round 1 of Open") && refused.err.contains("add --round 1"), "{}", refused.err);
    }
    hall.run_with(&["enter"], "7 0-1\n").fails(2, "add --round 1");
    assert_eq!(hall.facts(), before);
    hall.run(&["result", "7", "0-1", "--round", "1", "--replace"]).ok();
}

#[test]
fn the_answer_names_the_board_that_decided() {
    let hall = paired(4);
    hall.run(&["result", "1", "1/2", "--board", "a", "--by", "flags"]).ok();
    hall.run(&["result", "1", "1-0", "--board", "b", "--by", "mate"]).says("beat Team 3, on board b by checkmate");
    hall.run(&["result", "1", "0-1", "a", "time"]).fails(1, "table 1 already has a different result: 1-0 b mate");
    hall.run(&["result", "2", "0-0", "--board", "b", "--by", "no-clock"]).ok();
    hall.run(&["result", "2", "0-1", "--board", "a", "--by", "mate"]).says("beat Team 2, on board a by checkmate");
    // Two boards that are only a draw together (13): neither decided.
    let hall = Hall::under("fide-blitz-3");
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    for other in ["lost", "drawn"] {
        let drawn = ["result", "1", "1-0", "--board", "a", "--by", "mate", "--other", other, "--replace"];
        assert!(hall.run(&drawn).ok().out.contains("Team 1 drew with Team 2\n"));
        let shown = hall.json(&["pairings"])["pairings"][0]["results"][0].clone();
        assert_eq!(shown, serde_json::json!({"match": 1, "result": "1/2", "board": null, "by": null}));
    }
}

#[test]
fn a_board_reported_for_a_result_without_any_is_another_result_where_both_boards_count() {
    for stored in ["1-0", "1/2", "0-0", "+/-", "-/-"] {
        let hall = Hall::under("fide-blitz-3");
        hall.run(&["section", "add", "Open"]).ok();
        hall.enter_teams("Open", 1..=2);
        hall.run(&["pair"]).ok();
        hall.run(&["result", "1", stored]).ok();
        hall.run(&["result", "1", "0-1", "b", "mate"]).fails(1, "table 1 already has a different result");
        hall.run_with(&["enter"], "1 0-1 b mate\n").fails(1, "table 1 already has a different result");
        hall.run(&["result", "1", "0-1", "b", "mate", "--replace"]).ok();
    }
}

#[test]
fn a_reason_may_stand_behind_the_result_without_a_board() {
    let hall = Hall::with_teams(8);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1f\n2 =g\n3 2br\n4 = l\n").ok();
    let pairings = hall.json(&["pairings"]);
    let lines: Vec<_> = (0..4).map(|table| pairings["pairings"][table]["results"][0]["by"].clone()).collect();
    assert_eq!(lines, ["forfeit", "agreement", "resign", "flags"], "{pairings}");
    hall.run_with(&["enter"], "1 1z\n").fails(2, "\"z\" is neither a board nor a reason");
    hall.run_with(&["enter"], "1 1amr\n").fails(2, "is not a result");
}

#[test]
fn a_match_of_which_a_board_is_on_record_was_begun() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    let player = |side: &str| format!("P{}a", hall.json(&["pairings"])["pairings"][0][side]["number"]);
    hall.run(&["ruling", "claim", "1", "--by", &player("first"), "--kind", "both-flags"]).ok();
    for unplayed in ["+/-", "-/+", "-/-"] {
        hall.run(&["result", "1", unplayed, "--replace"]).fails(1, "board a of table 1 was decided by ruling 1: 1/2");
    }
    hall.run(&["result", "1", "1-0", "b", "mate"]).ok();
    hall.run(&["result", "2", "1/2", "a", "flags"]).ok();
    hall.run(&["result", "2", "+/-"]).fails(1, "table 2 already has a different result: 1/2 a flags");
    hall.run(&["result", "2", "+/-", "--replace"]).ok();
    hall.run(&["check"]).ok();
}

#[test]
fn the_forfeit_point_of_a_team_that_has_left_is_reported_or_asked() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    let first = hall.json(&["pairings"])["pairings"][0]["first"]["number"].to_string();
    hall.run(&["team", "withdraw", &first]).ok();
    let doubt = "has left the event and would get the forfeit point; if they are the ones who didn't show up: bughouse result 1 -/+ --replace";
    hall.run(&["result", "1", "+/-", "--dry-run"]).ok().says(doubt);
    hall.run_with(&["enter", "--dry-run"], "1 +/-\n").ok().says(doubt);
    let said = hall.run(&["result", "1", "-/+", "--dry-run"]).ok();
    assert!(!said.out.contains("forfeit point"), "{}", said.out);
    let facts = hall.facts();
    let Some(said) = hall.at_a_terminal(&["result", "1", "+/-"], "n\n") else { return };
    assert!(said.out.contains("Enter it anyway?") && said.code == 1, "{}", said.out);
    assert_eq!(hall.facts(), facts);
}

#[test]
fn a_match_of_a_double_round_that_is_missing_counts_as_drawn_beside_the_one_that_is_in() {
    for (of_table_2, typed) in [("1-0", "1/2"), ("0-1", "1/2"), ("1/2", "1/2")] {
        let next = |is_typed: bool| {
            let hall = Hall::under("us-chess-2018");
            hall.run(&["section", "add", "Open", "--rounds", "3", "--matches", "2"]).ok();
            hall.enter_teams("Open", 1..=6);
            hall.run(&["pair"]).ok();
            for (table, result, number) in
                [("1", "1/2", "1"), ("1", "1-0", "2"), ("3", "1/2", "1"), ("3", "0-1", "2"), ("2", of_table_2, "1")]
            {
                hall.run(&["result", table, result, "--match", number]).ok();
            }
            if is_typed {
                hall.run(&["result", "2", typed, "--match", "2"]).ok();
            }
            hall.run(&["pair", "--anyway"]).ok();
            hall.tables()
        };
        assert_eq!(next(false), next(true), "{of_table_2}");
    }
}

#[test]
fn two_slips_of_one_table_in_a_pile_are_identified_by_their_lines() {
    let hall = paired(6);
    for dry in [&["--dry-run"][..], &[]] {
        let words = [&["enter"], dry].concat();
        let said = hall.run_with(&words, "3 1am\n3 2\n");
        let said = said.fails(1, "line 2: table 3: line 1 of this pile says 1-0 a mate, but this line says 0-1");
        assert!(!said.err.contains("--replace"), "{}", said.err);
    }
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 0);
    hall.run_with(&["enter"], "3 1am\n3 1\n").ok().says("1 already recorded");
}

#[test]
fn clear_takes_the_whole_slip_back_and_names_no_board() {
    let hall = paired(6);
    hall.run(&["result", "1", "1-0", "a", "mate"]).ok();
    for more in [&["b"][..], &["--other", "drawn"], &["--by", "mate"], &["--white", "P1a Alpha,P4b Beta"]] {
        let said = hall.run(&[&["result", "1", "clear"], more].concat());
        said.fails(2, "clear removes everything entered for table 1, not just one board");
    }
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
    hall.run(&["result", "1", "clear"]).ok();
}

#[test]
fn a_second_pass_of_a_double_round_wants_a_slip_a_match() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1.1 1-0\n1.2 0-1\n").ok();
    let left = |pile: &str| hall.run_with(&["enter", "--verify", "--json"], pile).ok().json()["not_verified"].clone();
    assert_eq!(left("1.1 1-0\n"), serde_json::json!([1]));
    assert_eq!(left("1 0-1\n1 1-0\n"), serde_json::json!([]));
    assert_eq!(left("1.2 0-1\n1 1-0\n"), serde_json::json!([]));
    let differs = |pile: &str| hall.run_with(&["enter", "--verify"], pile);
    let both = differs("1 0-1\n1 0-1\n").fails(1, "line 2: table 1 has 1-0 and 0-1, but two slips say 0-1");
    assert!(both.err.contains("bughouse result 1 0-1 --match 1 --replace"), "{}", both.err);
    differs("1 1-0\n1 1-0\n").fails(1, "line 2");
    differs("1 1-0\n1.1 1-0\n").fails(1, "line 2");
}

#[test]
fn a_second_pass_stops_at_another_board_and_at_another_end_of_it() {
    let hall = paired(4);
    hall.run_with(&["enter"], "1 1am\n2 2\n").ok();
    let pass = |pile: &str| hall.run_with(&["enter", "--verify"], pile);
    pass("1 1bm\n").fails(1, "table 1 has 1-0 a mate, but the slip says 1-0 b mate");
    pass("1 1at\n").fails(1, "table 1 has 1-0 a mate, but the slip says 1-0 a time");
    pass("1 1t\n").fails(1, "the slip says 1-0 --by time");
    for agrees in ["1 1\n", "1 1a\n", "1 1m\n", "1 1am\n", "2 2at\n"] {
        pass(agrees).ok().says("1 slip agrees");
    }
    // What says less than what is on file changes nothing either.
    hall.run(&["result", "1", "1-0", "a"]).ok().says("already recorded");
    hall.run(&["result", "1", "1-0", "--by", "mate"]).ok().says("already recorded");
}

#[test]
fn another_end_of_a_board_needs_to_be_meant_while_the_match_goes_on() {
    let hall = paired(4);
    hall.run(&["result", "1", "1/2", "a", "flags"]).ok();
    let facts = hall.facts();
    let refusal = "table 1 already has a different result: 1/2 a flags";
    hall.run(&["result", "1", "1-0", "a", "mate"]).fails(1, refusal).says("result 1 1-0 a mate --replace");
    hall.run(&["result", "1", "0-0", "a", "forfeit"]).fails(1, refusal);
    hall.run_with(&["enter"], "1 1/2 a repetition\n").fails(1, refusal);
    hall.run(&["result", "1", "1/2", "a"]).ok().says("already recorded");
    assert_eq!(hall.facts(), facts);
    assert_eq!(hall.json(&["result", "1", "1-0", "a", "mate", "--replace"])["result"], "1-0");
    hall.run(&["result", "2", "1/2", "a"]).ok();
    hall.run(&["result", "2", "1/2", "a", "flags"]).ok();
    assert_eq!(hall.json(&["result", "2", "0-1", "b", "mate"])["result"], "0-1");
}

#[test]
fn a_draw_is_reported_of_the_board_that_was_drawn() {
    let hall = paired(4);
    hall.run(&["result", "1", "0-0", "a", "no-clock"]).ok();
    hall.run(&["result", "1", "1/2", "b", "agreement"]).ok();
    assert_eq!(
        hall.json(&["pairings"])["pairings"][0]["results"][0],
        serde_json::json!({"match": 1, "result": "1/2", "board": "b", "by": "agreement"})
    );
}

#[test]
fn a_number_sign_before_a_table_is_no_comment() {
    let hall = paired(4);
    hall.run_with(&["enter"], "#1 1\n# 2 is late\n2 2 # signed\n").ok().says("entered 2 results");
    hall.run_with(&["enter", "--verify"], "#1 1\n#2 2\n").ok().says("2 slips agree");
    hall.run_with(&["enter"], "#1 is late\n").fails(2, "line 1");
}

#[test]
fn a_pile_of_a_double_round_may_be_entered_again() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--matches", "2"]).ok();
    hall.run(&["pair"]).ok();
    let pile = |lines: &str| hall.run_with(&["enter"], lines);
    pile("1 1\n2 1\n2 2\n").ok().says("entered 3 results");
    let facts = hall.facts();
    pile("2 1\n2 2\n").ok().says("entered 0 results; 2 already recorded");
    pile("2 2\n2 1\n").ok().says("entered 0 results; 2 already recorded");
    pile("2 1\n").ok().says("entered 0 results; 1 already recorded");
    // What differs is held against the match that no other line is of.
    pile("2 2\n2 2\n").fails(1, "line 2: table 2 match 1 already has a different result: 1-0").says("--match 1");
    pile("2 =\n").fails(1, "table 2 match 2 already has a different result: 0-1");
    assert_eq!(hall.facts(), facts);
    hall.run(&["result", "2", "1/2"]).fails(1, "table 2 match 2 already has a different").says("--match 2 --replace");
    pile("2 1m\n2 2\n").ok().says("entered 1 result; 1 already recorded");
    // A line alone is of the match that is still open.
    pile("1 1\n").ok().says("entered 1 result");
    if let Some(said) = hall.at_a_terminal(&["enter"], "2.1 =\nn\nq\n") {
        assert!(said.out.contains("table 2 match 1 already has 1-0 mate"), "{}", said.out);
    }
}

#[test]
fn a_team_that_leaves_in_a_double_round_forfeits_both_matches() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--matches", "2"]).ok();
    hall.run(&["pair"]).ok();
    let (table, _, team) = hall.tables()[0];
    let leaves = || hall.run(&["team", "withdraw", &team.to_string(), "--dry-run"]).ok();
    let both = format!("bughouse result {table} +/- --match 1; bughouse result {table} +/- --match 2\n");
    leaves().says(&both);
    hall.run(&["result", &table.to_string(), "1-0"]).ok();
    leaves().says(&format!("the forfeit: bughouse result {table} +/-\n"));
}

#[test]
fn the_same_result_reported_in_more_detail_is_filled_in() {
    let hall = paired(8);
    hall.run_with(&["enter"], "1 1a\n2 1m\n3 1a\n4 1\n").ok();
    hall.run(&["result", "1", "1-0", "a", "mate"]).ok();
    hall.run(&["result", "2", "1-0", "b"]).ok();
    hall.run_with(&["enter"], "3 1m\n4 1bt\n").ok();
    let pass = |pile: &str| hall.run_with(&["enter", "--verify"], pile);
    pass("1 1am\n2 1bm\n3 1am\n4 1bt\n").ok().says("4 slips agree");
    hall.run(&["undo"]).ok();
    pass("3 1at\n4 1am\n").ok().says("2 slips agree");
    let facts = hall.facts();
    for other in ["1-0 a time", "1-0 b mate", "1-0 b", "0-1 a mate"] {
        let words: Vec<&str> = ["result", "1"].into_iter().chain(other.split(' ')).collect();
        hall.run(&words).fails(1, "already has a different result: 1-0 a mate");
    }
    hall.run(&["result", "2", "1-0", "a", "time"]).fails(1, "already has a different result: 1-0 b mate");
    assert_eq!(hall.facts(), facts);
}

#[test]
fn a_second_pass_means_the_first_open_match_and_takes_no_third_slip_of_two() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    let pass = |pile: &str| hall.run_with(&["enter", "--verify"], pile);
    pass("1 1\n").fails(1, "table 1 has nothing").says("bughouse result 1 1-0 --match 1");
    hall.run(&["result", "1", "1-0"]).ok();
    pass("1 1\n1 2\n").fails(1, "line 2").says("bughouse result 1 0-1 --match 2");
    hall.run(&["result", "1", "0-1"]).ok();
    pass("1 1\n1 2\n").ok().says("2 slips agree");
    pass("1 1\n1 2\n1 2\n").fails(1, "line 3: one slip too many: there are only 2 matches at table 1");
    pass("1.1 1\n1.1 1\n1 2\n").ok().says("3 slips agree");
}
