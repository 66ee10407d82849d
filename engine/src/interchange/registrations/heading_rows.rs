//! Which row of a file holds the headings, or which two: `Player 1` above `Name`, `Grade` and `Rating`.

use super::field::{Assignment, FormField, What};
use super::file_text::MOST_COLUMNS;
use super::headings;
use super::problem::Unfit;
use super::sheet::{Row, Sheet};
use crate::tournament::names::fold;
use std::collections::BTreeSet;

/// Rows looked at for the headings; titles and blank lines may stand above them.
const HEADINGS_WITHIN: usize = 30;

/// How many headings are known, or named by `--map`. Finds the delimiter and the row of the headings.
pub(super) fn known_headings<'a>(headings: impl Iterator<Item = &'a str> + Clone, named: &[Assignment]) -> usize {
    let is_named = |a: &&Assignment| headings.clone().any(|heading| fold(heading) == fold(&a.column));
    let named = named.iter().filter(is_named).count();
    fields(headings).len() + named
}

fn fields<'a>(headings: impl Iterator<Item = &'a str>) -> BTreeSet<FormField> {
    headings.filter_map(|heading| Some(headings::meaning(heading, What::Id)?.field())).collect()
}

/// The headings: the row with the most known ones, the first of them if several have as many; or two rows, where
/// `Player 1` is above `Name`, `Grade` and `Rating` and only both together say more.
pub(super) fn headings_of(sheet: &Sheet, named: &[Assignment]) -> Result<(usize, Vec<String>), Unfit> {
    let texts = |row: &Row| row.texts().map(str::to_owned).collect::<Vec<_>>();
    let candidates: Vec<usize> =
        (0..sheet.rows.len()).filter(|row| !sheet.rows[*row].is_blank()).take(HEADINGS_WITHIN).collect();
    let known = |headings: &[String]| known_headings(headings.iter().map(String::as_str), named);
    let mut best: Option<(usize, usize, Vec<String>)> = None;
    for &row in &candidates {
        let headings = texts(&sheet.rows[row]);
        let count = known(&headings);
        if best.as_ref().is_none_or(|(most, ..)| count > *most) {
            best = Some((count, row, headings));
        }
    }
    // What is below is headings too, and no entry: most of its cells are known.
    let are_headings = |row: &Row| {
        let cells: Vec<&str> = row.texts().filter(|text| !text.is_empty()).collect();
        cells.iter().filter(|cell| headings::meaning(cell, What::Id).is_some()).count() * 2 >= cells.len()
    };
    let follows = |pair: &&[usize]| pair[1] == pair[0] + 1 && are_headings(&sheet.rows[pair[1]]);
    for pair in candidates.windows(2).filter(follows) {
        let headings = joined(sheet, pair[0], pair[1]);
        let names_child = fields(headings.iter().map(String::as_str)).iter().any(|field| field.what.is_name());
        let count = known(&headings);
        if names_child && best.as_ref().is_none_or(|(most, ..)| count > *most) {
            best = Some((count, pair[1], headings));
        }
    }
    best.map(|(_, row, headings)| (row, headings)).ok_or(Unfit::Empty)
}

/// Two lines of headings as one.
fn joined(sheet: &Sheet, upper: usize, lower: usize) -> Vec<String> {
    let [upper, lower] = [upper, lower].map(|row| &sheet.rows[row]);
    let groups = groups(sheet, upper, lower);
    let heading = |column: usize| {
        let [above, below] = [upper, lower].map(|row| row.text(column));
        match groups[column].map(|group| upper.text(group)) {
            _ if below.is_empty() => above.to_owned(),
            Some(group) if group != below => format!("{group} {below}"),
            _ => below.to_owned(),
        }
    };
    (0..groups.len()).map(heading).collect()
}

/// For each column the one whose upper heading covers it: what was merged where the file says so, else all up to the next.
///
/// Behind the last group stand columns of the whole row, such as `School` and `Notes`: those that no other child has.
fn groups(sheet: &Sheet, upper: &Row, lower: &Row) -> Vec<Option<usize>> {
    let columns = upper.cells.len().max(lower.cells.len());
    let merged: Vec<_> = sheet.merged.iter().filter(|merged| merged.line == upper.line).take(MOST_COLUMNS).collect();
    if !merged.is_empty() {
        let of = |column: &usize| merged.iter().find(|merged| merged.columns.contains(column));
        let own = |column: &usize| (!upper.text(*column).is_empty()).then_some(*column);
        let start = |column: usize| of(&column).map(|merged| *merged.columns.start()).or(own(&column));
        return (0..columns).map(start).collect();
    }
    let mut groups = Vec::with_capacity(columns);
    for column in 0..columns {
        let before = groups.last().copied().flatten();
        groups.push(if upper.text(column).is_empty() { before } else { Some(column) });
    }
    let Some(last) = groups.last().copied().flatten() else { return groups };
    let below: Vec<String> = (0..columns).map(|column| fold(lower.text(column))).collect();
    let is_shared = |column: &usize| {
        !below[*column].is_empty() && below.iter().filter(|heading| **heading == below[*column]).count() > 1
    };
    let Some(shared) = (last..columns).rfind(is_shared) else { return groups };
    // An id or a part of a name is nobody's but a child's.
    let is_childs = |what: What| what.is_name() || what == What::Id;
    for (column, group) in groups.iter_mut().enumerate().skip(shared + 1) {
        if !headings::meaning(lower.text(column), What::Id).is_some_and(|meaning| is_childs(meaning.what)) {
            *group = None;
        }
    }
    groups
}
