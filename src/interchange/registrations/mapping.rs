//! Which column holds what: the headings' own meaning, corrected by the director, shown, and remembered.

use super::field::{Assignment, Field, What};
use super::headings::{self, Meaning};
use super::problem::Unfit;
use super::sheet::{Row, Sheet};
use crate::tournament::names::{self, Found};
use std::collections::BTreeMap;

/// Rows looked at for the headings; titles and blank lines may stand above them.
const HEADINGS_WITHIN: usize = 30;
/// Rows whose values are looked at where a heading can mean two things.
const SAMPLE: usize = 200;

/// Whether a row is a team or a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Both children on one row.
    RowPerTeam,
    /// One child a row; the team's name, or the partner's, brings two of them together.
    RowPerPlayer,
}

/// How a column's meaning was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// Its heading says so.
    Heading,
    /// `--map` says so now.
    Asked,
    /// `--map` said so for an earlier file.
    Remembered,
}

/// One column of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// From 1.
    pub number: usize,
    /// As written; may be empty.
    pub heading: String,
    /// What it was read as; `None` if it was passed over.
    pub field: Option<Field>,
    /// How that was found.
    pub how: How,
}

/// How the columns of a file were read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// The line of the headings.
    pub line: usize,
    /// Every column, in the order of the file.
    pub columns: Vec<Column>,
    /// A team or a child a row.
    pub layout: Layout,
    /// The row of the headings within the sheet.
    pub(super) row: usize,
    places: BTreeMap<Field, usize>,
}

impl Mapping {
    /// The column of a field, from 0.
    pub(super) fn column(&self, field: Field) -> Option<usize> {
        self.places.get(&field).copied()
    }

    /// What `--map` said, with headings in place of numbers where there is one, to be kept for the next file.
    pub fn to_remember(&self, asked: &[Assignment]) -> Vec<Assignment> {
        let named = |assignment: &Assignment| {
            let column = self.columns.iter().find(|c| c.field == Some(assignment.field) && c.how == How::Asked);
            match column {
                Some(column) if !column.heading.trim().is_empty() => {
                    Assignment { field: assignment.field, column: column.heading.trim().to_owned() }
                }
                _ => assignment.clone(),
            }
        };
        asked.iter().map(named).collect()
    }
}

/// How many headings of a row are known, or named by `--map`. Finds the delimiter and the row of the headings.
pub(super) fn known_headings(row: &Row, named: &[Assignment]) -> usize {
    let is_named = |a: &&Assignment| row.cells.iter().any(|c| names::fold(&c.text) == names::fold(&a.column));
    let named = named.iter().filter(is_named).count();
    let mut fields: Vec<Field> = row.cells.iter().filter_map(|cell| sure_field(&cell.text)).collect();
    fields.sort();
    fields.dedup();
    fields.len() + named
}

fn sure_field(heading: &str) -> Option<Field> {
    match headings::meaning(heading)? {
        Meaning::Field(field, _) => Some(field),
        Meaning::Numbered(what, seat) => Some(Field::of_seat(what, seat)),
        Meaning::OfPartner(what) => Some(Field::of_seat(what, 2)),
        Meaning::IdOrRating => Some(Field::of_row(What::Id)),
    }
}

/// Finds the row of the headings and what each column holds.
pub(super) fn map(sheet: &Sheet, asked: &[Assignment], remembered: &[Assignment]) -> Result<Mapping, Unfit> {
    let row = heading_row(sheet, &[asked, remembered].concat())?;
    let headings: Vec<&str> = sheet.rows[row].cells.iter().map(|cell| cell.text.trim()).collect();
    let samples = &sheet.rows[row + 1..sheet.rows.len().min(row + 1 + SAMPLE)];
    let mut places = Places { by_column: vec![None; headings.len()] };
    let mut silent = Vec::new();
    for (assignments, how) in [(asked, How::Asked), (remembered, How::Remembered)] {
        for assignment in assignments {
            if places.holds(assignment.field) || silent.contains(&assignment.field) {
                continue;
            }
            match column_named(&assignment.column, &headings) {
                Some(Place::None) => silent.push(assignment.field),
                Some(Place::At(column)) => places.by_column[column] = Some((assignment.field, how)),
                None if how == How::Asked => {
                    return Err(Unfit::NoSuchColumn {
                        field: assignment.field,
                        column: assignment.column.clone(),
                        nearest: nearest(&assignment.column, &headings),
                    });
                }
                // Another file, another form: what was remembered does not fit it.
                None => {}
            }
        }
    }
    places.fill(&headings, samples, &silent);
    let layout = places.settle_layout(samples);
    if !places.names_children(layout) {
        let at = sheet.rows[row].cells.first().map_or(0, |cell| cell.span.start);
        return Err(Unfit::NoHeadings { seen: headings.iter().map(|h| (*h).to_owned()).collect(), at });
    }
    Ok(places.into_mapping(sheet, row, &headings, layout))
}

