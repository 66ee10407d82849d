//! `undo`, `redo`, `log`, `check`, `--dry-run`: nothing is lost, nothing is half done.

use super::hall::Hall;

#[test]
fn undo_and_redo_walk_back_and_forth() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let after = hall.run(&["standings", "--json"]).out;
    hall.run(&["undo", "2"]).ok();
    hall.run(&["pairings"]).fails(1, "no rounds posted");
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
    hall.run(&["undo", "--only", &number("Team 3")]).fails(1, "depends on");
    hall.run(&["undo", "--only", "1"]).fails(1, "starts with it");
    hall.run(&["undo", "--only", "999"]).fails(2, "no command 999");
    hall.run(&["rule", "1", "P1a", "clock-h"]).ok();
    hall.run(&["rule", "1", "P1a", "clock-h"]).ok();
    let last =
        hall.json(&["log"])["commands"].as_array().unwrap().iter().filter_map(|one| one["command"].as_u64()).max();
    let second = last.unwrap();
    let refused = hall
        .run(&["undo", "--only", &(second - 1).to_string()])
        .fails(1, "the ruling was based on what was on record then");
    let refused = refused.says("void it, which also shows what depended on it: bughouse ruling void 1 --reason");
    refused.says(&format!("bughouse undo --only {second}"));
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
    hall.run(&["log", "--since", "soon"]).fails(2, "is not a time");
}

#[test]
fn no_side_files_are_left_behind() {
    let hall = Hall::with_teams(2).with_backups();
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
    let mut bytes = std::fs::read(hall.path("spring.bughouse")).unwrap();
    let older = Hall::with_teams(2);
    older.write("newer.bak", &bytes);
    older.run(&["backup", "good.bak"]).ok();
    for words in [&["restore", "newer.bak"][..], &["recover", "saved", "--with", "newer.bak"]] {
        older.run(words).fails(3, "newer.bak was written by a newer bughouse");
    }
    older.run(&["check"]).ok();
    let number = bytes[60..64].to_vec();
    // Its own list of migrations decides, whatever became of the number in its header.
    for header in [number, vec![0, 0, 0, 3], vec![0, 0, 0, 0], vec![0x7f; 4]] {
        bytes[60..64].copy_from_slice(&header);
        hall.write("spring.bughouse", &bytes);
        for words in [&["status"][..], &["check"], &["undo"], &["recover", "saved"], &["backup", "x.bak"], &["log"]] {
            hall.run(words).fails(3, "was written by a newer bughouse");
        }
        assert_eq!(std::fs::read(hall.path("spring.bughouse")).unwrap(), bytes);
    }
    assert!(!hall.path("saved.bughouse").exists() && !hall.path("x.bak").exists());
}

#[test]
fn a_time_of_another_year_is_reported_with_its_year() {
    let hall = Hall::with_teams(2);
    hall.run(&["pair"]).ok();
    hall.run(&["ruling", "neutral", "1", "--what", "clock replaced"]).ok();
    let now =
        hall.json(&["log"])["commands"].as_array().unwrap().last().unwrap()["at"].as_str().unwrap()[..4].to_owned();
    // Sheets say when they were printed.
    let described = |words: &[&str]| {
        hall.run(words).ok().out.lines().filter(|line| !line.starts_with("Printed ")).collect::<String>()
    };
    assert!(!described(&["log"]).contains(&now), "{}", described(&["log"]));
    hall.clock_jumps(366 * 24 * 3600);
    let last = (now.parse::<u32>().unwrap() - 1).to_string();
    assert!(described(&["log"]).contains(&format!(" {last} ")), "{}", described(&["log"]));
    let said = hall.run(&["standings", "--as-of", "3"]).ok().err;
    assert!(said.contains(&format!(" {last} ")), "{said}");
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
    hall.run(&["pairings", "--as-of", "2"]).fails(1, "no rounds posted");
    hall.run(&["standings", "--as-of", "99"]).fails(2, "no command 99");
    hall.run(&["standings", "--as-of", "2001-01-01"]).fails(2, "created after");
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
    assert!(said.out.contains("board a second team won by checkmate -> 1-0"), "{}", said.out);
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
        "board b first team won by flag fall",
        "team Team 2: name Team 2 -> Knights",
        "Knights out from round",
        "new: Open round 1",
    ] {
        assert!(log.contains(words), "{words:?} in\n{log}");
    }
}

