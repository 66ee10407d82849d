//! `partner`: children who came alone.

use super::hall::Hall;
use serde_json::json;

/// Five children without a partner in K-3 and one in K-6.
fn hall() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-3"]).ok();
    hall.run(&["section", "add", "K-6"]).ok();
    hall.write(
        "alone.csv",
        "Name,Grade,Rating,School\nAnn Lee,3,900,Oak\nBo Kim,3,880,Oak\nCy Day,1,300,Elm\nDi Eck,1,350,Oak\nEd Fox,K,,Elm\nFlo Gay,5,,\n",
    );
    hall.run(&["import", "alone.csv"]).ok();
    hall
}

#[test]
fn the_list_shows_grade_school_rating_and_section() {
    let listed = hall().json(&["partner", "list"]);
    let ann = listed["players"].as_array().unwrap().iter().find(|p| p["name"] == "Ann Lee").unwrap().clone();
    assert_eq!(
        ann,
        json!({ "number": 1, "name": "Ann Lee", "grade": "3", "rating": 900, "section": "K-3", "school": "Oak" })
    );
    assert_eq!(listed["players"].as_array().unwrap().len(), 6);
}

#[test]
fn suggest_proposes_close_pairs_and_names_who_is_left_over() {
    let hall = hall();
    let answer = hall.json(&["partner", "suggest"]);
    let names = |pair: &serde_json::Value| format!("{} + {}", pair["players"][0]["name"], pair["players"][1]["name"]);
    let pairs: Vec<String> = answer["suggestions"].as_array().unwrap().iter().map(names).collect();
    assert_eq!(pairs, [r#""Ann Lee" + "Bo Kim""#, r#""Cy Day" + "Di Eck""#]);
    let odd: Vec<&serde_json::Value> = answer["odd"].as_array().unwrap().iter().map(|p| &p["name"]).collect();
    assert_eq!(odd, ["Ed Fox", "Flo Gay"]);
    let shown = hall.run(&["partner", "suggest", "--school", "other"]).ok();
    assert!(shown.out.contains("bughouse partner match"), "{}", shown.out);
    assert!(shown.err.contains("Flo Gay (6) is left over"), "{}", shown.err);
    assert!(shown.err.contains("bughouse partner add \"First Last\" --section K-6"), "{}", shown.err);
    hall.run(&["partner", "add", "First Last", "--section", "K-6"]).ok();
    hall.run(&["partner", "match", "6", "First Last"]).ok();
}

#[test]
fn a_match_makes_a_team_named_after_both() {
    let hall = hall();
    assert_eq!(
        hall.json(&["partner", "match", "ann", "2"]),
        json!({ "team": 1, "name": "Kim-Lee", "section": "K-3", "players": [1, 2] })
    );
    assert_eq!(hall.json(&["partner", "match", "cy day", "di eck", "--team", "Late Knights"])["name"], "Late Knights");
    hall.run(&["partner", "match", "ann", "ed"]).fails(1, "Ann Lee is on Kim-Lee (team 1) with Bo Kim");
    hall.run(&["partner", "match", "ed", "ed"]).fails(2, "can't be both partners");
    hall.run(&["partner", "match", "ed", "flo"]).fails(2, "Ed Fox is entered in K-3, Flo Gay in K-6");
    hall.run(&["partner", "match", "ed", "flo", "--section", "K-3"]).fails(1, "playing down is not");
    hall.run(&["partner", "match", "ed", "flo", "--section", "K-6", "--team", "late knights"]).ok();
    assert_eq!(hall.json(&["partner", "list"])["players"], json!([]));
    hall.run(&["check"]).ok();
}

#[test]
fn a_team_is_parted_only_before_it_was_paired() {
    let hall = hall();
    hall.run(&["partner", "match", "1", "2"]).ok();
    hall.run(&["partner", "split", "kim-lee"]).ok();
    assert_eq!(hall.json(&["partner", "list"])["players"].as_array().unwrap().len(), 6);
    hall.run(&["undo"]).ok();
    hall.run(&["partner", "match", "3", "4"]).ok();
    hall.run(&["pair", "K-3"]).ok();
    hall.run(&["partner", "split", "kim-lee"]).fails(1, "partners stay together for the whole event");
}

#[test]
fn a_child_who_walks_in_is_added_once() {
    let hall = hall();
    assert_eq!(hall.json(&["partner", "add", "Gus Hay,4,1200,77,Oak"])["section"], "K-6");
    hall.run(&["partner", "add", "gus hay,4"])
        .fails(2, "Gus Hay from Oak is already entered: player 7, without a partner yet");
    hall.run(&["partner", "add", "Old Boy,11"]).fails(2, "no section fits Old Boy: the older partner is in grade 11");
    assert_eq!(hall.json(&["partner", "match", "gus", "flo"])["name"], "Gay-Hay");
}

#[test]
fn parted_children_keep_the_school_of_their_team() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("teams.csv", "Team,Player 1,Player 2,School\nRooks,Ann Lee,Bo Kim,Oak\n");
    hall.run(&["import", "teams.csv"]).ok();
    hall.run(&["partner", "split", "Rooks"]).ok();
    let listed = hall.json(&["partner", "list"]);
    let schools: Vec<_> = listed["players"].as_array().unwrap().iter().map(|player| &player["school"]).collect();
    assert_eq!(schools, ["Oak", "Oak"]);
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["team", "show", "Rooks"])["team"]["players"][0]["school"], json!(null));
}

