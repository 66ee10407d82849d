//! A whole event through the binary alone: pair, enter, stand, to the end.

use super::hall::Hall;
use std::collections::HashSet;

/// Plays every round; the lower team number wins, every fifth table is drawn.
fn play(hall: &Hall, rounds: u32) {
    let mut met = HashSet::new();
    for round in 1..=rounds {
        hall.run(&["pair"]).ok();
        let mut lines = String::new();
        for (table, first, second) in hall.tables() {
            assert!(
                met.insert((first.min(second), first.max(second))),
                "round {round}: {first} and {second} meet again"
            );
            let result = if (table + u64::from(round)) % 5 == 0 {
                "="
            } else if first < second {
                "1"
            } else {
                "2"
            };
            lines.push_str(&format!("{table} {result}\n"));
        }
        hall.run_with(&["enter"], &lines).ok();
    }
}

#[test]
fn an_odd_field_plays_five_rounds() {
    let hall = Hall::with_teams(17);
    hall.run(&["section", "edit", "Open", "--rounds", "5"]).ok();
    hall.run(&["team", "withdraw", "Team 9", "--from-round", "3"]).ok();
    hall.run(&["bye", "Team 4", "--round", "2", "--points", "half"]).ok();
    play(&hall, 5);
    hall.run(&["pair"]).fails(1, "all 5 of its rounds");
    let standings = hall.json(&["standings"]);
    assert_eq!(standings["after_round"], 5);
    assert_eq!(standings["rows"].as_array().unwrap().len(), 17);
    let crosstable = hall.run(&["crosstable"]).ok().out;
    assert!(crosstable.contains(" H"), "the half-point bye is shown: {crosstable}");
    for file in ["s.txt", "s.csv", "s.html", "s.json"] {
        hall.run(&["standings", "-o", file]).ok();
        assert!(hall.path(file).metadata().unwrap().len() > 100);
    }
    hall.run(&["standings", "-o", "s.doc"]).fails(2, ".pdf");
    hall.run(&["check"]).ok();
}

#[test]
fn a_late_team_is_seated_without_moving_a_table() {
    let hall = Hall::with_teams(5);
    hall.run(&["pair"]).ok();
    let before = hall.tables();
    hall.enter_teams("Open", 6..=6);
    let odd = hall.json(&["pairings"])["pairings"].as_array().unwrap().iter().find(|p| p["table"].is_null()).unwrap()["first"]["number"]
        .to_string();
    hall.run(&["pairing", "add", &odd, "Team 6"]).ok();
    assert_eq!(hall.tables()[..2], before[..]);
    assert_eq!(hall.tables().len(), 3);
}

#[test]
fn hand_edits_say_what_they_break() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["pair"]).ok();
    let said = hall.run(&["pairing", "swap", "Team 2", "Team 3"]).ok();
    assert!(said.err.contains("met in round 1"), "{}", said.err);
    hall.run(&["unpair"]).ok();
    hall.run(&["pairing", "forbid", "1", "2"]).ok();
    hall.run(&["pairing", "require", "1", "4", "--round", "2"]).ok();
    hall.run(&["pair"]).ok();
    assert!(hall.tables().iter().any(|(_, a, b)| (*a, *b) == (1, 4)));
}

#[test]
fn a_forced_rematch_is_refused_until_allowed() {
    let hall = Hall::with_teams(2);
    hall.run(&["section", "edit", "Open", "--rounds", "2"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["pair"]).fails(1, "27A1");
    hall.run(&["pair", "--allow-rematch"]).ok();
}

#[test]
fn sections_share_the_hall() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Novice"]).ok();
    hall.enter_teams("Novice", 5..=8);
    hall.run(&["standings"]).fails(2, "Open or Novice");
    hall.run(&["pair", "open"]).ok();
    hall.run(&["pair", "novice"]).ok();
    let table = hall.json(&["pairings", "novice"])["pairings"][0]["table"].as_u64().unwrap();
    assert_eq!(table, 3, "table numbers are unique in the tournament");
    hall.run(&["result", "3", "1-0"]).ok();
    assert_eq!(hall.json(&["status"])["sections"][1]["results_missing"], serde_json::json!([4]));
}

