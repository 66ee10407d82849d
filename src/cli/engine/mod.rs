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
    #[command(
        after_help = "Example: bughouse engine pair autumn.trf --rounds 5 -o round4.txt\nRarer: --protect-unrated yes|no (default yes: no floats or byes for them),\n       --avoid-repeat-floats yes|no (default no)"
    )]
    Pair(Pair),
    /// Pair every round of a TRF file again and say where it differs
    #[command(
        after_help = "Example: bughouse engine check autumn.trf --school-mode avoid\nRarer: --protect-unrated yes|no (default yes: no floats or byes for them),\n       --avoid-repeat-floats yes|no (default no)"
    )]
    Check(Pair),
    /// Play a made-up event from a seed and write it as TRF
    #[command(
        after_help = "Example: bughouse engine simulate --teams 40 --rounds 5 --seed 7 -o made-up.trf\nRarer: --protect-unrated yes|no (default yes: no floats or byes for them),\n       --avoid-repeat-floats yes|no (default no)"
    )]
    Simulate(Simulate),
    /// Rank the teams of a TRF file
    #[command(
        after_help = "Example: bughouse engine standings autumn.trf --tiebreaks fide-de,fide-bh-c1\nA win counts 1, a draw 0.5; of a file that says otherwise (162, XXS, 362)\na note tells"
    )]
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
            Self::Standings(standings) => standings.run(everywhere.now),
        }
    }
}
