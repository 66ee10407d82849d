//! `bughouse times`: when rounds are planned to start, settled and printed.

use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::refusal::Told;
use crate::cli::wording::list;
use crate::event::edit::rounds;
use crate::report::Sheet;
use crate::tournament::{Section, SectionId, StartTime};
use clap::Args;
use serde_json::json;

/// Plan when rounds start, or show and print the plan
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse times K-6 9:00 9:40 10:20, then bughouse times -o times.pdf")]
pub struct Times {
    /// The section; may be left out where there is only one
    #[arg(value_name = "SECTION")]
    first: Option<String>,
    /// When round 1, 2, 3 … start: 9:40, 13:15, 1:15pm, 2026-05-03T9:00
    #[arg(value_name = "TIME")]
    rest: Vec<String>,
    /// The same times for every section
    #[arg(long)]
    all: bool,
    /// The one round that the time is for; the others stay
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=99))]
    round: Option<u32>,
    /// Forget the times
    #[arg(long, conflicts_with = "round")]
    clear: bool,
}

impl Times {
    /// Whether times are given or taken away.
    pub fn access(&self) -> Access {
        let first_is_time = self.first.as_deref().is_some_and(|word| word.parse::<StartTime>().is_ok());
        if first_is_time || !self.rest.is_empty() || self.clear || self.round.is_some() {
            Access::Write
        } else {
            Access::Read
        }
    }

    /// The sections meant, and the times given.
    fn read(&self, desk: &Desk) -> Result<(Vec<Section>, Vec<StartTime>), Failure> {
        let is_time = |word: &String| word.parse::<StartTime>().is_ok();
        let (named, words) = match &self.first {
            Some(word) if is_time(word) || self.all => {
                (None, std::iter::once(word).chain(&self.rest).collect::<Vec<_>>())
            }
            named => (named.as_deref(), self.rest.iter().collect()),
        };
        let times = words.into_iter().map(|word| word.parse().map_err(unreadable)).collect::<Result<_, Failure>>()?;
        let sections = if self.all { desk.tournament().sections.clone() } else { vec![desk.section(named)?.clone()] };
        Ok((sections, times))
    }
}

impl Verb for Times {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if self.access() == Access::Read {
            let section = self.first.as_deref().map(|named| desk.section(Some(named))).transpose()?.map(|s| s.id);
            let planned = &desk.tournament().round_times;
            let none = !planned.iter().any(|time| section.is_none_or(|section| time.section == section));
            let note = "no times are planned; plan them with `bughouse times SECTION 9:00 9:40 10:20`".to_owned();
            return Ok(desk.sheet(Sheet::Times { section })?.with_remarks(none.then_some(note)));
        }
        let (sections, times) = self.read(desk)?;
        match (times.as_slice(), self.round) {
            ([], _) if self.clear => {}
            ([], _) => {
                return Err(Failure::mistyped("no time was given")
                    .hint(format!("{} 9:00 9:40 10:20", desk.with_a_section("times"))));
            }
            (_, _) if self.clear => {
                return Err(Failure::mistyped("--clear takes no times")
                    .hint("give the new times alone; they take the old ones' place"));
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
            .told(desk)?;
        }
        let names = list(sections.iter().map(|section| section.name.as_str()));
        let summary = match (self.round, times.as_slice()) {
            (Some(round), [starts, ..]) => format!("round {round} of {names} starts {starts}"),
            (_, []) => format!("{names} has no planned times any more"),
            _ => format!("{names} starts {}", list(times.iter().map(ToString::to_string))),
        };
        let shown = |section: &Section| json!({ "section": section.name, "times": planned(desk, section.id) });
        Ok(Answer::said(
            summary.clone(),
            json!({ "sections": sections.iter().map(shown).collect::<Vec<_>>() }),
            summary,
        ))
    }
}

fn unreadable(complaint: String) -> Failure {
    Failure::mistyped(complaint).hint("bughouse times K-6 9:00 9:40 10:20")
}

fn planned(desk: &Desk, section: SectionId) -> Vec<serde_json::Value> {
    desk.tournament()
        .timetable(section)
        .map(|time| json!({ "round": time.round, "starts": time.starts.iso() }))
        .collect()
}
