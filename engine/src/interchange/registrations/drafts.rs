//! Rows to children: each row by itself, every bad cell noted.

use super::amended::Amended;
use super::field::{Assignment, FormField, What};
use super::mapping::Mapping;
use super::places::Layout;
use super::problem::{Complaint, Note, Problem};
use super::sheet::{Row, Sheet};
use super::values;
use super::wishes::{self, Wish};
use crate::registration::{Child, Contact};
use crate::tournament::names::{family_words, fold, turned};

/// What the director said about the file.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// `--map`, in the order typed.
    pub map: Vec<Assignment>,
    /// What `--map` said for earlier files. Passed over where the file has no such column.
    pub remembered: Vec<Assignment>,
    /// Cells that are read as if something else stood there.
    pub cells: Vec<Amended>,
    /// Whether names in capitals or small letters are written as usual.
    pub tidies_names: bool,
    /// Whether e-mail addresses and telephone numbers are kept.
    pub keeps_contacts: bool,
    /// Whether fees and payments are kept.
    pub keeps_fees: bool,
}

/// What is beside the entry on a row: a note, and the absences it asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub line: usize,
    pub note: String,
    pub wishes: Vec<Wish>,
    /// Whether it speaks of rounds or of absence, also where it was not understood.
    pub may_ask: bool,
}

/// What one row says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    /// Index of the row within the sheet.
    pub row: usize,
    /// Something is wrong with the row; it still counts as its team's.
    pub is_bad: bool,
    /// The children named: one, or both of a team row. A bad row may name none.
    pub children: Vec<Child>,
    /// The team's name; empty if none was given.
    pub team: String,
    /// The row says in words that a partner is wanted.
    pub is_need: bool,
    /// The partner named on a row for one child.
    pub partner: String,
    pub school: Option<String>,
    pub rating: Option<u32>,
    pub is_house: bool,
    /// What says beside a name of the row that it is off the list.
    pub crossed_out: Vec<String>,
    pub entry: EntryDetails,
}

/// What rows say of an entry beside its children.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EntryDetails {
    pub line: usize,
    pub section: Option<String>,
    pub group: Option<String>,
    pub requests: Vec<Request>,
}

impl Draft {
    /// A child's own school, or else that of its team.
    pub fn school_of<'d>(&'d self, child: &'d Child) -> Option<&'d str> {
        child.school.as_deref().or(self.school.as_deref())
    }
}

/// Everything the rows gave.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    pub drafts: Vec<Draft>,
    pub complaints: Vec<Complaint>,
    pub notes: Vec<Note>,
    /// Children whose choice of partner came to nothing.
    pub unmet: Vec<Note>,
    /// Good rows that must wait for the partner's, with the line of that one.
    pub waiting: Vec<(usize, usize)>,
}

/// Reads every row under the headings.
pub(super) fn read(sheet: &Sheet, mapping: &Mapping, options: &Options) -> Drafts {
    let mut all = Drafts::default();
    let headings = &sheet.rows[mapping.row];
    for (index, row) in sheet.rows.iter().enumerate().skip(mapping.row + 1) {
        if row.is_blank() || repeats(row, headings) {
            continue;
        }
        if let Some(why) = passed_over(row, mapping) {
            all.notes.push(Note { line: Some(row.line), message: format!("skipped: {why}") });
            continue;
        }
        let both = mapping.column(FormField::of_row(What::Players)).map_or_else(Vec::new, |column| {
            values::names_in(row.text(column), true).into_iter().map(str::to_owned).collect()
        });
        let mut reader =
            RowReader { sheet, mapping, index, row, options, both, crossed_out: Vec::new(), complaints: Vec::new() };
        let draft = reader.draft();
        all.drafts.push(Draft { is_bad: !reader.complaints.is_empty(), ..draft });
        all.complaints.append(&mut reader.complaints);
    }
    all
}

/// The rows that hold entries.
pub(super) fn entry_rows(sheet: &Sheet, mapping: &Mapping) -> Vec<usize> {
    let headings = &sheet.rows[mapping.row];
    let is_of_entry = |row: &Row| !row.is_blank() && !repeats(row, headings) && passed_over(row, mapping).is_none();
    (mapping.row + 1..sheet.rows.len()).filter(|row| is_of_entry(&sheet.rows[*row])).collect()
}

