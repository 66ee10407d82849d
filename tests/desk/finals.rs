//! Finals whose teams leave, come back, or are named anew: a final counts its rounds on from those of the section it comes from.

use super::hall::{Hall, Said};

/// Eight teams, three rounds of a Swiss in which the lower number wins, and a knockout for the best four.
fn before_the_final() -> Hall {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    (1..=3).for_each(|_| play(&hall, "Open"));
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "4"]).ok();
    hall
}

/// Posts the next round of a section; the lower number wins everywhere.
fn play(hall: &Hall, section: &str) {
    hall.run(&["pair", section, "--anyway"]).ok();
    for pairing in hall.json(&["pairings", section])["pairings"].as_array().unwrap() {
        if let (Some(table), Some(second)) = (pairing["table"].as_u64(), pairing["second"]["number"].as_u64()) {
            let result = if pairing["first"]["number"].as_u64() < Some(second) { "1-0" } else { "0-1" };
            hall.run(&["result", &table.to_string(), result, "--replace"]).ok();
        }
    }
}

fn all(said: &Said) -> String {
    said.out.clone() + &said.err
}

/// The teams of the round that was posted last, with what is on file at their table.
fn ties(hall: &Hall) -> Vec<(u64, u64, String)> {
    let posted = hall.json(&["pairings", "Final"]);
    let number = |team: &serde_json::Value| team["number"].as_u64().unwrap();
    let pairings = posted["pairings"].as_array().unwrap();
    pairings
        .iter()
        .map(|one| (number(&one["first"]), number(&one["second"]), one["results"][0]["result"].to_string()))
        .collect()
}

#[test]
fn who_leaves_during_a_final_is_out_of_its_next_round() {
    let hall = before_the_final();
    play(&hall, "Final");
    let finalists: Vec<u64> = {
        hall.run(&["pair", "Final"]).ok();
        let [(first, second, _)] = &ties(&hall)[..] else { panic!("one tie") };
        vec![*first, *second]
    };
    hall.run(&["undo"]).ok();
    let gone = finalists[1].to_string();
    hall.run(&["team", "withdraw", &gone]).ok().says("won't be paired from the final of Final on");
    hall.run(&["team", "show", &gone]).ok().says("withdrawn from the final of Final on").says("Final · Semifinals");
    // In the section it comes from it has not left.
    assert!(!hall.run(&["standings", "Open"]).ok().out.contains('§'));
    hall.run(&["pair", "Final"]).ok().says("has left, so");
    let [(first, second, result)] = &ties(&hall)[..] else { panic!("one tie") };
    assert_eq!((vec![*first, *second], result.contains('-')), (finalists.clone(), true), "{result}");
    hall.run(&["standings", "Final"]).ok().says("§").says("champion");
    // Back again, the final is to be played.
    hall.run(&["unpair", "Final", "--with-results"]).ok();
    let back = hall.run(&["team", "return", &gone]).ok();
    assert!(back.says("plays again from the final of Final on").out.lines().count() == 1);
    hall.run(&["pair", "Final"]).ok();
    assert_eq!(ties(&hall)[0].2, "null");
}

#[test]
fn who_missed_a_round_before_the_final_misses_none_in_it() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    play(&hall, "Open");
    hall.run(&["team", "withdraw", "1"]).ok();
    play(&hall, "Open");
    hall.run(&["team", "return", "1"]).ok();
    hall.run(&["bye", "2", "--round", "3"]).ok();
    play(&hall, "Open");
    for format in ["knockout", "round-robin"] {
        let final_of = ["section", "add", "Final", "--pairing", format, "--from", "Open", "--qualify", "1,2,3,4"];
        hall.run(&final_of).ok();
        for _ in 0..2 {
            let said = hall.run(&["pair", "Final"]).ok();
            assert!(!all(&said).contains("has left") && !all(&said).contains("did not show up"), "{}", all(&said));
            assert!(ties(&hall).iter().all(|(.., result)| result == "null"), "{:?}", ties(&hall));
            let won: String = (1..20).map(|table| format!("{table} 1\n")).collect();
            let tables = hall.json(&["status"])["sections"][1]["results_missing"].clone();
            let of = |line: &&str| tables.as_array().unwrap().iter().any(|t| line.starts_with(&format!("{t} ")));
            let pile: String = won.lines().filter(of).map(|line| format!("{line}\n")).collect();
            hall.run_with(&["enter", "Final"], &pile).ok();
        }
        hall.run(&["unpair", "Final", "--with-results"]).ok();
        hall.run(&["unpair", "Final", "--with-results"]).ok();
        hall.run(&["section", "remove", "Final"]).ok();
    }
}

