//! `import`: all or nothing, the same file again, what is taken over, and what is remembered.

use super::hall::Hall;
use serde_json::json;

pub const ROSTER: &str = "Team,Player 1,Grade 1,Rating 1,School 1,Player 2,Grade 2,Rating 2,School 2\n\
Rooks,\"Lee, Ann\",3,1641P17,Lincoln ES,Bo Kim,K,unr,Oak\n\
Pawns,Cy Day,5,900,Oak,Di Eck,4,,Oak\n\
NEED,Ed Fox,6,,,,,,\n";

pub fn hall() -> Hall {
    Hall::made("K-3 and K-6", || {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "K-3"]).ok();
        hall.run(&["section", "add", "K-6"]).ok();
        hall
    })
}

pub fn counts(answer: &serde_json::Value) -> [u64; 5] {
    ["teams_added", "teams_updated", "players_added", "need_partner", "unchanged"]
        .map(|key| answer[key].as_u64().unwrap())
}

#[test]
fn teams_and_children_are_entered_in_the_narrowest_section() {
    let hall = hall();
    hall.write("entries.csv", ROSTER);
    let answer = hall.json(&["import", "entries.csv"]);
    assert_eq!(counts(&answer), [2, 0, 5, 1, 0]);
    assert_eq!(answer["problems"], json!([]));
    let teams = hall.json(&["team", "list"]);
    let lines: Vec<String> = teams["teams"]
        .as_array()
        .unwrap()
        .iter()
        .map(|team| {
            format!(
                "{} {} {}: {} + {}",
                team["number"], team["name"], team["section"], team["players"][0]["name"], team["players"][1]["name"]
            )
        })
        .collect();
    assert_eq!(lines, [r#"1 "Rooks" "K-3": "Ann Lee" + "Bo Kim""#, r#"2 "Pawns" "K-6": "Cy Day" + "Di Eck""#]);
    assert_eq!(teams["teams"][0]["players"][0]["rating"], 1641);
    let alone = hall.json(&["partner", "list"]);
    assert_eq!(alone["players"][0]["name"], "Ed Fox");
    assert_eq!(alone["players"][0]["section"], "K-6");
    hall.run(&["check"]).ok();
}

#[test]
fn the_same_file_again_changes_nothing() {
    let hall = hall();
    hall.write("entries.csv", ROSTER);
    hall.run(&["import", "entries.csv"]).ok();
    let before = hall.facts();
    for _ in 0..2 {
        assert_eq!(counts(&hall.json(&["import", "entries.csv"])), [0, 0, 0, 1, 2]);
    }
    assert_eq!(counts(&hall.json(&["import", "entries.csv", "--update"])), [0, 0, 0, 1, 2]);
    assert_eq!(hall.facts(), before, "not even a journal entry");
}

#[test]
fn update_takes_over_ratings_grades_and_names_and_shows_them_first() {
    let hall = hall();
    hall.write("entries.csv", ROSTER);
    hall.run(&["import", "entries.csv"]).ok();
    hall.write(
        "entries.csv",
        ROSTER.replace(",900,", ",950,").replace("Di Eck,4,", "Di Eckk,5,1000").replace("NEED,Ed Fox,6,,,,,,\n", ""),
    );
    let left_alone = hall.json(&["import", "entries.csv"]);
    assert_eq!(counts(&left_alone), [0, 0, 0, 0, 2]);
    let shown =
        json!(["Cy Day (3): rating 900 → 950", "Di Eck (4): name Di Eck → Di Eckk, grade 4 → 5, rating none → 1000"]);
    assert_eq!(left_alone["changes"], shown);
    assert_eq!(left_alone["vanished"], json!(["player 5, Ed Fox"]), "reported, not removed");
    let before = hall.facts();
    assert_eq!(hall.json(&["import", "entries.csv", "--update", "--dry-run"])["changes"], shown);
    assert_eq!(hall.facts(), before);
    assert_eq!(counts(&hall.json(&["import", "entries.csv", "--update"])), [0, 1, 0, 0, 1]);
    let pawns = &hall.json(&["team", "list"])["teams"][1];
    assert_eq!((&pawns["players"][1]["name"], &pawns["players"][1]["rating"]), (&json!("Di Eckk"), &json!(1000)));
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["team", "list"])["teams"][1]["players"][0]["rating"], 900);
}

#[test]
fn all_problems_are_reported_at_once_and_nothing_is_imported() {
    let hall = hall();
    hall.write("entries.csv", "Team,Player 1,Grade 1,Player 2,Grade 2\nRooks,Ann Lee,33,Bo Kim,2\nPawns,Cy Day,3,,\nKings,Di Eck,9,Ed Fox,2\nQueens,Flo Gay,2,Hal Ide,2\n");
    let before = hall.facts();
    let said = hall.run(&["import", "entries.csv"]).fails(2, "entries.csv has 3 problems, so nothing was imported");
    for line in [
        " --> entries.csv:2:15",
        "\"33\" is not a grade",
        " --> entries.csv:3:16",
        "Pawns have only one player, Cy Day",
        "write NEED as the team name",
        " --> entries.csv:4:14",
        "no section fits Kings: the older partner is in grade 9",
        "--skip-bad rejects.csv",
    ] {
        assert!(said.err.contains(line), "{line:?} in\n{}", said.err);
    }
    assert_eq!(hall.facts(), before);
    let error: serde_json::Value = serde_json::from_str(&hall.run(&["import", "entries.csv", "--json"]).err).unwrap();
    let problems = error["error"]["problems"].as_array().unwrap();
    assert_eq!(error["error"]["code"], 2);
    assert_eq!(problems.len(), 3);
    assert_eq!(
        (&problems[0]["line"], &problems[0]["column"], &problems[0]["field"]),
        (&json!(2), &json!(15), &json!("grade-1"))
    );
}

