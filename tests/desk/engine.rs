//! `engine`: TRF files paired, checked, made up and ranked without a tournament file.

use crate::hall::Hall;
use crate::wall_chart::WallChart;

/// A file with two rounds played by eight teams.
fn two_rounds() -> WallChart {
    let mut chart = WallChart::of(8, 4);
    chart.given("1-5 2-6 3-7 4-8").play("1 2 3 8");
    chart.given("1-3 2-8 4-6 5-7").play("1 2 4 7");
    chart
}

#[test]
fn pairs_come_in_board_order_with_their_number_first() {
    let said = two_rounds().pair().ok();
    assert_eq!(said.out, "4\n1 2\n3 8\n4 7\n5 6\n");
    let mut odd = WallChart::of(5, 4);
    assert_eq!(odd.pair().ok().out, "3\n1 3\n2 4\n5 0\n");
    odd.given("1-3 2-4 bye 5").play("1 2");
    let json = odd.engine("pair", &["--json"]).ok().json();
    assert_eq!(json, serde_json::json!({ "round": 2, "pairs": [[1, 2], [5, 3]], "bye": 4 }));
    assert_eq!(two_rounds().engine("pair", &["--json"]).ok().json()["bye"], serde_json::Value::Null);
}

#[test]
fn a_file_can_be_piped_in() {
    let hall = Hall::empty();
    let text = two_rounds().text();
    assert_eq!(hall.run_with(&["engine", "pair", "-"], &text).ok().out, "4\n1 2\n3 8\n4 7\n5 6\n");
    hall.run_with(&["engine", "check", "-"], &text).ok();
    hall.run_with(&["engine", "standings", "-"], &text).ok();
    hall.run_with(&["engine", "pair", "-"], "").fails(2, "-:1:1: no 001 line");
}

#[test]
fn the_answer_goes_to_a_file_of_any_name() {
    let hall = Hall::empty();
    hall.write("a.trf", two_rounds().text());
    hall.run(&["engine", "pair", "a.trf", "-o", "pairs.out"]).ok();
    assert_eq!(std::fs::read_to_string(hall.path("pairs.out")).expect("it was written"), "4\n1 2\n3 8\n4 7\n5 6\n");
    assert_ne!(hall.run(&["engine", "pair", "a.trf", "-o", "nowhere/pairs.out"]).code, 0);
}

#[test]
fn seeds_follow_the_rating_and_the_number_parts_equals() {
    let mut text = String::new();
    for (number, rating) in [(3, "1200"), (7, ""), (8, "1800"), (20, "1200"), (21, "   0")] {
        text += &format!("001 {number:>4}      {:<33} {rating:>4}{:29}0.0\n", format!("Team {number}"), "");
    }
    let hall = Hall::empty();
    hall.write("gaps.trf", text + "XXR 3\n");
    // Seeds: 8, 3, 20, then the unrated 7 and 21.
    assert_eq!(hall.run(&["engine", "pair", "gaps.trf", "--protect-unrated", "no"]).ok().out, "3\n8 20\n3 7\n21 0\n");
}

#[test]
fn nobody_left_to_pair_is_reported() {
    let mut chart = two_rounds();
    chart.record_once("XXZ 1 2 3 4 5 6 7 8");
    let said = chart.pair().ok();
    assert_eq!(said.out, "0\n");
    assert!(
        said.err.contains("there is nobody left to pair in round 3: all 8 teams have announced byes"),
        "{}",
        said.err
    );
}

#[test]
fn who_is_away_is_not_paired() {
    for record in ["240 Z   3    1    2", "XXZ 1 2", "240 H   3    1    2", "240 F   3    1    2"] {
        let mut chart = two_rounds();
        assert_eq!(chart.record_once(record).pair().ok().out, "3\n3 8\n4 7\n5 6\n", "{record}");
    }
    // For another round, it is a matter of that round.
    assert_eq!(two_rounds().record_once("240 Z   4    1    2").pair().ok().out, "4\n1 2\n3 8\n4 7\n5 6\n");
}

