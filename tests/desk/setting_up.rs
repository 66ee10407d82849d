//! `new`, `section`, `official`, `team`: and what is refused.

use super::hall::Hall;

#[test]
fn a_new_tournament_never_overwrites_one() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["new", "spring.bughouse", "--name", "Other"]).fails(1, "already exists");
    hall.run(&["new", "autumn", "--name", "Autumn", "--rulebook", "fide-blitz"]).fails(2, "fide-blitz-3");
    assert!(!hall.path("autumn.bughouse").exists());
    hall.run(&["new", "autumn", "--name", " "]).fails(2, "needs a name");
}

#[test]
fn the_only_tournament_here_is_meant() {
    let hall = Hall::empty();
    hall.run(&["status"]).fails(2, "no tournament in this folder");
    hall.run(&["new", "a", "--name", "A"]).ok();
    hall.run(&["status"]).ok();
    hall.run(&["new", "b", "--name", "B"]).ok();
    hall.run(&["status"]).fails(2, "b.bughouse");
    hall.run(&["-f", "a", "status"]).ok();
    hall.run(&["-f", "c.bughouse", "status"]).fails(2, "no file");
}

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let hall = Hall::empty();
    hall.write("notes.bughouse", "dear diary");
    hall.run(&["status"]).fails(3, "not a bughouse tournament");
    assert_eq!(std::fs::read(hall.path("notes.bughouse")).unwrap(), b"dear diary");
}

#[test]
fn sections_are_added_changed_and_removed() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6", "--rounds", "5"]).ok();
    hall.run(&["section", "add", "k-6"]).fails(1, "already");
    hall.run(&["section", "add", "HS", "--grades", "12-9"]).fails(2, "range of grades");
    hall.run(&["section", "edit", "K-6", "--tiebreaks", "solkof"]).fails(2, "solkoff");
    hall.run(&["section", "edit", "K-6", "--tiebreaks", "solkoff,lot", "--school-mode", "avoid"]).ok();
    let sections = hall.json(&["section", "list"]);
    assert_eq!(sections["sections"][0]["grades"], "K-6");
    assert_eq!(sections["sections"][0]["settings"]["standings"]["tiebreaks"][0], "solkoff");
    hall.run(&["section", "remove", "K-6"]).ok();
    assert_eq!(hall.json(&["section", "list"])["sections"].as_array().unwrap().len(), 0);
}

#[test]
fn grades_read_from_a_sections_name_are_reported_and_can_be_others() {
    let hall = Hall::under("us-chess-2018");
    let added = hall.run(&["section", "add", "K-6"]).ok().out;
    let sentence = "Grades K-6 taken from the name. To change: bughouse section edit K-6 --grades PK-12";
    assert!(added.contains(sentence), "{added}");
    assert!(!hall.run(&["section", "add", "K-3", "--grades", "PK-3"]).ok().out.contains("taken from the name"));
    let grades = || hall.json(&["section", "list"])["sections"][0]["grades"].clone();
    hall.run(&sentence.split_whitespace().skip_while(|word| *word != "bughouse").skip(1).collect::<Vec<_>>()).ok();
    assert_eq!(grades(), "PK-12");
    let renamed = hall.run(&["section", "edit", "K-6", "--rename", "K-8"]).ok();
    assert!(
        renamed.err.contains("it still takes grades PK-12; to change that: bughouse section edit K-8 --grades K-8")
    );
    assert_eq!(grades(), "PK-12");
    let named = hall.run(&["section", "edit", "K-8", "--rename", "K-9", "--grades", "K-9"]).ok();
    assert!(!named.err.contains("as before"), "{}", named.err);
}

