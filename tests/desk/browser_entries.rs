//! Entries at the desk in a real browser: from an empty folder to the first round, and check-in by keys alone.

use super::browser::window;
use super::browser_window::{Browser, Device};
use super::hall::Hall;
use super::window::opened;
use serde_json::json;

/// Drops a list on the page, as from a folder beside the browser.
pub fn drop_list(browser: &mut Browser, device: &Device, name: &str, text: &str) {
    let script = format!(
        "(d => (d.items.add(new File([{}], {})), document.dispatchEvent(new DragEvent('drop', {{ dataTransfer: d, bubbles: true, cancelable: true }})), true))(new DataTransfer())",
        json!(text),
        json!(name)
    );
    browser.value(device, &script);
}

/// Clicks what a selector finds, once it is there.
fn click(browser: &mut Browser, device: &Device, clicks: &mut u32, what: &str) {
    *clicks += 1;
    let found = format!("(e => !!e && (e.click(), true))(document.querySelector({}))", json!(what));
    browser.wait(device, &format!("document.readyState === 'complete' && {found}"));
}

/// A panel of the desk may have a header of its own.
fn faults(browser: &mut Browser, device: &Device) -> Vec<String> {
    browser.faults(device).into_iter().filter(|fault| fault != "not one header").collect()
}

fn list(teams: u32) -> String {
    let line = |n: u32| format!("Team {n},Ann{n} Lee{n},5,{},Bo{n} Cruz{n},4\n", 900 + n);
    let lines: String = (1..=teams).map(line).collect();
    format!("Team,Player 1,Grade 1,Rating 1,Player 2,Grade 2\n{lines}")
}

#[test]
fn from_an_empty_folder_to_the_first_round_on_paper_by_a_few_clicks() {
    let Some(mut browser) = window() else { return };
    let hall = Hall::empty();
    let (_serving, address) = opened(&hall, &[]);
    let device = browser.device(1280, 900);
    browser.open(&device, &address);
    let mut clicks = 0;
    browser.says(&device, "New tournament");
    // The name is all that is typed.
    browser.value(&device, "document.querySelector('#name').value = 'Maple Fall'");
    click(&mut browser, &device, &mut clicks, ".make button.large");
    browser.says(&device, "The tournament has no sections yet");
    click(&mut browser, &device, &mut clicks, ".rail [data-id=entries]");
    browser.says(&device, "Enter the teams from a file");
    browser.picture(&device, "entries-none");
    clicks += 1;
    drop_list(&mut browser, &device, "entries.csv", &list(24));
    browser.says(&device, "24 rows, one per team");
    // What is hidden has text too.
    browser.wait(&device, "document.querySelector('main').getClientRects().length > 0");
    click(&mut browser, &device, &mut clicks, "button[value]:not([form]), .first form button");
    browser.says(&device, "Enter 24 teams");
    browser.picture(&device, "entries-file");
    assert_eq!(faults(&mut browser, &device), Vec::<String>::new());
    assert_eq!(browser.axe(&device), Vec::<String>::new());
    click(&mut browser, &device, &mut clicks, ".enter [data-next]");
    browser.says(&device, "24 teams added");
    click(&mut browser, &device, &mut clicks, ".rail [data-id=now]");
    browser.says(&device, "is ready for round 1");
    click(&mut browser, &device, &mut clicks, ".act .button:not(.go)");
    browser.says(&device, "This is what would be posted");
    click(&mut browser, &device, &mut clicks, "main .go");
    browser.wait(&device, "document.querySelector('.sentence')?.innerText.includes('round 1') ?? false");
    click(&mut browser, &device, &mut clicks, ".rail [data-id=paper]");
    browser.wait(&device, "location.pathname === '/at/paper' && document.readyState === 'complete'");
    // The whole round in one file; a tab of its own opens for a person's click alone.
    browser.value(&device, "document.querySelector('main .go').form.target = '_self'");
    click(&mut browser, &device, &mut clicks, "main .go");
    let is_printed = || hall.files().iter().any(|file| file.ends_with(".pdf"));
    let since = std::time::Instant::now();
    while !is_printed() {
        assert!(since.elapsed() < std::time::Duration::from_secs(60), "printed: {:?}", hall.files());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(clicks <= 25, "{clicks} clicks");
    eprintln!("from an empty folder to the first round on paper: {clicks} clicks");
    assert_eq!(hall.json(&["pairings"])["pairings"].as_array().map_or(0, Vec::len), 12);
}

#[test]
fn a_queue_is_checked_in_by_keys_alone() {
    let Some(mut browser) = window() else { return };
    let hall = Hall::in_section(&[], 12);
    let (_serving, address) = opened(&hall, &[]);
    let device = browser.device(1280, 900);
    browser.open(&device, &address);
    let mut clicks = 0;
    click(&mut browser, &device, &mut clicks, ".rail [data-id=entries]");
    browser.says(&device, "0 of 12 teams are here.");
    let types = |text: &str| {
        format!(
            "(f => (f.value = {}, f.dispatchEvent(new Event('input')), f.form.requestSubmit(), true))(document.querySelector('.find input[name=find]'))",
            json!(text)
        )
    };
    let is_ready =
        "(f => f.value === '' && f === document.activeElement)(document.querySelector('.find input[name=find]'))";
    browser.value(&device, &types("team 7"));
    browser.says(&device, "1 of 12 teams are here.");
    browser.wait(&device, is_ready);
    browser.value(&device, &types("2 3 11"));
    browser.says(&device, "4 of 12 teams are here.");
    browser.wait(&device, is_ready);
    // In its place, and every row is there again.
    browser.wait(&device, "document.querySelector('#team-7 .tag.here').innerText.startsWith('Here ')");
    browser.wait(&device, "document.querySelectorAll('.teams li:not([hidden])').length === 12");
    click(&mut browser, &device, &mut clicks, ".strip [data-undo]");
    browser.says(&device, "1 of 12 teams are here.");
    assert_eq!(faults(&mut browser, &device), Vec::<String>::new());
    assert_eq!(browser.axe(&device), Vec::<String>::new());
    for (width, dark) in [(1280, false), (768, true), (390, false)] {
        browser.size(&device, width, 900);
        browser.dark(&device, dark);
        browser.picture(&device, &format!("check-in-{width}"));
        assert_eq!(
            browser.value(&device, "document.documentElement.scrollWidth > innerWidth"),
            json!(false),
            "{width}"
        );
    }
}
