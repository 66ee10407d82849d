//! `check-in`: by team, by school, all; and what pairing makes of it.

use super::hall::Hall;
use serde_json::json;

fn hall() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write(
        "entries.csv",
        "Team,Player 1,School 1,Player 2,School 2\nRooks,Ann Lee,Oak,Bo Kim,Oak\nPawns,Cy Day,Elm,Di Eck,Oak\nKings,Ed Fox,Elm,Flo Gay,Elm\nQueens,Gus Hay,,Ida Jay,\n",
    );
    hall.run(&["import", "entries.csv"]).ok();
    hall
}

#[test]
fn who_is_not_checked_in_is_not_paired_once_somebody_is() {
    let hall = hall();
    assert_eq!(
        hall.json(&["check-in", "rooks", "3"]),
        json!({ "changed": ["Rooks", "Kings"], "checked_in": [1, 3], "missing": [2, 4], "proposed": [] })
    );
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("not checked in, so not paired: Pawns (2), Queens (4)"), "{}", said.err);
    assert_eq!(hall.tables().len(), 1);
}

#[test]
fn rounds_and_format_are_proposed_for_the_teams_that_came_and_never_applied() {
    let hall = hall();
    let output = hall.run(&["check-in", "--all"]).ok().out;
    let line = "Open has 4 teams: for a field this small the rulebook (29K) recommends a round robin in 3 rounds: bughouse section edit Open --pairing round-robin";
    assert!(output.contains(line), "{output}");
    assert!(hall.run(&["status"]).ok().out.contains(line));
    assert!(hall.run(&["check-pairing"]).ok().out.contains(line));
    assert_eq!(hall.json(&["section", "list"])["sections"][0]["pairing"], "swiss");
    hall.run(&["section", "edit", "Open", "--pairing", "round-robin"]).ok();
    assert_eq!(hall.json(&["status"])["sections"][0]["proposed"], json!(null));
}

#[test]
fn nothing_is_proposed_for_the_few_who_are_here_while_check_in_runs() {
    let hall = Hall::with_teams(17);
    for n in 1..=12 {
        let output = hall.run(&["check-in", &format!("Team {n}")]).ok().out;
        assert!(!output.contains("round robin") && !output.contains("Swiss"), "{n} are here:\n{output}");
        assert!(!hall.run(&["status"]).ok().out.contains("29K"));
    }
    assert!(hall.run(&["check-in", "Team 13"]).ok().out.contains("Open has 13 teams: a 4-round Swiss"));
}

#[test]
fn children_without_a_partner_are_named_when_a_round_is_paired() {
    let hall = hall();
    hall.run(&["partner", "add", "Kit Moe,3"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(
        said.err.contains("without a partner, so not paired: Kit Moe (9); see `bughouse partner suggest`"),
        "{}",
        said.err
    );
}

#[test]
fn a_school_is_checked_in_as_a_whole() {
    let hall = hall();
    assert_eq!(
        hall.json(&["check-in", "--school", "oak"])["checked_in"],
        json!([1, 2]),
        "a partner of the school is enough"
    );
    let missing = hall.json(&["check-in", "--list"]);
    let teams: Vec<&serde_json::Value> =
        missing["missing"].as_array().unwrap().iter().map(|team| &team["name"]).collect();
    assert_eq!(teams, ["Queens", "Kings"]);
    hall.run(&["check-in", "--school", "Oka"]).fails(2, "there is no school \"Oka\"");
}

#[test]
fn all_and_none_and_back() {
    let hall = hall();
    assert_eq!(hall.json(&["check-in", "--all"])["missing"], json!([]));
    assert_eq!(hall.json(&["team", "list"])["teams"][0]["status"], "checked-in");
    assert_eq!(hall.json(&["check-in", "--all"])["changed"], json!([]), "twice is once");
    assert_eq!(hall.json(&["check-in", "2", "--out"])["missing"], json!([2]));
    hall.run(&["check-in"]).fails(2, "missing");
    hall.run(&["check-in", "nobody"]).fails(2, "there is no team \"nobody\"");
    hall.run(&["team", "withdraw", "1"]).ok();
    hall.run(&["check-in", "1"]).fails(1, "Rooks withdrew from the event");
}

#[test]
fn a_team_that_never_came_is_not_paired_again_until_it_is_back() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "5"]).ok();
    hall.run(&["pair"]).ok();
    let (table, here, away) = hall.tables()[0];
    hall.run_with(&["enter"], &format!("{table} +/- absent\n{} 1\n{} 1\n", table + 1, table + 2)).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(
        said.err.contains(&format!("did not show up for the last match, so not paired: Team {away} ({away})")),
        "{}",
        said.err
    );
    let seated = |hall: &Hall| hall.tables().iter().any(|(_, a, b)| [*a, *b].contains(&away));
    assert!(!seated(&hall) && hall.tables().iter().any(|(_, a, b)| [*a, *b].contains(&here)));

    let number = away.to_string();
    let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
    assert!(hall.run(&["pair", "--dry-run"]).ok().err.contains("did not show up"), "still away in the round after");
    hall.run(&["team", "return", &number]).ok();
    hall.run(&["team", "return", &number]).fails(1, "never left");
    hall.run(&["pair"]).ok();
    assert!(seated(&hall));
    assert!(hall.run(&["check"]).ok().out.contains("all is well"));
}