#[test]
fn options_that_do_nothing_in_a_section_of_its_format_are_reported() {
    let idle = [
        (
            "swiss",
            "--back-to-back yes",
            "--back-to-back is only for double round robins and does nothing in X, which is a Swiss",
        ),
        (
            "swiss",
            "--third-place yes --reseed no",
            "--third-place and --reseed are only for knockouts and do nothing in X, which is a Swiss",
        ),
        ("swiss", "--large-group round-robin", "--large-group is only for quads and does nothing in X"),
        (
            "swiss --system fide-team",
            "--lookahead yes --school-mode avoid",
            "--school-mode and --lookahead are only for --system us and do nothing",
        ),
        (
            "round-robin",
            "--back-to-back yes",
            "--back-to-back is only for double round robins and does nothing in X, which is a round robin",
        ),
        (
            "double-round-robin",
            "--school-mode avoid",
            "--school-mode is only for a Swiss and does nothing in X, which is a double round robin",
        ),
        (
            "quads",
            "--table crenshaw --numbers lot",
            "--table and --numbers are only for round robins and do nothing in X",
        ),
        ("quads", "--bye-points 1", "only a last group of five to seven goes by --bye-points"),
        ("quads --large-group round-robin", "--bye-points 1", "--bye-points is only for a Swiss and does nothing in X"),
        (
            "knockout",
            "--accelerate baku",
            "--accelerate is only for a Swiss and does nothing in X, which is a knockout",
        ),
        ("knockout", "--numbers lot", "--numbers is only for round robins and does nothing in X, which is a knockout"),
    ];
    for (format, options, expected) in idle {
        let hall = Hall::under("us-chess-2018");
        let split = |words: &'static str| words.split(' ').collect::<Vec<_>>();
        let added = hall.run(&[vec!["section", "add", "X", "--pairing"], split(format), split(options)].concat()).ok();
        assert!(added.err.contains(expected), "add --pairing {format} {options}: {}", added.err);
        let edited = hall.run(&[vec!["section", "edit", "X"], split(options)].concat()).ok();
        assert!(edited.err.contains(expected), "edit a {format} {options}: {}", edited.err);
    }
    let serves = [
        "swiss --school-mode avoid --accelerate baku --bye-points 1 --protect-unrated no --avoid-repeat-floats yes --lookahead no",
        "swiss --system fide-team --school-mode forbid --accelerate baku",
        "round-robin --table crenshaw --numbers lot",
        "double-round-robin --table crenshaw --numbers lot --back-to-back yes",
        "quads --large-group round-robin",
        "knockout --third-place yes --reseed yes",
    ];
    for options in serves {
        let hall = Hall::under("us-chess-2018");
        let added = hall
            .run(&["section", "add", "X", "--pairing"].into_iter().chain(options.split(' ')).collect::<Vec<_>>())
            .ok();
        assert_eq!(added.err, "", "{options}");
    }
}

#[test]
fn a_posted_schedule_is_settled_only_where_the_option_would_change_it() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "X", "--pairing", "round-robin"]).ok();
    hall.enter_teams("X", 1..=4);
    hall.run(&["pair"]).ok();
    hall.run(&["section", "edit", "X", "--table", "crenshaw"]).fails(1, "its schedule is set");
    let idle = hall.run(&["section", "edit", "X", "--back-to-back", "yes"]).ok();
    assert!(idle.err.contains("does nothing in X"), "{}", idle.err);
}

#[test]
fn the_older_partners_grade_chooses_the_narrowest_section() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["section", "add", "K-6"]).ok();
    let team = |name: &str, grades: [&str; 2]| {
        let players = grades.map(|g| format!("{name} {g},{g}"));
        hall.run(&[
            "team",
            "add",
            name,
            "--player",
            &format!("One {}", players[0]),
            "--player",
            &format!("Two {}", players[1]),
            "--json",
        ])
    };
    assert_eq!(team("Small", ["2", "K"]).ok().json()["section"], "K-3");
    assert_eq!(team("Mixed", ["2", "5"]).ok().json()["section"], "K-6");
    team("Old", ["2", "9"]).fails(2, "no section fits Old: the older partner is in grade 9");
    hall.run(&["team", "add", "Down", "--section", "K-3", "--player", "A B,5", "--player", "C D,2"])
        .fails(1, "playing down is not");
    hall.run(&["team", "add", "Up", "--section", "K-6", "--player", "E F,1", "--player", "G H,2"]).ok();
}

