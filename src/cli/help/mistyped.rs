//! The words of a line made ready for the reader of the command line: help that is asked for in words, values that begin with a hyphen.
//! A line that cannot be read is reported as every other mistake: what is wrong, and what to type instead.

use super::line::{Reading, Role};
use super::meant::{
    alike, belongs, did_you_mean, elsewhere, instead, is_number, of_one, replaced, round_option, without_hyphens,
};
use super::pages::{built, definitions};
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::failure::Failure;
use crate::cli::shorthand::{typed, written_out};
use crate::cli::wording::{as_typed, either, list, quoted};
use crate::tournament::Reason;
use crate::tournament::names::fold;
use chrono::{Datelike, NaiveDate};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Command, ValueEnum};
use std::collections::BTreeSet;
use std::error::Error as _;
use std::ffi::OsString;

/// What is wrong with these words (without `bughouse` itself), as the reader of the command line found it.
pub fn failure(error: &Error, words: &[String]) -> Failure {
    let whole = built();
    let line = Reading::read(words, whole);
    let one = |kind| named(error, kind).into_iter().next().unwrap_or_default();
    if let Some(failure) = spoken(&one(ContextKind::InvalidValue), words, &line) {
        return failure;
    }
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let typed = one(ContextKind::InvalidSubcommand);
            let failure = Failure::mistyped(format!("there is no command `{} {typed}`", line.path));
            failure.hint(instead(&typed, words, &line, whole))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Failure::mistyped(format!("`{}` needs one more word", line.path)).hint(line.choices())
        }
        ErrorKind::UnknownArgument => {
            let (arg, like) = (one(ContextKind::InvalidArg), one(ContextKind::SuggestedArg));
            if arg.starts_with('-') {
                unknown_option(&arg, &like, words, &line)
            } else {
                one_too_many(&arg, words, &line, whole)
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let as_named = named(error, ContextKind::InvalidArg);
            let missing: Vec<String> = as_named.iter().map(|arg| plain(arg)).collect();
            let verb = if missing.len() == 1 { "is" } else { "are" };
            Failure::mistyped(format!("{} {verb} missing after `{}`", missing.join(" and "), line.path)).hint(
                completed(&missing, words, &line)
                    .or_else(|| gone_on(&as_named, words, &line))
                    .unwrap_or_else(|| line.written()),
            )
        }
        ErrorKind::InvalidValue => {
            let (arg, value) = (plain(&one(ContextKind::InvalidArg)), one(ContextKind::InvalidValue));
            if value.is_empty() {
                return Failure::mistyped(format!("{arg}: the value is missing")).hint(line.where_explained(&arg));
            }
            let in_place = || left_out(&arg, &value, words, &line).or_else(|| two_results(&value, words, &line));
            if let Some(failure) = in_place().filter(|_| !arg.starts_with('-')) {
                return failure;
            }
            let failure = Failure::mistyped(format!("{arg} cannot be \"{value}\""));
            if let Some(meant) = without_hyphens(&value, words, &line) {
                return failure.hint(meant);
            }
            let valid = named(error, ContextKind::ValidValue);
            let named = valid.iter().find(|one| Some(one.as_str()) == by_another_name(&value));
            let like = named.map_or_else(|| alike(&value, &valid, |value| value.as_str()), |one| vec![one]);
            let like = if like.is_empty() { String::new() } else { format!("did you mean {}? ", list(like)) };
            let valid = list(valid);
            failure.hint(format!("{like}choose one of {valid}"))
        }
        ErrorKind::ValueValidation => {
            let (arg, value) = (one(ContextKind::InvalidArg), one(ContextKind::InvalidValue));
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            let failure = Failure::mistyped(format!("{}: {}", plain(&arg), reason_in_words(&arg, &value, &reason)));
            let meant = match plain(&arg).as_str() {
                "TABLE" => with_its_table(&value, words, &line),
                _ => in_shorthand(&value, words, &line),
            };
            if let Some(meant) = meant {
                return failure.hint(meant);
            }
            failure.hint(if arg.starts_with('-') { line.where_explained(&plain(&arg)) } else { line.written() })
        }
        ErrorKind::ArgumentConflict => {
            let (arg, prior) = (plain(&one(ContextKind::InvalidArg)), named(error, ContextKind::PriorArg));
            let prior: Vec<String> = prior.iter().map(|arg| plain(arg)).collect();
            if prior.is_empty() || prior.contains(&arg) {
                return Failure::mistyped(format!("{arg} is given twice")).hint(line.written());
            }
            Failure::mistyped(format!("{arg} and {} can't be used together", prior.join(", "))).hint(line.written())
        }
        _ => {
            let text = error.to_string();
            Failure::mistyped(text.lines().next().unwrap_or_default().trim_start_matches("error: "))
                .hint(line.written())
        }
    }
}

