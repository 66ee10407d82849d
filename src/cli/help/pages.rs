//! The definitions of all commands, dressed for reading: one screen each, with an example, the options of every command shown once; and
//! the commands by moment of the day.

use crate::cli::traits::Moment;
use crate::cli::{self, Cli};
use clap::builder::Resettable;
use clap::{Arg, Command, CommandFactory};
use std::sync::LazyLock;

/// The commands in each shape that is asked for, made once: that takes longer than most of them.
struct Definitions {
    dressed: LazyLock<Command>,
    built: LazyLock<Command>,
    plain: LazyLock<Command>,
}

fn shapes() -> &'static Definitions {
    static DEFINITIONS: Definitions = Definitions {
        dressed: LazyLock::new(defined),
        built: LazyLock::new(|| {
            let mut whole = definitions().clone();
            whole.build();
            whole
        }),
        plain: LazyLock::new(Cli::command),
    };
    &DEFINITIONS
}

/// The commands as they are read and shown.
pub fn definitions() -> &'static Command {
    &shapes().dressed
}

/// The same, with the options of every command among those of each.
pub fn built() -> &'static Command {
    &shapes().built
}

fn defined() -> Command {
    let whole = Cli::command();
    let (everywhere, commands) = (everywhere(&whole), by_moment(&whole));
    // Shown once, by `bughouse --help`, so that the help of each command fits one screen.
    let whole = whole.mut_args(|arg| arg.hide(true));
    let whole = whole.mut_subcommands(|command| dressed(command, ""));
    whole.help_template("{about}\n\n{usage-heading} {usage}{after-help}").after_help(format!(
        "{commands}\n`bughouse COMMAND --help` explains each one, with an example.\n\nEvery command:\n{everywhere}\n\n\
         Example: bughouse new spring --name \"Spring Bughouse\", then bughouse status"
    ))
}

/// Says below a command's example where the options of every command are.
fn dressed(command: Command, above: &str) -> Command {
    let path = format!("{above} {}", command.get_name()).trim_start().to_owned();
    let example = command.get_after_help().map(ToString::to_string);
    let example = example.unwrap_or_else(|| format!("`bughouse {path} COMMAND --help` shows an example of each."));
    let more = "Every command: -f FILE -o FILE --json --as NAME --dry-run (`bughouse --help`)";
    let command = command.after_help(format!("{example}\n\n{more}"));
    // Sheets print A and B, and not everybody types in small letters.
    let any_case = |arg: Arg| if arg.get_action().takes_values() { arg.ignore_case(true) } else { arg };
    command.mut_args(any_case).mut_subcommands(|inner| dressed(inner, &path))
}

/// The commands by the moment of the day: each moment with the names of its commands.
pub fn moments(whole: &Command) -> impl Iterator<Item = (&'static str, Vec<String>)> {
    let commands: Vec<_> = cli::Command::every(whole).collect();
    Moment::ALL.into_iter().map(move |moment| {
        let of_it = commands.iter().filter(|(_, traits)| traits.moment == moment);
        (moment.name(), of_it.map(|(name, _)| (*name).to_owned()).collect())
    })
}

/// The example that is below the help of a command: `team add`.
pub fn example(path: &str) -> Option<String> {
    let command = path.split(' ').try_fold(&*shapes().plain, |command, word| command.find_subcommand(word))?;
    command.get_after_help().map(ToString::to_string)
}

/// The commands without their examples, as man pages show them.
pub fn without_examples(command: Command) -> Command {
    command.after_help(Resettable::Reset).mut_subcommands(without_examples)
}

fn by_moment(whole: &Command) -> String {
    let line = |(moment, names): (&str, Vec<String>)| {
        format!("  {moment:<10}{}\n", hung(names.iter().map(String::as_str), 66).join("\n            "))
    };
    format!("Commands:\n{}", moments(whole).map(line).collect::<String>())
}

