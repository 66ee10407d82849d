//! Who goes on to a final: by lot where nothing else parts two, kept apart from its own group, and each of the others met once.

use super::hall::{Hall, Said};
use std::collections::BTreeSet;

/// So many teams in quads that are played out: the lower number wins, or every match is drawn.
fn quads(teams: u32, drawn: bool) -> Hall {
    Hall::made(format!("{teams} {drawn}"), || {
        let hall = Hall::in_section(&["--pairing", "quads"], teams);
        for _ in 1..=3 {
            hall.run(&["pair", "Open"]).ok();
            play(&hall, "Open", drawn);
        }
        hall
    })
}

fn play(hall: &Hall, section: &str, drawn: bool) {
    let won = |a: u64, b: u64| if a < b { "1" } else { "2" };
    let lines = tables(hall, section).into_iter();
    let lines: String =
        lines.map(|(table, [a, b])| format!("{table} {}\n", if drawn { "=" } else { won(a, b) })).collect();
    hall.run_with(&["enter", section], &lines).ok();
}

fn tables(hall: &Hall, section: &str) -> Vec<(u64, [u64; 2])> {
    let posted = hall.json(&["pairings", section])["pairings"].clone();
    let seated = posted.as_array().unwrap().iter().filter(|one| !one["table"].is_null());
    let teams = |one: &serde_json::Value| ["first", "second"].map(|side| one[side]["number"].as_u64().unwrap());
    seated.map(|one| (one["table"].as_u64().unwrap(), teams(one))).collect()
}

fn add_final(hall: &Hall, format: &str, top: usize) -> Said {
    hall.run(&["section", "add", "Final", "--pairing", format, "--from", "Open", "--top", &top.to_string()]).ok();
    hall.run(&["pair", "Final"]).ok()
}

/// What is said, in one line.
fn line(said: &Said) -> String {
    said.err.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Types the commands that follow these words, with a result where one is wanted.
fn type_after(hall: &Hall, output: &str, words: &str, result: &str) -> Said {
    let commands = output.split_once(words).unwrap_or_else(|| panic!("{words:?} in {output:?}")).1;
    let commands = commands.split([';', '\n']).next().unwrap();
    let mut said = None;
    for typed in commands.split(", then ") {
        let typed = typed.trim().replace("RESULT", result);
        let typed: Vec<&str> = typed.strip_prefix("bughouse ").expect("a command").split(' ').collect();
        said = Some(hall.run(&typed).ok());
    }
    said.expect("a command")
}

#[test]
fn who_goes_on_by_lot_alone_is_named_with_those_it_is_level_with_and_the_play_off() {
    let hall = quads(8, true);
    let answer = line(&add_final(&hall, "knockout", 4));
    assert_eq!(answer.matches("by lot, tied with ").count(), 4, "{answer}");
    assert!(
        answer.contains("winner of group 1 by lot, tied with Team ") && answer.contains("next best by lot"),
        "{answer}"
    );
    let within: BTreeSet<u64> = tables(&hall, "Final").into_iter().flat_map(|(_, teams)| teams).collect();
    // The first play-off is of two of a group, the last of the last that went on and of who did not.
    let last = answer.rsplit("bughouse prize play-off ").next().unwrap();
    let [stays, goes]: [u64; 2] =
        last.split(' ').take(2).map(|team| team.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
    assert!(within.contains(&stays) && !within.contains(&goes), "{stays} {goes}: {within:?}");
    let again = line(&type_after(&hall, &answer, "to play off instead of going by the lot: ", "0-1"));
    let within: BTreeSet<u64> = tables(&hall, "Final").into_iter().flat_map(|(_, teams)| teams).collect();
    assert!(within.contains(&goes), "{goes}: {within:?} {again}");
    hall.run(&["check"]).ok();
}

#[test]
fn a_play_off_of_two_groups_sends_its_winner_on() {
    let hall = quads(8, false);
    let answer = line(&add_final(&hall, "knockout", 3));
    assert!(
        answer.contains("winner of group 1, points: 3") && answer.contains("next best by lot, tied with Team "),
        "{answer}"
    );
    let out = if answer.contains("tied with Team 2,") { 2 } else { 6 };
    let again = line(&type_after(&hall, &answer, "to play off instead of going by the lot: ", "0-1"));
    assert!(again.contains(&format!("Team {out} ({out}), next best, points: 2")), "{again}");
    assert!(!again.contains("by lot"), "{again}");
}

#[test]
fn a_place_that_the_lot_gave_is_no_place_by_points() {
    let hall = Hall::paired(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    play(&hall, "Open", true);
    let answer = line(&add_final(&hall, "knockout", 2));
    assert!(answer.contains("place 2 by lot, tied with Team "), "{answer}");
    let answer = line(&type_after(&hall, &answer, "to play off instead of going by the lot: ", "0-1"));
    assert_eq!(answer.matches("qualified").count(), 1);
}

#[test]
fn two_of_one_quad_do_not_meet_at_once_in_a_final() {
    for (teams, top, format) in [
        (8, 4, "knockout"),
        (8, 4, "round-robin"),
        (12, 4, "knockout"),
        (12, 6, "knockout"),
        (12, 6, "round-robin"),
        (16, 8, "knockout"),
    ] {
        let hall = quads(teams, false);
        let answer = line(&add_final(&hall, format, top));
        for (_, [a, b]) in tables(&hall, "Final") {
            assert_ne!((a - 1) / 4, (b - 1) / 4, "{teams} teams, {format} of {top}: {a} and {b}: {answer}");
        }
        // Winners keep the best seeds as far as they meet others.
        assert!(answer.contains("by seed: Team "), "{answer}");
    }
}

#[test]
fn in_a_final_of_all_against_all_each_two_meet_once() {
    for numbers in ["seed", "lot"] {
        let hall = quads(8, true);
        let options = ["section", "add", "Final", "--pairing", "round-robin", "--from", "Open", "--top", "4"];
        hall.run(&[&options[..], &["--numbers", numbers]].concat()).ok();
        let mut met = BTreeSet::new();
        for _ in 1..=3 {
            hall.run(&["pair", "Final"]).ok();
            for (_, mut teams) in tables(&hall, "Final") {
                teams.sort_unstable();
                assert!(met.insert(teams), "{numbers}: {teams:?} have met already");
            }
            let status = hall.run(&["status"]).ok().out;
            assert!(!status.contains("have not met"), "{status}");
            play(&hall, "Final", false);
        }
    }
}

#[test]
fn a_play_off_of_two_who_are_level_in_a_final_decides_places_there() {
    for format in ["knockout", "round-robin"] {
        let hall = quads(8, false);
        add_final(&hall, format, 4);
        hall.run(&["prize", "add", "Final", "--place", "1-4"]).ok();
        // All drawn in the round robin; in the knockout two have lost their semifinal.
        for _ in 0..3 {
            play(&hall, "Final", format == "round-robin");
            let _over = hall.run(&["pair", "Final"]);
        }
        let rows = || hall.json(&["standings", "Final"])["rows"].clone();
        let [ahead, behind] = [2, 3].map(|at| rows()[at]["team"]["number"].to_string());
        hall.run(&["prize", "play-off", &behind, &ahead, "1-0"]).ok();
        let now = rows();
        assert_eq!([2, 3].map(|at: usize| now[at]["team"]["number"].to_string()), [behind, ahead], "{format}: {now}");
        assert!(hall.run(&["standings", "Final"]).ok().out.contains("Play-off: "));
        assert!(!hall.run(&["standings", "Open"]).ok().out.contains("Play-off: "));
        hall.run(&["check"]).ok();
    }
}