/// What an option calls something that directors call otherwise.
fn by_another_name(value: &str) -> Option<&'static str> {
    Some(match fold(value).replace(' ', "-").as_str() {
        "bracket" | "elimination" | "single-elimination" | "ko" | "cup" => "knockout",
        "rr" | "roundrobin" | "all-play-all" => "round-robin",
        "double-rr" | "drr" => "double-round-robin",
        "quad" => "quads",
        "swiss-system" => "swiss",
        "director" | "arbiter" | "tournament-director" => "td",
        "scorer" => "scorekeeper",
        _ => return None,
    })
}

/// `result 5 1-0 a mate` for `result table 5 1-0 on board a by mate`.
fn spoken(value: &str, words: &[String], line: &Reading) -> Option<Failure> {
    let is_spoken = |word: &str| ["table", "on", "board", "by"].contains(&word);
    if line.path != "bughouse result" || !is_spoken(value) {
        return None;
    }
    let typed = words.iter().zip(&line.roles).filter(|(word, role)| **role != Role::Free || !is_spoken(word));
    let meant = CommandText::of(&as_typed(typed.map(|(word, _)| word.clone())));
    let failure = Failure::mistyped(format!("unexpected word \"{value}\" in `{}`", line.path));
    Some(failure.hint(did_you_mean([meant])))
}

/// `result 5 1-0 a mate` for `result 5 1am`, as it is typed at `enter`.
fn in_shorthand(value: &str, words: &[String], line: &Reading) -> Option<String> {
    let at = line.last_free(words, value).filter(|_| line.path == "bughouse result")?;
    Some(did_you_mean([replaced(words, at..=at, &written_out(value)?)]))
}

/// `result 5 1-0 a` for `result 5a 1-0`, `result 5 1-0 --match 2` for `result 5.2 1-0`.
fn with_its_table(value: &str, words: &[String], line: &Reading) -> Option<String> {
    let at = line.last_free(words, value).filter(|_| line.path == "bughouse result")?;
    let result = words.get(at + 1).filter(|word| typed(word).is_ok())?;
    let digits = value.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
    let (table, rest) = value.split_at(digits);
    let meant = match rest {
        "a" | "b" => format!("{table} {result} {rest}"),
        ".1" | ".2" => format!("{table} {result} --match {}", &rest[1..]),
        _ => return None,
    };
    Some(did_you_mean([replaced(words, at..=at + 1, &meant)]))
}

/// `result 5 1-0 --match 1` and then `result 5 0-1 --match 2` for `result 5 1-0 0-1`.
fn two_results(second: &str, words: &[String], line: &Reading) -> Option<Failure> {
    let at = line.last_free(words, second)?;
    if line.path != "bughouse result" || second.len() < 3 || typed(second).is_err() {
        return None;
    }
    let of = |left_out: usize, number: u8| {
        let kept = words.iter().enumerate().filter(|(place, _)| *place != left_out).map(|(_, word)| word.clone());
        cmd!("{} --match {number}", as_typed(kept)).to_string()
    };
    let failure = Failure::mistyped(format!("\"{second}\" is a second result, and `{}` takes only one", line.path));
    Some(failure.hint(format!("for the two matches of a double round: {}, then {}", of(at, 1), of(at - 1, 2))))
}

