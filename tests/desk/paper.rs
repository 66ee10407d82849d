//! `slips`, `cards`, `by-hand`, `report`, `templates`: what leaves the desk on paper.

use super::hall::Hall;

fn played() -> Hall {
    let hall = Hall::with_teams(6);
    hall.run(&["pair", "Open"]).ok();
    hall
}

#[test]
fn a_slip_a_table_with_both_boards_and_both_partners() {
    let slips = played().run(&["slips", "--json"]).ok().json();
    let first = &slips["slips"][0];
    assert_eq!(slips["slips"].as_array().map(Vec::len), Some(3));
    assert_eq!((&first["table"], &first["round"]), (&1.into(), &1.into()));
    assert_eq!(first["boards"].as_array().map(Vec::len), Some(2), "{first}");
}

#[test]
fn slips_before_round_one_say_what_to_type_and_blank_ones_always_print() {
    let hall = Hall::with_teams(2);
    hall.run(&["slips"]).fails(1, "bughouse pair");
    assert_eq!(hall.run(&["slips", "--blank", "8", "--json"]).ok().json()["slips"].as_array().map(Vec::len), Some(8));
    assert!(hall.run(&["slips", "--test"]).ok().out.contains("Test slips"));
}

#[test]
fn cards_before_round_one_are_as_many_as_the_teams_need() {
    let cards = Hall::with_teams(6).run(&["cards", "--json"]).ok().json();
    let tables: Vec<u64> =
        cards["cards"].as_array().into_iter().flatten().filter_map(|card| card["table"].as_u64()).collect();
    assert_eq!(tables, [1, 2, 3]);
}

#[test]
fn the_event_goes_on_by_hand() {
    let hall = played();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n").ok();
    let part = hall.json(&["by-hand"])["sections"][0].clone();
    assert_eq!(part["teams"].as_array().map(Vec::len), Some(6));
    assert_eq!(part["teams"][0]["met"].as_array().map(Vec::len), Some(1), "who has met whom");
    assert_eq!(part["to_play"][0]["round"], 2);
    assert_eq!(part["to_play"][0]["tables"].as_array().map(Vec::len), Some(3), "an empty sheet");
}

/// What is on paper of a section: rounds with their tables, and the teams.
fn on_paper(hall: &Hall, at: usize) -> (Vec<(u64, usize)>, Vec<String>) {
    let part = hall.json(&["by-hand"])["sections"][at].clone();
    let sheets = part["to_play"].as_array().unwrap().iter();
    let rounds = sheets.map(|sheet| (sheet["round"].as_u64().unwrap(), sheet["tables"].as_array().unwrap().len()));
    let teams = part["teams"].as_array().unwrap().iter().map(|row| row["team"]["name"].as_str().unwrap().to_owned());
    (rounds.collect(), teams.collect())
}

#[test]
fn the_paper_for_a_dead_laptop_is_right_at_every_moment_and_in_one_file() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "2"]).ok();
    hall.run(&["section", "add", "Quick", "--pairing", "round-robin"]).ok();
    hall.enter_teams("Open", 1..=6);
    hall.enter_teams("Quick", 11..=14);
    assert_eq!(on_paper(&hall, 0).0, [(1, 3)]);
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["pair", "Quick"]).ok();
    hall.run_with(&["enter"], "1 1\n4 1\n5 1\n").ok();
    let open = hall.run(&["by-hand", "Open"]).ok().out;
    assert!(!open.contains("Quick") && open.contains("Team 1 (1)"), "the round in play has its teams:\n{open}");
    assert_eq!(open.matches("1-0   ½   0-1").count(), 2, "a slip a table without a result:\n{open}");
    assert_eq!(on_paper(&hall, 1).0, [(2, 2), (3, 2)], "a schedule is known to its end");
    hall.run_with(&["enter"], "2 1\n3 1\n").ok();
    hall.run(&["team", "withdraw", "Team 6"]).ok();
    let (rounds, teams) = on_paper(&hall, 0);
    assert_eq!((rounds, teams.len(), teams.contains(&"Team 6".to_owned())), (vec![(2, 2)], 5, false));
    let both = hall.run(&["by-hand"]).ok().out;
    for words in ["Open after round 1 of 2", "Quick after round 1 of 3", "Quick round 3", "no rematches"] {
        assert!(both.contains(words), "{words} is not in:\n{both}");
    }
    hall.run(&["pair", "Open"]).ok();
    let pile: String = hall.json(&["status"])["sections"][0]["results_missing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| format!("{table} 1\n"))
        .collect();
    hall.run_with(&["enter"], &pile).ok();
    let (rounds, teams) = on_paper(&hall, 0);
    assert_eq!((rounds.len(), teams.len()), (0, 6), "after the last round everybody has a place");
    assert!(hall.run(&["by-hand", "Open"]).ok().out.contains("All rounds have been played."));
}

