//! The options that every command takes.

use crate::cli::desk::Memory;
use crate::cli::failure::Failure;
use crate::cli::rescue::tournament_file;
use crate::cli::show;
use crate::cli::written::Consent;
use crate::report::render::Paper;
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Everywhere {
    /// The tournament's file [default: the only one here]
    #[arg(short = 'f', long = "file", value_name = "FILE", env = "BUGHOUSE_FILE", global = true, hide_env = true)]
    pub file: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Write it to a .pdf .html .csv .txt or .json file
    #[arg(short = 'o', long = "output", value_name = "FILE", global = true)]
    pub output: Option<PathBuf>,
    /// Write over a file that this program did not make
    #[arg(long, global = true)]
    pub force: bool,
    /// Paper for .pdf
    #[arg(
        long,
        value_name = "letter|a4",
        global = true,
        default_value = "letter",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub paper: Paper,
    /// Your own sheet templates for .pdf
    #[arg(long, value_name = "DIR", global = true)]
    pub templates: Option<PathBuf>,
    /// The official who acts
    #[arg(long = "as", value_name = "NAME", env = "BUGHOUSE_OFFICIAL", global = true, hide_env = true)]
    pub acting: Option<String>,
    /// Say what would be done, change nothing
    #[arg(long, global = true)]
    pub dry_run: bool,
    /// As things stood: a number in `log`, or a time
    #[arg(long, value_name = "COMMAND|TIME", global = true)]
    pub as_of: Option<String>,
    /// Write names whole where the event shows them short: rulings, appeals, the log and the report
    #[arg(long, global = true, hide = true)]
    pub full_names: bool,
    /// Have it done by the laptop that serves the hall; files travel both ways
    #[arg(long, value_name = "URL", global = true, hide = true)]
    pub server: Option<String>,
    /// Make no backups by themselves
    #[arg(long, env = "BUGHOUSE_NO_BACKUP", global = true, hide = true, value_parser = clap::builder::FalseyValueParser::new(), action = clap::ArgAction::SetTrue)]
    pub no_backup: bool,
    /// Print this help
    #[arg(short = 'h', long, action = clap::ArgAction::HelpShort, global = true)]
    pub help: Option<bool>,
    /// The words of the command, for the journal.
    #[arg(skip)]
    pub words: String,
    /// What a sitting of several commands knows of the file; nothing in a command alone.
    #[arg(skip)]
    pub memory: Option<Arc<Memory>>,
    /// The device that asks; none: the laptop itself.
    #[arg(skip)]
    pub device: Option<i64>,
    /// The id of its request.
    #[arg(skip)]
    pub request: Option<String>,
}

impl Everywhere {
    /// The same for a sitting: its commands stay with the file that it begins with, and read it again only where others have changed it.
    pub fn sitting(&self) -> Result<Self, Failure> {
        let file = Some(tournament_file(self.file.as_deref())?);
        Ok(Self { file, memory: Some(Arc::default()), ..self.clone() })
    }

    /// What may be done about files of somebody else's.
    pub fn consent(&self) -> Consent {
        let may_be_asked = !self.dry_run && !self.json && show::somebody_is_there();
        Consent { is_given: self.force, may_be_asked }
    }
}