/// What was typed, with what is missing after it.
fn gone_on(missing: &[String], words: &[String], line: &Reading) -> Option<String> {
    let has_values = line.roles.iter().any(|role| matches!(role, Role::Free | Role::Value));
    if !has_values || missing.iter().any(|arg| arg.contains('|')) || line.path == "bughouse team add" {
        return None;
    }
    let (options, places): (Vec<&String>, Vec<&String>) = missing.iter().partition(|arg| arg.starts_with('-'));
    let bare = |arg: &&String| arg.replace(['<', '>', '[', ']'], "").replace("...", "");
    let more: Vec<String> = places.iter().chain(&options).map(bare).collect();
    Some(cmd!("{} {}", as_typed(words.iter().cloned()), more.join(" ")).to_string())
}

/// The line with what is missing, where that can be known: the players of a team that is named, the name of a new tournament.
fn completed(missing: &[String], words: &[String], line: &Reading) -> Option<String> {
    let typed = as_typed(words.iter().cloned());
    let at = line.roles.iter().position(|role| *role == Role::Free)?;
    match (line.path.as_str(), missing) {
        ("bughouse team add", [only]) if only == "--player" => {
            let player = " --player \"First Last,GRADE\"";
            Some(cmd!("{typed}{}", player.repeat(2)).to_string())
        }
        ("bughouse new", [_]) if words[at].contains(' ') => {
            Some(replaced(words, at..=at, &format!("--name {}", quoted(&words[at]))).to_string())
        }
        ("bughouse new", [_]) => Some(cmd!("{typed} --name \"Spring Open\"").to_string()),
        _ => None,
    }
}

fn one_too_many(word: &str, words: &[String], line: &Reading, whole: &Command) -> Failure {
    let hint = of_one(words)
        .or_else(|| round_without_its_option(word, words, line))
        .or_else(|| hyphenated(word, words, line))
        .or_else(|| without_hyphens(word, words, line))
        .or_else(|| in_quotes(word, words, line).filter(|_| goes_on(word, words, line)))
        .or_else(|| belongs(word, words, line, whole))
        .or_else(|| in_quotes(word, words, line))
        .unwrap_or_else(|| format!("{}; a name with more than one word goes in quotes", line.written()));
    Failure::mistyped(format!("unexpected word \"{word}\" in `{}`", line.path)).hint(hint)
}

/// Whether a word seems to go on with the name before it: letters alone, and neither a value that an option lists nor after a file.
fn goes_on(word: &str, words: &[String], line: &Reading) -> bool {
    let Some(at) = line.last_free(words, word) else { return false };
    let is_of_letters = word.chars().all(|c| c.is_alphabetic() || "'-".contains(c));
    let is_listed = line
        .command
        .get_arguments()
        .any(|arg| !arg.is_positional() && arg.get_possible_values().iter().any(|value| value.matches(word, true)));
    let is_own_name = line.path != "bughouse enter" && line.path != "bughouse explain";
    is_own_name && is_of_letters && !is_listed && at > 0 && !words[at - 1].contains(['.', '/'])
}

/// `--role floor chief` for `--role floor-chief`.
fn hyphenated(word: &str, words: &[String], line: &Reading) -> Option<String> {
    let at = line.last_free(words, word)?;
    let joined = format!("{}-{word}", words.get(at.checked_sub(1)?)?);
    let is_value = |arg: &clap::Arg| arg.get_possible_values().iter().any(|value| value.matches(&joined, true));
    line.command
        .get_arguments()
        .any(is_value)
        .then(|| did_you_mean([replaced(words, at - 1..=at, &joined.to_lowercase())]))
}