#[test]
fn a_child_is_entered_once_unless_the_desk_says_that_there_are_two() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let add = |name: &str, first: &str, more: &[&str]| {
        let second = format!("{name} Two");
        hall.run(&[&["team", "add", name, "--player", first, "--player", &second], more].concat())
    };
    add("Rooks", "Ann Lee,3,,X1,Oak", &[]).ok();
    add("Pawns", "Anna Lee,3,,x1,Elm", &[])
        .fails(2, "Ann Lee from Oak is already entered: player 1, on Rooks (team 1), with the same ID");
    add("Pawns", "ann lee,4,,,Oak", &[]).fails(2, "if this is a different child, add --namesake");
    add("Pawns", "Ann Lee,4,,,Elm", &[]).ok();
    add("Kings", "Ann Lee,4,,,Oak", &["--namesake"]).ok();
    let rename = |more: &[&str]| {
        hall.run(&[&["team", "edit", "kings", "--player", "kings two", "--player-name", "Pawns Two"], more].concat())
    };
    rename(&[]).fails(2, "Pawns Two is already entered");
    rename(&["--namesake"]).ok();
    hall.run(&["team", "edit", "kings", "--name", "rooks"]).fails(2, "there is already a team named \"Rooks\"");
    // Who is not in the team is missed under the name that it has, not under one that it was to have.
    hall.run(&["team", "edit", "kings", "--name", "Rooks", "--player", "Rooks Two", "--grade", "4"])
        .fails(2, "Kings have no player \"Rooks Two\"");
}

#[test]
fn a_rating_limit_holds_at_the_desk_as_in_a_file() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "U800", "--rating-under", "800"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    let add = |name: &str, rating: &str| {
        hall.run(&[
            "team",
            "add",
            name,
            "--player",
            &format!("{name} A,3,{rating}"),
            "--player",
            &format!("{name} B,3,{rating}"),
            "--json",
        ])
    };
    assert_eq!(add("Low", "700").ok().json()["section"], "U800");
    assert_eq!(add("High", "900").ok().json()["section"], "Open");
    hall.run(&["team", "edit", "high", "--section", "U800"])
        .fails(1, "it is for ratings under 800, and their average is 900");
}

#[test]
fn a_changed_section_says_what_changed() {
    let hall = Hall::with_teams(2);
    let changes: [(&[&str], &str); 9] = [
        (&["--tiebreaks", "solkoff,wins"], "-> solkoff, wins"),
        (&["--school-mode", "avoid"], "school mode plus2 -> avoid"),
        (&["--bye-points", "0.5"], "bye points the full round -> ½"),
        (&["--accelerate", "baku"], "accelerate none -> baku"),
        (&["--unplayed-last", "yes"], "unplayed last no -> yes"),
        (&["--grace", "10"], "grace: 10 (not set before)"),
        (&["--names", "short"], "names full -> short"),
        (&["--reports", "witnessed"], "reports officials -> witnessed"),
        (&["--rounds", "3"], "rounds: 3 (not set before)"),
    ];
    for (options, expected) in changes {
        let words: Vec<&str> = ["section", "edit", "Open"].iter().chain(options).copied().collect();
        hall.run(&words).ok().says("changed section Open\n  ").says(expected);
        let log = hall.run(&["log", "--last", "1"]).ok().out;
        assert!(log.contains("changed section Open") && log.contains(expected), "{log}");
        // The same again is no change.
        hall.run(&words).ok().says("stays as it is");
    }
    hall.run(&["undo", "2"]).ok().says("reports witnessed -> officials").says("rounds: not set (3 before)");
}

