//! `import` of a file that was read or written before: who may be entered twice, whose partner is named, which section, and what
//! is beside entries.

use super::hall::Hall;
use serde_json::json;

fn hall() -> Hall {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6", "--rounds", "5"]).ok();
    hall
}

#[test]
fn a_child_of_the_same_name_and_another_spelling_of_its_school_is_noted() {
    let hall = hall();
    let heading = "Team,Player 1,Player 2,School 1,School 2\n";
    hall.write("a.csv", format!("{heading}Rooks,Ann Leigh,Ben Orr,Elm,Elm\nNEED,Ed Fox,,Elm,\n"));
    hall.write(
        "b.csv",
        format!("{heading}Rockets,Ann Leigh,Ben Orr,Elm Street,Elm Street\nNEED,Ed Fox,,Elm Street,\n"),
    );
    hall.run(&["import", "a.csv"]).ok();
    let said = hall.run(&["import", "b.csv", "--update"]).ok();
    for child in ["Ann Leigh (1)", "Ben Orr (2)", "Ed Fox (3)"] {
        let name = &child[..child.len() - 4];
        let note = format!(
            "{name} from Elm Street has the same name as {child} from Elm, who is already entered: two children, or one?"
        );
        assert!(said.out.contains(&note), "{note}\n{}", said.out);
    }
    assert_eq!(hall.json(&["import", "b.csv"])["notes"], json!([]), "entered, they are known");
}

#[test]
fn what_is_only_shown_of_a_team_does_not_come_back_as_its_own() {
    let hall = hall();
    hall.write(
        "entries.csv",
        "Team,Player 1,Rating 1,School 1,Player 2,Rating 2,School 2\n\
         Rooks,Ann Lee,1000,Elm,Bo Kim,1000,Oak\nPawns,Cy Day,900,Fir,Di Eck,,Fir\n",
    );
    hall.run(&["import", "entries.csv"]).ok();
    hall.run(&["team", "edit", "Pawns", "--house", "yes"]).ok();
    hall.run(&["export", "csv", "K-6", "-o", "list.csv"]).ok();
    let again = hall.json(&["import", "list.csv", "--update"]);
    assert_eq!((&again["changes"], &again["unchanged"]), (&json!([]), &json!(2)));

    let other = self::hall();
    other.write("list.csv", std::fs::read_to_string(hall.path("list.csv")).unwrap());
    other.run(&["import", "list.csv"]).ok();
    let houses = |hall: &Hall| {
        let teams = hall.json(&["team", "list"])["teams"].clone();
        teams.as_array().unwrap().iter().map(|team| (team["name"].clone(), team["house"].clone())).collect::<Vec<_>>()
    };
    assert!(houses(&other).contains(&(json!("Pawns"), json!(true))), "{:?}", houses(&other));
    other.run(&["team", "edit", "Rooks", "--player", "Ann", "--rating", "2000"]).ok();
    let teams = other.json(&["team", "list"])["teams"].clone();
    let rooks = teams.as_array().unwrap().iter().find(|team| team["name"] == "Rooks").unwrap();
    assert_eq!(rooks["rating"], 1500);
    hall.run(&["team", "edit", "Pawns", "--house", "no"]).ok();
    hall.run(&["import", "list.csv", "--update"]).ok().says("Pawns: house no → yes");
    assert_eq!(houses(&hall)[1].1, json!(true));
}

#[test]
fn a_note_with_a_command_is_before_the_thanks_and_is_never_cut() {
    let hall = hall();
    let thanks: String = (10..40).map(|n| format!("T{n},Ann Ax{n},Bob Bx{n},thank you\n")).collect();
    let asked = "Rooks,Cy Cz,Di Dz,bye in round 2 please\nPawns,Ed Ez,Flo Fz,no bye in round 2\n";
    hall.write("entries.csv", format!("Team,Player 1,Player 2,Notes\n{thanks}{asked}"));
    let said = hall.run(&["import", "entries.csv"]).ok().out;
    let first = "about them):\n  line 32, Rooks: \"bye in round 2 please\"\n    bughouse bye 31 --round 2\n  \
                 line 33, Pawns: \"no bye in round 2\"\n  line 2, T10";
    assert!(said.contains(first) && said.contains("and 7 more"), "{said}");
}

