//! The bracket of a knockout, on a terminal, in files and on the pages.

use super::hall::Hall;

fn knockout(teams: u32, more: &[&str]) -> Hall {
    Hall::paired_in_section(&[&["--pairing", "knockout"], more].concat(), teams)
}

fn read(hall: &Hall, file: &str) -> String {
    std::fs::read_to_string(hall.path(file)).expect("it was written")
}

/// The first-named team wins at every table.
fn first_win(hall: &Hall) {
    let lines: String = hall.tables().iter().map(|(table, ..)| format!("{table} 1\n")).collect();
    hall.run_with(&["enter"], &lines).ok();
}

#[test]
fn a_bracket_shows_byes_scores_and_who_goes_on() {
    let hall = knockout(6, &["--third-place", "yes"]);
    hall.run(&["bracket"]).ok().says("Quarterfinals").says("Semifinals").says("Final").says("bye").says("Table 1");
    hall.run(&["result", "1", "1/2"]).ok();
    hall.run(&["bracket"]).ok().says("Table 1, replay").says("Third place");
    hall.run(&["result", "1", "1-0", "--replay"]).ok();
    hall.run(&["result", "2", "+/-"]).ok();
    let shown = hall.run(&["bracket"]).ok().out;
    assert!(shown.contains("after a replay") && shown.contains("by forfeit") && shown.contains("½ 1"), "{shown}");
    for _ in 0..2 {
        hall.run(&["pair"]).ok();
        first_win(&hall);
    }
    let shown = hall.run(&["bracket"]).ok().out;
    assert!(shown.contains("Champion: Team "), "{shown}");
    let json = hall.json(&["bracket"]);
    assert_eq!(json["rounds"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["rounds"][0]["ties"].as_array().map(Vec::len), Some(4));
    assert_eq!(json["champion"]["number"], json["rounds"][2]["ties"][0]["teams"][0]["number"]);
    assert!(json["third_place"]["winner"].is_u64());
}

#[test]
fn a_bracket_is_written_in_every_format_and_is_on_the_pages() {
    let hall = knockout(5, &[]);
    for file in ["bracket.csv", "bracket.html", "bracket.txt", "bracket.json"] {
        hall.run(&["bracket", "-o", file]).ok();
    }
    let csv = read(&hall, "bracket.csv");
    assert!(csv.trim_start_matches('\u{feff}').starts_with("Round,Team,Team no.,Score"), "{csv}");
    assert!(read(&hall, "bracket.html").contains("class=\"bracket\""));
    hall.run(&["publish", "site"]).ok();
    assert!(read(&hall, "site/section-1-bracket.html").contains("Quarterfinals"));
    assert!(read(&hall, "site/index.html").contains("section-1-bracket.html"));
}

#[test]
fn a_printed_bracket_is_wrong_only_where_other_teams_meet() {
    let hall = knockout(4, &[]);
    hall.run(&["bracket", "-o", "bracket.html"]).ok();
    first_win(&hall);
    hall.run(&["stale"]).ok().says("Up to date");
    hall.run(&["unpair", "--with-results"]).ok();
    hall.run(&["team", "withdraw", "Team 1"]).ok();
    hall.run(&["pair"]).ok();
    hall.run(&["stale"]).ok().says("Out of date");
}

#[test]
fn other_formats_have_no_bracket() {
    let hall = Hall::with_teams(4);
    hall.run(&["bracket"]).fails(1, "Open is not a knockout, so it has no bracket").says("bughouse crosstable Open");
    hall.run(&["bracket", "--all"]).ok().says("no section is a knockout");
}

#[test]
fn who_is_out_of_a_knockout_has_no_mark_and_a_bye_has_one() {
    let hall = knockout(5, &[]);
    first_win(&hall);
    hall.run(&["pair"]).ok();
    first_win(&hall);
    let rows = hall.json(&["crosstable"])["rows"].as_array().expect("rows").clone();
    let shown = |at: usize| {
        rows.iter().map(|row| row["rounds"][at]["shown"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(shown(0).iter().filter(|shown| *shown == "B").count(), 3);
    assert_eq!(shown(1).iter().filter(|shown| shown.is_empty()).count(), 1);
    assert!(!shown(0).concat().contains('U') && !shown(1).concat().contains('U'));
    assert!(hall.json(&["standings"])["rows"][0]["tiebreaks"].as_object().is_some_and(serde_json::Map::is_empty));
}
