//! `bughouse report`: the whole event in one document, and the incidents without children's names.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::report::Sheet;
use clap::Args;

/// Show or print the director's report
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse report -o report.pdf")]
pub struct Report {
    /// Only rulings and appeals, without names, notes and witnesses: for the federation
    #[arg(long)]
    incidents: bool,
}

impl Verb for Report {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        desk.sheet(Sheet::Report { incidents: self.incidents })
    }
}
