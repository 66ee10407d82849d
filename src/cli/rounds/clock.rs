//! `bughouse times` and `start`: when rounds are planned to start, and when one really started. The clock on the wall as the desk says
//! it: since when a section plays, who is waited for, which forfeits may be typed.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::moment::since;
use crate::cli::refusal::OrRefuse;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::{hour, list, quoted};
use crate::event::edit::rounds;
use crate::report::Sheet;
use crate::tournament::{EmptyTable, Section, SectionId, StartTime, TableNumber};
use chrono::{DateTime, FixedOffset};
use clap::Args;
use serde::Serialize;
use serde_json::json;

/// Plan when rounds start, or show and print the plan
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse times K-6 9:00 9:40 10:20, then bughouse times -o times.pdf")]
pub struct Times {
    /// The section; can be left out if there is only one
    #[arg(value_name = "SECTION")]
    first: Option<String>,
    /// When round 1, 2, 3 … start: 9:40, 13:15, 1:15pm, 2026-05-03T9:00
    #[arg(value_name = "TIME")]
    rest: Vec<String>,
    /// The same times for every section
    #[arg(long)]
    all: bool,
    /// Only this round; the others stay as they are
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    round: Option<u32>,
    /// Clear the times
    #[arg(long, conflicts_with = "round")]
    clear: bool,
}

impl Times {
    /// The sections meant, and the times given.
    fn read(&self, desk: &Desk) -> Result<(Vec<Section>, Vec<StartTime>), Failure> {
        let is_time = |word: &String| word.parse::<StartTime>().is_ok();
        let (named, words) = match &self.first {
            Some(word) if is_time(word) || self.all => {
                (None, std::iter::once(word).chain(&self.rest).collect::<Vec<_>>())
            }
            named => (named.as_deref(), self.rest.iter().collect()),
        };
        let mut whole: Vec<String> = Vec::new();
        for word in words {
            // `1:15 PM` comes as two words.
            match (whole.last_mut(), word.to_uppercase().replace('.', "").as_str()) {
                (Some(time), "AM" | "PM") => time.push_str(word),
                _ => whole.push(word.clone()),
            }
        }
        let times = whole.iter().map(|word| word.parse().map_err(unreadable)).collect::<Result<_, Failure>>()?;
        let sections = if self.all { desk.tournament().sections.clone() } else { vec![desk.section(named)?.clone()] };
        Ok((sections, times))
    }
}

impl Verb for Times {
    const TRAITS: Traits = Traits::writes(Moment::Arrival);

    fn traits(&self) -> Traits {
        let first_is_time = self.first.as_deref().is_some_and(|word| word.parse::<StartTime>().is_ok());
        let sets = first_is_time || !self.rest.is_empty() || self.clear || self.round.is_some();
        Self::TRAITS.reading_if(!sets)
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.traits().only_looks() {
            let section = desk.section_if(self.first.as_deref())?.map(|s| s.id);
            let planned = &desk.tournament().round_times;
            let none = !planned.iter().any(|time| section.is_none_or(|section| time.section == section));
            let plan = desk.with_a_section("times");
            let note = format!("no start times are planned; to plan them: {}", plan.and("9:00 9:40 10:20"));
            return Ok(desk.sheet(Sheet::Times { section })?.with_remarks(none.then_some(note)));
        }
        let (sections, times) = self.read(desk)?;
        match (times.as_slice(), self.round) {
            ([], _) if self.clear => {}
            ([], _) => {
                return Err(
                    Failure::mistyped("no time was given").hint(desk.with_a_section("times").and("9:00 9:40 10:20"))
                );
            }
            (_, _) if self.clear => {
                return Err(Failure::mistyped("--clear doesn't take times")
                    .hint("give just the new times; they replace the old ones"));
            }
            ([_], Some(_)) | (_, None) => {}
            (_, Some(round)) => {
                return Err(Failure::mistyped("--round takes one time")
                    .hint(format!("{} 10:30 --round {round}", desk.with_a_section("times"))));
            }
        }
        for section in &sections {
            match (self.round, times.first()) {
                (Some(round), Some(starts)) => rounds::plan(&mut desk.event, section.id, round, *starts),
                _ => rounds::plan_all(&mut desk.event, section.id, &times),
            }
            .or_refuse(desk)?;
        }
        let names = list(sections.iter().map(|section| section.name.as_str()));
        let summary = match (self.round, times.as_slice()) {
            (Some(round), [starts, ..]) => format!("round {round} of {names} starts at {starts}"),
            (_, []) => format!("start times cleared for {names}"),
            _ => format!("start times for {names}: {}", list(times.iter().map(ToString::to_string))),
        };
        let shown = |section: &Section| json!({ "section": section.name, "times": planned(desk, section.id) });
        Ok(Answer::done(summary, json!({ "sections": sections.iter().map(shown).collect::<Vec<_>>() })))
    }
}

fn unreadable(complaint: String) -> Failure {
    Failure::mistyped(complaint).hint(cmd!("times K-6 9:00 9:40 10:20"))
}

