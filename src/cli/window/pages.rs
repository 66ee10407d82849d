//! What is on every page of the desk in the browser, and how what is said is shown there.

use super::address::{Offered, offered};
use super::state::{Outcome, Window, token};
use crate::cli::command_text::{CommandText, Marks, plain, spans, with_commands};
use crate::cli::now;
use crate::tournament::CLOCK;
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
    include_str!("../../../templates/desk/ratings.css"),
    include_str!("../../../templates/web/bracket.css"),
);
const SCRIPT: &str = concat!(
    include_str!("../../../templates/desk/desk.js"),
    include_str!("../../../templates/desk/file.js"),
    include_str!("../../../templates/desk/entries.js"),
    include_str!("../../../templates/desk/round.js"),
    include_str!("../../../templates/desk/table.js"),
    include_str!("../../../templates/desk/ratings.js"),
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

/// What is on every page.
pub struct Frame {
    pub title: String,
    /// The id of the rail's item at hand.
    pub here: String,
    /// The tournament at hand; none on the start page.
    pub event: Option<Event>,
    /// `10:42 AM`
    pub clock: String,
    pub rail: Vec<RailItem>,
    pub strip: Option<Strip>,
    /// What the act that led here said beside its sentence, and what it warned of.
    pub lines: Vec<Line>,
    pub notes: Vec<Line>,
    /// The id of what this page's forms ask for.
    pub request: String,
    /// What is in the command box.
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

    /// Whether its label stays on one line, on a phone too.
    pub fn is_short(&self) -> bool {
        self.label.chars().count() <= 26
    }

    /// Whether it is the page's next act, which is large; a long label of it breaks, and never within a name such as `K-3`.
    pub fn is_green(&self) -> bool {
        self.is_next || self.key == "Enter"
    }

    /// Whether it writes a sheet, which opens beside the page.
    pub fn prints(&self) -> bool {
        prints(&self.line)
    }

    pub fn key(self, key: &str) -> Self {
        Self { key: key.to_owned(), ..self }
    }

    /// What gives this command, in plain words where there are such.
    pub fn of_command(command: &str) -> Self {
        let Offered { label, href } = offered(command);
        let label = if label.is_empty() { format!("bughouse {command}") } else { label };
        if href.is_empty() { Self::runs(label, command) } else { Self::leads(label, href) }
    }
}

fn prints(line: &str) -> bool {
    line.contains(" -o ") && line.trim_end_matches('"').ends_with(".pdf")
}

/// A part of a sentence: words, or a command.
pub struct Piece {
    pub text: String,
    pub command: String,
    /// The page that has the command; empty where it is given as it is.
    pub href: String,
}

impl Piece {
    pub fn prints(&self) -> bool {
        prints(&self.command)
    }
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
        true => {
            let Button { label, href, .. } = Button::of_command(part);
            Piece { text: label, command: part.to_owned(), href }
        }
        false => Piece { text: part.to_owned(), command: String::new(), href: String::new() },
    };
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in spans(text).map(piece).filter(|piece| !piece.text.is_empty()) {
        // Several commands for which a page has one button are one.
        let is_said = match &pieces[..] {
            [.., before, between] => {
                let is_same = !piece.href.is_empty() && (&before.href, &before.text) == (&piece.href, &piece.text);
                is_same && [",", "or", ", or"].contains(&between.text.trim())
            }
            _ => false,
        };
        if is_said {
            pieces.pop();
        } else {
            pieces.push(piece);
        }
    }
    pieces
}

/// What is shown in place of a document, where there is none.
pub fn said_instead(shown: &Outcome) -> Vec<Piece> {
    const DRY_RUN: &str = "dry run: nothing was changed";
    let texts: Vec<&str> = match &shown.failure {
        Some(failure) => [Some(failure.message.as_str()), failure.hint.as_deref()].into_iter().flatten().collect(),
        None => std::iter::once(shown.text.as_str()).chain(shown.notes.iter().map(String::as_str)).collect(),
    };
    let texts = texts.into_iter().filter(|text| !text.is_empty() && *text != DRY_RUN);
    pieces(&texts.collect::<Vec<_>>().join(if shown.failure.is_some() { "\n\n" } else { "\n" }))
}