/// Words in lines of a width, to be joined with an indent: clap breaks a long line without one.
fn hung<'a>(words: impl Iterator<Item = &'a str>, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < width => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn everywhere(whole: &Command) -> String {
    let lines = whole.get_arguments().filter(|arg| !arg.is_hide_set()).map(|arg| {
        let short = arg.get_short().map(|letter| format!("-{letter}, ")).unwrap_or_else(|| "    ".to_owned());
        let value =
            arg.get_value_names().filter(|_| arg.get_action().takes_values()).map(|names| format!(" <{}>", names[0]));
        let option = format!("{short}--{}{}", arg.get_long().unwrap_or_default(), value.unwrap_or_default());
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        format!("  {option:<28}{}", hung(help.split(' '), 50).join(&format!("\n{:30}", "")))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// All commands on one page, for the reference.
pub fn reference() -> String {
    let whole = built();
    let mut page =
        "# Commands\n\nWhat `bughouse COMMAND --help` shows, for every command. Written by `bughouse manual DIR`.\n"
            .to_owned();
    for command in whole.get_subcommands() {
        describe(command, "bughouse", &mut page);
    }
    page
}

fn describe(command: &Command, above: &str, page: &mut String) {
    let path = format!("{above} {}", command.get_name());
    // The width of a page does not hang on the terminal at which it is written.
    // The reference has the rare options as well.
    let whole = command.clone().mut_args(|arg| arg.hide_short_help(false));
    let help = whole.term_width(100).render_help().to_string();
    let help: Vec<&str> =
        help.lines().map(str::trim_end).filter(|line| !line.starts_with("Every command: -f")).collect();
    page.push_str(&format!("\n## {path}\n\n```text\n{}\n```\n", help.join("\n").trim_end()));
    for inner in command.get_subcommands() {
        describe(inner, &path, page);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Command;

    fn every(command: &Command, above: &str, seen: &mut Vec<(String, Command)>) {
        for inner in command.get_subcommands() {
            let path = format!("{above} {}", inner.get_name()).trim_start().to_owned();
            seen.push((path.clone(), inner.clone()));
            every(inner, &path, seen);
        }
    }

    fn commands() -> Vec<(String, Command)> {
        let whole = built();
        let mut seen = Vec::new();
        every(whole, "", &mut seen);
        seen
    }

    #[test]
    fn every_help_fits_one_screen_and_has_an_example() {
        let whole = definitions();
        let mut wrong = Vec::new();
        let mut judge = |path: &str, command: &Command| {
            let help = command.clone().term_width(80).render_help().to_string();
            let lines = help.lines().count();
            if lines > 30 {
                wrong.push(format!("bughouse {path} --help has {lines} lines"));
            }
            // Otherwise clap breaks it anywhere, and it cannot be copied.
            for line in command.get_after_help().map(ToString::to_string).unwrap_or_default().lines() {
                if line.chars().count() > 80 {
                    wrong.push(format!("bughouse {path} --help has a broken line: {line}"));
                }
            }
            if !command.has_subcommands() && help.contains("COMMAND --help` shows an example of each") {
                wrong.push(format!("bughouse {path} --help has no example"));
            }
        };
        judge("", whole);
        for (path, command) in commands() {
            judge(&path, &command);
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Everything in a text that is there to be typed: lines of examples, and what is in backticks.
    fn to_be_typed(help: &str) -> Vec<String> {
        let joined = help.split("\\\n").map(str::trim_start).collect::<Vec<_>>().join("");
        let mut found = Vec::new();
        for (at, _) in joined.match_indices("bughouse ") {
            let quoted = joined[..at].ends_with('`');
            let own = joined[..at].is_empty()
                || joined[..at].ends_with([' ', '\n']) && !joined[..at].ends_with("then ")
                || joined[..at].ends_with(", then ");
            let rest = joined[at..].split(if quoted { '`' } else { '\n' }).next().unwrap_or_default();
            // What a line does is two blanks away.
            let line = rest.split("  ").next().unwrap_or_default().split(['<', '>', '|']).next().unwrap_or_default();
            let line = line
                .split(", then ")
                .next()
                .unwrap_or_default()
                .split(", bughouse")
                .next()
                .unwrap_or_default()
                .trim()
                .to_owned();
            let is_a_form = line.split(' ').any(|word| word.len() > 1 && word.chars().all(|c| c.is_uppercase()));
            if (quoted || own) && !is_a_form {
                found.push(line);
            }
        }
        found
    }

    #[test]
    fn every_example_can_be_typed_as_it_is() {
        let mut typed = 0;
        for (path, command) in commands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in to_be_typed(&help) {
                typed += 1;
                let words = line.strip_prefix("bughouse ").unwrap_or(&line);
                if let Err(refused) = crate::cli::understood(words) {
                    panic!("bughouse {path} --help shows {line}\n{refused}");
                }
            }
        }
        assert!(typed > 100, "{typed} examples were found");
    }
}
