//! Why a list of ratings is not taken: values, so that whoever asked can say what to type.

use crate::tournament::Month;
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Why {
    #[error("it is empty")]
    Empty,
    #[error("it is {0}, and no list of ratings")]
    OtherKind(&'static str),
    #[error("it ends in the middle of {0}: it was cut off on its way")]
    CutOff(String),
    #[error("its letters are of an old code page, in line {0}, such as \"{1}\"")]
    CodePage(u64, String),
    #[error("it holds lists of two months: {0}, and from line {2} on {1}")]
    TwoMonths(Month, Month, u64),
    #[error("{0} of its numbers stand in it twice, as if lists of two months had been put together")]
    Twice(usize),
    /// What is missing, and the headings that are there.
    #[error("it has no column for {}; its columns are {}", missing.join(" and "), shown(headings))]
    Columns { missing: Vec<&'static str>, headings: Vec<String> },
    #[error("it has no column \"{column}\"; its columns are {}", shown(headings))]
    NoSuchColumn { column: String, headings: Vec<String> },
    #[error("{rejected} of its {rows} lines cannot be read, the first of them line {line}: {problem}")]
    TooMany { rejected: usize, rows: usize, line: u64, problem: &'static str },
    #[error("nothing in it or in its name tells of which month it is")]
    NoMonth,
    #[error("nothing in it tells whose list it is")]
    NoFederation,
    #[error("nothing in it or in its name tells whether it is of regular, quick or blitz ratings")]
    NoKind,
    #[error("it has no {0} ratings")]
    OtherRatings(crate::tournament::RatingKind),
    #[error("it cannot be unpacked: {0}")]
    Packed(String),
    #[error("{0}")]
    Broken(String),
}

fn shown(headings: &[String]) -> String {
    let shown: Vec<&str> = headings.iter().map(String::as_str).filter(|heading| !heading.is_empty()).collect();
    if shown.is_empty() { "without headings".to_owned() } else { shown.join(", ") }
}

/// A file that is no list, or not a whole one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file} cannot be loaded: {why}")]
pub struct Unread {
    pub file: String,
    pub why: Why,
}
