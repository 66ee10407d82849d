//! The clock on the wall: when each round is planned to start; of a posted one when it did, how long latecomers are waited for,
//! who has not sat down.
//!
//! Says which forfeits are due; never makes one.

use super::ids::SectionId;
use super::{MatchResult, Round, TableNumber, TeamId, Tournament};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveTime, TimeDelta};

/// How a time of day is shown to people: `9:40 AM`.
pub const CLOCK: &str = "%-I:%M %p";

/// A time of day, and the day where the director gave one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StartTime {
    /// The day; `None` is the tournament's only day.
    pub day: Option<NaiveDate>,
    /// Local time at the hall.
    pub time: NaiveTime,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundTime {
    pub section: SectionId,
    pub round: u32,
    pub starts: StartTime,
}

impl StartTime {
    /// ISO 8601 without seconds, as the file and other programs have it.
    pub fn iso(&self) -> String {
        let time = self.time.format("%H:%M");
        self.day.map_or_else(|| time.to_string(), |day| format!("{day}T{time}"))
    }

    /// As the director types it: `9:40`, `2026-05-03T9:00`.
    pub fn typed(&self) -> String {
        let time = self.time.format("%-H:%M");
        self.day.map_or_else(|| time.to_string(), |day| format!("{day}T{time}"))
    }
}

/// As printed: `9:40 AM`, `Sun, May 3, 1:15 PM`.
impl std::fmt::Display for StartTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(day) = self.day {
            write!(f, "{}, ", day.format("%a, %b %-d"))?;
        }
        write!(f, "{}", self.time.format(CLOCK))
    }
}

/// Reads `9:40`, `09:40`, `9am`, `1:15 PM`, `2026-05-03T09:00` and `2026-05-03 9:00`.
impl std::str::FromStr for StartTime {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let unreadable =
            || format!("\"{text}\" is not a time; write it like 9:40, 13:15, 1:15pm, 9am or 2026-05-03T9:00");
        let (day, time) = match text.trim().split_once(['T', ' ']) {
            Some((day, time)) if day.contains('-') => (Some(day.parse().map_err(|_| unreadable())?), time),
            _ => (None, text.trim()),
        };
        Ok(Self { day, time: time_of_day(time).ok_or_else(unreadable)? })
    }
}

/// `9:40`, `9.40`, `13:15`, `9am`, `1:15 p.m.`
pub fn time_of_day(text: &str) -> Option<NaiveTime> {
    let text = text.to_uppercase().replace(' ', "");
    let half = [("A.M.", "AM"), ("P.M.", "PM"), ("AM", "AM"), ("PM", "PM")];
    let half = half.iter().find_map(|(ending, half)| Some((text.strip_suffix(ending)?, *half)));
    let (clock, half) = half.unwrap_or((&text, ""));
    let clock = if clock.contains(':') { clock.to_owned() } else { clock.replacen('.', ":", 1) };
    let minutes = if half.is_empty() || clock.contains(':') { "" } else { ":00" };
    let form = if half.is_empty() { "%H:%M" } else { "%I:%M%p" };
    NaiveTime::parse_from_str(&format!("{clock}{minutes}{half}"), form).ok()
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

/// What was noted of a posted round as it started.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WallClock {
    pub started: Option<DateTime<FixedOffset>>,
    /// Teams that have not sat down, in the order in which they were named.
    pub not_seated: Vec<EmptySeat>,
}

/// A team that has not sat down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptySeat {
    pub team: TeamId,
    pub since: DateTime<FixedOffset>,
}

/// A table at which somebody is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmptyTable {
    pub table: TableNumber,
    /// Who has not sat down: one team or both.
    pub missing: Vec<TeamId>,
    /// What the match comes to if nobody else comes.
    pub forfeit: MatchResult,
}

impl WallClock {
    pub fn misses(&self, team: TeamId) -> bool {
        self.not_seated.iter().any(|seat| seat.team == team)
    }

    /// When the waiting ends, where a grace time is set and the round has started.
    pub fn grace_ends(&self, minutes: Option<u32>) -> Option<DateTime<FixedOffset>> {
        Some(self.started? + TimeDelta::minutes(i64::from(minutes?)))
    }

