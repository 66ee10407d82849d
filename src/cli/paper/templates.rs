//! The templates that the sheets are set by, to be changed and used with `--templates`. Not in a build without PDF.

use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::Runs;
use crate::cli::failure::Failure;
use crate::cli::traits::{Moment, Traits};
use crate::cli::written::{make_folder, may_be_folder, write_whole};
use crate::report::render::{FONT_LICENCES, TEMPLATES};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Write out the templates for the printed sheets so you can change them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bughouse templates my-sheets
  bughouse pairings K-6 --templates my-sheets -o round1.pdf
Edit the files between the two commands.")]
pub struct Templates {
    /// The folder; files already in it aren't overwritten
    #[arg(value_name = "DIR", required_unless_present = "licences")]
    folder: Option<PathBuf>,
    /// Show the licenses of the fonts that come with the program
    #[arg(long, conflicts_with = "folder")]
    licences: bool,
}

impl Runs for Templates {
    const TRAITS: Traits = Traits::reads(Moment::Exchange).only_saying().of_no_tournament();

    /// Writes the templates, or shows the licences. Opens no tournament.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let Some(folder) = &self.folder else {
            let texts: Vec<String> = FONT_LICENCES.iter().map(|(font, text)| format!("{font}\n\n{text}")).collect();
            let json = json!(
                FONT_LICENCES.iter().map(|(font, text)| json!({ "font": font, "licence": text })).collect::<Vec<_>>()
            );
            return Ok(Answer::said(texts.join("\n\n"), json));
        };
        let (shown, environment) = (folder.display(), &everywhere.asker.environment);
        if let Some((name, _)) = TEMPLATES.iter().find(|(name, _)| environment.at(folder).join(name).exists()) {
            return Err(Failure::forbidden(format!(
                "{} already exists and is not overwritten",
                folder.join(name).display()
            ))
            .hint("choose a new folder"));
        }
        may_be_folder(folder, environment)?;
        let names: Vec<&str> = TEMPLATES.iter().map(|(name, _)| *name).collect();
        let json = json!({ "folder": shown.to_string(), "templates": names });
        if everywhere.dry_run {
            return Ok(Answer::said(format!("would write {} to {shown}", names.join(", ")), json));
        }
        make_folder(folder, environment)?;
        for (name, text) in TEMPLATES {
            write_whole(&folder.join(name), text.as_bytes(), &everywhere.asker)?;
        }
        Ok(Answer::said(format!("wrote {} to {shown}; print with --templates {shown}", names.join(", ")), json))
    }
}
