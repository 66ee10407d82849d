//! The page *Log*: every command, who gave it, when, and what changed; each taken back by itself, and the event as it was after it.

use super::act::{fields, line, outcome_of, own_page, value};
use super::pages::{Button, Frame, made, rendered};
use super::state::Window;
use crate::cli::command_text::plain;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::moment::moment;
use crate::tournament::MatchId;
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// More are shown when asked for.
const FIRST: &str = "60";

#[derive(Template)]
#[template(path = "desk/log.html")]
struct Log {
    frame: Frame,
    acts: Vec<Button>,
    rows: Vec<Row>,
    /// How many earlier ones are not shown.
    earlier: i64,
}

struct Row {
    number: i64,
    when: String,
    who: String,
    what: String,
    command: String,
    /// The table that it is about: its number and its page.
    table: Option<(u32, String)>,
    /// Old and new values, a line each.
    changes: Vec<String>,
    is_in_force: bool,
    /// The command that takes it back; empty where it is taken back, or took something back itself.
    undo: String,
}

impl Row {
    fn of(command: &Value) -> Self {
        let text = |value: &Value| plain(value.as_str().unwrap_or_default());
        let number = command["command"].as_i64().unwrap_or_default();
        let who: Vec<String> = [&command["official"], &command["device"]["name"]]
            .into_iter()
            .map(text)
            .filter(|who| !who.is_empty())
            .collect();
        let is_in_force = command["in_force"] == true;
        let is_done = command["kind"] == "do";
        let summary = text(&command["summary"]);
        Self {
            number,
            when: moment(command["at"].as_str().unwrap_or_default()),
            who: if who.is_empty() { "the desk".to_owned() } else { who.join(", ") },
            what: if summary.is_empty() { text(&command["words"]) } else { summary },
            command: format!("bughouse {}", text(&command["words"])),
            table: None,
            changes: command["in_words"].as_array().into_iter().flatten().map(text).map(arrows).collect(),
            is_in_force,
            undo: if is_in_force && is_done { line(&["undo", "--only", &number.to_string()]) } else { String::new() },
        }
    }
}

/// `rounds 3 → 4`
fn arrows(line: String) -> String {
    line.replace(" -> ", " → ")
}

/// The table of each command that filed a result or a ruling.
fn tables(desk: &mut Desk) -> Result<HashMap<i64, (u32, String)>, Failure> {
    let slips = desk.store.slip_changes()?.into_iter().map(|change| (change.command, change.id));
    let entered = desk.store.rulings_entered()?;
    let ruled = desk.facts.docket.rulings.iter();
    let ruled = ruled.filter_map(|ruling| Some((*entered.get(&ruling.id)?, ruling.place?.match_id)));
    let address = |id: MatchId| (id.table.0, format!("/at/table?table={}&round={}", id.table, id.round));
    Ok(slips.chain(ruled).map(|(command, id)| (command, address(id))).collect())
}

#[derive(Deserialize)]
pub struct Asked {
    all: Option<String>,
    said: Option<u64>,
}

pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let log = match asked.all {
            Some(_) => window.look(&["log", "--json"]),
            None => window.look(&["log", "--last", FIRST, "--json"]),
        };
        if let Some(failure) = log.failure {
            return Err(failure);
        }
        let commands = log.json["commands"].as_array().cloned().unwrap_or_default();
        let mut tables = window.with_event(Access::Read, tables)?;
        let said = outcome_of(window, asked.said);
        let acts = match window.past() {
            Some(_) => Vec::new(),
            None => vec![
                Button::runs("Undo the last command", "undo"),
                Button::runs("Redo", "redo"),
                Button::runs("Check the file", "check"),
            ],
        };
        Ok(rendered(&Log {
            frame: Frame::of(window, "Log", "log", "/at/log", said.as_deref(), &status),
            acts,
            earlier: commands.first().and_then(|first| first["command"].as_i64()).map_or(0, |first| first - 1),
            rows: commands
                .iter()
                .rev()
                .map(Row::of)
                .map(|row| Row { table: tables.remove(&row.number), ..row })
                .collect(),
        }))
    })
    .await
}

/// `POST /past`: shows the event as it was after a command, or as it is.
pub async fn look_back(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    let command = value(&fields, "command").parse().ok();
    window.look_back(command);
    let back = if command.is_some() { "/now" } else { own_page(value(&fields, "back")) };
    Redirect::to(back).into_response()
}
