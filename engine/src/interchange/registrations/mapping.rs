//! Which column holds what: the headings' own meaning, corrected by the director, shown, and remembered.

use super::field::{Assignment, FormField, What};
use super::heading_rows::headings_of;
use super::headings::round_with_result;
use super::places::{How, Layout, Places, has_several_names, holds_names};
use super::problem::Unfit;
use super::sheet::Sheet;
use super::unread;
use crate::tournament::names::{self, Found, fold, quoted};
use std::collections::BTreeMap;

/// Rows whose values are looked at where a heading can mean two things.
const SAMPLE: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// From 1.
    pub number: usize,
    /// As written; may be empty.
    pub heading: String,
    /// What it was read as; `None` if it was passed over.
    pub field: Option<FormField>,
    pub how: How,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// The line of the headings, the lower one where there are two.
    pub line: usize,
    pub columns: Vec<Column>,
    pub layout: Layout,
    /// What was said in vain, now or for earlier files.
    pub(super) notes: Vec<String>,
    /// Fields remembered by a number, as earlier versions did, and so no longer.
    pub forgotten: Vec<FormField>,
    /// The row of the headings within the sheet, the lower one where there are two.
    pub(super) row: usize,
    places: BTreeMap<FormField, usize>,
}

impl Mapping {
    /// The column of a field, from 0.
    pub(super) fn column(&self, field: FormField) -> Option<usize> {
        self.places.get(&field).copied()
    }

    /// What a child's name is in.
    pub(super) fn name_field(&self, seat: Option<u8>) -> FormField {
        let both = FormField::of_row(What::Players);
        if self.column(both).is_some() {
            return both;
        }
        let fields = [What::Name, What::FirstName, What::LastName].map(|what| FormField { seat, what });
        fields.into_iter().find(|field| self.column(*field).is_some()).unwrap_or(fields[0])
    }

    /// What `--map` said, by headings, to be kept for the next file. A column without a heading cannot be found again.
    pub fn to_remember(&self, asked: &[Assignment]) -> Vec<Assignment> {
        let headings: Vec<&str> = self.columns.iter().map(|column| column.heading.as_str()).collect();
        let remembered = |assignment: &Assignment| {
            if assignment.column == NONE {
                return Some(assignment.clone());
            }
            let both = FormField::of_row(What::Players);
            let is_it = |field| field == assignment.field || field == both && assignment.field.what == What::Name;
            let column = self.columns.iter().find(|c| c.field.is_some_and(is_it) && c.how == How::Asked)?;
            Some(Assignment { field: column.field?, column: by_heading(column.number - 1, &headings)? })
        };
        asked.iter().filter_map(remembered).collect()
    }
}

/// The `--map` word for "no column".
const NONE: &str = "-";

/// A column by its heading, `Grade[2]` where that occurs several times; `None` without a heading.
fn by_heading(column: usize, headings: &[&str]) -> Option<String> {
    let heading = headings[column];
    let is_same = |other: &&&str| fold(other) == fold(heading);
    let earlier = headings[..column].iter().filter(is_same).count();
    let is_alone = headings.iter().filter(is_same).count() == 1;
    match heading {
        "" => None,
        _ if is_alone => Some(heading.to_owned()),
        _ => Some(format!("{heading}[{}]", earlier + 1)),
    }
}

/// Why a file cannot be mapped, and how far its columns were understood.
pub(super) type Unmapped = (Unfit, Option<Box<Mapping>>);

