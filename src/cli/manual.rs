//! `bughouse completions` and `manual`: what the command line knows of itself, for shells and readers.

use crate::cli::answer::Answer;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::help::pages;
use crate::cli::traits::{Moment, Traits};
use crate::cli::written::{make_folder, may_be_folder, may_be_written, write_whole};
use crate::cli::{Cli, Everywhere};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde_json::json;
use std::path::PathBuf;

/// Print the completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse completions bash \
    > ~/.local/share/bash-completion/completions/bughouse
Inside `bughouse shell`, team and player names are completed too."#)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

/// Write man pages and a reference of all commands to a folder
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse manual man, then man -l man/bughouse-pair.1")]
pub struct Manual {
    /// The folder; made if it does not exist
    folder: PathBuf,
}

impl Runs for Completions {
    const TRAITS: Traits = Traits::reads(Moment::Exchange).of_no_tournament();

    fn run(&self, _: &Everywhere) -> Result<Answer, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "bughouse", &mut script);
        let script = String::from_utf8_lossy(&script).into_owned();
        Ok(Answer::plain(script.clone(), json!({ "shell": self.shell.to_string(), "script": script })))
    }
}

impl Runs for Manual {
    const TRAITS: Traits = Traits::reads(Moment::Around).only_saying().of_no_tournament();

    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let (folder, environment) = (self.folder.display(), &everywhere.asker.environment);
        let reference = self.folder.join("commands.md");
        may_be_folder(&self.folder, environment)?;
        if environment.at(&self.folder).is_dir() {
            may_be_written(&reference, &[], everywhere)?;
        }
        if everywhere.dry_run {
            let text = format!("would write a man page for every command, and commands.md, into {folder}");
            return Ok(Answer::said(text, json!({ "folder": folder.to_string() })));
        }
        let failed = |e: std::io::Error| {
            Failure::machine(format!("{folder} cannot be written: {e}")).hint("choose another folder")
        };
        make_folder(&self.folder, environment)?;
        clap_mangen::generate_to(pages::without_examples(Cli::command()), environment.at(&self.folder))
            .map_err(failed)?;
        write_whole(&reference, pages::reference().as_bytes(), &everywhere.asker)?;
        let text = format!("wrote a man page for every command, and commands.md, into {folder}");
        Ok(Answer::said(text, json!({ "folder": folder.to_string() })))
    }
}