#[test]
fn who_sits_out_and_who_must_not_meet_is_on_paper_and_counted() {
    let hall = played();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n").ok();
    hall.run(&["by-hand", "-o", "by-hand.txt"]).ok();
    hall.run(&["bye", "Team 1", "--round", "2", "--points", "half"]).ok();
    hall.run(&["bye", "Team 2", "--round", "2", "--points", "zero"]).ok();
    hall.run(&["pairing", "forbid", "Team 5", "Team 6"]).ok();
    let output = hall.run(&["by-hand"]).ok().out;
    for words in [
        "bye ½",
        "bye 0",
        "Not playing: Team 1 (1) (half a point), Team 2 (2)",
        "Do not pair: Team 5 (5) and Team 6 (6).",
    ] {
        assert!(output.contains(words), "{words} is not in:\n{output}");
    }
    let part = hall.json(&["by-hand"])["sections"][0].clone();
    assert_eq!(part["to_play"][0]["tables"].as_array().map(Vec::len), Some(2), "as many as `pair` would make");
    let row = part["teams"].as_array().unwrap().iter().find(|row| row["team"]["number"] == 1).unwrap();
    assert_eq!(row["byes_asked_for"], serde_json::json!([{"round": 2, "points": "half"}]));
    assert_eq!(hall.json(&["stale"])["documents"][0]["state"], "wrong");
    hall.run(&["pairing", "require", "Team 3", "Team 5", "--round", "2"]).ok();
    let wanted = hall.json(&["by-hand"])["sections"][0]["to_play"][0]["tables"][0]["teams"].clone();
    assert_eq!((&wanted[0]["number"], &wanted[1]["number"]), (&3.into(), &5.into()), "settled by the director");
}

/// The pairs on paper of a section, round by round; a table left for the pen has none.
fn pairs_on_paper(hall: &Hall) -> Vec<Vec<Option<[u64; 2]>>> {
    let rounds = hall.json(&["by-hand"])["sections"][0]["to_play"].as_array().cloned().unwrap();
    let pair = |place: &serde_json::Value| {
        let number = |at: usize| place["teams"][at]["number"].as_u64();
        Some([number(0)?, number(1)?])
    };
    rounds.iter().map(|round| round["tables"].as_array().unwrap().iter().map(pair).collect()).collect()
}

#[test]
fn a_knockout_on_paper_has_the_pairs_and_who_is_still_in() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--pairing", "knockout"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    assert_eq!(pairs_on_paper(&hall), [vec![Some([1, 4]), Some([2, 3])]]);
    let part = hall.json(&["by-hand"])["sections"][0].clone();
    assert_eq!(part["teams"].as_array().map(Vec::len), Some(4), "who is out is not among them: {part}");
    assert!(!hall.run(&["by-hand"]).ok().out.contains("top half"));
}

#[test]
fn quads_on_paper_have_every_round_of_their_schedule() {
    let hall = Hall::with_teams(9);
    hall.run(&["section", "edit", "Open", "--pairing", "quads"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    let rounds = pairs_on_paper(&hall);
    assert_eq!(rounds, [vec![Some([3, 1]), Some([4, 2]), None, None], vec![Some([1, 2]), Some([3, 4]), None, None]]);
    assert!(hall.run(&["by-hand"]).ok().out.contains("top half"), "the group of five plays a Swiss");
}

#[test]
fn slips_read_on_a_screen_say_which_board_is_which() {
    let output = played().run(&["slips"]).ok().out;
    assert!(output.contains("A: P1a Alpha – P4") && output.contains("B: P1b Beta – P4"), "{output}");
}

#[test]
fn the_report_for_the_federation_names_no_child() {
    let hall = played();
    hall.run(&["ruling", "offence", "1", "--player", "P1a", "--offence", "clock-hand", "--note", "hit P4a"]).ok();
    assert!(hall.run(&["report"]).ok().out.contains("P1a Alpha"));
    let incidents = hall.run(&["report", "--incidents", "--json"]).ok().out;
    assert!(incidents.contains("warning") && !incidents.contains("P1a") && !incidents.contains("P4a"), "{incidents}");
}

#[cfg(feature = "pdf")]
#[test]
fn a_changed_template_is_used_and_a_wrong_one_is_placed() {
    let hall = played();
    hall.run(&["templates", "mine"]).ok();
    hall.run(&["templates", "mine"]).fails(1, "not overwritten");
    hall.run(&["pairings", "--templates", "mine", "-o", "wall.pdf"]).ok();
    hall.run(&["pairings", "--templates", "mien", "-o", "other.pdf"]).fails(2, "bughouse templates mien");
    assert!(!hall.path("other.pdf").exists());
    hall.write("mine/document.typ", "#let page = 1 +");
    hall.run(&["pairings", "--templates", "mine", "-o", "wrong.pdf"]).fails(2, "document.typ:1:");
    assert!(hall.path("wall.pdf").exists() && !hall.path("wrong.pdf").exists());
}

#[test]
fn no_name_steers_the_terminal() {
    let hall = Hall::with_teams(4);
    let evil = "\u{1b}[2J\u{9b}31m\u{202e}";
    let section = format!("Evil {evil}");
    for words in [
        vec!["section", "add", &section],
        vec!["section", "remove", &section],
        vec!["section", "remove", "Evil"],
        vec!["section", "edit", "Open", "--rename", &section],
        vec!["pair", "Evil"],
        vec!["result", "1", "1-0"],
        vec!["status"],
        vec!["log"],
        vec!["standings"],
        vec!["pair", &section],
    ] {
        let said = hall.run(&words);
        let shown = format!("{}{}", said.out, said.err);
        assert!(!shown.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{words:?}: {shown:?}");
    }
}

#[test]
fn table_cards_printed_before_round_1_carry_no_number_twice() {
    let hall = Hall::with_teams(5);
    hall.run(&["section", "add", "Other"]).ok();
    hall.enter_teams("Other", 6..=10);
    let cards = hall.json(&["cards"])["cards"].clone();
    let tables: Vec<u64> = cards.as_array().unwrap().iter().filter_map(|card| card["table"].as_u64()).collect();
    assert_eq!(tables, [1, 2, 3, 4]);
}
