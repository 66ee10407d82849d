//! `bughouse engine`: the pairing and tie-break engines without a tournament file. TRF in, answers out; nothing is kept.

mod file;
mod pair;
pub mod simulate;
mod standings;

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::traits::{Moment, Traits};
use clap::Subcommand;
use pair::Pair;
use simulate::Simulate;
use standings::Standings;
use std::path::Path;

/// Pair, check, simulate and rank TRF files, without a tournament file
#[derive(Debug, Subcommand)]
pub enum EngineCommand {
    /// Print the next round's pairings for a TRF file
    #[command(after_help = "\
Example: bughouse engine pair autumn.trf --rounds 5 -o round4.txt
Also: --protect-unrated yes|no (default yes: no floats or byes for them),
      --avoid-repeat-floats yes|no (default no)")]
    Pair(Pair),
    /// Pair every round of a TRF file again and show where it differs
    #[command(after_help = "\
Example: bughouse engine check autumn.trf --school-mode avoid
Also: --protect-unrated yes|no (default yes: no floats or byes for them),
      --avoid-repeat-floats yes|no (default no)")]
    Check(Pair),
    /// Play a made-up event from a seed and write it as TRF
    Simulate(Simulate),
    /// Rank the teams of a TRF file
    Standings(Standings),
}

impl Runs for EngineCommand {
    const TRAITS: Traits = Traits::reads(Moment::Exchange).of_no_tournament();

    fn inputs(&self) -> Vec<&Path> {
        match self {
            Self::Pair(pair) | Self::Check(pair) => vec![&pair.trf],
            Self::Standings(standings) => vec![&standings.trf],
            Self::Simulate(_) => Vec::new(),
        }
    }

    /// Reads, decides, answers. No tournament is opened.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        match self {
            Self::Pair(pair) => pair.run(&everywhere.asker),
            Self::Check(pair) => pair.check(&everywhere.asker),
            Self::Simulate(simulate) => simulate.run(&everywhere.asker),
            Self::Standings(standings) => standings.run(everywhere),
        }
    }
}
