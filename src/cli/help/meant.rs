//! What a mistyped word may have meant: words that directors use for something that has another name here, commands that stand in a
//! group, the nearest spelling. Never more than two.

use super::line::{Reading, Role};
use super::pages::built;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::wording::{as_typed, quoted};
use crate::tournament::names::{fold, likeness};
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::any::TypeId;

/// Words for something that has another name here, after the group they are typed in, and what to type.
const ELSEWHERE: &str = include_str!("elsewhere.txt");

/// What to type for words that are not there.
pub fn elsewhere(named: &str) -> Option<String> {
    let mut lines = ELSEWHERE.lines().filter_map(|line| line.split_once(" | "));
    lines.find(|(words, _)| words.split(", ").any(|word| word == named)).map(|(_, hint)| hint.to_owned())
}

/// What to type instead of a command that is not there.
pub fn instead(typed: &str, words: &[String], line: &Reading, whole: &Command) -> String {
    let group = line.path.strip_prefix("bughouse").unwrap_or_default().trim_start();
    let named = format!("{group} {typed}").trim_start().to_lowercase();
    if let Some(hint) = elsewhere(&named) {
        return hint;
    }
    let unknown = |(word, role): (&String, &Role)| *role == Role::Free && word == typed;
    let Some(at) = words.iter().zip(&line.roles).position(unknown) else { return line.choices() };
    let from = line.roles.iter().position(|role| *role == Role::Command).unwrap_or(at);
    let lines = |paths: Vec<String>| did_you_mean(paths.iter().map(|path| replaced(words, from..=at, path)));
    // A hyphen is forgotten more often than a group.
    let own = |command: &&Command| group.is_empty() && command.get_name().replace('-', "") == typed;
    if let Some(own) = whole.get_subcommands().find(own) {
        return lines(vec![own.get_name().to_owned()]);
    }
    let grouped: Vec<String> =
        whole.get_subcommands().flat_map(|c| c.get_subcommands().map(|inner| path(c, inner))).collect();
    let next = words.get(at + 1).map(String::as_str);
    let same: Vec<String> =
        grouped.iter().filter(|path| last(path) == typed && could_be(path, next, whole)).cloned().collect();
    if (1..=2).contains(&same.len()) {
        return lines(same);
    }
    let own = line
        .command
        .get_subcommands()
        .filter(|c| !c.is_hide_set())
        .map(|c| format!("{group} {}", c.get_name()).trim_start().to_owned());
    let only_grouped =
        grouped.into_iter().filter(|path| group.is_empty() && whole.find_subcommand(last(path)).is_none());
    let known: Vec<String> = own.chain(only_grouped).collect();
    let near = alike(typed, known, |path| last(path));
    // Where several groups have it, what is said of the word itself says more.
    if let [nearest, _] = &near[..]
        && let Some(hint) = elsewhere(last(nearest))
    {
        return hint;
    }
    match (near.is_empty(), group.is_empty()) {
        (false, _) => lines(near),
        (true, true) => format!("{} shows all commands, in the order you'll need them", cmd!("help")),
        (true, false) => line.choices(),
    }
}

/// Whether the word after a command can be what it takes: no name where it takes a number.
fn could_be(path: &str, next: Option<&str>, whole: &Command) -> bool {
    let command = path.split(' ').try_fold(whole, |command, word| command.find_subcommand(word));
    let takes_a_number = command.and_then(|command| command.get_positionals().next()).is_some_and(is_number);
    !takes_a_number || next.is_none_or(|next| next.starts_with('-') || next.parse::<u32>().is_ok())
}

pub fn is_number(arg: &Arg) -> bool {
    let kind = arg.get_value_parser().type_id();
    [TypeId::of::<u32>(), TypeId::of::<u8>(), TypeId::of::<usize>(), TypeId::of::<i64>()]
        .iter()
        .any(|number| kind == *number)
}

