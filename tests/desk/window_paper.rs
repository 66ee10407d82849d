//! The desk's page of paper: what is out of date and why, and the least that mends it.

use super::hall::Hall;
use super::window::Desk;

/// The value of the command behind a button with this label.
fn line_of(page: &str, label: &str) -> String {
    let button = page.split("<form ").find(|form| form.contains(&format!(">{label}</button>")));
    let form = button.unwrap_or_else(|| panic!("{label} is a button of {page}"));
    let value = form.split("name=\"line\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    value.expect("its command").replace("&#34;", "\"")
}

#[test]
fn what_was_printed_and_is_wrong_is_said_with_its_reason_and_mended_by_the_least_print() {
    let hall = Hall::in_section(&[], 12);
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    let paper = desk.page("/at/paper");
    assert!(paper.contains("Round 1 is not printed yet") && paper.contains("Pairings, for the wall"), "{paper}");
    let all = desk.send("/print", &[("line", &line_of(&paper, "Print round 1, 3 documents"))]).is(303);
    let pdf = desk.get(all.header("location").expect("a way to the file")).is(200);
    assert!(pdf.header("content-type") == Some("application/pdf") && pdf.bytes.starts_with(b"%PDF"));
    let paper = desk.page("/at/paper");
    assert!(paper.contains("Everything printed is up to date") && paper.contains("up to date</span>"), "{paper}");
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    let paper = desk.page("/at/paper");
    assert!(paper.contains("<h2>Team 1 and Team 2 swapped places"), "{paper}");
    assert_eq!(paper.matches("out of date</span>").count(), 3, "{paper}");
    assert!(line_of(&paper, "Open what changed").starts_with("slips Open --changed -o "), "{paper}");
    let line = line_of(&paper, "Print what changed, 3 documents");
    assert_eq!(line, "stale Open --print -o open-changed.pdf");
    desk.send("/print", &[("line", &line)]).is(303);
    let paper = desk.page("/at/paper");
    assert!(!paper.contains("out of date</span>"), "{paper}");
    // What was opened and did not come out of the printer is not printed.
    let forgotten = desk.press("/do", &[("line", &line_of(&paper, "Did not print")), ("back", "/at/paper")]);
    assert_eq!(forgotten.matches("not printed</span>").count(), 1 + paper.matches("not printed</span>").count());
}

#[test]
fn a_sheet_that_cannot_be_written_says_why_on_its_page() {
    let hall = Hall::in_section(&[], 4);
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    let text = desk.press("/print", &[("line", "pairings Open -o nowhere/round.pdf")]);
    assert!(text.contains("nowhere/round.pdf cannot be written: there is no folder"), "{text}");
    hall.write("open-round-1-slips.pdf", "somebody's own");
    let page = desk.page("/at/paper");
    let slips = page.split("<form ").find(|form| form.contains("open-round-1-slips.pdf")).expect("the slips");
    assert!(slips.contains("target=\"_blank\""), "{slips}");
    let text = desk.press("/print", &[("line", "slips Open --round 1 -o open-round-1-slips.pdf")]);
    assert!(text.contains("Overwrite it?"), "{text}");
}

#[test]
fn stale_prints_what_is_wrong_in_one_file_and_nothing_where_nothing_is() {
    let hall = Hall::in_section(&[], 12);
    hall.run(&["pair"]).ok();
    hall.run(&["pairings", "--packet", "-o", "round.pdf"]).ok();
    hall.run(&["stale", "--print", "-o", "again.pdf"]).fails(1, "nothing to reprint");
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    let slips = hall.json(&["stale", "--print"])["sections"].clone();
    let slips = slips.as_array().expect("sheets").iter().find_map(|sheet| sheet["slips"].as_array().cloned());
    assert_eq!(slips.expect("the slips").len(), 2, "of slips only those that changed");
    hall.run(&["stale", "--print", "-o", "again.pdf"]).ok();
    assert!(!hall.run(&["stale"]).ok().out.contains("WRONG"));
}
