//! `export`: what other programs read is what the desk knows.

use crate::hall::Hall;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// Tie-breaks that a reader of the file can compute too: all but the lots.
const LIST: &str = "modified-median,solkoff,cumulative,cumulative-of-opposition,kashdan,fide-bh-c1,fide-sb,fide-won";

/// Seven teams after three rounds with a bye each, a forfeit, a half-point bye and a withdrawal.
fn seven_teams() -> Hall {
    Hall::made("seven teams after three rounds", || {
        let hall = Hall::with_teams(7);
        hall.run(&["section", "edit", "Open", "--rounds", "5", "--tiebreaks", LIST]).ok();
        hall.run(&["bye", "3", "--round", "2", "--points", "half"]).ok();
        for results in [["1-0", "1-0", "1/2"], ["0-1", "+/-", "1-0"], ["1-0", "1/2", "1-0"]] {
            hall.run(&["pair"]).ok();
            for ((table, _, _), result) in hall.tables().iter().zip(results) {
                hall.run(&["result", &table.to_string(), result]).ok();
            }
        }
        hall.run(&["team", "withdraw", "7"]).ok();
        hall.run(&["bye", "2", "--round", "4", "--points", "half"]).ok();
        hall
    })
}

/// Rank, number, points and tie-breaks of every line.
fn rows(table: &Value) -> Vec<Value> {
    let rows = table["rows"].as_array().expect("rows");
    rows.iter()
        .map(|r| json!([r["rank"], r["team"]["number"], r["team"]["name"], r["points"], r["tiebreaks"]]))
        .collect()
}

#[test]
fn both_dialects_of_trf_give_the_same_standings() {
    let hall = seven_teams();
    let standings = hall.json(&["standings"]);
    for dialect in ["individuals", "teams"] {
        let file = format!("{dialect}.trf");
        hall.run(&["export", "trf", "--dialect", dialect, "-o", &file]).ok();
        let read = hall.json(&["engine", "standings", &file, "--tiebreaks", LIST]);
        assert_eq!(read["after_round"], standings["after_round"]);
        assert_eq!(rows(&read), rows(&standings), "{dialect}");
    }
}

#[test]
fn both_dialects_of_trf_keep_schools_and_say_where_a_rating_is_cut() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "3", "--school-mode", "avoid"]).ok();
    for (at, (school, ratings)) in
        [("Ash", [1301, 1300]), ("Birch", [1300, 1300]), ("Ash", [1100, 1100]), ("Birch", [1000, 1000])]
            .into_iter()
            .enumerate()
    {
        let child = |letter: &str, rating: u32| format!("{letter}{at} Lee,5,{rating}");
        let players = [child("A", ratings[0]), child("B", ratings[1])];
        let words =
            ["team", "add", "--section", "Open", "--school", school, "--player", &players[0], "--player", &players[1]];
        hall.run(&[&words[..2], &[&format!("T{at}")], &words[2..]].concat()).ok();
    }
    for dialect in ["individuals", "teams"] {
        let file = format!("{dialect}.trf");
        hall.run(&["export", "trf", "--dialect", dialect, "-o", &file]).ok();
        let text = std::fs::read_to_string(hall.path(&file)).unwrap();
        assert!(text.contains("### school ASH = Ash"), "{dialect}: {text}");
        hall.run(&["engine", "pair", &file, "--school-mode", "avoid"]).ok().says("1 4").says("2 3");
    }
    hall.run(&["team", "edit", "T1", "--player", "A1", "--rating", "1302"]).ok();
    hall.run(&["team", "edit", "T1", "--player", "B1", "--rating", "1300"]).ok();
    hall.run(&["team", "edit", "T0", "--player", "A0", "--rating", "1301"]).ok();
    let notes = || {
        hall.run(&["export", "trf", "-o", "cut.trf"]).ok();
        std::fs::read_to_string(hall.path("cut.trf")).unwrap()
    };
    assert!(!notes().contains("Half a point"), "1300½ is under 1301: {}", notes());
    hall.run(&["team", "edit", "T1", "--player", "A1", "--rating", "1300"]).ok();
    hall.run(&["team", "edit", "T0", "--player", "A0", "--rating", "1300"]).ok();
    hall.run(&["team", "edit", "T1", "--player", "B1", "--rating", "1301"]).ok();
    assert!(notes().contains("Half points in team ratings are dropped here"), "{}", notes());
    assert!(!notes().contains("seeded by lot"), "{}", notes());
}