#[test]
fn skip_bad_imports_the_good_rows_and_the_rest_can_be_mended() {
    let hall = hall();
    hall.write(
        "entries.csv",
        "Team,Player 1,Grade 1,Player 2,Grade 2\nRooks,Ann Lee,33,Bo Kim,2\nQueens,Flo Gay,2,Hal Ide,2\n",
    );
    let tried = hall.json(&["import", "entries.csv", "--skip-bad", "bad.csv", "--dry-run"]);
    assert_eq!(tried["teams_added"], 1);
    assert!(!hall.path("bad.csv").exists(), "a dry run writes nothing");
    let answer = hall.json(&["import", "entries.csv", "--skip-bad", "bad.csv"]);
    assert_eq!((&answer["teams_added"], &answer["problems"][0]["line"]), (&json!(1), &json!(2)));
    let bad = std::fs::read_to_string(hall.path("bad.csv")).unwrap();
    hall.write("mended.csv", bad.replace(",33,", ",3,"));
    assert_eq!(hall.json(&["import", "mended.csv"])["teams_added"], 1);
}

#[test]
fn what_map_said_is_remembered_for_the_next_file() {
    let hall = hall();
    hall.write("first.csv", "Squad,Left,Class,Right\nRooks,Ann Lee,3,Bo Kim\n");
    hall.write("second.csv", "Squad,Left,Class,Right\nPawns,Cy Day,3,Di Eck\n");
    hall.run(&["import", "first.csv"]).fails(2, "no heading that says where the players' names are");
    hall.run(&["import", "first.csv", "--map", "player-1=Lef", "--map", "player-2=nobody"])
        .fails(2, "no column \"nobody\" for player-2");
    hall.run(&["import", "first.csv", "--map", "shoe=3"]).fails(2, "is not a field");
    hall.run(&["import", "first.csv", "--map", "player-1=Left", "--map", "player-2=4", "--map", "grade-1=Class"]).ok();
    let answer = hall.json(&["import", "second.csv"]);
    assert_eq!(answer["teams_added"], 1);
    assert_eq!(answer["mapping"][2], json!({ "column": 3, "heading": "Class", "field": "grade-1" }));
}

#[test]
fn a_late_file_adds_teams_behind_those_already_paired() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.write("late.csv", "Team,Player 1,Player 2\nLate,Ann Lee,Bo Kim\nLater,Cy Day,Di Eck\n");
    assert_eq!(hall.json(&["import", "late.csv"])["teams_added"], 2);
    assert_eq!(hall.json(&["team", "list"])["teams"].as_array().unwrap().len(), 6);
    hall.run(&["check"]).ok();
}

#[test]
fn schools_are_joined_when_the_director_says_so_and_stay_so() {
    let hall = hall();
    let row = |name: &str, school: &str| format!("{name},2,{school}\n");
    hall.write(
        "a.csv",
        format!("Name,Grade,School\n{}{}", row("Ann Lee", "Lincoln Elem."), row("Bo Kim", "LINCOLN ES")),
    );
    let notes = hall.json(&["import", "a.csv"])["notes"].to_string();
    assert!(notes.contains("bughouse school same"), "{notes}");
    assert_eq!(hall.json(&["school", "list"])["schools"].as_array().unwrap().len(), 2, "never unasked");
    hall.run(&["school", "same", "LINCOLN ES", "lincoln elem"]).ok();
    hall.run(&["school", "same", "L.E.S.", "lincoln elem"]).ok();
    hall.write("b.csv", format!("Name,Grade,School\n{}{}", row("Cy Day", "Lincoln es"), row("Di Eck", "l.e.s.")));
    hall.run(&["import", "b.csv"]).ok();
    assert_eq!(
        hall.json(&["school", "list"])["schools"],
        json!([{ "name": "Lincoln Elem.", "players": 4, "looks_like": null }])
    );
    hall.run(&["school", "same", "x", "nowhere"]).fails(2, "there is no school \"nowhere\"");
    hall.run(&["school", "same", "lincoln elem.", "Lincoln"]).fails(2, "already the same school");
    hall.run(&["check"]).ok();
}

#[test]
fn contacts_are_kept_only_on_purpose_and_can_be_forgotten_for_good() {
    let hall = hall();
    hall.write(
        "entries.csv",
        "Name,Grade,Team,Email,Phone\nAnn Lee,2,Rooks,ann@example.org,555-0101\nBo Kim,2,Rooks,,\n",
    );
    let shown = |hall: &Hall| hall.run(&["team", "show", "1"]).out;
    hall.run(&["import", "entries.csv"]).ok();
    assert!(!shown(&hall).contains("555-0101"));
    hall.run(&["import", "entries.csv", "--contacts"]).ok();
    assert!(shown(&hall).contains("Contact for Ann Lee  555-0101, ann@example.org"), "{}", shown(&hall));
    hall.run(&["check-in", "--list"]).ok().says("how to reach a family: bughouse team show 1");
    hall.run(&["team", "forget-contacts"]).ok();
    assert!(!shown(&hall).contains("555-0101"));
    drop(hall.run(&["undo", "2"]));
    assert!(!shown(&hall).contains("555-0101"), "no undo brings them back");
    assert!(!holds(&hall, "spring.bughouse", "ann@example.org"), "not even in the file's free pages");
}