fn planned(desk: &Desk, section: SectionId) -> Vec<serde_json::Value> {
    desk.tournament()
        .timetable(section)
        .map(|time| json!({ "round": time.round, "starts": time.starts.iso() }))
        .collect()
}

/// Record when the posted round started; the grace period runs from then
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse start K-6               it starts now
  bughouse start K-6 --at 9:05     it started at 9:05; also to correct it
  bughouse start --all             every section whose round has not started
How long to wait for a team: bughouse section edit K-6 --grace 10")]
pub struct Start {
    /// The section
    section: Option<String>,
    /// When it started [default: now]
    #[arg(long, value_name = "H:MM")]
    at: Option<String>,
    /// Every section whose posted round has not started
    #[arg(long, conflicts_with = "section")]
    all: bool,
}

impl Verb for Start {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let started = self.moment(desk)?;
        let at = started.to_rfc3339();
        let sections = match self.all {
            true => rounds::to_start(desk).or_refuse(desk)?,
            false => vec![desk.section(self.section.as_deref())?.clone()],
        };
        let (mut lines, mut json) = (Vec::new(), Vec::new());
        for section in &sections {
            let round = rounds::start(&mut desk.event, section.id, started, self.at.is_some()).or_refuse(desk)?;
            let grace = match desk.wall(section).grace_ends.as_deref().and_then(hour) {
                Some(ends) => format!("; the grace period ends at {ends}"),
                None => String::new(),
            };
            lines.push(format!(
                "{} of {} started at {}{grace}",
                desk.round_called(section, round),
                section.name,
                hour(&at).unwrap_or_default()
            ));
            json.push(json!({ "section": section.name, "round": round, "at": at }));
        }
        let summary = lines.join("; ");
        lines.push(format!("to mark a no-show: {}", cmd!("absent TEAM")));
        Ok(Answer::noted(lines.join("\n"), json!({ "started": json }), summary))
    }
}

impl Start {
    /// The moment that is meant.
    fn moment(&self, desk: &Desk) -> Result<DateTime<FixedOffset>, Failure> {
        let Some(typed) = &self.at else { return Ok(desk.now()) };
        let at = since(typed, desk.now())?;
        if at > desk.now() {
            let now = hour(&desk.everywhere.at()).unwrap_or_default();
            return Err(Failure::mistyped(format!("{typed} is in the future; it's {now} now"))
                .hint("leave --at out when the round starts, or give the time it started"));
        }
        Ok(at)
    }
}

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
        let (now, ends) = (self.now(), clock.grace_ends(grace));
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
            minutes: clock.started.map(|from| (now - from).num_minutes()),
            grace_left: ends.map(|ends| ((ends - now).num_seconds() + 59).div_euclid(60)),
        }
    }

    /// What to type for the forfeit of the next match at a table.
    fn forfeit(&self, section: &Section, empty: &EmptyTable) -> String {
        let is_open = |table: TableNumber, number| {
            self.latest_round(section.id).is_some_and(|round| self.result_in(round, table, number).is_none())
        };
        let number = (1..=section.matches).find(|number| is_open(empty.table, *number)).filter(|_| section.matches > 1);
        let number = number.map(|number| format!(" --match {number}")).unwrap_or_default();
        cmd!("result {} {} --by absent{number}", empty.table, empty.forfeit.as_typed()).to_string()
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

    /// Who is missing at a table, and until when that is waited for.
    pub fn awaited(&self, section: &str, Waiting { table, missing, .. }: &Waiting) -> String {
        let are = if missing.len() > 1 { "are" } else { "is" };
        let who = format!("{section} table {table}: {} {are} missing", list(missing));
        let ends = self.grace_ends.as_deref().and_then(hour).unwrap_or_default();
        match self.grace_left {
            Some(..=0) => format!("{who}; the grace period ended at {ends}"),
            Some(left) => format!("{who}; the grace period ends at {ends} ({left} min left)"),
            None => who,
        }
    }

    /// Who is waited for and until when, each with what to type about it.
    pub fn notes(&self, section: &str) -> Vec<String> {
        let mut notes = Vec::new();
        for waiting in &self.waiting {
            let (who, Waiting { missing, forfeit, .. }) = (self.awaited(section, waiting), waiting);
            let named = |team: &String| quoted(team);
            let come = cmd!("absent {} --here", missing.iter().map(named).collect::<Vec<_>>().join(" ")).to_string();
            notes.push(match (self.grace_left, self.started.is_some()) {
                (Some(..=0), _) => format!("{who}; forfeit: {forfeit}"),
                (Some(_), _) => format!("{who}; if they arrive: {come}"),
                (None, true) => {
                    format!("{who}; no grace period is set, so you decide: {forfeit}; if they arrive: {come}")
                }
                (None, false) => {
                    format!("{who}; when the round starts: {}", cmd!("start {}", named(&section.to_owned())))
                }
            });
        }
        notes
    }
}
