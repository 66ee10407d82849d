//! A result's way from the floor: both teams tap, a team by its slip, two reports that differ, and who settles them. In a browser too.

use super::hall::Hall;
use super::serving_client::{Got, Serving};
use bughouse::hall::codes;
use serde_json::{Value, json};

pub fn posted(policy: &str) -> Hall {
    Hall::made(format!("reports {policy}"), || {
        let hall = Hall::with_teams(8);
        hall.run(&["section", "edit", "Open", "--reports", policy]).ok();
        hall.run(&["pair"]).ok();
        hall
    })
}

pub fn tap(table: u32, result: &str, side: &str, request: &str) -> Value {
    json!({ "table": table, "result": result, "side": side, "expect": null, "request": request })
}

/// The value of a hidden field of a page.
pub fn field(page: &str, name: &str) -> String {
    let at = page.find(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("no {name} in {page}"));
    let rest = &page[at + name.len() + 15..];
    rest[..rest.find('"').unwrap()].to_owned()
}

/// Sends the form of a page with all its hidden fields.
pub fn send(serving: &Serving, page: &str, to: &str, cookie: Option<&str>, names: &[&str]) -> Got {
    let fields: Vec<String> = names
        .iter()
        .map(|name| format!("{name}={}", field(page, name).replace('+', "%2B").replace('/', "%2F")))
        .collect();
    let origin = format!("http://{}", serving.address);
    let cookie = cookie.map(|token| format!("hall={token}"));
    let mut headers = vec![("Origin", origin.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
    headers.extend(cookie.as_deref().map(|cookie| ("Cookie", cookie)));
    serving.ask("POST", to, &headers, fields.join("&").as_bytes())
}

pub const TAP: [&str; 8] = ["table", "round", "match", "teams", "expect", "result", "form", "request"];

#[test]
fn both_teams_tap_before_a_witnessed_result_is_filed() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let post = |body: &Value| serving.post("/api/report", &token, body).is(200).json();
    let first = post(&tap(1, "1-0", "first", "a"));
    assert_eq!((first["state"].as_str(), first["command"].is_null()), (Some("reported"), true));
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 0);
    assert_eq!(serving.get("/api/table/1", &token).json()["matches"][0]["state"], "reported");
    // The same team twice is no witness.
    assert_eq!(post(&tap(1, "1-0", "first", "b"))["state"], "reported");
    assert_eq!(post(&tap(1, "1-0", "second", "c"))["state"], "filed");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 1);
    assert_eq!(hall.json(&["reports"])["reports"], json!([]));
}

#[test]
fn reports_that_differ_are_locked_and_settled_at_the_desk() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "floor-td"]);
    let chief = serving.enrol(&hall, "Chief", &["--role", "floor-chief"]);
    let post = |body: &Value| serving.post("/api/report", &token, body);
    post(&tap(1, "1-0", "first", "a")).is(200);
    let disputed = post(&tap(1, "0-1", "second", "b")).is(200).json();
    assert_eq!(disputed["state"], "disputed");
    post(&tap(1, "0-1", "second", "c")).is(409);
    hall.run(&["status"]).ok().says("table 1 is disputed: bughouse reports");
    let reports = hall.json(&["reports"]);
    assert_eq!(reports["reports"].as_array().unwrap().len(), 2);
    assert_eq!(reports["reports"][0]["state"], "disputed");
    if let Some(said) = hall.at_a_terminal(&["enter"], "q\n") {
        said.ok().says("table 1 is disputed");
    }
    let page = serving.get("/desk", &chief).is(200).text();
    assert!(page.contains("the reports differ"), "{page}");
    serving.get("/desk", &token).is(403);
    hall.run(&["reports", "accept", &disputed["report"].to_string()]).ok();
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "0-1");
    assert_eq!(hall.json(&["reports"])["reports"], json!([]));
    hall.run(&["reports", "accept", "1"]).fails(2, "no report 1 is waiting");
    // Against what is filed, too: it is kept, and replaces nothing.
    let seen = json!({ "table": 1, "result": "1-0", "expect": "0-1", "request": "d" });
    let kept = post(&seen).is(200).json();
    assert_eq!(kept["state"], "disputed");
    let page = serving.get("/table/1", &token).is(200).text();
    assert!(page.contains("The reports differ") && page.contains("On file: "), "{page}");
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "0-1");
    hall.run(&["reports", "reject", &kept["report"].to_string(), "--note", "slip says 0-1"]).ok();
    assert_eq!(serving.post("/api/report", &chief, &seen).is(200).json()["state"], "filed");
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
    // What the desk enters by itself settles what was reported.
    post(&tap(2, "1-0", "first", "e")).is(200);
    hall.run(&["result", "2", "0-1"]).ok();
    assert_eq!(hall.json(&["reports"])["reports"], json!([]));
}

