//! Every offence of every rulebook, from the first step of its ladder to the last, through the command line.

use super::hall::Hall;
use serde_json::{Value, json};

const BOOKS: [&str; 5] = ["us-chess-2018", "uscf-2006", "oscf-2012", "fide-blitz-3", "club"];

/// A round of four teams under a rulebook. `P1a` sits at board a of table 1 with White, `P1b` at board b with Black.
pub fn paired(rulebook: &str) -> Hall {
    Hall::made(format!("paired under {rulebook}"), || {
        let hall = Hall::under(rulebook);
        hall.run(&["section", "add", "Open"]).ok();
        hall.enter_teams("Open", 1..=4);
        hall.run(&["pair"]).ok();
        hall
    })
}

/// `2 time:1:00 [13]`: step, penalty, rule; `choose` where the director must name one.
fn step(hall: &Hall, player: &str, offence: &str) -> String {
    let said = hall.run(&["ruling", "offence", "1", "--player", player, "--offence", offence, "--json"]);
    if said.code == 2 {
        assert!(said.err.contains("--penalty"), "{}", said.err);
        return "choose".to_owned();
    }
    let ruled = said.ok().json();
    assert_eq!(ruled["offence"], offence);
    assert_eq!(ruled["overridden"], false);
    let step = ruled["step"].as_u64().map_or("-".to_owned(), |s| s.to_string());
    format!("{step} {} [{}]", ruled["penalty"].as_str().expect("a penalty"), ruled["rule"].as_str().unwrap_or("-"))
}

#[test]
fn every_ladder_climbs_as_its_source_says_and_stops_at_the_directors_own_penalty() {
    // What follows, per rulebook, until the director must choose; `each time` ladders are tried four times.
    let table: [(&str, [&[&str]; 5]); 17] = [
        (
            "clock-hand",
            [
                &["1 warning [13]", "2 time:1:00 [13]", "3 game [13]", "choose"],
                &["1 warning [13]", "2 time:1:00 [13]", "3 game [13]", "choose"],
                &["1 warning [13]", "2 time:1:00 [13]", "3 game [13]", "choose"],
                &["choose"],
                &["choose"],
            ],
        ),
        (
            "hidden-pieces",
            [
                &["1 warning [11]", "2 game [11]", "choose"],
                &["1 warning [11]", "2 game [11]", "choose"],
                &["1 warning [11]", "2 game [11]", "choose"],
                &["choose"],
                &["choose"],
            ],
        ),
        (
            "displaced-pieces",
            [
                &["1 warning [17]", "2 time:1:00 [17]", "3 game [17]", "choose"],
                &["1 warning [17]", "2 time:1:00 [17]", "3 game [17]", "choose"],
                &["1 warning [19]", "2 time:1:00 [19]", "3 game [19]", "choose"],
                &["choose"],
                &["choose"],
            ],
        ),
        ("partner-piece", [&["choose"]; 5]),
        (
            "clock-knocked-over",
            [
                &["1 time:1:00 [14a]", "2 time:1:00 [14a]", "3 time:1:00 [14a]", "4 time:1:00 [14a]"],
                &["1 time:1:00 [14b]", "2 time:1:00 [14b]", "3 time:1:00 [14b]", "4 time:1:00 [14b]"],
                &["1 time:1:00 [14b]", "2 time:1:00 [14b]", "3 time:1:00 [14b]", "4 time:1:00 [14b]"],
                &["choose"],
                &["choose"],
            ],
        ),
        ("clock-touching", [&["choose"]; 5]),
        ("blocks-press", [&["choose"]; 5]),
        ("banging", [&["choose"]; 5]),
        ("early-pass", [&["choose"]; 5]),
        ("late-pass", [&["choose"]; 5]),
        ("moves-early", [&["choose"]; 5]),
        ("promotion-form", [&["choose"]; 5]),
        ("substitution", [&["choose"]; 5]),
        ("spectator", [&["choose"]; 5]),
        (
            "no-clock",
            [&["1 game [5]", "2 game [5]"], &["1 game [5]", "2 game [5]"], &["choose"], &["choose"], &["choose"]],
        ),
        ("lateness", [&["choose"]; 5]),
        ("other", [&["choose"]; 5]),
    ];
    for (at, book) in BOOKS.into_iter().enumerate() {
        let hall = paired(book);
        for (offence, expected) in &table {
            let found: Vec<String> = expected[at].iter().map(|_| step(&hall, "P1a", offence)).collect();
            assert_eq!(found, expected[at], "{offence} under {book}");
        }
    }
}

