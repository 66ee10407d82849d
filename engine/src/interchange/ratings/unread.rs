//! Why a list of ratings is not taken: values, so that the caller can say what to type.

use crate::tournament::Month;
use crate::tournament::names::either;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Why {
    #[error("it is empty")]
    Empty,
    #[error("it is {0}, not a rating list")]
    OtherKind(&'static str),
    #[error("it ends in the middle of {0}, so the file is incomplete")]
    CutOff(String),
    #[error("it uses an old code page, as in \"{1}\" on line {0}")]
    CodePage(u64, String),
    #[error("it has lists for two months: {0}, and {1} starting on line {2}")]
    TwoMonths(Month, Month, u64),
    #[error("{0} of its ids appear twice, as if lists for two months had been combined")]
    Twice(usize),
    /// What is missing, and the headings that are there.
    #[error("it has no {} column; {}", either(missing.iter().copied()), shown(headings))]
    Columns { missing: Vec<&'static str>, headings: Vec<String> },
    #[error("it has no column \"{column}\"; {}", shown(headings))]
    NoSuchColumn { column: String, headings: Vec<String> },
    #[error("{rejected} of its {rows} lines cannot be read; the first is line {line}: {problem}")]
    TooMany { rejected: usize, rows: usize, line: u64, problem: &'static str },
    #[error("nothing in the file or its name says which month it is for")]
    NoMonth,
    #[error("nothing in it says whose list it is")]
    NoFederation,
    #[error("nothing in the file or its name says whether its ratings are regular, quick or blitz")]
    NoKind,
    #[error("it doesn't have {0} ratings")]
    OtherRatings(crate::tournament::RatingKind),
    #[error("it cannot be unpacked: {0}")]
    Packed(String),
    #[error("{0}")]
    Broken(String),
}

/// `its columns are Name, Rating`.
fn shown(headings: &[String]) -> String {
    let shown: Vec<&str> = headings.iter().map(String::as_str).filter(|heading| !heading.is_empty()).collect();
    if shown.is_empty() {
        "its columns have no headings".to_owned()
    } else {
        format!("its columns are {}", shown.join(", "))
    }
}

/// A file that is no list, or not a whole one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file} cannot be loaded: {why}")]
pub struct Unread {
    pub file: String,
    pub why: Why,
}
