//! `bughouse cheat-sheet`: one page for the volunteer. What each line does is taken from the definitions of the commands.

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::failure::Failure;
use crate::cli::help::pages;
use crate::cli::shorthand::{REASONS, SHORTHAND};
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::quoted;
use crate::discipline::Authority;
use crate::report::cheat_sheet::{Tip, Topic};
use crate::report::{Masthead, Stamp, cheat_sheet};
use crate::tournament::Tournament;
use clap::{Arg, Args, Command};

/// Show or print one page with everything a volunteer types on event day
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse cheat-sheet -o cheat-sheet.pdf --paper a4")]
pub struct CheatSheet {}

/// The lines of the day, by moment. What a command does is in its own definition, where nothing is said of it here.
const SHEET: &str = include_str!("cheat_sheet.txt");

impl Runs for CheatSheet {
    const TRAITS: Traits = Traits::reads(Moment::Around).of_no_tournament();

    /// With the section of a tournament that is here, and its rules; without one as an example.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let mut desk = match Desk::open(everywhere, Access::Read) {
            Ok(desk) => desk,
            Err(failure) if everywhere.named_file().is_some() => return Err(failure),
            Err(_) => {
                let name = format!("bughouse {}", env!("CARGO_PKG_VERSION"));
                let event = Tournament { name, ..Tournament::default() };
                let stamp = Stamp { printed: everywhere.now, version: 0 };
                return Ok(Answer::sheet(cheat_sheet::view(parts(), Masthead::new(&event, None, None, stamp))));
            }
        };
        let mut parts = parts();
        if let Some(section) = desk.tournament().sections.first().map(|section| quoted(&section.name)) {
            let lines = parts.iter_mut().flat_map(|part| &mut part.lines);
            lines.for_each(|line| {
                line.typed = line.typed.replace("K-6", &section);
                line.does = line.does.replace("K-6", &section);
            });
        }
        if desk.rulebook.discipline.authority != Authority::default() {
            let rulings = parts.iter_mut().flat_map(|part| &mut part.lines);
            let rulings = rulings.filter(|line| {
                ["bughouse rule ", "bughouse ruling claim "].iter().any(|word| line.typed.starts_with(word))
            });
            rulings.for_each(|line| line.typed.push_str(" --as NAME"));
        }
        let about = Tip {
            typed: "bughouse rules list".to_owned(),
            does: format!("the rules of this event: {}", desk.rulebook.title),
        };
        parts.last_mut().into_iter().for_each(|part| part.lines.insert(0, about.clone()));
        let masthead = desk.masthead(None, None)?;
        Ok(Answer::sheet(cheat_sheet::view(parts, masthead)))
    }
}

fn parts() -> Vec<Topic> {
    let definitions = pages::definitions();
    let line = |typed: &str, does: &str| Tip { typed: typed.to_owned(), does: does.replace('`', "") };
    let tip = |written: &str| match written.split_once(" | ") {
        Some((typed, does)) => line(typed, does),
        None => line(written, &about(definitions, written)),
    };
    let part = |written: &str| {
        let mut lines = written.lines();
        Topic { title: lines.next().unwrap_or_default().to_owned(), lines: lines.map(tip).collect() }
    };
    let mut parts: Vec<Topic> = SHEET.split("\n\n").map(part).collect();
    let slips = SHORTHAND.iter().map(|(typed, does)| line(typed, does)).chain([line("reasons", REASONS)]).collect();
    // After the round that it belongs to.
    parts.insert(3, Topic { title: "While entering slips: bughouse enter".to_owned(), lines: slips });
    parts
}

/// What a line does, in the words of its command's pages, or of the flag where it has nothing else.
fn about(definitions: &Command, typed: &str) -> String {
    let (mut command, mut flag) = (definitions, None);
    for word in typed.trim_start_matches("bughouse ").split_whitespace() {
        match command.find_subcommand(word) {
            Some(inner) => command = inner,
            None if std::ptr::eq(command, definitions) => {}
            None => {
                flag = word
                    .strip_prefix("--")
                    .and_then(|flag| command.get_arguments().find(|arg| arg.get_long() == Some(flag)));
                break;
            }
        }
    }
    flag.and_then(Arg::get_help).or(command.get_about()).map(ToString::to_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::wording::split;

    #[test]
    fn every_line_can_be_typed_as_it_is() {
        let typed = SHEET.lines().map(|line| line.split(" | ").next().unwrap_or_default());
        for line in typed.filter(|line| line.starts_with("bughouse ")) {
            let words = split(line).unwrap_or_else(|failure| panic!("{line}: {}", failure.message));
            if let Err(refused) = pages::definitions().clone().try_get_matches_from(words) {
                panic!("{line}: {refused}");
            }
        }
    }

    #[test]
    fn every_line_says_what_it_does() {
        assert!(
            parts()
                .iter()
                .flat_map(|part| &part.lines)
                .all(|line| !line.does.is_empty() && !line.does.starts_with("Run a"))
        );
    }
}
