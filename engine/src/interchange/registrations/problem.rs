//! What can be wrong with a registration file, and what to do about each.
//!
//! A file that cannot be read at all is [`super::Unreadable`]; anything wrong with one row is a [`Complaint`], and all of
//! them are collected.

use super::field::{FormField, What};
use super::file_text::{FileText, MOST_COLUMNS};
use crate::tournament::names::{does, quoted};
use serde::Serialize;
use serde::ser::SerializeStruct;
use std::ops::Range;
use thiserror::Error;

/// What is wrong with a row or a cell. The sentence says what was read; [`Problem::help`] what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    #[error("no player is named here")]
    NameMissing,
    #[error("\"{read}\" is not a name")]
    NotAName { read: String },
    #[error("\"{read}\" names two players in one cell")]
    TwoNames { read: String },
    /// What a spreadsheet shows of a formula that failed: `#N/A`, `#REF!`.
    #[error("\"{read}\" is a spreadsheet error")]
    Failed { read: String },
    #[error("{length} characters is too long")]
    TooLong { length: usize },
    #[error("the cell has a control character in it (U+{code:04X})")]
    ControlCharacter { code: u32 },
    /// Not PK, K or 1 to 12 in any spelling.
    #[error("\"{read}\" is not a grade")]
    NotAGrade { read: String },
    /// Neither digits nor a word for unrated.
    #[error("\"{read}\" is not a rating")]
    NotARating { read: String },
    /// Above 4000.
    #[error("rating {read} is out of range")]
    RatingOutOfRange { read: String },
    /// An id in scientific notation.
    #[error("\"{read}\" is a number that a spreadsheet has shortened")]
    Shortened { read: String },
    #[error("\"{read}\" is not an amount of money")]
    NotMoney { read: String },
    #[error("the row has {cells} cells, but there are {headings} headings")]
    TooManyCells {
        /// Cells up to the last one that is not blank.
        cells: usize,
        headings: usize,
    },
    #[error("{} only one player, {player}", does(team, "has"))]
    PartnerMissing { team: String, player: String },
    #[error("{} only one row: {player} has no partner in the file", does(team, "has"))]
    TeamOfOne {
        team: String,
        player: String,
        /// Another team of one whose name is nearly the same, and its line.
        alike: Option<(String, usize)>,
        /// The line that has the same child again, perhaps in the partner's place.
        again: Option<usize>,
    },
    #[error("{} {players} players; a team has two", does(team, "has"))]
    TooManyPlayers { team: String, players: usize },
    #[error("the team is NEED, but {first} and {second} are both on the row")]
    NeedWithTwo { first: String, second: String },
    #[error("{} entered in two sections, {first} and {second}", does(team, "is"))]
    TwoSections { team: String, first: String, second: String },
    #[error("{player} is named as their own partner")]
    OwnPartner { player: String },
    #[error("{player} names {partner}, who plays with {other}")]
    PartnerTaken { player: String, partner: String, other: String },
    #[error("{player} is in the file twice: id {id} was on line {line}, for {earlier}")]
    IdTwice { player: String, id: String, earlier: String, line: usize },
    #[error("{player} is in the file twice: first on line {line}{}", otherwise_spelt(player, earlier))]
    ChildTwice { player: String, earlier: String, line: usize },
    #[error("{} in the file twice: first on line {line}", does(team, "is"))]
    TeamTwice { team: String, line: usize },
    #[error("{message}")]
    Refused {
        /// The rule, in a sentence.
        message: String,
        help: String,
    },
}

