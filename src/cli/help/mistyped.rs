//! A command line that cannot be read, told as every other mistake: what is wrong, and what to type instead.

use crate::cli::desk::list;
use crate::cli::failure::Failure;
use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::error::Error as _;

/// What is wrong with these words (without `bughouse` itself), as the reader of the command line found it.
pub fn failure(error: &Error, words: &[String], whole: Command) -> Failure {
    let line = Line::read(words, whole);
    let one = |kind| named(error, kind).into_iter().next().unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let typed = format!("{} {}", line.path, one(ContextKind::InvalidSubcommand));
            let like = named(error, ContextKind::SuggestedSubcommand);
            let hint = if like.is_empty() { line.choices() } else { format!("did you mean {}?", like.join(" or ")) };
            Failure::mistyped(format!("there is no command `{typed}`")).hint(hint)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Failure::mistyped(format!("`{}` needs one word more", line.path)).hint(line.choices())
        }
        ErrorKind::UnknownArgument => unknown_argument(&one(ContextKind::InvalidArg), &one(ContextKind::SuggestedArg), &line),
        ErrorKind::MissingRequiredArgument => {
            let missing: Vec<String> = named(error, ContextKind::InvalidArg).iter().map(|arg| plain(arg)).collect();
            let verb = if missing.len() == 1 { "is" } else { "are" };
            Failure::mistyped(format!("{} {verb} missing after `{}`", missing.join(" and "), line.path)).hint(line.written())
        }
        ErrorKind::InvalidValue => {
            let (arg, value) = (plain(&one(ContextKind::InvalidArg)), one(ContextKind::InvalidValue));
            if value.is_empty() {
                return Failure::mistyped(format!("{arg}: the value is missing")).hint(line.told(&arg));
            }
            let like = named(error, ContextKind::SuggestedValue);
            let like = if like.is_empty() { String::new() } else { format!("did you mean {}? ", like.join(" or ")) };
            let valid = list(named(error, ContextKind::ValidValue));
            Failure::mistyped(format!("{arg} cannot be \"{value}\"")).hint(format!("{like}choose one of {valid}"))
        }
        ErrorKind::ValueValidation => {
            let (arg, value) = (one(ContextKind::InvalidArg), one(ContextKind::InvalidValue));
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            let failure = Failure::mistyped(format!("{}: {}", plain(&arg), reason_in_words(&arg, &value, &reason)));
            failure.hint(if arg.starts_with('-') { line.told(&plain(&arg)) } else { line.written() })
        }
        ErrorKind::ArgumentConflict => {
            let (arg, prior) = (plain(&one(ContextKind::InvalidArg)), named(error, ContextKind::PriorArg));
            let prior: Vec<String> = prior.iter().map(|arg| plain(arg)).collect();
            if prior.is_empty() || prior.contains(&arg) {
                return Failure::mistyped(format!("{arg} is given twice")).hint(line.written());
            }
            Failure::mistyped(format!("{arg} and {} do not go together", prior.join(", "))).hint(line.written())
        }
        _ => {
            let text = error.to_string();
            Failure::mistyped(text.lines().next().unwrap_or_default().trim_start_matches("error: ")).hint(line.written())
        }
    }
}

fn unknown_argument(arg: &str, like: &str, line: &Line) -> Failure {
    if !arg.starts_with('-') {
        let section =
            if line.command.get_arguments().any(|arg| arg.get_long() == Some("section")) { "; a section goes after --section" } else { "" };
        let hint = format!("{}; a name of several words goes in quotes{section}", line.written());
        return Failure::mistyped(format!("\"{arg}\" is one word too many for `{}`", line.path)).hint(hint);
    }
    let failure = Failure::mistyped(format!("`{}` has no option {arg}", line.path));
    failure.hint(if like.is_empty() { line.written() } else { format!("did you mean {}?", plain(like)) })
}

/// Why a value does not do, in plain words.
fn reason_in_words(arg: &str, value: &str, reason: &str) -> String {
    if arg.contains("DATE") {
        return format!("\"{value}\" is no day; write YYYY-MM-DD, such as 2026-05-02");
    }
    if reason.starts_with("invalid digit") || reason.starts_with("cannot parse integer") {
        return format!("\"{value}\" is no number");
    }
    match reason.split_once(" is not in ").and_then(|(number, range)| Some((number, range.split_once("..=")?))) {
        Some((number, (from, to))) => format!("{number} is not between {from} and {to}"),
        None => reason.to_owned(),
    }
}

/// `--name <NAME>` and `<RESULT>`, as one speaks of them.
fn plain(arg: &str) -> String {
    let option = arg.split([' ', '=']).next().unwrap_or_default();
    if option.starts_with('-') { option.to_owned() } else { arg.trim_matches(['<', '>', '[', ']', '.']).to_owned() }
}

fn named(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(one)) => vec![one.clone()],
        Some(ContextValue::Strings(several)) => several.clone(),
        _ => Vec::new(),
    }
}

/// The command that the words begin with.
struct Line {
    /// `bughouse section add`.
    path: String,
    command: Command,
}

impl Line {
    fn read(words: &[String], mut whole: Command) -> Self {
        whole.build();
        let (mut command, mut path) = (whole, "bughouse".to_owned());
        for word in words.iter().filter(|word| !word.starts_with('-')) {
            let Some(found) = command.find_subcommand(word).cloned() else { break };
            path = format!("{path} {word}");
            command = found;
        }
        Self { path, command }
    }

    /// How the command is written.
    fn written(&self) -> String {
        let usage = self.command.clone().render_usage().to_string();
        let usage = usage.lines().next().unwrap_or_default().trim_start_matches("Usage: ").replace(" [OPTIONS]", "");
        format!("write `{usage}`; `{} --help` tells more", self.path)
    }

    /// Where an option is explained.
    fn told(&self, option: &str) -> String {
        format!("`{} --help` tells what {option} takes", self.path)
    }

    /// The words that may come next.
    fn choices(&self) -> String {
        let names: Vec<&str> = self.command.get_subcommands().filter(|c| !c.is_hide_set()).map(Command::get_name).collect();
        format!("one of {}; `{} --help` tells what each does", list(names), self.path)
    }
}
