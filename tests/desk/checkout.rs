//! `section checkout` and `section checkin`: a section that is played in another building.

use super::hall::{Hall, Said};
use super::serving_client::Serving;
use serde_json::{Value, json};

const FILE: &str = "annex/annex.bughouse";

/// Two sections of four teams, round 1 posted, and K-3 in a file of its own.
fn apart() -> Hall {
    let hall = Hall::under("us-chess-2018");
    for (section, teams) in [("K-3", 1..=4), ("Open", 5..=8)] {
        hall.run(&["section", "add", section, "--grades", "K-12"]).ok();
        hall.enter_teams(section, teams);
    }
    hall.run(&["round"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    std::fs::create_dir(hall.path("annex")).unwrap();
    hall.run(&["section", "checkout", "K-3", "-o", "annex/annex"]).ok().says(FILE);
    hall
}

fn there(hall: &Hall, words: &[&str]) -> Said {
    hall.run(&[&["-f", FILE], words].concat())
}

#[test]
fn a_section_is_played_elsewhere_and_comes_home_whole() {
    let hall = apart();
    // At home the section is looked at, and the others go on.
    hall.run(&["result", "2", "1-0"])
        .fails(1, "K-3 is checked out to annex/annex.bughouse")
        .says("section checkin annex/annex.bughouse");
    hall.run(&["team", "edit", "1", "--name", "Rooks"]).fails(1, "K-3 is checked out");
    hall.run(&["section", "edit", "K-3", "--rounds", "5"]).fails(1, "K-3 is checked out");
    hall.run(&["section", "checkout", "K-3", "-o", "annex/again"]).fails(1, "K-3 is checked out");
    hall.run(&["result", "3", "1-0"]).ok();
    hall.run(&["result", "4", "1-0"]).ok();
    hall.run(&["round"]).ok().says("not paired: K-3 is checked out");
    hall.run(&["team", "add", "Late", "--player", "Lou Fry,5", "--player", "Kim Bo,5", "--section", "Open"]).ok();
    // There it is the other way round.
    there(&hall, &["result", "2", "0-1"]).ok();
    there(&hall, &["result", "3", "1-0"]).fails(1, "Open can only be changed in the home file");
    there(&hall, &["section", "add", "K-1"])
        .fails(1, "settings shared by all sections can only be changed in the home file");
    there(&hall, &["official", "add", "Sam Cole", "--role", "section-chief"]).ok();
    there(
        &hall,
        &["team", "add", "New", "--player", "Zed Q,5", "--player", "Yan R,5", "--section", "K-3", "--school", "Annex"],
    )
    .ok()
    .says("as team 1001");
    there(&hall, &["pair", "K-3"]).ok();
    there(&hall, &["rule", "1", "1", "banging", "none", "seen"]).ok().says("ruling 1001");
    there(&hall, &["check"]).ok();
    let played = |said: Said| said.ok().json()["sections"].clone();
    let standings = played(there(&hall, &["standings", "K-3", "--json"]));
    let others = played(hall.run(&["standings", "Open", "--json"]));
    hall.run(&["section", "checkin", FILE, "--dry-run"]).ok();
    hall.run(&["result", "2", "1-0"]).fails(1, "checked out");
    let back = hall.json(&["section", "checkin", FILE]);
    assert_eq!(back, json!({ "sections": ["K-3"], "rounds": 2, "rulings": 1, "tables": [] }));
    assert_eq!(played(hall.run(&["standings", "K-3", "--json"])), standings);
    assert_eq!(played(hall.run(&["standings", "Open", "--json"])), others);
    hall.run(&["official", "list"]).ok().says("Sam Cole");
    hall.run(&["check"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["section", "checkin", FILE]).fails(2, "no section of this tournament is checked out to that file");
    // A number is given once in both files.
    hall.run(&["team", "add", "Last", "--player", "Lea S,5", "--player", "Tim S,5", "--section", "Open"])
        .ok()
        .says("as team 1002");
}

#[test]
fn what_was_checked_out_and_in_is_taken_back_like_anything_else() {
    let hall = apart();
    let event = || hall.run(&["export", "json", "--private"]).ok().out;
    let out = event();
    there(&hall, &["result", "2", "0-1"]).ok();
    there(&hall, &["undo"]).ok().says("table 2");
    there(&hall, &["undo", "--any"]).fails(1, "changed in the home file");
    there(&hall, &["result", "2", "0-1"]).ok();
    hall.run(&["section", "checkin", FILE]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(event(), out);
    hall.run(&["result", "2", "1-0"]).fails(1, "checked out");
    hall.run(&["redo"]).ok();
    hall.run(&["undo"]).ok();
    // What is not to be there after all is played at home again, and the file is worth nothing.
    hall.run(&["undo"]).ok().says("checked K-3 out");
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["section", "checkin", FILE]).fails(2, "no section");
    let other = Hall::with_teams(4);
    std::fs::copy(hall.path(FILE), other.path("their.file")).unwrap();
    other.run(&["section", "checkin", "their.file"]).fails(2, "no section");
    other.write("notes.txt", "hello");
    other.run(&["section", "checkin", "notes.txt"]).fails(2, "notes.txt");
}

#[test]
fn a_final_waits_for_the_section_that_is_away() {
    let hall = apart();
    hall.run(&["section", "add", "Final", "--from", "K-3", "--top", "2", "--pairing", "knockout"]).ok();
    hall.run(&["pair", "Final"]).fails(1, "K-3 is checked out");
    hall.run(&["section", "checkout", "K-3"]).fails(2, "-o annex.bughouse");
    hall.run(&["section", "checkout", "Nowhere", "-o", "annex/x"]).fails(2, "Nowhere");
    hall.run(&["section", "checkout", "Open", "-o", FILE]).fails(1, "annex.bughouse already exists");
    let files = hall.files();
    hall.run(&["section", "checkout", "Open", "-o", "open", "--dry-run"]).ok();
    assert_eq!(hall.files(), files);
    hall.run(&["section", "checkout", "Open", "-o", "open"]).ok().says("move it out of this folder");
}

#[test]
fn what_came_to_both_files_meanwhile_finds_its_place() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams) in [("K-3", 1..=4), ("Open", 5..=8), ("Other", 9..=12)] {
        hall.run(&["section", "add", section, "--grades", "K-12"]).ok();
        hall.enter_teams(section, teams);
    }
    for name in ["Ann Lee", "Bo Kim"] {
        hall.run(&["official", "add", name, "--role", "section-chief"]).ok();
    }
    std::fs::create_dir(hall.path("annex")).unwrap();
    hall.run(&["section", "checkout", "K-3", "-o", FILE]).ok();
    hall.run(&["section", "checkout", "Other", "-o", "annex/other"]).ok();
    // Before round 1 every file numbers its tables from 1.
    hall.run(&["round"]).ok();
    there(&hall, &["round"]).ok();
    there(&hall, &["result", "2", "0-1"]).ok();
    let add = |file: &[&str], name: &str, section: &str, school: &str| {
        let players = [format!("{name} A,5"), format!("{name} B,5")];
        let words = ["team", "add", name, "--section", section, "--school", school];
        let words = [&words[..], &["--player", &players[0], "--player", &players[1]]].concat();
        hall.run(&[file, &words].concat()).ok()
    };
    add(&["-f", FILE], "There", "K-3", "New School").says("as team 1001");
    add(&["-f", "annex/other.bughouse"], "Third", "Other", "Third School").says("as team 2001");
    add(&[], "Here", "Open", "new  school").says("as team 13");
    hall.run(&["official", "remove", "Ann Lee"]).ok();
    let back = hall.run(&["section", "checkin", FILE]).ok();
    back.says("another section is using those tables: table 1 is now 3, table 2 is now 4");
    hall.run(&["check"]).ok();
    assert_eq!(hall.json(&["school", "list"])["schools"].as_array().map(Vec::len), Some(1));
    assert!(!hall.run(&["official", "list"]).ok().out.contains("Ann Lee"));
    let tables = hall.json(&["pairings", "K-3"])["pairings"].clone();
    let results = tables.as_array().unwrap().iter().filter(|one| one["results"][0]["result"] == "0-1");
    assert_eq!(results.count(), 1);
    hall.run(&["section", "checkin", "annex/other.bughouse", "--force"]).ok();
    hall.run(&["check"]).ok();
}

#[test]
fn a_section_that_is_away_is_not_done_away_with() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams) in [("K-3", 1..=4), ("Third", 5..=8)] {
        hall.run(&["section", "add", section, "--grades", "K-12"]).ok();
        hall.enter_teams(section, teams);
    }
    std::fs::create_dir(hall.path("annex")).unwrap();
    hall.run(&["section", "checkout", "K-3", "-o", FILE]).ok();
    for words in [["section", "merge", "K-3", "Third"], ["section", "merge", "Third", "K-3"]] {
        hall.run(&words).fails(1, "K-3 is checked out");
    }
    hall.run(&["section", "split", "K-3", "--size", "2"]).fails(1, "K-3 is checked out");
    hall.run(&["section", "edit", "K-3", "--rename", "X"]).fails(1, "K-3 is checked out");
    there(&hall, &["section", "merge", "Third", "K-3"]).fails(1, "Third can only be changed in the home file");
    // A name that is taken at home meanwhile is reported.
    there(&hall, &["section", "edit", "K-3", "--rename", "Young"]).ok();
    hall.run(&["section", "edit", "Third", "--rename", "Young"]).ok();
    hall.run(&["section", "checkin", FILE]).fails(1, "renamed Young there").says("--rename NAME");
    hall.run(&["section", "edit", "Young", "--rename", "Old"]).ok();
    hall.run(&["section", "checkin", FILE]).ok();
    hall.run(&["check"]).ok();
}

