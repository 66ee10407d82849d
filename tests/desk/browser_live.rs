//! Pages that stay open for hours: a projector with more tables than it has room for, tabs that nobody sees, what is gone meanwhile.

use super::browser::{join, posted, window};
use super::browser_window::{Browser, Device};
use super::hall::Hall;
use super::serving_client::Serving;
use serde_json::{Value, json};

/// A page turns after a moment, and `later` is a time to come in milliseconds.
const HURRIED: &str = "{ const every = setInterval, now = Date.now; window.later = 0; Date.now = () => now() + later;
    window.setInterval = (what, wait) => every(what, wait > 4000 && wait < 16000 ? 400 : wait); }";

/// Which tables are seen whole above the foot, and whether the foot is on the screen.
const SEEN: &str = "(() => {
    const foot = document.querySelector('footer').getBoundingClientRect(), made = document.querySelector('.made').getBoundingClientRect();
    const rows = [...document.querySelectorAll('tbody tr')].filter(row => row.getClientRects().length);
    const whole = rows.filter(row => row.getBoundingClientRect().bottom <= foot.top && row.scrollWidth <= innerWidth);
    return [whole.length === rows.length && made.bottom <= foot.top && foot.bottom <= innerHeight, whole.map(row => row.cells[0].innerText)];
})()";