#[test]
fn where_the_director_names_the_penalty_the_rule_is_cited_if_there_is_one() {
    // Rule cited and whether it is the fallback, per rulebook.
    let table: [(&str, [Value; 5]); 13] = [
        ("clock-touching", [json!("14"), json!("14"), json!("14"), json!("10"), Value::Null]),
        ("blocks-press", [json!("14c"), json!("14d"), json!("15"), json!("3"), Value::Null]),
        ("early-pass", [json!("9"), json!("9"), json!("8"), json!("18"), Value::Null]),
        ("late-pass", [json!("24"), Value::Null, Value::Null, json!("16"), Value::Null]),
        ("moves-early", [json!("24"), Value::Null, json!("7a"), json!("3"), Value::Null]),
        ("promotion-form", [json!("10c"), json!("21"), json!("23"), json!("9"), json!("9")]),
        ("substitution", [json!("1"), json!("1"), json!("1"), Value::Null, Value::Null]),
        ("spectator", [json!("20"), json!("20"), json!("22"), json!("3"), json!("17")]),
        ("other", [json!("24"), Value::Null, Value::Null, json!("3"), Value::Null]),
        ("hidden-pieces", [json!("11"), json!("11"), json!("11"), json!("16"), Value::Null]),
        ("partner-piece", [json!("12"), json!("12"), json!("12"), json!("10"), Value::Null]),
        ("clock-hand", [json!("13"), json!("13"), json!("13"), json!("3"), Value::Null]),
        ("displaced-pieces", [json!("17"), json!("17"), json!("19"), json!("3"), Value::Null]),
    ];
    for (at, book) in BOOKS.into_iter().enumerate() {
        let hall = paired(book);
        for (offence, rules) in &table {
            let ruled = hall.json(&[
                "ruling",
                "offence",
                "1",
                "--player",
                "P1a",
                "--offence",
                offence,
                "--penalty",
                "warning",
                "--reason",
                "first time",
            ]);
            assert_eq!(ruled["rule"], rules[at], "{offence} under {book}");
            assert_eq!(ruled["rulebook"], book);
            let has_ladder =
                ["clock-hand", "hidden-pieces", "displaced-pieces", "partner-piece"].contains(offence) && at < 3;
            assert_eq!(ruled["step"], if has_ladder { json!(1) } else { Value::Null }, "{offence} under {book}");
            // Where it costs a game or the match, a warning departs from the rule; where it is "grounds", and elsewhere, it does not.
            assert_eq!(ruled["overridden"], *offence == "partner-piece" && at == 0, "{offence} under {book}");
        }
    }
}

#[test]
fn a_minute_goes_to_the_opponent_and_banging_costs_the_offender() {
    let hall = paired("us-chess-2018");
    let clock = |ruled: Value| {
        let clock = &ruled["clock"][0];
        json!([clock["board"], clock["player"]["name"], clock["side"], clock["add"]])
    };
    let knocked = || clock(hall.json(&["rule", "1", "P1a", "clock-knock"]));
    assert_eq!(knocked(), json!(["a", "P3a Alpha", null, "1:00"]), "the team decides who has White");
    let said = hall.run(&["rule", "1", "P1b", "clock-knock"]).ok().out;
    assert!(said.contains("\nadd 1:00 to P3b Beta's clock on board b\n"), "{said}");
    hall.run(&["section", "edit", "Open", "--colours", "directed"]).ok();
    assert_eq!(knocked(), json!(["a", "P3a Alpha", "black", "1:00"]), "the sheet says who has White");
    let said = hall.run(&["rule", "1", "P1b", "clock-knock"]).ok().out;
    assert!(said.contains("\nadd 1:00 to P3b Beta's clock on board b (White)\n"), "{said}");
    let banged = hall.json(&["rule", "1", "P1a", "banging", "time:0:30"]);
    assert_eq!(clock(banged.clone()), json!(["a", "P1a Alpha", "white", "-0:30"]));
    assert_eq!(banged["overridden"], false, "the rule lets the director say how much");
    hall.run(&["rule", "1", "P1a", "banging", "game"]).fails(2, "type the reason after it");
    assert_eq!(hall.json(&["rule", "1", "P1a", "banging", "game", "third time"])["overridden"], true);
}

