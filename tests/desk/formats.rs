//! Round robins, quads and knockouts from the first round to the last.

use super::hall::Hall;
use std::cmp::Ordering;
use std::collections::HashSet;

fn section(format: &str, teams: u32, more: &[&str]) -> Hall {
    Hall::in_section(&[&["--pairing", format], more].concat(), teams)
}

/// The stronger team (the lower number) wins everywhere.
fn strongest_win(hall: &Hall) {
    let lines: String =
        hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
    hall.run_with(&["enter"], &lines).ok();
}

#[test]
fn a_round_robin_lets_everybody_meet_once() {
    let hall = section("round-robin", 5, &[]);
    let mut met = HashSet::new();
    for _ in 1..=5 {
        hall.run(&["pair"]).ok();
        for (_, a, b) in hall.tables() {
            assert!(met.insert((a.min(b), a.max(b))));
        }
        strongest_win(&hall);
    }
    assert_eq!(met.len(), 10);
    hall.run(&["pair"]).fails(1, "all 5 of its rounds");
    assert_eq!(hall.json(&["standings"])["rows"][0]["points"], 4.0);
}

#[test]
fn a_team_that_leaves_a_round_robin_late_forfeits_the_rest() {
    let hall = section("round-robin", 4, &[]);
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
    }
    hall.run(&["team", "withdraw", "Team 4"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("wins by forfeit"), "{}", said.err);
    let sheet = hall.json(&["pairings"]);
    let forfeited = sheet["pairings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|p| p["results"][0]["result"] == "+/-" || p["results"][0]["result"] == "-/+")
        .count();
    assert_eq!(forfeited, 1);
}

#[test]
fn quads_play_three_rounds_among_four() {
    let hall = section("quads", 9, &[]);
    let mut met = HashSet::new();
    for _ in 1..=3 {
        hall.run(&["pair"]).ok();
        for (_, a, b) in hall.tables() {
            assert_eq!(a > 4, b > 4, "teams of one quad meet: {a} and {b}");
            met.insert((a.min(b), a.max(b)));
        }
        strongest_win(&hall);
    }
    assert_eq!(met.iter().filter(|(a, _)| *a <= 4).count(), 6);
    hall.run(&["pair"]).fails(1, "all 3 of its rounds");
}

/// Byes and forfeits of those left over count as in any Swiss [34E1, 34E8, C.07 16], not as in the quads beside them.
#[test]
fn a_group_larger_than_a_quad_is_ranked_as_the_swiss_that_it_plays() {
    let played = |format: &str| {
        let hall = section(
            format,
            5,
            &["--rounds", "3", "--tiebreaks", "solkoff,sonneborn-berger,result-between-tied,wins,fide-bh,fide-sb"],
        );
        for results in [["1-0", "-/+"], ["-/-", "1-0"], ["0-1", "+/-"]] {
            hall.run(&["pair"]).ok();
            for ((table, ..), result) in hall.tables().iter().zip(results) {
                hall.run(&["result", &table.to_string(), result]).ok();
            }
        }
        let rows = hall.json(&["standings"])["rows"].clone();
        let rows = rows.as_array().expect("a list").iter();
        rows.map(|row| (row["team"]["number"].clone(), row["points"].clone(), row["tiebreaks"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(played("quads"), played("swiss"));
}

#[test]
fn a_final_takes_the_best_and_replays_a_drawn_tie() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "2"]).ok();
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "4"]).ok();
    hall.run(&["pair", "Final"]).fails(1, "Open isn't finished");
    for _ in 0..2 {
        hall.run(&["pair", "Open"]).ok();
        let tables = hall.json(&["status"])["sections"][0]["results_missing"].clone();
        let lines: String = tables.as_array().unwrap().iter().map(|t| format!("{t} 1\n")).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
    hall.run(&["pair", "Final"]).ok();
    let tables = hall.json(&["status"])["sections"][1]["results_missing"].clone();
    let [one, other] = [tables[0].to_string(), tables[1].to_string()];
    hall.run(&["result", &one, "1/2"]).ok();
    hall.run(&["result", &other, "1-0"]).ok();
    hall.run(&["pair", "Final"]).fails(1, "have a draw to replay: table");
    hall.run(&["result", &one, "0-1"]).ok();
    hall.run(&["pair", "Final"]).ok();
    let last = hall.json(&["status"])["sections"][1]["results_missing"][0].to_string();
    hall.run(&["result", &last, "1-0"]).ok();
    hall.run(&["pair", "Final"]).fails(1, "all 2 of its rounds");
    let rows = hall.json(&["standings", "Final"])["rows"].clone();
    let ranks: Vec<u64> = rows.as_array().unwrap().iter().map(|r| r["rank"].as_u64().unwrap()).collect();
    assert_eq!(ranks, [1, 2, 3, 3]);
    hall.run(&["check"]).ok();
}

#[test]
fn a_drawn_tie_of_two_matches_is_replayed_match_by_match() {
    let hall = section("knockout", 2, &["--matches", "2"]);
    hall.run(&["pair"]).ok();
    let sentence = "drawn so far: the match is replayed with sides swapped; then: bughouse result 1 RESULT";
    hall.run(&["result", "1", "1-0"]).ok();
    assert!(hall.run(&["result", "1", "0-1"]).ok().out.contains(sentence));
    let said = hall.run(&["result", "1", "1-0"]).ok().out;
    assert!(
        said.contains(
            "table 1 match 1: Team 1 beat Team 2\nentered as the replay at table 1\ntable 1: match 1 of the replay is in; then: bughouse result 1 RESULT"
        ),
        "{said}"
    );
    hall.run(&["pair"]).fails(1, "has a draw to replay: table 1");
    // What was drawn counts no more once the replay has begun.
    let top = hall.json(&["standings"])["rows"][0].clone();
    assert_eq!((&top["points"], &top["provisional"]), (&serde_json::json!(1.0), &serde_json::json!(true)));
    let corrected = hall.run(&["result", "1", "1/2", "--match", "1", "--replace"]).ok().out;
    assert!(corrected.contains("table 1 match 1: Team 1 drew with Team 2"), "{corrected}");
    assert!(hall.run(&["result", "1", "clear"]).ok().out.contains(sentence));
    hall.run_with(&["enter"], "1 1\n1 =\n").ok();
    hall.run(&["pair"]).fails(1, "has played its only round");
    let rows = hall.json(&["standings"])["rows"].clone();
    assert_eq!([&rows[0]["points"], &rows[1]["points"]], [1.5, 0.5]);
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse standings Open");
    hall.run(&["check"]).ok();
}

#[test]
fn a_team_that_leaves_a_knockout_loses_without_playing() {
    let hall = section("knockout", 4, &[]);
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    hall.run(&["team", "withdraw", "1"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("Team 1 has left, so Team 2 advances without playing"), "{}", said.err);
    assert_eq!(hall.json(&["standings"])["rows"][0]["team"]["number"], 2);
}

#[test]
fn fide_team_rules_pair_their_own_way() {
    // E2 of the specification: after round 1 (1-3, 2-4, bye 5; 1 and 2 win) the US rules and C.04.6 part.
    for (system, expected) in [("us", [(1, 2), (3, 5)]), ("fide-team", [(1, 5), (2, 3)])] {
        let hall = section("swiss", 5, &["--rounds", "4", "--system", system, "--lookahead", "no"]);
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
        hall.run(&["pair"]).ok();
        let mut pairs: Vec<(u64, u64)> = hall.tables().iter().map(|(_, a, b)| (*a.min(b), *a.max(b))).collect();
        pairs.sort_unstable();
        assert_eq!(pairs, expected, "{system}");
    }
}

#[test]
fn the_crosstable_of_a_round_robin_is_a_square() {
    let hall = section("round-robin", 5, &[]);
    for _ in 1..=5 {
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
    }
    // The team with the lower number won: a row by number has zeros before itself and ones behind.
    let by_number = hall.json(&["crosstable", "--by", "number"]);
    for (own, row) in by_number["rows"].as_array().unwrap().iter().enumerate() {
        let met = |other: usize| match own.cmp(&other) {
            Ordering::Less => vec!["1"],
            Ordering::Equal => vec![],
            Ordering::Greater => vec!["0"],
        };
        let expected: Vec<Vec<&str>> = (0..5).map(met).collect();
        assert_eq!(row["meetings"], serde_json::json!(expected), "Team {}", own + 1);
    }
    let shown = hall.run(&["crosstable"]).ok().out;
    let line = shown.lines().find(|l| l.contains("Team 2")).unwrap();
    assert_eq!(line.split_whitespace().collect::<Vec<_>>(), ["2", "2", "Team", "2", "0", "×", "1", "1", "1", "B", "3"]);
}

#[test]
fn the_rows_of_a_crosstable_come_by_place_or_by_number() {
    for format in ["round-robin", "swiss"] {
        let hall = section(format, 4, &[]);
        hall.run(&["pair"]).ok();
        let upsets: String =
            hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a > b { 1 } else { 2 })).collect();
        hall.run_with(&["enter"], &upsets).ok();
        let numbers = |by: &str| {
            let chart = hall.json(&["crosstable", "--by", by]);
            chart["rows"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["team"]["number"].as_u64().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers("number"), [1, 2, 3, 4], "{format}");
        assert!(numbers("place")[..2].iter().all(|number| *number > 2), "{format}: {:?}", numbers("place"));
    }
}

#[test]
fn a_square_of_a_double_round_robin_shows_both_meetings() {
    let hall = section("double-round-robin", 3, &[]);
    for _ in 1..=6 {
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
    }
    let rows = hall.json(&["crosstable"])["rows"].clone();
    assert_eq!(rows[1]["meetings"], serde_json::json!([["0", "0"], [], ["1", "1"]]));
}

#[test]
fn both_matches_of_a_double_round_robin_can_follow_one_another() {
    let hall = section("double-round-robin", 4, &["--back-to-back", "yes"]);
    hall.run(&["pair"]).ok();
    let first = hall.tables();
    strongest_win(&hall);
    hall.run(&["section", "edit", "Open", "--back-to-back", "no"]).fails(1, "its schedule is set");
    hall.run(&["pair"]).ok();
    let swapped: Vec<_> = first.into_iter().map(|(table, a, b)| (table, b, a)).collect();
    assert_eq!(hall.tables(), swapped);
    assert_eq!(hall.json(&["status"])["sections"][0]["rounds"], 6);
}

#[test]
fn a_larger_last_quad_plays_a_round_robin_if_wanted() {
    let hall = section("quads", 9, &["--large-group", "round-robin"]);
    let mut met = HashSet::new();
    for _ in 1..=5 {
        hall.run(&["pair"]).ok();
        met.extend(hall.tables().into_iter().map(|(_, a, b)| (a.min(b), a.max(b))));
        strongest_win(&hall);
    }
    hall.run(&["pair"]).fails(1, "all 5 of its rounds");
    assert_eq!(met.len(), 6 + 10, "a quad of four and a group of five, everyone once");
    let output = hall.run(&["explain", "Team 1"]).ok().out;
    assert!(output.contains("Quad 1 has played all 3 of its rounds."), "{output}");
}

#[test]
fn the_places_of_a_round_robin_can_be_drawn_by_lot() {
    let hall = section("round-robin", 6, &["--numbers", "lot", "--tiebreaks", "lot"]);
    let rows = hall.json(&["standings"])["rows"].clone();
    let mut drawn: Vec<(u64, u64)> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["tiebreaks"]["lot"].as_f64().unwrap() as u64, row["team"]["number"].as_u64().unwrap()))
        .collect();
    drawn.sort_unstable();
    hall.run(&["pair"]).ok();
    let by_place = |place: usize| drawn[place - 1].1;
    let pairs: Vec<(u64, u64)> = hall.tables().iter().map(|(_, a, b)| (*a, *b)).collect();
    assert_eq!(pairs, [(1, 6), (2, 5), (3, 4)].map(|(a, b)| (by_place(a), by_place(b))), "round 1 of the Berger table");
}

