//! `import`: the section that a team goes to, and what a later file says of who is entered.

use super::hall::Hall;
use super::import::{ROSTER, counts, hall};
use serde_json::json;

/// The file's only team, the `nth` of the tournament, comes into this section or is refused so; it does not stay.
fn import_answers(hall: &Hall, file: &str, nth: usize, expected: Result<&str, &str>) {
    let said = hall.run(&["import", file]);
    match expected {
        Ok(section) => {
            said.ok();
            assert_eq!(hall.json(&["team", "list"])["teams"][nth]["section"], section);
            hall.run(&["undo"]).ok();
        }
        Err(problem) => _ = said.fails(2, problem),
    }
}

#[test]
fn the_section_asked_for_beats_the_file_and_playing_down_is_refused() {
    let hall = hall();
    hall.write("entries.csv", "Name,Grade,Section,Team\nAnn Lee,3,K-3,Rooks\nBo Kim,2,K-3,Rooks\n");
    hall.run(&["import", "entries.csv", "--section", "K-6"]).ok();
    assert_eq!(hall.json(&["team", "list"])["teams"][0]["section"], "K-6");
    hall.write("old.csv", "Name,Grade,Section,Team\nCy Day,5,K-3,Pawns\nDi Eck,2,K-3,Pawns\n");
    hall.run(&["import", "old.csv"])
        .fails(2, "Pawns cannot play down: K-3 is for grades K-3, and Cy Day is in grade 5");
    hall.write("where.csv", "Name,Grade,Section,Team\nCy Day,5,Middle,Pawns\nDi Eck,2,Middle,Pawns\n");
    hall.run(&["import", "where.csv"]).fails(2, "there is no section \"Middle\"");
    hall.run(&["import", "where.csv", "--section", "nowhere"]).fails(2, "there is no section \"nowhere\"");
    for (column, word, expected) in [
        ("Section", "3", Err("there is no section \"3\"")),
        ("Section", "k", Err("\"k\" could be K-3 or K-6")),
        ("Section", "k 3", Ok("K-3")),
        ("Section", "k-6", Ok("K-6")),
        ("Group", "A1", Ok("K-3")),
        ("Group", "k-6", Ok("K-6")),
    ] {
        hall.write("named.csv", format!("Name,Grade,{column},Team\nCy Day,3,{word},Pawns\nDi Eck,2,{word},Pawns\n"));
        import_answers(&hall, "named.csv", 1, expected);
    }
}

#[test]
fn each_team_goes_where_the_older_partner_and_the_ratings_fit() {
    let by_grade = ["K-12", "K-6", "K-3"].map(|name| vec![name]);
    let alike = ["K-3 A", "K-3 B"].map(|name| vec![name, "--grades", "K-3"]);
    let by_rating = [vec!["Open"], vec!["U1200", "--rating-under", "1200"], vec!["U800", "--rating-under", "800"]];
    let no_grade = Err("no grade is given for Rooks, and the sections are divided by grade");
    let cases: [(&[Vec<&str>], &[_]); 3] = [
        (
            &by_grade,
            &[
                (",,5,", Ok("K-6")),
                ("2,,3,", Ok("K-3")),
                ("2,,4,", Ok("K-6")),
                ("0,,6,", Ok("K-6")),
                ("1,,9,", Ok("K-12")),
            ],
        ),
        (&alike, &[("2,,3,", Err("K-3 A and K-3 B fit Rooks equally well")), (",,,", no_grade)]),
        (
            &by_rating,
            &[(",799,,799", Ok("U800")), (",800,,800", Ok("U1200")), (",1500,,1500", Ok("Open")), (",,,", Ok("U800"))],
        ),
    ];
    for (sections, teams) in cases {
        let hall = Hall::under("us-chess-2018");
        for section in sections {
            hall.run(&[&["section", "add"], section.as_slice()].concat()).ok();
        }
        for (cells, expected) in teams {
            let [grade, rating, other_grade, other_rating] = cells.split(',').collect::<Vec<_>>()[..] else { panic!() };
            let row = format!("Rooks,Ann Lee,{grade},{rating},Bo Kim,{other_grade},{other_rating}");
            hall.write("one.csv", format!("Team,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2\n{row}\n"));
            import_answers(&hall, "one.csv", 0, *expected);
        }
    }
}