#[test]
fn a_first_displacement_that_makes_a_flag_fall_costs_a_minute() {
    for (book, rule) in [("us-chess-2018", "17"), ("uscf-2006", "17"), ("oscf-2012", "19")] {
        let hall = paired(book);
        let first =
            hall.json(&["ruling", "offence", "1", "--player", "P1a", "--offence", "displaced-pieces", "--flag-fell"]);
        assert_eq!((&first["step"], &first["penalty"], &first["rule"]), (&json!(1), &json!("time:1:00"), &json!(rule)));
        assert_eq!(first["clock"][0]["player"]["name"], "P3a Alpha");
        let second =
            hall.json(&["ruling", "offence", "1", "--player", "P1a", "--offence", "displaced-pieces", "--flag-fell"]);
        assert_eq!((&second["step"], &second["penalty"]), (&json!(2), &json!("time:1:00")));
    }
}

#[test]
fn under_us_chess_the_director_says_whether_a_partners_piece_costs_the_game_or_the_match() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1a", "partner-piece"]).fails(2, "loss of game or loss of match");
    let game = hall.json(&["rule", "1", "P1a", "partner-piece", "game"]);
    assert_eq!(
        (&game["overridden"], &game["board_result"], &game["match_result"]),
        (&json!(false), &json!("0-1"), &json!("0-1"))
    );
    let hall = paired("us-chess-2018");
    let whole = hall.json(&["rule", "1", "P1a", "partner-piece", "match"]);
    assert_eq!(
        (&whole["overridden"], &whole["board_result"], &whole["match_result"]),
        (&json!(false), &Value::Null, &json!("0-1"))
    );
}

#[test]
fn scopes_are_kept_and_partners_counted_apart() {
    let hall = paired("us-chess-2018");
    assert_eq!(step(&hall, "P1a", "clock-hand"), "1 warning [13]");
    assert_eq!(step(&hall, "P1a", "clock-hand"), "2 time:1:00 [13]");
    assert_eq!(step(&hall, "P1b", "clock-hand"), "1 warning [13]");
    assert_eq!(step(&hall, "P1a", "displaced-pieces"), "1 warning [17]");
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    let table = hall.tables().iter().find(|(_, a, b)| *a == 1 || *b == 1).expect("team 1 plays").0.to_string();
    let again = |offence: &str| hall.json(&["rule", &table, "P1a", offence])["step"].clone();
    assert_eq!(again("clock-hand"), 1, "a new match starts afresh");
    assert_eq!(again("displaced-pieces"), 2, "this one runs on through the tournament");
}

#[test]
fn no_clock_is_lost_by_both_and_the_other_board_decides() {
    let hall = paired("us-chess-2018");
    let ruled = hall.json(&["rule", "1", "P1a", "no-clock"]);
    assert_eq!((&ruled["board_result"], &ruled["match_result"]), (&json!("0-0"), &Value::Null));
    let won = hall.json(&["result", "1", "0-1", "b", "mate"]);
    assert_eq!(won["result"], "0-1");
    hall.run(&["ruling", "void", "1", "--reason", "the clock was under the table"]).ok();
    let sheet = hall.json(&["pairings"]);
    assert_eq!(sheet["pairings"][0]["results"][0]["result"], "0-1", "what was reported of board b stands");
}

#[test]
fn expulsion_loses_the_undecided_match_and_takes_the_team_out_of_the_next_round() {
    let hall = paired("us-chess-2018");
    let ruled = hall.json(&["rule", "1", "P1a", "other", "expel"]);
    assert_eq!((&ruled["penalty"], &ruled["match_result"]), (&json!("expel"), &json!("0-1")));
    let status = |hall: &Hall| hall.json(&["team", "list"])["teams"][0]["status"].clone();
    assert_eq!(status(&hall), "expelled");
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    assert!(hall.tables().iter().all(|(_, a, b)| *a != 1 && *b != 1), "{:?}", hall.tables());
    hall.run(&["undo"]).ok();
    hall.run(&["ruling", "void", "1", "--reason", "wrong child"]).ok();
    assert_eq!(status(&hall), "entered");
}

