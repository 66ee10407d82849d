//! Commands that pages give: run once however often a button is pressed, and what they came to on a page of its own.

use super::address::encoded;
use super::labels::capital;
use super::pages::{Button, Frame, Line, Piece, made, pieces, rail_of, rendered, with_buttons};
use super::state::{Given, Outcome, Window};
use super::working::done;
use crate::cli::command_text::{plain, spans, without_commands};
use crate::cli::question::WOULD_BE;
use crate::cli::wording::as_typed;
use crate::report::poster::qr;
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::Arc;

/// The fields of a form, in their order: a name may come twice.
pub fn fields(body: &[u8]) -> Vec<(String, String)> {
    let decoded = |text: &str| {
        let text = text.replace('+', " ");
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            let hex = after.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
            match (first, hex) {
                (b'%', Some(byte)) => {
                    bytes.push(byte);
                    rest = &after[2..];
                }
                _ => {
                    bytes.push(*first);
                    rest = after;
                }
            }
        }
        String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
    };
    let body = String::from_utf8_lossy(body);
    let pairs = body.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (decoded(name), decoded(value)))
        .collect()
}

/// The value of a field; empty where it did not come.
pub fn value<'f>(fields: &'f [(String, String)], name: &str) -> &'f str {
    fields.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value)
}

/// The values of several fields of one name.
pub fn values<'f>(fields: &'f [(String, String)], name: &str) -> Vec<&'f str> {
    fields.iter().filter(|(field, _)| field == name).map(|(_, value)| value.as_str()).collect()
}

/// A page of ours, and no other address.
pub fn own_page(back: &str) -> &str {
    if back.starts_with('/') && !back.starts_with("//") && !back.contains('\\') { back } else { "/now" }
}

/// A page without what it said of an earlier act.
fn unsaid(back: &str) -> String {
    let (page, asked) = back.split_once('?').unwrap_or((back, ""));
    let kept: Vec<&str> = asked.split('&').filter(|one| !one.is_empty() && !one.starts_with("said=")).collect();
    if kept.is_empty() { page.to_owned() } else { format!("{page}?{}", kept.join("&")) }
}

/// `POST /do`: a command as it could have been typed.
pub async fn command(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    let what = working_at(value(&fields, "line"));
    done(window, what, move |window| {
        let given = Given::line(value(&fields, "line"))?;
        let outcome = window.run(Given {
            request: value(&fields, "request").to_owned(),
            back: own_page(value(&fields, "back")).to_owned(),
            answered: fields.iter().filter(|(name, _)| name == "yes").map(|(_, about)| (about.clone(), true)).collect(),
            input: value(&fields, "input").to_owned(),
            ..given
        });
        Ok(led(&outcome))
    })
    .await
}

/// A command as the page calls it that follows it: without the file that it writes.
pub fn working_at(line: &str) -> String {
    format!("bughouse {}", line.split(" -o ").next().unwrap_or_default().trim())
}

/// Leads to what a command came to: on the page it was given from, where one line says it.
pub fn led(outcome: &Outcome) -> Response {
    let number = outcome.number;
    // What these came to, the strip says and the page shows, however much more there is to say.
    let stays = matches!(outcome.verb.as_str(), "undo" | "redo" | "check-in" | "pairing")
        || ["/at/table?", "/at/rulings"].iter().any(|page| outcome.back.starts_with(page));
    let is_short = outcome.failure.is_none()
        && outcome.question.is_none()
        && outcome.file.is_none()
        && outcome.html.is_empty()
        && (outcome.has_changed() || outcome.verb == "stale")
        && (stays || outcome.notes.is_empty() && outcome.text.lines().count() < 3);
    let to = match is_short {
        true => {
            let back = unsaid(&outcome.back);
            let sign = if back.contains('?') { '&' } else { '?' };
            format!("{back}{sign}said={number}")
        }
        false => format!("/said/{number}"),
    };
    // The browser asks for it anew: a reload repeats nothing.
    Redirect::to(&to).into_response()
}

/// Where the document is that a command wrote.
pub fn file_address(outcome: &Outcome) -> Option<String> {
    Some(format!("/file/{}", encoded(&outcome.file.as_ref()?.file_name()?.to_string_lossy())))
}

