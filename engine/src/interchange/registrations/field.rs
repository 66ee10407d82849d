//! What a column of a registration file can hold, and the names that `--map` takes.

use super::file_text::MOST_COLUMNS;
use crate::tournament::names::option_name;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The kinds of things a registration file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum What {
    /// The team's name, or `NEED`.
    Team,
    /// A child's whole name, `First Last` or `Last, First`.
    Name,
    /// Both partners in one cell: `Ann Lee & Bo Kim`.
    Players,
    FirstName,
    LastName,
    Grade,
    /// Rating, or a word for unrated.
    Rating,
    /// Federation or registration id.
    Id,
    School,
    Section,
    /// A grouping that names a section only where one of that name exists (`Group`, `Flight`).
    Group,
    /// The partner whom the child names.
    Partner,
    /// The partner's given names apart.
    PartnerFirstName,
    /// The partner's family name apart.
    PartnerLastName,
    /// E-mail address; kept only when asked for.
    Email,
    /// Telephone; kept only when asked for.
    Phone,
    /// A yes for a house team.
    House,
    Fee,
    /// Amount paid, or a yes or no.
    Paid,
    /// What the family wrote; shown, and read for absences.
    Note,
    /// Rounds for which a bye is requested.
    Byes,
}

impl What {
    /// Every kind, in the order a mapping is shown.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::value_variants().iter().copied()
    }

    /// As `--map` takes it.
    pub fn as_typed(self) -> String {
        option_name(self)
    }

    /// Whether it is one child's own, so that a row for a team holds it twice.
    pub fn is_personal(self) -> bool {
        use What::{Email, Fee, FirstName, Grade, Id, LastName, Name, Paid, Phone, Rating, School};
        matches!(self, Name | FirstName | LastName | Grade | Rating | Id | School | Email | Phone | Fee | Paid)
    }

    /// Whether it is the name of somebody else than the row's child, or a part of it.
    pub fn is_partner(self) -> bool {
        matches!(self, Self::Partner | Self::PartnerFirstName | Self::PartnerLastName)
    }

    /// Whether it says who enters, and not what is to be known beside.
    pub fn is_an_entry(self) -> bool {
        !matches!(self, Self::Email | Self::Phone | Self::Fee | Self::Paid | Self::Note | Self::Byes)
    }

    pub fn is_name(self) -> bool {
        matches!(self, Self::Name | Self::FirstName | Self::LastName)
    }
}

/// What one column holds: a kind, and whose it is where a row lists several children.
///
/// Prints as `--map` takes it: `team`, `name`, `grade`; on team rows `player-1`, `grade-2`, `first-name-1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormField {
    /// The first or second child of a team row; `None` for the team, or for the only child of the row.
    /// A third or later one is recognised only to be refused.
    pub seat: Option<u8>,
    pub what: What,
}

impl FormField {
    /// A field of the row as a whole.
    pub const fn of_row(what: What) -> Self {
        Self { seat: None, what }
    }

    /// A field of one child of a team row.
    pub const fn of_seat(what: What, seat: u8) -> Self {
        Self { seat: Some(seat), what }
    }
}

impl fmt::Display for FormField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match (self.what, self.seat) {
            (what, None) => what.as_typed(),
            (What::Name, Some(seat)) => format!("player-{seat}"),
            (what, Some(seat)) => format!("{}-{seat}", what.as_typed()),
        })
    }
}

/// A director's word on a column: `--map rating=Elo`, `--map rating=4`, `--map section=-` (read no section).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Assignment {
    /// What the column holds.
    pub field: FormField,
    /// Its heading or its number from 1; `-` for none.
    pub column: String,
}

impl Assignment {
    /// Whether the column is named by its number.
    pub(super) fn names_a_place(&self) -> bool {
        self.column.parse().is_ok_and(|number: usize| number <= MOST_COLUMNS)
    }
}

impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.field, self.column)
    }
}

impl FromStr for Assignment {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let Some((field, column)) = text.split_once('=') else {
            return Err(format!("\"{text}\" does not say which column; write it like rating=Elo or rating=4"));
        };
        let column = match column.trim() {
            "" => "-",
            column => column,
        };
        Ok(Self { field: field.parse()?, column: column.to_owned() })
    }
}

impl TryFrom<String> for Assignment {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Assignment> for String {
    fn from(assignment: Assignment) -> Self {
        assignment.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_reads_back_as_it_prints() {
        let seats = [None, Some(1), Some(2)];
        for what in What::all() {
            for seat in seats.into_iter().filter(|seat| seat.is_none() || what.is_personal()) {
                let field = FormField { seat, what };
                assert_eq!(field.to_string().parse(), Ok(field));
            }
        }
    }

    #[test]
    fn an_assignment_reads_back_as_it_prints() {
        for text in ["rating=Elo", "player-1=Child, first", "grade-2=7", "section=-"] {
            assert_eq!(text.parse::<Assignment>().unwrap().to_string(), text);
        }
        assert!("shoe size=4".parse::<Assignment>().unwrap_err().starts_with("\"shoe size\" is not a field"));
        assert!("rating".parse::<Assignment>().unwrap_err().contains("rating=Elo"));
    }
}
