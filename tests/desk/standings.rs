//! The standings at the desk: what the director decides about them.

use super::hall::Hall;
use serde_json::Value;

/// Four teams after round 1, in which the first two of the field won.
fn after_a_round() -> Hall {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--tiebreaks", "lot,solkoff,cumulative"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    hall
}

/// Place, then Lot, Solkoff and Cumulative of the team.
fn line(hall: &Hall, team: u64) -> (u64, [f64; 3]) {
    let standings = hall.json(&["standings"]);
    let row = standings["rows"].as_array().unwrap().iter().find(|row| row["team"]["number"] == team).unwrap();
    (row["rank"].as_u64().unwrap(), ["lot", "solkoff", "cumulative"].map(|id| row["tiebreaks"][id].as_f64().unwrap()))
}

#[test]
fn a_penalty_comes_off_the_first_tie_break_that_counts_points() {
    let hall = after_a_round();
    let winner = hall.json(&["standings"])["rows"][0]["team"]["number"].as_u64().unwrap();
    let (_, before) = line(&hall, winner);
    let number = winner.to_string();
    hall.run(&["team", "edit", &number, "--tiebreak-penalty", "1.5"]).ok();
    let (_, after) = line(&hall, winner);
    assert_eq!(
        after,
        [before[0], before[1] - 1.5, before[2]],
        "the lot counts no points, Solkoff is the first that does"
    );
    assert!(hall.run(&["team", "show", &number]).ok().out.contains("1½ by ruling"));
    assert_eq!(hall.json(&["team", "show", &number])["tiebreak_penalty"], 1.5);
    assert!(hall.run(&["standings", "--working"]).ok().out.contains("- 1½ by ruling = "));
    assert!(hall.run(&["export", "json"]).ok().out.contains("\"tiebreak_penalty\": 1.5"));

    hall.run(&["undo"]).ok();
    assert_eq!(line(&hall, winner).1, before);
    hall.run(&["redo"]).ok();
    assert_eq!(line(&hall, winner).1, after);
    hall.run(&["team", "edit", &number, "--tiebreak-penalty", "0"]).ok();
    assert_eq!(line(&hall, winner).1, before);
    assert!(!hall.run(&["team", "show", &number]).ok().out.contains("by ruling"));
}

#[test]
fn a_penalty_parts_teams_that_were_tied() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--tiebreaks", "cumulative"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let rows = hall.json(&["standings"])["rows"].clone();
    assert_eq!((&rows[0]["rank"], &rows[1]["rank"]), (&1.into(), &1.into()));
    let [first, second] = [0, 1].map(|row| rows[row]["team"]["number"].to_string());
    hall.run(&["team", "edit", &first, "--tiebreak-penalty", "½"]).ok();
    let rows = hall.json(&["standings"])["rows"].clone();
    assert_eq!(rows[0]["team"]["number"].to_string(), second);
    assert_eq!((&rows[0]["rank"], &rows[1]["rank"]), (&1.into(), &2.into()));
}

#[test]
fn a_penalty_is_from_0_to_50_points_in_halves() {
    let hall = Hall::with_teams(2);
    for typed in ["50", "49.5", "3.0", "0"] {
        hall.run(&["team", "edit", "1", "--tiebreak-penalty", typed]).ok();
    }
    for typed in ["50.5", "51", "-1", "0.25", "one", "", "."] {
        hall.run(&["team", "edit", "1", &format!("--tiebreak-penalty={typed}")]).fails(2, "--tiebreak-penalty");
    }
}

