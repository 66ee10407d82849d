//! Teams that go to another section after they have played.

use super::hall::Hall;

/// Sections A (teams 1 to 6) and B (7 to 12), with so many rounds behind them; the first-named team won everywhere.
fn hall(rounds: u32) -> Hall {
    Hall::made(format!("A and B after {rounds} rounds"), || {
        let hall = Hall::under("us-chess-2018");
        for (section, teams) in [("A", 1..=6), ("B", 7..=12)] {
            hall.run(&["section", "add", section, "--rounds", "4"]).ok();
            hall.enter_teams(section, teams);
        }
        for _ in 0..rounds {
            play(&hall, "A");
            play(&hall, "B");
        }
        hall
    })
}

fn play(hall: &Hall, section: &str) {
    hall.run(&["pair", section]).ok();
    win(hall, section);
}

fn win(hall: &Hall, section: &str) {
    let lines: String = tables(hall, section).iter().map(|(table, _)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter", section], &lines).ok();
}

fn tables(hall: &Hall, section: &str) -> Vec<(u64, [u64; 2])> {
    let pairings = hall.json(&["pairings", section]);
    let rows = pairings["pairings"].as_array().expect("a list");
    let number = |team: &serde_json::Value| team["number"].as_u64();
    rows.iter()
        .filter_map(|row| Some((row["table"].as_u64()?, [number(&row["first"])?, number(&row["second"])?])))
        .collect()
}

fn row(hall: &Hall, sheet: &str, section: &str, team: u64) -> serde_json::Value {
    let rows = hall.json(&[sheet, section])["rows"].as_array().expect("a list").clone();
    rows.into_iter().find(|row| row["team"]["number"] == team).unwrap_or_default()
}

#[test]
fn a_team_brings_its_points_along_and_whom_it_met() {
    let hall = hall(2);
    let met = tables(&hall, "A").into_iter().map(|(_, pair)| pair).find(|pair| pair.contains(&1)).expect("it plays");
    let met = if met[0] == 1 { met[1] } else { met[0] };
    let points = row(&hall, "standings", "A", 1)["points"].clone();
    let said = hall.run(&["team", "move", "Team 1", "B"]).ok().out;
    assert!(said.starts_with("Team 1 plays in B now\n"), "{said}");
    assert!(said.contains("they bring 2 from rounds 1-2 (shown as M), and their past opponents"), "{said}");
    assert!(said.contains("they play in B from round 3 on"), "{said}");
    assert!(!said.contains("pairing add"), "there is no seat for it in a round that it had elsewhere: {said}");
    assert_eq!(row(&hall, "standings", "B", 1)["points"], points);
    assert_eq!(row(&hall, "standings", "B", 1)["brought"], true);
    let chart = row(&hall, "crosstable", "B", 1);
    assert_eq!([&chart["rounds"][0]["shown"], &chart["rounds"][1]["shown"]], ["M", "M"]);
    assert!(hall.run(&["crosstable", "B"]).ok().out.contains("M in another section"));
    assert!(
        hall.run(&["standings", "B"]).ok().out.contains("M brought its points from earlier rounds in another section")
    );
    // Where it was its rounds stay, for those whom it met; it wins nothing there any more.
    assert_eq!(row(&hall, "standings", "A", 1)["moved"], true);
    assert!(hall.run(&["standings", "A"]).ok().out.contains("» plays in another section now"));
    hall.run(&["prize", "add", "A", "--place", "1"]).ok();
    assert!(!hall.run(&["prizes", "A"]).ok().out.contains("Team 1 "));
    hall.run(&["check"]).ok();

    play(&hall, "A");
    play(&hall, "B");
    assert!(!tables(&hall, "A").iter().any(|(_, pair)| pair.contains(&1)));
    assert!(tables(&hall, "B").iter().any(|(_, pair)| pair.contains(&1)));

    // Whom it met in A comes too: the two do not meet again, and their match is shown as it was.
    hall.run(&["team", "move", &met.to_string(), "B"]).ok();
    let chart = row(&hall, "crosstable", "B", 1);
    assert!(chart["rounds"][1]["shown"].as_str().is_some_and(|shown| shown.ends_with(&met.to_string())), "{chart}");
    hall.run(&["pair", "B"]).ok();
    assert!(!tables(&hall, "B").iter().any(|(_, pair)| pair.contains(&1) && pair.contains(&met)));
    hall.run(&["check"]).ok();
}

#[test]
fn what_the_engine_reads_from_a_file_pairs_alike() {
    let hall = hall(2);
    hall.run(&["team", "move", "Team 1", "B"]).ok();
    hall.run(&["team", "move", "Team 4", "B"]).ok();
    for section in ["A", "B"] {
        hall.run(&["export", "trf", section, "-o", "now.trf"]).ok();
        let out = hall.run(&["engine", "pair", "now.trf"]).ok().out;
        hall.run(&["pair", section]).ok();
        let mut paired: Vec<[u64; 2]> = tables(&hall, section).into_iter().map(|(_, pair)| pair).collect();
        paired.iter_mut().for_each(|pair| pair.sort_unstable());
        let numbers = |line: &str| -> Vec<u64> { line.split_whitespace().filter_map(|n| n.parse().ok()).collect() };
        let mut engine: Vec<Vec<u64>> =
            out.lines().skip(1).map(numbers).filter(|pair| pair.len() == 2 && !pair.contains(&0)).collect();
        engine.iter_mut().for_each(|pair| pair.sort_unstable());
        paired.sort_unstable();
        engine.sort_unstable();
        assert_eq!(engine, paired, "{section}: {out}");
    }
    let csv = hall.run(&["export", "csv", "B"]).ok().out;
    assert!(csv.contains("Team 1"), "{csv}");
    let teams = hall.json(&["export", "json"])["teams"].as_array().expect("a list").clone();
    let moved = teams.iter().find(|team| team["number"] == 1).expect("it is there");
    assert_eq!(moved["played_before_in"][0]["through_round"], 2);
}

#[test]
fn a_move_is_taken_back_by_undo_and_by_moving_back() {
    let hall = hall(2);
    let before = hall.json(&["export", "json"]);
    hall.run(&["team", "move", "1", "B", "--dry-run"]).ok().says("they bring 2");
    assert_eq!(hall.json(&["export", "json"]), before);
    hall.run(&["team", "move", "1", "B"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["export", "json"]), before);
    hall.run(&["redo"]).ok();
    assert_ne!(hall.json(&["export", "json"]), before);
    hall.run(&["team", "move", "1", "A"]).ok();
    assert_eq!(hall.json(&["export", "json"]), before);
    hall.run(&["team", "move", "1", "A"]).ok().says("Team 1 is already in A");
    // Over two sections and back: the round played elsewhere is brought home.
    hall.run(&["team", "move", "1", "B"]).ok();
    play(&hall, "B");
    play(&hall, "A");
    hall.run(&["team", "move", "1", "A"]).ok().says("they bring 1 from round 3");
    let shown = row(&hall, "crosstable", "A", 1);
    assert_eq!(shown["rounds"][2]["shown"], "M");
    assert!(shown["rounds"][0]["shown"].as_str().is_some_and(|shown| shown.starts_with('W')), "{shown}");
    assert_eq!(row(&hall, "standings", "A", 1)["points"], 3.0);
    hall.run(&["check"]).ok();
    play(&hall, "A");
    assert!(tables(&hall, "A").iter().any(|(_, pair)| pair.contains(&1)));
}

#[test]
fn a_move_that_would_bring_points_where_they_cannot_count_is_refused() {
    let hall = hall(1);
    hall.run(&["section", "add", "Robin", "--pairing", "round-robin"]).ok();
    hall.run(&["section", "add", "Twice", "--matches", "2", "--rounds", "4"]).ok();
    hall.run(&["section", "add", "Kids", "--grades", "K-3"]).ok();
    hall.run(&["team", "move", "1", "Kids"])
        .fails(1, "widen the section first: bughouse section edit Kids --grades K-12");
    hall.run(&["team", "move", "1", "Robin"]).fails(1, "Robin isn't a separate Swiss");
    hall.run(&["team", "move", "1", "Twice"]).fails(1, "plays a different number of matches a round");
    hall.run(&["pair", "A"]).ok();
    let (table, [first, _]) = tables(&hall, "A")[0];
    hall.run(&["team", "move", &first.to_string(), "B"])
        .fails(1, &format!("is at table {table} in round 2, which has no result"));
    hall.run(&["unpair", "A"]).ok();
    for _ in 0..3 {
        play(&hall, "A");
        play(&hall, "B");
    }
    hall.run(&["team", "move", "1", "B"]).fails(1, "B has no round left for Team 1 after round 4");
    // Who never played goes anywhere.
    hall.run(&["team", "add", "Late", "--section", "A", "--player", "Ann Low,3", "--player", "Bo Low,3"]).ok();
    hall.run(&["team", "move", "Late", "Robin"]).ok();
}

#[test]
fn a_result_corrected_after_the_move_counts_where_the_team_is_now() {
    let hall = hall(1);
    let (table, [first, _]) = tables(&hall, "A")[0];
    hall.run(&["team", "move", &first.to_string(), "B"]).ok();
    assert_eq!(row(&hall, "standings", "B", first)["points"], 1.0);
    hall.run(&["result", &table.to_string(), "1/2", "--replace"]).ok();
    assert_eq!(row(&hall, "standings", "B", first)["points"], 0.5);
    assert_eq!(row(&hall, "standings", "A", first)["points"], 0.5);
}

#[test]
fn sections_are_merged_with_the_rounds_of_teams_that_were_moved_between_them() {
    let hall = hall(2);
    hall.run(&["team", "move", "1", "B"]).ok();
    play(&hall, "A");
    play(&hall, "B");
    hall.run(&["section", "merge", "A", "B"]).ok();
    hall.run(&["check"]).ok();
    let chart = row(&hall, "crosstable", "B", 1);
    assert!(
        chart["rounds"].as_array().is_some_and(|rounds| rounds.iter().all(|round| round["shown"] != "M")),
        "{chart}"
    );
    assert_eq!(row(&hall, "standings", "B", 1)["points"], 3.0);
}

#[test]
fn a_team_of_a_schedule_goes_to_a_swiss_and_leaves_its_matches_behind() {
    let hall = Hall::under("us-chess-2018");
    for (section, format, teams) in [("Robin", "round-robin", 1..=6), ("Open", "swiss", 7..=12)] {
        hall.run(&["section", "add", section, "--pairing", format, "--rounds", "5"]).ok();
        hall.enter_teams(section, teams);
    }
    for _ in 0..3 {
        play(&hall, "Robin");
        play(&hall, "Open");
    }
    hall.run(&["team", "move", "Team 2", "Open"])
        .ok()
        .says("Robin: their matches count, and later opponents win by forfeit");
    hall.run(&["pair", "Robin"]).ok();
    hall.run(&["pair", "Open"]).ok();
    assert!(tables(&hall, "Open").iter().any(|(_, pair)| pair.contains(&2)));
    hall.run(&["explain", "Team 2"]).ok();
    hall.run(&["explain", "Team 2", "--round", "2"]).ok().says("round 2");
    hall.run(&["team", "show", "Team 2"]).ok().says("played in another section");
    hall.run(&["publish", "site"]).ok();
    hall.run(&["report"]).ok();
    hall.run(&["check"]).ok();
}

/// What a team carried over counts where it plays now, so a correction of it is reported there too.
#[test]
fn a_corrected_result_of_a_team_that_moved_is_reported_in_both_sections() {
    let hall = hall(1);
    let (table, [moving, _]) = tables(&hall, "A")[0];
    hall.run(&["team", "move", &moving.to_string(), "B"]).ok();
    hall.run(&["prize", "add", "B", "--place", "1-3"]).ok();
    hall.run(&["pair", "B"]).ok();
    let table = table.to_string();
    let correct = ["result", &table, "0-1", "--round", "1", "--replace"];
    let json = hall.run(&[&correct[..], &["--dry-run", "--json"]].concat()).ok().json();
    let there = &json["consequences"]["elsewhere"][0];
    assert_eq!(there["section"], "B", "{json}");
    assert_eq!(there["consequences"]["to_pair_again"]["round"], 2, "{json}");
    assert!(there["consequences"]["standings"].as_array().is_some_and(|moved| !moved.is_empty()), "{json}");
    let output = hall.run(&correct).ok().out;
    assert!(output.contains("B: standings changed: ") && output.contains("B: round 2 is posted"), "{output}");
    assert!(output.contains("bughouse unpair B, then bughouse pair B"), "{output}");
    hall.run(&["undo"]).ok();
    win(&hall, "B");
    let output = hall.run(&correct).ok().out;
    assert!(output.contains("B: round 2 would have been paired differently; it stays as it is"), "{output}");
}

#[test]
fn who_comes_into_a_section_a_round_behind_has_not_left_the_event() {
    let hall = hall(1);
    play(&hall, "A");
    hall.run(&["team", "move", "1", "B"]).ok();
    for sheet in ["standings", "crosstable"] {
        let said = hall.run(&[sheet, "B"]).ok().out;
        assert!(said.contains("Team 1 plays here from round 3 on.") && !said.contains('§'), "{sheet}: {said}");
        assert_eq!(row(&hall, sheet, "B", 1)["withdrawn"], serde_json::Value::Null, "{sheet}");
    }
    assert!(row(&hall, "standings", "B", 1)["rank"].is_number());
    hall.run(&["pair", "B"]).ok();
    assert!(!tables(&hall, "B").iter().any(|(_, pair)| pair.contains(&1)), "round 2 it has played elsewhere");
    // Who goes before its round comes has left indeed.
    hall.run(&["team", "withdraw", "1"]).ok();
    let said = hall.run(&["standings", "B", "--after", "2"]).ok().out;
    assert!(said.contains("§ withdrew from the event") && !said.contains("plays here from"), "{said}");
}

#[test]
fn what_a_move_changes_names_the_section() {
    let hall = hall(2);
    for section in ["A", "B"] {
        hall.run(&["prize", "add", section, "--place", "1"]).ok();
    }
    let best = hall.json(&["standings", "A"])["rows"][0]["team"]["number"].to_string();
    let said = hall.run(&["team", "move", &best, "B"]).ok().out;
    assert!(said.contains("\nA: 1st place: ") && !said.contains("\n1st place: "), "{said}");
    assert!(!said.contains("\nstandings changed"), "{said}");
}

#[test]
fn sections_are_merged_once_the_appeal_is_decided_and_the_hint_says_so() {
    let hall = hall(1);
    hall.run(&["official", "add", "Sam", "--role", "section-chief"]).ok();
    hall.run(&["rule", "1", "P1a", "clock-h"]).ok();
    hall.run(&["appeal", "file", "1", "--by", "P1a"]).ok();
    hall.run(&["section", "merge", "A", "B"]).fails(1, "bughouse appeal decide 1 --stands");
    hall.run(&["appeal", "decide", "1", "--official", "Sam", "--stands"]).ok();
    hall.run(&["section", "merge", "A", "B"]).ok();
}

#[test]
fn a_round_waits_for_the_match_that_a_team_carried_over() {
    let hall = hall(1);
    hall.run(&["official", "add", "Sam", "--role", "section-chief"]).ok();
    let (table, [first, _]) = tables(&hall, "A")[0];
    hall.run(&["result", &table.to_string(), "clear", "--round", "1"]).ok();
    let child = format!("P{first}a");
    hall.run(&["rule", &table.to_string(), &child, "other", "match", "shouting"]).ok();
    hall.run(&["team", "move", &format!("Team {first}"), "B"]).ok();
    hall.run(&["appeal", "file", "1", "--by", &child]).ok();
    hall.run(&["pair", "B"]).fails(1, "appeal 1 of ruling 1 is waiting").says("bughouse pair B --anyway");
    hall.run(&["pair", "B", "--anyway", "--dry-run"]).ok().says("provisional: appeal 1 is open; ");
    hall.run(&["appeal", "decide", "1", "--falls"]).ok();
    hall.run(&["pair", "B"]).fails(1, &format!("round 1 of A has no result yet from table {table}"));
    hall.run(&["pair", "B", "--anyway"]).ok();
}

#[test]
fn a_correction_shows_every_section_that_the_points_went_through() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams) in [("A", 1..=4), ("B", 5..=8), ("C", 9..=12)] {
        hall.run(&["section", "add", section, "--rounds", "4"]).ok();
        hall.enter_teams(section, teams);
        play(&hall, section);
    }
    hall.run(&["team", "move", "Team 1", "B"]).ok();
    play(&hall, "B");
    play(&hall, "C");
    hall.run(&["team", "move", "Team 1", "C"]).ok();
    let (table, _) = tables(&hall, "A").into_iter().find(|(_, pair)| pair.contains(&1)).expect("it played");
    let ranks = || row(&hall, "standings", "B", 1)["rank"].clone();
    let before = ranks();
    let said = hall.run(&["result", &table.to_string(), "0-1", "--round", "1", "--replace"]).ok();
    assert_ne!(ranks(), before);
    said.says("B: standings changed").says("C: standings changed");
}

