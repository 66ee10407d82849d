//! `round`: every section that is ready in one command; and what is printed of several sections at once, or of what changed.

use super::hall::Hall;
use serde_json::Value;

/// Two sections of four and six teams, nothing paired yet.
fn hall() -> Hall {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Novice", "--rounds", "3"]).ok();
    hall.enter_teams("Novice", 11..=16);
    hall
}

fn names(list: &Value, key: &str) -> Vec<String> {
    let list = list.as_array().expect("a list");
    list.iter().map(|one| one[key].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn a_round_is_one_command_one_file_and_one_undo() {
    let hall = hall();
    let said = hall.run(&["round", "--at", "10:30", "-o", "round.html"]).ok();
    assert!(
        said.err.contains("paired round 1 of Open") && said.err.contains("paired round 1 of Novice"),
        "{}",
        said.err
    );
    let page = std::fs::read_to_string(hall.path("round.html")).expect("it was written");
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words} is in the file"));
    assert!(
        at("Pairings · Open · Round 1 · starts 10:30") < at("Pairings · Novice")
            && at("Pairings · Novice") < at("Result slips · Open")
    );
    assert_eq!(
        page.matches("<th scope=\"col\" class=\"c\">Section</th>").count(),
        1,
        "the players of both sections are one list"
    );
    let hung: Vec<String> = names(&hall.json(&["stale", "--all"])["documents"], "document");
    assert_eq!(hung, ["pairings", "pairings", "pairings", "slips", "slips"], "each part is known by itself");
    hall.run(&["undo"]).ok();
    assert!(hall.json(&["status"])["sections"].as_array().expect("two").iter().all(|section| section["round"] == 0));
}

#[test]
fn what_is_not_ready_says_what_it_waits_for() {
    let hall = hall();
    hall.run(&["pair", "Open"]).ok();
    let json = hall.json(&["round"]);
    assert_eq!(names(&json["paired"], "section"), ["Novice"]);
    assert_eq!(names(&json["waiting"], "section"), ["Open"]);
    assert!(
        json["waiting"][0]["waits_for"].as_str().is_some_and(|why| why.contains("no result yet from tables 1, 2")),
        "{json}"
    );
    hall.run(&["round"]).fails(1, "no section is ready");
    hall.run(&["round", "Novice"]).fails(1, "no result yet");
    hall.run(&["round", "Nowhere"]).fails(2, "Nowhere");
    hall.run(&["round", "--anyway"]).fails(2, "SECTION");
    let json = hall.json(&["round", "Novice", "--anyway"]);
    assert_eq!(json["paired"], serde_json::json!([{ "section": "Novice", "round": 2 }]));
}

/// A jammed printer, or a command that was killed before its file was written: typed again, it prints what is posted.
#[test]
fn a_posted_round_is_printed_again_and_nothing_else_happens() {
    let hall = hall();
    hall.run(&["round", "--at", "10:30", "-o", "round.html"]).ok();
    let read = |name: &str| std::fs::read_to_string(hall.path(name)).expect("it was written");
    let (first, log) = (read("round.html"), hall.json(&["log"]));
    std::fs::remove_file(hall.path("round.html")).expect("it is there");
    for words in [&["round", "-o", "round.html"][..], &["round", "--at", "10:30", "-o", "round.html"]] {
        let said = hall.run(words).ok();
        for section in ["Open", "Novice"] {
            let again = format!("round 1 of {section} is already posted: reprinted; no result yet from tables ");
            assert!(said.err.contains(&again) && !said.err.contains("not paired:"), "{}", said.err);
        }
        assert!(!said.err.contains("--anyway"), "{}", said.err);
    }
    let without_times = |page: &str| -> Vec<String> {
        page.lines().filter(|line| !line.contains("Printed ")).map(str::to_owned).collect()
    };
    assert_eq!(without_times(&read("round.html")), without_times(&first));
    assert_eq!(hall.json(&["log"]), log, "nothing was changed");
    let documents = hall.json(&["stale"])["documents"].clone();
    assert!(documents.as_array().expect("a list").iter().all(|document| document["state"] == "true"), "{documents}");
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["round", "Open", "-o", "open.html"]).ok();
    assert!(read("open.html").contains("Result slips · Open") && !read("open.html").contains("Novice"));
    let said = hall.run(&["round", "Open", "--at", "11:00", "-o", "open.html"]).ok();
    assert!(
        said.err.contains("it was posted to start at 10:30") && said.err.contains("bughouse times Open"),
        "{}",
        said.err
    );
    hall.run(&["round"]).fails(1, "to reprint what's posted: bughouse round -o FILE.pdf");
    let refused = hall.run(&["round", "Open"]);
    refused.fails(1, "to reprint what's posted: bughouse round Open -o FILE.pdf");
    assert!(!hall.run(&["round", "Open"]).err.contains("--anyway"));
    hall.run(&["pair", "Open", "-o", "pairings.html"]).fails(1, "bughouse pairings Open -o pairings.html");
    hall.run(&["result", "2", "1-0"]).ok();
    let said = hall.run(&["round", "-o", "round2.html"]).ok();
    assert!(said.err.contains("paired round 2 of Open") && !said.err.contains("printed again"), "{}", said.err);
    assert!(said.err.contains("not paired: round 1 of Novice"), "{}", said.err);
}

