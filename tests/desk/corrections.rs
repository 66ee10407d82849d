//! What a correction touches is shown before it is kept: at a terminal it is asked for, elsewhere it is shown.

use super::hall::Hall;
use super::ruling_ladders::paired;
use serde_json::Value;

fn after_a_round() -> Hall {
    Hall::made("eight teams with a prize, in the second round", || {
        let hall = Hall::with_teams(8);
        hall.run(&["prize", "add", "--place", "1"]).ok();
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
        hall.run(&["pair"]).ok();
        hall
    })
}

#[test]
fn an_old_result_names_the_prizes_that_move() {
    let hall = after_a_round();
    let first = hall.json(&["standings"])["rows"][0]["team"]["number"].clone();
    let sheet = hall.json(&["pairings", "--round", "1"]);
    let table = sheet["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|p| p["first"]["number"] == first)
        .expect("it played")["table"]
        .to_string();
    let tried = hall.run(&["result", &table, "0-1", "--round", "1", "--replace", "--dry-run"]).ok();
    assert!(tried.out.contains("1st place:") && tried.out.contains("(before: "), "{}", tried.out);
    let done = hall.json(&["result", &table, "0-1", "--round", "1", "--replace"]);
    assert_eq!(done["consequences"]["prizes"][0]["prize"], "1st place");
}

#[test]
fn at_a_terminal_an_old_result_is_asked_for_with_all_it_touches() {
    let hall = after_a_round();
    let facts = hall.facts();
    let words = ["result", "1", "0-1", "--round", "1", "--replace"];
    let Some(said) = hall.at_a_terminal(&words, "n\n") else { return };
    assert!(
        said.out.contains("standings changed") && said.out.contains("Do it?") && said.out.contains("not done"),
        "{}",
        said.out
    );
    assert_eq!(hall.facts(), facts);
    let said = hall.at_a_terminal(&words, "y\n").expect("there was a terminal before");
    assert!(said.out.contains("(was 1-0)"), "{}", said.out);
    assert_ne!(hall.facts(), facts);
}

#[test]
fn a_team_that_leaves_names_its_open_table_and_the_bye() {
    let hall = after_a_round();
    hall.run(&["pairing", "require", "1", "2", "--round", "3"]).ok();
    hall.run(&["teams", "-o", "roster.html"]).ok();
    let said = hall.run(&["team", "expel", "1", "--reason", "fighting"]).ok().out;
    for part in [
        "has no result yet in round 2",
        "7 teams remain, so one has a bye",
        "they were due to play Team 2 in round 3",
        "reprint",
    ] {
        assert!(said.contains(part), "{part} is not in:\n{said}");
    }
    let facts = hall.facts();
    let Some(said) = hall.at_a_terminal(&["team", "withdraw", "3"], "n\n") else { return };
    assert!(said.out.contains("an even number") && said.out.contains("Do it?"), "{}", said.out);
    assert_eq!(hall.facts(), facts);
}

#[test]
fn a_merged_section_takes_its_officials_along_and_says_which_prizes_fall_away() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["section", "add", "K-6"]).ok();
    hall.enter_teams("K-6", 1..=3);
    for n in 4..=5 {
        hall.run(&[
            "team",
            "add",
            &format!("Team {n}"),
            "--section",
            "K-3",
            "--player",
            &format!("A{n} a,2"),
            "--player",
            &format!("B{n} b,2"),
        ])
        .ok();
    }
    hall.run(&["official", "add", "Ann", "--role", "section-chief", "--section", "K-3"]).ok();
    hall.run(&["prize", "add", "K-3", "--place", "1"]).ok();
    hall.run(&["check-in", "1", "2"]).ok();
    let said = hall.run(&["section", "merge", "K-3", "K-6"]).ok().out;
    for part in [
        "K-6 will have 5 teams instead of 3",
        "3 of them are not checked in",
        "the K-3 prizes are dropped: 1st place",
        "Ann will cover K-6",
    ] {
        assert!(said.contains(part), "{part} is not in:\n{said}");
    }
    assert!(hall.run(&["official", "list"]).ok().out.contains("K-6"));
    hall.run(&["check"]).ok();
    hall.run(&["undo"]).ok();
    assert!(hall.run(&["prizes", "K-3"]).ok().out.contains("1st place"));
}

#[test]
fn a_split_section_gives_its_prizes_and_officials_to_each_part() {
    let hall = Hall::with_teams(8);
    hall.run(&["official", "add", "Ann", "--role", "section-chief", "--section", "Open"]).ok();
    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    let said = hall.run(&["section", "split", "Open", "--size", "4"]).ok().out;
    assert!(said.contains("Open 1: 4 teams, top seed Team 1") && said.contains("4 prizes in all"), "{said}");
    for section in ["Open 1", "Open 2"] {
        assert!(hall.run(&["prizes", section]).ok().out.contains("2nd place"));
    }
    assert_eq!(hall.run(&["official", "list"]).ok().out.matches("Ann").count(), 2);
    hall.run(&["check"]).ok();
}

