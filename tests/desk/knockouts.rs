//! Knockouts in which something goes otherwise than planned: late teams, mended ratings, drawn ties, options changed on the way.

use super::hall::Hall;
use serde_json::Value;

fn knockout(teams: u32, more: &[&str]) -> Hall {
    Hall::paired_in_section(&[&["--pairing", "knockout"], more].concat(), teams)
}

#[test]
fn the_rounds_of_a_knockout_are_called_by_what_they_decide() {
    let hall = knockout(8, &["--third-place", "yes"]);
    hall.run(&["prize", "add", "--place", "1-4"]).ok();
    assert!(hall.run(&["pairings"]).ok().out.contains("Quarterfinals"));
    hall.run(&["result", "1", "1-0"]).ok().says("3 tables still out in the quarterfinals");
    hall.run(&["status"]).ok().says("Quarterfinals");
    hall.run(&["pair"]).fails(1, "the quarterfinals of Open have no result yet from tables 2, 3, 4");
    hall.run_with(&["enter"], "2 1\n3 1\n4 1\n").ok().says("the quarterfinals are complete; next: bughouse pair");
    hall.run(&["pair"]).ok();
    hall.run(&["log", "--last", "1"]).ok().says("paired the semifinals of Open: 2 tables");
    hall.run(&["slips", "-o", "slips.json"]).ok();
    let slips = std::fs::read_to_string(hall.path("slips.json")).unwrap();
    assert_eq!(
        slips.matches("\"called\": \"Semifinal\"").count() + slips.matches("\"called\":\"Semifinal\"").count(),
        2,
        "{slips}"
    );
    strongest_win(&hall);
    hall.run(&["standings"]).ok().says("Standings after the semifinals").says("lost in a quarterfinal");
    hall.run(&["pair"]).ok();
    let sheet = hall.run(&["pairings"]).ok().out;
    assert!(sheet.contains("Open · Final") && sheet.contains("Third place"), "{sheet}");
    strongest_win(&hall);
    let standings = hall.json(&["standings"]);
    let reached: Vec<&str> =
        standings["rows"].as_array().unwrap().iter().map(|row| row["reached"].as_str().unwrap()).collect();
    let medals = ["champion", "lost in the final", "won the third-place match", "lost the third-place match"];
    assert_eq!(reached[..5], [&medals[..], &["lost in a quarterfinal"]].concat());
    let aloud = hall.run(&["prizes", "--as-list", "ceremony"]).ok().out;
    assert!(aloud.contains("lost in the final") && aloud.contains("champion"), "{aloud}");
    hall.run(&["crosstable"]).ok().says("Quarter").says("Semi").says("Final");
    hall.run(&["by-hand"]).ok().says("Open after the final");
    hall.run(&["publish", "site"]).ok();
    let page = |name: &str| std::fs::read_to_string(hall.path("site").join(name)).unwrap();
    assert!(page("index.html").contains("Final") && page("section-1-round-1.html").contains("Quarterfinals"));
}

#[test]
fn quads_are_named_on_the_pairings() {
    let hall = Hall::with_teams(9);
    hall.run(&["section", "edit", "Open", "--pairing", "quads"]).ok();
    let sheet = hall.run(&["pair"]).ok().out;
    assert!(sheet.contains("Quad 1") && sheet.contains("Group 2") && !sheet.contains("Quad 2"), "{sheet}");
    hall.run(&["slips", "-o", "slips.json"]).ok();
    assert!(std::fs::read_to_string(hall.path("slips.json")).unwrap().contains("Round 1 · Quad 1"));
}

/// The stronger team (the lower number) wins everywhere.
fn strongest_win(hall: &Hall) {
    let lines: String =
        hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
    hall.run_with(&["enter"], &lines).ok();
}

fn pairs(hall: &Hall) -> Vec<(u64, u64)> {
    hall.tables().iter().map(|(_, a, b)| (*a.min(b), *a.max(b))).collect()
}

/// Places and teams, first to last.
fn places(hall: &Hall) -> Vec<(u64, u64)> {
    let rows = hall.json(&["standings"])["rows"].clone();
    let number = |value: &Value| value.as_u64().expect("a number");
    rows.as_array().expect("a list").iter().map(|row| (number(&row["rank"]), number(&row["team"]["number"]))).collect()
}

