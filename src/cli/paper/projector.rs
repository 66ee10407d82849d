//! `bughouse projector`: the pairings page by page on a screen that the hall sees, or as one page for a browser.

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk, Runs, at_the_desk};
use crate::cli::failure::Failure;
use crate::cli::refusal::OrRefuse;
use crate::cli::show::Asker;
use crate::cli::traits::{Moment, Traits};
use crate::report::pairings::{self, Order};
use crate::report::projector::{Projection, Screen};
use crate::report::render::text;
use clap::Args;
use std::time::Duration;

/// Show the pairings on a big screen in the hall, page by page
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse projector                    every section in turn; Ctrl-C to stop
  bughouse projector K-6 --seconds 15
  bughouse projector K-6 -o wall.html   a page for a browser (F11)
Bigger letters in the terminal (Ctrl +) make more pages.")]
pub struct Projector {
    /// The section [default: every section with a posted round, in turn]
    section: Option<String>,
    /// How long each page is shown
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub seconds: u64,
}

/// Lines that a page needs beside its tables: head, foot, and the cursor's line.
const FRAME: usize = 8;

impl Runs for Projector {
    const TRAITS: Traits =
        Traits::reads(Moment::Round).not_on_a_page("the projector runs in a terminal, or on a hall screen");

    /// Turns the pages on a terminal; elsewhere gives them as one document.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if !everywhere.asker.seat.watches || everywhere.json || everywhere.output.is_some() {
            return at_the_desk(everywhere, Access::Read, |desk| Ok(Answer::sheet(self.view(desk)?)));
        }
        if !everywhere.asker.stays() {
            let asker = &everywhere.asker;
            pages(&self.look(everywhere)?, asker).iter().for_each(|page| asker.sheet(page));
            return Ok(Answer::nothing());
        }
        // The file is read again after the last page, so that the next round appears by itself.
        let sitting = everywhere.sitting()?;
        loop {
            let everywhere = &sitting.anew();
            let asker = &everywhere.asker;
            for page in pages(&self.look(everywhere)?, asker) {
                asker.clear();
                asker.sheet(&page);
                std::thread::sleep(Duration::from_secs(self.seconds));
            }
        }
    }
}

impl Projector {
    fn look(&self, everywhere: &Everywhere) -> Result<Projection, Failure> {
        Desk::open(everywhere, Access::Read)?.looked(|desk| self.view(desk))
    }

    fn view(&self, desk: &mut Desk) -> Result<Projection, Failure> {
        let sections = match &self.section {
            Some(named) => {
                let section = desk.section(Some(named))?.clone();
                desk.posted(&section, None).or_refuse(desk)?;
                vec![section]
            }
            None => desk.tournament().sections.iter().filter(|s| desk.latest_round(s.id).is_some()).cloned().collect(),
        };
        if sections.is_empty() {
            return Err(Failure::forbidden("no round is posted yet")
                .hint(format!("to see what comes next: {}", cmd!("status"))));
        }
        let stamp = desk.stamp()?;
        let mut screens = Vec::new();
        for section in sections {
            let clock = desk.wall(&section).since();
            let Some(round) = desk.latest_round(section.id) else { continue };
            screens.push(Screen::of(&pairings::view(desk, &section, round, Order::Table, stamp), clock));
        }
        Ok(Projection { screens, masthead: desk.masthead(None, None)? })
    }
}

/// The pages as they fit this terminal.
fn pages(view: &Projection, asker: &Asker) -> Vec<String> {
    let height = usize::from(asker.seat.lines.unwrap_or(24));
    let page = |screen, from, lines, pages| text(&view.part(screen, from, lines, pages), asker.seat.style());
    let mut pages = Vec::new();
    for (index, screen) in view.screens.iter().enumerate() {
        let count = screen.pairings.len();
        // A name that wraps takes a second line: fewer tables then, until every page fits.
        let fits = |lines: usize| {
            (0..count).step_by(lines).all(|from| page(index, from, lines, (1, 2)).lines().count() < height)
        };
        let lines = (1..=height.saturating_sub(FRAME)).rev().find(|lines| fits(*lines)).unwrap_or(1);
        let of = count.div_ceil(lines);
        pages.extend((0..of).map(|number| page(index, number * lines, lines, (number + 1, of))));
    }
    pages
}
