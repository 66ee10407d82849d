//! Which command the words of a line name, and what each of its words is. It reads as the reader of the command line will, but never
//! refuses: what a mistake meant is asked of it, and which values begin with a hyphen.

use super::pages::definitions;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::wording::as_typed;
use crate::tournament::names::likeness;
use clap::{Arg, Command};

/// What one word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It names the command.
    Command,
    /// An option, known or misspelt, with its value where it holds one.
    Option,
    /// The value of the option before it.
    Value,
    /// Anything else: a name, a table, a result.
    Free,
}

/// The command that the words begin with.
pub struct Reading<'c> {
    /// `bughouse section add`.
    pub path: String,
    pub command: &'c Command,
    /// What each word is.
    pub roles: Vec<Role>,
    known: Known<'c>,
}

/// The program and the commands below it down to one, whose options are known there: its own, and of the others those of every command.
struct Known<'c>(Vec<&'c Command>);

impl<'c> Known<'c> {
    fn arguments(&self) -> impl Iterator<Item = &'c Arg> {
        let (last, above) = self.0.split_last().expect("the program itself is there");
        let above = above.iter().flat_map(|command| command.get_arguments().filter(|arg| arg.is_global_set()));
        last.get_arguments().chain(above)
    }
}

impl<'c> Reading<'c> {
    /// Reads the words after `bughouse`. The definitions need not be built, which takes longer than all that is read here.
    pub fn read(words: &[impl AsRef<str>], whole: &'c Command) -> Self {
        let (mut command, mut path, mut roles) = (whole, "bughouse".to_owned(), Vec::new());
        let mut known = Known(vec![whole]);
        let (mut value_is_due, mut options_are_over) = (false, false);
        for word in words.iter().map(AsRef::as_ref) {
            let named = roles.iter().all(|role| *role != Role::Free).then(|| command.find_subcommand(word)).flatten();
            let role = if options_are_over {
                Role::Free
            } else if value_is_due && !is_option(word, &known) {
                Role::Value
            } else if word == "--" {
                options_are_over = true;
                Role::Option
            } else if is_option(word, &known) || is_misspelt_option(word, &known) {
                Role::Option
            } else if let Some(found) = named {
                path = format!("{path} {word}");
                command = found;
                known.0.push(found);
                Role::Command
            } else {
                Role::Free
            };
            value_is_due = role == Role::Option && option(word, &known).is_some_and(|arg| wants_a_value(arg, word));
            roles.push(role);
        }
        Self { path, command, roles, known }
    }

    /// The option whose value a word would be, did it not read as an option itself.
    pub fn option_before<'w>(&self, words: &'w [String], word: &str) -> Option<&'w str> {
        let reads_so = |(typed, role): (&String, &Role)| typed == word && *role == Role::Option;
        let at = words.iter().zip(&self.roles).position(reads_so)?.checked_sub(1)?;
        let waits = option(&words[at], &self.known).is_some_and(|arg| wants_a_value(arg, &words[at]));
        (waits && self.roles[at] == Role::Option).then_some(&words[at])
    }

    /// The option that a word is, or is the value of.
    pub fn option_at(&self, words: &[impl AsRef<str>], at: usize) -> Option<&'c Arg> {
        let typed = match self.roles[at] {
            Role::Option => at,
            Role::Value => at.checked_sub(1)?,
            Role::Command | Role::Free => return None,
        };
        option(words[typed].as_ref(), &self.known)
    }

    /// Where a word that is neither command nor option is last.
    pub fn last_free(&self, words: &[String], word: &str) -> Option<usize> {
        words.iter().zip(&self.roles).rposition(|(typed, role)| *role == Role::Free && typed == word)
    }

    /// How the command is written.
    pub fn written(&self) -> String {
        let usage = self.command.clone().render_usage().to_string();
        if self.path == "bughouse team add" {
            // Two players and a section, which the usage does not show.
            return format!(
                "write {}; for more: {}",
                cmd!(r#"team add NAME --section SECTION --player "First Last,GRADE" --player "First Last,GRADE""#),
                self.help()
            );
        }
        let usage = usage.lines().next().unwrap_or_default().trim_start_matches("Usage: ").replace(" [OPTIONS]", "");
        let line = |usage: &str| CommandText::of(usage.trim_start_matches("bughouse").trim_start());
        match one_of_several(&usage) {
            Some((usage, others)) => format!("write {} (or {others}); for more: {}", line(&usage), self.help()),
            None => format!("write {}; for more: {}", line(&usage), self.help()),
        }
    }

    /// Where an option is explained: those of every command are in the help of the program.
    pub fn where_explained(&self, option: &str) -> String {
        let own = self.command.get_arguments().find(|arg| !arg.is_global_set() && arg.to_string().starts_with(option));
        match own {
            // Of a section's options the help shows those that most need.
            Some(arg) if arg.is_hide_short_help_set() && self.path.starts_with("bughouse section") => {
                format!("{} shows what {option} takes", cmd!("section options"))
            }
            Some(_) => format!("{} shows what {option} takes", self.help()),
            None => format!("{} shows what {option} takes", cmd!("--help")),
        }
    }

    /// The words that may come next.
    pub fn choices(&self) -> String {
        let names: Vec<&str> =
            self.command.get_subcommands().filter(|c| !c.is_hide_set()).map(Command::get_name).collect();
        format!("one of {}; {} explains each", names.join(", "), self.help())
    }

    /// The command that shows its help.
    fn help(&self) -> CommandText {
        CommandText::of(format!("{} --help", self.path).trim_start_matches("bughouse").trim_start())
    }
}

