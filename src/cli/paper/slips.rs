//! `bughouse slips` and `bughouse cards`: what lies on the tables.

use super::past::Past;
use super::sheets::{moved, of_all};
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::device::doors;
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::printed::Kept;
use crate::cli::refusal::OrRefuse;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::quoted;
use crate::report::pairings::{self, Order};
use crate::report::slips::{Hall, ResultSlips};
use crate::report::{Report, Sheet, slips};
use crate::store::Printed;
use crate::tournament::{Round, Section, SectionId, TableNumber, TeamId};
use clap::Args;

/// Print result slips, four per page in cutting order
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse slips K-6 -o slips.pdf
  bughouse slips K-6 --changed -o changed.pdf     after a swap or a late team")]
pub struct Slips {
    /// The section
    section: Option<String>,
    /// The round [default: the latest posted]
    #[arg(long)]
    round: Option<u32>,
    /// Only slips that changed since they were printed, and the sheet for their tables
    #[arg(long)]
    changed: bool,
    /// Only the slips of these tables: 4,7
    #[arg(long = "table", value_name = "TABLES", value_delimiter = ',', conflicts_with = "changed")]
    tables: Vec<u32>,
    /// Every section, in one stack to cut
    #[arg(long, conflicts_with_all = ["section", "round", "tables"])]
    all: bool,
    /// One page of test slips, to try out the printer and cutter
    #[arg(long, conflicts_with_all = ["round", "blank", "changed", "tables", "all"])]
    test: bool,
    /// This many blank slips, for when the computer fails
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["round", "changed", "tables", "all"], value_parser = clap::value_parser!(u16).range(1..=2000))]
    blank: Option<u16>,
}

/// Print table cards, two per page
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse cards -o cards.pdf")]
pub struct Cards {
    /// The section [default: all]
    section: Option<String>,
    /// Every section, the same as naming none
    #[arg(long, conflicts_with = "section")]
    all: bool,
}

impl Verb for Slips {
    const TRAITS: Traits = Traits::reads(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let tournament = desk.tournament();
        let named = desk.section_if(self.section.as_deref())?;
        if self.test {
            return Ok(Answer::sheet(slips::test_page(tournament, named, stamp)));
        }
        if let Some(count) = self.blank {
            return Ok(Answer::sheet(slips::blank(tournament, named, usize::from(count), stamp)));
        }
        if self.all && !self.changed {
            return of_all(desk, |_, section, round| Sheet::Slips { section: section.id, round });
        }
        let rounds = match (&self.section, &self.tables[..], self.round) {
            (None, [], None) if self.changed && tournament.sections.len() > 1 => in_play(desk),
            (None, [_, ..], _) => at_tables(desk, &self.tables, self.round)?,
            (named, ..) => {
                let section = desk.section(named.as_deref())?.clone();
                let round = desk.posted(&section, self.round).or_refuse(desk)?.clone();
                vec![(section, round)]
            }
        };
        match &rounds[..] {
            rounds if self.changed => changed(desk, rounds),
            [(section, round)] if self.tables.is_empty() => {
                desk.sheet(Sheet::Slips { section: section.id, round: round.number })
            }
            rounds => of_tables(desk, rounds, &self.tables),
        }
    }
}

/// The latest rounds that are not complete, of every section.
fn in_play(desk: &Desk) -> Vec<(Section, Round)> {
    let open = |section: &Section| {
        let round = desk.latest_round(section.id)?;
        round
            .tables()
            .iter()
            .any(|(table, _)| desk.is_open(section, round, *table))
            .then(|| (section.clone(), round.clone()))
    };
    desk.tournament().sections.iter().filter_map(open).collect()
}

/// The rounds that these tables play, each once.
fn at_tables(desk: &Desk, tables: &[u32], round: Option<u32>) -> Result<Vec<(Section, Round)>, Failure> {
    let mut rounds: Vec<(Section, Round)> = Vec::new();
    for table in tables {
        let (section, round) = desk.round_at(TableNumber(*table), round)?;
        if rounds.iter().all(|(there, _)| there.id != section.id) {
            rounds.push((section.clone(), round.clone()));
        }
    }
    Ok(rounds)
}

