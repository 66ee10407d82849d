//! What a command touches is shown, and the way back with it: a list that joins a section in play, a restore, a child of another match.

use super::hall::Hall;

#[test]
fn a_list_that_joins_a_section_in_play_by_grade_says_which() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    hall.enter_teams("K-6", 1..=4);
    hall.run(&["pair", "K-6"]).ok();
    hall.write("late.csv", "Team,Player 1,Grade 1,Player 2,Grade 2\nLarks,Zoe Ash,3,Zed Elm,4\n");
    let said = hall.run(&["import", "late.csv"]).ok();
    let said = said.says("K-6: 1 (round 1 is posted)");
    said.says("K-6 is already under way (round 1 is posted): 1 team would join it by grade");
    hall.write("later.csv", "Team,Player 1,Grade 1,Player 2,Grade 2\nWrens,Una Ash,3,Udo Elm,4\n");
    let said = hall.run(&["import", "later.csv", "--section", "K-6"]).ok();
    assert!(!said.out.contains("would join it"), "it was sent there: {}", said.out);
}

#[test]
fn a_restore_says_how_what_it_replaced_comes_back() {
    let hall = Hall::with_teams(4);
    hall.run(&["backup", "early.bughouse-backup"]).ok();
    hall.run(&["pair"]).ok();
    let said = hall.run(&["restore", "early.bughouse-backup"]).ok().out;
    let back = said.split("to bring it back: bughouse ").nth(1).and_then(|rest| rest.lines().next());
    let back: Vec<&str> = back.unwrap_or_else(|| panic!("no way back in {said}")).split(' ').collect();
    assert!(!hall.run(&["status"]).ok().out.contains("-replaced-"), "what was put aside is no backup");
    hall.run(&back).ok();
    hall.run(&["pairings"]).ok().says("Round 1");
}

#[test]
fn an_appeal_by_a_child_of_another_match_is_looked_at_twice() {
    let hall = Hall::paired(4);
    for (name, role) in [("Sam Ox", "section-chief"), ("Flo Kim", "floor-chief"), ("Tess Reed", "td")] {
        hall.run(&["official", "add", name, "--role", role]).ok();
    }
    let at = |table: usize| format!("P{}a", hall.tables()[table].1);
    let (own, other) = (at(0), at(1));
    hall.run(&["rule", "1", &own, "clock-hand", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", &other]).ok().says("(not in this match): anybody may appeal");
    hall.run(&["undo"]).ok();
    let said = hall.run(&["appeal", "file", "1", "--by", &own]).ok().out;
    assert!(!said.contains("anybody may appeal"), "{said}");
}

#[test]
fn what_is_missing_is_asked_for_beside_what_was_typed() {
    let hall = Hall::with_teams(2);
    hall.run(&["bye", "Team 1", "--points", "full"]).fails(2, "bughouse bye \"Team 1\" --points full --round ROUND");
    hall.run(&["appeal", "file", "--by", "P1a"]).fails(2, "bughouse appeal file --by P1a RULING");
    hall.run(&["section", "add", "Cup", "--pairing", "bracket"]).fails(2, "did you mean knockout?");
}
