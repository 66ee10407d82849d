//! What an upheld claim ends, and interference from outside. Every claim under every rulebook is typed in `tests/rulings/rows`.

use super::hall::Hall;
use super::ruling_ladders::paired;
use serde_json::{Value, json};

#[test]
fn an_upheld_claim_ends_its_board_and_settles_the_match_as_the_rulebook_says() {
    // P1a is of the first team. Board, then match, under us-chess-2018 and under fide-blitz-3; the latter does not say what no clock costs.
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
            // Of what the rulebook does not settle, the director says it.
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
                "--uphold",
            ];
            let ruled = hall.json(&words);
            let board = if (*kind, book) == ("no-clock", "fide-blitz-3") { &Value::Null } else { board };
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
    claim("b", "P1a").fails(2, "is on board a, not board b");
    claim("a", "P2a").fails(2, "at table 2");
    claim("a", "P1a").ok();
}

#[test]
fn a_claim_is_at_the_board_of_its_claimant_where_only_they_may_make_it() {
    let claim = |by: &'static str| {
        ["ruling", "claim", "1", "--by", by, "--kind", "flag", "--before-reply", "yes", "--own-flag-up", "yes"]
    };
    for (by, board) in [("P1a", "a"), ("P1b", "b")] {
        let hall = paired("us-chess-2018");
        assert_eq!(hall.json(&claim(by))["clock"], json!([]));
        let results = hall.json(&["pairings"]);
        assert_eq!(results["pairings"][0]["results"][0]["board"], board, "{results}");
    }
    paired("club").run(&claim("P1a")).fails(2, "on which board did it happen?").says("add --board a or --board b");
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
    said.fails(2, "can't be opposed");
}

#[test]
fn a_claim_that_was_not_found_contradicts_nothing_and_what_decided_one_stays_on_record() {
    let claim = ["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind"];
    let typed = |facts: &str| -> Vec<String> {
        claim.iter().map(|word| (*word).to_owned()).chain(facts.split(' ').map(str::to_owned)).collect()
    };
    let hall = paired("us-chess-2018");
    let run = |facts: &str| {
        let words = typed(facts);
        hall.run(&words.iter().map(String::as_str).collect::<Vec<_>>()).ok().out
    };
    for (kind, fact) in
        [("illegal-move", "--before-reply yes"), ("flag", "--own-flag-up yes"), ("mate", "--witness Tess")]
    {
        let said = run(&format!("{kind} {fact} --deny"));
        assert!(said.contains(": denied on the facts (us-chess-2018 rule "), "{said}");
        for contradiction in ["has completed a move", "flag is down", "could still block", "taken back"] {
            assert!(!said.contains(contradiction), "{kind}: {said}");
        }
    }
    run("flag --own-flag-up no --against illegal-move --order second --witness Mr.Hill");
    let shown = hall.run(&["ruling", "show", "4"]).ok().out;
    for part in
        ["P2a Alpha", "the claimant's own flag was down; after the opponent's claim of an illegal move", "Mr.Hill"]
    {
        assert!(shown.contains(part) || shown.contains(&part.replace("P2a", "P3a")), "{part} in\n{shown}");
    }
    let body = hall.json(&["ruling", "show", "4"]);
    let facts = ["own_flag_up", "against", "order", "before_reply", "wrong", "found"].map(|key| body[key].clone());
    assert_eq!(facts, [json!(false), json!("illegal-move"), json!("second"), Value::Null, Value::Null, json!(true)]);
    assert_eq!(body["witnesses"], json!(["Mr.Hill"]));
    assert!(body["opponent"]["name"].is_string(), "{body}");
    hall.run(&["ruling", "show", "4", "-o", "slip.html"]).ok();
    let slip = std::fs::read_to_string(hall.path("slip.html")).expect("written");
    assert!(slip.contains("own flag was down") && slip.contains("Opponent"), "{slip}");
    assert_eq!(hall.json(&["ruling", "show", "1"])["found"], false);
}

