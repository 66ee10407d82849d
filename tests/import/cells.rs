//! What one cell means under its heading: `cells.json` holds cells as they are written, and what is read of each.

use super::rosters::lines;
use bughouse::interchange::registrations::{Options, Wish, read};
use std::collections::BTreeMap;

/// The entry of a child beside whom this is, with the absences asked for.
fn entry_in_words(heading: &str, cell: &str) -> String {
    let quoted = format!("\"{}\"", cell.replace('"', "\"\""));
    let text = match heading {
        "Name" => format!("Name,Team\n{quoted},NEED\n"),
        _ => format!("Name,{heading}\nAnn Lee,{quoted}\n"),
    };
    let reading = read(text.as_bytes(), "cells.csv", &Options::default()).unwrap_or_else(|e| panic!("{cell:?}: {e}"));
    if let Some(refused) = reading.complaints.first() {
        return format!("refused: {}", refused.problem);
    }
    let wish = |wish: &Wish| match wish {
        Wish::Bye { round, points } => format!("bye {round}{}", points.map_or(String::new(), |p| format!(" {p:?}"))),
        Wish::Leave { from_round } => format!("leaves {}", from_round.map_or("early".to_owned(), |r| r.to_string())),
    };
    let wishes = reading.entries[0].requests.iter().flat_map(|request| &request.wishes);
    let wishes = wishes.map(wish).collect::<Vec<_>>().join(", ");
    let entry = lines(&reading).concat().replace("needs a partner: ", "");
    if wishes.is_empty() { entry } else { format!("{entry}: {wishes}") }
}

#[test]
fn cells_are_read_however_they_are_written() {
    let cells: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(include_str!("cells.json")).expect("it is written so");
    for (heading, cells) in &cells {
        for (cell, expected) in cells {
            assert_eq!(entry_in_words(heading, cell), *expected, "{heading}: {cell:?}");
        }
    }
}
