//! `bughouse new`: makes the tournament's file.

use super::answer::Answer;
use super::failure::Failure;
use super::new_from::{in_words, taken_over};
use super::rulings::rules::chosen;
use super::wording::{quoted, split};
use crate::cli::Everywhere;
use crate::cli::command_text::cmd;
use crate::cli::desk::Runs;
use crate::cli::traits::{Moment, Traits};
use crate::event::Facts;
use crate::rulebook::by_id;
use crate::store::{EntryKind, Store, with_ending};
use crate::tournament::names::fold;
use clap::Args;
use serde_json::json;
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;

/// The rulebook of a tournament for which none is named.
const USUAL: &str = "us-chess-2018";

/// Make a new tournament
#[derive(Debug, Args)]
#[command(after_help = r#"Example: bughouse new spring --name "Spring Bughouse" --date 2026-05-02 \
    --rulebook us-chess-2018"#)]
pub struct New {
    /// The file to make; `.bughouse` is added [default: the name, as a file name]; with --from, the name
    #[arg(id = "to_make", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Title as printed on every sheet
    #[arg(long, required_unless_present = "from", value_parser = crate::cli::naming::one_line)]
    name: Option<String>,
    /// First day, YYYY-MM-DD
    #[arg(long)]
    date: Option<chrono::NaiveDate>,
    /// Where it is played
    #[arg(long, value_parser = crate::cli::naming::one_line)]
    venue: Option<String>,
    /// A rulebook from `bughouse rules list`, or a TOML file of your own [default: us-chess-2018]
    #[arg(long, value_name = "ID|FILE.toml")]
    rulebook: Option<String>,
    /// Copy sections, settings, prizes, officials and rulebook from an earlier tournament
    #[arg(long, value_name = "OLD")]
    from: Option<PathBuf>,
    /// Seed number for drawing lots [default: random]
    #[arg(long, value_parser = clap::value_parser!(u64).range(..1 << 63))]
    seed: Option<u64>,
}

impl Runs for New {
    const TRAITS: Traits = Traits::changes_beside(Moment::Before).only_saying().not_from_afar(
        "make the tournament on the laptop that keeps its file",
        "leave --server out, or make it on the other laptop",
    );

    /// Makes the file in one transaction.
    fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let environment = &everywhere.asker.environment;
        let taken = self.from.as_deref().map(|from| taken_over(from, environment)).transpose()?;
        let name = self.named(taken.as_ref());
        if name.is_empty() {
            return Err(
                Failure::mistyped("the tournament needs a name").hint(cmd!("new spring --name \"Spring Bughouse\""))
            );
        }
        self.quotes_forgotten(&everywhere.words)?;
        let file = self.to_make(&name, everywhere)?;
        let book = match (&self.rulebook, &taken) {
            (None, Some(_)) => None,
            (named, _) => Some(chosen(named.as_deref().unwrap_or(USUAL), environment)?),
        };
        let path = Store::free_path(&file)?;
        let mut facts = taken.unwrap_or_default();
        if let Some(book) = &book {
            (facts.rulebook_id, facts.rulebook_text, facts.rulebook_hash) =
                (book.id.clone(), book.text.clone(), book.hash.clone());
        }
        facts.tournament.name.clone_from(&name);
        (facts.tournament.date, facts.tournament.venue) = (self.date, self.venue.clone());
        facts.seed = self.seed.unwrap_or_else(random);
        let mut json = json!({ "file": path.display().to_string(), "name": name, "date": self.date, "venue": self.venue, "rulebook": facts.rulebook_id });
        if let Some(from) = &self.from {
            json["from"] = json!(from.display().to_string());
            json["sections"] = facts.tournament.sections.iter().map(|section| section.name.as_str()).collect();
        }
        if everywhere.dry_run {
            return Ok(Answer::said(format!("would make {}", path.display()), json));
        }
        let mut store = Store::create(&path)?;
        let founded = store.record(EntryKind::Do, "new", None, &everywhere.at()).and_then(|entry| {
            store.save(&Facts::default(), &facts)?;
            store.conclude(entry, &format!("made the tournament \"{name}\""))
        });
        if let Err(error) = founded {
            // The first failure matters more than a second one while closing.
            let _ = store.abandon();
            return Err(error.into());
        }
        store.commit()?;
        everywhere.asker.commands_name(&path);
        let taken = || by_id(&facts.rulebook_id).map_or(&facts.rulebook_id, |book| &book.title).clone();
        let under = book.map_or_else(taken, |book| book.title);
        let (with, next) = match &self.from {
            Some(from) => (format!(", with {} from {}", in_words(&facts), from.display()), cmd!("import FILE")),
            None => (String::new(), cmd!("section add K-6 --grades K-6")),
        };
        let text = format!("made {} for \"{name}\" under {under}{with}\n\nnext: {next}", path.display());
        Ok(Answer::said(text, json))
    }
}

impl New {
    /// The name: as it is typed, or with --from in the place of the file, or that of the earlier tournament.
    fn named(&self, taken: Option<&Facts>) -> String {
        let in_place = self.file.as_deref().filter(|_| self.from.is_some()).map(|name| name.display().to_string());
        let earlier = taken.map(|facts| facts.tournament.name.clone());
        self.name.clone().or(in_place).or(earlier).unwrap_or_default().trim().to_owned()
    }

    /// The file by its place, by `-f`, or else by the name. What `$BUGHOUSE_FILE` names is another tournament.
    fn to_make(&self, name: &str, everywhere: &Everywhere) -> Result<PathBuf, Failure> {
        let file = self.file.as_ref().filter(|_| self.from.is_none() || self.name.is_some());
        match (file, &everywhere.file) {
            (Some(file), Some(other)) if with_ending(file) != with_ending(other) => {
                let other = quoted(&other.display().to_string());
                let message = format!("the file is named twice: {} and -f {other}", file.display());
                Err(Failure::mistyped(message)
                    .hint(format!("name the file only once: {}", cmd!("new FILE --name NAME"))))
            }
            (Some(file), _) => Ok(file.clone()),
            (None, Some(file)) => Ok(file.clone()),
            (None, None) => Ok(file_name(name)),
        }
    }

    /// `new --name Spring Bughouse` would name the tournament "Spring" and the file "Bughouse".
    fn quotes_forgotten(&self, typed: &str) -> Result<(), Failure> {
        let Some(file) = self.file.as_ref().and_then(|file| file.to_str()) else { return Ok(()) };
        let begins_large = file.starts_with(char::is_uppercase) && !file.contains(['.', '/', '\\']);
        let Some(name) = self.name.as_deref().map(str::trim) else { return Ok(()) };
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
        Err(Failure::mistyped(format!("\"{file}\" was taken as the file, because the name has no quotes")).hint(hint))
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
