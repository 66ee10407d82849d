//! What was really played is in every document: forfeits of a double round, colors, rounds that a quad never had, ties that never were.

use super::hall::Hall;
use serde_json::{Value, json};

fn row(hall: &Hall, words: &[&str], team: u64) -> Value {
    let rows = hall.json(words)["rows"].as_array().expect("a list").clone();
    rows.into_iter().find(|row| row["team"]["number"] == team).expect("it is in the table")
}

fn double_round(format: &str) -> (Hall, u64, u64) {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open", "--matches", "2", "--rounds", "3", "--pairing", format]).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    let (table, first, second) = hall.tables()[0];
    assert_eq!(table, 1);
    hall.run(&["result", "1", "+/-", "--match", "1"]).ok();
    hall.run(&["result", "1", "-/+", "--match", "2"]).ok();
    hall.run_with(&["enter"], "2.1 1\n2.2 1\n").ok();
    (hall, first, second)
}

#[test]
fn a_double_round_with_a_forfeit_each_is_won_by_nobody() {
    let (hall, first, second) = double_round("swiss");
    let shown = |team: u64| row(&hall, &["crosstable"], team)["rounds"][0]["shown"].clone();
    assert_eq!((shown(first), shown(second)), (json!(format!("XF{second}")), json!(format!("FX{first}"))));
    for (team, other) in [(first, second), (second, first)] {
        let what = hall.json(&["team", "show", &team.to_string()])["rounds"][0]["what"].clone();
        assert_eq!(what, format!("each team forfeited one match against Team {other} ({other})"));
    }
    let trf = hall.run(&["export", "trf", "--dialect", "individuals"]).ok().out;
    let games = |team: u64| {
        trf.lines().find(|line| line.starts_with(&format!("001 {team:>4}"))).expect("it is there")[91..].to_owned()
    };
    let codes = |team: u64| {
        games(team).split_whitespace().filter(|word| word.len() == 1 && "+-".contains(*word)).collect::<String>()
    };
    assert!(codes(first).contains('+') && codes(first).find('+') < codes(first).rfind('-'), "{}", games(first));
    // In the square of a round robin both signs stand.
    let (square, first, _) = double_round("round-robin");
    let meetings = row(&square, &["crosstable"], first)["meetings"].to_string();
    assert!(meetings.contains("+-"), "{meetings}");
}

#[test]
fn one_match_forfeited_and_the_other_by_both_is_won() {
    let (hall, first, second) = double_round("swiss");
    hall.run(&["result", "1", "-/-", "--match", "1", "--replace"]).ok();
    let shown = |team: u64| row(&hall, &["crosstable"], team)["rounds"][0]["shown"].clone();
    assert_eq!((shown(first), shown(second)), (json!(format!("F{second}")), json!(format!("FX{first}"))));
    assert_eq!(
        hall.json(&["team", "show", &second.to_string()])["rounds"][0]["what"],
        format!("won by forfeit against Team {first} ({first})")
    );
}

#[test]
fn points_of_a_team_are_reported_as_its_section_prints_them() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--match-points", "0.5"]).ok();
    hall.run(&["bye", "4", "--round", "2"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall.run(&["pair", "--anyway"]).ok();
    let rounds = |team: &str| hall.json(&["team", "show", team])["rounds"].clone();
    assert_eq!(rounds("1")[0]["points"], 0.5);
    assert_eq!(rounds("4")[1]["points"], 0.25);
    hall.run(&["team", "show", "4"]).ok().says("¼");
}

#[test]
fn who_really_had_white_is_reported_logged_and_exported() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    let (_, first, second) = hall.tables()[0];
    let colour = |team: u64| {
        let trf = hall.run(&["export", "trf", "--dialect", "individuals"]).ok().out;
        let line =
            trf.lines().find(|line| line.starts_with(&format!("001 {team:>4}"))).expect("it is there").to_owned();
        line.chars().nth(96).expect("a colour")
    };
    hall.run(&["result", "1", "1-0", "a", "mate"]).ok();
    assert_eq!((colour(first), colour(second)), ('w', 'b'), "as printed");
    let white = format!("P{second}a,P{first}b");
    let said = hall.run(&["result", "1", "1-0", "--white", &white]).ok();
    let message = format!("White: P{second}a Alpha on board a, P{first}b Beta on board b");
    assert!(said.out.contains(&message) && !said.out.contains("nothing was changed"), "{}", said.out);
    assert_eq!((colour(first), colour(second)), ('b', 'w'));
    hall.run(&["log"]).ok().says(&message);
    // The mate is still there, and the same again changes nothing.
    hall.run(&["result", "1", "1-0", "a", "mate", "--white", &white]).ok().says("nothing was changed");
    // A correction of the result leaves the colors.
    hall.run(&["result", "1", "0-1", "--replace"]).ok().says(&message);
    assert_eq!(colour(first), 'b');
}