#[test]
fn reports_differ_by_the_board_and_by_how_it_ended_too() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "floor-td"]);
    let says = |table, side: &str, more: Value, id: &str| {
        let mut report = tap(table, "1-0", side, id);
        report.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serving.post("/api/report", &token, &report).is(200).json()["state"].as_str().unwrap().to_owned()
    };
    assert_eq!(says(1, "first", json!({ "board": "A", "by": "mate" }), "a"), "reported");
    assert_eq!(says(1, "second", json!({ "board": "b" }), "b"), "disputed");
    hall.run(&["reports"]).ok().says("1-0 a mate").says("1-0 b");
    let page = serving.get("/table/1", &token).is(200).text();
    assert!(page.contains("won (a mate)") && page.contains("won (b)"), "{page}");
    // What one leaves out the other says.
    assert_eq!(says(2, "first", json!({ "board": "b" }), "c"), "reported");
    assert_eq!(says(2, "second", json!({ "by": "mate" }), "d"), "filed");
    let pairings = hall.json(&["pairings"]);
    let board = &pairings["pairings"][1]["results"][0];
    assert_eq!(
        (&board["result"], &board["board"], &board["by"]),
        (&json!("1-0"), &json!("b"), &json!("mate")),
        "{pairings}"
    );
}

#[test]
fn an_accepted_report_is_filed_with_what_others_that_agree_have_reported() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "floor-td"]);
    let says = |more: Value, id: &str| {
        let mut report = tap(1, "1-0", "first", id);
        report.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serving.post("/api/report", &token, &report).is(200).json()["report"].to_string()
    };
    let bare = says(json!({}), "a");
    says(json!({ "board": "a", "by": "mate" }), "b");
    hall.run(&["reports", "accept", &bare]).ok();
    let board = &hall.json(&["pairings"])["pairings"][0]["results"][0];
    assert_eq!((&board["result"], &board["board"], &board["by"]), (&json!("1-0"), &json!("a"), &json!("mate")));
    assert_eq!(hall.json(&["reports"])["reports"], json!([]));
}

#[test]
fn a_slip_that_agrees_with_the_file_settles_what_was_reported_against_it() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    for (at, table) in [1, 2, 3].into_iter().enumerate() {
        hall.run(&["result", &table.to_string(), "1-0"]).ok();
        let seen = json!({ "table": table, "result": "0-1", "expect": "1-0", "request": at.to_string() });
        assert_eq!(serving.post("/api/report", &token, &seen).is(200).json()["state"], "disputed");
    }
    let disputed = |hall: &Hall| hall.json(&["status"])["disputed"].clone();
    let commands = || hall.json(&["log"])["commands"].as_array().unwrap().len();
    let before = commands();
    hall.run(&["result", "1", "1-0", "--dry-run"]).ok();
    assert_eq!(disputed(&hall), "tables 1, 2, 3 are disputed");
    hall.run(&["result", "1", "1-0"]).ok().says("already recorded, which settles the reports");
    assert_eq!(disputed(&hall), "tables 2, 3 are disputed");
    hall.run_with(&["enter"], "2 1-0\n").ok().says("1 already recorded");
    assert_eq!(disputed(&hall), "table 3 is disputed");
    hall.run_with(&["enter", "--each"], "3 1-0\nq\n").ok().says("which settles the reports");
    assert_eq!((disputed(&hall), hall.json(&["reports"])["reports"].clone()), (json!(null), json!([])));
    assert_eq!(commands(), before, "nothing in the file was changed");
}