#[test]
fn a_forbidden_pair_is_never_made() {
    for record in ["XXP 1 2", "260   1   4    1    2", "260   3   3    1    2"] {
        let said = two_rounds().record_once(record).pair().ok();
        assert!(!said.out.lines().any(|l| l == "1 2"), "{record}:\n{}", said.out);
    }
    assert_eq!(two_rounds().record_once("260   1   2    1    2").pair().ok().out, "4\n1 2\n3 8\n4 7\n5 6\n");
    WallChart::of(4, 3)
        .record("XXP 1 2 3 4")
        .pair()
        .fails(1, "no opponent is left for Team 1 (1), Team 2 (2), Team 3 (3), Team 4 (4)");
}

#[test]
fn a_second_full_bye_is_refused() {
    let mut chart = WallChart::of(3, 5);
    chart.given("1-2 bye 3").play("1");
    chart.given("1-3 bye 2").play("1");
    chart.given("2-3 bye 1").play("2");
    let said = chart.engine("pair", &["--json"]).fails(1, "second full bye");
    let error: serde_json::Value = serde_json::from_str(&said.err).expect("the error is JSON");
    assert_eq!(error["error"]["code"], 1);
    assert!(error["error"]["second_bye"].is_u64());
}

#[test]
fn results_that_are_missing_are_named() {
    let mut chart = two_rounds();
    chart.given("1-2 3-8 4-7 5-6").play("1 3?8 4 5?6");
    chart.pair().fails(1, "no result yet for 3-8 of round 3, 5-6 of round 3");
    // Who was paired is no question of results.
    chart.engine("check", &[]).ok();
}

#[test]
fn a_mistake_is_placed_by_file_line_and_column() {
    let hall = Hall::empty();
    let text = two_rounds().text();
    hall.write("bad.trf", text.replacen(" w 1", " x 1", 1));
    hall.run(&["engine", "pair", "bad.trf"]).fails(2, "bad.trf:3:97: a color is w, b or -, not \"x\"");
    hall.write("bad.trf", text.replacen(" w 1", " x 9", 1).replacen("2000", "200x", 1));
    let said = hall.run(&["engine", "standings", "bad.trf", "--json"]);
    let error: serde_json::Value = serde_json::from_str(&said.err).expect("the error is JSON");
    assert_eq!((said.code, &error["error"]["problems"][0]["line"]), (2, &serde_json::json!(3)));
    hall.write("empty.trf", "");
    hall.run(&["engine", "pair", "empty.trf"]).fails(2, "empty.trf:1:1: no 001 line");
    hall.write("image.trf", [0x89, b'P', b'N', b'G', 0, 255, 254]);
    hall.run(&["engine", "check", "image.trf"]).fails(2, "image.trf:1:1");
    hall.run(&["engine", "pair", "missing.trf"]).fails(2, "there is no file missing.trf");
    hall.write("long.trf", text + "XXR 1\n");
    hall.run(&["engine", "pair", "long.trf"]).fails(2, "the event has 1 round");
}

/// Files of another engine's tests, each with one mistake, or valid without a pairing.
#[test]
fn reference_files_with_mistakes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/trf/bad");
    if !std::path::Path::new(folder).is_dir() {
        println!("skipped: no reference files in {folder}");
        return;
    }
    let hall = Hall::empty();
    for (name, code, saying) in [
        ("incompatible_color", 2, ".trf:3:137: "),
        ("incompatible_result", 2, ".trf:3:139: "),
        ("incorrect_points", 2, ".trf:2:81: "),
        ("missing_result", 2, ".trf:2:132: "),
        ("too_many_results", 2, ".trf:2:142: "),
        ("no_legal_pairings", 1, "has a rematch"),
        ("no_legal_pairings_odd", 1, "second full bye"),
    ] {
        hall.run(&["engine", "pair", &format!("{folder}/py4swiss_{name}.trf")]).fails(code, saying);
    }
    for name in ["invalid_code", "missing_starting_number"] {
        hall.run(&["engine", "pair", &format!("{folder}/py4swiss_{name}.trf")]).ok();
    }
}