#[test]
fn a_partner_who_is_named_in_part_is_found_where_the_other_names_the_child_in_full() {
    let hall = hall();
    hall.write("entries.csv", "Player,Grade,Partner\nPia Quon,5,Rex Sato\nRex Sato,5,Pia\n");
    hall.run(&["import", "entries.csv"]).ok().says("1 team added (2 players)");
    hall.write("others.csv", "Player,Grade,Partner\nGus Hay,5,Hal Ide\nHal Ide,5,Kit Moe\n");
    let said = hall.run(&["import", "others.csv"]).ok();
    let said = said.says("Gus Hay names Hal Ide as partner, who names Kit Moe. Until that is settled, Gus Hay needs");
    said.says("Hal Ide names Kit Moe as partner, who is not in the file. Until that is settled, Hal Ide needs");
    hall.run(&["partner", "match", "Gus Hay", "Hal Ide"]).ok();
    assert_eq!(hall.json(&["import", "others.csv"])["notes"], json!([]), "both have a partner now");
}

#[test]
fn partners_who_name_each_other_by_a_part_are_a_team_and_never_two() {
    let hall = hall();
    hall.write(
        "entries.csv",
        "Player,Grade,Partner\nPia Quon,5,Rex\nRex Sato,5,Pia\nGus Hay,5,Hal\nHal Ide,5,Gus H.\n",
    );
    let said = hall.run(&["import", "entries.csv"]).ok();
    let said = said.says("1 team added (4 players), 2 players need a partner");
    said.says("Gus Hay names Hal as partner, but the file has Hal Ide. Until that is settled, Gus Hay needs a partner");
    let players = hall.json(&["team", "list"])["teams"][0]["players"].clone();
    assert_eq!((&players[0]["name"], &players[1]["name"]), (&json!("Pia Quon"), &json!("Rex Sato")));
}

#[test]
fn partners_named_in_part_are_found_in_the_time_their_rows_take() {
    let rows = |team: usize| format!("Ann{team} Lee{team},5,Bo{team} Kim{team}\nBo{team} Kim{team},5,Ann{team}\n");
    let timed = |children: usize| {
        let hall = hall();
        hall.write("entries.csv", format!("Player,Grade,Partner\n{}", (0..children / 2).map(rows).collect::<String>()));
        let start = std::time::Instant::now();
        hall.run(&["import", "entries.csv", "--dry-run"]).ok().says(&format!("{} teams added", children / 2));
        start.elapsed().as_secs_f64()
    };
    let (few, many) = (timed(500), timed(4_000));
    assert!(many < 20.0 * few.max(0.3), "4,000 children took {many:.1} s, 500 took {few:.1} s");
}

#[test]
fn a_grade_that_is_not_taken_over_decides_no_section() {
    let hall = hall();
    hall.run(&["section", "add", "K-12"]).ok();
    let heading = "Team,Player 1,Grade 1,Player 2,Grade 2\n";
    hall.write("a.csv", format!("{heading}NEED,Lia Mann,4,,\nNEED,Kai Low,4,,\n"));
    hall.write("b.csv", format!("{heading}Bishops,Lia Mann,7,Kai Low,4\n"));
    hall.run(&["import", "a.csv"]).ok();
    for (flags, section) in [(&[][..], "K-6"), (&["--update"], "K-12")] {
        hall.run(&[&["import", "b.csv"], flags].concat()).ok();
        assert_eq!(hall.json(&["team", "list"])["teams"][0]["section"], section);
        hall.run(&["undo"]).ok();
    }
}