/// What `--anyway` posted has no result yet: the same line again is the same wish, not one for another round.
#[test]
fn a_round_that_was_paired_without_results_is_printed_again_too() {
    let hall = Hall::with_teams(4);
    hall.run(&["round"]).ok();
    let line = ["round", "Open", "--anyway", "-o", "round.txt"];
    hall.run(&line).ok();
    let log = hall.json(&["log"]);
    assert!(hall.run(&line).ok().err.contains("round 2 of Open is already posted: reprinted"));
    hall.run(&["round", "Open", "--anyway"])
        .fails(1, "to pair one more round anyway, counting all of this one as draws: bughouse pair Open --anyway");
    assert_eq!(hall.json(&["log"]), log);
    hall.run(&["result", "1", "1-0"]).ok();
    assert!(hall.run(&line).ok().err.contains("paired round 3 of Open"));
}

#[test]
fn a_section_that_cannot_be_paired_leaves_no_trace_beside_one_that_can() {
    let hall = hall();
    hall.run(&["section", "add", "Lonely"]).ok();
    hall.enter_teams("Lonely", 31..=31);
    let before = hall.json(&["section", "list"])["sections"][2].clone();
    assert_eq!(names(&hall.json(&["round"])["paired"], "section"), ["Open", "Novice"]);
    assert_eq!(hall.json(&["section", "list"])["sections"][2], before);
    hall.run(&["check"]).ok();
}

#[test]
fn a_round_that_is_only_tried_changes_and_writes_nothing() {
    let hall = hall();
    hall.run(&["publish", "site"]).ok();
    let page = || std::fs::read_to_string(hall.path("site/index.html")).expect("it is published");
    let before = page();
    hall.run(&["round", "--dry-run", "-o", "round.html"]).ok();
    assert!(!hall.path("round.html").exists() && page() == before);
    assert_eq!(hall.json(&["status"])["sections"][0]["round"], 0);
    let said = hall.run(&["round"]).ok();
    assert!(said.err.contains("updated the pages in site") && page() != before, "{}", said.err);
    assert!(
        hall.json(&["stale"])["documents"]
            .as_array()
            .expect("a list")
            .iter()
            .all(|document| document["state"] == "true")
    );
}