#[test]
fn a_final_of_other_teams_has_the_rounds_that_these_need() {
    let hall = before_the_final();
    hall.run(&["section", "edit", "Final", "--top", "2"]).ok().says("changed section Final");
    hall.run(&["pair", "Final"]).ok();
    hall.run(&["section", "edit", "Final", "--top", "4"]).fails(1, "its teams are set");
    hall.run(&["unpair", "Final"]).ok();
    let named = hall.run(&["section", "edit", "Final", "--qualify", "1,2,3,4"]).ok();
    named.says("changed section Final").says("qualified for Final");
    hall.run(&["log", "--last", "1"]).ok().says("new: the place of Team 1 in Final");
    let posted = hall.run(&["pair", "Final"]).ok();
    assert!(all(&posted.says("Semifinals")).lines().all(|line| !line.contains("comes to its winner")));
    play_posted(&hall);
    hall.run(&["pair", "Final"]).ok().says("Pairings · Final");
    // Others go on: who was named before is not.
    hall.run(&["unpair", "Final"]).ok();
    hall.run(&["unpair", "Final", "--with-results"]).ok();
    hall.run(&["section", "edit", "Final", "--top", "3"]).ok();
    assert!(!all(&hall.run(&["pair", "Final"]).ok()).contains("named"));
}

fn play_posted(hall: &Hall) {
    let tables = hall.json(&["status"])["sections"][1]["results_missing"].clone();
    for table in tables.as_array().unwrap() {
        hall.run(&["result", &table.to_string(), "1-0"]).ok();
    }
}

#[test]
fn a_final_comes_from_a_section_that_is_played_before_it() {
    let hall = before_the_final();
    hall.run(&["section", "edit", "Final", "--from", "Final", "--top", "4"])
        .fails(2, "can't get its teams from itself");
    hall.run(&["section", "edit", "Open", "--from", "Final", "--top", "4"]).fails(2, "can't get its teams from itself");
    hall.run(&["section", "add", "Other", "--top", "4"]).fails(2, "not from where");
    assert!(hall.json(&["section", "list"])["sections"].as_array().unwrap().len() == 2);
}

#[test]
fn of_a_final_whose_teams_have_both_left_nobody_is_champion() {
    let hall = before_the_final();
    play(&hall, "Final");
    hall.run(&["pair", "Final"]).ok();
    let (first, second, _) = ties(&hall)[0].clone();
    hall.run(&["undo"]).ok();
    hall.run(&["team", "withdraw", &first.to_string()]).ok();
    hall.run(&["team", "expel", &second.to_string()]).ok();
    hall.run(&["pair", "Final"]).ok().says("have both left, so neither advances");
    assert!(ties(&hall)[0].2.contains("-/-"));
    assert!(!hall.run(&["standings", "Final"]).ok().out.contains("champion"));
    hall.run(&["bye", &first.to_string(), "--round", "5"]).fails(1, "withdrew before round 5");
    hall.run(&["check"]).ok();
}

#[test]
fn a_ruling_without_a_table_is_made_where_the_child_plays_now() {
    let hall = before_the_final();
    let ruled = |player: &str| hall.json(&["ruling", "offence", "--player", player, "--offence", "clock-hand"]);
    assert_eq!(ruled("P1a")["section"], "Open", "the final is not paired yet");
    hall.run(&["pair", "Final"]).ok();
    let at = hall.json(&["pairings", "Final"])["pairings"][0]["table"].clone();
    let answer = ruled("P1a");
    assert_eq!((&answer["section"], &answer["table"], &answer["step"]), (&"Final".into(), &at, &1.into()), "{answer}");
    assert_eq!(ruled("P1a")["penalty"], "time:1:00");
    assert_eq!(ruled("P1a")["match_result"], "0-1", "the game of the final is lost");
    assert_eq!(ruled("P8a")["section"], "Open", "who is in no final");
    let table = at.to_string();
    hall.run(&["rule", &table, "P1b", "other", "expel"]).ok().says("Team 1 won't be paired from round 2 of Final on");
}

