//! `pairing swap`, `set`, `add`, `bye`: what an edit costs is said before it is kept.

use super::hall::Hall;
use super::ruling_ladders::paired;

/// Round 2 of four teams, two to a school: 1-2 and 3-4, who met nobody of theirs before.
fn second_round() -> Hall {
    Hall::made("schools in the second round", || {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "Open"]).ok();
        for (n, school) in [(1, "Oak"), (2, "Elm"), (3, "Elm"), (4, "Oak")] {
            let players = [format!("P{n}a Alpha,5,{}", 2000 - 20 * n), format!("P{n}b Beta,5,{}", 2000 - 20 * n)];
            let name = format!("Team {n}");
            let words = [
                "team",
                "add",
                &name,
                "--section",
                "Open",
                "--school",
                school,
                "--player",
                &players[0],
                "--player",
                &players[1],
            ];
            hall.run(&words).ok();
        }
        hall.run(&["pair"]).ok();
        assert_eq!(hall.tables(), [(1, 1, 3), (2, 2, 4)]);
        hall.run_with(&["enter"], "1 1\n2 1\n").ok();
        hall.run(&["pair"]).ok();
        assert_eq!(hall.tables(), [(1, 1, 2), (2, 3, 4)]);
        hall
    })
}

#[test]
fn a_tried_edit_shows_its_costs_and_changes_nothing() {
    let hall = second_round();
    let before = hall.facts();
    let said = hall.run(&["pairing", "swap", "Team 2", "Team 3", "--dry-run"]).ok();
    for cost in [
        "note: table 1: Team 1 and Team 3 met in round 1 (27A1)",
        "note: table 1: Team 1 is 1 point ahead of Team 3 (27A2)",
        "note: table 2: Team 2 and Team 4 met in round 1 (27A1)",
    ] {
        assert!(said.err.contains(cost), "{cost} in {}", said.err);
    }
    let said = hall.run(&["pairing", "set", "1", "Team 1", "Team 4", "--dry-run"]).ok();
    assert!(said.err.contains("note: table 1: Team 1 and Team 4 are from the same school (28N1)"), "{}", said.err);
    assert!(said.err.contains("note: table 2: Team 2 and Team 3 are from the same school (28N1)"), "{}", said.err);
    assert_eq!(hall.tables(), [(1, 1, 2), (2, 3, 4)]);
    assert_eq!(hall.facts(), before);
}

#[test]
fn without_a_terminal_a_costly_edit_is_made_and_noted() {
    let hall = second_round();
    let said = hall.run(&["pairing", "swap", "Team 2", "Team 3"]).ok();
    assert!(said.err.contains("(27A1)"), "{}", said.err);
    assert_eq!(hall.tables(), [(1, 1, 3), (2, 2, 4)]);
}

#[test]
fn at_a_terminal_a_costly_edit_waits_for_a_yes() {
    let hall = second_round();
    let before = hall.facts();
    let swap = ["pairing", "swap", "Team 2", "Team 3"];
    let Some(said) = hall.at_a_terminal(&swap, "n\n") else {
        println!("skipped: there is no `script` to open a terminal with");
        return;
    };
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains("\n  table 1: Team 1 and Team 3 met in round 1 (27A1)"), "{}", said.out);
    assert!(said.out.contains("not done: the round was not changed"), "{}", said.out);
    assert_eq!(hall.facts(), before);
    let said = hall.at_a_terminal(&swap, "y\n").expect("the terminal was there before").ok();
    assert_eq!(said.out.matches("(27A1)").count(), 2, "each cost is said once: {}", said.out);
    assert_eq!(hall.tables(), [(1, 1, 3), (2, 2, 4)]);
    // Back again costs nothing, so nothing is asked.
    let said = hall.at_a_terminal(&swap, "").expect("the terminal was there before").ok();
    assert!(!said.out.contains("This would"), "{}", said.out);
    assert_eq!(hall.tables(), [(1, 1, 2), (2, 3, 4)]);
}

