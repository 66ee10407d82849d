//! Places that teams share, places of groups, and what prizes make of both.

use super::hall::Hall;
use serde_json::Value;

fn rows(hall: &Hall) -> Vec<(u64, u64, u64)> {
    let standings = hall.json(&["standings"]);
    let row = |row: &Value| {
        (row["group"].as_u64().unwrap_or(0), row["rank"].as_u64().unwrap(), row["team"]["number"].as_u64().unwrap())
    };
    standings["rows"].as_array().unwrap().iter().map(row).collect()
}

/// The team that is first in the sheet wins everywhere.
fn round(hall: &Hall) {
    hall.run(&["pair"]).ok();
    let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
}

fn winners(hall: &Hall) -> Vec<(String, String)> {
    let prizes = hall.json(&["prizes"]);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    prizes["prizes"].as_array().unwrap().iter().map(|one| (text(&one["prize"]), text(&one["winner"]))).collect()
}

#[test]
fn teams_on_equal_points_share_a_place_where_the_section_says_so() {
    let hall = Hall::with_teams(6);
    round(&hall);
    let broken: Vec<u64> = rows(&hall).iter().map(|(_, rank, _)| *rank).collect();
    assert_eq!(broken, [1, 2, 3, 4, 5, 6], "the lot parts what nothing else does");
    hall.run(&["section", "edit", "Open", "--places", "shared"]).ok();
    let shared: Vec<u64> = rows(&hall).iter().map(|(_, rank, _)| *rank).collect();
    assert_eq!(shared, [1, 1, 1, 4, 4, 4]);
    for sheet in ["standings", "crosstable"] {
        let shown = hall.run(&[sheet]).ok().out;
        assert!(shown.contains(" 1-3 ") && shown.contains(" 4-6 "), "{shown}");
    }

    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    assert!(winners(&hall)[0].1.starts_with("Team"), "prizes still go by the announced tie-breaks");
    hall.run(&["prize", "rules", "Open", "--ties", "play-off"]).ok();
    assert_eq!(winners(&hall)[0].1, "not awarded");
    assert!(hall.run(&["prizes"]).ok().out.contains("a play-off decides between"));
    hall.run(&["prize", "rules", "--ties", "shared"]).ok();
    assert_eq!(winners(&hall).iter().filter(|(prize, _)| prize == "1st place").count(), 3);
}

#[test]
fn every_quad_has_its_own_places_table_and_prizes() {
    let hall = Hall::with_teams(9);
    hall.run(&["section", "edit", "Open", "--pairing", "quads"]).ok();
    for _ in 0..3 {
        hall.run(&["pair"]).ok();
        let lines: String =
            hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
    let places = rows(&hall);
    assert_eq!(places[..4], [(1, 1, 1), (1, 2, 2), (1, 3, 3), (1, 4, 4)]);
    assert_eq!(places[4], (2, 1, 5), "the second quad begins at 1 again");
    let standings = hall.run(&["standings"]).ok().out;
    assert!(standings.contains("Quad 1\n") && standings.contains("Group 2\n"), "{standings}");
    let chart = hall.run(&["crosstable"]).ok().out;
    assert_eq!(chart.matches('×').count(), 9, "a square a group: {chart}");
    hall.run(&["standings", "-o", "s.csv"]).ok();
    let csv = std::fs::read_to_string(hall.path("s.csv")).unwrap();
    assert!(csv.starts_with("\u{feff}Group,Rank,"), "{csv}");

    hall.run(&["prize", "add", "--place", "1"]).ok();
    let given: Vec<(String, String)> = winners(&hall);
    let expected = [("1st place, quad 1", "Team 1"), ("1st place, group 2", "Team 5")];
    assert_eq!(given, expected.map(|(prize, team)| (prize.to_owned(), team.to_owned())));
    assert_eq!(hall.json(&["prizes"])["trophies"], 4);
}

#[test]
fn a_team_that_came_after_the_quads_were_made_is_no_group_with_a_first_prize() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--pairing", "quads"]).ok();
    hall.run(&["pair"]).ok();
    hall.enter_teams("Open", 9..=9);
    hall.run(&["prize", "add", "--place", "1"]).ok();
    let prizes: Vec<String> = winners(&hall).into_iter().map(|(prize, _)| prize).collect();
    assert_eq!(prizes, ["1st place, quad 1", "1st place, quad 2"]);
    let again = hall.run(&["prize", "add", "--place", "1-2"]).ok();
    again.says("Open already has a prize for 1st place, number 1; this adds another");
}