impl Problem {
    /// What was expected, or what to type next.
    pub fn help(&self) -> String {
        let help = match self {
            Self::NameMissing => "write the player's name, or leave the whole row blank",
            Self::NotAName { .. } => {
                "write the player's name, as \"First Last\" or \"Last, First\"; remove the row if it isn't a player's"
            }
            Self::TwoNames { .. } => {
                "write each player's full name in its own cell; if a whole column has both partners, as \"Ann Lee & Bo Kim\": --map players=COLUMN"
            }
            Self::Failed { .. } => {
                "fix the formula in the spreadsheet, or type the value; leave the cell blank if there is none"
            }
            Self::TooLong { .. } => return format!("at most {} characters are allowed", super::values::LONGEST),
            Self::ControlCharacter { .. } => "type the cell again",
            Self::NotAGrade { .. } => {
                "expected PK, K or 1 to 12; \"3rd\", \"Grade 3\" and \"Kindergarten\" are understood too"
            }
            Self::NotARating { .. } => {
                "expected a number like 1234 or 1641P17; leave it blank, or write unr, for an unrated player"
            }
            Self::RatingOutOfRange { .. } => "expected 1 to 4000",
            Self::Shortened { .. } => {
                "write all its digits; in the spreadsheet, format the column as text or as a number without decimals"
            }
            Self::NotMoney { .. } => "expected an amount like 25 or $25.00",
            Self::TooManyCells { .. } => {
                "a cell that contains the separator, a comma or a semicolon, must be in double quotes"
            }
            Self::PartnerMissing { .. } => {
                "name the second player, or write NEED as the team name if the child needs a partner"
            }
            Self::TeamOfOne { again: Some(line), .. } => {
                return format!("line {line} has the same child again: write the partner's name there");
            }
            Self::TeamOfOne { alike: Some((name, line)), .. } => {
                return format!(
                    "line {line} has \"{name}\": if they are one team, write the name the same way; if the child needs a partner, write NEED"
                );
            }
            Self::TeamOfOne { .. } => {
                "write the team's name in the partner's row too, or NEED in its place if the child needs a partner"
            }
            Self::TooManyPlayers { .. } => "put the others on a team of their own, or write NEED as their team name",
            Self::NeedWithTwo { .. } => "give the team a name, or put each player on a row of their own",
            Self::TwoSections { .. } => "partners play in one section: write the same one for both",
            Self::OwnPartner { .. } => "name the partner, or leave the cell blank if the child needs one",
            Self::PartnerTaken { .. } => "ask the players, then give each one partner, or leave the cell blank",
            Self::IdTwice { .. } => "remove one of the rows, or correct the id if they are two players",
            Self::ChildTwice { .. } => {
                "remove one of the rows; if they are two players, give each their own ID or school"
            }
            Self::TeamTwice { .. } => "remove one of the rows, or give the second team another name",
            Self::Refused { help, .. } => help,
        };
        help.to_owned()
    }
}

/// How a name is spelt elsewhere, where more than its case differs: `, as José Diaz`.
fn otherwise_spelt(name: &str, elsewhere: &str) -> String {
    if name.to_lowercase() == elsewhere.to_lowercase() { String::new() } else { format!(", as {elsewhere}") }
}

/// One problem and its place.
///
/// Serialises as `{"line", "column", "row", "cell", "field", "message", "expected"}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Line of the file, or row of the worksheet, from 1.
    pub line: usize,
    /// Character of the line, or cell of the worksheet's row, from 1.
    pub column: usize,
    /// The line that the row begins on, and which of its cells is meant, from 1; none where the row has no such column.
    pub row: usize,
    pub cell: Option<usize>,
    /// The field the cell was read as, where it is about one cell.
    pub field: Option<FormField>,
    pub problem: Problem,
    /// Bytes of the source to point at.
    pub(super) span: Range<usize>,
    /// The rows of the sheet that cannot be imported because of it.
    pub(super) rows: Vec<usize>,
}

impl Serialize for Complaint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Complaint", 7)?;
        object.serialize_field("line", &self.line)?;
        object.serialize_field("column", &self.column)?;
        object.serialize_field("row", &self.row)?;
        object.serialize_field("cell", &self.cell)?;
        object.serialize_field("field", &self.field.map(|field| field.to_string()))?;
        object.serialize_field("message", &self.problem.to_string())?;
        object.serialize_field("expected", &self.problem.help())?;
        object.end()
    }
}

/// Something worth a look that refuses nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Line of the file, or row of the worksheet; `None` when it is about the whole file.
    pub line: Option<usize>,
    pub message: String,
}

