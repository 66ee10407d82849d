//! The hall: who comes in, what is reported from the floor, and what is refused at the door.

use super::hall::Hall;
use super::serving_client::Serving;
use serde_json::json;
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Eight teams, four tables, round 1 posted.
fn posted() -> Hall {
    Hall::made("eight teams and an official, paired", || {
        let hall = Hall::with_teams(8);
        hall.run(&["official", "add", "Pat Lee", "--role", "floor-td"]).ok();
        hall.run(&["pair"]).ok();
        hall
    })
}

#[test]
fn a_device_joins_with_its_code_once() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let added = hall.json(&["device", "add", "Tablet 1", "--role", "scorekeeper", "--official", "pat"]);
    assert_eq!((added["name"].as_str(), added["role"].as_str()), (Some("Tablet 1"), Some("scorekeeper")));
    let code = added["code"].as_str().unwrap();
    assert!(added["url"].as_str().unwrap().ends_with(&format!("{}/join/{code}", serving.address)), "{added}");
    let ask = |code: &str| serving.ask("POST", "/api/join", &[], json!({ "code": code }).to_string().as_bytes());
    ask("AAAAAAAA").is(401);
    let joined = ask(&format!("{}-{}", code[..4].to_lowercase(), &code[4..])).is(200);
    assert!(joined.header("set-cookie").unwrap().contains("HttpOnly; SameSite=Strict"));
    let joined = joined.json();
    assert_eq!((joined["role"].as_str(), joined["official"].as_str()), (Some("scorekeeper"), Some("Pat Lee")));
    ask(code).is(401);
    let token = joined["token"].as_str().unwrap();
    serving.get("/api/state", token).is(200);
    // Neither code nor token is in the file.
    let file = std::fs::read(hall.path("spring.bughouse")).unwrap();
    for secret in [code, token] {
        assert!(!file.windows(secret.len()).any(|part| part == secret.as_bytes()));
    }
    let listed = hall.json(&["device", "list"]);
    assert_eq!(listed["devices"][0]["revoked"], false);
    let listening = std::time::Instant::now();
    let heard = std::thread::scope(|scope| {
        let heard = scope.spawn(|| serving.get("/events", token).is(200));
        std::thread::sleep(std::time::Duration::from_millis(500));
        hall.run(&["device", "revoke", "tablet"]).ok();
        heard.join().unwrap().text()
    });
    assert!(heard.contains("event: version") && listening.elapsed().as_secs() < 30, "{heard}");
    serving.get("/api/state", token).is(401);
    assert_eq!(hall.json(&["device", "list"])["devices"][0]["revoked"], true);
    // Nothing of this is a command of the journal.
    hall.run(&["log"]).ok().says("paired");
    assert!(!hall.run(&["log"]).out.contains("device"));
}

#[test]
fn a_hall_is_opened_once() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let twice = ["serve", "--bind", "127.0.0.1", "--port", "0"];
    hall.run(&twice).fails(1, &format!("spring.bughouse is already open at http://{}", serving.address));
    hall.run(&["serve", "spring.bughouse", "--take-over", "--force", "--port", "0"]).fails(1, "already open");
    // The one that lives is the one that the laptop knows.
    let added = hall.run(&["device", "add", "Tablet 1", "--role", "scorekeeper"]).ok();
    assert!(added.out.contains(&serving.address.to_string()) && !added.err.contains("not open"), "{}", added.err);
    // A hall that was killed keeps nobody out; one that was closed has left nothing behind.
    let gone = format!("the hall at http://{} is no longer being served", serving.address);
    serving.kill();
    hall.run(&["device", "add", "Tablet 3", "--role", "captain"]).ok().says(&gone).says("bughouse serve");
    hall.run(&["device", "add", "Tablet 4", "--role", "captain", "-o", "poster.html"]).ok().says(&gone);
    let again = Serving::of(&hall);
    again.ask("GET", "/", &[], b"").is(200);
    assert_eq!(again.close(), 0);
    hall.run(&["device", "add", "Tablet 2", "--role", "scorekeeper"]).ok().says("the hall is not open yet");
    Serving::of(&hall).ask("GET", "/", &[], b"").is(200);
}