#[test]
fn a_result_is_entered_in_two_taps_and_a_confirmation_without_scripts() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let other = serving.enrol(&hall, "Tablet 2", &["--role", "scorekeeper"]);
    assert!(serving.get("/hall", &token).is(200).text().contains("/table/1"));
    let page = serving.get("/table/1", &token).is(200).text();
    assert!(page.contains("P1a Alpha") && page.contains("won"), "{page}");
    let confirm = serving.get("/table/1?match=1&result=1-0", &token).is(200).text();
    assert!(confirm.contains("Yes, "), "{confirm}");
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 0, "nothing changes by GET");
    // The form is of the device that was shown it.
    send(&serving, &confirm, "/table/1", Some(&other), &TAP).is(403);
    let answer = send(&serving, &confirm, "/table/1", Some(&token), &TAP).is(200);
    assert!(answer.text().contains("Filed"), "{}", answer.text());
    // Sent again it is the same request.
    assert!(send(&serving, &confirm, "/table/1", Some(&token), &TAP).is(200).text().contains("Filed"));
    assert_eq!(hall.json(&["log", "--device", "1"])["commands"].as_array().unwrap().len(), 1);
    // A page that was left open replaces nothing.
    let stale = serving.get("/table/2?match=1&result=0-1", &token).is(200).text();
    hall.run(&["result", "2", "1-0"]).ok();
    let late = send(&serving, &stale, "/table/2", Some(&token), &TAP).is(409).text();
    assert!(late.contains("Another result is on file"), "{late}");
    serving.ask("GET", "/hall", &[], b"").is(401);
    serving.ask("GET", "/table/1", &[], b"").is(401);
    let style = serving.ask("GET", "/style.css", &[], b"").is(200);
    assert_eq!(style.header("content-type"), Some("text/css; charset=utf-8"));
    serving.ask("GET", "/hall.js", &[], b"").is(200);
}

#[test]
fn a_team_reports_by_the_code_on_its_slip_until_that_is_dead() {
    let hall = posted("self");
    let serving = Serving::of(&hall);
    let slips = hall.json(&["slips"]);
    let code = slips["slips"]
        .as_array()
        .unwrap()
        .iter()
        .find(|slip| slip["table"] == 1)
        .and_then(|slip| slip["door"]["code"].as_str())
        .unwrap_or_else(|| panic!("{slips}"))
        .to_owned();
    let post = |body: Value| serving.ask("POST", "/api/report", &[], body.to_string().as_bytes());
    let slip = |table: u32, side: &str, request: &str, code: &str| json!({ "table": table, "result": "1-0", "side": side, "slip": code, "request": request });
    post(slip(1, "first", "a", "AAAAAAAA")).is(401);
    post(slip(2, "first", "b", &code)).is(401);
    // A code shows the match that it is worth, and is distinguished from a device that is not in.
    let asked = serving.ask("GET", &format!("/s/{code}?match=2&result=1-0"), &[], b"").is(200).text();
    assert_eq!(field(&asked, "match"), "1");
    let unknown = serving.ask("GET", "/s/AAAABBBB", &[], b"").is(401).text();
    assert!(unknown.contains("This code does not work") && !unknown.contains("/join"), "{unknown}");
    // The page that the QR opens, and its form.
    let confirm = serving.ask("GET", &format!("/s/{code}?match=1&result=1-0"), &[], b"").is(200).text();
    let fields = ["table", "round", "match", "teams", "expect", "result", "form", "request", "side"];
    assert!(confirm.contains("Which team are you?"), "{confirm}");
    let answer = send(&serving, &confirm, &format!("/s/{code}"), None, &fields).is(200);
    assert!(answer.text().contains("Waiting for the other team"), "{}", answer.text());
    // The same phone as the other team is no confirmation.
    let cookie = answer.header("set-cookie").and_then(|set| set.split(';').next()).expect("a cookie").to_owned();
    let again = serving.ask("GET", &format!("/s/{code}?match=1&result=1-0"), &[("Cookie", &cookie)], b"").text();
    let other = again.replacen("value=\"first\"", "value=\"second\"", 1);
    let origin = format!("http://{}", serving.address);
    let with = [
        ("Origin", origin.as_str()),
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Cookie", cookie.as_str()),
    ];
    let body = fields.map(|name| format!("{name}={}", field(&other, name))).join("&");
    assert!(body.ends_with("side=second"), "{body}");
    let own = serving.ask("POST", &format!("/s/{code}"), &with, body.as_bytes()).is(200).text();
    assert!(own.contains("Waiting for the other team"), "{own}");
    assert_eq!(hall.json(&["reports"])["reports"].as_array().unwrap().len(), 1);
    assert_eq!(post(slip(1, "second", "c", &code)).is(200).json()["state"], "filed");
    post(slip(1, "second", "d", &code)).is(409);
    let log = hall.json(&["log", "--last", "1"]);
    assert!(log["commands"][0]["device"].is_null());
    hall.run(&["log", "--last", "1"]).ok().says("a team, from its slip");
    // It is not the laptop's own.
    let command = log["commands"][0]["command"].to_string();
    hall.run(&["undo"])
        .fails(1, &format!("the latest command, {command} ("))
        .says("was given by a team, from its slip: bughouse undo --any");
    hall.run(&["undo", "--any"]).ok().says(&format!("took back command {command} "));
}

