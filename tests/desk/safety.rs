//! `undo`, `redo`, `log`, `check`, `--dry-run`: nothing is lost, nothing is half done.

use super::hall::Hall;

#[test]
fn undo_and_redo_walk_back_and_forth() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let after = hall.run(&["standings", "--json"]).out;
    hall.run(&["undo", "2"]).ok();
    hall.run(&["pairings"]).fails(1, "no round posted");
    hall.run(&["redo", "2"]).ok();
    assert_eq!(hall.run(&["standings", "--json"]).out, after);
    hall.run(&["redo"]).fails(1, "nothing to redo");
    hall.run(&["undo", "99"]).ok();
    assert_eq!(hall.json(&["team", "list"])["teams"].as_array().unwrap().len(), 0);
    hall.run(&["undo"]).fails(1, "nothing to undo");
    hall.run(&["redo", "99"]).ok();
    assert_eq!(hall.run(&["standings", "--json"]).out, after);
    hall.run(&["check"]).ok();
}

#[test]
fn a_new_change_empties_redo() {
    let hall = Hall::with_teams(2);
    hall.run(&["undo"]).ok();
    hall.run(&["official", "add", "Pat Lee", "--role", "td"]).ok();
    hall.run(&["redo"]).fails(1, "nothing to redo");
}

#[test]
fn one_older_command_is_taken_back_where_nothing_rests_on_it() {
    let hall = Hall::with_teams(4);
    hall.run(&["official", "add", "Pat Lee", "--role", "td"]).ok();
    hall.run(&["pair"]).ok();
    let log = hall.json(&["log"]);
    let number = |what: &str| {
        let commands = log["commands"].as_array().unwrap();
        commands.iter().find(|c| c["summary"].as_str().unwrap().contains(what)).unwrap()["command"].to_string()
    };
    hall.run(&["undo", "--only", &number("Pat Lee")]).ok();
    assert!(hall.json(&["official", "list"])["officials"].as_array().unwrap().is_empty());
    hall.run(&["undo", "--only", &number("Team 3")]).fails(1, "rests on");
    hall.run(&["undo", "--only", "1"]).fails(1, "not in force");
    hall.run(&["undo", "--only", "999"]).fails(2, "no command 999");
}

#[test]
fn a_dry_run_changes_nothing() {
    let hall = Hall::with_teams(4);
    let facts = hall.facts();
    hall.run(&["pair", "--dry-run"]).ok();
    hall.run(&["undo", "--dry-run"]).ok();
    hall.run(&["team", "withdraw", "1", "--dry-run"]).ok();
    assert_eq!(hall.facts(), facts);
}

#[test]
fn the_log_answers_who_changed_a_table() {
    let hall = Hall::with_teams(4);
    hall.run(&["official", "add", "Pat Lee", "--role", "td"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "2", "1-0", "--as", "pat"]).ok();
    hall.run(&["result", "2", "0-1", "--replace", "--as", "pat"]).ok();
    let log = hall.run(&["log", "--table", "2"]).ok().out;
    assert!(log.contains("Pat Lee") && log.contains("1-0 -> 0-1"), "{log}");
    assert_eq!(hall.json(&["log", "--since", "2001-01-01"])["commands"].as_array().unwrap().len(), 10);
    hall.run(&["log", "--since", "soon"]).fails(2, "is no time");
}

#[test]
fn no_side_files_are_left_behind() {
    let hall = Hall::with_teams(2);
    let left: Vec<_> = std::fs::read_dir(hall.path("."))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter(|n| n != "spring.bughouse")
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_file_from_a_newer_release_is_refused_untouched() {
    let hall = Hall::with_teams(2);
    let path = hall.path("spring.bughouse");
    let mut bytes = std::fs::read(&path).unwrap();
    // The schema version is kept at offset 60 of SQLite's header (user_version).
    bytes[60..64].copy_from_slice(&9_999_u32.to_be_bytes());
    std::fs::write(&path, &bytes).unwrap();
    hall.run(&["status"]).fails(3, "newer bughouse");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}