/// [C.04.5: the bye of a double Swiss may be a point and a half.] Nobody has to say that the rounds are double: the file does.
#[test]
fn a_bye_of_a_point_and_a_half_reads_back_in_both_dialects() {
    a_bye_of_two_matches_reads_back("1.5");
}

#[test]
fn a_bye_of_half_a_point_for_two_matches_reads_back_in_both_dialects() {
    a_bye_of_two_matches_reads_back("0.5");
}

fn a_bye_of_two_matches_reads_back(points: &str) {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "5", "--matches", "2", "--bye-points", points]).ok();
    hall.enter_teams("Open", 1..=5);
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        for (table, ..) in hall.tables() {
            hall.run(&["result", &table.to_string(), "1-0"]).ok();
            hall.run(&["result", &table.to_string(), "1-0"]).ok();
        }
    }
    let scores = |table: &Value| rows(table).iter().map(|row| json!([row[0], row[1], row[3]])).collect::<Vec<_>>();
    let desk = scores(&hall.json(&["standings"]));
    for dialect in ["individuals", "teams"] {
        hall.run(&["export", "trf", "--dialect", dialect, "-o", "open.trf"]).ok();
        for matches in [&[][..], &["--matches", "2"]] {
            let body = hall.json(&[&["engine", "standings", "open.trf"], matches].concat());
            assert_eq!(scores(&body), desk, "{dialect} {matches:?}");
        }
    }
    hall.run(&["bye", "1", "--round", "3", "--points", "zero"]).ok();
    hall.run(&["export", "trf", "-o", "open.trf", "--force"]).ok();
    let engine = hall.json(&["engine", "pair", "open.trf"]);
    hall.run(&["pair"]).ok();
    let desk: Vec<Value> = hall.tables().iter().map(|(_, first, second)| json!([first, second])).collect();
    assert_eq!((&engine["pairs"], engine["pairs"].as_array().map(Vec::len)), (&Value::Array(desk), Some(2)));
}

#[test]
fn each_side_of_a_double_round_that_won_a_match_by_forfeit_reads_back_as_such() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "4", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=5);
    hall.run(&["pair"]).ok();
    for (table, result, number) in [("1", "1-0", "1"), ("1", "0-1", "2"), ("2", "+/-", "1"), ("2", "-/+", "2")] {
        hall.run(&["result", table, result, "--match", number]).ok();
    }
    hall.run(&["export", "trf", "-o", "open.trf"]).ok();
    let engine = hall.json(&["engine", "pair", "open.trf", "--matches", "2"]);
    hall.run(&["pair"]).ok();
    let desk: Vec<Value> = hall.tables().iter().map(|(_, first, second)| json!([first, second])).collect();
    assert_eq!(engine["pairs"], Value::Array(desk));
}

#[test]
fn what_the_file_cannot_say_is_reported() {
    let hall = Hall::with_teams(4);
    for team in 1..=4 {
        hall.run(&["team", "edit", &team.to_string(), "--rating", "1000"]).ok();
    }
    let said = hall.run(&["export", "trf", "-o", "open.trf"]).ok();
    assert!(said.err.contains("seeded by lot"), "{}", said.err);
    let text = fs::read_to_string(hall.path("open.trf")).expect("it was written");
    assert!(text.contains("### Teams with equal ratings are seeded by lot"), "{text}");
}