#[test]
fn a_prize_for_a_class_of_nobody_is_noticed() {
    let hall = Hall::with_teams(2);
    let said = hall.run(&["prize", "add", "--class", "12"]).ok().err;
    assert_eq!(said.trim(), "no team in Open is in that class yet: grade 12");
    let grade = hall.json(&["team", "show", "1"])["team"]["players"][0]["grade"].to_string();
    assert_eq!(hall.run(&["prize", "add", "--class", grade.trim_matches('"')]).ok().err, "");
}

#[test]
fn trophies_are_counted_before_anybody_has_won_one() {
    let hall = Hall::with_teams(4);
    hall.run(&["prize", "add", "--place", "1-3"]).ok();
    hall.run(&["prize", "add", "--school"]).ok();
    hall.run(&["prize", "add", "--special", "Craziest hat"]).ok();
    assert_eq!(hall.json(&["prizes"])["trophies"], 9, "two for each of four team prizes, one for the school");
}

#[test]
fn schools_with_as_many_points_are_said_to_be_level() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "1"]).ok();
    for (team, school) in [("Rooks", "North"), ("Kings", "South"), ("Pawns", "North"), ("Queens", "South")] {
        let [a, b] = ["a", "b"].map(|seat| format!("{team} {seat},3"));
        hall.run(&["team", "add", team, "--player", &a, "--player", &b, "--school", school]).ok();
    }
    hall.run(&["prize", "add", "--school", "--best", "2"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let body = hall.json(&["prizes"])["prizes"][0].clone();
    let (winner, note) = (body["winner"].as_str().unwrap(), body["note"].as_str().unwrap());
    let other = if winner == "North" { "South" } else { "North" };
    assert!(note.ends_with(&format!("; tie with {other} broken by the teams' places")), "{body}");
}

#[test]
fn the_final_of_a_knockout_decides_its_prizes() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--pairing", "knockout"]).ok();
    hall.run(&["prize", "add", "--place", "1-3"]).ok();
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        // The weaker team wins everywhere.
        let lines: String =
            hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 2 } else { 1 })).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
    let given = winners(&hall);
    assert_eq!((given[0].1.as_str(), given[1].1.as_str()), ("Team 4", "Team 3"));
    assert_eq!(given[2].1, "not awarded", "both losers of the semifinals are third");
}

#[test]
fn a_wide_wall_chart_is_folded_and_names_every_row_again() {
    let hall = Hall::with_teams(10);
    hall.run(&["section", "edit", "Open", "--rounds", "9", "--matches", "2"]).ok();
    hall.run(&["team", "edit", "1", "--name", "The Extraordinarily Long Named Knights Of The Round Table"]).ok();
    for _ in 0..7 {
        hall.run(&["pair", "--allow-rematch"]).ok();
        let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table}.1 1\n{table}.2 2\n")).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
    let chart = hall.run(&["crosstable"]).ok().out;
    let table: Vec<&str> = chart
        .lines()
        .skip_while(|line| !line.starts_with("Rank"))
        .take_while(|line| !line.starts_with("Printed"))
        .collect();
    assert!(table.iter().all(|line| line.chars().count() <= 80), "{chart}");
    assert!(chart.matches("Rank").count() > 1 && chart.matches("Team 10").count() > 1, "{chart}");
    for round in 1..=7 {
        assert_eq!(chart.matches(&format!("Rd {round}")).count(), 1, "{chart}");
    }
}

