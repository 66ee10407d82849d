//! What travels with a command to the laptop that serves: the files that its words name.

use crate::cli::failure::Failure;
use crate::cli::{Cli, Command, device, matched, read};
use clap::ArgMatches;
use clap::parser::ValueSource;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// A file or folder that the words of a command name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    /// The option or argument.
    pub option: String,
    pub name: PathBuf,
}

/// The files and folders that are named by the words; none where they cannot be read.
pub fn paths(words: &[String]) -> BTreeSet<Named> {
    let mut named = BTreeSet::new();
    let Ok(matches) = matched(words.iter()) else { return named };
    let mut level = Some(&matches);
    while let Some(matches) = level {
        of_level(matches, &mut named);
        level = matches.subcommand().map(|(_, inner)| inner);
    }
    if let Ok(Cli { command: Some(command), .. }) = read(words.iter()) {
        named.extend(
            command.inputs().into_iter().map(|path| Named { option: "input".to_owned(), name: path.to_owned() }),
        );
    }
    named
}

fn of_level(matches: &ArgMatches, named: &mut BTreeSet<Named>) {
    for id in matches.ids() {
        // Options of every command are known above.
        let is_known = matches.try_contains_id(id.as_str()).is_ok();
        if !is_known || matches.value_source(id.as_str()) != Some(ValueSource::CommandLine) {
            continue;
        }
        let Ok(Some(values)) = matches.try_get_many::<PathBuf>(id.as_str()) else { continue };
        named.extend(values.map(|value| Named { option: id.to_string(), name: value.clone() }));
    }
}

/// Names that Windows keeps for devices, with any ending.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Whether a name stays within the folder where it is used, on any system.
pub fn is_plain(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || "\\:*?\"<>|".contains(c);
    let plain = |part: &str| {
        let stem = part.split('.').next().unwrap_or_default().trim().to_lowercase();
        let numbered =
            ["com", "lpt"].iter().any(|port| stem.strip_prefix(port).is_some_and(|rest| rest.chars().count() == 1));
        !part.is_empty() && !part.ends_with(['.', ' ']) && !DEVICES.contains(&stem.as_str()) && !numbered
    };
    let within = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    within && name.len() <= 200 && !name.contains(is_odd) && name.split('/').all(plain)
}

/// Why this command is not for another laptop to run, where it is not.
pub fn why_not(words: &[String]) -> Option<Failure> {
    let Ok(Cli { everywhere, command }) = read(words.iter()) else { return None };
    if everywhere.server.is_some() {
        return Some(Failure::mistyped("a command goes to one hall").hint("name --server once"));
    }
    if crate::cli::named_file(words).is_some() {
        return Some(
            Failure::mistyped("-f names a file here, and --server has the laptop's own")
                .hint("leave -f out, or leave --server out"),
        );
    }
    let (what, hint) = match command.as_ref()? {
        Command::Serve(_) => ("a hall is opened at the laptop that serves it", "bughouse serve"),
        Command::Shell(_) => ("each command is given by itself", "bughouse --server URL COMMAND"),
        Command::Standby(_) => ("a copy is kept where it is typed", "bughouse standby URL FILE"),
        Command::Join(_) => ("a desk joins by itself", "bughouse --server URL join CODE"),
        Command::New(_) => ("a tournament is made where its file is", "leave --server out, or go to the laptop"),
        Command::Demo(_) => ("a trial is made where its files are", "leave --server out: bughouse demo"),
        Command::Restore(_) | Command::Recover(_) => {
            ("a backup is restored at the laptop that has the file", "go to the laptop, and close the hall first")
        }
        Command::Rehearse(_) => ("a rehearsal is run where the file is", "at the laptop: bughouse rehearse"),
        Command::Device(device::DeviceCommand::List) => return None,
        Command::Device(_) => ("devices are enrolled and shut out at the laptop that serves", "bughouse device, there"),
        Command::Backup(backup) if !backup.is_list() => {
            ("the laptop makes its backups by itself", "a copy here: bughouse --server URL backup FILE.bughouse-backup")
        }
        _ => return None,
    };
    Some(Failure::mistyped(format!("not with --server: {what}")).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn a_name_stays_within_its_folder() {
        for name in ["x.pdf", "site/index.html", "@1/entries 2026.csv", "Élèves.csv"] {
            assert!(is_plain(name), "{name}");
        }
        for name in [
            "",
            "/etc/passwd",
            "../x",
            "a/../../x",
            "./x",
            "a//b",
            "C:\\x",
            "a\\b",
            "CON",
            "nul.txt",
            "x/COM1",
            "x.",
            "a\0b",
            "a/",
        ] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