/// Whether these letters stand anywhere in a file, be it in a page that is free.
fn holds(hall: &Hall, file: &str, letters: &str) -> bool {
    let bytes = std::fs::read(hall.path(file)).unwrap();
    bytes.windows(letters.len()).any(|window| window == letters.as_bytes())
}

#[test]
fn forgotten_contacts_are_in_no_free_page_and_the_copies_that_hold_some_are_named() {
    let hall = hall();
    let rows = |start: u32, more: &str| -> String {
        (1..=60)
            .map(|n| format!("Kid {},3,Team{},kid{n}@{more}.example.org,555-{}\n", words(n), n.div_ceil(2), start + n))
            .collect()
    };
    fn words(n: u32) -> String {
        format!("{}{} Alpha", char::from(b'A' + (n / 26) as u8), char::from(b'a' + (n % 26) as u8))
    }
    hall.write("one.csv", format!("Name,Grade,Team,Email,Phone\n{}", rows(1000, "first")));
    hall.write("two.csv", format!("Name,Grade,Team,Email,Phone\n{}", rows(7000, "second")));
    hall.run(&["import", "one.csv", "--contacts", "--section", "K-6"]).ok();
    hall.run(&["backup", "first.bak"]).ok();
    // What was overwritten, taken back and put back leaves traces in pages that are free by now.
    hall.run(&["import", "two.csv", "--contacts", "--update", "--section", "K-6"]).ok();
    hall.run(&["undo", "2"]).ok();
    hall.run(&["redo", "2"]).ok();
    hall.run(&["backup"]).ok();
    let beside = hall.backups().pop().unwrap();
    hall.run(&["restore", &beside]).ok();
    let teams = hall.run(&["team", "list", "--json"]).ok().out;
    let dry = hall.json(&["team", "forget-contacts", "--backups", "--dry-run"]);
    assert_eq!((dry["forgotten"].as_u64(), dry["still_in"].as_array().unwrap().len()), (Some(60), 3), "{dry}");
    let said = hall.run(&["team", "forget-contacts"]).ok();
    for file in ["first.bak", beside.as_str(), "spring-replaced-", "forget-contacts --backups"] {
        assert!(said.out.contains(file), "{file} is not named:\n{}", said.out);
    }
    let traces = ["@first.example.org", "@second.example.org", "555-10", "555-70"];
    let left = |file: &str| traces.iter().filter(|trace| holds(&hall, file, trace)).count();
    assert_eq!(left("spring.bughouse"), 0);
    assert!(left("first.bak") > 0, "this one was not to be touched");
    let said = hall.json(&["team", "forget-contacts", "--backups"]);
    assert_eq!(said["taken_out_of"].as_array().unwrap().len(), 3, "{said}");
    for file in hall.files().iter().filter(|f| !f.ends_with(".csv") && !f.ends_with(".backups")) {
        assert_eq!(left(file), 0, "{file}");
    }
    assert_eq!(hall.run(&["team", "list", "--json"]).ok().out, teams);
    hall.run(&["check"]).ok();
    // Cleared, it is as good a backup as before.
    hall.run(&["restore", "first.bak"]).ok();
    hall.run(&["check"]).ok();
    assert_eq!(hall.json(&["team", "forget-contacts"])["forgotten"], 0);
}

#[test]
fn files_that_are_no_list_are_refused_by_name() {
    let hall = hall();
    hall.write("empty.csv", "");
    hall.write("photo.csv", b"\x89PNG\r\n\x1a\n\0\0");
    hall.write("open.csv", "Name,Team\nAnn Lee,\"Rooks\nBo Kim,Rooks\n");
    hall.write("wide.csv", "Name,Grade\nAnn Lee,2,extra\n");
    hall.write("other.csv", "foo,bar\n1,2\n");
    hall.write("results.csv", "Team,1,2,Pts\nRooks,+5,-3,1.5\nPawns,bye,W2,2\n");
    hall.write("rounds.csv", "Team,Round 1,Round 2,Round 3\nRooks,W5,L3,1\n");
    for (file, expected) in [
        ("empty.csv", "empty.csv is empty"),
        ("photo.csv", "photo.csv is a picture, not a registration list"),
        ("open.csv", "open.csv has a quoted cell that never ends"),
        ("wide.csv", "the row has 3 cells, but there are 2 headings"),
        ("other.csv", "other.csv has no heading that says where the players' names are"),
        ("results.csv", "looks like a table of results, not a registration list: \"+5\" is under \"1\""),
        ("rounds.csv", "looks like a table of results, not a registration list: \"W5\" is under \"Round 1\""),
        ("nowhere.csv", "there is no file nowhere.csv"),
    ] {
        hall.run(&["import", file]).fails(2, expected);
        hall.run(&["import", file, "--json"]).fails(2, "\"code\": 2");
    }
}

#[test]
fn a_payment_without_an_amount_is_on_record() {
    let hall = hall();
    hall.write("entries.csv", "Name,Grade,Team,Paid?\nAnn Lee,2,Rooks,Y\nBo Kim,2,Rooks,Y\n");
    hall.run(&["import", "entries.csv", "--fees"]).ok();
    assert_eq!(hall.json(&["fees"])["total"]["players"], 2);
    let said = hall.run(&["fees"]).ok();
    assert!(format!("{}{}", said.out, said.err).contains("no amount is recorded for 2"), "{}{}", said.out, said.err);
    // Children without a school of their own are of their team's, as in `school list`.
    hall.run(&["team", "edit", "rooks", "--school", "Oak"]).ok();
    assert_eq!(hall.json(&["fees"])["schools"][0]["school"], "Oak");
}