/// A command of these words: `pairings "K-6 Open"`, `pair -- -K`.
pub fn command<'w>(words: impl IntoIterator<Item = &'w str>) -> CommandText {
    let words = shielded(words.into_iter().map(str::to_owned).collect());
    CommandText::of(&as_typed(words.into_iter()))
}

/// The words in an order in which a name that looks like an option is read as the name: after `--`.
pub fn shielded(words: Vec<String>) -> Vec<String> {
    if !words.iter().any(|word| word.starts_with('-')) {
        return words;
    }
    let line = Reading::read(&words, definitions());
    let is_name = |at: &usize| line.roles[*at] == Role::Option && option(&words[*at], &line.known).is_none();
    let Some(first) = (0..words.len()).find(is_name) else { return words };
    let (names, others): (Vec<usize>, Vec<usize>) =
        (first..words.len()).partition(|at| is_name(at) || line.roles[*at] == Role::Free);
    let typed = |at: usize| words[at].clone();
    let before = (0..first).chain(others).map(typed);
    before.chain(["--".to_owned()]).chain(names.into_iter().map(typed)).collect()
}

/// The words with something done to each name and value among them.
pub fn with_values(words: &[String], whole: &Command, change: impl Fn(&str) -> String) -> Vec<String> {
    let roles = Reading::read(words, whole).roles;
    let word = |(word, role): (&String, Role)| match (role, word.split_once('=')) {
        (Role::Command, _) | (Role::Option, None) => word.clone(),
        (Role::Option, Some((option, value))) => format!("{option}={}", change(value)),
        (Role::Value | Role::Free, _) => change(word),
    };
    words.iter().zip(roles).map(word).collect()
}

/// A usage with `<--uphold|--modify <PENALTY>>` in it, as it is typed with the first of these, and the others: a shell reads `|` as a pipe.
fn one_of_several(usage: &str) -> Option<(String, String)> {
    let (before, rest) = usage.split_once("<--")?;
    let mut open = 1;
    let end = rest.find(|c| {
        open += i32::from(c == '<') - i32::from(c == '>');
        open == 0
    })?;
    let (first, others) = rest[..end].split_once('|')?;
    Some((format!("{before}--{first}{}", &rest[end + 1..]), others.replace('|', ", ")))
}

/// The option that a word names, with or without its value in it.
fn option<'c>(word: &str, known: &Known<'c>) -> Option<&'c Arg> {
    let mut args = known.arguments();
    match word.strip_prefix("--") {
        Some(long) => {
            let long = long.split('=').next().unwrap_or_default();
            args.find(|arg| {
                arg.get_long() == Some(long) || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&long))
            })
        }
        None => {
            let short = word.strip_prefix('-')?.chars().next()?;
            args.find(|arg| arg.get_short() == Some(short))
        }
    }
}

fn wants_a_value(arg: &Arg, word: &str) -> bool {
    let holds_it = if word.starts_with("--") { word.contains('=') } else { word.chars().count() > 2 };
    arg.get_action().takes_values() && !arg.is_require_equals_set() && !holds_it
}

/// Whether a word can only be an option, even where a value is due: a known one, or `--` and a word, which may be misspelt.
fn is_option(word: &str, known: &Known) -> bool {
    match word.strip_prefix("--") {
        Some(rest) => option(word, known).is_some() || rest.chars().all(|c| c.is_alphanumeric() || c == '-'),
        None if word.chars().count() == 2 => option(word, known).is_some() || word == "-h",
        None => word.strip_prefix('-').is_some_and(|rest| known.arguments().any(|arg| arg.get_long() == Some(rest))),
    }
}

/// Whether a word where no value is due looks like an option: `-x`, `-rounds`, and what begins with a known letter, `-fspring`.
fn is_misspelt_option(word: &str, known: &Known) -> bool {
    let Some(rest) = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')) else { return false };
    let is_a_letter = rest.chars().count() == 1 && rest.chars().all(char::is_alphabetic);
    let is_like_one = || known.arguments().filter_map(Arg::get_long).any(|long| likeness(rest, long) >= 0.85);
    option(word, known).is_some() || is_a_letter || is_like_one()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::help::line::Role::{Command, Free, Option, Value};

    #[test]
    fn every_word_has_its_role() {
        for (words, path, roles) in [
            (&["-f", "spring", "bye", "rooks"][..], "bughouse bye", &[Option, Value, Command, Free][..]),
            (
                &["--as=tess", "section", "add", "T", "--rounds", "0"],
                "bughouse section add",
                &[Option, Command, Command, Free, Option, Value],
            ),
            (&["new", "x", "--name", "-Dash Open"], "bughouse new", &[Command, Free, Option, Value]),
            (&["new", "x", "--name", "--json"], "bughouse new", &[Command, Free, Option, Option]),
            (&["new", "x", "--name", "--josn"], "bughouse new", &[Command, Free, Option, Option]),
            (
                &["rule", "2", "ann", "other", "warning", "- said no"],
                "bughouse rule",
                &[Command, Free, Free, Free, Free, Free],
            ),
            (&["result", "12", "-/+", "-replace"], "bughouse result", &[Command, Free, Free, Option]),
            (&["status", "--watch", "rooks"], "bughouse status", &[Command, Option, Free]),
            (&["bye", "--", "-Dash", "--round"], "bughouse bye", &[Command, Option, Free, Free]),
        ] {
            let line = Reading::read(words, definitions());
            assert_eq!((line.path.as_str(), &line.roles[..]), (path, roles), "{words:?}");
        }
    }
}
