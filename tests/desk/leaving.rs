//! Teams that leave where a schedule was made or is still to be made.

use super::hall::Hall;

fn section(format: &str, teams: u32) -> Hall {
    Hall::in_section(&["--pairing", format], teams)
}

fn first_team_wins(hall: &Hall) {
    let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
}

#[test]
fn a_team_that_leaves_before_round_1_has_no_place_in_the_schedule() {
    for (format, ahead, left) in [
        ("round-robin", "4 teams play everyone once in 3 rounds", "4 teams are left for the schedule"),
        ("quads", "group 1 of 4: round robin, 3 rounds", "4 teams are left for the schedule"),
        ("knockout", "4 teams in a bracket of 4: 2 rounds", "4 teams are left for the bracket"),
    ] {
        let hall = section(format, 5);
        let said = hall.run(&["team", "withdraw", "Team 5"]).ok().out;
        assert!(said.contains(left) && !said.contains("standings changed"), "{format}: {said}");
        assert!(hall.run(&["check-pairing"]).ok().out.contains(ahead), "{format}");
        assert_eq!(hall.run(&["pair"]).ok().err, "", "{format}");
        assert_eq!(hall.tables().len(), 2, "{format}: nobody sits out");
        hall.run(&["team", "return", "Team 5"]).ok();
        first_team_wins(&hall);
        let said = hall.run(&["pair"]).ok().err;
        assert!(said.contains("Team 5 entered after the"), "{format}: {said}");
    }
}

#[test]
fn the_answer_to_a_team_that_leaves_says_what_becomes_of_its_matches() {
    let hall = section("round-robin", 6);
    let leaves = || hall.run(&["team", "withdraw", "Team 6", "--dry-run"]).ok().out;
    for rounds in 1..=4 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
        match rounds {
            ..=2 => {
                assert!(leaves().contains("none of them count (struck); later opponents sit out"), "round {rounds}")
            }
            _ => {
                assert!(leaves().contains("their matches count, and later opponents win by forfeit"), "round {rounds}")
            }
        }
    }
    hall.run(&["undo", "4"]).ok();
    hall.run(&["team", "withdraw", "Team 6"]).ok();
    for sheet in ["standings", "crosstable"] {
        let shown = hall.run(&[sheet]).ok().out;
        assert!(shown.contains(" 6‡ "), "{shown}");
        assert!(
            shown.contains("‡ left before playing half of its matches, so they don't count for anybody"),
            "{shown}"
        );
    }
    assert_eq!(hall.json(&["standings"])["rows"][5]["struck"], true);
    let hall = section("quads", 6);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["team", "withdraw", "Team 6"]).ok().out;
    assert!(said.contains("their matches count, and the group plays on without them"), "{said}");
    let hall = section("knockout", 4);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["team", "withdraw", "Team 1"]).ok().out;
    assert!(said.contains("a team due to meet them in a later round advances without playing"), "{said}");
}

#[test]
fn a_schedule_cut_short_is_halved_where_it_ends() {
    let hall = section("round-robin", 6);
    for _ in 1..=2 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    }
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    let said = hall.run(&["team", "withdraw", "Team 6"]).ok().out;
    assert!(said.contains("their matches count"), "two of four: {said}");
    let said = hall.run(&["pair"]).ok().err;
    assert!(said.contains("Team 6 did not show up: ") && !said.contains("don't count"), "{said}");
}

#[test]
fn who_is_not_checked_in_is_not_counted_among_those_who_play_on() {
    let hall = Hall::with_teams(8);
    for team in ["1", "2", "3", "4", "5"] {
        hall.run(&["check-in", team]).ok();
    }
    hall.run(&["pair", "--anyway"]).ok();
    first_team_wins(&hall);
    // Of seven who are entered four are here.
    hall.run(&["team", "withdraw", "1"]).ok().says("4 teams remain from round 2 on, an even number");
}