#[test]
fn a_ruling_takes_one_short_line_and_a_wrong_word_gets_the_nearest() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "p1a", "clock-h"]).ok();
    hall.run(&["rule", "1", "p1a", "clok-hand"]).fails(2, "clock-hand");
    hall.run(&["rule", "1", "p1a", "clock"]).fails(2, "clock-knocked-over");
    hall.run(&["rule", "1", "p2b", "clock-hand"]).fails(2, "table 2");
    hall.run(&["rule", "9", "p1a", "clock-hand"]).fails(2, "there is no table 9");
    hall.run(&["rule", "1", "p1a", "clock-hand", "slap"]).fails(2, "is not a penalty");
    let facts = hall.facts();
    hall.run(&["rule", "1", "p1a", "clock-hand", "--dry-run"]).ok();
    assert_eq!(hall.facts(), facts, "a dry run changes nothing");
}

#[test]
fn what_is_on_record_against_player_partner_and_team_is_shown_first() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1b", "hidden"]).ok();
    let said = hall.run(&["rule", "1", "P1a", "clock-h"]).ok().out;
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "on record before this ruling:",
            "  P1a Alpha: nothing",
            "  P1b Beta (partner): warning: hid captured pieces (ruling 1, round 1 table 1)",
            "  Team 1 (team): 1 ruling",
            "ruling 2: P1a Alpha used the wrong hand on the clock, or captured with two hands: warning, step 1 (us-chess-2018 rule 13)",
            "next offense this game: 1:00 on the clock",
            "to appeal: bughouse appeal file 2 --by PLAYER",
        ]
    );
}

#[test]
fn a_local_rulebook_sets_scopes_and_what_each_office_may_give_alone() {
    let hall = Hall::empty();
    let us =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/engine/src/rulebook/books/us-chess-2018.toml"))
            .expect("compiled in");
    let own = us.replace("id = \"us-chess-2018\"", "id = \"our-league\"").replace(
        "ladder = [\"warning\", \"game\"]\nscope = \"game\"",
        "ladder = [\"warning\", \"game\"]\nscope = \"event\"",
    );
    hall.write("ours.toml", format!("{own}\n[authority]\ntd = \"time\"\n"));
    hall.run(&["new", "spring", "--name", "Spring", "--rulebook", "ours.toml"]).ok();
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["official", "add", "Tess", "--role", "td"]).ok();
    hall.run(&["official", "add", "Sam", "--role", "section-chief"]).ok();
    hall.run(&["pair"]).ok();
    assert_eq!(hall.json(&["rule", "1", "P1a", "hidden", "--as", "Tess"])["rulebook"], "our-league");
    hall.run(&["rule", "1", "P1a", "hidden", "--as", "Tess"])
        .fails(1, "Tess may impose no more than time on the clock");
    assert_eq!(hall.json(&["rule", "1", "P1a", "hidden", "--as", "Sam"])["penalty"], "game");

    hall.write("wrong.toml", "id = \"x\"\ntitle = \"X\"\n[offences.clock-hands]\nladder = [\"warn\"]\n");
    let said = hall.run(&["new", "other", "--name", "Other", "--rulebook", "wrong.toml"]);
    for place in ["wrong.toml:3:11", "wrong.toml:4:11", "has no `match`", "clock-hand"] {
        assert!(said.err.contains(place), "{place} in\n{}", said.err);
    }
    assert_eq!(said.code, 2);
}

