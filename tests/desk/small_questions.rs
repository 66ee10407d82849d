//! Small questions of the desk: which of two is meant, what was had before, what cannot come to its end.

use super::hall::Hall;
use super::ruling_ladders::paired;

#[test]
fn a_person_with_two_offices_is_asked_which_one_goes() {
    let hall = Hall::with_teams(2);
    hall.run(&["official", "add", "Pat Lee", "--role", "td"]).ok();
    hall.run(&["official", "add", "Pat Lee", "--role", "section-chief", "--section", "Open"]).ok();
    hall.run(&["official", "remove", "pat"]).fails(2, "td (1), section-chief of Open (2)");
    hall.run(&["official", "remove", "pat", "--role", "section-chief"]).ok().says("as section chief");
    hall.run(&["official", "remove", "pat"]).ok().says("removed Pat Lee as TD");
    hall.run(&["undo", "2"]).ok();
    hall.run(&["official", "remove", "1"]).ok().says("as TD");
}

#[test]
fn a_child_s_name_that_fits_children_of_two_teams_names_them() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("one.csv", "Team,Player 1,Player 2\nRooks,Kim Lee,Al Ray\nPawns,Kim Oh,Bo Day\nNEED,Kim Ide,\n");
    hall.run(&["import", "one.csv"]).ok();
    let said = hall.run(&["check-in", "kim"]).fails(2, "several players match \"kim\"");
    let sentence = "type the team's name or number: Kim Lee on Rooks (1), Kim Oh on Pawns (2), Kim Ide without a team";
    assert!(said.err.contains(sentence), "{}", said.err);
    hall.write("two.csv", "Team,Player 1,Player 2\nKings,Cy Dayton,Di Dayton\n");
    hall.run(&["import", "two.csv"]).ok();
    hall.run(&["check-in", "dayton"]).ok().says("Kings");
}