#[test]
fn a_team_that_leaves_in_a_later_round_is_in_until_then() {
    let hall = section("swiss", 7);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    let status = || hall.json(&["team", "show", "7"])["team"]["status"].clone();
    hall.run(&["team", "withdraw", "7", "--from-round", "9"]).fails(2, "there is no round 9: Open has only 4");
    hall.run(&["team", "withdraw", "7", "--from-round", "3"]).ok();
    assert_eq!(status(), "entered");
    hall.run(&["team", "show", "7"]).ok().says("entered, withdrawing from round 3");
    hall.run(&["team", "withdraw", "7", "--from-round", "2"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(status(), "withdrawn", "it is out of the next one");
    hall.run(&["team", "withdraw", "7"]).fails(1, "already withdrew from the event");
    hall.run(&["undo", "2"]).ok();
    hall.run(&["team", "return", "7"]).ok();
    for _ in 1..=3 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    }
    assert_eq!(hall.json(&["team", "show", "7"])["rounds"][2]["round"], 3, "it plays on");
}

#[test]
fn who_is_to_leave_in_the_final_is_in_it() {
    let hall = section("quads", 8);
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "4"]).ok();
    for _ in 1..=3 {
        hall.run(&["pair", "Open"]).ok();
        let tables = hall.json(&["status"])["sections"][0]["results_missing"].clone();
        for table in tables.as_array().expect("a list") {
            hall.run(&["result", &table.to_string(), "1-0"]).ok();
        }
    }
    let best = hall.json(&["standings", "Open"])["rows"][0]["team"]["number"].clone();
    hall.run(&["team", "withdraw", &best.to_string(), "--from-round", "5"]).ok();
    hall.run(&["pair", "Final"]).ok();
    let admitted = hall.json(&["standings", "Final"])["rows"].clone();
    assert!(admitted.as_array().expect("a list").iter().any(|row| row["team"]["number"] == best), "{admitted}");
}

#[test]
fn a_schedule_is_made_with_who_leaves_it_later() {
    for format in ["round-robin", "quads", "knockout"] {
        let hall = section(format, 4);
        let said = hall.run(&["team", "withdraw", "2", "--from-round", "2"]).ok().out;
        assert!(!said.contains("left for the schedule") && !said.contains("left for the bracket"), "{format}: {said}");
        hall.run(&["pair"]).ok();
        assert!(hall.tables().iter().any(|(_, a, b)| *a == 2 || *b == 2), "{format}");
    }
}

#[test]
fn a_bye_asked_for_is_seen_before_its_round() {
    let hall = section("swiss", 7);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    hall.run(&["bye", "7", "--round", "2", "--points", "half"]).ok();
    hall.run(&["team", "show", "7"]).ok().says("round 2 (half a point)");
}

#[test]
fn who_is_out_gets_no_bye_and_is_not_sent_away_twice() {
    let hall = section("swiss", 4);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pair"]).ok();
    let (table, first, _) = hall.tables()[0];
    hall.run(&["team", "withdraw", &first.to_string()]).ok();
    hall.run(&["bye", &first.to_string(), "--round", "2"]).fails(1, "withdrew before round 2");
    let said = hall.run(&["result", &table.to_string(), "-/+"]).ok().out;
    assert!(!said.contains("stays in the event"), "{said}");
}

#[test]
fn after_the_last_round_nothing_is_offered_to_be_paired() {
    let hall = section("swiss", 4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair"]).ok();
    let said = hall.run(&["pair"]).fails(1, "no result yet");
    assert!(!said.err.contains("--anyway"), "{}", said.err);
}

#[test]
fn what_is_struck_from_the_standings_is_struck_from_every_sheet() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "round-robin"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let (_, one, other) = hall.tables()[0];
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["team", "withdraw", &other.to_string()]).ok();
    hall.run(&["pair"]).ok();
    let of_winner = |list: &serde_json::Value| {
        let rows = list.as_array().expect("a list").clone();
        let teams = rows.iter().flat_map(|row| [&row["first"], &row["second"], row].map(Clone::clone));
        let own = |team: &serde_json::Value| {
            team["number"] == one || team["team"]["number"] == one && team["points"].is_number()
        };
        teams.into_iter().find(own).expect("it is listed")["points"].clone()
    };
    assert_eq!(of_winner(&hall.json(&["standings"])["rows"]), 0.0);
    assert_eq!(of_winner(&hall.json(&["pairings"])["pairings"]), 0.0);
    hall.run(&["team", "show", &one.to_string()]).ok().says(", struck");
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site").join(format!("team-{one}.html"))).expect("the page is there");
    assert!(page.contains("Won, struck"), "{page}");
}

