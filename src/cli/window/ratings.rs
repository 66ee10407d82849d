//! The page of rating lists: a list is loaded by dropping its file, the entries are held against it, and what is in doubt is settled by a press.

use super::act::{line, outcome_of, value};
use super::pages::{Button, Frame, Line, made, plain_page, rendered};
use super::state::{Given, Outcome, Window};
use super::working::done;
use crate::cli::command_text::plain;
use crate::interchange::registrations::tidied;
use crate::tournament::names::turned;
use askama::Template;
use axum::Json;
use axum::extract::{Multipart, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// No federation's list is larger, unpacked or not.
pub const MOST_BYTES: usize = 800 << 20;

#[derive(Template)]
#[template(path = "desk/ratings.html")]
struct Page {
    frame: Frame,
    /// What a list that was loaded came to, or why it was not.
    said: Vec<Line>,
    is_refused: bool,
    lists: Vec<List>,
    find: String,
    found: Vec<Found>,
    /// Against which list the entries are held; empty without one.
    against: String,
    why_not: Vec<Line>,
    counts: String,
    next: Option<Button>,
    moved: Vec<Moved>,
    doubts: Vec<Doubt>,
    missing: Vec<String>,
}

struct List {
    title: String,
    about: String,
    remove: Button,
}

struct Found {
    name: String,
    about: String,
}

struct Moved {
    who: String,
    team: String,
    entered: String,
    listed: String,
    note: String,
}

struct Doubt {
    who: String,
    team: String,
    why: String,
    candidates: Vec<Button>,
}

#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    find: String,
    said: Option<u64>,
}

pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let said = outcome_of(window, asked.said);
        let frame = Frame::of(window, "Rating lists", "entries", "/at/ratings", said.as_deref(), &window.status());
        let of_a_list = said.filter(|outcome| outcome.verb.starts_with("ratings") && !outcome.has_changed());
        let lists = window.look(&["ratings", "list", "--json"]).json;
        let checked = window.look(&["ratings", "check", "--json"]);
        let mut page = Page {
            frame,
            is_refused: of_a_list.as_ref().is_some_and(|outcome| outcome.failure.is_some()),
            said: of_a_list.as_deref().map(lines_of).unwrap_or_default(),
            lists: each(&lists["lists"]).map(list).collect(),
            found: Vec::new(),
            find: asked.find.trim().to_owned(),
            against: String::new(),
            why_not: Vec::new(),
            counts: String::new(),
            next: None,
            moved: Vec::new(),
            doubts: Vec::new(),
            missing: Vec::new(),
        };
        if !page.find.is_empty() {
            let found = window.look(&["ratings", "find", "--json", "--", &page.find]).json;
            page.found = each(&found["entries"]).map(found_one).collect();
        }
        match checked.failure {
            Some(failure) if !page.lists.is_empty() => page.why_not = vec![Line::of(&failure.message)],
            Some(_) => {}
            None => page.hold(&checked.json),
        }
        if window.past().is_some() {
            page.next = None;
        }
        Ok(rendered(&page))
    })
    .await
}