/// `pairings round 2` for `pairings --round 2`; without the round where the command takes none.
fn round_without_its_option(word: &str, words: &[String], line: &Reading) -> Option<String> {
    let command = line.roles.iter().rposition(|role| *role == Role::Command)?;
    let at = words.iter().skip(command + 1).position(|word| word.eq_ignore_ascii_case("round"))? + command + 1;
    let number = words.get(at + 1).filter(|next| next.parse::<u32>().is_ok())?;
    if word != number && word != words[at] {
        return None;
    }
    let typed = round_option(words).map_or_else(String::new, |option| format!("--{option} {number}"));
    Some(did_you_mean([replaced(words, at..=at + 1, &typed)]))
}

/// Ways to read two names that are named.
const LIKELY: usize = 2;

/// The line with a name of several words in quotes: the words after an option's value, or all that a command of one name was given.
fn in_quotes(word: &str, words: &[String], line: &Reading) -> Option<String> {
    let at = line.last_free(words, word)?;
    let free = |at: &usize| line.roles[*at] == Role::Free;
    let (first, last) =
        ((0..at).rev().take_while(free).last().unwrap_or(at), (at..words.len()).take_while(free).last()?);
    let after_value = first > 0 && line.roles[first - 1] == Role::Value;
    let names = line.command.get_positionals().filter(|place| !is_number(place)).count();
    let from = match after_value {
        true => first - 1,
        false if names == 1 && (line.path != "bughouse team add" || words.iter().any(|word| word == "--player")) => {
            first
        }
        // Where one name ends and the next begins is not to be seen: the last word alone is the likeliest second.
        false if names == 2 && last > first + 1 => {
            let split = |second: usize| {
                let (one, other) = (words[first..second].join(" "), words[second..=last].join(" "));
                replaced(words, first..=last, &as_typed([one, other].into_iter()))
            };
            return Some(did_you_mean((first + 1..=last).rev().take(LIKELY).map(split)));
        }
        false => return None,
    };
    (from < last).then(|| did_you_mean([replaced(words, from..=last, &quoted(&words[from..=last].join(" ")))]))
}

fn unknown_option(arg: &str, like: &str, words: &[String], line: &Reading) -> Failure {
    // Of `-rounds` the reader of the command line names the first letter alone.
    let whole = words
        .iter()
        .zip(&line.roles)
        .find(|(word, role)| **role == Role::Option && !arg.starts_with("--") && word.starts_with(arg));
    let arg = whole.map_or(arg, |(word, _)| word.as_str());
    let failure = Failure::mistyped(format!("`{}` has no option {arg}", line.path));
    if words.iter().zip(&line.roles).any(|(word, role)| *role == Role::Free && word == arg) {
        return failure.hint("only names can follow `--`: type the options before it");
    }
    if let Some(hint) = elsewhere(&format!("{} {arg}", line.path.trim_start_matches("bughouse "))) {
        return failure.hint(hint);
    }
    let longs = line.command.get_arguments().filter_map(clap::Arg::get_long);
    let like = if like.is_empty() {
        alike(arg.trim_start_matches('-'), longs, |long| long).first().copied().unwrap_or_default()
    } else {
        like
    };
    // Where a value is due it may be that, but a value that was forgotten swallows no option.
    let due = line.option_before(words, arg).map(|option| {
        let written = as_typed([format!("{option}={arg}")].into_iter());
        format!("if it is the value of {option}: {written}")
    });
    let like = Some(plain(like)).filter(|like| !like.is_empty());
    let like = like.map(|like| format!("did you mean --{}?", like.trim_start_matches('-')));
    let hints: Vec<String> = like.into_iter().chain(due).collect();
    failure.hint(if hints.is_empty() { line.written() } else { hints.join(" ") })
}

