//! Where a rating was published: in whose list, of which kind and month, and under which number the child is listed there.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The games that a rating is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingKind {
    /// Slow games; FIDE calls them standard.
    Regular,
    /// FIDE calls it rapid.
    Quick,
    Blitz,
    Scholastic,
}

impl fmt::Display for RatingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Regular => "regular",
            Self::Quick => "quick",
            Self::Blitz => "blitz",
            Self::Scholastic => "scholastic",
        })
    }
}

impl FromStr for RatingKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        ValueEnum::from_str(text, true)
    }
}

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A month of a year; written `2026-11`, shown as `Nov 2026`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    pub year: i32,
    /// From 1.
    pub month: u32,
}

impl Month {
    pub fn new(year: i32, month: u32) -> Option<Self> {
        ((1950..=2150).contains(&year) && (1..=12).contains(&month)).then_some(Self { year, month })
    }

    /// The month of this English name or its first three letters.
    pub fn named(name: &str) -> Option<u32> {
        let name = name.get(..3)?;
        MONTHS.iter().position(|month| month.eq_ignore_ascii_case(name)).map(|at| at as u32 + 1)
    }

    /// How many months lie between this one and a later one.
    pub fn until(self, later: Self) -> i32 {
        (later.year - self.year) * 12 + later.month as i32 - self.month as i32
    }

    /// As it is typed and stored.
    pub fn as_typed(self) -> String {
        format!("{:04}-{:02}", self.year, self.month)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} {}", MONTHS[self.month as usize - 1], self.year))
    }
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (year, month) = text.trim().split_once('-')?;
            Self::new(year.parse().ok()?, month.parse().ok()?)
        };
        read().ok_or_else(|| format!("\"{text}\" is not a month; write it as 2026-11"))
    }
}

/// One list of ratings as a federation publishes it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RatingList {
    /// `us`, `fide`, `cfc`, or the director's own name for one.
    pub federation: String,
    pub kind: RatingKind,
    pub month: Month,
}

impl RatingList {
    /// Whose list it is and of which games, without the month.
    pub fn whose(&self) -> String {
        let federation = match self.federation.as_str() {
            "us" => "US Chess".to_owned(),
            short if short.len() <= 5 => short.to_uppercase(),
            name => name.to_owned(),
        };
        format!("{federation} {}", self.kind)
    }

    /// As a director types it: `us-regular-2026-11`.
    pub fn as_typed(&self) -> String {
        format!("{}-{}-{}", self.federation, self.kind, self.month.as_typed())
    }
}

impl fmt::Display for RatingList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}, {}", self.whose(), self.month))
    }
}

impl FromStr for RatingList {
    type Err = String;

    /// Reads a list as it is typed.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let (rest, month) = text.rsplit_once('-')?;
            let (rest, year) = rest.rsplit_once('-')?;
            let (federation, kind) = rest.rsplit_once('-')?;
            let month = Month::new(year.parse().ok()?, month.parse().ok()?)?;
            Some(Self { federation: federation.to_owned(), kind: kind.parse().ok()?, month })
        };
        read().ok_or_else(|| format!("\"{text}\" is not a rating list; write it as us-regular-2026-11"))
    }
}

/// What a list says of one child, as it was taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    pub list: RatingList,
    /// The child's number in it.
    pub id: String,
    /// `None`: listed without a rating.
    pub rating: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_typed_one_way_and_shown_another() {
        let month: Month = "2026-11".parse().unwrap();
        assert_eq!((month.to_string(), month.as_typed()), ("Nov 2026".to_owned(), "2026-11".to_owned()));
        assert_eq!(month.until(Month::new(2027, 2).unwrap()), 3);
        for wrong in ["2026", "2026-13", "11-2026", "Nov 2026"] {
            assert!(wrong.parse::<Month>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_list_is_called_by_its_federation_kind_and_month() {
        let list = |federation: &str| RatingList {
            federation: federation.to_owned(),
            kind: RatingKind::Regular,
            month: Month::new(2026, 11).unwrap(),
        };
        assert_eq!(list("us").to_string(), "US Chess regular, Nov 2026");
        assert_eq!(list("cfc").to_string(), "CFC regular, Nov 2026");
        assert_eq!(list("fide").as_typed(), "fide-regular-2026-11");
        for federation in ["us", "north-west"] {
            assert_eq!(list(federation).as_typed().parse(), Ok(list(federation)));
        }
    }
}
