//! `bughouse completions` and `bughouse manual`: what the command line knows of itself, for shells and readers.

use super::pages;
use crate::cli::answer::Answer;
use crate::cli::failure::Failure;
use crate::cli::written::{make_folder, may_be_written, write_whole};
use crate::cli::{Cli, Everywhere};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde_json::json;
use std::path::PathBuf;

/// Print what a shell needs to complete commands and options
#[derive(Debug, Args)]
#[command(
    after_help = "Example: bughouse completions bash \\\n    > ~/.local/share/bash-completion/completions/bughouse\nInside `bughouse shell` names of teams and players are completed too."
)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

/// Write man pages and the reference of all commands into a folder
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse manual man, then man -l man/bughouse-pair.1")]
pub struct Manual {
    /// The folder; it is made if it is not there
    folder: PathBuf,
}

impl Completions {
    pub fn run(&self) -> Answer {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "bughouse", &mut script);
        let script = String::from_utf8_lossy(&script).into_owned();
        Answer::plain(script.clone(), json!({ "shell": self.shell.to_string(), "script": script }))
    }
}

impl Manual {
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let folder = self.folder.display();
        if everywhere.dry_run {
            let text = format!("would write a man page for every command, and commands.md, into {folder}");
            return Ok(Answer::said(text, json!({ "folder": folder.to_string() }), String::new()));
        }
        let failed = |e: std::io::Error| {
            Failure::machine(format!("{folder} cannot be written: {e}")).hint("choose another folder")
        };
        let reference = self.folder.join("commands.md");
        may_be_written(&reference, &[], everywhere.consent())?;
        make_folder(&self.folder)?;
        clap_mangen::generate_to(Cli::command(), &self.folder).map_err(failed)?;
        write_whole(&reference, pages::reference().as_bytes())?;
        let text = format!("wrote a man page for every command, and commands.md, into {folder}");
        Ok(Answer::said(text, json!({ "folder": folder.to_string() }), String::new()))
    }
}
