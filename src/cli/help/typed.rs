//! Makes the words of a line ready for the reader of the command line: help that is asked for in words, and values that begin with a
//! hyphen, which it would take for options.

use super::line::{Line, Role};
use super::pages::definitions;
use clap::Command;
use std::ffi::OsString;

/// The definitions, and the words to be read by them.
pub fn ready(words: impl Iterator<Item = OsString>) -> (Command, Vec<OsString>) {
    let whole = definitions();
    let words = hyphens(help(words.collect(), &whole), &whole);
    let words = names_last(words, &whole);
    (whole, words)
}

/// Where a name begins with a hyphen, all names behind `--`: `check-in -Dash --json` becomes `check-in --json -- -Dash`.
fn names_last(words: Vec<OsString>, whole: &Command) -> Vec<OsString> {
    let roles = Line::read(&texts(&words), whole).roles;
    let begins_with_a_hyphen =
        |(word, role): (&OsString, &Role)| *role == Role::Free && word.to_string_lossy().starts_with('-');
    if !words.iter().zip(&roles).any(begins_with_a_hyphen) || words.iter().any(|word| word == "--") {
        return words;
    }
    let (names, others): (Vec<_>, Vec<_>) = words.into_iter().zip(roles).partition(|(_, role)| *role == Role::Free);
    let word = |(word, _)| word;
    others.into_iter().map(word).chain(["--".into()]).chain(names.into_iter().map(word)).collect()
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

fn texts(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::ready;

    #[test]
    fn values_that_begin_with_a_hyphen_are_joined_and_names_stand_last() {
        for (typed, read) in [
            (&["new", "x", "--name", "-Dash Open"][..], &["new", "x", "--name=-Dash Open"][..]),
            (&["new", "x", "--name", "--json"], &["new", "x", "--name", "--json"]),
            (&["ruling", "void", "1", "--reason", "-x"], &["ruling", "void", "1", "--reason=-x"]),
            (&["-f", "-odd", "status"], &["-f=-odd", "status"]),
            (&["result", "12", "-/+"], &["result", "--", "12", "-/+"]),
            (&["check-in", "-Dash", "3", "--out"], &["check-in", "--out", "--", "-Dash", "3"]),
            (&["check-in", "--out", "--", "-Dash"], &["check-in", "--out", "--", "-Dash"]),
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
