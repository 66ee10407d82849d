//! Other desks: a second laptop with `--server`, as two processes in two folders.

use super::hall::{Hall, Said};
use super::serving_client::Serving;
use chrono::Local;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};

/// A hall that is open, and a laptop across the room.
struct Room {
    hall: Hall,
    desk: Hall,
    serving: Serving,
}

impl Room {
    /// Eight teams, round 1 posted, and a desk for Pat Lee.
    fn posted() -> Self {
        let hall = Hall::with_teams(8);
        hall.run(&["official", "add", "Pat Lee", "--role", "td"]).ok();
        hall.run(&["official", "add", "Ana Ruiz", "--role", "td"]).ok();
        hall.run(&["pair"]).ok();
        let serving = Serving::of(&hall);
        let room = Self { hall, desk: Hall::empty(), serving };
        let code = room.code("Back room", &["--official", "Pat Lee"]);
        room.run(&["join", &code]).ok().says("this laptop is Back room").says("for Pat Lee");
        room
    }

    fn code(&self, name: &str, options: &[&str]) -> String {
        let words: Vec<&str> = ["device", "add", name, "--role", "desk"].iter().chain(options).copied().collect();
        self.hall.json(&words)["code"].as_str().unwrap().to_owned()
    }

    fn url(&self) -> String {
        format!("http://{}", self.serving.address)
    }

    /// A command given at the laptop across the room.
    fn run(&self, words: &[&str]) -> Said {
        self.run_with(words, "")
    }

    fn run_with(&self, words: &[&str], input: &str) -> Said {
        let url = self.url();
        let words: Vec<&str> = ["--server", &url].iter().chain(words).copied().collect();
        self.desk.run_with(&words, input)
    }

    fn json(&self, words: &[&str]) -> Value {
        let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
        self.run(&words).ok().json()
    }
}

#[test]
fn a_laptop_joins_once_and_is_shut_out_at_once() {
    let room = Room::posted();
    let keys = std::fs::metadata(room.desk.own_path("bughouse/halls.json")).unwrap();
    #[cfg(unix)]
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&keys.permissions()) & 0o777, 0o600);
    assert!(keys.len() > 0);
    room.run(&["status"]).ok().says("0 of 4");
    room.run(&["join", "AAAA-2222"]).fails(2, "no device is waiting for this code");
    room.hall.run(&["device", "revoke", "back"]).ok();
    room.run(&["status"]).fails(2, "shut out");
    room.run(&["result", "1", "1-0"]).fails(2, "shut out");
    assert_eq!(room.hall.json(&["status"])["sections"][0]["results_in"], 0);
    // A tablet's code opens no desk.
    let added = room.hall.json(&["device", "add", "Tablet", "--role", "scorekeeper"]);
    room.run(&["join", added["code"].as_str().unwrap()]).fails(1, "--role desk");
    Hall::empty().run(&["--server", &room.url(), "status"]).fails(2, "has not joined").says("join CODE");
    Hall::empty().run(&["join", "ABCD2345"]).fails(2, "--server");
}

#[test]
fn a_command_is_the_same_from_across_the_room() {
    let room = Room::posted();
    for words in [
        &["standings", "--json"][..],
        &["standings"],
        &["pairings", "--json"],
        &["result", "77", "1-0"],
        &["result", "77", "1-0", "--json"],
        &["pair"],
        &["pairings", "nowhere"],
        &["rules", "list"],
        &["teams", "--by", "rating"],
    ] {
        let minute = || Local::now().format("%H:%M").to_string();
        // What is printed bears the minute.
        let (here, there) = std::iter::repeat_with(|| (minute(), room.hall.run(words), room.run(words), minute()))
            .find_map(|(begun, here, there, ended)| (begun == ended).then_some((here, there)))
            .unwrap();
        let [out, err] = [there.out, there.err].map(|said| said.replace(&format!("--server {} ", room.url()), ""));
        assert_eq!((there.code, &out, &err), (here.code, &here.out, &here.err), "{words:?}");
    }
    room.run(&["resutl", "1", "1-0"]).fails(2, "result");
    room.run(&["result", "1", "1-0"]).ok().says("table 1");
    let log = room.hall.json(&["log"]);
    let last = log["commands"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["device"]["name"], "Back room");
    assert_eq!(last["official"], "Pat Lee");
    assert_eq!(last["words"], "result 1 1-0");
    // Who sits there signs, not who opened the hall.
    room.run(&["result", "2", "1-0", "--as", "Ana Ruiz"]).ok();
    let log = room.hall.json(&["log"]);
    assert_eq!(log["commands"].as_array().unwrap().last().unwrap()["official"], "Ana Ruiz");
    // Each takes back its own.
    room.hall.run(&["result", "3", "0-1"]).ok();
    room.run(&["undo"]).ok().says("table 2");
    assert_eq!(room.json(&["status"])["sections"][0]["results_in"], 2);
    room.run(&["result", "4", "1-0", "--dry-run"]).ok().says("dry run");
    assert_eq!(room.json(&["status"])["sections"][0]["results_in"], 2);
}

