//! `bughouse export`: a section as TRF or as one flat table for spreadsheets, or the whole tournament as JSON, for other programs.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::Failure;
use crate::cli::printed::Kept;
use crate::cli::traits::{Moment, Traits};
use crate::interchange::json;
use crate::interchange::trf::{self, WriteError};
use crate::report::render::csv;
use crate::report::{PlayerRef, ShownNames, flat};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

/// Write the tournament for other programs: TRF, CSV, JSON
#[derive(Debug, Subcommand)]
pub enum ExportCommand {
    /// A section as TRF, FIDE's tournament report
    Trf(Trf),
    /// A section as one flat table: standings, rounds, both players
    #[command(after_help = "Example: bughouse export csv K-6 -o k6.csv")]
    Csv {
        /// The section
        section: Option<String>,
    },
    /// The whole tournament, or one section of it, as JSON
    Json(Json),
}

#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse export trf K-6 --dialect teams -o k6.trf")]
pub struct Trf {
    /// The section
    section: Option<String>,
    /// How a team is written
    #[arg(long, value_name = "HOW", default_value = "individuals")]
    dialect: Dialect,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse export json -o spring.json")]
pub struct Json {
    /// Only this section [default: all]
    section: Option<String>,
    /// Include the times of rulings and appeals
    #[arg(long)]
    times: bool,
    /// Include family contacts and fees, if they were kept
    #[arg(long)]
    private: bool,
}

/// How a team is written in TRF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dialect {
    /// One line per team, as if it were a player; opens in pairing checkers
    Individuals,
    /// One line per player and one per team (TRF26)
    Teams,
}

impl Verb for ExportCommand {
    const TRAITS: Traits = Traits::reads(Moment::Exchange);

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let answer = match self {
            Self::Trf(trf) => trf.written(desk)?,
            Self::Csv { section } => {
                let section = desk.section(section.as_deref())?;
                let text = String::from_utf8(csv(&flat::view(desk, section))?);
                let text = text.map_err(|e| Failure::machine(e.to_string()))?;
                let document = json!({ "section": section.name, "csv": text });
                Answer::plain(text, document)
            }
            Self::Json(json) => json.written(desk)?,
        };
        Ok(answer.kept(Kept::default()))
    }
}

impl Trf {
    fn written(&self, desk: &Desk) -> Result<Answer, Failure> {
        let section = desk.section(self.section.as_deref())?;
        let names = ShownNames::of(&desk.facts);
        let school = |name: &str| names.as_ref().map_or_else(|| name.to_owned(), |names| names.in_text(name));
        let export = trf::section(desk, section, &|player| PlayerRef::new(player).shown, &school);
        let text = match self.dialect {
            Dialect::Individuals => trf::write_individuals(&export),
            Dialect::Teams => trf::write_teams(&export),
        };
        let text = text.map_err(|e @ WriteError::NumberTooLarge { .. }| {
            Failure::forbidden(e.to_string())
                .hint(format!("{} and `export json` don't have this limit", cmd!("export csv")))
        })?;
        let document = json!({ "section": section.name, "trf": text });
        Ok(Answer::plain(text, document).with_remarks(export.notes))
    }
}

impl Json {
    fn written(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let only = desk.section_if(self.section.as_deref())?.map(|section| section.id);
        let export = json::Export { event: desk, only, with_times: self.times, private: self.private };
        let document = json::document(&export);
        desk.shows_whole_names = self.private;
        let document = match desk.names_in_files()? {
            Some(names) => names.in_json(document),
            None => document,
        };
        let mut text = serde_json::to_string_pretty(&document).map_err(|e| Failure::machine(e.to_string()))?;
        text.push('\n');
        Ok(Answer::plain(text, document))
    }
}