#[test]
fn a_child_misspelt_in_a_later_file_is_a_note() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("one.csv", "Team,Player 1,Player 2\nRooks,Annabel Leeward,Bo Kim\n");
    hall.write("two.csv", "Team,Player 1,Player 2\nKings,Anabel Leeward,Cy Day\n");
    hall.run(&["import", "one.csv"]).ok();
    let said = hall.run(&["import", "two.csv"]).ok();
    said.says("Anabel Leeward looks like Annabel Leeward (1), who is already entered: the same child?");
    assert_eq!(hall.json(&["team", "list"])["teams"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_knockout_that_ends_before_its_winner_says_so() {
    let hall = Hall::with_teams(5);
    hall.run(&["section", "edit", "Open", "--pairing", "knockout", "--rounds", "2"]).ok();
    hall.run(&["pair"])
        .ok()
        .says("Open needs 3 rounds for a winner, but has only 2: bughouse section edit Open --rounds 3");
    hall.run(&["unpair"]).ok();
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    assert!(!hall.run(&["pair"]).ok().err.contains("comes to its winner"));
}

#[test]
fn what_is_taken_away_by_giving_is_said() {
    let hall = Hall::with_teams(3);
    hall.run(&["prize", "add", "Open", "--special", "Hat"]).ok();
    hall.run(&["prize", "give", "Hat", "Team 1"]).ok();
    hall.run(&["prize", "give", "Hat", "Team 2"]).ok().says("Hat goes to Team 2, instead of Team 1");
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair"]).ok();
    let bye = hall.json(&["pairings"])["pairings"]
        .as_array()
        .and_then(|all| Some(all.last()?["first"]["name"].as_str()?.to_owned()));
    let bye = bye.expect("three teams leave a bye");
    hall.enter_teams("Open", 4..=4);
    hall.run(&["pairing", "add", &bye, "Team 4"]).ok().says(&format!("{bye} no longer has"));
    hall.run(&["team", "withdraw", "Team 1"]).ok();
    hall.run(&["team", "return", "Team 1"])
        .ok()
        .says("Open has no round 2; to add one: bughouse section edit Open --rounds 2");
}

#[test]
fn words_are_taken_as_they_are_meant() {
    let hall = Hall::with_teams(2);
    hall.run(&["check-in", "all"]).ok().says("all 2 teams are here");
    hall.run(&["backup", "early.bak"]).ok();
    hall.run(&["official", "add", "Pat", "--role", "td"]).ok();
    hall.run(&["backup", "late.bak"]).ok();
    hall.run(&["restore", "early.bak"]).ok();
    let status = hall.json(&["status"]);
    assert_eq!(status["safety"]["commands_since"], 0);
    hall.run(&["status"]).ok().says("0 commands since: ").says("early.bak");
}

#[test]
fn late_slips_go_into_their_round() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Novice"]).ok();
    hall.enter_teams("Novice", 5..=8);
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["pair", "Novice"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair", "Open", "--anyway"]).ok();
    hall.run_with(&["enter"], "1 1-0\n").ok().says("table 1 has no result for round 1 yet");
    hall.run(&["undo"]).ok();
    hall.run_with(&["enter", "--round", "1"], "1 1-0\n").ok();
    let of =
        |round: &str| hall.json(&["pairings", "Open", "--round", round])["pairings"][0]["results"][0]["result"].clone();
    assert_eq!((of("1"), of("2")), ("1-0".into(), serde_json::Value::Null));
    hall.run_with(&["enter", "Open"], "3 1-0\n").fails(2, "table 3 belongs to Novice, not to Open");
    hall.run(&["slips", "Open", "--table", "3"]).fails(2, "table 3 is in Novice: bughouse slips Novice --table 3");
    hall.run(&["rule", "3", "P1a", "clock-hand"]).fails(2, "");
    hall.run(&["pairing", "add", "Team 1", "Team 5"]).fails(1, "play in different sections");
}

#[test]
fn names_of_several_words_without_quotes_are_reported_as_the_line_to_type() {
    let hall = Hall::with_teams(2);
    hall.run(&["prize", "add", "Open", "--special", "Craziest Hat"]).ok();
    let said = hall.run(&["prize", "give", "Craziest", "Hat", "Team", "1"]);
    said.fails(2, "did you mean `bughouse prize give \"Craziest Hat\" \"Team 1\"`?");
    let said = hall.run(&["prize", "give", "Craziest", "Hat", "2"]);
    said.fails(2, "did you mean `bughouse prize give \"Craziest Hat\" 2`");
    let line = "bughouse team add Kings --section Open --player \"First Last,GRADE\" --player \"First Last,GRADE\"";
    hall.run(&["team", "add", "Kings", "--section", "Open"]).fails(2, line);
}

#[test]
fn a_section_whose_name_looks_like_an_option_is_named_so_that_it_can_be_typed() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "--", "-K"]).ok();
    hall.enter_teams("-K", 1..=3);
    hall.run(&["status"]).ok().says("bughouse pair -- -K");
    hall.run(&["pair", "--", "-K"]).ok();
    hall.run(&["status"]).ok().says("bughouse enter -- -K");
}

#[test]
fn a_mistyped_column_is_reported_with_the_headings_of_the_file() {
    let hall = Hall::with_teams(2);
    hall.write("e.csv", "Team,Player A,Player B\nKings,Al Bo,Cy Di\n");
    let said = hall.run(&["import", "e.csv", "--map", "player-1=Nope"]);
    said.fails(2, "its headings are \"Team\", \"Player A\", \"Player B\"; or give a column by number, counting from 1");
}

#[test]
fn a_team_with_a_bye_is_not_reported_as_one_that_did_not_check_in() {
    let hall = Hall::with_teams(6);
    hall.run(&["check-in", "1", "2", "3", "4"]).ok();
    hall.run(&["bye", "5", "--round", "1"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("not checked in, so not paired: Team 6 (6);"), "{}", said.err);
    let pairings = hall.json(&["pairings"]);
    let bye =
        pairings["pairings"].as_array().and_then(|rows| rows.iter().find(|row| row["first"]["number"] == 5)).cloned();
    assert_eq!(bye.expect("it is listed")["bye"], "half");
}

#[test]
fn the_second_board_of_a_first_end_match_needs_no_replace() {
    for (lines, shown) in
        [("1 1am\n1 2bm\n", "1/2"), ("1 2bm\n1 1am\n", "1/2"), ("1 1am\n1 1bm\n", "1-0"), ("1 1am\n1 =b\n", "1/2")]
    {
        let hall = Hall::under("fide-blitz-3");
        hall.run(&["section", "add", "Open"]).ok();
        hall.enter_teams("Open", 1..=2);
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], lines).ok();
        assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], shown, "{lines}");
    }
    let hall = Hall::under("fide-blitz-3");
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0", "--board", "a", "--by", "mate"]).ok();
    hall.run(&["result", "1", "0-1", "--board", "b", "--by", "mate"]).ok().says("Team 1 drew with Team 2");
    hall.run(&["result", "1", "1-0", "--board", "b", "--by", "mate"]).fails(1, "already has a different result");
}

