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
    assert!(hall.run(&["by-hand"]).ok().out.contains("Round 1"));
    let pool = hall.run(&["by-hand", "--pool", "--json"]).ok().json();
    assert_eq!(pool["round"], 2);
    assert_eq!(pool["teams"].as_array().map(Vec::len), Some(6));
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