#[test]
fn what_is_struck_is_marked_where_the_points_leave_it_out() {
    let hall = section("round-robin", 6);
    hall.run(&["pair"]).ok();
    let against = |team: u64| {
        let (_, a, b) = hall.tables().into_iter().find(|(_, a, b)| *a == team || *b == team).expect("all play");
        if a == team { b } else { a }
    };
    let met = against(6);
    // Against team 6 its opponent wins, elsewhere the first team.
    let result = |a: u64| if a == 6 { 2 } else { 1 };
    let lines: String = hall.tables().iter().map(|(table, a, _)| format!("{table} {}\n", result(*a))).collect();
    hall.run_with(&["enter"], &lines).ok();
    hall.run(&["team", "withdraw", "6"]).ok();
    let chart = hall.json(&["crosstable"]);
    for row in chart["rows"].as_array().expect("a list").iter().filter(|row| row["team"]["number"] != 6) {
        let rounds = row["rounds"].as_array().expect("a list");
        let sum: f64 = rounds.iter().filter_map(|round| round["points"].as_f64()).sum();
        assert_eq!(row["points"].as_f64(), Some(sum), "{row}");
        assert_eq!(row["points"], rounds[0]["total"], "{row}");
        assert_eq!(rounds[0]["shown"] == "(W6)", row["team"]["number"] == met, "{row}");
    }
    let csv = hall.run(&["export", "csv"]).ok().out;
    assert_eq!(csv.matches("(W6)").count(), 1, "{csv}");
}

#[test]
fn a_team_that_returns_to_a_schedule_is_shown_what_that_changes_and_whom_it_has_not_met() {
    let hall = section("round-robin", 6);
    hall.run(&["prize", "add", "--place", "1"]).ok();
    for _ in 1..=2 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    }
    let of_six = |hall: &Hall| hall.tables().iter().any(|(_, a, b)| *a == 1 || *b == 1);
    hall.run(&["team", "withdraw", "1"]).ok();
    hall.run(&["pair"]).ok();
    first_team_wins(&hall);
    assert!(!of_six(&hall), "its opponent sits out");
    let quiet = hall.run(&["status"]).ok().out;
    assert!(!quiet.contains("have not met"), "nobody is owed a match: {quiet}");
    let said = hall.run(&["team", "return", "1"]).ok().out;
    assert!(said.contains("Team 1 plays again from round 4 on\n") && said.contains("standings changed: "), "{said}");
    let at = said.find("bughouse pairing add ").expect("the line to type");
    let line: Vec<&str> = said[at..].lines().next().unwrap_or_default().split(' ').skip(1).collect();
    assert!(said.contains("didn't play each other in round 3; to pair them"), "{said}");
    hall.run(&["status"]).ok().says("didn't play each other in round 3");
    // Once round 4 is posted it is seated in round 3 by naming that.
    hall.run(&["pair"]).ok();
    first_team_wins(&hall);
    let late = hall.run(&["status"]).ok().out;
    let late = late.split_whitespace().collect::<Vec<_>>().join(" ");
    let seat = format!(
        "didn't play each other in round 3; to pair them, for a result or a forfeit: bughouse {} --round 3",
        line.join(" ")
    );
    assert!(late.contains(&seat), "{late}");
    hall.run(&["undo", "4"]).ok();
    hall.run(&line).ok();
    assert!(!hall.run(&["status"]).ok().out.contains("have not met"));
    assert!(of_six(&hall));
}

#[test]
fn a_house_team_makes_those_who_play_on_even() {
    let hall = section("swiss", 9);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    hall.run(&["team", "edit", "9", "--house", "yes"]).ok();
    hall.run(&["team", "withdraw", "8"]).ok().says("8 teams remain from round 1 on with a house team, an even number");
    hall.run(&["check-pairing"]).ok().says("8 teams, 4 rounds are planned");
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables().len(), 4, "and so it is");
    first_team_wins(&hall);
    hall.run(&["team", "withdraw", "7"]).ok().says("6 teams remain from round 2 on, an even number");
    hall.run(&["team", "withdraw", "9"]).ok();
    hall.run(&["team", "withdraw", "6"]).ok().says("5 teams remain, so one has a bye in each round");
}