#[test]
fn fees_are_kept_only_on_purpose_and_summed_by_school() {
    let hall = hall();
    hall.write(
        "entries.csv",
        "Name,Grade,School,Team,Entry fee,Paid\nAnn Lee,2,Oak,Rooks,$25.00,yes\nBo Kim,2,Oak,Rooks,25,no\nCy Day,2,,NEED,20.50,10\n",
    );
    hall.run(&["import", "entries.csv"]).ok();
    assert_eq!(hall.json(&["fees"])["schools"], json!([]));
    let none = hall.run(&["fees"]).ok();
    assert!(format!("{}{}", none.out, none.err).contains("bughouse import FILE --fees"), "{}{}", none.out, none.err);
    hall.run(&["import", "entries.csv", "--fees"]).ok();
    hall.run(&["import", "entries.csv", "--fees"]).ok();
    let total = |answer: &serde_json::Value| answer["total"].clone();
    let fees = hall.json(&["fees"]);
    assert_eq!(fees["schools"][1], json!({ "school": "Oak", "players": 2, "fee": 50.0, "paid": 25.0, "open": 25.0 }));
    assert_eq!(total(&fees), json!({ "school": null, "players": 3, "fee": 70.5, "paid": 35.0, "open": 35.5 }));
    assert_eq!(hall.json(&["fees", "bo kim", "--paid", "30"])["paid"], 30.0);
    assert_eq!(total(&hall.json(&["fees"]))["open"], 5.5);
    hall.run(&["fees", "bo kim", "--paid", "lots"]).fails(2, "is not an amount");
    hall.run(&["fees", "bo kim"]).fails(2, "");
    hall.run(&["undo"]).ok();
    assert_eq!(total(&hall.json(&["fees"]))["open"], 35.5);
}

#[test]
fn partners_are_distinguished_and_a_column_of_one_of_them_is_never_lost() {
    let hall = hall();
    hall.write("ab.csv", "Team,Player 1,Rating,Grade,Player 2,Rating,Grade\nRooks,Ann Lee,1210,3,Bo Kim,905,2\n");
    hall.run(&["import", "ab.csv"]).ok();
    let team = hall.json(&["team", "list"])["teams"][0].clone();
    let of = |child: usize| (team["players"][child]["rating"].clone(), team["players"][child]["grade"].clone());
    assert_eq!([of(0), of(1)], [(json!(1210), json!("3")), (json!(905), json!("2"))], "{team}");
    assert_eq!(team["rating"], 1057.5, "the team's rating is its partners' average");
    let before = hall.facts();
    hall.write("lost.csv", "Team,Grade,Player A,A grade,Player B,B grade\nPawns,3,Cy Day,3,Di Eck,2\n");
    hall.run(&["import", "lost.csv"])
        .fails(2, "\"Grade\" (grade) stays unread, though another of the same kind is read");
    assert_eq!(hall.facts(), before);
    hall.run(&["import", "lost.csv", "--map", "grade=-"]).ok();
}

#[test]
fn a_map_is_remembered_by_heading_and_never_by_place() {
    let hall = hall();
    let heading = "Team,Player 1,Class,Player 2,Class,Level";
    hall.write("first.csv", format!("{heading}\nRooks,Ann Lee,3,Bo Kim,2,x\n"));
    hall.run(&["import", "first.csv", "--map", "grade-1=Class", "--map", "grade-2=Class"])
        .fails(2, "has 2 columns \"Class\", so it is not clear which is grade-1");
    hall.run(&["import", "first.csv", "--map", "grade-1=3", "--map", "grade-2=Class[2]"]).ok();
    // The same form, with a column more in front: numbers would mean another column.
    hall.write("second.csv", format!("No,{heading}\n1,Pawns,Cy Day,1,Di Eck,2,x\n"));
    let answer = hall.json(&["import", "second.csv"]);
    let read: Vec<&str> = (0..7).map(|column| answer["mapping"][column]["field"].as_str().unwrap_or("-")).collect();
    assert_eq!(read, ["-", "team", "player-1", "grade-1", "player-2", "grade-2", "-"]);
    // One column of that name: whose it is cannot be remembered of two.
    hall.write("third.csv", "Team,Player 1,Player 2,Class\nKings,Ed Fox,Flo Gay,4\n");
    assert_eq!(hall.json(&["import", "third.csv", "--section", "K-6"])["mapping"][3]["field"], json!(null));
    // Without a heading there is nothing to remember it by.
    hall.write("fourth.csv", "Team,Player 1,Player 2,\nQueens,Gus Hay,Hal Ide,4\n");
    let said = hall.run(&["import", "fourth.csv", "--map", "grade=4"]).ok().out;
    assert!(said.contains("column 4 has no heading, so --map grade=4 is not remembered"), "{said}");
    hall.write("fifth.csv", "Team,Player 1,Player 2,Paid\nBishops,Ida Jay,Jo Kay,20\n");
    let said = hall.run(&["import", "fifth.csv", "--section", "K-6"]).ok().out;
    assert!(!said.contains("(remembered)"), "{said}");
}

#[test]
fn a_map_for_another_kind_of_file_is_left_out_and_said() {
    let hall = hall();
    hall.write("teams.csv", "Team,Kid,Other kid\nRooks,Ann Lee,Bo Kim\n");
    let map = ["--map", "player-1=Kid", "--map", "player-2=Other kid", "--section", "K-6"];
    hall.run(&[&["import", "teams.csv"], &map[..]].concat()).ok();
    hall.write("children.csv", "Kid,Team\nCy Day,Pawns\nDi Eck,Pawns\n");
    let said = hall.run(&["import", "children.csv", "--section", "K-6"]).ok().out;
    assert!(said.contains("remembered from an earlier file, but not used because it does not fit this one"), "{said}");
    assert_eq!(hall.json(&["team", "list"])["teams"][1]["players"][1]["name"], "Di Eck");
}

