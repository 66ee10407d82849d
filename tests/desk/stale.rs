//! `stale`: printed documents that a change has made wrong.

use super::hall::Hall;
use serde_json::Value;

/// Round 1 of six teams posted; results of tables 1 and 2 are in.
fn posted() -> Hall {
    Hall::made("six teams, two results in", || {
        let hall = Hall::with_teams(6);
        hall.run(&["pair"]).ok();
        hall.run(&["result", "1", "1-0"]).ok();
        hall.run(&["result", "2", "1-0"]).ok();
        hall
    })
}

/// The state of each remembered document, by file.
fn state(hall: &Hall, file: &str) -> String {
    let documents = documents(hall);
    let found = documents.iter().find(|document| document["file"] == file);
    found.unwrap_or_else(|| panic!("{file} is remembered: {documents:?}"))["state"].as_str().expect("a word").to_owned()
}

fn documents(hall: &Hall) -> Vec<Value> {
    hall.json(&["stale", "--all"])["documents"].as_array().cloned().expect("a list")
}

#[test]
fn results_leave_pairings_and_slips_true_and_make_standings_wrong() {
    let hall = posted();
    for (document, file) in [("pairings", "wall.html"), ("slips", "slips.csv"), ("standings", "table.txt")] {
        hall.run(&[document, "-o", file]).ok();
    }
    hall.run(&["result", "3", "0-1"]).ok();
    assert_eq!(["wall.html", "slips.csv", "table.txt"].map(|file| state(&hall, file)), ["true", "true", "wrong"]);
    let said = hall.run(&["stale"]).ok().out;
    assert!(said.contains("result 3 0-1") && said.contains("bughouse standings Open --after 1 -o table.txt"), "{said}");
}

#[test]
fn swapped_teams_make_the_sheets_wrong_and_undo_makes_them_true() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair", "-o", "posted.html"]).ok();
    hall.run(&["pairings", "--by", "player", "-o", "find.html"]).ok();
    hall.run(&["slips", "-o", "slips.html"]).ok();
    let files = ["posted.html", "find.html", "slips.html"];
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    assert_eq!(files.map(|file| state(&hall, file)), ["wrong"; 3]);
    let differs = documents(&hall)[0]["differs"].to_string();
    assert!(differs.contains("Team 1") && !differs.contains("Team 3"), "only the rows that differ: {differs}");
    let status = hall.run(&["status"]).ok().out;
    assert!(
        status.contains("out of date") && status.contains("posted.html") && status.contains("bughouse stale"),
        "{status}"
    );
    hall.run(&["undo"]).ok();
    assert_eq!(files.map(|file| state(&hall, file)), ["true"; 3]);
    assert!(!hall.run(&["status"]).ok().out.contains("out of date"));
}

