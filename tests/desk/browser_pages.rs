//! Every page of the hall and of a published folder in a real browser, at the widths of a phone, a tablet and a laptop, by day and by night.
//!
//! Faults are looked for by the program's own list and, where `BUGHOUSE_AXE` names an `axe.min.js`, by axe-core.

use super::browser::{join, posted, window};
use super::browser_window::{Browser, Device};
use super::hall::Hall;
use super::serving_client::Serving;

/// Width, height and whether it is night.
const SCREENS: [(u32, u32, bool); 5] =
    [(360, 740, false), (390, 844, true), (768, 1024, false), (1280, 800, true), (1280, 800, false)];

/// What is wrong with pages at each of the sizes.
fn faults(browser: &mut Browser, device: &Device, root: &str, pages: &[String]) -> Vec<String> {
    let mut wrong = Vec::new();
    for page in pages {
        browser.open(device, &format!("{root}{page}"));
        wrong.extend(faults_here(browser, device, page));
    }
    wrong
}

/// What is wrong with the page that is open, at each of the sizes.
fn faults_here(browser: &mut Browser, device: &Device, page: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for (width, height, dark) in SCREENS {
        browser.size(device, width, height);
        browser.dark(device, dark);
        let night = if dark { "-dark" } else { "" };
        browser.picture(device, &format!("seen-{}-{width}{night}", page.replace(['/', '?', '&', '='], "-")));
        let found = browser.faults(device).into_iter().chain(browser.axe(device));
        wrong.extend(found.map(|fault| format!("{page} at {width}{night}: {fault}")));
    }
    wrong
}