#[test]
fn rejected_rows_are_read_back_as_they_were_and_never_written_over() {
    let hall = hall();
    let rows = "Rooks,Ann Lee,33,Bo Kim,2,1210\nPawns,Cy Day,3,Di Eck,2,905\n";
    hall.write("entries.csv", format!("Team,Player 1,Level,Player 2,Level,\n{rows}"));
    let map = ["--map", "grade-1=3", "--map", "grade-2=5", "--map", "rating-2=6"];
    hall.run(&[&["import", "entries.csv", "--skip-bad", "rejects.csv"], &map[..]].concat()).ok();
    let rejects = std::fs::read_to_string(hall.path("rejects.csv")).unwrap();
    hall.write("more.csv", "Team,Player 1,Player 2\nKings,Ed Fox,\n");
    hall.run(&["import", "more.csv", "--skip-bad", "rejects.csv"])
        .fails(1, "rejects.csv already exists and may hold rows that haven't been fixed yet; nothing was imported");
    let said = hall.run(&["import", "more.csv", "--skip-bad", "rejects.csv"]);
    assert!(said.err.contains("bughouse import more.csv --skip-bad rejects-2.csv"), "{}", said.err);
    assert_eq!(std::fs::read_to_string(hall.path("rejects.csv")).unwrap(), rejects, "nothing was written over");
    // The numbers of its columns are those of the file that it came from, as are the headings that are remembered.
    hall.write("rejects.csv", rejects.replace(",33,", ",3,"));
    hall.run(&["import", "rejects.csv", "--map", "rating-2=6"]).ok();
    let team = hall.json(&["team", "list"])["teams"][1].clone();
    assert_eq!((&team["name"], &team["players"][1]["rating"]), (&json!("Rooks"), &json!(1210)), "{team}");
    assert_eq!((&team["players"][0]["grade"], &team["players"][1]["grade"]), (&json!("3"), &json!("2")), "{team}");
}