#[test]
fn a_schedule_is_explained_by_its_numbers() {
    let hall = section("round-robin", 5, &[]);
    hall.run(&["pair"]).ok();
    let output = hall.run(&["explain", "Team 1"]).ok().out;
    assert!(output.contains("Team 1 is number 1, which has no opponent in round 1, so they have the bye."), "{output}");
    let output = hall.run(&["explain", "Team 5"]).ok().out;
    assert!(output.contains("round 1 pairs 5 with 2"), "{output}");
    hall.run(&["pairing", "swap", "Team 3", "Team 5"]).ok();
    let output = hall.run(&["explain"]).ok().out;
    assert!(
        output.contains("The schedule pairs Team 2 with Team 5; the director paired them with Team 3 by hand."),
        "{output}"
    );
}

#[test]
fn a_group_larger_than_a_quad_is_explained() {
    let larger = "Group 2 (Team 5, Team 6, Team 7, Team 8, Team 9) has 5 teams: 9 can't be divided evenly into fours, and the one left over joined the last four.";
    for (large, plays, why) in [
        (
            "swiss",
            "It plays a Swiss of 3 rounds, the same number as the quads.",
            "Team 5 is number 1 in the upper half",
        ),
        (
            "round-robin",
            "It plays a round robin of 5 rounds: everyone plays everyone once.",
            "Team 5 is number 1, which has no opponent in round 1",
        ),
    ] {
        let hall = section("quads", 9, &["--large-group", large]);
        hall.run(&["pair"]).ok();
        for team in [&["explain", "Team 5"][..], &["explain"]] {
            let output = hall.run(team).ok().out;
            assert!(output.contains(&format!("{larger} {plays}")), "{output}");
        }
        let output = hall.run(&["explain", "Team 5"]).ok().out;
        assert!(output.contains(why), "{output}");
        assert!(!hall.run(&["explain", "Team 1"]).ok().out.contains("left over joined the last four"));
    }
    let hall = section("quads", 7, &[]);
    hall.run(&["pair"]).ok();
    assert!(
        hall.run(&["explain"])
            .ok()
            .out
            .contains("7 can't be divided evenly into fours, and the 3 left over joined the last four.")
    );
}

