//! Cells as volunteers and forms write them.

use super::*;

#[test]
fn grades_are_read_however_they_are_written() {
    for (cells, expected) in [
        (&["PK", "pk", "Pre-K", "PreK", "Pre-Kindergarten", "P-K"][..], Some(-1)),
        (&["K", "k", "Kindergarten", "KG", " kinder ", "0"], Some(0)),
        (&["1", "1st", "First", "Grade 1", "01", "1st grade", "1.0", "Gr. 1"], Some(1)),
        (&["12", "12th", "Twelfth Grade", "senior", "12th Grader", "grade 12"], Some(12)),
        (&["", "  ", "adult", "N/A", "-"], None),
    ] {
        for cell in cells {
            assert_eq!(grade(cell), Ok(expected.map(Grade)), "{cell:?}");
        }
    }
    for cell in ["13", "-1", "4-Mar", "kk", "3-4", "1000000000000", "=1+1"] {
        assert!(matches!(grade(cell), Err(Problem::NotAGrade { .. })), "{cell}");
    }
}

#[test]
fn ratings_are_read_however_they_are_written() {
    for (cell, expected) in [
        ("1234", Some(1234)),
        (" 1279", Some(1279)),
        ("1641P17", Some(1641)),
        ("1641p5", Some(1641)),
        ("1641 P 17", Some(1641)),
        ("1200/12", Some(1200)),
        ("1,234", Some(1234)),
        ("1500.0", Some(1500)),
        ("900*", Some(900)),
        ("4000", Some(4000)),
        ("1", Some(1)),
        ("", None),
        ("unr", None),
        ("UNR.", None),
        ("Unrated", None),
        ("-1", None),
        ("0", None),
        ("new", None),
        ("N/A", None),
    ] {
        assert_eq!(rating(cell), Ok(expected), "{cell:?}");
    }
    for cell in ["4001", "9999", "99999999999999999999"] {
        assert!(matches!(rating(cell), Err(Problem::RatingOutOfRange { .. })), "{cell}");
    }
    for cell in ["abc", "12O0", "-5", "1+1", "=1234", "1234.5", "p"] {
        assert!(matches!(rating(cell), Err(Problem::NotARating { .. })), "{cell}");
    }
}

#[test]
fn last_name_first_is_turned_round() {
    for (cell, expected) in [
        ("Lee, Ann", "Ann Lee"),
        (" Ann Lee ", "Ann Lee"),
        ("King, Martin Luther, Jr.", "Martin Luther King Jr."),
        ("King, Jr., Martin", "Martin King Jr."),
        ("Ann Lee, Jr.", "Ann Lee, Jr."),
        ("van der Berg, Zoë", "Zoë van der Berg"),
        ("李伟", "李伟"),
        ("Lee,", "Lee"),
        ("Ann\nLee", "Ann Lee"),
        ("'=Ann", "=Ann"),
        ("O'Brien", "O'Brien"),
    ] {
        assert_eq!(name(cell).as_deref(), Ok(expected), "{cell:?}");
    }
}

#[test]
fn hostile_names_are_kept_as_text_or_refused() {
    for cell in ["=HYPERLINK(\"x\")", "<script>alert(1)</script>", "👩‍🚀 Ann", "נועה כהן"] {
        assert_eq!(name(cell).as_deref(), Ok(cell));
    }
    assert_eq!(name("evil\u{202e}nnA").as_deref(), Ok("evilnnA"));
    assert_eq!(name("An\u{1b}[31mn"), Err(Problem::ControlCharacter { code: 0x1b }));
    assert_eq!(name(&"x".repeat(10_000)), Err(Problem::TooLong { length: 10_000 }));
    assert!(matches!(name("---"), Err(Problem::NotAName { .. })));
}

#[test]
fn home_school_and_none_are_not_a_school() {
    for cell in [
        "",
        "Home School",
        "homeschool",
        "Home-schooled",
        "Homeschooler",
        "none",
        "N/A",
        "no school",
        "Unattached",
        "HOME SCHOOLING",
    ] {
        assert_eq!(school(cell), Ok(None), "{cell:?}");
    }
    for cell in ["Homestead Elementary", "Nonesuch HS", "Home Valley School"] {
        assert_eq!(school(cell), Ok(Some(cell.to_owned())));
    }
}

#[test]
fn need_is_known_in_its_usual_words_and_nowhere_else() {
    for cell in ["NEED", "need", "Need partner", "NEEDS A PARTNER", "tbd", "none", "?", "n/a"] {
        assert!(is_need(cell), "{cell}");
    }
    for cell in ["Need for Speed", "Needles", "Anna", "Nonesuch", "Rooks"] {
        assert!(!is_need(cell), "{cell}");
    }
}

#[test]
fn ids_keep_their_letters_and_leading_zeros() {
    for (cell, expected) in [
        ("12345678", Some("12345678")),
        ("012", Some("012")),
        ("WA-77", Some("WA-77")),
        ("123.0", Some("123")),
        ("new", None),
        ("", None),
    ] {
        assert_eq!(id(cell), Ok(expected.map(str::to_owned)), "{cell}");
    }
}

#[test]
fn money_is_cents() {
    for (cell, expected) in [
        ("25", Some(2500)),
        ("$25.00", Some(2500)),
        ("25,5 €", Some(2550)),
        ("1,234.50", Some(123_450)),
        ("1,234", Some(123_400)),
        ("", None),
    ] {
        assert_eq!(cents(cell), Ok(expected), "{cell}");
    }
    assert!(cents("lots").is_err());
    assert!(cents("99999999999").is_err());
    assert_eq!(paid("yes", Some(2500)), Ok(Some(2500)));
    assert_eq!(paid("No", Some(2500)), Ok(Some(0)));
    assert_eq!(paid("$10", Some(2500)), Ok(Some(1000)));
}
