//! What stays open on a device while the event goes on: a slip's page of a round that is over, public pages, a question asked again.

use super::hall::Hall;
use super::serving_client::Serving;
use super::serving_reports::{TAP, posted, send, tap};
use serde_json::{Value, json};
use std::time::Duration;

#[test]
fn a_code_that_was_on_a_slip_is_no_guess() {
    let hall = posted("self");
    let serving = Serving::of(&hall);
    let slips = hall.json(&["slips"])["slips"].clone();
    let code = |slip: usize| slips[slip]["door"]["code"].as_str().expect("a code").to_owned();
    let page = |code: &str| serving.ask("GET", &format!("/s/{code}"), &[], b"");
    let (opened, never_opened) = (code(0), code(1));
    page(&opened).is(200);
    hall.run(&["pairing", "swap", "Team 5", "Team 6"]).ok();
    for _ in 0..10 {
        page(&opened).is(401);
    }
    hall.run_with(&["enter"], "1 1-0\n2 1-0\n3 1-0\n4 1-0\n").ok();
    hall.run(&["pair"]).ok();
    let over = hall.json(&["slips", "--round", "1"])["slips"][2]["door"]["code"].as_str().expect("a code").to_owned();
    let body = json!({ "table": 3, "result": "1-0", "side": "first", "slip": over, "request": "a" }).to_string();
    for _ in 0..10 {
        page(&over).is(401);
        serving.ask("POST", "/api/report", &[], body.as_bytes()).is(401);
    }
    let now = hall.json(&["slips"])["slips"][0]["door"]["code"].as_str().expect("a code").to_owned();
    page(&now).is(200);
    // What was on no slip of a round that is posted is a guess.
    (0..8).for_each(|_| _ = page(&never_opened).is(401));
    page(&now).is(429);
}

#[test]
fn a_question_names_what_is_on_file() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let chief = serving.enrol(&hall, "Chief", &["--role", "floor-chief"]);
    let asked = || serving.get("/table/1?round=1&match=1&result=1-0", &chief).is(200).text();
    let page = asked();
    assert!(!page.contains("On file"), "{page}");
    send(&serving, &page, "/table/1", Some(&chief), &TAP).is(200);
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    let page = asked();
    assert!(page.contains("On file: Team 5 won"), "{page}");
}

#[test]
fn who_comes_first_after_a_change_reads_the_event_as_it_is() {
    let hall = Hall::with_teams(40);
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let standings = || serving.ask("GET", "/section/1", &[], b"").is(200).text();
    assert!(!standings().contains("1-0"));
    hall.run(&["result", "1", "1-0"]).ok();
    std::thread::sleep(Duration::from_secs(4));
    assert!(standings().contains("1-0"), "{}", standings());
}

#[test]
fn what_was_filed_because_reports_agree_waits_again_once_that_is_undone() {
    let hall = posted("self");
    let serving = Serving::of(&hall);
    let clerk = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let slips = hall.json(&["slips"])["slips"].clone();
    let by_slip = |table: usize, side: &str| {
        let code = slips[table - 1]["door"]["code"].clone();
        let body = json!({
            "table": table, "result": "1-0", "side": side, "slip": code, "expect": null, "request": format!("{table}{side}"),
        });
        serving.ask("POST", "/api/report", &[], body.to_string().as_bytes()).is(200).json()["state"].clone()
    };
    let waiting = || -> Vec<Value> {
        let reports = hall.json(&["reports"])["reports"].clone();
        reports.as_array().expect("a list").iter().map(|report| report["report"].clone()).collect()
    };
    assert_eq!(by_slip(1, "first"), "reported");
    let by_clerk = json!({ "table": 1, "result": "1-0", "expect": null, "request": "a" });
    assert_eq!(serving.post("/api/report", &clerk, &by_clerk).is(200).json()["state"], "filed");
    hall.run(&["undo", "--any"]).ok().says("report 1 for table 1 (1-0) is pending again: bughouse reports");
    // What an official tapped was the mistake that is taken back.
    assert_eq!(waiting(), [1]);
    hall.run(&["redo"]).ok();
    assert!(waiting().is_empty());
    assert_eq!(by_slip(2, "first"), "reported");
    assert_eq!(by_slip(2, "second"), "filed");
    hall.run(&["undo", "--any"]).ok().says("report 3 for table 2 (1-0) is pending again");
    assert_eq!(waiting(), [3, 4]);
    hall.run(&["reports", "accept", "3"]).ok();
    assert!(waiting().is_empty());
    // A tap that was filed at once was no report.
    serving.post("/api/report", &clerk, &tap(3, "1-0", "first", "b")).is(200);
    hall.run(&["undo", "--any"]).ok();
    assert!(waiting().is_empty());
}