#[test]
fn an_organiser_widens_a_scope_and_limits_an_office_for_one_event() {
    let hall = paired("us-chess-2018");
    hall.run(&["official", "add", "Tess", "--role", "td"]).ok();
    hall.run(&["rules", "scope", "displaced", "game"]).fails(1, "can only be widened");
    hall.run(&["rules", "scope", "clock-h", "event"]).ok();
    hall.run(&["rules", "allow", "td", "time"]).ok();
    assert_eq!(hall.json(&["rule", "1", "P1a", "clock-h", "--as", "Tess"])["step"], 1);
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["pair"]).ok();
    let table = hall.tables().iter().find(|(_, a, b)| *a == 1 || *b == 1).expect("team 1 plays").0.to_string();
    assert_eq!(hall.json(&["rule", &table, "P1a", "clock-h", "--as", "Tess"])["step"], 2, "counted through the event");
    hall.run(&["rule", &table, "P1a", "clock-h", "--as", "Tess"]).fails(1, "no more than time on the clock");
    let offences = hall.json(&["rules", "offences"]);
    assert_eq!(offences["offences"][0]["scope"], "event");
    // Nor does the office undo what it may not give, or send a team out.
    hall.run(&["official", "add", "Flo", "--role", "floor-chief"]).ok();
    hall.run(&["rule", &table, "P1a", "other", "expel", "--as", "Flo"]).ok();
    let void = ["ruling", "void", "3", "--reason", "no"];
    hall.run(&[&void[..], &["--as", "Tess"]].concat()).fails(1, "Tess may impose no more than time on the clock");
    hall.run(&[&void[..], &["--as", "Flo"]].concat()).ok();
    hall.run(&["team", "expel", "2", "--as", "Tess"]).fails(1, "Tess may impose no more than time on the clock");
    // As `rule` does, both ask who acts.
    for words in [&["ruling", "void", "1", "--reason", "no"][..], &["team", "expel", "2"]] {
        hall.run(words).fails(2, "penalties are limited by role in this event").says("add --as NAME");
    }
    hall.run(&["ruling", "spectator", &table, "--person", "Mr Hill", "--action", "expel", "--as", "Flo"]).ok();
    hall.run(&["ruling", "void", "4", "--reason", "x", "--as", "Tess"])
        .fails(1, "Tess may impose no more than time on the clock");
}

#[test]
fn limits_of_offices_are_shown_where_there_are_any() {
    let hall = paired("us-chess-2018");
    hall.run(&["official", "add", "Tess", "--role", "td"]).ok();
    for role in ["scorekeeper", "back-room"] {
        hall.run(&["rules", "allow", role, "time"]).fails(2, "doesn't direct play").says("section-chief");
    }
    let shown = |words: &[&str]| hall.run(words).ok().out;
    let sheet = ["cheat-sheet", "-o", "sheet.txt"];
    let sheet = || {
        hall.run(&sheet).ok();
        std::fs::read_to_string(hall.path("sheet.txt")).unwrap()
    };
    assert!(!shown(&["rules", "show"]).contains("may give alone"));
    assert!(!shown(&["official", "list"]).contains("May impose alone"));
    assert!(!sheet().contains("--as NAME"));
    hall.run(&["rules", "allow", "td", "time"]).ok();
    let rules = shown(&["rules", "show"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(rules.contains("may impose alone: TD: time on the clock, floor TD: expulsion from the event"), "{rules}");
    assert!(!shown(&["rules", "show", "13"]).contains("may give alone"));
    let one_line = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    hall.run(&["rules", "show", "-o", "poster.txt"]).ok();
    let poster = std::fs::read_to_string(hall.path("poster.txt")).unwrap();
    for text in [poster, shown(&["rules", "offences"])] {
        assert!(
            one_line(text.clone())
                .contains("may impose alone: TD: time on the clock, floor TD: expulsion from the event"),
            "{text}"
        );
    }
    let list = shown(&["official", "list"]);
    assert!(list.contains("May impose alone") && list.contains("time"), "{list}");
    assert_eq!(hall.json(&["official", "list"])["officials"][0]["may_give_alone"], "time");
    assert_eq!(sheet().matches("--as NAME").count(), 2);
}

#[test]
fn a_round_with_a_ruling_is_not_unpaired() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1a", "clock-h"]).ok();
    hall.run(&["unpair"]).fails(1, "ruling 1 was made in round 1");
    hall.run(&["result", "2", "1-0"]).ok();
    hall.run(&["unpair"]).fails(1, "ruling 1 was made in round 1");
}

#[test]
fn an_expulsion_in_a_double_round_names_the_match_that_is_still_open() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["rule", "1", "P1a", "other", "expel"]).ok().out;
    let open = "match 2 of table 1 is open too: bughouse rule 1 \"P1a Alpha\" other match --match 2";
    assert!(said.contains(open), "{said}");
    assert_eq!(hall.json(&["rule", "1", "P1a", "other", "match", "--match", "2"])["match_result"], "0-1");
    hall.run(&["ruling", "show", "2", "-o", "slip.txt"]).ok();
    let slip = std::fs::read_to_string(hall.path("slip.txt")).expect("just written");
    assert!(slip.contains("table 1, match 2") && slip.contains("loss of match"), "{slip}");
    assert!(hall.run(&["log"]).ok().out.contains("ruling 2, table 1 match 2: "), "the log names the match too");
}

