//! The clock of the room: it is read here, once a command, and stored times are shown by it.

use crate::cli::failure::Failure;
use crate::tournament::{CLOCK, time_of_day};
use chrono::{DateTime, Datelike, FixedOffset, Local, NaiveDate, NaiveTime, SubsecRound, TimeZone};
use std::time::SystemTime;

/// This moment, to the second.
pub fn now() -> DateTime<FixedOffset> {
    DateTime::<Local>::from(SystemTime::now()).fixed_offset().trunc_subsecs(0)
}

/// A stored time: `Nov 28 10:42 AM`, with its year where that is not this one.
pub fn moment(at: &str) -> String {
    DateTime::parse_from_rfc3339(at).map_or_else(|_| at.to_owned(), |at| shown(at.with_timezone(&Local), CLOCK))
}

/// The same to the second.
pub fn to_the_second(at: DateTime<Local>) -> String {
    shown(at, "%-I:%M:%S %p")
}

fn shown(at: DateTime<Local>, time: &str) -> String {
    let day = if at.year() == now().year() { "%b %-d" } else { "%b %-d, %Y" };
    at.format(&format!("{day} {time}")).to_string()
}

/// The moment that a director means by `10:30` or `2026-05-02 10:30`.
pub fn since(text: &str, now: DateTime<FixedOffset>) -> Result<DateTime<FixedOffset>, Failure> {
    let text = text.trim();
    if let Ok(moment) = DateTime::parse_from_rfc3339(text) {
        return Ok(moment);
    }
    let to_the_second = |t: &str| {
        let forms = ["%H:%M:%S", "%I:%M:%S %p"].into_iter();
        forms.map(|form| NaiveTime::parse_from_str(t, form)).find_map(Result::ok)
    };
    let clock = |t: &str| time_of_day(t).or_else(|| to_the_second(t));
    let of_day = |text: &str| {
        let (day, time) = text.split_once([' ', 'T']).unwrap_or((text, "00:00"));
        Some(day.parse::<NaiveDate>().ok()?.and_time(clock(time)?))
    };
    let wrong = || {
        Failure::mistyped(format!("\"{text}\" is not a time"))
            .hint("write 10:30 or 1:15pm for today, or YYYY-MM-DD HH:MM")
    };
    let moment = clock(text).map(|t| now.date_naive().and_time(t)).or_else(|| of_day(text)).ok_or_else(wrong)?;
    Local.from_local_datetime(&moment).earliest().map(|m| m.fixed_offset()).ok_or_else(wrong)
}
