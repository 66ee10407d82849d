//! The desk: what a director types and what comes back. One file a command; load, decide, save, show.

mod answer;
mod bug;
mod command_line;
mod command_text;
mod consequences;
mod desk;
mod engine;
mod entry;
mod environment;
mod everywhere;
mod export;
mod failure;
mod foreign;
mod hall;
mod help;
mod moment;
mod naming;
mod new;
mod paper;
mod printed;
mod question;
mod refusal;
mod registration;
mod remote;
mod reported;
mod rescue;
mod rounds;
mod rulings;
mod safety;
mod seat;
mod sections;
mod show;
mod status;
mod trial;
mod window;
mod wording;
mod written;

use crate::cli::command_text::cmd;
use crate::tournament::marks::unmarked;
use answer::Answer;
use clap::{FromArgMatches, Parser, Subcommand};
use command_line::CommandLine;
use desk::{Access, Desk, Verb};
use entry::{enter, result, shell};
use everywhere::Everywhere;
use failure::Failure;
use hall::{device, reports, serve};
use help::{cheat_sheet, mistyped};
use moment::now;
use paper::{prize, projector, publish, sheets, slips, stale};
use registration::{check_in, import, official, partner, school, team};
use rounds::{absent, bye, check_pairing, clock, pair, pairing};
use rulings::{appeal, rules, ruling};
use safety::{backup, check, history, recover, restore};
use sections::{event, section};
use show::Asker;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use trial::{demo, rehearse};

/// Run a bughouse tournament: pair rounds, take results, rule, print.
#[derive(Debug, Parser)]
#[command(name = "bughouse", version, disable_help_subcommand = true, disable_help_flag = true, max_term_width = 80)]
struct Cli {
    #[command(flatten)]
    everywhere: Everywhere,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(demo::Demo),
    New(new::New),
    #[command(subcommand)]
    Event(event::EventCommand),
    #[command(subcommand)]
    Section(section::SectionCommand),
    #[command(subcommand)]
    Official(official::OfficialCommand),
    Import(import::Import),
    #[command(subcommand)]
    Team(team::TeamCommand),
    #[command(subcommand)]
    Partner(partner::PartnerCommand),
    CheckIn(check_in::CheckIn),
    #[command(subcommand)]
    School(school::SchoolCommand),
    Fees(school::Fees),
    Bye(bye::Bye),
    CheckPairing(check_pairing::CheckPairing),
    Rehearse(rehearse::Rehearse),
    Pair(pair::Pair),
    Round(pair::RoundCommand),
    Unpair(pair::Unpair),
    #[command(subcommand)]
    Pairing(pairing::PairingCommand),
    Explain(pair::Explain),
    Start(clock::Start),
    Absent(absent::Absent),
    Result(result::ResultCommand),
    Enter(enter::Enter),
    Rules(rules::Rules),
    #[command(subcommand)]
    Ruling(ruling::RulingCommand),
    Rule(rulings::offence::Rule),
    #[command(subcommand)]
    Appeal(appeal::AppealCommand),
    Status(status::Status),
    Pairings(sheets::Pairings),
    Projector(projector::Projector),
    Standings(sheets::Standings),
    Crosstable(sheets::Crosstable),
    Teams(sheets::Teams),
    Times(clock::Times),
    #[command(subcommand)]
    Prize(prize::PrizeCommand),
    Prizes(prize::Prizes),
    Ceremony(prize::Ceremony),
    Slips(slips::Slips),
    Cards(slips::Cards),
    ByHand(sheets::ByHand),
    Report(sheets::EventReport),
    Publish(publish::Publish),
    Stale(stale::Stale),
    #[cfg(feature = "pdf")]
    Templates(paper::templates::Templates),
    Undo(history::Undo),
    Redo(history::Redo),
    Log(history::Log),
    Check(check::Check),
    #[command(subcommand)]
    Export(export::ExportCommand),
    #[command(subcommand)]
    Engine(engine::EngineCommand),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Shell(shell::Shell),
    CheatSheet(cheat_sheet::CheatSheet),
    Completions(cheat_sheet::Completions),
    Manual(cheat_sheet::Manual),
    Recover(recover::Recover),
    Desk(window::DeskCommand),
    Serve(serve::Serve),
    #[command(subcommand)]
    Device(device::DeviceCommand),
    Join(remote::join::Join),
    Standby(remote::standby::Standby),
    Reports(reports::ReportsCommand),
}