#[test]
fn a_team_that_comes_after_the_schedule_is_named_with_whom_it_can_play() {
    for (format, teams) in [("quads", 5), ("round-robin", 5)] {
        let hall = section(format, teams, &[]);
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
        hall.enter_teams("Open", 6..=6);
        let said = hall.run(&["pair"]).ok().err;
        assert!(
            said.contains("Team 6 entered after the schedule was made, so it has no opponent for them; "),
            "{format}: {said}"
        );
        let add: Vec<&str> =
            said.split('`').find(|part| part.starts_with("bughouse ")).expect("a command").split(' ').skip(1).collect();
        let late = hall.json(&["pairings"])["pairings"]
            .as_array()
            .expect("a list")
            .iter()
            .find(|row| row["first"]["number"] == 6)
            .cloned();
        assert_eq!(late.expect("it is on the sheet")["bye"], "zero", "{format}");
        hall.run(&add).ok();
        assert!(hall.tables().iter().any(|(_, a, b)| *a == 6 || *b == 6), "{format}");
        assert!(hall.run(&["explain", "Team 6"]).ok().out.contains("so it has no opponent for them; "), "{format}");
    }
}

#[test]
fn the_lines_of_a_knockout_are_explained_by_the_seeds() {
    let hall = section("knockout", 3, &[]);
    hall.run(&["pair"]).ok();
    let output = hall.run(&["explain", "Team 1"]).ok().out;
    assert!(output.contains("3 teams are in a bracket of 4, so the top seed has a bye into round 2."), "{output}");
    strongest_win(&hall);
    hall.run(&["pair"]).ok();
    let output = hall.run(&["explain"]).ok().out;
    assert!(output.contains("Team 1 had a bye in round 1, Team 2 advanced past Team 3."), "{output}");
    let output = hall.run(&["explain", "Team 3"]).ok().out;
    assert!(output.contains("Team 3 was eliminated in round 1 by Team 2."), "{output}");
}

