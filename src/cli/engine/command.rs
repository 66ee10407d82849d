//! `bughouse engine`: the pairing and tie-break engines without a tournament file. TRF in, answers out; nothing is kept.

use super::check::Check;
use super::pair::Pair;
use super::simulate::Simulate;
use super::standings::Standings;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::sections::options::yes_or_no;
use crate::pairing::{Acceleration, Lookahead, SchoolMode, Settings, System};
use clap::{Args, Subcommand};

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
    Check(Check),
    /// Play a made-up event from a seed and write it as TRF
    #[command(
        after_help = "Example: bughouse engine simulate --teams 40 --rounds 5 --seed 7 -o made-up.trf\nRarer: --protect-unrated yes|no (default yes: no floats or byes for them),\n       --avoid-repeat-floats yes|no (default no)"
    )]
    Simulate(Simulate),
    /// Rank the teams of a TRF file
    #[command(after_help = "Example: bughouse engine standings autumn.trf --tiebreaks fide-de,fide-bh-c1")]
    Standings(Standings),
}

impl EngineCommand {
    /// Reads, decides, answers. No tournament is opened.
    pub fn run(&self) -> Result<Answer, Failure> {
        match self {
            Self::Pair(pair) => pair.run(),
            Self::Check(check) => check.run(),
            Self::Simulate(simulate) => simulate.run(),
            Self::Standings(standings) => standings.run(),
        }
    }
}

/// How the rounds of a file are paired.
#[derive(Debug, Args)]
pub struct Rules {
    /// Matches a round; 2: every two rounds of the file are one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    pub matches: u8,
    /// Pairing rules: us or fide-team
    #[arg(long, value_name = "RULES", default_value = "us", hide_possible_values = true)]
    pub system: System,
    /// One school (federation): ignore, prefer, plus2, avoid or forbid
    #[arg(long, value_name = "MODE", default_value = "plus2", hide_possible_values = true)]
    pub school_mode: SchoolMode,
    /// Keep unrated teams from byes and floats
    #[arg(long, hide_short_help = true, value_name = "yes|no", default_value = "yes", value_parser = yes_or_no, action = clap::ArgAction::Set)]
    pub protect_unrated: bool,
    /// Do not float a team twice in a row
    #[arg(long, hide_short_help = true, value_name = "yes|no", default_value = "no", value_parser = yes_or_no, action = clap::ArgAction::Set)]
    pub avoid_repeat_floats: bool,
    /// Look one round ahead: auto, yes, warn or no
    #[arg(long, value_name = "HOW", default_value = "auto", hide_possible_values = true)]
    pub lookahead: Lookahead,
    /// none, us28r1 or baku; `none` heeds virtual points in the file
    #[arg(long, value_name = "HOW", default_value = "none", hide_possible_values = true)]
    pub accelerate: Acceleration,
}

impl Rules {
    /// The same as the engine is told.
    pub fn settings(&self) -> Settings {
        Settings {
            school_mode: self.school_mode,
            protect_unrated: self.protect_unrated,
            avoid_repeat_floats: self.avoid_repeat_floats,
            lookahead: self.lookahead,
            accelerate: self.accelerate,
            system: self.system,
            ..Settings::default()
        }
    }
}
