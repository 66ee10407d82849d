//! What becomes of a report: it falls with its pairing, it outlives the next round until it is settled, and its answer says what is on file.

use super::hall::Hall;
use super::serving_client::Serving;
use super::serving_reports::{TAP, posted, send, tap};
use bughouse::hall::codes;
use serde_json::{Value, json};

fn reported(hall: &Hall) -> Vec<Value> {
    hall.json(&["reports"])["reports"].as_array().expect("a list").clone()
}

#[test]
fn a_report_falls_with_the_pairing_that_it_was_of() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let post = |body: Value| serving.post("/api/report", &token, &body).is(200).json();
    post(tap(1, "1-0", "first", "a"));
    post(tap(3, "1-0", "first", "b"));
    hall.run(&["pairing", "swap", "Team 5", "Team 6"]).ok().says("report 1 for table 1 (1-0) was dropped");
    assert_eq!(reported(&hall).iter().map(|report| report["table"].clone()).collect::<Vec<_>>(), [3]);
    hall.run(&["reports", "accept", "1"]).fails(2, "no report 1 is waiting");
    post(tap(2, "0-1", "second", "c"));
    hall.run(&["undo"]).ok().says("report 3 for table 2 (0-1) was dropped");
    hall.run(&["unpair"]).ok().says("report 2 for table 3 (1-0) was dropped");
    hall.run(&["undo"]).ok();
    assert!(reported(&hall).is_empty());
}

#[test]
fn a_report_is_dropped_by_nothing_but_a_rejection() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let chief = serving.enrol(&hall, "Chief", &["--role", "floor-chief"]);
    serving.post("/api/report", &chief, &tap(1, "1-0", "first", "a")).is(200);
    let origin = format!("http://{}", serving.address);
    let cookie = format!("hall={chief}");
    let headers = [("Origin", origin.as_str()), ("Cookie", cookie.as_str())];
    let form = codes::of_form(&chief, "desk");
    let settled = |what: &str| {
        serving.ask("POST", "/desk", &headers, format!("report=1&do={what}&form={form}&request={what}").as_bytes())
    };
    settled("acept").is(400);
    assert_eq!(reported(&hall).len(), 1);
    settled("reject").is(200);
    assert!(reported(&hall).is_empty());
    // Who comes second is answered so.
    let late = settled("accept").is(409).text();
    assert!(late.contains("Something has changed") && late.contains("No report 1 is waiting"), "{late}");
    assert!(late.contains("Open the reports again"), "{late}");
}

#[test]
fn a_dispute_goes_with_its_table_into_another_section() {
    let hall = posted("officials");
    hall.run(&["section", "add", "Novice"]).ok();
    hall.enter_teams("Novice", 11..=14);
    hall.run(&["pair", "Novice"]).ok();
    hall.run_with(&["enter"], "1 1-0\n2 1-0\n3 1-0\n4 1-0\n5 1-0\n6 1-0\n").ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let seen = json!({ "table": 5, "result": "0-1", "expect": "1-0", "request": "a" });
    assert_eq!(serving.post("/api/report", &token, &seen).is(200).json()["state"], "disputed");
    hall.run(&["section", "merge", "Novice", "Open"]).ok();
    assert_eq!(reported(&hall)[0]["section"], "Open");
    hall.run(&["pair", "Open"]).fails(1, "table 5 (0-1, disputed)");
    hall.run(&["undo"]).ok();
    assert_eq!(reported(&hall)[0]["section"], "Novice");
    hall.run(&["redo"]).ok();
    hall.run(&["reports", "accept", "1"]).ok();
    assert_eq!(result_of(&hall, 5), "0-1");
}