/// Where a word belongs that is one too many.
pub fn belongs(word: &str, words: &[String], line: &Reading, whole: &Command) -> Option<String> {
    let at = line.last_free(words, word)?;
    let command = line.roles.iter().position(|role| *role == Role::Command)?;
    let joined = format!("{}-{word}", words[command]);
    match line.path.as_str() {
        _ if at == command + 1 && whole.find_subcommand(&joined).is_some() => {
            return Some(did_you_mean([replaced(words, command..=at, &joined)]));
        }
        "bughouse enter" => {
            return Some(format!(
                "for a single slip: {}; {} by itself takes a whole pile",
                replaced(words, command..=command, "result"),
                cmd!("enter")
            ));
        }
        "bughouse explain" if word.parse::<u32>().is_ok() => {
            return Some(format!(
                "one team at a time: {}; put a round after --round",
                cmd!("explain {}", quoted(word))
            ));
        }
        "bughouse prize add" => {
            let section = quoted(words[..at].last().filter(|_| line.roles[at - 1] == Role::Free).map_or("K-6", |s| s));
            return Some(format!(
                "say what it is for: {}, or --class 3, --school, --special \"Craziest hat\"",
                cmd!("prize add {section} --place 1-3")
            ));
        }
        "bughouse import" if word.contains('.') => {
            let alone = words.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, word)| word.clone());
            let next = words.iter().enumerate().filter(|(other, _)| *other + 1 != at).map(|(_, word)| word.clone());
            return Some(format!(
                "one file at a time: {}, then {}",
                cmd!("{}", as_typed(alone)),
                cmd!("{}", as_typed(next))
            ));
        }
        "bughouse restore" => {
            return Some(format!(
                "name the tournament first: {}",
                cmd!("-f {} restore {}", quoted(word), quoted(&words[at - 1]))
            ));
        }
        // Words of a name without quotes, or a section: what it takes decides it.
        "bughouse team add" | "bughouse explain" => return None,
        _ => {}
    }
    let fitting: Vec<&Arg> = line.command.get_arguments().filter(|arg| takes(arg, word)).collect();
    // An option that lists this very word is meant, whatever others would take it as well.
    let listed = fitting.iter().position(|arg| !arg.get_possible_values().is_empty());
    let fitting = listed.map_or(&fitting[..], |at| &fitting[at..=at]);
    let fitting: Vec<&str> = fitting.iter().filter_map(|arg| arg.get_long()).collect();
    match fitting[..] {
        [] => None,
        [only] => {
            let option = format!("--{only}");
            let meant = words[..at].iter().chain([&option]).chain(&words[at..]);
            let read = whole.clone().try_get_matches_from(std::iter::once("bughouse").chain(meant.map(String::as_str)));
            let is_all = !read.is_err_and(|error| error.kind() == ErrorKind::UnknownArgument);
            is_all.then(|| did_you_mean([replaced(words, at..=at, &format!("{option} {}", quoted(word)))]))
        }
        _ => Some(format!("it goes after --{}", fitting.join(" or --"))),
    }
}

/// `result 1 1-0 --replace` for `result 1 1-0 replace`.
pub fn without_hyphens(word: &str, words: &[String], line: &Reading) -> Option<String> {
    let at = line.last_free(words, word)?;
    let is_meant = |arg: &Arg| !arg.get_action().takes_values() && arg.get_long() == Some(word);
    let is_option = line.command.get_arguments().any(is_meant);
    is_option.then(|| did_you_mean([replaced(words, at..=at, &format!("--{word}"))]))
}

/// Whether an option of the command takes such a word.
fn takes(arg: &Arg, word: &str) -> bool {
    if arg.is_positional() || arg.is_global_set() || !arg.get_action().takes_values() {
        return false;
    }
    let (typed_a_number, is_time) = (word.parse::<u32>().is_ok(), word.contains(':'));
    let values = arg.get_possible_values();
    if !values.is_empty() {
        return values.iter().any(|value| value.matches(word, true));
    }
    if is_number(arg) {
        return typed_a_number;
    }
    match arg.get_value_names().unwrap_or_default().first().map(|name| name.as_str()) {
        Some("H:MM" | "TIME") => is_time,
        _ => matches!(arg.get_long(), Some("section" | "name" | "team")) && !typed_a_number && !is_time,
    }
}

/// The option of these words' command that takes a round.
pub fn round_option(words: &[String]) -> Option<&'static str> {
    let whole = built();
    let line = Reading::read(words, whole);
    ["round", "after"].into_iter().find(|long| line.command.get_arguments().any(|arg| arg.get_long() == Some(long)))
}

/// `pairings swap 3 7` for `pairing swap 3 7`, `teams add` for `team add`: what is done to one is in the group, not in the list.
pub fn of_one(words: &[String]) -> Option<String> {
    let whole = built();
    let line = Reading::read(words, whole);
    let at = line.roles.iter().position(|role| *role == Role::Command)?;
    let group = words[at].strip_suffix('s')?;
    whole.find_subcommand(group)?.find_subcommand(words.get(at + 1)?)?;
    Some(did_you_mean([replaced(words, at..=at, group)]))
}