#[test]
fn the_report_holds_prizes_play_offs_and_corrections() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["prize", "add", "--place", "1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    let winners: Vec<u64> = hall.tables().iter().map(|(table, a, b)| if *table == 1 { *b } else { *a }).collect();
    hall.run(&["prize", "play-off", &winners[0].to_string(), &winners[1].to_string(), "1-0"]).ok();
    hall.run(&["standings", "--working"]).ok().says("Play-off: ");
    let order = |json: &serde_json::Value, list: &str| -> Vec<serde_json::Value> {
        json[list].as_array().unwrap().iter().map(|row| row["team"]["number"].clone()).collect()
    };
    let (standings, working) = (hall.json(&["standings"]), hall.json(&["standings", "--working"]));
    assert_eq!(order(&working, "teams"), order(&standings, "rows"));
    let report = hall.run(&["report"]).ok();
    report.says("1st place").says("Play-off: ").says("Corrected results").says("(was 1-0)");
    hall.run(&["undo"]).ok();
    hall.run(&["undo"]).ok();
    let report = hall.run(&["report"]).ok().out;
    assert!(!report.contains("(was 1-0)"), "what is undone is no correction: {report}");
}

#[test]
fn the_report_finds_corrections_in_what_slips_came_to_and_not_in_words() {
    let hall = Hall::with_teams(6);
    hall.run(&["team", "edit", "1", "--name", "Rooks (was Pawns)"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1 a mate\n2 1\n3 1\n").ok();
    let corrections = || hall.json(&["report"])["corrections"].as_array().cloned().unwrap();
    assert_eq!(corrections(), Vec::<serde_json::Value>::new(), "a name is no correction");
    hall.run(&["result", "1", "1-0", "a", "resign", "--replace"]).ok();
    assert_eq!(corrections().len(), 0, "the same result for another reason");
    hall.run(&["result", "2", "0-1", "--replace"]).ok();
    hall.run(&["result", "3", "clear", "--replace"]).ok();
    hall.run(&["result", "3", "1/2"]).ok();
    let lines: Vec<String> = corrections().iter().map(|one| one["what"].as_str().unwrap().to_owned()).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("Open · Round 1 · table 2: ") && lines[0].ends_with(" (was 1-0)"), "{lines:?}");
    assert!(lines[1].starts_with("Open · Round 1 · table 3: ") && lines[1].ends_with(" (was 1-0)"), "{lines:?}");
    assert!(lines[1].contains(" drew with "), "what was cleared came to what was entered then: {lines:?}");
    hall.run(&["unpair", "--with-results"]).ok();
    assert_eq!(corrections().len(), 0, "a round that was taken back had none");
    hall.run(&["undo"]).ok();
    assert_eq!(corrections().len(), 2);
}

#[test]
fn the_demo_plays_a_day_and_names_commands_that_can_be_typed_where_it_was_started() {
    let hall = Hall::empty();
    let said = hall.run(&["demo"]).ok();
    let (_, commands) = said.out.split_once("look around:").expect("the demo says what to type next");
    let commands: Vec<Vec<&str>> = commands.lines().map(|line| line.split_whitespace().collect()).collect();
    let typed: Vec<_> = commands.iter().filter(|words| !words.is_empty()).collect();
    assert!(typed.len() >= 4, "{}", said.out);
    for words in typed {
        assert_eq!(words[0], "bughouse", "{}", said.out);
        hall.run(&words[1..]).ok();
    }
    let status = hall.json(&["-f", "bughouse-demo/demo.bughouse", "status"]);
    assert_eq!(status["sections"].as_array().map(Vec::len), Some(3), "{status}");
    assert!(hall.path("bughouse-demo/site/index.html").is_file());
    hall.run(&["demo"]).fails(1, "not empty");
}
