//! Appeals: the chain, who may hear them, and what an overturned ruling takes with it.

use super::hall::Hall;
use super::pdf_text;
use super::ruling_ladders::paired;
use serde_json::{Value, json};

fn officials(hall: &Hall) {
    for (name, role) in [("Tess", "td"), ("Sam", "section-chief"), ("Flo", "floor-chief")] {
        hall.run(&["official", "add", name, "--role", role]).ok();
    }
}

#[test]
fn an_appeal_goes_up_two_steps_and_ends_there() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "partner-piece", "match", "--as", "Tess"]).ok();
    let filed = hall.json(&["appeal", "file", "1", "--by", "P1a", "--note", "it was my own piece"]);
    let expected = json!({ "appeal": 1, "ruling": 1, "level": "section-chief", "state": "open", "final": false, "affected_rulings": [] });
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&filed[key], value, "{key}");
    }
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).fails(1, "is still waiting for the section chief");
    let decide = |appeal: &str, who: &str, what: &str| {
        hall.run(&["appeal", "decide", appeal, "--official", who, what, "--json"])
    };
    decide("1", "Tess", "--uphold").fails(1, "rule 18");
    decide("1", "Flo", "--overturn").fails(1, "no step may be skipped");
    decide("1", "Nobody", "--overturn").fails(2, "there is no official");
    let upheld = decide("1", "Sam", "--uphold").ok().json();
    assert_eq!((&upheld["state"], &upheld["final"]), (&json!("upheld"), &json!(false)));
    assert_eq!(
        hall.json(&["status"])["sections"][0]["open_appeals"],
        0,
        "nothing is open until the second appeal is filed"
    );
    assert_eq!(hall.json(&["appeal", "file", "1", "--by", "Team 1"])["level"], "floor-chief");
    decide("2", "Sam", "--uphold").fails(1, "floor chief");
    let overturned = decide("2", "Flo", "--overturn").ok().json();
    assert_eq!((&overturned["state"], &overturned["final"]), (&json!("overturned"), &json!(true)));
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null(), "the match is open again");
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).fails(1, "final (us-chess-2018 rule 18)");
    decide("2", "Flo", "--uphold").fails(1, "has already been decided: the ruling is overturned");
    hall.run(&["appeal", "withdraw", "2"]).fails(1, "has already been decided: the ruling is overturned");
}

#[test]
fn without_a_chief_the_refusal_names_the_command_that_appoints_one() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1a", "clock-h"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).fails(1, "bughouse official add NAME --role section-chief");
    hall.run(&["official", "add", "Sam", "--role", "section-chief", "--section", "Open"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--official", "Sam", "--uphold"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).fails(1, "bughouse official add NAME --role floor-chief");
}

#[test]
fn one_person_does_not_hear_both_steps_nor_an_own_ruling() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["official", "add", "Flo", "--role", "section-chief"]).ok();
    hall.run(&["rule", "1", "P1a", "clock-h", "--as", "Sam"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--official", "Sam", "--uphold"]).fails(1, "appoint a deputy");
    hall.run(&["appeal", "decide", "1", "--official", "Flo", "--uphold"]).fails(1, "appoint a deputy");
    hall.run(&["official", "add", "Dee", "--role", "section-chief"]).ok();
    hall.run(&["appeal", "decide", "1", "--official", "Dee", "--uphold"]).ok();
}

#[test]
fn who_has_ruled_or_decided_an_appeal_stays_on_the_list() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["official", "add", "Tess", "--role", "td"]).ok().says("Tess is already listed as TD");
    for _ in 0..2 {
        hall.run(&["rule", "1", "P1a", "clock-h", "--as", "Tess"]).ok();
    }
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--official", "Sam", "--uphold"]).ok();
    hall.run(&["official", "remove", "Flo", "--dry-run"]).ok().says("removed Flo as floor chief");
    hall.run(&["ruling", "void", "2", "--reason", "seen twice", "--as", "Flo"]).ok();
    for name in ["Tess", "Sam", "Flo"] {
        let stays = format!("{name} has made a ruling or heard an appeal, so the name stays on the list");
        hall.run(&["official", "remove", name]).fails(1, &stays);
    }
}

