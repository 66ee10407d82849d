//! The hall in a real browser: a round of forty tables from three tablets, cut off and back, every page looked at.
//!
//! Skipped with a line that says so where there is no Chromium. `KEEP_SHEETS=folder` leaves pictures.

use super::browser_window::{Browser, Device, browser};
use super::hall::Hall;
use super::serving_client::Serving;
use serde_json::{Value, json};

pub fn window() -> Option<Browser> {
    let found = browser();
    if found.is_none() {
        eprintln!(
            "SKIPPED: no Chromium on this machine; set BUGHOUSE_BROWSER to one. The pages were NOT seen in a browser."
        );
    }
    found
}

/// So many tables with a round posted.
pub fn posted(tables: u32) -> Hall {
    Hall::made(format!("{tables} tables of K-6, paired"), || {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "K-6"]).ok();
        let line =
            |n: u32| format!("{} {},Ann{n} Lee{n},5,{},Bo{n} Cruz{n},5,900\n", SCHOOLS[n as usize % 7], n, 2000 - n);
        let lines: String = (1..=2 * tables).map(line).collect();
        hall.write("entries.csv", format!("Team,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2\n{lines}"));
        hall.run(&["import", "entries.csv", "--section", "K-6"]).ok();
        hall.run(&["pair"]).ok();
        hall
    })
}

const SCHOOLS: [&str; 7] =
    ["Lincoln Rooks", "St. Mary's Pawns", "Żółw", "O'Brien-Núñez", "Kings <b>", "Sunset Ridge Charter Drops", "Q&A"];

pub fn join(browser: &mut Browser, device: &Device, hall: &Hall, serving: &Serving, name: &str, role: &str) {
    let added = hall.json(&["device", "add", name, "--role", role]);
    let code = added["code"].as_str().expect("a code");
    browser.open(device, &format!("http://{}/join/{code}", serving.address));
    browser.tap(device, "Join");
    browser.says(device, "This device has joined");
}

/// Opens the page of a table, taps a result as a finger would, and confirms it.
fn report(browser: &mut Browser, device: &Device, serving: &Serving, table: usize, result: &str, expected: &str) {
    browser.open(device, &format!("http://{}/table/{table}", serving.address));
    if matches!(result, "+/-" | "-/+" | "-/-" | "0-0") {
        browser.tap(device, "Something else");
    }
    browser.tap(device, expected);
    browser.says(device, &format!("{expected}?"));
    browser.tap(device, "Yes");
}

/// A result as the buttons call it.
fn result_in_words(pairing: &Value, result: &str) -> String {
    let [first, second] = ["first", "second"].map(|side| pairing[side]["name"].as_str().expect("a team"));
    match result {
        "1-0" => format!("{first} won"),
        "0-1" => format!("{second} won"),
        "+/-" => format!("{first} won, {second} didn't show up"),
        "-/-" => "Neither team showed up".to_owned(),
        _ => "Drawn".to_owned(),
    }
}

