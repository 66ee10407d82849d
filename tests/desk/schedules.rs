//! Where opponents are settled beforehand: what cannot be promised, who leaves, who comes late, which schools meet.

use super::hall::Hall;
use serde_json::Value;

fn section(format: &str, teams: u32) -> Hall {
    Hall::in_section(&["--pairing", format], teams)
}

/// Everybody on the left wins.
fn play(hall: &Hall) {
    hall.run(&["pair"]).ok();
    let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
}

#[test]
fn a_bye_is_not_promised_where_the_opponents_are_settled() {
    for (format, expected) in [
        ("round-robin", "come from a fixed schedule"),
        ("quads", "come from a fixed schedule"),
        ("knockout", "is a knockout"),
    ] {
        let hall = section(format, 4);
        let refused = hall.run(&["bye", "Team 1", "--round", "2"]).fails(1, expected);
        assert!(refused.err.contains("their opponents win by forfeit: bughouse result TABLE -/+"), "{}", refused.err);
        assert_eq!(hall.json(&["team", "show", "Team 1"])["byes"], serde_json::json!([]));
    }
    // The larger last group of quads plays a Swiss, which has byes.
    let hall = section("quads", 9);
    hall.run(&["bye", "Team 9", "--round", "2"]).ok();
}

#[test]
fn nor_is_one_given_by_hand_which_would_part_two_who_must_meet() {
    for (format, expected) in [
        ("round-robin", "come from a fixed schedule"),
        ("quads", "come from a fixed schedule"),
        ("knockout", "is a knockout"),
    ] {
        let hall = section(format, 4);
        hall.run(&["pair"]).ok();
        let (table, first, second) = hall.tables()[0];
        for (team, forfeit) in [(first, "-/+"), (second, "+/-")] {
            let hint =
                format!("their opponents win by forfeit: bughouse result {table} {forfeit}; if neither team does");
            let team = team.to_string();
            hall.run(&["pairing", "bye", &team]).fails(1, expected).says(&hint);
            hall.run(&["bye", &team, "--round", "1"]).fails(1, expected).says(&hint);
        }
    }
    let hall = section("round-robin", 4);
    hall.run(&["pair"]).ok();
    let (table, first, _) = hall.tables()[0];
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["pair"]).ok();
    let late =
        format!("bughouse result {table} -/+ --round 1; if neither team does: bughouse result {table} -/- --round 1");
    hall.run(&["bye", &first.to_string(), "--round", "1"]).fails(1, "come from a fixed schedule").says(&late);
    let hall = section("quads", 9);
    hall.run(&["pair"]).ok();
    hall.run(&["pairing", "bye", "Team 9"]).ok();
}

#[test]
fn a_bye_asked_for_before_the_section_became_a_round_robin_is_named() {
    let hall = section("swiss", 4);
    hall.run(&["bye", "Team 1", "--round", "1"]).ok();
    hall.run(&["section", "edit", "Open", "--pairing", "round-robin"]).ok();
    let sentence = "Team 1 asked for a bye, which a schedule does not allow: Team 4 wins by forfeit";
    assert!(hall.run(&["check-pairing"]).ok().out.contains(sentence));
    assert!(hall.run(&["pair"]).ok().err.contains(sentence));
}

#[test]
fn who_leaves_before_half_is_struck_in_every_sentence() {
    for format in ["round-robin", "quads"] {
        let hall = section(format, 4);
        play(&hall);
        let said = hall.run(&["team", "withdraw", "Team 1"]).ok().out;
        assert!(
            said.contains("fewer than half of their matches, so none of them count (struck); later opponents sit out"),
            "{said}"
        );
        assert!(
            hall.run(&["pair"])
                .ok()
                .err
                .contains("Team 1 left before playing half of their matches, so those don't count and Team ")
        );
        let shown = hall.run(&["standings"]).ok().out;
        assert!(
            shown.contains("4‡")
                && shown.contains("‡ left before playing half of its matches, so they don't count for anybody"),
            "{shown}"
        );
        assert!(hall.run(&["crosstable"]).ok().out.contains("4‡"));
        let rows = hall.json(&["standings"])["rows"].clone();
        assert_eq!((&rows[3]["struck"], &rows[0]["struck"]), (&Value::Bool(true), &Value::Null));
    }
}

#[test]
fn who_leaves_after_half_forfeits_the_rest() {
    let hall = section("round-robin", 4);
    play(&hall);
    play(&hall);
    let said = hall.run(&["team", "withdraw", "Team 4"]).ok().out;
    assert!(said.contains("their matches count, and later opponents win by forfeit"), "{said}");
    assert!(!hall.run(&["standings"]).ok().out.contains('‡'));
    let said = hall.run(&["team", "return", "Team 4"]).ok().out;
    assert!(said.contains("plays again from round 3"), "{said}");
}

