//! Appeals from the floor: filed from the page of a table, heard by the chief whose office it is, on that chief's own device.

use super::hall::Hall;
use super::serving_client::{Got, Serving};
use super::serving_reports::{field, send};
use serde_json::Value;

/// Eight teams, four tables; a child at table 1 was warned and then lost the game, both by Tess.
fn ruled() -> (Hall, Serving) {
    let hall = Hall::with_teams(8);
    for (name, role) in [("Tess Reed", "td"), ("Sam Cole", "section-chief"), ("Flo Kim", "floor-chief")] {
        hall.run(&["official", "add", name, "--role", role]).ok();
    }
    hall.run(&["pair"]).ok();
    let child = hall.json(&["pairings"])["pairings"][0]["first"]["players"][0]["number"].to_string();
    for _ in 0..2 {
        hall.run(&["rule", "1", &child, "hidden-pieces", "--as", "tess"]).ok();
    }
    let serving = Serving::of(&hall);
    (hall, serving)
}

fn device(hall: &Hall, serving: &Serving, role: &str, official: &str) -> String {
    serving.enrol(hall, official, &["--role", role, "--official", official])
}

fn page(serving: &Serving, token: &str, query: &str) -> String {
    serving.get(&format!("/appeals{query}"), token).is(200).text()
}

const FILE: [&str; 5] = ["ruling", "by", "note", "form", "request"];
const DECIDE: [&str; 5] = ["appeal", "outcome", "seen", "form", "request"];

fn tap(serving: &Serving, token: &str, page: &str, names: &[&str]) -> Got {
    send(
        serving,
        &page.replace("name=\"note\" maxlength", "name=\"note\" value=\"<i>unseen\" maxlength"),
        "/appeals",
        Some(token),
        names,
    )
}

fn appeals(hall: &Hall) -> Vec<Value> {
    hall.json(&["appeal", "list"])["appeals"].as_array().expect("a list").clone()
}