/// Why a file holds no rows that could be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(super) enum Unfit {
    #[error("is empty")]
    Empty,
    #[error("is {kind}, not a registration list")]
    NotText { kind: &'static str },
    #[error("is neither UTF-8 nor Windows-1252: there is a character on line {line} that Windows-1252 does not have")]
    OtherEncoding { line: usize },
    #[error("contains a NUL character, so it is not a text file")]
    Nul { at: usize },
    #[error("has a quoted cell that never ends")]
    Unclosed { at: usize },
    #[error("has text after a closing quote")]
    AfterQuote { at: usize, opened: usize },
    #[error("has a quote in the middle of a cell")]
    QuoteInside { at: usize },
    #[error("has no heading that says where the players' names are")]
    /// With all headings, the columns that may hold names, from 0, those of them that look so, and whether the first has several in a cell.
    NoHeadings { seen: Vec<String>, free: Vec<usize>, names: Vec<usize>, has_several: bool, at: usize },
    /// No column of names, and the results of a round.
    #[error("looks like a table of results, not a registration list: \"{cell}\" is under \"{column}\"")]
    Results { column: String, cell: String, at: usize },
    #[error("has no column \"{column}\" for {field}")]
    /// With the headings that are like it, or all where none is.
    NoSuchColumn { field: FormField, column: String, headings: Vec<String>, are_near: bool },
    #[error("has no line {line}, so none of its cells can be changed")]
    NoSuchLine { line: usize },
    #[error("has {count} columns \"{column}\", so it is not clear which is {field}")]
    /// In a file of one row per team, perhaps one of each child.
    SeveralColumns { field: FormField, column: String, count: usize, of_each: bool },
    #[error("would lose a column: {} unread, though another of the same kind is read", unread_columns(columns))]
    /// With the column that is read as the kind of the first of them, where rows are players.
    Unread { columns: Vec<(What, String)>, rows_are_teams: bool, kept: Option<String>, at: usize },
    #[error("has headings but no rows under them")]
    NoRows { at: usize },
    #[error("cannot be read as an Excel workbook: {why}")]
    Workbook { why: String },
    #[error("has a formula in cell {cell} whose value was never computed")]
    Uncomputed { cell: String },
    #[error("is {megabytes} MB, too large for a registration list")]
    TooLarge { megabytes: usize },
    #[error("has more than {MOST_COLUMNS} columns, so it isn't a registration list")]
    TooManyColumns { at: usize },
    #[error("isn't a registration list: too many {what}")]
    Overfull { what: &'static str },
}

impl Unfit {
    pub(super) fn place(&self) -> Option<usize> {
        match self {
            Self::TooManyColumns { at }
            | Self::Nul { at }
            | Self::Unclosed { at }
            | Self::QuoteInside { at }
            | Self::AfterQuote { at, .. } => Some(*at),
            Self::NoHeadings { at, .. } | Self::Results { at, .. } | Self::NoRows { at } | Self::Unread { at, .. } => {
                Some(*at)
            }
            _ => None,
        }
    }

    pub(super) fn help(&self, file_text: &FileText) -> String {
        match self {
            Self::Empty => "export the list again, as CSV or XLSX".to_owned(),
            Self::TooManyColumns { .. } | Self::Overfull { .. } => {
                "keep only the registration columns and the rows under them, and save the list again".to_owned()
            }
            Self::NotText { .. }
            | Self::OtherEncoding { .. }
            | Self::Nul { .. }
            | Self::Workbook { .. }
            | Self::TooLarge { .. } => "save the list as .xlsx or as \"CSV UTF-8\" and import that".to_owned(),
            Self::Uncomputed { .. } => {
                "open the list in a spreadsheet program, save it there, and import that".to_owned()
            }
            Self::Unclosed { .. } => "close the quote at the end of the cell, or remove it".to_owned(),
            Self::AfterQuote { opened, .. } => {
                let (line, column) = file_text.place(*opened);
                format!(
                    "the quote was opened on line {line}, column {column}; a quote inside a quoted cell is written twice: \"\""
                )
            }
            Self::QuoteInside { .. } => {
                "put the whole cell in double quotes, and write the inner ones twice: \"\"".to_owned()
            }
            Self::NoHeadings { seen, free, names, has_several, .. } => {
                let short = |heading: &String| match heading.char_indices().nth(40) {
                    Some((at, _)) => format!("\"{}…\"", &heading[..at]),
                    None => format!("\"{heading}\""),
                };
                // Nobody types a long heading; the column's number is used for it.
                let typed = |(at, heading): (usize, &String)| match heading.char_indices().nth(40) {
                    Some(_) => (at + 1).to_string(),
                    None => quoted(heading),
                };
                let likely = if names.is_empty() { free } else { names };
                let filled = || likely.iter().map(|at| (*at, &seen[*at])).filter(|(_, heading)| !heading.is_empty());
                // Two columns that differ by their number alone are of the two partners, and their names come first.
                let of_partners = filled().find_map(|first| {
                    let second = format!("{}2", first.1.trim_end().strip_suffix('1')?);
                    Some((first, filled().find(|(_, heading)| heading.trim_end() == second)?))
                });
                // Names in two columns alone are of the two partners as well.
                let of_partners = of_partners.or_else(|| match names[..] {
                    [first, second] => Some(((first, &seen[first]), (second, &seen[second]))),
                    _ => None,
                });
                let columns = match of_partners {
                    Some((first, second)) => Some(format!(
                        "say which columns they are: --map player-1={} --map player-2={}",
                        typed(first),
                        typed(second)
                    )),
                    None if *has_several => filled().next().map(|(_, heading)| {
                        format!(
                            "both partners need columns of their own, but \"{heading}\" has several names in a cell"
                        )
                    }),
                    None => filled().next().map(|first| format!("say which column it is: --map name={}", typed(first))),
                };
                let seen: Vec<String> = seen.iter().filter(|heading| !heading.is_empty()).take(30).map(short).collect();
                let expected =
                    "expected headings such as Team, Player 1, Player 2; or Name, Grade, Rating, School, Team";
                match columns {
                    Some(columns) => {
                        format!("{expected}; or {columns} (the headings found: {})", seen.join(", "))
                    }
                    None => expected.to_owned(),
                }
            }
            Self::Results { .. } => {
                "import a list of the teams with the names of their players, under headings such as Team, Player 1, \
                 Player 2; results are entered with `bughouse enter`"
                    .to_owned()
            }
            Self::NoSuchColumn { headings, are_near: false, .. } => {
                let named: Vec<String> = headings.iter().map(|heading| format!("\"{heading}\"")).collect();
                format!("its headings are {}; or give a column by number, counting from 1", named.join(", "))
            }
            Self::NoSuchColumn { field, headings, .. } => {
                let candidates: Vec<String> =
                    headings.iter().map(|heading| format!("--map {field}={}", quoted(heading))).collect();
                format!("did you mean {}?", candidates.join(" or "))
            }
            Self::SeveralColumns { field, column, of_each: true, .. } => {
                let what = field.what.as_typed();
                let [one, other] = [1, 2].map(|nth| quoted(&format!("{column}[{nth}]")));
                format!("one for each child: --map {what}-1={one} --map {what}-2={other}")
            }
            Self::SeveralColumns { field, column, .. } => {
                let second = quoted(&format!("{column}[2]"));
                format!("--map {field}={second} is the second of them; or name a column by its number")
            }
            Self::Unread { columns, rows_are_teams, kept, .. } => {
                let (what, column) = columns.first().map_or((What::Rating, ""), |(what, column)| (*what, column));
                let what = if what.is_partner() || what == What::Players { What::Name } else { what };
                let of = |seat: u8| format!("--map {}={}", FormField::of_seat(what, seat), quoted(column));
                let (kind, quoted_column) = (what.as_typed(), quoted(column));
                match kept {
                    _ if *rows_are_teams => {
                        format!("say whose it is: {} or {}; if it is nobody's: --map {kind}=-", of(1), of(2))
                    }
                    Some(kept) if what.is_name() => format!(
                        "if it is the partner's: {}; if {} is the row's child and this is nobody's: --map {kind}={}",
                        of(2),
                        quoted(kept),
                        quoted(kept)
                    ),
                    kept => {
                        let other = kept.as_ref().map_or_else(
                            || ", or the other one".to_owned(),
                            |kept| format!(" or --map {kind}={}", quoted(kept)),
                        );
                        format!(
                            "say which column is the {kind} of the row's child: --map {kind}={quoted_column}{other}"
                        )
                    }
                }
            }
            Self::NoSuchLine { .. } => "lines are counted from 1, including the headings".to_owned(),
            Self::NoRows { .. } => "export the list again; only the headings are in this file".to_owned(),
        }
    }
}

/// `"Elo" (rating) and "Id" (id) stay`.
fn unread_columns(columns: &[(What, String)]) -> String {
    let named: Vec<String> =
        columns.iter().map(|(what, heading)| format!("\"{heading}\" ({})", what.as_typed())).collect();
    format!("{} {}", named.join(" and "), if named.len() == 1 { "stays" } else { "stay" })
}