#[test]
fn a_result_is_filed_from_the_floor_under_the_devices_name() {
    let hall = posted();
    hall.run(&["result", "2", "1-0"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper", "--official", "Pat Lee"]);
    let table = serving.get("/api/table/1", &token).is(200).json();
    assert_eq!((table["expected"].as_u64(), table["result"].is_null()), (Some(1), true));
    assert_eq!(table["first"]["players"].as_array().unwrap().len(), 2);
    let tap = json!({ "table": 1, "result": "1-0", "expect": null, "request": "a-1" });
    let filed = serving.post("/api/report", &token, &tap).is(200).json();
    assert_eq!((filed["state"].as_str(), filed["report"].is_null()), (Some("filed"), true));
    let command = filed["command"].as_i64().unwrap();
    // The same request again changes nothing and gets the same answer.
    assert_eq!(serving.post("/api/report", &token, &tap).is(200).json(), filed);
    let log = hall.json(&["log", "--device", "tablet"]);
    let last = log["commands"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (last["command"].as_i64(), last["official"].as_str(), last["device"]["name"].as_str()),
        (Some(command), Some("Pat Lee"), Some("Tablet 1"))
    );
    assert_eq!(log["commands"].as_array().unwrap().len(), 1);
    let results = hall.json(&["pairings"]);
    assert_eq!(results["pairings"][0]["results"][0]["result"], "1-0");
    // What the desk typed is shown, and not replaced from a page that did not show it.
    let other = json!({ "table": 2, "result": "0-1", "expect": null, "request": "a-2" });
    let refused = serving.post("/api/report", &token, &other).is(409).json();
    assert_eq!((refused["current"].as_str(), refused["error"]["code"].as_i64()), (Some("1-0"), Some(1)));
    let state = serving.get("/api/state", &token).is(200);
    assert_eq!(state.json()["status"]["sections"][0]["results_in"], 2);
    assert_eq!(state.json()["version"], command);
    let etag = state.header("etag").unwrap().to_owned();
    let again = [("Authorization", format!("Bearer {token}")), ("If-None-Match", etag)];
    let again: Vec<(&str, &str)> = again.iter().map(|(name, value)| (*name, value.as_str())).collect();
    serving.ask("GET", "/api/state", &again, b"").is(304);
    // The laptop takes back its own, and says whose was later.
    hall.run(&["undo"]).ok().says("table 2").says("was given by Tablet 1: bughouse undo --any");
    hall.run(&["redo"]).ok();
    hall.run(&["undo", "--any"]).ok().says("table 1");
    // Also where its own cannot be taken back because of it.
    hall.run(&["undo"]).ok().says("table 2");
    serving.post("/api/report", &token, &json!({ "table": 3, "result": "1-0", "request": "later" })).is(200);
    hall.run(&["undo"]).fails(1, "depends on").says("was given by Tablet 1: bughouse undo --any");
    let log = hall.json(&["log", "--last", "1"]);
    assert_eq!(log["commands"][0]["request"], "later");
    serving.ask("GET", "/api/state", &again, b"").is(200);
}

#[test]
fn a_request_that_was_something_else_is_refused() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let other = serving.enrol(&hall, "Tablet 2", &["--role", "scorekeeper"]);
    serving.post("/api/report", &token, &json!({ "table": 1, "result": "1-0", "request": "one" })).is(200);
    serving.post("/api/report", &token, &json!({ "table": 2, "result": "1-0", "request": "one" })).is(409);
    // Each device numbers its own requests.
    serving.post("/api/report", &other, &json!({ "table": 2, "result": "1-0", "request": "one" })).is(200);
    serving.post("/api/report", &token, &json!({ "table": 99, "result": "1-0", "request": "two" })).is(404);
    serving.post("/api/report", &token, &json!({ "table": 3, "result": "7-0", "request": "two" })).is(400);
    let impossible = json!({ "table": 3, "result": "1-0", "board": "a", "by": "repetition", "request": "three" });
    assert_eq!(serving.post("/api/report", &token, &impossible).is(422).json()["error"]["code"], 1);
    serving
        .post("/api/report", &token, &json!({ "table": 3, "result": "1-0", "expect": "0-1", "request": "four" }))
        .is(409);
}

#[test]
fn an_address_that_cannot_be_read_is_a_page_that_is_not_there() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    for path in ["/table/x", "/table/99999999999", "/table/-1", "/screen/x", "/s/%ff", "/join/%ff", "/table/1?match=x"]
    {
        let page = serving.get(path, &token).is(404).text();
        assert!(page.contains("Page not found"), "{path}: {page}");
    }
    assert_eq!(serving.get("/api/table/%ff", &token).is(404).json()["error"]["code"], 2);
    // Nor is anything asked that is no result.
    for path in ["/table/1?result=foo", "/table/1?result=clear", "/table/1?result=1"] {
        let page = serving.get(path, &token).is(200).text();
        assert!(!page.contains("method=\"post\""), "{path}: {page}");
    }
    for number in [0, 2] {
        let asked = json!({ "table": 1, "match": number, "result": "1-0", "request": number.to_string() });
        serving.post("/api/report", &token, &asked).is(400);
    }
}