/// The row with the most known headings, the first of them if several have as many.
fn heading_row(sheet: &Sheet, named: &[Assignment]) -> Result<usize, Unfit> {
    let candidates = sheet.rows.iter().enumerate().filter(|(_, row)| !row.is_blank()).take(HEADINGS_WITHIN);
    let scored = candidates.map(|(i, row)| (known_headings(row, named), usize::MAX - i, i));
    scored.max().map(|(.., i)| i).ok_or(Unfit::Empty)
}

enum Place {
    At(usize),
    None,
}

/// A column by number, by heading, by a part of a heading that only one has, or by a spreadsheet's letter.
fn column_named(text: &str, headings: &[&str]) -> Option<Place> {
    if text == "-" {
        return Some(Place::None);
    }
    if let Ok(number) = text.parse::<usize>() {
        return (1..=headings.len()).contains(&number).then(|| Place::At(number - 1));
    }
    let numbered: Vec<(usize, &str)> = headings.iter().copied().enumerate().collect();
    let exact = numbered.iter().find(|(_, heading)| *heading == text);
    if let Some((column, _)) = exact {
        return Some(Place::At(*column));
    }
    if let [letter @ (b'A'..=b'Z' | b'a'..=b'z')] = text.as_bytes() {
        let column = usize::from(letter.to_ascii_uppercase() - b'A');
        return (column < headings.len()).then_some(Place::At(column));
    }
    match names::find(text, &numbered, |(_, heading)| heading) {
        Found::One((column, _)) => Some(Place::At(*column)),
        Found::Ambiguous(_) | Found::Unknown { .. } => None,
    }
}

fn nearest(text: &str, headings: &[&str]) -> Vec<String> {
    match names::find(text, headings, |heading| heading) {
        Found::One(one) => vec![(*one).to_owned()],
        Found::Ambiguous(several) | Found::Unknown { nearest: several } => {
            several.iter().map(|h| (**h).to_owned()).collect()
        }
    }
}

/// What each column was given so far.
struct Places {
    by_column: Vec<Option<(Field, How)>>,
}

impl Places {
    fn holds(&self, field: Field) -> bool {
        self.column(field).is_some()
    }

    fn column(&self, field: Field) -> Option<usize> {
        self.by_column.iter().position(|place| place.is_some_and(|(f, _)| f == field))
    }

    /// Gives each free column the meaning of its heading, the weightier claims first.
    fn fill(&mut self, headings: &[&str], samples: &[Row], silent: &[Field]) {
        let meanings =
            seated_by_repetition(headings, headings.iter().map(|heading| headings::meaning(heading)).collect());
        let is_name_of = |wanted: u8| {
            move |meaning: &Option<Meaning>| match meaning {
                Some(Meaning::Field(Field { seat: Some(seat), what }, _) | Meaning::Numbered(what, seat)) => {
                    *seat == wanted && what.is_name()
                }
                _ => false,
            }
        };
        let lists_two = meanings.iter().any(is_name_of(2)) || self.lists_second_child();
        let has_partner_data = meanings.iter().any(|m| matches!(m, Some(Meaning::OfPartner(_))));
        let mut claims: Vec<(u8, usize, Field)> = Vec::new();
        for (column, meaning) in meanings.iter().enumerate() {
            let claim = match meaning {
                Some(Meaning::Field(field, weight)) => Some((*weight, *field)),
                Some(Meaning::Numbered(what, seat)) if lists_two => Some((3, Field::of_seat(*what, *seat))),
                // `Rating 1` beside `Rating 2`: the first is the rating, the second another kind of it.
                Some(Meaning::Numbered(what, 1)) => Some((2, Field::of_row(*what))),
                Some(Meaning::OfPartner(what)) => Some((3, Field::of_seat(*what, 2))),
                Some(Meaning::IdOrRating) => Some((2, Field::of_row(id_or_rating(column, samples)))),
                Some(Meaning::Numbered(..)) | None => None,
            };
            if let Some((weight, field)) = claim
                && self.by_column[column].is_none()
                && !silent.contains(&field)
            {
                claims.push((weight, column, field));
            }
        }
        claims.sort_by_key(|(weight, column, _)| (u8::MAX - weight, *column));
        for (_, column, field) in claims {
            if !self.holds(field) {
                self.by_column[column] = Some((field, How::Heading));
            }
        }
        if has_partner_data && !lists_two {
            self.seat_both();
        }
    }

    fn lists_second_child(&self) -> bool {
        self.by_column.iter().flatten().any(|(field, _)| field.seat == Some(2) && field.what.is_name())
    }

    /// The row's own child becomes the first of two, and the partner named the second.
    fn seat_both(&mut self) {
        for (field, _) in self.by_column.iter_mut().flatten() {
            let seated = match (field.seat, field.what) {
                (None, What::Partner) => Field::of_seat(What::Name, 2),
                (None, What::PartnerFirstName) => Field::of_seat(What::FirstName, 2),
                (None, What::PartnerLastName) => Field::of_seat(What::LastName, 2),
                (None, what) if what.is_personal() => Field::of_seat(what, 1),
                _ => *field,
            };
            *field = seated;
        }
    }

