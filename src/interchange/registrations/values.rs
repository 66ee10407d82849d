//! What a cell means: grades, ratings, names, schools, money, `NEED`.
//!
//! Forgiving about how a thing is written, strict about what it can be. Blank is never an error here.

use super::problem::Complaint;
use crate::tournament::Grade;
use crate::tournament::names::fold;

/// Longest name of a child, team or school, in characters. Real schools have names of 120.
pub(super) const LONGEST: usize = 200;

/// A cell's text without padding, direction overrides and the apostrophe that guards a formula.
///
/// Spreadsheets evaluate cells that begin with `=`, `+`, `-` or `@`; exports put an apostrophe before them.
pub(super) fn text(cell: &str) -> Result<String, Complaint> {
    let cell = cell.trim();
    let cell = match cell.strip_prefix('\'') {
        Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest,
        _ => cell,
    };
    let mut text = String::with_capacity(cell.len());
    for c in cell.chars() {
        match c {
            '\r' | '\n' | '\t' => {
                if !text.ends_with(' ') {
                    text.push(' ');
                }
            }
            // Overrides and isolates would turn the rest of a printed line round; they are no part of a name.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}' | '\u{feff}' => {}
            c if c.is_control() => return Err(Complaint::ControlCharacter { code: u32::from(c) }),
            c => text.push(c),
        }
    }
    let length = text.chars().count();
    if length > LONGEST { Err(Complaint::TooLong { length }) } else { Ok(text.trim().to_owned()) }
}

/// A child's name as printed: `Last, First` is turned round; `Ann Lee, Jr.` is not.
pub(super) fn name(cell: &str) -> Result<String, Complaint> {
    let name = text(cell)?;
    let parts: Vec<&str> = name.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let name = match parts[..] {
        [whole, suffix] if is_suffix(suffix) => format!("{whole}, {suffix}"),
        [last, first] => format!("{first} {last}"),
        [last, first, suffix] | [last, suffix, first] if is_suffix(suffix) => format!("{first} {last} {suffix}"),
        [only] => only.to_owned(),
        _ => name,
    };
    if !name.is_empty() && !name.chars().any(char::is_alphanumeric) && name.is_ascii() {
        return Err(Complaint::NotAName { read: name });
    }
    Ok(name)
}

fn is_suffix(part: &str) -> bool {
    matches!(fold(part).trim_end_matches('.'), "jr" | "sr" | "ii" | "iii" | "iv")
}

/// Joins names that came in two cells.
pub(super) fn joined(first: &str, last: &str) -> String {
    match (first.is_empty(), last.is_empty()) {
        (true, _) => last.to_owned(),
        (_, true) => first.to_owned(),
        // A whole name beside a column for sorting.
        _ if fold(first).ends_with(&format!(" {}", fold(last))) => first.to_owned(),
        _ => format!("{first} {last}"),
    }
}

/// `K`, `PK`, `3`, `3rd`, `Grade 3`, `third`, `Kindergarten`, `Pre-K`; blank or `adult` is none.
pub(super) fn grade(cell: &str) -> Result<Option<Grade>, Complaint> {
    let read = text(cell)?;
    if read.starts_with('-') && read.len() > 1 {
        return Err(Complaint::NotAGrade { read });
    }
    let folded = fold(&read).replace(['-', '.', '_'], " ");
    let words: Vec<&str> = folded
        .split_whitespace()
        .filter(|w| !matches!(*w, "grade" | "gr" | "g" | "th" | "st" | "nd" | "rd" | "grader" | "0"))
        .collect();
    let number = match words.join(" ").as_str() {
        "" if folded.trim() == "0" => 0,
        "" | "adult" | "none" | "n/a" | "na" | "coach" | "parent" => return Ok(None),
        "k" | "kg" | "kdg" | "kind" | "kinder" | "kindergarten" | "kindergarden" => 0,
        "pk" | "pre k" | "prek" | "p k" | "pre kindergarten" | "prekindergarten" | "preschool" | "pre school"
        | "tk" => -1,
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" | "freshman" => 9,
        "tenth" | "sophomore" => 10,
        "eleventh" | "junior" => 11,
        "twelfth" | "senior" => 12,
        word => {
            let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
            let is_number = digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit());
            match digits.parse().ok().filter(|n| is_number && (1..=12).contains(n)) {
                Some(n) => n,
                None => return Err(Complaint::NotAGrade { read }),
            }
        }
    };
    Ok(Some(Grade(number)))
}