#[test]
fn wishes_stand_in_the_log_in_words() {
    let hall = Hall::with_teams(4);
    hall.run(&["pairing", "forbid", "1", "2"]).ok();
    hall.run(&["pairing", "require", "3", "4", "--round", "1"]).ok();
    let log = hall.run(&["log"]).ok().out;
    assert!(log.contains("new: the request that Team 1 and Team 2 never play each other"), "{log}");
    assert!(log.contains("new: the request that Team 3 and Team 4 play each other in round 1"), "{log}");
}

#[test]
fn the_cheat_sheet_of_an_event_names_its_section_and_rules() {
    let hall = Hall::under("club");
    hall.run(&["section", "add", "High School"]).ok();
    let sheet = hall.run(&["cheat-sheet"]).ok().out;
    assert!(sheet.contains("pair \"High School\"") && !sheet.contains("K-6"), "{sheet}");
    assert!(sheet.contains("the rules of this event: "), "{sheet}");
}

#[test]
fn places_of_one_prize_are_called_by_its_name_and_their_place() {
    let hall = Hall::with_teams(2);
    let added = hall.json(&["prize", "add", "Open", "--place", "1-2", "--name", "Oak Cup"]);
    assert_eq!(added["names"], serde_json::json!(["Oak Cup, 1st place", "Oak Cup, 2nd place"]));
}

#[test]
fn a_prize_is_removed_by_what_it_is_called() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "K-6"]).ok();
    for section in ["Open", "K-6"] {
        hall.run(&["prize", "add", section, "--place", "1-2"]).ok();
    }
    hall.run(&["prize", "add", "Open", "--special", "Hat"]).ok();
    hall.run(&["prize", "remove", "hat"]).ok().says("removed the prize Hat");
    let several = hall.run(&["prize", "remove", "1st place"]).fails(2, "several prizes are called \"1st place\"");
    assert!(several.err.contains("1 (Open 1st place)") && several.err.contains("3 (K-6 1st place)"), "{}", several.err);
    hall.run(&["prize", "remove", "K-6 1st place"]).ok();
    hall.run(&["prize", "remove", "1st place"]).ok();
    let left = hall.json(&["prizes", "Open"])["prizes"][0].clone();
    assert_eq!([&left["number"], &left["prize"]], [&serde_json::json!(2), &"2nd place".into()]);
    hall.run(&["prize", "remove", "2"]).ok();
    hall.run(&["prize", "remove", "9"]).fails(2, "there is no prize \"9\"").says("4 (K-6 2nd place)");
}

/// Sections K-3, 4-6 and 7-12 with two teams each.
fn three_sections() -> Hall {
    let hall = Hall::under("us-chess-2018");
    for section in ["K-3", "4-6", "7-12"] {
        hall.run(&["section", "add", section]).ok();
        for n in 1..=2 {
            let child = |letter: char| format!("{letter}{n} of {section}");
            hall.run(&[
                "team",
                "add",
                &format!("Knights {n}"),
                "--section",
                section,
                "--player",
                &child('A'),
                "--player",
                &child('B'),
            ])
            .ok();
        }
    }
    hall
}

#[test]
fn a_number_is_no_part_of_a_sections_name() {
    let hall = three_sections();
    hall.run(&["round", "1", "-o", "round1.pdf"])
        .fails(2, "there is no section \"1\"")
        .says("bughouse round -o round1.pdf");
    hall.run(&["round", "3"]).fails(2, "there is no section \"3\"");
    hall.run(&["pair", "12"]).fails(2, "there is no section \"12\"");
    hall.run(&["pair", "k"]).ok();
    hall.run(&["section", "add", "8"]).ok();
    hall.run(&["section", "edit", "8", "--rounds", "2"]).ok();
}