#[test]
fn a_pair_that_is_settled_for_a_round_to_come_is_reported() {
    let hall = Hall::with_teams(4);
    hall.run(&["pairing", "require", "1", "4", "--round", "1"]).ok();
    hall.run(&["pairing", "require", "1", "2", "--round", "2"]).ok();
    hall.run(&["pair"]).ok();
    let said = hall.run(&["export", "trf", "-o", "open.trf"]).ok();
    let text = fs::read_to_string(hall.path("open.trf")).expect("it was written");
    for expected in [&said.err, &text] {
        assert!(expected.contains("Teams 1 and 2 are to meet in round 2"), "{expected}");
        assert!(!expected.contains("round 1;"), "a round that is posted needs no wish\n{expected}");
    }
}

#[test]
fn a_team_struck_from_a_round_robin_is_reported_and_the_ranks_are_those_of_the_standings() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "round-robin"]).ok();
    hall.enter_teams("Open", 1..=6);
    hall.run(&["pair"]).ok();
    for (table, ..) in hall.tables() {
        hall.run(&["result", &table.to_string(), "0-1"]).ok();
    }
    hall.run(&["team", "withdraw", "6"]).ok();
    let said = hall.run(&["export", "trf", "-o", "open.trf"]).ok();
    let text = fs::read_to_string(hall.path("open.trf")).expect("it was written");
    for expected in [&said.err, &text] {
        assert!(expected.contains("Team 6 left before playing half of its matches and was struck"), "{expected}");
    }
    let number = |line: &str, columns: std::ops::Range<usize>| line[columns].trim().parse::<u64>().expect("a number");
    let teams = text.lines().filter(|line| line.starts_with("001"));
    let mut ranked: Vec<(u64, u64)> = teams.map(|line| (number(line, 85..89), number(line, 4..8))).collect();
    ranked.sort_unstable();
    let standings = rows(&hall.json(&["standings"]));
    let places: Vec<_> = standings.iter().map(|row| (row[0].as_u64().unwrap(), row[1].as_u64().unwrap())).collect();
    assert_eq!(ranked, places, "{text}");
    assert_eq!(places[5], (6, 6), "who won its match is last, since it is struck");
}

#[test]
fn a_round_without_results_is_not_in_the_standings_yet() {
    let hall = seven_teams();
    // Six are left without the team that did not come to round 3.
    hall.run(&["pair", "--allow-rematch"]).ok();
    hall.run(&["export", "trf", "-o", "open.trf"]).ok();
    let read = hall.json(&["engine", "standings", "open.trf", "--tiebreaks", LIST]);
    assert_eq!((read["after_round"].as_u64(), rows(&read)), (Some(3), rows(&hall.json(&["standings"]))));
    hall.run(&["engine", "pair", "open.trf"]).fails(1, "no result yet");
}

#[test]
fn the_engine_pairs_the_file_as_the_desk_does() {
    let hall = seven_teams();
    // A team that did not come to round 3 is back.
    for team in 1..=7 {
        drop(hall.run(&["team", "return", &team.to_string()]));
    }
    hall.run(&["export", "trf", "-o", "after3.trf"]).ok();
    let engine = hall.json(&["engine", "pair", "after3.trf"]);
    hall.run(&["pair"]).ok();
    let desk: Vec<Value> = hall.tables().iter().map(|(_, first, second)| json!([first, second])).collect();
    assert_eq!(engine["pairs"], Value::Array(desk));
    hall.run(&["engine", "check", "after3.trf"]).ok();
}

