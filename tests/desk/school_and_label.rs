//! A team is its school and its label: an "A" beside another school's "A" is called by its school, at every door. Two spellings of a
//! school are one when the director says so.

use super::hall::Hall;
use serde_json::json;

fn hall() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "Open"]).ok();
    hall.write("oak.csv", "Team,Player 1,Player 2,School\nA,Ann Lee,Bo Roe,Oak\nRooks,Cy Day,Di Fox,Oak\n");
    hall.run(&["import", "oak.csv"]).ok();
    hall
}

fn teams(hall: &Hall) -> Vec<String> {
    let teams = hall.json(&["team", "list"])["teams"].clone();
    let line = |team: &serde_json::Value| format!("{} {} [{}]", team["number"], team["name"], team["school"]);
    teams.as_array().unwrap().iter().map(|team| line(team).replace('"', "")).collect()
}

#[test]
fn a_later_file_may_bring_the_labels_of_another_school() {
    let hall = hall();
    let elm = "Team,Player 1,Rating 1,Player 2,School\nA,Ann Lee,,Fay Moe,Elm\nRooks,Gus Day,900,Hal Fox,Elm\n";
    hall.write("elm.csv", elm);
    let said = hall.run(&["import", "elm.csv"]).ok();
    said.says("line 2: another school has a team A, so this one is called Elm A");
    let all = ["1 A [Oak]", "2 Rooks [Oak]", "3 Elm A [Elm]", "4 Elm Rooks [Elm]"];
    assert_eq!(teams(&hall), all);
    hall.write("elm.csv", elm.replace("900", "950"));
    for (flags, unchanged, updated) in [(&[][..], 2, 0), (&["--update"], 1, 1), (&["--update"], 2, 0)] {
        let said = hall.json(&[&["import", "elm.csv"], flags].concat());
        let answer = (&said["unchanged"], &said["teams_updated"], &said["teams_added"], &said["notes"]);
        assert_eq!(answer, (&json!(unchanged), &json!(updated), &json!(0), &json!([])), "{flags:?}: {said}");
    }
    hall.run(&["import", "oak.csv", "--update"]).ok().says("0 teams added (0 players), 2 unchanged");
    assert_eq!(teams(&hall), all);
    hall.run(&["undo"]).ok();
    hall.run(&["undo"]).ok();
    assert_eq!(teams(&hall), all[..2]);
}

#[test]
fn a_team_whose_school_is_corrected_is_no_other_one() {
    let hall = hall();
    hall.write("oak.csv", "Team,Player 1,Player 2,School\nA,Ann Lee,Bo Roe,Elm\nRooks,Cy Day,Di Fox,Oak\n");
    hall.run(&["import", "oak.csv", "--update"]).ok();
    assert_eq!(teams(&hall), ["1 A [Elm]", "2 Rooks [Oak]"]);
}

#[test]
fn the_same_label_of_one_school_or_of_none_is_another_matter() {
    let hall = hall();
    for school in ["Oak", "", "Oak School"] {
        hall.write("more.csv", format!("Team,Player 1,Player 2,School\nA,Eve Lea,Fay Moe,{school}\n"));
        hall.run(&["import", "more.csv"]).fails(2, "there is already a team A: number 1, Ann Lee and Bo Roe");
    }
    let ash = ["team", "add", "A", "--player", "Eve Lea", "--player", "Fay Moe"];
    hall.run(&ash).fails(2, "there is already a team named \"A\": team 1");
}

