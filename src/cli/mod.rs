//! The desk: what a director types and what comes back. One file a command; load, decide, save, show.

mod answer;
mod bug;
mod changes;
mod command_line;
mod command_text;
mod consequences;
mod desk;
mod device;
mod engine;
mod entry;
mod environment;
mod everywhere;
mod export;
mod failure;
mod foreign;
mod hall;
mod help;
mod keyboard;
mod manual;
mod matches;
mod memory;
mod moment;
mod naming;
mod new;
mod new_from;
mod open_reports;
mod options;
mod paper;
mod printed;
mod question;
mod ratings;
mod refusal;
mod registration;
mod remarks;
mod remote;
mod reported;
mod rescue;
mod rounds;
mod rulings;
mod safety;
mod scene;
mod seat;
mod sections;
mod shell;
mod shorthand;
mod show;
mod status;
mod traits;
mod trial;
mod window;
mod wording;
mod written;

use crate::cli::command_text::cmd;
use crate::tournament::marks::unmarked;
use answer::Answer;
use clap::{FromArgMatches, Parser, Subcommand};
use command_line::CommandLine;
use desk::{Access, Desk, Runs};
use entry::{enter, reports, result};
use everywhere::Everywhere;
use failure::Failure;
use hall::serve;
use help::mistyped;
use help::pages::definitions;
use moment::now;
use paper::{bracket, cheat_sheet, prize, projector, publish, sheets, slips, stale};
use registration::{check_in, import, official, partner, school, team};
use rounds::{absent, bye, check_pairing, clock, pair, pairing};
use rulings::{appeal, rules, ruling};
use safety::{backup, check, history, recover, restore};
use sections::{event, section};
use show::Asker;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use traits::{Afar, Traits};
use trial::{demo, rehearse};

