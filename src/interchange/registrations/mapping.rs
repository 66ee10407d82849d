//! Which column holds what: the headings' own meaning, corrected by the director, shown, and remembered.

use super::field::{Assignment, FormField, What};
use super::heading_rows::headings_of;
use super::headings::{self, Meaning, SURE, Whose, figure_of_a_seat, id_or_rating, name_bare_seats, round_with_result};
use super::problem::Unfit;
use super::sheet::{Row, Sheet};
use super::values;
use crate::tournament::names::{self, Found, fold, quoted};
use std::collections::{BTreeMap, HashSet};

/// Rows whose values are looked at where a heading can mean two things.
const SAMPLE: usize = 200;

/// Whether a row is a team or a child.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    RowPerTeam,
    /// One child a row; the team's name, or the partner's, brings two of them together.
    RowPerPlayer,
}

/// How a column's meaning was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    Heading,
    Asked,
    /// `--map` said so for an earlier file.
    Remembered,
}

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

    /// What a child's name stands in.
    pub(super) fn name_field(&self, seat: Option<u8>) -> FormField {
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
            let column = self.columns.iter().find(|c| c.field == Some(assignment.field) && c.how == How::Asked)?;
            let column = by_heading(column.number - 1, &headings)?;
            Some(Assignment { field: assignment.field, column })
        };
        asked.iter().filter_map(remembered).collect()
    }
}

/// The `--map` word for "no column".
const NONE: &str = "-";

/// A column by its heading, `Grade[2]` where that stands several times; `None` without a heading.
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

