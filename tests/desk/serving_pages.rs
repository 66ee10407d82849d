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
fn a_question_names_what_stands() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let chief = serving.enrol(&hall, "Chief", &["--role", "floor-chief"]);
    let asked = || serving.get("/table/1?round=1&match=1&result=1-0", &chief).is(200).text();
    let page = asked();
    assert!(!page.contains("In the file stands"), "{page}");
    send(&serving, &page, "/table/1", Some(&chief), &TAP).is(200);
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    let page = asked();
    assert!(page.contains("In the file stands: Team 5 won"), "{page}");
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
    hall.run(&["undo", "--any"]).ok().says("report 1 of table 1 (1-0) waits again: bughouse reports");
    assert_eq!(waiting(), [1, 2]);
    hall.run(&["redo"]).ok();
    assert!(waiting().is_empty());
    assert_eq!(by_slip(2, "first"), "reported");
    assert_eq!(by_slip(2, "second"), "filed");
    hall.run(&["undo", "--any"]).ok().says("report 3 of table 2 (1-0) waits again");
    assert_eq!(waiting(), [3, 4]);
    hall.run(&["reports", "accept", "3"]).ok();
    assert!(waiting().is_empty());
    // A tap that was filed at once was no report.
    serving.post("/api/report", &clerk, &tap(3, "1-0", "first", "b")).is(200);
    hall.run(&["undo", "--any"]).ok();
    assert!(waiting().is_empty());
}