#[test]
fn teams_that_no_longer_fit_their_section_are_named() {
    let hall = Hall::with_teams(2);
    // The two ratings of team 1 are 1980 and 1978.
    hall.run(&["section", "edit", "Open", "--rating-under", "1970"])
        .ok()
        .says("Team 1 cannot play in Open: it is for ratings under 1970, and their average is 1979")
        .says("bughouse team edit 1 --section SECTION");
    let said = hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    assert!(!said.err.contains("cannot play"), "{}", said.err);
    hall.run(&["team", "edit", "2", "--player", "P2a", "--rating", "2100"]).ok().says("Team 2 cannot play in Open");
    hall.run(&["section", "edit", "Open", "--grades", "K-4"]).ok().says("Team 1 cannot play down");
}

#[test]
fn buchholz_in_a_round_robin_is_reported() {
    let hall = Hall::with_teams(4);
    let sentence = "fide-bh-c1: Buchholz isn't allowed where everybody plays everybody (C.07 15.2)";
    let said = hall.run(&["section", "edit", "Open", "--tiebreaks", "wins,fide-bh-c1"]).ok();
    assert!(!said.err.contains("forbidden"), "{}", said.err);
    hall.run(&["section", "edit", "Open", "--pairing", "round-robin"])
        .ok()
        .says(sentence)
        .says("Open is a round robin");
    hall.run(&["section", "add", "B", "--pairing", "round-robin", "--tiebreaks", "fide-bh-c1"]).ok().says(sentence);
    let said = hall.run(&["section", "edit", "Open", "--tiebreaks", "wins,fide-sb"]).ok();
    assert!(!said.err.contains("forbidden"), "{}", said.err);
}

#[test]
fn a_merge_shows_what_round_one_becomes_and_nobody_plays_down() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["section", "add", "K-6"]).ok();
    hall.write(
        "entries.csv",
        "Team,Player 1,Grade 1,Player 2,Grade 2\nRooks,Ann Lee,2,Bo Kim,1\nPawns,Cy Day,5,Di Eck,6\nKings,Ed Fox,5,Flo Gay,6\n",
    );
    hall.run(&["import", "entries.csv"]).ok();
    hall.run(&["section", "merge", "K-6", "K-3"]).fails(1, "cannot play down");
    let output = hall.run(&["section", "merge", "K-3", "K-6", "--dry-run"]).ok().out;
    assert!(
        output.contains("K-6: round 1 would be")
            && output.contains("3 teams: for a field this small the rulebook (29K) recommends"),
        "{output}"
    );
    hall.run(&["team", "edit", "pawns", "--name", "Rooks"]).ok();
    hall.run(&["section", "merge", "K-3", "K-6"]).fails(2, "there is already a team named \"Rooks\"");
}

#[test]
fn names_are_found_by_any_part_and_missed_with_a_hint() {
    let hall = Hall::with_teams(3);
    hall.run(&["team", "show", "team 2"]).ok();
    hall.run(&["team", "show", "p3A alp"]).ok();
    hall.run(&["team", "show", "team"]).fails(2, "Team 1 (1), Team 2 (2), Team 3 (3)");
    hall.run(&["team", "show", "Taem 2"]).fails(2, "did you mean");
    hall.run(&["standings", "Opne"]).fails(2, "the only section is Open");
    hall.run(&["status", "--as", "nobody"]).fails(2, "official");
}

#[test]
fn errors_are_json_where_json_was_asked_for() {
    let hall = Hall::with_teams(2);
    let said = hall.run(&["result", "9", "1-0", "--json"]).fails(2, "table 9");
    let error: serde_json::Value = serde_json::from_str(&said.err).unwrap();
    assert_eq!(error["error"]["code"], 2);
    let said = hall.run(&["reslut", "--json"]);
    assert_eq!(said.code, 2);
    assert!(serde_json::from_str::<serde_json::Value>(&said.err).is_ok(), "{}", said.err);
}