#[test]
fn a_dry_run_refuses_what_the_command_refuses() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let twin = ["team", "add", "X", "--section", "Open", "--player", "P1a Alpha,5", "--player", "Z Z,5"];
    let refused: [(&[&str], &str); 5] = [
        (&["result", "1", "0-1"], ""),
        (&["enter"], "1 2\n"),
        (&["unpair"], ""),
        (&["unpair", "Open"], ""),
        (&twin, ""),
    ];
    for (words, input) in refused {
        for json in [&[][..], &["--json"]] {
            let words = [words, json].concat();
            let tried = hall.run_with(&[&words[..], &["--dry-run"]].concat(), input);
            let done = hall.run_with(&words, input);
            assert!([1, 2].contains(&done.code), "{words:?} was not refused");
            assert_eq!((tried.code, &tried.out, &tried.err), (done.code, &done.out, &done.err), "{words:?}");
        }
    }
    for consented in [&["result", "1", "0-1", "--replace"][..], &["unpair", "--with-results"]] {
        hall.run(&[consented, &["--dry-run"]].concat()).ok().says("dry run");
    }
}

#[test]
fn at_a_terminal_a_dry_run_shows_what_a_yes_would_do() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let facts = hall.facts();
    let Some(said) = hall.at_a_terminal(&["result", "1", "0-1", "--dry-run"], "") else { return };
    assert!(said.code == 0 && said.out.contains("(was 1-0)"), "{}", said.out);
    assert_eq!(hall.facts(), facts);
}

#[test]
fn a_dry_run_knows_what_is_there_where_something_is_to_be_made() {
    let hall = Hall::with_teams(4);
    hall.write("taken", "x");
    std::fs::create_dir_all(hall.path("mine")).unwrap();
    hall.write("mine/commands.md", "x");
    for words in [
        &["templates", "taken"][..],
        &["templates", "taken/in"],
        &["manual", "taken/in"],
        &["manual", "mine"],
        &["demo", "taken"],
        &["recover", "spring.bughouse"],
        &["recover", "nowhere/saved.bughouse"],
    ] {
        let tried = hall.run(&[words, &["--dry-run"]].concat());
        let done = hall.run(words);
        assert!(done.code > 0, "{words:?} was not refused");
        assert_eq!((tried.code, tried.err), (done.code, done.err), "{words:?}");
    }
    let saved = hall.json(&["recover", "saved.txt", "--dry-run"]);
    assert_eq!(saved["saved"], "saved.txt.bughouse");
}

#[test]
fn a_backup_that_is_tried_names_the_folder_that_is_chosen_with_it() {
    let hall = Hall::with_teams(2);
    std::fs::create_dir(hall.path("stick")).unwrap();
    let there = |words: &[&str]| {
        let named = hall.json(words)["backup"].as_str().map(std::path::PathBuf::from).unwrap();
        named.parent().and_then(|folder| folder.file_name()).unwrap().to_owned()
    };
    assert_eq!(there(&["backup", "--folder", "stick", "--dry-run"]), "stick");
    assert_eq!(there(&["backup", "--dry-run"]), "spring.backups", "nothing was kept");
    assert_eq!(there(&["backup", "--folder", "stick"]), "stick");
    assert_eq!(there(&["backup", "--folder", "beside", "--dry-run"]), "spring.backups");
}

#[test]
fn a_device_that_is_only_tried_has_no_code() {
    let hall = Hall::with_teams(2);
    let add = ["device", "add", "Tablet", "--role", "scorekeeper", "--dry-run"];
    assert!(!hall.run(&add).ok().out.contains("code"));
    let body = hall.json(&add);
    assert!(body["code"].is_null() && body["url"].is_null() && body["expires"].is_null(), "{body}");
}
