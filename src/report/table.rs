//! Tables of a document: rows, columns, cells, and how loud a value is shown.

use serde::{Serialize, Serializer};

/// Rows and columns. Every row has one cell a column.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Table {
    /// What the table holds, for those who cannot see its place on the page.
    pub caption: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Vec<Cell>>,
    /// Where lines are too short for it, it is cut between columns, and what names the rows is repeated. Paper and pages ignore it.
    #[serde(skip)]
    pub folds: bool,
    /// On a terminal a row takes one line: second lines, minor columns and then columns from the right give way. Paper and pages ignore it.
    #[serde(skip)]
    pub one_line: bool,
}

impl Table {
    pub fn new(caption: impl Into<String>, columns: Vec<Column>) -> Self {
        Self { caption: caption.into(), columns, rows: Vec::new(), folds: false, one_line: false }
    }

    /// A row for each of these, still without columns.
    pub fn of<T>(caption: impl Into<String>, things: impl IntoIterator<Item = T>) -> Rows<T> {
        let things: Vec<T> = things.into_iter().collect();
        Rows { table: Self { rows: vec![Vec::new(); things.len()], ..Self::new(caption, Vec::new()) }, things }
    }

    pub(super) fn drop_spreadsheet_columns(&mut self) {
        let kept: Vec<bool> = self.columns.iter().map(|column| !column.spreadsheet_only).collect();
        for row in &mut self.rows {
            let mut keep = kept.iter();
            row.retain(|_| *keep.next().unwrap_or(&true));
        }
        self.columns.retain(|column| !column.spreadsheet_only);
    }
}

/// A table in the making: its rows, to which each column adds what it says of them.
pub struct Rows<T> {
    things: Vec<T>,
    table: Table,
}

impl<T> From<Rows<T>> for Table {
    fn from(rows: Rows<T>) -> Self {
        rows.table
    }
}

impl<T> Rows<T> {
    pub fn column(self, column: Column, cell: impl Fn(&T) -> Cell) -> Self {
        self.columns([(column, cell)])
    }

    pub fn column_if(self, wanted: bool, column: Column, cell: impl Fn(&T) -> Cell) -> Self {
        self.columns(wanted.then_some((column, cell)))
    }

    pub fn columns<F: Fn(&T) -> Cell>(mut self, columns: impl IntoIterator<Item = (Column, F)>) -> Self {
        for (column, cell) in columns {
            self.table.columns.push(column);
            for (row, thing) in self.table.rows.iter_mut().zip(&self.things) {
                row.push(cell(thing));
            }
        }
        self
    }

    pub fn table(self) -> Table {
        self.table
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Column {
    pub heading: String,
    /// What the second line of its cells holds. CSV makes a column of its own of it.
    pub under: Option<String>,
    pub align: Align,
    pub width: Width,
    /// Its cells name teams: a spreadsheet has their numbers in a column beside it.
    pub names_teams: bool,
    /// Names the row, for those who cannot see it.
    pub names_row: bool,
    /// Only for spreadsheets: elsewhere a heading says it already.
    pub spreadsheet_only: bool,
    /// Left out on phones, where the others need the room.
    pub minor: bool,
    /// Left out on phones as well, but shown there by a tap.
    pub tucked: bool,
    /// On phones it is beneath what names the row. Paper ignores it.
    #[serde(skip)]
    pub beneath: bool,
}

impl Column {
    /// Text on the left that takes the room that is left over.
    pub fn text(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), ..Self::default() }
    }

    /// Short text on the left, as wide as it needs to be.
    pub fn short(heading: impl Into<String>) -> Self {
        Self { width: Width::Fit, ..Self::text(heading) }
    }

    /// Teams over their players.
    pub fn team(heading: impl Into<String>) -> Self {
        Self { names_teams: true, ..Self::text(heading) }
    }

    /// Figures on the right, as wide as they need to be.
    pub fn number(heading: impl Into<String>) -> Self {
        Self { align: Align::Right, width: Width::Fit, ..Self::text(heading) }
    }