#[test]
fn schools_get_codes_with_a_legend_and_long_names_keep_their_columns() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let long = "The Rather Long-Winded, Comma-Loving Knights of the Café";
    for (name, school) in [(long, "Lincoln Elementary"), ("Rooks", "Lincoln Middle School"), ("=1+1", "北京小学")] {
        let players = [format!("{}a One,5,1200", &name[..2]), format!("{}b Two,5", &name[..2])];
        hall.run(&[
            "team",
            "add",
            name,
            "--section",
            "Open",
            "--school",
            school,
            "--player",
            &players[0],
            "--player",
            &players[1],
        ])
        .ok();
    }
    let text = hall.run(&["export", "trf"]).ok().out;
    assert!(text.contains("### school LIN = Lincoln Elementary\r\n"), "{text}");
    assert!(text.contains("### school LMS = Lincoln Middle School\r\n"), "{text}");
    let line = text.lines().find(|l| l.starts_with("001    1")).expect("one line per team");
    let columns = |from: usize, to: usize| line.chars().skip(from - 1).take(to + 1 - from).collect::<String>();
    assert_eq!(columns(15, 47), "The Rather Long-Winded, Comma-Lov");
    assert_eq!(
        (columns(49, 52), columns(54, 56), columns(81, 84)),
        ("1175".to_owned(), "LIN".to_owned(), " 0.0".to_owned())
    );
    let teams = hall.run(&["export", "trf", "--dialect", "teams"]).ok().out;
    assert_eq!(teams.lines().filter(|l| l.starts_with("001")).count(), 6);
    assert!(teams.contains("\r\n352 WB\r\n362 TW 1.0   TD 0.5   TL 0.0\r\n"), "{teams}");
}

#[test]
fn csv_is_one_flat_table_without_formulas() {
    let hall = seven_teams();
    hall.run(&["team", "edit", "4", "--name", "=cmd|' /C calc'!A0"]).ok();
    let text = hall.run(&["export", "csv", "Open"]).ok().out;
    let mut lines = text.lines();
    let head = lines.next().expect("a head");
    assert!(head.starts_with("Rank,Number,Team,School,Rating,Status,Points,Modified Median,Solkoff,"), "{head}");
    assert!(head.ends_with(
        "Round 1,Round 2,Round 3,Player 1,Grade 1,Rating 1,ID 1,School 1,Player 2,Grade 2,Rating 2,ID 2,School 2,House team"
    ));
    hall.run(&["team", "edit", "5", "--house", "yes"]).ok();
    let marked = hall.run(&["export", "csv", "Open"]).ok().out;
    let marked: Vec<&str> = marked.lines().filter(|line| line.ends_with(",yes")).collect();
    assert!(marked.len() == 1 && marked[0].contains(",Team 5,"), "{marked:?}");
    assert_eq!(lines.clone().count(), 7);
    let fourth = lines.clone().find(|l| l.contains("calc")).expect("team 4");
    assert!(fourth.contains(",'=cmd|' /C calc'!A0,"), "{fourth}");
    let last = lines.find(|l| l.contains(",Team 7,")).expect("team 7");
    assert!(last.contains(",withdrawn,") && last.contains(",P7a Alpha,5,1860,"), "{last}");
}

#[test]
fn a_house_team_that_is_to_meet_somebody_is_not_absent_in_the_file() {
    let hall = Hall::with_teams(5);
    hall.run(&["team", "edit", "4", "--house", "yes"]).ok();
    let is_absent = || hall.run(&["export", "trf"]).ok().out.lines().any(|line| line.starts_with("240 Z"));
    assert!(is_absent(), "the others are even in number");
    hall.run(&["pairing", "require", "2", "4", "--round", "1"]).ok();
    assert!(!is_absent());
    hall.run(&["pairing", "require", "1", "3", "--round", "1"]).ok();
    assert!(!is_absent());
}