#[test]
fn signs_of_open_results_and_house_teams_stand_on_chart_and_prizes() {
    let hall = Hall::with_teams(4);
    hall.run(&["team", "edit", "4", "--house", "yes"]).ok();
    hall.run(&["prize", "add", "--place", "1"]).ok();
    hall.run(&["team", "add", "House 2", "--section", "Open", "--player", "Q A", "--player", "Q B"]).ok();
    hall.run(&["pair"]).ok();
    let table = hall.tables()[0].0.to_string();
    hall.run(&["result", &table, "1-0"]).ok();
    let chart = hall.run(&["crosstable"]).ok().out;
    assert!(chart.contains("† house team, not eligible for prizes"), "{chart}");
    assert!(chart.contains("* this team has a result or an appeal still open"), "{chart}");
    assert!(hall.json(&["crosstable"])["rows"].as_array().unwrap().iter().any(|row| row["provisional"] == true));
}

/// Four teams after one round of two drawn and won matches; the two winners are level on everything but the lot.
fn two_level_winners() -> Hall {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1", "--tiebreaks", "solkoff"]).ok();
    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall
}

/// A correction may part teams that have played one, and a wrong pair of teams may be typed.
#[test]
fn only_play_offs_between_teams_that_are_level_now_count() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    let first_two = |hall: &Hall| [0, 1].map(|at| rows(hall)[at].2);
    round(&hall);
    hall.run(&["prize", "add", "--place", "1-4"]).ok();
    hall.run(&["prize", "rules", "--ties", "play-off"]).ok();
    for part in [&["standings"][..], &["standings", "--by-class"], &["standings", "--working"]] {
        hall.run(part).ok().says("A play-off will decide between");
    }
    let [(one, a, b), (_, c, d)] = hall.tables()[..] else { panic!("two tables") };
    let play =
        |first: u64, second: u64| hall.run(&["prize", "play-off", &first.to_string(), &second.to_string(), "1-0"]).ok();
    let stray = play(d, a);
    assert!(stray.err.contains("these teams aren't tied, so this changes nothing"), "{}", stray.err);
    play(c, a);
    assert_eq!(first_two(&hall), [c, a]);
    // The first table was entered wrongly: now b is level with c, and a with d.
    hall.run(&["result", &one.to_string(), "0-1", "--replace"]).ok();
    play(b, c);
    assert_eq!(first_two(&hall), [b, c]);
    assert_eq!(
        winners(&hall).into_iter().map(|(_, team)| team).collect::<Vec<_>>()[..2],
        [b, c].map(|t| format!("Team {t}"))
    );
    for sheet in ["standings", "crosstable"] {
        let output = hall.run(&[sheet]).ok().out;
        assert!(output.contains(&format!("Play-off: Team {b} 1-0 Team {c}")), "{output}");
        assert!(!output.contains(&format!("Team {c} 1-0 Team {a}")), "{output}");
    }
}

#[test]
fn a_play_off_typed_the_wrong_way_round_is_corrected_by_typing_it_right() {
    let hall = two_level_winners();
    let first = |hall: &Hall| rows(hall)[0].2;
    hall.run(&["prize", "play-off", "1", "2", "0-1", "--replace"])
        .fails(2, "no play-off between Team 1 and Team 2 has been entered");
    hall.run(&["prize", "play-off", "1", "2", "0-1"]).ok();
    let again = hall.run(&["prize", "play-off", "2", "1", "1-0"]).ok();
    assert!(again.out.contains("already recorded"), "{}", again.out);
    let refused = hall.run(&["prize", "play-off", "2", "1", "0-1"]).fails(1, "already entered: Team 1 0-1 Team 2");
    assert!(refused.err.contains("bughouse prize play-off 2 1 0-1 --replace"), "{}", refused.err);
    assert_eq!(first(&hall), 2);
    let replaced = hall.run(&["prize", "play-off", "2", "1", "0-1", "--replace"]).ok();
    assert!(replaced.out.contains("(was Team 1 0-1 Team 2)"), "{}", replaced.out);
    assert!(replaced.out.contains("1st place: Team 1 (before: Team 2)"), "what it moves is said: {}", replaced.out);
    assert_eq!(first(&hall), 1);
    hall.run(&["undo"]).ok();
    assert_eq!(first(&hall), 2);
    hall.run(&["prize", "play-off", "1", "2", "1-0", "--again"]).ok();
    assert_eq!(rows(&hall)[1].1, 1, "one match each: level again");
}