#[test]
fn check_says_where_a_file_differs() {
    let mut chart = two_rounds();
    chart.given("1-2 3-4 7-8 5-6").play("1 3 7 5");
    let said = chart.engine("check", &[]);
    assert_eq!(said.code, 1, "{}", said.err);
    let expected = "round 1: agrees\nround 2: agrees\nround 3: differs\n  the file has    3-4 7-8\n  the engine has  3-8 4-7\n\
                    chart.trf: 1 of 3 rounds differs\n";
    assert_eq!(said.out, expected);
    let json = chart.engine("check", &["--json"]).json();
    assert_eq!(
        (&json["agrees"], &json["rounds"][2]["engine"]["pairs"][1]),
        (&serde_json::json!(false), &serde_json::json!([3, 8]))
    );
}

#[test]
fn a_simulated_event_is_the_same_every_time_and_checks() {
    let hall = Hall::empty();
    for options in [
        &["--teams", "24", "--rounds", "6", "--seed", "5", "--schools", "4"][..],
        &["--teams", "25", "--rounds", "5", "--seed", "6", "--matches", "2", "--accelerate", "baku"],
        &["--teams", "17", "--rounds", "5", "--seed", "7", "--system", "fide-team", "--draws", "40"],
        &[
            "--teams",
            "9",
            "--rounds",
            "7",
            "--seed",
            "8",
            "--schools",
            "3",
            "--school-mode",
            "avoid",
            "--avoid-repeat-floats",
            "yes",
        ],
    ] {
        let simulate: Vec<&str> = ["engine", "simulate"].iter().chain(options).copied().collect();
        let once = hall.run(&simulate).ok().out;
        hall.run(&[&simulate[..], &["-o", "event.trf"]].concat()).ok();
        assert_eq!(std::fs::read_to_string(hall.path("event.trf")).expect("it was written"), once);
        // The rules are given again, the field is not.
        let answer = ["--matches", "--accelerate", "--system", "--school-mode", "--avoid-repeat-floats"];
        let rules = options.chunks(2).filter(|pair| answer.contains(&pair[0])).flatten().copied();
        let check: Vec<&str> = ["engine", "check", "event.trf"].into_iter().chain(rules).collect();
        hall.run(&check).ok();
    }
    let other = |seed| hall.run(&["engine", "simulate", "--teams", "8", "--rounds", "3", "--seed", seed]).ok().out;
    assert_ne!(other("1"), other("2"));
}

#[test]
fn a_simulation_that_cannot_go_on_is_refused() {
    let hall = Hall::empty();
    hall.run(&["engine", "simulate", "--teams", "4", "--rounds", "5", "--seed", "1", "-o", "a.trf"])
        .fails(1, "round 4 cannot be paired");
    assert!(!hall.path("a.trf").exists());
}

#[test]
fn standings_are_a_table_or_json() {
    let chart = two_rounds();
    let said = chart.engine("standings", &["--tiebreaks", "solkoff,fide-won"]).ok();
    assert!(said.out.contains("Standings after round 2") && said.out.contains("Solk"), "{}", said.out);
    let json = chart.engine("standings", &["--tiebreaks", "solkoff", "--after", "1", "--json"]).ok().json();
    assert_eq!(json["after_round"], 1);
    assert_eq!(
        json["rows"][0],
        serde_json::json!({ "rank": 1, "team": { "number": 1, "name": "Team 1" }, "points": 1.0, "tiebreaks": { "solkoff": 0.0 } })
    );
    // A tie-break among the tied is no number where nobody was tied any more, as in the standings of a section.
    let among = chart.engine("standings", &["--tiebreaks", "lot,fide-de", "--json"]).ok().json();
    let among = among["rows"].as_array().unwrap().iter().map(|row| row["tiebreaks"]["fide-de"].is_null());
    assert!(among.clone().any(|is_null| is_null), "{among:?}");
    chart.engine("standings", &["--tiebreaks", "lot,fide-de"]).ok().says("not needed");
    chart.engine("standings", &["--after", "3"]).fails(2, "has no round 3");
    chart.engine("standings", &["--tiebreaks", "solkof"]).fails(2, "did you mean solkoff");
}