#[test]
fn a_school_counts_the_children_of_its_teams_and_those_who_came_alone() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    hall.run(&["team", "add", "Rooks", "--player", "Ann Lee", "--player", "Ben Ortiz", "--school", "Hillside"]).ok();
    hall.run(&["team", "add", "Knights", "--player", "Cy Day,,,,Riverview", "--player", "Dee Fox,,,,Hillside"]).ok();
    let counted = |at: usize| hall.json(&["school", "list"])["schools"][at].clone();
    assert_eq!((counted(0)["name"].as_str(), counted(0)["players"].as_u64()), (Some("Hillside"), Some(3)));
    assert_eq!((counted(1)["name"].as_str(), counted(1)["players"].as_u64()), (Some("Riverview"), Some(1)));
}

#[test]
fn a_tournament_without_a_file_name_takes_it_from_its_name() {
    let hall = Hall::empty();
    hall.run(&["new", "--name", "Spring \"Bughouse\" '26"]).ok();
    assert_eq!(hall.files(), ["spring-bughouse-26.bughouse"]);
    hall.run(&["status"]).ok();
}

#[test]
fn hyphens_apostrophes_and_forgotten_quotes_are_no_hindrance() {
    let hall = Hall::under("us-chess-2018");
    for section in ["K-3", "K-30 Blitz"] {
        hall.run(&["section", "add", section]).ok();
    }
    for name in ["Scholar's Mate", "Rooks on Fire"] {
        let players = [format!("Ann {name},2"), format!("Bo {name},2")];
        hall.run(&["team", "add", name, "--section", "K3", "--player", &players[0], "--player", &players[1]]).ok();
    }
    assert_eq!(hall.json(&["team", "list", "--section", "k-3"])["teams"].as_array().map(Vec::len), Some(2));
    hall.run(&["team", "show", "scholars"]).ok().says("Scholar's Mate");
    let typed = |words: &[&str], line: &str| {
        hall.run(words).fails(2, "").says(&format!("did you mean `bughouse {line}`?"));
    };
    typed(&["team", "show", "Rooks", "on", "Fire"], "team show \"Rooks on Fire\"");
    typed(&["explain", "Rooks", "on", "Fire"], "explain \"Rooks on Fire\"");
    hall.run(&["check-in", "Rooks", "on", "Fire"]).ok().says("checked in: Rooks on Fire");
    typed(
        &["team", "add", "Kings", "--player", "Kit", "Low,3", "--player", "Kim Day,3"],
        "team add Kings --player \"Kit Low,3\" --player \"Kim Day,3\"",
    );
}

/// Two Swiss sections of four, each with a round played, and one of them with a second one.
fn two_that_have_played() -> Hall {
    let hall = Hall::under("us-chess-2018");
    for (section, numbers) in [("Red", 1..=4), ("Blue", 5..=8)] {
        hall.run(&["section", "add", section, "--rounds", "5"]).ok();
        hall.enter_teams(section, numbers);
        hall.run(&["pair", section]).ok();
    }
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["pair", "Red"]).ok();
    hall
}

#[test]
fn sections_that_have_played_are_merged_round_by_round() {
    let hall = two_that_have_played();
    hall.run(&["section", "merge", "Blue", "Red"]).fails(1, "Red is in progress");
    hall.run_with(&["enter"], "1 1\n2 =\n").ok();
    hall.run(&[
        "ruling",
        "offence",
        "3",
        "--player",
        "P5a",
        "--offence",
        "clock-hand",
        "--penalty",
        "warning",
        "--reason",
        "seen",
    ])
    .ok();
    let (red, blue) = (hall.json(&["standings", "Red"]), hall.json(&["standings", "Blue"]));
    let points = |sheet: &serde_json::Value| {
        let rows = sheet["rows"].as_array().unwrap().iter();
        let mut points: Vec<(u64, String)> =
            rows.map(|row| (row["team"]["number"].as_u64().unwrap(), row["points"].to_string())).collect();
        points.sort();
        points
    };
    let said = hall.run(&["section", "merge", "Blue", "Red"]).ok().out;
    assert!(said.contains("the Blue teams didn't play in round 2"), "{said}");
    let both = hall.json(&["standings"]);
    assert_eq!(points(&both), [points(&red), points(&blue)].concat());
    assert_eq!(hall.json(&["pairings", "--round", "1"])["pairings"].as_array().map(Vec::len), Some(4));
    assert!(hall.run(&["ruling", "show", "1"]).ok().out.contains("Red"));
    hall.run(&["check"]).ok();
    hall.run(&["pair"]).ok();
    let met: Vec<(u64, u64)> = hall.tables().iter().map(|(_, a, b)| (*a, *b)).collect();
    assert_eq!(met.len(), 4);
    assert!(met.iter().all(|(a, b)| !(*a > 4 && *b > 4 && a.abs_diff(*b) == 2)), "nobody meets again: {met:?}");
    hall.run(&["undo", "2"]).ok();
    assert_eq!((hall.json(&["standings", "Red"]), hall.json(&["standings", "Blue"])), (red, blue));
    hall.run(&["section", "add", "Final", "--pairing", "knockout"]).ok();
    hall.run(&["section", "merge", "Final", "Red"]).fails(1, "Final isn't a Swiss");
}