    fn settle_layout(&mut self, samples: &[Row]) -> Layout {
        let first_is_listed = self.by_column.iter().flatten().any(|(f, _)| f.seat == Some(1) && f.what.is_name());
        if !self.lists_second_child() {
            let partner =
                self.by_column.iter().flatten().any(|(f, _)| matches!(f.what, What::Partner | What::PartnerLastName));
            if !partner || !(first_is_listed || self.partners_have_no_rows(samples)) {
                return Layout::RowPerPlayer;
            }
            self.seat_both();
        }
        // `Name, Player 1, Player 2`: the name is the team's.
        if first_is_listed && !self.holds(Field::of_row(What::Team)) {
            for (field, _) in self.by_column.iter_mut().flatten() {
                if *field == Field::of_row(What::Name) {
                    *field = Field::of_row(What::Team);
                }
            }
        }
        // `Name, Player 2`: the row's own child is the first.
        if !first_is_listed {
            self.seat_both();
        }
        Layout::RowPerTeam
    }

    /// Whether the partners named stand on no row of their own, so that each row is a whole team.
    fn partners_have_no_rows(&self, samples: &[Row]) -> bool {
        let (Some(name), Some(partner)) =
            (self.column(Field::of_row(What::Name)), self.column(Field::of_row(What::Partner)))
        else {
            return false;
        };
        let cell = |row: &Row, column: usize| {
            let text = row.cells.get(column).map(|cell| cell.text.as_str()).unwrap_or_default();
            super::values::name(text).ok().map(|name| names::fold(&name)).filter(|name| !name.is_empty())
        };
        let children: std::collections::HashSet<String> = samples.iter().filter_map(|row| cell(row, name)).collect();
        let partners: Vec<String> =
            samples.iter().filter_map(|row| cell(row, partner)).filter(|p| !super::values::is_need(p)).collect();
        partners.len() * 2 >= children.len() && !partners.is_empty() && !partners.iter().any(|p| children.contains(p))
    }

    fn names_children(&self, layout: Layout) -> bool {
        let named = |seat: Option<u8>| {
            let has = |what| self.holds(Field { seat, what });
            has(What::Name) || has(What::FirstName) || has(What::LastName)
        };
        match layout {
            Layout::RowPerPlayer => named(None),
            Layout::RowPerTeam => named(Some(1)) && named(Some(2)),
        }
    }

    fn into_mapping(self, sheet: &Sheet, row: usize, headings: &[&str], layout: Layout) -> Mapping {
        let places =
            self.by_column.iter().enumerate().filter_map(|(column, place)| Some((place.as_ref()?.0, column))).collect();
        let mut columns = Vec::with_capacity(headings.len());
        for (i, (heading, place)) in headings.iter().zip(&self.by_column).enumerate() {
            columns.push(Column {
                number: i + 1,
                heading: (*heading).to_owned(),
                field: place.map(|(field, _)| field),
                how: place.map_or(How::Heading, |(_, how)| how),
            });
        }
        Mapping { line: sheet.rows[row].line, columns, layout, row, places }
    }
}

/// `Name, Grade, Name, Grade`: where the same heading for a name stands twice, the row lists two children.
fn seated_by_repetition(headings: &[&str], meanings: Vec<Option<Meaning>>) -> Vec<Option<Meaning>> {
    let earlier = |column: usize| {
        headings[..column].iter().filter(|other| names::fold(other) == names::fold(headings[column])).count()
    };
    let personal = |meaning: &Option<Meaning>| match meaning {
        Some(Meaning::Field(Field { seat: None, what }, _)) if what.is_personal() => Some(*what),
        _ => None,
    };
    let repeats = |(column, meaning): (usize, &Option<Meaning>)| {
        personal(meaning).is_some_and(What::is_name) && earlier(column) == 1
    };
    if !meanings.iter().enumerate().any(repeats) {
        return meanings;
    }
    let is_repeated = |column: usize| {
        headings.iter().filter(|other| names::fold(other) == names::fold(headings[column])).count() == 2
    };
    let seated = |(column, meaning): (usize, Option<Meaning>)| match personal(&meaning) {
        Some(what) if is_repeated(column) => {
            Some(Meaning::Field(Field::of_seat(what, if earlier(column) == 0 { 1 } else { 2 }), 3))
        }
        _ => meaning,
    };
    meanings.into_iter().enumerate().map(seated).collect()
}

/// Ids have five digits or more, ratings at most four.
fn id_or_rating(column: usize, samples: &[Row]) -> What {
    let digits = samples
        .iter()
        .filter_map(|row| row.cells.get(column))
        .map(|cell| cell.text.bytes().filter(u8::is_ascii_digit).count());
    let (ids, ratings) =
        digits.filter(|n| *n > 0).fold((0, 0), |(i, r), n| if n > 4 { (i + 1, r) } else { (i, r + 1) });
    if ratings > ids { What::Rating } else { What::Id }
}