/// A game line: number, name, rating, points and what each round came to, ten columns a round.
fn player(number: u32, points: &str, rounds: &[&str]) -> String {
    let games: String = rounds.iter().map(|round| format!("{round:>10}")).collect();
    format!("001 {number:>4}      {:<33} 1500{:28}{points:>4} {number:>4}{games}\n", format!("Player {number}"), "")
}

#[test]
fn a_team_named_beside_individuals_makes_no_team_event() {
    let everyone = player(1, "1.0", &["   2 w 1"]) + &player(2, "0.0", &["   1 b 0"]);
    let club = format!("013 {:<32}   1    2\n", "One club");
    let hall = Hall::empty();
    hall.write("club.trf", everyone.clone() + &club);
    let said = hall.run(&["engine", "standings", "club.trf", "--json"]).ok();
    assert_eq!(said.json()["rows"].as_array().expect("rows").len(), 2);
    assert!(said.err.contains("club.trf:3: the teams in record 013 played no team matches"), "{}", said.err);
    // Two teams of one that met are a team event.
    hall.write("teams.trf", everyone + &format!("013 {:<32}   1\n013 {:<32}   2\n", "Home", "Away"));
    let teams = hall.run(&["engine", "standings", "teams.trf", "--json"]).ok();
    assert_eq!((teams.json()["rows"][0]["team"]["name"].clone(), teams.err.as_str()), ("Home".into(), ""));
}

#[test]
fn a_board_won_against_an_empty_chair_counts_in_its_match() {
    let players = player(1, "0.0", &["   3 w 0"])
        + &player(2, "1.0", &["0000 - +"])
        + &player(3, "1.0", &["   1 b 1"])
        + &player(4, "0.0", &["0000 - -"]);
    let team = |number: u32, name: &str, points: &str, members: &str| {
        format!("310 {number:>3} {name:<32} {:<5} {:>6} {points:>6} {:>6} {number:>3}  {members}\n", "", "", "")
    };
    let teams = team(1, "Home", "1.0", "   1    2") + &team(2, "Away", "1.0", "   3    4");
    let hall = Hall::empty();
    hall.write("match.trf", players + "352 WB\n" + &teams);
    let rows = hall.json(&["engine", "standings", "match.trf", "--tiebreaks", "fide-mpvgp"])["rows"].clone();
    assert_eq!([&rows[0]["points"], &rows[1]["points"]], [0.5, 0.5]);
    assert_eq!(rows[0]["tiebreaks"]["fide-mpvgp"], 1.0);
}

#[test]
fn a_last_round_in_which_nobody_plays_counts_with_its_byes() {
    let hall = Hall::empty();
    hall.write("byes.trf", player(1, "2.0", &["   2 w 1", "0000 - U"]) + &player(2, "0.0", &["   1 b 0", "0000 - Z"]));
    let standings = hall.json(&["engine", "standings", "byes.trf"]);
    assert_eq!((&standings["after_round"], &standings["rows"][0]["points"]), (&2.into(), &2.0.into()));
    // A round that was only paired still changes nothing.
    let paired = player(1, "1.0", &["   2 w 1", "   3 b  "])
        + &player(2, "1.0", &["   1 b 0", "0000 - U"])
        + &player(3, "0.0", &["0000 - Z", "   1 w  "]);
    hall.write("paired.trf", paired);
    assert_eq!(hall.json(&["engine", "standings", "paired.trf"])["after_round"], 1);
}

#[test]
fn points_that_are_no_match_name_the_records_that_say_what_a_match_is_worth() {
    let players = player(1, "1.0", &["   2 w 1"]) + &player(2, "0.0", &["   1 b 0"]) + &player(3, "0.0", &["0000 - Z"]);
    let teams: String = (1..=3)
        .map(|n| format!("310 {n:>3} {:<32} {:<5} {:>6} {:>6} {:>6} {n:>3}  {n:>4}\n", "T", "", "", "", ""))
        .collect();
    let file = |worth: &str| {
        players.clone() + "352 W\n362 TW 3.0   TD 1.0   TL 0.0\n" + &format!("320 {worth}  1.0 003\n") + &teams
    };
    let hall = Hall::empty();
    hall.write("three.trf", file(" 2.0"));
    hall.run(&["engine", "standings", "three.trf"])
        .fails(2, "2.0 points are neither a match won nor half of one; records 162 and 362");
    hall.write("drawn.trf", file(" 1.0"));
    let rows = hall.json(&["engine", "standings", "drawn.trf"])["rows"].clone();
    assert_eq!((&rows[1]["team"]["number"], &rows[1]["points"]), (&3.into(), &0.5.into()), "a draw of this file");
}