#[test]
fn overturning_lists_later_rulings_that_rested_on_it_and_changes_none() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    for _ in 0..3 {
        hall.run(&["rule", "1", "P1a", "clock-h", "--as", "Tess"]).ok();
    }
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let decided = hall.json(&["appeal", "decide", "1", "--official", "Sam", "--overturn"]);
    assert_eq!(decided["affected_rulings"], json!([2, 3]));
    assert_eq!(hall.json(&["appeal", "show", "1"])["affected_rulings"], json!([2, 3]), "as long as it is on record");
    assert_eq!(hall.json(&["appeal", "list"])["appeals"][0]["affected_rulings"], json!([2, 3]));
    let third = hall.json(&["ruling", "show", "3"]);
    assert_eq!((&third["step"], &third["step_now"], &third["match_result"]), (&json!(3), &json!(2), &json!("0-1")));
    let next = hall.json(&["rule", "1", "P1a", "clock-h", "--again", "--dry-run"]);
    assert_eq!(next["step"], 3, "two of three count");
}

#[test]
fn modifying_gives_the_new_penalty_its_effect_and_keeps_the_step() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "partner-piece", "match", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let decided = hall.json(&["appeal", "decide", "1", "--official", "Sam", "--modify", "time:2:00"]);
    assert_eq!((&decided["state"], &decided["penalty"]), (&json!("modified"), &json!("time:2:00")));
    let ruling = hall.json(&["ruling", "show", "1"]);
    let mia = json!({ "number": 5, "name": "P3a Alpha" });
    assert_eq!(ruling["clock"], json!([{ "board": "a", "player": mia, "side": null, "add": "2:00" }]));
    assert_eq!((&ruling["match_result"], &ruling["standing"]), (&Value::Null, &json!("modified")));
    hall.run(&["appeal", "decide", "1", "--official", "Sam", "--modify", "slap"]).fails(2, "is not a penalty");
}

#[test]
fn a_section_is_not_paired_while_an_appeal_is_open() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["rule", "1", "P1a", "partner-piece", "match"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    assert_eq!(hall.json(&["status"])["sections"][0]["open_appeals"], 1);
    hall.run(&["pair"]).fails(1, "appeal 1");
    let said = hall.run(&["pair", "--anyway"]).ok();
    assert!(
        said.err
            .contains("provisional: appeal 1 is open; if ruling 1 is overturned, round 2 would be paired differently"),
        "{}",
        said.err
    );
    hall.run(&["undo"]).ok();
    hall.run(&["appeal", "withdraw", "1"]).ok();
    hall.run(&["pair"]).ok();
}

#[test]
fn lists_of_nothing_are_empty_and_unknown_numbers_are_reported() {
    let hall = paired("us-chess-2018");
    assert_eq!(hall.json(&["appeal", "list", "--open"])["appeals"], json!([]));
    assert_eq!(hall.json(&["ruling", "list"])["rulings"], json!([]));
    hall.run(&["ruling", "show", "1"]).fails(2, "there is no ruling 1");
    hall.run(&["appeal", "show", "1"]).fails(2, "there is no appeal 1");
    hall.run(&["ruling", "void", "1", "--reason", "x"]).fails(2, "there is no ruling 1");
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).fails(2, "there is no ruling 1");
}