#[test]
fn the_code_on_a_slip_is_dead_once_other_teams_sit_there() {
    let hall = posted("self");
    let serving = Serving::of(&hall);
    let code = hall.json(&["slips"])["slips"][0]["door"]["code"].as_str().expect("a code").to_owned();
    let page = |code: &str| serving.ask("GET", &format!("/s/{code}"), &[], b"");
    page(&code).is(200);
    hall.run(&["pairing", "swap", "Team 5", "Team 6"]).ok();
    page(&code).is(401);
    let body = json!({ "table": 1, "result": "1-0", "side": "first", "slip": code, "request": "a" });
    serving.ask("POST", "/api/report", &[], body.to_string().as_bytes()).is(401);
    hall.run(&["undo"]).ok();
    page(&code).is(200);
}

#[test]
fn the_next_round_waits_until_a_dispute_is_settled() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    hall.run_with(&["enter"], "1 1-0\n2 1-0\n3 1-0\n4 1-0\n").ok();
    let seen = json!({ "table": 1, "result": "0-1", "expect": "1-0", "request": "a" });
    assert_eq!(serving.post("/api/report", &token, &seen).is(200).json()["state"], "disputed");
    for words in [&["pair"][..], &["round"]] {
        hall.run(words)
            .fails(1, "the next round of Open is held up by a dispute: reported from the floor, not filed: table 1 (0-1, disputed)")
            .says("bughouse reports; to pair by what's on file: bughouse pair Open --anyway");
    }
    hall.run(&["pair", "--anyway"]).ok().says("table 1 (0-1, disputed): bughouse reports");
    hall.run(&["status"]).ok().says("table 1 (round 1) is disputed: bughouse reports");
    hall.run(&["reports"]).ok().says("1 (round 1)");
    // The table of the new round is another match.
    let now = json!({ "table": 1, "result": "1/2", "request": "b" });
    assert_eq!(serving.post("/api/report", &token, &now).is(200).json()["state"], "filed");
    hall.run(&["reports", "accept", "1"]).ok();
    assert_eq!(hall.json(&["pairings", "--round", "1"])["pairings"][0]["results"][0]["result"], "0-1");
    assert!(reported(&hall).is_empty());
}

#[test]
fn a_result_that_is_missing_but_was_reported_is_named_where_the_round_is_refused() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    hall.run_with(&["enter"], "1 1-0\n2 1-0\n4 1-0\n").ok();
    serving.post("/api/report", &token, &tap(3, "0-1", "first", "a")).is(200);
    hall.run(&["pair"])
        .fails(1, "table 3")
        .says("reported from the floor, not filed: table 3 (0-1): bughouse reports; ");
    hall.run(&["pair", "--anyway"]).ok().says("reported from the floor, not filed: table 3 (0-1): bughouse reports");
    assert_eq!(reported(&hall)[0]["round"], 1);
}

