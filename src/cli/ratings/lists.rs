//! `bughouse ratings list`, `find` and `remove`: what is in the index.

use super::index::{Place, index_failure, one_of};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::command_text::{CommandText, cmd};
use crate::cli::failure::Failure;
use crate::cli::help::line::command;
use crate::cli::moment::moment as shown_moment;
use crate::cli::wording::counted;
use crate::ratings::Listed;
use crate::report::{Cell, Column, Masthead, Report, Table};
use crate::store::{Found, KnownList, RatingIndex};
use crate::tournament::PlayerId;
use clap::Args;
use serde_json::{Value, json};

#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub struct Find {
    /// An ID, or parts of a name
    #[arg(required = true)]
    text: Vec<String>,
    /// How many to show
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=200))]
    limit: u32,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Args)]
pub struct Remove {
    /// The list, as `ratings list` shows it
    #[arg(required = true)]
    list: Vec<String>,
    #[command(flatten)]
    place: Place,
}

/// Every list of the index.
pub fn lists(index: &mut RatingIndex) -> Result<Vec<KnownList>, Failure> {
    let place = index.path().to_owned();
    index.lists().map_err(|error| index_failure(error, &place))
}

impl List {
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let (known, remarks) = self.place.with(everywhere, lists)?;
        let one = |known: &KnownList| {
            json!({
                "list": known.number, "name": known.list.as_typed(), "title": known.list.to_string(), "federation": known.list.federation, "kind": known.list.kind,
                "month": known.list.month.as_typed(), "rows": known.entries, "file": known.file, "loaded": known.loaded,
            })
        };
        let json = json!({ "lists": known.iter().map(one).collect::<Vec<_>>() });
        if known.is_empty() {
            return Ok(Answer::said(format!("no rating list is loaded yet: {}", cmd!("ratings load FILE")), json)
                .with_remarks(remarks));
        }
        let table = Table::of("Rating lists", known)
            .column(Column::text("List"), |known| Cell::text(known.list.as_typed()))
            .column(Column::text("What"), |known| Cell::text(known.list.to_string()))
            .column(Column::number("Ratings"), |known| Cell::whole(known.entries as u32))
            .column(Column::text("From"), |known| Cell::text(&known.file))
            .column(Column::text("Loaded"), |known| Cell::text(shown_moment(&known.loaded)));
        Ok(Answer::sheet(Report::table(masthead(everywhere), table.table(), json)).with_remarks(remarks))
    }
}

/// The head of a document that is of no tournament.
fn masthead(everywhere: &Everywhere) -> Masthead {
    Masthead::of_no_event("Published ratings", everywhere.now)
}

impl Find {
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let text = self.text.join(" ");
        let find = |index: &mut RatingIndex| found(index, &text, self.limit as usize);
        let ((known, found), remarks) = self.place.with(everywhere, find)?;
        let json = json!({ "entries": found.iter().map(|found| one_found(found, &known)).collect::<Vec<_>>() });
        if found.is_empty() {
            let said = match known.is_empty() {
                true => format!("no rating list is loaded yet: {}", cmd!("ratings load FILE")),
                false => format!("nobody named \"{text}\" in {}", counted(known.len(), "list")),
            };
            return Ok(Answer::said(said, json).with_remarks(remarks));
        }
        let day = everywhere.now.date_naive();
        let table = Table::of("Found", found)
            .column(Column::text("ID"), |found| Cell::text(&found.listed.id))
            .column(Column::text("Name").naming(), |found| Cell::text(&found.listed.name))
            .column(Column::short("State"), |found| Cell::maybe(&found.listed.state))
            .column(Column::text("Rating"), |found| Cell::text(rating(&found.listed)))
            .column(Column::text("Expires"), |found| {
                let late = if found.listed.has_expired(day) { ", over" } else { "" };
                Cell::maybe(&found.listed.expires.map(|last| format!("{last}{late}")))
            })
            .column(Column::text("List"), |found| {
                Cell::text(list_of(found, &known).map_or_else(String::new, |l| l.list.to_string()))
            });
        Ok(Answer::sheet(Report::table(masthead(everywhere), table.table(), json)).with_remarks(remarks))
    }
}

/// Who is called so, and all lists.
pub fn found(index: &mut RatingIndex, text: &str, limit: usize) -> Result<(Vec<KnownList>, Vec<Found>), Failure> {
    let known = lists(index)?;
    let place = index.path().to_owned();
    let found = index.find(text, &known, limit).map_err(|error| index_failure(error, &place))?;
    Ok((known, found))
}

fn list_of<'l>(found: &Found, known: &'l [KnownList]) -> Option<&'l KnownList> {
    known.iter().find(|known| known.number == found.list)
}

/// A rating as it is shown: `1210`, `605 provisional`, `unrated`.
pub fn rating(listed: &Listed) -> String {
    match (listed.rating, listed.provisional) {
        (None, _) => "unrated".to_owned(),
        (Some(rating), true) => format!("{rating} provisional"),
        (Some(rating), false) => rating.to_string(),
    }
}

pub fn one_found(found: &Found, known: &[KnownList]) -> Value {
    let mut json = json!(found.listed);
    json["list"] = json!(list_of(found, known).map(|known| known.list.as_typed()));
    json
}

impl Remove {
    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        let remove = |index: &mut RatingIndex| {
            let known = lists(index)?;
            let one = one_of(&known, &self.list.join(" "))?.clone();
            if !everywhere.dry_run {
                let place = index.path().to_owned();
                index.remove(one.number).map_err(|error| index_failure(error, &place))?;
            }
            Ok(one)
        };
        let (one, mut remarks) = self.place.with(everywhere, remove)?;
        remarks.extend(everywhere.dry_run.then(|| "dry run: nothing was changed".to_owned()));
        let json = json!({ "list": one.number, "name": one.list.as_typed(), "rows": one.entries });
        let said = format!("removed {}; ratings taken from it stay in the tournaments", one.list);
        Ok(Answer::said(said, json).with_remarks(remarks))
    }
}

/// The command that says who a player is.
pub fn settling(player: PlayerId, id: &str) -> CommandText {
    command(["ratings", "check", "--settle", &format!("{player}={id}")])
}