/// Run a bughouse tournament: pair rounds, take results, rule, print.
#[derive(Debug, Parser)]
#[command(name = "bughouse", version = env!("BUGHOUSE_BUILD"), disable_help_subcommand = true, disable_help_flag = true, max_term_width = 80)]
struct Cli {
    #[command(flatten)]
    everywhere: Everywhere,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The commands in the order of the day, a line each: what one takes, is like and does is in its own file.
macro_rules! commands {
    ($($(@[$($condition:tt)*])? $(#[$attribute:meta])* $name:ident($command:ty),)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$($condition)*])? $(#[$attribute])* $name($command),)*
        }

        impl Command {
            /// What each is like as a rule.
            const EVERY: &'static [Traits] = &[$($(#[$($condition)*])? <$command as Runs>::TRAITS,)*];

            /// What it is like with the arguments that it was given.
            fn traits(&self) -> Traits {
                match self { $($(#[$($condition)*])? Self::$name(command) => Runs::traits(command),)* }
            }

            /// The files that it reads beside the tournament.
            fn inputs(&self) -> Vec<&Path> {
                match self { $($(#[$($condition)*])? Self::$name(command) => command.inputs(),)* }
            }

            fn is_run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
                match self { $($(#[$($condition)*])? Self::$name(command) => Runs::run(command, everywhere),)* }
            }
        }
    };
}

commands! {
    New(new::New),
    #[command(subcommand)]
    Event(event::EventCommand),
    #[command(subcommand)]
    Section(section::SectionCommand),
    #[command(subcommand)]
    Official(official::OfficialCommand),
    Import(import::Import),
    #[command(subcommand)]
    Ratings(ratings::RatingsCommand),
    #[command(subcommand)]
    Team(team::TeamCommand),
    #[command(subcommand)]
    School(school::SchoolCommand),
    Fees(school::Fees),
    #[command(subcommand)]
    Partner(partner::PartnerCommand),
    Demo(demo::Demo),
    CheckIn(check_in::CheckIn),
    Bye(bye::Bye),
    CheckPairing(check_pairing::CheckPairing),
    Times(clock::Times),
    Cards(slips::Cards),
    Rehearse(rehearse::Rehearse),
    Round(pair::RoundCommand),
    Pair(pair::Pair),
    Unpair(pair::Unpair),
    #[command(subcommand)]
    Pairing(pairing::PairingCommand),
    Pairings(sheets::Pairings),
    Bracket(bracket::Bracket),
    Projector(projector::Projector),
    Slips(slips::Slips),
    Explain(pair::Explain),
    Start(clock::Start),
    Absent(absent::Absent),
    Result(result::ResultCommand),
    Enter(enter::Enter),
    Reports(reports::ReportsCommand),
    Rule(rulings::offence::Rule),
    #[command(subcommand)]
    Ruling(ruling::RulingCommand),
    #[command(subcommand)]
    Appeal(appeal::AppealCommand),
    Rules(rules::Rules),
    Status(status::Status),
    Standings(sheets::Standings),
    Crosstable(sheets::Crosstable),
    Teams(sheets::Teams),
    #[command(subcommand)]
    Prize(prize::PrizeCommand),
    Prizes(prize::Prizes),
    Ceremony(prize::Ceremony),
    Report(sheets::EventReport),
    Undo(history::Undo),
    Redo(history::Redo),
    Log(history::Log),
    Check(check::Check),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Recover(recover::Recover),
    ByHand(sheets::ByHand),
    Stale(stale::Stale),
    #[command(subcommand)]
    Export(export::ExportCommand),
    Publish(publish::Publish),
    #[command(subcommand)]
    Engine(engine::EngineCommand),
    @[cfg(feature = "pdf")]
    Templates(paper::templates::Templates),
    Completions(manual::Completions),
    Desk(window::DeskCommand),
    Serve(serve::Serve),
    #[command(subcommand)]
    Device(device::DeviceCommand),
    Join(remote::join::Join),
    Standby(remote::standby::Standby),
    Shell(shell::Shell),
    CheatSheet(cheat_sheet::CheatSheet),
    Manual(manual::Manual),
    Version(remote::version::Version),
}

impl Command {
    /// The commands that are typed first, each with what it is like as a rule.
    fn every(whole: &clap::Command) -> impl Iterator<Item = (&str, Traits)> {
        whole.get_subcommands().map(clap::Command::get_name).zip(Self::EVERY.iter().copied())
    }

    /// Has it done here, or by the laptop that serves the hall, and shows its answer. Gives its exit code.
    fn is_given(&self, words: &[String], everywhere: &Everywhere) -> Result<u8, Failure> {
        match &everywhere.server {
            Some(server) => remote::run(server, self, words, everywhere),
            None => self.run(everywhere)?.show(everywhere),
        }
    }

    /// Runs it, with what a person is asked before it is done.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        everywhere.asked(|everywhere| self.attempt(everywhere))
    }

    /// Runs it, if its options go with what it is like.
    fn attempt(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let traits = self.traits();
        if everywhere.as_of.is_some() && !traits.only_looks() {
            return Err(desk::only_reading());
        }
        if everywhere.full_names && !traits.shows_names {
            return Err(Failure::mistyped("--full-names is for rulings, appeals, the log and the director's report")
                .hint(format!(
                    "other sheets show names as the section says: {}",
                    cmd!("section edit SECTION --names full")
                )));
        }
        if let Some(output) = &everywhere.output {
            if traits.only_says {
                answer::said_as(output)?;
            }
            written::may_be_written(output, &self.inputs(), everywhere)?;
        }
        self.is_run(everywhere)
    }
}

/// Reads a command line of somebody's, without its first word.
fn read(words: impl Iterator<Item = impl Into<OsString> + Clone>, asker: &Asker) -> Result<Cli, clap::Error> {
    let mut cli = Cli::from_arg_matches(&matched(words)?)?;
    if let Some(Command::Section(section::SectionCommand::Checkout(checkout))) = &mut cli.command {
        checkout.file = cli.everywhere.output.take();
    }
    let (everywhere, environment) = (&mut cli.everywhere, &asker.environment);
    everywhere.acting = everywhere.acting.take().or_else(|| environment.official.clone());
    everywhere.no_backup |= environment.no_backup;
    everywhere.asker = asker.clone();
    Ok(cli)
}

/// A word that was typed, without the marks of our own texts.
fn without_marks(word: OsString) -> OsString {
    word.into_string().map_or_else(|word| word, |word| unmarked(word).into())
}

/// What is named by each word of a command line.
fn matched(words: impl Iterator<Item = impl Into<OsString> + Clone>) -> Result<clap::ArgMatches, clap::Error> {
    let words = mistyped::ready(words.map(|word| without_marks(word.into())));
    definitions().clone().try_get_matches_from(std::iter::once(OsString::from("bughouse")).chain(words))
}

/// Whether a typed line can be read as a command; it is not run.
pub fn understood(line: &str) -> Result<(), String> {
    let words = wording::split(line).map_err(|failure| show::failure_text(&failure))?;
    match read(words.iter().map(String::as_str), &Asker::default()) {
        Err(error) if error.use_stderr() => Err(show::failure_text(&mistyped::failure(&error, &words))),
        _ => Ok(()),
    }
}

/// The command of these words, as if they had been typed; nobody is asked in the middle of it.
fn command_of(words: &[&str], asker: &Asker) -> Result<(Command, Everywhere), Failure> {
    let Cli { mut everywhere, command } =
        read(words.iter().copied(), &asker.unattended()).map_err(|e| Failure::mistyped(e.to_string()))?;
    everywhere.words = wording::as_typed(words.iter().map(|word| (*word).to_owned()));
    Ok((command.ok_or_else(|| Failure::mistyped("no command was given"))?, everywhere))
}

/// Whether a command is one that as a rule no other desk gives.
fn is_for_the_laptop(line: &str) -> bool {
    let first = line.split(' ').next().unwrap_or_default();
    Command::every(definitions()).any(|(name, traits)| name == first && matches!(traits.afar, Afar::Refused { .. }))
}

/// Runs the command of these words. Its answer is not shown, but a document is written where the words ask for one.
fn run_words(words: &[&str], asker: &Asker) -> Result<Answer, Failure> {
    let (command, everywhere) = command_of(words, asker)?;
    let mut answer = command.run(&everywhere)?;
    answer.write(&everywhere)?;
    answer.backup.iter().for_each(|due| answer::back_up(due, asker));
    Ok(answer)
}

/// What is wrong with a line that cannot be read. Where only quotes were forgotten, the tournament's names show it.
fn unread(error: &clap::Error, words: &[String], everywhere: Option<Everywhere>) -> Failure {
    let failure = mistyped::failure(error, words);
    let Some(mut everywhere) = everywhere else { return failure };
    if let Some(file) = CommandLine::of(words).file() {
        everywhere.file = Some(file.into());
    }
    everywhere.words = wording::as_typed(words.iter().cloned());
    match Desk::open(&everywhere, Access::Read) {
        Ok(desk) => {
            let failure = match mistyped::is_a_word_too_many(error) {
                true => desk.or_one_by_one(failure),
                false => desk.or_in_quotes(failure),
            };
            desk.abandon(failure)
        }
        Err(_) => failure,
    }
}

/// Runs a command of a sitting, and shows what it came to.
fn run_typed(typed: &str, sitting: &Everywhere) {
    match words_of(typed) {
        Ok(words) => run_line(&words, sitting),
        Err(failure) => drop(sitting.asker.failure(&failure, sitting.json)),
    }
}

/// The words of a command, of which the first may be left out.
fn words_of(typed: &str) -> Result<Vec<String>, Failure> {
    let mut words = wording::split(typed)?;
    if words.first().is_some_and(|word| word == "bughouse") {
        words.remove(0);
    }
    if CommandLine::of(&words).verb() == "shell" {
        return Err(Failure::mistyped("you are already in the shell").hint("type a command, or q to quit"));
    }
    Ok(words)
}

/// Runs one command of a sitting, and shows what it came to. Options of every command hold as they were given for the sitting, unless the
/// line says otherwise.
fn run_line(words: &[String], sitting: &Everywhere) {
    let (mut words, wants_json) = (words.to_vec(), sitting.json || CommandLine::of(words).has("json"));
    if sitting.dry_run && !CommandLine::of(&words).has("dry-run") {
        // In front: behind `--` it would be a name.
        words.insert(0, "--dry-run".to_owned());
    }
    if let Err(failure) = line_of(&words, sitting) {
        sitting.asker.failure(&failure, wants_json);
    }
}

fn line_of(words: &[String], sitting: &Everywhere) -> Result<(), Failure> {
    let is_here = sitting.server.is_none();
    let mut cli = match read(words.iter().map(String::as_str), &sitting.asker) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return Err(unread(&error, words, is_here.then(|| sitting.clone()))),
        Err(error) => {
            sitting.asker.help(&error);
            return Ok(());
        }
    };
    let everywhere = &mut cli.everywhere;
    let is_elsewhere = everywhere.file.is_some();
    if !is_elsewhere {
        everywhere.file.clone_from(&sitting.file);
    }
    everywhere.server = everywhere.server.take().or_else(|| sitting.server.clone());
    everywhere.acting = everywhere.acting.take().or_else(|| sitting.acting.clone());
    everywhere.full_names |= sitting.full_names;
    everywhere.no_backup |= sitting.no_backup;
    everywhere.now = sitting.now;
    everywhere.memory = sitting.memory.clone().filter(|_| !is_elsewhere);
    everywhere.words = wording::as_typed(words.iter().cloned());
    let command = cli.command.unwrap_or(Command::Status(status::Status::default()));
    command.is_given(words, &cli.everywhere).map(drop)
}

/// Reads the command line, runs it, prints the answer and gives the exit code.
pub fn main() -> ExitCode {
    let typed: Vec<OsString> = std::env::args_os().skip(1).collect();
    let asker = Asker::here();
    let words: Vec<String> = typed.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let wants_json = CommandLine::of(&words).has("json");
    let code = match clock_is_set() {
        Ok(()) => bug::guarded(&asker, wants_json, || answer(&typed, &asker)),
        Err(failure) => asker.failure(&failure, wants_json),
    };
    ExitCode::from(asker.unwritten().map_or(code, |failure| asker.failure(&failure, wants_json)))
}

/// Much here and in the libraries counts from 1970, and a clock that is before it is wrong anyway.
fn clock_is_set() -> Result<(), Failure> {
    let wrong = Failure::machine("the computer's clock is set to before 1970");
    if now().timestamp() < 0 { Err(wrong.hint("set the clock, and type the command again")) } else { Ok(()) }
}

/// Runs the command of these words for the one who asks, shows its answer there, and gives its exit code.
pub(crate) fn answer(typed: &[OsString], asker: &Asker) -> u8 {
    let words = &*typed.iter().map(|word| unmarked(word.to_string_lossy().into_owned())).collect::<Vec<_>>();
    let line = CommandLine::of(words);
    let wants_json = line.has("json");
    if let Some(file) = line.file() {
        asker.commands_name(Path::new(file));
    }
    let cli = match read(typed.iter(), asker) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            let usual = read(["status"].into_iter(), asker).ok().map(|cli| cli.everywhere);
            asker.failure(&unread(&error, words, usual), wants_json);
            return 2;
        }
        Err(error) => {
            asker.help(&error);
            return 0;
        }
    };
    let Cli { mut everywhere, command } = cli;
    let is_double_click = typed.is_empty() && asker.elsewhere().is_none() && seat::is_double_click();
    let command = command.unwrap_or_else(|| match is_double_click {
        true => Command::Desk(window::DeskCommand::by_double_click()),
        false => Command::Status(status::Status::default()),
    });
    if let Some(desk) = asker.elsewhere() {
        (everywhere.device, everywhere.request) = (Some(desk.device), Some(desk.request.clone()));
    }
    everywhere.words = wording::as_typed(words.iter().map(|word| asker.as_seen(word)));
    match command.is_given(words, &everywhere) {
        Ok(code) => code,
        Err(failure) => asker.failure(&failure, everywhere.json),
    }
}