#[test]
fn a_section_whose_chief_has_ruled_elsewhere_is_split() {
    let hall = Hall::with_teams(4);
    hall.run(&["official", "add", "Chris", "--role", "section-chief", "--section", "Open"]).ok();
    hall.run(&["section", "add", "Other"]).ok();
    hall.enter_teams("Other", 5..=8);
    hall.run(&["pair", "Other"]).ok();
    let table = hall.json(&["status"])["sections"][1]["results_missing"][0].to_string();
    hall.run(&["ruling", "spectator", &table, "--action", "none", "--as", "Chris"]).ok();
    hall.run(&["section", "split", "Open", "--by", "rating", "--size", "2"]).ok();
    let officials = hall.json(&["official", "list"])["officials"].clone();
    let sections: Vec<&str> = officials.as_array().unwrap().iter().filter_map(|o| o["section"].as_str()).collect();
    assert_eq!(sections, ["Open 1", "Open 2"]);
    assert!(hall.run(&["check"]).ok().out.contains("all is well"));
}

#[test]
fn a_posted_round_without_results_that_would_be_paired_otherwise_is_named_with_the_commands() {
    let hall = after_a_round();
    let words = ["result", "1", "0-1", "--round", "1", "--replace"];
    let output = hall.run(&words).ok().out;
    let again = "to pair it again: bughouse unpair Open, then bughouse pair Open";
    assert!(output.contains("round 2 is posted, has no results yet and would be paired differently now ("), "{output}");
    assert!(output.contains(again), "{output}");
    let posted = hall.tables();
    hall.run(&["unpair", "Open"]).ok();
    hall.run(&["pair", "Open"]).ok();
    assert_ne!(hall.tables(), posted);

    // Once a result of it is in, it stays.
    let table = hall.tables()[0].0.to_string();
    hall.run(&["result", &table, "1-0"]).ok();
    let output = hall.run(&["result", "1", "1-0", "--round", "1", "--replace"]).ok().out;
    assert!(output.contains("round 2 would have been paired differently; it stays as it is"), "{output}");
    assert!(!output.contains("unpair"), "{output}");
}

#[test]
fn a_correction_two_rounds_back_names_the_posted_round_too() {
    let hall = after_a_round();
    let pile: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &pile).ok();
    hall.run(&["pair"]).ok();
    let body = hall.json(&["result", "1", "0-1", "--round", "1", "--replace"])["consequences"].clone();
    assert_eq!(body["to_pair_again"]["round"], 3, "{body:#}");
    assert_eq!(body["to_pair_again"]["commands"], serde_json::json!(["bughouse unpair Open", "bughouse pair Open"]));
}

#[test]
fn a_correction_in_the_last_round_names_the_places_and_prizes_that_move() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "2"]).ok();
    hall.run(&["prize", "add", "--place", "1"]).ok();
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    }
    let done = hall.json(&["result", "1", "0-1", "--replace", "--dry-run"]);
    assert_eq!(done["consequences"]["prizes"][0]["prize"], "1st place");
    assert!(!done["consequences"]["standings"].as_array().expect("a list").is_empty());
    hall.run(&["result", "1", "0-1", "--replace"]).ok().says("standings changed:");
    // At a terminal it is asked with all that it touches, and asked too where it touches nothing.
    let Some(said) = hall.at_a_terminal(&["result", "1", "1-0"], "n\n") else { return };
    assert!(said.out.contains("standings changed") && said.out.contains("Do it?"), "{}", said.out);
    hall.run(&["section", "add", "Two", "--rounds", "1"]).ok();
    hall.enter_teams("Two", 21..=22);
    hall.run(&["pair", "Two"]).ok();
    let table = hall.json(&["pairings", "Two"])["pairings"][0]["table"].to_string();
    hall.run(&["result", &table, "0-0"]).ok();
    let said = hall.at_a_terminal(&["result", &table, "-/-"], "n\n").expect("there was a terminal before");
    assert!(said.out.contains("already has 0-0") && said.out.contains("Replace it?"), "{}", said.out);
    assert_eq!(hall.json(&["pairings", "Two"])["pairings"][0]["results"][0]["result"], "0-0");
}

#[test]
fn a_result_that_is_put_back_leaves_a_round_as_it_is_to_be() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let said = hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok().out;
    assert!(said.contains("would have been paired differently"), "{said}");
    let said = hall.run(&["result", "1", "1-0", "--round", "1", "--replace"]).ok().out;
    assert!(!said.contains("paired differently"), "{said}");
}