#[test]
fn the_last_result_of_a_section_says_where_the_others_are() {
    let hall = hall();
    hall.run(&["round"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let said = hall.run(&["result", "2", "1-0"]).ok().out;
    assert!(
        said.contains("round 1 is complete") && said.contains("still playing: Novice: round 1, tables 3-5"),
        "{said}"
    );
    let said = hall.run_with(&["enter"], "3 1-0\n4 1-0\n5 0-1\n").ok().out;
    assert!(said.contains("every section that is ready: bughouse round"), "{said}");
}

#[test]
fn the_whole_event_is_listed_by_player_and_by_school() {
    let hall = hall();
    hall.run(&["round"]).ok();
    let said = hall.run(&["pairings", "--all", "--by", "player"]).ok().out;
    for words in ["Section", "Table", "Board", "Opponent", "Novice", "Open"] {
        assert!(said.contains(words), "{words} in:\n{said}");
    }
    hall.run(&["pairings", "--all", "--by", "school", "-o", "schools.csv"]).ok();
    for command in ["pairings", "slips", "standings", "crosstable"] {
        let json = hall.json(&[command, "--all"]);
        assert_eq!(json["sections"].as_array().map(Vec::len), Some(2), "{command}: {json}");
        let file = format!("{command}.csv");
        hall.run(&[command, "--all", "-o", &file]).ok();
        let rows = std::fs::read_to_string(hall.path(&file)).expect("it was written");
        assert!(
            rows.trim_start_matches('\u{feff}').starts_with("Section,")
                && rows.lines().any(|row| row.starts_with("Novice,")),
            "{rows}"
        );
    }
    let none = hall.run(&["prizes", "--all"]).ok();
    assert!(none.out.trim().is_empty() || !none.out.contains("Winner"), "{}", none.out);
    none.says("no prizes are announced");
    hall.run(&["prize", "add", "Novice", "--place", "1"]).ok();
    hall.run(&["prizes", "--all", "--as-list", "ceremony"]).ok();
    hall.run(&["standings", "Novice", "--all"]).fails(2, "--all");
}

#[test]
fn after_a_swap_only_what_changed_is_printed_again() {
    let hall = Hall::with_teams(8);
    hall.run(&["pair"]).ok();
    hall.run(&["slips", "--all", "--changed", "--dry-run", "-o", "slips.html"]).ok();
    let first = hall.run(&["slips", "--changed", "-o", "slips.html"]).ok();
    assert!(first.err.contains("been printed before"), "{}", first.err);
    let tables = || -> Vec<u64> {
        let slips = hall.json(&["slips", "--changed"])["sections"][0]["slips"].clone();
        slips.as_array().expect("a list").iter().map(|slip| slip["table"].as_u64().expect("a table")).collect()
    };
    assert!(tables().is_empty());
    let said = hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    assert!(said.err.contains("bughouse slips Open --changed -o changed.pdf"), "{}", said.err);
    assert_eq!(tables(), [1, 2]);
    hall.run(&["slips", "--changed", "-o", "changed.html"]).ok();
    let page = std::fs::read_to_string(hall.path("changed.html")).expect("it was written");
    assert!(page.contains("Result slips") && page.contains("Changed pairings") && !page.contains("Team 3<"), "{page}");
    assert!(tables().is_empty(), "what was printed just now is as printed");
    let again = hall.run(&["slips", "--changed", "-o", "changed.html"]);
    assert!(again.err.contains("bughouse slips Open --table 1,3"), "{}", again.err);
    again.fails(1, "nothing was written");
    assert_eq!(std::fs::read_to_string(hall.path("changed.html")).expect("it was written"), page, "the last ones");
    let slips = hall.json(&["stale", "--all"])["documents"].clone();
    assert_eq!(slips.as_array().expect("a list").len(), 1, "with these few the round's slips are whole again: {slips}");
    assert_eq!(slips[0]["state"], "true");
}

#[test]
fn who_lost_its_table_is_on_the_sheet_of_what_changed() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    hall.run(&["slips", "-o", "slips.html"]).ok();
    hall.run(&["pairing", "bye", "Team 3", "--points", "half"]).ok();
    let changed = hall.json(&["slips", "--changed"])["sections"][1]["pairings"].clone();
    assert_eq!(changed, hall.json(&["pairings", "--changed"])["pairings"]);
    assert_eq!(changed.as_array().map(Vec::len), Some(2), "two teams have a bye now: {changed}");
}

#[test]
fn without_a_section_what_changed_in_any_is_printed_in_one_file() {
    let hall = hall();
    hall.run(&["round", "-o", "round1.html"]).ok();
    let sheets = || hall.json(&["slips", "--changed"])["sections"].as_array().expect("a list").clone();
    assert!(sheets().is_empty());
    hall.run(&["slips", "--changed"]).ok().says("no slip of round 1 of Open has changed since it was printed");
    let open: Vec<String> = hall.json(&["pairings", "Open"])["pairings"].as_array().expect("a list")[..2]
        .iter()
        .map(|pairing| pairing["second"]["number"].to_string())
        .collect();
    hall.run(&["pairing", "swap", "team", &open[0], "team", &open[1]]).ok();
    let changed = sheets();
    assert_eq!(changed.len(), 2, "slips and the sheet of their tables, of one section: {changed:?}");
    assert_eq!(changed[0]["slips"].as_array().map(Vec::len), Some(2));
    hall.run(&["slips", "--changed", "-o", "changed.html"]).ok();
    assert!(sheets().is_empty(), "what was printed just now is as printed");
}

#[test]
fn round_names_who_has_a_bye() {
    let hall = Hall::with_teams(3);
    let said = hall.run(&["round"]).ok().out;
    let bye = hall.json(&["pairings"])["pairings"][1]["first"]["name"].as_str().expect("a name").to_owned();
    assert!(said.contains(&format!("paired round 1 of Open: 1 table, bye for {bye}")), "{said}");
}

#[test]
fn slips_of_some_tables() {
    let hall = hall();
    hall.run(&["round"]).ok();
    let slips = hall.json(&["slips", "--table", "4,5"])["slips"].clone();
    assert_eq!(
        slips.as_array().expect("a list").iter().map(|slip| slip["table"].as_u64()).collect::<Vec<_>>(),
        [Some(4), Some(5)]
    );
    hall.run(&["slips", "Open", "--table", "1,9"]).fails(2, "no table 9");
    let both = hall.json(&["slips", "--table", "1,4"])["sections"].clone();
    assert_eq!(both.as_array().map(Vec::len), Some(2), "table 1 of one section, table 4 of the other: {both}");
}

#[test]
fn a_mixed_team_is_under_each_of_its_schools() {
    let hall = Hall::with_teams(1);
    let players = ["Ann Lee,5,900,,Hillside", "Bo Cruz,5,800,,Riverview"];
    hall.run(&["team", "add", "Mixed", "--section", "Open", "--player", players[0], "--player", players[1]]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["pairings", "--by", "school", "-o", "schools.csv"]).ok();
    let rows = std::fs::read_to_string(hall.path("schools.csv")).expect("it was written");
    let schools: Vec<&str> = rows.lines().filter(|row| row.starts_with("Mixed")).collect();
    assert!(schools.len() == 2 && schools[0].contains("Hillside") && schools[1].contains("Riverview"), "{rows}");
}

#[test]
fn lists_of_nothing_are_empty_and_no_mistake() {
    let hall = Hall::under("us-chess-2018");
    let sheets = [
        "pairings --all",
        "pairings --all --by player",
        "slips --all",
        "standings --all",
        "crosstable --all",
        "prizes --all",
        "ceremony --all",
        "cards --all",
    ];
    for sections in [false, true] {
        if sections {
            hall.run(&["section", "add", "Open"]).ok();
        }
        for sheet in sheets {
            let words: Vec<&str> = sheet.split(' ').collect();
            hall.run(&words).ok();
            hall.run(&[&words[..], &["--json"]].concat()).ok().json();
            hall.run(&[&words[..], &["-o", "sheet.txt"]].concat()).ok();
        }
    }
}

#[test]
fn a_first_table_that_was_asked_for_is_kept_free_no_matter_who_is_paired_first() {
    let hall = hall();
    hall.run(&["section", "edit", "Novice", "--first-table", "20"]).ok();
    hall.run(&["section", "add", "Wide"]).ok();
    hall.enter_teams("Wide", 31..=36);
    hall.run(&["round"]).ok();
    let tables = |section: &str| {
        let posted = hall.json(&["pairings", section]);
        posted["pairings"].as_array().unwrap().iter().filter_map(|one| one["table"].as_u64()).collect::<Vec<_>>()
    };
    assert_eq!((tables("Open"), tables("Novice"), tables("Wide")), (vec![1, 2], vec![20, 21, 22], vec![3, 4, 5]));
    // A section whose round was taken back finds its tables again.
    hall.run(&["unpair", "Open"]).ok();
    hall.run(&["section", "add", "Late"]).ok();
    hall.enter_teams("Late", 41..=42);
    hall.run(&["pair", "Late"]).ok();
    hall.run(&["pair", "Open"]).ok();
    assert_eq!((tables("Open"), tables("Late")), (vec![1, 2], vec![6]));
    hall.run(&["result", "9", "1-0"]).fails(
        2,
        "Open round 1: tables 1-2, Novice round 1: tables 20-22, Wide round 1: tables 3-5, Late round 1: table 6",
    );
}

#[test]
fn what_was_consented_to_stays_in_the_line_that_is_named() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "2"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    hall.run(&["pair", "--anyway"]).fails(1, "bughouse pair Open --anyway --allow-rematch");
    hall.run(&["pair", "--allow-rematch"]).fails(1, "bughouse pair Open --allow-rematch --anyway");
    hall.run(&["pair", "--anyway", "--allow-rematch"]).ok();
}