#[test]
fn assigned_points_are_read_where_the_heading_above_has_them() {
    let players = player(1, "0.5", &["   2 w 1"]) + &player(2, "0.0", &["   1 b 0"]);
    let hall = Hall::empty();
    hall.write(
        "headed.trf",
        players.clone() + "### T                     GGGG RRR PPP1\n299 W                      0.5   1    1\n",
    );
    assert_eq!(hall.json(&["engine", "standings", "headed.trf"])["rows"][0]["points"], 0.5);
    hall.write("bare.trf", players + "299 W                      0.5   1    1\n");
    hall.run(&["engine", "standings", "bare.trf"]).fails(2, "columns 8-11, game points in columns 14-17");
}

#[test]
fn rounds_that_follow_a_table_are_not_paired_again() {
    for (format, kind) in [("round-robin", "is a round robin"), ("knockout", "is a knockout")] {
        let hall = Hall::with_teams(4);
        hall.run(&["section", "edit", "Open", "--pairing", format]).ok();
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n").ok();
        hall.run(&["export", "trf", "-o", "out.trf"]).ok();
        hall.run(&["engine", "check", "out.trf"]).fails(1, kind);
    }
    let hall = Hall::empty();
    let met = [
        ["2 w 1", "3 w 1", "4 w 1"],
        ["1 b 0", "4 w 1", "3 w 1"],
        ["4 w 1", "1 b 0", "2 b 0"],
        ["3 b 0", "2 b 0", "1 b 0"],
    ];
    let points = ["3.0", "2.0", "1.0", "0.0"];
    let line = |((number, rounds), points): ((u32, [&str; 3]), &str)| {
        let rounds = rounds.map(|round| format!("   {round}"));
        player(number, points, &rounds.each_ref().map(String::as_str))
    };
    let players: String = (1..).zip(met).zip(points).map(line).collect();
    hall.write("silent.trf", players);
    let said = hall.run(&["engine", "check", "silent.trf"]);
    assert!(said.err.contains("everyone played everyone the same number of times"), "{}", said.err);
}

/// Each has won one of the two by forfeit: no line may claim both.
#[test]
fn one_forfeit_each_way_is_read_back_as_it_was() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2", "--rounds", "3"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "+/-", "--match", "1"]).ok();
    hall.run(&["result", "1", "-/+", "--match", "2"]).ok();
    hall.run(&["result", "2", "-/-", "--match", "1"]).ok();
    hall.run(&["result", "2", "+/-", "--match", "2"]).ok();
    let level = hall.tables()[0];
    let chart = hall.run(&["crosstable"]).ok().out;
    assert!(chart.contains(&format!("XF{}", level.2)) && chart.contains(&format!("FX{}", level.1)), "{chart}");
    for dialect in ["individuals", "teams"] {
        hall.run(&["export", "trf", "--dialect", dialect, "-o", "a.trf", "--force"]).ok();
        let args = ["engine", "standings", "a.trf", "--matches", "2", "--tiebreaks", "solkoff", "--json"];
        let read = hall.run(&args).ok().json();
        let points: Vec<f64> =
            read["rows"].as_array().unwrap().iter().map(|row| row["points"].as_f64().unwrap()).collect();
        assert_eq!(points, [1.0, 1.0, 1.0, 0.0], "{dialect}: {read}");
    }
}