#[test]
fn two_finals_that_ask_for_one_team_at_once_say_so() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    for name in ["Cup", "Plate"] {
        hall.run(&["section", "add", name, "--from", "Open", "--top", "2", "--pairing", "knockout"]).ok();
    }
    assert!(!hall.run(&["pair", "Cup"]).ok().err.contains("elsewhere"));
    hall.run(&["pair", "Plate"]).ok().says("still playing elsewhere: ");
}

#[test]
fn a_final_whose_source_waits_for_a_decision_alone_names_the_appeal() {
    let hall = before_the_final();
    hall.run(&["official", "add", "Sam", "--role", "section-chief"]).ok();
    hall.run(&["rule", "1", "P1a", "other", "warning"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    let said = hall.run(&["pair", "Final"]);
    let said = said.fails(1, "nobody has qualified for Final yet: Open is waiting for a decision on appeal 1");
    said.says("bughouse appeal decide 1 --stands");
    hall.run(&["status"]).ok().says("bughouse appeal show 1");
    hall.run(&["result", "2", "clear"]).ok();
    hall.run(&["pair", "Final"]).fails(1, "Open isn't finished");
    hall.run(&["undo"]).ok();
    hall.run(&["appeal", "decide", "1", "--stands"]).ok();
    hall.run(&["pair", "Final"]).ok();
}

#[test]
fn who_is_out_of_a_final_is_not_paired_in_the_section_it_came_from() {
    for expelled in [true, false] {
        let hall = before_the_final();
        hall.run(&["pair", "Final"]).ok();
        let (first, second, _) = ties(&hall)[0];
        let (gone, table) = (second.to_string(), hall.json(&["pairings", "Final"])["pairings"][0]["table"].to_string());
        if expelled {
            let player = format!("P{gone}a");
            let words =
                ["ruling", "offence", &table, "--player", &player, "--offence", "clock-hand", "--penalty", "expel"];
            hall.run(&[&words[..], &["--reason", "fighting"]].concat()).ok();
        } else {
            hall.run(&["team", "withdraw", &gone]).ok();
        }
        let status =
            || hall.run(&["team", "show", &gone]).ok().out.lines().find(|l| l.contains("Status")).map(str::to_owned);
        let out = status();
        hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
        hall.run(&["pair", "Open"]).ok();
        let posted = hall.json(&["pairings", "Open"])["pairings"].clone();
        let seated =
            posted.as_array().unwrap().iter().flat_map(|one| [&one["first"]["number"], &one["second"]["number"]]);
        let seated: Vec<u64> = seated.filter_map(serde_json::Value::as_u64).collect();
        assert!(seated.contains(&first) && !seated.contains(&second), "{seated:?}");
        // It is out of the same round of the final as before, whose rounds count on from one more.
        assert_eq!(status(), out);
        hall.run(&["result", &table, "1-0", "--replace"]).ok();
        hall.run(&["explain", &gone, "--section", "Open"]).ok().says("left before round 4");
        hall.run(&["unpair", "Open"]).ok();
        assert_eq!(status(), out);
        hall.run(&["check"]).ok();
    }
}

#[test]
fn status_names_who_would_not_be_in_a_posted_final_by_now() {
    let hall = before_the_final();
    hall.run(&["pair", "Final"]).ok();
    let seeded: Vec<u64> = ties(&hall).iter().flat_map(|(one, other, _)| [*one, *other]).collect();
    let out = || hall.json(&["status"])["sections"][1]["out_of_final"].clone();
    assert_eq!(out(), serde_json::json!([]));
    // The one of the four that lost a point in round 3 to somebody outside falls behind them.
    let third = hall.json(&["pairings", "Open", "--round", "3"])["pairings"].clone();
    for pairing in third.as_array().unwrap() {
        let [one, other] = ["first", "second"].map(|side| pairing[side]["number"].as_u64().unwrap());
        if seeded.contains(&one) != seeded.contains(&other) {
            let result = if seeded.contains(&one) { "0-1" } else { "1-0" };
            hall.run(&["result", &pairing["table"].to_string(), result, "--round", "3", "--replace"]).ok();
        }
    }
    assert_ne!(out(), serde_json::json!([]));
    hall.run(&["status"])
        .ok()
        .says("would play here instead of")
        .says("bughouse unpair Final, then bughouse pair Final");
    // Another finalist who goes home changes nothing of that.
    let before = out();
    let wrong: Vec<String> = before.as_array().unwrap().iter().map(ToString::to_string).collect();
    let stays = seeded.iter().find(|team| !wrong.iter().any(|out| out.contains(&team.to_string()))).unwrap();
    hall.run(&["team", "withdraw", &stays.to_string()]).ok();
    assert_eq!(out(), before);
    hall.run(&["undo"]).ok();
    hall.run(&["unpair", "Final"]).ok();
    hall.run(&["pair", "Final"]).ok();
    assert_eq!(out(), serde_json::json!([]));
    // What the director named is not held against the standings.
    hall.run(&["unpair", "Final"]).ok();
    hall.run(&["pair", "Final", "--qualify", "5,6,7,8"]).ok();
    assert_eq!(out(), serde_json::json!([]));
}

/// Four teams, one round of a Swiss, and a knockout of all four whose semifinals are posted at tables 3 and 4.
fn in_the_semi_finals() -> Hall {
    Hall::made("in the semifinals", || {
        let hall = Hall::with_teams(4);
        hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
        play(&hall, "Open");
        hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "4"]).ok();
        hall.run(&["pair", "Final"]).ok();
        hall
    })
}

