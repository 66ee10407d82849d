//! The clock of the room: it is read here, once a command, and stored times are told by it.

use chrono::{DateTime, Datelike, FixedOffset, Local, SubsecRound};
use std::time::SystemTime;

/// This moment, to the second.
pub fn now() -> DateTime<FixedOffset> {
    DateTime::<Local>::from(SystemTime::now()).fixed_offset().trunc_subsecs(0)
}

/// A stored time: `Nov 28 10:42`, with its year where that is not this one.
pub fn moment(at: &str) -> String {
    DateTime::parse_from_rfc3339(at).map_or_else(|_| at.to_owned(), |at| told(at.with_timezone(&Local), "%H:%M"))
}

/// The same to the second.
pub fn to_the_second(at: DateTime<Local>) -> String {
    told(at, "%H:%M:%S")
}

fn told(at: DateTime<Local>, time: &str) -> String {
    let day = if at.year() == now().year() { "%b %-d" } else { "%b %-d, %Y" };
    at.format(&format!("{day} {time}")).to_string()
}
