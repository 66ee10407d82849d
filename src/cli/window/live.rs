//! `GET /version`: by what two windows follow each other, and what is new since one of them was made.

use super::now::last_printed;
use super::pages::made;
use super::state::Window;
use crate::cli::command_line::CommandLine;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::wording::counted;
use crate::store::{Entry, EntryKind};
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Deserialize)]
pub struct Asked {
    /// The last command that a page shows.
    since: Option<i64>,
}

/// The numbers of the last command and of the last sheet; with `since`, in a second line what was done after that: `4 new results`.
pub async fn version(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        let said = window.with_event(Access::Read, |desk| {
            let news = asked.since.map(|since| news(desk, since)).transpose()?;
            let news = news.map_or_else(String::new, |news| format!("\n{news}"));
            Ok(format!("{} {}{news}", desk.store.data_version()?, last_printed(desk)?))
        })?;
        Ok(said.into_response())
    })
    .await
}

/// What is new, by what it is where all of it is the same.
fn news(desk: &mut Desk, since: i64) -> Result<String, Failure> {
    let mut entries = desk.store.journal()?;
    entries.retain(|entry| entry.number > since);
    let kinds: BTreeSet<&str> = entries.iter().map(kind).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    Ok(match kinds[..] {
        ["new result"] => {
            let slips = desk.store.slip_changes()?.into_iter().filter(|change| change.command > since);
            let tables: BTreeSet<_> = slips.map(|change| change.id).collect();
            counted(tables.len(), "new result")
        }
        [only] => counted(entries.len(), only),
        _ => counted(entries.len(), "change"),
    })
}

fn kind(entry: &Entry) -> &'static str {
    match CommandLine::kept(&entry.words).verb() {
        _ if entry.kind != EntryKind::Do => "change",
        "result" | "enter" => "new result",
        "rule" | "ruling" => "new ruling",
        "check-in" => "check-in",
        _ => "change",
    }
}