#[test]
fn the_lines_stay_as_drawn_when_a_team_comes_late_or_a_rating_is_mended() {
    let hall = knockout(6, &[]);
    let late =
        ["team", "add", "Late", "--section", "Open", "--player", "New Kid,5,2200", "--player", "Other Kid,5,2200"];
    let said = hall.run(&late).ok().err;
    let sentence = "the Open bracket is already drawn, so Late is not in it; to redraw it while nothing has been played: bughouse unpair Open";
    assert!(said.contains(sentence), "{said}");
    hall.run(&["team", "edit", "Team 1", "--rating", "100"]).ok();
    strongest_win(&hall);
    let said = hall.run(&["pair"]).ok().err;
    assert!(said.contains("Late entered after the bracket was drawn, so they are not in it"), "{said}");
    assert_eq!(pairs(&hall), [(1, 4), (2, 3)]);
    assert!(hall.run(&["explain", "Team 1"]).ok().out.contains("Team 1 is seed 1 and Team 4 seed 4"));
    strongest_win(&hall);
    hall.run(&["pair"]).ok();
    strongest_win(&hall);
    let places = places(&hall);
    assert_eq!(places[..2], [(1, 1), (2, 2)]);
    assert_eq!(places.last(), Some(&(7, 7)), "behind everybody who was drawn");
}

#[test]
fn options_that_would_undo_the_lines_are_settled_once_they_are_posted() {
    let hall = knockout(8, &[]);
    hall.run(&["section", "edit", "Open", "--reseed", "yes"]).ok();
    hall.run(&["section", "edit", "Open", "--reseed", "no"]).ok();
    let next = |hall: &Hall| {
        strongest_win(hall);
        hall.run(&["pair"]).ok();
    };
    next(&hall);
    hall.run(&["section", "edit", "Open", "--reseed", "yes"]).fails(1, "its schedule is set");
    hall.run(&["section", "edit", "Open", "--third-place", "yes"]).ok();
    next(&hall);
    assert_eq!(pairs(&hall), [(1, 2), (3, 4)]);
    hall.run(&["section", "edit", "Open", "--third-place", "no"]).fails(1, "its schedule is set");
    strongest_win(&hall);
    assert_eq!(places(&hall)[..4], [(1, 1), (2, 2), (3, 3), (4, 4)]);
}

#[test]
fn a_tie_of_two_matches_that_is_drawn_twice_is_played_once_more_as_two() {
    let hall = knockout(2, &["--matches", "2"]);
    let mut said = String::new();
    for number in ["1", "2", "1", "2"] {
        said = hall.run(&["result", "1", "1/2", "--match", number, "--replay"]).ok().out;
    }
    assert!(said.contains("drawn twice: both matches are played once more to decide it"), "{said}");
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["status"]).ok().says("match 1 of the replay is in");
    hall.run(&["result", "1", "1/2", "--match", "2"]).ok();
    assert_eq!(places(&hall)[0], (1, 1));
}

#[test]
fn a_tie_that_nobody_wins_says_at_each_step_what_follows() {
    let hall = knockout(4, &[]);
    let drawn = || hall.run(&["result", "1", "1/2", "--replay"]).ok().out;
    assert!(drawn().contains("drawn so far: the match is replayed with sides swapped; then: bughouse result 1 RESULT"));
    let twice = drawn();
    assert!(twice.contains("drawn twice: one sudden-death match decides; then: bughouse result 1 RESULT"), "{twice}");
    assert!(hall.run(&["status"]).ok().out.contains("drawn twice"));
    let thrice = drawn();
    let through =
        thrice.split("drawn three times: ").nth(1).and_then(|rest| rest.split(" advances by the coin flip").next());
    let through = through.expect("says who goes through").to_owned();
    let said = hall.run(&["result", "2", "0-0"]).ok().out;
    assert!(said.contains("neither advances"), "{said}");
    let said = hall.run(&["pair"]);
    assert_eq!(said.code, 1, "nobody is left to meet {through}: {}", said.out);
    assert!(said.err.contains(&format!("it was won by {through}")), "{}", said.err);
}

