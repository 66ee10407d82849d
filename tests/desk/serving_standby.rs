//! A second laptop is on standby: it keeps a copy, takes the hall over, and of two that serve only one writes.

use super::hall::Hall;
use super::serving_client::Serving;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

fn tap(table: u32) -> Value {
    json!({ "table": table, "result": "1-0", "request": table.to_string() })
}

fn results_in(hall: &Hall) -> i64 {
    hall.json(&["status"])["sections"][0]["results_in"].as_i64().unwrap()
}

fn soon(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A hall with round 1 posted, and a second laptop that has joined it.
fn two_laptops() -> (Hall, Serving, Hall, String) {
    let hall = Hall::with_teams(8);
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let url = format!("http://{}", serving.address);
    let code = hall.json(&["device", "add", "Standby", "--role", "desk"])["code"].as_str().unwrap().to_owned();
    let second = Hall::empty();
    second.run(&["--server", &url, "join", &code]).ok();
    (hall, serving, second, url)
}

#[test]
fn a_standby_follows_what_is_filed() {
    let (hall, serving, second, url) = two_laptops();
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let mut standby = second.command(&["standby", &url, "spring.bughouse"]).spawn().unwrap();
    soon("the first copy", || second.path("spring.bughouse").exists());
    serving.post("/api/report", &token, &tap(1)).is(200);
    soon("a copy with the result", || results_in(&second) == 1);
    serving.kill();
    std::thread::sleep(Duration::from_millis(1500));
    standby.kill().unwrap();
    let said = standby.wait_with_output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert!(out.contains("spring.bughouse holds command"), "{out}{err}");
    assert!(err.contains("does not answer") && err.contains("spring.bughouse holds command"), "{out}{err}");
    second.run(&["check"]).ok();
}

#[test]
fn a_standby_takes_over_and_only_one_writes() {
    let (hall, serving, second, url) = two_laptops();
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    serving.post("/api/report", &token, &tap(1)).is(200);
    second.run(&["standby", &url, "spring.bughouse", "--once"]).ok().says("spring.bughouse holds command");
    assert_eq!(results_in(&second), 1);
    second
        .run(&["standby", &url, "spring.bughouse", "--once", "--server", &url])
        .fails(2, "kept on the laptop where you type it");
    second
        .run(&["serve", "spring.bughouse", "--take-over", "--port", "0"])
        .fails(1, "up to command")
        .says("bughouse serve spring.bughouse --take-over --force");
    let taken = Serving::with(&second, &["spring.bughouse", "--take-over", "--force"]);
    // Both serve: the first one hears of the second, and files nothing more. The same tap again changes nothing until then.
    soon("the first laptop hears of it", || serving.post("/api/report", &token, &tap(1)).status == 503);
    serving.post("/api/report", &token, &tap(2)).is(503);
    taken.post("/api/report", &token, &tap(2)).is(200);
    let epoch = |serving: &Serving| serving.get("/api/state", &token).is(200).json()["epoch"].clone();
    assert_eq!((epoch(&serving), epoch(&taken)), (json!(1), json!(2)));
    assert_eq!((results_in(&hall), results_in(&second)), (1, 2));
    second.run(&["standby", &url, "spring.bughouse", "--once"]).fails(1, "has commands of its own");
    drop(serving);
    hall.run(&["serve", "--port", "0"]).fails(1, "taken over this hall");
    // What is typed there would be lost, so it is not taken; it can be read, and the hall be taken back.
    for words in [&["result", "3", "1-0"][..], &["undo"], &["team", "edit", "1", "--name", "New"]] {
        hall.run(words).fails(1, "another laptop has taken over this hall").says("serve --take-over");
    }
    hall.run_with(&["enter"], "3 1-0\n").fails(1, "taken over this hall");
    hall.run(&["standings"]).ok();
    assert_eq!(results_in(&hall), 1);
    // A token that opens no desk takes nothing over.
    let epoch = [("Authorization", format!("Bearer {token}")), ("X-Epoch", "99".to_owned())];
    let epoch: Vec<(&str, &str)> = epoch.iter().map(|(name, value)| (*name, value.as_str())).collect();
    taken.ask("GET", "/api/state", &epoch, b"").is(200);
    taken.post("/api/report", &token, &tap(3)).is(200);
    assert_eq!(taken.close(), 0);
    second.run(&["check"]).ok();
}

#[test]
fn a_standbys_copy_is_not_taken_for_the_tournament() {
    let (_hall, serving, second, url) = two_laptops();
    second.run(&["standby", &url, "spring.bughouse", "--once"]).ok();
    let before = second.json(&["log"]);
    let refused: [&[&str]; 5] = [
        &["serve", "spring.bughouse", "--port", "0"],
        &["result", "1", "1-0"],
        &["undo"],
        &["device", "add", "Tablet 9", "--role", "scorekeeper"],
        &["enter"],
    ];
    for words in refused {
        second
            .run(words)
            .fails(1, "spring.bughouse is a standby copy")
            .says("spring.bughouse --take-over")
            .says(&format!("--server {url}"));
    }
    let command = second.json(&["status"])["copy"]["command"].clone();
    second
        .run(&["status"])
        .ok()
        .says(&format!("it goes up to command {command}, "))
        .says("spring.bughouse --take-over")
        .says(&format!("--server {url}"));
    second.run(&["backup", "kept.backup"]).ok();
    second.run(&["restore", "kept.backup"]).fails(1, "a standby's copy");
    assert_eq!(second.json(&["log"]), before);
    second.run(&["standby", &url, "spring.bughouse", "--once"]).ok();
    // What took the hall over is the tournament, also where nothing was done in it yet; a standby does not replace it.
    serving.kill();
    let taken = Serving::with(&second, &["spring.bughouse", "--take-over", "--force"]);
    taken.ask("GET", "/", &[], b"").is(200);
    assert_eq!(taken.close(), 0);
    second.run(&["result", "1", "1-0"]).ok();
}

#[test]
fn a_standby_replaces_only_what_a_standby_keeps() {
    let (_hall, _serving, second, url) = two_laptops();
    second.run(&["standby", &url, "spring.bughouse", "--once"]).ok();
    let taken = Serving::with(&second, &["spring.bughouse", "--take-over", "--force"]);
    taken.ask("GET", "/", &[], b"").is(200);
    assert_eq!(taken.close(), 0);
    second.run(&["standby", &url, "spring.bughouse", "--once"]).fails(1, "isn't a standby copy");
}

#[test]
fn the_first_laptop_is_notified_also_where_it_was_joined_by_another_of_its_addresses() {
    let (hall, serving, _, _) = two_laptops();
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let other = format!("http://localhost:{}", serving.address.port());
    let second = Hall::empty();
    let code = hall.json(&["device", "add", "Back room", "--role", "desk"])["code"].as_str().unwrap().to_owned();
    second.run(&["--server", &other, "join", &code]).ok();
    second.run(&["standby", &other, "spring.bughouse", "--once"]).ok();
    let _taken = Serving::with(&second, &["spring.bughouse", "--take-over", "--force"]);
    soon("the first laptop hears of it", || serving.post("/api/report", &token, &tap(1)).status == 503);
}

#[test]
fn a_laptop_that_was_off_meanwhile_is_notified_also_by_one_that_was_opened_again() {
    let (hall, serving, second, url) = two_laptops();
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let port = serving.address.port().to_string();
    second.run(&["standby", &url, "spring.bughouse", "--once"]).ok();
    serving.kill();
    Serving::with(&second, &["spring.bughouse", "--take-over", "--force"]).kill();
    let first = Serving::with(&hall, &["--port", &port]);
    let taken = Serving::with(&second, &["spring.bughouse"]);
    soon("the first laptop hears of it", || first.post("/api/report", &token, &tap(1)).status == 503);
    taken.post("/api/report", &token, &tap(2)).is(200);
}

#[test]
fn a_laptop_that_cannot_notify_the_other_says_so() {
    let (_hall, _serving, second, url) = two_laptops();
    second.run(&["standby", &url, "spring.bughouse", "--once"]).ok();
    let third = Hall::empty();
    third.write("spring.bughouse", std::fs::read(second.path("spring.bughouse")).unwrap());
    let words = ["serve", "--take-over", "--force", "--port", "0", "--bind", "127.0.0.1"];
    let mut serve = third.command(&words).spawn().unwrap();
    let mut said = BufReader::new(serve.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("THE OTHER LAPTOP CANNOT BE NOTIFIED") {
        assert!(said.read_line(&mut line).unwrap() > 0, "{line}");
    }
    assert!(line.contains(&url), "{line}");
    serve.kill().unwrap();
    serve.wait().unwrap();
}

#[test]
fn a_copy_never_takes_the_place_of_something_else() {
    let (_hall, _serving, second, url) = two_laptops();
    second.run(&["new", "other", "--name", "Other", "--rulebook", "us-chess-2018"]).ok();
    second.run(&["standby", &url, "other.bughouse", "--once"]).fails(1, "is another tournament");
    second.write("notes.txt", "mine");
    let said = second.run(&["standby", &url, "notes.txt", "--once"]);
    assert_ne!(said.code, 0);
    assert_eq!(std::fs::read_to_string(second.path("notes.txt")).unwrap(), "mine");
}
