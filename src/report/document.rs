//! The document model: what every format can show. Values are formatted and sorted before they get here.

pub use super::lines::{Bracket, BracketColumn, BracketSide, BracketTie};
use super::masthead::Masthead;
pub use super::table::{Align, Cell, Column, Emphasis, Figure, Rows, Table, Width};
use serde::Serialize;

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
            match block {
                Block::Table(table) => {
                    table.drop_spreadsheet_columns();
                    table.rows.iter_mut().flatten().for_each(Cell::show_number);
                }
                Block::Bracket(bracket) => bracket.cells().for_each(Cell::show_number),
                _ => {}
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
    Bracket(Box<Bracket>),
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
            Self::Bracket(bracket) => bracket.texts(),
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

impl<T> From<Rows<T>> for Block {
    fn from(rows: Rows<T>) -> Self {
        Self::Table(rows.table())
    }
}

/// The state of a section, at a glance.
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
