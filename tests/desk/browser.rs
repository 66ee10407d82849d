//! The hall in a real browser: tapped without scripts, cut off and back, looked at as a phone, a tablet and a laptop show it.
//!
//! Skipped with a line that says so where there is no Chromium. `KEEP_SHEETS=folder` leaves pictures.

use super::browser_window::{Browser, Device, browser};
use super::hall::Hall;
use super::serving_client::Serving;

fn window(serving: &Serving) -> Option<Browser> {
    if serving.ask("GET", "/join", &[], b"").status != 200 {
        eprintln!("SKIPPED: this hall shows no pages, so none was seen in a browser.");
        return None;
    }
    let found = browser();
    if found.is_none() {
        eprintln!(
            "SKIPPED: no Chromium on this machine; set BUGHOUSE_BROWSER to one. The hall was NOT seen in a browser."
        );
    }
    found
}

/// Six tables, three of them each served by a tablet.
fn posted() -> Hall {
    let hall = Hall::with_teams(12);
    hall.run(&["pair"]).ok();
    hall
}

fn join(browser: &mut Browser, device: &Device, hall: &Hall, serving: &Serving, name: &str, role: &str) {
    let added = hall.json(&["device", "add", name, "--role", role]);
    let code = added["code"].as_str().expect("a code");
    browser.open(device, &format!("http://{}/join/{code}", serving.address));
    browser.tap(device, "Join");
    browser.says(device, "This device has joined");
}

/// Two taps and the confirmation.
fn report(browser: &mut Browser, device: &Device, serving: &Serving, table: u32, winner: &str) {
    browser.open(device, &format!("http://{}/table/{table}", serving.address));
    browser.tap(device, winner);
    browser.says(device, &format!("{winner}?"));
    browser.tap(device, "Yes");
}

fn first_team(hall: &Hall, table: usize) -> String {
    hall.json(&["pairings"])["pairings"][table - 1]["first"]["name"].as_str().expect("a team").to_owned()
}

#[test]
fn a_round_is_reported_from_three_tablets_without_scripts() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let Some(mut browser) = window(&serving) else { return };
    let tablets: Vec<Device> = (1..=3)
        .map(|number| {
            let tablet = browser.device(360, 740);
            browser.without_scripts(&tablet);
            join(&mut browser, &tablet, &hall, &serving, &format!("Tablet {number}"), "scorekeeper");
            tablet
        })
        .collect();
    for table in 1..=6 {
        let tablet = &tablets[(table - 1) % 3];
        let winner = format!("{} won", first_team(&hall, table));
        report(&mut browser, tablet, &serving, u32::try_from(table).expect("a small number"), &winner);
        browser.says(tablet, "Filed");
    }
    // Two officials heard different winners at table 1: what is filed stands, and the desk has both.
    browser.open(&tablets[1], &format!("http://{}/table/1", serving.address));
    browser.tap(&tablets[1], "Another result is right");
    browser.tap(&tablets[1], "Drawn");
    browser.tap(&tablets[1], "Yes");
    browser.says(&tablets[1], "The reports differ");
    browser.picture(&tablets[1], "hall-disputed-360");
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "1-0");
    let missing = hall.json(&["status"])["sections"][0]["results_missing"].clone();
    assert_eq!(missing, serde_json::json!([]));
    browser.picture(&tablets[2], "hall-filed-360");
}

#[test]
fn a_tap_is_kept_while_the_network_is_gone_and_is_filed_once() {
    let hall = posted();
    let serving = Serving::of(&hall);
    let Some(mut browser) = window(&serving) else { return };
    let tablet = browser.device(360, 740);
    join(&mut browser, &tablet, &hall, &serving, "Tablet 1", "scorekeeper");
    let winner = format!("{} won", first_team(&hall, 2));
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
    assert_eq!(log.as_array().map(Vec::len), Some(1), "{log}");
}

#[test]
fn pages_are_fit_for_thumbs_weak_eyes_and_those_who_hear_them() {
    let hall = posted();
    hall.run(&["section", "edit", "Open", "--reports", "witnessed"]).ok();
    hall.run(&["result", "4", "1-0"]).ok();
    let serving = Serving::of(&hall);
    let Some(mut browser) = window(&serving) else { return };
    let chief = browser.device(360, 740);
    join(&mut browser, &chief, &hall, &serving, "Chief", "floor-chief");
    let mut wrong = Vec::new();
    let pages = [
        "",
        "players.html",
        "section-1-round-1.html",
        "section-1-standings.html",
        "section-1-crosstable.html",
        "team-1.html",
        "hall",
        "table/1",
        "table/4",
        "table/1?match=1&result=1-0",
        "desk",
        "join",
        "joined",
        "screen/1",
        "nothing",
        "s/AAAAAAAA",
    ];
    for page in pages {
        browser.open(&chief, &format!("http://{}/{page}", serving.address));
        for (width, height, dark) in [(360, 740, false), (390, 844, true), (768, 1024, false), (1280, 800, true)] {
            browser.size(&chief, width, height);
            browser.dark(&chief, dark);
            let name =
                format!("{}-{width}{}", page.replace(['/', '?', '&', '='], "-"), if dark { "-dark" } else { "" });
            browser.picture(&chief, &format!("seen-{name}"));
            wrong.extend(browser.faults(&chief).into_iter().map(|fault| format!("/{page} at {width}: {fault}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