    /// The tables of the round at which somebody is missing and nothing is decided yet, by number.
    pub fn empty_tables(&self, round: &Round, is_open: &dyn Fn(TableNumber) -> bool) -> Vec<EmptyTable> {
        let empty = |(table, teams): (TableNumber, [TeamId; 2])| {
            let missing: Vec<TeamId> = teams.into_iter().filter(|team| self.misses(*team)).collect();
            let forfeit = match missing[..] {
                [] => return None,
                [one] if one == teams[0] => MatchResult::SecondByForfeit,
                [_] => MatchResult::FirstByForfeit,
                _ => MatchResult::NeitherCame,
            };
            is_open(table).then_some(EmptyTable { table, missing, forfeit })
        };
        round.tables().into_iter().filter_map(empty).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::{Assignment, SectionId, Side};

    #[test]
    fn times_are_read_as_directors_write_them() {
        for (typed, shown, iso) in [
            ("9:40", "9:40 AM", "09:40"),
            ("09:40", "9:40 AM", "09:40"),
            ("13:15", "1:15 PM", "13:15"),
            ("9.40", "9:40 AM", "09:40"),
            ("9am", "9:00 AM", "09:00"),
            ("3 P.M.", "3:00 PM", "15:00"),
            ("1:15pm", "1:15 PM", "13:15"),
            ("12:05 a.m.", "12:05 AM", "00:05"),
            ("2026-05-03T9:00", "Sun, May 3, 9:00 AM", "2026-05-03T09:00"),
            ("2026-05-03 9:00 PM", "Sun, May 3, 9:00 PM", "2026-05-03T21:00"),
        ] {
            let time: StartTime = typed.parse().expect(typed);
            assert_eq!((time.to_string().as_str(), time.iso().as_str()), (shown, iso), "{typed}");
        }
        for wrong in ["25:00", "9", "9:61", "13:15pm", "noon", "", "2026-13-03T9:00"] {
            assert!(wrong.parse::<StartTime>().is_err(), "{wrong}");
        }
    }

    fn round() -> Round {
        let seat = |team, table, side| (TeamId(team), Assignment::Table { table: TableNumber(table), side });
        let sides = [(1, 1, Side::First), (2, 1, Side::Second), (3, 2, Side::First), (4, 2, Side::Second)];
        Round {
            section: SectionId(1),
            number: 1,
            provisional: false,
            kept: false,
            assignments: sides.map(|(team, table, side)| seat(team, table, side)).to_vec(),
            slips: Vec::new(),
            at_board_a: Default::default(),
        }
    }

    fn missing(teams: &[u32]) -> WallClock {
        let since = DateTime::parse_from_rfc3339("2026-05-02T09:05:00-07:00").expect("a time");
        let not_seated = teams.iter().map(|team| EmptySeat { team: TeamId(*team), since }).collect();
        WallClock { started: None, not_seated }
    }

    #[test]
    fn the_team_that_sits_wins_and_nobody_wins_where_nobody_sits() {
        for (absent, forfeit) in [
            (vec![1], MatchResult::SecondByForfeit),
            (vec![2], MatchResult::FirstByForfeit),
            (vec![2, 1], MatchResult::NeitherCame),
        ] {
            let empty = missing(&absent).empty_tables(&round(), &|_| true);
            assert_eq!(empty.iter().map(|e| (e.table, e.forfeit)).collect::<Vec<_>>(), [(TableNumber(1), forfeit)]);
        }
    }

    #[test]
    fn a_table_with_a_result_waits_for_nobody() {
        let empty = missing(&[1, 4]).empty_tables(&round(), &|table| table == TableNumber(2));
        assert_eq!(
            empty,
            [EmptyTable { table: TableNumber(2), missing: vec![TeamId(4)], forfeit: MatchResult::FirstByForfeit }]
        );
    }

    #[test]
    fn grace_runs_from_the_start_of_the_round() {
        let at = |text: &str| DateTime::parse_from_rfc3339(text).expect("a time");
        let clock = WallClock { started: Some(at("2026-05-02T09:05:00-07:00")), not_seated: Vec::new() };
        assert_eq!(clock.grace_ends(Some(10)), Some(at("2026-05-02T09:15:00-07:00")));
        assert_eq!(clock.grace_ends(None), None, "no grace time is set");
        assert_eq!(WallClock::default().grace_ends(Some(10)), None, "not started");
    }
}