/// Half of a knockout of four is played: who won is ahead of who lost, and the lot orders what is still to be played, as prizes say.
#[test]
fn who_won_the_first_match_of_a_play_off_of_four_is_ahead_of_who_lost_one() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--tiebreaks", "lot"]).ok();
    round(&hall);
    hall.run(&["prize", "add", "--place", "1-4"]).ok();
    let before: Vec<u64> = rows(&hall).iter().map(|(_, _, team)| *team).take(4).collect();
    let [a, b, c, d] = before[..] else { panic!("four level teams") };
    let after = |ties: &str, matches: [(u64, u64); 2]| {
        hall.run(&["prize", "rules", "--ties", ties, "--play-off", "knockout"]).ok();
        for (winner, loser) in matches {
            hall.run(&["prize", "play-off", &winner.to_string(), &loser.to_string(), "1-0"]).ok();
        }
        let ranks: Vec<u64> = rows(&hall).iter().map(|(_, _, team)| *team).take(4).collect();
        let prizes = notes(&hall);
        matches.iter().for_each(|_| drop(hall.run(&["undo"]).ok()));
        (ranks, prizes)
    };
    let decides = |one, other| format!("a play-off decides between {one} and {other}");
    let (ranks, prizes) = after("play-off", [(a, b), (d, c)]);
    assert_eq!(ranks, [a, d, b, c]);
    assert_eq!((&prizes[0], &prizes[3]), (&decides(a, d), &decides(b, c)));
    assert_eq!(after("play-off", [(c, a), (d, b)]).0, [c, d, a, b]);
    assert_eq!(after("shared", [(c, a), (d, b)]).0, [c, d, a, b]);
    // Tie-breaks that decide are overruled by the matches alone.
    assert_eq!(after("tie-breaks", [(c, a), (d, b)]).0, [c, d, a, b]);
    assert_eq!(after("tie-breaks", [(b, a), (d, c)]).0, [b, a, d, c]);
}

#[test]
fn the_winner_of_a_play_off_is_first_in_the_standings() {
    let hall = two_level_winners();
    let ranks = |hall: &Hall| {
        let rows = hall.json(&["standings"])["rows"].clone();
        [0, 1].map(|at| (rows[at]["rank"].as_u64().unwrap(), rows[at]["team"]["number"].as_u64().unwrap()))
    };
    assert_eq!(ranks(&hall), [(1, 1), (1, 2)]);
    hall.run(&["prize", "play-off", "1", "2", "1/2"]).ok();
    assert_eq!(ranks(&hall), [(1, 1), (1, 2)], "a drawn play-off goes on");
    hall.run(&["prize", "play-off", "1", "2", "0-1"]).ok();
    assert_eq!(ranks(&hall), [(1, 2), (2, 1)]);
    assert_eq!(winners(&hall)[0].1, "Team 2");
    assert!(hall.run(&["report"]).ok().out.contains("Play-off: Team 1 0-1 Team 2"));
    // Under tie-breaks that part them it overrules them.
    hall.run(&["section", "edit", "Open", "--tiebreaks", "lot"]).ok();
    assert_eq!(ranks(&hall), [(1, 2), (2, 1)]);
}