/// The command that works on the open tournament, and whether it changes that; the others are run by arms of their own.
macro_rules! verb {
    ($command:ident { $($own:tt)* }
        only looks: $($looks:ident)*; takes back: $($back:ident)*; tells itself: $($tells:ident)*) => {
        match $command {
            $($own)*
            $(Self::$looks(verb) => (Access::Read, verb),)*
            $(Self::$back(verb) => (Access::History, verb),)*
            $(Self::$tells(verb) => (verb.access(), verb),)*
        }
    };
}

impl Command {
    /// The files that the command reads beside the tournament.
    fn inputs(&self) -> Vec<&Path> {
        match self {
            Self::Import(import) => vec![import.registrations()],
            Self::Engine(command) => command.trf().into_iter().collect(),
            Self::Rules(rules) => rules.rulebook_file().into_iter().collect(),
            Self::Section(section::SectionCommand::Checkin(checkin)) => vec![&checkin.file],
            _ => Vec::new(),
        }
    }

    /// Commands that answer in sentences and do their work outside of one transaction, so that it could not be taken back.
    fn only_says(&self) -> bool {
        match self {
            Self::New(_) | Self::Demo(_) | Self::Manual(_) | Self::Restore(_) | Self::Recover(_) => true,
            Self::Enter(_) | Self::Shell(_) | Self::Publish(_) | Self::Join(_) | Self::Standby(_) => true,
            #[cfg(feature = "pdf")]
            Self::Templates(_) => true,
            Self::Backup(backup) => backup.is_one_copy(),
            _ => false,
        }
    }

    /// Runs the command, with what a person is asked before it is done.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        everywhere.asked(|everywhere| self.attempt(everywhere))
    }

    /// Runs the command in one transaction, or in its own where it opens no tournament or several.
    fn attempt(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if everywhere.as_of.is_some()
            && matches!(
                self,
                Self::New(_) | Self::Import(_) | Self::Enter(_) | Self::Backup(_) | Self::Restore(_) | Self::Recover(_)
            )
        {
            return Err(desk::only_reading());
        }
        let is_the_directors = matches!(
            self,
            Self::Ruling(_) | Self::Rule(_) | Self::Appeal(_) | Self::Log(_) | Self::Report(_) | Self::Shell(_)
        );
        if everywhere.full_names && !is_the_directors {
            return Err(Failure::mistyped("--full-names is for rulings, appeals, the log and the director's report")
                .hint(format!(
                    "other sheets show names as the section says: {}",
                    cmd!("section edit SECTION --names full")
                )));
        }
        if let Some(output) = &everywhere.output {
            if self.only_says() {
                answer::said_as(output)?;
            }
            written::may_be_written(output, &self.inputs(), everywhere)?;
        }
        let _turn = if let Self::Publish(publish) = self { publish.turn(everywhere)? } else { None };
        let (access, verb): (Access, &dyn Verb) = verb!(self {
            Self::New(new) => return new.run(everywhere),
            Self::Demo(demo) => return demo.run(everywhere),
            #[cfg(feature = "pdf")]
            Self::Templates(templates) => return templates.run(everywhere),
            Self::Rules(rules) => return rules.run(everywhere),
            Self::Engine(command) => return command.run(everywhere),
            Self::Enter(enter) => return enter.run(everywhere),
            Self::Shell(shell) => return shell.run(everywhere),
            Self::Completions(completions) => return Ok(completions.run()),
            Self::CheatSheet(_) => return cheat_sheet::CheatSheet::run(everywhere),
            Self::Manual(manual) => return manual.run(everywhere),
            Self::Backup(backup) => return backup.run(everywhere),
            Self::Restore(restore) => return restore.run(everywhere),
            Self::Import(import) => return import.run(everywhere),
            Self::Status(status) => return status.run(everywhere),
            Self::Rehearse(rehearse) => return rehearse.run(everywhere),
            Self::Projector(projector) => return projector.run(everywhere),
            Self::Recover(recover) => return recover.run(everywhere),
            Self::Desk(desk) => return desk.run(everywhere),
            Self::Serve(serve) => return serve.run(everywhere),
            Self::Standby(standby) => return standby.run(everywhere),
            Self::Join(join) => return join.run(everywhere.server.as_deref(), everywhere.dry_run),
            Self::Team(team::TeamCommand::Names(names)) if names.is_a_sitting(everywhere) => {
                return names.sit(everywhere);
            }
            Self::Section(section::SectionCommand::Options) => return Ok(sections::options::every_option()),
        } only looks: CheckPairing Explain Pairings Standings Crosstable Teams Prizes Ceremony Slips Cards ByHand Report Publish
            Log Check Export; takes back: Undo Redo; tells itself: Event Section Official Team Partner CheckIn School Fees Bye Pair
            Round Unpair Pairing Start Absent Result Ruling Rule Appeal Times Prize Stale Device Reports);
        at_the_desk(verb, access, everywhere)
    }
}