#[test]
fn the_door_is_shut_to_pages_from_elsewhere() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let (bearer, cookie) = (format!("Bearer {token}"), format!("hall={token}"));
    let own = format!("http://{}", serving.address);
    let tap = |number: u32| json!({ "table": number, "result": "1-0", "request": number.to_string() }).to_string();
    let post = |headers: &[(&str, &str)], number| serving.ask("POST", "/api/report", headers, tap(number).as_bytes());
    // A name of somebody's own that points here.
    serving.ask("GET", "/api/state", &[("Host", "evil.example"), ("Authorization", &bearer)], b"").is(403);
    post(&[("Authorization", &bearer), ("Origin", "http://evil.example")], 1).is(403);
    post(&[("Cookie", &cookie), ("Origin", "null")], 1).is(403);
    post(&[("Cookie", &cookie)], 1).is(403);
    post(&[("Cookie", &cookie), ("Origin", &own), ("Sec-Fetch-Site", "cross-site")], 1).is(403);
    post(&[("Authorization", "Bearer 0123456789abcdef0123456789abcdef")], 1).is(401);
    post(&[], 1).is(401);
    serving.ask("POST", "/api/report", &[("Authorization", &bearer)], &vec![b' '; 1 << 20]).is(413);
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 0, "nothing came in");
    post(&[("Cookie", &cookie), ("Origin", &own)], 1).is(200);
    serving.get("/api/report", &token).is(404);
    let state = serving.get("/api/state", &token).is(200);
    assert!(state.header("content-security-policy").unwrap().starts_with("default-src 'self'"));
    assert_eq!(state.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(state.header("cache-control"), Some("no-store"));
    assert!(state.header("x-robots-tag").unwrap().contains("noindex"));
}

#[test]
fn the_public_pages_can_be_kept_to_who_is_enrolled() {
    let hall = posted();
    let serving = Serving::with(&hall, &["--public", "no"]);
    for path in ["/", "/section/1", "/screen/1", "/events"] {
        serving.ask("GET", path, &[], b"").is(401);
    }
    serving.ask("GET", "/style.css", &[], b"").is(200);
    serving.ask("GET", "/join", &[], b"").is(200);
    let token = serving.enrol(&hall, "Projector", &["--role", "screen"]);
    for path in ["/", "/section/1", "/screen/1"] {
        serving.get(path, &token).is(200);
    }
    serving.get("/hall", &token).is(403);
}

#[cfg(unix)]
#[test]
fn a_room_full_of_phones_that_keep_their_connections_finds_room() {
    let hall = posted();
    let plain = hall.command(&["serve", "--bind", "127.0.0.1", "--json", "--port", "0"]);
    let mut narrow = Command::new("sh");
    narrow.args(["-c", "ulimit -S -n 128; exec \"$0\" \"$@\""]).arg(plain.get_program()).args(plain.get_args());
    narrow.current_dir(hall.path("")).envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let serving = Serving::by(narrow.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()));
    let phones: Vec<_> = (0..400).map(|_| std::net::TcpStream::connect(serving.address).unwrap()).collect();
    serving.ask("GET", "/", &[], b"").is(200);
    assert!(serving.memory().is_none_or(|megabytes| megabytes < 150.0));
    drop(phones);
}

#[test]
fn who_connects_and_says_nothing_makes_room_for_others() {
    use std::io::{Read as _, Write as _};
    let serving = Serving::of(&posted());
    let mut phone = std::net::TcpStream::connect(serving.address).unwrap();
    phone.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    write!(phone, "GET /style.css HTTP/1.1\r\nHost: {}\r\n\r\n", serving.address).unwrap();
    let mut answer = Vec::new();
    assert!(phone.read_to_end(&mut answer).is_ok(), "it is closed");
    assert!(answer.starts_with(b"HTTP/1.1 200"), "after its answer");
}

#[test]
fn guesses_of_codes_are_locked_out() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let ask = |code: &str| serving.ask("POST", "/api/join", &[], json!({ "code": code }).to_string().as_bytes());
    (0..8).for_each(|n| _ = ask(&format!("AAAAAAA{}", n + 2)).is(401));
    let code = hall.json(&["device", "add", "Tablet 1", "--role", "captain"])["code"].as_str().unwrap().to_owned();
    let locked = ask(&code).is(429);
    assert!(locked.header("retry-after").is_some());
}