#[test]
fn a_late_team_is_shown_that_the_schedule_is_closed() {
    for format in ["round-robin", "quads"] {
        let hall = section(format, 4);
        play(&hall);
        let late = ["team", "add", "Late", "--section", "Open", "--player", "Q W,3,1999", "--player", "E R,3,1999"];
        let said = hall.run(&late).ok().err;
        assert!(said.contains("the Open schedule is already made, so Late has no opponents in it"), "{said}");
        let posted = hall.run(&["pair"]).ok();
        assert!(
            posted.err.contains("Late entered after the schedule was made, so it has no opponent for them"),
            "{}",
            posted.err
        );
        let shown = hall.run(&["standings"]).ok().out;
        assert!(!shown.contains("Group 2"), "{shown}");
        hall.run(&["check"]).ok();
    }
}

#[test]
fn teams_imported_late_are_reported_too() {
    let hall = section("quads", 4);
    hall.run(&["pair"]).ok();
    hall.write("late.csv", "team,player 1,player 2\nLate,Q W,E R\n");
    let said = hall.run(&["import", "late.csv", "--section", "Open"]).ok().err;
    assert!(said.contains("so Late has no opponents in it"), "{said}");
    assert_eq!(hall.run(&["import", "late.csv", "--section", "Open"]).ok().err, "");
}

#[test]
fn before_a_result_is_in_a_schedule_can_be_made_anew_for_a_late_team() {
    let hall = section("round-robin", 4);
    hall.run(&["pair"]).ok();
    let late = hall.run(&["team", "add", "Late", "--section", "Open", "--player", "Q W", "--player", "E R"]).ok().err;
    assert!(late.contains("to remake it while nothing has been played: bughouse unpair Open"), "{late}");
    hall.run(&["unpair", "Open"]).ok();
    assert!(!hall.run(&["pair", "Open"]).ok().err.contains("Late came after"));
}

#[test]
fn team_mates_are_named_with_the_round_in_which_they_meet() {
    let hall = section("round-robin", 4);
    for team in ["Team 1", "Team 2", "Team 3"] {
        hall.run(&["team", "edit", team, "--school", "Lincoln"]).ok();
    }
    let output = hall.run(&["check-pairing"]).ok().out;
    for (round, pair) in [(1, "Team 2 and Team 3"), (2, "Team 1 and Team 2"), (3, "Team 1 and Team 3")] {
        let line =
            output.lines().find(|line| line.contains(&format!("schoolmates who meet in round {round} as drawn")));
        let names: Vec<&str> = pair.split(" and ").collect();
        assert!(
            line.is_some_and(|line| names.iter().all(|name| line.contains(name))),
            "{pair} in round {round}: {output}"
        );
    }
}

#[test]
fn the_sheet_shows_what_the_odd_teams_bye_scores() {
    for (scores, matches, expected, of_the_round) in [
        ("0.5", "1", "bye (½ point)", "half"),
        ("1.5", "2", "bye (1½ points)", "half"),
        ("0", "1", "bye (no points)", "zero"),
        ("2", "2", "bye (2 points)", "full"),
        ("1", "1", "bye (full point)", "full"),
    ] {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "Open", "--matches", matches, "--bye-points", scores]).ok();
        hall.enter_teams("Open", 1..=5);
        let posted = hall.run(&["pair"]).ok().out;
        assert!(posted.contains(expected), "{posted}");
        let bye = &hall.json(&["pairings"])["pairings"][2];
        assert_eq!((&bye["bye"], bye["bye_points"].as_f64()), (&of_the_round.into(), scores.parse().ok()), "{bye}");
        hall.run(&["bye", "5", "--round", "2", "--points", "half"]).ok();
        let asked = if matches == "2" { "round 2 (half a round)" } else { "round 2 (half a point)" };
        hall.run(&["team", "show", "5"]).ok().says(asked);
    }
}