/// Follows a projector until it has begun anew. Gives the tables that it showed.
fn tables_shown(browser: &mut Browser, device: &Device) -> Vec<String> {
    let mut shown: Vec<String> = Vec::new();
    let begun = std::time::Instant::now();
    while begun.elapsed().as_secs() < 5 {
        let seen = browser.value(device, SEEN);
        assert_eq!(seen[0], true, "cut off: {seen}");
        shown.extend(seen[1].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    shown.sort_by_key(|table| table.parse::<u32>().unwrap_or_default());
    shown.dedup();
    shown
}

#[test]
fn a_projector_shows_every_table_whole_and_that_it_is_not_live() {
    let Some(mut browser) = window() else { return };
    let hall = posted(24);
    for team in [3, 8, 30] {
        let name = format!("The Unstoppable Knights of Greater {team}");
        hall.run(&["team", "edit", &team.to_string(), "--name", &name]).ok();
    }
    let serving = Serving::of(&hall);
    let every: Vec<String> = (1..=24).map(|table: u32| table.to_string()).collect();
    for (width, height) in [(1280, 720), (1920, 1080), (1024, 768)] {
        let screen = browser.device(width, height);
        browser.prepared(&screen, HURRIED);
        browser.open(&screen, &format!("http://{}/screen/1", serving.address));
        browser.picture(&screen, &format!("projector-{width}"));
        assert_eq!(tables_shown(&mut browser, &screen), every, "{width}");
        browser.offline(&screen, true);
        browser.value(&screen, "later = 60000");
        browser.says(&screen, "not live since");
        browser.picture(&screen, &format!("projector-late-{width}"));
        assert_eq!(tables_shown(&mut browser, &screen), every, "not live, {width}");
    }
    // Without scripts a name is cut rather than a table.
    let plain = browser.device(1280, 720);
    browser.without_scripts(&plain);
    browser.open(&plain, &format!("http://{}/screen/1", serving.address));
    browser.picture(&plain, "projector-plain");
    let seen = browser.value(&plain, SEEN);
    assert_eq!((&seen[0], seen[1].as_array().map(Vec::len)), (&json!(true), Some(10)), "{seen}");
}

#[test]
fn a_projector_that_was_opened_before_the_first_round_shows_it() {
    let Some(mut browser) = window() else { return };
    let hall = Hall::with_teams(4);
    let serving = Serving::of(&hall);
    let screen = browser.device(1280, 720);
    browser.open(&screen, &format!("http://{}/screen/1", serving.address));
    browser.says(&screen, "No round is posted yet");
    hall.run(&["pair"]).ok();
    browser.says(&screen, "Team 1");
    hall.run(&["unpair"]).ok();
    browser.says(&screen, "No round is posted yet");
    assert_eq!(browser.value(&screen, "document.body.innerText.includes('Team 1')"), false);
}

#[test]
fn a_tab_that_nobody_sees_keeps_no_connection() {
    let Some(mut browser) = window() else { return };
    let hall = posted(6);
    let serving = Serving::of(&hall);
    let tablet = browser.device(390, 844);
    let watched = "{ const Own = EventSource; window.opened = []; window.away = false;
        window.EventSource = class extends Own { constructor(at) { super(at); opened.push(this); } };
        Object.defineProperty(document, 'hidden', { get: () => away }); }";
    browser.prepared(&tablet, watched);
    join(&mut browser, &tablet, &hall, &serving, "Chief", "floor-chief");
    browser.open(&tablet, &format!("http://{}/hall", serving.address));
    let cut =
        "[...document.querySelectorAll('nav a')].filter(way => way.getBoundingClientRect().right > innerWidth).length";
    assert_eq!(browser.value(&tablet, cut), 0, "every way is on the screen");
    browser.wait(&tablet, "opened.length === 1 && opened[0].readyState === 1");
    let turned = |away: bool| format!("away = {away}; document.dispatchEvent(new Event('visibilitychange')); 0");
    browser.value(&tablet, &turned(true));
    assert_eq!(browser.value(&tablet, "opened[0].readyState"), 2);
    hall.run(&["result", "1", "1-0"]).ok();
    browser.value(&tablet, &turned(false));
    browser.wait(&tablet, "opened.length === 2 && opened[1].readyState === 1");
    browser.says(&tablet, "5 of 6 playing");
    // A list that was opened stays open.
    browser.tap(&tablet, "K-6: tables with a result");
    hall.run(&["result", "2", "1-0"]).ok();
    browser.says(&tablet, "4 of 6 playing");
    browser.wait(&tablet, "document.querySelectorAll('details[open] li').length === 2");
}

#[test]
fn a_page_that_is_gone_is_not_asked_for_again() {
    let Some(mut browser) = window() else { return };
    let hall = posted(4);
    hall.run(&["section", "edit", "K-6", "--reports", "self"]).ok();
    let serving = Serving::of(&hall);
    let code = hall.json(&["slips"])["slips"][0]["door"]["code"].as_str().expect("a code").to_owned();
    let phone = browser.device(390, 844);
    browser.open(&phone, &format!("http://{}/s/{code}", serving.address));
    browser.tap(&phone, "won");
    browser.says(&phone, "Which team are you?");
    let beside = "[...document.querySelectorAll('[type=radio]')].every(e => e.getBoundingClientRect().width < 40 && e.closest('label').getBoundingClientRect().height < 50)";
    assert_eq!(browser.value(&phone, beside), true, "a choice stands beside its name");
    browser.open(&phone, &format!("http://{}/s/{code}", serving.address));
    browser.wait(&phone, "'live' in document.body.dataset");
    hall.run(&["pairing", "swap", "5", "6"]).ok();
    browser.says(&phone, "This code does not work");
    assert_eq!(browser.value(&phone, "'live' in document.body.dataset"), false);
}

#[test]
fn what_a_chief_opened_stays_open_and_what_was_answered_is_not_asked_again() {
    let Some(mut browser) = window() else { return };
    let hall = posted(6);
    let serving = Serving::of(&hall);
    let tablet = browser.device(768, 1024);
    join(&mut browser, &tablet, &hall, &serving, "Chief", "floor-chief");
    browser.open(&tablet, &format!("http://{}/table/1?round=1&match=1&result=1-0", serving.address));
    browser.tap(&tablet, "Yes");
    browser.says(&tablet, "Filed");
    assert_eq!(browser.value(&tablet, "location.pathname + location.search"), "/table/1?round=1&match=1");
    browser.open(&tablet, &format!("http://{}/table/1", serving.address));
    browser.tap(&tablet, "Enter a different result");
    hall.run(&["result", "2", "1-0"]).ok();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(browser.value(&tablet, "document.querySelector('details.other').open"), true);
}