#[test]
fn contacts_that_were_forgotten_at_home_do_not_come_back() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    hall.write("e.csv", "Team,Player 1,Grade 1,Player 2,Grade 2,Email 1\nRooks,Ann Lee,3,Bo Kim,4,ann@example.org\n");
    hall.run(&["import", "e.csv", "--contacts"]).ok();
    std::fs::create_dir(hall.path("annex")).unwrap();
    hall.run(&["section", "checkout", "K-6", "-o", FILE]).ok();
    hall.run(&["team", "forget-contacts"]).ok();
    hall.run(&["section", "checkin", FILE, "--force"]).ok();
    assert!(!hall.run(&["export", "json", "--private"]).ok().out.contains("example.org"));
}

#[test]
fn colours_of_games_that_were_played_stay_where_a_table_gets_another_number() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams) in [("K-3", 1..=4), ("Open", 5..=10)] {
        hall.run(&["section", "add", section, "--grades", "K-12", "--colours", "directed"]).ok();
        hall.enter_teams(section, teams);
    }
    std::fs::create_dir(hall.path("annex")).unwrap();
    hall.run(&["section", "checkout", "K-3", "K-3", "-o", "annex/annex"]).ok().says("checked K-3 out");
    hall.run(&["pair", "Open"]).ok();
    there(&hall, &["pair", "K-3"]).ok();
    there(&hall, &["result", "1", "1-0"]).ok();
    let seats = |said: Said| {
        let sheet = said.ok().json();
        let seats = |one: &Value| [one["first"]["seats"].clone(), one["second"]["seats"].clone()];
        sheet["pairings"].as_array().unwrap().iter().map(seats).collect::<Vec<_>>()
    };
    let before = seats(there(&hall, &["pairings", "K-3", "--json"]));
    assert!(before[0][0].is_array(), "{before:?}");
    hall.run(&["section", "checkin", FILE]).ok().says("table 1 is now 5, table 2 is now 6");
    assert_eq!(seats(hall.run(&["pairings", "K-3", "--json"])), before);
    // A stick that comes home every round has numbers that can be printed.
    for round in 0..6 {
        let file = format!("annex/{round}.bughouse");
        hall.run(&["section", "checkout", "K-3", "-o", &file]).ok();
        let late = format!("Late {round}");
        let players = ["A", "B"].map(|name| format!("{late} {name},5"));
        let add =
            ["-f", &file, "team", "add", &late, "--player", &players[0], "--player", &players[1], "--section", "K-3"];
        hall.run(&add).ok();
        hall.run(&["section", "checkin", &file]).ok();
    }
    let teams = hall.json(&["team", "list"]);
    let last = teams["teams"].as_array().unwrap().iter().filter_map(|team| team["number"].as_u64()).max();
    assert!(last.is_some_and(|last| last < 100_000), "{last:?}");
}