    /// Marks in the middle, as wide as they need to be.
    pub fn mark(heading: impl Into<String>) -> Self {
        Self { align: Align::Centre, width: Width::Fit, ..Self::text(heading) }
    }

    pub fn over(mut self, under: impl Into<String>) -> Self {
        self.under = Some(under.into());
        self
    }

    pub fn for_spreadsheets(mut self) -> Self {
        self.spreadsheet_only = true;
        self
    }

    pub fn minor(mut self) -> Self {
        self.minor = true;
        self
    }

    pub fn tucked(mut self) -> Self {
        self.tucked = true;
        self
    }

    pub fn beneath(mut self) -> Self {
        self.beneath = true;
        self
    }

    pub fn naming(mut self) -> Self {
        self.names_row = true;
        self
    }
}

/// Where the text of a column is aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    #[default]
    Left,
    Centre,
    Right,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Width {
    /// As wide as its longest cell; never wrapped.
    Fit,
    /// Takes what is left over, and wraps.
    #[default]
    Grow,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Cell {
    pub text: String,
    /// The number behind it, for spreadsheets.
    pub number: Option<f64>,
    /// A second, quieter line.
    pub under: Option<String>,
    /// The number behind the second line.
    pub under_number: Option<f64>,
    pub emphasis: Emphasis,
    /// The number of the team that it names. Readers see it behind the name; a spreadsheet has it in a column of its own.
    pub team: Option<u32>,
    /// The page it leads to, on the tournament's site.
    pub link: Option<String>,
    /// The same as a picture of our own making, as SVG. Only pages show it.
    #[serde(skip)]
    pub picture: Option<String>,
}

impl Cell {
    pub(super) fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.text].into_iter().chain(&mut self.under)
    }

    pub(super) fn show_number(&mut self) {
        // A team whose name is not shown is called by its number already.
        if let Some(number) = self.team.take().filter(|number| self.text != format!("Team {number}")) {
            self.text = format!("{} ({number})", self.text);
        }
    }

    /// What it says to a reader.
    pub fn read(mut self) -> String {
        self.show_number();
        self.text
    }

    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub fn maybe(text: &Option<String>) -> Self {
        text.as_ref().map_or_else(Self::empty, Self::text)
    }

    pub fn empty() -> Self {
        Self::default()
    }

    pub fn whole(number: impl ToString) -> Self {
        let text = number.to_string();
        Self { number: text.parse().ok(), text, ..Self::default() }
    }

    /// A number that is shown in another way than a spreadsheet writes it.
    pub fn number(number: f64, shown: impl Into<String>) -> Self {
        Self { text: shown.into(), number: Some(number), ..Self::default() }
    }

    pub fn strong(self) -> Self {
        Self { emphasis: Emphasis::Strong, ..self }
    }

    pub fn soft(self) -> Self {
        Self { emphasis: Emphasis::Soft, ..self }
    }

    pub fn over(self, under: impl Into<String>) -> Self {
        Self { under: Some(under.into()), ..self }
    }

    pub fn over_number(self, figure: &Figure) -> Self {
        Self { under_number: figure.number, ..self.over(&figure.shown) }
    }

    pub fn of_team(self, number: u32) -> Self {
        Self { team: Some(number), ..self }
    }

    pub fn linked(self, page: impl Into<String>) -> Self {
        Self { link: Some(page.into()), ..self }
    }

    /// An empty one is none.
    pub fn pictured(self, svg: &str) -> Self {
        Self { picture: Some(svg.to_owned()).filter(|svg| !svg.is_empty()), ..self }
    }
}

/// A score or a tie-break: the number, which is all that other programs read, and the same as printed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Figure {
    /// None of what was not applied.
    pub number: Option<f64>,
    /// `12½`.
    pub shown: String,
}

impl Figure {
    pub fn cell(&self) -> Cell {
        self.number.map_or_else(|| Cell::text(&self.shown), |number| Cell::number(number, &self.shown))
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number.serialize(serializer)
    }
}

/// How loud a value is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Emphasis {
    #[default]
    Plain,
    /// Found at a glance.
    Strong,
    /// There for those who look for it.
    Soft,
}