#[test]
fn the_change_to_blame_is_the_one_in_force() {
    let hall = posted();
    hall.run(&["result", "3", "0-1"]).ok();
    hall.run(&["standings", "-o", "table.html"]).ok();
    hall.run(&["result", "1", "0-1", "--replace"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(state(&hall, "table.html"), "true");
    hall.run(&["result", "2", "0-1", "--replace"]).ok();
    assert_eq!(documents(&hall)[0]["since"]["words"], "result 2 0-1 --replace");
}

#[test]
fn printing_again_makes_it_true() {
    let hall = posted();
    hall.run(&["standings", "-o", "table.html"]).ok();
    hall.run(&["result", "3", "1-0"]).ok();
    hall.run(&["standings", "-o", "newer.html"]).ok();
    let documents = documents(&hall);
    assert_eq!(documents.len(), 1, "the newer printing took the older one's place: {documents:?}");
    assert_eq!((&documents[0]["file"], &documents[0]["state"]), (&"newer.html".into(), &"true".into()));
}

#[test]
fn one_sheet_in_two_files_is_named_once_with_both() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    for file in ["a.html", "b.html", "a.html"] {
        hall.run(&["pairings", "-o", file]).ok();
    }
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    let wrong = documents(&hall);
    assert_eq!((wrong.len(), &wrong[0]["file"]), (1, &"b.html, a.html".into()), "{wrong:?}");
    hall.run(&["status"]).ok().says("(b.html, a.html)");
    let again = wrong[0]["again"].as_str().expect("a line");
    assert!(again.ends_with(" -o a.html"), "{again}");
    hall.run(&again.split(' ').skip(1).collect::<Vec<_>>()).ok();
    assert_eq!(documents(&hall).len(), 1, "what is printed anew stands for both");
    assert_eq!(state(&hall, "a.html"), "true");
    hall.run(&["pairings", "-o", "b.html"]).ok();
    let number = documents(&hall)[0]["number"].to_string();
    hall.run(&["stale", "--forget", &number]).ok();
    assert!(documents(&hall).is_empty(), "in both files");
}

#[test]
fn a_corrected_old_result_names_the_sheets() {
    let hall = posted();
    hall.run(&["result", "3", "1-0"]).ok();
    hall.run(&["standings", "-o", "standings.html"]).ok();
    hall.run(&["crosstable", "-o", "chart.html"]).ok();
    hall.run(&["pairings", "-o", "wall.html"]).ok();
    hall.run(&["pair"]).ok();
    let said = hall.run(&["result", "1", "0-1", "--round", "1", "--replace"]).ok().out;
    assert!(said.contains("standings.html") && said.contains("chart.html") && !said.contains("wall.html"), "{said}");
}

#[test]
fn what_nobody_reads_any_more_is_left_out() {
    let hall = posted();
    hall.run(&["pairings", "-o", "wall.html"]).ok();
    hall.run(&["result", "3", "1-0"]).ok();
    hall.run(&["standings", "-o", "one.html"]).ok();
    hall.run(&["pair"]).ok();
    for table in ["1", "2", "3"] {
        hall.run(&["result", table, "1/2"]).ok();
    }
    hall.run(&["standings", "-o", "two.html"]).ok();
    assert_eq!(["wall.html", "one.html", "two.html"].map(|file| state(&hall, file)), ["over", "over", "true"]);
    assert_eq!(hall.json(&["stale"])["documents"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_round_taken_back_leaves_a_sheet_to_take_down() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair", "-o", "wall.html"]).ok();
    hall.run(&["unpair"]).ok();
    let said = hall.run(&["stale"]).ok().out;
    assert!(said.contains("take down") && said.contains("wall.html"), "{said}");
    let number = documents(&hall)[0]["number"].to_string();
    hall.run(&["stale", "--forget", &number]).ok();
    assert!(documents(&hall).is_empty());
    hall.run(&["stale", "--forget", &number]).fails(2, "no printed document");
}

#[test]
fn a_renamed_section_makes_its_sheets_wrong() {
    let hall = posted();
    hall.run(&["pairings", "-o", "wall.html"]).ok();
    hall.run(&["section", "edit", "Open", "--rename", "Grand Final"]).ok();
    let document = &documents(&hall)[0];
    assert_eq!((document["state"].as_str(), document["section"].as_str()), (Some("wrong"), Some("Grand Final")));
    assert_eq!(document["again"], "bughouse pairings \"Grand Final\" --round 1 --by table -o wall.html");
}

#[test]
fn a_site_is_wrong_once_a_page_of_it_is() {
    let hall = posted();
    hall.run(&["publish", "site"]).ok();
    assert_eq!(state(&hall, "site"), "true");
    hall.run(&["result", "3", "1-0"]).ok();
    let site = &documents(&hall)[0];
    assert_eq!((site["state"].as_str(), site["again"].as_str()), (Some("wrong"), Some("bughouse publish site")));
    assert!(site["differs"].to_string().contains("section-1-standings.html"), "{site}");
}

#[test]
fn another_time_on_the_wall_makes_the_sheet_wrong() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair", "--at", "10:30"]).ok();
    hall.run(&["pairings", "-o", "wall.html"]).ok();
    hall.run(&["times", "10:45", "--round", "1"]).ok();
    assert_eq!(state(&hall, "wall.html"), "wrong");
}

#[test]
fn only_what_is_printed_of_the_present_is_remembered_and_no_command_of_the_journal() {
    let hall = posted();
    let version = hall.json(&["log"])["commands"].as_array().map(Vec::len);
    hall.run(&["standings", "--json"]).ok();
    hall.run(&["standings", "-o", "table.json"]).ok();
    hall.run(&["standings", "--as-of", "4", "--after", "0", "-o", "past.html"]).ok();
    hall.run(&["log", "-o", "log.html"]).ok();
    assert!(documents(&hall).is_empty(), "{:?}", documents(&hall));
    hall.run(&["standings", "-o", "table.html"]).ok();
    assert_eq!(documents(&hall).len(), 1);
    assert_eq!(
        hall.json(&["log"])["commands"].as_array().map(Vec::len),
        version,
        "printing is no command of the journal"
    );
    hall.run(&["undo"]).ok();
    assert_eq!(documents(&hall).len(), 1, "and is never undone");
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_still_prints() {
    use std::os::unix::fs::PermissionsExt;
    let hall = posted();
    let file = hall.path("spring.bughouse");
    let mode = |bits| std::fs::set_permissions(&file, std::fs::Permissions::from_mode(bits)).expect("the file is ours");
    mode(0o444);
    hall.run(&["standings", "-o", "table.html"]).ok();
    mode(0o644);
    assert!(hall.path("table.html").exists());
}

#[test]
fn a_list_of_nothing() {
    let hall = Hall::with_teams(2);
    assert_eq!(hall.json(&["stale"])["documents"], Value::Array(vec![]));
    assert!(hall.run(&["stale"]).ok().out.contains("Nothing has been printed yet"));
}

#[test]
fn sheets_of_one_file_are_printed_again_into_files_of_their_own() {
    let hall = Hall::with_teams(6);
    hall.run(&["round", "-o", "round1.html"]).ok();
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    let wrong = |documents: Vec<Value>| documents.into_iter().filter(|document| document["state"] == "wrong");
    let again: Vec<String> =
        wrong(documents(&hall)).map(|one| one["again"].as_str().expect("a line").to_owned()).collect();
    assert_eq!(again.len(), 3, "by table, by player, slips: {again:?}");
    for line in &again {
        hall.run(&line.split(' ').skip(1).collect::<Vec<_>>()).ok();
    }
    assert_eq!(wrong(documents(&hall)).count(), 0);
    let files = hall.files().into_iter().filter(|file| file.starts_with("round1-")).count();
    assert_eq!(files, 3, "none took another's place: {:?}", hall.files());
}

#[test]
fn a_sheet_of_a_round_whose_results_are_in_is_not_asked_for_again() {
    let hall = posted();
    for (document, file) in [("pairings", "wall.html"), ("slips", "slips.html")] {
        hall.run(&[document, "-o", file]).ok();
    }
    hall.run(&["section", "edit", "Open", "--rename", "Reserve"]).ok();
    assert_eq!(["wall.html", "slips.html"].map(|file| state(&hall, file)), ["wrong"; 2]);
    hall.run(&["result", "3", "1-0"]).ok();
    assert_eq!(["wall.html", "slips.html"].map(|file| state(&hall, file)), ["over"; 2]);
    hall.run(&["undo"]).ok();
    assert_eq!(["wall.html", "slips.html"].map(|file| state(&hall, file)), ["wrong"; 2]);
}

#[test]
fn a_file_that_is_written_over_by_the_round_of_a_late_section_is_reported() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Late"]).ok();
    hall.enter_teams("Late", 5..=8);
    hall.run(&["round", "Open", "-o", "round1.html"]).ok();
    let said = hall.run(&["round", "Late", "-o", "round1.html"]).ok();
    let sentence = "if that is not on paper yet, print it to another file";
    assert!(said.err.contains("round1.html held Pairings") && said.err.contains(sentence), "{}", said.err);
    let listed = hall.run(&["stale"]).ok().out;
    assert!(listed.contains("overwritten"), "{listed}");
    hall.run(&["round", "-o", "round1.html"]).ok().says("wrote round1.html");
}

#[test]
fn a_file_is_known_by_every_way_to_it() {
    let hall = posted();
    hall.run(&["pairings", "-o", "wall.html"]).ok();
    hall.run(&["standings", "-o", "table.html"]).ok();
    std::fs::create_dir(hall.path("office")).unwrap();
    let whole = hall.path("wall.html").display().to_string();
    let mut spellings = vec!["./wall.html".to_owned(), "office/../wall.html".to_owned(), whole];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(hall.path("wall.html"), hall.path("link.html")).unwrap();
        spellings.push("link.html".to_owned());
    }
    for spelling in spellings {
        hall.run(&["pairings", "-o", &spelling]).ok();
        let files: Vec<Value> = documents(&hall).iter().map(|document| document["file"].clone()).collect();
        assert!(files.len() == 2 && files.contains(&"wall.html".into()), "{spelling}: {files:?}");
    }
    let mut from_office = hall.command(&["-f", "../spring.bughouse", "pairings", "-o", "../wall.html"]);
    from_office.current_dir(hall.path("office"));
    crate::hall::Said::by(from_office, "").ok();
    assert_eq!(documents(&hall).len(), 2);
    let mut listed = hall.command(&["-f", "../spring.bughouse", "stale", "--json"]);
    listed.current_dir(hall.path("office"));
    let listed = crate::hall::Said::by(listed, "").ok().json()["documents"][0]["file"].clone();
    assert!(std::path::Path::new(listed.as_str().unwrap()).is_absolute(), "{listed}");
}

#[test]
fn sheets_of_rounds_that_a_section_had_played_before_it_was_merged_away_are_not_taken_down() {
    let hall = Hall::under("us-chess-2018");
    for section in ["A", "B"] {
        hall.run(&["section", "add", section, "--rounds", "5"]).ok();
    }
    hall.enter_teams("A", 1..=4);
    hall.enter_teams("B", 5..=8);
    hall.run(&["pair", "A"]).ok();
    hall.run(&["pair", "B"]).ok();
    hall.run(&["pairings", "B", "-o", "wall.html"]).ok();
    hall.run(&["slips", "B", "-o", "slips.html"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["section", "merge", "B", "A"]).ok();
    assert_eq!(["wall.html", "slips.html"].map(|file| state(&hall, file)), ["over"; 2]);
}
