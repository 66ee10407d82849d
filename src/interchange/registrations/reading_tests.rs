//! Whole files, as volunteers hand them in.

use super::*;
use crate::registration::Entrants;

fn entries(text: &str) -> Vec<String> {
    let reading =
        read(text.as_bytes(), "entries.csv", &Options::default()).unwrap_or_else(|e| panic!("{}", e.render(false)));
    assert_eq!(reading.complaints, [], "{}", reading.render_complaints(9, false));
    reading.entries.iter().map(|entry| described(&entry.registration)).collect()
}

fn described(registration: &Registration) -> String {
    let child = |child: &crate::registration::Child| {
        let grade = child.grade.map(|grade| format!(" {grade}")).unwrap_or_default();
        let rating = child.rating.map(|rating| format!(" {rating}")).unwrap_or_default();
        format!("{}{grade}{rating}", child.name)
    };
    match &registration.entrants {
        Entrants::Team { name, players, .. } => format!("{name}: {} + {}", child(&players[0]), child(&players[1])),
        Entrants::Alone(alone) => format!("needs a partner: {}", child(alone)),
    }
}

fn complaints(text: &str) -> Vec<String> {
    let reading =
        read(text.as_bytes(), "entries.csv", &Options::default()).unwrap_or_else(|e| panic!("{}", e.render(false)));
    reading.complaints.iter().map(|p| format!("{}:{}: {}", p.line, p.column, p.problem)).collect()
}

#[test]
fn a_row_a_team() {
    let file = "Team Name,Player 1,Grade 1,Rating 1,Player 2,Grade 2,Rating 2\n\
                Rooks,\"Lee, Ann\",3,1234,Bo Kim,K,unr\n\
                NEED,Cy Day,5th,,,,\n\
                ,Di Eck,1,,Ed Fox,2,\n";
    assert_eq!(
        entries(file),
        ["Rooks: Ann Lee 3 1234 + Bo Kim K", "needs a partner: Cy Day 5", "Eck-Fox: Di Eck 1 + Ed Fox 2"]
    );
}

#[test]
fn a_row_a_child_grouped_by_team_name() {
    let file = "Name,Grade,Team\nAnn Lee,3,Rooks\nBo Kim,2,rooks \nCy Day,4,NEED\nDi Eck,4,\n";
    assert_eq!(
        entries(file),
        ["Rooks: Ann Lee 3 + Bo Kim 2", "needs a partner: Cy Day 4", "needs a partner: Di Eck 4"]
    );
}

#[test]
fn a_row_a_child_who_names_the_partner() {
    let file =
        "First Name,Last Name,Partner\nAnn,Lee,Bo Kim\nBo,Kim,Ann Lee\nCy,Day,\"Eck, Di\"\nDi,Eck,\nEd,Fox,need\n";
    assert_eq!(entries(file), ["Kim-Lee: Ann Lee + Bo Kim", "Day-Eck: Cy Day + Di Eck", "needs a partner: Ed Fox"]);
}

#[test]
fn a_row_a_pair_where_partners_have_no_rows_of_their_own() {
    assert_eq!(
        entries("Player,Partner\nAnn Lee,Bo Kim\nCy Day,Di Eck\n"),
        ["Kim-Lee: Ann Lee + Bo Kim", "Day-Eck: Cy Day + Di Eck"]
    );
    let file = "Name,Grade,Partner's name,Partner's grade\nAnn Lee,3,Bo Kim,2\nBo Kim,2,Ann Lee,3\nCy Day,4,,\n";
    assert_eq!(
        entries(file),
        ["Kim-Lee: Ann Lee 3 + Bo Kim 2", "needs a partner: Cy Day 4"],
        "both filled in the form"
    );
}

#[test]
fn everything_wrong_is_reported_at_once_with_its_place() {
    let file = "Team,Player 1,Grade 1,Rating 1,Player 2\n\
                Rooks,Ann Lee,33,abc,Bo Kim\n\
                Pawns,Cy Day,3,,\n\
                Kings,Di Eck,3,5000,Ed Fox\n\
                Bishops,Flo Gay,2,,Hal Ide,extra\n";
    assert_eq!(
        complaints(file),
        [
            "2:15: \"33\" is not a grade",
            "2:18: \"abc\" is not a rating",
            "3:17: Pawns has one player, Cy Day",
            "4:16: rating 5000 is out of range",
            "5:28: the row has 6 cells, but there are 5 headings",
        ]
    );
}