/// Finds the row of the headings and what each column holds. What was remembered is passed over where it does not fit.
pub(super) fn map(sheet: &Sheet, asked: &[Assignment], remembered: &[Assignment]) -> Result<Mapping, Unmapped> {
    let (numbers, remembered): (Vec<_>, Vec<_>) = remembered.iter().partition(|one| one.names_a_place());
    let remembered: Vec<Assignment> = remembered.into_iter().cloned().collect();
    let mut mapping = match mapped(sheet, asked, &remembered) {
        Ok((mapping, false)) => mapping,
        first if remembered.is_empty() => first?.0,
        first => match mapped(sheet, asked, &[]) {
            Ok((mut mapping, _)) => {
                let typed = |a: &Assignment| format!("--map {}", quoted(&a.to_string()));
                let words = remembered.iter().map(typed).collect::<Vec<_>>().join(" ");
                mapping.notes.push(format!(
                    "remembered from an earlier file, but not used because it does not fit this one: {words}"
                ));
                mapping
            }
            Err(_) => first?.0,
        },
    };
    // Earlier versions kept numbers, which mean another column in another file.
    mapping.notes.extend(numbers.iter().map(|a| {
        format!(
            "column {} is no longer remembered as {}, because column numbers differ from file to file: use the heading",
            a.column, a.field
        )
    }));
    mapping.forgotten = numbers.iter().map(|a| a.field).collect();
    for assignment in asked.iter().filter(|a| a.column != NONE) {
        let column = mapping.columns.iter().find(|c| c.field == Some(assignment.field) && c.how == How::Asked);
        if let Some(column) = column.filter(|column| column.heading.is_empty()) {
            let number = column.number;
            mapping.notes.push(format!(
                "column {number} has no heading, so --map {}={number} is not remembered",
                assignment.field
            ));
        }
    }
    Ok(mapping)
}

/// The mapping, and whether something remembered is of no use in it.
fn mapped(sheet: &Sheet, asked: &[Assignment], remembered: &[Assignment]) -> Result<(Mapping, bool), Unmapped> {
    let (row, headings) = headings_of(sheet, &[asked, remembered].concat()).map_err(|why| (why, None))?;
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let at = sheet.rows[row].cells.first().map_or(0, |cell| cell.span.start);
    let samples = &sheet.rows[row + 1..sheet.rows.len().min(row + 1 + SAMPLE)];
    let mut places = Places::new(&headings, samples);
    for assignment in asked {
        let field = assignment.field;
        match column_named(&assignment.column, &headings) {
            Chosen::None => drop(places.silent.insert(field)),
            Chosen::At(column) => places.ask(column, field, samples),
            Chosen::Several(count) => {
                let of_each = count == 2 && field.seat.is_none() && field.what.is_personal() && places.lists_two();
                return Err((Unfit::SeveralColumns { field, column: assignment.column.clone(), count, of_each }, None));
            }
            Chosen::Unknown => {
                let nearest = nearest(&assignment.column, &headings);
                let are_near = !nearest.is_empty();
                let all = || headings.iter().filter(|heading| !heading.is_empty()).map(|h| (*h).to_owned()).collect();
                let headings = if are_near { nearest } else { all() };
                let column = assignment.column.clone();
                return Err((Unfit::NoSuchColumn { field, column, headings, are_near }, None));
            }
        }
    }
    for assignment in remembered.iter().filter(|a| !asked.iter().any(|now| now.field == a.field)) {
        let is_it = |column: &usize| {
            let named = by_heading(*column, &headings);
            named.is_some_and(|named| fold(&named) == fold(&assignment.column))
        };
        if assignment.column == NONE {
            places.silent.insert(assignment.field);
        } else if let Some(column) = (0..headings.len()).find(is_it)
            && places.by_column[column].is_none()
        {
            places.by_column[column] = Some((assignment.field, How::Remembered));
        }
    }
    places.fill();
    let layout = places.settle_layout(samples);
    let has_idle_memory = places.drop_unread(layout);
    let why = if !places.names_children(layout) {
        match round_with_result(&headings, samples) {
            Some((column, cell)) => Some(Unfit::Results { column, cell, at }),
            None => {
                let free = places.free();
                let first = free.iter().find(|column| !headings[**column].is_empty());
                let has_several = first.is_some_and(|column| has_several_names(samples, *column, true));
                let names = free.iter().copied().filter(|column| holds_names(samples, *column)).collect();
                let seen = headings.iter().map(|h| (*h).to_owned()).collect();
                Some(Unfit::NoHeadings { seen, free, names, has_several, at })
            }
        }
    } else {
        let unread = unread::beside_its_kind(&places, layout, &sheet.rows[row + 1..]);
        let named = unread.iter().map(|one| (one.what, by_heading(one.column, &headings).unwrap_or_default()));
        let columns: Vec<(What, String)> = named.collect();
        let kept = columns.first().and_then(|(what, _)| places.column(FormField::of_row(*what)));
        let kept = kept.and_then(|column| by_heading(column, &headings));
        (!columns.is_empty()).then_some(Unfit::Unread {
            columns,
            rows_are_teams: layout == Layout::RowPerTeam,
            kept,
            at,
        })
    };
    let notes = unread::perhaps_names(&places, samples).into_iter().collect();
    let mapping = Mapping { notes, ..settled(places, sheet, row, layout) };
    match why {
        Some(why) => Err((why, Some(Box::new(mapping)))),
        None => Ok((mapping, has_idle_memory)),
    }
}