/// Why a row holds no entry, if it does not.
fn passed_over(row: &Row, mapping: &Mapping) -> Option<&'static str> {
    let cells = || row.texts().filter(|text| !text.is_empty());
    let is_figure = |text: &str| !text.chars().any(char::is_alphabetic);
    if cells().any(values::is_total) && cells().all(|text| values::is_total(text) || is_figure(text)) {
        return Some("a totals line");
    }
    // "Exported on Monday" in a column that is not read, or a sum below the fees.
    let is_entry_column = |column: &super::mapping::Column| column.field.is_some_and(|field| field.what.is_an_entry());
    let has_entry = row.texts().zip(&mapping.columns).any(|(text, column)| is_entry_column(column) && !text.is_empty());
    (!has_entry && row.cells.len() <= mapping.columns.len()).then_some("the columns that were read are blank")
}

/// Some exports write the headings again at the top of each page.
fn repeats(row: &Row, headings: &Row) -> bool {
    row.texts().eq(headings.texts())
}

/// A complaint about one cell of a row; the cell need not be there.
pub(super) fn complaint_at(
    sheet: &Sheet,
    mapping: &Mapping,
    row: usize,
    field: FormField,
    problem: Problem,
) -> Complaint {
    match mapping.column(field) {
        Some(column) => at_cell(sheet, row, column, Some(field), problem),
        None => Complaint { cell: None, ..at_cell(sheet, row, 0, Some(field), problem) },
    }
}

fn at_cell(sheet: &Sheet, index: usize, column: usize, field: Option<FormField>, problem: Problem) -> Complaint {
    let row = &sheet.rows[index];
    let row_end = row.cells.last().map_or(0, |cell| cell.span.end);
    let span = row.cells.get(column).map_or(row_end..row_end, |cell| cell.span.clone());
    let (line, character) = sheet.file_text.place(span.start);
    let cell = Some(column + 1);
    let column = if sheet.file_text.is_grid { column + 1 } else { character };
    Complaint { line, column, cell, row: row.line, field, problem, span, rows: vec![index] }
}

struct RowReader<'a> {
    sheet: &'a Sheet,
    mapping: &'a Mapping,
    index: usize,
    row: &'a Row,
    options: &'a Options,
    /// The names of a cell that holds both partners'.
    both: Vec<String>,
    /// Cells that say beside a name that it is off the list.
    crossed_out: Vec<String>,
    complaints: Vec<Complaint>,
}