/// The slips of some tables of these rounds.
fn of_tables(desk: &mut Desk, rounds: &[(Section, Round)], tables: &[u32]) -> Result<Answer, Failure> {
    let is_there = |table: &u32| rounds.iter().any(|(_, round)| round.teams_at(TableNumber(*table)).is_some());
    if let (Some(none), [(section, round), ..]) = (tables.iter().find(|table| !is_there(table)), rounds) {
        let there = desk.round_at(TableNumber(*none), None).ok();
        let there = there.map(|(other, _)| {
            format!(
                "table {none} is in {}: {}",
                other.name,
                command(["slips", &other.name, "--table", &none.to_string()])
            )
        });
        let see = || format!("see its tables with {}", command(["pairings", &section.name]));
        return Err(Failure::mistyped(format!("round {} of {} has no table {none}", round.number, section.name))
            .hint(there.unwrap_or_else(see)));
    }
    let (stamp, hall) = (desk.stamp()?, doors(desk)?);
    let of = |(section, round): &(Section, Round)| slips::view(desk, section, round, hall.as_ref(), stamp).only(tables);
    if let [one] = rounds {
        return Ok(Answer::sheet(of(one)));
    }
    let parts = rounds.iter().map(|round| of(round).into()).collect();
    Ok(Answer::sheet(Report::packet(parts, desk.masthead(None, None)?)))
}

/// What to type after the latest round of a section was changed by hand, where its slips lie on the tables already.
pub fn print_what_changed(desk: &mut Desk, section: &Section) -> Result<Option<String>, Failure> {
    let Some(round) = desk.latest_round(section.id).map(|round| round.number) else { return Ok(None) };
    let printed = last_printed(desk, &Sheet::Slips { section: section.id, round })?;
    Ok(printed
        .map(|_| format!("print what changed: {}", cmd!("slips {} --changed -o changed.pdf", quoted(&section.name)))))
}

/// A round as its slips were printed last; `None` where they were not, or nobody has moved since.
pub fn seats_as_printed(desk: &mut Desk, section: SectionId, round: u32) -> Result<Option<Round>, Failure> {
    let Some(printed) = last_printed(desk, &Sheet::Slips { section, round })? else { return Ok(None) };
    let mut past = Past::of(desk);
    let then = past.at(printed.command).and_then(|then| then.tournament().round(section, round).cloned());
    past.close()?;
    let now = desk.tournament().round(section, round);
    Ok(then.filter(|then| now.is_some_and(|now| now.assignments != then.assignments)))
}

fn last_printed(desk: &mut Desk, sheet: &Sheet) -> Result<Option<Printed>, Failure> {
    let own = serde_json::to_string(sheet).ok();
    Ok(desk.store.printed()?.into_iter().rfind(|printed| printed.sheet == own))
}

/// Where the codes of a sheet of slips lead that was printed when the hall was open elsewhere.
fn codes_led_elsewhere(desk: &mut Desk, sheet: &Sheet, open: Option<&Hall>) -> Result<Option<String>, Failure> {
    let (own, Some(open)) = (serde_json::to_string(sheet).ok(), open) else { return Ok(None) };
    let printed = desk.store.printed()?.into_iter().filter(|printed| printed.sheet == own);
    Ok(printed.filter_map(|printed| printed.hall).find(|hall| *hall != open.address))
}

/// The slips of a round that are not as they were last printed; `None` where they were not, or all are.
pub fn not_as_printed(desk: &mut Desk, section: SectionId, round: u32) -> Result<Option<ResultSlips>, Failure> {
    let last = last_printed(desk, &Sheet::Slips { section, round })?;
    let of = |desk: &Desk| {
        let tournament = desk.tournament();
        Some((tournament.section(section)?.clone(), tournament.round(section, round)?.clone()))
    };
    let Some((section, round)) = of(desk).filter(|_| last.is_some()) else { return Ok(None) };
    let (changed, _) = of_round_changed(desk, &section, &round, last.as_ref())?;
    Ok(Some(changed).filter(|changed| !changed.slips.is_empty()))
}

/// The slips of a round that changed since they were printed last, and the teams that have another place; all slips where they were not printed.
fn of_round_changed(
    desk: &mut Desk,
    section: &Section,
    round: &Round,
    last: Option<&Printed>,
) -> Result<(ResultSlips, Vec<TeamId>), Failure> {
    let (stamp, hall) = (desk.stamp()?, doors(desk)?);
    let sheet = Sheet::Slips { section: section.id, round: round.number };
    // Codes that lead to where the hall is no more are not as they were printed.
    let led_to = codes_led_elsewhere(desk, &sheet, hall.as_ref())?;
    let hall_then = doors(desk)?.map(|open| match led_to {
        Some(address) => Hall { address, ..open },
        None => open,
    });
    let mut past = Past::of(desk);
    let before = last.and_then(|last| past.at(last.command)).and_then(|then| {
        let round = then.tournament().rounds_of(section.id).find(|then| then.number == round.number)?;
        Some((slips::view(then, section, round, hall_then.as_ref(), stamp), round.assignments.clone()))
    });
    past.close()?;
    let now = slips::view(desk, section, round, hall.as_ref(), stamp);
    // Who lost its table has no slip any more, and must read so.
    Ok(match before {
        Some((before, seated)) => (now.changed_since(&before), moved(&seated, round)),
        None => (now, Vec::new()),
    })
}

