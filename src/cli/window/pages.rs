//! What stands on every page of the desk in the browser, and how what is said is shown there.

use super::state::{Outcome, Window, token};
use crate::cli::command_line::CommandLine;
use crate::cli::command_text::{Marks, plain, spans, with_commands};
use crate::cli::now;
use crate::cli::wording::split;
use askama::Template;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;
use std::sync::Arc;

const STYLE: &str = concat!(
    include_str!("../../../templates/desk/desk.css"),
    include_str!("../../../templates/desk/file.css"),
    include_str!("../../../templates/desk/entries.css"),
    include_str!("../../../templates/desk/start.css"),
    include_str!("../../../templates/desk/round.css"),
    include_str!("../../../templates/desk/propose.css"),
    include_str!("../../../templates/desk/table.css"),
    include_str!("../../../templates/desk/paper.css"),
    include_str!("../../../templates/desk/log.css"),
    include_str!("../../../templates/desk/standings.css"),
    include_str!("../../../templates/desk/prizes.css"),
    include_str!("../../../templates/desk/settings.css"),
    include_str!("../../../templates/web/bracket.css"),
);
const SCRIPT: &str = concat!(
    include_str!("../../../templates/desk/desk.js"),
    include_str!("../../../templates/desk/file.js"),
    include_str!("../../../templates/desk/entries.js"),
    include_str!("../../../templates/desk/round.js"),
    include_str!("../../../templates/desk/table.js"),
    include_str!("../../../templates/desk/live.js"),
);

/// The pages of the rail: id, label, address.
const RAIL: [(&str, &str, &str); 10] = [
    ("now", "Now", "/now"),
    ("entries", "Entries", "/at/entries"),
    ("round", "Round", "/at/round"),
    ("table", "Table", "/at/table"),
    ("standings", "Standings", "/at/standings"),
    ("prizes", "Prizes", "/at/prizes"),
    ("paper", "Paper", "/at/paper"),
    ("rulings", "Rulings", "/at/rulings"),
    ("log", "Log", "/at/log"),
    ("settings", "Settings", "/at/settings"),
];

/// What stands on every page.
pub struct Frame {
    pub title: String,
    /// The id of the rail's item at hand.
    pub here: String,
    /// The tournament at hand; none on the start page.
    pub event: Option<Event>,
    /// `10:42`
    pub clock: String,
    pub rail: Vec<RailItem>,
    pub strip: Option<Strip>,
    /// The id of what this page's forms ask for.
    pub request: String,
    /// What stands in the command box.
    pub typed: String,
    /// Where an act leads back to.
    pub back: String,
    /// The command after which the event is shown; none: as it is.
    pub past: Option<i64>,
}

pub struct Event {
    pub name: String,
    pub place: String,
    /// The number of the last command.
    pub version: u64,
    /// And of the last sheet that was printed.
    pub printed: i64,
    /// `Hall open · 6 devices`; empty while it is closed.
    pub hall: String,
}

pub struct RailItem {
    pub id: String,
    pub label: String,
    pub href: String,
    pub count: usize,
    /// `red` for disputes, `amber` for paper that is out of date.
    pub tone: String,
}

/// What happened last.
pub struct Strip {
    pub sentence: String,
    pub command: String,
    /// The command that takes it back; empty where nothing can.
    pub undo: String,
    pub is_refusal: bool,
}

pub struct Button {
    pub label: String,
    /// A command to run; empty where it is a link.
    pub line: String,
    pub href: String,
    /// The key that presses it.
    pub key: String,
    /// Whether it is the page's next act, the green one.
    pub is_next: bool,
}

/// One of several pages or sections, side by side.
pub struct Tab {
    pub label: String,
    pub href: String,
    pub here: bool,
}

impl Tab {
    pub fn new(label: impl Into<String>, href: String, here: bool) -> Self {
        Self { label: label.into(), href, here }
    }
}

impl Button {
    pub fn runs(label: impl Into<String>, line: impl Into<String>) -> Self {
        Self { label: label.into(), line: line.into(), href: String::new(), key: String::new(), is_next: false }
    }

    pub fn leads(label: impl Into<String>, href: impl Into<String>) -> Self {
        Self { label: label.into(), line: String::new(), href: href.into(), key: String::new(), is_next: false }
    }