#[test]
fn a_pile_that_is_entered_again_is_no_replay_of_a_drawn_tie() {
    let hall = knockout(8, &[]);
    let pile = |lines: &str| hall.run_with(&["enter"], lines);
    let drawn = "table 3: drawn so far: the match is replayed with sides swapped; then: bughouse result 3 RESULT";
    pile("3 =\n4 1\n").ok().says("entered 2 results").says(drawn);
    let facts = hall.facts();
    pile("3 =\n4 1\n").ok().says("entered 0 results; 2 already recorded").says(drawn);
    assert_eq!(hall.facts(), facts);
    hall.run(&["result", "3", "1/2", "--replay"]).ok().says("entered as the replay at table 3");
    let twice = "table 3: drawn twice: one sudden-death match decides; then: bughouse result 3 RESULT";
    pile("3 =\n4 1\n").ok().says("entered 0 results").says(twice);
    pile("3 1\n").ok().says("entered 1 result").says("entered as the replay at table 3");
    pile("3 1\n").ok().says("entered 0 results; 1 already recorded");
    assert!(pile("1 1\n").ok().out.lines().count() == 1);
    hall.run_with(&["enter", "--each"], "2 =\n2 1\n")
        .ok()
        .says("drawn so far")
        .says("entered as the replay at table 2");
    hall.run(&["result", "2", "1/2"]).fails(1, "the slip for the match before the replay is already entered");
}

#[test]
fn a_pile_of_two_matches_that_is_entered_again_is_no_replay_either() {
    let hall = knockout(4, &["--matches", "2"]);
    let pile = |lines: &str| hall.run_with(&["enter"], lines);
    pile("1 1\n1 2\n2 1\n2 1\n").ok().says("entered 4 results");
    pile("1 1\n1 2\n2 1\n2 1\n").ok().says("entered 0 results; 4 already recorded").says("table 1: drawn so far");
    pile("1 =\n").ok().says("entered as the replay").says("match 1 of the replay is in");
    pile("1 1\n").ok().says("the semifinals are complete");
}

#[test]
fn a_knockout_ends_with_its_final() {
    let hall = knockout(4, &[]);
    let said = hall.run(&["section", "edit", "Open", "--rounds", "5"]).ok().err;
    assert!(said.contains("4 teams have no new opponents after 2 rounds, so round 3 can't be paired"), "{said}");
    hall.run(&["section", "edit", "Open", "--rounds", "2"]).ok();
    strongest_win(&hall);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["result", "1", "1-0"]).ok().out;
    assert!(said.contains("the final is complete; next: bughouse standings Open"), "{said}");
}

#[test]
fn a_replay_of_two_matches_is_entered_match_by_match_and_can_be_corrected() {
    let hall = knockout(4, &["--matches", "2"]);
    let result = |words: &[&str]| hall.run(&[&["result", "1"], words].concat()).ok().out;
    result(&["1-0"]);
    assert!(result(&["0-1"]).contains("the match is replayed"));
    assert!(result(&["1-0"]).contains("match 1"), "the first match of the replay");
    assert!(result(&["0-1", "--match", "1", "--replace"]).contains("(was 1-0)"), "corrected, not played once more");
    assert!(result(&["0-1"]).contains("match 2"), "the second match of the replay");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_missing"], serde_json::json!([2]));
    hall.run_with(&["enter"], "2 1\n2 1\n").ok();
    hall.run(&["pair"]).ok();
    let through = hall.tables()[0];
    assert!(through.1 == 4 || through.2 == 4, "Team 4 won the replay: {through:?}");
}