/// Runs a command that works on the tournament, in one transaction.
fn at_the_desk(verb: &dyn Verb, access: Access, everywhere: &Everywhere) -> Result<Answer, Failure> {
    let mut desk = Desk::open(everywhere, access)?;
    let outcome = verb.run(&mut desk);
    desk.end(outcome)
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
    let (definitions, words) = help::mistyped::ready(words.map(|word| without_marks(word.into())));
    definitions.try_get_matches_from(std::iter::once(OsString::from("bughouse")).chain(words))
}

/// Whether a typed line can be read as a command; it is not run.
pub fn understood(line: &str) -> Result<(), String> {
    let words = wording::split(line).map_err(|failure| show::told(&failure))?;
    match read(words.iter().map(String::as_str), &Asker::default()) {
        Err(error) if error.use_stderr() => {
            Err(show::told(&mistyped::failure(&error, &words, help::pages::definitions())))
        }
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

/// Runs the command of these words. Its answer is not shown, but a document is written where the words ask for one.
fn run_words(words: &[&str], asker: &Asker) -> Result<Answer, Failure> {
    let (command, everywhere) = command_of(words, asker)?;
    let mut answer = command.run(&everywhere)?;
    answer.write(&everywhere)?;
    answer.backup.iter().for_each(|due| answer::back_up(due, asker));
    Ok(answer)
}

/// What is wrong with a line that cannot be read. Where only quotes were forgotten, the tournament's names tell it.
fn unread(error: &clap::Error, words: &[String], everywhere: Option<Everywhere>) -> Failure {
    let failure = mistyped::failure(error, words, help::pages::definitions());
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

/// Runs one command of a sitting, and shows its answer. Options of every command hold as they were given for the sitting, unless the
/// line says otherwise.
fn run_line(words: &[String], sitting: &Everywhere) -> Result<(), Failure> {
    if sitting.asker.elsewhere().is_some() {
        return Err(Failure::mistyped("from another desk each command is given by itself, not among slips")
            .hint(CommandLine::of(words).typed_at(Some(("--server", "URL")))));
    }
    let mut cli = match read(words.iter().map(String::as_str), &sitting.asker) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return Err(unread(&error, words, Some(sitting.clone()))),
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
    everywhere.acting = everywhere.acting.take().or_else(|| sitting.acting.clone());
    everywhere.dry_run |= sitting.dry_run;
    everywhere.full_names |= sitting.full_names;
    everywhere.no_backup |= sitting.no_backup;
    everywhere.now = sitting.now;
    everywhere.memory = sitting.memory.clone().filter(|_| !is_elsewhere);
    everywhere.words = wording::as_typed(words.iter().cloned());
    let command = cli.command.unwrap_or(Command::Status(status::Status::default()));
    command.run(&cli.everywhere)?.show(&cli.everywhere).map(drop)
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

/// Much here and in the libraries counts from 1970, and a clock that stands before it is wrong anyway.
fn clock_is_set() -> Result<(), Failure> {
    let wrong = Failure::machine("the computer's clock stands before 1970");
    if now().timestamp() < 0 { Err(wrong.hint("set it, and type the command again")) } else { Ok(()) }
}

/// Runs the command of these words for whoever asks, shows its answer there, and gives its exit code.
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
    let outcome = match everywhere.server.clone() {
        Some(server) => remote::run(&server, &command, words, &everywhere),
        None => command.run(&everywhere).and_then(|answer| answer.show(&everywhere)),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => asker.failure(&failure, everywhere.json),
    }
}
