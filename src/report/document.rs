//! The document model: what every format can show. Values are formatted and sorted before they get here.

use super::masthead::Masthead;
use serde::{Serialize, Serializer};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Document {
    /// What it is: "Pairings".
    pub title: String,
    /// One line more: how it is sorted, what the signs mean.
    pub subtitle: Option<String>,
    pub masthead: Masthead,
    pub page: Page,
    pub blocks: Vec<Block>,
}

impl Document {
    pub fn new(title: impl Into<String>, masthead: Masthead) -> Self {
        Self { title: title.into(), subtitle: None, masthead, page: Page::default(), blocks: Vec::new() }
    }

    /// An empty one is none.
    pub fn with_subtitle(self, subtitle: impl Into<String>) -> Self {
        Self { subtitle: Some(subtitle.into()).filter(|line| !line.is_empty()), ..self }
    }

    pub fn on(self, page: Page) -> Self {
        Self { page, ..self }
    }

    pub fn with(mut self, block: impl Into<Block>) -> Self {
        self.blocks.push(block.into());
        self
    }

    pub fn with_all(mut self, blocks: impl IntoIterator<Item = Block>) -> Self {
        self.blocks.extend(blocks);
        self
    }

    pub fn headed(self, level: u8, text: impl Into<String>) -> Self {
        self.with(Block::heading(level, text))
    }

    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }

    /// The document without what only spreadsheets need, and each team's number behind its name.
    pub fn for_readers(mut self) -> Self {
        for block in &mut self.blocks {
            if let Block::Table(table) = block {
                table.drop_spreadsheet_columns();
                table.rows.iter_mut().flatten().for_each(Cell::show_number);
            }
        }
        self
    }

    pub fn map_text(&self, change: &dyn Fn(&str) -> String) -> Self {
        let mut changed = self.clone();
        changed.texts().for_each(|text| *text = change(text));
        changed
    }

    /// All of its texts.
    pub fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let Self { title, subtitle, masthead, page: _, blocks } = self;
        let head = [title].into_iter().chain(subtitle).chain(masthead.texts());
        head.chain(blocks.iter_mut().flat_map(Block::texts))
    }
}

/// How a document lies on paper. Terminals and pages ignore it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Page {
    pub landscape: bool,
    /// How many columns of text side by side; 0 and 1 are one.
    pub columns: u8,
    pub size: TypeSize,
    /// Tables are filled in by hand: lines around every cell, room to write.
    pub ruled: bool,
}

/// From how far a sheet is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TypeSize {
    #[default]
    Hand,
    /// On the wall, from two metres.
    Wall,
    /// In the hand, where much must fit.
    Small,
    /// On a screen, from the other end of the hall. Pages fill the screen.
    Screen,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "kebab-case")]
pub enum Block {
    /// A heading under the title: level 1 for parts, 2 for parts of parts.
    Heading {
        level: u8,
        text: String,
        /// Where a link may point to.
        id: Option<String>,
    },
    Paragraph(String),
    /// Something the reader must not miss.
    Notice(String),
    /// Short points, one a line.
    List(Vec<String>),
    /// Ways to other places, side by side. Only pages of a site show them.
    Links {
        /// What they lead to, for those who cannot see it.
        label: String,
        cells: Vec<Cell>,
    },
    /// Where sections stand, a card each. Only pages show it.
    Glance(Vec<Glance>),
    /// Figures, each over what it counts. Only pages show them.
    Figures(Vec<(Cell, String)>),
    /// Where a team sits next. Only pages show it.
    Next(Next),
    /// A team's road, round by round. Only pages draw it.
    Path(Vec<Step>),
    /// Labels, each with a line to write on.
    Blanks(Vec<String>),
    /// What follows begins on a new sheet of paper.
    NewSheet,
    /// Names and their values, one pair a line.
    Facts(Vec<(String, Cell)>),
    Table(Table),
}