#[test]
fn a_forfeit_alone_keeps_nobody_out() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    let (table, _, away) = hall.tables()[0];
    let said = hall.run(&["result", &table.to_string(), "+/-"]).ok();
    assert!(said.out.contains(&format!("bughouse team withdraw {away}")), "{}", said.out);
    hall.run_with(&["enter"], &format!("{} 1\n{} 1\n", table + 1, table + 2)).ok();
    hall.run(&["pair"]).ok();
    assert!(hall.tables().iter().any(|(_, a, b)| [*a, *b].contains(&away)));
}

#[test]
fn a_team_that_leaves_later_is_checked_in_and_paired_until_then() {
    let hall = Hall::with_teams(4);
    hall.run(&["team", "withdraw", "4", "--from-round", "2"]).ok();
    assert_eq!(hall.json(&["check-in", "--all"])["missing"], json!([]));
    hall.run(&["pair"]).ok();
    assert!(hall.tables().iter().any(|(_, a, b)| [*a, *b].contains(&4)));
    hall.run(&["check-in", "4"]).fails(1, "withdrew from the event");
}

#[test]
fn a_no_show_is_back_when_it_checks_in() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let tables = hall.tables();
    hall.run(&["result", &tables[0].0.to_string(), "1-0"]).ok();
    hall.run(&["result", &tables[1].0.to_string(), "+/-", "--by", "absent"]).ok();
    assert!(hall.run(&["pair", "--dry-run", "--allow-rematch"]).ok().err.contains("did not show up"));
    hall.run(&["check-in", "--all"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(!said.err.contains("did not show up"), "{}", said.err);
    assert_eq!(hall.tables().len(), 2);
}

/// Five teams of a section in which the first three were checked in.
fn three_of_five() -> Hall {
    Hall::made("three of five are there", || {
        let hall = Hall::with_teams(5);
        hall.run(&["check-in", "1", "2", "3"]).ok();
        hall
    })
}

#[test]
fn nobody_sits_out_beside_a_team_that_is_only_not_checked_in() {
    let hall = three_of_five();
    let facts = hall.facts();
    let said =
        hall.run(&["pair"]).fails(1, "round 1 of Open would leave Team 3 out while other teams aren't checked in");
    assert!(said.err.trim_end().ends_with("not checked in: Team 4 (4), Team 5 (5)"), "{}", said.err);
    assert_eq!(hall.facts(), facts);
    let said = hall.run(&["pair", "Open", "--anyway"]).ok();
    assert!(said.err.contains("not checked in, so not paired: Team 4 (4), Team 5 (5)"), "{}", said.err);
    hall.run(&["undo"]).ok();
    hall.run(&["check-in", "Team 4"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables().len(), 2);
}

#[test]
fn at_a_terminal_the_names_come_after_the_sheet() {
    let hall = Hall::with_teams(5);
    hall.run(&["check-in", "1", "2", "3", "4"]).ok();
    let Some(said) = hall.at_a_terminal(&["pair"], "") else { return };
    let at = |words: &str| said.out.find(words).unwrap_or_else(|| panic!("{words} is not in:\n{}", said.out));
    assert!(at("not checked in, so not paired") > at("Team 1"), "{}", said.out);
}

#[test]
fn who_was_entered_at_the_desk_seated_by_hand_or_has_played_is_here() {
    let hall = three_of_five();
    let late = |name: &str| {
        ["team", "add", name, "--section", "Open", "--player", &format!("{name} A"), "--player", &format!("{name} B")]
            .map(str::to_owned)
    };
    let add = |name: &str| hall.run(&late(name).each_ref().map(String::as_str)).ok();
    assert!(add("Late").err.contains("check-in has begun, so Late counts as here"));
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables().len(), 2, "Late plays");

    // Team 4 is seated by hand with one that came during the round; both win or lose, and both play on.
    add("Later");
    hall.run(&["pairing", "add", "Team 4", "Later"]).ok();
    let pile: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &pile).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables().len(), 3);
    assert_eq!(hall.json(&["check-in", "--list"])["missing"][0]["number"], 5);
}

