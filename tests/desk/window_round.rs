//! The round on the desk's pages: slips a line at a time as a browser without script sends them, and a slip that says otherwise.

use super::hall::Hall;
use super::window::Desk;

fn round_of(section: &str) -> Vec<(&'static str, String)> {
    vec![("section", section.to_owned()), ("round", String::new())]
}

/// Sends a line of the grid of Open, as it is on a page.
fn line(desk: &Desk, page: &str, typed: &str) -> String {
    let value = |name: &str| {
        let field = format!("name=\"{name}\" value=\"");
        let from = page.split(&field).nth(1).unwrap_or_default();
        from.split('"').next().unwrap_or_default().to_owned()
    };
    let mut fields = round_of("Open");
    fields.extend(["request", "shown", "pass", "verified", "stop", "other"].map(|name| (name, value(name))));
    fields.push(("line", typed.to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    desk.press("/round/slip", &fields)
}

fn results(hall: &Hall) -> Vec<String> {
    let pairings = hall.json(&["pairings"]);
    let tables = pairings["rounds"][0]["pairings"].as_array().or(pairings["pairings"].as_array()).cloned();
    tables.unwrap_or_default().iter().map(|table| table["results"][0]["result"].to_string()).collect()
}

#[test]
fn slips_are_filed_a_line_at_a_time_and_one_that_differs_stops_under_its_row() {
    let hall = Hall::paired(6);
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/round?section=Open");
    assert!(page.contains("Open, round 1") && page.contains("Still playing") && page.contains("autofocus"), "{page}");
    let page = line(&desk, &page, "1 1am");
    assert!(page.contains("bughouse result 1 1-0 a mate") && page.contains("data-undo"), "{page}");
    let before = results(&hall);
    let page = line(&desk, &page, "1 2 b t");
    assert!(page.contains("This slip says something else") && page.contains("Filed by the laptop"), "{page}");
    assert!(page.contains("the desk’s earlier entry was “") && !page.contains("two slips"), "{page}");
    assert!(page.contains("board B, time"), "{page}");
    assert_eq!(results(&hall), before, "nothing is changed at a stop");
    let kept = line(&desk, &page, "");
    assert!(!kept.contains("something else"), "{kept}");
    assert_eq!(results(&hall), before);
    // A digit puts the slip aside, and is the next line.
    let page = line(&desk, &page, "2 =");
    assert!(page.contains("Table 1, disputed") && page.contains("bughouse result 2 1/2"), "{page}");
    let reports = hall.json(&["reports"]);
    assert_eq!(reports["reports"][0]["state"], "disputed");
    assert_eq!(reports["reports"][0]["result"], "0-1");
    assert_eq!(results(&hall)[0], before[0], "what stands stays");
    let stopped = line(&desk, &page, "2 1");
    let replaced = line(&desk, &stopped, "r");
    assert!(replaced.contains("bughouse result 2 1-0 --replace"), "{replaced}");
    // What cannot be read is beside the line, and is kept.
    let wrong = line(&desk, &replaced, "99 1");
    assert!(wrong.contains("value=\"99 1\"") && wrong.contains("there is no table 99"), "{wrong}");
    let next = line(&desk, &wrong, "");
    assert!(next.contains("value=\"3 \""), "{next}");
}

#[test]
fn replace_asks_once_where_nothing_is_paired_from_the_result() {
    let hall = Hall::paired(4);
    hall.run_with(&["enter"], "1 1 a m\n2 1\n").ok();
    hall.run(&["standings", "-o", "s.txt"]).ok();
    let desk = Desk::of(&hall, &[]);
    let stopped = desk.page("/round/confirm?table=1&place=1&result=0-1&section=Open&board=a&by=mate");
    assert!(stopped.contains("This slip says something else"), "{stopped}");
    let done = line(&desk, &stopped, "r");
    assert!(!done.contains("No, leave it"), "Replace is the answer: {done}");
    assert!(results(&hall)[0].contains("0-1"), "{done}");
    let picked = desk.page("/at/round?section=Open&pick=1");
    assert!(picked.contains("value=\"a\" checked") && picked.contains("value=\"mate\" checked"), "{picked}");
    assert!(desk.page("/now").contains("href=\"/at/paper?section=Open\""));
}

#[test]
fn a_line_that_is_no_slip_says_how_one_is_typed() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/round?section=Open&tab=Results");
    for (typed, why) in [("Team 1 won", "\"Team\" is not a table number"), ("72", "there is no table 72")] {
        let page = super::day::unescaped(&line(&desk, &page, typed));
        assert!(page.contains(why) && page.contains("first the table, then a space"), "{typed}: {page}");
        assert!(page.contains(&format!("value=\"{typed}\"")), "what was typed is kept: {page}");
    }
    // Nobody came: by a button, and the same as typed.
    let picked = desk.page("/at/round?section=Open&pick=1");
    assert!(picked.contains("value=\"-/+\">No-show: Team 1</button>"), "{picked}");
    let asked = desk.page("/round/confirm?table=1&place=1&result=-/%2B&section=Open");
    assert!(asked.contains("result 1 -/+"), "{asked}");
    // A board that was drawn leaves the match open, and is chosen for nobody.
    let drawn = line(&desk, &page, "2 = b");
    assert!(drawn.contains("board B drawn, the other still playing"), "{drawn}");
    assert!(!desk.page("/at/round?section=Open&pick=2").contains("value=\"b\" checked"));
}

#[test]
fn what_is_put_aside_is_a_report_of_the_desk_and_undo_drops_it() {
    let hall = Hall::paired(4);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "1", "1-0", "--aside"]).fails(1, "this slip says the same");
    hall.run(&["result", "1", "0-1", "b", "time", "--aside"])
        .ok()
        .says("1-0 stays on file; settle it with `bughouse reports`");
    hall.run(&["result", "1", "0-1", "b", "time", "--aside"]).ok();
    assert_eq!(hall.json(&["reports"])["reports"].as_array().map(Vec::len), Some(1), "put aside once");
    hall.run(&["status"]).ok().says("table 1 is disputed");
    hall.run(&["reports", "reject", "1"]).ok();
    let desk = Desk::of(&hall, &[]);
    let page = desk.types("result 1 0-1 --aside");
    assert!(page.contains("value=\"reports reject 2\""), "{page}");
}