#[test]
fn shared_places_pool_and_divide_what_they_are_worth() {
    let hall = two_level_winners();
    for prize in ["1", "2", "3"] {
        drop(hall.run(&["prize", "remove", prize]));
    }
    hall.run(&["prize", "add", "--place", "1-3", "--value", "25"]).ok();
    hall.run(&["prize", "rules", "--ties", "shared"]).ok();
    let prizes = hall.json(&["prizes"])["prizes"].clone();
    let lines: Vec<String> = prizes
        .as_array()
        .unwrap()
        .iter()
        .map(|p| format!("{} {} {}", p["prize"].as_str().unwrap(), p["winner"].as_str().unwrap(), p["share"]))
        .collect();
    assert_eq!(
        lines,
        [
            "1st place Team 1 2500",
            "1st place Team 2 2500",
            "2nd place not awarded null",
            "3rd place Team 3 1250",
            "3rd place Team 4 1250"
        ]
    );
    assert_eq!(prizes[0]["note"], "1 point, shared by 2, 25.00 of 50.00 for 1st place, 2nd place");
}

/// Three are first, two of them in K-3, whose prize is worth more than the first place.
#[test]
fn a_tie_divides_places_and_a_class_prize_to_the_cent_and_says_what_each_is_worth() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--rounds", "1"]).ok();
    for (team, grade) in [(1, 5), (2, 2), (3, 2), (4, 5), (5, 5), (6, 5)] {
        let players = ["a", "b"].map(|partner| format!("{partner}{team} Alpha,{grade},{}", 1500 - team));
        let name = format!("Team {team}");
        hall.run(&["team", "add", &name, "--section", "Open", "--player", &players[0], "--player", &players[1]]).ok();
    }
    hall.run(&["pair"]).ok();
    let lines: String =
        hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
    hall.run_with(&["enter"], &lines).ok();
    for (place, value) in [("1", "1000"), ("2", "500.00"), ("3", "299.5")] {
        hall.run(&["prize", "add", "--place", place, "--value", value]).ok();
    }
    hall.run(&["prize", "add", "--class", "K-3", "--value", "1100"]).ok();
    hall.run(&["prize", "add", "--place", "9", "--value", "1.234"]).fails(2, "write it like 25 or 25.50");
    hall.run(&["prize", "rules", "--ties", "shared"]).ok();
    let list = hall.json(&["prizes"]);
    let shares: Vec<u64> =
        list["prizes"].as_array().unwrap().iter().filter_map(|prize| prize["share"].as_u64()).collect();
    assert_eq!(shares, [86_667, 86_667, 86_666, 9_984, 9_983, 9_983]);
    let values: Vec<u64> =
        list["prizes"].as_array().unwrap().iter().filter_map(|prize| prize["value"].as_u64()).collect();
    assert_eq!(values, [110_000, 100_000, 100_000, 100_000, 50_000, 29_950, 29_950, 29_950], "every prize has its own");
    assert_eq!(list["total_value"], 289_950);
    let output = hall.run(&["prizes"]).ok().out;
    assert!(output.contains("worth 2899.50 in all") && output.contains("1100.00"), "{output}");
    assert!(output.contains("with the leftover cent"), "{output}");
    hall.run(&["prizes", "-o", "p.csv"]).ok();
    let csv = std::fs::read_to_string(hall.path("p.csv")).unwrap();
    assert!(csv.contains("Prize,Winner,Winner no.,Players,Value,Share,With"), "{csv}");
    assert!(csv.contains(",1000.00,866.67,") || csv.contains(",1000,866.67,"), "{csv}");
    assert!(hall.run(&["ceremony"]).ok().out.contains("866.67 of 2600.00"));
    assert!(!hall.run(&["prizes", "--as-list", "labels"]).ok().out.contains("866.67"));
    assert!(hall.run(&["prizes", "--as-list", "labels-with-value"]).ok().out.contains("866.67"));
}

