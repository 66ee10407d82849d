//! Everybody at once: devices in the hall, a desk across the room, a terminal at the laptop. Nothing is lost, nothing is done twice, and
//! the log says who did what, also where the laptop dies in the middle.

use super::hall::Hall;
use super::serving_client::{Serving, try_ask};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

const DEVICES: u32 = 8;
const TABLES: u32 = DEVICES + 2;

/// As many tables as there are hands, round 1 posted.
fn posted() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    let lines: String = (1..=2 * TABLES).map(|n| format!("Team {n},P{n}a Alpha,P{n}b Beta\n")).collect();
    hall.write("entries.csv", format!("team,player1,player2\n{lines}"));
    hall.run(&["import", "entries.csv", "--section", "Open"]).ok();
    hall.run(&["pair"]).ok();
    hall
}

/// A laptop across the room that has joined.
fn desk(hall: &Hall, url: &str) -> Hall {
    let code = hall.json(&["device", "add", "Back room", "--role", "desk"])["code"].as_str().unwrap().to_owned();
    let desk = Hall::empty();
    desk.run(&["--server", url, "join", &code]).ok();
    desk
}

fn commands(hall: &Hall, options: &[&str]) -> Vec<Value> {
    let words: Vec<&str> = ["log"].iter().chain(options).copied().collect();
    hall.json(&words)["commands"].as_array().unwrap().clone()
}

#[test]
fn eight_devices_and_two_terminals_write_at_once() {
    all_at_once(|go| go < 3);
}

/// A tap of a device, sent again until it is answered, and at every third time once more than that.
fn tapped(address: SocketAddr, token: &str, tap: &Value, twice: bool) -> i64 {
    let bearer = format!("Bearer {token}");
    let send = || try_ask(address, "POST", "/api/report", &[("Authorization", &bearer)], tap.to_string().as_bytes());
    let patience = Instant::now();
    let answered = loop {
        match send() {
            Some(got) if got.status == 200 => break got.json(),
            Some(got) => assert!([429, 503].contains(&got.status), "{}", got.text()),
            None => {}
        }
        assert!(patience.elapsed() < Duration::from_secs(120), "{tap} is never answered");
        std::thread::sleep(Duration::from_millis(100));
    };
    if twice && let Some(again) = send().filter(|got| got.status == 200) {
        assert_eq!(again.json(), answered, "the same request has the same answer");
    }
    assert_eq!(answered["state"], "filed", "{answered}");
    answered["command"].as_i64().unwrap_or_else(|| panic!("no command: {answered}"))
}

pub fn all_at_once(goes_on: impl Fn(u32) -> bool + Sync) {
    let hall = posted();
    let serving = Serving::of(&hall);
    let (address, url) = (serving.address, format!("http://{}", serving.address));
    let across = desk(&hall, &url);
    let tokens: Vec<String> =
        (1..=DEVICES).map(|n| serving.enrol(&hall, &format!("Tablet {n}"), &["--role", "floor-chief"])).collect();
    let before = commands(&hall, &[]).len();
    let given = |go: u32| ["1-0", "0-1", "1/2"][(go % 3) as usize];
    let terminal = |hall: &Hall, options: [&str; 2], table: u32| {
        let mut given_here = Vec::new();
        for go in (0..).take_while(|go| goes_on(*go)) {
            let words = [options[0], options[1], "result", &table.to_string(), given(go), "--replace"];
            hall.run(&words).ok();
            given_here.push(given(go));
        }
        given_here
    };
    let (by_devices, by_desks) = std::thread::scope(|scope| {
        let goes_on = &goes_on;
        let device = |(table, token): (u32, &'_ String)| {
            let token = token.clone();
            scope.spawn(move || {
                let go = |go: u32| {
                    let stood = go.checked_sub(1).map(given);
                    let tap =
                        json!({ "table": table, "result": given(go), "expect": stood, "request": go.to_string() });
                    (tapped(address, &token, &tap, go.is_multiple_of(3)), given(go))
                };
                (0..).take_while(|go| goes_on(*go)).map(go).collect::<Vec<_>>()
            })
        };
        let devices: Vec<_> = (1..).zip(&tokens).map(device).collect();
        let here = scope.spawn(|| terminal(&hall, ["-f", "spring.bughouse"], DEVICES + 1));
        let there = scope.spawn(|| terminal(&across, ["--server", &url], DEVICES + 2));
        let by_devices: Vec<_> = devices.into_iter().map(|device| device.join().expect("a device taps")).collect();
        (by_devices, [here.join().expect("a terminal writes"), there.join().expect("a desk writes")])
    });
    let log = commands(&hall, &[]);
    let log = &log[before..];
    // `result 7 1-0`, behind the file where one was named.
    let words = |command: &Value| {
        let words: Vec<String> = command["words"].as_str().unwrap().split(' ').map(str::to_owned).collect();
        words[words.iter().position(|word| word == "result").unwrap()..].to_vec()
    };
    let of_table = |table: u32| log.iter().filter(|one| words(one)[1] == table.to_string()).collect::<Vec<_>>();
    let result = |command: &Value| words(command)[2].clone();
    for (table, given) in (1..).zip(&by_devices) {
        let noted: Vec<(i64, String)> =
            of_table(table).iter().map(|command| (command["command"].as_i64().unwrap(), result(command))).collect();
        let given: Vec<(i64, String)> =
            given.iter().map(|(command, result)| (*command, (*result).to_owned())).collect();
        assert_eq!(noted, given, "table {table}: each tap once, in its order, under the number that was answered");
        let name = format!("Tablet {table}");
        assert!(of_table(table).iter().all(|command| command["device"]["name"] == *name));
        assert_eq!(commands(&hall, &["--device", &name]).len(), given.len());
    }
    for (table, given, device) in
        [(DEVICES + 1, &by_desks[0], Value::Null), (DEVICES + 2, &by_desks[1], json!("Back room"))]
    {
        assert_eq!(of_table(table).iter().map(|command| result(command)).collect::<Vec<_>>(), *given, "table {table}");
        assert!(of_table(table).iter().all(|command| command["device"]["name"] == device), "table {table}");
    }
    let all = by_devices.iter().map(Vec::len).sum::<usize>() + by_desks.iter().map(Vec::len).sum::<usize>();
    assert_eq!(log.len(), all, "nothing else was done");
    let last = by_devices.iter().map(|given| given.last().unwrap().1);
    let last: Vec<&str> = last.chain(by_desks.iter().map(|given| *given.last().unwrap())).collect();
    let sheet = hall.json(&["pairings"]);
    let on_file = sheet["pairings"].as_array().unwrap().iter().map(|row| row["results"][0]["result"].as_str().unwrap());
    assert_eq!(on_file.collect::<Vec<_>>(), last);
    assert_eq!(serving.close(), 0);
    hall.run(&["check"]).ok();
}