/// The code on the slip of the first table.
fn code_of_first(hall: &Hall) -> String {
    hall.json(&["slips"])["slips"][0]["door"]["code"].as_str().expect("a code").to_owned()
}

/// The form of a slip's page, filled in by hand.
fn by_hand(serving: &Serving, code: &str, given: &[(&str, &str)], cookie: &str) -> Got {
    let form = codes::of_form(code, "slip");
    let known = [("table", "1"), ("round", "1"), ("match", "1"), ("teams", "1-5"), ("expect", "none")];
    let more = [("result", "1-0"), ("form", form.as_str()), ("request", "by-hand")];
    let is_given = |name: &str| given.iter().any(|(given, _)| *given == name);
    let fields: Vec<String> = known
        .iter()
        .chain(&more)
        .filter(|(name, _)| !is_given(name))
        .chain(given)
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let origin = format!("http://{}", serving.address);
    let headers =
        [("Origin", origin.as_str()), ("Content-Type", "application/x-www-form-urlencoded"), ("Cookie", cookie)];
    serving.ask("POST", &format!("/s/{code}"), &headers, fields.join("&").as_bytes())
}

#[test]
fn who_shows_no_good_code_sees_no_table_whatever_is_sent() {
    let hall = posted("self");
    let serving = Serving::with(&hall, &["--public", "no"]);
    for expected in [("result", "x"), ("side", "third"), ("board", "c"), ("by", "x"), ("expect", "x"), ("request", "")]
    {
        let page = by_hand(&serving, "AAAAAAAA", &[expected], "").is(400).text();
        // What to do is done on the phone.
        assert!(
            !page.contains("Table 1") && page.to_lowercase().contains("open the table again"),
            "{expected:?} {page}"
        );
    }
    by_hand(&serving, "AAAAAAAA", &[], "").is(401);
}

#[test]
fn a_phone_whose_tap_was_refused_has_not_spoken_for_a_team() {
    let hall = posted("self");
    let serving = Serving::of(&hall);
    let code = code_of_first(&hall);
    for (status, expected) in [
        (400, &[("side", "first; Domain=elsewhere")][..]),
        (422, &[("side", "second"), ("board", "a"), ("by", "agreement")]),
        (409, &[("side", "second"), ("teams", "1-2")]),
    ] {
        let refused = by_hand(&serving, &code, expected, "").is(status);
        assert_eq!(refused.header("set-cookie"), None, "{expected:?}");
    }
    let taken = by_hand(&serving, &code, &[("side", "first")], "").is(200);
    assert!(taken.header("set-cookie").is_some_and(|set| set.contains("=first;")));
    assert_eq!(hall.json(&["reports"])["reports"][0]["side"], "first");
}

