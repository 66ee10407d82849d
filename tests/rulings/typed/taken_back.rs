//! One match, typed at random: what a result answers is what then holds, what is refused changes nothing, and void and undo bring back what
//! was. Under a rulebook where the second board counts, the order and the way in which two boards are reported make no difference.

use super::rows::event;
use crate::console::run;
use bughouse::rulebook;
use proptest::prelude::*;
use serde_json::Value;
use std::path::Path;

const RESULTS: [&str; 13] = [
    "1-0 a mate",
    "0-1 a time",
    "1-0 b mate",
    "0-1 b resign",
    "1/2 a repetition",
    "1/2 b stalemate",
    "1-0",
    "0-1",
    "1/2",
    "1-0 a mate --other lost",
    "1/2 b agreement",
    "1/2 a simultaneous --other lost",
    "clear",
];
const CLAIMS: [&str; 8] = [
    "a --by Ann --kind mate",
    "a --by Zoe --kind mate",
    "b --by Sam --kind mate",
    "b --by Ben --kind both-flags --uphold",
    "a --by Ann --kind repetition --uphold",
    "a --by Zoe --kind agreement --uphold",
    "b --by Ben --kind losing-chances",
    "b --by Sam --kind no-clock --uphold",
];
const PENALTIES: [&str; 6] = ["warning", "time:1:00", "game", "match", "expel", "none"];
const PLAYERS: [&str; 4] = ["Ann", "Ben", "Zoe", "Sam"];

/// A line as a director may type it; not all of them can be done when they are typed.
fn line() -> impl Strategy<Value = String> {
    let number = 1..=4u32;
    prop_oneof![
        5 => (prop::sample::select(&RESULTS[..]), any::<bool>())
            .prop_map(|(result, replaces)| format!("result 1 {result}{}", if replaces { " --replace" } else { "" })),
        4 => (prop::sample::select(&CLAIMS[..]), any::<bool>())
            .prop_map(|(claim, deny)| match deny {
                true => format!("ruling claim 1 --board {} --deny", claim.trim_end_matches(" --uphold")),
                false => format!("ruling claim 1 --board {claim}"),
            }),
        4 => (prop::sample::select(&PLAYERS[..]), prop::sample::select(&PENALTIES[..]), any::<bool>()).prop_map(
            |(player, penalty, carried)| format!("rule 1 {player} other {penalty}{}", if carried { " --carry-out" } else { "" })
        ),
        1 => prop::sample::select(&PLAYERS[..]).prop_map(|player| format!("rule 1 {player} clock-knocked-over time:1:00 seen")),
        1 => Just("ruling spectator 1 --action replay".to_owned()),
        1 => Just("ruling neutral 1 --board a --what \"clock set back\" --clock a:white=2:10".to_owned()),
        4 => (number.clone(), prop::sample::select(&PLAYERS[..]))
            .prop_map(|(ruling, player)| format!("appeal file {ruling} --by {player}")),
        5 => (number.clone(), prop::sample::select(&["--stands", "--falls", "--modify warning", "--modify match"][..]))
            .prop_map(|(appeal, decision)| format!("appeal decide {appeal} {decision}")),
        1 => number.clone().prop_map(|appeal| format!("appeal withdraw {appeal}")),
        2 => number.prop_map(|ruling| format!("ruling void {ruling} --reason mistake")),
    ]
}

/// All that the file knows.
fn facts(folder: &Path) -> String {
    let said = run(folder, "bughouse export json --times --private", &[]);
    assert_eq!(said.code, 0, "{}", said.text);
    said.text
}

/// The result of the match as the pairings show it.
fn result(folder: &Path) -> Value {
    let said = run(folder, "bughouse pairings Open --json", &[]);
    let pairings: Value = serde_json::from_str(&said.text).expect("pairings");
    pairings["pairings"][0]["results"][0]["result"].clone()
}

fn copied(event: &Path) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    std::fs::copy(event.join("event.bughouse"), folder.path().join("event.bughouse")).expect("the event can be copied");
    folder
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn what_is_answered_holds_and_what_is_taken_back_is_as_it_was(
        book in 0..5usize,
        lines in prop::collection::vec(line(), 10),
    ) {
        let event = event(&rulebook::all()[book].id);
        let folder = copied(event.path());
        let mut states = vec![facts(folder.path())];
        for line in &lines {
            let said = run(folder.path(), &format!("bughouse {line} --json --no-backup"), &[]);
            prop_assert!([0, 1, 2].contains(&said.code), "{line}: {}", said.text);
            let now = facts(folder.path());
            let before = states.last().expect("the first");
            if said.code != 0 {
                prop_assert_eq!(&now, before, "{} was refused", line);
                continue;
            }
            let answer: Value = serde_json::from_str(&said.text).expect("one document");
            if line.starts_with("result") {
                prop_assert_eq!(&answer["result"], &result(folder.path()), "{}", line);
            }
            let ruled = answer["ruling"].as_u64().filter(|_| line.starts_with("rul") && !line.contains("void"));
            if &now != before {
                states.push(now);
            }
            if let Some(ruling) = ruled {
                let void = run(folder.path(), &format!("bughouse ruling void {ruling} --reason mistake --no-backup"), &[]);
                prop_assert_eq!(void.code, 0, "{}: {}", line, void.text);
                let voided = result(folder.path());
                prop_assert_eq!(run(folder.path(), "bughouse undo --no-backup", &[]).code, 0);
                let here = copied(folder.path());
                prop_assert_eq!(run(here.path(), "bughouse undo --no-backup", &[]).code, 0);
                prop_assert_eq!(voided, result(here.path()), "{} voided and undone", line);
            }
        }
        prop_assert_eq!(run(folder.path(), "bughouse check", &[]).code, 0);
        states.pop();
        while let Some(was) = states.pop() {
            prop_assert_eq!(run(folder.path(), "bughouse undo --no-backup", &[]).code, 0);
            prop_assert_eq!(facts(folder.path()), was);
        }
    }
}

