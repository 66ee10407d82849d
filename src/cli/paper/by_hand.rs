//! `bughouse by-hand`: paper for the hour in which the laptop dies.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::report::Sheet;
use clap::Args;

/// Print what is needed to go on by pen: who stands where, who has met whom, pairing sheets and slips
#[derive(Debug, Args)]
#[command(
    after_help = "Example: bughouse by-hand -o by-hand.pdf\n\nPrint it as soon as a round is in: one file for every section."
)]
pub struct ByHand {
    /// The section [default: all]
    section: Option<String>,
}

impl Verb for ByHand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section =
            self.section.as_deref().map(|named| desk.section(Some(named))).transpose()?.map(|section| section.id);
        let posted =
            desk.tournament().rounds.iter().filter(|round| section.is_none_or(|section| round.section == section));
        let round = posted.map(|round| round.number).max().unwrap_or(0);
        desk.sheet(Sheet::ByHand { section, round })
    }
}