#[test]
fn an_enrolled_device_goes_by_its_role_also_with_a_slip() {
    let hall = posted("self");
    let serving = Serving::of(&hall);
    let screen = serving.enrol(&hall, "Screen", &["--role", "screen"]);
    let refused = by_hand(&serving, &code_of_first(&hall), &[("side", "first")], &format!("hall={screen}")).is(403);
    assert!(refused.text().contains("may not do this"), "{}", refused.text());
    assert_eq!(hall.json(&["reports"])["reports"], json!([]));
}

#[test]
fn what_the_rulebook_refuses_waits_for_nobody() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let post = |body: Value| serving.post("/api/report", &token, &body);
    // A match that is won was not drawn by agreement.
    let agreed = |side: &str, request: &str| json!({ "table": 1, "result": "1-0", "board": "a", "by": "agreement", "side": side, "request": request });
    post(agreed("first", "a")).is(422);
    assert_eq!(hall.json(&["reports"])["reports"], json!([]));
    post(tap(1, "0-1", "first", "b")).is(200);
    post(agreed("second", "c")).is(422);
    assert_eq!(hall.json(&["reports"])["reports"][0]["state"], "reported");
}

#[test]
fn the_public_pages_are_those_of_publish_and_a_screen_follows() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let page = serving.ask("GET", "/", &[], b"").is(200);
    let etag = page.header("etag").unwrap().to_owned();
    serving.ask("GET", "/", &[("If-None-Match", &etag)], b"").is(304);
    for path in ["/index.html", "/section/1", "/section-1-round-1.html", "/team/3", "/players.html"] {
        let page = serving.ask("GET", path, &[], b"").is(200).text();
        for address in page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(address.starts_with(['/', '#']), "{address} on {path} is read from there");
        }
    }
    serving.ask("GET", "/section/9", &[], b"").is(404);
    serving.ask("GET", "/../spring.bughouse", &[], b"").is(404);
    let zipped = serving.ask("GET", "/", &[("Accept-Encoding", "gzip")], b"").is(200);
    assert_eq!((zipped.header("content-encoding"), &zipped.bytes[..2]), (Some("gzip"), &[0x1f, 0x8b][..]));
    assert!(serving.ask("GET", "/screen/1", &[], b"").is(200).text().contains("Team 1"));
    hall.run(&["team", "edit", "1", "--name", "<script>alert(1)</script>"]).ok();
    for path in ["/screen/1", "/section/1", "/teams.html"] {
        let asked = std::time::Instant::now();
        // While new pages are made, the last ones are shown.
        let page = loop {
            let page = serving.ask("GET", path, &[], b"").is(200).text();
            assert!(!page.contains("<script>alert"), "{path}");
            if page.contains("script") && page.contains("alert(1)") || asked.elapsed().as_secs() > 60 {
                break page;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        };
        assert!(page.contains("&#60;script&#62;") || page.contains("&lt;script&gt;"), "{path}: {page}");
    }
    let joined = serving.ask("GET", "/join/ABCDEFGH", &[], b"").is(200).text();
    assert!(joined.contains("ABCDEFGH"));
}

#[test]
fn a_browser_joins_by_the_form_and_keeps_a_cookie() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let code = hall.json(&["device", "add", "Tablet 1", "--role", "captain"])["code"].as_str().unwrap().to_owned();
    let page = serving.ask("GET", &format!("/join/{code}"), &[], b"").is(200).text();
    let joined = send(&serving, &page, "/join", None, &["code", "form"]).is(200);
    let cookie = joined.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert!(joined.text().contains("Tablet 1"), "{}", joined.text());
    serving.ask("GET", "/hall", &[("Cookie", &cookie)], b"").is(200);
    assert!(
        send(&serving, &page, "/join", None, &["code", "form"])
            .is(401)
            .text()
            .contains("This code is wrong or has expired")
    );
}