/// One was withdrawn before the first round, one never came, one had a bye and nothing else.
#[test]
fn who_never_sat_down_wins_no_prize_unless_it_is_given_one() {
    let hall = Hall::with_teams(5);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["team", "withdraw", "5"]).ok();
    hall.run(&["bye", "4", "--round", "1", "--points", "full"]).ok();
    hall.run(&["team", "edit", "3", "--school", "North"]).ok();
    hall.run(&["bye", "3", "--round", "1", "--points", "half"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "1-0"]).ok();
    hall.run(&["prize", "add", "--place", "1-4"]).ok();
    hall.run(&["prize", "add", "--special", "Best name"]).ok();
    hall.run(&["prize", "add", "--school"]).ok();
    let winner = |prize: usize| winners(&hall)[prize].1.clone();
    let won: Vec<String> = winners(&hall).into_iter().map(|(_, winner)| winner).collect();
    let awarded = won.iter().filter(|winner| *winner != "not awarded").count();
    assert_eq!(awarded, 2, "{won:?}");
    assert!(won[..2].iter().all(|winner| ["Team 1", "Team 2"].contains(&winner.as_str())), "{won:?}");
    hall.run(&["prize", "give", "Best name", "4"]).ok();
    assert!((0..won.len()).any(|prize| winner(prize) == "Team 4"), "{:?}", winners(&hall));
}

#[test]
fn a_class_prize_waits_while_a_play_off_may_still_move_its_winner_up() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "round-robin"]).ok();
    for (team, grade) in [("A", 5), ("B", 4), ("C", 4), ("D", 5)] {
        let players = ["a", "b"].map(|partner| format!("{team}{partner} Alpha,{grade}"));
        hall.run(&["team", "add", team, "--section", "Open", "--player", &players[0], "--player", &players[1]]).ok();
    }
    for _ in 0..3 {
        hall.run(&["pair"]).ok();
        // A beats B, B beats C, C beats A, and everybody D.
        for (table, first, second) in hall.tables() {
            let first_won = second == 4 || [(1, 2), (2, 3), (3, 1)].contains(&(first, second));
            hall.run(&["result", &table.to_string(), if first_won { "1-0" } else { "0-1" }]).ok();
        }
    }
    hall.run(&["prize", "rules", "--ties", "play-off"]).ok();
    hall.run(&["prize", "add", "--place", "1-2"]).ok();
    hall.run(&["prize", "add", "--class", "5"]).ok();
    // C has beaten A, and B has not played: A may come second yet, and then D has the prize of the class.
    hall.run(&["prize", "play-off", "C", "A", "1-0"]).ok();
    assert_eq!(winners(&hall).iter().filter(|(_, winner)| winner == "not awarded").count(), 3);
    assert!(hall.run(&["prizes"]).ok().out.contains("a play-off decides between A and D"));
    hall.run(&["prize", "play-off", "A", "B", "1-0"]).ok();
    assert_eq!(winners(&hall)[0].1, "not awarded", "B has not met C");
    hall.run(&["prize", "play-off", "C", "B", "1-0"]).ok();
    let won: Vec<String> = winners(&hall).into_iter().map(|(_, winner)| winner).collect();
    assert_eq!(won, ["C", "A", "D"]);
}