#[test]
fn a_wrong_slip_that_is_taken_away_leaves_what_was_ruled_meanwhile_its_effect() {
    let hall = paired("us-chess-2018");
    let first = |hall: &Hall| hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].clone();
    hall.run(&["rule", "1", "P1a", "hidden"]).ok();
    hall.run(&["result", "1", "1-0", "a", "mate"]).ok();
    hall.run(&["rule", "1", "P1a", "hidden"]).ok().says("the match was already over: the ruling is on record");
    let sentence = "ruling 2 now takes effect: board a is over: 0-1, won by P3a Alpha; the match is over: 0-1";
    hall.run_with(&["enter"], "1 clear\n").ok().says(sentence);
    hall.run(&["undo"]).ok();
    let void = ["ruling", "void", "2", "--reason", "made after the game"];
    let way_out = "if it shouldn't decide the match: bughouse ruling void 2 --reason \"made after the game\"; then enter the slip";
    hall.run(&["result", "1", "clear"]).ok().says(sentence).says(way_out);
    assert_eq!(first(&hall), "0-1");
    hall.run(&["result", "1", "1-0"]).fails(1, "decided by ruling 2");
    hall.run(&void).ok().says("table 1 is open again (was 0-1): bughouse result 1 RESULT");
    hall.run(&["result", "1", "1-0", "a", "mate"]).ok();
    assert_eq!(first(&hall), "1-0");
    for _ in 0..3 {
        hall.run(&["undo"]).ok();
    }
    assert_eq!(first(&hall), "1-0");
    // Of a slip that leaves the board open, too.
    hall.run(&["result", "1", "1/2", "b", "flags", "--replace"]).ok().says(sentence);
    assert_eq!(first(&hall), "0-1");
    hall.run(&["check"]).ok();
    // One result in place of another leaves the match over.
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["rule", "2", "P2a", "other", "game", "x"]).ok();
    hall.run(&["result", "2", "1-0", "b", "mate", "--replace"]).ok();
    assert_eq!(hall.json(&["ruling", "show", "3"])["without_effect"], "the match was already over");
}

#[test]
fn how_a_section_is_run_shows_what_it_changes_of_rounds_that_were_played() {
    let hall = Hall::with_teams(5);
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    }
    hall.run(&["standings", "-o", "standings.html"]).ok();
    let output = hall.run(&["section", "edit", "Open", "--bye-points", "0"]).ok().out;
    assert!(output.contains("the odd team's byes given so far now score 0: Team 5 in round 1, Team 4 in round 2"));
    assert!(output.contains("standings changed: ") && output.contains("out of date, reprint: Standings"), "{output}");
    let order = hall.json(&["section", "edit", "Open", "--tiebreaks", "lot"])["consequences"]["standings"].clone();
    assert!(!order.as_array().unwrap().is_empty(), "the order of tie-breaks is a correction too");
}

#[test]
fn partners_stay_at_the_boards_where_they_were_posted_when_a_rating_is_corrected() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--colours", "directed"]).ok();
    let add = |name: &str, one: &str, other: &str| {
        hall.run(&["team", "add", name, "--section", "Open", "--player", one, "--player", other]).ok();
    };
    add("Rooks", "Cy Day,2,800", "Di Fox,2,750");
    add("Kings", "Gus Ide,5", "Hal Jay,5");
    hall.run(&["pair"]).ok();
    let seats = |round: &str| hall.json(&["pairings", "--round", round])["pairings"][0].clone();
    let posted = seats("1");
    hall.run(&["ruling", "claim", "1", "--by", "Cy Day", "--kind", "flag", "--own-flag-up", "yes"])
        .ok()
        .says("won by Cy Day");
    hall.run(&["team", "edit", "Rooks", "--player", "Di Fox", "--rating", "1750"]).ok();
    hall.run(&["ruling", "show", "1"]).ok().says("won by Cy Day");
    let now = seats("1");
    assert_eq!(
        (&now["first"]["seats"], &now["second"]["seats"]),
        (&posted["first"]["seats"], &posted["second"]["seats"])
    );
    hall.run(&["undo"]).ok();
    hall.run(&["redo"]).ok();
    assert_eq!(seats("1")["first"]["seats"], posted["first"]["seats"]);
    let children = || {
        hall.run(&["export", "trf", "--dialect", "teams", "-o", "teams.trf"]).ok();
        let text = std::fs::read_to_string(hall.path("teams.trf")).unwrap();
        let names = text.lines().filter(|line| line.starts_with("001")).map(|line| line[14..30].trim().to_owned());
        names.collect::<Vec<_>>()
    };
    assert_eq!(children()[..2], ["Cy Day", "Di Fox"], "the games in the file are of who played them");
    // The next round is seated by the ratings of then.
    hall.run(&["section", "edit", "Open", "--rounds", "2"]).ok();
    hall.run(&["pair", "--allow-rematch"]).ok();
    let side = |seats: &Value| if seats["first"]["name"] == "Rooks" { "first" } else { "second" };
    let board = |seats: &Value, child: u64| {
        let all = seats[side(seats)]["seats"].as_array().expect("seats").clone();
        all.iter().find(|seat| seat["player"] == child).expect("it sits")["board"].clone()
    };
    assert_eq!((board(&seats("1"), 2), board(&seats("2"), 2)), ("b".into(), "a".into()));
    hall.run(&["check"]).ok();
}