#[test]
fn a_forfeit_of_a_team_that_left_is_reported_where_its_schedule_still_names_it() {
    let hall = section("round-robin", 4, &[]);
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
    }
    hall.run(&["team", "withdraw", "Team 4"]).ok();
    hall.run(&["pair"]).ok();
    for who in [&["explain"][..], &["explain", "Team 2"]] {
        let output = hall.run(who).ok().out;
        assert!(output.contains("Team 4 left, so Team 2 wins by forfeit."), "{output}");
    }
    let output = hall.run(&["explain", "Team 1"]).ok().out;
    assert!(!output.contains("forfeit"), "{output}");
    let hall = section("knockout", 4, &[]);
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    hall.run(&["team", "withdraw", "Team 2"]).ok();
    hall.run(&["pair"]).ok();
    let output = hall.run(&["explain"]).ok().out;
    assert!(output.contains("Team 2 left, so Team 1 wins by forfeit."), "{output}");
}

#[test]
fn a_lot_in_a_tie_drawn_three_times_is_reported_wherever_the_tie_is() {
    let hall = section("knockout", 4, &[]);
    hall.run(&["pair"]).ok();
    let table = hall.tables()[0].0.to_string();
    let said: Vec<String> = (0..3).map(|_| hall.run(&["result", &table, "1/2", "--replay"]).ok().out).collect();
    assert!(said[1].contains("one sudden-death match decides"), "{}", said[1]);
    let (_, rest) = said[2].split_once("drawn three times: ").unwrap();
    let winner = rest.split_once(" advances by the coin flip made at entry").unwrap().0.to_owned();
    let loser = if winner == "Team 1" { "Team 4" } else { "Team 1" };
    let status = hall.run(&["status"]).ok().out;
    assert!(
        status.contains(&format!("drawn three times: {winner} advances by the coin flip made at entry")),
        "{status}"
    );
    let output = hall.run(&["explain"]).ok().out;
    assert!(output.contains(&format!("{winner} won the coin flip made at entry.")), "{output}");
    let other = hall.tables()[1].0.to_string();
    hall.run(&["result", &other, "1-0"]).ok();
    let note = format!("Semifinals: {winner} and {loser} drew three times; {winner} won the coin flip made at entry.");
    assert_eq!(hall.json(&["standings"])["notes"][0], note.as_str());
    assert!(hall.run(&["standings"]).ok().out.contains(&note));
    hall.run(&["pair"]).ok();
    let output = hall.run(&["explain", &winner]).ok().out;
    assert!(output.contains(&format!("{winner} advanced past {loser}, by coin flip after three draws")), "{output}");
    let output = hall.run(&["explain", loser]).ok().out;
    assert!(
        output.contains(&format!(
            "was eliminated in round 1 by {winner}: three draws, then decided by the coin flip made at entry."
        )),
        "{output}"
    );
}

