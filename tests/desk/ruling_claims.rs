//! Every claim, both ways, under each rulebook, through the command line; and what an upheld claim ends.

use super::hall::Hall;
use super::ruling_ladders::paired;
use serde_json::{Value, json};

const BOOKS: [&str; 5] = ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"];

/// `upheld 8`, `denied -`, or the flag that is missing. The match stays as it is.
fn tried(hall: &Hall, facts: &str) -> String {
    let mut words = vec!["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--dry-run", "--json", "--kind"];
    words.extend(facts.split(' '));
    let said = hall.run(&words);
    if said.code == 2 {
        let error: Value = serde_json::from_str(said.err.trim()).expect("an error in JSON");
        let hint = error["error"]["hint"].as_str().expect("a hint").to_owned();
        return hint.split(' ').find(|word| word.starts_with("--")).expect("names a flag").to_owned();
    }
    let ruled: Value = serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{e}: {}\n{}", said.out, said.err));
    format!("{} {}", ruled["decision"].as_str().expect("a decision"), ruled["rule"].as_str().unwrap_or("-"))
}

#[test]
fn every_claim_is_decided_both_ways_by_the_rule_of_each_book() {
    let table: [(&str, [&str; 5]); 26] = [
        ("illegal-move --before-reply yes", ["upheld 8", "upheld 8", "upheld 7", "--clock-pressed", "upheld 12"]),
        ("illegal-move --before-reply no", ["denied 8a", "denied 8a", "denied 7b", "denied 3", "upheld 12"]),
        (
            "illegal-move --clock-pressed yes",
            ["--before-reply", "--before-reply", "--before-reply", "upheld 18", "upheld 12"],
        ),
        (
            "illegal-move --before-reply yes --clock-pressed no",
            ["upheld 8", "upheld 8", "upheld 7", "denied 18", "upheld 12"],
        ),
        ("illegal-move --deny", ["denied 8a", "denied 8a", "denied 7b", "denied 18", "denied 12"]),
        (
            "illegal-move --before-reply yes --what wrong-hand",
            ["upheld 8", "upheld 8", "denied 7a", "--clock-pressed", "upheld 12"],
        ),
        ("flag", ["--own-flag-up", "--own-flag-up", "--own-flag-up", "upheld 3", "upheld 14"]),
        ("flag --own-flag-up yes", ["upheld 15c", "upheld 15a3", "upheld 16.3", "upheld 3", "upheld 14"]),
        ("flag --own-flag-up no", ["denied 15c", "denied 15a3", "denied 16.3", "denied 3", "upheld 14"]),
        (
            "flag --own-flag-up yes --against illegal-move --order first",
            ["upheld 15c", "upheld 15a5", "upheld 17", "upheld 3", "upheld -"],
        ),
        (
            "flag --own-flag-up yes --against illegal-move --order second",
            ["denied 15c", "denied 15a5", "denied 17", "denied 3", "denied -"],
        ),
        (
            "flag --own-flag-up yes --against illegal-move --order same",
            ["denied 15c", "denied 15a5", "denied 17", "upheld 3", "upheld -"],
        ),
        (
            "illegal-move --before-reply yes --clock-pressed yes --against flag --order same",
            ["upheld 15c", "upheld 15a5", "upheld 17", "upheld 3", "upheld -"],
        ),
        (
            "illegal-move --before-reply yes --clock-pressed yes --against flag --order second",
            ["denied 15c", "denied 15a5", "denied 17", "denied 3", "denied -"],
        ),
        ("both-flags", ["upheld 16b", "upheld 16b", "upheld 18b", "upheld 3", "upheld -"]),
        ("both-flags --deny", ["denied 16b", "denied 16b", "denied 18b", "denied 3", "denied -"]),
        ("agreement", ["upheld 16a", "upheld 16a", "upheld 18a", "upheld 15", "upheld -"]),
        ("repetition", ["upheld 24", "upheld -", "upheld -", "upheld 19", "upheld -"]),
        ("repetition --deny", ["denied 24", "denied -", "denied -", "denied 19", "denied -"]),
        ("mate", ["upheld 15a", "upheld 15a1", "upheld 16.1", "upheld 8", "upheld 13"]),
        ("mate --deny", ["denied 24", "denied 15a1a", "denied 16.1", "denied 8", "denied 11"]),
        ("setup --before-reply yes", ["upheld 8b", "upheld 8b", "upheld 7c", "upheld 3", "upheld -"]),
        ("setup --before-reply no", ["denied 8c", "denied 8c", "denied 7c", "upheld 3", "upheld -"]),
        ("setup --before-reply no --what clock", ["upheld 8b", "upheld 8b", "upheld -", "upheld 3", "upheld -"]),
        ("no-clock", ["upheld 5", "upheld 5", "upheld 4", "upheld 3", "denied 14"]),
        ("no-clock --deny", ["denied 5", "denied 5", "denied 4", "denied 3", "denied 14"]),
    ];
    for (at, book) in BOOKS.into_iter().enumerate() {
        let hall = paired(book);
        for (facts, expected) in &table {
            assert_eq!(tried(&hall, facts), expected[at], "{facts} under {book}");
        }
    }
}

