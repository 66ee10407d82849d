//! `bughouse stale`: which printed or published documents a change has made wrong.

use super::sheet::Sheet;
use super::stale_since::Past;
use super::still_true::{Hung, Truth, judged};
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk, Verb, as_typed, list};
use crate::cli::failure::Failure;
use crate::cli::safety::rescue::moment;
use crate::report::{Block, Cell, Column, Document, Listing, Table};
use crate::store::Entry;
use clap::Args;
use serde_json::{Value, json};

/// Show which printed or published documents a change has made wrong
#[derive(Debug, Args)]
#[command(
    after_help = "Example: bughouse stale\n\nSheets whose round is over, or that a later one replaced, are left out."
)]
pub struct Stale {
    /// The section [default: all]
    section: Option<String>,
    /// Also what nobody reads any more
    #[arg(long)]
    all: bool,
    /// Forget a document that was thrown away, by its number here
    #[arg(long, value_name = "NUMBER")]
    forget: Vec<i64>,
}

impl Stale {
    /// What is forgotten is taken out of the file.
    pub fn access(&self) -> Access {
        if self.forget.is_empty() { Access::Read } else { Access::Write }
    }
}

/// A printed document and what is known of it.
struct Known {
    hung: Hung,
    truth: Truth,
    since: Option<Entry>,
}

impl Verb for Stale {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        if !self.forget.is_empty() {
            return forget(desk, &self.forget);
        }
        let section = self.section.as_deref().map(|named| desk.section(Some(named))).transpose()?.cloned();
        let journal = desk.store.journal()?;
        let mut past = Past::of(desk);
        let mut documents = Vec::new();
        for (hung, truth) in judged(desk, section.as_ref().map(|section| section.id), &mut past)? {
            if truth == Truth::Over && !self.all {
                continue;
            }
            let since = if truth.misleads() { past.since(&hung, &journal) } else { None };
            documents.push(Known { hung, truth, since });
        }
        past.close()?;
        documents.sort_by_key(|known| !known.truth.misleads());
        let masthead = desk.masthead(section.as_ref(), None)?;
        let json = json!({ "documents": documents.iter().map(|known| to_json(desk, known)).collect::<Vec<_>>() });
        let mut document = Document::new("Printed documents", masthead);
        if documents.is_empty() {
            let words = "Nothing was printed yet that a change could make wrong: documents are remembered when -o or `publish` writes them.";
            document = document.with(Block::Paragraph(words.to_owned()));
        } else {
            document = document.with(Block::Table(table(&documents)));
        }
        let wrong: Vec<&Known> = documents.iter().filter(|known| known.truth.misleads()).collect();
        if !wrong.is_empty() {
            document = document
                .with(Block::Paragraph("Print again:".to_owned()))
                .with(Block::List(wrong.iter().map(|known| again(desk, known)).collect()));
        }
        Ok(Answer::sheet(Listing::of(document, json)))
    }
}

fn forget(desk: &mut Desk, numbers: &[i64]) -> Result<Answer, Failure> {
    for number in numbers {
        if !desk.store.forget_printed(*number)? {
            return Err(Failure::mistyped(format!("no printed document has the number {number}"))
                .hint("bughouse stale --all lists them"));
        }
    }
    let text = format!("forgot {} of the printed documents", numbers.len());
    Ok(Answer::said(text, json!({ "forgotten": numbers }), ""))
}

fn table(documents: &[Known]) -> Table {
    let columns = vec![
        Column::number("No."),
        Column::text("Document").naming(),
        Column::short("File"),
        Column::short("Printed"),
        Column::text("Now"),
    ];
    let row = |known: &Known| {
        let now = Cell::text(now(known));
        vec![
            Cell::number(known.hung.printed.id as f64, known.hung.printed.id.to_string()),
            Cell::text(&known.hung.printed.title),
            Cell::text(&known.hung.printed.path),
            Cell::text(moment(&known.hung.printed.at)),
            if known.truth.misleads() { now.strong() } else { now.soft() },
        ]
    };
    Table { rows: documents.iter().map(row).collect(), ..Table::new("Printed documents", columns) }
}