#[test]
fn the_school_of_more_children_stays_wherever_two_spellings_are_reported() {
    let hall = hall();
    hall.write(
        "entries.csv",
        "Team,Player 1,Player 2,School\nA,Cal Ca,Cy Cb,Hillside Elem\nB,Ann Aa,Abe Ab,Hillside Elementary\n\
         C,Bea Ba,Bob Bb,Hillside Elementary\nD,Dee Da,Dot Db,Riverview\nE,Eva Ea,Eli Eb,Riverveiw\n",
    );
    let said = hall.run(&["import", "entries.csv"]).ok().out;
    let listed = hall.run(&["school", "list"]).ok().out;
    for advice in
        ["bughouse school same \"Hillside Elem\" \"Hillside Elementary\"", "bughouse school same Riverveiw Riverview"]
    {
        assert!(said.contains(advice) && listed.contains(advice), "{advice}\n{said}\n{listed}");
    }
}

#[test]
fn another_id_is_named_and_the_command_takes_it_over() {
    let hall = hall();
    let file = "Team,Player 1,ID 1,Grade 1,Player 2,Grade 2\nKings,Sam Lee,12345671,K,Di Eck,5\n";
    hall.write("entries.csv", file);
    hall.run(&["import", "entries.csv"]).ok();
    hall.write("entries.csv", file.replace("12345671", "12345672"));
    let said = hall.run(&["import", "entries.csv"]);
    let said = said.fails(2, "entered with Sam Lee, id 12345671, not with Sam Lee, id 12345672");
    assert!(said.err.contains("bughouse team edit 1 --player \"Sam Lee\" --id 12345672;"), "{}", said.err);
    hall.run(&["team", "edit", "1", "--player", "Sam Lee", "--id", "12345672"]).ok();
    hall.run(&["import", "entries.csv"]).ok().says("1 unchanged");
    hall.run(&["team", "edit", "1", "--player", "Sam Lee", "--grade", "1"]).ok();
    hall.run(&["log"]).ok().says("player Sam Lee: grade K -> 1");
}

#[test]
fn a_section_that_became_a_date_is_reported_and_never_made() {
    let hall = hall();
    hall.run(&["section", "add", "4-6"]).ok();
    for date in ["2026-04-06", "6-Apr", "4/6/2026"] {
        hall.write(
            "entries.csv",
            format!("Team,Section,Player 1,Grade 1,Player 2,Grade 2\nRooks,{date},Cy Lee,5,Dee Orr,6\n"),
        );
        let said = hall.run(&["import", "entries.csv"]).fails(2, "there is no section");
        assert!(said.err.contains("a spreadsheet turned 4-6"), "{}", said.err);
        hall.run(&["import", "entries.csv", "--sections"]).fails(2, "which is a date");
    }
}

#[test]
fn a_family_name_of_several_words_is_listed_whole() {
    let hall = hall();
    hall.write(
        "forms.csv",
        "Team,First Name,Last Name\nRooks,Ana,Lopez Garcia\nRooks,Piet,van der Berg Jr.\nPawns,Cy,Day\nPawns,Di,Eck\n",
    );
    hall.write("lists.csv", "Team,Player 1,Player 2\nKings,\"de la Cruz, Mia\",Ed de la Vega\n");
    hall.run(&["import", "forms.csv"]).ok();
    hall.run(&["import", "lists.csv"]).ok();
    hall.run(&["check-in", "--all"]).ok();
    hall.run(&["pair"]).ok();
    let listed = |hall: &Hall| -> Vec<String> {
        let sheet = hall.run(&["pairings", "--by", "player"]).ok().out;
        let rows = sheet.lines().skip_while(|line| !line.starts_with('─')).skip(1).take_while(|line| !line.is_empty());
        rows.map(|row| row.split("  ").next().unwrap_or_default().to_owned()).collect()
    };
    let names =
        ["Day, Cy", "de la Cruz, Mia", "Eck, Di", "Lopez Garcia, Ana", "van der Berg Jr., Piet", "Vega, Ed de la"];
    assert_eq!(listed(&hall), names);
    let edit = |name: &str| hall.run(&["team", "edit", "Kings", "--player", "vega", "--player-name", name]).ok();
    edit("de la Vega, Ed").says("listed as none → de la Vega, Ed");
    assert!(listed(&hall).contains(&"de la Vega, Ed".to_owned()));
    edit("Edgar de la Vega").says("name Ed de la Vega → Edgar de la Vega");
    assert!(listed(&hall).contains(&"de la Vega, Edgar".to_owned()));
    edit("Edgar Vega");
    assert!(listed(&hall).contains(&"Vega, Edgar".to_owned()));
    hall.run(&["undo", "3"]).ok();
    assert_eq!(listed(&hall), names);
    // Who was entered before by the whole name is listed so by a file that has it.
    hall.write("later.csv", "Team,Player 1,Player 2\nKings,Mia de la Cruz,\"de la Vega, Ed\"\n");
    hall.run(&["import", "later.csv", "--update"]).ok().says("listed as Vega, Ed de la → de la Vega, Ed");
    hall.run(&["check"]).ok();
}

