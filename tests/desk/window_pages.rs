//! The desk's pages beside the rounds: the log, the event as it was, the rules, the hall.

use super::hall::Hall;
use super::window::Desk;

#[test]
fn the_log_takes_back_one_command_and_shows_the_event_as_it_was() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    hall.run(&["team", "add", "Late Larks", "--player", "Ann Lee,5", "--player", "Bo Kim,5"]).ok();
    let added =
        hall.json(&["log"])["commands"].as_array().and_then(|all| all.last()?["command"].as_i64()).expect("one");
    hall.run(&["team", "add", "Later Larks", "--player", "Cy Day,5", "--player", "Di Fox,5"]).ok();
    let log = desk.page("/at/log");
    assert!(log.contains("Late Larks") && log.contains("team add"), "{log}");
    assert!(log.contains(&format!("value=\"undo --only {added}\"")), "{log}");
    let then = desk.press("/past", &[("command", &(added - 1).to_string())]);
    assert!(then.contains(&format!("The event as it was after command {}", added - 1)), "{then}");
    let teams = desk.page("/at/entries");
    assert!(!teams.contains("Late Larks") && teams.contains("Back to now"), "{teams}");
    assert!(desk.types("team withdraw 1").contains("only looks at the past"));
    let now = desk.press("/past", &[("back", "/at/entries")]);
    assert!(now.contains("Late Larks") && !now.contains("Back to now"), "{now}");
    desk.types(&format!("undo --only {added}"));
    let log = desk.page("/at/log");
    assert!(log.contains("taken back</span>") && !log.contains(&format!("undo --only {added}\"")), "{log}");
    assert!(!hall.run(&["team", "list"]).ok().out.contains("Late Larks"));
}

#[test]
fn rules_are_searched_on_the_page_of_rulings() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    let found = desk.page("/at/rulings?find=illegal%20move");
    assert!(found.contains("value=\"illegal move\"") && found.to_lowercase().contains("illegal"), "{found}");
}

#[test]
fn the_hall_is_opened_and_closed_from_the_desk() {
    let hall = Hall::in_section(&[], 4);
    hall.run(&["pair"]).ok();
    let desk = Desk::of(&hall, &[]);
    assert!(desk.page("/at/settings?tab=Hall").contains("Open the hall"));
    let opened = desk.types("serve --port 0 --bind 127.0.0.1");
    assert!(opened.contains("the hall is open: http://127.0.0.1:"), "{opened}");
    let port =
        opened.split("http://127.0.0.1:").nth(1).and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
    let address = format!("127.0.0.1:{}", port.expect("a port"));
    let overview = || {
        use std::io::{Read, Write};
        let mut to = std::net::TcpStream::connect(&address).ok()?;
        write!(to, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").ok()?;
        let mut page = String::new();
        to.read_to_string(&mut page).ok()?;
        Some(page)
    };
    assert!(overview().is_some_and(|page| page.contains("Find your child")));
    assert!(desk.page("/now").contains("Hall open · 0 devices"));
    assert!(desk.types("serve").contains("the hall is already open"));
    let closed = desk.press("/hall/close", &[("back", "/at/settings?tab=Hall")]);
    assert!(closed.contains("Open the hall") && !closed.contains("Hall open"), "{closed}");
    assert_eq!(overview(), None);
    // Closed with the desk, it is closed in the file too.
    desk.types("serve --port 0 --bind 127.0.0.1");
    desk.press("/close", &[]);
    let Desk { serving, .. } = desk;
    assert_eq!(serving.ended(), 0);
    hall.run(&["serve", "--dry-run"]).fails(2, "has no dry run");
    hall.run(&["check"]).ok();
}

#[test]
fn another_window_hears_of_each_command_by_its_number() {
    let hall = Hall::in_section(&[], 4);
    let desk = Desk::of(&hall, &[]);
    let numbers = || -> Vec<i64> { desk.page("/version").split(' ').filter_map(|one| one.parse().ok()).collect() };
    let before = numbers();
    assert!(desk.page("/now").contains(&format!("data-version=\"{}\"", before[0])));
    hall.run(&["pair"]).ok();
    assert_eq!(numbers(), [before[0] + 1, before[1]]);
    // And of each sheet, so that no page of paper goes on calling it not printed.
    hall.run(&["pairings", "-o", "wall.txt"]).ok();
    assert!(numbers()[1] > before[1]);
}

#[test]
fn the_usual_rules_are_chosen_and_the_others_say_what_differs() {
    let hall = Hall::empty();
    let desk = Desk::of(&hall, &[]);
    let start = desk.page("/start");
    let (usual, others) = start.split_once("Other rules").expect("the others are folded");
    assert!(usual.contains("value=\"us-chess-2018\" checked") && usual.contains("not sure"), "{start}");
    assert!(usual.contains("Time: 5 minutes each, no delay (G/5;d0)"), "{start}");
    assert!(others.contains("2006</b>") && others.contains("Waiting for a piece: only when mated"), "{start}");
}

#[test]
fn what_only_informs_is_no_warning_and_what_comes_next_is_the_green_button() {
    let hall = Hall::in_section(&[], 2);
    let desk = Desk::of(&hall, &[]);
    let added = desk.press("/form/section/add", &[("a-name", "Novice"), ("back", "/now")]);
    let answer = added.split("class=\"panel tells\"").nth(1).expect("what it told");
    assert!(
        answer.find("added section Novice") < answer.find("tie-breaks in order") && !added.contains("class=\"note\""),
        "{added}"
    );
    let alone = desk.types("partner add \"Cy Day,5,900\" --section Open");
    assert!(alone.contains("class=\"button go\" href=\"/at/entries#partners\""), "{alone}");
    assert!(alone.contains(">entered Cy Day") && !alone.contains("class=\"sentence\">entered"), "once: {alone}");
}

#[test]
fn backups_say_what_is_settled_and_when_the_last_was_made() {
    let hall = Hall::in_section(&[], 2);
    let desk = Desk::of(&hall, &[]);
    let page = desk.page("/at/settings?tab=Backups");
    for expected in ["now: next to the file", "name=\"was-a-every\" value=\"10\"", "no backup yet"] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let done = desk.press("/do", &[("line", "backup"), ("back", "/close")]);
    assert!(done.contains("<h1 class=\"spoken\">Done</h1>"), "{done}");
    assert!(desk.page("/close").contains("last backup "));
}

#[test]
fn a_prize_without_a_winner_is_reported_before_the_ceremony_is_read() {
    let hall = Hall::in_section(&["--rounds", "1"], 4);
    hall.run(&["prize", "add", "--special", "Best costume"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let desk = Desk::of(&hall, &[]);
    let ceremony = desk.page("/at/prizes?tab=Ceremony");
    assert!(ceremony.contains("Not awarded yet: Best costume."), "{ceremony}");
    let print = ceremony.split("<form ").find(|form| form.contains("Print the ceremony")).expect("it is printed");
    assert!(print.contains("action=\"/print\" target=\"_blank\""), "it opens beside the page: {print}");
    hall.run(&["prize", "give", "Best costume", "1"]).ok();
    assert!(!desk.page("/at/prizes?tab=Ceremony").contains("Not awarded yet"));
}
