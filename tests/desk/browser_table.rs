//! The round and the table in a real browser: a ruling with its appeal, a swap on the proposal, and a result of an earlier round corrected.

use super::browser::window;
use super::browser_window::{Browser, Device};
use super::hall::Hall;
use super::window::opened;
use serde_json::json;
use std::time::{Duration, Instant};

/// Looks at a page as large and small, light and dark.
fn looked_at(browser: &mut Browser, device: &Device, name: &str) {
    for (width, dark) in [(1280, false), (390, true)] {
        browser.size(device, width, 900);
        browser.dark(device, dark);
        browser.picture(device, &format!("{name}-{width}{}", if dark { "-dark" } else { "" }));
        let is_wide = browser.value(device, "document.documentElement.scrollWidth > innerWidth");
        assert_eq!(is_wide, json!(false), "{name} at {width}");
        assert_eq!(browser.axe(device), Vec::<String>::new(), "{name} at {width}");
    }
    browser.size(device, 1280, 900);
}

#[test]
fn a_ruling_with_its_appeal_a_swap_and_a_corrected_earlier_result() {
    let Some(mut browser) = window() else { return };
    let hall = Hall::paired(12);
    hall.run(&["official", "add", "Sue Chief", "--role", "section-chief", "--section", "Open"]).ok();
    let (serving, address) = opened(&hall, &[]);
    let device = browser.device(1280, 900);
    browser.open(&device, &address);
    let at = |path: &str| format!("http://{}{path}", serving.address);
    // The ruling, from the tile of its table.
    browser.open(&device, &at("/now"));
    browser.tap(&device, "2");
    browser.says(&device, "Who broke a rule or is making a claim?");
    looked_at(&mut browser, &device, "table");
    browser.tap(&device, "P2a Alpha");
    browser.says(&device, "What did P2a Alpha do?");
    browser.wait(&device, "document.activeElement.id === 'find'");
    looked_at(&mut browser, &device, "offenses");
    browser.types(&device, "hand clock\n");
    browser.says(&device, "The rulebook's ladder");
    looked_at(&mut browser, &device, "ruling");
    browser.tap(&device, "Record: P2a Alpha, warning");
    browser.says(&device, "Ruling 1");
    // Its appeal.
    browser.tap(&device, "Appeal of ruling 1");
    browser.says(&device, "Who appeals?");
    browser.value(&device, "document.querySelector('[name=by]').click()");
    looked_at(&mut browser, &device, "appeal");
    browser.tap(&device, "File the appeal");
    browser.tap(&device, "Hear appeal 1");
    browser.says(&device, "What is the decision?");
    looked_at(&mut browser, &device, "hearing");
    browser.tap(&device, "The ruling is overturned");
    browser.says(&device, "Table 2");
    browser.open(&device, &at("/at/rulings"));
    browser.says(&device, "overturned on appeal");
    looked_at(&mut browser, &device, "rulings");
    assert_eq!(hall.json(&["appeal", "list"])["appeals"][0]["decided_by"], "Sue Chief");
    // A slip that differs, and one of no table.
    browser.open(&device, &at("/at/round?section=Open"));
    browser.types(&device, "1 1 a m\n2 1\n3 2\n4 1\n5 =\n6 2\n");
    browser.says(&device, "All results are in");
    // Both halves of the list have their columns under the same headings.
    let left = "[...document.querySelectorAll('#grid tbody tr.line td:nth-child(4)')].map(cell => cell.getBoundingClientRect().left)";
    browser.wait(&device, &format!("new Set({left}).size === 1"));
    looked_at(&mut browser, &device, "grid");
    browser.value(&device, "document.querySelector('#slips [name=line]').focus()");
    browser.types(&device, "99 ");
    browser.wait(&device, "document.querySelector('#understood').matches('.wrong')");
    // The proposal, two teams swapped in it, and posted by Enter.
    browser.open(&device, &at("/propose?section=Open"));
    browser.says(&device, "Nothing is posted yet");
    browser.value(
        &device,
        "document.querySelectorAll('.seats [name=team]').forEach((box, n) => { box.checked = n === 1 || n === 3 })",
    );
    browser.tap(&device, "Swap the two");
    browser.says(&device, "Changed by hand");
    looked_at(&mut browser, &device, "proposal");
    std::thread::sleep(std::time::Duration::from_millis(700));
    browser.types(&device, "\n");
    browser.says(&device, "Open, round 2");
    browser.wait(&device, "location.pathname === '/at/round'");
    let log = hall.json(&["log"]);
    let last = log["commands"].as_array().and_then(|all| all.last()).cloned().unwrap_or_default();
    assert!(last["words"].as_str().is_some_and(|words| words.starts_with("pairing swap team ")), "{last}");
    // A result of round 1 is corrected; round 2 stays.
    let tables = hall.tables();
    browser.open(&device, &at("/at/round?section=Open&round=1&tab=Results"));
    browser.says(&device, "Round 2 is already paired, and stays as it is.");
    browser.types(&device, "1 2\n");
    browser.says(&device, "This slip says something else");
    looked_at(&mut browser, &device, "earlier");
    browser.wait(&device, "document.activeElement.value === 'k'");
    browser.types(&device, "r");
    browser.wait(&device, "!document.querySelector('#stop')");
    let is_corrected = || hall.json(&["pairings", "--round", "1"])["pairings"][0]["results"][0]["result"] == "0-1";
    let since = Instant::now();
    while !is_corrected() {
        assert!(since.elapsed() < Duration::from_secs(60), "the result of round 1 stands as it was");
        if browser.value(&device, "document.querySelector('.ask') !== null") == json!(true) {
            browser.tap(&device, "Yes");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    browser.says(&device, "--round 1");
    assert_eq!(hall.tables(), tables);
    drop(serving);
}