#[test]
fn what_families_ask_for_is_shown_with_the_command_and_not_done() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "5"]).ok();
    hall.write(
        "entries.csv",
        "Team,Player 1,Player 2,Byes,Notes\nRooks,Ann Lee,Bo Kim,2,vegetarian\nPawns,Cy Day,Di Eck,,leaves early\n\
         Kings,Ed Fox,Flo Gay,1z,will leave after round 3\nQueens,Gus Hay,Hal Ide,none,none\nNEED,Ida Jay,,,no pork\n",
    );
    let tried = hall.run(&["import", "entries.csv", "--dry-run"]).ok().out;
    assert!(tried.contains("line 2, Rooks: \"2\"\n    bughouse bye 1 --round 2"), "{tried}");
    let answer = hall.json(&["import", "entries.csv"]);
    let lines: Vec<(u64, &str, String)> = answer["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| (r["line"].as_u64().unwrap(), r["note"].as_str().unwrap(), r["commands"].to_string()))
        .collect();
    assert_eq!(
        lines,
        [
            (2, "2", r#"["bughouse bye 1 --round 2"]"#.to_owned()),
            (2, "vegetarian", "[]".to_owned()),
            (3, "leaves early", r#"["bughouse team withdraw 2 --from-round 5"]"#.to_owned()),
            (4, "1z", r#"["bughouse bye 3 --round 1 --points zero"]"#.to_owned()),
            (4, "will leave after round 3", r#"["bughouse team withdraw 3 --from-round 4"]"#.to_owned()),
            (6, "no pork", "[]".to_owned()),
        ]
    );
    let log = hall.json(&["log"])["commands"].as_array().unwrap().len();
    for (_, _, commands) in &lines {
        for command in serde_json::from_str::<Vec<String>>(commands).unwrap() {
            hall.run(&command.split(' ').skip(1).collect::<Vec<_>>()).ok();
        }
    }
    assert_eq!(hall.json(&["log"])["commands"].as_array().unwrap().len(), log + 4, "each was still to be done");
}

#[cfg(unix)]
#[test]
fn pipes_devices_and_folders_are_refused_before_they_are_opened() {
    let hall = hall();
    std::fs::create_dir(hall.path("folder.csv")).unwrap();
    for name in ["pipe.csv", "pipe.trf", "pipe.toml"] {
        let made = std::process::Command::new("mkfifo").arg(hall.path(name)).status().expect("mkfifo is there");
        assert!(made.success(), "{name}");
    }
    std::os::unix::fs::symlink("/dev/zero", hall.path("zero.csv")).unwrap();
    for words in [
        &["import", "pipe.csv"][..],
        &["import", "zero.csv"],
        &["engine", "pair", "pipe.trf"],
        &["engine", "standings", "pipe.trf", "--tiebreaks", "lot"],
        &["new", "autumn", "--name", "Autumn", "--rulebook", "pipe.toml"],
        &["rules", "list", "--rulebook", "pipe.toml"],
        &["restore", "pipe.csv"],
        &["-f", "pipe.csv", "recover", "saved"],
    ] {
        hall.run(words).fails(2, "is a pipe or a device, not a file");
    }
    hall.run(&["import", "folder.csv"]).fails(2, "folder.csv is a folder");
}

#[test]
fn hostile_workbooks_and_endless_rows_are_refused_at_once_in_few_words() {
    let hall = hall();
    let bombs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/bombs");
    hall.write("bomb.xlsx", std::fs::read(bombs.join("texts-announced.xlsx")).unwrap());
    hall.run(&["import", "bomb.xlsx"]).fails(2, "bomb.xlsx isn't a registration list: too many rows or texts declared");
    hall.write("wide.csv", format!("Name{}\nAnn Lee\n", ",x".repeat(1_000_000)));
    let start = std::time::Instant::now();
    let said = hall.run(&["import", "wide.csv"]).fails(2, "wide.csv has more than 500 columns");
    assert!(said.err.len() < 2_000 && start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
    let keys: String = (0..300_000).map(|n| format!("key{n} = 1\n")).collect();
    hall.write("keys.toml", keys);
    let start = std::time::Instant::now();
    let said = hall.run(&["rules", "list", "--rulebook", "keys.toml"]).fails(2, "is not recognized in the rulebook");
    assert!(said.err.len() < 10_000 && start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

#[test]
fn a_file_is_read_and_tried_while_another_desk_holds_the_file() {
    let hall = hall();
    hall.write("entries.csv", ROSTER);
    hall.write("bad.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,\n");
    hall.while_another_writes(|| {
        let start = std::time::Instant::now();
        assert_eq!(hall.json(&["import", "entries.csv", "--dry-run"])["teams_added"], 2);
        hall.run(&["import", "bad.csv"]).fails(2, "Rooks have only one player");
        assert!(start.elapsed().as_secs() < 9, "neither waited for the lock: {:?}", start.elapsed());
    });
}

#[test]
fn thousands_of_schools_are_entered_in_the_time_their_rows_take() {
    let entries = |schools: usize| {
        let row = |n: usize| format!("T{n},Ann{n} Lee{n},School {n} North,Bo{n} Kim{n},Academy {n} South\n");
        format!("Team,Player 1,School 1,Player 2,School 2\n{}", (0..schools / 2).map(row).collect::<String>())
    };
    let timed = |schools: usize| {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "Open"]).ok();
        hall.write("entries.csv", entries(schools));
        let start = std::time::Instant::now();
        hall.run(&["import", "entries.csv"]).ok();
        start.elapsed().as_secs_f64()
    };
    let (few, many) = (timed(1_000), timed(8_000));
    assert!(many < 20.0 * few.max(0.5), "8,000 schools took {many:.1} s, 1,000 took {few:.1} s");
}

#[test]
fn a_child_who_looks_like_one_entered_before_is_noted() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("early.csv", "Team,Player 1,Player 2,School\nRooks,Maria Diaz,Ben Ortiz,Oak\n");
    hall.write(
        "late.csv",
        "Team,Player 1,Player 2,School\nPawns,Maira Diaz,Cy Day,Oak\nKnights,Ben Ortis,Di Eck,Elm\n",
    );
    hall.run(&["import", "early.csv"]).ok();
    let notes = hall.json(&["import", "late.csv"])["notes"].to_string();
    assert!(notes.contains("Maira Diaz looks like Maria Diaz (1), who is already entered: the same child?"), "{notes}");
    assert!(!notes.contains("Ben Ortis"), "another school: {notes}");
}

#[test]
fn a_child_who_waits_for_a_partner_under_the_name_of_a_team_keeps_it() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("teams.csv", "Team,First 1,Last 1,First 2,Last 2\nRooks,Ann,Lee,TBD,TBD\nNEED,Max,Po,,\n");
    let said = hall.run(&["import", "teams.csv"]).ok();
    let output = format!("{}{}", said.out, said.err);
    assert!(output.contains("Ann Lee needs a partner; the team's name, Rooks, is kept"), "{output}");
    assert!(!output.contains("Max Po needs"), "{output}");
    let waiting = hall.json(&["partner", "list"])["players"].clone();
    let kept: Vec<&serde_json::Value> = waiting.as_array().unwrap().iter().map(|player| &player["team_name"]).collect();
    assert_eq!(kept, [&serde_json::json!("Rooks"), &serde_json::Value::Null]);
    hall.run(&["partner", "list"]).ok().says("Rooks");
    hall.run(&["partner", "match", "Max Po", "Ann Lee"]).ok().says("are now Rooks, team 1");
    hall.run(&["partner", "split", "1"]).ok();
    hall.run(&["partner", "match", "Max Po", "Ann Lee", "--team", "Kings"]).ok().says("are now Kings");
}

#[test]
fn mended_rows_go_where_the_others_went() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-3", "--grades", "K-3"]).ok();
    hall.run(&["section", "add", "Open", "--grades", "4-12"]).ok();
    let heading = "Team,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2,School\n";
    let rows = "Rooks,Ann Lee,3,1210,Ben Ortiz,2,980,Hill\nSolo,Cy Day,3,1105,,,,River\n";
    hall.write("up.csv", format!("{heading}{rows}"));
    let said = hall.run(&["import", "up.csv", "--section", "Open", "--update", "--skip-bad", "rejects.csv"]).ok().out;
    assert!(said.contains("`bughouse import rejects.csv --section Open --update`"), "{said}");
}

#[test]
fn namesakes_of_two_schools_are_two_children_where_the_school_is_the_team_s() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let heading = "Team,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2,School\n";
    let rows = "Rooks,Ann Lee,5,1210,Ben Ortiz,4,980,Hillside\nBishops,Bill Tate,8,1500,Ann Lee,9,1433,Lakeside\n";
    hall.write("entries.csv", format!("{heading}{rows}"));
    hall.run(&["import", "entries.csv"])
        .ok()
        .says("Ann Lee of Lakeside has the same name as a child on line 2: two children, or one?");
    hall.run(&["import", "entries.csv"]).ok().says("2 unchanged");
    assert_eq!(hall.json(&["team", "list"])["teams"].as_array().map(Vec::len), Some(2));
    hall.write("twice.csv", format!("{heading}{rows}Kings,Ann Lee,5,1210,Zoe Day,4,980,Hillside\n"));
    hall.run(&["import", "twice.csv"]).fails(2, "Ann Lee is in the file twice: first on line 2");
}

#[test]
fn a_partner_under_another_name_can_be_renamed() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("a.csv", "Team,Player 1,Player 2,School\nRooks,Ann Lee,Ben Ortiz,Hill\n");
    hall.write("b.csv", "Team,Player 1,Player 2,School\nRooks,Ann Lee,Benjamin Ortiz,Hill\n");
    hall.run(&["import", "a.csv"]).ok();
    let rename = "bughouse team edit 1 --player \"Ben Ortiz\" --player-name \"Benjamin Ortiz\"";
    hall.run(&["import", "b.csv", "--update"]).fails(2, rename);
    hall.run(&["team", "edit", "1", "--player", "Ben Ortiz", "--player-name", "Benjamin Ortiz"]).ok();
    hall.run(&["import", "b.csv", "--update"]).ok();
}

