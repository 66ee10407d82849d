//! Wrong files: one clear complaint each, at the right line and column.

use super::reference::text;
use bughouse::interchange::trf::{ReadOptions, read, read_bytes};

/// What a file is answered with, one complaint a line.
fn complaints(text: &str) -> Vec<String> {
    match read(text, ReadOptions::default()) {
        Ok(_) => Vec::new(),
        Err(complaints) => complaints.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn reference_files_with_one_mistake_each() {
    let cases = [
        ("incompatible_color", "line 3, column 137: round 5: 3 and 2 (line 2) cannot both have the same color"),
        ("incompatible_result", "line 3, column 139: round 5: 3 has \"1\" against 2, who has \"1\" on line 2"),
        ("incorrect_points", "line 2, column 81: the points should be 3.0, the sum of the results, not 4.0"),
        ("missing_result", "line 2, column 132: round 5: 2 met 3 here, but line 3 says that 3 did not play"),
        ("too_many_results", "line 2, column 142: a result in round 6, but the event has 5 rounds"),
    ];
    for (name, complaint) in cases {
        if let Some(text) = text(&format!("trf/bad/py4swiss_{name}.trf")) {
            assert_eq!(complaints(&text), [complaint], "{name}");
        }
    }
}

/// Unknown records and gaps in numbers are no mistakes, and a position without a legal pairing is a valid file.
#[test]
fn reference_files_that_are_right_after_all() {
    for name in ["invalid_code", "missing_starting_number", "no_legal_pairings", "no_legal_pairings_odd"] {
        if let Some(text) = text(&format!("trf/bad/py4swiss_{name}.trf")) {
            assert_eq!(complaints(&text), Vec::<String>::new(), "{name}");
        }
    }
}

#[test]
fn an_unknown_record_is_passed_over_with_a_note() {
    let Some(text) = text("trf/bad/py4swiss_invalid_code.trf") else { return };
    let event = read(&text, ReadOptions::default()).expect("it reads");
    assert_eq!(
        event.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["line 7: record 101 is not known and was skipped"]
    );
}

/// A file of three teams after one round, and what each change to it is answered with.
#[test]
fn each_mistake_has_its_place() {
    let good = [
        "001    1      One                               1500                             1.0    1     2 w 1",
        "001    2      Two                               1400                             0.0    3     1 b 0",
        "001    3      Three                             1300                             1.0    2  0000 - U",
    ];
    assert_eq!(complaints(&good.join("\n")), Vec::<String>::new());
    let changed = |line: usize, from: &str, to: &str| {
        let mut lines = good.map(str::to_owned);
        assert!(lines[line].contains(from));
        lines[line] = lines[line].replacen(from, to, 1);
        complaints(&lines.join("\r\n"))
    };
    let cases: [(usize, &str, &str, &str); 13] = [
        (0, "   1      One", "   x      One", "line 1, column 8: starting number should be a whole number, not \"x\""),
        (
            1,
            "   2      Two",
            "   0      Two",
            "line 2, column 5: starting numbers begin at 1; 0 as an opponent means nobody",
        ),
        (0, "   1      One", "          One", "line 1, column 5: the starting number is missing"),
        (1, "   2      Two", "   1      Two", "line 2, column 5: number 1 was already given on line 1"),
        (0, "1500", "15OO", "line 1, column 49: rating should be a whole number, not \"15OO\""),
        (0, "1.0", "one", "line 1, column 82: points should be points such as 2.5, not \"one\""),
        (0, "2 w 1", "2 x 1", "line 1, column 97: a color is w, b or -, not \"x\""),
        (0, "2 w 1", "2 w 7", "line 1, column 99: \"7\" is not a result; use 1 0 = + - W L D H F U Z or a blank"),
        (0, "2 w 1", "1 w 1", "line 1, column 92: 1 is paired with itself in round 1"),
        (2, "0000 - U", "   2 w H", "line 3, column 99: round 1: \"H\" is a bye, but 2 is named as opponent"),
        (2, "0000 - U", "0000 - 1", "line 3, column 99: round 1: the result \"1\" needs an opponent"),
        (2, "0000 - U", "   9 w 1", "line 3, column 92: nobody has number 9"),
        (2, "0000 - U", "   1 w 1", "line 3, column 92: round 1: 3 met 1 here, but line 1 says that 1 met 2"),
    ];
    for (line, from, to, complaint) in cases {
        let found = changed(line, from, to);
        assert!(found.contains(&complaint.to_owned()), "{complaint}\nnot in {found:#?}");
    }
    assert_eq!(changed(0, "1500", "15OO").len(), 1, "one mistake, one complaint");
}

#[test]
fn wishes_with_unknown_numbers_are_complained_of() {
    let team = "001    1      One                               1500                             0.0    1\n";
    let answer = |line: &str| complaints(&format!("{team}{line}"));
    assert_eq!(answer("XXP 1 44"), ["line 2, column 7: nobody has number 44"]);
    assert_eq!(answer("XXZ 7"), ["line 2, column 5: nobody has number 7"]);
    assert_eq!(answer("260   1   9    1    8"), ["line 2, column 18: nobody has number 8"]);
    assert_eq!(answer("240 Q   1    1"), ["line 2, column 5: a bye is F, H or Z, not \"Q\""]);
    assert_eq!(answer("XXR five"), ["line 2, column 5: number of rounds should be a whole number, not \"five\""]);
}

#[test]
fn an_empty_or_foreign_file_is_named_for_what_it_is() {
    for text in ["", "hello", "\u{feff}### only a comment\r\n"] {
        assert_eq!(complaints(text), ["line 1, column 1: no 001 line, so nobody is entered; is this a TRF file?"]);
    }
}

#[test]
fn a_double_round_takes_two_rounds_of_the_file() {
    let text =
        "001    1      One                                                                1.5    1     2 w 1     2 b =
001    2      Two                                                                0.5    2     1 b 0     1 w =";
    let double = |text: &str| read(text, ReadOptions { matches: Some(2), rounds: None });
    let event = double(text).expect("it reads");
    assert_eq!((event.rounds, event.entrants[0].record.score().0), (1, 3));
    let odd =
        double(&text.replace("     2 b =", "").replace("     1 w =", "").replace("1.5", "1.0").replace("0.5", "0.0"))
            .expect_err("half a round");
    let shown: Vec<String> = odd.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "line 1, column 92: with two matches a round every round takes two columns of the file, but there are 1; is it --matches 1?"
        ]
    );
}

