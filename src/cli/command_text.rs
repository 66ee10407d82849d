//! Commands within texts. A command is between two marks that no name can hold, so that nobody has to look for it among words: the
//! terminal names the tournament's file or the hall in it and keeps it on one line, a page and JSON give it as it is typed.

use crate::tournament::marks::{BEGINS, ENDS};
use serde_json::Value;
use std::fmt::{self, Display};

const PROGRAM: &str = "bughouse ";

/// A command to type, as part of a text: `team edit 12 --name NAME`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CommandText(String);

impl CommandText {
    /// Of what follows the program's name.
    pub fn of(typed: &str) -> Self {
        Self(typed.replace([BEGINS, ENDS], ""))
    }

    /// The same command with more words behind it.
    pub fn and(&self, more: &str) -> Self {
        Self::of(&format!("{} {more}", self.0))
    }
}

impl Display for CommandText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{BEGINS}{}{ENDS}", self.0)
    }
}

impl From<CommandText> for String {
    fn from(command: CommandText) -> Self {
        command.to_string()
    }
}

/// The command of these words, with values as in `format!`: `cmd!("team return {id}")`.
macro_rules! cmd {
    ($($typed:tt)*) => { $crate::cli::command_text::CommandText::of(&format!($($typed)*)) };
}
pub(crate) use cmd;

/// A text in its parts: words, and where the first is true what follows the program's name in a command.
pub fn spans(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split(BEGINS).enumerate().flat_map(|(at, part)| match (at, part.split_once(ENDS)) {
        (0, _) | (_, None) => [(false, part), (false, "")],
        (_, Some((command, after))) => [(true, command), (false, after)],
    })
}

/// How the commands of a text are given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// Between backticks where one is among words, so that its end is seen.
    AmongWords,
    /// Without, and never broken: what is copied from a terminal is typed as it is.
    Never,
    /// As `named` gives them, in place of the program's name too.
    Bare,
}

/// The text with its commands as `named` gives what follows the program's name.
pub fn with_commands(text: &str, marks: Marks, named: impl Fn(&str) -> String) -> String {
    let mut parts = text.split(BEGINS);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    let mut between = shown.clone();
    let mut stood_alone = false;
    for part in parts {
        let (command, after) = part.split_once(ENDS).unwrap_or((part, ""));
        stood_alone = (stood_alone && joins(&between) || begins_anew(&between)) && ends_there(after);
        let typed = match marks {
            Marks::Bare => named(command),
            Marks::AmongWords | Marks::Never => format!("{PROGRAM}{}", named(command)),
        };
        match marks {
            Marks::Bare => shown.push_str(&typed),
            Marks::Never => shown.push_str(&typed.replace(' ', "\u{a0}")),
            Marks::AmongWords if stood_alone => shown.push_str(&typed),
            Marks::AmongWords => shown.extend(["`", &typed, "`"]),
        }
        shown.push_str(after);
        after.clone_into(&mut between);
    }
    shown
}

/// As typed where the file is found without being named.
pub fn plain(text: &str) -> String {
    with_commands(text, Marks::AmongWords, str::to_owned)
}

/// JSON with each of its texts as [`plain`] gives it.
pub fn plain_json(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(if has_command(&text) { plain(&text) } else { text }),
        Value::Array(items) => items.into_iter().map(plain_json).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, plain_json(value))).collect(),
        value => value,
    }
}

/// The lines of a text where nothing is typed: each without the clause that has a command, and what comes after it.
pub fn without_commands(text: &str) -> impl Iterator<Item = String> {
    const LEADS: [&str; 6] = ["to ", "if ", "once ", "then", "see ", "next: "];
    let said = |line: &str| {
        let Some((before, _)) = line.split_once(BEGINS) else { return line.to_owned() };
        match before.rsplit_once("; ") {
            Some((said, _)) => said.to_owned(),
            None if LEADS.iter().any(|lead| before.trim_start().starts_with(lead)) => String::new(),
            None => before.trim_end_matches([' ', ':', '(', ',']).to_owned(),
        }
    };
    text.lines().map(said).filter(|line| !line.trim().is_empty())
}

/// Whether a text holds a command.
pub fn has_command(text: &str) -> bool {
    text.contains(BEGINS)
}

/// Whether what comes next is seen to be no part of a sentence.
fn begins_anew(before: &str) -> bool {
    let before = before.trim_end_matches(' ');
    before.is_empty() || before.ends_with([':', ',', '(', '\n', '"'])
}

/// Whether these words only lead from one command to the next: `; `, `, then `.
fn joins(between: &str) -> bool {
    if between.contains('\n') {
        return false;
    }
    let words = between.trim().trim_start_matches([';', ',']).trim_start();
    ["", "or", "then"].contains(&words) || words.ends_with(',')
}

fn ends_there(after: &str) -> bool {
    after.is_empty()
        || after.starts_with([';', ',', '.', ')', '\n', '"'])
        || [" or ", " ("].iter().any(|begin| after.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::{Marks, plain, with_commands, without_commands};

    #[test]
    fn a_command_is_set_off_from_words_around_it() {
        let show = cmd!("team show {}", 12);
        assert_eq!(plain(&format!("see it: {show}; or ask")), "see it: bughouse team show 12; or ask");
        assert_eq!(plain(&format!("see it with {show}")), "see it with `bughouse team show 12`");
        assert_eq!(plain(&show.to_string()), "bughouse team show 12");
        let both = format!("anew: {}, then {}", cmd!("unpair K-6"), cmd!("pair K-6"));
        assert_eq!(plain(&both), "anew: bughouse unpair K-6, then bughouse pair K-6");
    }

    #[test]
    fn where_nothing_is_typed_no_command_is_said() {
        let anew = format!("round 3 differs; to pair it again: {}, then {}", cmd!("unpair K-6"), cmd!("pair K-6"));
        let open = format!("table 4 is open again (was 1-0): {}", cmd!("result 4 RESULT"));
        let text = format!("{anew}\n{open}\nto appeal: {}\nRooks; Kings", cmd!("appeal file 1"));
        let said: Vec<String> = without_commands(&text).collect();
        assert_eq!(said, ["round 3 differs", "table 4 is open again (was 1-0)", "Rooks; Kings"]);
    }

    #[test]
    fn a_terminal_names_the_file_and_breaks_no_command() {
        let text = format!("see {}", cmd!("log").and("--all"));
        let shown = with_commands(&text, Marks::Never, |command| format!("-f a.bughouse {command}"));
        assert_eq!(shown, "see bughouse\u{a0}-f\u{a0}a.bughouse\u{a0}log\u{a0}--all");
    }
}