/// What has become of a document, in words.
fn now(known: &Known) -> String {
    let since = known
        .since
        .as_ref()
        .map(|entry| format!(" since command {}: {}", entry.number, entry.words))
        .unwrap_or_default();
    match &known.truth {
        Truth::Holds => "still true".to_owned(),
        Truth::Over => "its time is over".to_owned(),
        Truth::Gone(reason) => format!("WRONG{since}; {reason}"),
        Truth::Wrong(rows) if rows.is_empty() => format!("WRONG{since}"),
        Truth::Wrong(rows) => format!("WRONG{since}; differs: {}", few(rows)),
    }
}

/// The first of some names, and how many more there are.
fn few(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let more = names.len().saturating_sub(SHOWN);
    let shown = list(names.iter().take(SHOWN).map(String::as_str));
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// The command that prints a document again.
fn again(desk: &Desk, known: &Known) -> String {
    let printed = &known.hung.printed;
    if matches!(known.truth, Truth::Gone(_)) {
        return format!("take down {} ({}): {}", printed.title, printed.path, now(known));
    }
    command(desk, &known.hung).unwrap_or_default()
}

/// The command that writes a document again; `None` where its section is gone.
fn command(desk: &Desk, Hung { printed, sheet }: &Hung) -> Option<String> {
    let mut words = vec!["bughouse".to_owned()];
    let Some(sheet) = sheet else {
        words.extend(["publish".to_owned(), printed.path.clone()]);
        return Some(as_typed(words.into_iter()));
    };
    let section = match sheet.section() {
        Some(id) => Some(desk.tournament().section(id)?.name.as_str()),
        None => None,
    };
    words.extend(sheet.words(section));
    words.extend(["-o".to_owned(), printed.path.clone()]);
    for (option, value) in [("--paper", &printed.paper), ("--templates", &printed.templates)] {
        words.extend(value.iter().flat_map(|value| [option.to_owned(), value.clone()]));
    }
    Some(as_typed(words.into_iter()))
}

fn to_json(desk: &Desk, known: &Known) -> Value {
    let Known { hung, truth, since } = known;
    let Hung { printed, sheet } = hung;
    let (state, differs, reason) = match truth {
        Truth::Holds => ("true", Vec::new(), None),
        Truth::Over => ("over", Vec::new(), None),
        Truth::Wrong(rows) => ("wrong", rows.clone(), None),
        Truth::Gone(reason) => ("wrong", Vec::new(), Some(reason)),
    };
    json!({
        "number": printed.id, "document": sheet.as_ref().map_or_else(|| "publish".to_owned(), |sheet| sheet.words(None).remove(0)),
        "title": printed.title, "round": sheet.as_ref().and_then(Sheet::round),
        "section": hung.section().and_then(|id| desk.tournament().section(id)).map(|section| section.name.clone()),
        "file": printed.path, "format": printed.format, "printed": printed.at, "data_version": printed.command,
        "state": state, "differs": differs, "reason": reason,
        "since": since.as_ref().map(|entry| json!({ "command": entry.number, "at": entry.at, "words": entry.words })),
        "again": command(desk, hung),
    })
}

/// The names of documents that mislead somebody now, for the dashboard and after a correction.
pub fn misleading(desk: &mut Desk) -> Result<Vec<(i64, String)>, Failure> {
    let mut past = Past::of(desk);
    let judged = judged(desk, None, &mut past)?;
    past.close()?;
    let wrong = judged.into_iter().filter(|(_, truth)| truth.misleads());
    Ok(wrong.map(|(Hung { printed, .. }, _)| (printed.id, format!("{} ({})", printed.title, printed.path))).collect())
}
