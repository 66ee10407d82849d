//! Byes of rounds that are posted: given and corrected as results are.

use super::hall::Hall;
use serde_json::Value;

/// Six teams; the first-named team won everywhere, in so many rounds.
fn after(rounds: u32) -> Hall {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "5"]).ok();
    (0..rounds).for_each(|_| play(&hall));
    hall
}

fn play(hall: &Hall) {
    hall.run(&["pair"]).ok();
    let tables = hall.json(&["pairings"])["pairings"].as_array().expect("a list").clone();
    let lines: String = tables.iter().filter_map(|row| row["table"].as_u64()).map(|t| format!("{t} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
}

fn points(hall: &Hall, team: u64) -> Value {
    let rows = hall.json(&["standings"])["rows"].as_array().expect("a list").clone();
    rows.into_iter().find(|row| row["team"]["number"] == team).expect("it is in the table")["points"].clone()
}

/// The command that a refusal names after `: bughouse `.
fn hinted(err: &str) -> Vec<String> {
    let line = err.rsplit(": bughouse ").next().expect("a command is hinted").lines().next().expect("a line");
    line.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_late_team_gets_half_points_for_the_rounds_it_missed() {
    let hall = after(2);
    let why =
        |hall: &Hall| ["1", "2"].map(|round| hall.json(&["explain", "Team 1", "--round", round])["reasons"].clone());
    hall.enter_teams("Open", 7..=7);
    let before = why(&hall);
    let refused = hall.run(&["bye", "Team 7", "--round", "1"]);
    assert_eq!(points(&hall, 7), 0.0);
    let words = hinted(&refused.fails(1, "round 1 is already posted: Team 7 was not paired in it").err);
    assert_eq!(words, ["bye", "7", "--round", "1", "--points", "half", "--replace"]);
    let said = hall.run(&words.iter().map(String::as_str).collect::<Vec<_>>()).ok();
    assert!(said.out.starts_with("Team 7 has a half-point bye in round 1 (was: not paired)"), "{}", said.out);
    assert!(said.out.contains("standings changed:"), "{}", said.out);
    assert_eq!(points(&hall, 7), 0.5);
    let json = hall.json(&["bye", "7", "--round", "2", "--replace"]);
    assert_eq!(json["changed"], true);
    assert!(json["consequences"]["standings"].is_array(), "{json}");
    assert_eq!(points(&hall, 7), 1.0);
    assert_eq!(why(&hall), before, "how the rounds were paired is no other");
    let trf = hall.run(&["export", "trf", "--dialect", "individuals"]).ok().out;
    let line = trf.lines().find(|line| line.starts_with("001    7")).expect("it is in the file");
    assert_eq!(line.matches("0000 - H").count(), 2, "{line}");
    hall.run(&["bye", "7", "--round", "2"]).ok().says("nothing was changed");
    hall.run(&["undo"]).ok();
    assert_eq!(points(&hall, 7), 0.5, "one command is one undo");
    // It is committed to no second bye by it, and is paired.
    let sheet = hall.json(&["pair", "--anyway"]);
    assert!(sheet.to_string().contains("Team 7"), "{sheet}");
}

#[test]
fn a_full_bye_typed_for_a_half_is_corrected() {
    let hall = after(1);
    hall.run(&["bye", "Team 2", "--round", "2", "--points", "full"]).ok();
    let typed = hall.json(&["log"])["commands"].as_array().expect("a list").last().expect("one")["command"].clone();
    play(&hall);
    let was = points(&hall, 2).as_f64().expect("a number");
    let refused = hall.run(&["undo", "--only", &typed.to_string()]);
    let words = hinted(&refused.fails(1, "depends on command").err);
    assert_eq!(words, ["bye", "2", "--round", "2", "--points", "POINTS", "--replace"]);
    let said = hall.run(&["bye", "2", "--round", "2", "--points", "half", "--replace"]).ok();
    assert!(said.out.starts_with("Team 2 has a half-point bye in round 2 (was: a full-point bye)"), "{}", said.out);
    assert_eq!(points(&hall, 2).as_f64(), Some(was - 0.5));
    let bye = hall.json(&["team", "show", "2"])["rounds"][1].clone();
    assert_eq!(bye["what"], "half-point bye");
    // Paired again, the round has the bye as it is now.
    hall.run_with(&["enter"], "1 clear\n2 clear\n").ok();
    hall.run(&["unpair"]).ok();
    hall.run(&["pair"]).ok();
    let sheet = hall.json(&["pairings"]);
    let row = sheet["pairings"].as_array().unwrap().iter().find(|row| row["first"]["number"] == 2).unwrap().clone();
    assert_eq!(row["bye"], "half");
}

#[test]
fn a_forfeit_that_was_a_bye_asked_for_becomes_one() {
    let hall = after(0);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 +/-\n2 1\n3 1\n").ok();
    play(&hall);
    let second = hall.json(&["pairings", "--round", "1"])["pairings"][0]["second"]["number"].to_string();
    let refused =
        hall.run(&["bye", &second, "--round", "1", "--replace"]).fails(1, "table 1 already has a result in round 1");
    let clear = hinted(&refused.err);
    hall.run(&clear.iter().map(String::as_str).collect::<Vec<_>>()).ok();
    let said = hall.run(&["bye", &second, "--round", "1", "--replace"]).ok().out;
    assert!(said.contains("table 1 stays empty"), "{said}");
    assert_eq!(points(&hall, second.parse().expect("a number")).as_f64().map(|points| points >= 0.5), Some(true));
}

#[test]
fn a_team_that_is_out_or_in_a_schedule_gets_no_bye_of_a_posted_round() {
    let hall = after(1);
    hall.run(&["team", "withdraw", "Team 5"]).ok();
    play(&hall);
    hall.run(&["bye", "5", "--round", "2", "--replace"]).fails(1, "withdrew before round 2");
    hall.run(&["team", "return", "5"]).ok();
    hall.run(&["bye", "5", "--round", "2", "--replace"]).ok().says("a half-point bye in round 2");
}

#[test]
fn in_a_final_the_section_before_it_is_named() {
    let hall = after(2);
    hall.enter_teams("Open", 7..=7);
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "4"]).ok();
    hall.run(&["section", "edit", "Open", "--rounds", "2"]).ok();
    hall.run(&["pair", "Final", "--qualify", "1,2,3,7"]).ok();
    let refused = hall.run(&["bye", "7", "--round", "1"]).fails(1, "Final is a knockout");
    let words = hinted(&refused.err);
    assert_eq!(words, ["bye", "7", "--round", "1", "--section", "Open"]);
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["--replace"]).collect();
    hall.run(&words).ok().says("Team 7 has a half-point bye in round 1");
}

/// [Baku: the group is fixed at round 1.] Nine teams would have six in the upper half, eight have four.
#[test]
fn a_bye_of_round_one_moves_no_latecomer_into_the_upper_half() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "6", "--accelerate", "baku"]).ok();
    hall.enter_teams("Open", 1..=8);
    let first = hall.run(&["pair"]).ok();
    assert_eq!(first.code, 0);
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["team", "add", "Late", "--section", "Open", "--player", "L A,5,1910", "--player", "L B,5,1908"]).ok();
    let without = hall.json(&["pair", "--dry-run"]);
    hall.run(&["bye", "Late", "--round", "1", "--points", "zero", "--replace"]).ok();
    assert_eq!(hall.json(&["pair", "--dry-run"]), without);
}