#[test]
fn children_entered_already_are_not_torn_from_their_partners() {
    let hall = hall();
    hall.write("entries.csv", ROSTER);
    hall.run(&["import", "entries.csv"]).ok();
    hall.write(
        "other.csv",
        "Team,Player 1,Grade 1,School 1,Player 2,Grade 2\nNew,Bo Kim,K,Oak,Flo Gay,2\nRooks,Gus Hay,2,,Ida Jay,3\n",
    );
    let said = hall.run(&["import", "other.csv"]).fails(2, "Bo Kim already plays for Rooks (number 1)");
    assert!(said.err.contains("there is already a team Rooks: number 1, Ann Lee and Bo Kim"), "{}", said.err);
    hall.write(
        "partner.csv",
        "Team,Player 1,Grade 1,School 1,Player 2,Grade 2\nRooks,Ann Lee,3,Lincoln ES,Hal Ide,2\n",
    );
    hall.run(&["import", "partner.csv"]).fails(2, "Rooks (number 1) is entered with Bo Kim, not with Hal Ide");
}

#[test]
fn a_later_file_is_held_against_who_is_entered() {
    let heading = "Team,Player 1,Grade 1,ID 1,School 1,Player 2,Grade 2,School 2\n";
    let hall = hall();
    hall.write("first.csv", format!("{heading}Rooks,Ann Lee,3,77,,Bo Kim,2,Oak\nNEED,Cy Day,3,,,,,\n"));
    hall.run(&["import", "first.csv"]).ok();
    let later = |rows: &str| {
        hall.write("later.csv", format!("{heading}{rows}"));
        hall.json(&["import", "later.csv", "--dry-run"])
    };
    let found = later("Pawns,Di Eck,3,,,Cy Day,3,\nNEED,Ed Fox,3,,,,,\n");
    assert_eq!(counts(&found), [1, 0, 2, 1, 0], "Cy Day found a partner");
    assert_eq!(found["vanished"], json!(["team 1, Rooks"]), "reported, not removed");
    assert_eq!(later("NEED,Ed Fox,3,,,,,\n")["vanished"], json!([]), "a file of other children");
    let others = later("Kings,Ann Lee,3,78,,Bo Kim,2,Elm\n");
    assert_eq!(counts(&others), [1, 0, 2, 0, 0], "another id and another school are other children");
    let renamed = later("Rooks on Fire,Ann Lee,3,77,,Bo Kim,2,Oak\n");
    assert_eq!((counts(&renamed)[0], &renamed["changes"]), (0, &json!(["team 1, Rooks: name Rooks → Rooks on Fire"])));
}