#[test]
fn an_appeal_goes_from_the_table_to_the_section_chief_and_to_the_floor_chief() {
    let (hall, serving) = ruled();
    let [tess, sam, flo] = [("floor-td", "Tess Reed"), ("section-chief", "Sam Cole"), ("floor-chief", "Flo Kim")]
        .map(|(role, official)| device(&hall, &serving, role, official));
    let none = page(&serving, &sam, "");
    assert!(none.contains("No appeal is waiting") && none.contains("data-live"), "{none}");
    assert!(serving.get("/table/1", &tess).text().contains("/appeals?ruling=2"));
    let form = page(&serving, &tess, "?ruling=2");
    for expected in ["loss of game, step 2", "ruled by Tess Reed", "appeals ruling 2", "There is no deadline"] {
        assert!(form.contains(expected), "{expected}:\n{form}");
    }
    let filed = tap(&serving, &tess, &form, &FILE).is(200).text();
    assert!(filed.contains("appealed ruling 2 to the section chief") && filed.contains("&#60;i&#62;unseen"), "{filed}");
    assert!(
        filed.contains("Open won&#39;t be paired while it&#39;s open<") && !filed.contains("bughouse appeal"),
        "{filed}"
    );
    assert!(!filed.contains("data-live"), "an answer stays to be read");
    // The same request again files nothing; another one is answered with what is open.
    tap(&serving, &tess, &form, &FILE).is(200);
    let twice = tap(&serving, &tess, &page(&serving, &tess, "?ruling=2"), &FILE).is(409).text();
    assert!(twice.contains("is still waiting for the section chief"), "{twice}");
    assert_eq!((appeals(&hall).len(), appeals(&hall)[0]["note"].as_str()), (1, Some("<i>unseen")));
    // Who files does not decide, and no step is skipped.
    assert!(serving.get("/hall", &tess).text().contains("href=\"/appeals\">Open: appeal 1 is waiting"));
    assert!(!page(&serving, &tess, "").contains("Decide appeal 1"));
    serving.get("/appeals?appeal=1&outcome=falls", &tess).is(403);
    let skipped = page(&serving, &flo, "?appeal=1&outcome=falls");
    assert!(skipped.contains("no step may be skipped") && !skipped.contains("Record: appeal"), "{skipped}");
    assert!(page(&serving, &sam, "").contains("Decide appeal 1"));
    assert!(page(&serving, &sam, "?appeal=1").contains("value=\"falls\">the ruling is overturned"));
    let falls = page(&serving, &sam, "?appeal=1&outcome=falls");
    for expected in ["the ruling is overturned (decided by Sam Cole)", "table 1 is open again", "Record: appeal 1 of "]
    {
        assert!(falls.contains(expected), "{expected}:\n{falls}");
    }
    // What is no longer so is not decided.
    hall.run(&["appeal", "withdraw", "1"]).ok();
    let gone = tap(&serving, &sam, &falls, &DECIDE).is(409).text();
    assert!(gone.contains("Nothing was recorded") && gone.contains("is already withdrawn"), "{gone}");
    assert!(falls.contains(" min for the section chief") && !gone.contains(" min for the section chief"), "{gone}");
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"], "0-1");
    tap(&serving, &sam, &falls, &DECIDE).is(200);
    tap(&serving, &sam, &falls, &DECIDE).is(200);
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null());
    let last = hall.json(&["log"])["commands"].as_array().expect("a list").last().expect("one").clone();
    assert_eq!((last["official"].as_str(), last["device"]["name"].as_str()), (Some("Sam Cole"), Some("Sam Cole")));
    assert_eq!(last["words"], "appeal decide 1 --falls");
    // It is taken back at the laptop, and decided again.
    hall.run(&["undo"]).fails(1, "Sam Cole");
    hall.run(&["undo", "--any"]).ok();
    tap(&serving, &sam, &page(&serving, &sam, "?appeal=1&outcome=stands"), &DECIDE).is(200);
    // The second step is the floor chief's, whose decision is final.
    tap(&serving, &tess, &page(&serving, &tess, "?ruling=2"), &FILE).is(200);
    assert!(!page(&serving, &sam, "?appeal=2&outcome=stands").contains("Record: appeal"));
    let instead = page(&serving, &flo, "?appeal=2&outcome=time&time=0:30");
    assert!(instead.contains("changed to 0:30 on the clock"), "{instead}");
    let warning = page(&serving, &flo, "?appeal=2&outcome=warning");
    let done = tap(&serving, &flo, &warning, &DECIDE).is(200).text();
    assert!(done.contains("this is final") && done.contains("No appeal is waiting"), "{done}");
    assert_eq!(
        (appeals(&hall)[1]["penalty"].as_str(), appeals(&hall)[1]["final"].as_bool()),
        (Some("warning"), Some(true))
    );
    let table = serving.get("/table/1", &tess).text();
    assert!(!table.contains("/appeals?ruling=2") && table.contains(" – changed on appeal to: warning"), "{table}");
    let rulings = serving.get("/api/table/1", &tess).json()["rulings"].clone();
    let changed = rulings.as_array().into_iter().flatten().find(|ruling| ruling["ruling"] == 2).expect("the ruling");
    assert_eq!(
        (changed["ruling_state"].as_str(), &changed["stands"]),
        (Some("modified"), &"changed on appeal to: warning".into())
    );
    assert!(
        tap(&serving, &tess, &form.replace("name=\"request\" value=\"", "name=\"request\" value=\"x"), &FILE)
            .is(409)
            .text()
            .contains("is final")
    );
}