#[test]
fn sections_whose_byes_score_otherwise_are_not_joined_once_one_was_given() {
    let hall = Hall::under("us-chess-2018");
    for (section, teams, more) in [("A", 1..=3, "1"), ("B", 4..=6, "0.5")] {
        hall.run(&["section", "add", section, "--rounds", "4", "--bye-points", more]).ok();
        hall.enter_teams(section, teams);
        play(&hall, section);
    }
    hall.run(&["section", "merge", "A", "B"])
        .fails(1, "the odd team's bye given in A would score differently in B")
        .says("bughouse section edit B --bye-points 1; byes already given in B would then score 1 too");
    hall.run(&["section", "edit", "B", "--bye-points", "1"]).ok();
    hall.run(&["section", "merge", "A", "B"]).ok();
}

#[test]
fn a_round_that_is_paired_anyway_lists_what_its_teams_carried_over_open() {
    let hall = hall(1);
    let [(table, pair), ..] = tables(&hall, "A")[..] else { panic!("three tables") };
    let (team, open) = (pair[0].to_string(), table.to_string());
    hall.run(&["team", "move", &team, "B"]).ok();
    hall.run(&["result", &open, "clear", "--round", "1", "--replace"]).ok();
    hall.run(&["pair", "B"]).fails(1, &format!("round 1 of A has no result yet from table {open}"));
    let said = hall.json(&["pair", "B", "--anyway", "--dry-run"]);
    assert_eq!(said["assumed_drawn"], serde_json::json!([{ "section": "A", "round": 1, "tables": [table] }]));
    let said = hall.run(&["pair", "B", "--anyway"]).ok();
    said.says(&format!("provisional: round 1 of A, table {open} counted as drawn"));
}