#[test]
fn who_was_to_leave_later_and_stays_did_not_stop() {
    let hall = section("swiss", 6);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["team", "withdraw", "4", "--from-round", "4"]).ok();
    let said = hall
        .run(&["team", "return", "4"])
        .ok()
        .says("Team 4 stays in the event: they had been set to withdraw from round 4 on")
        .out;
    assert!(!said.contains("plays again"), "{said}");
    assert_eq!(hall.json(&["team", "show", "4"])["team"]["status"], "entered");
    hall.run(&["team", "return", "4"]).fails(1, "never left");
}

#[test]
fn who_goes_comes_back_or_parts_against_what_is_on_record_is_shown_why_not() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "B"]).ok();
    hall.enter_teams("B", 5..=6);
    hall.run(&["team", "expel", "1"]).ok();
    hall.run(&["team", "expel", "1"]).fails(1, "Team 1 was already expelled");
    hall.run(&["team", "return", "1"]).fails(1, "Team 1 was expelled").says("bughouse undo --only NUMBER");
    hall.run(&["check-in", "2", "1"]).fails(1, "Team 1 was expelled").says("bughouse undo --only NUMBER");
    hall.run(&["partner", "split", "1"]).fails(1, "Team 1 has left the event, and that's on record");
    hall.run(&["undo"]).ok();
    hall.run(&["pairing", "forbid", "1", "2"]).ok();
    hall.run(&["partner", "split", "1"]).fails(1, "a pairing request names Team 1").says("pairing allow 1 TEAM");
    for section in ["Open", "B"] {
        hall.run(&["pair", section]).ok();
    }
    hall.run(&["pairing", "swap", "table", "1", "table", "3"]).fails(1, "table 1 is in Open and table 3 in B");
    hall.run(&["pairing", "swap", "table", "1", "table", "1"]).fails(2, "aren't two tables in the same round");
    hall.run(&["pairing", "bye", "1"]).ok();
    hall.run(&["absent", "1"]).fails(1, "Team 1 is not playing in round 1").says("bughouse pairings Open");
    hall.enter_teams("B", 7..=7);
    hall.run(&["absent", "7"]).fails(1, "Team 7 is not in round 1").says("bughouse pairing add 7 TEAM");
}

#[test]
fn sections_that_two_children_entered_are_named_so_that_they_can_be_typed() {
    let hall = Hall::under("us-chess-2018");
    for (section, child) in [("The \"two\"", "Ann Lee,3"), ("B", "Bo Kim,3")] {
        hall.run(&["section", "add", section]).ok();
        hall.run(&["partner", "add", child, "--section", section]).ok();
    }
    hall.run(&["partner", "match", "1", "2"]).fails(2, "--section 'The \"two\"' or --section B");
}

#[test]
fn a_match_that_was_missed_is_played_later_in_its_own_round() {
    let hall = section("round-robin", 6);
    let round = || {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    };
    round();
    hall.run(&["team", "withdraw", "1"]).ok();
    round();
    hall.run(&["team", "return", "1"]).ok();
    round();
    let before = hall.json(&["standings"]);
    let status = hall.run(&["status"]).ok().out.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = status.split("bughouse pairing add ").nth(1).expect("the line to type");
    let teams: Vec<&str> = line.split(' ').take(2).collect();
    let add = |one: &str, other: &str, round: &str| hall.run(&["pairing", "add", one, other, "--round", round]);
    add(teams[0], teams[1], "1").fails(1, "didn't miss a match in round 1").says("bughouse status");
    add(teams[0], teams[1], "4").fails(2, "has no round 4");
    let stranger = (2..=6).map(|n| n.to_string()).find(|n| !teams.contains(&n.as_str())).expect("there are more");
    add("1", &stranger, "2").fails(1, "didn't miss a match in round 2");
    let said = add(teams[0], teams[1], "2").ok();
    let table =
        said.out.split(" at table ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a table").to_owned();
    said.says(" in round 2").says(&format!("bughouse result {table} RESULT --round 2"));
    hall.run(&["pair"]).fails(1, "no result yet from table");
    hall.run(&["result", &table, "1-0", "--round", "2"]).ok();
    assert!(!hall.run(&["status"]).ok().out.contains("have not met"));
    let points = |standings: &serde_json::Value| -> f64 {
        standings["rows"].as_array().expect("a list").iter().filter_map(|row| row["points"].as_f64()).sum()
    };
    assert_eq!(points(&hall.json(&["standings"])), points(&before) + 1.0);
    add(teams[0], teams[1], "2").fails(1, "didn't miss a match in round 2");
    round();
    hall.run(&["check"]).ok();
    // In a Swiss nothing is missed: who was not paired had a bye.
    let swiss = section("swiss", 4);
    for _ in 0..2 {
        swiss.run(&["pair"]).ok();
        first_team_wins(&swiss);
    }
    swiss.run(&["pairing", "add", "1", "2", "--round", "1"]).fails(1, "didn't miss a match in round 1");
}