#[test]
fn teams_of_one_name_are_distinguished_by_their_sections() {
    let hall = three_sections();
    let named = "Knights 1 (number 1, K-3), Knights 1 (number 3, 4-6), Knights 1 (number 5, 7-12)";
    hall.run(&["team", "show", "Knights 1"]).fails(2, &format!("type the number: {named}"));
    hall.run(&["team", "show", "Kinghts 1"]).fails(2, &format!("did you mean {named}?"));
}

#[test]
fn the_middle_of_a_name_does_not_stand_for_a_child_whom_the_word_begins() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    for (team, one, other) in [("T1", "Lia Mann", "Bo Day"), ("T2", "Cy Fox", "Di Gold"), ("T3", "Ann Lee", "Eve Hill")]
    {
        hall.run(&["team", "add", team, "--player", one, "--player", other]).ok();
    }
    hall.run(&["team", "add", "T4", "--player", "Flo Ives", "--player", "Gus Jay"]).ok();
    hall.run(&["pair"]).ok();
    let tables = hall.json(&["pairings"])["pairings"].clone();
    let has = |row: &&serde_json::Value| row.to_string().contains("Lia Mann");
    let table = tables.as_array().unwrap().iter().find(has).unwrap()["table"].to_string();
    let both = "Lia Mann (1), Ann Lee (5)";
    hall.run(&["rule", &table, "ann", "clock-h"]).fails(2, both);
    hall.run(&["result", &table, "1-0", "--white", "ann,cy"]).fails(2, both);
    hall.run(&["rule", &table, "man", "clock-h"]).ok().says("Lia Mann");
    hall.run(&["appeal", "file", "1", "--by", "ann"]).fails(2, both);
    hall.run(&["official", "add", "Sam Poe", "--role", "section-chief", "--section", "Open"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "lia"]).ok();
}

#[test]
fn two_columns_of_one_heading_are_each_childs_in_a_row_a_team() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("a.csv", "Team,Player 1,Strength,Player 2,Strength\nRooks,Ann Lee,1200,Bo Kim,1100\n");
    let each = "--map rating-1=\"Strength[1]\" --map rating-2=\"Strength[2]\"";
    hall.run(&["import", "a.csv", "--map", "rating=Strength"]).fails(2, each);
    hall.run(&["import", "a.csv", "--map", "rating-1=Strength[1]", "--map", "rating-2=Strength[2]"]).ok();
    assert!(hall.run(&["team", "show", "Rooks"]).ok().out.contains("1100"));
    hall.write("b.csv", "Name,Strength,Strength\nAnn Poe,1200,1100\n");
    hall.run(&["import", "b.csv", "--map", "rating=Strength"]).fails(2, "--map rating=\"Strength[2]\" is the second");
}

#[test]
fn the_middle_of_a_teams_name_does_not_stand_for_it_where_the_word_begins_another() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    for (team, one, other) in [
        ("Mannheim", "Lia Moss", "Bo Day"),
        ("Foxes", "Cy Fox", "Di Gold"),
        ("Annapolis", "Ida Lee", "Eve Hill"),
        ("Gulls", "Flo Ives", "Gus Jay"),
    ] {
        hall.run(&["team", "add", team, "--player", one, "--player", other]).ok();
    }
    hall.run(&["pair"]).ok();
    let tables = hall.json(&["pairings"])["pairings"].clone();
    let has = |row: &&serde_json::Value| row.to_string().contains("Mannheim");
    let table = tables.as_array().unwrap().iter().find(has).unwrap()["table"].to_string();
    let interfered = |aided: &str| {
        hall.run(&["ruling", "spectator", &table, "--aided", aided, "--action", "none", "--person", "a parent"])
    };
    let both = "Mannheim (1), Annapolis (3)";
    interfered("ann").fails(2, both);
    interfered("heim").ok();
    hall.run(&["official", "add", "Chris", "--role", "section-chief"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "ann"]).fails(2, "Annapolis");
    hall.run(&["appeal", "file", "1", "--by", "heim"]).ok().says("Mannheim");
}