#[test]
fn a_knockout_that_double_forfeits_end_early_is_over() {
    let hall = section("knockout", 4, &[]);
    hall.run(&["pair"]).ok();
    let tables = hall.tables();
    hall.run(&["result", &tables[0].0.to_string(), "1-0"]).ok();
    let said = hall.run(&["result", &tables[1].0.to_string(), "-/-"]).ok().out;
    assert!(said.contains("the semifinals are complete; next: bughouse standings"), "{said}");
    assert!(hall.run(&["status"]).ok().out.contains("bughouse standings Open"));
    hall.run(&["pair"]).fails(1, "the knockout is over");
}

#[test]
fn counts_of_one_are_reported_as_one() {
    let hall = Hall::with_teams(2);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(output.contains("1 round is planned; 1 is enough for a clear winner"), "{output}");
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    hall.run(&["pair"]).fails(1, "Open has played its only round");
    assert!(hall.run(&["log"]).ok().out.contains("paired round 1 of Open: 1 table"));
}

#[test]
fn check_pairing_speaks_of_the_format() {
    let hall = section("round-robin", 5, &["--rounds", "4"]);
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(output.contains("5 teams play everyone once in 5 rounds; one team sits out each round"), "{output}");
    assert!(
        output.contains("only 4 of these rounds are planned") && output.contains("Team 1 sits out in round 1"),
        "{output}"
    );
    let hall = section("quads", 9, &[]);
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(
        output.contains("group 1 of 4: round robin, 3 rounds") && output.contains("group 2 of 5: Swiss, 3 rounds"),
        "{output}"
    );
    let hall = section("knockout", 6, &[]);
    let output = hall.run(&["check-pairing"]).ok().out;
    assert!(
        output.contains("6 teams in a bracket of 8: 3 rounds") && output.contains("bye in round 1: Team 1, Team 2"),
        "{output}"
    );
    hall.run(&["pair"]).ok();
    let ahead = hall.json(&["check-pairing"]);
    assert_eq!((&ahead["can_pair_next"], &ahead["round"]), (&serde_json::json!(false), &serde_json::json!(2)));
}

#[test]
fn hand_edits_are_weighed_by_the_schedule() {
    let hall = section("round-robin", 6, &[]);
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    hall.run(&["pair"]).ok();
    let [(_, a, _), (_, b, _), _] = hall.tables()[..] else { panic!("three tables") };
    let said = hall.run(&["pairing", "swap", &format!("Team {a}"), &format!("Team {b}")]).ok();
    assert!(said.err.contains(" Team"), "{}", said.err);
    assert!(!said.err.contains("ahead of"), "scores decide nothing in a round robin: {}", said.err);
    let hall = section("quads", 8, &[]);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["pairing", "swap", "Team 4", "Team 8"]).ok();
    assert!(said.err.contains("Team 1 and Team 8 are in different quads"), "{}", said.err);
    let hall = section("knockout", 4, &[]);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["pairing", "swap", "Team 3", "Team 4"]).ok();
    assert!(said.err.contains("whom the bracket doesn't pair") || said.err.contains("none was posted"), "{}", said.err);
    hall.run(&["undo"]).ok();
    strongest_win(&hall);
    hall.run(&["pair"]).ok();
}

#[test]
fn a_section_of_one_school_is_shown_that_its_leaders_avoid_one_another() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Club", "--rounds", "3"]).ok();
    for team in 1..=6 {
        let players = [format!("Ann{team} A,5"), format!("Bob{team} B,5")];
        hall.run(&[
            "team",
            "add",
            &format!("Team {team}"),
            "--section",
            "Club",
            "--school",
            "Oak",
            "--player",
            &players[0],
            "--player",
            &players[1],
        ])
        .ok();
    }
    for words in [["check-pairing"], ["pair"]] {
        let said = hall.run(&words).ok();
        let output = said.out + &said.err;
        assert!(output.contains("all teams are from Oak") && output.contains("--school-mode ignore"), "{output}");
    }
}