#[test]
fn undo_of_any_step_restores_what_stood_before() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    let state = || {
        let read = |words: &[&str]| hall.run(words).ok().out;
        [
            read(&["ruling", "list", "--json"]),
            read(&["appeal", "list", "--json"]),
            read(&["pairings", "--json"]),
            read(&["standings", "--json"]),
            read(&["team", "list", "--json"]),
        ]
    };
    let steps: [&[&str]; 9] = [
        &["rule", "1", "P1a", "clock-h"],
        &["ruling", "claim", "1", "--board", "b", "--by", "P1b", "--kind", "agreement"],
        &["ruling", "void", "2", "--reason", "they play on"],
        &["rule", "1", "P1a", "partner-piece", "match"],
        &["appeal", "file", "3", "--by", "P1a"],
        &["appeal", "decide", "1", "--official", "Sam", "--modify", "game"],
        &["appeal", "file", "3", "--by", "P1a"],
        &["appeal", "decide", "2", "--official", "Flo", "--overturn"],
        &["ruling", "spectator", "1", "--action", "replay"],
    ];
    let mut before = Vec::new();
    for step in steps {
        before.push(state());
        hall.run(step).ok();
    }
    let after = state();
    for expected in before.iter().rev() {
        hall.run(&["undo"]).ok();
        assert_eq!(&state(), expected);
    }
    hall.run(&["redo", "9"]).ok();
    assert_eq!(state(), after);
}

#[test]
fn a_slip_does_not_write_over_a_ruling() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1a", "partner-piece", "match"]).ok();
    hall.run(&["result", "1", "0-1"]).ok();
    hall.run(&["result", "1", "1-0", "--replace"]).fails(1, "decided by ruling 1");
    hall.run(&["result", "1", "clear"]).fails(1, "decided by ruling 1");
    hall.run(&["result", "2", "1-0", "a", "penalty"]).fails(2, "bughouse rule 2");
}

#[test]
fn after_the_last_word_standings_are_as_if_the_ruling_had_never_been() {
    let play = |with_story: bool| {
        let hall = paired("us-chess-2018");
        officials(&hall);
        hall.run(&["result", "2", "1-0", "a", "mate"]).ok();
        if with_story {
            hall.run(&["rule", "1", "P1a", "hidden", "--as", "Tess"]).ok();
            hall.run(&["rule", "1", "P1a", "hidden", "--as", "Tess"]).ok();
            hall.run(&["appeal", "file", "2", "--by", "P1a"]).ok();
            hall.run(&["appeal", "decide", "1", "--official", "Sam", "--uphold"]).ok();
            hall.run(&["appeal", "file", "2", "--by", "P1a"]).ok();
            hall.run(&["appeal", "decide", "2", "--official", "Flo", "--overturn"]).ok();
        }
        hall.run(&["result", "1", "1-0", "a", "mate"]).ok();
        hall.run(&["pair"]).ok();
        [hall.json(&["standings"]), hall.json(&["crosstable"]), hall.json(&["pairings"])]
    };
    assert_eq!(play(true), play(false));
}

#[test]
fn stands_and_falls_are_said_of_the_ruling_itself_at_either_step() {
    // First decision, second decision, and what holds after each.
    for (first, second, after_first, after_second, result) in [
        ("--falls", "--stands", "overturned", "in-force", json!("0-1")),
        ("--falls", "--falls", "overturned", "overturned", Value::Null),
        ("--stands", "--falls", "in-force", "overturned", Value::Null),
        ("--stands", "--stands", "in-force", "in-force", json!("0-1")),
    ] {
        let hall = paired("us-chess-2018");
        officials(&hall);
        hall.run(&["rule", "1", "P1a", "partner-piece", "match", "--as", "Tess"]).ok();
        hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
        let decided = hall.json(&["appeal", "decide", "1", first]);
        assert_eq!(decided["ruling_state"], after_first);
        hall.run(&["appeal", "file", "1", "--by", "Team 3"]).ok();
        let decided = hall.json(&["appeal", "decide", "2", second]);
        assert_eq!(
            (&decided["ruling_state"], &decided["final"]),
            (&json!(after_second), &json!(true)),
            "{first} {second}"
        );
        assert_eq!(decided["match_result"], result, "{first} {second}");
        let listed = hall.run(&["appeal", "list"]).ok().out;
        let word = |upheld: bool| if upheld { "the ruling is upheld" } else { "the ruling is overturned" };
        assert!(listed.contains(word(second == "--stands")), "{listed}");
        let log = hall.run(&["log"]).ok().out;
        assert!(!log.contains("outcome") && log.contains("of ruling 1"), "{log}");
    }
}

