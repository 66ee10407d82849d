//! Wrong files: one clear complaint each, at the right line and column.

use crate::reference::text;
use bughouse::interchange::trf::{ReadOptions, read};

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
        ("incompatible_color", "line 3, column 137: round 5: 3 and 2 (line 2) cannot both have the same colour"),
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
    assert_eq!(event.notes.iter().map(ToString::to_string).collect::<Vec<_>>(), ["line 7: record 101 is not known and was passed over"]);
}