/// Twelve teams in quads: the first quad plays draws only, the winners of the others win everything.
#[test]
fn a_final_from_quads_takes_the_winner_of_each_first() {
    let hall = section("quads", 12, &[]);
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "4"]).ok();
    for _ in 1..=3 {
        hall.run(&["pair", "Open"]).ok();
        let sheet = hall.json(&["pairings", "Open"]);
        let lines: String = sheet["pairings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| {
                let (a, b) = (p["first"]["number"].as_u64().unwrap(), p["second"]["number"].as_u64().unwrap());
                format!("{} {}\n", p["table"], if a < b { 1 } else { 2 })
            })
            .collect();
        hall.run_with(&["enter", "Open"], &lines).ok();
    }
    let said = hall.run(&["pair", "Final"]).ok();
    assert!(said.err.contains("Team 1 (1), winner of group 1, points: 3"), "{}", said.err);
    assert!(said.err.contains("Team 9 (9), winner of group 3, points: 3; "), "{}", said.err);
    assert!(said.err.contains(", next best by lot, tied with Team "), "{}", said.err);
    let sheet = hall.json(&["pairings", "Final"]);
    let mut teams: Vec<u64> = Vec::new();
    for pairing in sheet["pairings"].as_array().unwrap() {
        teams.extend([&pairing["first"], &pairing["second"]].map(|team| team["number"].as_u64().unwrap()));
    }
    assert!([1, 5, 9].iter().all(|winner| teams.contains(winner)), "the winners of all three, and a second: {teams:?}");
    hall.run(&["unpair", "Final"]).ok();
    hall.run(&["pair", "Final", "--qualify", "12,1,1"]).fails(2, "named twice");
    let named = hall.run(&["pair", "Final", "--qualify", "12,8,4,1"]).ok();
    assert!(named.err.contains("Team 12 (12), named, points: 0; Team 8 (8), named"), "{}", named.err);
    hall.run(&["unpair", "Final"]).ok();
    hall.run(&["section", "edit", "Final", "--qualify", "3,2"]).ok();
    hall.run(&["team", "withdraw", "2"]).ok();
    hall.run(&["pair", "Final"]).fails(1, "Team 2 has left");
    hall.run(&["section", "edit", "Open", "--qualify", "3,2"]).fails(2, "Open isn't the final of another section");
    hall.run(&["check"]).ok();
}

/// Two quads: seconds on 1½ points each, 2 having beaten 3 with whom it is tied, 6 tied with nobody and better by Sonneborn-Berger.
fn two_quads() -> Hall {
    let hall = section("quads", 8, &[]);
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "3"]).ok();
    let wins = [(1, 2), (1, 4), (2, 3), (3, 4), (5, 7), (5, 8), (6, 7), (8, 6), (7, 8)];
    for _ in 1..=3 {
        hall.run(&["pair", "Open"]).ok();
        let sheet = hall.json(&["pairings", "Open"]);
        let rows = sheet["pairings"].as_array().unwrap();
        let lines: String = rows
            .iter()
            .map(|p| {
                let [a, b] = ["first", "second"].map(|side| p[side]["number"].as_u64().unwrap());
                let result = if wins.contains(&(a, b)) {
                    "1"
                } else if wins.contains(&(b, a)) {
                    "2"
                } else {
                    "="
                };
                format!("{} {result}\n", p["table"])
            })
            .collect();
        hall.run_with(&["enter", "Open"], &lines).ok();
    }
    hall
}

#[test]
fn what_parts_the_tied_of_one_group_says_nothing_of_another() {
    let hall = two_quads();
    let said = hall.run(&["pair", "Final"]).ok();
    assert!(said.err.contains("Team 6 (6), next best, points: 1½"), "{}", said.err);
}

/// Whom a team met in a round of Open.
fn opponent_in_round(hall: &Hall, team: u64, round: u32) -> u64 {
    let sheet = hall.json(&["pairings", "Open", "--round", &round.to_string()]);
    let pairs = sheet["pairings"].as_array().unwrap().iter();
    let pairs = pairs.map(|p| ["first", "second"].map(|side| p[side]["number"].as_u64().unwrap()));
    let mut against = pairs.filter_map(|[a, b]| if a == team { Some(b) } else { (b == team).then_some(a) });
    against.next().expect("it plays in the round")
}