#[test]
fn a_ruling_changed_by_the_section_chief_is_in_force_again_as_it_was_made() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "partner-piece", "match", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let said = hall.run(&["appeal", "decide", "1", "--modify", "warning"]).ok().out;
    assert!(said.contains("stands: warning for P1a Alpha instead of loss of match"), "{said}");
    hall.run(&["appeal", "file", "1", "--by", "P3a"]).ok();
    let decided = hall.json(&["appeal", "decide", "2", "--stands"]);
    assert_eq!((&decided["ruling_state"], &decided["match_result"]), (&json!("in-force"), &json!("0-1")));
}

#[test]
fn a_denied_claim_that_falls_is_upheld_with_its_result_and_final_is_final() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    let claim = ["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "mate", "--as", "Tess"];
    hall.run(&[&claim[..], &["--deny"]].concat()).ok();
    hall.run(&["result", "1", "0-1", "b", "mate"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["ruling", "void", "1", "--reason", "x"]).fails(1, "is still waiting for the section chief");
    let said = hall.run(&["appeal", "decide", "1", "--official", "Sam", "--falls"]).ok().out;
    assert!(said.contains("stands: P1a Alpha's claim of checkmate is upheld"), "{said}");
    assert!(said.contains("the match is over: 1-0, won by Team 1"), "{said}");
    hall.run(&["appeal", "file", "1", "--by", "P3a"]).ok();
    let decided = hall.json(&["appeal", "decide", "2", "--falls"]);
    assert_eq!((&decided["decision_now"], &decided["match_result"]), (&json!("upheld"), &json!("1-0")));
    let closed = "the floor chief's decision is final (us-chess-2018 rule 18)";
    hall.run(&["ruling", "void", "1", "--reason", "x"]).fails(1, closed);
    hall.run(&claim).fails(1, closed);
    hall.run(&["appeal", "file", "1", "--by", "P3a"]).fails(1, closed);
    assert_eq!(hall.json(&["ruling", "show", "1"])["decision_now"], "upheld");
    hall.run(&["undo"]).ok();
    hall.run(&["appeal", "withdraw", "2"]).ok();
}

#[test]
fn a_slip_offers_an_appeal_while_there_is_one_and_never_shows_what_no_longer_holds() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    let slip = || {
        hall.run(&["ruling", "show", "1", "-o", "slip.txt", "--force"]).ok();
        std::fs::read_to_string(hall.path("slip.txt")).expect("written")
    };
    hall.run(&["rule", "1", "P1a", "hidden", "game", "once too often", "--as", "Tess"]).ok();
    assert!(
        slip().contains("The section chief hears it first") && !slip().contains("before your next round"),
        "{}",
        slip()
    );
    hall.run(&["appeal", "file", "1", "--by", "P2a", "--note", "I saw it"]).ok();
    assert!(hall.run(&["appeal", "list"]).ok().out.contains("P2a Alpha (not in this match)"));
    hall.run(&["appeal", "decide", "1", "--stands"]).ok();
    assert!(slip().contains("once more, to the floor chief"), "{}", slip());
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "2", "--falls"]).ok();
    let slip = slip();
    assert!(slip.contains("This is final.") && !slip.contains("You may appeal"), "{slip}");
    assert!(slip.contains("overturned on appeal") && !slip.contains("loss of game"), "{slip}");
}