#[test]
fn a_screen_that_was_opened_before_the_first_round_follows() {
    let hall = Hall::with_teams(4);
    let serving = Serving::of(&hall);
    let screen = || serving.ask("GET", "/screen/1", &[], b"").is(200).text();
    let waits = |page: &str| page.contains("Open · No round is posted yet") && page.contains("data-live=\"events\"");
    assert!(waits(&screen()), "{}", screen());
    hall.run(&["pair"]).ok();
    assert!(screen().contains("<td>Team 1</td>"), "{}", screen());
    hall.run(&["unpair"]).ok();
    assert!(waits(&screen()) && !screen().contains("Team 1"), "{}", screen());
    serving.ask("GET", "/screen/2", &[], b"").is(404);
}

#[test]
fn staff_see_who_is_waited_for() {
    let hall = posted("officials");
    hall.run(&["section", "edit", "Open", "--grace", "10"]).ok();
    let serving = Serving::of(&hall);
    let clerk = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let page = || serving.get("/hall", &clerk).is(200).text();
    assert!(!page().contains("missing"));
    hall.run(&["start", "Open"]).ok();
    hall.run(&["absent", "Team 5"]).ok();
    let waits = "<a href=\"/table/1\">Open table 1: Team 5 is missing; the grace period ends at ";
    assert!(page().contains(waits) && page().contains("(10 min left)"), "{}", page());
    assert!(!page().contains("bughouse"), "nothing is typed on a tablet: {}", page());
}

#[test]
fn each_match_of_a_double_round_is_reached_and_chiefs_reach_what_is_filed() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1.1 1-0\n1.2 0-1\n").ok();
    let serving = Serving::of(&hall);
    let [chief, clerk] = ["section-chief", "scorekeeper"].map(|role| serving.enrol(&hall, role, &["--role", role]));
    let page = |path: &str, token: &str| serving.get(path, token).is(200).text();
    let filed = "<li class=\"in\"><a href=\"/table/1\"><b>1</b>";
    assert!(page("/hall", &chief).contains(filed) && !page("/hall", &clerk).contains(filed));
    assert!(page("/hall", &chief).contains("<em>1-0 0-1</em>"), "{}", page("/hall", &chief));
    let last = page("/table/1", &chief);
    let first = "/table/1?round=1&amp;match=1";
    assert!(last.contains("Match 2") && last.contains(&format!("href=\"{first}\">Match 1: Team 1 won")), "{last}");
    let other = page(&first.replace("&amp;", "&"), &chief);
    assert!(other.contains("Filed: <b>Team 1 won</b>") && other.contains(">Match 2: Team 3 won"), "{other}");
}

#[test]
fn a_device_puts_back_its_own_alone() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let desk = serving.enrol(&hall, "Back room", &["--role", "desk"]);
    let given = |words: &[&str], request: &str| {
        serving.post("/api/command", &desk, &json!({ "words": words, "request": request })).is(200).json()
    };
    let results = || -> Vec<Value> {
        let pairings = hall.json(&["pairings"])["pairings"].clone();
        let rows = pairings.as_array().expect("a list");
        rows.iter().map(|row| row["results"][0]["result"].clone()).collect()
    };
    hall.run(&["result", "1", "1-0"]).ok();
    given(&["result", "2", "1-0"], "a");
    given(&["undo"], "b");
    hall.run(&["result", "1", "clear", "--replace"]).ok();
    hall.run(&["undo"]).ok();
    let refused = given(&["redo"], "c");
    assert_eq!((refused["exit"].as_i64(), &results()[0]), (Some(1), &json!("1-0")), "{refused}");
    assert!(
        refused["err"].as_str().expect("a text").contains("can only be put back on the device that took it back"),
        "{refused}"
    );
    hall.run(&["redo"]).ok();
    assert_eq!(results()[0], Value::Null);
    // Each puts back its own, whatever the other one took back after it; not what rests on that.
    hall.run(&["result", "3", "1-0"]).ok();
    given(&["result", "4", "1-0"], "d");
    hall.run(&["undo"]).ok();
    given(&["undo"], "e");
    hall.run(&["redo"]).ok();
    assert_eq!((&results()[2], &results()[3]), (&json!("1-0"), &Value::Null));
    given(&["redo"], "f");
    assert_eq!(results()[3], "1-0");
    hall.run(&["result", "4", "0-1", "--replace"]).ok();
    hall.run(&["undo"]).ok();
    given(&["undo"], "g");
    hall.run(&["redo"]).fails(1, "isn't in force");
    assert_eq!(results()[3], Value::Null);
}