#[test]
fn who_has_played_before_check_in_began_is_here() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 -/-\n").ok();
    let absent: Vec<u64> =
        hall.tables().iter().filter(|(table, ..)| *table == 2).flat_map(|(_, a, b)| [*a, *b]).collect();
    let played = hall.tables()[0].1.to_string();
    hall.run(&["check-in", &played]).ok();
    let list = hall.json(&["check-in", "--list"]);
    let missing: Vec<u64> =
        list["missing"].as_array().unwrap().iter().map(|team| team["number"].as_u64().unwrap()).collect();
    assert_eq!(missing.len(), 2);
    assert!(absent.iter().all(|team| missing.contains(team)), "{list:#}");
}

#[test]
fn the_teams_of_one_section_are_counted_by_themselves() {
    let hall = Hall::with_teams(3);
    hall.run(&["section", "add", "Club"]).ok();
    hall.enter_teams("Club", 4..=5);
    let said = hall.run(&["check-in", "--all", "--section", "Open"]).ok();
    said.says("all 3 teams in Open are here");
    hall.run(&["check-in", "4"]).ok().says("4 here, 1 missing");
    hall.run(&["check-in", "5", "--out"]).ok().says("none of them were checked in");
}

#[test]
fn the_rounds_that_are_posted_are_those_that_were_announced() {
    let hall = Hall::with_teams(9);
    hall.run(&["section", "add", "Club"]).ok();
    hall.enter_teams("Club", 10..=18);
    let here: Vec<String> = (10..=17).map(|number| number.to_string()).collect();
    let words: Vec<&str> = std::iter::once("check-in").chain(here.iter().map(String::as_str)).collect();
    hall.run(&words).ok().says("Club has 8 teams: a 3-round Swiss");
    hall.run(&["pair", "Club"]).ok();
    assert!(hall.run(&["status"]).ok().out.contains("1 of 3"));
}

#[test]
fn what_is_drawn_once_is_not_drawn_with_teams_that_are_not_checked_in() {
    for format in ["knockout", "round-robin", "quads"] {
        let hall = Hall::with_teams(5);
        hall.run(&["section", "edit", "Open", "--pairing", format]).ok();
        hall.run(&["check-in", "1", "2", "3", "4"]).ok();
        hall.run(&["status"]).ok().says("bughouse check-in --list");
        hall.run(&["pair"]).fails(1, "not checked in: Team 5 (5)").says("bughouse team withdraw 5");
        hall.run(&["pair", "--anyway"]).ok();
        hall.run(&["undo"]).ok();
        hall.run(&["team", "withdraw", "5"]).ok();
        hall.run(&["pair"]).ok();
        assert_eq!(hall.tables().len(), 2, "{format}");
    }
}

#[test]
fn a_team_that_is_moved_is_not_here_for_that() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "add", "Novice"]).ok();
    hall.enter_teams("Novice", 5..=6);
    hall.run(&["check-in", "1", "2", "3", "4"]).ok();
    hall.run(&["team", "move", "5", "Open"])
        .ok()
        .says("Team 5 is not checked in; once they're here: bughouse check-in 5");
    hall.run(&["pair", "Open"]).ok().says("not checked in, so not paired: Team 5 (5)");
}

#[test]
fn a_team_that_lost_by_absence_is_shown_as_absent_until_it_is_back() {
    let hall = Hall::with_teams(6);
    hall.run(&["pair"]).ok();
    let (table, _, absent) = hall.tables()[0];
    let (table, absent) = (table.to_string(), absent.to_string());
    hall.run(&["result", &table, "+/-", "--by", "absent"]).ok();
    let show = || hall.run(&["team", "show", &absent]).ok().out;
    let listed = || hall.json(&["team", "show", &absent])["team"].clone();
    assert!(show().contains(&format!("not paired until they're back: bughouse team return {absent}")), "{}", show());
    assert_eq!((listed()["status"].as_str(), listed()["absent"].as_bool()), (Some("entered"), Some(true)));
    assert!(hall.run(&["team", "list"]).ok().out.contains("  absent"));
    hall.run(&["team", "return", &absent]).ok();
    assert!(!show().contains("no-show") && !hall.run(&["team", "list"]).ok().out.contains("  absent"));
}