#[test]
fn a_name_of_nothing_and_a_child_entered_wrong_are_answered_with_what_to_type() {
    let hall = Hall::with_teams(4);
    for blank in ["", " "] {
        let said = hall.run(&["prize", "add", "Open", "--special", blank]).fails(2, "a prize needs a name");
        assert!(said.err.contains("bughouse prize add Open --special \"Craziest hat\""), "{}", said.err);
        hall.run(&["prize", "add", "Open", "--place", "1", "--name", blank]).fails(2, "leave --name out");
        hall.run(&["team", "edit", "1", "--name", blank]).fails(2, "give one, in quotes if it has spaces");
    }
    hall.run(&["prize", "add", "Open", "--special", " Best hat "]).ok().says("added to Open: Best hat");
    let one_twice = ["team", "add", "Twice", "--player", "Ann Lee,5", "--player", "Ann Lee,5"];
    hall.run(&one_twice).fails(2, "for a child without a partner: bughouse partner add");
    hall.run(&["pair"]).ok();
    let tables = hall.json(&["pairings"])["pairings"].clone();
    let rows = tables.as_array().unwrap();
    let children = |row: &serde_json::Value| {
        ["first", "second"].map(|side| row[side]["players"][0]["name"].as_str().unwrap().to_owned())
    };
    let ([here, _], [elsewhere, _]) = (children(&rows[0]), children(&rows[1]));
    let white = format!("{here},{elsewhere}");
    let said = hall.run(&["result", &rows[0]["table"].to_string(), "1-0", "--white", &white]);
    said.fails(2, &format!("are {here}"));
}

#[test]
fn an_expelled_team_that_is_to_leave_is_not_offered_a_way_back_that_is_refused() {
    let hall = Hall::with_teams(2);
    hall.run(&["team", "expel", "1"]).ok();
    let said = hall.run(&["team", "withdraw", "1"]).fails(1, "Team 1 was already expelled");
    assert!(!said.err.contains("team return"), "{}", said.err);
}

#[test]
fn who_cannot_hear_an_appeal_is_not_named_for_it() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams, chief) in [("A", 1..=2, "Sam"), ("B", 3..=4, "Opa")] {
        hall.run(&["section", "add", section]).ok();
        hall.enter_teams(section, teams);
        hall.run(&["official", "add", chief, "--role", "section-chief", "--section", section]).ok();
        hall.run(&["pair", section]).ok();
    }
    hall.run(&["official", "add", "Flo", "--role", "floor-chief"]).ok();
    let table = hall.json(&["pairings", "B"])["pairings"][0]["table"].to_string();
    hall.run(&["rule", &table, "P3a", "hidden", "--as", "Opa"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P3a"]).ok();
    let deputy = "appoint a deputy: bughouse official add NAME --role section-chief --section B";
    hall.run(&["appeal", "decide", "1", "--stands"]).fails(1, "Opa made ruling 1").says(deputy);
    let to_flo = ["appeal", "decide", "1", "--official", "Flo", "--stands"];
    let said = hall.run(&to_flo).fails(1, "Flo isn't one here").says(deputy);
    assert!(!said.err.contains("Opa"), "{}", said.err);
    hall.run(&["official", "add", "Dee", "--role", "section-chief", "--section", "B"]).ok();
    hall.run(&to_flo).fails(1, "the section chief is Dee");
    hall.run(&["appeal", "decide", "1", "--stands"]).ok();
}

#[test]
fn an_appeal_speaks_of_steps_only_where_the_offence_has_a_ladder() {
    for (book, has_ladder) in [("us-chess-2018", true), ("fide-blitz-3", false)] {
        let hall = paired(book);
        hall.run(&["official", "add", "Sam", "--role", "section-chief"]).ok();
        for (ruling, decision) in [("1", "--modify=none"), ("2", "--falls")] {
            hall.run(&["rule", "1", "P1a", "hidden", "game", "x"]).ok();
            hall.run(&["appeal", "file", ruling, "--by", "P1a"]).ok();
            let said = hall.run(&["appeal", "decide", ruling, decision]).ok().out;
            assert_eq!(said.contains("step"), has_ladder, "{book} {decision}: {said}");
        }
    }
}

#[test]
fn a_result_of_a_double_round_is_taken_away_before_its_table_changes() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let (table, first, _) = hall.tables()[0];
    let (_, other, _) = hall.tables()[1];
    let swap = ["pairing", "swap", "team", &first.to_string(), "team", &other.to_string()];
    let clear = format!("bughouse result {table} clear --match");
    hall.run_with(&["enter"], &format!("{table} 1\n{table} 2\n")).ok();
    hall.run(&swap).fails(1, "already has a result").says(&format!("{clear} 1, then {clear} 2"));
    hall.run(&["result", &table.to_string(), "clear", "--match", "2"]).ok();
    hall.run(&["result", &table.to_string(), "clear", "--match", "1"]).ok();
    hall.run(&swap).ok();
}

