//! The desk: what a director types and what comes back. One file a command; load, decide, save, show.

mod answer;
mod backup;
mod bye;
mod check;
mod consequences;
mod desk;
mod enter;
mod enter_live;
mod entering;
mod failure;
mod history;
mod log_filter;
mod new;
mod official;
mod pair;
mod pairing;
mod proposal;
mod rescue;
mod restore;
mod result;
mod rules;
mod scores;
mod section;
mod section_options;
mod sheets;
mod show;
mod slip;
mod status;
mod team;
mod team_show;

use crate::report::render::Paper;
use answer::Answer;
use clap::{Args, Parser, Subcommand};
use desk::{Access, Desk, Verb};
use failure::Failure;
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a bughouse tournament: pair rounds, take results, rule, print.
#[derive(Debug, Parser)]
#[command(name = "bughouse", version, arg_required_else_help = false, disable_help_subcommand = true, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    everywhere: Everywhere,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
pub(crate) struct Everywhere {
    /// The tournament's file [default: the only one here]
    #[arg(short = 'f', long = "file", value_name = "FILE", env = "BUGHOUSE_FILE", global = true, hide_env = true)]
    pub file: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Write the document to FILE (.pdf .html .csv .txt .json)
    #[arg(short = 'o', long = "output", value_name = "FILE", global = true)]
    pub output: Option<PathBuf>,
    /// Paper for .pdf
    #[arg(long, value_name = "SIZE", global = true, default_value = "letter")]
    pub paper: Paper,
    /// Your own sheet templates for .pdf
    #[arg(long, value_name = "DIR", global = true)]
    pub templates: Option<PathBuf>,
    /// The official who acts
    #[arg(long = "as", value_name = "NAME", env = "BUGHOUSE_OFFICIAL", global = true, hide_env = true)]
    pub acting: Option<String>,
    /// Say what would be done, change nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// As things stood after a command (its number in `log`) or at a time; for what only reads
    #[arg(long, value_name = "COMMAND|TIME", global = true)]
    pub as_of: Option<String>,
    /// Make no backups by themselves
    #[arg(long, env = "BUGHOUSE_NO_BACKUP", global = true, hide = true, value_parser = clap::builder::FalseyValueParser::new(), action = clap::ArgAction::SetTrue)]
    pub no_backup: bool,
    /// The words of the command, for the journal.
    #[arg(skip)]
    pub words: String,
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::New),
    #[command(subcommand)]
    Section(section::SectionCommand),
    #[command(subcommand)]
    Official(official::OfficialCommand),
    #[command(subcommand)]
    Team(team::TeamCommand),
    Bye(bye::Bye),
    Pair(pair::Pair),
    Unpair(pair::Unpair),
    #[command(subcommand)]
    Pairing(pairing::PairingCommand),
    Result(result::ResultCommand),
    Enter(enter::Enter),
    Status(status::Status),
    Pairings(sheets::Pairings),
    Standings(sheets::Standings),
    Crosstable(sheets::Crosstable),
    Teams(sheets::Teams),
    Undo(history::Undo),
    Redo(history::Redo),
    Log(history::Log),
    Check(check::Check),
    Backup(backup::Backup),
    Restore(restore::Restore),
}

impl Command {
    /// Runs the command in one transaction, or in its own where it opens no tournament or several.
    async fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if everywhere.as_of.is_some() && matches!(self, Self::New(_) | Self::Enter(_) | Self::Backup(_) | Self::Restore(_)) {
            return Err(desk::only_reading());
        }
        let (access, verb): (Access, &dyn Verb) = match self {
            Self::New(new) => return new.run(everywhere).await,
            Self::Enter(enter) => return enter.run(everywhere).await,
            Self::Backup(backup) => return backup.run(everywhere).await,
            Self::Restore(restore) => return restore.run(everywhere).await,
            Self::Section(command) => (command.access(), command),
            Self::Official(command) => (command.access(), command),
            Self::Team(command) => (command.access(), command),
            Self::Bye(command) => (Access::Write, command),
            Self::Pair(command) => (Access::Write, command),
            Self::Unpair(command) => (Access::Write, command),
            Self::Pairing(command) => (Access::Write, command),
            Self::Result(command) => (Access::Write, command),
            Self::Undo(command) => (Access::History, command),
            Self::Redo(command) => (Access::History, command),
            Self::Status(command) => (Access::Read, command),
            Self::Pairings(command) => (Access::Read, command),
            Self::Standings(command) => (Access::Read, command),
            Self::Crosstable(command) => (Access::Read, command),
            Self::Teams(command) => (Access::Read, command),
            Self::Log(command) => (Access::Read, command),
            Self::Check(command) => (Access::Read, command),
        };
        let mut desk = Desk::open(everywhere, access).await?;
        match verb.run(&mut desk).await {
            Ok(answer) => desk.close(answer).await,
            Err(failure) => Err(desk.abandon(failure).await),
        }
    }
}

/// Reads the command line, runs it, prints the answer and gives the exit code.
pub fn main() -> ExitCode {
    let wants_json = std::env::args_os().any(|a| a == "--json");
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if wants_json && error.use_stderr() => {
            let text = error.to_string();
            let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
            show::failure(&Failure::mistyped(message).hint("add --help to see how the command is written"), true);
            return ExitCode::from(2);
        }
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            show::failure(&Failure::machine(format!("the system gave no timer: {error}")), wants_json);
            return ExitCode::from(3);
        }
    };
    let Cli { mut everywhere, command } = cli;
    everywhere.words = desk::as_typed(std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()));
    let command = command.unwrap_or(Command::Status(status::Status {}));
    match runtime.block_on(command.run(&everywhere)).and_then(|answer| answer.show(&everywhere)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            show::failure(&failure, everywhere.json);
            ExitCode::from(failure.code as u8)
        }
    }
}