/// Of each prize who has it, or between whom it is.
fn notes(hall: &Hall) -> Vec<String> {
    let prizes = hall.json(&["prizes"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().replace("Team ", "");
    let one = |one: &Value| match one["winner"].as_str() {
        Some("not awarded") => text(&one["note"]),
        _ => text(&one["winner"]),
    };
    prizes["prizes"].as_array().unwrap().iter().map(one).collect()
}

#[test]
fn four_who_lost_in_a_quarter_final_play_their_places_out_like_a_knockout() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--pairing", "knockout"]).ok();
    hall.enter_teams("Open", 1..=8);
    for _ in 0..3 {
        hall.run(&["pair"]).ok();
        let lines: String =
            hall.tables().iter().map(|(table, a, b)| format!("{table} {}\n", if a < b { 1 } else { 2 })).collect();
        hall.run_with(&["enter"], &lines).ok();
    }
    hall.run(&["prize", "add", "--place", "5-8"]).ok();
    hall.run(&["prize", "rules", "--play-off", "knockout"]).ok().says("a play-off is a knockout");
    let among = |teams: &str| format!("a play-off decides between {teams}");
    assert_eq!(notes(&hall), [(); 4].map(|()| among("5, 6, 7 and 8")));
    let play_off = |first: &str, second: &str| {
        let output = hall.run(&["prize", "play-off", &format!("Team {first}"), &format!("Team {second}"), "1-0"]).ok();
        assert!(!output.err.contains("decides nothing"), "{}", output.err);
    };
    // Who has lost one may still come sixth.
    play_off("5", "8");
    assert!(notes(&hall).iter().all(|prize| prize.starts_with("a play-off decides")), "{:?}", notes(&hall));
    play_off("6", "7");
    assert_eq!(
        notes(&hall),
        [among("5 and 6"), among("5 and 6"), among("7 and 8"), among("7 and 8")].map(|prize| prize)
    );
    // The team that wins the match for the seventh place, who lost the one for the fifth is sixth.
    play_off("8", "7");
    play_off("6", "5");
    assert_eq!(notes(&hall), ["6", "5", "8", "7"]);
    let ranks: Vec<u64> = rows(&hall)[4..].iter().map(|(.., team)| *team).collect();
    assert_eq!(ranks, [6, 5, 8, 7]);
}

#[test]
fn a_play_off_of_four_that_is_half_played_ranks_winners_before_losers() {
    for semi_finals in [[["4", "2"], ["1", "3"]], [["1", "2"], ["3", "4"]]] {
        let hall = Hall::with_teams(8);
        hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
        hall.run(&["pair"]).ok();
        hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
        let level = |hall: &Hall| rows(hall)[..4].iter().map(|(.., team)| *team).collect::<Vec<u64>>();
        let before = level(&hall);
        hall.run(&["prize", "add", "--place", "1-4"]).ok();
        hall.run(&["prize", "rules", "--ties", "play-off"]).ok();
        for [winner, loser] in semi_finals {
            hall.run(&["prize", "play-off", winner, loser, "1-0"]).ok();
        }
        let won = |team: &u64| semi_finals.iter().any(|[winner, _]| winner.parse() == Ok(*team));
        let (winners, losers): (Vec<u64>, Vec<u64>) = before.iter().partition(|team| won(team));
        assert_eq!(level(&hall), [winners, losers].concat(), "the order before, {before:?}, within each");
    }
}

#[test]
fn four_who_all_meet_in_a_play_off_wait_until_nobody_can_be_passed() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["prize", "add", "--place", "1-4"]).ok();
    hall.run(&["prize", "rules", "--ties", "play-off"]).ok();
    let [one, two, three, four] = [0, 1, 2, 3].map(|at| rows(&hall)[at].2.to_string());
    let play = |winner: &str, loser: &str| hall.run(&["prize", "play-off", winner, loser, "1-0"]).ok();
    play(&one, &three);
    play(&two, &four);
    play(&one, &four);
    let given = || winners(&hall).into_iter().filter(|(_, winner)| winner.starts_with("Team")).count();
    assert_eq!(given(), 0, "{:?}", winners(&hall));
    hall.run(&["standings"]).ok().says("A play-off will decide between");
    play(&two, &one);
    play(&three, &four);
    assert_eq!(given(), 1, "who has lost all three is fourth: {:?}", winners(&hall));
    play(&two, &three);
    assert_eq!(given(), 4, "{:?}", winners(&hall));
}

