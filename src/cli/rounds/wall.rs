//! The clock on the wall as the desk tells it: since when a section plays, who is waited for, which forfeits may be typed.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::wording::{hour, list, quoted};
use crate::tournament::{EmptyTable, Section, TableNumber};
use chrono::{DateTime, FixedOffset};
use serde::Serialize;

/// The clock of a section's latest round.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Wall {
    /// When the round is planned to start, as shown.
    pub planned: Option<String>,
    /// When the round started, RFC 3339 with offset.
    pub started: Option<String>,
    /// Minutes for which a missing team is waited for.
    pub grace: Option<u32>,
    /// When that ends, RFC 3339 with offset.
    pub grace_ends: Option<String>,
    /// Tables at which somebody has not sat down.
    pub waiting: Vec<Waiting>,
    /// Whole minutes since the start.
    #[serde(skip)]
    pub minutes: Option<i64>,
    /// Minutes of grace left, rounded up; 0 or less once it is over.
    #[serde(skip)]
    pub grace_left: Option<i64>,
}

/// A table at which somebody has not sat down.
#[derive(Debug, Clone, Serialize)]
pub struct Waiting {
    pub table: u32,
    /// The teams that are missing, by name.
    pub missing: Vec<String>,
    /// The command that enters the forfeit. Never given by the program itself.
    pub forfeit: String,
}

impl Desk {
    /// The clock of a section's latest round; empty before the first.
    pub fn wall(&self, section: &Section) -> Wall {
        let Some(round) = self.latest_round(section.id) else { return Wall::default() };
        let clock = self.wall_clock(section.id, round.number);
        let grace = self.settings(section.id).grace;
        let (now, ends) = (DateTime::parse_from_rfc3339(&self.now).ok(), clock.grace_ends(grace));
        let open = self.missing(section, round);
        let empty = clock.empty_tables(round, &|table| open.contains(&table));
        let waiting = empty.into_iter().map(|empty| Waiting {
            table: empty.table.0,
            missing: empty.missing.iter().map(|team| self.name_of(*team).to_owned()).collect(),
            forfeit: self.forfeit(section, &empty),
        });
        let planned = self.tournament().start_time(section.id, round.number).map(|time| time.to_string());
        Wall {
            planned,
            started: clock.started.map(|at| at.to_rfc3339()),
            grace,
            grace_ends: ends.map(|at| at.to_rfc3339()),
            waiting: waiting.collect(),
            minutes: clock.started.zip(now).map(|(from, to)| (to - from).num_minutes()),
            grace_left: ends.zip(now).map(|(ends, now)| {
                (ends - now).num_seconds().div_euclid(60) + i64::from((ends - now).num_seconds().rem_euclid(60) > 0)
            }),
        }
    }

    /// What to type for the forfeit of the next match at a table.
    fn forfeit(&self, section: &Section, empty: &EmptyTable) -> String {
        let is_open = |table: TableNumber, number| {
            self.latest_round(section.id).is_some_and(|round| self.result_in(round, table, number).is_none())
        };
        let number = (1..=section.matches).find(|number| is_open(empty.table, *number)).filter(|_| section.matches > 1);
        let number = number.map(|number| format!(" --match {number}")).unwrap_or_default();
        format!("bughouse result {} {} --by absent{number}", empty.table, empty.forfeit.as_typed())
    }
}

impl Wall {
    /// Since when the section plays, for a narrow column: `started 9:05, 12 min`, or before that `starts 9:05` where it is planned.
    pub fn since(&self) -> Option<String> {
        let Some(started) = self.started.as_deref().and_then(hour) else {
            return self.planned.as_ref().map(|planned| format!("starts {planned}"));
        };
        Some(match self.minutes {
            Some(minutes @ ..120) => format!("started {started}, {} min", minutes.max(0)),
            _ => format!("started {started}"),
        })
    }

    /// Who is waited for and until when, each with what to type about it.
    pub fn notes(&self, section: &str) -> Vec<String> {
        let mut notes = Vec::new();
        for Waiting { table, missing, forfeit } in &self.waiting {
            let who = format!(
                "{section} table {table}: {} {} missing",
                list(missing),
                if missing.len() > 1 { "are" } else { "is" }
            );
            let ends = self.grace_ends.as_deref().and_then(hour).unwrap_or_default();
            let named = |team: &String| quoted(team);
            let come = format!("bughouse absent {} --here", missing.iter().map(named).collect::<Vec<_>>().join(" "));
            notes.push(match (self.grace_left, self.started.is_some()) {
                (Some(..=0), _) => format!("{who}; the grace ended at {ends}; forfeit: {forfeit}"),
                (Some(left), _) => format!("{who}; waited for until {ends} ({left} min); they came: {come}"),
                (None, true) => format!("{who}; no grace time is set, so you decide: {forfeit}, or they came: {come}"),
                (None, false) => format!("{who}; when the round starts: bughouse start {}", named(&section.to_owned())),
            });
        }
        notes
    }
}

/// A time as commands have it, RFC 3339 with offset.
pub fn instant(at: &str) -> Result<DateTime<FixedOffset>, Failure> {
    DateTime::parse_from_rfc3339(at).map_err(|e| Failure::machine(format!("{at} is no time: {e}")))
}
