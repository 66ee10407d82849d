//! `bughouse engine`: the pairing and tie-break engines without a tournament file. TRF in, answers out; nothing is kept.

mod file;
mod pair;
pub mod simulate;
mod standings;

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use clap::Subcommand;
use pair::Pair;
use simulate::Simulate;
use standings::Standings;
use std::path::Path;

/// Pair, check, simulate and rank TRF files, without a tournament file
#[derive(Debug, Subcommand)]
pub enum EngineCommand {
    /// Print the next round's pairs of a TRF file
    Pair(Pair),
    /// Pair every round of a TRF file again and say where it differs
    Check(Pair),
    /// Play a made-up event from a seed and write it as TRF
    Simulate(Simulate),
    /// Rank the teams of a TRF file
    Standings(Standings),
}

impl EngineCommand {
    /// The file it reads.
    pub fn trf(&self) -> Option<&Path> {
        match self {
            Self::Pair(pair) | Self::Check(pair) => Some(&pair.trf),
            Self::Standings(standings) => Some(&standings.trf),
            Self::Simulate(_) => None,
        }
    }

    /// Reads, decides, answers. No tournament is opened.
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        match self {
            Self::Pair(pair) => pair.run(&everywhere.asker),
            Self::Check(pair) => pair.check(&everywhere.asker),
            Self::Simulate(simulate) => simulate.run(&everywhere.asker),
            Self::Standings(standings) => standings.run(everywhere),
        }
    }
}