#[test]
fn both_teams_forfeited_is_nil_nil_and_each_answer_says_what_it_came_to() {
    let hall = paired("us-chess-2018");
    let result = |hall: &Hall| hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].clone();
    assert_eq!(hall.json(&["rule", "1", "P1a", "partner-piece", "match"])["match_result"], "0-1");
    let both = hall.json(&["rule", "1", "P3a", "partner-piece", "match"]);
    assert_eq!((&both["match_result"], result(&hall)), (&json!("0-0"), json!("0-0")));
    hall.run(&["result", "1", "0-0"]).ok();
    hall.run(&["result", "1", "1-0", "--replace"]).fails(1, "decided by ruling 2");
    hall.run(&["ruling", "void", "1", "--reason", "it was the other table"]).ok();
    assert_eq!(result(&hall), "1-0", "the other team's forfeit takes effect");
    hall.run(&["undo"]).ok();
    assert_eq!(result(&hall), "0-0");
}

#[test]
fn of_two_forfeited_games_the_later_is_without_effect_where_the_first_win_counts() {
    for book in BOOKS {
        let hall = paired(book);
        hall.run(&["rule", "1", "P1a", "other", "game", "x"]).ok();
        let later = hall.json(&["rule", "1", "P3b", "other", "game", "y"]);
        let both_count = book == "fide-blitz-3";
        let behind = if both_count { Value::Null } else { json!("ruling 1 takes precedence") };
        assert_eq!(later["without_effect"], behind, "{book}");
        hall.run(&["ruling", "void", "1", "--reason", "x"]).ok();
        assert_eq!(hall.json(&["ruling", "show", "2"])["match_result"], "1-0", "{book}");
    }
}

#[test]
fn what_has_no_effect_says_so_and_a_finished_match_changes_only_when_that_is_meant() {
    let hall = paired("us-chess-2018");
    hall.run(&["result", "1", "1/2", "a", "flags"]).ok();
    let said = hall.run(&["rule", "1", "P1a", "hidden", "game", "third time today"]).ok().out;
    assert!(said.contains("board a was already over: the ruling is on record, but the result stays"), "{said}");
    let shown = hall.json(&["ruling", "show", "1"]);
    assert_eq!((&shown["without_effect"], &shown["board_result"]), (&json!("board a was already over"), &Value::Null));
    let listed = hall.run(&["ruling", "list"]).ok().out;
    assert!(listed.contains("stands, but has no effect: board a was already over"), "{listed}");
    assert!(hall.run(&["check"]).ok().out.contains("ruling 1 has no effect: board a was already over"));
    hall.run(&["ruling", "void", "1", "--reason", "to be carried out"]).ok();
    let carried = hall.json(&["rule", "1", "P1a", "hidden", "game", "third time today", "--carry-out"]);
    assert_eq!((&carried["board_result"], &carried["match_result"]), (&json!("0-1"), &json!("0-1")));
    hall.run(&["result", "2", "1-0"]).ok();
    assert_eq!(hall.json(&["rule", "2", "P2a", "partner-piece", "match"])["match_result"], Value::Null);
    assert_eq!(hall.json(&["rule", "2", "P2b", "partner-piece", "match", "--carry-out"])["match_result"], "0-1");
}

#[test]
fn a_forfeit_typed_by_two_officials_costs_one_match() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["rule", "1", "P1a", "partner-piece", "match"]).ok().out;
    assert!(said.contains("ruling 1, table 1 match 1: P1a Alpha"), "{said}");
    let twice = hall.run(&["rule", "1", "P1a", "partner-piece", "match"]);
    twice.fails(1, "ruling 1 has already cost P1a Alpha match 1 at table 1 for partner-piece");
    let results = |hall: &Hall| hall.json(&["pairings"])["pairings"][0]["results"].clone();
    assert_eq!((&results(&hall)[0]["result"], &results(&hall)[1]["result"]), (&json!("0-1"), &Value::Null));
    hall.run(&["rule", "1", "P1a", "partner-piece", "match", "--match", "1"]).fails(1, "--again");
    assert_eq!(hall.json(&["rule", "1", "P1a", "partner-piece", "match", "--match", "2"])["match"], 2);
    assert!(hall.run(&["ruling", "list"]).ok().out.contains("1, match 2"));
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["rule", "1", "P1a", "partner-piece", "match", "--again"])["match"], 2);
    // A ladder climbed in the second match is no ruling typed twice.
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2"]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    for expected in ["warning", "game", "warning", "game"] {
        assert_eq!(hall.json(&["rule", "1", "P1a", "hidden"])["penalty"], expected);
    }
}