#[test]
fn a_second_pass_compares_and_changes_nothing() {
    let hall = Hall::paired(6);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "0-1"]).ok();
    let desk = Desk::of(&hall, &[]);
    let before = hall.json(&["log"]);
    let page = line(&desk, &desk.page("/at/round?section=Open"), "v");
    assert!(page.contains("Second pass"), "{page}");
    let page = line(&desk, &page, "1 1");
    assert!(page.contains("1 1: agrees") && page.contains("1 of 3 agree"), "{page}");
    let page = line(&desk, &page, "2 1");
    assert!(page.contains("This slip says something else"), "{page}");
    let page = line(&desk, &page, "k");
    assert!(page.contains("1 of 3 agree"), "{page}");
    assert_eq!(hall.json(&["log"]), before);
}

#[test]
fn a_line_is_reported_in_words_before_it_is_filed_and_a_tap_is_said_again() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    let described = |line: &str| desk.page(&format!("/round/understood?line={line}"));
    assert!(
        described("1+1am").contains(" won") && described("1+1am").contains("Board A, mate"),
        "{}",
        described("1+1am")
    );
    assert!(described("1+7").contains("is not a result"), "{}", described("1+7"));
    assert!(described("99+1").contains("there is no table 99"));
    let picked = desk.page("/at/round?section=Open&pick=2");
    assert!(picked.contains("value=\"1-0\"") && picked.contains("value=\"0-1\""), "{picked}");
    let log = hall.json(&["log"]);
    let asked = desk.page("/round/confirm?table=2&place=2&result=0-1&board=b&by=mate&section=Open&round=");
    assert!(asked.contains("Yes: ") && asked.contains("bughouse result 2 0-1 b mate"), "{asked}");
    assert_eq!(hall.json(&["log"]), log);
    desk.press("/do", &[("line", "result 2 0-1 b mate"), ("back", "/at/round?section=Open")]);
    let stopped = desk.page("/round/confirm?table=2&place=2&result=1-0&section=Open&round=");
    assert!(stopped.contains("This slip says something else"), "{stopped}");
}

#[test]
fn a_slip_of_a_round_that_was_taken_back_is_not_filed_in_the_next() {
    let hall = Hall::paired(4);
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/round?section=Open");
    hall.run(&["pairing", "swap", "table", "1", "table", "2"]).ok();
    let log = hall.json(&["log"]);
    let page = line(&desk, &page, "1 1");
    assert!(page.contains("has changed since it was shown") && page.contains("value=\"1 1\""), "{page}");
    assert_eq!(hall.json(&["log"]), log);
    assert!(line(&desk, &page, "1 1").contains("bughouse result 1 1-0"));
}

#[test]
fn a_slip_of_another_section_is_reported_and_entered_only_where_that_is_meant() {
    let hall = Hall::paired(4);
    hall.run(&["section", "add", "K-6"]).ok();
    hall.enter_teams("K-6", 5..=8);
    hall.run(&["pair", "K-6"]).ok();
    let table = hall.json(&["pairings", "K-6"])["pairings"][0]["table"].as_u64().expect("a table");
    let desk = Desk::of(&hall, &[]);
    let log = hall.json(&["log"]);
    let text = desk.page(&format!("/round/understood?section=Open&line={table}+1"));
    assert!(text.contains("This table is in K-6") && text.contains("\"wrong\":true"), "{text}");
    assert!(desk.page("/round/understood?section=Open&line=99+").contains("\"wrong\":true"));
    assert!(desk.page("/round/understood?section=Open&line=99").contains("\"wrong\":false"), "a number may go on");
    let page = line(&desk, &desk.page("/at/round?section=Open"), &format!("{table} 1"));
    assert!(page.contains("id=\"other\"") && page.contains("Enter it in K-6"), "{page}");
    assert!(page.contains(&format!("name=\"line\" value=\"{table} 1\"")), "the line is kept: {page}");
    assert_eq!(hall.json(&["log"]), log);
    let entered = line(&desk, &page, "o");
    assert!(
        entered.contains(&format!("bughouse result {table} 1-0")) && entered.contains("Open, round 1"),
        "{entered}"
    );
    // Where it differs there, the stop is on the grid of its section.
    let page = line(&desk, &entered, &format!("{table} 2"));
    let stopped = line(&desk, &page, "o");
    assert!(stopped.contains("K-6, round 1") && stopped.contains("This slip says something else"), "{stopped}");
}

#[test]
fn a_second_pass_begins_with_no_table_agreed() {
    let hall = Hall::paired(6);
    hall.run(&["result", "1", "1-0"]).ok();
    let desk = Desk::of(&hall, &[]);
    let begun = desk.page("/at/round?section=Open&pass=second");
    assert!(begun.contains("0 of 3 agree"), "{begun}");
    let page = line(&desk, &begun, "1 1");
    let page = line(&desk, &line(&desk, &page, "1 1"), "v");
    assert!(line(&desk, &page, "v").contains("0 of 3 agree"));
}