#[test]
fn what_was_paid_at_the_desk_is_not_written_over_by_the_same_file() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    let file =
        "Team,Player 1,Grade 1,Player 2,Grade 2,Fee,Paid,Email 1\nRooks,Ann Lee,3,Bo Kim,4,40,20,ann@example.org\n";
    hall.write("entries.csv", file);
    hall.run(&["import", "entries.csv", "--fees", "--contacts"]).ok();
    hall.run(&["fees", "Ann Lee", "--paid", "40"]).ok();
    hall.write("entries.csv", file.replace("ann@", "lee@"));
    let said = hall.run(&["import", "entries.csv", "--fees", "--contacts"]).ok();
    let said = said.says("not changed here (--update applies it)").says("Ann Lee (1): fee or payment");
    assert!(said.out.contains("contact information") && !said.out.contains("example.org"), "{}", said.out);
    assert_eq!(hall.json(&["fees"])["total"]["paid"], 40.0);
    hall.run(&["import", "entries.csv", "--fees", "--contacts", "--update"]).ok().says("changed:");
    assert_eq!(hall.json(&["fees"])["total"]["paid"], 20.0);
    let again = hall.run(&["import", "entries.csv", "--fees", "--contacts"]).ok();
    assert!(!again.out.contains("Ann Lee (1)"), "{}", again.out);
}

#[test]
fn the_programs_own_list_can_be_read_again() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    hall.write(
        "entries.csv",
        "Team,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2\nRooks,Ann Lee,3,1001,Bo Kim,4,1000\n",
    );
    hall.run(&["import", "entries.csv"]).ok();
    hall.run(&["export", "csv", "K-6", "-o", "list.csv"]).ok();
    let again = hall.json(&["import", "list.csv", "--update"]);
    assert_eq!((&again["changes"], &again["unchanged"]), (&json!([]), &json!(1)));
    // The average goes on with the ratings that it is of.
    hall.run(&["team", "edit", "Rooks", "--player", "Ann", "--rating", "1800"]).ok();
    assert_eq!(hall.json(&["team", "list"])["teams"][0]["rating"], 1400);
}

#[test]
fn a_hint_names_no_column_of_teams_for_the_name_of_a_child() {
    let hall = Hall::with_teams(2);
    hall.write("b.csv", "Team name,Players,Grades,School\nRooks,Ann Lee,3,Oak\n");
    hall.run(&["import", "b.csv"]).fails(2, "--map name=Players");
}

#[test]
fn what_is_encoded_otherwise_is_refused_and_what_is_encoded_twice_is_noted() {
    let hall = Hall::with_teams(2);
    hall.write("dos.csv", b"Team,Player 1,Player 2\r\nRooks,Zo\x89 M\x81ller,Bo Kim\r\n");
    let said = hall.run(&["import", "dos.csv"]).fails(2, "neither UTF-8 nor Windows-1252");
    assert!(said.err.contains("CSV UTF-8") && said.err.contains("line 2"), "{}", said.err);
    hall.write("twice.csv", "Team,Player 1,Player 2\nRooks,ZoÃ« MÃ¼ller,Bo Kim\n");
    hall.run(&["import", "twice.csv", "--section", "Open"]).ok().says("garbled letters").says("probably Zoë Müller");
    assert!(hall.run(&["team", "list"]).ok().out.contains("ZoÃ«"));
    // One cell, one problem.
    hall.write("bell.csv", "Team,Player 1,Grade 1,Player 2\nKnights,Cy\u{7} Day,4,Di Fox\n");
    let said = hall.run(&["import", "bell.csv", "--json"]).fails(2, "control character");
    assert_eq!(said.err.matches("\"line\"").count(), 1, "{}", said.err);
}

#[test]
fn a_child_below_the_only_team_is_not_taken_into_it() {
    let hall = hall();
    hall.write("one.csv", "Name,Grade,Team\nAnn Lee,3,Rooks\nBob Roe,3,\n");
    hall.run(&["import", "one.csv"]).fails(2, "Rooks have only one row");
    hall.write("two.csv", "Name,Grade,Team\nAnn Lee,3,Rooks\nBob Roe,3,\nCy Day,3,Pawns\nDi Eck,3,\n");
    let read = hall.run(&["import", "two.csv"]).ok();
    assert!(read.out.contains("merged cells") && read.out.contains("2 teams"), "{}", read.out);
}

