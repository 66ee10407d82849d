//! When each round is planned to start, by the clock on the wall.

use super::Tournament;
use super::ids::SectionId;
use chrono::{NaiveDate, NaiveTime};

/// A time of day, and the day where the director gave one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StartTime {
    /// The day; `None` is the tournament's only day.
    pub day: Option<NaiveDate>,
    /// Local time at the hall.
    pub time: NaiveTime,
}

/// The planned start of one round of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundTime {
    pub section: SectionId,
    /// The round, posted or not.
    pub round: u32,
    /// When it is to start.
    pub starts: StartTime,
}

impl StartTime {
    /// ISO 8601 without seconds, as the file and other programs have it.
    pub fn iso(&self) -> String {
        let time = self.time.format("%H:%M");
        self.day.map_or_else(|| time.to_string(), |day| format!("{day}T{time}"))
    }
}

/// As printed: `9:40`, `13:15`, `Sun 3 May 9:00`.
impl std::fmt::Display for StartTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(day) = self.day {
            write!(f, "{} ", day.format("%a %-d %b"))?;
        }
        write!(f, "{}", self.time.format("%-H:%M"))
    }
}

/// Reads `9:40`, `09:40`, `1:15pm`, `2026-05-03T09:00` and `2026-05-03 9:00`.
impl std::str::FromStr for StartTime {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let unreadable = || format!("\"{text}\" is no time; write it like 9:40, 13:15, 1:15pm or 2026-05-03T9:00");
        let (day, time) = match text.trim().split_once(['T', ' ']) {
            Some((day, time)) if day.contains('-') => (Some(day.parse().map_err(|_| unreadable())?), time),
            _ => (None, text.trim()),
        };
        // "9.40" and "1:15 p.m." are times as well.
        let time = if time.contains(':') { time.replace('.', "") } else { time.replacen('.', ":", 1) };
        let time = time.to_uppercase().replace([' ', '.'], "");
        let halves = ["%I:%M%p", "%H:%M"].iter().find_map(|form| NaiveTime::parse_from_str(&time, form).ok());
        Ok(Self { day, time: halves.ok_or_else(unreadable)? })
    }
}

impl Tournament {
    /// When a round of a section is planned to start, if the director said so.
    pub fn start_time(&self, section: SectionId, round: u32) -> Option<StartTime> {
        self.round_times.iter().find(|time| time.section == section && time.round == round).map(|time| time.starts)
    }

    /// The timetable of a section, first round first.
    pub fn timetable(&self, section: SectionId) -> impl Iterator<Item = RoundTime> {
        self.round_times.iter().filter(move |time| time.section == section).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::StartTime;

    #[test]
    fn times_are_read_as_directors_write_them() {
        for (typed, shown, iso) in [
            ("9:40", "9:40", "09:40"),
            ("09:40", "9:40", "09:40"),
            ("13:15", "13:15", "13:15"),
            ("9.40", "9:40", "09:40"),
            ("1:15pm", "13:15", "13:15"),
            ("12:05 a.m.", "0:05", "00:05"),
            ("2026-05-03T9:00", "Sun 3 May 9:00", "2026-05-03T09:00"),
            ("2026-05-03 9:00 PM", "Sun 3 May 21:00", "2026-05-03T21:00"),
        ] {
            let time: StartTime = typed.parse().expect(typed);
            assert_eq!((time.to_string().as_str(), time.iso().as_str()), (shown, iso), "{typed}");
        }
        for wrong in ["25:00", "9", "9:61", "13:15pm", "noon", "", "2026-13-03T9:00"] {
            assert!(wrong.parse::<StartTime>().is_err(), "{wrong}");
        }
    }
}