#[test]
fn a_report_of_a_double_round_shows_its_match() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.run(&["section", "edit", "Open", "--reports", "witnessed"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    for number in [1, 2] {
        let body =
            json!({ "table": 2, "match": number, "result": "1-0", "side": "first", "request": number.to_string() });
        serving.post("/api/report", &token, &body).is(200);
    }
    hall.run(&["reports"]).ok().says(" 2.1 ").says(" 2.2 ");
}

/// A tap by the form, as a browser sends it; the text of the answer.
fn tapped(serving: &Serving, token: &str, table: u32, result: &str, how: Option<[&str; 2]>) -> String {
    let page = serving.get(&format!("/table/{table}?match=1&result={result}"), token).is(200).text();
    match how {
        None => send(serving, &page, &format!("/table/{table}"), Some(token), &TAP).is(200).text(),
        Some([board, by]) => {
            let message = format!("<input name=\"board\" value=\"{board}\"><input name=\"by\" value=\"{by}\">");
            let names: Vec<&str> = TAP.iter().copied().chain(["board", "by"]).collect();
            let page = page.replace("<select name=\"board\">", "").replace("<select name=\"by\">", "") + &message;
            send(serving, &page, &format!("/table/{table}"), Some(token), &names).is(200).text()
        }
    }
}

fn result_of(hall: &Hall, table: usize) -> Value {
    hall.json(&["pairings"])["pairings"][table - 1]["results"][0]["result"].clone()
}

#[test]
fn the_answer_to_a_second_board_shows_what_the_match_came_to() {
    let hall = Hall::under("fide-blitz-3");
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let first = tapped(&serving, &token, 1, "1-0", Some(["a", "mate"]));
    assert!(first.contains("<h1>Filed</h1>") && first.contains("Team 1 won"), "{first}");
    // Where both boards count, the second is no other result of the first.
    let second = tapped(&serving, &token, 1, "0-1", Some(["b", "mate"]));
    assert!(second.contains("<p class=\"big\">Drawn</p>") && second.contains("<h1>Filed</h1>"), "{second}");
    assert_eq!(result_of(&hall, 1), "1/2");
    assert!(reported(&hall).is_empty());
}

#[test]
fn the_answer_to_a_board_that_decides_nothing_says_that_the_match_goes_on() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let free = serving.get("/api/table/1", &token).json();
    assert_eq!(free["matches"][0]["boards"][0]["colours_known"], false, "nobody is directed to a colour: {free}");
    let page = tapped(&serving, &token, 1, "1/2", Some(["a", "repetition"]));
    assert!(page.contains("The match goes on") && page.contains("<h1>Board filed</h1>"), "{page}");
    assert_eq!(result_of(&hall, 1), Value::Null);
    // How a filed result came about is no other result.
    tapped(&serving, &token, 2, "1-0", None);
    let answer = tapped(&serving, &token, 2, "1-0", Some(["a", "mate"]));
    assert!(answer.contains("<h1>Filed</h1>"), "{answer}");
    assert_eq!(hall.json(&["pairings"])["pairings"][1]["results"][0]["board"], "a");
    assert!(reported(&hall).is_empty());
}

#[test]
fn an_answer_that_is_asked_for_again_shows_what_was_filed_and_what_is_on_file() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let page = serving.get("/table/1?match=1&result=1-0", &token).is(200).text();
    let tapped = || send(&serving, &page, "/table/1", Some(&token), &TAP).is(200).text();
    let filed = "<h1>Filed</h1>";
    let first = tapped();
    assert!(first.contains(filed) && !first.contains("Since then"), "{first}");
    hall.run(&["undo", "--any"]).ok();
    let again = tapped();
    assert!(again.contains(filed) && again.contains("This has since been taken back"), "{again}");
    hall.run(&["result", "1", "0-1"]).ok();
    let again = tapped();
    assert!(again.contains("This has since changed. On file: Team 5 won"), "{again}");
    assert!(again.contains("<p class=\"big\">Team 1 won</p>") && !again.contains("one board"), "{again}");
}

#[test]
fn a_replay_is_reported_at_the_table_of_its_tie() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "knockout", "--colours", "directed"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let directed = serving.get("/api/table/1", &token).json();
    assert_eq!(directed["matches"][0]["boards"][0]["colours_known"], true, "{directed}");
    let white = |page: &str| page.matches("P1a Alpha (White)").count();
    let page = serving.get("/table/1", &token).is(200).text();
    assert!(page.contains("Semifinals") && white(&page) == 1, "{page}");
    let other = serving.enrol(&hall, "Tablet 2", &["--role", "captain"]);
    let opened_before = serving.get("/table/1?match=1&result=1/2", &other).is(200).text();
    let differs = serving.get("/table/1?match=1&result=1-0", &other).is(200).text();
    let drawn = tapped(&serving, &token, 1, "1/2", None);
    assert!(drawn.contains("<h1>Filed</h1>") && drawn.contains("Drawn") && !drawn.contains("replay"), "{drawn}");
    // The same slip from another tablet is no drawn replay; tapped on the page of the replay it is one.
    let twice = send(&serving, &opened_before, "/table/1", Some(&other), &TAP).is(409).text();
    assert!(twice.contains("is already drawn, and its replay hasn&#39;t been played yet"), "{twice}");
    let differs = send(&serving, &differs, "/table/1", Some(&other), &TAP).is(409).text();
    assert!(differs.contains("is already drawn, and its replay hasn&#39;t been played yet"), "{differs}");
    let tap = serde_json::json!({ "table": 1, "result": "1/2", "request": "the same slip" });
    assert_eq!(serving.post("/api/report", &other, &tap).is(409).json()["error"]["current"], "1/2");
    assert!(tapped(&serving, &other, 1, "1/2", None).contains("<h1>Filed</h1>"));
    hall.run(&["status"]).ok().says("drawn twice");
    hall.run(&["undo", "--any"]).ok();
    let page = serving.get("/table/1", &token).is(200).text();
    assert!(page.contains("Semifinals · replay") && white(&page) == 0 && !page.contains("Filed:"), "{page}");
    let won = tapped(&serving, &token, 1, "0-1", None);
    assert!(won.contains("<h1>Filed</h1>") && won.contains("Team 4 won"), "{won}");
    assert_eq!(result_of(&hall, 1), "0-1");
}

