//! Headings as programs and forms write them.

use super::*;

fn field(heading: &str) -> Option<String> {
    let Meaning { what, whose, .. } = meaning(heading, What::Id)?;
    Some(match whose {
        Whose::Row => what.as_typed().to_owned(),
        Whose::Child(seat) => Field::of_seat(what, seat).to_string(),
        Whose::Numbered(seat) => format!("{}?", Field::of_seat(what, seat)),
        Whose::Partner => format!("{} of partner", what.as_typed()),
        Whose::Team => format!("{} of team", what.as_typed()),
    })
}

#[test]
fn headings_of_pairing_programs_are_known() {
    let cases: &[(&str, &[&str])] = &[
        (
            "id",
            &[
                "ID",
                "USCF ID",
                "Membership",
                "Membership ID",
                "I. D.#",
                "uscfId",
                "U.S.C.F. I.D. #",
                "USCF No.",
                "D_MEM_ID",
            ],
        ),
        (
            "rating",
            &[
                "Rate",
                "Rtng",
                "Rating",
                "USCF rating",
                "Regular rating",
                "Rtg",
                "regularRating",
                "rating(s)",
                " RATING ",
            ],
        ),
        ("grade", &["Gr", "Grade", "Gr.", "GRADE LEVEL", "Grade (fall 2026)"]),
        ("team", &["Team", "Team Name", "TEAM_NAME", "team code", "expanded team name"]),
        ("name", &["Name", "Player", "Player name", "Full name", "Last, First", "Student's Name", "D_NAME"]),
        ("first-name", &["First Name", "firstName", "First", "FIRSTNAME"]),
        ("last-name", &["Last Name", "lastName", "Surname", "LASTNAME"]),
        ("school", &["School", "school", "Club", "School/Club"]),
        ("section", &["Section", "section", "Division"]),
        ("group", &["Group", "Flight"]),
        ("partner", &["Partner", "Partner's name", "Team-mate", "Teammate"]),
        ("email", &["Email", "E-mail", "Email Address"]),
        ("phone", &["Phone", "Tel", "Telephone", "Contact Phone Number"]),
        ("fee", &["Entry fee", "fees"]),
        ("paid", &["Paid", "Payment status"]),
        ("note", &["Notes", "Comments", "Special requests"]),
        ("byes", &["Byes", "Bye requests", "advance byes"]),
        ("id", &["USCF"]),
    ];
    for (expected, headings) in cases {
        for heading in *headings {
            assert_eq!(field(heading).as_deref(), Some(*expected), "{heading}");
        }
    }
}

#[test]
fn two_children_on_a_row_are_told_apart() {
    for (heading, expected) in [
        ("Player 1", "player-1"),
        ("Player 2", "player-2"),
        ("player1", "player-1"),
        ("Player 5 (Optional)", "player-5"),
        ("Player 1 Grade", "grade-1"),
        ("P2 Rating", "rating-2"),
        ("Player A", "player-1"),
        ("2nd Player's School", "school-2"),
        ("First Player", "player-1"),
        ("Player 1 First Name", "first-name-1"),
        ("player2LastName", "last-name-2"),
        ("Partner 2", "player-2"),
        ("Team Member 1", "player-1"),
        ("Board 2 player", "player-2"),
        ("Player 1 USCF", "id-1"),
        ("USCF ID (Player 2)", "id-2"),
        ("Name 2", "player-2?"),
        ("Rating 2", "rating-2?"),
        ("Rating2", "rating-2?"),
        ("A rating", "rating-1?"),
        ("Rating (B)", "rating-2?"),
        ("1 grade", "grade-1?"),
        ("Second grade", "grade-2?"),
        ("B name", "player-2?"),
        ("b", "player-2?"),
        ("Rating.1", "rating-1?"),
        ("Grade_2", "grade-2?"),
        ("player1name", "player-1"),
        ("player2grade", "grade-2"),
        ("Player #1", "player-1"),
        ("Child #2: School", "school-2"),
        ("#1 Rating", "rating-1?"),
        ("Player No. 2 Grade", "grade-2"),
        ("Player II", "player-2"),
        ("Captain", "player-1"),
        ("Team Captain's grade", "grade-1"),
        ("What grade is player 2 in this year?", "grade-2"),
        ("Player B's chess rating, if known", "rating-2"),
        ("Team rating", "rating of team"),
        ("Average rating", "rating of team"),
        ("Partner's grade", "grade of partner"),
        ("What grade is your partner in?", "grade of partner"),
        ("Partner School", "school of partner"),
    ] {
        assert_eq!(field(heading).as_deref(), Some(expected), "{heading}");
    }
}

#[test]
fn questions_of_online_forms_are_read_by_their_key_words() {
    for (heading, expected) in [
        ("What is your child's name?", Some("name")),
        ("What is your child's first name?", Some("first-name")),
        ("What grade is your child in, this school year?", Some("grade")),
        ("Which school does your child attend?", Some("school")),
        ("What is the name of your team?", Some("team")),
        ("Who is your bughouse partner?", Some("partner")),
        ("What is your US Chess rating, if any?", Some("rating")),
        ("What is your US Chess member ID?", Some("id")),
        ("Which section are you entering?", Some("section")),
        ("School attended", Some("school")),
        ("Which grade school does your child attend?", Some("school")),
        ("USCF Regular Rating (June)", Some("rating")),
        ("Team 2", None),
        ("Second name", None),
        ("Name of tournament", None),
        ("Tournament name", None),
        ("School city", None),
        ("Parent's name, first and last", None),
        ("Do you agree to the rules?", None),
        ("When does your US Chess membership expire (expiration)?", None),
    ] {
        assert_eq!(field(heading).as_deref(), expected, "{heading}");
    }
}

#[test]
fn columns_that_tell_nothing_of_an_entry_are_left_alone() {
    for heading in [
        "",
        "Rnk",
        "N Rate",
        "X",
        "Info",
        "Room",
        "1",
        "31",
        "Version 1.21",
        "Exp",
        "Exp.",
        "Exp1",
        "Expires",
        "Ttl",
        "Title",
        "State",
        "St",
        "Timestamp",
        "Quick rating",
        "quickRating",
        "Secondary rating",
        "middleName",
        "dob",
        "zipCode",
        "studentType",
        "district",
        "Handicap",
        "Rank",
        "Score",
        "uscfExpiration",
        "Parent name",
        "foo",
        "T-shirt size",
    ] {
        assert_eq!(field(heading), None, "{heading}");
    }
}

#[test]
fn a_field_is_named_by_itself_or_by_a_heading() {
    for (text, expected) in
        [("rating", "rating"), ("player1", "player-1"), ("Child's name", "name"), ("grade 2", "grade-2")]
    {
        assert_eq!(field_named(text).map(|f| f.to_string()).as_deref(), Some(expected), "{text}");
    }
    assert_eq!(field_named("shoe size"), None);
}