#[test]
fn a_misread_slip_of_a_drawn_tie_is_corrected_and_not_booked_as_its_replay() {
    let hall = knockout(4, &["--matches", "2"]);
    let result = |words: &[&str]| hall.run(&[&["result", "1"], words].concat());
    let stored = || -> Vec<Value> {
        let slips = hall.json(&["export", "json"])["rounds"][0]["tables"][0]["matches"].clone();
        let of = |one: &Value| one["slips"].as_array().expect("slips").clone();
        slips.as_array().expect("matches").iter().flat_map(of).collect()
    };
    result(&["1-0"]).ok();
    result(&["0-1"]).ok().says("the match is replayed");
    result(&["1-0", "--match", "2", "--replace"]).ok().says("(was 0-1)");
    assert_eq!(stored().len(), 2, "no replay was played");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_missing"], serde_json::json!([2]));
    hall.run(&["report"]).ok().says("(was 0-1)");
    // Once a match of the replay is in, each is named and reached by what is printed.
    result(&["0-1", "--match", "2", "--replace"]).ok();
    result(&["1-0"]).ok().says("match 1 of the replay is in");
    let error = result(&["1-0", "--match", "2", "--replace"]).fails(1, "match 2 of the replay has no result yet").err;
    let error = error.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(error.contains("to enter it: bughouse result 1 RESULT --match 2"), "{error}");
    let drawn =
        "the draw before it: bughouse result 1 clear --match 1; then bughouse result 1 RESULT --match 2 --replace";
    assert!(error.contains(drawn), "{error}");
    assert_eq!(stored().len(), 3);
    result(&["0-1", "--match", "1", "--replace"]).ok().says("(was 1-0)").says("bughouse result 1 clear --match 1");
    result(&["clear", "--match", "1"]).ok();
    result(&["1-0", "--match", "2", "--replace"]).ok().says("(was 0-1)");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_missing"], serde_json::json!([2]));

    let single = knockout(4, &[]);
    single.run(&["result", "1", "1/2"]).ok();
    single.run(&["result", "1", "1-0", "--replace"]).ok().says("(was 1/2)");
    single.run(&["result", "1", "1/2", "--replace"]).ok().says("the match is replayed");
    single.run(&["result", "1", "1/2", "--replay"]).ok().says("drawn twice");
    // Of three playings the latest is the one corrected; one after the other is cleared.
    single.run(&["result", "1", "0-1", "--replace"]).ok().says("(was 1/2)").says("bughouse result 1 clear; then");
    single.run(&["check"]).ok();
}

#[test]
fn a_draw_entered_by_mistake_in_a_knockout_can_be_cleared() {
    let hall = knockout(4, &[]);
    hall.run(&["result", "1", "1/2"]).ok();
    let said = hall.run(&["result", "1", "clear"]).ok().out;
    assert!(said.contains("has no result yet"), "{said}");
    hall.run(&["result", "1", "1-0"]).ok();
    assert_eq!(hall.json(&["status"])["sections"][0]["results_missing"], serde_json::json!([2]));
    assert_eq!(
        hall.json(&["export", "json"])["rounds"][0]["tables"][0]["matches"][0]["slips"]
            .as_array()
            .expect("slips")
            .len(),
        1
    );
}

#[test]
fn a_ruling_in_the_replay_of_a_drawn_tie_ends_the_replay() {
    let hall = knockout(4, &[]);
    hall.run(&["result", "1", "1/2"]).ok();
    let ruled = hall.json(&["rule", "1", "P1a", "partner-piece", "match"]);
    assert_eq!(ruled["match_result"], "0-1");
    let missing = |hall: &Hall| hall.json(&["status"])["sections"][0]["results_missing"].clone();
    assert_eq!(missing(&hall), serde_json::json!([2]));
    hall.run(&["result", "1", "1-0"]).fails(1, "decided by ruling 1");
    hall.run(&["ruling", "void", "1", "--reason", "the other table"]).ok();
    assert_eq!(missing(&hall), serde_json::json!([1, 2]), "the replay is to be played again");
    let said = hall.run(&["rule", "1", "P1a", "clock-h"]).ok().out;
    assert!(!said.contains("decided already"), "{said}");
    hall.run(&["result", "1", "1-0"]).ok();
    assert_eq!(missing(&hall), serde_json::json!([2]));
    hall.run(&["check"]).ok();
}

#[test]
fn of_many_who_go_through_a_handful_is_named() {
    let hall = knockout(20, &[]);
    let output = hall.run(&["status"]).ok();
    let output = (output.out + &output.err).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(output.contains("Team 6 and 6 more") && !output.contains("Team 7,"), "{output}");
    assert_eq!(hall.json(&["status"])["sections"][0]["byes"].as_array().unwrap().len(), 12);
}

#[test]
fn a_final_before_its_first_round_says_who_enters_it_and_its_teams_are_counted_once() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["section", "add", "Last", "--pairing", "knockout", "--from", "Open", "--top", "2"]).ok();
    let waits =
        hall.run(&["check-pairing", "Last"]).fails(1, "the top 2 from Open join when its first round is paired");
    assert!(waits.err.contains("bughouse pair Last"), "{}", waits.err);
    hall.run(&["pair", "Open"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["pair", "Last"]).ok();
    let report = hall.run(&["report"]).ok().out;
    assert!(report.lines().any(|line| line.split_whitespace().eq(["Teams", "4"])), "{report}");
}