#[test]
fn a_device_is_named_by_its_whole_name_also_when_it_is_shut_out() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    for name in ["Tablet 1", "Tablet 10"] {
        serving.enrol(&hall, name, &["--role", "captain"]);
    }
    let shut_out = || -> Vec<Value> {
        let devices = hall.json(&["device", "list"])["devices"].clone();
        devices.as_array().unwrap().iter().map(|device| device["revoked"].clone()).collect()
    };
    for _ in 0..2 {
        hall.run(&["device", "revoke", "Tablet 1"]).ok().says("Tablet 1 is shut out");
        assert_eq!(shut_out(), [true, false]);
    }
}

#[test]
fn the_tablet_of_an_official_who_was_removed_goes_on_under_its_own_name() {
    let hall = posted("officials");
    hall.run(&["official", "add", "Pat Lee", "--role", "scorekeeper"]).ok();
    hall.run(&["official", "add", "Pat Lee-Jones", "--role", "td"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper", "--official", "Pat Lee"]);
    let post = |table: u32| {
        let body = json!({ "table": table, "result": "1-0", "request": table.to_string() });
        serving.post("/api/report", &token, &body).is(200);
        hall.json(&["log", "--last", "1"])["commands"][0].clone()
    };
    assert_eq!(post(1)["official"], "Pat Lee");
    hall.run(&["official", "remove", "Pat Lee"]).ok().says(
        "Tablet 1 was enrolled for Pat Lee and now signs with its own name; to revoke its access: bughouse device revoke 1",
    );
    assert_eq!(hall.json(&["device", "list"])["devices"][0]["official"], Value::Null);
    assert!(serving.get("/hall", &token).text().contains("<p>Tablet 1 · scorekeeper</p>"));
    let by = post(2);
    assert_eq!((by["official"].clone(), by["device"]["name"].clone()), (Value::Null, json!("Tablet 1")));
    // Whom somebody names at the laptop is still somebody on the list.
    hall.run(&["result", "3", "1-0", "--as", "Nobody"]).fails(2, "there is no official \"Nobody\"");
}

#[test]
fn a_device_whose_section_is_gone_is_named() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Under 8"]).ok();
    hall.run(&["section", "add", "Under 10"]).ok();
    hall.run(&["device", "add", "Row B", "--role", "captain", "--section", "Under 8"]).ok();
    hall.run(&["device", "add", "Row C", "--role", "captain", "--section", "Under 10"]).ok();
    let both = ["--section", "Under 8", "--section", "Open", "--tables", "3-4"];
    hall.run(&[&["device", "add", "Row D", "--role", "scorekeeper"], &both[..]].concat()).ok();
    let anew = |name: &str, id: u32, serves: &str, role_and_sections: &str| {
        format!(
            "{name} covers {serves}; enroll it again: bughouse device revoke {id}, then bughouse device add \"{name}\" --role {role_and_sections}\n"
        )
    };
    hall.run(&["section", "merge", "Under 8", "Open", "--force"])
        .ok()
        .says(&anew("Row B", 1, "no sections now", "captain --section Open"))
        .says(&anew("Row D", 3, "only Open now", "scorekeeper --section Open --tables 3-4"));
    hall.run(&["device", "list"]).ok().says("no sections now");
    hall.run(&["section", "remove", "Under 10"]).ok().says(&anew(
        "Row C",
        2,
        "no sections now",
        "captain --section SECTION",
    ));
    hall.run(&["section", "split", "Open", "--size", "2", "--force"]).ok().says(&anew(
        "Row D",
        3,
        "no sections now",
        "scorekeeper --section \"Open 1\" --section \"Open 2\" --tables 3-4",
    ));
}

#[test]
fn a_chief_checks_teams_in_at_the_door() {
    let hall = Hall::with_teams(3);
    hall.run(&["section", "add", "Club"]).ok();
    hall.enter_teams("Club", 4..=4);
    let serving = Serving::of(&hall);
    let chief = serving.enrol(&hall, "Door", &["--role", "section-chief", "--section", "Open"]);
    let page = serving.get("/check-in", &chief).is(200).text();
    assert!(page.contains("0 here, 3 missing") && !page.contains("Team 4"), "{page}");
    let origin = format!("http://{}", serving.address);
    let cookie = format!("hall={chief}");
    let headers = [("Origin", origin.as_str()), ("Cookie", cookie.as_str())];
    let form = codes::of_form(&chief, "check-in");
    let sent = |team: u32, here: &str, request: &str| {
        let body = format!("team={team}&here={here}&form={form}&request={request}");
        serving.ask("POST", "/check-in", &headers, body.as_bytes())
    };
    for _ in 0..2 {
        let said = sent(2, "yes", "a").is(200).text();
        assert!(said.contains("Team 2 (2) is here") && said.contains("1 here, 2 missing"), "{said}");
    }
    sent(4, "yes", "b").is(403);
    sent(9, "yes", "c").is(404);
    let list = hall.json(&["log"]);
    assert_eq!(list["commands"].as_array().unwrap().last().unwrap()["device"]["name"], "Door");
    sent(2, "no", "d").is(200);
    assert_eq!(hall.json(&["check-in", "--list"])["missing"].as_array().map(Vec::len), Some(4));
}

/// What waits or is disputed, each with its state.
fn states(hall: &Hall) -> Vec<[String; 2]> {
    let text = |report: &Value, key: &str| report[key].as_str().expect("a text").to_owned();
    reported(hall).iter().map(|report| [text(report, "result"), text(report, "state")]).collect()
}

#[test]
fn a_report_is_open_again_once_what_settled_it_is_undone() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    hall.run_with(&["enter"], "1 1-0\n2 1-0\n4 1-0\n").ok();
    let disputes = |id: &str| {
        let seen = json!({ "table": 1, "result": "0-1", "expect": "1-0", "request": id });
        assert_eq!(serving.post("/api/report", &token, &seen).is(200).json()["state"], "disputed");
    };
    let disputed = [["0-1".to_owned(), "disputed".to_owned()]];
    disputes("a");
    hall.run(&["reports", "accept", "1"]).ok().says("(was 1-0)");
    assert!(reported(&hall).is_empty());
    hall.run(&["undo"]).ok().says("report 1 for table 1 (0-1) is pending again: bughouse reports");
    assert_eq!(states(&hall), disputed);
    hall.run_with(&["enter"], "3 1-0\n").ok();
    hall.run(&["pair"]).fails(1, "table 1 (0-1, disputed)");
    // What is put back settles it anew, and what is taken back once more opens it.
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(states(&hall), disputed);
    hall.run(&["redo"]).ok();
    assert!(reported(&hall).is_empty());
    hall.run(&["undo"]).ok();
    hall.run(&["reports", "reject", "1"]).ok();
    hall.run(&["undo"]).ok();
    assert!(reported(&hall).is_empty(), "what was rejected is no matter of another command");
}