/// The slips that are not as they were last printed, before the sheet of their tables; of each section in which there are some.
fn changed(desk: &mut Desk, rounds: &[(Section, Round)]) -> Result<Answer, Failure> {
    let stamp = desk.stamp()?;
    let (mut parts, mut sheets, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut differs = false;
    for (section, round) in rounds {
        let sheet = Sheet::Slips { section: section.id, round: round.number };
        let of_round = format!("of round {} of {}", round.number, section.name);
        let last = last_printed(desk, &sheet)?;
        if last.is_none() {
            notes.push(format!("the slips {of_round} haven't been printed before, so here are all of them"));
            if rounds.len() == 1 {
                return Ok(desk.sheet(sheet)?.with_remarks(notes));
            }
        }
        let (slips, moved) = of_round_changed(desk, section, round, last.as_ref())?;
        let at = |slip: &slips::SlipShown| round.teams_at(TableNumber(slip.table?));
        let teams: Vec<TeamId> = slips.slips.iter().filter_map(at).flatten().chain(moved).collect();
        differs |= !teams.is_empty();
        if teams.is_empty() {
            notes.push(format!("no slip {of_round} has changed since it was printed"));
            if rounds.len() > 1 {
                continue;
            }
        }
        let pairings = pairings::view(desk, section, round, Order::Table, stamp).changed(&teams);
        parts.extend([slips.into(), pairings.into()]);
        sheets.push(sheet);
    }
    if rounds.is_empty() {
        notes.push("no section has a round in progress".to_owned());
    }
    // A file of the last ones is not written over with nothing.
    if !differs && desk.everywhere.output.is_some() {
        let named = rounds.first().map(|(section, _)| section.name.as_str());
        let again = command(["slips"].into_iter().chain(named));
        return Err(Failure::forbidden(format!("{}: nothing was written", notes.join("; "))).hint(format!(
            "print them again with {}, or only some with {}",
            again.and("-o slips.pdf"),
            again.and("--table 1,3 -o some.pdf")
        )));
    }
    let masthead = match rounds {
        [(section, round)] => desk.masthead(Some(section), Some(round.number))?,
        _ => desk.masthead(None, None)?,
    };
    Ok(Answer::sheet(Report::packet(parts, masthead)).kept(Kept::sheets(sheets)).with_remarks(notes))
}

impl Verb for Cards {
    const TRAITS: Traits = Traits::reads(Moment::Arrival);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let sections: Vec<&Section> = match self.section.as_deref() {
            Some(named) => vec![desk.section(Some(named))?],
            None => desk.tournament().sections.iter().collect(),
        };
        let mut tables: Vec<(TableNumber, &Section)> = Vec::new();
        for section in sections {
            let more = tables_of(desk, section, &tables);
            tables.extend(more.into_iter().map(|table| (table, section)));
        }
        let answer = Answer::sheet(slips::cards(desk.tournament(), &tables, stamp));
        let note = "no section has tables yet: add teams, then type this again".to_owned();
        Ok(answer.with_remarks(tables.is_empty().then_some(note)))
    }
}

/// The tables a section plays at: those of its latest round, before that as many as its teams need, none of them given to another.
fn tables_of(desk: &Desk, section: &Section, given: &[(TableNumber, &Section)]) -> Vec<TableNumber> {
    let from_round: Vec<TableNumber> = desk
        .latest_round(section.id)
        .map(|round| round.tables().into_iter().map(|(table, _)| table).collect())
        .unwrap_or_default();
    if !from_round.is_empty() {
        return from_round;
    }
    let needed =
        desk.tournament().teams_in(section.id).filter(|team| !desk.tournament().is_away(team, section.id, 1)).count()
            / 2;
    let others: Vec<TableNumber> = given.iter().map(|(table, _)| *table).collect();
    desk.free_tables(section, needed, &others)
}