#[test]
fn the_kinds_of_fault_are_shown_and_nothing_is_ruled_by_it() {
    let hall = paired("oscf-2012");
    let list = ["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "illegal-move", "--wrong", "list"];
    let said = hall.run(&list).ok().out;
    for kind in ["into-check", "castles-check", "rook-first", "drop-pawn"] {
        assert!(said.contains(kind), "{said}");
    }
    assert_eq!(hall.json(&["ruling", "list"])["rulings"], json!([]));
    let none = ["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "flag", "--wrong", "list"];
    assert!(hall.run(&none).ok().out.contains("doesn't distinguish between kinds of a fallen flag"));
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
        assert!(said.contains("the match was already over: the ruling is on record, but the result stays"), "{said}");
        assert!(
            said.contains("to have it replayed anyway: bughouse ruling spectator 1 --action replay --carry-out\n"),
            "{said}"
        );
        assert!(hall.run(&["ruling", "list"]).ok().out.contains("no new game, because the match was over"));
        assert!(hall.run(&[&replay[..], &["--carry-out"]].concat()).ok().out.contains("table 1 is open again"));
        hall.run(&["result", "1", "0-1"]).ok();
        assert_eq!(first_result(&hall), "0-1", "{book}");
        hall.run(&["ruling", "void", "2", "--reason", "nobody had interfered"])
            .ok()
            .says("the game before it counts again");
        assert_eq!(first_result(&hall), "1-0", "{book}: what was played first stayed on record");
    }
}

#[test]
fn a_match_that_a_ruling_ended_is_replayed_where_that_is_said() {
    let hall = paired("us-chess-2018");
    hall.run(&["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "flag", "--own-flag-up", "yes"]).ok();
    let said = hall.run(&["ruling", "spectator", "1", "--action", "replay"]).ok().out;
    assert!(said.contains("--action replay --carry-out"), "{said}");
    assert_eq!(first_result(&hall), "1-0");
    hall.run(&["ruling", "spectator", "1", "--action", "replay", "--carry-out"]).ok().says("table 1 is open again");
    assert_eq!(first_result(&hall), Value::Null);
    hall.run(&["ruling", "show", "1"]).ok().says("its game does not count");
    hall.run(&["ruling", "void", "3", "--reason", "it was another table"]).ok();
    assert_eq!(first_result(&hall), "1-0");
}

#[test]
fn a_claim_that_lost_to_one_that_is_not_upheld_is_looked_at_again() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok();
    let hall = paired("us-chess-2018");
    let second = "ruling claim 1 --by P3a --kind illegal-move --before-reply yes --against flag --order second";
    typed(&hall, second).says("the opposing claim takes precedence: enter that one next");
    let denied = typed(&hall, "ruling claim 1 --by P1a --kind flag --own-flag-up no");
    denied.says("look at ruling 1 again: it was denied because of the claim in ruling 2, which is not upheld");
    typed(&hall, "status").says("ruling 1 was denied because of the claim in ruling 2");
    typed(&hall, "ruling void 1 --reason x");
    typed(&hall, "ruling claim 1 --by P3a --kind illegal-move --before-reply yes").says("the match is over: 0-1");
    // One that was upheld, and falls.
    let other = paired("us-chess-2018");
    typed(&other, second);
    let upheld = typed(&other, "ruling claim 1 --by P1a --kind flag --own-flag-up yes").out;
    assert!(!upheld.contains("again"), "{upheld}");
    typed(&other, "ruling void 2 --reason x").says("look at ruling 1 again");
}

#[test]
fn a_clock_of_a_game_that_counts_no_more_is_not_set_back() {
    let typed = |hall: &Hall, line: &str| hall.run(&line.split_whitespace().collect::<Vec<_>>()).ok().out;
    let hall = paired("us-chess-2018");
    typed(&hall, "rule 1 P1a knocked");
    let set_back = typed(&hall, "ruling void 1 --reason wind");
    assert!(set_back.contains("take 1:00 from"), "{set_back}");
    typed(&hall, "undo");
    typed(&hall, "ruling spectator 1 --action replay");
    let said = typed(&hall, "ruling void 1 --reason wind");
    assert!(!said.contains("take 1:00"), "{said}");
}

#[test]
fn a_forfeit_for_aid_at_a_finished_match_says_that_the_result_stays() {
    let hall = paired("oscf-2012");
    hall.run(&["result", "1", "1-0"]).ok();
    let said = hall.run(&["ruling", "spectator", "1", "--aided", "Team 1", "--action", "forfeit"]).ok().out;
    assert!(said.contains("the match was already over: the ruling is on record, but the result stays"), "{said}");
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

/// Both matches of table 1 in a double round, open.
fn double() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    hall
}

fn typed(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

#[test]
fn what_two_officials_type_of_one_incident_decides_one_match() {
    // The same claim by the same child; a draw by another of the four; another penalty for the same child.
    for (first, second, said) in [
        (
            "ruling claim 1 --board a --by P1a --kind mate",
            "ruling claim 1 --board a --by P1a --kind mate",
            "ruling 1 has already upheld P1a Alpha's claim of checkmate at table 1 match 1",
        ),
        (
            "ruling claim 1 --board a --by P1a --kind agreement",
            "ruling claim 1 --board b --by P3b --kind agreement",
            "ruling 1 has already upheld P1a Alpha's claim of a draw by agreement at table 1 match 1",
        ),
        (
            "rule 1 P1a partner-piece match",
            "rule 1 P1a other match",
            "ruling 1 has already cost P1a Alpha match 1 at table 1 for partner-piece",
        ),
        (
            "rule 1 P1a partner-piece game",
            "rule 1 P1a other expel",
            "ruling 1 has already cost P1a Alpha match 1 at table 1",
        ),
    ] {
        let hall = double();
        hall.run(&typed(first)).ok();
        let refused = hall.run(&typed(second)).fails(1, said);
        assert!(
            refused.err.contains("add --again (in match 1: add --match 1; in the other: --match 2)"),
            "{}",
            refused.err
        );
        let results = hall.json(&["pairings"])["pairings"][0]["results"].clone();
        assert_eq!((results[0]["result"].is_null(), results[1]["result"].is_null()), (false, true), "{second}");
        for expected in ["--again", "--match 2"] {
            assert_eq!(hall.json(&typed(&format!("{second} {expected}")))["match"], 2, "{second} {expected}");
            hall.run(&["undo"]).ok();
        }
        // Once something of the second match is on record, what is ruled is of that match.
        hall.run(&["ruling", "neutral", "1", "--match", "2", "--what", "clocks started"]).ok();
        assert_eq!(hall.json(&typed(second))["match"], 2, "{second}");
    }
    // Another child, the other side, another kind: another incident.
    for (first, second) in [
        ("ruling claim 1 --board a --by P1a --kind mate", "ruling claim 1 --board a --by P3a --kind mate"),
        ("ruling claim 1 --board a --by P1a --kind mate", "ruling claim 1 --board b --by P1b --kind mate"),
        ("ruling claim 1 --board a --by P1a --kind mate", "ruling claim 1 --board a --by P1a --kind agreement"),
        ("rule 1 P1a partner-piece match", "rule 1 P1b other match"),
        ("rule 1 P1a partner-piece match", "rule 1 P1a other warning"),
    ] {
        let hall = double();
        hall.run(&typed(first)).ok();
        assert_eq!(hall.json(&typed(second))["match"], 2, "{second}");
    }
}

#[test]
fn a_claim_that_was_granted_is_not_granted_again_and_a_new_game_that_was_ordered_not_ordered_again() {
    let hall = paired("us-chess-2018");
    let claim = typed("ruling claim 1 --board a --by P1a --kind no-clock");
    hall.run(&claim).ok();
    hall.run(&claim).fails(1, "at table 1");
    assert_eq!(hall.json(&["ruling", "list"])["rulings"].as_array().map(Vec::len), Some(1));
    hall.run(&["ruling", "void", "1", "--reason", "there was one"]).ok();
    hall.run(&claim).ok();
    // A denied claim may be made again.
    let denied = typed("ruling claim 2 --board a --by P2a --kind mate --deny");
    hall.run(&denied).ok();
    hall.run(&denied).ok();
    let replay = typed("ruling spectator 2 --action replay");
    hall.run(&replay).ok();
    hall.run(&replay).fails(1, "ruling 5 has already ordered a new game at table 2");
    hall.run(&["ruling", "neutral", "2", "--what", "clocks started"]).ok();
    hall.run(&replay).ok();
    let forfeit = typed("ruling spectator 1 --aided Team_1 --action forfeit");
    let oscf = Hall::under("oscf-2012");
    oscf.run(&["section", "add", "Open", "--matches", "2"]).ok();
    oscf.enter_teams("Open", 1..=4);
    oscf.run(&["pair"]).ok();
    let forfeit: Vec<&str> = forfeit.into_iter().map(|word| if word == "Team_1" { "Team 1" } else { word }).collect();
    oscf.run(&forfeit).ok();
    oscf.run(&forfeit).fails(1, "ruling 1 has already cost Team 1 match 1 at table 1");
}

#[test]
fn a_match_of_two_that_a_ruling_has_decided_does_not_go_on() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2", "--rounds", "1"]).ok();
    hall.enter_teams("Open", 1..=2);
    hall.run(&["pair"]).ok();
    let claim = |words: &[&str]| hall.run(&[&["ruling", "claim", "1", "--board", "a", "--by"], words].concat()).ok();
    claim(&["P1a", "--kind", "mate", "--before-reply", "yes"]).says("the match is over");
    let status = hall.run(&["status"]).ok().out;
    assert!(!status.contains("goes on"), "match 2 has not begun: {status}");
    let half = "board b plays on; then: bughouse result 1 RESULT b --match 2";
    claim(&["P1a", "--kind", "both-flags", "--match", "2"]);
    hall.run(&["status"]).ok().says(half);
}

#[test]
fn what_was_ruled_in_a_new_game_is_looked_at_again_once_that_game_was_not_to_be_played() {
    let hall = paired("us-chess-2018");
    let rule = ["rule", "1", "P1a", "clock-hand"];
    hall.run(&rule).ok();
    hall.run(&["ruling", "spectator", "1", "--action", "replay"]).ok();
    assert_eq!(hall.json(&rule)["step"], 1, "a new game begins afresh");
    hall.run(&["rule", "2", "P2a", "clock-hand"]).ok();
    let void = hall.json(&["ruling", "void", "2", "--reason", "it was table 2"]);
    assert_eq!(void["affected_rulings"], json!([3]));
    let why = "ruling 3 was made in the new game ordered by ruling 2, which no longer stands";
    hall.run(&["status"]).ok().says(why).says("bughouse ruling keep 3");
    hall.run(&["undo"]).ok();
    assert!(!hall.run(&["status"]).ok().out.contains(why), "the game is on again");
    hall.run(&["redo"]).ok();
    hall.run(&["ruling", "keep", "3"]).ok();
    assert!(!hall.run(&["status"]).ok().out.contains(why), "looked at");
    assert_eq!(hall.json(&rule)["step"], 2, "the first game has seen one");
}

#[test]
fn a_claim_that_leaves_its_board_open_says_so_while_it_is() {
    let hall = paired("oscf-2012");
    let claim = ["ruling", "claim", "1", "--by", "P1a", "--kind", "no-clock"];
    hall.run(&claim).ok().says("the board is open until its result is in: bughouse result 1 RESULT a");
    hall.run(&["result", "1", "1/2", "a", "flags"]).ok();
    let said = hall.run(&claim).ok().out;
    assert!(!said.contains("the board is open"), "the board is over: {said}");
    hall.run(&["rule", "2", "P2a", "other", "match"]).ok();
    let said = hall.run(&["ruling", "claim", "2", "--by", "P2a", "--kind", "no-clock"]).ok().out;
    assert!(!said.contains("the board is open"), "the match is over: {said}");
}

#[test]
fn of_two_opposing_claims_the_one_goes_before_that_was_said_to() {
    let flag = "ruling claim 1 --board a --by P3a --kind flag --own-flag-up yes";
    for rulebook in ["us-chess-2018", "uscf-2006"] {
        for (first, second, result) in [
            (flag.to_owned(), "--by P1a --kind illegal-move --before-reply yes --against flag --order first", "1-0"),
            (flag.to_owned(), "--by P1a --kind illegal-move --before-reply yes --against flag --order same", "1-0"),
            (flag.to_owned(), "--by P1a --kind mate --against flag --order first", "1-0"),
            (
                "ruling claim 1 --board a --by P1a --kind illegal-move --before-reply yes".to_owned(),
                "--by P3a --kind flag --own-flag-up yes --against illegal-move --order first",
                "0-1",
            ),
        ] {
            let hall = paired(rulebook);
            hall.run(&typed(&first)).ok();
            hall.run(&typed(&format!("ruling claim 1 --board a {second}"))).ok().says("(was ");
            assert_eq!(hall.json(&["ruling", "show", "2"])["match_result"], result, "{rulebook} {second}");
            hall.run(&["ruling", "list"]).ok().says("but has no effect: ruling 2 takes precedence");
            // The one typed first says which came first, and the other is held against that.
            let hall = paired(rulebook);
            hall.run(&typed(&format!("ruling claim 1 --board a {second}"))).ok();
            let asked = hall.run(&typed(&first)).code;
            let is_asked = !second.contains("mate");
            assert_eq!(asked, if is_asked { 2 } else { 0 }, "{rulebook} {second}");
            assert_eq!(hall.json(&["ruling", "show", "1"])["match_result"], result);
            if is_asked {
                hall.run(&typed(&first)).fails(2, "ruling 1 is the opponent's claim").says("--order ");
                let kind = if first.contains("flag") { "illegal-move" } else { "flag" };
                let order = if second.contains("same") { "same" } else { "second" };
                let held = hall.json(&typed(&format!("{first} --against {kind} --order {order}")));
                assert_eq!(
                    held["decision"],
                    if order == "same" && first.contains("illegal") { "upheld" } else { "denied" }
                );
                assert_eq!(first_result(&hall), result);
            }
        }
    }
}

#[test]
fn a_draw_that_the_teams_agreed_on_is_followed_by_no_board() {
    let hall = paired("fide-blitz-3");
    hall.run(&["result", "1", "1/2", "a", "agreement"]).ok();
    hall.run(&typed("ruling claim 1 --board b --by P3b --kind mate")).ok().says("the match was already over");
    hall.run(&["result", "2", "1-0", "a", "mate"]).ok();
    let late = hall.run(&typed("ruling claim 2 --board b --by P2b --kind agreement")).ok();
    assert!(late.says("the teams can agree only during the game").out.contains("denied"));
    assert_eq!(hall.json(&["status"])["sections"][0]["results_in"], 2);
    // A game that the director takes away all the same is lost.
    let taken = "ruling offence 1 --player P3b --offence other --penalty game --carry-out --reason late";
    hall.run(&typed(taken)).ok().says("won by Team 1 (was 1/2)");
    let corrections = || hall.json(&["report"])["corrections"].as_array().cloned().unwrap();
    let answer = corrections();
    assert_eq!(answer.len(), 1, "{answer:?}");
    let what = answer[0]["what"].as_str().unwrap();
    assert!(what.starts_with("Open · Round 1 · table 1: Team 1 ") && what.ends_with(" (was 1/2; ruling 3)"), "{what}");
    hall.run(&["ruling", "void", "3", "--reason", "it was table 2"]).ok();
    assert_eq!(corrections().len(), 0, "as the slip says");
    assert_eq!(hall.json(&["report"])["rulings"]["rulings"][2]["standing"], "void: it was table 2");
    let list = hall.run(&["ruling", "list"]).ok().says("void: it was table 2").out;
    assert!(!list.contains("by mistake"), "{list}");
    assert!(!hall.run(&["report", "--incidents"]).ok().out.contains("it was table"), "a reason may name children");
}

#[test]
fn what_the_rules_do_not_settle_is_not_denied_by_one_of_them() {
    for (rulebook, claim, rule, why) in [
        ("oscf-2012", "setup --wrong clock-over", Value::Null, "does not settle this claim"),
        ("us-chess-2018", "mate --wrong could-block", json!("24"), "doesn't cover this; rule 24 defers to"),
    ] {
        let hall = paired(rulebook);
        let asked = hall.run(&typed(&format!("ruling claim 1 --board a --by P1a --kind {claim}"))).fails(2, why);
        let lines: Vec<&str> =
            asked.err.lines().filter_map(|line| line.split_once(": bughouse ")).map(|two| two.1).collect();
        let claimed = format!("ruling claim 1 --board a --by P1a --kind {claim}");
        assert_eq!(lines, [format!("{claimed} --uphold"), format!("{claimed} --deny")]);
        let upheld = hall.run(&typed(lines[0])).ok().out;
        assert!(upheld.contains("upheld, the director's decision"), "{upheld}");
        hall.run(&["undo"]).ok();
        let denied = hall.json(&typed(&format!("ruling claim 1 --board a --by P1a --kind {claim} --deny")));
        assert_eq!(denied["directors_choice"], true);
        assert_eq!((&denied["rule"], denied["decision"].as_str()), (&rule, Some("denied")), "{rulebook} {claim}");
    }
}

#[test]
fn a_draw_that_the_teams_agreed_on_is_reported_by_any_of_the_four() {
    for book in ["us-chess-2018", "uscf-2006", "oscf-2012"] {
        for (by, ended) in [("P1a", "1/2 a flags"), ("P1b", "1/2 a flags"), ("P3a", "0-0 a no-clock")] {
            let hall = paired(book);
            let claim = format!("ruling claim 1 --by {by} --kind agreement");
            if hall.run(&typed(&format!("result 1 {ended}"))).code != 0 {
                continue;
            }
            hall.run(&typed(&claim)).ok().says("board b is over: 1/2").says("the match is over: 1/2");
            assert_eq!(first_result(&hall), "1/2", "{book} {by} {ended}");
            hall.run(&typed("result 1 1-0 b mate")).fails(1, "decided by ruling 1");
        }
    }
}

#[test]
fn the_same_claim_typed_twice_uses_up_no_replay_of_a_knockout() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "knockout"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let claim = ["ruling", "claim", "1", "--by", "P1a", "--kind", "agreement"];
    hall.run(&claim).ok();
    hall.run(&claim).fails(1, "ruling 1 has already upheld").says("if it happened again, add --again");
    hall.run(&["status"]).ok().says("drawn so far: the match is replayed");
    hall.run(&[&claim[..], &["--again"]].concat()).ok();
    hall.run(&["status"]).ok().says("drawn twice");
}

#[test]
fn what_the_floor_chief_has_decided_is_offered_no_way_that_is_closed() {
    let hall = Hall::with_teams(4);
    hall.run(&["official", "add", "Pat", "--role", "section-chief"]).ok();
    hall.run(&["official", "add", "Flo", "--role", "floor-chief"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["rule", "1", "P1a", "partner-piece", "game"]).ok();
    for appeal in ["1", "2"] {
        hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
        hall.run(&["appeal", "decide", appeal, "--stands"]).ok();
    }
    let closed = hall.run(&["result", "1", "clear"]).fails(1, "").says("bughouse ruling show 1");
    assert!(!closed.err.contains("ruling void"), "{}", closed.err);
    let over = hall.run(&["ruling", "spectator", "1", "--action", "replay"]).ok().says("bughouse ruling show 1");
    assert!(!over.out.contains("ruling void"), "{}", over.out);
}

#[test]
fn after_a_ruling_has_ended_the_match_no_clock_is_to_be_changed_any_more() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["rule", "1", "P1a", "partner-piece", "game"]).ok();
    let sentence = "the match was over, so no clock changes";
    hall.run(&["rule", "1", "P1a", "clock-touching", "time:0:30", "why"]).ok().says(sentence);
    hall.run(&["ruling", "show", "2"]).ok().says(sentence);
    assert_eq!(hall.json(&["ruling", "show", "2"])["clock"], json!([]));
}