#[test]
fn a_round_with_rulings_is_taken_back_after_them_by_the_lines_that_are_named() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["rule", "1", "P1a", "clock-h"]).ok();
    hall.run(&["rule", "2", "P2a", "clock-h"]).ok();
    hall.run(&["ruling", "void", "2", "--reason", "another table"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    for _ in 0..6 {
        let said = hall.run(&["unpair", "--with-results"]);
        let Some(at) = said.err.find("bughouse undo --only ") else { break };
        let line = said.err[at..].split(['`', ';', ',', '\n']).next().unwrap_or_default();
        let done = hall.run(&line.split(' ').skip(1).collect::<Vec<_>>());
        // What rests on the ruling goes first, and is named in turn.
        if let Some(at) = done.err.find("bughouse undo --only ") {
            let first = done.err[at..].split(['`', ';', ',', '\n']).next().unwrap_or_default();
            hall.run(&first.split(' ').skip(1).collect::<Vec<_>>()).ok();
        }
    }
    assert_eq!(hall.json(&["status"])["sections"][0]["round"], 0, "the round could be taken back");
}

#[test]
fn a_round_with_results_is_taken_back_in_one_go_when_that_is_meant() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0", "a", "mate"]).ok();
    let before = hall.json(&["pairings"]);
    hall.run(&["unpair"]).fails(1, "has results from table 1").says("bughouse unpair Open --with-results");
    assert_eq!(hall.json(&["pairings"]), before);
    hall.run(&["unpair", "--with-results"]).ok().says("took back round 1 of Open with the results from table 1");
    assert_eq!(hall.json(&["status"])["sections"][0]["round"], 0);
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["pairings"]), before);
    let Some(said) = hall.at_a_terminal(&["unpair"], "y\n") else { return };
    assert!(said.out.contains("Remove them too?"), "{}", said.out);
    assert_eq!(hall.json(&["status"])["sections"][0]["round"], 0);
}

#[test]
fn a_team_is_moved_to_another_section_before_it_is_paired() {
    let hall = two_that_have_played();
    hall.run(&["section", "add", "Late"]).ok();
    hall.enter_teams("Late", 9..=10);
    hall.run(&["team", "move", "Team 9", "Red"]).ok().says("Team 9 plays in Red now");
    assert_eq!(hall.json(&["team", "show", "Team 9"])["team"]["section"], "Red");
    hall.run(&["team", "move", "Team 1", "Blue"]).fails(1, "Team 1 is at table 1 in round 2, which has no result");
}

#[test]
fn a_file_for_an_event_without_sections_is_refused_once() {
    let hall = Hall::under("us-chess-2018");
    let rows: String = (1..=16).map(|n| format!("Team {n},A{n} B,C{n} D\n")).collect();
    hall.write("teams.csv", format!("Team,Player 1,Player 2\n{rows}"));
    let said = hall.run(&["import", "teams.csv"]).fails(2, "the tournament has no sections yet");
    assert_eq!(said.err.matches("no sections yet").count(), 1, "{}", said.err);
}

