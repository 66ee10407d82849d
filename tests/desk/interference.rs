//! Interference at one board: a new game is played there, and what the other board came to stays.

use super::hall::{Hall, Said};
use super::ruling_ladders::paired;
use serde_json::{Value, json};

fn typed(hall: &Hall, line: &str) -> Said {
    hall.run(&line.split_whitespace().collect::<Vec<_>>())
}

fn first_result(hall: &Hall) -> Value {
    hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].clone()
}

#[test]
fn a_new_game_at_one_board_leaves_what_the_other_came_to() {
    let hall = paired("us-chess-2018");
    typed(&hall, "result 1 1/2 a repetition").ok();
    let ruled = typed(&hall, "ruling spectator 1 --action replay --board b --json").ok().json();
    assert_eq!((&ruled["table"], &ruled["match_result"]), (&json!(1), &Value::Null));
    typed(&hall, "ruling show 1").ok().says("the game on board b is canceled and replayed, board a is not affected");
    // Only board b is to come.
    typed(&hall, "status").ok().says("table 1: board a");
    typed(&hall, "result 1 1/2 b repetition").ok();
    assert_eq!(first_result(&hall), "1/2");
    typed(&hall, "result 1 0-1 b mate --replace").ok();
    assert_eq!(first_result(&hall), "0-1");
    // Taken away, board a is left as it was; the ruling void, the first game too.
    typed(&hall, "result 1 clear").ok();
    typed(&hall, "status").ok().says("table 1: board a");
    typed(&hall, "ruling void 1 --reason mistake").ok();
    typed(&hall, "result 1 1/2 b repetition").ok();
    assert_eq!(first_result(&hall), "1/2");
    typed(&hall, "check").ok();
}

#[test]
fn of_two_boards_that_count_the_one_left_alone_counts_beside_the_new_game() {
    let hall = paired("fide-blitz-3");
    typed(&hall, "result 1 1-0 a mate").ok();
    typed(&hall, "result 1 1-0 b mate").ok();
    let order = "ruling spectator 1 --action replay --board b --carry-out";
    let said = typed(&hall, order).ok();
    said.says("a new game on board b; the first game stays on record, and board a decides the match: 1-0");
    typed(&hall, "result 1 0-1 b mate").ok();
    assert_eq!(first_result(&hall), "1/2", "one board each");
    typed(&hall, "check").ok();
}

#[test]
fn what_was_ruled_at_the_board_that_is_left_alone_holds() {
    let hall = paired("us-chess-2018");
    typed(&hall, "ruling claim 1 --board a --by P1a --kind repetition --uphold").ok();
    typed(&hall, "ruling spectator 1 --action replay --board b").ok();
    let kept = typed(&hall, "ruling show 1").ok();
    assert!(!kept.out.contains("does not count"), "{}", kept.out);
    typed(&hall, "result 1 1/2 b repetition").ok();
    assert_eq!(first_result(&hall), "1/2");
    // At the board that is played anew it does not.
    let hall = paired("us-chess-2018");
    typed(&hall, "ruling claim 1 --board b --by P1b --kind repetition --uphold").ok();
    typed(&hall, "ruling spectator 1 --action replay --board b").ok();
    typed(&hall, "ruling show 1").ok().says("its game does not count");
    typed(&hall, "ruling claim 1 --board b --by P1b --kind mate").ok();
    typed(&hall, "check").ok();
}

#[test]
fn a_second_new_game_of_which_nothing_is_in_is_the_same_ruling_unless_it_is_of_the_other_board() {
    let hall = paired("us-chess-2018");
    typed(&hall, "ruling spectator 1 --action replay --board a").ok();
    typed(&hall, "ruling spectator 1 --action replay --board a")
        .fails(1, "has already ordered a new game")
        .says("add --again");
    typed(&hall, "ruling spectator 1 --action replay --board b").ok();
    typed(&hall, "ruling spectator 1 --action replay --board b").fails(1, "has already ordered a new game");
    typed(&hall, "ruling spectator 1 --action replay --board b --again").ok();
    typed(&hall, "result 1 1-0 b mate").ok();
    assert_eq!(first_result(&hall), "1-0");
    let over = typed(&hall, "ruling spectator 1 --action replay --board b").ok();
    over.says("--action replay --board b --carry-out");
    typed(&hall, "check").ok();
}