#[test]
fn documents_land_where_they_are_asked_for() {
    let room = Room::posted();
    let before = room.hall.files();
    room.run(&["pairings", "-o", "p.html"]).ok().says("wrote p.html");
    assert!(std::fs::read_to_string(room.desk.path("p.html")).unwrap().contains("Team 1"));
    let elsewhere = room.desk.path("sheets");
    std::fs::create_dir(&elsewhere).unwrap();
    let whole = elsewhere.join("p.txt");
    let whole = whole.to_str().unwrap();
    room.run(&["pairings", "-o", whole]).ok().says(&format!("wrote {whole}"));
    assert_eq!(room.json(&["pairings", "-o", whole])["written"], whole);
    room.run(&["pairings", "-o", "sheets/../q.csv"]).ok().says("wrote sheets/../q.csv");
    assert!(room.desk.path("q.csv").exists());
    room.desk.write("mine.txt", "mine");
    room.run(&["pairings", "-o", "mine.txt"]).fails(1, "has changed since bughouse made it");
    assert_eq!(std::fs::read_to_string(room.desk.path("mine.txt")).unwrap(), "mine");
    room.run(&["pairings", "-o", "mine.txt", "--force"]).ok();
    room.run(&["publish", "site"]).ok().says("to site; start at site/index.html");
    assert!(room.desk.path("site/index.html").exists());
    room.run(&["publish", "sheets"]).fails(2, "which bughouse did not write");
    room.run(&["export", "json", "-o", "all.json"]).ok();
    assert!(serde_json::from_slice::<Value>(&std::fs::read(room.desk.path("all.json")).unwrap()).is_ok());
    assert_eq!(room.hall.files(), before, "nothing stays at the laptop that serves");
    for table in ["1", "2", "3", "4"] {
        room.run(&["result", table, "1-0"]).ok();
    }
    room.run(&["round", "-o", "round2.html"]).ok().says("wrote round2.html");
    assert!(room.desk.path("round2.html").exists());
    room.run(&["stale", "--all"]).ok().says("p.html");
    // The pages of this desk are published anew from here, and from nowhere else.
    let at_the_laptop = room.hall.run(&["stale"]).ok().says("the pages in site, on ");
    assert!(!at_the_laptop.out.contains("bughouse publish"), "{}", at_the_laptop.out);
    room.run(&["stale"]).ok().says("publish site");
    let log = room.json(&["log"]);
    assert_eq!(log["commands"].as_array().unwrap().last().unwrap()["words"], "round -o round2.html");
}

#[test]
fn files_to_read_travel_with_the_command() {
    let room = Room::posted();
    room.desk.write("entries.csv", "team,player1,player2\nNew Ones,Ann New,Bob New\n");
    room.run(&["import", "entries.csv", "--section", "Open"]).ok().says("1 team");
    room.run(&["teams"]).ok().says("New Ones");
    room.desk.write("bad.csv", "team,player1,player2,rating1\nLate Ones,Cy Late,Di Late,900\nWrong,Ed Wrong,,many\n");
    let path = room.desk.path("bad.csv");
    let (bad, rejects) = (path.to_str().unwrap(), "rejects.csv");
    room.run(&["import", bad, "--section", "Open"]).fails(2, bad);
    room.run(&["import", bad, "--section", "Open", "--skip-bad", rejects]).ok();
    assert!(std::fs::read_to_string(room.desk.path(rejects)).unwrap().contains("Wrong"));
    room.run(&["log"]).ok().says(" bad.csv: 1 team added");
    room.run(&["import", "nowhere.csv"]).fails(2, "nowhere.csv");
}