#[test]
fn a_team_that_is_named_sits_in_its_final_and_not_in_the_section_it_came_from() {
    let hall = in_the_semi_finals();
    let [(a, b, _), (c, _, _)] = ties(&hall)[..] else { panic!("two ties") };
    let [a, b, c] = [a, b, c].map(|team| team.to_string());
    hall.run(&["absent", &a]).ok().says("table 3");
    hall.run(&["pairing", "swap", "team", &a, "team", &c, "--dry-run"]).ok().says("swapped places in the semifinals");
    hall.run(&["pairing", "set", "3", &c, &a, "--dry-run"]).ok().says("at table 3 in the semifinals");
    hall.run(&["pairing", "bye", &a]).fails(1, "Final is a knockout").says("bughouse result 3 ");
    hall.run(&["pairing", "add", &a, &b]).fails(1, "already at table 3");
    hall.run(&["bye", &a, "--round", "1"]).fails(1, "Final is a knockout");
    hall.run(&["pairing", "forbid", &a, &b]).fails(1, "the pairings in Final");
    hall.run(&["result", "3", "1-0"]).ok();
    hall.run(&["absent", &a]).fails(1, "table 3,").says("bughouse pairings Final").says("bughouse result 3 ");
    hall.run(&["pairing", "swap", "team", &a, "team", &c])
        .fails(1, "table 3 already has a result")
        .says("bughouse result 3 clear");
}

#[test]
fn knockout_rounds_are_called_by_what_they_are_in_every_answer() {
    let hall = in_the_semi_finals();
    hall.run(&["start", "Final"]).ok().says("the semifinals of Final started at");
    hall.run(&["start", "Final"]).fails(1, "the semifinals of Final already started at");
    hall.run(&["team", "withdraw", "1", "--dry-run"]).ok().says("has no result yet in the semifinals");
    hall.run(&["explain", "1"]).ok().says("Final · Semifinals");
    hall.run(&["result", "9", "1-0"]).fails(2, "Final semifinals: tables 3-4");
}

#[test]
fn a_final_that_waits_advises_to_cut_its_source_short_only_where_that_can_be_meant() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "4"]).ok();
    let shorten = |said: &Said| all(said).contains("shorten it with");
    for round in 1..=3 {
        let said = hall.run(&["round", "-o", "r.txt"]).ok().says("Final is waiting for Open to finish");
        assert!(!shorten(&said), "{}", all(&said));
        // The last planned round is posted, and leaving it out changes nothing.
        let named = hall.run(&["pair", "Final"]);
        assert_eq!((named.code, shorten(&named)), (1, round == 2), "{}", named.err);
        hall.run_with(&["enter", "Open"], "1 1\n2 1\n").ok();
    }
}
