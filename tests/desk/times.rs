//! `times` and `pair --at`: when rounds are planned to start.

use super::hall::Hall;
use serde_json::json;

#[test]
fn planned_times_stand_on_the_sheets_of_their_round() {
    let hall = Hall::with_teams(4);
    assert!(
        hall.run(&["times", "9:00", "9:40", "1:15pm"])
            .ok()
            .out
            .contains("start times for Open: 9:00 AM, 9:40 AM, 1:15 PM")
    );
    hall.run(&["pair"]).ok();
    assert!(hall.run(&["pairings"]).ok().out.contains("Open · Round 1 · starts 9:00 AM"));
    assert!(hall.run(&["slips"]).ok().out.contains("starts 9:00 AM"));
    assert!(hall.run(&["by-hand"]).ok().out.contains("Open round 1 · starts 9:00 AM"));
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/section-1-round-1.html")).expect("the page of round 1");
    assert!(page.contains("starts 9:00 AM"), "{page}");
}

#[test]
fn times_are_typed_with_am_and_pm() {
    let hall = Hall::with_teams(4);
    hall.run(&["times", "Open", "9am", "1:15", "PM", "3"]).fails(2, "\"3\" is not a time");
    hall.run(&["times", "9am", "1:15", "PM", "3", "p.m."]).ok().says("start times for Open: 9:00 AM, 1:15 PM, 3:00 PM");
    let starts = hall.json(&["times"])["sections"][0]["times"][2]["starts"].clone();
    assert_eq!(starts, json!("15:00"));
}

#[test]
fn one_round_moves_and_the_others_stay() {
    let hall = Hall::with_teams(4);
    hall.run(&["times", "Open", "9:00", "9:40", "10:20"]).ok();
    hall.run(&["times", "Open", "9:45", "--round", "2"]).ok();
    let times = &hall.json(&["times"])["sections"][0]["times"];
    assert_eq!(
        times,
        &json!([{"round": 1, "starts": "09:00"}, {"round": 2, "starts": "09:45"}, {"round": 3, "starts": "10:20"}])
    );
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["times"])["sections"][0]["times"][1]["starts"], "09:40");
    hall.run(&["times", "Open", "--clear"]).ok();
    assert_eq!(hall.json(&["times"])["sections"][0]["times"], json!([]));
}

#[test]
fn a_round_is_paired_for_a_time() {
    let hall = Hall::with_teams(4);
    assert!(hall.run(&["pair", "--at", "10:30"]).ok().out.contains("starts 10:30 AM"));
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["times"])["sections"][0]["times"], json!([]), "one command, one undo");
}

#[test]
fn rounds_start_one_after_the_other() {
    let hall = Hall::with_teams(4);
    hall.run(&["times", "9:00", "1:15"]).fails(2, "1:15pm or 13:15");
    hall.run(&["times", "9:00", "noon"]).fails(2, "\"noon\" is not a time");
    hall.run(&["times", "9:00", "9:40", "--round", "2"]).fails(2, "--round takes one time");
    assert_eq!(hall.json(&["times"])["sections"][0]["times"], json!([]));
    hall.run(&["times", "2026-05-02T16:00", "2026-05-03T9:00"]).ok();
    assert!(hall.run(&["times"]).ok().out.contains("Sun, May 3"));
}

#[test]
fn every_section_at_once_and_the_parts_of_a_split_one() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["times", "--all", "9:00", "9:40"]).ok();
    hall.run(&["section", "split", "Open", "--size", "4"]).ok();
    let sections = hall.json(&["times"])["sections"].clone();
    let starts: Vec<_> =
        sections.as_array().into_iter().flatten().map(|section| section["times"][1]["starts"].clone()).collect();
    assert_eq!(starts, ["09:40", "09:40", "09:40"], "{sections}");
}

#[test]
fn a_round_that_passes_the_next_is_reported_with_the_plan_that_works() {
    let hall = Hall::with_teams(4);
    hall.run(&["times", "9:00", "9:40", "10:20"]).ok();
    let plan = "bughouse times Open 9:50 10:30 11:10";
    hall.run(&["times", "9:50", "--round", "1"]).fails(2, plan);
    hall.run(&["pair", "--at", "9:50"]).fails(2, plan);
    hall.run(&["times", "8:50", "--round", "2"]).fails(2, "type afternoon times as");
    hall.run(&["times", "23:50", "--round", "1"]).fails(2, "type afternoon times as");
    hall.run(&["times", "Open", "9:50", "10:30", "11:10"]).ok();
    hall.run(&["pair", "--at", "9:50"]).ok();
    hall.run(&["times", "2026-05-03T9:00", "2026-05-03T23:00"]).ok();
    hall.run(&["times", "2026-05-03T23:30", "--round", "1"]).fails(2, "Open 2026-05-03T23:30 2026-05-04T13:30");
}
