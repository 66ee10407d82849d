//! `bughouse by-hand`: paper for the hour in which the laptop dies.

use super::sheet::Sheet;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use clap::Args;

/// Print a wall chart to fill in by hand, or the pool of the next round
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  bughouse by-hand K-6 -o chart.pdf\n  bughouse slips --blank 40 -o blank.pdf")]
pub struct ByHand {
    /// The section
    section: Option<String>,
    /// The teams to pair next, by score, with room for table and opponent
    #[arg(long)]
    pool: bool,
}

impl Verb for ByHand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?.id;
        let round = desk.latest_round(section).map_or(0, |round| round.number);
        Answer::of(if self.pool { Sheet::Pool { section, round } } else { Sheet::WallChart { section } }, desk)
    }
}
