//! `enter` at a real terminal, as a person types: forty tables, none wrong, and a second pass that finds what was wrong.

use super::hall::Hall;
use std::fmt::Write as _;
use std::time::Duration;

/// Forty tables of one round.
pub fn forty_tables() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "5"]).ok();
    let mut csv = "Team,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2\n".to_owned();
    for n in 1..=80 {
        let _ = writeln!(csv, "Team {n},Ann{n} Lee{n},5,{},Bo{n} Cruz{n},5,{}", 2000 - 10 * n, 1995 - 10 * n);
    }
    hall.write("entries.csv", csv);
    hall.run(&["import", "entries.csv", "--section", "Open"]).ok();
    hall.run(&["pair"]).ok();
    hall
}

/// What the slip of a table says.
fn slip(table: u32) -> &'static str {
    ["1", "2", "=", "1am", "2bt"][(table % 5) as usize]
}

fn meant(table: u32) -> &'static str {
    ["1-0", "0-1", "1/2", "1-0", "0-1"][(table % 5) as usize]
}

fn pile() -> String {
    (1..=40).fold(String::new(), |mut pile, table| {
        let _ = writeln!(pile, "{table} {}", slip(table));
        pile
    })
}

pub fn assert_none_is_wrong(hall: &Hall) {
    let sheet = hall.json(&["pairings"]);
    for pairing in sheet["pairings"].as_array().expect("pairings is a list") {
        let table = u32::try_from(pairing["table"].as_u64().expect("nobody has a bye")).expect("a table number");
        assert_eq!(pairing["results"][0]["result"], meant(table), "table {table}");
    }
}

/// Every slip as a person types it, with what answers it.
pub fn lines() -> Vec<(String, String)> {
    (1..=40).map(|table| (format!("{table} {}", slip(table)), format!("\ntable {table}:"))).collect()
}

pub fn borrowed(lines: &[(String, String)]) -> Vec<(&str, &str)> {
    lines.iter().map(|(typed, answer)| (typed.as_str(), answer.as_str())).collect()
}

#[test]
fn slips_typed_before_the_last_one_is_answered_are_not_lost() {
    let hall = forty_tables();
    let Some(said) = hall.at_a_terminal(&["enter"], &format!("{}q\n", pile())) else { return };
    assert!(said.out.contains("40 slips entered"), "{}", said.out);
    assert_none_is_wrong(&hall);
}

#[test]
fn the_second_pass_finds_a_planted_error() {
    let hall = forty_tables();
    hall.run_with(&["enter"], &pile()).ok();
    hall.run(&["result", "22", "1-0", "--replace"]).ok();
    let Some(said) = hall.at_a_terminal(&["enter", "--verify"], &format!("{}q\n", pile())) else { return };
    assert!(said.out.contains("table 22 has 1-0, but the slip says 1/2"), "{}", said.out);
    assert!(said.out.contains("39 slips agree"), "{}", said.out);
}

#[test]
fn a_wrong_table_and_a_second_result_stop_with_what_is_stored() {
    let hall = forty_tables();
    let lines = [
        ("12 1", "table 12: Team 12 beat Team 52"),
        ("12 2", "Replace it?"),
        ("n", "table 12 already has a different result: 1-0"),
        ("99 1", "there is no table 99"),
        ("u", "took back"),
        ("r 12 ann12 clock-h", "ruling 1"),
        ("?", "the first team of table 12 won"),
        ("m", "0 of 40 in"),
        ("v", "second pass"),
        ("12 1", "table 12 has nothing, but the slip says 1-0"),
        ("q", "0 slips entered"),
    ];
    hall.typed_by_a_person(&["enter"], &lines, Duration::ZERO);
}

#[test]
fn a_slip_typed_at_a_question_is_the_next_slip() {
    let hall = Hall::with_teams(8);
    hall.run(&["pair"]).ok();
    let Some(said) = hall.at_a_terminal(&["enter"], "1 1\n1 2\n3 2\n4 1\nq\n") else { return };
    assert!(said.out.contains("Replace it?"), "{}", said.out);
    let sheet = hall.json(&["pairings"]);
    let results: Vec<_> =
        sheet["pairings"].as_array().unwrap().iter().map(|row| row["results"][0]["result"].clone()).collect();
    assert_eq!(serde_json::json!(results), serde_json::json!(["1-0", null, "0-1", "1-0"]), "{}", said.out);
}

#[test]
fn an_answer_says_board_and_reason_and_speaks_of_its_own_section() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "add", "Other"]).ok();
    hall.enter_teams("Other", 11..=14);
    hall.run(&["pair", "Open"]).ok();
    hall.run(&["pair", "Other"]).ok();
    let said = hall.run_with(&["enter", "--each"], "2 1bm\nv\n2 1\nq\n").ok().out;
    let answer = said.split("slip> 2 1bm").nth(1).unwrap().split("slip> v").next().unwrap();
    assert!(answer.contains(", on board b by checkmate") && answer.contains("Open round 1"), "{answer}");
    assert!(!answer.contains("Other round 1"), "{answer}");
    assert!(said.contains("beat") && said.contains(": agrees"), "{said}");
    hall.run_with(&["enter"], "1 1\n3 1\n5 1\n").ok();
    let other = hall.run_with(&["enter", "--each", "--verify", "Open"], "5 2\nq\n");
    assert!([&other.out, &other.err].iter().any(|said| said.contains("table 5 belongs to Other")), "{}", other.out);
    let said = hall.run_with(&["enter", "--verify", "Open"], "2 1\n").ok();
    assert!(
        said.out.contains("1 slip agrees with what was entered; 2 tables have results that weren't verified: 1, 3"),
        "{}",
        said.out
    );
}