#[test]
fn where_too_few_are_left_to_begin_status_does_not_send_to_pair() {
    for format in ["swiss", "round-robin", "quads", "knockout"] {
        let hall = section(format, 3);
        hall.run(&["team", "withdraw", "1"]).ok();
        assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse pair Open");
        hall.run(&["team", "withdraw", "2"]).ok();
        assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse import FILE --section Open");
        hall.run(&["pair"]).fails(1, "too few to pair");
    }
}

#[test]
fn who_leaves_while_a_round_is_open_is_struck_in_the_exported_file_when_it_is_at_the_desk() {
    let hall = section("round-robin", 6);
    hall.run(&["pair"]).ok();
    first_team_wins(&hall);
    hall.run(&["pair"]).ok();
    hall.run(&["team", "withdraw", "5"]).ok();
    let agree = || {
        hall.run(&["export", "trf", "-o", "open.trf", "--force"]).ok();
        let of = |table: serde_json::Value| -> Vec<(String, String)> {
            let rows = table["rows"].as_array().expect("a list").clone();
            let mut rows: Vec<_> =
                rows.iter().map(|row| (row["team"]["number"].to_string(), row["points"].to_string())).collect();
            rows.sort();
            rows
        };
        let engine = hall.json(&["engine", "standings", "open.trf", "--format", "round-robin"]);
        assert_eq!(of(hall.json(&["standings"])), of(engine));
        std::fs::read_to_string(hall.path("open.trf")).expect("it was written").contains("XXW 5")
    };
    assert!(!agree(), "what it played stands until the round counts");
    first_team_wins(&hall);
    assert!(agree());
}

#[test]
fn who_is_back_before_its_missed_round_counts_is_struck_from_nothing() {
    let hall = section("round-robin", 6);
    hall.run(&["pair"]).ok();
    first_team_wins(&hall);
    hall.run(&["team", "withdraw", "5"]).ok();
    hall.run(&["pair"]).ok();
    let exported = || {
        hall.run(&["export", "trf", "-o", "open.trf", "--force"]).ok();
        let points = |table: serde_json::Value| -> Vec<(u64, String)> {
            let rows = table["rows"].as_array().expect("a list").iter();
            let number = |row: &serde_json::Value| row["team"]["number"].as_u64().expect("a number");
            let mut rows: Vec<_> = rows.map(|row| (number(row), row["points"].to_string())).collect();
            rows.sort();
            rows
        };
        let engine = hall.json(&["engine", "standings", "open.trf", "--format", "round-robin"]);
        assert_eq!(points(hall.json(&["standings"])), points(engine));
        std::fs::read_to_string(hall.path("open.trf")).expect("it was written")
    };
    let struck = |round: &str| {
        let rows = hall.json(&["standings", "--after", round])["rows"].clone();
        let own = rows.as_array().expect("a list").iter().find(|row| row["team"]["number"] == 5).cloned();
        own.expect("it is listed")["struck"] == true
    };
    assert!(struck("1") && exported().contains("XXW 5"));
    hall.run(&["team", "return", "5"]).ok();
    assert!(!struck("1") && !exported().contains("XXW"), "it is back, and its match counts");
    // The round that was paired without it is as it was made.
    let (table, ..) = hall.tables()[0];
    hall.run(&["result", &table.to_string(), "1-0"]).ok();
    assert!(!struck("1") && !struck("2") && !exported().contains("XXW"));
    let said = hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok().out;
    assert!(!said.contains("paired differently"), "{said}");
}