#[test]
fn json_is_the_whole_tournament_and_the_same_every_time() {
    let hall = seven_teams();
    let once = hall.run(&["export", "json"]).ok().out;
    let document: Value = serde_json::from_str(&once).expect("JSON");
    assert_eq!((&document["format"], &document["version"]), (&json!("bughouse-tournament"), &json!(1)));
    let count = |key: &str| document[key].as_array().map(Vec::len);
    assert_eq!(
        [count("sections"), count("teams"), count("players"), count("rounds")],
        [Some(1), Some(7), Some(14), Some(3)]
    );
    let first = &document["rounds"][0]["tables"][0];
    assert_eq!((&first["first"], &first["matches"][0]["result"]), (&json!(1), &json!("1-0")));
    assert_eq!(document["rounds"][1]["byes"][0], json!({ "team": 3, "points": "half", "assigned": false }));
    assert_eq!(hall.run(&["export", "json", "--json"]).ok().out, once);
    hall.run(&["export", "json", "-o", "all.json"]).ok();
    assert_eq!(std::fs::read_to_string(hall.path("all.json")).expect("written"), once);
}

#[test]
fn taking_back_and_doing_again_gives_the_same_document() {
    let hall = seven_teams();
    let ruled = [
        "ruling",
        "offence",
        "--round",
        "3",
        "--player",
        "1",
        "--offence",
        "banging",
        "--penalty",
        "warning",
        "--reason",
        "first",
    ];
    hall.run(&ruled).ok();
    let before = hall.run(&["export", "json"]).ok().out;
    hall.run(&["undo", "5"]).ok();
    assert_ne!(hall.run(&["export", "json"]).ok().out, before);
    hall.run(&["redo", "5"]).ok();
    assert_eq!(hall.run(&["export", "json"]).ok().out, before);
}

#[test]
fn one_section_alone() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Novice"]).ok();
    hall.run(&["team", "add", "Pawns", "--section", "Novice", "--player", "Ann Lee", "--player", "Bo Cruz"]).ok();
    let document = hall.json(&["export", "json", "Novice"]);
    assert_eq!(document["teams"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["players"].as_array().map(Vec::len), Some(2));
    assert_eq!(document["sections"][0]["name"], "Novice");
    hall.run(&["export", "trf"]).fails(2, "Novice");
    assert_eq!(hall.json(&["export", "csv", "Novice"])["section"], "Novice");
}

#[test]
fn a_round_robin_without_a_team_that_left_early_reads_back_alike() {
    let hall = Hall::with_teams(5);
    hall.run(&[
        "section",
        "edit",
        "Open",
        "--pairing",
        "round-robin",
        "--tiebreaks",
        "sonneborn-berger,wins,result-between-tied",
    ])
    .ok();
    for round in 1..=5 {
        hall.run(&["pair"]).ok();
        let sheet = hall.json(&["pairings"]);
        let open = sheet["pairings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|p| p["second"].is_object() && p["results"][0]["result"].is_null());
        let lines: String = open.map(|p| format!("{} 1\n", p["table"])).collect();
        hall.run_with(&["enter"], &lines).ok();
        if round == 1 {
            hall.run(&["team", "withdraw", "4"]).ok();
        }
    }
    let own = hall.json(&["standings"]);
    for dialect in ["individuals", "teams"] {
        hall.run(&["export", "trf", "--dialect", dialect, "-o", "rr.trf"]).ok();
        let ids = "sonneborn-berger,wins,result-between-tied";
        let read = hall.json(&["engine", "standings", "rr.trf", "--format", "round-robin", "--tiebreaks", ids]);
        // What was not applied is null in the one, and what it would come to in the other.
        let rows = |standings: &serde_json::Value| {
            let row = |row: &serde_json::Value| {
                let values = ["sonneborn-berger", "wins", "result-between-tied"];
                let values = values.map(|id| row["tiebreaks"][id].as_f64().unwrap_or_default());
                (row["rank"].clone(), row["team"]["number"].clone(), row["points"].clone(), values)
            };
            standings["rows"].as_array().unwrap().iter().map(row).collect::<Vec<_>>()
        };
        assert_eq!(rows(&read), rows(&own), "{dialect}");
    }
}

#[test]
fn the_reference_says_where_each_table_of_the_file_is() {
    let reference = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/json.md"))
        .expect("it is part of the project");
    let hall = Hall::with_teams(2);
    let dump = crate::undo::dumped(&hall, &|_, _| "''".to_owned());
    let tables: Vec<&str> = dump.lines().filter(|line| !line.starts_with(' ')).collect();
    assert!(tables.contains(&"board_report"), "{tables:?}");
    for table in tables.iter().chain(&[
        "command",
        "change",
        "printed",
        "backup",
        "safekeeping",
        "hall",
        "device",
        "report",
        "request",
    ]) {
        assert!(reference.contains(&format!("`{table}`")), "{table} is not in docs/reference/json.md");
    }
}

/// Every key of an answer, at any depth.
fn keys(json: &Value, found: &mut BTreeSet<String>) {
    match json {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            keys(value, found);
        }),
        Value::Array(each) => each.iter().for_each(|one| keys(one, found)),
        _ => {}
    }
}