fn settled(places: Places, sheet: &Sheet, row: usize, layout: Layout) -> Mapping {
    let placed = places.by_column.iter().enumerate();
    let by_field = placed.filter_map(|(column, place)| Some((place.as_ref()?.0, column))).collect();
    let headings = (1..).zip(places.headings.iter().zip(&places.by_column));
    let columns = headings
        .map(|(number, (heading, place))| Column {
            number,
            heading: (*heading).to_owned(),
            field: place.map(|(field, _)| field),
            how: place.map_or(How::Heading, |(_, how)| how),
        })
        .collect();
    Mapping {
        line: sheet.rows[row].line,
        columns,
        layout,
        notes: Vec::new(),
        forgotten: Vec::new(),
        row,
        places: by_field,
    }
}

enum Chosen {
    At(usize),
    None,
    /// The heading is over so many columns.
    Several(usize),
    Unknown,
}

/// A column by number, by heading, by a part of a heading that only one has, or by a spreadsheet's letter.
fn column_named(text: &str, headings: &[&str]) -> Chosen {
    if text == NONE {
        return Chosen::None;
    }
    let is_there = |column: usize| if column < headings.len() { Chosen::At(column) } else { Chosen::Unknown };
    if let Ok(number) = text.parse::<usize>() {
        return number.checked_sub(1).map_or(Chosen::Unknown, is_there);
    }
    let same: Vec<usize> = (0..headings.len()).filter(|column| headings[*column] == text).collect();
    match same[..] {
        [] => {}
        [column] => return Chosen::At(column),
        _ => return Chosen::Several(same.len()),
    }
    let by_heading = |column: &usize| by_heading(*column, headings).is_some_and(|named| fold(&named) == fold(text));
    if let Some(column) = (0..headings.len()).find(by_heading) {
        return Chosen::At(column);
    }
    if let [letter @ (b'A'..=b'Z' | b'a'..=b'z')] = text.as_bytes() {
        return is_there(usize::from(letter.to_ascii_uppercase() - b'A'));
    }
    let numbered: Vec<(usize, &str)> = headings.iter().copied().enumerate().collect();
    match names::find(text, &numbered, |(_, heading)| heading) {
        Found::One((column, _)) => Chosen::At(*column),
        Found::Ambiguous(_) | Found::Unknown { .. } => Chosen::Unknown,
    }
}

fn nearest(text: &str, headings: &[&str]) -> Vec<String> {
    match names::find(text, headings, |heading| heading) {
        Found::One(one) => vec![(*one).to_owned()],
        Found::Ambiguous(near) | Found::Unknown { nearest: near } => near.iter().map(|h| (**h).to_owned()).collect(),
    }
}
