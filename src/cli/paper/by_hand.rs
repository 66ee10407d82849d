//! `bughouse by-hand`: paper for the hour in which the laptop dies.

use super::printed::Kept;
use super::sheets::lines;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::report::fallback;
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

/// Rounds a wall chart has room for when nobody settled how many are played.
const USUAL_ROUNDS: u32 = 6;

impl Verb for ByHand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let stamp = desk.stamp()?;
        let section = desk.section(self.section.as_deref())?;
        if !self.pool {
            let rounds = section.rounds.unwrap_or(USUAL_ROUNDS);
            let kept = Kept::by(&["by-hand"], Some(section));
            return Ok(Answer::sheet(fallback::wall_chart(desk.tournament(), section, rounds, stamp)).kept(kept));
        }
        let posted = desk.latest_round(section.id).map_or(0, |round| round.number);
        let (_, lines) = lines(desk, section, desk.standing_round(section));
        let kept = Kept::by(&["by-hand"], Some(section)).flag(true, "--pool").about_round(posted);
        Ok(Answer::sheet(fallback::pool(desk.tournament(), section, posted + 1, &lines, stamp)).kept(kept))
    }
}