#[test]
fn a_result_at_another_table_leaves_a_decision_as_it_was_shown() {
    let (hall, serving) = ruled();
    hall.run_with(&["enter"], "2 1-0\n3 1-0\n4 1-0\n").ok();
    hall.run(&["pair"]).ok();
    hall.run(&["appeal", "file", "2", "--by", "1"]).ok();
    let sam = device(&hall, &serving, "section-chief", "Sam Cole");
    let touched = |page: &str| page.lines().find(|line| line.contains("standings changed")).map(str::to_owned);
    let shown = page(&serving, &sam, "?appeal=1&outcome=falls");
    hall.run_with(&["enter"], "1 1-0\n2 0-1\n").ok();
    let now = page(&serving, &sam, "?appeal=1&outcome=falls");
    assert!(touched(&shown).is_some() && touched(&shown) != touched(&now), "{now}");
    tap(&serving, &sam, &shown, &DECIDE).is(200);
    assert_eq!(appeals(&hall)[0]["state"], "overturned");
}

#[test]
fn who_has_no_part_in_an_appeal_neither_sees_nor_decides_it() {
    let (hall, serving) = ruled();
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["appeal", "file", "2", "--by", "1"]).ok();
    let sam = device(&hall, &serving, "section-chief", "Sam Cole");
    let falls = page(&serving, &sam, "?appeal=1&outcome=falls");
    serving.get("/appeals", "nobody").is(401);
    let keeper = serving.enrol(&hall, "Keeper", &["--role", "scorekeeper"]);
    serving.get("/appeals", &keeper).is(403);
    tap(&serving, &keeper, &falls, &DECIDE).is(403);
    let other = serving.enrol(&hall, "K-3", &["--role", "section-chief", "--section", "K-3", "--official", "Sam Cole"]);
    assert!(page(&serving, &other, "").contains("No appeal is waiting"));
    for path in ["?ruling=2", "?appeal=1", "?appeal=1&outcome=falls"] {
        serving.get(&format!("/appeals{path}"), &other).is(403);
    }
    // Its own form with what another device was shown; a form of another device; a page of another site.
    let own = |token: &str| field(&page(&serving, token, "?ruling=2"), "form");
    let tess = device(&hall, &serving, "floor-td", "Tess Reed");
    tap(&serving, &tess, &falls.replace(&field(&falls, "form"), &own(&tess)), &DECIDE).is(403);
    tap(&serving, &sam, &falls.replace(&field(&falls, "form"), &own(&tess)), &DECIDE).is(403);
    let (cookie, form) = (format!("hall={sam}"), ("Content-Type", "application/x-www-form-urlencoded"));
    let body = DECIDE.map(|name| format!("{name}={}", field(&falls, name))).join("&");
    let headers = [("Cookie", cookie.as_str()), form, ("Origin", "http://evil.example")];
    serving.ask("POST", "/appeals", &headers, body.as_bytes()).is(403);
    serving.ask("POST", "/appeals", &headers[..2], body.as_bytes()).is(403);
    // Nobody signs for a device without an official.
    let unsigned = serving.enrol(&hall, "Chief", &["--role", "floor-chief"]);
    assert!(page(&serving, &unsigned, "?appeal=1&outcome=falls").contains("Chief isn&#39;t set up for an official"));
    tap(&serving, &unsigned, &falls.replace(&field(&falls, "form"), &own(&unsigned)), &DECIDE).is(409);
    for nowhere in ["?appeal=9", "?ruling=9"] {
        serving.get(&format!("/appeals{nowhere}"), &sam).is(404);
    }
    assert_eq!(appeals(&hall)[0]["state"], "open");
}

#[test]
fn that_nobody_can_hear_an_appeal_is_reported_before_it_is_written() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["rule", "1", "1", "banging", "none", "seen"]).ok();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet 1", &["--role", "floor-td"]);
    let page = || serving.get("/appeals?ruling=1", &token).is(200).text();
    let nobody = "there is no section chief to hear the appeal";
    assert!(page().contains(nobody), "{}", page());
    hall.run(&["official", "add", "Sam Cole", "--role", "section-chief"]).ok();
    assert!(!page().contains(nobody) && page().contains("File: "), "{}", page());
    hall.run(&["appeal", "file", "1", "--by", "1"]).ok();
    assert!(page().contains("is still waiting for the section chief"), "one that waits already: {}", page());
}