#[test]
fn who_plays_nobody_commits_no_offence_at_a_board() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.enter_teams("Open", 1..=3);
    hall.run(&["pair"]).ok();
    let bye = |offence: &str| {
        hall.run(&[
            "ruling",
            "offence",
            "--player",
            "P3a",
            "--offence",
            offence,
            "--penalty",
            "warning",
            "--reason",
            "x",
        ])
    };
    bye("clock-hand").fails(1, "P3a Alpha isn't at a table now");
    bye("other").ok();
}

#[test]
fn a_child_who_interferes_elsewhere_is_recorded_and_plays_on() {
    let hall = paired("us-chess-2018");
    let ruled = hall.json(&["ruling", "spectator", "2", "--person", "p1a alpha", "--action", "expel"]);
    assert_eq!((&ruled["player"]["number"], &ruled["rule"]), (&json!(1), &json!("20")));
    let short = hall.json(&["rule", "1", "P1a", "spectator", "expel"]);
    assert_eq!((&short["match_result"], &short["penalty"]), (&Value::Null, &json!("expel")));
    assert_eq!(hall.json(&["team", "list"])["teams"][0]["status"], "entered");
    assert!(hall.json(&["pairings"])["pairings"][0]["results"][0]["result"].is_null(), "her own match goes on");
    assert_eq!(hall.json(&["ruling", "list", "--player", "P1a"])["rulings"].as_array().map(Vec::len), Some(2));
    hall.run(&["ruling", "spectator", "1", "--person", "P1a Alpha", "--action", "expel"])
        .fails(2, "is playing at table 1");
    let other = ["ruling", "spectator", "1", "--person", "Mr. Hill", "--action", "other", "--note", "apologised aloud"];
    hall.run(&other).fails(1, "rule 20");
    let oscf = paired("oscf-2012");
    assert_eq!(oscf.json(&other)["rule"], "22");
    oscf.run(&other[..7]).fails(2, "--note");
}

#[test]
fn a_person_named_by_part_of_a_childs_name_is_asked_after() {
    let hall = paired("us-chess-2018");
    let interfered = |person: &str| hall.run(&["ruling", "spectator", "1", "--person", person, "--action", "none"]);
    interfered("p2a")
        .ok()
        .says("P2a Alpha (#3) is playing in this event: if it was that child, void this and use --person \"#3\"");
    interfered("Alpha, P2a").ok().says("P2a Alpha (Team 2, table 2) interfered");
    interfered("Alpha, P1a").fails(2, "is playing at table 1");
    for outside in ["Mr. Alpha", "Alpha"] {
        let said = interfered(outside).ok().out;
        assert!(!said.contains("in this event: if"), "another's name, or everybody's: {said}");
    }
}

#[test]
fn what_is_nobodys_fault_is_put_right_and_on_record() {
    let hall = paired("us-chess-2018");
    let neutral = |more: &[&str]| hall.run(&[&["ruling", "neutral", "1", "--what", "clock replaced"], more].concat());
    let set = neutral(&["--clock", "a:white=2:10", "--clock", "a:black=1:45", "--cites", "21", "--json"]).ok().json();
    assert_eq!((&set["rule"], &set["board"], &set["match_result"]), (&json!("21"), &json!("a"), &Value::Null));
    assert_eq!(set["clock"][1], json!({ "board": "a", "player": null, "side": "black", "set": "1:45" }));
    let said = neutral(&[]).ok().out;
    assert!(said.contains("clock replaced; nobody was at fault"), "{said}");
    neutral(&["--clock", "a=2:10"]).fails(2, "a:white=2:10");
    neutral(&["--cites", "99"]).fails(2, "us-chess-2018 has no rule \"99\"");
    let shown = hall.run(&["ruling", "show", "1"]).ok().out;
    assert!(shown.contains("set the clock on board a (White) to 2:10"), "{shown}");
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["ruling", "list"])["rulings"].as_array().map(Vec::len), Some(1));
}