#[test]
fn a_childs_spelling_and_the_teams_name_are_taken_over_together() {
    let hall = hall();
    hall.write("a.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,Cy Dahlke\n");
    hall.write("b.csv", "Team,Player 1,Player 2\nCastles,Ann Lee,Cy Dahlkes\n");
    hall.run(&["import", "a.csv"]).ok();
    let said = hall.run(&["import", "b.csv", "--update"]).ok();
    said.says("name Cy Dahlke → Cy Dahlkes").says("name Rooks → Castles");
    assert_eq!(hall.json(&["import", "b.csv", "--update"])["unchanged"], 1);
}

#[test]
fn a_team_of_two_schools_is_under_both_on_the_roster() {
    let hall = hall();
    hall.write("a.csv", "Team,Player 1,School 1,Player 2,School 2\nRooks,Ann Lee,Hillside,Cy Day,St. Mary's\n");
    hall.run(&["import", "a.csv"]).ok();
    let listed = hall.run(&["teams", "--by", "school"]).ok().out;
    assert_eq!(listed.matches("Rooks").count(), 2, "{listed}");
    assert!(!listed.contains("Hillside / St. Mary's"), "{listed}");
}

#[test]
fn a_name_that_another_team_of_the_section_has_is_refused_and_two_names_are_exchanged() {
    let hall = hall();
    let heading = "Team,Player 1,ID 1,Player 2,ID 2\n";
    let list =
        |rooks: &str, kings: &str| format!("{heading}{rooks},Ann Lee,11,Bo Kim,12\n{kings},Cy Day,13,Di Eck,14\n");
    hall.write("entries.csv", list("Rooks", "Kings"));
    hall.run(&["import", "entries.csv"]).ok();
    hall.write("taken.csv", format!("{heading}KINGS,Ann Lee,11,Bo Kim,12\n"));
    for options in [&["--update"][..], &["--update", "--dry-run"]] {
        hall.run(&[&["import", "taken.csv"], options].concat())
            .fails(2, "taken.csv:2")
            .says("Rooks (number 1) cannot be called KINGS: team 2 already has that name")
            .says("bughouse team edit 2 --name NAME");
    }
    // What is left alone keeps no other row of the file out.
    hall.write("taken.csv", format!("{heading}KINGS,Ann Lee,11,Bo Kim,12\nPawns,Gus Hall,17,Hal Iver,18\n"));
    hall.run(&["import", "taken.csv"]).ok().says("not changed here").says("name Rooks → KINGS").says("1 team added");
    // A team that waits for a name that does not become free is refused as well.
    hall.write("chain.csv", format!("{}Bishops,Ed Fox,15,Flo Gay,16\n", list("Rooks", "Kings")));
    hall.run(&["import", "chain.csv"]).ok();
    hall.write("chain.csv", list("Kings", "Bishops"));
    hall.run(&["import", "chain.csv", "--update"])
        .fails(2, "chain.csv:2")
        .says("Rooks (number 1) cannot be called Kings: team 2 already has that name")
        .says("Kings (number 2) cannot be called Bishops: team 4 already has that name");
    hall.write("exchanged.csv", list("Kings", "Rooks"));
    hall.run(&["import", "exchanged.csv", "--update"]).ok();
    let teams = hall.json(&["team", "list"])["teams"].clone();
    assert_eq!((&teams[0]["name"], &teams[1]["name"]), (&json!("Kings"), &json!("Rooks")));
}