/// Corrects the match of two teams in Open, and gives what is said.
fn won_by(hall: &Hall, winner: u64, loser: u64) -> String {
    let round = (1..=3).find(|round| opponent_in_round(hall, winner, *round) == loser).expect("they met");
    let sheet = hall.json(&["pairings", "Open", "--round", &round.to_string()]);
    let number = |p: &serde_json::Value, side: &str| p[side]["number"].as_u64().unwrap();
    let mut rows = sheet["pairings"].as_array().unwrap().iter();
    let row = rows.find(|p| [number(p, "first"), number(p, "second")].contains(&winner)).expect("it has a table");
    let result = if number(row, "first") == winner { "1-0" } else { "0-1" };
    let said =
        hall.run(&["result", &row["table"].to_string(), result, "--round", &round.to_string(), "--replace"]).ok();
    said.out + &said.err
}

#[test]
fn a_posted_final_whose_teams_the_director_named_is_not_reported() {
    let hall = two_quads();
    hall.run(&["section", "edit", "Final", "--qualify", "1,5,3"]).ok();
    hall.run(&["pair", "Final"]).ok();
    for _ in 1..=2 {
        let said = won_by(&hall, opponent_in_round(&hall, 6, 3), 6) + &won_by(&hall, 3, 2);
        assert!(!said.contains("Final is posted"), "{said}");
        won_by(&hall, 2, 3);
    }
}

#[test]
fn a_posted_final_that_would_have_other_teams_now_is_reported() {
    let hall = two_quads();
    hall.run(&["pair", "Final"]).ok();
    let again = "to redo it: bughouse unpair Final, then bughouse pair Final";
    let edited = hall.run(&["section", "edit", "Open", "--tiebreaks", "fide-tpn"]).ok();
    let sentence = "Final is posted and would have different teams now: Team 2 (2) in place of Team 6 (6)";
    assert!(edited.out.contains(&format!("{sentence}; {again}")), "{}", edited.out);
    let edited = hall.run(&["section", "edit", "Open", "--tiebreaks", "sonneborn-berger"]).ok();
    assert!(!edited.out.contains("Final is posted"), "{}", edited.out);
    let said = won_by(&hall, opponent_in_round(&hall, 6, 3), 6);
    assert!(said.contains(&format!("{sentence}; {again}")), "{said}");
    // A second correction, while the final is as it was posted.
    let said = won_by(&hall, 3, 2);
    assert!(said.contains("Team 3 (3) in place of Team 6 (6)"), "{said}");
    let said = won_by(&hall, 2, 3);
    assert!(said.contains("Team 2 (2) in place of Team 6 (6)"), "{said}");
    hall.run(&["unpair", "Final"]).ok();
    hall.run(&["pair", "Final"]).ok().says("Team 2 (2), next best");
}

#[test]
fn a_final_whose_source_loses_a_round_is_named_and_paired_once_that_is_played() {
    let hall = two_quads();
    hall.run(&["pair", "Final"]).ok();
    let said = hall.run(&["unpair", "Open", "--with-results"]).ok();
    let anew = "to redo it: bughouse unpair Final, then once Open is finished, bughouse pair Final";
    assert!(said.err.contains(&format!("Final is posted with teams that qualified from Open; {anew}")), "{}", said.err);
    hall.run(&["undo"]).ok();
    let answer = won_by(&hall, opponent_in_round(&hall, 6, 3), 6);
    assert!(answer.contains("bughouse unpair Final, then bughouse pair Final"), "{answer}");
}

#[test]
fn where_everyone_meets_everyone_ties_are_parted_by_34f() {
    let order = "tie-breaks in order: result-between-tied, sonneborn-berger, wins, lot";
    let hall = Hall::under("us-chess-2018");
    for format in ["round-robin", "double-round-robin", "quads"] {
        hall.run(&["section", "add", format, "--pairing", format]).ok().says(order);
    }
    hall.run(&["section", "add", "Open"]).ok().says("modified-median, solkoff");
    hall.run(&["section", "edit", "Open", "--pairing", "quads"]).ok().says(order);
    hall.run(&["section", "edit", "Open", "--pairing", "swiss"]).ok().says("tie-breaks in order: modified-median");
    hall.run(&["section", "edit", "Open", "--tiebreaks", "solkoff,lot"]).ok();
    let kept = hall.run(&["section", "edit", "Open", "--pairing", "quads"]).ok();
    assert!(!(kept.out + &kept.err).contains("tie-breaks"));
}