#[test]
fn a_name_is_one_line_and_no_longer_than_a_list_has_room_for() {
    let hall = Hall::with_teams(2);
    let endless = "x".repeat(201);
    let player = format!("{endless},5");
    for words in [
        &["section", "add", &endless][..],
        &["section", "edit", "Open", "--rename", &endless],
        &["official", "add", &endless, "--role", "td"],
        &["team", "add", &endless, "--player", "Ann Lee", "--player", "Bo Kim"],
        &["team", "add", "Rooks", "--player", &player, "--player", "Bo Kim"],
        &["team", "add", "Rooks", "--player", "Ann Lee", "--player", "Bo Kim", "--school", &endless],
        &["team", "edit", "1", "--name", &endless],
        &["team", "edit", "1", "--player", "P1a Alpha", "--player-name", &endless],
        &["prize", "add", "Open", "--special", &endless],
        &["new", "autumn", "--name", &endless],
    ] {
        let said = hall.run(words).fails(2, "at most 200");
        assert!(said.err.len() < 1000, "{}", said.err);
    }
    hall.run(&["official", "add", "Pat\n\tLee", "--role", "td"]).ok().says("appointed Pat  Lee as TD");
    hall.run(&["section", "edit", "Open", "--rename", &endless[1..]]).ok();
}

#[test]
fn a_merge_names_the_start_times_that_fall_away_and_the_byes_asked_for() {
    let hall = two_that_have_played();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["times", "Blue", "9:00", "9:30", "10:00"]).ok();
    hall.run(&["bye", "Team 7", "--round", "2", "--points", "half"]).ok();
    hall.run(&["bye", "Team 6", "--round", "4"]).ok();
    let said = hall.run(&["section", "merge", "Blue", "Red"]).ok().out;
    assert!(said.contains("the Blue start times are dropped: 9:00 AM, 9:30 AM, 10:00 AM"), "{said}");
    let byes = "bye requests: Team 6 in round 4; if that leaves an odd number, one more team has a bye";
    assert!(said.contains(byes) && !said.contains("nobody has a bye"), "{said}");
}

#[test]
fn a_new_tournament_is_made_here_whatever_file_the_environment_names() {
    let hall = Hall::empty();
    let made =
        hall.command(&["new", "--name", "My Event"]).env("BUGHOUSE_FILE", hall.own_path("other.bughouse")).output();
    assert!(made.unwrap().status.success());
    assert_eq!(hall.files(), ["my-event.bughouse"]);
}

#[test]
fn what_changes_of_a_team_is_reported_and_what_does_not_is_no_command() {
    let hall = Hall::with_teams(2);
    let edit = ["team", "edit", "1", "--name", "Rooks", "--player", "1", "--grade", "3"];
    let said = hall.run(&[&edit[..], &["--dry-run"]].concat()).ok();
    said.says("name Team 1 → Rooks").says("grade 5 → 3");
    hall.run(&edit).ok();
    let before = hall.facts();
    hall.run(&edit).ok().says("is already set that way");
    assert_eq!(hall.facts(), before);
}

#[test]
fn a_second_office_of_one_person_is_not_another_person() {
    let hall = Hall::with_teams(2);
    hall.run(&["official", "add", "Pat Lee", "--role", "td"]).ok();
    hall.run(&["official", "add", "pat lee", "--role", "floor-chief"]).ok();
    hall.run(&["official", "remove", "pat lee", "--role", "td"]).ok().says("removed Pat Lee as TD");
}

#[test]
fn several_names_for_a_command_of_one_are_answered_one_by_one() {
    let hall = Hall::with_teams(2);
    hall.run(&["section", "add", "Club"]).ok();
    hall.run(&["pair", "Open", "Club"]).fails(2, "bughouse pair Open, then bughouse pair Club");
    // A section and a team are no two of one kind.
    let said = hall.run(&["prize", "give", "Open", "hat", "Team 1"]).fails(2, "error");
    assert!(!said.err.contains("one at a time"), "{}", said.err);
}