#[test]
fn a_device_serves_its_tables_and_sections() {
    let hall = posted();
    hall.run(&["section", "add", "K-3"]).ok();
    let serving = Serving::of(&hall);
    let row = serving.enrol(&hall, "Row A", &["--role", "captain", "--tables", "1-2"]);
    let other = serving.enrol(&hall, "K-3", &["--role", "section-chief", "--section", "K-3"]);
    let tap = |table: u32| json!({ "table": table, "result": "1-0", "request": table.to_string() });
    serving.post("/api/report", &row, &tap(2)).is(200);
    serving.post("/api/report", &row, &tap(3)).is(403);
    serving.get("/api/table/3", &row).is(403);
    serving.post("/api/report", &other, &tap(3)).is(403);
}

#[test]
fn a_tap_is_filed_once_although_the_laptop_dies_meanwhile() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    serving.kill();
    for table in 1..=4 {
        let tap = json!({ "table": table, "result": "1-0", "request": format!("tap-{table}") });
        let serving = Serving::of(&hall);
        let (address, head) = (serving.address, format!("Bearer {token}"));
        let body = tap.to_string();
        let sent = std::thread::spawn(move || {
            super::serving_client::try_ask(address, "POST", "/api/report", &[("Authorization", &head)], body.as_bytes())
        });
        std::thread::sleep(std::time::Duration::from_millis(table * 7));
        serving.kill();
        let answered = sent.join().unwrap();
        let serving = Serving::of(&hall);
        let again = serving.post("/api/report", &token, &tap).is(200).json();
        assert!(answered.is_none_or(|answered| answered.status == 200 && answered.json() == again));
    }
    let log = hall.json(&["log", "--device", "1"]);
    assert_eq!(log["commands"].as_array().unwrap().len(), 4);
    hall.run(&["check"]).ok();
}

#[test]
fn a_file_that_is_gone_is_reported_and_nothing_is_filed() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let etag = serving.get("/api/state", &token).is(200).header("etag").unwrap().to_owned();
    let tap = json!({ "table": 1, "result": "1-0", "request": "one" });
    std::fs::rename(hall.path("spring.bughouse"), hall.path("elsewhere")).unwrap();
    let known = [("Authorization", format!("Bearer {token}")), ("If-None-Match", etag)];
    let known: Vec<(&str, &str)> = known.iter().map(|(name, value)| (*name, value.as_str())).collect();
    serving.ask("GET", "/api/state", &known, b"").is(503);
    serving.post("/api/report", &token, &tap).is(503);
    std::fs::rename(hall.path("elsewhere"), hall.path("spring.bughouse")).unwrap();
    serving.post("/api/report", &token, &tap).is(200);
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 1);
}

#[test]
fn once_nobody_writes_for_a_while_a_copy_of_the_file_alone_is_whole() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let log = || std::fs::metadata(hall.path("spring.bughouse-wal")).map_or(0, |log| log.len());
    for (table, request) in [(1, "one"), (2, "two")] {
        let tap = json!({ "table": table, "result": "1-0", "request": request });
        serving.post("/api/report", &token, &tap).is(200);
        let begun = Instant::now();
        while log() > 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "the log stays");
            std::thread::sleep(Duration::from_millis(50));
        }
        std::fs::create_dir_all(hall.path("stick")).unwrap();
        std::fs::copy(hall.path("spring.bughouse"), hall.path("stick/spring.bughouse")).unwrap();
        let copied = hall.json(&["-f", "stick/spring.bughouse", "status"]);
        assert_eq!(copied["sections"][0]["results_in"], table);
        assert_eq!(serving.get("/api/state", &token).is(200).json()["status"]["sections"][0]["results_in"], table);
    }
    hall.run(&["result", "3", "1-0"]).ok();
    assert_eq!(serving.get("/api/state", &token).is(200).json()["status"]["sections"][0]["results_in"], 3);
    assert_eq!(serving.close(), 0);
}

