//! What is shown beside the pile of slips: who plays whom at each table, how many results are in, which tables are missing.

use super::slip::Pile;
use crate::cli::Everywhere;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::keyboard::Prompter;
use crate::cli::open_reports;
use crate::cli::shorthand::{line, without_number_sign};
use crate::event::edit::slips::{Typed, Typing};
use crate::event::spans;
use crate::tournament::{MatchResult, Round, SectionId, TableNumber};
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;

/// The posted rounds as the slips left them.
#[derive(Default)]
pub struct Progress {
    /// Tables with a result, and all tables.
    pub results_in: (usize, usize),
    /// Tables whose reports from the floor differ, in words.
    pub disputed: Option<String>,
    /// One line a section: how many are in, which are missing.
    pub lines: Vec<String>,
    /// The rounds that these are about.
    pub rounds: Shown,
    /// Which of them is about a table.
    line_of: BTreeMap<TableNumber, usize>,
    tables: BTreeMap<TableNumber, Table>,
}

/// The round of each section that is looked at.
pub type Shown = BTreeMap<SectionId, RoundShown>;

/// A round as it was looked at. It distinguishes one that was taken back and paired anew from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundShown {
    pub number: u32,
    /// A hash of who sits at which table.
    pub seating: u64,
}

impl RoundShown {
    pub fn of(round: &Round) -> Self {
        Self { number: round.number, seating: FxBuildHasher.hash_one(round.tables()) }
    }
}

/// The slips of a second pass by table.
pub type Verified = BTreeMap<TableNumber, Vec<Typing>>;

struct Table {
    teams: [String; 2],
    results: Vec<Option<MatchResult>>,
}

impl Progress {
    /// Looks at the latest rounds of one section, or of all; or at an earlier one.
    pub fn take(pile: &Pile<'_>, everywhere: &Everywhere) -> Result<Self, Failure> {
        Desk::open_as(everywhere, Access::Read, "enter")?
            .looked(|desk| Ok(Self { disputed: open_reports::disputed(desk)?, ..Self::of(desk, pile)? }))
    }

    pub fn of(desk: &Desk, pile: &Pile<'_>) -> Result<Self, Failure> {
        let only = desk.section_if(pile.section)?.map(|section| section.id);
        let mut view = Self::default();
        for section in desk.tournament().sections.iter().filter(|section| only.is_none_or(|only| section.id == only)) {
            let posted = desk.tournament().rounds_of(section.id);
            let Some(round) = posted.filter(|posted| pile.round.is_none_or(|round| posted.number == round)).last()
            else {
                continue;
            };
            view.rounds.insert(section.id, RoundShown::of(round));
            let tables = round.tables();
            let missing = desk.missing(section, round);
            let results_in = tables.len() - missing.len();
            view.results_in = (view.results_in.0 + results_in, view.results_in.1 + tables.len());
            let to_come = match missing.as_slice() {
                [] => ": round complete".to_owned(),
                missing => format!(", waiting on {}", spans(missing)),
            };
            view.lines.push(format!(
                "{}: {results_in} of {} in{to_come}",
                desk.round_of(section, round.number, " "),
                tables.len()
            ));
            for (table, teams) in tables {
                let name = |team| desk.tournament().team(team).map(|team| team.name.clone()).unwrap_or_default();
                let results = (1..=section.matches).map(|number| desk.result_in(round, table, number)).collect();
                view.tables.insert(table, Table { teams: teams.map(name), results });
                view.line_of.insert(table, view.lines.len() - 1);
            }
        }
        Ok(view)
    }

    /// The line of the section that plays at a table.
    pub fn line_about(&self, table: TableNumber) -> Option<&str> {
        self.line_of.get(&table).map(|at| self.lines[*at].as_str())
    }

    /// Tables that have a result, and not a slip a match among these.
    pub fn with_results_beside(&self, verified: &Verified) -> Vec<TableNumber> {
        let is_left = |(table, held): (&TableNumber, &Table)| {
            let slips = verified.get(table).map(Vec::as_slice).unwrap_or_default();
            let mut left: Vec<(usize, Option<MatchResult>)> = held.results.iter().copied().enumerate().collect();
            let named: BTreeSet<u8> = slips.iter().filter_map(|slip| slip.number).collect();
            left.retain(|(at, _)| !named.iter().any(|number| usize::from(*number) == at + 1));
            // A slip that names no match is of one that it agrees with.
            for slip in slips.iter().filter(|slip| slip.number.is_none()) {
                if let Some(at) = left.iter().position(|(_, stored)| *stored == slip.result.wanted()) {
                    left.remove(at);
                }
            }
            let is_in = held.results.iter().all(Option::is_some);
            (is_in && !left.is_empty()).then_some(*table)
        };
        self.tables.iter().filter_map(is_left).collect()
    }
}

/// What a second pass has left out.
pub fn not_verified(tables: &[TableNumber]) -> String {
    match tables {
        [] => String::new(),
        [one] => format!("; table {one} has a result that wasn't verified"),
        several => format!("; {} tables have results that weren't verified: {}", several.len(), spans(several)),
    }
}

impl Prompter for Progress {
    fn preview(&self, typed: &str) -> Option<String> {
        let first = without_number_sign(typed).split_whitespace().next()?;
        let table = self.tables.get(&TableNumber(first.split('.').next()?.parse().ok()?))?;
        let [one, other] = &table.teams;
        let stored: Vec<&str> = table.results.iter().flatten().map(|result| result.as_typed()).collect();
        let stored = if stored.is_empty() { String::new() } else { format!("  (has {})", stored.join(" and ")) };
        let came_to = match line(typed).ok().flatten().map(|typing| typing.result) {
            Some(Typed::Result(MatchResult::First | MatchResult::FirstByForfeit)) => format!("{one} beat {other}"),
            Some(Typed::Result(MatchResult::Second | MatchResult::SecondByForfeit)) => format!("{other} beat {one}"),
            Some(Typed::Result(MatchResult::Drawn)) => format!("{one} drew with {other}"),
            _ => format!("1 {one}   2 {other}"),
        };
        Some(format!("{came_to}{stored}"))
    }

    fn complete(&self, typed: &str) -> (usize, Vec<String>) {
        let waits = |table: &&TableNumber| self.tables[table].results.iter().any(Option::is_none);
        let tables = self.tables.keys().filter(waits).map(ToString::to_string);
        if typed.trim_start().contains(' ') {
            (typed.len(), Vec::new())
        } else {
            (0, tables.filter(|table| table.starts_with(typed.trim())).collect())
        }
    }
}