impl Block {
    fn texts(&mut self) -> Vec<&mut String> {
        match self {
            Self::Heading { text, .. } | Self::Paragraph(text) | Self::Notice(text) => vec![text],
            Self::List(lines) | Self::Blanks(lines) => lines.iter_mut().collect(),
            Self::Links { label, cells } => [label].into_iter().chain(cells.iter_mut().flat_map(Cell::texts)).collect(),
            Self::Path(steps) => steps.iter_mut().flat_map(Step::texts).collect(),
            Self::Glance(sections) => sections.iter_mut().flat_map(Glance::texts).collect(),
            Self::Figures(figures) => {
                figures.iter_mut().flat_map(|(figure, what)| figure.texts().chain([what])).collect()
            }
            Self::Next(Next { when, opponent, seats, .. }) => opponent.texts().chain([when, seats]).collect(),
            Self::NewSheet => Vec::new(),
            Self::Facts(facts) => {
                facts.iter_mut().flat_map(|(name, value)| [name].into_iter().chain(value.texts())).collect()
            }
            Self::Table(Table { caption, columns, rows, .. }) => {
                let heads =
                    columns.iter_mut().flat_map(|column| [&mut column.heading].into_iter().chain(&mut column.under));
                [caption].into_iter().chain(heads).chain(rows.iter_mut().flatten().flat_map(Cell::texts)).collect()
            }
        }
    }

    /// Names with their values, as far as these are there.
    pub fn facts<N: Into<String>>(facts: impl IntoIterator<Item = (N, Option<Cell>)>) -> Self {
        Self::Facts(facts.into_iter().filter_map(|(name, value)| Some((name.into(), value?))).collect())
    }

    pub fn heading(level: u8, text: impl Into<String>) -> Self {
        Self::Heading { level, text: text.into(), id: None }
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

impl<T> From<Rows<T>> for Table {
    fn from(rows: Rows<T>) -> Self {
        rows.table
    }
}

impl<T> From<Rows<T>> for Block {
    fn from(rows: Rows<T>) -> Self {
        Self::Table(rows.table)
    }
}

/// Where a section stands, at a glance.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Glance {
    pub section: String,
    /// `Round 2 of 5`
    pub stage: String,
    /// `Playing`, `Break`, `At 11:00`.
    pub state: String,
    /// How much of each round is played, in percent.
    pub rounds: Vec<u8>,
    /// What is loud in it is strong.
    pub sentence: Vec<Cell>,
    pub ways: Vec<Cell>,
}

impl Glance {
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        let Self { section, stage, state, sentence, ways, .. } = self;
        [section, stage, state].into_iter().chain(sentence.iter_mut().chain(ways).flat_map(Cell::texts))
    }
}

/// Where a team sits in the round that is played or comes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Next {
    pub when: String,
    pub table: u32,
    pub opponent: Cell,
    /// Who sits where.
    pub seats: String,
}

/// One round of a path.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The round, and at which table.
    pub round: Cell,
    pub table: Option<u32>,
    /// `Won`, `Lost`; of a round that is not played when it starts.
    pub result: String,
    /// The word between that and the opponent: `against`, `to`.
    pub joins: &'static str,
    /// What it came to, as a figure: `1`, `½`; none of a round that is not played.
    pub mark: Option<&'static str>,
    /// To which side the road turns: won is strong, lost soft.
    pub emphasis: Emphasis,
    /// None in a round off.
    pub opponent: Option<Cell>,
}

impl Step {
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        self.round.texts().chain(self.opponent.iter_mut().flat_map(Cell::texts))
    }
}

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

    fn drop_spreadsheet_columns(&mut self) {
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
    /// On phones it stands beneath what names the row. Paper ignores it.
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

/// Where the text of a column stands.
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
    fn texts(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.text].into_iter().chain(&mut self.under)
    }

    fn show_number(&mut self) {
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