#[test]
fn a_slip_typed_for_the_wrong_table_shows_what_it_settles_and_undo_has_it_wait_again() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    for table in [1, 2, 3] {
        serving.post("/api/report", &token, &tap(table, "0-1", "first", &table.to_string())).is(200);
    }
    let sentence = "table 1: the floor reported 0-1 (report 1); this settles it; to make it pending again:";
    hall.run(&["result", "1", "1-0"]).ok().says(sentence);
    hall.run(&["undo"]).ok();
    assert_eq!(serving.get("/api/table/1", &token).json()["matches"][0]["state"], "reported");
    assert!(!hall.run(&["result", "1", "0-1"]).ok().out.contains("the floor reported"));
    hall.run_with(&["enter"], "2 1-0\n").ok().says("table 2: the floor reported 0-1 (report 2)");
    hall.run_with(&["enter", "--each"], "3 1-0\nu\nq\n").ok().says("the floor reported 0-1").says("is pending again");
    assert_eq!(states(&hall), [["0-1".to_owned(), "reported".to_owned()]]);
}

#[test]
fn an_accepted_report_of_an_older_round_shows_what_it_changes() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    hall.run_with(&["enter"], "1 1-0\n2 1-0\n3 1-0\n4 1-0\n").ok();
    hall.run(&["pair"]).ok();
    let seen = json!({ "table": 1, "round": 1, "result": "0-1", "expect": "1-0", "request": "a" });
    assert_eq!(serving.post("/api/report", &token, &seen).is(200).json()["state"], "disputed");
    let said = hall.run(&["reports", "accept", "1"]).ok().says("(was 1-0)").says("standings changed");
    assert!(
        said.out.contains("round 2 is posted, has no results yet and would be paired differently now"),
        "{}",
        said.out
    );
}

