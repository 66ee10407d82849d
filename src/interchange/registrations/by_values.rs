//! What a column holds where its heading can mean two things: its values tell.

use super::field::What;
use super::headings::{Meaning, SURE, Whose};
use super::sheet::Row;
use super::values;
use crate::tournament::names::fold;

/// `R1` and `G2` beside player 1 and player 2: a rating and a grade where the values are such, and there is no `R3`. Else they are rounds.
pub(super) fn figure_of_a_seat(headings: &[&str], column: usize, samples: &[Row]) -> Option<Meaning> {
    let squashed = |heading: &str| fold(heading).replace([' ', '.', '_', '-', '#'], "");
    let heading = squashed(headings[column]);
    let (what, seat) = match heading.as_bytes() {
        [b'r', seat @ b'1'..=b'2'] => (What::Rating, seat - b'0'),
        [b'g', seat @ b'1'..=b'2'] => (What::Grade, seat - b'0'),
        _ => return None,
    };
    let third = format!("{}3", &heading[..1]);
    // A result is a 1 or a 0, or has letters that no figure has.
    let fits = |cell: &str| match what {
        What::Rating => values::rating(cell).map(|rating| rating.map(|rating| rating >= 100)),
        _ => values::grade(cell).map(|grade| grade.filter(|_| !matches!(cell.trim(), "0" | "1")).map(|_| true)),
    };
    let cells = samples.iter().filter_map(|row| row.cells.get(column));
    let told: Vec<bool> = cells.filter_map(|cell| fits(&cell.text).unwrap_or(Some(false))).collect();
    let is_figure = told.iter().filter(|fits| **fits).count() * 2 > told.len();
    let is_round = headings.iter().any(|other| squashed(other) == third);
    (is_figure && !is_round).then_some(Meaning { what, whose: Whose::Child(seat), weight: SURE - 1 })
}

/// Ids have five digits or more, ratings at most four.
pub(super) fn id_or_rating(column: usize, samples: &[Row]) -> What {
    let digits = samples
        .iter()
        .filter_map(|row| row.cells.get(column))
        .map(|cell| cell.text.bytes().filter(u8::is_ascii_digit).count());
    let (ids, ratings) =
        digits.filter(|n| *n > 0).fold((0, 0), |(i, r), n| if n > 4 { (i + 1, r) } else { (i, r + 1) });
    if ratings > ids { What::Rating } else { What::Id }
}