#[test]
fn a_second_bye_by_hand_is_noted() {
    let hall = Hall::with_teams(5);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["pair"]).ok();
    let bye = ["pairing", "bye", "Team 5", "--dry-run"];
    let said = hall.run(&bye).ok();
    assert!(
        said.err.contains("note: bye: Team 5 has already had a full-point bye or a forfeit win (28L3)"),
        "{}",
        said.err
    );
    let said = hall.run(&[&bye[..], &["--points", "zero"]].concat()).ok();
    assert!(!said.err.contains("28L3"), "a bye that scores nothing is no second bye: {}", said.err);
    let said = hall.run(&["pairing", "bye", "Team 1"]).ok();
    assert!(!said.err.contains("Team 1 has had"), "{}", said.err);
}

#[test]
fn a_bye_by_hand_shows_before_what_becomes_of_the_opponent() {
    let hall = second_round();
    let said = hall.run(&["pairing", "bye", "Team 3", "--points", "half", "--dry-run"]).ok();
    assert!(
        said.err.contains("note: Team 4 is left over with the odd team's bye, which scores 1 (28L)"),
        "{}",
        said.err
    );
    assert!(said.out.contains("Team 3 has a half-point bye in round 2; table 2 stays empty"), "{}", said.out);
    hall.run(&["section", "edit", "Open", "--bye-points", "0.5"]).ok();
    let said = hall.run(&["pairing", "bye", "Team 3", "--dry-run"]).ok();
    assert!(said.err.contains("the odd team's bye, which scores ½"), "as in the section: {}", said.err);
}

#[test]
fn a_team_left_over_is_shown_with_another_that_is() {
    let hall = Hall::with_teams(5);
    hall.run(&["pair"]).ok();
    let said = hall.run(&["pairing", "bye", "Team 1", "--points", "zero"]).ok();
    assert!(
        said.err.contains("Team 5 has no opponent either; to seat both teams: bughouse pairing add 3 5"),
        "{}",
        said.err
    );
    hall.run(&["pairing", "add", "3", "5"]).ok();
    assert_eq!(hall.tables(), [(1, 3, 5), (2, 2, 4)]);
}

#[test]
fn a_knockout_says_who_goes_through_without_a_tie() {
    let hall = Hall::with_teams(3);
    hall.run(&["section", "edit", "Open", "--pairing", "knockout"]).ok();
    let sheet = hall.run(&["pair"]).ok();
    assert!(sheet.out.contains("advances to the next round") && !sheet.out.contains("not playing"), "{}", sheet.out);
    assert!(hall.run(&["status"]).ok().out.contains("advancing to the next round: Team 1"));
}

/// The tables and byes of `pairings --changed`: table, first, second.
fn changed(hall: &Hall) -> Vec<[Option<u64>; 3]> {
    let sheet = hall.json(&["pairings", "--changed"]);
    let rows = sheet["pairings"].as_array().expect("pairings is a list");
    rows.iter().map(|p| [p["table"].as_u64(), p["first"]["number"].as_u64(), p["second"]["number"].as_u64()]).collect()
}

#[test]
fn only_tables_changed_since_posting_are_listed() {
    let hall = Hall::with_teams(9);
    hall.run(&["pair"]).ok();
    assert_eq!(hall.tables(), [(1, 1, 5), (2, 2, 6), (3, 3, 7), (4, 4, 8)]);
    assert!(changed(&hall).is_empty());
    let said = hall.run(&["pairings", "--changed"]).ok();
    assert!(said.out.contains("No table has changed since the round was posted or last printed."), "{}", said.out);
    hall.run(&["pairing", "swap", "Team 5", "Team 6"]).ok();
    let swapped = [[Some(1), Some(1), Some(6)], [Some(2), Some(2), Some(5)]];
    assert_eq!(changed(&hall), swapped);
    let sheet = hall.run(&["pairings", "--changed"]).ok().out;
    assert!(sheet.contains("Changed pairings") && !sheet.contains("Team 3"), "{sheet}");
    hall.enter_teams("Open", 10..=10);
    hall.run(&["pairing", "add", "Team 9", "Team 10"]).ok();
    assert_eq!(changed(&hall), [&swapped[..], &[[Some(5), Some(9), Some(10)]]].concat());
    hall.run(&["pairing", "bye", "Team 7", "--points", "half"]).ok();
    let byes = [[None, Some(3), None], [None, Some(7), None]];
    assert_eq!(changed(&hall), [&swapped[..], &[[Some(5), Some(9), Some(10)]], &byes].concat());
    hall.run(&["undo"]).ok();
    hall.run(&["pairing", "swap", "Team 5", "Team 6"]).ok();
    assert_eq!(changed(&hall), [[Some(5), Some(9), Some(10)]], "what was changed back is as it was posted");
}