#[test]
fn an_upheld_claim_ends_its_board_and_settles_the_match_as_the_rulebook_says() {
    // P1a is of the first team. Board, then match, under us-chess-2018 and under fide-blitz-3.
    let table = [
        ("illegal-move", json!("1-0"), [json!("1-0"), json!("1-0")]),
        ("flag", json!("1-0"), [json!("1-0"), json!("1-0")]),
        ("mate", json!("1-0"), [json!("1-0"), json!("1-0")]),
        ("agreement", json!("1/2"), [json!("1/2"), json!("1/2")]),
        ("both-flags", json!("1/2"), [Value::Null, json!("1/2")]),
        ("repetition", json!("1/2"), [Value::Null, json!("1/2")]),
        ("no-clock", json!("0-0"), [Value::Null, Value::Null]),
        ("setup", Value::Null, [Value::Null, Value::Null]),
    ];
    for (at, book) in ["us-chess-2018", "fide-blitz-3"].into_iter().enumerate() {
        for (kind, board, matches) in &table {
            let hall = paired(book);
            let words = [
                "ruling",
                "claim",
                "1",
                "--board",
                "a",
                "--by",
                "P1a",
                "--kind",
                kind,
                "--before-reply",
                "yes",
                "--clock-pressed",
                "yes",
                "--own-flag-up",
                "yes",
            ];
            let ruled = hall.json(&words);
            assert_eq!((&ruled["board_result"], &ruled["match_result"]), (board, &matches[at]), "{kind} under {book}");
            assert_eq!(
                hall.json(&["pairings"])["pairings"][0]["results"][0]["result"],
                matches[at],
                "{kind} under {book}"
            );
            hall.run(&["undo"]).ok();
            assert!(
                hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null(),
                "undone: {kind} under {book}"
            );
        }
    }
}

