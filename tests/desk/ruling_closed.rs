//! What is over, decided or asked: claims of a finished match and of a stopped board, opposing claims, penalties of the director's own,
//! ladders across rounds, and what undo says of the tables that it opens.

use super::hall::Hall;
use super::ruling_ladders::paired;
use serde_json::{Value, json};

fn typed(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

fn first_result(hall: &Hall) -> Value {
    hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].clone()
}

const BOOKS: [&str; 5] = ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"];

/// Two chiefs hear every appeal there can be, and the ruling comes out of it as it was made.
fn made_final(hall: &Hall, ruling: u32, appeals: [u32; 2]) {
    for appeal in appeals {
        hall.run(&typed(&format!("appeal file {ruling} --by P1a"))).ok();
        hall.run(&typed(&format!("appeal decide {appeal} --stands"))).ok();
    }
}

fn with_chiefs(book: &str) -> Hall {
    let hall = paired(book);
    hall.run(&["official", "add", "Pat", "--role", "section-chief"]).ok();
    hall.run(&["official", "add", "Flo", "--role", "floor-chief"]).ok();
    hall
}

#[test]
fn a_draw_that_was_ruled_gives_way_to_nothing_that_is_typed_later() {
    for book in BOOKS {
        let hall = with_chiefs(book);
        hall.run(&typed("ruling claim 1 --by P1a --kind agreement --uphold")).ok().says("the match is over: 1/2");
        made_final(&hall, 1, [1, 2]);
        for win in ["P3a", "P3b", "P1b"] {
            let said = hall.run(&typed(&format!("ruling claim 1 --by {win} --kind mate"))).ok();
            said.says("the match was already over: the ruling is on record, but the result stays");
            assert_eq!(first_result(&hall), "1/2", "{book}: {win}");
        }
        hall.run(&typed("rule 1 P1a partner-piece match reason")).ok().says("on record");
        assert_eq!(first_result(&hall), "1/2", "{book}");
        hall.run(&typed("rule 1 P1a partner-piece match reason --carry-out --again")).ok().says("(was 1/2)");
        assert_eq!(first_result(&hall), "0-1", "{book}");
    }
    // A match that a claim ended, with the next round posted.
    let hall = paired("us-chess-2018");
    hall.run(&typed("ruling claim 1 --by P1a --kind mate")).ok();
    hall.run(&typed("result 2 1-0")).ok();
    hall.run(&["pair"]).ok();
    hall.run(&typed("rule 1 P1a partner-piece match --round 1")).ok().says("on record");
    let first = hall.json(&typed("pairings --round 1"))["pairings"][0]["results"][0]["result"].clone();
    assert_eq!(first, "1-0");
}

#[test]
fn agreement_is_claimed_during_the_game() {
    for book in ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3"] {
        for ended in ["result 1 1-0 a mate", "ruling claim 1 --by P1a --kind mate", "rule 1 P3a other match"] {
            let hall = paired(book);
            hall.run(&typed(ended)).ok();
            let late = hall.json(&typed("ruling claim 1 --by P3a --kind agreement"));
            assert_eq!((&late["decision"], &late["match_result"]), (&json!("denied"), &Value::Null), "{book}: {ended}");
            assert_eq!(first_result(&hall), "1-0");
        }
    }
    let club = paired("club");
    club.run(&typed("result 1 1-0 a mate")).ok();
    club.run(&typed("ruling claim 1 --by P3a --kind agreement")).fails(2, "club does not settle this claim");
    club.run(&typed("ruling claim 1 --by P3a --kind agreement --uphold")).fails(1, "only during the game");
}