#[test]
fn a_child_who_waits_is_changed_and_taken_out() {
    let hall = Hall::under("us-chess-2018");
    for section in ["K-3", "K-6"] {
        hall.run(&["section", "add", section, "--grades", section]).ok();
    }
    hall.write("alone.csv", "Name,Grade,School\nZoe Fay,3,Oak\nAnn Lee,3,Oak\nBo Kim,2,Oak\nCy Day,3,Elm\n");
    hall.run(&["import", "alone.csv"]).ok();
    hall.run(&["partner", "edit", "zoe", "--name", "Zoë Fay", "--rating", "700"]).ok().says("name Zoe Fay → Zoë Fay");
    let said = hall.run(&["partner", "edit", "zoe", "--grade", "5"]).ok();
    assert!(
        said.err
            .contains("Zoë Fay belongs in K-6 by grade but is waiting in K-3: bughouse partner edit 1 --section K-6"),
        "{}",
        said.err
    );
    // No pair is proposed that would be refused.
    let said = hall.run(&["partner", "suggest"]).ok();
    assert!(
        said.err.contains("bughouse partner edit 1 --section SECTION") && !said.out.contains("Zoë"),
        "{}",
        said.out
    );
    hall.run(&["partner", "match", "1", "2"]).fails(1, "cannot play down");
    hall.run(&["partner", "edit", "1", "--section", "K-6"]).ok().says("section K-3 → K-6");
    hall.run(&["partner", "edit", "1", "--section", "K-3"]).fails(1, "cannot play down");
    hall.run(&["partner", "remove", "zoe"]).ok();
    assert_eq!(hall.json(&["partner", "list"])["players"].as_array().map(Vec::len), Some(3));
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["partner", "list"])["players"].as_array().map(Vec::len), Some(4));
    hall.run(&["partner", "match", "ann", "cy"]).ok();
    hall.run(&["partner", "edit", "ann", "--grade", "2"]).fails(1, "bughouse team edit 1 --player 2");
    hall.run(&["partner", "remove", "ann"]).fails(1, "Ann Lee is on");
    hall.write("alone.csv", "Name,Grade,School\nBo Kim,6,Oak\n");
    hall.run(&["import", "alone.csv", "--update"]).ok().says("Bo Kim belongs in K-6 by grade but is waiting in K-3");
    // An id that was given is cleared, and the limit of a section is for the average of two.
    hall.run(&["partner", "edit", "1", "--id", "12345"]).ok();
    hall.run(&["partner", "edit", "1", "--id", "none"]).ok().says("id 12345 → none");
    hall.run(&["section", "add", "U1000", "--rating-under", "1000"]).ok();
    for child in ["Ed Fox,5,1400", "Flo Gay,5,500"] {
        let name = child.split(',').next().unwrap();
        hall.run(&["partner", "add", &child.replace("1400", "900"), "--section", "U1000"]).ok();
        hall.run(&["partner", "edit", name, "--rating", child.rsplit(',').next().unwrap()]).ok();
    }
    hall.run(&["partner", "suggest", "--section", "U1000"]).ok().says("Ed Fox").says("bughouse partner match");
    hall.run(&["check"]).ok();
}
