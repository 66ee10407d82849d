//! What is in one cell of a list: a rating with its marks, a date, a year.

use crate::tournament::Month;
use chrono::{Datelike, NaiveDate};

/// The rating, and whether it is provisional; `None` where it is no rating at all.
///
/// `1234`, `1234*` (at its floor), `1234/12` and `1234P12` (of twelve games), `Unr.` and 0 (none yet).
pub(super) fn rating(text: &str) -> Option<(Option<u32>, bool)> {
    let text = text.trim().trim_matches('*').trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let rest = rest.trim_start();
    if number.is_empty() {
        let is_none = ["", "-", "unr", "unr.", "unrated", "new", "none", "n/a", "nr", "unrtd"];
        return is_none.iter().any(|none| rest.eq_ignore_ascii_case(none)).then_some((None, false));
    }
    let number: u32 = number.parse().ok()?;
    let is_provisional = rest.starts_with(['/', 'P', 'p']);
    if !(rest.is_empty() || is_provisional || rest.starts_with(['.', '*', ' '])) {
        return None;
    }
    match number {
        0 => Some((None, false)),
        1..=4000 => Some((Some(number), is_provisional)),
        _ => None,
    }
}

/// A day as lists write it: `2026-11-30`, `20261130`, `11/30/2026`, `11/30/26`. What is no day is left out.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return NaiveDate::parse_from_str(text, "%Y%m%d").ok();
    }
    let day = text.split([' ', 'T']).next().unwrap_or_default();
    let parts: Vec<u32> = day.split(['-', '/', '.']).map(str::parse).collect::<Result<_, _>>().ok()?;
    match parts[..] {
        [year @ 1000..=9999, month, day] => NaiveDate::from_ymd_opt(year as i32, month, day),
        [year @ 1000..=9999, month] => last_of(year as i32, month),
        [month, day, year] => {
            NaiveDate::from_ymd_opt(if year < 100 { year as i32 + 2000 } else { year as i32 }, month, day)
        }
        _ => None,
    }
}

fn last_of(year: i32, month: u32) -> Option<NaiveDate> {
    let next = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    NaiveDate::from_ymd_opt(next.0, next.1, 1)?.pred_opt()
}

/// The year in which somebody was born.
pub(super) fn year(text: &str) -> Option<i32> {
    if let Some(day) = day(text) {
        return Some(day.year());
    }
    let years = text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4);
    years.filter_map(|year| year.parse().ok()).find(|year| (1900..=2100).contains(year))
}

/// The month that a name or a heading gives: `NOV26`, `nov2026`, `2026-11`, `202611`.
pub(super) fn month(text: &str) -> Option<Month> {
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let mut digits_before: Option<&str> = None;
    for word in text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()) {
        if let Some(month) = in_word(word) {
            return Some(month);
        }
        if let Some(year) = digits_before.and_then(|year| year.parse().ok())
            && let Some(month) = word.parse().ok().filter(|_| word.len() <= 2).and_then(|month| Month::new(year, month))
        {
            return Some(month);
        }
        digits_before = (word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())).then_some(word);
    }
    let mut words = text.split(|c: char| !is_word(c)).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let is_name = word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_alphabetic());
        if let Some(month) = Month::named(word).filter(|_| is_name && is_whole_month(word))
            && let Some(year) = words.peek().and_then(|year| of_digits(year))
        {
            return Month::new(year, month);
        }
    }
    None
}

fn is_whole_month(word: &str) -> bool {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let word = word.to_ascii_lowercase();
    word.len() == 3 || word == "sept" || NAMES.contains(&word.as_str())
}

/// `26` and `2026`.
fn of_digits(text: &str) -> Option<i32> {
    let year: i32 = text.parse().ok()?;
    match text.len() {
        2 => Some(2000 + year),
        4 => Some(year),
        _ => None,
    }
}

fn in_word(word: &str) -> Option<Month> {
    if word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Month::new(word[..4].parse().ok()?, word[4..].parse().ok()?);
    }
    let (name, rest) = word.split_at(word.bytes().take_while(u8::is_ascii_alphabetic).count());
    let month = Month::named(name).filter(|_| is_whole_month(name))?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    Month::new(of_digits(&rest[..digits])?, month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_is_read_with_its_marks() {
        for (text, expected) in [
            ("1234", Some((Some(1234), false))),
            (" 987* ", Some((Some(987), false))),
            ("1234/12", Some((Some(1234), true))),
            ("605P7", Some((Some(605), true))),
            ("Unr.", Some((None, false))),
            ("0", Some((None, false))),
            ("", Some((None, false))),
            ("Lee", None),
            ("12345678", None),
        ] {
            assert_eq!(rating(text), expected, "{text}");
        }
    }

    #[test]
    fn days_and_years_are_read_as_lists_write_them() {
        for text in ["2026-11-30", "20261130", "11/30/2026", "11/30/26", "2026-11"] {
            assert_eq!(day(text), NaiveDate::from_ymd_opt(2026, 11, 30), "{text}");
        }
        assert_eq!((day("LIFE"), year("2014"), year("1/2/2014"), year("0")), (None, Some(2014), Some(2014), None));
    }

    #[test]
    fn a_month_is_found_in_a_name() {
        let month_of = |text: &str| month(text).map(Month::as_typed);
        for text in [
            "standard_nov26frl.txt",
            "NOV26",
            "list-2026-11.csv",
            "list 202611.txt",
            "November 2026 list",
            "nov2026.zip",
        ] {
            assert_eq!(month_of(text).as_deref(), Some("2026-11"), "{text}");
        }
        for text in ["players_list_foa.txt", "golden.dbf", "marathon12.csv", "ratings.csv"] {
            assert_eq!(month_of(text), None, "{text}");
        }
    }
}
