//! `bughouse section checkout` and `checkin`: a section that is played in another building, from a file of its own.

use crate::cli::answer::Answer;
use crate::cli::command_line::CommandLine;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::question::{About, Question};
use crate::cli::refusal::OrRefuse;
use crate::cli::wording::{counted, list};
use crate::cli::{Everywhere, rescue};
use crate::event::CheckedOut;
use crate::event::edit::checkout::{self, Home};
use crate::hall::codes;
use crate::report::render::Format;
use crate::store::{FloorReport, Store};
use crate::tournament::SectionId;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Give sections a file of their own, to be played in another building
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse section checkout K-3 -o annex.bughouse")]
pub struct Checkout {
    /// The sections
    #[arg(required = true, value_name = "SECTION")]
    sections: Vec<String>,
    /// What `-o` names: a tournament here, and no document.
    #[arg(skip)]
    pub file: Option<PathBuf>,
}

impl Checkout {
    /// Makes the file, and marks the sections in both.
    pub fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let Some(target) = &self.file else {
            let typed = command(["section", "checkout"].into_iter().chain(self.names()));
            return Err(Failure::mistyped("name the file that goes to the other building with -o")
                .hint(typed.and("-o annex.bughouse")));
        };
        if Format::of(target).is_ok() {
            let message = format!("{} is a document name, but this makes a tournament file", target.display());
            return Err(Failure::mistyped(message).hint("name it like annex.bughouse"));
        }
        let target = Store::free_path(target)?;
        self.check_out(desk, &target)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(String::as_str)
    }

    fn check_out(&self, desk: &mut Desk, target: &Path) -> Result<Answer, Failure> {
        let mut sections: Vec<SectionId> = Vec::new();
        for name in self.names() {
            let section = desk.section(Some(name))?.id;
            sections.extend(Some(section).filter(|section| !sections.contains(section)));
        }
        let waits = |report: &FloorReport| sections.contains(&SectionId(report.section));
        if desk.store.open_reports()?.iter().any(waits) {
            return Err(Failure::forbidden("results reported from the floor haven't been filed yet")
                .hint(format!("settle them first: {}", cmd!("reports"))));
        }
        let file = target.display().to_string();
        let out = CheckedOut { key: codes::code(), file, is_here: false };
        checkout::check_out(&mut desk.event, &sections, &out).or_refuse(desk)?;
        let called: Vec<String> = sections.iter().map(|section| desk.section_name(*section).to_owned()).collect();
        let (names, is) = (list(&called), if called.len() == 1 { "is" } else { "are" });
        let summary = format!("checked {names} out to {}", target.display());
        if !desk.everywhere.dry_run {
            made(desk, target, &sections, CheckedOut { is_here: true, ..out }, &summary)
                .inspect_err(|_| _ = std::fs::remove_file(target))?;
        }
        if !desk.everywhere.dry_run {
            // Beside the new file this one is found by its name alone.
            desk.everywhere.asker.commands_name(desk.store.path());
        }
        let back = command(["section", "checkin", &target.display().to_string()]);
        let there = rescue::typed(target);
        let mut text =
            format!("{summary}\nthere: {}; here {names} {is} read-only until {back}", cmd!("-f {there} status"));
        if [target, desk.store.path()]
            .map(|file| file.canonicalize().ok().and_then(|it| it.parent().map(Path::to_owned)))
            .windows(2)
            .all(|two| two[0] == two[1])
        {
            text += "\nmove it out of this folder: with two tournaments in it, every command has to name one with -f";
        }
        Ok(Answer::noted(text, json!({ "sections": called, "file": target.display().to_string() }), summary))
    }
}

/// The copy of the event in which these sections are played. What is entered there has numbers of its own.
fn made(home: &mut Desk, target: &Path, sections: &[SectionId], out: CheckedOut, summary: &str) -> Result<(), Failure> {
    Store::copy_to(home.store.path(), target)?;
    let times = home.store.journal()?.iter().filter(|entry| is_checkout(&entry.words)).count();
    let there = Everywhere {
        file: Some(target.to_owned()),
        memory: None,
        device: None,
        request: None,
        no_backup: true,
        ..home.everywhere.clone()
    };
    let mut desk = Desk::open(&there, Access::Write)?;
    let marked = checkout::check_out(&mut desk.event, sections, &out).or_refuse(&desk).and_then(|()| {
        desk.store.begin_apart(times)?;
        Ok(Answer::done(summary.to_owned(), json!(null)))
    });
    desk.end(marked).map(drop)
}

/// Whether these are the words of a command that checks sections out.
fn is_checkout(words: &str) -> bool {
    CommandLine::kept(words).verb() == "section checkout"
}

/// Bring sections home from the file they were played in
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse section checkin annex.bughouse")]
pub struct Checkin {
    /// The file that `section checkout` made
    #[arg(id = "to_bring", value_name = "FILE")]
    pub file: PathBuf,
}

impl Checkin {
    /// Asks before a copy is taken in which nothing was ever entered: the section may have been played in another.
    fn confirm_untouched(&self, desk: &Desk, sections: &[SectionId]) -> Result<(), Failure> {
        let file = self.file.display().to_string();
        let names = list(sections.iter().map(|section| desk.section_name(*section)));
        let message = format!("nothing has been entered in {file} since the checkout of {names}");
        let again = command(["section", "checkin", &file, "--force"]);
        let insist = Failure::forbidden(format!("{message}: the games may have been entered in another copy"))
            .hint(format!("bring the file from the other building; if nothing was played there: {again}"));
        let mut question = message;
        question.replace_range(..1, "N");
        let about = About::Untouched { file: &self.file, sections };
        desk.everywhere.confirm(Question::new(&about, format!("{question}. Use it anyway?")), insist)
    }

    pub fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let failed = |error| rescue::failure(error, &self.file);
        let mut store = Store::open_to_read(&self.file).map_err(failed)?;
        let loaded = store.load().and_then(|there| Ok((there, store.journal()?)));
        let closed = store.abandon();
        let (there, journal) = loaded.map_err(failed)?;
        closed.map_err(failed)?;
        let before = desk.facts.docket.rulings.len();
        let Home { sections, tables } = checkout::check_in(&mut desk.event, &there).or_refuse(desk)?;
        if !desk.everywhere.force && journal.last().is_some_and(|last| is_checkout(&last.words)) {
            self.confirm_untouched(desk, &sections)?;
        }
        let rounds: usize = sections.iter().map(|section| desk.posted_rounds(*section) as usize).sum();
        let rulings = desk.facts.docket.rulings.len().saturating_sub(before);
        let names: Vec<&str> = sections.iter().map(|section| desk.section_name(*section)).collect();
        let summary = format!(
            "{} {} back from {}: {}, {} added",
            list(names.iter().copied()),
            if names.len() == 1 { "is" } else { "are" },
            self.file.display(),
            counted(rounds, "round"),
            counted(rulings, "ruling")
        );
        let moved = list(tables.iter().map(|(there, here)| format!("table {there} is now {here}")));
        let moved = (!moved.is_empty()).then(|| format!("another section is using those tables: {moved}"));
        let json = json!({ "sections": names, "rounds": rounds, "rulings": rulings, "tables": tables });
        Ok(Answer::done(summary, json).with_remarks(moved))
    }
}