#[derive(Template)]
#[template(path = "desk/answer.html")]
struct Shown {
    frame: Frame,
    command: String,
    heading: String,
    html: String,
    /// What it said before what it came to, after, and remarked beside that.
    read: Vec<Line>,
    after: Vec<Line>,
    notes: Vec<Line>,
    refusal: Option<Line>,
    hint: Vec<Piece>,
    next: Vec<Button>,
    files: Vec<File>,
    code: Option<Code>,
}

impl Shown {
    /// Whether its heading begins with a word, and with the name of no file.
    fn is_sentence(&self) -> bool {
        !self.heading.split_whitespace().next().unwrap_or_default().contains('.')
    }
}

/// A device's code, and what opens it.
struct Code {
    picture: String,
    code: String,
    address: String,
}

struct File {
    name: String,
    href: String,
}

#[derive(Template)]
#[template(path = "desk/question.html")]
struct Question {
    frame: Frame,
    asked: Asked,
    command: String,
    fields: Vec<(String, String)>,
    back: String,
}

/// What a question asks in its last sentence: `replace it`.
fn asked(lines: &[String]) -> String {
    let text = lines.iter().rfind(|line| line.contains('?')).map(String::as_str).unwrap_or_default();
    let text = text.rsplit_once('?').map_or(text, |(text, _)| text);
    let begin = [". ", ": ", "? "].iter().filter_map(|end| text.rfind(end).map(|at| at + end.len())).max();
    let asks = text[begin.unwrap_or(0)..].trim_end_matches(['.', ':']);
    if let Some(what) = asks.strip_prefix("Is this ") {
        return format!("this is {what}");
    }
    let mut letters = asks.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// A question in plain sentences: what is to be typed afterwards is no part of it, and stands as buttons on the page after its yes.
struct Asked {
    heading: String,
    lines: Vec<String>,
    /// What the change touches.
    follows: Vec<String>,
    yes: String,
}

impl Asked {
    /// Where it is only whether to make a change, nothing reads as if it were made already.
    fn of(sentence: &str) -> Self {
        let mut lines: Vec<String> = without_commands(sentence).collect();
        let is_of_a_change = lines.last().is_some_and(|last| last.trim() == "Do it?");
        lines.retain(|line| !is_of_a_change || line != WOULD_BE && line.trim() != "Do it?");
        let turns = ["take back ", "put back "];
        let is_headed = !is_of_a_change || lines.first().is_some_and(|line| turns.iter().any(|t| line.starts_with(t)));
        let asks = asked(&lines);
        let first = if is_headed && !lines.is_empty() { lines.remove(0) } else { String::new() };
        let (heading, yes) = match (is_of_a_change, is_headed) {
            (false, _) => (capital(&first), format!("Yes: {asks}")),
            (true, true) if first.starts_with("put back ") => {
                (format!("{}?", capital(&first)), "Yes, put it back".to_owned())
            }
            (true, true) => (format!("{}?", capital(&first)), "Yes, take it back".to_owned()),
            (true, false) => {
                lines.insert(0, WOULD_BE.to_owned());
                ("Do this?".to_owned(), "Yes, do it".to_owned())
            }
        };
        let (follows, own): (Vec<String>, Vec<String>) = lines.into_iter().partition(|line| line.starts_with("  "));
        let shown = |lines: Vec<String>| lines.iter().map(|line| capital(line.trim())).collect();
        Self { heading, lines: shown(own), follows: shown(follows), yes }
    }
}

/// What a device is enrolled by, to be read from the screen.
fn code(outcome: &Outcome) -> Option<Code> {
    let text = |key: &str| outcome.json[key].as_str().map(str::to_owned);
    let (code, address) = (text("code")?, text("url")?);
    let (one, two) = code.split_at_checked(4)?;
    (outcome.verb == "device").then(|| Code { picture: qr(&address), code: format!("{one}-{two}"), address })
}

/// What a command came to.
pub async fn said(State(window): State<Arc<Window>>, Path(number): Path<u64>) -> Response {
    made(window, move |window| {
        let Some(outcome) = window.kept(number) else { return Ok(Redirect::to("/now").into_response()) };
        let status = window.status();
        let frame =
            |title: &str| Frame::of(window, title, rail_of(&outcome.back), &outcome.back, Some(&outcome), &status);
        let mut command = format!("bughouse {}", outcome.line);
        if let Some(question) = &outcome.question {
            let answered = outcome.answered.keys().chain([&question.about]);
            let mut fields = vec![("line".to_owned(), outcome.line.clone())];
            fields.extend(answered.map(|about| ("yes".to_owned(), about.clone())));
            fields.push(("back".to_owned(), outcome.back.clone()));
            fields.push(("input".to_owned(), outcome.input.clone()));
            return Ok(rendered(&Question {
                frame: frame("A question"),
                asked: Asked::of(&question.sentence),
                command,
                fields,
                back: outcome.back.clone(),
            }));
        }
        let failure = outcome.failure.as_ref();
        let refusal = failure.map(|failure| Line::of(&failure.message));
        let hint = failure.and_then(|failure| failure.hint.as_deref()).map(pieces).unwrap_or_default();
        // A list says first how it was read.
        let lines: Vec<&str> = outcome.text.lines().filter(|line| !line.trim().is_empty()).collect();
        let news = outcome.sentence();
        let at = lines.iter().position(|line| outcome.has_changed() && plain(line) == news);
        let heading = match failure {
            Some(_) => "This was not done".to_owned(),
            None if at.is_some() => news.clone(),
            None if !outcome.title.is_empty() => outcome.title.clone(),
            None if outcome.has_changed() || outcome.verb == "backup" => "Done".to_owned(),
            None => "Answer".to_owned(),
        };
        let mut frame = Frame { lines: Vec::new(), notes: Vec::new(), ..frame(&heading) };
        frame.typed = if failure.is_some() { outcome.line.clone() } else { String::new() };
        let files = outcome.file.iter().filter_map(|path| {
            let name = path.file_name()?.to_string_lossy().into_owned();
            Some(File { href: file_address(&outcome)?, name })
        });
        // What the heading says, and the command, are not said twice.
        if let Some(strip) = frame.strip.as_mut().filter(|strip| at.is_some() && strip.command == command) {
            strip.sentence.clear();
            command.clear();
        }
        let (read, said) = lines.split_at(at.unwrap_or(0));
        let said = &said[usize::from(at.is_some())..];
        let (next, said): (Vec<&str>, Vec<&str>) = said.iter().partition(|line| plain(line).starts_with("next: "));
        let next = next.into_iter().flat_map(spans).filter(|(is_command, _)| *is_command);
        let mut next: Vec<Button> = next.map(|(_, command)| Button::of_command(command)).collect();
        if let Some(first) = next.iter_mut().find(|first| !first.href.is_empty()) {
            "Enter".clone_into(&mut first.key);
        }
        next.push(Button::leads("Back", outcome.back.clone()));
        Ok(rendered(&Shown {
            frame,
            command,
            heading,
            html: with_buttons(&outcome.html),
            read: read.iter().map(|line| Line::of(line)).collect(),
            after: said.iter().map(|line| Line::of(line)).collect(),
            notes: outcome.notes.iter().map(|note| Line::of(note)).collect(),
            refusal,
            hint,
            next,
            files: files.collect(),
            code: code(&outcome),
        }))
    })
    .await
}

/// A document that a command of the desk wrote, to be looked at and printed.
pub async fn file(State(window): State<Arc<Window>>, Path(name): Path<String>) -> Response {
    let Some(path) = window.written(&name) else { return super::pages::nowhere().await };
    let kind = match path.extension().and_then(|ending| ending.to_str()) {
        Some("pdf") => "application/pdf",
        Some("html") => "text/html; charset=utf-8",
        Some("json") => "application/json",
        Some("csv") => "text/csv; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    };
    match tokio::fs::read(&path).await {
        Ok(bytes) => ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, "inline")], bytes).into_response(),
        Err(error) => super::pages::plain_page(StatusCode::NOT_FOUND, "The file is gone", &error.to_string()),
    }
}

/// A command with these words, as it is typed.
pub fn line(words: &[&str]) -> String {
    as_typed(words.iter().map(|word| (*word).to_owned()))
}

/// What an outcome is shown by, on the page it was given from.
pub fn outcome_of(window: &Window, number: Option<u64>) -> Option<Arc<Outcome>> {
    window.kept(number?)
}