#[test]
fn no_prize_is_final_before_the_section_is() {
    let hall = knockout(4, &[]);
    hall.run(&["prize", "add", "--place", "1-4"]).ok();
    hall.run(&["prize", "add", "--school"]).ok();
    hall.run(&["prize", "add", "--special", "Fair play"]).ok();
    hall.run(&["prize", "give", "Fair play", "1"]).ok();
    let provisional = || -> Vec<(String, bool)> {
        let prizes = hall.json(&["prizes"])["prizes"].clone();
        let described = |prize: &Value| (prize["prize"].to_string(), prize["provisional"] == true);
        prizes.as_array().expect("a list").iter().map(described).collect()
    };
    for results in ["1 1\n2 1\n", "1 1\n"] {
        let open = provisional();
        assert!(open.len() > 4, "{open:?}");
        assert!(open.iter().all(|(prize, provisional)| *provisional != prize.contains("Fair play")), "{open:?}");
        hall.run_with(&["enter"], results).ok();
        drop(hall.run(&["pair"]));
    }
    assert!(provisional().iter().all(|(_, provisional)| !provisional), "{:?}", provisional());
}

#[test]
fn a_final_that_its_semi_finals_do_not_lead_to_any_more_decides_nothing() {
    let played = || {
        let hall = knockout(4, &["--third-place", "yes"]);
        hall.run(&["prize", "add", "--place", "1-3"]).ok();
        strongest_win(&hall);
        hall.run(&["pair"]).ok();
        strongest_win(&hall);
        hall
    };
    let winners = |hall: &Hall| hall.json(&["prizes"])["prizes"].as_array().expect("a list").clone();
    for result in ["0-1", "1/2", "clear"] {
        let hall = played();
        assert!(winners(&hall).iter().all(|prize| prize["is_won"] == true && prize["provisional"] == false));
        hall.run(&["result", "1", result, "--round", "1", "--replace"]).ok();
        let rows = hall.json(&["standings"])["rows"].as_array().expect("a list").clone();
        let decided = |row: &&Value| matches!(row["reached"].as_str(), Some("champion" | "lost in the final"));
        assert_eq!(rows.iter().filter(decided).count(), 0, "{result}: {rows:?}");
        let provisional = hall.run(&["standings"]).ok().out;
        assert!(provisional.contains("the final: not the teams that the semifinals sent there"), "{provisional}");
        assert!(winners(&hall).iter().all(|prize| prize["is_won"] == false), "{result}: {:?}", winners(&hall));
        let sheet = hall.run(&["pairings"]).ok().out;
        assert!(sheet.contains("Open · Final") && sheet.contains("Third place"), "{sheet}");
        let sentence = "Team 1 is in the final but didn't win in the semifinals; to pair it again: ";
        let status = hall.run(&["status"]).ok().out;
        assert!(status.split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence), "{status}");
        assert!(!status.contains("Team 3 sits") && !status.contains("Team 4 sits"), "{status}");
    }
    let hall = played();
    hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok();
    let next = "bughouse unpair Open --with-results";
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], next);
    assert!(hall.run(&["pair"]).fails(1, "whom the bracket doesn't pair").err.contains(next));
    hall.run(&["unpair", "Open", "--with-results"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(pairs(&hall), [(2, 4), (1, 3)]);
    strongest_win(&hall);
    assert_eq!(places(&hall), [(1, 2), (2, 4), (3, 1), (4, 3)]);
}

#[test]
fn who_wins_the_only_tie_that_is_left_is_the_champion() {
    let hall = knockout(8, &["--third-place", "yes"]);
    hall.run(&["prize", "add", "--place", "1-3"]).ok();
    let lone = hall.tables().iter().map(|(table, a, b)| (*table, *a.min(b))).collect::<Vec<_>>();
    let line = |(table, best): &(u64, u64)| match best {
        1 => format!("{table} -/-\n"),
        4 => format!("{table} 0-0\n"),
        _ => String::new(),
    };
    hall.run_with(&["enter"], &lone.iter().map(line).collect::<String>()).ok();
    let rest: String = hall
        .tables()
        .iter()
        .filter(|(_, a, b)| ![1, 4].contains(a.min(b)))
        .map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 }))
        .collect();
    hall.run_with(&["enter"], &rest).ok();
    hall.run(&["pair"]).ok();
    assert!(hall.run(&["pairings"]).ok().out.contains("Open · Final"));
    strongest_win(&hall);
    let rows = hall.json(&["standings"])["rows"].clone();
    assert_eq!((&rows[0]["team"]["number"], &rows[0]["reached"]), (&2.into(), &"champion".into()));
    assert_eq!(rows[1]["reached"], "lost in the final");
    let prizes = hall.json(&["prizes"])["prizes"].clone();
    assert_eq!(prizes[0]["note"], "champion");
    let third = prizes[2]["note"].as_str().expect("a sentence");
    assert!(!third.contains("Team 1") && !third.contains("Team 8"), "neither came: {third}");
}