#[test]
fn a_finished_quad_keeps_its_tie_breaks_while_a_larger_group_plays_on() {
    let hall = Hall::under("us-chess-2018");
    let tiebreaks = "modified-median,solkoff,cumulative,fide-bh,fide-ps";
    let options = ["--pairing", "quads", "--large-group", "round-robin", "--tiebreaks", tiebreaks];
    hall.run(&[&["section", "add", "Open"], &options[..]].concat()).ok();
    hall.enter_teams("Open", 1..=9);
    let mut after_three = Value::Null;
    for round in 1..=5 {
        hall.run(&["pair"]).ok();
        let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
        hall.run_with(&["enter"], &lines).ok();
        if round == 3 {
            after_three = (1..=4).map(|team| row(&hall, &["standings"], team)["tiebreaks"].clone()).collect();
        }
    }
    let now: Value = (1..=4).map(|team| row(&hall, &["standings"], team)["tiebreaks"].clone()).collect();
    assert_eq!(now, after_three);
    assert_eq!(hall.json(&["team", "show", "1"])["rounds"].as_array().map(Vec::len), Some(3));
    let csv = hall.run(&["export", "csv"]).ok().out;
    let widths: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert!(widths.windows(2).all(|two| two[0] == two[1]), "{csv}");
}

#[test]
fn a_tie_break_that_was_not_applied_is_no_nought() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--tiebreaks", "modified-median,result-between-tied"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 =\n").ok();
    let (_, first, _) = hall.tables()[0];
    assert!(row(&hall, &["standings"], first)["tiebreaks"]["result-between-tied"].is_null(), "nobody is tied with it");
    let (_, drawn, _) = hall.tables()[1];
    assert_eq!(row(&hall, &["standings"], drawn)["tiebreaks"]["result-between-tied"], 0.0);
    hall.run(&["standings", "-o", "s.csv"]).ok();
    let csv = std::fs::read_to_string(hall.path("s.csv")).expect("it was written");
    let line = csv.lines().find(|line| line.contains(&format!("Team {first},"))).expect("it is there");
    assert!(line.ends_with('–'), "{line}");
}

#[test]
fn nobody_leads_alone_where_many_are_level() {
    let hall = Hall::with_teams(10);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n5 1\n").ok();
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site").join("index.html")).expect("it was written");
    assert!(!page.contains("in the lead"), "{page}");
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 =\n").ok();
    hall.run(&["publish", "site"]).ok();
    let page = std::fs::read_to_string(hall.path("site").join("index.html")).expect("it was written");
    assert!(page.contains(" in the lead with <b>1 point"), "{page}");
}

#[test]
fn a_pile_shows_slips_that_were_printed_with_other_sides() {
    let hall = Hall::with_teams(4);
    hall.run(&["pair"]).ok();
    hall.run(&["slips", "-o", "slips.html"]).ok();
    let (_, first, second) = hall.tables()[0];
    hall.run(&["pairing", "swap", "team", &first.to_string(), "team", &second.to_string()]).ok();
    let said = hall.run_with(&["enter"], "1 1am\n2 1\n").ok().out;
    let message = format!(
        "its slip was printed with Team {first} first; if that's what you meant: bughouse result 1 0-1 --replace"
    );
    assert!(said.contains(&message), "{said}");
    assert_eq!(said.matches("was printed").count(), 1, "{said}");
    // Printed again, it says what is on file.
    hall.run(&["undo"]).ok();
    hall.run(&["slips", "--changed", "-o", "changed.html"]).ok();
    let said = hall.run_with(&["enter"], "1 1am\n2 1\n").ok().out;
    assert!(!said.contains("was printed"), "{said}");
}