#[test]
fn a_schedule_that_is_played_out_names_whom_a_latecomer_has_not_met() {
    let hall = section("round-robin", 5);
    hall.run(&["section", "edit", "Open", "--rounds", "6"]).ok().says("round 6 can't be paired");
    play(&hall);
    hall.enter_teams("Open", 6..=6);
    (2..=5).for_each(|_| play(&hall));
    let explained = hall.run(&["explain", "Team 6", "--round", "3"]).ok().out;
    assert!(
        explained.contains("Team 6 entered after the schedule was made, so it has no opponent for them"),
        "{explained}"
    );
    assert!(!explained.contains("checked in"), "{explained}");
    assert_eq!(hall.json(&["status"])["sections"][0]["next"], "bughouse standings Open", "and never pair again");
    let refused = hall.run(&["pair"]).fails(1, "the Open schedule has 5 rounds, and Team 6 joined after it was made");
    let sentence = "hasn't played Team 1, Team 2, Team 3, Team 4, Team 5 (`bughouse pairing add 6 ";
    assert!(refused.err.contains(sentence), "{}", refused.err);
    let add = refused.err.split('`').nth(1).expect("the line to type");
    hall.run(&add.split(' ').skip(1).collect::<Vec<_>>()).ok();
    let added = hall.tables().iter().find(|(_, a, b)| *a == 6 || *b == 6).expect("they are seated").0;
    hall.run(&["result", &added.to_string(), "1-0"]).ok();
    let refused = hall.run(&["pair"]).fails(1, "Team 6 joined after it was made and hasn't played Team ").err;
    assert!(!refused.contains("pairing add") && !refused.contains("has played everyone"), "{refused}");
    let others = section("round-robin", 3);
    others.run(&["section", "edit", "Open", "--rounds", "4"]).ok();
    (1..=3).for_each(|_| play(&others));
    others.run(&["pair"]).fails(1, "everyone in Open has played everyone");
}

#[test]
fn a_schedule_that_is_posted_has_no_more_rounds_than_its_teams_make() {
    let hall = section("round-robin", 4);
    hall.run(&["section", "edit", "Open", "--rounds", "6"]).ok().says("4 teams have no new opponents after 3 rounds");
    hall.run(&["section", "edit", "Open", "--rounds", "3"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["section", "edit", "Open", "--rounds", "6"])
        .fails(1, "4 teams have no new opponents after 3 rounds")
        .says("bughouse pair Open");
    hall.run(&["section", "edit", "Open", "--rounds", "2"]).ok();
}

#[test]
fn quads_of_which_one_team_has_come_are_not_called_played_out() {
    let hall = section("quads", 5);
    hall.run(&["check-in", "1"]).ok();
    hall.run(&["pair"]).fails(1, "fewer than two teams to pair").says("4 are not here: bughouse check-in --list");
    hall.run(&["check-in", "2", "3", "4", "5"]).ok();
    (1..=3).for_each(|_| play(&hall));
    hall.run(&["pair"]).fails(1, "played");
}

#[test]
fn the_round_without_an_opponent_in_an_odd_round_robin_is_a_bye_of_no_points() {
    let hall = section("round-robin", 5);
    let sheet = hall.run(&["pair"]).ok().out;
    assert!(sheet.contains("bye (no points)") && !sheet.contains("not playing"), "{sheet}");
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["team", "show", "Team 1"]).ok().says("scheduled bye");
    let bye = &hall.json(&["pairings"])["pairings"][2];
    assert_eq!((&bye["bye"], &bye["bye_points"]), (&"zero".into(), &0.0.into()), "{bye}");
    let of_team_1 =
        |of: &Value| of["rows"].as_array().and_then(|r| r.iter().find(|row| row["team"]["number"] == 1)).cloned();
    let own = of_team_1(&hall.json(&["crosstable"])).expect("its row");
    assert_eq!((&own["rounds"][0]["shown"], &own["points"]), (&"B".into(), &0.0.into()), "{own}");
    hall.run(&["standings", "--working"]).ok().says("Round 1: Not played (scheduled bye).");
    hall.run(&["export", "trf", "-o", "rr.trf"]).ok();
    let trf = std::fs::read_to_string(hall.path("rr.trf")).expect("it was written");
    let line = trf.lines().find(|line| line.starts_with("001    1")).expect("its line");
    assert!(line.contains(" 0.0 ") && line.ends_with("0000 - U"), "{trf}");
    let read = hall.json(&["engine", "standings", "rr.trf", "--format", "round-robin", "--tiebreaks", "wins"]);
    let own = of_team_1(&read).expect("its row");
    assert_eq!((&own["points"], &own["tiebreaks"]["wins"]), (&0.0.into(), &0.0.into()), "{read}");
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site/team-1.html")).expect("it has a page");
    assert!(page.contains("bye") && !page.contains("not playing"), "{page}");
    // Who has left has no bye any more.
    hall.run(&["team", "withdraw", "Team 4"]).ok();
    let sheet = hall.run(&["pair"]).ok().out;
    assert!(!sheet.contains("bye"), "{sheet}");
}