#[test]
fn a_denied_claim_leaves_the_match_open() {
    let hall = paired("us-chess-2018");
    let ruled =
        hall.json(&["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "flag", "--own-flag-up", "no"]);
    assert_eq!(
        (&ruled["decision"], &ruled["board_result"], &ruled["match_result"]),
        (&json!("denied"), &Value::Null, &Value::Null)
    );
}

#[test]
fn the_claimant_must_sit_at_that_board() {
    let hall = paired("us-chess-2018");
    let claim = |board: &str, by: &str| {
        hall.run(&["ruling", "claim", "1", "--board", board, "--by", by, "--kind", "agreement"])
    };
    claim("b", "P1a").fails(2, "sits at board a");
    claim("a", "P2a").fails(2, "at table 2");
    claim("a", "P1a").ok();
}

#[test]
fn two_claims_against_each_other_need_their_order() {
    let hall = paired("us-chess-2018");
    let said = hall.run(&[
        "ruling",
        "claim",
        "1",
        "--board",
        "a",
        "--by",
        "P1a",
        "--kind",
        "flag",
        "--own-flag-up",
        "yes",
        "--against",
        "illegal-move",
    ]);
    said.fails(2, "--order first");
    let said = hall.run(&[
        "ruling",
        "claim",
        "1",
        "--board",
        "a",
        "--by",
        "P1a",
        "--kind",
        "flag",
        "--own-flag-up",
        "yes",
        "--against",
        "flag",
        "--order",
        "same",
    ]);
    said.fails(2, "cannot be opposed");
}

fn first_result(hall: &Hall) -> Value {
    hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].clone()
}

#[test]
fn a_replay_reopens_the_match_and_keeps_the_first_playing() {
    for (book, rule) in
        [("us-chess-2018", "20"), ("uscf-2006", "20"), ("oscf-2012", "22"), ("fide-blitz-3", "3"), ("club", "17")]
    {
        let hall = paired(book);
        // Board b was drawn when somebody interfered at board a; under fide-blitz-3 that alone would end the match.
        let was_drawn = book != "fide-blitz-3";
        if was_drawn {
            hall.run(&["result", "1", "1/2", "b"]).ok();
        }
        let ruled =
            hall.json(&["ruling", "spectator", "1", "--action", "replay", "--note", "a parent called the flag"]);
        assert_eq!(
            (&ruled["offence"], &ruled["rule"], &ruled["match_result"]),
            (&json!("spectator"), &json!(rule), &Value::Null),
            "{book}"
        );
        hall.run(&["result", "1", "0-1"]).ok();
        assert_eq!(first_result(&hall), "0-1");
        hall.run(&["ruling", "void", "1", "--reason", "it was another table"]).ok();
        assert_eq!(first_result(&hall), Value::Null, "the first playing is not over");
        if was_drawn {
            hall.run(&["result", "1", "1/2", "a"]).ok();
            assert_eq!(first_result(&hall), "1/2", "the first playing was kept");
        }
    }
}

#[test]
fn a_finished_match_keeps_its_result_when_a_spectator_interfered_and_the_answer_says_how_to_replay_it() {
    for book in ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"] {
        let hall = paired(book);
        let replay = ["ruling", "spectator", "1", "--action", "replay"];
        hall.run(&["result", "1", "1-0"]).ok();
        let said = hall.run(&replay).ok().out;
        assert_eq!(first_result(&hall), "1-0", "{book}: {said}");
        assert!(said.contains("the match was over already: on record, and its result stays"), "{said}");
        assert!(said.contains("first take its result back: bughouse result 1 clear\n"), "{said}");
        assert!(said.contains("then order the new game: bughouse ruling spectator 1 --action replay\n"), "{said}");
        assert!(hall.run(&["ruling", "list"]).ok().out.contains("no new game, for the match was over"));
        hall.run(&["result", "1", "clear"]).ok();
        assert!(hall.run(&replay).ok().out.contains("table 1 is open again"));
        hall.run(&["result", "1", "0-1"]).ok();
        assert_eq!(first_result(&hall), "0-1", "{book}");
    }
}

#[test]
fn a_match_that_a_ruling_ended_is_replayed_once_that_ruling_is_void() {
    let hall = paired("us-chess-2018");
    hall.run(&["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "flag", "--own-flag-up", "yes"]).ok();
    let said = hall.run(&["ruling", "spectator", "1", "--action", "replay"]).ok().out;
    assert!(said.contains("first take its result back: bughouse ruling void 1 --reason"), "{said}");
    assert_eq!(first_result(&hall), "1-0");
    hall.run(&["ruling", "void", "1", "--reason", "a parent had called the flag"]).ok();
    assert!(hall.run(&["ruling", "spectator", "1", "--action", "replay"]).ok().out.contains("table 1 is open again"));
}

#[test]
fn a_forfeit_for_aid_at_a_finished_match_says_that_the_result_stays() {
    let hall = paired("oscf-2012");
    hall.run(&["result", "1", "1-0"]).ok();
    let said = hall.run(&["ruling", "spectator", "1", "--aided", "Team 1", "--action", "forfeit"]).ok().out;
    assert!(said.contains("the match was over already: on record, and its result stays"), "{said}");
    assert_eq!(first_result(&hall), "1-0");
    let said = hall.run(&["ruling", "spectator", "1", "--person", "Mr. Hill", "--action", "expel"]).ok().out;
    assert!(!said.contains("its result stays"), "{said}");
}

#[test]
fn only_oscf_has_a_forfeit_against_the_team_a_spectator_aided() {
    let forfeit = ["ruling", "spectator", "1", "--aided", "Team 1", "--action", "forfeit"];
    let hall = paired("oscf-2012");
    let ruled = hall.json(&forfeit);
    assert_eq!(
        (&ruled["rule"], &ruled["penalty"], &ruled["match_result"]),
        (&json!("22"), &json!("match"), &json!("0-1"))
    );
    for book in ["us-chess-2018", "uscf-2006"] {
        paired(book).run(&forfeit).fails(1, "rule 20");
    }
    paired("oscf-2012").run(&["ruling", "spectator", "1", "--action", "forfeit"]).fails(2, "--aided");
    let hall = paired("us-chess-2018");
    let sent_out = hall.json(&["ruling", "spectator", "1", "--person", "Mr. Hill", "--action", "expel"]);
    assert_eq!((&sent_out["person"], &sent_out["match_result"]), (&json!("Mr. Hill"), &Value::Null));
}