#[test]
fn a_restore_leaves_what_is_no_fact_of_the_event() {
    let hall = posted("witnessed");
    std::fs::create_dir(hall.path("stick")).unwrap();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    let bad = serving.enrol(&hall, "Bad Tablet", &["--role", "desk"]);
    hall.run(&["backup", "mine.bak"]).ok();
    hall.run(&["device", "revoke", "bad"]).ok();
    hall.run(&["backup", "--folder", "stick"]).ok();
    let post = |body: &Value| serving.post("/api/report", &token, body).is(200).json()["state"].clone();
    assert_eq!(post(&tap(1, "1-0", "first", "a")), "reported");
    assert_eq!([post(&tap(2, "1-0", "first", "b")), post(&tap(2, "1-0", "second", "c"))], ["reported", "filed"]);
    let said = hall.json(&["restore", "mine.bak"]);
    assert_eq!(said["commands_not_in_it"].as_array().map(Vec::len), Some(1), "{said}");
    // Who was shut out stays out, and the stick is where backups go.
    serving.get("/api/state", &bad).is(401);
    serving.get("/api/state", &token).is(200);
    assert!(hall.json(&["backup"])["backup"].as_str().unwrap().contains("stick"));
    // What was reported waits; so does what the lost command had filed.
    let waiting = |hall: &Hall| {
        let reply = hall.json(&["reports"])["reports"].clone();
        reply.as_array().unwrap().iter().map(|report| report["table"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(waiting(&hall), [1, 2, 2]);
    // Back in the state that has the result, nothing of that table waits.
    hall.run(&["restore", said["kept"].as_str().unwrap()]).ok();
    assert_eq!(waiting(&hall), [1]);
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 1);
    // Of a round that is lost nothing waits for the one that is paired in its place.
    hall.run(&["backup", "one.bak"]).ok();
    (1..=4).for_each(|table| _ = hall.run(&["result", &table.to_string(), "1-0", "--replace"]).ok());
    hall.run(&["pair"]).ok();
    let table = hall.json(&["pairings"])["pairings"][0]["table"].as_u64().unwrap();
    assert_eq!(post(&tap(u32::try_from(table).unwrap(), "1-0", "first", "d")), "reported");
    hall.run(&["restore", "one.bak"]).ok();
    (1..=4).for_each(|table| _ = hall.run(&["result", &table.to_string(), "0-1", "--replace"]).ok());
    hall.run(&["pair"]).ok();
    assert_eq!(waiting(&hall), [] as [u64; 0]);
    drop(serving);
    // A whole file is as it was; that is reported.
    std::fs::remove_file(hall.path("spring.bughouse")).unwrap();
    hall.run(&["-f", "spring.bughouse", "restore", "mine.bak"]).ok().says("shut out since: bughouse device list");
}

#[test]
fn a_restore_hands_the_hall_back_to_nobody() {
    let hall = posted("witnessed");
    let epoch = |serving: &Serving, token: &str| serving.get("/api/state", token).is(200).json()["epoch"].clone();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    hall.run(&["backup", "mine.bak"]).ok();
    serving.close();
    let serving = Serving::with(&hall, &["--take-over", "--force"]);
    assert_eq!(epoch(&serving, &token), 2);
    serving.close();
    hall.run(&["restore", "mine.bak"]).ok();
    assert_eq!(epoch(&Serving::of(&hall), &token), 2);
}

#[test]
fn a_blank_of_an_earlier_round_is_entered_by_those_who_may_and_in_its_round() {
    let hall = posted("officials");
    for table in ["1", "3", "4"] {
        hall.run(&["result", table, "1-0"]).ok();
    }
    hall.run(&["pair", "--anyway"]).ok();
    let serving = Serving::of(&hall);
    let [keeper, captain] = ["scorekeeper", "captain"].map(|role| serving.enrol(&hall, role, &["--role", role]));
    let link = "/table/2?round=1";
    assert!(serving.get("/hall", &keeper).is(200).text().contains(link));
    assert!(!serving.get("/hall", &captain).is(200).text().contains(link));
    let page = serving.get(link, &keeper).is(200).text();
    assert!(page.contains("This is an earlier round.") && !page.contains("/ruling"), "{page}");
    assert_eq!(field(&page, "round"), "1");
    let captains = serving.get(link, &captain).is(200).text();
    assert_eq!(field(&captains, "round"), "2", "a captain has to do with the latest round alone");
    let confirm = serving.get(&format!("{link}&match=1&result=0-1"), &keeper).is(200).text();
    assert!(
        confirm.contains("This is an earlier round.") && confirm.contains("href=\"/table/2?round=1\""),
        "{confirm}"
    );
    let shown = send(&serving, &confirm, "/table/2", Some(&keeper), &TAP).is(200).text();
    assert!(shown.contains("Filed"), "{shown}");
    assert_eq!(hall.json(&["pairings", "--round", "1"])["pairings"][1]["results"][0]["result"], "0-1");
    let log = hall.json(&["log"]);
    assert_eq!(
        log["commands"].as_array().unwrap().last().unwrap()["words"],
        "result 2 0-1 --round 1 --match 1 --expect none"
    );
    // What is filed there is corrected by no scorekeeper, and the other round's table 2 is as it was.
    let again = json!({ "table": 2, "round": 1, "result": "1-0", "request": "again" });
    assert_eq!(serving.post("/api/report", &keeper, &again).is(200).json()["state"], "disputed");
    assert_eq!(serving.get("/api/table/2", &keeper).json()["matches"][0]["state"], "open");
    assert_eq!(serving.get("/api/table/2?round=1", &keeper).json()["matches"][0]["result"], "0-1");
    hall.run(&["reports", "reject", "1"]).ok();
    assert!(!serving.get("/hall", &keeper).is(200).text().contains(link));
}

#[test]
fn opposite_reports_are_a_dispute_however_old_the_second_page_is() {
    let hall = posted("officials");
    hall.run(&["official", "add", "Ann Pat", "--role", "floor-td"]).ok();
    let serving = Serving::of(&hall);
    let one = serving.enrol(&hall, "Tablet 1", &["--role", "floor-td", "--official", "Ann Pat"]);
    let other = serving.enrol(&hall, "Tablet 2", &["--role", "scorekeeper"]);
    let chief = serving.enrol(&hall, "Tablet 3", &["--role", "floor-chief"]);
    // Both pages were opened before anything was filed.
    let page = serving.get("/table/1?match=1&result=0-1", &other).is(200).text();
    serving.post("/api/report", &one, &json!({ "table": 1, "result": "1-0", "request": "a" })).is(200);
    let answer = send(&serving, &page, "/table/1", Some(&other), &TAP).is(200).text();
    let by = format!("filed by Ann Pat on Tablet 1, {}", clock());
    assert!(answer.contains("The reports differ") && answer.contains(&by), "{answer}");
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0", "what is filed stands");
    let body = hall.json(&["reports"])["reports"][0].clone();
    assert_eq!(
        (&body["result"], &body["state"], &body["device"]["name"]),
        (&json!("0-1"), &json!("disputed"), &json!("Tablet 2"))
    );
    assert_eq!((&body["filed"]["official"], &body["filed"]["device"]["name"]), (&json!("Ann Pat"), &json!("Tablet 1")));
    hall.run(&["reports"]).ok().says(&by).says("Tablet 2, ");
    for address in ["/desk", "/table/1"] {
        let page = serving.get(address, &chief).is(200).text();
        assert!(page.contains(&by) && page.contains("Tablet 2"), "{page}");
    }
    // A chief's old page files nothing either; the same result from an old page is no disagreement.
    let tap = |table: u32, result: &str, id: &str| json!({ "table": table, "result": result, "request": id });
    serving.post("/api/report", &one, &tap(2, "1-0", "b")).is(200);
    serving.post("/api/report", &other, &tap(2, "1-0", "c")).is(200);
    let state = |got: Got| got.is(200).json()["state"].clone();
    assert_eq!(state(serving.post("/api/report", &chief, &tap(2, "0-1", "d"))), "disputed");
    assert_eq!(hall.json(&["pairings"])["pairings"][1]["results"][0]["result"], "1-0");
    // What the desk has decided is not doubted by a page that did not show it.
    hall.run(&["reports", "accept", &body["report"].to_string()]).ok();
    serving.post("/api/report", &one, &tap(1, "1-0", "e")).is(409);
}

/// The hour as the pages show it: morning and afternoon alike.
fn clock() -> String {
    chrono::Local::now().format("%-I:").to_string()
}
