//! What each column of a file is read as: the meanings of the headings, weighed against each other, and whether a row is a team or a child.

use super::field::{FormField, What};
use super::headings::{self, Meaning, Whose, figure_of_a_seat, id_or_rating, name_bare_seats};
use super::phrases::{SURE, counterpart_of, is_foreign, lists_children, words};
use super::sheet::Row;
use super::values;
use crate::tournament::names::fold;
use std::collections::HashSet;

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

/// What each column was given so far.
pub(super) struct Places<'a> {
    pub headings: &'a [&'a str],
    /// What each heading says by itself, and then beside the others.
    pub meanings: Vec<Option<Meaning>>,
    pub by_column: Vec<Option<(FormField, How)>>,
    /// Fields that no column is to be read as.
    pub silent: HashSet<FormField>,
}

impl<'a> Places<'a> {
    pub fn new(headings: &'a [&'a str], samples: &[Row]) -> Self {
        let meaning = |(column, heading): (usize, &&str)| headings::meaning(heading, id_or_rating(column, samples));
        let asked = unnumbered(headings);
        let mut meanings: Vec<Option<Meaning>> = asked.iter().enumerate().map(meaning).collect();
        pass_over_respondent(headings, &mut meanings);
        find_both_in_a_cell(headings, samples, &mut meanings);
        name_bare_seats(headings, samples, &mut meanings);
        name_counterparts(headings, samples, &mut meanings);
        let names_seats = |m: &Meaning| m.what.is_name() && matches!(m.whose, Whose::Child(_) | Whose::Numbered(_));
        if meanings.iter().flatten().any(names_seats) {
            for (column, meaning) in meanings.iter_mut().enumerate().filter(|(_, meaning)| meaning.is_none()) {
                *meaning = figure_of_a_seat(headings, column, samples);
            }
        }
        Self { headings, meanings, by_column: vec![None; headings.len()], silent: HashSet::new() }
    }

    /// The director's word on a column. One that is both partners', or has both in each cell, is read as both.
    pub fn ask(&mut self, column: usize, field: FormField, samples: &[Row]) {
        let is_name = |field: FormField| field.what == What::Name;
        let is_both = match self.by_column[column] {
            Some((other, How::Asked)) => is_name(other) && is_name(field) && other.seat != field.seat,
            _ => field == FormField::of_row(What::Name) && has_several_names(samples, column, false),
        };
        let field = if is_both { FormField::of_row(What::Players) } else { field };
        self.by_column[column] = Some((field, How::Asked));
    }

    pub fn fields(&self) -> impl Iterator<Item = FormField> {
        self.by_column.iter().flatten().map(|(field, _)| *field)
    }

    pub fn holds(&self, field: FormField) -> bool {
        self.column(field).is_some()
    }

    pub fn column(&self, field: FormField) -> Option<usize> {
        self.by_column.iter().position(|place| place.is_some_and(|(f, _)| f == field))
    }

    /// Columns, from 0, whose heading says of nothing else than a name that it is there.
    pub fn free(&self) -> Vec<usize> {
        let is_free = |column: &usize| {
            self.by_column[*column].is_none() && self.meanings[*column].is_none_or(|meaning| meaning.what.is_name())
        };
        (0..self.headings.len()).filter(is_free).collect()
    }

    fn means(&self, what: What, whose: Whose) -> usize {
        self.meanings.iter().flatten().filter(|meaning| meaning.what == what && meaning.whose == whose).count()
    }

    pub fn any(&self, test: impl Fn(&Meaning) -> bool) -> bool {
        self.meanings.iter().flatten().any(test)
    }

    /// Gives each free column the meaning of its heading, the weightier claims first.
    pub fn fill(&mut self) {
        let has_partner = self.any(|m| m.what.is_partner() && m.whose == Whose::Row);
        self.count_from_one();
        let has_partner_data = self.any(|m| m.whose == Whose::Partner) || has_partner && self.has_two_of_a_kind();
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
    pub fn lists_two(&self) -> bool {
        let is_second = |m: &Meaning| m.what.is_name() && matches!(m.whose, Whose::Child(2) | Whose::Numbered(2));
        let is_repeated = |(column, meaning): (usize, &Option<Meaning>)| {
            meaning.is_some_and(|m| m.what.is_name() && m.whose == Whose::Row) && self.alike(column).len() > 1
        };
        self.any(is_second) || self.lists_second_child() || self.meanings.iter().enumerate().any(is_repeated)
    }

    /// Whether beside a partner's name there are two grades, ratings, ids or schools.
    fn has_two_of_a_kind(&self) -> bool {
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

    pub fn settle_layout(&mut self, samples: &[Row]) -> Layout {
        let first_is_listed = self.fields().any(|f| f.seat == Some(1) && f.what.is_name());
        if self.holds(FormField::of_row(What::Players)) {
            return Layout::RowPerTeam;
        }
        if !self.lists_second_child() {
            let partner = self.fields().any(|f| matches!(f.what, What::Partner | What::PartnerLastName));
            if !partner || !(first_is_listed || self.partners_have_no_rows(samples)) {
                return Layout::RowPerPlayer;
            }
            self.seat_both();
        }
        // `Name, Player 1, Player 2`: the name is the team's.
        if first_is_listed && !self.holds(FormField::of_row(What::Team)) {
            for (place, heading) in self.by_column.iter_mut().zip(self.headings) {
                if let Some((field, _)) = place
                    && *field == FormField::of_row(What::Name)
                    && fold(heading) == "name"
                {
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
        let columns = |whats: [What; 3]| whats.map(|what| self.column(FormField::of_row(what)));
        let own = columns([What::Name, What::FirstName, What::LastName]);
        let named = columns([What::Partner, What::PartnerFirstName, What::PartnerLastName]);
        let cell = |row: &Row, [whole, first, last]: [Option<usize>; 3]| {
            let text = |column: Option<usize>| column.map_or("", |column| row.text(column));
            let parts = [text(first), text(last)].join(" ");
            let name = if text(whole).is_empty() { parts.trim() } else { text(whole) };
            values::name(name).ok().map(|name| fold(&name)).filter(|name| !name.is_empty())
        };
        let children: HashSet<String> = samples.iter().filter_map(|row| cell(row, own)).collect();
        let named = |row| cell(row, named).filter(|partner| !values::is_need(partner));
        let partners: Vec<String> = samples.iter().filter_map(named).collect();
        let couples: Vec<_> = samples.iter().filter_map(|row| cell(row, own).zip(named(row))).collect();
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
    pub fn drop_unread(&mut self, layout: Layout) -> bool {
        let has_own = |seat: u8| self.holds(FormField::of_seat(What::Grade, seat));
        let has_grades = has_own(1) || has_own(2);
        let named: HashSet<u8> = self.fields().filter(|f| f.what.is_name()).filter_map(|f| f.seat).collect();
        let is_read = |field: FormField| match (layout, field.seat) {
            (Layout::RowPerPlayer, seat) => seat.is_none(),
            // A third child is refused with all that is given of it.
            (Layout::RowPerTeam, Some(seat)) => seat <= 2 || named.contains(&seat),
            (Layout::RowPerTeam, None) if field.what == What::Grade => !has_grades,
            (Layout::RowPerTeam, None) if field.what == What::Players => named.is_empty(),
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

    pub fn names_children(&self, layout: Layout) -> bool {
        let named = |seat: Option<u8>| self.fields().any(|field| field.seat == seat && field.what.is_name());
        match layout {
            Layout::RowPerPlayer => named(None),
            Layout::RowPerTeam => named(Some(1)) && named(Some(2)) || self.holds(FormField::of_row(What::Players)),
        }
    }
}

/// Headings without the numbers of a form's questions: `1. Team name`, `2. Player 1 name` and so on. `1. Player` and `2. Player` keep theirs.
fn unnumbered<'h>(headings: &[&'h str]) -> Vec<&'h str> {
    let parted = |heading: &&'h str| {
        let heading = heading.trim_start();
        let figure = heading.strip_prefix(['Q', 'q']).unwrap_or(heading);
        let rest = figure.trim_start_matches(|c: char| c.is_ascii_digit());
        let number: usize = figure[..figure.len() - rest.len()].parse().ok()?;
        Some((number, rest.strip_prefix(['.', ')', ':'])?.trim_start()))
    };
    let parted: Vec<Option<(usize, &str)>> = headings.iter().map(parted).collect();
    let counted: Vec<&(usize, &str)> = parted.iter().flatten().collect();
    let different: HashSet<String> = counted.iter().map(|(_, rest)| fold(rest)).collect();
    let are_questions =
        counted.len() > 2 && counted.windows(2).all(|pair| pair[0].0 < pair[1].0) && different.len() == counted.len();
    let bare = |(heading, parted): (&&'h str, &Option<(usize, &'h str)>)| parted.map_or(*heading, |(_, rest)| rest);
    if are_questions { headings.iter().zip(&parted).map(bare).collect() } else { headings.to_vec() }
}

/// `Start time, Completion time, Email, Name`: an online form adds the name of the person who filled it in, beside the questions.
fn pass_over_respondent(headings: &[&str], meanings: &mut [Option<Meaning>]) {
    let has = |known: &str| headings.iter().any(|heading| fold(heading) == known);
    let holds_name = |(heading, meaning): (&&str, &Option<Meaning>)| {
        fold(heading) != "name" && meaning.is_some_and(|m| m.what.is_name() || m.what == What::Players)
    };
    if !has("start time") || !has("completion time") || !headings.iter().zip(meanings.iter()).any(holds_name) {
        return;
    }
    for (heading, meaning) in headings.iter().zip(meanings) {
        if matches!(fold(heading).as_str(), "name" | "id") {
            *meaning = None;
        }
    }
}

/// `Players` above `Ann Lee & Bo Kim`, by what is there.
fn find_both_in_a_cell(headings: &[&str], samples: &[Row], meanings: &mut [Option<Meaning>]) {
    for (column, meaning) in meanings.iter_mut().enumerate() {
        let may_list = lists_children(headings[column]);
        let is_open = match meaning {
            None => may_list,
            Some(m) => match m.what {
                What::Players => true,
                What::Team => may_list && m.weight < SURE,
                what => what == What::Name && m.whose == Whose::Row,
            },
        };
        if !is_open {
            continue;
        }
        if has_several_names(samples, column, may_list) {
            *meaning = Some(Meaning { what: What::Players, whose: Whose::Row, weight: SURE - 1 });
        } else if meaning.is_some_and(|m| m.what == What::Players) {
            *meaning = None;
        }
    }
}

/// Whether most cells of a column hold several names: `Ann Lee & Bo Kim`.
pub(super) fn has_several_names(samples: &[Row], column: usize, may_be_comma: bool) -> bool {
    let filled: Vec<&str> = samples.iter().map(|row| row.text(column)).filter(|text| !text.is_empty()).collect();
    let several = filled.iter().filter(|text| values::names_in(text, may_be_comma).len() > 1);
    several.count() * 2 > filled.len()
}

/// Where nothing else names a child, two headings that differ by the number or letter alone, above what looks like names: `Knight 1`, `Knight 2`.
/// Beside other words that nobody understands, such as a team's name, they are asked about instead.
fn name_counterparts(headings: &[&str], samples: &[Row], meanings: &mut [Option<Meaning>]) {
    let names_child = |m: &Meaning| m.what.is_name() || m.what.is_partner() || m.what == What::Players;
    if meanings.iter().flatten().any(names_child) {
        return;
    }
    let found = headings.iter().enumerate().find_map(|(column, heading)| {
        let second = counterpart_of(heading)?;
        let other = headings.iter().position(|other| words(other) == second)?;
        let are_names = !is_foreign(heading)
            && meanings[column].is_none()
            && meanings[other].is_none()
            && [column, other].into_iter().all(|column| holds_names(samples, column));
        are_names.then_some([column, other])
    });
    let holds_words = |column: usize| samples.iter().any(|row| row.text(column).contains(char::is_alphabetic));
    let is_unread = |column: &usize| {
        found.is_some_and(|found| !found.contains(column))
            && meanings[*column].is_none()
            && !is_foreign(headings[*column])
            && holds_words(*column)
    };
    if (0..headings.len()).any(|column| is_unread(&column)) {
        return;
    }
    for (seat, column) in (1..).zip(found.into_iter().flatten()) {
        meanings[column] = Some(Meaning { what: What::Name, whose: Whose::Child(seat), weight: SURE - 1 });
    }
}

/// Whether most cells of a column are two or more words of letters.
pub(super) fn holds_names(samples: &[Row], column: usize) -> bool {
    let filled: Vec<&str> = samples.iter().map(|row| row.text(column)).filter(|text| !text.is_empty()).collect();
    filled.iter().filter(|text| values::looks_like_a_name(text)).count() * 2 > filled.len()
}