#[test]
fn a_file_that_is_moved_away_while_the_hall_is_open_is_to_be_put_back() {
    let hall = posted();
    let mut command = hall.command(&["serve", "--bind", "127.0.0.1", "--port", "0", "--json"]);
    let log = hall.path("serve.log");
    command.stderr(std::fs::File::create(&log).unwrap());
    let serving = Serving::by(&mut command);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let tap = json!({ "table": 1, "result": "1-0", "request": "one" });
    serving.post("/api/report", &token, &tap).is(200);
    std::fs::rename(hall.path("spring.bughouse"), hall.path("elsewhere")).unwrap();
    serving.get("/api/state", &token).is(503);
    assert_ne!(serving.close(), 0);
    let said = std::fs::read_to_string(log).unwrap();
    let put_back = "put it back where it was before you open it: the latest commands are in";
    assert_eq!(said.matches(put_back).count(), 2, "while it is open, and when it closes: {said}");
    assert!(said.contains("spring.bughouse-wal") && !said.contains("put it in place"), "{said}");
    std::fs::rename(hall.path("elsewhere"), hall.path("spring.bughouse")).unwrap();
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 1);
}

#[test]
fn a_poster_shows_everybody_the_way_and_a_hall_is_not_tried() {
    let hall = posted();
    let serving = Serving::with(&hall, &["-o", "poster.txt"]);
    let poster = std::fs::read_to_string(hall.path("poster.txt")).unwrap();
    assert!(poster.contains(&format!("http://{}", serving.address)), "{poster}");
    assert!(poster.contains("Pairings and standings") && !poster.to_lowercase().contains("code"), "{poster}");
    assert_eq!(serving.close(), 0);
    assert_eq!(std::fs::read_to_string(hall.path("poster.txt")).unwrap(), poster, "closing leaves it as it is");
    hall.run(&["serve", "--port", "0", "-o", "poster.xyz"]).fails(2, "does not say which format");
    hall.run(&["serve", "--public", "no", "-o", "x.pdf"]).fails(2, "device add NAME --role ROLE -o poster.pdf");
    hall.run(&["serve", "--dry-run"]).fails(2, "anything tapped in it would be lost");
}

#[test]
fn a_desk_is_for_all_sections_and_tables() {
    let hall = posted();
    let said = hall.run(&["device", "add", "Back room", "--role", "desk", "--tables", "1-2"]);
    said.fails(2, "leave --section and --tables out");
}

#[test]
fn a_section_chiefs_device_serves_the_sections_of_the_office() {
    let hall = posted();
    let sections = |hall: &Hall, words: &[&str]| {
        let number = hall.json(&[&["device", "add"], words, &["--role", "section-chief"]].concat())["device"].clone();
        let listed = hall.json(&["device", "list"])["devices"].clone();
        let is_it = |device: &&serde_json::Value| device["device"] == number;
        listed.as_array().unwrap().iter().find(is_it).unwrap()["sections"].clone()
    };
    assert_eq!(sections(&hall, &["Only one"]), json!([]), "where there is one section, it is all of them");
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["official", "add", "Sam", "--role", "section-chief", "--section", "K-3"]).ok();
    hall.run(&["official", "add", "Ada", "--role", "section-chief"]).ok();
    hall.run(&["device", "add", "x", "--role", "section-chief"]).fails(2, "add --section SECTION");
    hall.run(&["device", "add", "x", "--role", "section-chief", "--official", "Pat"]).fails(2, "none was named");
    assert_eq!(sections(&hall, &["Sam's", "--official", "Sam"]), json!(["K-3"]));
    assert_eq!(sections(&hall, &["Ada's", "--official", "Ada"]), json!([]));
    assert_eq!(sections(&hall, &["Two", "--section", "Open", "--section", "K-3"]), json!(["Open", "K-3"]));
}

/// SQLite's lock on the file is what keeps other programs, a viewer of databases say, from removing its log while the hall is open.
#[cfg(target_os = "linux")]
#[test]
fn the_hall_keeps_its_lock_on_the_file_while_pages_copies_and_backups_are_made() {
    use std::os::unix::fs::MetadataExt;
    let hall = posted().with_backups();
    let serving = Serving::of(&hall);
    let inode = std::fs::metadata(hall.path("spring.bughouse")).unwrap().ino().to_string();
    let holds = || {
        let locks = std::fs::read_to_string("/proc/locks").unwrap();
        let own = |line: &&str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words[1] == "POSIX" && words[4] == serving.id() && words[5].rsplit(':').next() == Some(&inode)
        };
        locks.lines().filter(own).count() > 0
    };
    let token = serving.enrol(&hall, "Desk", &["--role", "desk"]);
    assert!(holds(), "when it opens");
    serving.ask("GET", "/", &[], b"").is(200);
    assert!(holds(), "after pages");
    serving.get("/api/copy", &token).is(200);
    assert!(holds(), "after a copy");
    for table in 1..=4 {
        serving
            .post("/api/report", &token, &json!({ "table": table, "result": "1-0", "request": table.to_string() }))
            .is(200);
    }
    hall.run(&["pair"]).ok();
    let tap = json!({ "table": 1, "result": "1-0", "request": "after a backup" });
    serving.post("/api/report", &token, &tap).is(200);
    assert!(holds(), "after a backup");
}