#[test]
fn a_replay_that_is_cleared_is_answered_with_the_draw_that_counts_again() {
    let hall = knockout(4, &[]);
    hall.run(&["result", "1", "1/2"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let cleared = hall.json(&["result", "1", "clear"]);
    assert_eq!((&cleared["before"], &cleared["result"]), (&"1-0".into(), &"1/2".into()));
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], cleared["result"]);
    hall.run(&["undo"]).ok();
    let said = hall.run(&["result", "1", "clear"]).ok();
    said.says("drew with").says("(was 1-0)").says("the match is replayed");
    // A second draw cleared leaves the first.
    hall.run(&["result", "1", "1/2", "--replay"]).ok().says("drawn twice");
    assert_eq!(hall.json(&["result", "1", "clear"])["result"], "1/2");
    assert!(hall.json(&["result", "1", "clear"])["result"].is_null(), "now nothing is left");
    // Of a double round what was drawn counts no more while the replay has a match.
    let double = knockout(4, &["--matches", "2"]);
    double.run_with(&["enter"], "1.1 1-0\n1.2 0-1\n1.1 1-0\n1.2 1-0\n").ok();
    for number in [2, 1] {
        let cleared = double.json(&["result", "1", "clear", "--match", &number.to_string()]);
        let shown = double.json(&["pairings"])["pairings"][0]["results"].as_array().expect("a list").clone();
        let of_match = shown.iter().find(|result| result["match"] == number).expect("it is shown");
        assert_eq!(cleared["result"], of_match["result"], "{number}: {shown:?}");
    }
}

#[test]
fn the_playings_of_a_tie_are_distinguished_whether_slips_or_rulings_decided_them() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok();
    let missing = |hall: &Hall| hall.json(&["status"])["sections"][0]["results_missing"].clone();
    // A double round whose first match a ruling decided: the replay is of both matches.
    let double = knockout(2, &["--matches", "2"]);
    typed(&double, "ruling claim 1 --by P2a --kind mate --match 1");
    typed(&double, "result 1 1-0 --match 2").says("drawn so far");
    typed(&double, "result 1 1-0").says("match 1 of the replay is in");
    assert_eq!(missing(&double), serde_json::json!([1]));
    typed(&double, "result 1 0-1").says("drawn twice: both matches are played once more");
    // Each drawn by an agreement that was ruled on; the third is a slip.
    let agreed = knockout(2, &[]);
    typed(&agreed, "ruling claim 1 --by P1a --kind agreement").says("the match is over: 1/2");
    typed(&agreed, "ruling claim 1 --by P1a --kind agreement --again").says("the match is over: 1/2");
    typed(&agreed, "status").says("drawn twice: one sudden-death match decides");
    typed(&agreed, "result 1 0-1").says("the final is complete");
    assert_eq!(places(&agreed)[0], (1, 2));
    // A draw ruled on that is void opens its playing again, and what was played after it stays.
    typed(&agreed, "undo");
    typed(&agreed, "ruling void 1 --reason x");
    assert_eq!(missing(&agreed), serde_json::json!([1]));
    typed(&agreed, "result 1 1/2").says("drawn twice");
    typed(&agreed, "check");
}