#[test]
fn the_same_child_or_team_twice_is_refused() {
    let teams = "Team,Player 1,Player 2\nRooks,Ann Lee,Bo Kim\nrooks,Cy Day,Di Eck\nPawns,Ed Fox,ann lee\n";
    assert_eq!(
        complaints(teams),
        ["3:1: rooks is in the file twice: first on line 2", "4:14: ann lee is in the file twice: first on line 2"]
    );
    let ids = "Name,ID,Team\nAnn Lee,77,Rooks\nBo Kim,77,Rooks\nCy Day,5,Rooks\n";
    assert_eq!(complaints(ids), ["3:8: Bo Kim is in the file twice: id 77 was on line 2, for Ann Lee"]);
}

#[test]
fn different_ids_or_schools_are_different_children() {
    let file = "Name,ID,School,Team\nAnn Lee,1,Oak,Rooks\nAnn Lee,2,Oak,Rooks\nAnn Lee,,Elm,Pawns\nBo Kim,,Elm,Pawns\n";
    assert_eq!(entries(file).len(), 2);
}

#[test]
fn a_team_of_one_or_three_is_refused_with_the_way_out() {
    let file = "Name,Team\nAnn Lee,Rooks\nBo Kim,Rook\nCy Day,Pawns\nDi Eck,Pawns\nEd Fox,Pawns\n";
    let reading = read(file.as_bytes(), "entries.csv", &Options::default()).unwrap();
    let told: Vec<String> = reading.complaints.iter().map(|p| format!("{}; {}", p.problem, p.problem.help())).collect();
    assert_eq!(
        told,
        [
            "Rooks is on one row only: Ann Lee has no partner there; line 3 has \"Rook\": if they are one team, write the name the same way; if a partner is wanted, write NEED",
            "Rook is on one row only: Bo Kim has no partner there; line 2 has \"Rooks\": if they are one team, write the name the same way; if a partner is wanted, write NEED",
            "Pawns has 3 players; a bughouse team has two; put the others into a team of their own, or write NEED as their team name",
        ]
    );
}

#[test]
fn likely_misspellings_are_notes() {
    let file = "Team,Player 1,School 1,Player 2,School 2\nRooks,John Smith,Lincoln Elem.,Bo Kim,LINCOLN ES\nPawns,Jon Smith,Lincoln Elem.,Player 1,Oak\nKings,Player 2,Oak,Cy Day,Oak\n";
    let reading = read(file.as_bytes(), "entries.csv", &Options::default()).unwrap();
    let notes: Vec<String> = reading.notes.iter().map(|n| n.message.clone()).collect();
    assert_eq!(notes, ["Jon Smith looks like John Smith on line 2: the same child?"]);
    assert_eq!(reading.entries.len(), 3);
}

#[test]
fn headings_need_not_be_on_line_one() {
    let file = "Lincoln Open,,\n\nExported 3 May,,\nTeam,Player 1,Player 2\nRooks,Ann Lee,Bo Kim\n\n,,\n";
    assert_eq!(entries(file), ["Rooks: Ann Lee + Bo Kim"]);
}

#[test]
fn missing_trailing_cells_are_blank() {
    assert_eq!(entries("Name,Team,Grade,Rating\nAnn Lee,Rooks\nBo Kim,Rooks,3\n"), ["Rooks: Ann Lee + Bo Kim 3"]);
}

#[test]
fn a_file_that_is_no_list_is_refused() {
    for (text, why) in [
        ("", "entries.csv is empty"),
        ("\u{feff} \r\n\r\n", "entries.csv is empty"),
        ("foo,bar\n1,2\n", "entries.csv:1:1 has no heading that says where the players' names are"),
        ("Team,Player 1,Player 2\n", "entries.csv:1:1 has headings but no rows under them"),
        ("Name,Team\nAnn,\"Rooks\nBo,Rooks\n", "entries.csv:2:5 has a quoted cell that never ends"),
        ("Name,Team\nA\0nn,Rooks\n", "entries.csv:2:2 holds a NUL character, so it is not a text file"),
    ] {
        let error = read(text.as_bytes(), "entries.csv", &Options::default()).unwrap_err();
        assert_eq!(error.to_string(), why);
    }
}