#[test]
fn children_parted_by_an_accent_alone_are_asked_about_and_never_made_one() {
    let heading = "Team,Name,Grade,Rating,ID,School\n";
    let rooks = "Rooks,José Diaz,3,900,,Oak\nRooks,Ann Lee,3,800,,Oak\n";
    let pawns = "Pawns,Jose Diaz,5,1200,,Oak\nPawns,Bo Kim,5,1000,,Oak\n";
    let hall = hall();
    hall.write("both.csv", format!("{heading}{rooks}{pawns}"));
    hall.run(&["import", "both.csv"]).fails(2, "Jose Diaz is in the file twice: first on line 2, as José Diaz");
    let with_ids = format!("{heading}{rooks}{pawns}").replace("900,,", "900,101,").replace("1200,,", "1200,102,");
    hall.write("both.csv", with_ids);
    assert_eq!(hall.json(&["import", "both.csv"])["players_added"], 4, "two ids are two children");

    let hall = self::hall();
    hall.write("rooks.csv", format!("{heading}{rooks}"));
    hall.write("pawns.csv", format!("{heading}{pawns}"));
    hall.run(&["import", "rooks.csv"]).ok();
    let said =
        hall.run(&["import", "pawns.csv"]).fails(2, "Jose Diaz already plays for Rooks (number 1), as José Diaz");
    assert!(
        said.err.contains("if they are two different children, enter this team with `bughouse team add --namesake`"),
        "{}",
        said.err
    );
    hall.run(&["team", "add", "Pawns", "--player", "Jose Diaz,5,1200,,Oak", "--player", "Bo Kim,5,1000,,Oak"])
        .fails(2, "add --namesake");
    hall.run(&[
        "team",
        "add",
        "Pawns",
        "--player",
        "Jose Diaz,5,1200,,Oak",
        "--player",
        "Bo Kim,5,1000,,Oak",
        "--namesake",
    ])
    .ok();

    let hall = self::hall();
    hall.write("first.csv", format!("{heading}NEED,José Diaz,3,900,,Oak\n"));
    hall.write("second.csv", format!("{heading}NEED,Jose Diaz,5,1200,,Oak\n"));
    hall.run(&["import", "first.csv"]).ok();
    let said = hall.run(&["import", "second.csv"]).ok().out;
    assert!(said.contains("Jose Diaz was matched to José Diaz (1); if this is a different child, use"), "{said}");
    hall.run(&["partner", "add", "Jose Diaz,5,1200,,Oak", "--namesake"]).ok();
    assert_eq!(hall.json(&["partner", "list"])["players"].as_array().expect("a list").len(), 2);
}

#[test]
fn the_sections_that_the_file_names_are_made_when_that_is_asked_for() {
    let hall = Hall::under("us-chess-2018");
    hall.run(&["section", "add", "K-6"]).ok();
    let row = |name: &str, grade: u32, section: &str, team: &str| format!("{name},{grade},{section},{team}\n");
    let rows =
        [row("Ann Lee", 3, "k-6", "Rooks"), row("Bo Kim", 2, "K-6", "Rooks"), row("Cy Day", 7, "Middle", "NEED")];
    hall.write("entries.csv", format!("Name,Grade,Division,Team\n{}{}", rows.concat(), row("Di Eck", 8, "K-12", "")));
    hall.run(&["import", "entries.csv"]).fails(2, "there is no section \"Middle\"");
    let before = hall.facts();
    let tried = hall.json(&["import", "entries.csv", "--sections", "--dry-run"]);
    assert_eq!(tried["sections_added"], json!(["Middle", "K-12"]));
    assert_eq!(hall.facts(), before);
    let said = hall.run(&["import", "entries.csv", "--sections"]).ok().out;
    assert!(said.contains("sections added:\n  Middle\n  K-12, grades K-12\n"), "{said}");
    let sections = hall.json(&["section", "list"])["sections"].clone();
    let lines: Vec<_> = (0..3).map(|n| (sections[n]["section"].clone(), sections[n]["grades"].clone())).collect();
    assert_eq!(lines, [(json!("K-6"), json!("K-6")), (json!("Middle"), json!(null)), (json!("K-12"), json!("K-12"))]);
    assert_eq!(hall.json(&["import", "entries.csv", "--sections"])["sections_added"], json!([]));
    hall.run(&["undo"]).ok();
    assert_eq!(hall.json(&["section", "list"])["sections"].as_array().unwrap().len(), 1, "one command, one undo");
    hall.run(&["import", "entries.csv", "--sections", "--section", "K-6"]).fails(2, "");
    hall.write("none.csv", "Name,Team\nAnn Lee,Rooks\nBo Kim,Rooks\n");
    hall.run(&["import", "none.csv", "--sections"]).fails(2, "none.csv doesn't name any sections");
}