#[test]
fn a_round_taken_back_names_who_had_carried_its_points_elsewhere() {
    let hall = hall(1);
    hall.run(&["team", "move", "Team 1", "B"]).ok();
    let said = hall.run(&["unpair", "A", "--with-results"]).ok();
    said.says("points carried from it to another section are gone there too: Team 1 (1) to B");
    assert_eq!(row(&hall, "standings", "B", 1)["points"], 0.0);
    hall.run(&["undo"]).ok();
    assert_eq!(row(&hall, "standings", "B", 1)["points"], 1.0);
}

#[test]
fn a_bye_that_was_asked_for_before_the_move_is_offered_where_the_round_is_posted() {
    let hall = hall(1);
    hall.run(&["bye", "1", "--round", "2"]).ok();
    hall.run(&["pair", "B"]).ok();
    let line = "bughouse pairing bye 1 --points half";
    hall.run(&["team", "move", "Team 1", "B"]).ok().says(line);
    hall.run(&["status"]).ok().says(line);
    hall.run(&line.split(' ').skip(1).collect::<Vec<_>>()).ok();
    win(&hall, "B");
    assert_eq!(row(&hall, "standings", "B", 1)["points"], 1.5);
}

#[test]
fn byes_that_score_otherwise_are_reported_where_they_were_carried() {
    let hall = hall(1);
    hall.run(&["team", "withdraw", "Team 6"]).ok();
    play(&hall, "A");
    play(&hall, "B");
    let free = hall.json(&["pairings", "A"])["pairings"][2]["first"]["number"].to_string();
    hall.run(&["team", "move", &free, "B"]).ok();
    let said = hall.run(&["section", "edit", "A", "--bye-points", "0"]).ok();
    said.says("the odd team's byes given so far now score 0: ").says("B: standings changed: ");
}

#[test]
fn no_bye_is_noted_beforehand_in_a_final() {
    let hall = hall(1);
    hall.run(&["section", "edit", "A", "--rounds", "1"]).ok();
    hall.run(&["section", "add", "Last", "--rounds", "3", "--from", "A", "--top", "4"]).ok();
    hall.run(&["pair", "Last"]).ok();
    let refused = hall.run(&["bye", "1", "--round", "2"]);
    refused
        .fails(1, "Team 1 plays in Last now")
        .says("once its round 2 is posted: bughouse pairing bye 1 --points half");
}