/// A word that does not do here, but after the one that was left out before it: `result 1 1-0 mate`.
fn left_out(arg: &str, value: &str, words: &[String], line: &Reading) -> Option<Failure> {
    let places: Vec<&clap::Arg> = line.command.get_positionals().collect();
    let here = places.iter().position(|place| plain(&place.to_string()) == arg)?;
    let meant = places
        .get(here + 1)
        .filter(|next| next.get_possible_values().iter().any(|known| known.matches(value, true)))?;
    let at = line.last_free(words, value)?;
    let with = |word: String| as_typed(words[..at].iter().cloned().chain([word]).chain(words[at..].iter().cloned()));
    if Reason::Simultaneous.to_possible_value().is_some_and(|of_both| of_both.matches(value, true)) {
        let failure = Failure::mistyped(format!("\"{value}\" is about both boards, so don't name a board"));
        return Some(failure.hint(format!("write {}", cmd!("{}", with("--by".to_owned())))));
    }
    let typed: Vec<String> = places[here]
        .get_possible_values()
        .iter()
        .map(|known| cmd!("{}", with(known.get_name().to_owned())).to_string())
        .collect();
    let meant = plain(&meant.to_string());
    Some(
        Failure::mistyped(format!("\"{value}\" is the {meant}, but the {arg} before it is missing"))
            .hint(format!("write {}", typed.join(" or "))),
    )
}

/// Why a value does not do, in plain words.
fn reason_in_words(arg: &str, value: &str, reason: &str) -> String {
    if arg.contains("DATE") {
        let meant = ["%m/%d/%Y", "%m/%d/%y", "%Y/%m/%d", "%m-%d-%Y", "%B %d %Y", "%B %d, %Y", "%d %B %Y"]
            .iter()
            .filter_map(|form| NaiveDate::parse_from_str(value.trim(), form).ok())
            .find(|day| day.year() >= 1900);
        return match meant {
            Some(day) => {
                format!("\"{value}\" isn't a date bughouse can read; for {} write {day}", day.format("%B %-d, %Y"))
            }
            None => format!("\"{value}\" isn't a date bughouse can read; write YYYY-MM-DD, such as 2026-05-02"),
        };
    }
    if reason.starts_with("invalid digit") || reason.starts_with("cannot parse integer") {
        return format!("\"{value}\" is not a number");
    }
    match reason.split_once(" is not in ").and_then(|(number, range)| Some((number, range.split_once("..=")?))) {
        Some((number, (from, to))) => format!("{number} is not between {from} and {to}"),
        None => reason.to_owned(),
    }
}

/// `--name <NAME>`, `<RESULT>` and `<--uphold|--modify <PENALTY>>`, as one speaks of them.
fn plain(arg: &str) -> String {
    if arg.starts_with("<-") {
        return either(arg.trim_start_matches('<').split('|').map(plain));
    }
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

/// What to type instead, where words of the line are names of several words that were not in quotes.
pub fn forgotten<'n>(words: &[String], names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let names: BTreeSet<String> = names.into_iter().map(fold).filter(|name| name.contains(' ')).collect();
    let longest = names.iter().map(|name| name.split(' ').count()).max()?;
    let mut line: Vec<String> = Vec::new();
    let mut rest = words;
    while let Some(first) = rest.first() {
        let joined = (2..=longest.min(rest.len())).rev().map(|count| (count, rest[..count].join(" ")));
        let (count, name) =
            joined.into_iter().find(|(_, name)| names.contains(&fold(name))).unwrap_or((1, first.clone()));
        line.push(name);
        rest = &rest[count..];
    }
    (line.len() < words.len()).then(|| did_you_mean([CommandText::of(&as_typed(line.into_iter()))]))
}

/// Whether a line has a word more than its command takes, be it no option.
pub fn is_a_word_too_many(error: &Error) -> bool {
    let words = named(error, ContextKind::InvalidArg);
    error.kind() == ErrorKind::UnknownArgument && !words.iter().any(|word| word.starts_with('-'))
}

/// The lines to type instead, where a command of one name was given several: `pair K-6 HS`.
pub fn one_by_one<'n>(words: &[String], names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let names: BTreeSet<String> = names.into_iter().map(fold).collect();
    let line = Reading::read(words, definitions());
    let is_name = |at: &usize| line.roles[*at] == Role::Free && names.contains(&fold(&words[*at]));
    let named: Vec<usize> = (0..words.len()).filter(is_name).collect();
    let with_one = |one: &usize| {
        let kept = words.iter().enumerate().filter(|(at, _)| at == one || !named.contains(at));
        CommandText::of(&as_typed(kept.map(|(_, word)| word.clone()))).to_string()
    };
    // A command of two names is given both at once.
    let takes_one = line.command.get_positionals().count() == 1;
    let lines: Vec<String> = named.iter().map(with_one).collect();
    (takes_one && lines.len() > 1).then(|| format!("one at a time: {}", lines.join(", then ")))
}