/// In a field of five everybody has four matches in five rounds: two of them are half.
#[test]
fn who_leaves_after_half_of_its_matches_is_not_struck() {
    for (format, teams, half) in [("round-robin", 5, 2), ("round-robin", 3, 1), ("double-round-robin", 3, 2)] {
        let hall = section(format, teams, &[]);
        let mut played = vec![0; teams as usize + 1];
        let leaver = loop {
            hall.run(&["pair"]).ok();
            for (_, a, b) in hall.tables() {
                played[a as usize] += 1;
                played[b as usize] += 1;
            }
            strongest_win(&hall);
            if let Some(team) = (1..=teams as usize).find(|team| played[*team] == half) {
                break team;
            }
        };
        let said = hall.run(&["team", "withdraw", &leaver.to_string()]).ok();
        assert!((said.out.clone() + &said.err).contains("their matches count"), "{format} of {teams}: {}", said.out);
        let rows = hall.json(&["standings"])["rows"].clone();
        let row = rows.as_array().unwrap().iter().find(|row| row["team"]["number"] == leaver).unwrap();
        assert_eq!((&row["withdrawn"], row.get("struck")), (&true.into(), None), "{format} of {teams}");
        assert!(hall.run(&["standings"]).ok().out.contains("§ withdrew from the event"));
    }
}

/// In quads with a larger last group that plays everybody, a quad's own three rounds are what its teams leave before or after.
#[test]
fn what_pair_gives_for_a_team_that_left_a_quad_is_in_the_table() {
    let hall = section("quads", 9, &["--large-group", "round-robin"]);
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
    }
    hall.run(&["team", "withdraw", "4"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("Team 4 did not show up") && said.err.contains("wins by forfeit"), "{}", said.err);
    let rows = hall.json(&["standings"])["rows"].clone();
    let of = |team: u64| rows.as_array().unwrap().iter().find(|row| row["team"]["number"] == team).unwrap().clone();
    assert_eq!((of(4).get("struck"), &of(4)["withdrawn"]), (None, &true.into()));
    assert_eq!(of(3)["points"], 1.0, "the forfeit counts");
}

#[test]
fn a_knockout_under_way_lists_who_is_still_in_first() {
    let hall = section("knockout", 6, &[]);
    hall.run(&["prize", "add", "--place", "1-3"]).ok();
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    let rows = |hall: &Hall| {
        let rows = hall.json(&["standings"])["rows"].clone();
        let place = |row: &serde_json::Value| (row["rank"].as_u64().unwrap(), row["team"]["number"].as_u64().unwrap());
        rows.as_array().unwrap().iter().map(place).collect::<Vec<_>>()
    };
    // 1 and 2 had byes, 3 and 4 beat 6 and 5.
    assert_eq!(rows(&hall), [(1, 1), (1, 2), (1, 3), (1, 4), (5, 5), (5, 6)]);
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    assert_eq!(rows(&hall), [(1, 1), (1, 2), (3, 3), (3, 4), (5, 5), (5, 6)]);
    let prizes = hall.json(&["prizes"])["prizes"].clone();
    assert_eq!(prizes[0]["note"], "a play-off is still to be played between Team 1 and Team 2");
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    let prizes = hall.json(&["prizes"])["prizes"].clone();
    assert_eq!((&prizes[0]["team"]["number"], &prizes[0]["provisional"]), (&1.into(), &false.into()));
}

#[test]
fn a_knockout_seeded_anew_leaves_out_who_has_left() {
    let hall = section("knockout", 8, &["--reseed", "yes"]);
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    hall.run(&["team", "withdraw", "1"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("Team 1 has left, so the others are reseeded without them"), "{}", said.err);
    assert_eq!(hall.tables().iter().map(|(_, a, b)| (*a.min(b), *a.max(b))).collect::<Vec<_>>(), [(3, 4)]);
    let byes = hall.json(&["pairings"])["pairings"].clone();
    let bye = byes.as_array().unwrap().iter().find(|p| p["table"].is_null()).unwrap();
    assert_eq!(bye["first"]["number"], 2, "the best that is left");
    strongest_win(&hall);
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    assert_eq!(hall.json(&["standings"])["rows"][0]["team"]["number"], 2);
    hall.run(&["check"]).ok();
}

#[test]
fn a_square_shows_the_byes_that_its_points_come_from() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "quads"]).ok();
    hall.enter_teams("Open", 1..=5);
    for _ in 0..3 {
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    }
    hall.run(&["crosstable"]).ok().says("Byes").says("B bye");
}