#[test]
fn a_board_that_was_stopped_cannot_be_won_afterwards() {
    let mate = "ruling claim 1 --by P3b --kind mate";
    for stopped in [
        &["result 1 1-0 a mate --other stopped"][..],
        &["result 1 1-0 a mate", "result 1 1-0 a mate --other stopped"],
        &["ruling claim 1 --by P1a --kind mate", "result 1 1-0 a mate --other stopped"],
    ] {
        let hall = paired("fide-blitz-3");
        stopped.iter().for_each(|line| drop(hall.run(&typed(line)).ok()));
        let denied = hall.json(&typed(mate));
        assert_eq!((&denied["decision"], &denied["rule"]), (&json!("denied"), &json!("12")), "{stopped:?}");
        let drawn = hall.json(&typed("ruling claim 1 --by P3b --kind repetition"));
        assert_eq!(drawn["rule"], "12", "{stopped:?}");
        assert_eq!(first_result(&hall), "1-0");
        // Nor by a slip, unless it corrects what was reported.
        hall.run(&typed("result 1 0-1 b mate")).fails(1, "different result");
        assert_eq!(first_result(&hall), "1-0");
    }
    // Where nobody said that it was stopped, both boards count.
    let hall = paired("fide-blitz-3");
    hall.run(&typed("result 1 1-0 a mate")).ok();
    assert_eq!(hall.json(&typed(mate))["decision"], "upheld");
    assert_eq!(first_result(&hall), "1/2");
    // Under the other rulebooks the match is over, and the claim on record only.
    let hall = paired("us-chess-2018");
    hall.run(&typed("result 1 1-0 a mate --other stopped")).ok();
    hall.run(&typed(mate)).ok().says("the match was already over");
}

#[test]
fn the_order_of_two_opposing_claims_is_asked_for() {
    let facts = |kind: &str| match kind {
        "flag" => "flag --own-flag-up yes",
        "illegal-move" => "illegal-move --before-reply yes --clock-pressed yes",
        other => panic!("{other}"),
    };
    for book in BOOKS {
        let wrong = if book == "oscf-2012" { " --wrong into-check" } else { "" };
        let by_team = if book == "club" { " --board a" } else { "" };
        for (first, second) in [("flag", "illegal-move"), ("illegal-move", "flag")] {
            let line = |by: &str, kind: &str| {
                let wrong = if kind == "illegal-move" { wrong } else { "" };
                format!("ruling claim 1{by_team} --by {by} --kind {}{wrong}", facts(kind))
            };
            let hall = paired(book);
            // The flag is the director's to decide under FIDE's fallback; that is no matter here.
            let uphold = if book == "fide-blitz-3" && first == "flag" { " --uphold" } else { "" };
            hall.run(&typed(&format!("{}{uphold}", line("P1a", first)))).ok();
            let asked = hall.run(&typed(&line("P3a", second))).fails(2, "ruling 1 is the opponent's claim");
            assert!(asked.err.contains(&format!("--against {first} --order first, second or same")), "{}", asked.err);
            assert_eq!(first_result(&hall), "1-0", "{book}");
            // One that was denied is in nobody's way.
            let hall = paired(book);
            hall.run(&typed(&format!("{} --deny", line("P1a", first)))).ok();
            let uphold = if book == "fide-blitz-3" && second == "flag" { " --uphold" } else { "" };
            let said = hall.run(&typed(&format!("{}{uphold}", line("P3a", second)))).ok();
            assert!(!said.out.contains("ruling 1"), "{book}: {}", said.out);
            assert_eq!(first_result(&hall), "0-1", "{book}");
        }
    }
    let hall = paired("us-chess-2018");
    hall.run(&typed("ruling claim 1 --by P1a --kind illegal-move --deny")).ok();
    let flag = "ruling claim 1 --by P3a --kind flag --own-flag-up yes --against illegal-move --order second";
    let said = hall.run(&typed(flag)).ok();
    assert!(!said.out.contains("enter that one next"), "{}", said.out);
    assert_eq!(first_result(&hall), "0-1", "the flag win is not lost to a claim that was denied");
}