/// Forty tables from three tablets; at one of them two officials heard different results, which the desk settles.
fn a_round_of_forty_tables(scripts: bool) {
    let Some(mut browser) = window() else { return };
    let hall = posted(40);
    let serving = Serving::of(&hall);
    let mut enrolled = |name: &str, role: &str, (width, height): (u32, u32)| {
        let device = browser.device(width, height);
        if !scripts {
            browser.without_scripts(&device);
        }
        join(&mut browser, &device, &hall, &serving, name, role);
        device
    };
    let sizes = [(360, 740), (768, 1024), (1280, 800)];
    let tablets = [1, 2, 3].map(|n: usize| enrolled(&format!("Tablet {n}"), "scorekeeper", sizes[n - 1]));
    let laptop = enrolled("Desk", "desk", (1280, 800));
    let pairings = hall.json(&["pairings"])["pairings"].clone();
    let mut results: Vec<&str> = ["1-0", "0-1", "1/2", "1-0", "0-1", "+/-", "0-1", "-/-"].repeat(5);
    for (table, result) in (1..).zip(&results) {
        let answer = result_in_words(&pairings[table - 1], result);
        report(&mut browser, &tablets[table % 3], &serving, table, result, &answer);
        browser.wait(&tablets[table % 3], "document.querySelector('h1').innerText === 'Filed'");
    }
    let disputed = result_in_words(&pairings[16], "0-1");
    browser.open(&tablets[1], &format!("http://{}/table/17", serving.address));
    browser.tap(&tablets[1], "Enter a different result");
    browser.tap(&tablets[1], &disputed);
    browser.tap(&tablets[1], "Yes");
    browser.says(&tablets[1], "The reports differ");
    let filed = |hall: &Hall| {
        let sheet = hall.json(&["pairings"])["pairings"].clone();
        let rows = sheet.as_array().expect("pairings is a list").clone();
        rows.iter().map(|row| row["results"][0]["result"].as_str().unwrap_or("open").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(filed(&hall), results, "what is filed stands until the desk has decided");
    for (tablet, width) in tablets.iter().zip(["360", "768", "1280"]) {
        browser.open(tablet, &format!("http://{}/hall", serving.address));
        browser.says(tablet, "Table 17, round 1: the reports differ");
        browser.picture(tablet, &format!("round-disputed-{width}"));
    }
    browser.open(&laptop, &format!("http://{}/hall", serving.address));
    browser.tap(&laptop, "Table 17, round 1: the reports differ");
    browser.says(&laptop, "Reports to settle");
    browser.picture(&laptop, "round-settle-1280");
    browser.tap(&laptop, &format!("Accept: {disputed}"));
    browser.says(&laptop, "Nothing is waiting");
    results[16] = "0-1";
    assert_eq!(filed(&hall), results);
    assert_eq!(hall.json(&["reports"])["reports"], json!([]));
    assert_eq!(hall.json(&["status"])["sections"][0]["results_missing"], json!([]));
    for n in 1..=3 {
        let log = hall.json(&["log", "--device", &format!("Tablet {n}")])["commands"].clone();
        assert_eq!(log.as_array().map(Vec::len), Some(if n == 2 { 14 } else { 13 }), "{log}");
    }
}

#[test]
fn forty_tables_are_reported_from_three_tablets_and_a_dispute_is_settled() {
    a_round_of_forty_tables(true);
}

#[test]
fn forty_tables_are_reported_without_scripts() {
    a_round_of_forty_tables(false);
}

#[test]
fn a_tap_is_kept_while_the_network_is_gone_and_is_filed_once() {
    let Some(mut browser) = window() else { return };
    let hall = posted(6);
    let serving = Serving::of(&hall);
    let tablet = browser.device(360, 740);
    join(&mut browser, &tablet, &hall, &serving, "Tablet 1", "scorekeeper");
    // One that is on its way is not reported as lost.
    browser.open(&tablet, &format!("http://{}/table/1?match=1&result=1-0", serving.address));
    browser.says(&tablet, "Yes");
    let yes = "[...document.querySelectorAll('main button')].find(e => e.innerText.startsWith('Yes'))";
    let lost = format!("(e => (e.click(), document.body.innerText.includes('NOT SENT')))({yes})");
    browser.wait(&tablet, "document.readyState === 'complete'");
    assert_eq!(browser.value(&tablet, &lost), false);
    browser.says(&tablet, "Filed");
    let winner = result_in_words(&hall.json(&["pairings"])["pairings"][1], "1-0");
    browser.open(&tablet, &format!("http://{}/table/2", serving.address));
    browser.tap(&tablet, &winner);
    browser.says(&tablet, "Yes");
    browser.offline(&tablet, true);
    browser.tap(&tablet, "Yes");
    browser.says(&tablet, "NOT SENT");
    browser.picture(&tablet, "hall-not-sent-360");
    assert_eq!(browser.faults(&tablet), Vec::<String>::new());
    browser.offline(&tablet, false);
    browser.wait(&tablet, "!document.body.innerText.includes('NOT SENT')");
    let results = hall.json(&["pairings"])["pairings"][1]["results"].clone();
    assert_eq!(results[0]["result"], "1-0");
    let log = hall.json(&["log", "--device", "Tablet 1"])["commands"].clone();
    assert_eq!(log.as_array().map(Vec::len), Some(2), "{log}");
}

/// What is sent is answered after a moment, so that two tabs send the same; what a tab sends after its first answer is lost once.
const FLAKY: &str = "{ const send = fetch; let answers = 0; window.fetch = async (...asked) => {
    if (asked[1]?.method !== 'POST') return send(...asked);
    if (answers === 1 && ++answers) throw new Error('lost');
    const reply = await send(...asked); answers += 1;
    await new Promise(on => setTimeout(on, 1500)); return reply; }; }";

#[test]
fn what_two_tabs_keep_is_all_filed() {
    let Some(mut browser) = window() else { return };
    let hall = posted(6);
    let serving = Serving::of(&hall);
    let one = browser.device(360, 740);
    join(&mut browser, &one, &hall, &serving, "Tablet 1", "scorekeeper");
    let other = browser.tab(&one);
    let tabs = [&one, &other];
    for (tab, table) in tabs.into_iter().zip(1..) {
        browser.prepared(tab, FLAKY);
        browser.open(tab, &format!("http://{}/table/{table}?match=1&result=1-0", serving.address));
    }
    tabs.iter().for_each(|tab| browser.offline(tab, true));
    tabs.iter().for_each(|tab| browser.tap(tab, "Yes"));
    tabs.iter().for_each(|tab| browser.says(tab, "NOT SENT"));
    tabs.iter().for_each(|tab| browser.offline(tab, false));
    tabs.iter().for_each(|tab| browser.wait(tab, "!document.body.innerText.includes('NOT SENT')"));
    let sheet = hall.json(&["pairings"])["pairings"].clone();
    assert_eq!([0, 1].map(|table| sheet[table]["results"][0]["result"].clone()), ["1-0", "1-0"]);
    let log = hall.json(&["log", "--device", "Tablet 1"])["commands"].clone();
    assert_eq!(log.as_array().map(Vec::len), Some(2), "each is filed once: {log}");
    // A tab that is closed before its tap has arrived leaves it to the other.
    browser.open(&one, &format!("http://{}/table/3?match=1&result=1-0", serving.address));
    browser.offline(&one, true);
    browser.tap(&one, "Yes");
    browser.says(&one, "NOT SENT");
    browser.close(&one);
    browser.says(&other, "Sent: Table 3");
}
