//! What every command is given: its options, who asks, and the moment.

use crate::cli::failure::Failure;
use crate::cli::memory::Memory;
use crate::cli::moment::now;
use crate::cli::question::Question;
use crate::cli::rescue::tournament_file;
use crate::cli::show::Asker;
use crate::report::render::Paper;
use crate::store::file_names;
use chrono::{DateTime, FixedOffset};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Everywhere {
    /// The tournament's file [default: the only one here]
    #[arg(short = 'f', long = "file", value_name = "FILE", global = true)]
    pub file: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Write it to a .pdf .html .csv .txt or .json file
    #[arg(short = 'o', long = "output", value_name = "FILE", global = true)]
    pub output: Option<PathBuf>,
    /// Overwrite a file that this program didn't make
    #[arg(long, global = true)]
    pub force: bool,
    /// Paper for .pdf
    #[arg(
        long,
        value_name = "letter|a4",
        global = true,
        default_value = "letter",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub paper: Paper,
    /// Your own sheet templates for .pdf
    #[arg(long, value_name = "DIR", global = true)]
    pub templates: Option<PathBuf>,
    /// The official giving the command
    #[arg(long = "as", value_name = "NAME", global = true)]
    pub acting: Option<String>,
    /// Show what would be done; change nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// As of an earlier command number or time
    #[arg(long, value_name = "COMMAND|TIME", global = true)]
    pub as_of: Option<String>,
    /// Write names in full where the event shortens them: rulings, appeals, the log and the report
    #[arg(long, global = true, hide = true)]
    pub full_names: bool,
    /// Run it on the laptop that serves the hall; files are sent both ways
    #[arg(long, value_name = "URL", global = true, hide = true)]
    pub server: Option<String>,
    /// Don't make automatic backups
    #[arg(long, global = true, hide = true)]
    pub no_backup: bool,
    /// Print this help
    #[arg(short = 'h', long, action = clap::ArgAction::HelpShort, global = true)]
    pub help: Option<bool>,
    /// The words of the command, for the journal.
    #[arg(skip)]
    pub words: String,
    /// What a sitting of several commands knows of the file; nothing in a command alone.
    #[arg(skip)]
    pub memory: Option<Arc<Memory>>,
    /// The device that asks; none: the laptop itself.
    #[arg(skip)]
    pub device: Option<i64>,
    /// It is answered on the floor, where no file of the laptop is named.
    #[arg(skip)]
    pub on_floor: bool,
    /// The id of its request.
    #[arg(skip)]
    pub request: Option<String>,
    /// Who asks, and is answered.
    #[arg(skip)]
    pub asker: Asker,
    /// The questions that a person has said yes to, by what they are about.
    #[arg(skip)]
    pub granted: Vec<String>,
    /// When the command is given, in whole seconds.
    #[arg(skip = now())]
    pub now: DateTime<FixedOffset>,
}

impl Everywhere {
    /// The same for a sitting: its commands stay with the file that it begins with, and read it again only where others have changed it.
    pub fn sitting(&self) -> Result<Self, Failure> {
        let file = Some(self.tournament()?);
        Ok(Self { file, memory: Some(Arc::new(Memory::of_one_tournament())), ..self.clone() })
    }

    /// The tournament's file: the one that the line names, or the environment, or the only one in the folder.
    pub fn tournament(&self) -> Result<PathBuf, Failure> {
        tournament_file(self.named_file(), &self.asker.environment)
    }

    /// The file that the line names, or else the environment.
    pub fn named_file(&self) -> Option<&Path> {
        self.file.as_deref().or(self.asker.environment.file.as_deref())
    }

    /// Whether nothing names a tournament and none is in the folder.
    pub fn is_without_tournament(&self) -> bool {
        self.named_file().is_none() && file_names(&self.asker.environment.here()).is_ok_and(|here| here.is_empty())
    }

    /// The same for the next command of a sitting: at its own moment, and on the terminal as it is by then.
    pub fn anew(&self) -> Self {
        Self { now: now(), asker: self.asker.anew(), ..self.clone() }
    }

    /// The moment of the command as files have it, RFC 3339 with offset.
    pub fn at(&self) -> String {
        self.now.to_rfc3339()
    }

    /// Whether somebody at a terminal can be asked before something is done.
    pub fn asks(&self) -> bool {
        self.asker.seat.answers() && !self.json && !self.dry_run
    }

    /// Goes on if a person said yes to this question. Otherwise gives the failure that lets [`Everywhere::asked`] ask it, or that says how to insist.
    pub fn confirm(&self, question: Question, otherwise: Failure) -> Result<(), Failure> {
        let (question, otherwise) = self.may_ask(question, otherwise)?;
        // What is only tried goes on where a person could say yes, and nowhere else.
        match self.dry_run || self.granted.contains(&question.about) {
            true => Ok(()),
            false => Err(otherwise.asking(question)),
        }
    }

    /// A question that is asked later, where somebody can answer it.
    pub fn may_ask(&self, question: Question, otherwise: Failure) -> Result<(Question, Failure), Failure> {
        let is_asked = self.asker.seat.answers() && !self.json;
        if is_asked { Ok((question, otherwise)) } else { Err(otherwise) }
    }

    /// The one place that asks. Tries something with the questions that a person has said yes to, until there is none left to ask. It is
    /// tried anew after each: nothing is locked while a person thinks.
    pub fn asked<T>(&self, mut attempt: impl FnMut(&Self) -> Result<T, Failure>) -> Result<T, Failure> {
        let mut outcome = attempt(self);
        let mut granted = self.granted.clone();
        while let Some(question) = outcome.as_mut().err().and_then(|failure| failure.question.take())
            && self.asker.ask(&question)
        {
            granted.push(question.about);
            outcome = attempt(&Self { granted: granted.clone(), ..self.anew() });
        }
        outcome
    }
}