#[test]
fn map_settles_what_headings_do_not() {
    let text = "Squad thing,Kid one,Kid two,Points\nRooks,Ann Lee,Bo Kim,1500\n";
    let map = |text: &str| text.split(' ').map(|a| a.parse().unwrap()).collect::<Vec<Assignment>>();
    let options = Options { map: map("team=1 player-1=B player-2=two rating=Points"), ..Options::default() };
    let reading = read(text.as_bytes(), "entries.csv", &options).unwrap();
    assert_eq!(described(&reading.entries[0].registration), "Rooks: Ann Lee + Bo Kim");
    let kept = reading.mapping.to_remember(&options.map);
    let kept_as_typed: Vec<String> = kept.iter().map(ToString::to_string).collect();
    assert_eq!(kept_as_typed, ["team=Squad thing", "player-1=Kid one", "player-2=Kid two", "rating=Points"]);
    let again = Options { remembered: kept, ..Options::default() };
    assert_eq!(read(text.as_bytes(), "entries.csv", &again).unwrap().entries, reading.entries);
    let wrong = Options { map: map("team=Sqaud"), ..Options::default() };
    let error = read(text.as_bytes(), "entries.csv", &wrong).unwrap_err();
    assert_eq!(error.help, "did you mean --map team=\"Squad thing\"?");
}

#[test]
fn a_bad_row_holds_its_partner_back_without_a_second_complaint() {
    let file = "Name,Grade,Team\nAnn Lee,33,Rooks\nBo Kim,2,Rooks\nCy Day,1,Pawns\nDi Eck,1,Pawns\nCy Day,1,Pawns\n";
    let reading = read(file.as_bytes(), "entries.csv", &Options::default()).unwrap();
    assert_eq!(complaints(file), ["2:9: \"33\" is not a grade", "6:1: Cy Day is in the file twice: first on line 4"]);
    assert_eq!(
        reading.entries.iter().map(|e| described(&e.registration)).collect::<Vec<_>>(),
        ["Pawns: Cy Day 1 + Di Eck 1"]
    );
    let rejects = reading.rejects_csv();
    assert!(
        rejects.contains("\"good; waits for the partner's row, which was line 2\",Bo Kim,2,Rooks\r\n"),
        "{rejects}"
    );
    assert_eq!(entries(&rejects.replace(",33,", ",3,").replace("Cy Day,1,Pawns", "Ed Fox,1,NEED")).len(), 2);
}

#[test]
fn rejected_rows_can_be_mended_and_imported() {
    let file = "Title\nTeam,Player 1,Grade 1,Player 2\nRooks,Ann Lee,3,Bo Kim\nPawns,\"Day, Cy\",33,=Di Eck\n";
    let reading = read(file.as_bytes(), "entries.csv", &Options::default()).unwrap();
    let rejects = reading.rejects_csv();
    let expected = "What to mend,Team,Player 1,Grade 1,Player 2\r\n\"\"\"33\"\" is not a grade; expected PK, K or 1 to 12; \"\"3rd\"\", \"\"Grade 3\"\" and \"\"Kindergarten\"\" are understood too\",Pawns,\"Day, Cy\",33,'=Di Eck\r\n";
    assert_eq!(rejects, expected);
    assert_eq!(entries(&rejects.replace(",33,", ",3,")), ["Pawns: Cy Day 3 + =Di Eck"]);
}

#[test]
fn contacts_are_kept_only_on_purpose() {
    let file = "Name,Email,Phone\nAnn Lee,a@example.org,555\n";
    let contact = |keeps_contacts| {
        let options = Options { keeps_contacts, ..Options::default() };
        read(file.as_bytes(), "entries.csv", &options).unwrap().entries[0].registration.children()[0].contact.clone()
    };
    assert_eq!(contact(false), crate::registration::Contact::default());
    assert_eq!(contact(true).email.as_deref(), Some("a@example.org"));
}
