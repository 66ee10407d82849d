//! A start for transpositions where some teams may not meet one another and are half of the teams, or nearly.
//!
//! What is reduced: nothing is left out, the search only begins elsewhere. Almost every team that stands apart meets one that does
//! not, and the cheapest way to pair off two sides in order of place is in that order. Only the few left over, and those who have met,
//! are left to search for. The optimum is the same, as that search proves it by its own prices, wherever it sets out from.

use super::transposition::Start;

/// Whether so few are left over, of this many rows, that the start is worth it.
pub(super) fn is_narrow(rows: usize, left_over: usize) -> bool {
    rows >= 64 && left_over * left_over <= 16 * rows
}

/// The start where rows and columns that both stand apart may not meet. `None` if more than half stand apart.
pub(super) fn start(rows_apart: &[bool], columns_apart: &[bool]) -> Option<Start> {
    let size = rows_apart.len();
    let places = |apart: &[bool], which: bool| -> Vec<usize> { (0..size).filter(|at| apart[*at] == which).collect() };
    let (apart_rows, apart_columns) = (places(rows_apart, true), places(columns_apart, true));
    let (mut rows, mut columns) = (places(rows_apart, false), places(columns_apart, false));
    rows = evenly(&rows, apart_columns.len())?;
    columns = evenly(&columns, apart_rows.len())?;
    let mut start = Start { pairs: Vec::with_capacity(size), row_price: vec![0; size], column_price: vec![0; size] };
    in_order(&mut start, &rows, &apart_columns);
    in_order(&mut start, &apart_rows, &columns);
    // Rows and columns that do not stand apart may meet as well: the second group gives way until none of these is overpaid.
    let overpaid = |row: &usize, column: &usize| {
        start.row_price[*row] + start.column_price[*column] - (row.abs_diff(*column) as i128).pow(2)
    };
    let most =
        rows.iter().flat_map(|row| columns.iter().map(move |column| overpaid(row, column))).max().unwrap_or(0).max(0);
    apart_rows.iter().for_each(|row| start.row_price[*row] += most);
    columns.iter().for_each(|column| start.column_price[*column] -= most);
    let mut is_taken = vec![false; size];
    start.pairs.iter().for_each(|(_, column)| is_taken[*column] = true);
    for column in (0..size).filter(|column| !is_taken[*column]) {
        let lacks = |row: usize| (row.abs_diff(column) as i128).pow(2) - start.row_price[row];
        start.column_price[column] = (0..size).map(lacks).min().unwrap_or(0).min(0);
    }
    Some(start)
}

/// So many of them, evenly spread; `None` if there are not so many.
fn evenly(places: &[usize], count: usize) -> Option<Vec<usize>> {
    (count <= places.len()).then(|| (0..count).map(|at| places[at * places.len() / count]).collect())
}

/// Pairs two sides off in order, at prices that pay these pairs exactly and overpay no other of the two sides.
///
/// Costs grow with the square of the distance, so what holds between neighbours holds between all.
fn in_order(start: &mut Start, rows: &[usize], columns: &[usize]) {
    let cost = |row: usize, column: usize| (row.abs_diff(column) as i128).pow(2);
    let mut price = 0;
    let mut highest = 0;
    for at in 0..rows.len() {
        if at > 0 {
            let (row, column, before, former) = (rows[at], columns[at], rows[at - 1], columns[at - 1]);
            let least = cost(row, column) - cost(row, former);
            let most = cost(before, column) - cost(before, former);
            price += (least + most) / 2;
        }
        highest = highest.max(price);
        start.column_price[columns[at]] = price;
    }
    for (row, column) in rows.iter().zip(columns) {
        start.column_price[*column] -= highest;
        start.row_price[*row] = cost(*row, *column) - start.column_price[*column];
        start.pairs.push((*row, *column));
    }
}

#[cfg(test)]
mod tests {
    use super::super::matching::Effort;
    use super::super::transposition;
    use super::*;

    #[test]
    fn gives_what_a_search_without_it_gives() {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut dice = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) % bound
        };
        for at in 0..600 {
            let size = 1 + dice(60) as usize;
            let (share, met) = (30 + dice(30), dice(20));
            let mut apart: Vec<bool> = (0..2 * size).map(|_| dice(100) < share).collect();
            while 2 * apart.iter().filter(|apart| **apart).count() > 2 * size {
                apart[dice(2 * size as u64) as usize] = false;
            }
            let barred: Vec<bool> = (0..size * size).map(|_| dice(100) < met).collect();
            let allowed = |i: usize, j: usize| !(barred[i * size + j] || apart[i] && apart[size + j]);
            let Some(start) = start(&apart[..size], &apart[size..]) else { panic!("at most half stand apart") };
            let plain = transposition::cheapest(size, &Effort::default(), |i, j| allowed(i, j).then_some(0));
            assert_eq!(
                transposition::cheapest_from(start, &Effort::default(), allowed),
                plain,
                "assignment {at} of {size}"
            );
        }
    }
}