#[test]
fn a_claim_that_the_rulebook_does_not_settle_is_the_directors_both_ways() {
    for (book, claim) in [
        ("us-chess-2018", "mate --wrong could-block"),
        ("us-chess-2018", "stalemate"),
        ("uscf-2006", "repetition"),
        ("oscf-2012", "illegal-move --before-reply yes --wrong drop-occupied"),
        ("oscf-2012", "illegal-move --before-reply yes --wrong drop-pawn"),
        ("oscf-2012", "illegal-move --before-reply yes --wrong other"),
        ("fide-blitz-3", "flag"),
        ("club", "agreement"),
    ] {
        let hall = paired(book);
        let line = format!("ruling claim 1 --board a --by P1a --kind {claim}");
        hall.run(&typed(&line))
            .fails(2, "settle")
            .says(&format!("{line} --uphold\n"))
            .says(&format!("{line} --deny\n"));
        assert_eq!(hall.json(&["ruling", "list"])["rulings"], json!([]), "{book} {claim}");
        for (choice, decision) in [("--uphold", "upheld"), ("--deny", "denied")] {
            let ruled = hall.json(&typed(&format!("{line} {choice}")));
            assert_eq!((&ruled["decision"], &ruled["directors_choice"]), (&json!(decision), &json!(true)), "{claim}");
            let listed = hall.run(&["ruling", "list"]).ok().out;
            assert!(listed.contains(&format!("{decision}, the director's decision")), "{listed}");
            hall.run(&["undo"]).ok();
        }
    }
    let hall = paired("us-chess-2018");
    hall.run(&typed("ruling claim 1 --by P1a --kind losing-chances --uphold")).fails(2, "rule 23 settles this claim");
    hall.run(&typed("ruling claim 1 --by P1a --kind mate --uphold")).ok();
    assert_eq!(hall.json(&typed("ruling show 1"))["directors_choice"], false);
}

#[test]
fn a_penalty_against_the_own_match_of_a_child_who_interfered_departs_from_the_rule() {
    for (book, rule) in [("us-chess-2018", "20"), ("uscf-2006", "20")] {
        for penalty in ["time:1:00", "game", "match"] {
            let hall = paired(book);
            let line = format!("rule 2 P2a spectator {penalty}");
            hall.run(&typed(&line)).fails(2, &format!("{book} rule {rule} doesn't penalize the child's own match"));
            let ruled = hall.json(&typed(&format!("{line} reason")));
            assert_eq!((&ruled["overridden"], &ruled["rule"]), (&json!(true), &json!(rule)), "{line}");
            let full = format!("ruling offence 2 --player P2a --offence spectator --penalty {penalty} --again");
            hall.run(&typed(&full)).fails(2, "needs a reason").says("--reason");
        }
        for penalty in ["warning", "expel", "none"] {
            let ruled = paired(book).json(&typed(&format!("rule 2 P2a spectator {penalty}")));
            assert_eq!(ruled["overridden"], false, "{book}: {penalty}");
        }
    }
    // Where the rule names other penalties, or none, the director chooses.
    for book in ["oscf-2012", "fide-blitz-3", "club"] {
        assert_eq!(paired(book).json(&typed("rule 2 P2a spectator match"))["overridden"], false, "{book}");
    }
}

#[test]
fn undo_of_a_ruling_says_what_becomes_of_its_table() {
    let hall = with_chiefs("us-chess-2018");
    let undone = |line: &str, said: &str| {
        hall.run(&typed(line)).ok();
        let output = hall.run(&["undo"]).ok().says(said).out;
        let raw = output.lines().find(|line| line.contains('T') && line.contains("+00:00"));
        assert_eq!(raw, None, "{line}");
    };
    undone("ruling claim 1 --by P1a --kind mate", "table 1 is open again (was 1-0): bughouse result 1 RESULT\n");
    hall.run(&typed("rule 1 P1a other game why")).ok();
    undone("ruling void 2 --reason x", "table 1 is now 0-1, won by Team 3");
    hall.run(&typed("appeal file 2 --by P1a")).ok();
    undone("appeal decide 1 --falls", "table 1 is now 0-1, won by Team 3");
    hall.run(&typed("appeal decide 1 --falls")).ok();
    undone("ruling claim 1 --by P1a --kind mate", "table 1 is open again (was 1-0)");
    hall.run(&typed("result 2 1-0")).ok();
    undone("ruling spectator 2 --action replay --carry-out", "table 2 is now 1-0, won by Team 2");
    let undone = hall.json(&["undo"]);
    assert_eq!(undone["results"], json!([]), "a slip tells its own table");
}