fn each(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// What a command on lists said, line by line.
fn lines_of(outcome: &Outcome) -> Vec<Line> {
    let failure = outcome.failure.as_ref().map(|failure| {
        let hint = failure.hint.as_deref().unwrap_or_default();
        format!("{}\n{hint}", failure.message)
    });
    let said = failure.unwrap_or_else(|| outcome.text.clone());
    let lines = said.lines().filter(|line| !line.trim().is_empty()).chain(outcome.notes.iter().map(String::as_str));
    lines.map(Line::of).collect()
}

fn list(one: &Value) -> List {
    let name = text(one, "name");
    List {
        title: text(one, "title").to_owned(),
        about: format!("{} players, from {}", one["rows"].as_u64().unwrap_or_default(), text(one, "file")),
        remove: Button::runs("Remove", line(&["ratings", "remove", name])),
    }
}

/// `1210`, `605 provisional`, `unrated`.
fn rating(one: &Value) -> String {
    match (one["rating"].as_u64(), one["provisional"].as_bool()) {
        (None, _) => "unrated".to_owned(),
        (Some(rating), Some(true)) => format!("{rating} provisional"),
        (Some(rating), _) => rating.to_string(),
    }
}

fn found_one(one: &Value) -> Found {
    let parts = [text(one, "id"), text(one, "state"), text(one, "list")];
    let about = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    Found { name: format!("{}, {}", text(one, "name"), rating(one)), about }
}

impl Page {
    /// What the list has for the entries.
    fn hold(&mut self, checked: &Value) {
        let is = |verdict: &'static str| move |one: &&Value| one["verdict"] == verdict;
        let count = |verdict| each(&checked["entries"]).filter(is(verdict)).count();
        self.against = text(checked, "title").to_owned();
        let counts = [
            ("changed", "changed"),
            ("new", "new"),
            ("same", "as listed"),
            ("doubtful", "in doubt"),
            ("not-found", "not found"),
        ];
        let counts = counts.into_iter().map(|(verdict, what)| (count(verdict), what)).filter(|(count, _)| *count > 0);
        self.counts = counts.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ");
        let taken = count("changed") + count("new");
        if taken > 0 {
            let label = if taken == 1 { "Update 1 rating".to_owned() } else { format!("Update {taken} ratings") };
            self.next = Some(Button::runs(label, line(&["ratings", "check", "--take-over"])).key("Enter"));
        }
        let shown = |rating: &Value| rating.as_u64().map_or_else(|| "unrated".to_owned(), |rating| rating.to_string());
        for one in each(&checked["entries"]) {
            let (who, team) = (text(one, "player").to_owned(), text(one, "team").to_owned());
            let number = one["number"].as_u64().unwrap_or_default();
            match text(one, "verdict") {
                "changed" | "new" => {
                    let is = |key: &str, word: &str| one[key].as_bool().unwrap_or_default().then(|| word.to_owned());
                    let notes = [is("provisional", "provisional"), is("expired", "membership expired")];
                    self.moved.push(Moved {
                        who,
                        team,
                        entered: shown(&one["entered"]),
                        listed: shown(&one["listed"]),
                        note: notes.into_iter().flatten().collect::<Vec<_>>().join(", "),
                    });
                }
                "doubtful" => {
                    let button = |listed: &Value| {
                        let about = [text(listed, "id"), text(listed, "state")].join(" ");
                        let label = format!("{}, {} · {}", text(listed, "name"), rating(listed), about.trim());
                        let settled = format!("{number}={}", text(listed, "id"));
                        Button::runs(label, line(&["ratings", "check", "--settle", &settled]))
                    };
                    let candidates = each(&one["candidates"]).map(button).collect();
                    self.doubts.push(Doubt { who, team, why: text(one, "why").to_owned(), candidates });
                }
                "not-found" => self.missing.push(who),
                _ => {}
            }
        }
    }
}

/// Takes a list that was dropped or chosen, and loads it.
pub async fn take(State(window): State<Arc<Window>>, mut form: Multipart) -> Response {
    let (mut fields, mut file) = (Vec::new(), None);
    loop {
        let field = match form.next_field().await {
            Ok(Some(field)) => field,
            Ok(None) => break,
            Err(error) => return plain_page(error.status(), "This file cannot be read", &error.body_text()),
        };
        let name = field.name().unwrap_or_default().to_owned();
        let of_file = field.file_name().map(str::to_owned);
        match (of_file, field.bytes().await) {
            (Some(file_name), Ok(bytes)) if !bytes.is_empty() => file = Some((file_name, bytes.to_vec())),
            (Some(_), Ok(_)) => {}
            (None, Ok(bytes)) => fields.push((name, String::from_utf8_lossy(&bytes).into_owned())),
            (_, Err(error)) => return plain_page(error.status(), "This file cannot be read", &error.body_text()),
        }
    }
    let Some((name, bytes)) = file else { return Redirect::to("/at/ratings").into_response() };
    let name: String =
        name.rsplit(['/', '\\']).next().unwrap_or_default().chars().filter(|c| !c.is_control()).collect();
    let name = name.trim().trim_start_matches('-').to_owned();
    done(window, format!("bughouse ratings load {name}"), move |window| {
        let mut words = vec!["ratings".to_owned(), "load".to_owned(), name.clone()];
        for option in ["federation", "kind", "month"] {
            let given = value(&fields, option).trim();
            words.extend((!given.is_empty()).then(|| format!("--{option}={given}")));
        }
        let handed = vec![(PathBuf::from(&name), bytes.into())];
        let back = "/at/ratings".to_owned();
        let outcome = window.run(Given { words, back, handed, ..Given::default() });
        Ok(Redirect::to(&format!("/at/ratings?said={}", outcome.number)).into_response())
    })
    .await
}

#[derive(Deserialize)]
pub struct Typed {
    #[serde(default)]
    text: String,
}

/// Who of the lists may be meant by what is typed, for the forms of entry, and what distinguishes them.
pub async fn propose(State(window): State<Arc<Window>>, Query(typed): Query<Typed>) -> Response {
    made(window, move |window| {
        let found = window.look(&["ratings", "find", "--limit=5", "--json", "--", typed.text.trim()]).json;
        let one = |listed: &Value| {
            let name = turned(&plain(text(listed, "name"))).0;
            let name = tidied(&name).unwrap_or(name);
            let about = [text(listed, "id"), text(listed, "state"), text(listed, "list")];
            let about = about.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            let rated = listed["rating"].as_u64().map(|rating| rating.to_string()).unwrap_or_default();
            json!({ "name": name, "shown": rating(listed), "rating": rated, "id": text(listed, "id"), "about": about })
        };
        Ok(Json(each(&found["entries"]).map(one).collect::<Vec<_>>()).into_response())
    })
    .await
}