#[test]
fn a_child_who_names_another_partner_than_its_team_is_noted() {
    let hall = hall();
    hall.write(
        "i.csv",
        "Name,Grade,Team,Partner\nAnn Lee,3,Rooks,Cy Day\nBob Roe,3,Rooks,Ann Lee\nCy Day,3,NEED,\n\
         Di Eck,3,Pawns,Ed\nEd Fox,3,Pawns,Di Ekc\n",
    );
    let notes = hall.json(&["import", "i.csv"])["notes"].clone();
    let lines: Vec<&str> = notes.as_array().unwrap().iter().filter_map(|note| note["message"].as_str()).collect();
    assert_eq!(lines, ["Ann Lee names Cy Day as partner, but is on Rooks with Bob Roe"]);
}

#[test]
fn a_second_rating_and_a_rating_of_nobody_are_never_left_unread_in_silence() {
    let hall = hall();
    hall.write("quick.csv", "Player,Grade,Rating,Quick Rating,Team\nAnn Lee,3,900,800,Rooks\nBo Kim,3,700,600,Rooks\n");
    let refused = hall.run(&["import", "quick.csv"]).fails(2, "\"Quick Rating\" (rating) stays unread");
    assert!(refused.err.contains("--map rating="), "{}", refused.err);
    hall.run(&["import", "quick.csv", "--map", "rating=Rating"]).ok();
    hall.write("third.csv", "Team,Player 1,Player 2,Rating 1,Rating 2,Rating 3\nPawns,Cy Day,Di Eck,900,800,700\n");
    hall.run(&["import", "third.csv", "--section", "K-6"]).fails(2, "\"Rating 3\" (rating) stays unread");
    hall.run(&["import", "third.csv", "--section", "K-6", "--map", "rating=-"]).ok();
    hall.write(
        "spare.csv",
        "Team,Player 1,Rating 1,Player 2,Rating 2,Player 3,Rating 3\nKings,Ed Fox,900,Flo Gil,800,,\n",
    );
    hall.run(&["import", "spare.csv", "--section", "K-6"]).ok();
}

#[test]
fn both_partners_in_one_cell_are_two_children() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("a.csv", "Team name,Players,Grades,School\nRooks,Ann Lee & Bo Kim,3/4,Oak\n");
    hall.run(&["import", "a.csv"]).ok().says("1 team added (2 players)");
    for (file, maps) in [("b.csv", &["name=Who"][..]), ("c.csv", &["player-1=Who", "player-2=Who"])] {
        let [one, other] = if file == "b.csv" { ["Cy Day", "Di Eck"] } else { ["Ed Fox", "Flo Gay"] };
        hall.write(file, format!("Squad,Who\n{one}s,{one} & {other}\n"));
        let maps = maps.iter().flat_map(|map| ["--map", map]);
        hall.run(&["import", file].into_iter().chain(maps).collect::<Vec<_>>()).ok().says("1 team added (2 players)");
    }
}

#[test]
fn what_map_settled_is_kept_when_the_file_is_refused_for_another_reason() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let file = "Squad,Left,Right,Grade 1,Grade 2\nRooks,Ann Lee,Bo Kim,33,4\n";
    hall.write("form.csv", file);
    let maps = ["--map", "player-1=Left", "--map", "player-2=Right"];
    let tried: Vec<&str> = ["import", "form.csv"].into_iter().chain(maps).collect();
    hall.run(&[&tried[..], &["--dry-run"]].concat()).fails(2, "is not a grade");
    hall.run(&["import", "form.csv"]).fails(2, "has no heading that says where the players' names are");
    let refused = hall.run(&tried).fails(2, "is not a grade");
    assert!(refused.err.contains("player-1           column 2, \"Left\" (from --map)"), "{}", refused.err);
    hall.write("form.csv", file.replace("33", "3"));
    let read = hall.run(&["import", "form.csv"]).ok();
    let read = read.says("player-1           column 2, \"Left\" (remembered)");
    assert!(read.out.contains("1 team added"), "{}", read.out);
}

#[test]
fn a_name_that_stays_unread_beside_one_stops_the_import_with_the_line_to_type() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("a.csv", "Player name,Student name,Grade\nAnn Lee,Bo Kim,3\nCy Day,Di Eck,4\n");
    let refused = hall.run(&["import", "a.csv"]).fails(2, "\"Student name\" (name) stays unread");
    assert!(refused.err.contains("--map player-2=\"Student name\""), "{}", refused.err);
    assert!(refused.err.contains("read as one row per player, headings on line 1:"), "{}", refused.err);
    hall.run(&["import", "a.csv", "--map", "player-2=Student name"]).ok().says("2 teams added (4 players)");
}

#[test]
fn many_teams_that_come_late_are_reported_in_one_line() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let teams = |from: usize, to: usize| {
        let row = |n: usize| {
            let name = char::from(b'a' + (n % 26) as u8).to_string().repeat(1 + n / 26);
            format!("Rooks {n},Ann X{name},Bo Y{name}\n")
        };
        format!("Team,Player 1,Player 2\n{}", (from..to).map(row).collect::<String>())
    };
    hall.write("early.csv", teams(0, 4));
    hall.run(&["import", "early.csv"]).ok();
    hall.run(&["pair", "Open"]).ok();
    hall.write("late.csv", teams(4, 44));
    let said = hall.run(&["import", "late.csv"]).ok();
    let answer = said.err.lines().filter(|line| line.contains("round 1 is posted")).count();
    assert_eq!(answer, 1, "{}", said.err);
    assert!(said.err.contains("40 new teams, starting with team 5, came in after a round was posted"), "{}", said.err);
}