/// `1234`, `1641P17`, `1200/12`, `1,234`, ` 1279`, `1500.0`; blank, `unr`, `new`, `0` and `-1` are unrated.
pub(super) fn rating(cell: &str) -> Result<Option<u32>, Complaint> {
    let read = text(cell)?;
    let folded = fold(&read).replace(' ', "");
    let not_a_rating = || Complaint::NotARating { read: read.clone() };
    let unrated = [
        "", "unr", "unrated", "unr.", "nr", "none", "new", "n/a", "na", "-", "--", "-1", "0", "0.0", "u", "notrated",
        "norating",
    ];
    if unrated.contains(&folded.as_str()) {
        return Ok(None);
    }
    // The games behind a provisional rating: 1641P17, 1641/17.
    let (figure, games) = folded.split_once(['p', '/']).unwrap_or((&folded, ""));
    let figure = figure.trim_end_matches(['*', '?']);
    let figure = figure.strip_suffix(".0").unwrap_or(figure);
    let figure = match figure.split_once(',') {
        Some((thousands, rest)) if rest.len() == 3 && !thousands.is_empty() => format!("{thousands}{rest}"),
        _ => figure.to_owned(),
    };
    if figure.is_empty() || !figure.bytes().all(|b| b.is_ascii_digit()) || !games.bytes().all(|b| b.is_ascii_digit()) {
        return Err(not_a_rating());
    }
    match figure.parse() {
        Ok(0) => Ok(None),
        Ok(rating @ 1..=4000) => Ok(Some(rating)),
        _ => Err(Complaint::RatingOutOfRange { read: read.clone() }),
    }
}

/// A federation id; blank, `none`, `new`, `0` are none. Numbers that a spreadsheet made `12345678.0` are mended.
pub(super) fn id(cell: &str) -> Result<Option<String>, Complaint> {
    let id = text(cell)?;
    let id = id.strip_suffix(".0").filter(|digits| digits.bytes().all(|b| b.is_ascii_digit())).unwrap_or(&id);
    let none = ["", "none", "n/a", "na", "new", "-", "--", "0", "pending", "tbd", "no", "unknown"];
    Ok((!none.contains(&fold(id).as_str())).then(|| id.to_owned()))
}

/// A school; home-schooled children and those without one have none.
pub(super) fn school(cell: &str) -> Result<Option<String>, Complaint> {
    let school = text(cell)?;
    let folded = fold(&school).replace(['-', '/', '.'], " ");
    let squashed: String = folded.split_whitespace().collect();
    let none = ["", "none", "na", "noschool", "unattached", "unaffiliated", "notapplicable", "nil", "tbd", "?"];
    let is_none = none.contains(&squashed.as_str()) || is_home_school(&squashed);
    Ok((!is_none).then_some(school))
}

fn is_home_school(squashed: &str) -> bool {
    let ends = ["", "ed", "er", "ing", "family", "student"];
    ["homeschool", "athome", "homestudy"]
        .iter()
        .any(|start| squashed.strip_prefix(start).is_some_and(|rest| ends.contains(&rest)))
}

/// Whether a team or partner cell says that a partner is wanted.
pub(super) fn is_need(cell: &str) -> bool {
    let folded = fold(cell);
    let squashed: String = folded.chars().filter(|c| c.is_alphanumeric()).collect();
    matches!(
        squashed.as_str(),
        "need"
            | "needs"
            | "needed"
            | "needpartner"
            | "needapartner"
            | "needspartner"
            | "needsapartner"
            | "partnerneeded"
            | "needteam"
            | "needateam"
            | "nopartner"
            | "lookingforpartner"
            | "lookingforapartner"
            | "assign"
            | "pleaseassign"
            | "tbd"
            | "tba"
            | "none"
            | "na"
            | "any"
            | "anyone"
    ) || matches!(folded.trim(), "-" | "--" | "?")
}

/// An amount in cents: `25`, `$25.00`, `25,50 €`; blank is none.
pub(super) fn cents(cell: &str) -> Result<Option<u32>, Complaint> {
    let read = text(cell)?;
    let digits = read.trim_matches(|c: char| !c.is_ascii_digit());
    if digits.is_empty() {
        return if read.is_empty() || read == "-" { Ok(None) } else { Err(Complaint::NotMoney { read }) };
    }
    let (whole, part) = match digits.rsplit_once(['.', ',']) {
        Some((whole, part)) if part.len() <= 2 => (whole, part),
        _ => (digits, ""),
    };
    let whole = whole.replace([',', '.', ' '], "");
    let amount =
        whole.parse::<u32>().ok().and_then(|w| w.checked_mul(100)).zip(format!("{part:0<2}").parse::<u32>().ok());
    amount.and_then(|(w, p)| w.checked_add(p)).map(Some).ok_or(Complaint::NotMoney { read })
}

/// An amount paid; `yes` is the fee, `no` nothing.
pub(super) fn paid(cell: &str, fee: Option<u32>) -> Result<Option<u32>, Complaint> {
    match fold(cell).as_str() {
        "yes" | "y" | "x" | "paid" | "true" | "ok" | "complete" | "completed" | "succeeded" | "in full" => Ok(fee),
        "no" | "n" | "false" | "unpaid" | "due" | "pending" | "not paid" => Ok(Some(0)),
        _ => cents(cell),
    }
}

#[cfg(test)]
#[path = "values_tests.rs"]
mod tests;