impl RowReader<'_> {
    fn cell(&self, field: FormField) -> &str {
        let text = |field| self.mapping.column(field).map_or("", |column| self.row.text(column));
        match (self.both.is_empty(), field.seat) {
            (false, Some(seat @ 1..=2)) if self.mapping.column(field).is_none() => {
                let seat = usize::from(seat) - 1;
                match field.what {
                    What::Name => self.both.get(seat).map_or("", String::as_str),
                    what => values::figures_of_both(text(FormField::of_row(what)), what).map_or("", |both| both[seat]),
                }
            }
            (false, None) if values::figures_of_both(text(field), field.what).is_some() => "",
            _ => text(field),
        }
    }

    fn complain(&mut self, field: FormField, problem: Problem) {
        self.complaints.push(complaint_at(self.sheet, self.mapping, self.index, field, problem));
    }

    fn value<T: Default>(&mut self, field: FormField, read: impl Fn(&str) -> Result<T, Problem>) -> T {
        match read(self.cell(field)) {
            Ok(value) => value,
            Err(problem) => {
                self.complain(field, problem);
                T::default()
            }
        }
    }

    fn draft(&mut self) -> Draft {
        self.refuse_extra_cells();
        self.refuse_half_names();
        let team = self.value(FormField::of_row(What::Team), values::text);
        let mut team = self.without_mark(team);
        let mut is_need = false;
        if values::is_need(&team) {
            is_need = true;
            team.clear();
        }
        let mut children: Vec<Child> = Vec::new();
        let seats: &[Option<u8>] = match self.mapping.layout {
            Layout::RowPerTeam => &[Some(1), Some(2)],
            Layout::RowPerPlayer => &[None],
        };
        for seat in seats {
            match self.child(*seat) {
                Seat::Taken(child) => children.push(*child),
                Seat::Wanted => is_need = true,
                Seat::Empty => {}
            }
        }
        self.refuse_third_player(&team, children.len());
        // "TBD" under a child of the same team: that child waits for a partner.
        let keeps_a_seat = self.mapping.layout == Layout::RowPerPlayer && is_need && !team.is_empty();
        if children.is_empty() && !keeps_a_seat && self.complaints.is_empty() {
            self.complain(self.mapping.name_field(seats[0]), Problem::NameMissing);
        }
        let partner = if self.mapping.layout == Layout::RowPerPlayer { self.partner() } else { String::new() };
        let team_rows = self.mapping.layout == Layout::RowPerTeam;
        if team_rows {
            // One grade on a team's row is both partners'.
            let grade = self.value(FormField::of_row(What::Grade), values::grade);
            children.iter_mut().for_each(|child| child.grade = child.grade.or(grade));
        }
        let filled = |text: String| (!text.is_empty()).then_some(text);
        let of_both = |what: fn(&Child) -> Option<u32>| [0, 1].map(|seat| children.get(seat).and_then(what));
        let ratings = of_both(|child| child.rating);
        let own = |cell: &str| values::team_rating(cell, ratings);
        let school = if team_rows { self.value(FormField::of_row(What::School), values::school) } else { None };
        Draft {
            row: self.index,
            is_bad: false,
            school: school.filter(|school| !is_theirs(school, &children)),
            is_house: team_rows && values::is_yes(self.cell(FormField::of_row(What::House))),
            rating: if team_rows { self.value(FormField::of_row(What::Rating), own) } else { None },
            entry: EntryDetails {
                line: self.row.line,
                section: filled(self.value(FormField::of_row(What::Section), values::text)),
                group: filled(self.value(FormField::of_row(What::Group), values::text)),
                requests: self.requests(),
            },
            children,
            team,
            is_need,
            partner,
            crossed_out: std::mem::take(&mut self.crossed_out),
        }
    }

    fn requests(&mut self) -> Vec<Request> {
        let line = self.row.line;
        let byes = self.value(FormField::of_row(What::Byes), values::long_text);
        let note = self.value(FormField::of_row(What::Note), values::long_text);
        let asked = wishes::of_column(&byes);
        let wishes = asked.clone().unwrap_or_else(|| wishes::of_note(&byes));
        let byes = Request { line, wishes, note: byes, may_ask: true };
        let may_ask = wishes::speaks_of_absence(&note);
        let note = Request { line, wishes: wishes::of_note(&note), note, may_ask };
        let says_something = |request: &Request| !request.wishes.is_empty() || !values::is_nothing(&request.note);
        let byes = Some(byes).filter(|byes| says_something(byes) && asked.is_none_or(|asked| !asked.is_empty()));
        byes.into_iter().chain(Some(note).filter(says_something)).collect()
    }

    fn partner(&mut self) -> String {
        let whole = self.value(FormField::of_row(What::Partner), values::name);
        let first = self.value(FormField::of_row(What::PartnerFirstName), values::text);
        let last = self.value(FormField::of_row(What::PartnerLastName), values::text);
        let partner = if whole.is_empty() { values::joined(&first, &last) } else { whole };
        // `Yes` answers another question than who it is.
        if values::is_nobody(&partner) || values::is_yes(&partner) { String::new() } else { partner }
    }

    fn child(&mut self, seat: Option<u8>) -> Seat {
        let of = |what| FormField { seat, what };
        let whole = self.value(of(What::Name), values::name);
        let first = self.value(of(What::FirstName), values::text);
        let last = self.value(of(What::LastName), values::text);
        let whole_is_empty = whole.is_empty();
        let name = match (whole_is_empty, first.is_empty()) {
            // `Name` beside `Last name`: given names in one, the family name in the other.
            (false, true) if !last.is_empty() => values::joined(&whole, &last),
            (false, _) => whole,
            (true, _) => values::joined(&first, &last),
        };
        let name = self.without_mark(name);
        // `Name` beside `Last name`, for sorting, gives it too.
        let family_words = match fold(&name).ends_with(&fold(&last)) && !last.is_empty() {
            true => family_words(&last),
            false => turned(self.cell(of(What::Name))).1,
        };
        if values::is_nobody(&name) {
            return Seat::Wanted;
        }
        let is_remark = self.is_alone() && values::is_a_remark(&name);
        if is_remark || whole_is_empty && values::is_a_value(&name) {
            self.complain(self.mapping.name_field(seat), Problem::NotAName { read: name.clone() });
        }
        if !is_remark && self.both.is_empty() && values::has_two_full_names(&name) {
            self.complain(self.mapping.name_field(seat), Problem::TwoNames { read: name.clone() });
        }
        let (fee, paid) = self.money(seat);
        let child = Child {
            grade: self.value(of(What::Grade), values::grade),
            rating: self.value(of(What::Rating), values::rating),
            federation_id: self.value(of(What::Id), values::id),
            school: self.value(of(What::School), values::school),
            team_name: None,
            contact: self.contact(seat),
            fee,
            paid,
            name,
            family_words,
        };
        if !child.name.is_empty() {
            return Seat::Taken(Box::new(child));
        }
        let details = [What::Grade, What::Rating, What::Id]
            .into_iter()
            .find(|what| !self.cell(of(*what)).is_empty() && seat.is_some());
        let name_field = self.mapping.name_field(seat);
        let is_said = self.complaints.iter().any(|complaint| complaint.field == Some(name_field));
        if details.is_some() && !is_said {
            self.complain(of(What::Name), Problem::NameMissing);
        }
        Seat::Empty
    }

    /// Whether nothing is beside the name, though more columns are read.
    fn is_alone(&self) -> bool {
        let is_read = |column: &&super::mapping::Column| column.field.is_some();
        self.row.texts().filter(|text| !text.is_empty()).count() == 1
            && self.mapping.columns.iter().filter(is_read).count() > 1
    }

    fn money(&mut self, seat: Option<u8>) -> (Option<u32>, Option<u32>) {
        if !self.options.keeps_fees {
            return (None, None);
        }
        let fee = self.value(self.shared(What::Fee, seat), values::cents);
        (fee, self.value(self.shared(What::Paid, seat), |cell| values::paid(cell, fee)))
    }

    fn contact(&mut self, seat: Option<u8>) -> Contact {
        if !self.options.keeps_contacts {
            return Contact::default();
        }
        let mut read = |what| {
            let text = self.value(self.shared(what, seat), values::text);
            (!text.is_empty()).then_some(text)
        };
        Contact { email: read(What::Email), phone: read(What::Phone) }
    }

    /// One address, fee or payment a team row is the first child's.
    fn shared(&self, what: What, seat: Option<u8>) -> FormField {
        let own = FormField { seat, what };
        if seat == Some(2) || self.mapping.column(own).is_some() { own } else { FormField::of_row(what) }
    }

    /// What was read without a mark such as "(WITHDRAWN)", which is noted.
    fn without_mark(&mut self, read: String) -> String {
        let Some(bare) = values::without_mark(&read) else { return read };
        self.crossed_out.push(read);
        bare
    }

    /// `Ann & Ben Lee` gives one family name for two children, who need not be of one family.
    fn refuse_half_names(&mut self) {
        let known = self.both.iter().filter(|name| !values::is_nobody(name));
        let is_half = |name: &&String| !name.trim().contains(' ');
        let field = FormField::of_row(What::Players);
        if self.both.len() > 2 {
            let (team, players) = ("the team".to_owned(), self.both.len());
            self.complain(field, Problem::TooManyPlayers { team, players });
        } else if self.both.len() == 2
            && known.clone().any(|name| !is_half(&name))
            && known.clone().any(|name| is_half(&name))
        {
            let read = self.mapping.column(field).map_or("", |column| self.row.text(column)).to_owned();
            self.complain(field, Problem::TwoNames { read });
        }
    }

    fn refuse_extra_cells(&mut self) {
        let headings = self.mapping.columns.len();
        let Some(extra) = self.row.texts().skip(headings).position(|text| !text.is_empty()) else { return };
        let cells = self.row.texts().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
        let problem = Problem::TooManyCells { cells, headings };
        self.complaints.push(at_cell(self.sheet, self.index, headings + extra, None, problem));
    }

    fn refuse_third_player(&mut self, team: &str, players: usize) {
        let extras = self.mapping.columns.iter().filter_map(|column| column.field);
        let named: Vec<FormField> = extras
            .filter(|field| field.seat.is_some_and(|seat| seat > 2) && field.what.is_name())
            .filter(|field| !self.cell(*field).is_empty())
            .collect();
        if let Some(first) = named.first() {
            let seats: std::collections::BTreeSet<Option<u8>> = named.iter().map(|field| field.seat).collect();
            let team = if team.is_empty() { "the team".to_owned() } else { team.to_owned() };
            self.complain(*first, Problem::TooManyPlayers { team, players: players + seats.len() });
        }
    }
}

/// Whether a team's school is only what is shown of the partners' own: `Elm`, `Elm / Oak`.
fn is_theirs(school: &str, children: &[Child]) -> bool {
    let mut own: Vec<&str> = children.iter().filter_map(|child| child.school.as_deref()).collect();
    own.dedup_by_key(|school| fold(school));
    !own.is_empty() && children.iter().all(|child| child.school.is_some()) && fold(&own.join(" / ")) == fold(school)
}

enum Seat {
    Taken(Box<Child>),
    Wanted,
    Empty,
}

/// A child's name for comparison.
pub(super) fn key(child: &Child, school: Option<&str>) -> (String, String) {
    (fold(&child.name), school.map(fold).unwrap_or_default())
}