#[test]
fn the_clock_jumps_and_every_tap_is_filed_once_in_its_order() {
    const HOUR: i64 = 3600;
    let hall = posted();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let tap = |table: u32| json!({ "table": table, "result": "1-0", "request": table.to_string() });
    let filed =
        |table: u32| serving.post("/api/report", &token, &tap(table)).is(200).json()["command"].as_i64().unwrap();
    let first = filed(1);
    hall.clock_jumps(-3 * HOUR);
    assert_eq!((filed(2), filed(1)), (first + 1, first), "set back");
    hall.clock_jumps(-400_000 * HOUR);
    assert_eq!((filed(3), filed(1)), (first + 2, first), "the battery was empty");
    hall.clock_jumps(400_000 * HOUR);
    hall.clock_jumps(3 * HOUR);
    // Too far ahead a device's day is over, and is not when the clock is put right.
    hall.clock_jumps(13 * HOUR);
    assert!(serving.post("/api/report", &token, &tap(4)).is(401).text().contains("time has run out for Tablet 1"));
    hall.clock_jumps(-13 * HOUR);
    assert_eq!((filed(4), filed(3), filed(1)), (first + 3, first + 2, first));
    let log = hall.json(&["log", "--device", "1"])["commands"].clone();
    let words: Vec<&str> = log.as_array().unwrap().iter().map(|entry| entry["request"].as_str().unwrap()).collect();
    assert_eq!(words, ["1", "2", "3", "4"]);
    hall.run(&["undo", "--any"]).ok().says("table 4");
    hall.run(&["check"]).ok();
}

#[test]
fn slips_whose_codes_lead_to_another_address_are_to_be_printed_again() {
    let hall = posted();
    let serving = Serving::of(&hall);
    for file in ["slips.html", "slips.csv"] {
        hall.run(&["slips", "-o", file]).ok();
    }
    let state = |file: &str| {
        let documents = hall.json(&["stale", "--all"])["documents"].as_array().unwrap().clone();
        documents.into_iter().find(|document| document["file"] == file).unwrap()["state"].clone()
    };
    assert_eq!(state("slips.html"), "true");
    let first = serving.address;
    assert_eq!(serving.close(), 0);
    assert_eq!(state("slips.html"), "true", "while the hall is closed, slips are paper");
    // Nobody gets that port again.
    let _taken = std::net::TcpListener::bind(first);
    let serving = Serving::of(&hall);
    assert_eq!((state("slips.html"), state("slips.csv")), (json!("wrong"), json!("true")));
    let again = "bughouse slips Open --round 1 -o slips.html";
    hall.run(&["stale"]).ok().says(&serving.address.to_string()).says(again);
    // What is printed without codes meanwhile makes those that lie on the tables no better.
    assert_eq!(serving.close(), 0);
    hall.run(&["slips", "-o", "bare.html"]).ok();
    let serving = Serving::of(&hall);
    assert_eq!((state("slips.html"), state("bare.html")), (json!("wrong"), json!("true")));
    hall.run(&["slips", "--changed", "-o", "changed.html"]).ok();
    assert_eq!(state("changed.html"), "true");
    hall.run(&["slips", "--changed", "-o", "none.html"]).fails(1, "has changed since it was printed");
    let documents = hall.json(&["stale", "--all"])["documents"].to_string();
    assert!(!documents.contains("\"slips.html\""), "{documents}");
    drop(serving);
}

#[test]
fn a_taken_port_is_passed_over_and_closing_is_clean() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let port = serving.address.port().to_string();
    let other = Hall::with_teams(2);
    let second = Serving::with(&other, &["--port", &port]);
    assert_ne!(second.address.port(), serving.address.port());
    assert!(hall.json(&["device", "add", "Tablet 1", "--role", "captain"])["url"].as_str().unwrap().contains(&port));
    assert_eq!(serving.close(), 0);
    assert!(!hall.path("spring.bughouse-wal").exists());
    hall.run(&["device", "add", "Tablet 2", "--role", "captain"]).ok().says("the hall is not open yet");
}
