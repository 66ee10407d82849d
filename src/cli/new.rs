//! `bughouse new`: makes the tournament's file.

use super::answer::Answer;
use super::failure::Failure;
use super::wording::{quoted, split};
use crate::cli::Everywhere;
use crate::cli::command_text::cmd;
use crate::cli::desk::Runs;
use crate::cli::traits::{Moment, Traits};
use crate::event::Facts;
use crate::store::{EntryKind, Store, with_ending};
use crate::tournament::Tournament;
use crate::tournament::names::fold;
use clap::Args;
use serde_json::json;
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;

/// Make a new tournament
#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse new spring --name "Spring Bughouse" --date 2026-05-02 \
    --rulebook us-chess-2018"#)]
pub struct New {
    /// The file to make; `.bughouse` is added [default: the name, as a file name]
    #[arg(id = "to_make", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Title as printed on every sheet
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    name: String,
    /// First day, YYYY-MM-DD
    #[arg(long)]
    date: Option<chrono::NaiveDate>,
    /// Where it is played
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    venue: Option<String>,
    /// A rulebook of `bughouse rules list`, or a TOML file of your own
    #[arg(long, default_value = "us-chess-2018", value_name = "ID|FILE.toml")]
    rulebook: String,
    /// The number all lots are drawn from [default: random]
    #[arg(long, value_parser = clap::value_parser!(u64).range(..1 << 63))]
    seed: Option<u64>,
}

impl Runs for New {
    const TRAITS: Traits = Traits::changes_beside(Moment::Before)
        .only_saying()
        .not_from_afar("a tournament is made where its file is", "leave --server out, or go to the laptop");

    /// Makes the file in one transaction.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if self.name.trim().is_empty() {
            return Err(
                Failure::mistyped("the tournament needs a name").hint(cmd!("new spring --name \"Spring Bughouse\""))
            );
        }
        self.quotes_forgotten(&everywhere.words)?;
        let file = self.to_make(everywhere)?;
        let book = crate::cli::rulings::rules::chosen(&self.rulebook, &everywhere.asker.environment)?;
        let path = Store::free_path(&file)?;
        let json = json!({ "file": path.display().to_string(), "name": self.name.trim(), "date": self.date, "venue": self.venue, "rulebook": book.id });
        if everywhere.dry_run {
            return Ok(Answer::said(format!("would make {}", path.display()), json));
        }
        let seed = self.seed.unwrap_or_else(random);
        let facts = Facts {
            tournament: Tournament {
                name: self.name.trim().to_owned(),
                date: self.date,
                venue: self.venue.clone(),
                ..Tournament::default()
            },
            rulebook_id: book.id.clone(),
            rulebook_text: book.text.clone(),
            rulebook_hash: book.hash.clone(),
            seed,
            ..Facts::default()
        };
        let mut store = Store::create(&path)?;
        let founded = store.record(EntryKind::Do, "new", None, &everywhere.at()).and_then(|entry| {
            store.save(&Facts::default(), &facts)?;
            store.conclude(entry, &format!("made the tournament \"{}\"", self.name.trim()))
        });
        if let Err(error) = founded {
            // The first failure matters more than a second one while closing.
            let _ = store.abandon();
            return Err(error.into());
        }
        store.commit()?;
        everywhere.asker.commands_name(&path);
        let text = format!(
            "made {} for \"{}\" under {}\n\nnext: {}",
            path.display(),
            self.name.trim(),
            book.title,
            cmd!("section add K-6 --grades K-6")
        );
        Ok(Answer::said(text, json))
    }
}

impl New {
    /// The file by its place, by `-f`, or else by the name. What `$BUGHOUSE_FILE` names is another tournament.
    fn to_make(&self, everywhere: &Everywhere) -> Result<PathBuf, Failure> {
        match (&self.file, &everywhere.file) {
            (Some(file), Some(other)) if with_ending(file) != with_ending(other) => {
                let other = quoted(&other.display().to_string());
                let told = format!("the file is named twice: {} and -f {other}", file.display());
                Err(Failure::mistyped(told)
                    .hint(format!("name the tournament to make once: {}", cmd!("new FILE --name NAME"))))
            }
            (Some(file), _) => Ok(file.clone()),
            (None, Some(file)) => Ok(file.clone()),
            (None, None) => Ok(file_name(&self.name)),
        }
    }

    /// `new --name Spring Bughouse` would name the tournament "Spring" and the file "Bughouse".
    fn quotes_forgotten(&self, typed: &str) -> Result<(), Failure> {
        let Some(file) = self.file.as_ref().and_then(|file| file.to_str()) else { return Ok(()) };
        let begins_large = file.starts_with(char::is_uppercase) && !file.contains(['.', '/', '\\']);
        let name = self.name.trim();
        let typed = split(typed)?;
        let is_typed_so = typed.windows(3).any(|three| three == ["--name", name, file]);
        if !begins_large || name.contains(' ') || !is_typed_so {
            return Ok(());
        }
        let whole = quoted(&format!("{name} {file}"));
        let hint = format!(
            "did you mean {}? A file of this name: {}",
            cmd!("new --name {whole}"),
            cmd!("new {file} --name {name}")
        );
        Err(Failure::mistyped(format!("\"{file}\" is taken for the file, for the name has no quotes")).hint(hint))
    }
}

/// The name as a file name: `Spring Bughouse '26` is `spring-bughouse-26`.
pub fn file_name(name: &str) -> PathBuf {
    let folded = fold(name);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-");
    PathBuf::from(if name.is_empty() { "tournament" } else { &name })
}

/// A number nobody chose, for the lots of a new tournament.
fn random() -> u64 {
    std::hash::RandomState::new().build_hasher().finish() >> 1
}