#[test]
fn a_knockout_is_never_to_be_paired_as_if_its_ties_were_drawn() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Cup", "--pairing", "knockout"]).ok();
    hall.enter_teams("Cup", 1..=4);
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    let said = hall.run(&["pair"]).fails(1, "no result yet");
    assert!(!said.err.contains("--anyway"), "{}", said.err);
}

/// The pairs of the latest round, lower numbers first.
fn pairs(hall: &Hall) -> Vec<[u64; 2]> {
    let mut pairs: Vec<_> = hall.tables().into_iter().map(|(_, a, b)| [a.min(b), a.max(b)]).collect();
    pairs.sort_unstable();
    pairs
}

/// A section of these teams that is accelerated as in 28R1.
fn accelerated(teams: u32) -> Hall {
    Hall::made(format!("{teams} teams accelerated, paired"), || {
        let hall = Hall::with_teams(teams);
        hall.run(&["section", "edit", "Open", "--accelerate", "us28r1", "--rounds", "4"]).ok();
        hall.run(&["pair"]).ok();
        hall
    })
}

#[test]
fn a_rating_mended_after_round_1_moves_nobody_out_of_the_accelerated_half() {
    let hall = accelerated(8);
    assert_eq!(pairs(&hall), [[1, 3], [2, 4], [5, 7], [6, 8]]);
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["team", "edit", "Team 8", "--rating", "2200"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(pairs(&hall), [[1, 2], [3, 5], [4, 6], [7, 8]]);
    hall.run(&["undo"]).ok();
    hall.run(&["unpair", "--with-results"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(pairs(&hall), [[1, 3], [2, 8], [4, 6], [5, 7]], "a round 1 that is paired anew settles them anew");
}

#[test]
fn a_late_entry_seated_in_round_1_is_of_the_half_that_its_rating_gives() {
    let hall = accelerated(7);
    hall.run(&["team", "add", "Late", "--section", "Open", "--player", "L A,5,2200", "--player", "M B,5,2200"]).ok();
    hall.run(&["pairing", "add", "Late", "Team 7"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["pair"]).ok();
    assert_eq!(pairs(&hall), [[1, 8], [2, 3], [4, 5], [6, 7]]);
}

#[test]
fn who_left_before_round_1_is_in_no_half_of_an_accelerated_section() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--accelerate", "us28r1", "--rounds", "4"]).ok();
    for gone in ["Team 1", "Team 2"] {
        hall.run(&["team", "withdraw", gone]).ok();
    }
    hall.run(&["pair"]).ok();
    assert!(!hall.run(&["log", "--last", "1"]).ok().out.contains("half"), "the round says it");
    assert_eq!(pairs(&hall), [[3, 5], [4, 6], [7, 8]], "of six the first four are the upper half");
    let halves = hall.json(&["export", "json"])["halves"].as_array().map(Vec::len);
    assert_eq!(halves, Some(6));
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n").ok();
    hall.run(&["team", "return", "Team 2"]).ok();
    hall.run(&["team", "withdraw", "Team 8"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(pairs(&hall), [[2, 6], [3, 4], [5, 7]], "as a late entry, who is back is of the half of its rating");
}

#[test]
fn a_section_accelerated_after_round_1_keeps_its_halves_from_then_on() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["section", "edit", "Open", "--accelerate", "us28r1"]).ok();
    hall.run(&["log", "--last", "1"]).ok().says("new: Team 1 in the upper half of Open");
    hall.run(&["team", "edit", "Team 8", "--rating", "2200"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(pairs(&hall), [[1, 3], [2, 4], [5, 7], [6, 8]]);
    hall.run(&["undo", "3"]).ok();
    assert_eq!(hall.json(&["export", "json"])["halves"].as_array().map(Vec::len), Some(0));
    hall.run(&["redo", "3"]).ok();
    assert_eq!(pairs(&hall), [[1, 3], [2, 4], [5, 7], [6, 8]]);
}

#[test]
fn a_final_is_accelerated_by_its_own_seeds() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair"]).ok();
    let upsets =
        hall.tables().into_iter().map(|(table, a, b)| format!("{table} {}\n", if a > b { "1-0" } else { "0-1" }));
    hall.run_with(&["enter"], &upsets.collect::<String>()).ok();
    hall.run(&["section", "add", "F", "--from", "Open", "--top", "8", "--accelerate", "us28r1", "--rounds", "4"]).ok();
    hall.run(&["pair", "F"]).ok();
    let is_reported = || {
        let said = hall.run(&["explain", "--section", "F", "--round", "1"]).ok().out;
        assert!(said.contains("for pairing in this round only: Team 8, Team 6, Team 5, Team 7."), "{said}");
    };
    is_reported();
    hall.run_with(&["enter"], "5 1\n6 1\n7 1\n8 1\n").ok();
    is_reported();
}

#[test]
fn sections_that_are_merged_bring_their_accelerated_halves() {
    let hall = accelerated(4);
    hall.run(&["section", "add", "High", "--accelerate", "us28r1", "--rounds", "4"]).ok();
    hall.enter_teams("High", 11..=14);
    hall.run(&["pair", "High"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["section", "merge", "High", "Open"]).ok();
    hall.run(&["pair", "Open"]).ok();
    assert_eq!(pairs(&hall), [[1, 5], [2, 6], [3, 7], [4, 8]]);
}

#[test]
fn a_merged_section_that_is_accelerated_only_then_settles_the_halves_of_all_its_teams() {
    let hall = accelerated(4);
    hall.run(&["section", "add", "High", "--rounds", "4"]).ok();
    hall.enter_teams("High", 11..=14);
    hall.run(&["pair", "High"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["section", "merge", "Open", "High"]).ok();
    hall.run(&["section", "edit", "High", "--accelerate", "us28r1"]).ok();
    let halves = hall.json(&["export", "json"])["halves"].as_array().expect("a list").clone();
    let upper = halves.iter().filter(|half| half["upper"] == true).count();
    assert_eq!((halves.len(), upper), (8, 4));
}

#[test]
fn a_consent_that_was_given_is_not_asked_for_again() {
    let hall = Hall::with_teams(3);
    hall.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    for _ in 0..3 {
        hall.run(&["pair"]).ok();
        hall.run(&["result", "1", "1-0"]).ok();
    }
    let said = hall.run(&["pair", "--allow-rematch"]).fails(1, "second full bye");
    assert!(said.err.contains("bughouse pair Open --allow-rematch --allow-second-bye"), "{}", said.err);
}

#[test]
fn a_section_named_twice_is_paired_once_and_its_own_sheets_are_named() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Club"]).ok();
    let said = hall.run(&["round", "Open", "open"]).ok();
    assert!(!said.out.contains("not paired"), "{}", said.out);
    assert!(said.out.contains("bughouse slips Open -o slips.pdf"), "{}", said.out);
}

#[test]
fn who_is_not_paired_has_no_bye_and_namesakes_are_distinguished() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Club"]).ok();
    for (team, section) in [("Rooks", "Open"), ("Kings", "Club"), ("Pawns", "Club")] {
        let other = format!("Other {team}");
        hall.run(&["team", "add", team, "--section", section, "--player", "Ann Lee", "--player", &other, "--namesake"])
            .ok();
    }
    hall.run(&["bye", "Team 1", "--round", "1", "--points", "zero"]).ok();
    let said = hall.run(&["pair", "Open"]).ok();
    assert!(hall.run(&["log"]).ok().out.contains("2 tables, not playing: Team 1"), "{}", said.out);
    hall.run(&["pair", "Club"]).ok();
    let list = hall.run(&["pairings", "--all", "--by", "player"]).ok();
    assert!(list.out.contains("Lee, Ann (Rooks)") && list.out.contains("Round 1"), "{}", list.out);
}

#[test]
fn the_bye_of_a_team_that_is_seated_by_hand_goes_to_who_is_left_over() {
    let hall = Hall::with_teams(5);
    hall.run(&["pair"]).ok();
    let [(table, first, second), _] = hall.tables()[..] else { panic!("two tables") };
    let bye = |points: &str| {
        let sheet = hall.json(&["pairings"]);
        let row = sheet["pairings"].as_array().unwrap().iter().find(|row| row["bye"] == points).cloned();
        row.and_then(|row| row["first"]["number"].as_u64())
    };
    let odd = bye("full").unwrap();
    let set = |one: u64, other: u64| {
        hall.run(&["pairing", "set", &table.to_string(), &one.to_string(), &other.to_string()]).ok()
    };
    set(odd, first).says(&format!("Team {second} has the odd team's bye"));
    assert_eq!((bye("full"), bye("zero")), (Some(second), None));
    set(first, second);
    assert_eq!(bye("full"), Some(odd));
}

#[test]
fn a_half_point_bye_that_was_asked_for_and_not_taken_is_none() {
    let hall = Hall::with_teams(7);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n").ok();
    for team in ["2", "4", "6"] {
        hall.run(&["bye", team, "--round", "2", "--points", "half"]).ok();
    }
    hall.run(&["pair"]).ok();
    hall.run(&["pairing", "add", "4", "6"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n").ok();
    hall.run(&["export", "trf", "-o", "a.trf"]).ok();
    let engine = hall.run(&["engine", "pair", "a.trf"]).ok().out;
    hall.run(&["pair"]).ok();
    let pairs: Vec<String> = hall.tables().iter().map(|(_, a, b)| format!("{a} {b}")).collect();
    let answer: Vec<&str> = engine.lines().skip(1).take(3).collect();
    let same = |pair: &&String| answer.iter().any(|t| *t == pair.as_str() || t.split(' ').rev().eq(pair.split(' ')));
    assert_eq!(pairs.iter().filter(same).count(), 3, "{engine} {pairs:?}");
}

#[test]
fn a_wish_that_is_void_counts_for_nothing_ahead_either() {
    let hall = Hall::with_teams(5);
    for other in ["3", "4", "5"] {
        hall.run(&["pairing", "forbid", "2", other]).ok();
    }
    hall.run(&["pairing", "require", "1", "2", "--round", "1"]).ok();
    hall.run(&["bye", "1", "--round", "1", "--points", "half"]).ok();
    hall.run(&["check-pairing"]).ok().says("round 1 has no allowed pairing: no opponent is left for Team 2");
    hall.run(&["pair"]).fails(1, "no opponent is left for Team 2");
}

#[test]
fn a_match_that_is_decided_since_a_team_has_left_sends_nobody_to_its_table() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--pairing", "round-robin"]).ok();
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    }
    hall.run(&["team", "withdraw", "4"]).ok();
    hall.run(&["round", "-o", "round.txt"]).ok();
    assert_eq!(hall.json(&["slips"])["slips"].as_array().unwrap().len(), 1);
    let list = hall.run(&["pairings", "--by", "player"]).ok().out;
    let line = |of: &str| list.lines().find(|line| line.starts_with(of)).unwrap_or_else(|| panic!("{list}")).to_owned();
    assert!(line("Alpha, P4a").contains("-/+"), "{list}");
    assert_eq!((list.matches("-/+").count(), list.matches("+/-").count()), (2, 2), "{list}");
    // One that is forfeited at its table has a slip.
    let table = hall.json(&["slips"])["slips"][0]["table"].to_string();
    hall.run(&["result", &table, "-/+", "--by", "absent"]).ok();
    assert_eq!(hall.json(&["slips"])["slips"].as_array().unwrap().len(), 1);
}

#[test]
fn a_late_entry_is_of_the_half_that_its_rating_gave_whatever_is_mended_since() {
    let late = |mended: &[&str], after: &[&str]| {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "Open", "--rounds", "9", "--accelerate", "baku"]).ok();
        let add = |name: &str, rating: u32| {
            let child = |letter: &str| format!("{letter} {name},5,{rating}");
            hall.run(&["team", "add", name, "--section", "Open", "--player", &child("A"), "--player", &child("B")])
                .ok();
        };
        (1..=8).for_each(|number| add(&format!("Team {number}"), 1900 - 20 * number));
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
        add("Late", 1825);
        if !mended.is_empty() {
            hall.run(&[&["team", "edit"], mended].concat()).ok();
        }
        hall.run(&["pair"]).ok();
        let second = pairs(&hall);
        hall.run(&["result", "1", "1-0"]).ok();
        let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
        hall.run_with(&["enter"], &lines).ok();
        if !after.is_empty() {
            hall.run(&[&["team", "edit"], after].concat()).ok();
        }
        hall.run(&["pair"]).ok();
        (second, hall.run(&["explain", "--section", "Open"]).ok().out)
    };
    let (as_rated, third) = late(&[], &[]);
    assert_eq!(late(&["Team 8", "--rating", "1990"], &[]).0.len(), as_rated.len());
    let is_added = |answer: &str| answer.lines().any(|line| line.contains("Late") && line.contains("dded"));
    assert!(is_added(&third), "{third}");
    for mended in ["Team 8", "Team 7"] {
        let answer = late(&[mended, "--rating", "1990"], &[]).1;
        assert!(is_added(&answer), "{mended}: {answer}");
    }
    let answer = late(&[], &["Late", "--rating", "1500"]).1;
    assert!(is_added(&answer), "{answer}");
}
