//! The page *Rulings*: appeals that wait, what was ruled, and the rules of the book to be searched.

use super::act::outcome_of;
use super::address::encoded;
use super::appeal::{AppealShown, shown};
use super::pages::{Frame, Line, Tab, made, rendered, with_buttons};
use super::state::Window;
use super::table::{RulingShown, ruling};
use crate::cli::desk::Access;
use crate::discipline::AppealState;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/rulings.html")]
struct Page {
    frame: Frame,
    tabs: Vec<Tab>,
    /// What was searched in the rules.
    find: String,
    /// Text of the book; empty on the docket.
    html: String,
    is_docket: bool,
    open: Vec<AppealShown>,
    rulings: Vec<RulingShown>,
    said: Vec<Line>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Asked {
    tab: String,
    find: String,
    said: Option<u64>,
}

/// Label, and the command that shows it; none: what was ruled.
const TABS: [(&str, &[&str]); 3] =
    [("Rulings", &[]), ("Offenses", &["rules", "offences"]), ("The rules", &["rules", "show"])];

/// `GET /at/rulings`.
pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let find = asked.find.trim();
        let (label, words) = TABS.iter().find(|(label, _)| *label == asked.tab).unwrap_or(&TABS[0]);
        let words: Vec<&str> = match find {
            "" => words.to_vec(),
            find => ["rules", "search"].into_iter().chain(find.split_whitespace()).collect(),
        };
        let mut html = String::new();
        if !words.is_empty() {
            let book = window.look(&words);
            html = match &book.failure {
                Some(failure) => return nothing(window, find, &failure.message),
                None => with_buttons(&book.html),
            };
        }
        shown_page(window, &asked, label, html, None)
    })
    .await
}

fn nothing(window: &Window, find: &str, message: &str) -> Result<Response, crate::cli::failure::Failure> {
    let asked = Asked { find: find.to_owned(), ..Asked::default() };
    shown_page(window, &asked, "", String::new(), Some(message))
}

fn shown_page(
    window: &Window,
    asked: &Asked,
    label: &str,
    html: String,
    message: Option<&str>,
) -> Result<Response, crate::cli::failure::Failure> {
    let status = window.status();
    let said = outcome_of(window, asked.said);
    let frame = Frame::of(window, "Rulings", "rulings", "/at/rulings", said.as_deref(), &status);
    let is_docket = html.is_empty() && message.is_none();
    let (open, rulings) = window.with_event(Access::Read, |desk| {
        let docket = &desk.facts.docket;
        let waits = docket.appeals.iter().filter(|appeal| appeal.state() == AppealState::Open);
        let waits = waits.filter_map(|appeal| Some((appeal, docket.ruling(appeal.ruling)?)));
        let waits = waits.filter(|(_, of)| of.voided.is_none()).map(|(appeal, of)| shown(desk, appeal, of));
        let all = docket.rulings.iter().rev().filter(|_| is_docket).map(|one| ruling(desk, one));
        Ok((waits.collect(), all.collect()))
    })?;
    let tabs = TABS.iter().map(|(one, _)| {
        Tab::new(*one, format!("/at/rulings?tab={}", encoded(one)), asked.find.trim().is_empty() && *one == label)
    });
    let page = Page {
        frame,
        tabs: tabs.collect(),
        find: asked.find.trim().to_owned(),
        html,
        is_docket,
        open,
        rulings,
        said: message.map(Line::of).into_iter().collect(),
    };
    Ok(rendered(&page))
}
