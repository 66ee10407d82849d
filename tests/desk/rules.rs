//! `rules`: the rulebooks read, searched and compared, with and without a tournament.

use super::hall::Hall;
use serde_json::json;

#[test]
fn without_a_tournament_rulebooks_are_listed_compared_and_read_by_name() {
    let hall = Hall::empty();
    let books = hall.json(&["rules", "list"]);
    let ids: Vec<&str> =
        books["rulebooks"].as_array().expect("a list").iter().filter_map(|b| b["id"].as_str()).collect();
    assert_eq!(ids, ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"]);
    assert_eq!(hall.json(&["rules", "show", "--rulebook", "club"])["rules"].as_array().map(Vec::len), Some(17));
    hall.run(&["rules", "show"]).fails(2, "--rulebook");
    hall.run(&["rules", "show", "--rulebook", "us-ches-2018"]).fails(2, "us-chess-2018");
}

#[test]
fn a_rule_is_shown_with_what_stands_below_it() {
    let hall = Hall::under("us-chess-2018");
    let numbers = |rule: &str| {
        let shown = hall.json(&["rules", "show", rule]);
        shown["rules"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|r| r["number"].as_str().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers("8"), ["8", "8a", "8b", "8c"]);
    assert_eq!(numbers("1"), ["1"]);
    assert_eq!(numbers("15c"), ["15c"]);
    hall.run(&["rules", "show", "99"]).fails(2, "has no rule 99");
    let found = hall.json(&["rules", "search", "king", "queen"]);
    assert_eq!(found["rules"].as_array().map(Vec::len), Some(1));
}

#[test]
fn the_five_rulebooks_are_compared_question_by_question() {
    let questions = Hall::empty().json(&["rules", "compare"]);
    let row = |asked: &str| {
        let found = questions["questions"].as_array().expect("a list").iter().find(|q| q["question"] == asked);
        found.unwrap_or_else(|| panic!("no question {asked}"))["answers"].clone()
    };
    let decides = row("What decides the match");
    assert_eq!(
        decides["fide-blitz-3"],
        json!({ "says": "the first game to end, a draw too", "rule": "4", "fallback": false })
    );
    assert_eq!(row("Offence: clock-hand")["club"], json!({ "says": "", "rule": null, "fallback": false }));
    assert_eq!(row("Offence: clock-hand")["fide-blitz-3"], json!({ "says": "", "rule": "3", "fallback": true }));
    for asked in ["Time control", "Claim: an illegal move", "Appeals", "Interference from outside"] {
        row(asked);
    }
}

#[test]
fn the_rulebook_is_the_tournaments_and_kept_with_it() {
    let hall = Hall::under("oscf-2012");
    assert_eq!(hall.json(&["rules"])["rulebook"], "oscf-2012");
    assert_eq!(hall.json(&["rules", "list"])["rulebooks"][2]["in_force"], true);
    for ending in ["txt", "csv", "json", "html"] {
        hall.run(&["rules", "offences", "-o", &format!("ladders.{ending}")]).ok();
        assert!(std::fs::metadata(hall.path(&format!("ladders.{ending}"))).is_ok_and(|m| m.len() > 500), "{ending}");
    }
}