/// The words as the reader of the command line takes them.
pub fn ready(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let whole = definitions();
    names_last(hyphens(help(words.collect(), whole), whole), whole)
}

/// Where a name begins with a hyphen, all names behind `--`: `check-in -Dash --json` becomes `check-in --json -- -Dash`.
fn names_last(words: Vec<OsString>, whole: &Command) -> Vec<OsString> {
    let roles = Reading::read(&texts(&words), whole).roles;
    let begins_with_a_hyphen =
        |(word, role): (&OsString, &Role)| *role == Role::Free && word.to_string_lossy().starts_with('-');
    if !words.iter().zip(&roles).any(begins_with_a_hyphen) || words.iter().any(|word| word == "--") {
        return words;
    }
    let (names, others): (Vec<_>, Vec<_>) = words.into_iter().zip(roles).partition(|(_, role)| *role == Role::Free);
    let word = |(word, _)| word;
    others.into_iter().map(word).chain(["--".into()]).chain(names.into_iter().map(word)).collect()
}

/// `help pair` and `pairing help` ask for what `pair --help` and `pairing --help` show.
fn help(mut words: Vec<OsString>, whole: &Command) -> Vec<OsString> {
    let line = Reading::read(&texts(&words), whole);
    let Some(at) = line.roles.iter().position(|role| *role == Role::Free) else { return words };
    if words[at].to_str() != Some("help") || !line.command.has_subcommands() {
        return words;
    }
    words.remove(at);
    words.push("--help".into());
    words
}

/// Joins an option and its value where the value begins with a hyphen: `--name "-Dash"` becomes `--name=-Dash`.
fn hyphens(words: Vec<OsString>, whole: &Command) -> Vec<OsString> {
    let roles = Reading::read(&texts(&words), whole).roles;
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
    use super::*;

    fn suggestion(typed: &str) -> Option<String> {
        let words: Vec<String> = typed.split(' ').map(str::to_owned).collect();
        let hint = forgotten(&words, ["Mighty Panthers", "Silent Dragons", "Ann Lee", "K-8 Open", "Rooks"])?;
        Some(crate::cli::command_text::plain(&hint))
    }

    #[test]
    fn every_name_of_the_line_gets_its_quotes() {
        let line = "did you mean `bughouse pairing set 3 \"Mighty Panthers\" \"Silent Dragons\"`?";
        assert_eq!(
            suggestion("pairing set 3 mighty panthers Silent Dragons").as_deref().map(str::to_lowercase),
            Some(line.to_lowercase())
        );
        assert_eq!(
            suggestion("rule 4 Ann Lee clock-h").as_deref(),
            Some("did you mean `bughouse rule 4 \"Ann Lee\" clock-h`?")
        );
        assert_eq!(
            suggestion("status K-8 Open --json").as_deref(),
            Some("did you mean `bughouse status \"K-8 Open\" --json`?")
        );
        assert_eq!(suggestion("team show Rooks"), None);
    }

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
            assert_eq!(ready(typed.iter().map(Into::into)), read, "{typed:?}");
        }
    }

    #[test]
    fn help_is_asked_for_in_words() {
        for (typed, read) in [
            (&["help"][..], &["--help"][..]),
            (&["help", "section", "add"], &["section", "add", "--help"]),
            (&["-f", "x", "help", "pair"], &["-f", "x", "pair", "--help"]),
            (&["pairing", "help"], &["pairing", "--help"]),
            (&["explain", "help"], &["explain", "help"]),
        ] {
            assert_eq!(ready(typed.iter().map(Into::into)), read, "{typed:?}");
        }
    }
}