/// Another program is informed that it sits out.
#[test]
fn a_house_team_that_is_not_needed_is_exported_as_absent() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "3"]).ok();
    hall.enter_teams("Open", 1..=4);
    let house = [
        "team",
        "add",
        "House",
        "--section",
        "Open",
        "--house",
        "--player",
        "Hal X,3,2000",
        "--player",
        "Hel X,3,2000",
    ];
    hall.run(&house).ok();
    let paired = |hall: &Hall| {
        hall.run(&["export", "trf", "-o", "a.trf", "--force"]).ok();
        hall.run(&["engine", "pair", "a.trf", "--json"]).ok().json()
    };
    let even = paired(&hall);
    assert!(even["bye"].is_null() && even["pairs"].as_array().unwrap().len() == 2, "{even}");
    hall.run(&["team", "withdraw", "4"]).ok();
    let odd = paired(&hall);
    assert!(odd["bye"].is_null() && odd["pairs"].to_string().contains('5'), "{odd}");
}

#[test]
fn pairs_of_a_knockouts_file_are_said_to_be_those_of_a_swiss() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "knockout"]).ok();
    hall.enter_teams("Open", 1..=6);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["export", "trf", "Open", "-o", "k.trf"]).ok();
    let said = hall.run(&["engine", "pair", "k.trf"]).ok();
    assert!(said.err.contains("k.trf is a knockout") && said.err.contains("Swiss pairings"), "{}", said.err);
    hall.run(&["engine", "check", "k.trf"]).fails(1, "k.trf is a knockout");
}

/// Other programs write what a bye scored as a result, an absence as a loss by forfeit to nobody, and a mean rating with its half.
#[test]
fn byes_absences_and_ratings_as_other_programs_write_them() {
    let hall = Hall::empty();
    let halves = player(1, "1.5", &["   2 w 1", "0000 - ="]) + &player(2, "0.0", &["   1 b 0", "0000 - 0"]);
    hall.write("halves.trf", halves.replace("0000 - 0", "0000 - -"));
    let standings = hall.json(&["engine", "standings", "halves.trf", "--tiebreaks", "solkoff"]);
    // A round in which nobody was paired is one to come, with its byes announced.
    assert_eq!(standings["after_round"], 1, "{standings}");
    let three = player(1, "1.5", &["   2 w 1", "0000   ="])
        + &player(2, "1.0", &["   1 b 0", "   3 w 1"])
        + &player(3, "0.0", &["0000 - -", "   2 b 0"]);
    hall.write("three.trf", three);
    let standings = hall.json(&["engine", "standings", "three.trf", "--tiebreaks", "cumulative"]);
    assert_eq!(standings["after_round"], 2);
    assert_eq!(standings["rows"][0]["points"], 1.5);
    // 1 + 1.5, and half a point off for the bye [34E3].
    assert_eq!(standings["rows"][0]["tiebreaks"]["cumulative"], 2.0);
    let absent = player(1, "1.0", &["   2 w 1", ""])
        + &player(2, "0.0", &["   1 b 0", ""])
        + &player(3, "0.0", &["0000 - -", "0000   -"])
        + &player(4, "0.0", &["0000 - -", ""]);
    hall.write("absent.trf", absent + "142 4\n");
    assert_eq!(hall.json(&["engine", "standings", "absent.trf"])["after_round"], 1);
    let next = hall.json(&["engine", "pair", "absent.trf"]);
    assert!(!next["pairs"].to_string().contains('3') && next["bye"] != 3, "{next}");
    // Teams of two: the mean of two ratings decides the seeds, also by its half.
    let players: String = (1..=8).map(|number| player(number, "0.0", &[])).collect();
    let team = |number: u32, strength: &str, members: &str| {
        format!(
            "310 {number:>3} {:<32} {:<5} {strength:>6} {:>6} {:>6} {:>3}  {members}\n",
            format!("T{number}"),
            "",
            "0.0",
            "0.0",
            ""
        )
    };
    let teams = team(1, "1500", "   1    2")
        + &team(2, "1505", "   3    4")
        + &team(3, "1505.5", "   5    6")
        + &team(4, "1400", "   7    8");
    hall.write("teams.trf", players + "352 WB\n362 TW 1.0   TD 0.5   TL 0.0\n142 3\n" + &teams);
    let pairs = hall.json(&["engine", "pair", "teams.trf"])["pairs"].clone();
    assert_eq!(pairs, serde_json::json!([[3, 1], [2, 4]]), "3 is seeded before 2");
}
