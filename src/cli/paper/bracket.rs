//! `bughouse bracket`: the lines of a knockout.

use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::traits::{Moment, Traits};
use crate::report::Sheet;
use crate::tournament::{Format, Section};
use clap::Args;

/// Show or print the bracket of a knockout
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse bracket Open -o bracket.pdf")]
pub struct Bracket {
    /// The section
    section: Option<String>,
    /// Every knockout, one after the other
    #[arg(long, conflicts_with = "section")]
    all: bool,
}

impl Verb for Bracket {
    const TRAITS: Traits = Traits::reads(Moment::Round);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let knockouts: Vec<Section> =
            desk.tournament().sections.iter().filter(|section| section.format == Format::Knockout).cloned().collect();
        let of = |desk: &Desk, section: &Section| Sheet::Bracket {
            section: section.id,
            after: desk.posted_rounds(section.id),
        };
        if self.all {
            let sheets: Vec<Sheet> = knockouts.iter().map(|section| of(desk, section)).collect();
            let none = sheets.is_empty().then(|| "no section is a knockout".to_owned());
            return Ok(desk.sheets(sheets)?.with_remarks(none));
        }
        let section = match (&self.section, &knockouts[..]) {
            // Of several sections the only knockout is meant.
            (None, [only]) => only.clone(),
            (named, _) => desk.section(named.as_deref())?.clone(),
        };
        desk.sheet(of(desk, &section))
    }
}