#[test]
fn the_standings_sign_house_teams_and_teams_whose_result_is_out() {
    let hall = Hall::with_teams(4);
    hall.run(&["team", "edit", "4", "--house", "yes"]).ok();
    hall.run(&["team", "edit", "3", "--name", "Waiting"]).ok();
    let before = hall.run(&["standings"]).ok().out;
    assert!(before.contains("† house team, not eligible for prizes") && !before.contains('*'), "{before}");
    hall.run(&["team", "edit", "4", "--house", "no"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n").ok();
    let open: Vec<u64> = hall.tables().iter().filter(|t| t.0 == 2).flat_map(|t| [t.1, t.2]).collect();
    let standings = hall.json(&["standings"]);
    for row in standings["rows"].as_array().unwrap() {
        let waits = open.contains(&row["team"]["number"].as_u64().unwrap());
        assert_eq!((&row["provisional"], &row["house"]), (&waits.into(), &false.into()));
    }
    let shown = hall.run(&["standings"]).ok().out;
    assert!(shown.contains("* this team has a result or an appeal still open") && !shown.contains('†'), "{shown}");
    hall.run_with(&["enter"], "2 1\n").ok();
    assert!(!hall.run(&["standings"]).ok().out.contains('*'));
}

#[test]
fn the_standings_are_provisional_while_an_appeal_is_open() {
    let hall = super::ruling_ladders::paired("us-chess-2018");
    hall.run(&["official", "add", "Sam", "--role", "section-chief"]).ok();
    hall.run(&["rule", "1", "P1a", "hidden", "--as", "Sam"]).ok();
    hall.run(&["rule", "1", "P1a", "hidden", "--as", "Sam"]).ok();
    let others: String =
        hall.tables().iter().map(|t| t.0).filter(|table| *table > 1).map(|table| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &others).ok();
    let settled = hall.run(&["standings"]).ok().out;
    assert!(!settled.contains("Provisional") && !settled.contains('*'), "{settled}");
    hall.run(&["appeal", "file", "2", "--by", "P1a"]).ok();
    let standings = hall.json(&["standings"]);
    let at_table: Vec<u64> = hall.tables().iter().filter(|t| t.0 == 1).flat_map(|t| [t.1, t.2]).collect();
    for row in standings["rows"].as_array().unwrap() {
        let number = row["team"]["number"].as_u64().unwrap();
        assert_eq!(row["provisional"], at_table.contains(&number), "team {number}");
    }
    assert!(hall.run(&["standings"]).ok().out.contains("Provisional: appeal 1 of ruling 2 is open"));
}

#[test]
fn on_a_terminal_of_80_columns_a_team_takes_one_line_and_the_leader_stays_in_sight() {
    let hall = Hall::with_teams(8);
    hall.run(&["team", "edit", "1", "--name", "The Very Long Name of a Team that No Column Ever Holds"]).ok();
    hall.run(&["team", "edit", "2", "--school", "Washington Magnet School of the Arts and Sciences"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n3 1\n4 1\n").ok();
    let Some(said) = hall.at_a_terminal(&["standings"], "") else { return };
    assert!(said.out.lines().count() <= 24, "{}", said.out);
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
    assert!(said.out.contains("The Very Long Name") && said.out.contains(" hidden: "), "{}", said.out);
    // Points and tie-breaks are shown before schools, however long these are.
    let head = said.out.lines().find(|line| line.starts_with("Rank")).expect("there is a table");
    assert!(head.contains("Pts") && head.contains("MM") && !head.contains("School"), "{}", said.out);
    let chart = hall.at_a_terminal(&["crosstable"], "").expect("the terminal was there before").out;
    assert!(chart.lines().count() <= 24 && chart.contains("Rd 1") && chart.contains("Pts"), "{chart}");
    for team in 1..=8 {
        for out in [&said.out, &chart] {
            assert_eq!(
                out.lines().filter(|line| line.contains(&format!("Team {team}"))).count(),
                usize::from(team > 1),
                "{out}"
            );
        }
    }
    let wide = hall.at_a_terminal_of(200, &["standings"], "").expect("the terminal was there before");
    assert!(!wide.out.contains("School hidden"), "{}", wide.out);
}

#[test]
fn no_rule_in_a_pager_is_longer_than_a_screen() {
    let hall = Hall::with_teams(2);
    hall.run(&["team", "edit", "1", "--name", &"Long ".repeat(39)]).ok();
    let said = hall.run(&["log"]).ok().out;
    let rules: Vec<usize> =
        said.lines().filter(|line| line.starts_with('─')).map(|line| line.chars().count()).collect();
    assert!(!rules.is_empty() && rules.iter().all(|length| *length <= 100), "{rules:?}");
}

#[test]
fn a_late_entry_changes_nobodys_pairing_number() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--tiebreaks", "fide-tpn,lot"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 =\n2 =\n").ok();
    hall.run(&["team", "add", "Late", "--player", "La Te,3,2900", "--player", "Lo Te,3,2900"]).ok();
    hall.run(&["pair"]).ok();
    let rows = hall.json(&["standings", "--after", "1"])["rows"].clone();
    let number = |row: &serde_json::Value| (row["team"]["number"].as_u64(), row["tiebreaks"]["fide-tpn"].as_f64());
    let numbers: Vec<_> = rows.as_array().expect("rows").iter().map(number).collect();
    assert_eq!(numbers, [1_u32, 2, 3, 4, 5].map(|at| (Some(at.into()), Some(f64::from(at)))));
}

#[test]
fn who_came_later_is_marked_in_the_standings_of_before() {
    let hall = Hall::with_teams(4);
    for round in 1..=2 {
        hall.run(&["pair"]).ok();
        for (table, ..) in hall.tables() {
            hall.run(&["result", &table.to_string(), "1-0"]).ok();
        }
        if round == 1 {
            hall.enter_teams("Open", 5..=6);
        }
    }
    let later = |after: &str| {
        let rows = hall.json(&["standings", "--after", after])["rows"].as_array().unwrap().clone();
        let later = rows.iter().filter(|row| row["later"] == true || row["signs"]["later"] == true);
        later.map(|row| row["team"]["number"].as_i64().unwrap()).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!([later("1"), later("2")], [[5, 6].into(), [].into()]);
    hall.run(&["standings", "--after", "1"]).ok().says("+ not in any round yet");
}

#[test]
fn a_round_counts_in_the_standings_once_a_result_is_in_it() {
    let hall = Hall::with_teams(5);
    let after = || {
        let desk = hall.json(&["standings"]);
        hall.run(&["export", "trf", "-o", "open.trf", "--force"]).ok();
        let engine = hall.json(&["engine", "standings", "open.trf"]);
        assert_eq!(desk["after_round"], engine["after_round"]);
        let points = |table: &Value| -> f64 {
            table["rows"].as_array().expect("a list").iter().filter_map(|row| row["points"].as_f64()).sum()
        };
        assert_eq!(points(&desk), points(&engine));
        (desk["after_round"].as_u64(), points(&desk))
    };
    hall.run(&["pair"]).ok();
    assert_eq!(after(), (Some(0), 0.0));
    // One board is known and decides nothing.
    hall.run(&["result", "1", "1/2", "a", "repetition"]).ok();
    assert_eq!(after(), (Some(0), 0.0));
    hall.run(&["pair", "--anyway"]).ok();
    assert_eq!(after(), (Some(0), 0.0));
    hall.run(&["result", "2", "1-0", "--round", "1"]).ok();
    assert_eq!(after(), (Some(1), 2.0));
    hall.run(&["result", "1", "1-0"]).ok();
    assert_eq!(after(), (Some(2), 4.0));
}

#[test]
fn a_match_of_two_that_was_won_by_absence_is_no_point_at_the_board() {
    let hall = Hall::under("us-chess-2018");
    let options = ["--rounds", "3", "--matches", "2", "--unplayed-last", "yes", "--tiebreaks", "fide-tpn,lot"];
    hall.run(&[&["section", "add", "Open"], &options[..]].concat()).ok();
    hall.enter_teams("Open", 1..=4);
    hall.run(&["pair"]).ok();
    for words in [["1", "0-1", "1"], ["1", "+/-", "2"], ["2", "1-0", "1"], ["2", "0-1", "2"]] {
        hall.run(&["result", words[0], words[1], "--match", words[2]]).ok();
    }
    let first = hall.json(&["pairings"])["pairings"][0]["first"]["number"].clone();
    let standings = hall.json(&["standings"]);
    let teams = standings["rows"].as_array().unwrap();
    assert_eq!(teams.last().unwrap()["team"]["number"], first, "{standings}");
}

/// What moved a team beyond its tie-breaks is marked on the sheet.
#[test]
fn a_team_that_is_last_for_its_unplayed_score_is_marked_and_so_is_a_penalty() {
    let hall = Hall::with_teams(5);
    hall.run(&["section", "edit", "Open", "--unplayed-last", "yes"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let (sheet, json) = (hall.run(&["standings"]).ok().out, hall.json(&["standings"]));
    assert!(sheet.contains(" 3U ") && sheet.contains("U no points from games played"), "{sheet}");
    let marked = |row: &serde_json::Value| row["unplayed"] == true;
    assert_eq!(json["rows"].as_array().unwrap().iter().position(marked), Some(2), "{json}");
    hall.run(&["standings", "--working"]).ok().says("None of its points come from games played");
    assert!(!sheet.contains("P tie-break"), "{sheet}");
    hall.run(&["team", "edit", "1", "--tiebreak-penalty", "1"]).ok();
    hall.run(&["standings"]).ok().says("P tie-break points deducted by ruling");
}

/// prizes.md: house teams, struck teams and those expelled win nothing.
#[test]
fn who_left_is_marked_in_the_standings_by_class_and_who_can_win_nothing_has_no_rank_there() {
    let hall = after_a_round();
    let first = hall.json(&["standings"])["rows"][0]["team"]["number"].as_u64().unwrap();
    let ranks = || {
        let classes = hall.json(&["standings", "--by-class"])["classes"].clone();
        let rows = classes[0]["rows"].as_array().unwrap().clone();
        let own = rows.iter().find(|row| row["team"]["number"] == first).unwrap()["rank"].clone();
        (own, rows[1]["rank"].clone())
    };
    assert_eq!(ranks(), (1.into(), 2.into()));
    hall.run(&["team", "withdraw", &first.to_string()]).ok();
    assert_eq!(ranks(), (1.into(), 2.into()), "what its points win it keeps");
    hall.run(&["standings", "--by-class"]).ok().says("§ withdrew from the event");
    hall.run(&["undo"]).ok();
    hall.run(&["team", "expel", &first.to_string()]).ok();
    assert_eq!(ranks(), (serde_json::Value::Null, 1.into()));
}

#[test]
fn a_forfeit_that_counts_as_played_in_a_round_robin_is_said_to_be_one() {
    let hall = Hall::with_teams(3);
    hall.run(&["section", "edit", "Open", "--pairing", "round-robin", "--tiebreaks", "kashdan,wins"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["result", "1", "+/-"]).ok();
    let working = hall.run(&["standings", "--working"]).ok().out;
    for expected in ["Won by forfeit against", "Lost by forfeit against", "forfeits count as played)"] {
        assert!(working.contains(expected), "{working}");
    }
    assert!(!working.contains("Beat"), "{working}");
}

#[test]
fn the_crosstable_says_what_a_dash_under_a_tie_break_means() {
    let hall = after_a_round();
    hall.run(&["section", "edit", "Open", "--tiebreaks", "lot,result-between-tied"]).ok();
    hall.run(&["crosstable"]).ok().says("– not needed");
}

/// Places go by how far a team came.
#[test]
fn standings_of_a_knockout_name_no_tie_breaks() {
    let hall = Hall::with_teams(4);
    hall.run(&["section", "edit", "Open", "--pairing", "knockout"]).ok();
    hall.run(&["pair"]).ok();
    hall.run_with(&["enter"], "1 1\n2 1\n").ok();
    let sheet = hall.run(&["standings"]).ok().out;
    assert!(!sheet.contains("Tie-breaks:") && !sheet.contains("Solk") && sheet.contains("Reached"), "{sheet}");
    assert_eq!(hall.json(&["standings"])["rows"][0]["tiebreaks"], serde_json::json!({}));
}

/// An exported sheet is read on phones as a page of the site is: the school is before the points.
#[test]
fn the_exported_page_tucks_columns_away_on_a_phone() {
    let hall = after_a_round();
    hall.run(&["standings", "-o", "standings.html"]).ok();
    let page = std::fs::read_to_string(hall.path("standings.html")).unwrap();
    assert!(page.contains("All columns</label>"), "{page}");
}

#[test]
fn many_tie_breaks_stand_in_lines_beneath_each_other_on_paper() {
    let hall = Hall::with_teams(12);
    hall.run(&["pair", "Open"]).ok();
    let lines: String = (1..=6).map(|table| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
    let ids = "modified-median,solkoff,cumulative,median,cumulative-of-opposition,kashdan,sonneborn-berger,wins,usat,fide-bh,fide-bh-c1,fide-bh-m1,\
               fide-sb,fide-ps,fide-wins,fide-won,fide-koya,fide-de,result-between-tied,lot";
    hall.run(&["section", "edit", "Open", "--tiebreaks", ids]).ok();
    for sheet in ["standings", "crosstable"] {
        hall.run(&[sheet, "-o", "sheet.pdf"]).ok();
        let pdf = std::fs::read(hall.path("sheet.pdf")).expect("it was written");
        let pages = String::from_utf8_lossy(&pdf).contains("/Type/Pages/Count 1/");
        assert!(pages, "{sheet} of twelve teams goes on one page: names keep their room");
    }
}
