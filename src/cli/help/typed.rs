//! Makes the words of a line ready for the reader of the command line: help that is asked for in words, and values that begin with a
//! hyphen, which it would take for options.

use super::line::{Line, Role};
use super::pages::definitions;
use clap::Command;
use std::ffi::OsString;

/// The definitions, and the words to be read by them.
pub fn ready(words: impl Iterator<Item = OsString>) -> (Command, Vec<OsString>) {
    let mut whole = definitions();
    whole.build();
    let words = hyphens(help(words.collect(), &whole), &whole);
    let roles = Line::read(&texts(&words), &whole).roles;
    let begins_with_a_hyphen =
        words.iter().zip(&roles).any(|(word, role)| *role == Role::Free && word.to_string_lossy().starts_with('-'));
    let whole = if begins_with_a_hyphen { whole.mut_subcommands(takes_hyphens) } else { whole };
    (whole, words)
}

/// `help pair` and `pairing help` ask for what `pair --help` and `pairing --help` show; `version` for `--version`.
fn help(mut words: Vec<OsString>, whole: &Command) -> Vec<OsString> {
    let line = Line::read(&texts(&words), whole);
    let Some(at) = line.roles.iter().position(|role| *role == Role::Free) else { return words };
    let meant = match words[at].to_str() {
        Some("help") if line.command.has_subcommands() => "--help",
        Some("version") if line.path == "bughouse" => "--version",
        _ => return words,
    };
    words.remove(at);
    words.push(meant.into());
    words
}

/// Joins an option and its value where the value begins with a hyphen: `--name "-Dash"` becomes `--name=-Dash`.
fn hyphens(words: Vec<OsString>, whole: &Command) -> Vec<OsString> {
    let roles = Line::read(&texts(&words), whole).roles;
    let mut ready: Vec<OsString> = Vec::with_capacity(words.len());
    for (word, role) in words.into_iter().zip(roles) {
        match ready.last_mut() {
            Some(option) if role == Role::Value && word.to_string_lossy().starts_with('-') => {
                option.push("=");
                option.push(word);
            }
            _ => ready.push(word),
        }
    }
    ready
}

/// The command, with hyphens allowed at the beginning of each name that it takes.
fn takes_hyphens(command: Command) -> Command {
    let one_name = |arg: &clap::Arg| arg.is_positional() && !matches!(arg.get_action(), clap::ArgAction::Append);
    let command = command.mut_args(|arg| if one_name(&arg) { arg.allow_hyphen_values(true) } else { arg });
    command.mut_subcommands(takes_hyphens)
}

fn texts(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::ready;

    #[test]
    fn values_that_begin_with_a_hyphen_are_joined_and_options_are_not() {
        for (typed, read) in [
            (&["new", "x", "--name", "-Dash Open"][..], &["new", "x", "--name=-Dash Open"][..]),
            (&["new", "x", "--name", "--json"], &["new", "x", "--name", "--json"]),
            (&["ruling", "void", "1", "--reason", "-x"], &["ruling", "void", "1", "--reason=-x"]),
            (&["-f", "-odd", "status"], &["-f=-odd", "status"]),
            (&["result", "12", "-/+"], &["result", "12", "-/+"]),
        ] {
            assert_eq!(ready(typed.iter().map(Into::into)).1, read, "{typed:?}");
        }
    }

    #[test]
    fn help_is_asked_for_in_words() {
        for (typed, read) in [
            (&["help"][..], &["--help"][..]),
            (&["help", "section", "add"], &["section", "add", "--help"]),
            (&["-f", "x", "help", "pair"], &["-f", "x", "pair", "--help"]),
            (&["pairing", "help"], &["pairing", "--help"]),
            (&["version"], &["--version"]),
            (&["explain", "help"], &["explain", "help"]),
        ] {
            assert_eq!(ready(typed.iter().map(Into::into)).1, read, "{typed:?}");
        }
    }
}