#[test]
fn a_board_that_was_ruled_holds_against_a_slip_also_where_the_slip_before_reported_no_board() {
    let event = event("us-chess-2018");
    let type_in = |line: &str| run(event.path(), &format!("bughouse {line} --no-backup"), &[]);
    for line in ["ruling claim 1 --board a --by Ann --kind repetition --uphold", "result 1 1-0"] {
        let said = type_in(line);
        assert_eq!(said.code, 0, "{line}: {}", said.text);
    }
    let other = type_in("result 1 1-0 a mate --other lost --replace");
    assert!(
        other.code == 1 && other.text.contains("board a of table 1 was decided by ruling 1: 1/2"),
        "{}",
        other.text
    );
    assert_eq!(result(event.path()), "1-0");
    assert_eq!(type_in("result 1 0-1 b mate --replace").code, 0, "the other board was won");
    assert_eq!(result(event.path()), "0-1");
}

#[test]
fn a_draw_agreed_on_settles_the_match_also_at_a_board_that_was_ruled_to_be_drawn() {
    let event = event("us-chess-2018");
    let type_in = |line: &str| run(event.path(), &format!("bughouse {line} --no-backup"), &[]);
    assert_eq!(type_in("ruling claim 1 --board b --by Sam --kind repetition --uphold").code, 0);
    assert_eq!(result(event.path()), Value::Null, "the other board goes on (7)");
    let agreed = type_in("result 1 1/2 b agreement");
    assert_eq!(agreed.code, 0, "{}", agreed.text);
    assert_eq!(result(event.path()), "1/2");
}

#[test]
fn a_slip_that_would_come_to_something_else_beside_a_ruled_board_is_refused() {
    let event = event("club");
    let type_in = |line: &str| run(event.path(), &format!("bughouse {line} --no-backup"), &[]);
    assert_eq!(type_in("ruling claim 1 --board a --by Ann --kind stalemate --uphold").code, 0);
    let at_once = type_in("result 1 1/2 a simultaneous --other lost");
    assert!(
        at_once.code == 1 && at_once.text.contains("board a of table 1 was decided by ruling 1: 1/2"),
        "{}",
        at_once.text
    );
    assert_eq!(result(event.path()), Value::Null);
}

#[test]
fn two_boards_that_both_count_come_to_the_same_in_every_order_and_way() {
    let event = event("fide-blitz-3");
    let described = |board: &str, first: bool, claimed: bool| match (board, first, claimed) {
        ("a", true, true) => "ruling claim 1 --board a --by Ann --kind mate",
        ("a", false, true) => "ruling claim 1 --board a --by Zoe --kind mate",
        ("b", true, true) => "ruling claim 1 --board b --by Ben --kind mate",
        ("b", false, true) => "ruling claim 1 --board b --by Sam --kind mate",
        ("a", true, false) => "result 1 1-0 a mate --replace",
        ("a", false, false) => "result 1 0-1 a mate --replace",
        ("b", true, false) => "result 1 1-0 b mate --replace",
        _ => "result 1 0-1 b mate --replace",
    };
    let both = [false, true];
    let all = both.into_iter().flat_map(|a| both.map(|b| (a, b)));
    for (a, b) in all {
        let expected = if a != b {
            "1/2"
        } else if a {
            "1-0"
        } else {
            "0-1"
        };
        for (claimed_a, claimed_b, turned) in (0..8).map(|n| (n & 1 > 0, n & 2 > 0, n & 4 > 0)) {
            let folder = copied(event.path());
            let mut lines = [described("a", a, claimed_a), described("b", b, claimed_b)];
            if turned {
                lines.reverse();
            }
            for line in lines {
                let said = run(folder.path(), &format!("bughouse {line} --no-backup"), &[]);
                assert_eq!(said.code, 0, "{lines:?}: {}", said.text);
            }
            assert_eq!(result(folder.path()), expected, "{lines:?}");
        }
    }
}