#[cfg(feature = "pdf")]
#[test]
fn paper_is_set_at_the_laptop_and_lands_here() {
    let room = Room::posted();
    let pdf = |name: &str| {
        let bytes = std::fs::read(room.desk.path(name)).unwrap();
        assert!(bytes.starts_with(b"%PDF-") && bytes.len() > 5000, "{name}: {} bytes", bytes.len());
        bytes
    };
    room.run(&["slips", "-o", "slips.pdf"]).ok().says("wrote slips.pdf");
    pdf("slips.pdf");
    room.run(&["pairings", "-o", "letter.pdf"]).ok();
    room.run(&["pairings", "-o", "a4.pdf", "--paper", "a4"]).ok();
    assert_ne!(pdf("letter.pdf"), pdf("a4.pdf"));
    // Templates of one's own go there with the command.
    room.desk.run(&["templates", "mine"]).ok();
    for template in std::fs::read_dir(room.desk.path("mine")).unwrap() {
        std::fs::write(template.unwrap().path(), "#panic(\"mine\")").unwrap();
    }
    let own = room.run(&["pairings", "-o", "own.pdf", "--templates", "mine"]).says("mine");
    assert_ne!(own.code, 0);
    assert!(!room.desk.path("own.pdf").exists());
    assert!(room.hall.files().iter().all(|file| !file.ends_with(".pdf")), "nothing stays at the laptop that serves");
}

#[test]
fn the_pile_of_slips_travels_whole() {
    let room = Room::posted();
    room.run_with(&["enter"], "1 1\n2 0-1\n99 1\n").fails(2, "1 of 3 lines");
    room.run_with(&["enter"], "1 1-0\n2 0-1\n").ok().says("entered 2 results");
    room.run_with(&["enter", "--verify"], "1 1-0\n").ok().says("1 slip agrees");
    assert_eq!(room.json(&["status"])["sections"][0]["results_in"], 2);
}