#[test]
fn whatever_shows_a_ruling_says_that_an_appeal_is_pending() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "hidden", "game", "once too often", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    for expected in [&["ruling", "list"][..], &["ruling", "show", "1"], &["ruling", "list", "--without-names"]] {
        let said = hall.run(expected).ok().out;
        assert!(said.contains("stands, pending appeal 1"), "{said}");
    }
    hall.run(&["appeal", "decide", "1", "--falls"]).ok();
    hall.run(&["ruling", "show", "1", "-o", "slip.txt"]).ok();
    let slip = std::fs::read_to_string(hall.path("slip.txt")).expect("written");
    assert!(slip.contains("has no effect") && !slip.contains("loss of game") && !slip.contains("You may"), "{slip}");
}

#[test]
fn rulings_without_names_keep_every_key() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "hidden", "game", "P1a Alpha did it twice", "--as", "Tess"]).ok();
    hall.run(&["ruling", "spectator", "2", "--person", "Mr. Hill", "--action", "expel", "--witness", "P3a"]).ok();
    let named = hall.json(&["ruling", "list"])["rulings"].clone();
    let unnamed = hall.json(&["ruling", "list", "--without-names"])["rulings"].clone();
    for (named, unnamed) in named.as_array().into_iter().flatten().zip(unnamed.as_array().into_iter().flatten()) {
        let keys = |value: &serde_json::Value| value.as_object().map(|o| o.keys().cloned().collect::<Vec<_>>());
        assert_eq!(keys(named), keys(unnamed));
        assert_eq!(named["penalty"], unnamed["penalty"]);
        let text = unnamed.to_string();
        assert!(!text.contains("Alpha") && !text.contains("Hill") && !text.contains("P3a"), "{text}");
    }
}

#[test]
fn rulings_to_look_at_again_stay_in_status_until_they_were() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    for _ in 0..2 {
        hall.run(&["rule", "1", "P1a", "clock-h", "--as", "Tess"]).ok();
    }
    hall.run(&["ruling", "keep", "2"]).fails(1, "isn't flagged for review");
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--falls"]).ok();
    let waiting = || hall.json(&["status"])["sections"][0]["look_again"].clone();
    assert_eq!(waiting(), json!([2]));
    let said = hall.run(&["status"]).ok().out;
    assert!(said.contains("ruling 2 was announced as step 2 but would now be step 1"), "{said}");
    hall.run(&["ruling", "keep", "2"]).ok();
    assert_eq!(waiting(), json!([]));
    hall.run(&["undo"]).ok();
    hall.run(&["ruling", "void", "2", "--reason", "the first was none"]).ok();
    assert_eq!(waiting(), json!([]));
}

#[test]
fn an_expulsion_that_falls_names_what_was_ruled_for_it_and_seats_the_team_again() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "3", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=6);
    officials(&hall);
    hall.run(&["pair"]).ok();
    let (table, first, _) = hall.tables()[1];
    let (table, expelled) = (table.to_string(), format!("P{first}a"));
    let ruled = hall.run(&["rule", &table, &expelled, "other", "expel", "shouted", "--as", "Tess"]).ok().out;
    let dictated =
        ruled.split("is open too: bughouse ").nth(1).and_then(|rest| rest.lines().next()).expect("a command");
    assert_eq!(dictated, format!("rule {table} \"{expelled} Alpha\" other match --match 2"));
    hall.run(&["rule", &table, &expelled, "other", "match", "--match", "2"]).ok();
    let others: Vec<String> = hall.tables().iter().map(|(at, ..)| at.to_string()).filter(|at| *at != table).collect();
    let pile: String = others.iter().map(|at| format!("{at}.1 1\n{at}.2 1\n")).collect();
    hall.run_with(&["enter"], &pile).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["appeal", "file", "1", "--by", &expelled]).ok();
    let said = hall.run(&["appeal", "decide", "1", "--falls"]).ok().out;
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("look at ruling 2 again: it cost the player the other match after the expulsion in ruling 1"),
        "{said}"
    );
    let looked_at = || hall.json(&["status"])["sections"][0]["look_again"].clone();
    assert_eq!(hall.json(&["appeal", "show", "1"])["affected_rulings"], json!([2]));
    assert_eq!(looked_at(), json!([2]));
    hall.run(&["ruling", "keep", "2"]).ok().says("is kept as it is");
    assert_eq!(looked_at(), json!([]));
    hall.run(&["undo"]).ok();
    let seats = said.split("has the bye, and `bughouse ").nth(1).and_then(|rest| rest.split('`').next());
    let line = |typed: &str| hall.run(&typed.split(' ').collect::<Vec<_>>()).ok();
    line(seats.expect("who can meet the team"));
    hall.run(&["undo"]).ok();
    // What is printed works in its order.
    let result = format!("result {table} RESULT --round 1");
    let again = format!("to pair it again: bughouse {result}, then bughouse unpair Open, then bughouse pair Open");
    assert!(said.contains(&again), "{said}");
    for typed in [&*result.replace("RESULT", "1-0"), "unpair Open", "pair Open"] {
        line(typed);
    }
    hall.run(&["ruling", "void", "2", "--reason", "not expelled"]).ok();
    assert_eq!(looked_at(), json!([]));
}