#[test]
fn the_other_file_is_no_second_door_to_the_hall() {
    let hall = apart();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet", &["--role", "floor-chief"]);
    let tap = |table: u32, id: &str| json!({ "table": table, "result": "1-0", "request": id });
    let refused = serving.post("/api/report", &token, &tap(2, "away")).is(409).json();
    assert!(refused["error"]["message"].as_str().unwrap().contains("K-3 is checked out"), "{refused}");
    hall.run(&["section", "checkout", "Open", "-o", "annex/b c"])
        .ok()
        .says("bughouse section checkin \"annex/b c.bughouse\"");
    drop(serving);
    let mut command =
        hall.command(&["-f", "annex/b c.bughouse", "serve", "--bind", "127.0.0.1", "--json", "--port", "0"]);
    let there = Serving::by(&mut command);
    there.post("/api/report", &token, &tap(3, "there")).is(401);
    hall.run(&["section", "checkout", "Open", "-o", "annex/sheet.pdf"]).fails(2, "is a document name");
}

#[test]
fn a_copy_in_which_nothing_was_entered_is_not_taken_for_the_one_that_was_played() {
    let hall = apart();
    std::fs::copy(hall.path(FILE), hall.path("annex/stick.bughouse")).unwrap();
    hall.run(&["-f", "annex/stick.bughouse", "result", "2", "0-1"]).ok();
    hall.run(&["section", "checkin", FILE])
        .fails(1, "nothing has been entered in annex/annex.bughouse since the checkout of K-3")
        .says("bughouse section checkin annex/annex.bughouse --force");
    hall.run(&["section", "checkin", "annex/stick.bughouse"]).ok().says("K-3 is back");
    // A section that was not played there after all.
    hall.run(&["section", "checkout", "Open", "-o", "annex/idle"]).ok();
    hall.run(&["section", "checkin", "annex/idle.bughouse", "--force"]).ok().says("Open is back");
}