#[test]
fn a_new_game_after_interference_is_of_the_playing_that_it_replaces() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok();
    let hall = knockout(2, &[]);
    typed(&hall, "ruling spectator 1 --action replay");
    typed(&hall, "result 1 1/2").says("drawn so far: the match is replayed");
    // In the replay too somebody interferes, and its new game is drawn as well.
    typed(&hall, "ruling spectator 1 --action replay");
    typed(&hall, "result 1 1/2 --replay").says("drawn twice: one sudden-death match decides");
    typed(&hall, "result 1 1-0").says("the final is complete");
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
    typed(&hall, "result 1 clear").says("drawn twice");
    typed(&hall, "ruling void 2 --reason x");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_missing"], serde_json::json!([1]));
    typed(&hall, "result 1 0-1").says("the final is complete");
    // Of two matches only one is played anew.
    let double = knockout(2, &["--matches", "2"]);
    typed(&double, "ruling spectator 1 --match 1 --action replay");
    typed(&double, "result 1 1-0 --match 1");
    typed(&double, "result 1 0-1 --match 2").says("drawn so far");
    typed(&double, "result 1 1-0").says("match 1 of the replay is in");
    typed(&double, "result 1 1-0").says("the final is complete");
    typed(&double, "check");
}

#[test]
fn a_pile_may_hold_a_drawn_tie_its_drawn_replay_and_the_sudden_death() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--pairing", "knockout"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1/2\n2 1-0\n1 1/2\n1 1-0\n").ok().says("entered 4 results");
}

#[test]
fn a_draw_that_falls_once_its_replay_is_in_opens_the_tie_everywhere() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok();
    let shown = |hall: &Hall| hall.json(&["pairings", "--round", "1"])["pairings"][0]["results"][0]["result"].clone();
    let missing = |hall: &Hall| hall.json(&["status"])["sections"][0]["results_missing"].clone();
    let hall = knockout(4, &[]);
    typed(&hall, "ruling claim 1 --by P1a --kind agreement").says("1/2");
    let warned = typed(&hall, "rule 1 P1a hidden").out;
    assert!(warned.contains("ruling 2, table 1, replay: ") && !warned.contains("open again"), "{warned}");
    typed(&hall, "ruling list").says("1, replay");
    typed(&hall, "ruling show 1").says("the match is over: 1/2");
    typed(&hall, "result 1 1-0 a mate").says("entered as the replay at table 1");
    typed(&hall, "result 2 1-0");
    let fallen = typed(&hall, "ruling void 1 --reason x");
    fallen
        .says("open again")
        .says("its replay has a result: that counts if this match is drawn")
        .says("look at ruling 2 again");
    assert_eq!((shown(&hall), missing(&hall)), (Value::Null, serde_json::json!([1])));
    typed(&hall, "status").says("its replay has a result").says("ruling 2 was made in a replay");
    hall.run(&["pair"]).fails(1, "no result yet from table 1");
    // Drawn again, the replay counts as it did.
    typed(&hall, "result 1 1/2").says("its replay is in and counts: Team 1 beat Team 4");
    assert_eq!((shown(&hall), missing(&hall)), ("1-0".into(), serde_json::json!([])));
    assert!(hall.json(&["status"])["sections"][0]["look_again"].as_array().is_some_and(Vec::is_empty));
    typed(&hall, "undo");
    // Won by the other team, it does not.
    typed(&hall, "result 1 0-1 b mate").says("the replay's result no longer counts");
    assert_eq!((shown(&hall), missing(&hall)), ("0-1".into(), serde_json::json!([])));
    hall.run(&["result", "1", "1-0"]).fails(1, "--replace");
    typed(&hall, "pair");
    assert_eq!(pairs(&hall), [(2, 4)]);
    typed(&hall, "check");
    // Of two matches the first is open again; and a new game is ordered in it, which is drawn, so that the replay counts.
    let double = knockout(2, &["--matches", "2"]);
    typed(&double, "ruling claim 1 --by P1a --kind agreement --match 1");
    typed(&double, "result 1 1/2 --match 2").says("drawn so far");
    typed(&double, "result 1 1-0 --match 1");
    typed(&double, "result 1 1/2 --match 2").says("the final is complete");
    typed(&double, "ruling void 1 --reason x").says("its replay has a result");
    assert_eq!(missing(&double), serde_json::json!([1]));
    typed(&double, "ruling spectator 1 --match 1 --action replay");
    assert_eq!(missing(&double), serde_json::json!([1]));
    typed(&double, "result 1 1/2 --match 1");
    assert_eq!((shown(&double), missing(&double)), ("1-0".into(), serde_json::json!([])));
    typed(&double, "undo");
    typed(&double, "result 1 1-0 --match 1").says("the replay's result no longer counts");
    let shown = double.json(&["pairings"])["pairings"][0]["results"].clone();
    assert_eq!((&shown[0]["result"], &shown[1]["result"]), (&"1-0".into(), &"1/2".into()));
    typed(&double, "check");
}

