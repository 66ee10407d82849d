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
    hall.run(&["undo", "--only", "1"]).fails(1, "begins with it");
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
    hall.run(&["pair"]).ok();
    assert!(
        hall.files()
            .iter()
            .all(|f| ["spring.bughouse", "spring.backups"].contains(&f.as_str()) || f.ends_with(".bughouse-backup"))
    );
    assert_eq!(hall.backups().len(), 1, "a round was posted: {:?}", hall.files());
}

#[test]
fn a_file_from_a_newer_release_is_refused_untouched() {
    let hall = Hall::with_teams(2);
    super::elsewhere::tampered(
        &hall,
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values (9999, 'more', 1, x'', 0);
         pragma user_version = 9999",
    );
    let bytes = std::fs::read(hall.path("spring.bughouse")).unwrap();
    hall.run(&["status"]).fails(3, "newer bughouse");
    assert_eq!(std::fs::read(hall.path("spring.bughouse")).unwrap(), bytes);
}

#[test]
fn any_document_can_be_read_as_it_once_was() {
    let hall = Hall::with_teams(4);
    let mut then = vec![(
        hall.json(&["log"])["commands"].as_array().unwrap().len().to_string(),
        hall.run(&["team", "list", "--json"]).out,
    )];
    let standings = |hall: &Hall, more: &[&str]| hall.run(&[&["standings", "--json"], more].concat()).ok().out;
    hall.run(&["pair"]).ok();
    for words in [
        &["result", "1", "1-0"][..],
        &["result", "2", "0-1"],
        &["team", "withdraw", "2"],
        &["pair"],
        &["undo", "2"],
        &["redo"],
    ] {
        hall.run(words).ok();
        let number = hall.json(&["log"])["commands"].as_array().unwrap().last().unwrap()["command"].to_string();
        then.push((number, standings(&hall, &[])));
    }
    let bytes = std::fs::read(hall.path("spring.bughouse")).unwrap();
    let (number, teams) = then.remove(0);
    assert_eq!(hall.run(&["team", "list", "--json", "--as-of", &number]).ok().out, teams);
    for (number, text) in then {
        assert_eq!(standings(&hall, &["--as-of", &number]), text, "as of {number}");
        hall.run(&["check", "--as-of", &number]).ok();
    }
    hall.run(&["pairings", "--as-of", "2"]).fails(1, "no round posted");
    hall.run(&["standings", "--as-of", "99"]).fails(2, "no command 99");
    hall.run(&["standings", "--as-of", "2001-01-01"]).fails(2, "made after");
    hall.run(&["pair", "--as-of", "3"]).fails(2, "only looks");
    hall.run(&["backup", "--as-of", "3"]).fails(2, "only looks");
    assert!(std::fs::read(hall.path("spring.bughouse")).unwrap() == bytes, "the file is only read");
}

#[test]
fn a_preview_says_in_words_what_undo_would_take_back() {
    let hall = Hall::with_teams(4);
    hall.run(&["official", "add", "Pat Lee", "--role", "td"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "2", "1-0", "--as", "pat"]).ok();
    hall.run(&["result", "2", "0-1", "a", "mate", "--replace", "--as", "pat"]).ok();
    let facts = hall.facts();
    let said = hall.run(&["undo", "3", "--dry-run"]).ok();
    assert!(said.out.contains("would take back command") && said.out.contains("Pat Lee"), "{}", said.out);
    assert!(said.out.contains("board a second team won by mate -> 1-0"), "{}", said.out);
    assert!(said.out.contains("table 2: 1-0 -> no result"), "{}", said.out);
    assert!(said.out.contains("removed: Open round 1"), "{}", said.out);
    assert_eq!(hall.facts(), facts);
    hall.run(&["undo", "2"]).ok();
    let said = hall.run(&["redo", "--dry-run"]).ok();
    assert!(said.out.contains("table 2: no result -> 1-0"), "{}", said.out);
}

#[test]
fn the_log_speaks_of_teams_and_boards_by_name() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0", "b", "time"]).ok();
    hall.run(&["team", "edit", "2", "--name", "Knights"]).ok();
    hall.run(&["team", "withdraw", "2"]).ok();
    let log = hall.run(&["log"]).ok().out;
    for words in [
        "board b first team won by time",
        "team Team 2: name Team 2 -> Knights",
        "Knights out from round",
        "new: Open round 1",
    ] {
        assert!(log.contains(words), "{words:?} in\n{log}");
    }
}