#[test]
fn a_space_that_breaks_no_line_is_a_space_in_a_name() {
    let hall = hall();
    hall.write("entries.csv", "Team,Player 1,Player 2\nRed\u{a0}Rooks,Ann\u{a0}Lee,Bo\u{3000}Kim\n");
    hall.run(&["import", "entries.csv"]).ok();
    hall.run(&["team", "edit", "Red Rooks", "--name", "Blue\u{202f}Rooks"]).ok();
    let team = hall.json(&["team", "list"])["teams"][0].clone();
    assert_eq!(team["name"], "Blue Rooks");
    let shown = team.to_string();
    assert!(shown.contains("Ann Lee") && shown.contains("Bo Kim"), "{shown}");
}

#[test]
fn bad_rows_are_reported_although_no_good_row_names_a_section() {
    let hall = Hall::under("us-chess-2018");
    let heading = "Team,Section,Player 1,Rating 1,Player 2\n";
    hall.write("r.csv", format!("{heading}Rooks,K-6,Ann Lee,9O0,Bob Roe\nPawns,K-8,Cy Day,x,Di Eck\n"));
    let refused = hall.run(&["import", "r.csv", "--sections"]).fails(2, "r.csv:2:");
    assert!(refused.err.contains("r.csv:3:") && !refused.err.contains("doesn't name any sections"), "{}", refused.err);
    hall.write("two.csv", "Name,Section,Team\nAnn Lee,K-6,Rooks\nBob Roe,K-8,Rooks\n");
    let refused = hall.run(&["import", "two.csv", "--sections"]).fails(2, "two.csv:3:");
    assert!(refused.err.contains("K-6") && !refused.err.contains("doesn't name any sections"), "{}", refused.err);
    hall.write("none.csv", "Team,Player 1,Player 2\nRooks,Ann Lee,Bob Roe\n");
    hall.run(&["import", "none.csv", "--sections"]).fails(2, "doesn't name any sections");

    hall.write("all.csv", format!("{heading}Rooks,K-6,Ann Lee,9O0,Bob Roe\nKings,K-6,Ed Fox,,Flo Gil\n"));
    hall.run(&["import", "all.csv", "--sections", "--skip-bad", "rejects.csv"]).ok();
    hall.run(&["import", "rejects.csv", "--sections"]).fails(2, "rejects.csv:2:");
}

#[test]
fn names_in_capitals_are_reported_and_tidied_where_that_is_asked_for() {
    let hall = hall();
    hall.write(
        "e.csv",
        "Team,Player 1,Player 2\nRooks,rohan king,Iris PATEL\nKnights,RONALD MCDONALD,Anna van der Berg\n",
    );
    let said = hall.run(&["import", "e.csv", "--dry-run"]).ok().out;
    assert!(said.contains("names in all capitals or all lower case, kept as is: line 2 \"rohan king\""), "{said}");
    assert!(said.contains("to enter Rohan King and so on, import with --tidy-names"), "{said}");
    hall.run(&["import", "e.csv"]).ok();
    hall.run(&["teams"]).ok().says("rohan king");
    hall.run(&["undo"]).ok();
    let said = hall.run(&["import", "e.csv", "--tidy-names"]).ok().out;
    assert!(!said.contains("in capitals"), "{said}");
    hall.run(&["teams"]).ok().says("Rohan King").says("Iris Patel").says("Ronald McDonald").says("Anna van der Berg");
}