    /// Whether it is the page's next act: large, so that it breaks, and never within a name such as `K-3`.
    pub fn is_green(&self) -> bool {
        self.is_next || self.key == "Enter"
    }

    pub fn key(self, key: &str) -> Self {
        Self { key: key.to_owned(), ..self }
    }

    /// The form of a command whose line is begun.
    pub fn form_of(line: &str) -> Option<Self> {
        let words = split(line).ok()?;
        let verb = CommandLine::of(&words).verb().to_owned();
        (!verb.is_empty()).then(|| Self::leads("Fill in its form instead", form_address(&verb)))
    }

    /// What gives this command: at once, or with its missing words filled in.
    pub fn of_command(command: &str) -> Self {
        match has_blanks(command) {
            true => Self::leads(format!("bughouse {command}"), format!("/type?line={}", encoded(command))),
            false => Self::runs(format!("bughouse {command}"), command),
        }
    }
}

/// A part of a sentence: words, or a command.
pub struct Piece {
    pub text: String,
    pub command: String,
    /// Whether words of it are to be filled in before it can be given.
    pub fills: bool,
}

pub struct Line {
    pub pieces: Vec<Piece>,
}

impl Line {
    pub fn of(text: &str) -> Self {
        Self { pieces: pieces(text) }
    }
}

pub fn pieces(text: &str) -> Vec<Piece> {
    let piece = |(command, part): (bool, &str)| match command {
        true => Piece { text: format!("bughouse {part}"), command: part.to_owned(), fills: has_blanks(part) },
        false => Piece { text: part.to_owned(), command: String::new(), fills: false },
    };
    spans(text).map(piece).filter(|piece| !piece.text.is_empty()).collect()
}

/// Whether a command has words that stand for others: `team edit TEAM --name NAME`.
pub fn has_blanks(command: &str) -> bool {
    const BLANKS: [&str; 31] = [
        "TEAM", "TEAM…", "NAME", "FILE", "RESULT", "PLAYER", "PARTNER", "NUMBER", "N", "POINTS", "TABLE", "BACKUP",
        "COMMAND", "URL", "CODE", "ROLE", "DIR", "INTO", "SECTION", "PENALTY", "OFFENCE", "RULING", "T1,T2", "H:MM",
        "...", "T1", "T2", "FILE.pdf", "NEW", "M", "DEVICE",
    ];
    command.split_whitespace().any(|word| BLANKS.contains(&word.trim_matches('"'))) || command.is_empty()
}

/// As a part of an address.
pub fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Where a command's form is.
pub fn form_address(command: &str) -> String {
    format!("/form/{}", command.split(' ').map(encoded).collect::<Vec<_>>().join("/"))
}

/// HTML of ours with its commands as buttons of the page's own form.
pub fn with_buttons(html: &str) -> String {
    with_commands(html, Marks::Bare, |command| match has_blanks(command) {
        true => {
            let shown =
                command.replace("&quot;", "\"").replace("&#34;", "\"").replace("&amp;", "&").replace("&#38;", "&");
            format!("<a class=\"command\" href=\"/type?line={}\">bughouse {command}</a>", encoded(&shown))
        }
        false => format!(
            "<button class=\"command\" form=\"do\" name=\"line\" value=\"{command}\">bughouse {command}</button>"
        ),
    })
}

impl Frame {
    /// Of a page about the tournament at hand. `status` is what `bughouse status` gives as JSON.
    pub fn of(window: &Window, title: &str, here: &str, back: &str, said: Option<&Outcome>, status: &Value) -> Self {
        let counts = |id: &str| {
            let of_sections = |key: &str| -> usize {
                let sections = status["sections"].as_array().into_iter().flatten();
                sections
                    .map(|section| {
                        section[key]
                            .as_u64()
                            .map_or_else(|| section[key].as_array().map_or(0, Vec::len), |n| n as usize)
                    })
                    .sum()
            };
            match id {
                "entries" => (status["need_partner"].as_u64().unwrap_or(0) as usize, ""),
                "round" if !status["disputed"].is_null() => (1, "red"),
                "paper" => (status["stale"].as_array().map_or(0, Vec::len), "amber"),
                "rulings" => (of_sections("open_appeals"), ""),
                _ => (0, ""),
            }
        };
        let item = |(id, label, href): (&str, &str, &str)| {
            let (count, tone) = counts(id);
            RailItem { id: id.to_owned(), label: label.to_owned(), href: href.to_owned(), count, tone: tone.to_owned() }
        };
        let latest = window.latest();
        let is_news =
            |outcome: &&Outcome| outcome.has_changed() || outcome.failure.is_some() && outcome.question.is_none();
        let strip = said.filter(is_news).or(latest.as_deref()).map(Strip::of);
        Self {
            title: title.to_owned(),
            here: here.to_owned(),
            event: window.event(),
            clock: now().format("%-H:%M").to_string(),
            rail: RAIL.into_iter().map(item).collect(),
            strip,
            request: token(),
            typed: String::new(),
            back: back.to_owned(),
            past: window.past(),
        }
    }