#[test]
fn a_ruling_that_decides_a_match_settles_what_was_reported_of_it() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    serving.post("/api/report", &token, &tap(1, "1-0", "first", "a")).is(200);
    let child = hall.json(&["pairings"])["pairings"][0]["first"]["players"][0]["number"].to_string();
    let offence = ["ruling", "offence", "1", "--player", &child, "--offence", "clock-hand", "--penalty", "match"];
    hall.run(&[&offence[..], &["--reason", "again"]].concat()).ok().says("the floor reported 1-0 (report 1)");
    assert_eq!((reported(&hall).len(), hall.json(&["status"])["reports"].clone()), (0, json!(0)));
    hall.run(&["undo"]).ok().says("report 1 for table 1 (1-0) is pending again");
    assert_eq!(states(&hall), [["1-0".to_owned(), "reported".to_owned()]]);
}

#[test]
fn what_a_ruling_settled_waits_again_once_it_is_void_and_leaves_no_result() {
    let hall = posted("witnessed");
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    serving.post("/api/report", &token, &tap(1, "1-0", "first", "a")).is(200);
    serving.post("/api/report", &token, &tap(2, "1-0", "first", "b")).is(200);
    for (table, child) in [("1", "P1a"), ("2", "P2a")] {
        hall.run(&["rule", table, child, "other", "match", "again"]).ok().says("the floor reported 1-0");
    }
    let waits = [["1-0".to_owned(), "reported".to_owned()]];
    let void = |ruling: &str| hall.run(&["ruling", "void", ruling, "--reason", "wrong table"]).ok();
    void("1").says("report 1 for table 1 (1-0) is pending again: bughouse reports");
    assert_eq!(states(&hall), waits);
    hall.run(&["undo"]).ok();
    assert!(reported(&hall).is_empty());
    hall.run(&["redo"]).ok().says("report 1 for table 1 (1-0) is pending again");
    assert_eq!(states(&hall), waits);
    // What was filed meanwhile leaves nothing to wait for.
    hall.run(&["result", "1", "1-0"]).ok();
    assert!(reported(&hall).is_empty());
    void("2").says("report 2 for table 2 (1-0) is pending again");
    serving.post("/api/report", &token, &tap(2, "1-0", "second", "c")).is(200);
    assert!(reported(&hall).is_empty());
    assert_eq!(result_of(&hall, 2), "1-0");
}