#[test]
fn a_round_taken_back_and_put_back_is_compared_with_its_first_posting() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["pairing", "swap", "Team 3", "Team 4"]).ok();
    let swapped = changed(&hall);
    assert_eq!(swapped, [[Some(1), Some(1), Some(4)], [Some(2), Some(2), Some(3)]]);
    hall.run(&["unpair"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(changed(&hall), swapped);
    hall.run(&["unpair"]).ok();
    hall.run(&["pair"]).ok();
    assert!(changed(&hall).is_empty(), "a new round has its own posting");
}

#[test]
fn a_pair_that_was_wanted_is_not_made_where_one_of_them_does_not_play() {
    let hall = Hall::with_teams(6);
    hall.run(&["pairing", "require", "3", "4", "--round", "1"]).ok();
    hall.run(&["bye", "3", "--round", "1"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains("Team 3 and Team 4 were supposed to meet in round 1"), "{}", said.err);
    let seated: Vec<u64> = hall.tables().iter().flat_map(|(_, a, b)| [*a, *b]).collect();
    assert!(!seated.contains(&3) && seated.len() == 4, "{seated:?}");
    hall.run(&["check"]).ok();
}

#[test]
fn set_shows_where_the_others_went() {
    let hall = second_round();
    let said = hall.run(&["pairing", "set", "1", "Team 1", "Team 4", "--dry-run"]).ok();
    assert!(
        said.out.contains("Team 1 against Team 4 at table 1 in round 2; Team 2 against Team 3 at table 2"),
        "{}",
        said.out
    );
    hall.run(&["pairing", "bye", "Team 3"]).ok();
    hall.run(&["pairing", "set", "1", "Team 3", "Team 4"]).ok();
    let said = hall.run(&["pairing", "swap", "Team 3", "Team 4"]).ok();
    assert!(said.out.contains("they still play each other, with sides switched"), "{}", said.out);
    hall.run(&["pairing", "set", "0", "Team 1", "Team 4"]).fails(2, "0");
}

#[test]
fn wishes_that_cannot_hold_are_refused() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pairing", "require", "Team 1", "Team 2", "--round", "4"]).fails(1, "Open has 3 rounds");
    hall.run(&["pairing", "require", "Team 1", "Team 2", "--round", "2"]).ok();
    hall.run(&["pairing", "forbid", "Team 1", "Team 2"]).fails(1, "are set to meet in round 2");
    hall.run(&["pairing", "allow", "Team 1", "Team 2"]).ok();
    hall.run(&["pairing", "forbid", "Team 1", "Team 2"]).ok();
    hall.run(&["pairing", "require", "Team 1", "Team 2", "--round", "2"]).fails(1, "are on the do-not-pair list");
    hall.run(&["section", "edit", "Open", "--pairing", "knockout"]).ok();
    hall.run(&["pairing", "forbid", "Team 3", "Team 4"]).fails(1, "follow its schedule");
}

#[test]
fn a_pair_settled_for_a_later_round_that_meets_before_is_reported() {
    let hall = Hall::with_teams(4);
    hall.run(&["pairing", "require", "Team 1", "Team 3", "--round", "2"]).ok();
    let sentence =
        "Team 1 and Team 3 meet now, and again in round 2, as requested; if once is enough: bughouse pairing allow 1 3";
    let said = hall.run(&["pair"]).ok();
    assert!(said.err.contains(sentence), "{}", said.err);
    hall.run(&["pairing", "allow", "1", "3"]).ok();
    hall.run(&["unpair"]).ok();
    let said = hall.run(&["pair"]).ok();
    assert!(!said.err.contains("meet now"), "{}", said.err);
}

#[test]
fn a_bye_of_a_posted_round_is_offered_as_it_was_asked_for() {
    let hall = second_round();
    hall.run(&["bye", "Team 2", "--round", "1"])
        .fails(1, "table 2 already has a result in round 1")
        .says("bughouse result 2 clear --round 1");
    for points in ["half", "zero", "full"] {
        let line = format!("bughouse bye 2 --round 2 --points {points} --replace");
        let words = ["bye", "Team 2", "--round", "2", "--points", points];
        hall.run(&words).fails(1, "round 2 is already posted").says(&line);
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        hall.run(&words).ok();
        let sheet = hall.json(&["pairings"]);
        let row = sheet["pairings"].as_array().unwrap().iter().find(|row| row["first"]["number"] == 2).unwrap().clone();
        assert_eq!(row["bye"], points);
        hall.run(&["undo"]).ok();
    }
}

#[test]
fn two_who_sit_together_are_named_when_they_are_never_to_be_paired() {
    let hall = second_round();
    let output = hall.run(&["pairing", "forbid", "1", "2"]).ok().out;
    assert!(output.contains("Team 1 and Team 2 will never be paired from the next round on"), "{output}");
    assert!(output.contains("they are already paired at table 1 in round 2, and stay paired"), "{output}");
    assert!(!hall.run(&["pairing", "forbid", "1", "3"]).ok().out.contains("paired now"));
    hall.run(&["result", "1", "1-0"]).ok();
    assert!(!hall.run(&["pairing", "forbid", "1", "2"]).ok().out.contains("paired now"));
}

#[test]
fn status_names_a_late_team_until_it_has_a_seat() {
    let hall = Hall::with_teams(5);
    hall.run(&["pair"]).ok();
    let sits_out = hall.json(&["status"])["sections"][0]["byes"].clone();
    hall.enter_teams("Open", 6..=7);
    let place = hall.json(&["status"])["sections"][0].clone();
    assert_eq!((&place["byes"], &place["unseated"]), (&sits_out, &serde_json::json!(["Team 6", "Team 7"])));
    let output = hall.run(&["status"]).ok().out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(output.contains("Open: not seated: Team 6, Team 7; round 1 is posted: "), "{output}");
    let line = output.split('`').find(|part| part.starts_with("bughouse pairing add 6 ")).expect("the line to type");
    hall.run(&line.split(' ').skip(1).collect::<Vec<_>>()).ok();
    let unseated = || hall.json(&["status"])["sections"][0]["unseated"].clone();
    assert_eq!(unseated(), serde_json::json!(["Team 7"]));
    hall.run(&["team", "withdraw", "Team 7"]).ok();
    assert_eq!(unseated(), serde_json::json!([]));
}

#[test]
fn a_match_with_rulings_keeps_its_table_its_teams_and_their_sides() {
    let hall = paired("us-chess-2018");
    hall.run(&["rule", "1", "P1a", "clock-hand"]).ok();
    hall.run(&["ruling", "claim", "1", "--by", "P1a", "--kind", "mate", "--deny"]).ok();
    let void = |ruling| format!("bughouse ruling void {ruling} --reason \"...\"");
    for edit in ["swap team 1 team 2", "swap team 1 team 3", "swap table 1 table 2", "set 1 3 1", "set 2 1 3", "bye 3"]
    {
        let words: Vec<&str> = ["pairing"].into_iter().chain(edit.split(' ')).collect();
        let refused = hall.run(&words).fails(1, "rulings 1, 2 were made at table 1");
        refused.says(&format!("{}; then {}", void(1), void(2)));
    }
    assert_eq!(hall.tables(), [(1, 1, 3), (2, 2, 4)]);
    for ruling in ["1", "2"] {
        hall.run(&["pairing", "swap", "Team 1", "Team 2"]).fails(1, "made at table 1");
        hall.run(&["ruling", "void", ruling, "--reason", "another table"]).ok();
    }
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).ok();
    // A board that a ruling ended is no result that could be cleared.
    hall.run(&["ruling", "claim", "1", "--by", "P2a", "--kind", "no-clock"]).ok();
    hall.run(&["result", "1", "clear"]).ok().says("nothing was changed");
    hall.run(&["pairing", "swap", "Team 1", "Team 2"]).fails(1, "ruling 3 was made at table 1");
    // What the floor chief has decided stays.
    for (name, role) in [("Sam", "section-chief"), ("Flo", "floor-chief")] {
        hall.run(&["official", "add", name, "--role", role]).ok();
    }
    for appeal in ["1", "2"] {
        hall.run(&["appeal", "file", "3", "--by", "P2a"]).ok();
        hall.run(&["appeal", "decide", appeal, "--stands"]).ok();
    }
    let said = hall.run(&["pairing", "swap", "Team 1", "Team 2"]).fails(1, "ruling 3 was made at table 1");
    assert!(!said.err.contains("ruling void"), "{}", said.err);
}