#[test]
fn what_is_printed_to_bring_a_section_back_can_be_typed() {
    let hall = apart();
    hall.run(&["section", "checkin", FILE, "--force"]).ok();
    // Beside the new file every command names the tournament.
    let said = hall.run(&["section", "checkout", "K-3", "-o", "beside"]).ok();
    let typed = said.out.split("until `bughouse ").nth(1).and_then(|rest| rest.split('`').next()).unwrap().to_owned();
    hall.run(&["-f", "beside.bughouse", "result", "2", "0-1"]).ok();
    hall.run(&typed.split(' ').collect::<Vec<_>>()).ok().says("K-3 is back");
}

#[test]
fn a_table_that_is_played_elsewhere_is_only_looked_at_on_a_tablet() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams) in [("K-3", 1..=4), ("Open", 5..=8)] {
        hall.run(&["section", "add", section, "--grades", "K-12"]).ok();
        hall.enter_teams(section, teams);
    }
    hall.run(&["official", "add", "Sam Cole", "--role", "section-chief"]).ok();
    hall.run(&["round"]).ok();
    hall.run(&["rule", "1", "1", "banging", "none", "seen"]).ok();
    std::fs::create_dir(hall.path("annex")).unwrap();
    let serving = Serving::of(&hall);
    let token = serving.enrol(&hall, "Tablet", &["--role", "floor-chief", "--official", "Sam Cole"]);
    let buttons = |address: &str| serving.get(address, &token).is(200).text().matches("<button").count();
    let links = |address: &str, to: &str| serving.get(address, &token).is(200).text().matches(to).count();
    let appeals = "/appeals?ruling=1";
    assert!(buttons("/table/1") > 0 && links("/table/1", appeals) == 1 && buttons("/check-in") == 8);
    hall.run(&["section", "checkout", "K-3", "-o", FILE]).ok();
    for address in ["/table/1", "/table/1?match=1&result=1-0"] {
        let page = serving.get(address, &token).is(200).text();
        assert!(page.contains("K-3 is checked out") && !page.contains("annex"), "{page}");
        assert_eq!(
            (buttons(address), links(address, appeals), links(address, "/table/1/ruling")),
            (0, 0, 0),
            "{address}"
        );
    }
    assert!(buttons("/table/3") > 0);
    assert_eq!(buttons("/check-in"), 4, "only of the section that is here");
    for address in ["/table/1/ruling", appeals] {
        let page = serving.get(address, &token).is(409).text();
        assert!(page.contains("K-3 is checked out") && !page.contains("annex"), "{page}");
    }
}