#[test]
fn an_expulsion_that_falls_names_the_final_that_it_cost() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok();
    let hall = knockout(4, &[]);
    strongest_win(&hall);
    let slip = typed(&hall, "rule 1 P1a other expel").out;
    assert!(!slip.contains("has no effect"), "{slip}");
    typed(&hall, "ruling list").says("stands, the result of the match stays: the match was already over");
    typed(&hall, "pair").says("advances without playing");
    let sentence = "Team 1 lost at table 1 of the final without playing, because it had been expelled; to have the match played: bughouse result 1 clear";
    typed(&hall, "ruling void 1 --reason x").says(sentence);
    typed(&hall, "status").says(sentence);
    typed(&hall, "result 1 clear");
    typed(&hall, "result 1 1-0");
    let status = typed(&hall, "status").out;
    assert!(!status.contains("while it was expelled"), "{status}");
}

#[test]
fn colours_that_are_directed_change_sides_in_a_replay_and_again_in_the_sudden_death() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok();
    let white = |hall: &Hall| hall.json(&["pairings"])["pairings"][0]["first"]["seats"][0]["white"].clone();
    let hall = knockout(2, &["--colours", "directed"]);
    let first = white(&hall);
    typed(&hall, "rule 1 P1a knocked").says("1:00 to P2a");
    typed(&hall, "result 1 1/2");
    assert_ne!(white(&hall), first);
    typed(&hall, "slips --table 1 -o slips.json");
    let slip: Value = serde_json::from_str(&std::fs::read_to_string(hall.path("slips.json")).unwrap()).unwrap();
    let shown = slip["slips"][0]["boards"][0]["first_is_white"].clone();
    typed(&hall, "ruling neutral 1 --what clocks --clock a:white=1:00");
    let set = hall.json(&["ruling", "show", "2"])["clock"][0].clone();
    let number = if shown == Value::Bool(true) { 1 } else { 2 };
    assert!(set["player"]["name"].as_str().unwrap().starts_with(&format!("P{number}a")), "{shown}: {set}");
    // The clock of the drawn game is not set back.
    let void = typed(&hall, "ruling void 1 --reason x").out;
    assert!(!void.contains("take 1:00"), "{void}");
    typed(&hall, "result 1 1/2 --replay");
    assert_eq!(white(&hall), first);
}

#[test]
fn what_is_void_in_one_match_of_a_replay_leaves_that_match_open() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok();
    let hall = knockout(2, &["--matches", "2"]);
    typed(&hall, "result 1 1-0");
    typed(&hall, "result 1 0-1");
    typed(&hall, "rule 1 P1a other match");
    typed(&hall, "rule 1 P2a other match --match 2");
    typed(&hall, "ruling void 1 --reason x").says("table 1 match 1 is open again (was 0-1)");
    // An expulsion in it names the other match that is open.
    typed(&hall, "undo");
    typed(&hall, "undo");
    typed(&hall, "undo");
    typed(&hall, "rule 1 P1a other expel").says("match 2 of table 1 is open too");
}

#[test]
fn a_drawn_slip_typed_twice_is_asked_about_before_it_is_the_replay() {
    let hall = knockout(4, &[]);
    hall.run(&["result", "1", "1/2"]).ok();
    let facts = hall.facts();
    hall.run(&["result", "1", "1/2"])
        .fails(1, "Team 1 drew with Team 4 is already entered, and its replay hasn't been played yet")
        .says("if this slip is for the replay: bughouse result 1 1/2 --replay");
    hall.run_with(&["enter", "--each"], "1 =\n").says("is already entered");
    assert_eq!(hall.facts(), facts);
    // Any other result is of the replay.
    hall.run(&["result", "1", "1-0"]).ok().says("entered as the replay at table 1");
    hall.run(&["undo"]).ok();
    hall.run(&["result", "1", "1/2", "--replay"]).ok().says("drawn twice");
}
