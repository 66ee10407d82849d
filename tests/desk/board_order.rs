//! Who of a team plays on board a, by the director's word.

use super::hall::Hall;

fn at_boards(hall: &Hall, table: usize) -> String {
    hall.run(&["pairings", "-o", "sheet.csv"]).ok();
    let sheet = std::fs::read_to_string(hall.path("sheet.csv")).expect("it was written");
    sheet.lines().nth(table).expect("a table a line").to_owned()
}

/// The board where P1a sits in a round's first match.
fn board_of_p1a(hall: &Hall) -> &'static str {
    let line = at_boards(hall, 1);
    let at = |name: &str| line.find(name).unwrap_or_else(|| panic!("{name} in {line}"));
    if at("P1a") < at("P1b") { "a" } else { "b" }
}

fn first_on_the_roster(hall: &Hall, player: &str) -> bool {
    let roster = hall.run(&["teams"]).ok().out;
    roster.find("P1").is_some_and(|at| roster[at..].starts_with(player))
}

#[test]
fn the_order_of_boards_is_the_directors_where_it_was_given() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    assert_eq!(board_of_p1a(&hall), "a");
    hall.run(&["team", "edit", "Team 1", "--boards", "P1b,P1a"]).ok().says("board a by rating → P1b");
    assert_eq!(board_of_p1a(&hall), "a", "a posted round keeps what was posted");
    hall.run(&["stale"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["pair"]).ok();
    assert_eq!(board_of_p1a(&hall), "b");
    assert!(first_on_the_roster(&hall, "P1b"));
    hall.run(&["pairings", "--round", "1"]).ok().says("P1a");
    hall.run(&["undo", "2"]).ok();
    hall.run(&["undo"]).ok();
    assert!(first_on_the_roster(&hall, "P1a"));
    hall.run(&["check"]).ok();
}

#[test]
fn boards_are_swapped_and_named_by_one_or_both_players() {
    let hall = Hall::with_teams(2);
    for (typed, says) in
        [("swap", "board a by rating → P1b"), ("P1a", "→ P1a"), ("P1b,P1a", "→ P1b"), ("swap", "→ P1a")]
    {
        hall.run(&["team", "edit", "1", "--boards", typed]).ok().says(says);
    }
    hall.run(&["team", "edit", "1", "--boards", "P2a"]).fails(2, "Team 1 has no player \"P2a\"");
    hall.run(&["team", "edit", "1", "--boards", "P1a,P1a"]).fails(2, "--boards takes the team's two players");
}