/// Those that a word is most alike: the best, and another where it is hardly worse.
pub fn alike<T>(typed: &str, known: impl IntoIterator<Item = T>, name: impl Fn(&T) -> &str) -> Vec<T> {
    let typed = fold(typed);
    let alike = |name: &str| if name.replace('-', "") == typed.replace('-', "") { 2.0 } else { likeness(&typed, name) };
    let scored = known.into_iter().map(|one| (alike(&fold(name(&one))), one));
    let mut near: Vec<(f64, T)> = scored.filter(|(likeness, _)| *likeness >= 0.8).collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let best = near.first().map_or(0.0, |(likeness, _)| *likeness);
    near.into_iter().take(2).filter(|(likeness, _)| best - likeness < 0.04).map(|(_, one)| one).collect()
}

fn path(group: &Command, inner: &Command) -> String {
    format!("{} {}", group.get_name(), inner.get_name())
}

fn last(path: &str) -> &str {
    path.rsplit(' ').next().unwrap_or_default()
}

pub fn replaced(words: &[String], range: std::ops::RangeInclusive<usize>, by: &str) -> CommandText {
    let (before, after) =
        (as_typed(words[..*range.start()].iter().cloned()), as_typed(words[range.end() + 1..].iter().cloned()));
    CommandText::of(&[&before, by, &after].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "))
}

pub fn did_you_mean(lines: impl IntoIterator<Item = CommandText>) -> String {
    let lines: Vec<String> = lines.into_iter().map(String::from).collect();
    format!("did you mean {}?", lines.join(" or "))
}

#[cfg(test)]
mod tests {
    use super::{ELSEWHERE, Reading, instead, of_one};
    use crate::cli::command_text::plain;
    use crate::cli::help::pages::built;

    fn suggestion(typed: &str) -> String {
        let whole = built();
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let line = Reading::read(&words, whole);
        let unknown =
            words.iter().zip(&line.roles).find(|(_, role)| **role == super::Role::Free).map(|(word, _)| word.clone());
        plain(&instead(&unknown.unwrap_or_default(), &words, &line, whole))
    }

    #[test]
    fn the_command_that_was_meant_is_shown_as_it_would_be_typed() {
        assert_eq!(suggestion("withdraw rooks"), "did you mean `bughouse team withdraw rooks`?");
        assert_eq!(
            suggestion("withdraw 3"),
            "did you mean `bughouse team withdraw 3` or `bughouse appeal withdraw 3`?"
        );
        assert_eq!(suggestion("swap rooks knights"), "did you mean `bughouse pairing swap rooks knights`?");
        let one = |typed: &str| {
            let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
            of_one(&words).map(|hint| plain(&hint))
        };
        assert_eq!(one("pairings swap 3 7").as_deref(), Some("did you mean `bughouse pairing swap 3 7`?"));
        assert_eq!(one("-f x teams add").as_deref(), Some("did you mean `bughouse -f x team add`?"));
        assert_eq!(one("pairings K-6"), None);
        assert_eq!(suggestion("results 1 1-0"), "did you mean `bughouse result 1 1-0`?");
        assert_eq!(suggestion("-f spring expel ann"), "did you mean `bughouse -f spring team expel ann`?");
        assert_eq!(suggestion("section withdraw rooks"), "did you mean `bughouse team withdraw rooks`?");
        assert_eq!(suggestion("section ad K-6"), "did you mean `bughouse section add K-6`?");
        assert_eq!(suggestion("checkin rooks"), "did you mean `bughouse check-in rooks`?");
        assert!(suggestion("lst").contains("`bughouse teams` lists teams"));
        assert_eq!(suggestion("xyzzy"), "`bughouse help` shows all commands, in the order you'll need them");
    }

    #[test]
    fn what_is_said_of_other_words_names_commands_that_are_there() {
        let whole = built();
        for hint in ELSEWHERE.lines() {
            for named in hint.split('`').skip(1).step_by(2).filter(|named| named.starts_with("bughouse ")) {
                let words: Vec<&str> = named.split(' ').skip(1).collect();
                let line = Reading::read(&words, whole);
                assert!(
                    line.path != "bughouse" && !(line.command.has_subcommands() && line.command.get_name() != "rules"),
                    "{named}"
                );
            }
        }
    }
}
