//! `bughouse shell`: the same commands without the first word, with completion of commands, teams, players and tables.

use crate::cli::answer::Answer;
use crate::cli::command_line::CommandLine;
use crate::cli::desk::{Access, Desk, Runs};
use crate::cli::failure::Failure;
use crate::cli::help::pages;
use crate::cli::keyboard::{Keyboard, Plain, Prompter};
use crate::cli::remote::connection::Connection;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording::split;
use crate::cli::{Everywhere, run_typed};
use crate::store::state_file;
use crate::tournament::TableNumber;
use clap::{Args, Command};
use serde_json::json;
use std::collections::BTreeMap;

/// Type commands without `bughouse`; Tab completes commands, teams, players and tables
#[derive(Debug, Args)]
#[command(after_help = "\
Example: bughouse shell
  bughouse> result 12 1-0
  bughouse> standings K-6
  bughouse> q")]
pub struct Shell {}

impl Runs for Shell {
    const TRAITS: Traits = Traits::writes(Moment::Around)
        .only_saying()
        .telling_names()
        .of_no_tournament()
        .not_on_a_page("type one command at a time here");

    /// Takes commands until `q` or the end of input. Each is a command of its own; for a hall, a request of its own.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let Some(server) = &everywhere.server else {
            return commands("Tab to complete, --help for help, q to quit", &everywhere.sitting()?, Names::read);
        };
        Connection::to(server)?.key()?;
        commands("--help for help, q to quit", everywhere, |_| Ok(Plain))
    }
}

/// Takes commands until `q` or the end of input.
fn commands<P: Prompter>(
    keys: &str,
    sitting: &Everywhere,
    names: impl Fn(&Everywhere) -> Result<P, Failure>,
) -> Result<Answer, Failure> {
    let (prompter, asker) = (names(sitting)?, &sitting.asker);
    asker.answer(&format!("type commands as usual, without `bughouse`; {keys}"));
    let mut keyboard = Keyboard::open(prompter, state_file("bughouse-history"), asker)?;
    let mut given = 0;
    while let Some(line) = keyboard.line("bughouse> ")? {
        let everywhere = &sitting.anew();
        match line.trim() {
            "" => continue,
            "q" | "quit" | "exit" => break,
            "?" | "help" => everywhere.asker.answer(&pages::definitions().clone().render_help().to_string()),
            typed => {
                given += 1;
                run_typed(typed, everywhere);
                keyboard.prompt_with(|| names(everywhere))?;
            }
        }
    }
    Ok(Answer::said(String::new(), json!({ "commands": given })))
}

/// What can be completed and shown while a command is typed.
struct Names {
    commands: &'static Command,
    names: Vec<String>,
    tables: BTreeMap<TableNumber, String>,
}

impl Names {
    fn read(everywhere: &Everywhere) -> Result<Self, Failure> {
        let desk = Desk::open_as(everywhere, Access::Read, "shell")?;
        let tournament = desk.tournament();
        let mut names: Vec<String> = tournament.sections.iter().map(|section| section.name.clone()).collect();
        names.extend(tournament.teams.iter().map(|team| team.name.clone()));
        names.extend(tournament.players.iter().map(|player| player.name.clone()));
        names.extend(tournament.officials.iter().map(|official| official.name.clone()));
        names.extend(tournament.schools.iter().map(|school| school.name.clone()));
        names.sort();
        names.dedup();
        let mut tables = BTreeMap::new();
        for round in tournament.sections.iter().filter_map(|section| desk.latest_round(section.id)) {
            for (table, teams) in round.tables() {
                let [one, other] =
                    teams.map(|team| tournament.team(team).map(|team| team.name.clone()).unwrap_or_default());
                tables.insert(table, format!("{one} - {other}"));
            }
        }
        desk.close(Answer::nothing())?;
        Ok(Self { commands: pages::built(), names, tables })
    }

    /// The command that the words begin with, and how many of them name it.
    fn command_of(&self, words: &[String]) -> (&Command, usize) {
        let (mut command, mut depth) = (self.commands, 0);
        while let Some(found) = words.get(depth).and_then(|word| command.find_subcommand(word)) {
            (command, depth) = (found, depth + 1);
        }
        (command, depth)
    }
}

impl Prompter for Names {
    fn preview(&self, line: &str) -> Option<String> {
        let line = CommandLine::of(&split(line).ok()?);
        let is_about_a_table = matches!(line.verb().split(' ').next(), Some("result" | "rule" | "ruling"));
        let table =
            line.arguments().find_map(|word| word.parse().ok().map(TableNumber)).filter(|_| is_about_a_table)?;
        self.tables.get(&table).cloned()
    }

    fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let begin = line.char_indices().rfind(|(_, c)| c.is_whitespace()).map_or(0, |(at, c)| at + c.len_utf8());
        let word = line[begin..].trim_start_matches('"');
        let before = split(&line[..begin]).unwrap_or_default();
        let (command, depth) = self.command_of(&before);
        let next: Vec<&str> = match depth == before.len() {
            true => command.get_subcommands().map(Command::get_name).filter(|name| name.starts_with(word)).collect(),
            false => Vec::new(),
        };
        if !next.is_empty() {
            return (begin, next.into_iter().map(|name| format!("{name} ")).collect());
        }
        if word.starts_with('-') {
            let options = command.get_arguments().filter_map(|arg| arg.get_long()).map(|long| format!("--{long} "));
            return (begin, options.filter(|option| option.starts_with(word)).collect());
        }
        let typed = word.to_lowercase();
        let tables = self
            .tables
            .keys()
            .map(ToString::to_string)
            .filter(|table| depth > 0 && !word.is_empty() && table.starts_with(word));
        let fits =
            |name: &&String| depth > 0 && name.to_lowercase().split_whitespace().any(|part| part.starts_with(&typed));
        let quoted = |name: &String| if name.contains(' ') { format!("\"{name}\" ") } else { format!("{name} ") };
        (begin, tables.chain(self.names.iter().filter(fits).map(quoted)).collect())
    }
}