#[test]
fn double_rounds_that_nothing_shows_are_guessed_where_the_rounds_are_too_many() {
    let text =
        "001    1      One                                                                1.5    1     2 w 1     2 b =
001    2      Two                                                                0.5    2     1 b 0     1 w =
142 1";
    let sentence = "line 1, column 102: a result in round 2, but the event has 1 round";
    assert_eq!(complaints(text), [format!("{sentence}; everyone meets twice in a row, so these may be double rounds")]);
    let other = text.replace("1.5    1     2 w 1     2 b =", "1.0    1     2 w 1          ");
    assert_eq!(
        complaints(&other.replace("0.5    2     1 b 0     1 w =", "0.5    2     1 b 0  0000 - H")),
        [sentence.replace("line 1", "line 2")]
    );
}

#[test]
fn a_scoring_that_is_not_counted_is_reported() {
    let file = |head: &str| {
        format!(
            "{head}\n001    1      One                                                                3.0    1     2 w 1\n001    2      Two                                                                0.0    2     1 b 0"
        )
    };
    for head in ["162  W 3.0    D 1.0    L 0.0", "XXS W=3 D=1"] {
        let event = read(&file(head), ReadOptions::default()).expect("it reads");
        assert_eq!(
            event.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [
                "line 1: the file scores 3.0-1.0-0.0; here a win counts 1, a draw 0.5, a loss 0, so scores and ranks differ from the file's"
            ]
        );
    }
    let event = read(&file("162  W 3.0    D 1.5    L 0.0"), ReadOptions::default()).expect("it reads");
    assert_eq!(event.notes, [], "a draw is half of a win");
}

#[test]
fn an_old_encoding_reads_in_its_columns() {
    let line = b"001    1      Zo\xeb \xc5ngstr\xf6m                      1500 LIN                         0.0    1";
    let event = read_bytes(line, ReadOptions::default()).expect("it reads");
    let entrant = &event.entrants[0];
    assert_eq!(
        (entrant.name.as_str(), entrant.rating, entrant.school.as_deref()),
        ("Zoë Ångström", Some(150_000), Some("LIN"))
    );
}