/// HTML of ours with its commands as buttons of the page's own form.
pub fn with_buttons(html: &str) -> String {
    const ESCAPED: [(&str, &str); 5] =
        [("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&"), ("&amp;", "&")];
    with_commands(html, Marks::Bare, |command| {
        let typed = ESCAPED.iter().fold(command.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign));
        let Button { label, href, .. } = Button::of_command(&typed);
        let label = label.replace('&', "&#38;").replace('<', "&#60;").replace('"', "&#34;");
        let beside = if prints(&typed) { " formaction=\"/print\" formtarget=\"_blank\"" } else { "" };
        let class = if label.starts_with("bughouse ") { "command" } else { "command said-so" };
        match href.replace('&', "&#38;") {
            given if given.is_empty() => format!(
                "<button class=\"{class}\" form=\"do\"{beside} name=\"line\" value=\"{command}\" title=\"bughouse {command}\">{label}</button>"
            ),
            href => format!("<a class=\"{class}\" href=\"{href}\" title=\"bughouse {command}\">{label}</a>"),
        }
    })
}

/// The item of the rail that a page belongs to; empty where it is of none.
pub fn rail_of(page: &str) -> &'static str {
    let path = page.split(['?', '#']).next().unwrap_or_default();
    match path.trim_start_matches("/at/").trim_start_matches('/') {
        "propose" => "round",
        "appeal" => "rulings",
        "lists" | "ratings" | "entries/file" => "entries",
        path => RAIL.iter().find(|(id, ..)| *id == path).map_or("", |(id, ..)| id),
    }
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
        // What is forgotten of the paper is in no journal.
        let is_news = |outcome: &&Outcome| {
            outcome.has_changed() || outcome.verb == "stale" || outcome.failure.is_some() && outcome.question.is_none()
        };
        let strip = said.filter(is_news).or(latest.as_deref()).map(Strip::of);
        let (lines, notes) = said.map(beside).unwrap_or_default();
        Self {
            title: title.to_owned(),
            here: here.to_owned(),
            event: window.event(),
            clock: now().format(CLOCK).to_string(),
            rail: RAIL.into_iter().map(item).collect(),
            strip,
            lines,
            notes,
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
            clock: now().format(CLOCK).to_string(),
            rail: Vec::new(),
            strip: None,
            lines: Vec::new(),
            notes: Vec::new(),
            request: token(),
            typed: String::new(),
            back: "/start".to_owned(),
            past: None,
        }
    }
}

/// What an act said beside its sentence; of an undo only what is otherwise now, and of a check-in nothing: these come one after the other.
fn beside(outcome: &Outcome) -> (Vec<Line>, Vec<Line>) {
    let is_quick = outcome.verb == "check-in" || outcome.failure.is_some() || outcome.question.is_some();
    if is_quick || !outcome.has_changed() || !outcome.html.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let turns = ["undo", "redo"];
    let is_turned = turns.contains(&outcome.verb.as_str());
    let is_remark = |line: &&str| {
        let offers_back = turns.iter().any(|verb| line.contains(&format!("{}", CommandText::of(verb))));
        !line.trim().is_empty()
            && plain(line) != outcome.sentence()
            && !(is_turned && (line.starts_with("  ") || offers_back))
    };
    let mut lines: Vec<Line> = outcome.text.lines().filter(is_remark).map(Line::of).collect();
    // What was done is said before what follows from it.
    if !lines.is_empty() && !is_turned {
        lines.insert(0, Line::of(&outcome.sentence()));
    }
    (lines, outcome.notes.iter().map(|note| Line::of(note)).collect())
}

impl Strip {
    fn of(outcome: &Outcome) -> Self {
        // What is put aside is a report, and is in no journal.
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
    /// Whether the desk is there to go back to.
    is_open: bool,
}

/// A page that needs no tournament and no ticket.
pub fn plain_page(status: StatusCode, title: &str, text: &str) -> Response {
    let html = Plain { title, text, is_open: true }.render().unwrap_or_else(|_| title.to_owned());
    (status, Html(html)).into_response()
}

/// The last page: nothing is left to go to.
pub fn closed(text: &str) -> Response {
    let title = "The desk is closed";
    Html(Plain { title, text, is_open: false }.render().unwrap_or_else(|_| title.to_owned())).into_response()
}

pub async fn nowhere() -> Response {
    plain_page(StatusCode::NOT_FOUND, "There is nothing here", "Go back, or choose another page of the desk.")
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
