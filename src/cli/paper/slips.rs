//! `bughouse slips` and `bughouse cards`: what lies on the tables.

use super::sheet::Sheet;
use super::sheets::posted;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::report::{cards, slips};
use crate::tournament::{Section, TableNumber};
use clap::Args;

/// Print result slips, four a page in cutting order
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse slips K-6 -o slips.pdf")]
pub struct Slips {
    /// The section
    section: Option<String>,
    /// The round [default: the latest posted]
    #[arg(long)]
    round: Option<u32>,
    /// One page of test slips, to try printer and cutter
    #[arg(long, conflicts_with_all = ["round", "blank"])]
    test: bool,
    /// So many blank slips, for when the machine fails
    #[arg(long, value_name = "COUNT", conflicts_with = "round", value_parser = clap::value_parser!(u16).range(1..=2000))]
    blank: Option<u16>,
}

/// Print table cards, two a page
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse cards -o cards.pdf")]
pub struct Cards {
    /// The section [default: all]
    section: Option<String>,
}

impl Verb for Slips {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let tournament = desk.tournament();
        let named = self.section.as_deref().map(|named| desk.section(Some(named))).transpose()?;
        if self.test {
            return Ok(Answer::sheet(slips::test_page(tournament, named, stamp)));
        }
        if let Some(count) = self.blank {
            return Ok(Answer::sheet(slips::blank(tournament, named, usize::from(count), stamp)));
        }
        let section = desk.section(self.section.as_deref())?;
        let round = posted(desk, section, self.round)?.number;
        Answer::of(Sheet::Slips { section: section.id, round }, desk)
    }
}

impl Verb for Cards {
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
        let answer = Answer::sheet(cards::view(desk.tournament(), &tables, stamp));
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
    let needed = desk.tournament().teams_in(section.id).filter(|team| !team.is_out(1)).count() / 2;
    let others: Vec<TableNumber> = given.iter().map(|(table, _)| *table).collect();
    desk.free_tables(section, needed, &others)
}