#[test]
fn two_boards_that_both_count_are_two_reports_and_no_dispute() {
    let hall = Hall::under("fide-blitz-3");
    hall.run(&["section", "add", "Open"]).ok();
    hall.run(&["section", "edit", "Open", "--reports", "witnessed"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let report = |table: u32, [result, board, side]: [&str; 3], expect: Option<&str>| {
        let body = json!({
            "table": table, "result": result, "board": board, "by": "mate", "side": side, "expect": expect,
            "request": format!("{table}{board}{side}{result}"),
        });
        serving.post("/api/report", &token, &body).is(200).json()["state"].clone()
    };
    assert_eq!(report(1, ["1-0", "a", "first"], None), "reported");
    assert_eq!(report(1, ["0-1", "b", "first"], None), "reported");
    assert_eq!(report(1, ["1-0", "a", "second"], None), "filed");
    assert_eq!(states(&hall), [["0-1".to_owned(), "reported".to_owned()]]);
    assert_eq!(report(1, ["0-1", "b", "second"], Some("1-0")), "filed");
    assert_eq!((result_of(&hall, 1), reported(&hall).len()), (json!("1/2"), 0));
    // A slip that the desk types of one board leaves the other to be reported; a team that says otherwise is disputed.
    assert_eq!(report(2, ["1-0", "a", "first"], None), "reported");
    assert_eq!(report(2, ["1-0", "b", "first"], None), "reported");
    hall.run(&["result", "2", "1-0", "a", "mate"]).ok();
    assert_eq!(states(&hall), [["1-0".to_owned(), "reported".to_owned()]]);
    assert_eq!(report(2, ["0-1", "b", "second"], Some("1-0")), "disputed");
    hall.run(&["reports", "accept", "4"]).fails(2, "no report 4 is waiting");
    hall.run(&["result", "2", "1-0", "b", "mate"]).ok();
    assert!(reported(&hall).is_empty());
}

#[test]
fn a_report_of_the_other_board_waits_on_where_both_boards_count() {
    let hall = Hall::under("fide-blitz-3");
    hall.run(&["section", "add", "Open"]).ok();
    hall.run(&["section", "edit", "Open", "--reports", "witnessed"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let tap = |table: u32, board: &str, request: &str| json!({ "table": table, "result": "1-0", "board": board, "by": "mate", "side": "first", "request": request });
    serving.post("/api/report", &token, &tap(1, "b", "a")).is(200);
    serving.post("/api/report", &token, &tap(2, "a", "b")).is(200);
    let rule = |table: &str, child: &str| hall.run(&["rule", table, child, "hidden", "game"]).ok();
    assert!(!rule("1", "P1a").out.contains("the floor reported"));
    rule("2", "P2a").says("the floor reported 1-0 a mate (report 2)");
    assert_eq!(reported(&hall).iter().map(|report| report["table"].clone()).collect::<Vec<_>>(), [1]);
    hall.run(&["reports", "accept", "1"]).ok();
    assert_eq!(result_of(&hall, 1), "1/2");
}

#[test]
fn a_tap_replaces_no_board_that_ended_otherwise() {
    let hall = posted("officials");
    let serving = Serving::of(&hall);
    let captain = serving.enrol(&hall, "Tablet 1", &["--role", "captain"]);
    let chief = serving.enrol(&hall, "Chief", &["--role", "floor-chief"]);
    hall.run(&["result", "1", "1/2", "a", "flags"]).ok();
    let report =
        |id: &str| json!({ "table": 1, "result": "1-0", "board": "a", "by": "mate", "expect": null, "request": id });
    let refused = serving.post("/api/report", &captain, &report("a")).is(409).text();
    assert!(refused.contains("table 1 already has 1/2 a flags"), "{refused}");
    assert_eq!(serving.post("/api/report", &chief, &report("b")).is(200).json()["state"], "filed");
}