#[test]
fn what_is_final_is_offered_by_nothing() {
    let hall = with_chiefs("us-chess-2018");
    // A claim that was finally not found is not entered as a slip.
    hall.run(&typed("ruling claim 1 --by P1a --kind illegal-move --deny")).ok();
    made_final(&hall, 1, [1, 2]);
    hall.run(&typed("result 1 1-0 a illegal")).fails(1, "the floor chief's decision is final");
    hall.run(&typed("result 1 1-0 a mate")).ok();
    // A team that was finally expelled is not to be taken in again, nor is the ruling to be voided.
    hall.run(&typed("rule 2 P2a other expel")).ok();
    made_final(&hall, 2, [3, 4]);
    let out = hall.run(&typed("team withdraw 2")).code;
    assert_eq!(out, 1);
    for line in ["team withdraw 2", "team return 2"] {
        let refused = hall.run(&typed(line)).fails(1, "");
        assert!(
            !refused.err.contains("team return") && !refused.err.contains("ruling void"),
            "{line}: {}",
            refused.err
        );
    }
}

#[test]
fn an_undo_that_is_refused_offers_to_void_only_what_can_be() {
    let hall = with_chiefs("us-chess-2018");
    hall.run(&typed("rule 1 P1a clock-h")).ok();
    let ruled = hall.json(&["log", "--last", "1"])["commands"][0]["command"].to_string();
    hall.run(&typed("rule 1 P1a clock-h")).ok();
    let refused = || hall.run(&["undo", "--only", &ruled]).fails(1, "depends on command");
    refused().says("bughouse ruling void 1");
    hall.run(&typed("appeal file 1 --by P1a")).ok();
    assert!(!refused().err.contains("ruling void"), "its appeal is open");
    hall.run(&typed("appeal withdraw 1")).ok();
    made_final(&hall, 1, [2, 3]);
    assert!(!refused().says("bughouse undo --only").err.contains("ruling void"), "it is final");
}

#[test]
fn ladders_count_in_the_order_of_rounds() {
    let hall = paired("us-chess-2018");
    hall.run(&typed("result 1 1-0")).ok();
    hall.run(&typed("result 2 1-0")).ok();
    hall.run(&["pair"]).ok();
    let table = if hall.json(&["pairings"])["pairings"][0]["first"]["number"] == 1 { "1" } else { "2" };
    let knocked = |round: &str| format!("rule {table} P1a displaced --round {round}");
    assert_eq!(hall.json(&typed(&knocked("2")))["step"], 1);
    // Entered late, it was the first; the later one is to be looked at.
    let late = hall.run(&typed("rule 1 P1a displaced --round 1")).ok();
    late.says("step 1").says("look at ruling 1 again: it was announced as step 1 but would now be step 2");
    hall.run(&["status"]).ok().says("ruling 1 was announced as step 1 but would now be step 2");
    assert_eq!(hall.json(&typed(&knocked("2")))["step"], 3);
    hall.run(&typed("ruling keep 1")).ok();
    assert!(!hall.run(&["status"]).ok().out.contains("ruling 1 was announced"));
}

#[test]
fn nothing_that_has_no_bearing_is_swallowed() {
    for book in BOOKS {
        let hall = paired(book);
        let line = "rule 1 P1a clock-hand warning reason --flag-fell";
        hall.run(&typed(line)).fails(2, "when a flag falls").says("leave --flag-fell out");
    }
    paired("us-chess-2018").run(&typed("rule 1 P1a displaced --flag-fell")).ok().says("1:00 on the clock");
    let hall = paired("us-chess-2018");
    hall.run(&typed("rule 1 P1a banging time:6:00")).fails(2, "a clock set to 5 minutes doesn't have 6:00 to lose");
    hall.run(&typed("rule 1 P1a banging time:4:59")).ok();
    let club = paired("club");
    assert_eq!(club.json(&typed("rule 1 P1a no-clock none"))["rule"], "14");
    club.run(&typed("ruling spectator 1 --action none --person Joe")).ok().says("paragraph 17, which sets no penalty");
}

#[test]
fn a_stalemate_is_claimed_where_the_rulebook_asks_for_the_pieces() {
    let hall = paired("fide-blitz-3");
    for line in ["result 1 1/2 a stalemate", "result 1 1/2 --by stalemate"] {
        hall.run(&typed(line))
            .fails(2, "fide-blitz-3 rule 8")
            .says("bughouse ruling claim 1 --by PLAYER --kind stalemate");
    }
    hall.run(&typed("ruling claim 1 --by P1a --kind stalemate --wrong all-on-board"))
        .ok()
        .says("the match is over: 1/2");
    paired("us-chess-2018").run(&typed("result 1 1/2 a stalemate")).ok();
}
