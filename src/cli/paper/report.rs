//! `bughouse report`: the whole event in one document, and the incidents without children's names.

use super::printed::Kept;
use super::sheets::{crosstable_sheet, lines};
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::report::director::{self, SectionShown};
use crate::report::rulings::{self, Names, Source};
use crate::report::{Stamp, standings};
use crate::standings::crosstable::Order;
use crate::tournament::Section;
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
        let stamp = desk.stamp()?;
        let kept = Kept::by(&["report"], None).flag(self.incidents, "--incidents");
        let source = Source {
            tournament: desk.tournament(),
            docket: &desk.facts.docket,
            settings: &desk.rulebook.discipline,
            zone: *chrono::Local::now().offset(),
            stamp,
        };
        if self.incidents {
            return Ok(Answer::sheet(rulings::log(source, None, Names::LeftOut)).kept(kept));
        }
        let sections = desk.tournament().sections.iter().map(|section| shown(desk, section, stamp)).collect();
        let log = rulings::log(source, None, Names::Shown);
        Ok(Answer::sheet(director::view(desk.tournament(), &desk.rulebook.title, sections, log, stamp)).kept(kept))
    }
}

/// A section as it stands.
fn shown(desk: &Desk, section: &Section, stamp: Stamp) -> SectionShown {
    let after = desk.standing_round(section);
    let (heads, lines) = lines(desk, section, after);
    let open = desk.open_matters(section, after);
    SectionShown {
        standings: standings::view(desk.tournament(), section, after, &heads, &lines, open, stamp)
            .with_notes(desk.lots(section, after)),
        crosstable: crosstable_sheet(desk, section, after, Order::Place, stamp),
    }
}