    /// Before a tournament is chosen.
    pub fn without_event(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            here: String::new(),
            event: None,
            clock: now().format("%-H:%M").to_string(),
            rail: Vec::new(),
            strip: None,
            request: token(),
            typed: String::new(),
            back: "/start".to_owned(),
            past: None,
        }
    }
}

impl Strip {
    fn of(outcome: &Outcome) -> Self {
        // What is put aside is a report, and stands in no journal.
        let aside = outcome.json["report"].as_i64().filter(|_| outcome.json["state"] == "disputed");
        let aside = aside.map(|report| format!("reports reject {report}"));
        let undo = match outcome.verb.as_str() {
            _ if aside.is_some() => aside.as_deref().unwrap_or_default(),
            "reports" if outcome.json["state"] == "rejected" => "",
            _ if outcome.failure.is_some() || !outcome.has_changed() => "",
            "undo" => "redo",
            _ => "undo",
        };
        Self {
            sentence: outcome.sentence(),
            command: format!("bughouse {}", outcome.line),
            undo: undo.to_owned(),
            is_refusal: outcome.failure.is_some(),
        }
    }
}

/// Makes a page of what `make` gives, on a thread of its own: it reads the file.
pub async fn made(
    window: Arc<Window>,
    make: impl FnOnce(&Window) -> Result<Response, crate::cli::failure::Failure> + Send + 'static,
) -> Response {
    let made = tokio::task::spawn_blocking(move || {
        let made = make(&window);
        made.unwrap_or_else(|failure| {
            let hint = failure.hint.as_deref().map(plain).unwrap_or_default();
            plain_page(StatusCode::CONFLICT, &plain(&failure.message), &hint)
        })
    });
    made.await.unwrap_or_else(|error| {
        plain_page(StatusCode::INTERNAL_SERVER_ERROR, "This page could not be made", &error.to_string())
    })
}

pub fn rendered(page: &impl Template) -> Response {
    match page.render() {
        Ok(html) => {
            debug_assert!(!html.contains('\u{fdd0}'), "a command is shown with its marks: {html}");
            Html(html).into_response()
        }
        Err(error) => plain_page(StatusCode::INTERNAL_SERVER_ERROR, "This page could not be made", &error.to_string()),
    }
}

#[derive(Template)]
#[template(path = "desk/plain.html")]
struct Plain<'a> {
    title: &'a str,
    text: &'a str,
}

/// A page that needs no tournament and no ticket.
pub fn plain_page(status: StatusCode, title: &str, text: &str) -> Response {
    let html = Plain { title, text }.render().unwrap_or_else(|_| title.to_owned());
    (status, Html(html)).into_response()
}

pub async fn nowhere() -> Response {
    plain_page(StatusCode::NOT_FOUND, "There is nothing here", "Go back, or choose a page of the desk.")
}

pub async fn style() -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE).into_response()
}

/// The mark: two small boards with opposite colors.
pub async fn mark() -> Response {
    const MARK: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 18 18\"><path fill=\"#0d5f43\" d=\"M0 0h9v9H0zM9 9h9v9H9z\"/><path fill=\"#c9dfd1\" d=\"M9 0h9v9H9zM0 9h9v9H0z\"/></svg>";
    ([(CONTENT_TYPE, "image/svg+xml")], MARK).into_response()
}

pub async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], SCRIPT).into_response()
}