/// Where the laptop is killed after a request was sent: at once, while it is being done, after it.
const MOMENTS: [u64; 5] = [2, 15, 40, 90, 200];

#[test]
fn a_command_from_across_the_room_is_done_once_although_the_laptop_dies_meanwhile() {
    let hall = posted();
    (1..=4).for_each(|table| _ = hall.run(&["result", &table.to_string(), "1-0"]).ok());
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Program", &["--role", "desk"]);
    serving.kill();
    for (table, moment) in (5..).zip(MOMENTS) {
        let before = commands(&hall, &[]).len();
        let asked = json!({ "words": ["result", table.to_string(), "1-0"], "request": format!("one-{moment}") });
        let answered = killed_after(&hall, &token, "/api/command", &asked, moment);
        let serving = Serving::of(&hall);
        let again = asked_until_done(&serving, &token, &asked);
        assert_eq!(again["exit"], 0, "{again}");
        assert!(answered.is_none_or(|answered| answered == again));
        assert_eq!(serving.post("/api/command", &token, &asked).is(200).json(), again);
        let log = commands(&hall, &[]);
        assert_eq!(log.len(), before + 1, "killed after {moment} ms: done once");
        assert_eq!(log.last().unwrap()["command"], again["command"]);
        // To take something back is what must least of all be done twice.
        let undo = json!({ "words": ["undo"], "request": format!("undo-{moment}") });
        serving.kill();
        killed_after(&hall, &token, "/api/command", &undo, moment);
        let serving = Serving::of(&hall);
        let undone = asked_until_done(&serving, &token, &undo);
        assert_eq!(undone["exit"], 0, "{undone}");
        assert_eq!(commands(&hall, &[]).len(), before + 2, "killed after {moment} ms: taken back once");
        serving.kill();
    }
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 4);
    hall.run(&["check"]).ok();
}

/// Sends a request, and kills the laptop soon after. Gives the answer, if there was one.
fn killed_after(hall: &Hall, token: &str, path: &'static str, asked: &Value, millis: u64) -> Option<Value> {
    let serving = Serving::of(hall);
    let (address, bearer, body) = (serving.address, format!("Bearer {token}"), asked.to_string());
    let sent =
        std::thread::spawn(move || try_ask(address, "POST", path, &[("Authorization", &bearer)], body.as_bytes()));
    std::thread::sleep(Duration::from_millis(millis));
    serving.kill();
    sent.join().unwrap().filter(|got| got.status == 200).map(|got| got.json())
}

/// The same request again, while what the killed laptop had begun may still be going on.
fn asked_until_done(serving: &Serving, token: &str, asked: &Value) -> Value {
    for _ in 0..100 {
        let got = serving.post("/api/command", token, asked);
        if got.status == 200 {
            return got.json();
        }
        assert_eq!(got.status, 503, "{}", got.text());
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{asked} is never done")
}

#[test]
fn a_desk_that_waits_gets_its_answer_from_the_laptop_that_was_opened_again() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let port = serving.address.port().to_string();
    let url = format!("http://{}", serving.address);
    let across = desk(&hall, &url);
    let before = commands(&hall, &[]).len();
    serving.kill();
    for (table, moment) in (1..).zip(MOMENTS) {
        let serving = Serving::with(&hall, &["--port", &port]);
        let table: u32 = table;
        let asking = across.command(&["--server", &url, "result", &table.to_string(), "1-0"]).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(moment));
        serving.kill();
        let serving = Serving::with(&hall, &["--port", &port]);
        let _ = asking.wait_with_output();
        serving.kill();
    }
    // Whatever the desk was answered, what it typed is on file once or not at all, and typing it again settles it.
    let serving = Serving::with(&hall, &["--port", &port]);
    assert_eq!(serving.address.port().to_string(), port);
    for table in 1..=MOMENTS.len() {
        across.run(&["--server", &url, "result", &table.to_string(), "1-0"]).ok();
    }
    let log = commands(&hall, &[]);
    assert_eq!(log.len(), before + MOMENTS.len());
    assert!(log[before..].iter().all(|command| command["device"]["name"] == "Back room"));
    hall.run(&["check"]).ok();
}