#[test]
fn the_reference_names_every_key_that_rulings_and_appeals_answer() {
    let reference = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/json.md"))
        .expect("part of the project");
    let hall = Hall::with_teams(4);
    hall.run(&["official", "add", "Sue", "--role", "section-chief"]).ok();
    hall.run(&["pair"]).ok();
    let sheet = hall.json(&["pairings"]);
    let player = format!("P{}a", sheet["pairings"][0]["first"]["number"]);
    let mut found = BTreeSet::new();
    let mut typed = |line: &str| {
        let line = line.replace("PLAYER", &player);
        keys(&hall.json(&line.split(' ').collect::<Vec<_>>()), &mut found);
    };
    typed("rule 1 PLAYER clock-knocked-over");
    typed("ruling claim 1 --by PLAYER --kind mate");
    typed("ruling spectator 2 --action none");
    typed("ruling neutral 2 --what set --clock a:white=2:10");
    hall.run(&["result", "2", "1-0"]).ok();
    typed("rule 1 PLAYER clock-hand");
    typed("appeal file 2 --by PLAYER");
    typed("appeal decide 1 --falls");
    typed("ruling void 1 --reason mistake");
    typed("ruling show 2");
    typed("appeal show 1");
    typed("ruling list");
    typed("appeal list");
    assert!(found.len() > 40, "{found:?}");
    let unnamed: Vec<&String> = found.iter().filter(|key| !reference.contains(&format!("`{key}`"))).collect();
    assert!(unnamed.is_empty(), "not in docs/reference/json.md: {unnamed:?}");
    let rulings = hall.json(&["export", "json"])["rulings"].take();
    let kinds: BTreeSet<&str> =
        rulings.as_array().expect("rulings").iter().filter_map(|r| r["matter"]["kind"].as_str()).collect();
    assert_eq!(kinds, BTreeSet::from(["claim", "neutral", "offence", "spectator"]));
    let named = |number: usize, key: &str| rulings[number - 1]["matter"][key].clone();
    assert_eq!((named(1, "penalty"), named(1, "step")), (json!("time:1:00"), json!(1)));
    assert_eq!((named(2, "claim"), named(2, "decision")), (json!("mate"), json!("upheld")));
    assert_eq!((named(2, "denied_by_director"), named(3, "orders_playing")), (json!(false), Value::Null));
    assert_eq!(named(4, "clocks"), json!([{ "board": "a", "white": true, "seconds": 130 }]));
}

#[test]
fn a_spreadsheet_has_the_places_of_the_standings() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--pairing", "knockout", "--third-place", "yes"]).ok();
    for results in ["1 0-1\n2 1-0\n", "1 0-1\n2 1-0\n"] {
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], results).ok();
    }
    let standings = hall.json(&["standings"])["rows"].as_array().unwrap().clone();
    let placed = standings.iter().map(|row| format!("{},{}", row["rank"], row["team"]["number"]));
    let sheet = hall.run(&["export", "csv"]).ok().out;
    let listed = sheet.lines().skip(1).map(|line| line.split(',').take(2).collect::<Vec<_>>().join(","));
    assert_eq!(listed.collect::<Vec<_>>(), placed.collect::<Vec<_>>());
}