#[test]
fn what_is_said_of_who_is_expelled_in_an_open_round_is_what_the_standings_have() {
    let hall = section("round-robin", 6);
    for _ in 1..=2 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    }
    hall.run(&["pair"]).ok();
    let said = hall.run(&["team", "expel", "5"]).ok().out;
    assert!(
        said.contains("matches they have played by then count, unless that's fewer than half of their schedule"),
        "{said}"
    );
    let struck = |list: &serde_json::Value| list.as_array().expect("a list").iter().any(|row| row["struck"] == true);
    assert!(!struck(&hall.json(&["standings"])["rows"]));
    assert!(!hall.run(&["team", "show", "1"]).ok().out.contains("struck"));
    first_team_wins(&hall);
    assert!(!struck(&hall.json(&["standings"])["rows"]), "it has played three of its five");
    hall.run(&["undo", "2"]).ok();
    let (table, ..) = *hall.tables().iter().find(|(_, a, b)| *a == 5 || *b == 5).expect("it plays");
    let others: String = hall.tables().iter().filter(|t| t.0 != table).map(|t| format!("{} 1\n", t.0)).collect();
    hall.run_with(&["enter"], &others).ok();
    hall.run(&["team", "expel", "5"]).ok().says("none of them count (struck)");
    assert!(struck(&hall.json(&["standings"])["rows"]));
}

#[test]
fn status_names_no_step_that_is_refused_at_once() {
    let next = |hall: &Hall, section: usize| {
        let next = hall.json(&["status"])["sections"][section]["next"].as_str().expect("a command").to_owned();
        let words: Vec<&str> = next.split(' ').skip(1).collect();
        if !next.contains(" FILE") && !next.contains(" TEAM") {
            hall.run(&[words.as_slice(), &["--dry-run"]].concat()).ok();
        }
        next
    };
    let says = |hall: &Hall, line: &str| {
        let status = hall.run(&["status"]).ok().out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(status.contains(line), "{line}: {status}");
    };
    for format in ["swiss", "round-robin", "double-round-robin", "quads", "knockout"] {
        let hall = section(format, 4);
        for team in ["1", "2", "3"] {
            hall.run(&["team", "withdraw", team]).ok();
        }
        assert_eq!(next(&hall, 0), "bughouse import FILE --section Open");
        says(&hall, "to bring back a team that left: bughouse team return TEAM");
        hall.run(&["undo", "3"]).ok();
        for team in ["1", "2", "3", "4"] {
            hall.run(&["check-in", team]).ok();
            next(&hall, 0);
        }
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
        for team in ["1", "2", "3", "4"] {
            hall.run(&["team", "withdraw", team]).ok();
            next(&hall, 0);
        }
        if format != "knockout" {
            assert_eq!(next(&hall, 0), "bughouse section edit Open --rounds 1", "{format}");
            says(&hall, "to bring back a team that left: bughouse team return TEAM");
            hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
            assert_eq!(next(&hall, 0), "bughouse standings Open", "{format}");
        }
    }
    // One of four is here; three would leave one out.
    let hall = section("swiss", 4);
    for (team, expected) in [("1", "check-in --list"), ("2", "pair Open"), ("3", "check-in --list"), ("4", "pair Open")]
    {
        hall.run(&["check-in", team]).ok();
        assert_eq!(next(&hall, 0), format!("bughouse {expected}"));
    }
    // Who is left has met.
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pair", "Open"]).ok();
    let (_, one, other) = hall.tables()[0];
    first_team_wins(&hall);
    hall.run(&["section", "add", "Final", "--pairing", "knockout", "--from", "Open", "--top", "2"]).ok();
    assert_eq!([next(&hall, 0), next(&hall, 1)], ["bughouse pair Open", "bughouse pair Open"], "the final waits");
    assert_eq!(hall.run(&["status"]).ok().out.matches("bughouse pair Open").count(), 1);
    for team in (1..=4).filter(|team| ![one, other].contains(team)) {
        hall.run(&["team", "withdraw", &team.to_string()]).ok();
    }
    assert_eq!(next(&hall, 0), "bughouse check-pairing Open");
    says(&hall, "would meet again (met in round 1) (27A1); end after 1 round: bughouse section edit Open --rounds 1");
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    assert_eq!([next(&hall, 0), next(&hall, 1)], ["bughouse standings Open", "bughouse pair Final"]);
    hall.run(&["team", "withdraw", &one.to_string()]).ok();
    assert_eq!(next(&hall, 1), "bughouse team return TEAM");
}