#[test]
fn other_offences_cite_the_rule_that_is_named() {
    let hall = paired("us-chess-2018");
    let other = ["ruling", "offence", "1", "--player", "P1a", "--penalty", "warning", "--cites", "19", "--offence"];
    let cited = hall.json(&[&other[..], &["other"]].concat());
    assert_eq!((&cited["rule"], &cited["fallback"]), (&json!("19"), &json!(false)));
    hall.run(&[&other[..], &["banging", "--reason", "x"]].concat()).fails(2, "cites its own rule");
}

#[test]
fn where_an_office_is_limited_a_ruling_says_who_rules_and_a_chief_keeps_to_the_limit() {
    let hall = paired("us-chess-2018");
    for (name, role) in [("Tess", "td"), ("Sam", "section-chief"), ("Flo", "floor-chief")] {
        hall.run(&["official", "add", name, "--role", role]).ok();
    }
    hall.run(&["rules", "allow", "section-chief", "match"]).ok();
    hall.run(&["rule", "1", "P1a", "clock-h"]).fails(2, "--as");
    hall.run(&["ruling", "claim", "1", "--board", "a", "--by", "P1a", "--kind", "mate"]).fails(2, "--as");
    hall.run(&["ruling", "neutral", "1", "--what", "clock replaced"]).fails(2, "--as");
    let sent_out = ["ruling", "spectator", "1", "--person", "Mr. Hill", "--action", "expel"];
    hall.run(&sent_out).fails(2, "--as");
    hall.run(&[&sent_out[..], &["--as", "Sam"]].concat()).fails(1, "Sam may impose no more than loss of match");
    hall.run(&["rule", "1", "P1a", "clock-h", "--as", "Tess"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["appeal", "decide", "1", "--modify", "expel"]).fails(1, "Sam may impose no more than loss of match");
    hall.run(&["appeal", "decide", "1", "--modify", "match"]).ok();
}

#[test]
fn a_game_that_is_lost_has_no_next_time_and_a_match_that_is_over_no_clock_to_change() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1a", "hidden"]).ok().says("next offense this game: loss of game");
    let lost = hall.run(&["rule", "1", "P1a", "hidden"]).ok().out;
    assert!(lost.contains("board a is over: 0-1") && !lost.contains("next time"), "{lost}");
    let out = hall.run(&["rule", "2", "P2a", "clock-knock", "expel", "threw it"]).ok().out;
    assert!(out.contains("won't be paired from round 2 on") && !out.contains("next time"), "{out}");
    hall.run(&["ruling", "void", "3", "--reason", "another child"]).ok();
    hall.run(&["result", "2", "1-0"]).ok();
    let ruled = hall.json(&["rule", "2", "P2a", "clock-knock"]);
    assert_eq!((&ruled["penalty"], &ruled["clock"]), (&json!("time:1:00"), &json!([])));
    let late = hall.run(&["rule", "2", "P2a", "clock-hand"]).ok().out;
    assert!(late.contains("warning, step 1") && !late.contains("next time"), "{late}");
}

#[test]
fn a_game_that_both_players_lose_opens_the_match_again() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1a", "other", "game"]).ok().says("the match is over: 0-1");
    let both = hall.run(&["rule", "1", "P3a", "other", "game"]).ok();
    both.says("table 1 is open again (was 0-1): board a is recorded as lost by both teams, board b plays on")
        .says("result 1 RESULT b");
    hall.run(&["result", "1", "1-0", "b", "mate"]).ok();
    hall.run(&["ruling", "claim", "2", "--by", "P2a", "--kind", "mate"]).ok();
    let none = hall.run(&["rule", "2", "P4a", "no-clock", "--carry-out"]).ok();
    none.says("board a is over: 0-0").says("table 2 is open again (was 1-0)");
}

#[test]
fn a_hint_says_what_can_be_typed() {
    let hall = paired("us-chess-2018");
    let output = hall.run(&["rule", "1", "P1a", "banging", "warning"]);
    output.fails(2, "or give time:M:SS or none");
    hall.run(&["rule", "1", "P1a", "clock-hand", "game"])
        .fails(2, "or leave the penalty out to give the prescribed one");
    let output = hall.run(&["rules", "scope", "displaced-pieces", "game"]);
    output.fails(1, "it already counts over the whole event");
}