/// What a pairing engine needs beside the results: seeds, byes to come, forbidden pairs, virtual points, rounds.
#[test]
fn wishes_for_the_coming_round() {
    let text =
        "001    7      Seven                             1400                             1.0    1     9 w 1  0000 - H
001    9      Nine                              1400 KEN                         0.0    2     7 b 0
001   12      Twelve                                                             1.0    3  0000 - U
001   20      Twenty                            1600                             0.0    4
142 5
XXZ 20
XXP 7 12 20
260   1   1    9   12
XXA 12 1.0 0.5
240 F   3    9";
    let event = read(text, ReadOptions::default()).expect("it reads");
    assert_eq!((event.rounds, event.rounds_planned, event.seeds()), (1, Some(5), vec![2, 3, 4, 1]));
    let byes: Vec<(usize, u32)> = event.announced.iter().map(|a| (a.entrant, a.round)).collect();
    assert_eq!(byes, [(0, 2), (3, 2), (1, 3)]);
    let pairs: Vec<(usize, usize)> = event.forbidden.iter().map(|f| f.pair).collect();
    assert_eq!(pairs, [(0, 2), (0, 3), (2, 3), (1, 2)]);
    let points: Vec<(u32, i32)> = event.accelerated.iter().map(|a| (a.round, a.points.0)).collect();
    assert_eq!(points, [(1, 2), (2, 1)]);
    assert_eq!(event.entrants.iter().map(|e| e.school.as_deref()).collect::<Vec<_>>(), [None, Some("KEN"), None, None]);
    let options = ReadOptions { rounds: Some(7), ..ReadOptions::default() };
    assert_eq!(read(text, options).expect("it reads").rounds_planned, Some(7), "what is asked for beats the file");
}

/// Only a pairing gives a bye `U`, so a round of nothing else was paired; a bye that was asked for is announced for the round to come.
#[test]
fn a_round_of_awarded_byes_was_paired() {
    let file = |points: [&str; 2], code: char| {
        [
            format!(
                "001    1      One                               1500                             {}    1     2 w 1  0000 - {code}",
                points[0]
            ),
            format!(
                "001    2      Two                               1400                             {}    2     1 b 0  0000 - {code}",
                points[1]
            ),
        ]
        .join("\n")
    };
    for (code, points, rounds, announced) in [
        ('U', ["2.0", "1.0"], 2, 0),
        ('H', ["1.5", "0.5"], 1, 2),
        ('F', ["2.0", "1.0"], 1, 2),
        ('Z', ["1.0", "0.0"], 1, 2),
    ] {
        let event = read(&file(points, code), ReadOptions::default()).expect("it reads");
        assert_eq!((event.rounds, event.announced.len()), (rounds, announced), "{code}");
    }
}

/// Record 299: the points assigned stand in place of the result's, and the sums are still checked.
#[test]
fn points_assigned_by_hand_count_and_are_checked() {
    let file = |assigned: &str, points: &str| {
        [
            "001    1      One                               1500                             1.0    1     2 w 1",
            &format!("001    2      Two                               1400                             {points}    3     1 b 0"),
            "001    3      Three                             1300                             0.5    2  0000 - U",
            assigned,
        ]
        .join("\n")
    };
    let read_points = |text: &str| {
        let event = read(text, ReadOptions::default()).unwrap_or_else(|complaints| panic!("{complaints:?}\n{text}"));
        event.entrants.iter().map(|entrant| entrant.record.score().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        read_points(&file("299 W         0.5    1    2    3", "0.5")),
        ["1", "½", "½"],
        "game points, of two entrants"
    );
    assert_eq!(
        read_points(&file("299 W   0.5          1    2    3", "0.5")),
        ["1", "½", "½"],
        "match points where no game points are said"
    );
    for (assigned, points, complaint) in [
        (
            "299 W         0.5    1    2    3",
            "0.0",
            "line 2, column 81: the points should be 0.5, the sum of the results, not 0.0",
        ),
        ("299 W         0.5    1    2    9", "0.5", "line 4, column 29: nobody has number 9"),
        (
            "299 W                1    2    3",
            "0.5",
            "line 4, column 8: no assigned points: match points are read in columns 8-11, game points in columns 14-17",
        ),
    ] {
        let found = complaints(&file(assigned, points));
        assert!(found.iter().any(|line| line == complaint), "{assigned}: {found:?}");
    }
    assert!(
        complaints(&file("299 W         0.3    1    2    3", "0.3"))
            .iter()
            .any(|line| line.starts_with("line 4, column 14: "))
    );
}