#[test]
fn quads_of_which_some_have_left_play_on() {
    // The two who are left meet in round 3.
    let hall = section("quads", 4);
    hall.run(&["pair"]).ok();
    let (_, gone, also) = hall.tables()[0];
    first_team_wins(&hall);
    for team in [gone, also] {
        hall.run(&["team", "withdraw", &team.to_string()]).ok();
    }
    for _ in 2..=3 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    }
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse standings Open");
    // A last group of five, of which one is left, keeps no other group from playing.
    let hall = section("quads", 9);
    hall.run(&["pair"]).ok();
    first_team_wins(&hall);
    let rows = hall.json(&["standings"])["rows"].as_array().expect("a list").clone();
    let last: Vec<String> = rows.iter().rev().take(4).map(|row| row["team"]["number"].to_string()).collect();
    for team in &last {
        hall.run(&["team", "withdraw", team]).ok();
    }
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables().len(), 2);
    // No more rounds are planned than the quads have.
    let hall = section("quads", 4);
    hall.run(&["section", "edit", "Open", "--rounds", "5"]).ok();
    for _ in 1..=3 {
        hall.run(&["pair"]).ok();
        first_team_wins(&hall);
    }
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse standings Open");
}

#[test]
fn the_last_who_is_left_of_a_knockout_wins_it() {
    let hall = section("knockout", 4);
    hall.run(&["pair"]).ok();
    let tables = hall.tables();
    first_team_wins(&hall);
    for (_, first, second) in &tables {
        if first != &tables[0].1 {
            hall.run(&["team", "withdraw", &first.to_string()]).ok();
        }
        hall.run(&["team", "withdraw", &second.to_string()]).ok();
    }
    hall.run(&["pair"]).ok();
    let row = hall.json(&["standings"])["rows"][0].clone();
    assert_eq!((&row["team"]["number"], &row["reached"]), (&tables[0].1.into(), &"champion".into()));
}

#[test]
fn a_refused_pairing_names_its_teams_also_where_one_was_moved_away() {
    let hall = section("swiss", 3);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pair", "Open"]).ok();
    let (_, one, other) = hall.tables()[0];
    first_team_wins(&hall);
    hall.run(&["section", "add", "B", "--rounds", "4"]).ok();
    let moved = 6 - one - other;
    hall.run(&["team", "move", &moved.to_string(), "B"]).ok();
    let messages =
        [format!("Team {one} and Team {other} would meet"), format!("Team {other} and Team {one} would meet")];
    let said = hall.run(&["pair", "Open"]).fails(1, "cannot be paired by the rules").err;
    assert!(messages.iter().any(|message| said.contains(message)), "{said}");
}

#[test]
fn a_round_that_is_taken_back_is_not_paired_with_who_was_expelled_in_it() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    hall.run(&["team", "expel", "1"]).ok();
    hall.run(&["team", "withdraw", "2"]).ok();
    let said = hall.run(&["unpair"]).ok();
    assert!(!said.err.contains("Team 1 (1)"), "{}", said.err);
    said.says("in round 1 if it's paired again: Team 2 (2)").says("bughouse team withdraw 2");
    hall.run(&["team", "withdraw", "2"]).ok();
    hall.run(&["pair"]).ok();
    let seated: Vec<u64> = hall.tables().iter().flat_map(|(_, a, b)| [*a, *b]).collect();
    assert!(seated.len() == 4 && !seated.contains(&1) && !seated.contains(&2), "{seated:?}");
    hall.run(&["undo", "4"]).ok();
    hall.run(&["check"]).ok();
}

#[test]
fn the_page_of_a_team_that_left_has_the_points_of_its_last_round() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pair"]).ok();
    first_team_wins(&hall);
    hall.run(&["team", "withdraw", "1"]).ok();
    hall.run(&["pair"]).ok();
    first_team_wins(&hall);
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/team-1.html")).unwrap();
    assert!(page.contains("class=\"path\"") && !page.contains("to-come"), "{page}");
}