/// After four matches it may be a knockout that is over, or everybody against everybody with two matches to come.
#[test]
fn what_a_play_off_is_is_asked_where_its_matches_fit_both_and_until_then_no_prize_is_given() {
    let hall = Hall::with_teams(8);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    hall.run(&["prize", "add", "--place", "1-4"]).ok();
    hall.run(&["prize", "rules", "--ties", "play-off"]).ok();
    let [one, two, three, four] = [0, 1, 2, 3].map(|at| rows(&hall)[at].2.to_string());
    let play = |winner: &str, loser: &str| hall.run(&["prize", "play-off", winner, loser, "1-0"]);
    let given = || winners(&hall).into_iter().filter(|(_, winner)| winner.starts_with("Team")).count();
    for (winner, loser) in [(&one, &four), (&two, &three), (&one, &two), (&three, &four)] {
        let asked = play(winner, loser).ok().err;
        assert!(asked.contains("bughouse prize rules Open --play-off knockout"), "{asked}");
        assert!(asked.contains("bughouse prize rules Open --play-off all-play-all"), "{asked}");
        assert_eq!(given(), 0, "{:?}", winners(&hall));
    }
    assert!(hall.run(&["prizes"]).ok().err.contains("--play-off all-play-all"));
    hall.run(&["prize", "rules", "--play-off", "knockout"]).ok();
    assert_eq!(given(), 4, "{:?}", winners(&hall));
    play(&three, &one).fails(1, "can't be a match in a knockout").says("--play-off all-play-all");
    hall.run(&["prize", "rules", "--play-off", "all-play-all"]).ok();
    assert_eq!(given(), 0, "{:?}", winners(&hall));
    play(&three, &one).ok();
    hall.run(&["prize", "rules", "--play-off", "knockout"]).fails(1, "isn't a knockout");
}

/// Drawn and played again it counts once; drawn and over, one more match is asked for.
#[test]
fn a_drawn_match_of_a_play_off_of_three_is_played_again_and_counts_once() {
    let hall = Hall::with_teams(6);
    hall.run(&["section", "edit", "Open", "--rounds", "1"]).ok();
    round(&hall);
    hall.run(&["prize", "add", "--place", "1-3"]).ok();
    hall.run(&["prize", "rules", "--ties", "play-off", "--play-off", "all-play-all"]).ok();
    let [one, two, three] = [0, 1, 2].map(|at| rows(&hall)[at].2.to_string());
    let play = |first: &str, second: &str, result: &str| hall.run(&["prize", "play-off", first, second, result]);
    let given = || winners(&hall).into_iter().filter(|(_, winner)| winner.starts_with("Team")).count();
    for (first, second, result) in
        [(&one, &two, "1/2"), (&one, &two, "1-0"), (&two, &three, "1-0"), (&three, &one, "1-0")]
    {
        play(first, second, result).ok();
    }
    assert_eq!(given(), 0, "each has beaten another: {:?}", winners(&hall));
    [(); 4].iter().for_each(|()| drop(hall.run(&["undo"]).ok()));
    for (first, second, result) in [(&one, &two, "1/2"), (&two, &three, "0-1"), (&one, &three, "1-0")] {
        play(first, second, result).ok();
    }
    assert_eq!(given(), 3, "{:?}", winners(&hall));
    play(&one, &two, "0-1").fails(1, "the play-off is already entered").says("--again");
}

#[test]
fn who_can_win_nothing_has_no_rank_in_a_class() {
    let hall = Hall::with_teams(4);
    hall.run(&["standings", "--working"]).ok().says("Tie-breaks before round 1");
    round(&hall);
    let first = hall.json(&["standings"])["rows"][0]["team"]["number"].clone();
    hall.run(&["team", "expel", &first.to_string()]).ok();
    let output = hall.run(&["standings", "--by-class"]).ok().out;
    assert!(output.contains("§") && output.contains("§ withdrew from the event"), "{output}");
    let rows = hall.json(&["standings", "--by-class"])["classes"][0]["rows"].clone();
    let expelled = rows.as_array().unwrap().iter().find(|row| row["team"]["number"] == first).unwrap();
    assert!(expelled["rank"].is_null() && expelled["rank_in_section"].is_u64(), "{rows}");
    let ranks: Vec<u64> = rows.as_array().unwrap().iter().filter_map(|row| row["rank"].as_u64()).collect();
    assert_eq!(ranks[0], 1, "{rows}");
}
