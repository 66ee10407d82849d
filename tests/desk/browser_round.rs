//! The grid of results in a real browser: a pile by keys alone, typed without looking, and two windows.

use super::browser::{posted, window};
use super::browser_window::{Browser, Device};
use super::hall::Hall;
use super::serving_client::Serving;
use super::window::opened;
use std::time::{Duration, Instant};

fn sat(browser: &mut Browser, hall: &Hall) -> (Serving, Device) {
    let (serving, address) = opened(hall, &[]);
    let device = browser.device(1280, 900);
    browser.open(&device, &address);
    browser.open(&device, &format!("http://{}/at/round?section=K-6", serving.address));
    (serving, device)
}

fn results(hall: &Hall) -> usize {
    hall.run(&["pairings", "--json"]).ok().out.matches("\"1-0\"").count()
}

#[test]
fn forty_slips_go_in_by_keys_alone_and_one_that_differs_is_put_aside_by_the_next_digit() {
    let Some(mut browser) = window() else { return };
    let hall = posted(41);
    hall.run(&["result", "7", "0-1"]).ok();
    let (serving, device) = sat(&mut browser, &hall);
    let begun = Instant::now();
    let pile: String = (1..=41).map(|table| format!("{table} 1 a m\n")).collect();
    browser.types(&device, &pile);
    browser.wait(&device, "document.querySelectorAll('.tile.open').length === 0");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let disputed = "[...document.querySelectorAll('.tile.disputed')].map(tile => tile.innerText).join()";
    assert_eq!(browser.value(&device, disputed), "7");
    assert_eq!(results(&hall), 40, "nothing was written over");
    assert_eq!(hall.json(&["reports"])["reports"][0]["result"], "1-0");
    assert_eq!(browser.axe(&device), Vec::<String>::new());
    drop(serving);
}

#[test]
fn a_stop_is_answered_by_a_key_and_another_window_shows_what_was_filed() {
    let Some(mut browser) = window() else { return };
    let hall = posted(4);
    let (serving, device) = sat(&mut browser, &hall);
    let other = browser.tab(&device);
    browser.open(&other, &format!("http://{}/at/round?section=K-6", serving.address));
    browser.types(&device, "2 1 a m\n");
    browser.says(&device, "bughouse result 2 1-0 a mate");
    browser.types(&other, "2 2\n");
    browser.says(&other, "This slip says something else");
    browser.wait(&other, "document.activeElement.value === 'k'");
    browser.types(&other, "k");
    browser.wait(&other, "!document.querySelector('#stop') && document.activeElement.name === 'line'");
    browser.types(&other, "2 2\n");
    browser.wait(&other, "document.activeElement.value === 'k'");
    browser.types(&other, "r");
    browser.says(&other, "bughouse result 2 0-1 --replace");
    browser.types(&other, "99 1\n");
    browser.says(&other, "there is no table 99");
    browser.wait(&other, "document.querySelector('#slips [name=line]').value === '99 1'");
    drop(serving);
}