#[test]
fn a_sitting_is_a_request_a_line() {
    let room = Room::posted();
    let said = room.run_with(&["enter", "--each"], "1 1-0\n99 1\n2 0-1\nstandings\nu\nq\n").ok();
    said.says("slip> 1 1-0")
        .says("there is no table 99")
        .says("took back: table 2")
        .says("Team 1")
        .says("1 slip entered");
    let log = room.hall.json(&["log"]);
    let last = log["commands"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((last["words"].as_str(), last["device"]["name"].as_str()), (Some("enter u"), Some("Back room")));
    room.run_with(&["shell"], "result 3 1-0\nnonsense\npairings -o p.txt\nq\n").ok().says("wrote p.txt");
    assert!(room.desk.path("p.txt").exists());
    assert_eq!(room.json(&["status"])["sections"][0]["results_in"], 2);
    // A line of a sitting runs no command at the laptop.
    let token = room.serving.enrol(&room.hall, "Program", &["--role", "desk"]);
    let line = |request: &str, input: &str, sitting: &Value| {
        let asked = json!({ "words": ["enter"], "input": input, "sitting": sitting, "request": request });
        room.serving.post("/api/command", &token, &asked).is(200).json()
    };
    let begins = line("a", "", &json!({}));
    let sits = begins["said"].as_array().unwrap().iter().find_map(|said| said.get("sits")).unwrap();
    let refused = line("b", "pairings -o x.txt", sits);
    assert!(
        refused["exit"] == 2 && refused["err"].as_str().unwrap().contains("to see how to enter a slip"),
        "{refused}"
    );
}

#[test]
fn a_sitting_across_the_room_is_notified_of_a_round_that_was_posted_since() {
    let room = Room::posted();
    let url = room.url();
    let mut sitting = room.desk.command(&["--server", &url, "enter", "--each"]).spawn().unwrap();
    let mut keys = sitting.stdin.take().unwrap();
    let mut lines = BufReader::new(sitting.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut enter = |typed: &str, answer: &str| {
        writeln!(keys, "{typed}").unwrap();
        assert!(lines.any(|line| line.contains(answer)), "{typed}: {answer}");
    };
    enter("1 1", "1 of 4 in");
    room.hall.run_with(&["enter"], "2 1\n3 1\n4 1\n").ok();
    room.hall.run(&["pair"]).ok();
    enter("2 2", "round 2: 0 of 4 in");
    enter("2 2", "round 2: 1 of 4 in");
    for table in ["1", "3", "4"] {
        enter(&format!("{table} 1"), "round 2:");
    }
    // What it posts itself, it is shown.
    enter("pair", "round 3: 0 of 4 in");
    enter("1 1", "round 3: 1 of 4 in");
    drop(keys);
    let error = std::io::read_to_string(sitting.stderr.take().unwrap()).unwrap();
    assert!(error.contains("nothing was entered: round 2 of Open was posted in the meantime"), "{error}");
    assert!(sitting.wait().unwrap().success());
}

#[test]
fn late_slips_of_a_sitting_across_the_room_go_into_their_round() {
    let room = Room::posted();
    for table in ["1", "2", "3", "4"] {
        room.run(&["result", table, "1-0"]).ok();
    }
    room.run(&["pair"]).ok();
    let late = ["enter", "--each", "--round", "1", "--verify"];
    room.run_with(&late, "1 1-0\nq\n").ok().says("1 slip agrees with what was entered");
}

#[test]
fn a_second_pass_across_the_room_knows_the_slips_of_a_table_before_it() {
    let room = Room::posted();
    room.hall.run(&["section", "add", "Club", "--matches", "2"]).ok();
    room.hall.enter_teams("Club", 11..=12);
    room.hall.run(&["pair", "Club"]).ok();
    let table = room.hall.json(&["pairings", "Club"])["pairings"][0]["table"].to_string();
    room.run_with(&["enter"], &format!("{table} 1\n{table} 2\n")).ok();
    let pass = |pile: [&str; 2]| {
        let lines = pile.map(|line| format!("{table} {line}\n")).concat();
        room.run_with(&["enter", "--each", "--verify"], &format!("{lines}q\n")).ok()
    };
    pass(["2", "1"]).says("2 slips agree");
    pass(["2", "2"]).says("but two slips say 0-1").says("1 slip agrees");
}

#[test]
fn the_prompt_of_another_desk_shows_disputes_too() {
    let room = Room::posted();
    let tablet = room.serving.enrol(&room.hall, "Tablet", &["--role", "captain"]);
    room.hall.run(&["result", "1", "1-0"]).ok();
    let seen = json!({ "table": 1, "result": "0-1", "expect": "1-0", "request": "a" });
    room.serving.post("/api/report", &tablet, &seen).is(200);
    let Some(said) = room.desk.at_a_terminal(&["--server", &room.url(), "enter"], "q\n") else { return };
    said.ok().says("[1 of 4; table 1 is disputed] slip>");
}

#[test]
fn a_command_that_is_printed_names_the_hall_where_it_is_typed() {
    let room = Room::posted();
    room.run(&["result", "1", "1-0"]).ok();
    let named = format!("bughouse --server {} ", room.url());
    room.run(&["result", "1", "0-1"]).fails(1, &format!("{named}result 1 0-1 --replace"));
    room.run(&["status"]).ok().says(&format!("{named}enter"));
    // What is given at the laptop alone is shown as it is typed there.
    room.run(&["device", "revoke", "9"]).fails(2, "hint: on that laptop: bughouse device");
    room.run(&["log", "--device", "nobody"]).fails(2, "`bughouse device list`");
    // For programs it is the same everywhere.
    let asked = &["result", "1", "0-1", "--json"];
    assert_eq!(room.run(asked).err, room.hall.run(asked).err);
}

#[test]
fn a_copy_of_the_file_is_kept_here() {
    let room = Room::posted();
    room.run(&["result", "1", "1-0"]).ok();
    room.run(&["backup", "copy.bughouse-backup"]).ok().says("copy.bughouse-backup: verified");
    room.desk.run(&["-f", "spring.bughouse", "restore", "copy.bughouse-backup"]).ok();
    assert_eq!(room.desk.json(&["status"])["sections"][0]["results_in"], 1);
    let token = room.serving.enrol(&room.hall, "Standby", &["--role", "desk"]);
    let copy = room.serving.get("/api/copy", &token).is(200);
    assert!(copy.bytes.starts_with(b"SQLite format 3") && copy.header("x-epoch") == Some("1"));
    let again =
        [("Authorization", format!("Bearer {token}")), ("If-None-Match", copy.header("etag").unwrap().to_owned())];
    let again: Vec<(&str, &str)> = again.iter().map(|(name, value)| (*name, value.as_str())).collect();
    room.serving.ask("GET", "/api/copy", &again, b"").is(304);
    let keeper = room.serving.enrol(&room.hall, "Tablet", &["--role", "floor-chief"]);
    room.serving.get("/api/copy", &keeper).is(403);
}

#[test]
fn questions_are_asked_where_the_person_sits() {
    let room = Room::posted();
    room.run(&["result", "1", "1-0"]).ok();
    // In a pipe nobody is asked.
    let url = room.url();
    room.run(&["result", "1", "0-1"]).fails(1, "table 1");
    let Some(no) = room.desk.at_a_terminal(&["--server", &url, "result", "1", "0-1"], "n\n") else { return };
    assert_ne!(no.code, 0, "{}", no.out);
    assert!(no.out.contains("[y/N]"), "{}", no.out);
    assert_eq!(room.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
    room.desk.at_a_terminal(&["--server", &url, "result", "1", "0-1"], "y\n").unwrap().ok();
    assert_eq!(room.json(&["pairings"])["pairings"][0]["results"][0]["result"], "0-1");
}

#[test]
fn a_request_that_is_repeated_is_done_once() {
    let room = Room::posted();
    let token = room.serving.enrol(&room.hall, "Program", &["--role", "desk"]);
    let asked = json!({ "words": ["result", "1", "1-0", "--json"], "request": "one" });
    let first = room.serving.post("/api/command", &token, &asked).is(200).json();
    assert_eq!((first["exit"].as_i64(), first["err"].as_str()), (Some(0), Some("")), "{first}");
    assert!(first["command"].as_i64().is_some(), "{first}");
    assert!(first["out"].as_str().unwrap().contains("1-0"));
    room.hall.run(&["result", "1", "0-1", "--replace"]).ok();
    assert_eq!(room.serving.post("/api/command", &token, &asked).is(200).json(), first);
    let other = json!({ "words": ["result", "2", "1-0"], "request": "one" });
    room.serving.post("/api/command", &token, &other).is(409);
    room.serving.post("/api/command", &token, &json!({ "words": ["status"], "request": "" })).is(400);
    let keeper = room.serving.enrol(&room.hall, "Tablet", &["--role", "floor-chief"]);
    room.serving.post("/api/command", &keeper, &json!({ "words": ["status"], "request": "x" })).is(403);
    room.serving.post("/api/command", "0123", &json!({ "words": ["status"], "request": "x" })).is(401);
}

#[test]
fn what_makes_no_sense_from_afar_is_refused() {
    let room = Room::posted();
    for words in [
        &["serve"][..],
        &["new", "other", "--name", "Other"],
        &["demo"],
        &["restore", "x.bughouse-backup"],
        &["recover", "x.bughouse"],
        &["device", "add", "X", "--role", "desk"],
        &["device", "revoke", "--all"],
        &["backup"],
        &["backup", "--every", "0"],
        &["-f", "other.bughouse", "status"],
    ] {
        room.run(words).fails(2, "");
    }
    room.run(&["serve"]).fails(2, "not with --server");
    room.run(&["device", "list"]).ok().says("Back room");
    // What needs no tournament is run where it is typed.
    room.run(&["cheat-sheet"]).ok();
    let gone = Hall::empty();
    gone.run(&["--server", "http://127.0.0.1:9", "join", "ABCD2345"])
        .fails(3, "does not answer")
        .says("bughouse serve");
    gone.run(&["--server", "https://hall", "status"]).fails(2, "has not joined");
    let url = room.url();
    room.serving.kill();
    room.desk.run(&["--server", &url, "status"]).fails(3, "does not answer").says("Paper works");
    room.desk.run(&["--server", &url, "status", "--json"]).fails(3, "\"code\": 3");
}

#[test]
fn hostile_names_never_leave_the_folder_of_their_request() {
    let room = Room::posted();
    let token = room.serving.enrol(&room.hall, "Program", &["--role", "desk"]);
    let before = room.hall.files();
    let outside = room.hall.path("outside.html");
    let outside = outside.to_str().unwrap();
    let mut number = 0;
    let mut ask = |words: &[&str], files: Value| {
        number += 1;
        // No faster than a device may.
        std::thread::sleep(std::time::Duration::from_millis(40));
        let asked = json!({ "words": words, "files": files, "request": number.to_string() });
        let body = room.serving.post("/api/command", &token, &asked).is(200).json();
        assert_eq!(body["exit"], 2, "{words:?}: {body}");
        assert_eq!(body["files"], json!({}));
    };
    for name in [outside, "../x.html", "/etc/passwd", "\\\\host\\x.html", "CON.html", "x/./../../y.html"] {
        ask(&["pairings", "-o", name], json!({}));
        ask(&["publish", name], json!({}));
        ask(&["import", name], json!({}));
        ask(&["pairings", "--templates", name, "-o", "x.pdf"], json!({}));
        ask(&["import", "x.csv", "--skip-bad", name], json!({}));
        ask(&["rules", "list", "--rulebook", name], json!({ "x": "" }));
        ask(&["status"], json!({ name: "eA==" }));
    }
    let other = room.hall.path("spring.bughouse");
    ask(&["-f", other.to_str().unwrap(), "status"], json!({}));
    ask(&["--file", other.to_str().unwrap(), "status"], json!({}));
    ask(&["--server", "http://127.0.0.1:1", "status"], json!({}));
    ask(&["serve"], json!({}));
    ask(&["shell"], json!({}));
    ask(&["new", "mine", "--name", "Mine"], json!({}));
    assert_eq!(room.hall.files(), before);
    let unreadable = json!({ "words": ["import", "x.csv"], "files": { "x.csv": "!" }, "request": "unreadable" });
    room.serving.post("/api/command", &token, &unreadable).is(400);
    room.serving
        .ask("POST", "/api/command", &[("Authorization", &format!("Bearer {token}"))], &vec![b' '; 50 << 20])
        .is(413);
}

/// `docs/reference/other-desks.md` describes requests as they are.
#[test]
fn the_reference_of_other_desks_is_true() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/other-desks.md")).unwrap();
    let room = Room::posted();
    let token = room.serving.enrol(&room.hall, "Program", &["--role", "desk"]);
    let keys: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(keys.len(), 9, "{keys:?}");
    let value = |key: &str| match key {
        "words" => json!(["status"]),
        "folders" => json!([]),
        "input" | "request" => json!("one"),
        "official" => json!(null),
        _ => json!({}),
    };
    let asked: Value = keys.iter().map(|key| ((*key).to_owned(), value(key))).collect::<serde_json::Map<_, _>>().into();
    let body = room.serving.post("/api/command", &token, &asked).is(200).json();
    for key in body.as_object().unwrap().keys() {
        assert!(page.contains(&format!("\"{key}\"")), "{key}");
    }
    room.serving.post("/api/command", &token, &json!({ "words": ["status"], "request": "two", "more": 1 })).is(400);
    let line = |begin: &str| page.split(begin).nth(1).unwrap().split("and `-f`").next().unwrap().to_owned();
    let refused = line("Commands that make no sense from another laptop are refused with exit 2: ");
    for command in refused.split('`').skip(1).step_by(2) {
        let words: Vec<&str> = match command {
            "new" => vec!["new", "--name", "X"],
            "restore" | "recover" => vec![command, "x"],
            "standby" => vec![command, "http://127.0.0.1:1", "x"],
            "device add" => vec!["device", "add", "X", "--role", "desk"],
            "device revoke" => vec!["device", "revoke", "--all"],
            other => vec![other],
        };
        room.run(&words).fails(2, "not with --server");
    }
}