#[test]
fn the_desk_too_calls_a_team_by_its_school_beside_the_label_of_another() {
    let hall = hall();
    let ash = ["team", "add", "a", "--school", "Ash", "--player", "Eve Lea", "--player", "Fay Moe"];
    hall.run(&ash).ok().says("another school has a team a, so this one is called Ash a");
    let fir = ["team", "add", "Pawns", "--player", "Gus Day,,,,Fir", "--player", "Hal Fox,,,,Fir"];
    hall.run(&fir).ok();
    hall.run(&["team", "edit", "Pawns", "--name", "Rooks"]).ok().says("Fir Rooks");
    for (child, school) in [("Ida Poe", "Yew"), ("Jo Ray", "Yew"), ("Kim Sol", "Bay"), ("Lou Tan", "Bay")] {
        let typed = format!("{child},,,,{school}");
        hall.run(&["partner", "add", &typed, "--section", "Open"]).ok();
    }
    hall.run(&["partner", "match", "Ida", "Jo", "--team", "A"]).ok().says("Yew A");
    hall.write("alone.csv", "Team,Player 1,Player 2,School\nRooks,Kim Sol,NEED,Bay\n");
    hall.run(&["import", "alone.csv", "--update"]).ok();
    hall.run(&["section", "add", "Novice"]).ok();
    let novice =
        ["team", "add", "A", "--section", "Novice", "--school", "Elm", "--player", "Mo Ulm", "--player", "Ned Vos"];
    hall.run(&novice).ok();
    hall.run(&["team", "move", "#6", "Open"]).ok().says("Elm A");
    let all = ["1 A [Oak]", "2 Rooks [Oak]", "3 Ash a [Ash]", "4 Fir Rooks [Fir]", "5 Yew A [Yew]", "6 Elm A [Elm]"];
    assert_eq!(teams(&hall), all);
    hall.run(&[
        "team",
        "add",
        "Rooks",
        "--section",
        "Novice",
        "--school",
        "Gum",
        "--player",
        "Oz Wye",
        "--player",
        "Pam Xi",
    ])
    .ok();
    hall.run(&["section", "merge", "Novice", "Open"]).ok().says("Gum Rooks");
    assert_eq!(teams(&hall)[6], "7 Gum Rooks [Gum]");
    hall.run(&["check"]).ok();
}

/// What is printed after a colon of each line that says so, in the order printed.
fn hints(said: &str) -> Vec<String> {
    said.lines()
        .filter_map(|line| Some(format!("school same {}", line.split_once("bughouse school same ")?.1.trim())))
        .collect()
}

#[test]
fn all_spellings_of_a_school_are_settled_by_typing_the_lines_as_they_are_printed() {
    let spellings = ["Hillsdie Hall", "Hillside Hall", "Hillside Hal", "Hilside Hall"];
    // Of so many children each: the order of the lines depends on it.
    for sizes in [[1, 2, 3, 4], [4, 3, 2, 1], [1, 3, 1, 2], [3, 1, 2, 1], [2, 2, 1, 3]] {
        let hall = Hall::under("us-chess-2018");
        hall.run(&["section", "add", "Open"]).ok();
        let mut rows = String::from("Team,Player 1,Player 2,School\n");
        let names = ["Abe", "Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kit", "Lou", "Max"];
        let schools = spellings.iter().zip(sizes).flat_map(|(school, count)| std::iter::repeat_n(school, count));
        for (at, school) in schools.enumerate() {
            rows += &format!("T{at},{} Xx{at},{} Yy{at},{school}\n", names[at], names[at + 1]);
        }
        hall.write("all.csv", rows);
        let said = hall.run(&["import", "all.csv"]).ok().out;
        let listed = hall.run(&["school", "list"]).ok().out;
        for lines in [hints(&said), hints(&listed)] {
            assert_eq!(lines.len(), 3, "{sizes:?}: {lines:?}");
            for line in &lines {
                let said = hall.run_with(&["shell"], line);
                assert!(said.out.contains("remembered for later imports"), "{sizes:?}: {line}: {}", said.out);
            }
            let schools = hall.json(&["school", "list"])["schools"].clone();
            assert_eq!(schools.as_array().unwrap().len(), 1, "{sizes:?}: {lines:?}: {schools}");
            for _ in &lines {
                hall.run(&["undo", "--any"]).ok();
            }
        }
    }
}

#[test]
fn a_spelling_that_was_settled_names_its_school_everywhere() {
    let hall = hall();
    hall.run(&["school", "same", "Oakk", "Oak"]).ok();
    let added = ["team", "add", "Pawns", "--school", "oakk", "--player", "Eve Lea", "--player", "Fay Moe"];
    hall.run(&added).ok();
    assert_eq!(teams(&hall)[2], "3 Pawns [Oak]");
    hall.run(&["check-in", "--school", "Oakk"]).ok();
    hall.run(&["team", "edit", "Pawns", "--name", "A"]).fails(2, "there is already a team named \"A\"");
}