#[test]
fn a_wish_that_conflicts_with_another_is_named() {
    let hall = Hall::with_teams(4);
    hall.run(&["pairing", "require", "Team 1", "Team 2", "--round", "1"]).ok();
    let refused = hall.run(&["pairing", "require", "Team 3", "Team 2", "--round", "1"]);
    refused.fails(1, "Team 1 and Team 2 are set to meet in round 1").says("bughouse pairing allow 1 2");
}

#[test]
fn a_team_that_sits_in_the_last_round_is_offered_no_other_seat_in_it() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "1"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["team", "withdraw", "1"]).ok();
    let said = hall.run(&["team", "return", "1"]).ok();
    assert!(!(said.out.clone() + &said.err).contains("seat it in this one"), "{}", said.out);
}

#[test]
fn a_merge_of_sections_where_nobody_was_checked_in_speaks_of_no_check_in() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams) in [("A", 1..=3), ("B", 4..=5)] {
        hall.run(&["section", "add", section, "--rounds", "3"]).ok();
        hall.enter_teams(section, teams);
    }
    hall.run(&["round"]).ok();
    let sections = hall.json(&["status"])["sections"].clone();
    for table in sections.as_array().unwrap().iter().flat_map(|s| s["results_missing"].as_array().unwrap()) {
        hall.run(&["result", &table.to_string(), "1-0"]).ok();
    }
    let said = hall.run(&["section", "merge", "A", "B"]).ok();
    assert!(!(said.out.clone() + &said.err).contains("checked in"), "{}", said.out);
}

#[test]
fn a_round_whose_ruling_was_voided_is_taken_back_from_the_last_command_on() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let number = || hall.json(&["log"])["commands"].as_array().unwrap().last().unwrap()["command"].as_i64().unwrap();
    hall.run(&["rule", "1", "P1a", "clock-hand"]).ok();
    let ruled = number();
    hall.run(&["ruling", "void", "1", "--reason", "wrong table"]).ok();
    let voided = number();
    let ways = format!("`bughouse undo --only {voided}`, then `bughouse undo --only {ruled}`");
    hall.run(&["unpair"]).fails(1, "ruling 1 was made").says(&ways);
    hall.run(&["undo", "--only", &voided.to_string()]).ok();
    hall.run(&["undo", "--only", &ruled.to_string()]).ok();
    hall.run(&["unpair"]).ok();
}

#[test]
fn a_tournament_is_made_where_the_option_for_the_file_says() {
    let hall = Hall::empty();
    hall.run(&["-f", "spring", "new", "--name", "Spring Open"]).ok().says("made spring.bughouse");
    hall.run(&["new", "one", "-f", "other", "--name", "Two"]).fails(2, "named twice: one and -f other");
    hall.run(&["new", "fall", "-f", "fall.bughouse", "--name", "Fall"]).ok().says("made fall.bughouse");
    let mut command = hall.command(&["new", "--name", "Winter Open"]);
    command.env("BUGHOUSE_FILE", "spring.bughouse");
    super::hall::Said::by(command, "").ok().says("made winter-open.bughouse");
    assert_eq!(hall.files(), ["fall.bughouse", "spring.bughouse", "winter-open.bughouse"]);
}

