//! What the door of the hall withstands: hosts that are none, guesses of codes, crowds of connections, and what a failure says.

use super::hall::Hall;
use super::serving_client::{Got, Serving, try_ask};
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn posted() -> Hall {
    let hall = Hall::with_teams(8);
    hall.run(&["pair"]).ok();
    hall
}

#[test]
fn the_state_of_the_event_names_no_file_of_the_laptop() {
    let hall = Hall::paired(4);
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["standings", "-o", "wall.html"]).ok();
    hall.run(&["backup", "stick.bughouse-backup"]).ok();
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    let folder = hall.path("").display().to_string();
    let names = |page: &str| ["wall.html", "stick", folder.trim_end_matches('/')].map(|name| page.contains(name));
    assert_eq!(names(&hall.run(&["status", "--json"]).ok().out)[..2], [true, true]);
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let page = serving.get("/api/state", &token).is(200).text();
    assert!(page.contains("Standings") && names(&page) == [false; 3], "{page}");
}

#[test]
fn what_is_written_as_no_host_opens_nothing() {
    let hall = posted();
    let serving = Serving::of(&hall);
    for host in ["127.0.0.1", "localhost:80", "[::1]", "[::1]:7777"] {
        serving.ask("GET", "/", &[("Host", host)], b"").is(200);
    }
    for host in ["[::1]evil", "[::1]evil.example:80", "[localhost]", "localhost:evil", "localhost:80:evil", "[::1", ""]
    {
        serving.ask("GET", "/", &[("Host", host)], b"").is(403);
    }
}

#[test]
fn very_many_wrong_codes_are_reported_and_a_code_made_afterwards_opens() {
    let hall = posted();
    hall.run(&["section", "edit", "Open", "--reports", "self"]).ok();
    let mut command =
        hall.command(&["serve", "--behind", "http://127.0.0.1", "--bind", "127.0.0.1", "--port", "0", "--json"]);
    let log = hall.path("serve.log");
    command.stderr(std::fs::File::create(&log).unwrap());
    let serving = Serving::by(&mut command);
    let added =
        |name: &str| hall.json(&["device", "add", name, "--role", "scorekeeper"])["code"].as_str().unwrap().to_owned();
    let join = |from: &str, code: &str| {
        let body = json!({ "code": code }).to_string();
        serving.ask("POST", "/api/join", &[("X-Forwarded-For", from)], body.as_bytes())
    };
    let (before, chief) = (added("Tablet 1"), serving.enrol(&hall, "Chief", &["--role", "floor-chief"]));
    let slip = hall.json(&["slips"])["slips"][0]["door"]["code"].as_str().unwrap().to_owned();
    let of_slip = |code: &str| serving.ask("GET", &format!("/s/{code}"), &[("X-Forwarded-For", "10.9.0.2")], b"");
    of_slip(&slip).is(200);
    assert!(hall.json(&["status"])["closed_codes"].is_null());
    for guess in 0..500 {
        let from = format!("10.0.{}.7", guess / 8);
        assert!([401, 429].contains(&join(&from, &format!("AAAA{guess:04}")).status));
    }
    // A good code that is closed is distinguished from no other.
    let closed = join("10.9.0.1", &before).is(429).json();
    let message = closed["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains("are locked until"), "{closed}");
    assert_eq!(join("10.9.0.1", "AAAAAAAA").is(429).json()["error"]["message"], *message);
    assert_eq!(of_slip(&slip).is(429).text(), of_slip("AAAAAAAA").is(429).text());
    // It is shown wherever somebody looks.
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("CODES ARE LOCKED: codes made before") && said.contains("the last from 10.0.62.7"), "{said}");
    hall.run(&["status"]).ok().says("codes made before").says("bughouse device add NAME --role ROLE");
    assert!(hall.json(&["status"])["closed_codes"]["until"].is_string());
    assert!(serving.get("/desk", &chief).is(200).text().contains("codes made before"));
    hall.run(&["device", "add", "Tablet 2", "--role", "screen"]).ok().says("this one works");
    join("10.9.0.1", &added("Tablet 3")).is(200);
    // So does what is printed on the slips of a round that is posted afterwards.
    (1..=4).for_each(|table| _ = hall.run(&["result", &table.to_string(), "1-0"]).ok());
    hall.run(&["pair"]).ok();
    let slip = hall.json(&["slips"])["slips"][0]["door"]["code"].as_str().unwrap().to_owned();
    of_slip(&slip).is(200);
}

#[test]
fn a_crowd_of_connections_from_one_address_keeps_no_device_out() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let ask = format!("GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", serving.address);
    let follow = || {
        let mut stream = TcpStream::connect(serving.address).expect("the door is open");
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut first = [0; 15];
        let _ = stream.write_all(ask.as_bytes()).and_then(|()| stream.read_exact(&mut first));
        (stream, String::from_utf8_lossy(&first).into_owned())
    };
    let streams: Vec<_> = (0..200).map(|_| follow()).collect();
    let followed = streams.iter().filter(|(_, head)| head.starts_with("HTTP/1.1 200")).count();
    assert_eq!(followed, 64);
    assert!(streams.iter().all(|(_, head)| ["HTTP/1.1 200 OK", "HTTP/1.1 429 To"].contains(&head.as_str())));
    // Those who only connect, and say nothing.
    let silent: Vec<TcpStream> = (0..400).filter_map(|_| TcpStream::connect(serving.address).ok()).collect();
    let begun = Instant::now();
    let tap = json!({ "table": 1, "result": "1-0", "request": "a" });
    assert_eq!(serving.post("/api/report", &token, &tap).is(200).json()["state"], "filed");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    serving.ask("GET", "/", &[], b"").is(200);
    // A device has a place of its own, and what is over makes room.
    let followed = std::thread::scope(|scope| {
        let followed = scope.spawn(|| serving.get("/events", &token));
        std::thread::sleep(Duration::from_millis(300));
        hall.run(&["device", "revoke", "1"]).ok();
        followed.join().unwrap()
    });
    followed.is(200);
    drop((streams, silent));
    let begun = Instant::now();
    while !follow().1.starts_with("HTTP/1.1 200") {
        assert!(begun.elapsed() < Duration::from_secs(30), "nobody follows any more");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_failure_shows_a_tablet_nothing_of_the_laptops_folders() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let folder = hall.path("").display().to_string();
    std::fs::rename(hall.path("spring.bughouse"), hall.path("elsewhere")).unwrap();
    let tap = json!({ "table": 1, "result": "1-0", "request": "one" });
    let answers: Vec<Got> = ["/api/state", "/api/table/1", "/table/1", "/hall"]
        .iter()
        .map(|address| serving.get(address, &token))
        .chain([serving.post("/api/report", &token, &tap)])
        .chain(try_ask(serving.address, "POST", "/api/join", &[], br#"{"code":"AAAAAAAA"}"#))
        .collect();
    for answer in answers {
        let page = answer.is(503).text();
        assert!(
            !page.contains(folder.trim_end_matches('/')) && page.to_lowercase().contains("tell the desk"),
            "{page}"
        );
    }
}
