//! A command line as a value: which command it is, its own arguments and options, and apart from them the options of every command,
//! wherever they were typed. Who asks what a line is about asks this, and never the first word of a text.

use crate::cli::help::line::{Reading, Role};
use crate::cli::help::pages::definitions;
use crate::cli::wording::{as_typed, split};
use crate::store::Reads;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    /// `team add`; nothing where the words name no command.
    verb: String,
    words: Vec<Word>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    text: String,
    role: Role,
    /// The long name of the option that it is, or is the value of.
    option: Option<String>,
    /// It belongs to an option of every command.
    is_everywhere: bool,
}

/// What a line shows in place of an amount.
const HIDDEN: &str = "…";

impl CommandLine {
    /// Reads a line of the journal.
    pub fn kept(line: &str) -> Self {
        Self::of(&split(line).unwrap_or_default())
    }

    /// Reads the words after `bughouse`, also of a line that is refused for its values.
    pub fn of(words: &[String]) -> Self {
        let reading = Reading::read(words, definitions());
        let verb = reading.path.strip_prefix("bughouse").unwrap_or_default().trim_start().to_owned();
        let word = |(at, text): (usize, &String)| {
            let option = reading.option_at(words, at);
            Word {
                text: text.clone(),
                role: reading.roles[at],
                option: option.and_then(|option| option.get_long()).map(str::to_owned),
                is_everywhere: option.is_some_and(clap::Arg::is_global_set),
            }
        };
        Self { verb, words: words.iter().enumerate().map(word).collect() }
    }

    /// `result`, `team add`.
    pub fn verb(&self) -> &str {
        &self.verb
    }

    /// The names, tables and results that belong to no option.
    pub fn arguments(&self) -> impl Iterator<Item = &str> {
        self.words.iter().filter(|word| word.role == Role::Free).map(|word| word.text.as_str())
    }

    /// Whether this option was typed.
    pub fn has(&self, option: &str) -> bool {
        self.words.iter().any(|word| word.role == Role::Option && word.option.as_deref() == Some(option))
    }

    /// The value that this option was given, first of several.
    pub fn value(&self, option: &str) -> Option<&str> {
        let mut of_it = self.words.iter().filter(|word| word.option.as_deref() == Some(option));
        of_it.find_map(|word| if word.role == Role::Value { Some(&*word.text) } else { word.own_value() })
    }

    /// The file that it names.
    pub fn file(&self) -> Option<&str> {
        self.value("file")
    }

    /// Its words without an option of every command, and the value of that.
    pub fn without(&self, option: &str) -> Vec<String> {
        let is_of_it = |word: &&Word| !(word.is_everywhere && word.option.as_deref() == Some(option));
        self.words.iter().filter(is_of_it).map(|word| word.text.clone()).collect()
    }

    /// The line as the log keeps it: without what a family pays, for the log is printed.
    pub fn for_the_log(&self) -> String {
        let is_amount = |word: &Word| {
            self.verb == "fees" && word.option.as_deref().is_some_and(|option| ["fee", "paid"].contains(&option))
        };
        as_typed(self.words.iter().map(|word| match (word.role, word.own_value()) {
            (Role::Value, _) if is_amount(word) => HIDDEN.to_owned(),
            (Role::Option, Some(value)) if is_amount(word) => {
                format!("{}{HIDDEN}", &word.text[..word.text.len() - value.len()])
            }
            _ => word.text.clone(),
        }))
    }

    /// What the command was decided from beyond the rows that it changed.
    pub fn reads(&self) -> Reads {
        let is_bulk = || self.has("all") || self.has("school");
        match self.verb() {
            "import" => Reads::Entries,
            "check-in" if is_bulk() => Reads::WhoIsNotIn,
            _ => Reads::Nothing,
        }
    }
}

impl Word {
    /// The value in an option's own word: `--file=spring`, `-fspring`.
    fn own_value(&self) -> Option<&str> {
        if self.role != Role::Option {
            return None;
        }
        match self.text.strip_prefix("--") {
            Some(_) => self.text.split_once('=').map(|(_, value)| value),
            None => self.text.char_indices().nth(2).map(|(at, _)| self.text[at..].trim_start_matches('=')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CommandLine;
    use crate::store::Reads;

    fn line(typed: &str) -> CommandLine {
        CommandLine::kept(typed)
    }

    #[test]
    fn options_of_every_command_are_apart_wherever_they_stand() {
        for typed in [
            "import r.csv",
            "-f s.bughouse import r.csv",
            "-fs.bughouse --json import r.csv",
            "--as ann import --file=s.bughouse r.csv",
            "--dry-run import -- r.csv",
        ] {
            let line = line(typed);
            assert_eq!(
                (line.verb(), line.arguments().collect::<Vec<_>>(), line.reads()),
                ("import", vec!["r.csv"], Reads::Entries),
                "{typed}"
            );
        }
        assert_eq!(line("-f s.bughouse check-in --all").reads(), Reads::WhoIsNotIn);
        assert_eq!(line("check-in --school=Hill").reads(), Reads::WhoIsNotIn);
        assert_eq!(line("check-in import --out").reads(), Reads::Nothing);
        assert_eq!(line("team add import --section Open").verb(), "team add");
    }

    #[test]
    fn a_value_that_begins_like_an_option_names_no_file() {
        for (typed, file) in [
            ("team edit 1 --name \"-fine team\"", None),
            ("team edit 1 --name=-fine", None),
            ("check-in -- -fine", None),
            ("-f a status", Some("a")),
            ("status --file=a", Some("a")),
            ("status -fa", Some("a")),
            ("status -f=a", Some("a")),
        ] {
            assert_eq!(line(typed).file(), file, "{typed}");
        }
        assert!(!line("team edit 1 --name x -- --json").has("json"));
    }

    #[test]
    fn the_log_keeps_no_amount_wherever_options_of_every_command_stand() {
        for (typed, kept) in [
            ("fees bo --fee 44", "fees bo --fee \"…\""),
            ("-f s.bughouse fees bo --fee 44 --paid=4.50", "-f s.bughouse fees bo --fee \"…\" \"--paid=…\""),
            ("--json fees --fee=44 bo", "--json fees \"--fee=…\" bo"),
            ("team add fees --section \"--fee\"", "team add fees --section --fee"),
        ] {
            assert_eq!(line(typed).for_the_log(), kept);
        }
    }

    #[test]
    fn an_option_of_every_command_is_left_out_with_its_value() {
        assert_eq!(line("-f old.bughouse result 5 1-0 --json").without("file"), ["result", "5", "1-0", "--json"]);
    }

    /// Every example of the help is read as the reader of the command line reads it.
    #[test]
    fn verbs_are_those_that_are_run() {
        let reference = crate::cli::help::pages::reference();
        let mut seen = 0;
        for example in reference.lines().filter_map(|line| line.trim().strip_prefix("bughouse ")) {
            let Ok(words) = crate::cli::wording::split(example) else { continue };
            let Ok(matches) = crate::cli::matched(words.iter()) else { continue };
            let (mut level, mut verb) = (&matches, Vec::new());
            while let Some((name, inner)) = level.subcommand() {
                verb.push(name);
                level = inner;
            }
            assert_eq!(CommandLine::of(&words).verb(), verb.join(" "), "{example}");
            seen += 1;
        }
        assert!(seen > 30, "{seen} examples");
    }
}