#[test]
fn a_hint_names_the_only_file_here_where_the_environment_means_another() {
    let hall = Hall::with_teams(4);
    let other = tempfile::tempdir().unwrap();
    std::fs::copy(hall.path("spring.bughouse"), other.path().join("fall.bughouse")).unwrap();
    let mut command = hall.command(&["-f", "spring.bughouse", "status"]);
    command.env("BUGHOUSE_FILE", other.path().join("fall.bughouse"));
    super::hall::Said::by(command, "").ok().says("bughouse -f spring.bughouse pair");
    hall.run(&["-f", "spring.bughouse", "status"]).ok().says("bughouse pair");
}

#[test]
fn hints_in_json_name_the_file_where_the_command_has_to() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    std::fs::copy(hall.path("spring.bughouse"), hall.path("other.bughouse")).unwrap();
    let again = "bughouse -f spring.bughouse result 1 0-1 --replace";
    for (words, typed) in [(&["enter"][..], "1 2\n"), (&["result", "1", "0-1"], "")] {
        let words = [&["-f", "spring.bughouse", "--json"], words].concat();
        let error = hall.run_with(&words, typed).fails(1, "a different result").err;
        let error: serde_json::Value = serde_json::from_str(&error).unwrap();
        let hint = error["error"]["problems"][0]["hint"].as_str().or(error["error"]["hint"].as_str()).unwrap();
        assert!(hint.contains(again), "{error}");
    }
    hall.write(
        "more.csv",
        "Team,Player 1,Player 2,School\nA,Ann Lee,Bo Roe,Oak Elementary\nB,Cy Day,Di Fox,Oak Elem\n",
    );
    let error = hall.json(&["-f", "spring.bughouse", "import", "more.csv"]).to_string();
    assert!(error.contains("bughouse -f spring.bughouse school same"), "{error}");
}

#[test]
fn who_had_white_is_one_word_wherever_it_is() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let players = hall.json(&["pairings"])["pairings"][0].clone();
    let name = |side: &str| players[side]["players"][0]["name"].as_str().unwrap().to_owned();
    let white = format!("{},{}", name("first"), name("second"));
    hall.run(&["result", "--white", &white, "1", "1-0"]).ok();
    hall.run(&["result", "2", "--white", "nobody", "1-0"]).fails(2, "--white needs two players");
}

#[test]
fn a_table_with_its_board_or_match_is_read_apart() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1a", "1-0"]).fails(2, "did you mean `bughouse result 1 1-0 a`?");
    hall.run(&["result", "1.2", "1-0", "--replace"])
        .fails(2, "did you mean `bughouse result 1 1-0 --match 2 --replace`?");
    hall.run(&["result", "1c", "1-0"]).fails(2, "\"1c\" is not a number");
    hall.run(&["import", "a.csv", "b.csv"])
        .fails(2, "one file at a time: bughouse import a.csv, then bughouse import b.csv");
    let behind = ["team", "add", "--", "-x", "--player", "Ann Lee"];
    hall.run(&behind).fails(2, "type the options before it");
}

#[test]
fn teams_are_checked_in_by_a_list_of_numbers() {
    let hall = Hall::with_teams(4);
    hall.run(&["check-in", "1,3", "4"]).ok();
    let missing = hall.json(&["check-in", "--list"])["missing"].clone();
    assert_eq!(missing.as_array().unwrap().len(), 1, "{missing}");
    hall.run(&["check-in", "1,9"]).fails(2, "9");
}

#[test]
fn a_part_of_a_school_that_is_called_the_same_as_another_is_distinguished() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("r.csv", "Team,Player 1,Player 2,School\nA,Ann Lee,Bo Roe,Elm Street\nB,Cy Day,Di Fox,Oak Grove\n");
    hall.run(&["import", "r.csv"]).ok();
    let sentence = "Elm Street is still a separate school; if they are the same: bughouse school same \"Elm Street\" \"Oak Grove\"";
    hall.run(&["school", "same", "Elm", "Oak"]).ok().says(sentence);
    let said = hall.run(&["school", "same", "OG", "Oak"]).ok();
    assert!(!said.out.contains("still a separate school"), "{}", said.out);
}