#[test]
fn slips_one_by_one_leave_stdout_to_one_json_document() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let said = hall.run_with(&["enter", "--each", "--json"], "1 1\n2 2\n").ok();
    assert_eq!(said.json()["entered"], 2);
}

#[test]
fn tie_breaks_say_that_they_count_whole_matches_where_a_match_is_half_a_point() {
    let hall = Hall::with_teams(2);
    hall.run(&["section", "edit", "Open", "--match-points", "0.5"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["standings"]).ok().says("In the tie-breaks, a match counts as 1");
}

#[test]
fn the_desk_asks_of_a_child_entered_already_as_an_import_does_and_notes_what_is_nearly_the_same() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6", "--grades", "K-6"]).ok();
    let add = |team: &str, players: [&str; 2], more: &[&str]| {
        let words = ["team", "add", team, "--section", "K-6", "--player", players[0], "--player", players[1]];
        hall.run(&[&words, more].concat())
    };
    add("Rooks", ["Ann Lee,3,1200", "Bo Kim,4"], &[]).ok();
    add("Pins", ["Ann Lee,4", "Cy Day,4"], &[]).fails(2, "Ann Lee is already entered: player 1, on Rooks (team 1)");
    hall.run(&["partner", "add", "Bo Kim,5"]).fails(2, "add --namesake");
    add("Pins", ["Ann Lee,4", "Cy Day,4"], &["--namesake"]).ok();
    hall.run(&["partner", "add", "Ida Koh,5,,,Oakdale"]).ok();
    let said = hall.run(&["partner", "add", "Ida Kohh,5,,,Oakdale"]).ok();
    assert!(
        said.err.contains("Ida Kohh looks like Ida Koh (5), who is already entered: the same child?"),
        "{}",
        said.err
    );
    let said = add("Kings", ["Di Fox,5", "Eva Gray,5"], &["--school", "Oakdael"]).ok();
    assert!(
        said.err.contains("\"Oakdael\" looks like \"Oakdale\"; if they are the same: bughouse school same"),
        "{}",
        said.err
    );
}

#[test]
fn the_events_name_date_and_venue_are_corrected_and_its_sheets_are_stale_then() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["pairings", "-o", "pairings.pdf"]).ok();
    hall.run(&["event", "edit"]).fails(2, "no change was given");
    hall.run(&["event", "edit", "--name", "Autumn Bughouse", "--venue", "Gym"])
        .ok()
        .says("name Spring Bughouse → Autumn");
    assert!(hall.run(&["pairings"]).ok().out.contains("Autumn Bughouse"));
    hall.run(&["stale"]).ok().says("Out of date");
    hall.run(&["undo"]).ok();
    assert!(hall.run(&["pairings"]).ok().out.contains("Spring Bughouse"));
    assert!(!hall.run(&["stale"]).ok().out.contains("Out of date"));
    hall.run(&["event", "edit", "--venue", "none"]).ok().says("already set that way");
    hall.run(&["edit", "--name", "X"]).fails(2, "bughouse event edit --name NAME");
    hall.run(&["pair", "--all"]).fails(2, "bughouse round");
}

#[test]
fn a_name_beside_a_player_is_asked_about() {
    let hall = Hall::with_teams(2);
    let refused = hall.run(&["team", "edit", "1", "--player", "P1a", "--name", "Lou Tardy"]);
    refused
        .fails(2, "--name changes the team")
        .says("for the player: bughouse team edit 1 --player P1a --player-name \"Lou Tardy\"")
        .says("for the team: bughouse team edit 1 --name \"Lou Tardy\"");
    hall.run(&["team", "edit", "1", "--player", "P1a", "--school", "Hillside"]).fails(2, "--player-school Hillside");
    hall.run(&["team", "edit", "1", "--player", "P1a", "--name", "Rooks", "--rating", "1500"]).ok().says("Rooks");
}
