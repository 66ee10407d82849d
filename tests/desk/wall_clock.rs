//! `start`, `absent`, `projector`: when a round started, who is waited for, what the hall sees.

use super::hall::Hall;
use serde_json::json;

fn paired() -> Hall {
    Hall::paired(4)
}

#[test]
fn a_start_is_noted_once_and_corrected_by_its_time() {
    let hall = paired();
    hall.run(&["start"]).ok();
    hall.run(&["start"]).fails(1, "started at");
    hall.run(&["start", "--all"]).fails(1, "no posted round is waiting to start");
    hall.run(&["start", "--at", "0:00"]).ok();
    let clock = &hall.json(&["status"])["sections"][0]["clock"];
    assert!(clock["started"].as_str().is_some_and(|at| at.contains("T00:00:00")), "{clock}");
    hall.run(&["undo", "2"]).ok();
    assert!(hall.json(&["status"])["sections"][0]["clock"]["started"].is_null());
}

#[test]
fn a_start_needs_a_round_and_no_time_to_come() {
    let hall = Hall::with_teams(4);
    hall.run(&["start"]).fails(1, "bughouse pair");
    hall.run(&["pair"]).ok();
    hall.run(&["start", "--at", "2999-01-01 10:00"]).fails(2, "is in the future");
    hall.run(&["start", "--at", "noon"]).fails(2, "is not a time");
}

#[test]
fn a_forfeit_is_proposed_when_the_grace_is_over_and_never_made() {
    let hall = paired();
    let (table, first, second) = hall.tables()[0];
    hall.run(&["absent", &second.to_string()]).ok();
    let said = hall.run(&["status"]).ok().out;
    assert!(said.contains("bughouse start Open"), "{said}");
    hall.run(&["section", "edit", "Open", "--grace", "60"]).ok();
    hall.run(&["start"]).ok();
    let said = hall.run(&["status"]).ok().out;
    assert!(said.contains("the grace period ends at") && said.contains("--here"), "{said}");
    // No time is left of a grace of no minutes.
    hall.run(&["section", "edit", "Open", "--grace", "0"]).ok();
    let said = hall.run(&["status"]).ok().out;
    let proposed = format!("bughouse result {table} +/- --by absent");
    assert!(said.contains(&proposed), "{said}");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 0, "a proposal is no result");
    hall.run(&["absent", &first.to_string()]).ok();
    assert_eq!(
        hall.json(&["absent"])["sections"][0]["clock"]["waiting"][0]["forfeit"],
        format!("bughouse result {table} -/- --by absent")
    );
    hall.run(&["absent", &first.to_string(), "--here"]).ok();
    hall.run(&["result", &table.to_string(), "+/-"]).ok();
    assert_eq!(hall.json(&["absent"])["sections"][0]["clock"]["waiting"], json!([]), "it is settled");
    hall.run(&["absent", &second.to_string()]).fails(1, "already has a result");
}

#[test]
fn a_round_taken_back_takes_its_clock_along() {
    let hall = paired();
    hall.run(&["start"]).ok();
    hall.run(&["absent", "1", "2"]).ok();
    hall.run(&["unpair"]).ok();
    hall.run(&["pair"]).ok();
    let clock = &hall.json(&["status"])["sections"][0]["clock"];
    assert!(clock["started"].is_null() && clock["waiting"] == json!([]), "{clock}");
    hall.run(&["check"]).ok();
}

#[test]
fn a_double_round_is_forfeited_match_by_match() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2", "--rounds", "3", "--grace", "0"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    hall.run(&["start"]).ok();
    let (table, first, _) = hall.tables()[0];
    hall.run(&["absent", &first.to_string()]).ok();
    let proposed = |hall: &Hall| hall.json(&["absent"])["sections"][0]["clock"]["waiting"][0]["forfeit"].clone();
    assert_eq!(proposed(&hall), format!("bughouse result {table} -/+ --by absent --match 1"));
    hall.run(&["result", &table.to_string(), "-/+", "--match", "1"]).ok();
    assert_eq!(proposed(&hall), format!("bughouse result {table} -/+ --by absent --match 2"));
}

#[test]
fn the_projector_shows_every_table_and_needs_no_script() {
    let hall = paired();
    let text = hall.run(&["projector"]).ok().out;
    assert!(text.contains("Open · Round 1") && (1..=4).all(|team| text.contains(&format!("Team {team}"))), "{text}");
    hall.run(&["projector", "-o", "wall.html"]).ok();
    let page = std::fs::read_to_string(hall.path("wall.html")).expect("the page was written");
    assert!(page.contains("class=\"screen ") && page.contains("Team 4") && !page.contains("<script"), "{page}");
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/projector-1.html")).expect("the page was published");
    assert!(page.contains("http-equiv=\"refresh\"") && page.contains("section-1-round-1.html"), "{page}");
}

#[test]
fn long_names_make_the_letters_of_a_screen_smaller_so_that_no_table_is_below_it() {
    let hall = Hall::with_teams(24);
    hall.run(&["pair", "Open"]).ok();
    let lines = || {
        hall.run(&["projector", "-o", "wall.html"]).ok();
        let page = std::fs::read_to_string(hall.path("wall.html")).expect("the page was written");
        let tens = page.split("class=\"screen s1 t").nth(1).expect("one table a line");
        (tens[..1].to_owned() + &tens[3..4]).parse::<u32>().expect("digits")
    };
    assert_eq!(lines(), 14, "twelve tables and a heading");
    for team in 1..=24 {
        let name = format!("The Magnificent Thunderous Knights {team}");
        hall.run(&["team", "edit", &team.to_string(), "--name", &name]).ok();
    }
    assert!((17..=19).contains(&lines()), "{}", lines());
}