#[test]
fn the_last_slip_names_the_open_appeal_before_the_next_round() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "hidden", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let tables: Vec<String> = hall.tables().iter().map(|(table, ..)| table.to_string()).collect();
    for table in &tables[1..] {
        hall.run(&["result", table, "1-0"]).ok();
    }
    hall.run(&["result", &tables[0], "1-0"]).ok().says("round 1 is complete; next: bughouse appeal list --open");
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse appeal list --open");
    hall.run(&["undo"]).ok();
    let said = hall.run_with(&["enter"], &format!("{} 1\n", tables[0])).ok().out;
    assert!(said.contains("complete; next: bughouse appeal list --open"), "{said}");
    hall.run(&["appeal", "withdraw", "1"]).ok();
    hall.run(&["result", &tables[0], "0-1", "--replace"]).ok().says("complete; next: bughouse pair");
}

#[test]
fn a_replay_that_falls_keeps_what_was_played_on_record() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["ruling", "spectator", "1", "--action", "replay", "--as", "Tess"]).ok();
    hall.run(&["result", "1", "0-1", "a", "mate"]).ok();
    let said = hall.run(&["ruling", "void", "1", "--reason", "nobody interfered"]).ok().out;
    assert!(said.contains("the new game (0-1) no longer counts but stays on record"), "{said}");
    assert_eq!(hall.json(&["ruling", "show", "1"])["played_anew"], "0-1");
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null());
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "0-1");
}

#[test]
fn a_finalist_who_lost_on_appeal_is_flagged_in_status() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "knockout"]).ok();
    hall.enter_teams("Open", 1..=4);
    officials(&hall);
    hall.run(&["pair"]).ok();
    let (table, first, second) = hall.tables()[0];
    let (table, loser) = (table.to_string(), format!("P{first}a"));
    hall.run(&["rule", &table, &loser, "partner-piece", "match", "--as", "Tess"]).ok();
    hall.run(&["result", &hall.tables()[1].0.to_string(), "1-0"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["appeal", "file", "1", "--by", &loser]).ok();
    hall.run(&["appeal", "decide", "1", "--falls"]).ok();
    hall.run(&["appeal", "file", "1", "--by", &loser]).ok();
    assert_eq!(hall.json(&["status"])["sections"][0]["through_wrongly"].as_array().map(Vec::len), Some(1));
    hall.run(&["appeal", "decide", "2", "--falls"]).ok();
    hall.run(&["result", &table, "1-0", "--round", "1"]).ok();
    let said = hall.run(&["status"]).ok().out;
    assert!(said.contains(&format!("Team {second} is in the final but didn't win in the semifinals")), "{said}");
}