/// Finds the row of the headings and what each column holds. What was remembered is passed over where it does not fit.
pub(super) fn map(sheet: &Sheet, asked: &[Assignment], remembered: &[Assignment]) -> Result<Mapping, Unfit> {
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
                    "remembered from an earlier file, and not used because it does not fit this one: {words}"
                ));
                mapping
            }
            Err(_) => first?.0,
        },
    };
    // Earlier versions kept numbers, which mean another column in another file.
    mapping.notes.extend(numbers.iter().map(|a| {
        format!(
            "column {} is no longer remembered as {}, for numbers differ from file to file: say it with the heading",
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
fn mapped(sheet: &Sheet, asked: &[Assignment], remembered: &[Assignment]) -> Result<(Mapping, bool), Unfit> {
    let (row, headings) = headings_of(sheet, &[asked, remembered].concat())?;
    let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
    let at = sheet.rows[row].cells.first().map_or(0, |cell| cell.span.start);
    let samples = &sheet.rows[row + 1..sheet.rows.len().min(row + 1 + SAMPLE)];
    let mut places = Places::new(&headings, samples);
    for assignment in asked {
        let field = assignment.field;
        match column_named(&assignment.column, &headings) {
            Chosen::None => drop(places.silent.insert(field)),
            Chosen::At(column) => places.by_column[column] = Some((field, How::Asked)),
            Chosen::Several(count) => {
                let of_each = count == 2 && field.seat.is_none() && field.what.is_personal() && places.lists_two();
                return Err(Unfit::SeveralColumns { field, column: assignment.column.clone(), count, of_each });
            }
            Chosen::Unknown => {
                let nearest = nearest(&assignment.column, &headings);
                let are_near = !nearest.is_empty();
                let all = || headings.iter().filter(|heading| !heading.is_empty()).map(|h| (*h).to_owned()).collect();
                let headings = if are_near { nearest } else { all() };
                return Err(Unfit::NoSuchColumn { field, column: assignment.column.clone(), headings, are_near });
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
    if !places.names_children(layout) {
        if let Some((column, cell)) = round_with_result(&headings, samples) {
            return Err(Unfit::Results { column, cell, at });
        }
        let free = places.free();
        let first = free.iter().find(|column| !headings[**column].is_empty());
        let has_several = first.is_some_and(|column| has_several_names(samples, *column));
        return Err(Unfit::NoHeadings {
            seen: headings.iter().map(|h| (*h).to_owned()).collect(),
            free,
            has_several,
            at,
        });
    }
    let unread = places.unread_beside_its_kind(layout);
    if !unread.is_empty() {
        return Err(Unfit::Unread { columns: unread, rows_are_teams: layout == Layout::RowPerTeam, at });
    }
    Ok((places.into_mapping(sheet, row, layout), has_idle_memory))
}

/// Whether most cells of a column hold several names: `Ann Lee & Bo Kim`.
fn has_several_names(samples: &[Row], column: usize) -> bool {
    let filled: Vec<&str> = samples.iter().map(|row| row.text(column)).filter(|text| !text.is_empty()).collect();
    filled.iter().filter(|text| values::has_several_names(text)).count() * 2 > filled.len()
}

enum Chosen {
    At(usize),
    None,
    /// The heading stands over so many columns.
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

/// What each column was given so far.
struct Places<'a> {
    headings: &'a [&'a str],
    /// What each heading says by itself, and then beside the others.
    meanings: Vec<Option<Meaning>>,
    by_column: Vec<Option<(FormField, How)>>,
    /// Fields that no column is to be read as.
    silent: HashSet<FormField>,
}

impl<'a> Places<'a> {
    fn new(headings: &'a [&'a str], samples: &[Row]) -> Self {
        let meaning = |(column, heading): (usize, &&str)| headings::meaning(heading, id_or_rating(column, samples));
        let mut meanings: Vec<Option<Meaning>> = headings.iter().enumerate().map(meaning).collect();
        name_bare_seats(headings, samples, &mut meanings);
        let names_seats = |m: &Meaning| m.what.is_name() && matches!(m.whose, Whose::Child(_) | Whose::Numbered(_));
        if meanings.iter().flatten().any(names_seats) {
            for (column, meaning) in meanings.iter_mut().enumerate().filter(|(_, meaning)| meaning.is_none()) {
                *meaning = figure_of_a_seat(headings, column, samples);
            }
        }
        Self { headings, meanings, by_column: vec![None; headings.len()], silent: HashSet::new() }
    }

    fn fields(&self) -> impl Iterator<Item = FormField> {
        self.by_column.iter().flatten().map(|(field, _)| *field)
    }

    fn holds(&self, field: FormField) -> bool {
        self.column(field).is_some()
    }

    fn column(&self, field: FormField) -> Option<usize> {
        self.by_column.iter().position(|place| place.is_some_and(|(f, _)| f == field))
    }

    /// Columns, from 0, whose heading says of nothing else than a name that it is there.
    fn free(&self) -> Vec<usize> {
        let is_free = |column: &usize| {
            self.by_column[*column].is_none() && self.meanings[*column].is_none_or(|meaning| meaning.what.is_name())
        };
        (0..self.headings.len()).filter(is_free).collect()
    }

    fn means(&self, what: What, whose: Whose) -> usize {
        self.meanings.iter().flatten().filter(|meaning| meaning.what == what && meaning.whose == whose).count()
    }

    fn any(&self, test: impl Fn(&Meaning) -> bool) -> bool {
        self.meanings.iter().flatten().any(test)
    }

    /// Gives each free column the meaning of its heading, the weightier claims first.
    fn fill(&mut self) {
        let has_partner = self.any(|m| m.what.is_partner() && m.whose == Whose::Row);
        self.count_from_one();
        let has_partner_data = self.any(|m| m.whose == Whose::Partner) || has_partner && self.tells_of_two();
        let lists_two = self.lists_two();
        if lists_two || has_partner_data {
            self.seat_repeated();
            self.seat_numbered();
        }
        let mut claims: Vec<(u8, usize, FormField)> = Vec::new();
        for (column, meaning) in self.meanings.iter().enumerate() {
            let Some(Meaning { what, whose, weight }) = *meaning else { continue };
            let claim = match whose {
                Whose::Row => Some((weight, FormField::of_row(what))),
                Whose::Child(seat) => Some((weight, FormField::of_seat(what, seat))),
                Whose::Partner => Some((weight, FormField::of_seat(what, 2))),
                Whose::Team => (lists_two || has_partner_data).then_some((weight, FormField::of_row(what))),
                // `Rating 1` beside `Rating 2`: the first is the rating, the second another kind of it.
                Whose::Numbered(1) => Some((SURE - 1, FormField::of_row(what))),
                Whose::Numbered(_) => None,
            };
            if let Some((weight, field)) = claim
                && self.by_column[column].is_none()
                && !self.silent.contains(&field)
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

    /// `Name, Name_1` and `Rating, Rating.1`, as programs name the second of two equal headings.
    fn count_from_one(&mut self) {
        let is_counted = |what| {
            self.means(what, Whose::Row) == 1
                && self.means(what, Whose::Numbered(1)) == 1
                && self.means(what, Whose::Numbered(2)) == 0
        };
        let counted: Vec<What> = What::all().filter(|what| is_counted(*what)).collect();
        if !counted.iter().any(|what| what.is_name()) {
            return;
        }
        for meaning in self.meanings.iter_mut().flatten().filter(|meaning| counted.contains(&meaning.what)) {
            match meaning.whose {
                Whose::Row => meaning.whose = Whose::Child(1),
                Whose::Numbered(1) => meaning.whose = Whose::Child(2),
                _ => {}
            }
        }
    }

    /// Whether the headings name a second child.
    fn lists_two(&self) -> bool {
        let is_second = |m: &Meaning| m.what.is_name() && matches!(m.whose, Whose::Child(2) | Whose::Numbered(2));
        let is_repeated = |(column, meaning): (usize, &Option<Meaning>)| {
            meaning.is_some_and(|m| m.what.is_name() && m.whose == Whose::Row) && self.alike(column).len() > 1
        };
        self.any(is_second) || self.lists_second_child() || self.meanings.iter().enumerate().any(is_repeated)
    }

    /// Whether beside a partner's name there are two grades, ratings, ids or schools.
    fn tells_of_two(&self) -> bool {
        [What::Grade, What::Rating, What::Id, What::School].into_iter().any(|what| {
            let is_repeated = |(column, meaning): (usize, &Option<Meaning>)| {
                meaning.is_some_and(|m| m.what == what && m.whose == Whose::Row) && self.alike(column).len() == 2
            };
            let has = |whose| self.means(what, whose) > 0;
            self.meanings.iter().enumerate().any(is_repeated)
                || has(Whose::Numbered(1)) && has(Whose::Numbered(2))
                || has(Whose::Row) && has(Whose::Numbered(2)) && what != What::Rating
        })
    }

    /// The columns under the same heading, this one among them.
    fn alike(&self, column: usize) -> Vec<usize> {
        let heading = fold(self.headings[column]);
        (0..self.headings.len()).filter(|other| fold(self.headings[*other]) == heading).collect()
    }

    /// `Player 1, Rating, Grade, Player 2, Rating, Grade`: of equal headings the first is the first child's.
    fn seat_repeated(&mut self) {
        let of_row = |m: &Meaning| m.whose == Whose::Row && m.what.is_personal();
        let seats = self.meanings.iter().flatten().filter(|m| m.what.is_name()).filter_map(|m| match m.whose {
            Whose::Child(seat) | Whose::Numbered(seat) => Some(usize::from(seat)),
            _ => None,
        });
        let repeated = (0..self.headings.len())
            .filter(|column| self.meanings[*column].is_some_and(|m| m.what.is_name() && of_row(&m)))
            .map(|column| self.alike(column).len());
        let children = seats.chain(repeated).max().unwrap_or(0).max(2);
        for column in 0..self.headings.len() {
            let alike = self.alike(column);
            if alike.len() != children || !self.meanings[column].is_some_and(|m| of_row(&m)) {
                continue;
            }
            for (seat, column) in (1..).zip(alike) {
                if let Some(meaning) = &mut self.meanings[column] {
                    meaning.whose = Whose::Child(seat);
                }
            }
        }
    }

    /// `Rating A, Rating B`: each child's. `Grade, Grade 2`: the one without a number is the other child's.
    fn seat_numbered(&mut self) {
        for meaning in self.meanings.iter_mut().flatten() {
            if let Whose::Numbered(seat) = meaning.whose {
                meaning.whose = Whose::Child(seat);
            }
        }
        for what in What::all().filter(|what| what.is_personal()) {
            let second = self.means(what, Whose::Child(2)) > 0 || self.holds(FormField::of_seat(what, 2));
            let first = self.means(what, Whose::Child(1)) > 0 || self.holds(FormField::of_seat(what, 1));
            let is_unseated = |m: &&mut Meaning| m.what == what && m.whose == Whose::Row && m.weight == SURE;
            let mut unseated: Vec<&mut Meaning> = self.meanings.iter_mut().flatten().filter(is_unseated).collect();
            match (unseated.as_mut_slice(), first, second) {
                ([only], false, true) => only.whose = Whose::Child(1),
                ([only], true, false) if !what.is_name() => only.whose = Whose::Child(2),
                _ => {}
            }
        }
    }

    fn lists_second_child(&self) -> bool {
        self.fields().any(|field| field.seat == Some(2) && field.what.is_name())
    }

    /// The row's own child becomes the first of two, and the partner named the second.
    fn seat_both(&mut self) {
        for ((field, _), meaning) in
            self.by_column.iter_mut().zip(&self.meanings).filter_map(|(f, m)| Some((f.as_mut()?, m)))
        {
            let is_teams = meaning.is_some_and(|meaning| meaning.whose == Whose::Team);
            *field = match (field.seat, field.what) {
                (None, What::Partner) => FormField::of_seat(What::Name, 2),
                (None, What::PartnerFirstName) => FormField::of_seat(What::FirstName, 2),
                (None, What::PartnerLastName) => FormField::of_seat(What::LastName, 2),
                (None, what) if what.is_personal() && !is_teams => FormField::of_seat(what, 1),
                _ => *field,
            };
        }
    }

    fn settle_layout(&mut self, samples: &[Row]) -> Layout {
        let first_is_listed = self.fields().any(|f| f.seat == Some(1) && f.what.is_name());
        if !self.lists_second_child() {
            let partner = self.fields().any(|f| matches!(f.what, What::Partner | What::PartnerLastName));
            if !partner || !(first_is_listed || self.partners_have_no_rows(samples)) {
                return Layout::RowPerPlayer;
            }
            self.seat_both();
        }
        // `Name, Player 1, Player 2`: the name is the team's.
        if first_is_listed && !self.holds(FormField::of_row(What::Team)) {
            for (field, _) in self.by_column.iter_mut().flatten() {
                if *field == FormField::of_row(What::Name) {
                    *field = FormField::of_row(What::Team);
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
            (self.column(FormField::of_row(What::Name)), self.column(FormField::of_row(What::Partner)))
        else {
            return false;
        };
        let cell = |row: &Row, column: usize| {
            values::name(row.text(column)).ok().map(|name| fold(&name)).filter(|name| !name.is_empty())
        };
        let children: HashSet<String> = samples.iter().filter_map(|row| cell(row, name)).collect();
        let named = |row| cell(row, partner).filter(|partner| !values::is_need(partner));
        let partners: Vec<String> = samples.iter().filter_map(named).collect();
        let couples: Vec<_> = samples.iter().filter_map(|row| cell(row, name).zip(named(row))).collect();
        let holds = |name: &str, said: &str| said.split(' ').all(|word| values::is_one_of(word, name));
        let names_other = |(at, (one, mate)): (usize, &(String, String))| {
            couples[at + 1..].iter().any(|(other, its_mate)| holds(other, mate) && holds(one, its_mate))
        };
        partners.len() * 2 >= children.len()
            && !partners.is_empty()
            && !partners.iter().any(|partner| children.contains(partner))
            && !couples.iter().enumerate().any(names_other)
    }

    /// Takes back what rows of this layout are not read for. Whether something of it was remembered.
    fn drop_unread(&mut self, layout: Layout) -> bool {
        let has_own = |seat: u8| self.holds(FormField::of_seat(What::Grade, seat));
        let has_grades = has_own(1) || has_own(2);
        let named: HashSet<u8> = self.fields().filter(|f| f.what.is_name()).filter_map(|f| f.seat).collect();
        let is_read = |field: FormField| match (layout, field.seat) {
            (Layout::RowPerPlayer, seat) => seat.is_none(),
            // A third child is refused with all that is told of it.
            (Layout::RowPerTeam, Some(seat)) => seat <= 2 || named.contains(&seat),
            (Layout::RowPerTeam, None) if field.what == What::Grade => !has_grades,
            (Layout::RowPerTeam, None) => !(field.what.is_name() || field.what.is_partner() || field.what == What::Id),
        };
        let mut has_idle_memory = false;
        for place in &mut self.by_column {
            if let Some((_, how)) = place.take_if(|(field, _)| !is_read(*field)) {
                has_idle_memory |= how == How::Remembered;
            }
        }
        has_idle_memory
    }

    /// Columns of ratings, grades and ids that nobody reads, though others of their kind are read: most likely one
    /// partner's, and lost without a word.
    fn unread_beside_its_kind(&self, layout: Layout) -> Vec<(What, String)> {
        let is_read = |what: What| self.fields().any(|field| field.what == what);
        // The director has said which columns hold it, or that no other does.
        let is_settled = |what: What| {
            let asked = |seat| self.by_column.contains(&Some((FormField { seat, what }, How::Asked)));
            let by_hand = match layout {
                Layout::RowPerPlayer => asked(None),
                Layout::RowPerTeam => asked(Some(1)) && asked(Some(2)),
            };
            by_hand || self.silent.contains(&FormField::of_row(what))
        };
        let has_partner = self.any(|m| m.what.is_partner());
        let is_another_matter = |m: &Meaning| match m.whose {
            Whose::Team => layout == Layout::RowPerPlayer,
            // `Rating 2` of one child is a second rating, such as quick chess.
            Whose::Numbered(_) => m.what == What::Rating && !has_partner,
            Whose::Row => m.what == What::Id && m.weight < SURE - 1,
            Whose::Child(_) | Whose::Partner => false,
        };
        let unread = self.meanings.iter().enumerate().filter(|(column, _)| self.by_column[*column].is_none());
        unread
            .filter_map(|(column, meaning)| Some((column, (*meaning)?)))
            .filter(|(_, m)| matches!(m.what, What::Rating | What::Grade | What::Id) && is_read(m.what))
            .filter(|(_, m)| !is_another_matter(m) && !is_settled(m.what))
            .map(|(column, m)| (m.what, by_heading(column, self.headings).unwrap_or_default()))
            .collect()
    }

    fn names_children(&self, layout: Layout) -> bool {
        let named = |seat: Option<u8>| self.fields().any(|field| field.seat == seat && field.what.is_name());
        match layout {
            Layout::RowPerPlayer => named(None),
            Layout::RowPerTeam => named(Some(1)) && named(Some(2)),
        }
    }

    fn into_mapping(self, sheet: &Sheet, row: usize, layout: Layout) -> Mapping {
        let places =
            self.by_column.iter().enumerate().filter_map(|(column, place)| Some((place.as_ref()?.0, column))).collect();
        let headings = (1..).zip(self.headings.iter().zip(&self.by_column));
        let columns = headings
            .map(|(number, (heading, place))| Column {
                number,
                heading: (*heading).to_owned(),
                field: place.map(|(field, _)| field),
                how: place.map_or(How::Heading, |(_, how)| how),
            })
            .collect();
        Mapping { line: sheet.rows[row].line, columns, layout, notes: Vec::new(), forgotten: Vec::new(), row, places }
    }
}