#[test]
fn who_came_after_a_round_was_posted_does_not_make_it_paired_otherwise() {
    let hall = Hall::with_teams(7);
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
    hall.enter_teams("Open", 8..=8);
    let otherwise = "round 2 would have been paired differently";
    hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok().says(otherwise);
    let back = hall.run(&["result", "1", "1-0", "--round", "1", "--replace"]).ok();
    assert!(!back.out.contains(otherwise), "{}", back.out);
}

/// What is said as the only section of the event is corrected.
fn consequences(hall: &Hall, words: &[&str]) -> Value {
    hall.json(words)["consequences"].clone()
}

#[test]
fn what_is_taken_back_and_put_back_shows_what_it_touches_as_the_correction_did() {
    let hall = after_a_round();
    let output = hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok().out;
    let moved = output.lines().find(|line| line.starts_with("standings changed")).expect("ranks moved").to_owned();
    let back = hall.run(&["undo"]).ok();
    assert!(back.out.contains("standings changed: "), "{}", back.out);
    hall.run(&["redo", "--dry-run"]).ok().says(&moved);
    let facts = hall.facts();
    let Some(said) = hall.at_a_terminal(&["redo"], "n\n") else { return };
    assert!(said.out.contains("standings changed") && said.out.contains("Do it?"), "{}", said.out);
    assert_eq!(hall.facts(), facts);
    hall.at_a_terminal(&["redo"], "y\n").expect("there was a terminal before");
    assert_ne!(hall.facts(), facts);
    assert!(!consequences(&hall, &["undo"])["standings"].as_array().expect("ranks").is_empty());
}

#[test]
fn a_ruling_that_is_taken_back_opens_its_table_again_and_says_so() {
    let hall = paired("us-chess-2018");
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["ruling", "claim", "1", "--by", "P1a", "--kind", "flag", "--own-flag-up", "yes"]).ok();
    let Some(said) = hall.at_a_terminal(&["undo"], "n\n") else { return };
    assert!(said.out.contains("table 1 is open again (was 1-0)"), "{}", said.out);
}

#[test]
fn a_result_of_a_round_in_play_touches_nothing_when_it_is_taken_back() {
    let hall = after_a_round();
    let table = hall.tables()[0].0.to_string();
    hall.run(&["result", &table, "1-0"]).ok();
    assert_eq!(consequences(&hall, &["undo", "--dry-run"])["standings"], serde_json::json!([]));
    let Some(said) = hall.at_a_terminal(&["undo"], "") else { return };
    assert!(!said.out.contains("Do it?"), "{}", said.out);
}

#[test]
fn a_play_off_in_place_of_another_is_asked_for_once_with_the_prize_that_moves() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["prize", "rules", "Open", "--ties", "play-off"]).ok();
    hall.run(&["prize", "add", "--place", "1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let rows = hall.json(&["standings"])["rows"].clone();
    let first = |at: usize| rows[at]["team"]["number"].to_string();
    let (one, other) = (first(0), first(1));
    hall.run(&["prize", "play-off", &one, &other, "1-0"]).ok();
    let facts = hall.facts();
    hall.run(&["prize", "play-off", &one, &other, "0-1"]).fails(1, "--replace");
    for typed in [&["0-1"][..], &["0-1", "--replace"]] {
        let words = [&["prize", "play-off", &one, &other], typed].concat();
        let Some(said) = hall.at_a_terminal(&words, "n\n") else { return };
        assert!(said.out.contains("1st place: ") && said.out.contains("Do it?"), "{}", said.out);
        assert!(!said.out.contains("Replace it?"), "{}", said.out);
        assert_eq!(hall.facts(), facts);
    }
}

#[test]
fn a_tie_break_penalty_is_a_correction_too() {
    let hall = after_a_round();
    let last = hall.json(&["standings"])["rows"][0]["team"]["number"].to_string();
    let moved = consequences(&hall, &["team", "edit", &last, "--tiebreak-penalty", "5", "--dry-run"]);
    assert!(!moved["standings"].as_array().expect("ranks").is_empty(), "{moved:#}");
}