#[test]
fn only_a_director_rules_on_a_defective_clock() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["official", "add", "Cleo", "--role", "scorekeeper"]).ok();
    let claim = ["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "defective-clock", "--as"];
    let put_right = ["ruling", "neutral", "1", "--board", "a", "--what", "clock replaced", "--cites", "21", "--as"];
    for ruling in [&claim[..], &put_right] {
        hall.run(&[ruling, &["Cleo"]].concat()).fails(1, "and Cleo isn't one (us-chess-2018 rule 21)");
        hall.run(&[ruling, &["Tess"]].concat()).ok();
    }
    hall.run(&["ruling", "neutral", "1", "--what", "pieces put back", "--cites", "17", "--as", "Cleo"]).ok();
}

#[test]
fn the_docket_on_paper_says_what_was_ruled_and_decides_in_the_words_of_the_desk() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "partner-piece", "match", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--official", "Sam", "--falls"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "Team 2"]).ok();
    hall.run(&["appeal", "list", "--open", "-o", "docket.pdf"]).ok();
    let written = pdf_text::text(&std::fs::read(hall.path("docket.pdf")).expect("it was written"));
    for words in ["the ruling is upheld", "the ruling is overturned", "the ruling is changed to", "was: loss of match"]
    {
        assert!(written.contains(words), "{words} in {written}");
    }
}

#[test]
fn an_appeal_from_another_table_is_distinguished_on_every_paper_and_shows_no_name_that_waits_for_approval() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "partner-piece", "match", "--as", "Tess"]).ok();
    let playing = hall.json(&["pairings", "Open"])["pairings"].clone();
    let other = playing.as_array().expect("tables").iter().find(|pairing| pairing["table"] == 2).expect("table 2");
    let (number, name) = (other["first"]["number"].to_string(), other["first"]["name"].as_str().expect("a name"));
    hall.run(&["appeal", "file", "1", "--by", name]).ok();
    let papers: [&[&str]; 3] = [&["appeal", "list", "--open"], &["report"], &["report", "--incidents"]];
    for paper in papers {
        hall.run(&[paper, &["-o", "paper.txt", "--force"]].concat()).ok();
        let text = std::fs::read_to_string(hall.path("paper.txt")).expect("it was written");
        assert_eq!(text.matches("(not in this match)").count(), 1, "{paper:?}: {text}");
    }
    hall.run(&["team", "names", "--required", "yes"]).ok();
    hall.run(&["team", "edit", &number, "--name", "Rude Word"]).ok();
    for paper in papers {
        hall.run(&[paper, &["-o", "paper.txt", "--force"]].concat()).ok();
        let text = std::fs::read_to_string(hall.path("paper.txt")).expect("it was written");
        assert!(!text.contains("Rude Word"), "{paper:?}: {text}");
    }
}

