//! How `bughouse engine` pairs the rounds of a file: the options of its commands.

use crate::cli::sections::options::yes_or_no;
use crate::pairing::{Acceleration, Lookahead, SchoolMode, Settings, System};
use clap::Args;

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