#[test]
fn pages_of_the_hall_are_fit_for_thumbs_weak_eyes_and_those_who_hear_them() {
    let Some(mut browser) = window() else { return };
    let hall = posted(6);
    hall.run(&["section", "edit", "K-6", "--reports", "witnessed"]).ok();
    hall.run(&["result", "4", "1-0"]).ok();
    let serving = Serving::of(&hall);
    let chief = browser.device(360, 740);
    join(&mut browser, &chief, &hall, &serving, "Chief", "floor-chief");
    let mut wrong = faults_here(&mut browser, &chief, "answer-joined");
    let slips = hall.json(&["slips"])["slips"].clone();
    let of_a_slip = |table: u32| {
        let slip = slips.as_array().into_iter().flatten().find(|slip| slip["table"] == table);
        format!("s/{}", slip.and_then(|slip| slip["door"]["code"].as_str()).expect("the slip has a code"))
    };
    let child = hall.json(&["pairings"])["pairings"][0]["first"]["players"][0].clone();
    let (child, name) = (child["number"].to_string(), child["name"].as_str().expect("a name").to_owned());
    let (open, filed) = (of_a_slip(1), of_a_slip(4));
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "scorekeeper"]);
    for (side, result) in [("first", "1-0"), ("second", "0-1")] {
        let tap = serde_json::json!({ "table": 2, "result": result, "side": side, "expect": null, "request": side });
        serving.post("/api/report", &token, &tap).is(200);
    }
    hall.run(&["rule", "1", &child, "hidden-pieces"]).ok();
    hall.run(&["official", "add", "Sam Cole", "--role", "section-chief"]).ok();
    hall.run(&["appeal", "file", "1", "--by", &child, "--note", "they were behind the clock"]).ok();
    let answer = ["", "&offence=hidden-pieces", "&offence=banging", "&offence=other&penalty=match"];
    let [asks, claim] =
        ["&claim=illegal-move", "&claim=mate"].map(|answer| format!("table/1/ruling?player={child}{answer}"));
    let [what, cost, own, departs] = answer.map(|answer| format!("table/1/ruling?player={child}{answer}"));
    let pages = [
        "table/1/ruling",
        "appeals",
        "appeals?ruling=1",
        "appeals?appeal=1",
        "appeals?appeal=1&outcome=falls",
        &what,
        &cost,
        &own,
        &departs,
        &asks,
        &claim,
        "",
        "team-1.html",
        "hall",
        "check-in",
        "table/1",
        "table/2",
        "table/4",
        "table/1?match=1&result=1-0",
        "desk",
        "join",
        "join/ABCD2345",
        &open,
        &filed,
        "screen/1",
        "nothing",
        "s/AAAAAAAA",
    ];
    let root = format!("http://{}/", serving.address);
    wrong.extend(faults(&mut browser, &chief, &root, &pages.map(str::to_owned)));
    // What comes after a tap: the other team is asked, and then it is filed.
    browser.open(&chief, &format!("{root}table/5?match=1&result=1-0"));
    browser.tap(&chief, "Yes");
    browser.wait(&chief, "document.querySelector('h1').innerText === 'Reported'");
    wrong.extend(faults_here(&mut browser, &chief, "answer-waits"));
    browser.tap(&chief, "Yes");
    browser.says(&chief, "Filed");
    wrong.extend(faults_here(&mut browser, &chief, "answer-filed"));
    // A ruling, from the table's page on: the child, the offence, and the tap that names both.
    browser.open(&chief, &format!("{root}table/1"));
    for words in ["Ruling", &name, "used the wrong hand", &format!("Record: {name}, warning, step 1")] {
        browser.tap(&chief, words);
    }
    browser.says(&chief, "Ruling 2 is on record");
    wrong.extend(faults_here(&mut browser, &chief, "answer-ruled"));
    // An appeal, on the device of the chief who hears it.
    let sam = browser.device(360, 740);
    let added = hall.json(&["device", "add", "Sam", "--role", "section-chief", "--official", "Sam Cole"]);
    browser.open(&sam, &format!("{root}join/{}", added["code"].as_str().expect("a code")));
    browser.tap(&sam, "Join");
    browser.says(&sam, "This device has joined");
    browser.open(&sam, &format!("{root}appeals"));
    for words in ["Decide appeal 1", "the ruling is overturned"] {
        browser.tap(&sam, words);
    }
    browser.says(&sam, "What will be recorded");
    wrong.extend(faults_here(&mut browser, &sam, "answer-appeal"));
    browser.tap(&sam, "Record: appeal 1");
    browser.says(&sam, "the ruling is overturned (decided by Sam Cole)");
    wrong.extend(faults_here(&mut browser, &sam, "answer-decided"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An event in which everything is on the pages: a section that is over, with its prizes, and one in the middle of a round.
fn published() -> Hall {
    let hall = posted(4);
    hall.run(&["section", "edit", "K-6", "--rounds", "2"]).ok();
    hall.run(&["prize", "add", "K-6", "--place", "1-3"]).ok();
    for round in 1..=2 {
        (1..=4).for_each(|table: u32| {
            hall.run(&["result", &table.to_string(), if table == round { "1/2" } else { "0-1" }]).ok();
        });
        if round == 1 {
            hall.run(&["pair", "K-6"]).ok();
        }
    }
    hall.run(&["section", "add", "K-12 Championship", "--matches", "2"]).ok();
    hall.enter_teams("K-12 Championship", 1..=5);
    hall.run(&[
        "team",
        "add",
        HOSTILE,
        "--section",
        "K-12 Championship",
        "--player",
        "Ann \"Al\" <i>Lee</i>",
        "--player",
        "Bo 'n Co",
    ])
    .ok();
    hall.run(&["pair", "K-12 Championship"]).ok();
    hall.run(&["publish", "site"]).ok();
    hall
}

/// As long as a name may be, and it would like to be markup.
const HOSTILE: &str = "</title><script>alert(1)</script> Donaudampfschifffahrtsgesellschaftskapitän, the Longest Name That Anybody Ever Wanted";

#[test]
fn published_pages_are_fit_for_thumbs_weak_eyes_and_those_who_hear_them() {
    let Some(mut browser) = window() else { return };
    let hall = published();
    let phone = browser.device(360, 740);
    let folder = std::fs::read_dir(hall.path("site")).expect("the site was written").flatten();
    let name = |file: std::fs::DirEntry| file.file_name().to_string_lossy().into_owned();
    let is_shown = |name: &String| name.ends_with(".html") && (!name.starts_with("team-") || name.ends_with("4.html"));
    let mut pages: Vec<String> = folder.map(name).filter(is_shown).collect();
    pages.sort();
    assert!(pages.len() > 12, "{pages:?}");
    let root = format!("file://{}/", hall.path("site").display());
    let wrong = faults(&mut browser, &phone, &root, &pages);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_printed_page_has_no_ways_on_it_and_says_why_it_may_still_change() {
    let Some(mut browser) = window() else { return };
    let hall = posted(6);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["publish", "site"]).ok();
    let device = browser.device(800, 1000);
    browser.open(&device, &format!("file://{}/section-1-standings.html", hall.path("site").display()));
    let ways = "[...document.querySelectorAll('nav, .all, label')].filter(e => e.getClientRects().length).length";
    let reason = "getComputedStyle(document.querySelector('details.notice'), '::details-content').contentVisibility";
    assert!(browser.value(&device, ways).as_u64() >= Some(2) && browser.value(&device, reason) == "hidden");
    browser.printed(&device);
    assert_eq!((browser.value(&device, ways).as_u64(), browser.value(&device, reason)), (Some(0), "visible".into()));
}