#[test]
fn an_expulsion_that_comes_late_names_the_table_where_the_team_sits_now() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    let (table, first, _) = *hall.tables().iter().find(|(_, a, b)| *a == 1 || *b == 1).expect("team 1 plays");
    let forfeit = if first == 1 { "-/+" } else { "+/-" };
    let open =
        format!("has no result yet in round 2: enter what happened, or the forfeit: bughouse result {table} {forfeit}");
    hall.run(&["rule", "1", "P1a", "other", "expel", "--round", "1"]).ok().says(&open);
    hall.run(&["ruling", "void", "1", "--reason", "not yet"]).ok();
    hall.run(&["rule", "1", "P1a", "other", "warning", "--round", "1"]).ok();
    hall.run(&["appeal", "file", "2", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--modify", "expel"]).ok().says(&open);
    let here = hall.run(&["rule", &table.to_string(), "P1b", "other", "expel"]).ok().out;
    assert!(here.contains("the match is over") && !here.contains("has no result yet in round"), "{here}");
}

#[test]
fn who_has_no_match_loses_none_on_appeal_either() {
    let hall = Hall::with_teams(5);
    officials(&hall);
    hall.run(&["pair"]).ok();
    hall.run(&["ruling", "offence", "--player", "P5a", "--offence", "other", "--penalty", "warning"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P5a"]).ok();
    hall.run(&["appeal", "decide", "1", "--modify", "game"]).fails(1, "P5a Alpha has no match to forfeit now");
    hall.run(&["appeal", "decide", "1", "--modify", "expel"]).ok();
}

#[test]
fn a_chief_at_the_limit_of_the_office_is_shown_what_a_decision_may_be() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["rules", "allow", "section-chief", "time"]).ok();
    hall.run(&["rule", "1", "P1a", "other", "warning", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let refused = hall.run(&["appeal", "decide", "1", "--modify", "game"]);
    refused.fails(1, "change it to time on the clock at most, or have another chief decide: --official NAME");
}

#[test]
fn a_penalty_of_time_that_is_changed_on_appeal_says_what_is_left_to_do_at_the_clock() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    for _ in 0..2 {
        hall.run(&["rule", "1", "P1a", "clock-h", "--as", "Tess"]).ok();
    }
    hall.run(&["appeal", "file", "2", "--by", "P1a"]).ok();
    let said = hall.run(&["appeal", "decide", "1", "--official", "Sam", "--modify", "time:0:30"]).ok().out;
    assert!(said.contains("if the clock has already been set: take 0:30 from"), "{said}");
    hall.run(&["appeal", "file", "2", "--by", "P1a"]).ok();
    let said = hall.run(&["appeal", "decide", "2", "--official", "Flo", "--modify", "time:0:30"]).ok().out;
    assert!(said.contains("if the clock has already been set, leave it"), "{said}");
}

#[test]
fn a_lost_game_that_becomes_a_penalty_of_time_is_one_for_the_clock_of_a_match_that_goes_on() {
    let hall = paired("fide-blitz-3");
    officials(&hall);
    hall.run(&["rule", "1", "P1a", "other", "game", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let said = hall.run(&["appeal", "decide", "1", "--official", "Sam", "--modify", "time:1:00"]).ok().out;
    assert!(said.contains("open again") && said.contains("add 1:00 to"), "{said}");
    assert!(!said.contains("no clock changes"), "{said}");
}

#[test]
fn a_claim_that_an_appeal_upheld_says_where_it_has_no_effect() {
    let hall = paired("us-chess-2018");
    officials(&hall);
    hall.run(&["ruling", "claim", "1", "--by", "P1a", "--kind", "agreement", "--deny", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let listed = |hall: &Hall| hall.run(&["ruling", "list"]).ok().out;
    assert!(!listed(&hall).contains("has no effect"), "{}", listed(&hall));
    // The mate was claimed before the appeal was decided.
    hall.run(&["ruling", "claim", "1", "--by", "P1b", "--kind", "mate", "--as", "Tess"]).ok();
    hall.run(&["appeal", "decide", "1", "--official", "Sam", "--falls"]).ok();
    assert!(listed(&hall).contains("upheld on appeal, but has no effect"), "{}", listed(&hall));
    let shown = hall.run(&["ruling", "show", "1"]).ok().out;
    assert!(shown.contains("upheld on appeal, but has no effect: ruling 2 takes precedence"), "{shown}");
}

#[test]
fn the_report_shows_the_house_rules_of_the_event() {
    let hall = paired("us-chess-2018");
    assert!(!hall.run(&["report"]).ok().out.contains("House rules"));
    hall.run(&["rules", "scope", "clock-hand", "event"]).ok();
    hall.run(&["rules", "allow", "td", "time"]).ok();
    let body = hall.json(&["report"])["house_rules"].to_string();
    assert!(
        body.contains("clock-hand counts over the whole event.") && body.contains("TD: time on the clock"),
        "{body}"
    );
    assert!(hall.run(&["report"]).ok().out.contains("House rules"));
}
