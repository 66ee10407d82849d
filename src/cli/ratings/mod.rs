//! `bughouse ratings`: lists of published ratings on this laptop, and the entries held against them.

mod against;
mod check;
mod checked;
mod index;
mod lists;
mod load;
mod proposed;

pub use against::Against;
pub use checked::Line;
pub use proposed::proposed;

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::{Runs, at_the_desk};
use crate::cli::failure::Failure;
use crate::cli::traits::{Moment, Traits};
use check::Check;
use clap::Subcommand;
use lists::{Find, List, Remove};
use load::Load;
use std::path::Path;

/// Keep rating lists on this laptop, and check the entries against them
#[derive(Debug, Subcommand)]
pub enum RatingsCommand {
    /// Load a list published by US Chess, FIDE, CFC or others, zipped or not
    Load(Load),
    /// List the rating lists
    #[command(after_help = "Example: bughouse ratings list")]
    List(List),
    /// Find a player by ID, or by parts of the name in any order
    #[command(after_help = "Example: bughouse ratings find lee ann")]
    Find(Find),
    /// Remove a list
    #[command(after_help = "Example: bughouse ratings remove us-regular-2026-11")]
    Remove(Remove),
    /// Compare the entries with a list: new, changed, in doubt, not found
    Check(Check),
}

impl Runs for RatingsCommand {
    const TRAITS: Traits = Traits::writes(Moment::Exchange);

    fn traits(&self) -> Traits {
        match self {
            Self::Check(check) => Self::TRAITS.reading_if(!check.takes_over()),
            // The lists are those of the laptop at which it is typed.
            Self::Load(_) | Self::List(_) | Self::Find(_) | Self::Remove(_) => {
                Traits::reads(Self::TRAITS.moment).of_no_tournament()
            }
        }
    }

    fn inputs(&self) -> Vec<&Path> {
        match self {
            Self::Load(load) => load.inputs(),
            _ => Vec::new(),
        }
    }

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        match self {
            Self::Load(load) => load.run(everywhere),
            Self::List(list) => list.run(everywhere),
            Self::Find(find) => find.run(everywhere),
            Self::Remove(remove) => remove.run(everywhere),
            Self::Check(check) => at_the_desk(everywhere, self.traits().access, |desk| check.run(desk)),
        }
    }
}
