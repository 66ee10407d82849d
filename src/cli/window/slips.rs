//! The line of the grid: what a slip says before Enter, what Enter does with it, and the two buttons of a table.

use super::act::{fields, led, own_page, value};
use super::address::encoded;
use super::fields::defined;
use super::grid::{as_result, of_another, outcome, paired_since, shown, stop, teams, understood};
use super::pages::{Frame, made, rendered};
use super::state::{Given, Outcome, Window};
use crate::cli::command_text::plain;
use crate::cli::desk::Access;
use crate::cli::entry::slip::Pile;
use crate::cli::failure::Failure;
use crate::cli::shorthand::typed;
use crate::event::edit::slips::{Typed, Typing};
use crate::tournament::TableNumber;
use askama::Template;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// How a slip is typed.
const LINE: &str = "first the table, then a space and who won, 1, 2 or =: 14 1";

#[derive(Deserialize)]
pub struct Line {
    #[serde(default)]
    line: String,
    #[serde(default)]
    round: String,
    /// The section whose grid it is typed into.
    #[serde(default)]
    section: String,
}

/// `GET /round/understood?line=14+2+b+t`: what is understood so far, for the eye.
pub async fn read(State(window): State<Arc<Window>>, Query(asked): Query<Line>) -> Response {
    made(window, move |window| {
        let grid = Some(asked.section.as_str()).filter(|section| !section.is_empty());
        let read =
            window.with_event(Access::Read, |desk| understood(desk, &asked.line, asked.round.parse().ok(), grid));
        let body = match read {
            Ok(Some(slip)) => json!({
                "title": slip.title, "note": slip.note, "place": slip.place, "table": slip.table,
                "differs": slip.differs, "wrong": slip.is_wrong,
            }),
            Ok(None) => json!({}),
            Err(failure) => json!({ "note": plain(&failure.message) }),
        };
        Ok(Json(body).into_response())
    })
    .await
}

/// What is sent with a line.
struct Sent {
    fields: Vec<(String, String)>,
}

impl Sent {
    fn field(&self, name: &str) -> &str {
        value(&self.fields, name).trim()
    }

    fn round(&self) -> Option<u32> {
        self.field("round").parse().ok()
    }

    /// The page that it came from, with what is to be shown there.
    fn page(&self, more: &[(&str, &str)]) -> String {
        let own = ["section", "round", "pass", "verified"].map(|name| (name, self.field(name)));
        let own =
            own.into_iter().filter(|(name, value)| !value.is_empty() && more.iter().all(|(other, _)| other != name));
        let given = own.chain(more.iter().copied()).map(|(name, value)| format!("{name}={}", encoded(value)));
        format!("/at/round?{}", given.collect::<Vec<_>>().join("&"))
    }

    fn back(&self, more: &[(&str, &str)]) -> Response {
        Redirect::to(&self.page(more)).into_response()
    }

    fn given(&self, line: &str) -> Result<Given, Failure> {
        let request = format!("{}{}", self.field("request"), line);
        Ok(Given { request, back: self.page(&[]), ..Given::line(line)? })
    }

    /// Leads back to the grid where a sentence says what was done; a question and a longer answer have a page of their own.
    fn done(&self, outcome: &Outcome, line: &str) -> Response {
        match &outcome.failure {
            Some(failure) if outcome.question.is_none() => self.refused(failure, line),
            None if outcome.question.is_none() && outcome.html.is_empty() && outcome.file.is_none() => {
                self.back(&[("said", &outcome.number.to_string())])
            }
            _ => led(outcome),
        }
    }

    fn refused(&self, failure: &Failure, line: &str) -> Response {
        let hint = failure.hint.as_deref().map(|hint| format!("; {}", plain(hint))).unwrap_or_default();
        self.back(&[("line", line), ("wrong", &format!("{}{hint}", plain(&failure.message)))])
    }
}

/// `POST /round/slip`: a line of the grid, and before it what becomes of the slip at which it stopped.
pub async fn enter(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let sent = Sent { fields: fields(&body) };
    made(window, move |window| {
        let answer = sent.field("answer");
        let line = if answer.is_empty() { sent.field("line") } else { answer };
        let stopped = sent.field("stop");
        // A slip of another section, once it is said to be one.
        let other = sent.field("other");
        if line == "o" && !other.is_empty() {
            return slip(window, &sent, other, true);
        }
        if stopped.is_empty() {
            return take(window, &sent, line);
        }
        let word = match line.split_whitespace().next() {
            None | Some("k") => return Ok(sent.back(&[("after", stopped)])),
            Some("r") => "--replace",
            Some("d") => "--aside",
            Some(word) if word.starts_with(|c: char| c.is_ascii_digit() || c == '#') => "--aside",
            Some(_) => return take(window, &sent, line),
        };
        let Some(typing) = read_as(stopped, sent.round())? else { return Ok(sent.back(&[])) };
        let line_of_it = format!("{} {word}", as_result(&typing));
        let mut outcome = window.run(sent.given(&line_of_it)?);
        // "Replace" is the answer already, unless a round was paired from the result.
        if let Some(question) = outcome.question.as_ref().filter(|question| question.about.starts_with("touched-"))
            && is_latest(window, &typing)?
        {
            let answered = [(question.about.clone(), true)].into();
            outcome = window.run(Given { answered, ..sent.given(&line_of_it)? });
        }
        if outcome.failure.is_some() || matches!(line, "r" | "d") {
            return Ok(sent.done(&outcome, stopped));
        }
        take(window, &sent, line)
    })
    .await
}

fn read_as(line: &str, round: Option<u32>) -> Result<Option<Typing>, Failure> {
    Pile { section: None, round }.line(line).map_err(Failure::mistyped)
}

/// Whether no round is posted after that of a slip.
fn is_latest(window: &Window, typing: &Typing) -> Result<bool, Failure> {
    window.with_event(Access::Read, |desk| {
        let (section, round) = desk.round_at(typing.table, typing.round)?;
        Ok(paired_since(desk, section, round.number).is_empty())
    })
}

fn take(window: &Window, sent: &Sent, line: &str) -> Result<Response, Failure> {
    let word = line.split_whitespace().next().unwrap_or_default();
    let command = match word {
        "" => return Ok(sent.back(&[("go", "next")])),
        "v" => {
            let pass = if sent.field("pass").is_empty() { "second" } else { "" };
            return Ok(sent.back(&[("pass", pass), ("verified", "")]));
        }
        "u" => "undo".to_owned(),
        "r" => format!("rule{}", &line[1..]),
        "m" | "q" | "?" => return Ok(sent.back(&[])),
        _ if line.bytes().all(|byte| byte.is_ascii_digit()) => {
            let table = TableNumber(line.parse().unwrap_or(u32::MAX));
            let found = window.with_event(Access::Read, |desk| desk.round_at(table, sent.round()).map(|_| ()));
            return Ok(match found {
                Ok(()) => sent.back(&[("go", "next"), ("after", line)]),
                Err(failure) => sent.refused(&Failure { hint: Some(LINE.to_owned()), ..failure }, line),
            });
        }
        _ if word.starts_with(|c: char| c.is_alphabetic()) && defined(word).is_none() => {
            return Ok(sent.refused(&Failure::mistyped(format!("\"{word}\" is not a table number")).hint(LINE), line));
        }
        _ if word.starts_with(|c: char| c.is_alphabetic()) => line.to_owned(),
        _ => return slip(window, sent, line, false),
    };
    let outcome = window.run(sent.given(&command)?);
    Ok(sent.done(&outcome, line))
}

/// A line that is a slip; of another section only where that `is_meant`.
fn slip(window: &Window, sent: &Sent, line: &str, is_meant: bool) -> Result<Response, Failure> {
    let typing = match read_as(line, sent.round()) {
        Ok(Some(typing)) => typing,
        Ok(None) => return Ok(sent.back(&[])),
        Err(failure) => return Ok(sent.refused(&failure, line)),
    };
    let looked = window.with_event(Access::Read, |desk| {
        let is_another = sent.round().is_none() && !sent.field("shown").is_empty() && {
            let (section, _) = desk.round_at(typing.table, None)?;
            let of =
                |all: &str| all.split(' ').find(|one| one.starts_with(&format!("{}:", section.id))).map(str::to_owned);
            of(sent.field("shown")) != of(&shown(desk))
        };
        if is_another {
            return Err(Failure::forbidden("nothing was entered: the round has changed since it was shown")
                .hint("check the page, and type it again if it is for this round"));
        }
        let grid = Some(sent.field("section")).filter(|section| !section.is_empty());
        let other = grid.map(|grid| of_another(desk, line, sent.round(), grid)).transpose()?.flatten();
        let is_stopped = stop(desk, line, sent.round())?.is_some();
        Ok(match other {
            Some(_) if !is_meant => vec![("other", line.to_owned()), ("after", sent.field("here").to_owned())],
            Some(other) if is_stopped => vec![("section", other.section), ("stop", line.to_owned())],
            _ if is_stopped => vec![("stop", line.to_owned())],
            _ => Vec::new(),
        })
    });
    let held = match looked {
        Err(failure) => return Ok(sent.refused(&failure, line)),
        Ok(held) => held,
    };
    if !held.is_empty() {
        return Ok(sent.back(&held.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>()));
    }
    if sent.field("pass").is_empty() {
        let outcome = window.run(sent.given(&as_result(&typing))?);
        return Ok(sent.done(&outcome, line));
    }
    compare(window, sent, line, &typing)
}

/// A line of the second pass, with those of its table before it.
fn compare(window: &Window, sent: &Sent, line: &str, typing: &Typing) -> Result<Response, Failure> {
    let of_table = |one: &&str| read_as(one, None).ok().flatten().is_some_and(|one| one.table == typing.table);
    let verified = sent.field("verified");
    let pile: Vec<&str> = verified.split(';').filter(of_table).chain([line]).collect();
    let round = sent.round().map(|round| format!(" --round {round}")).unwrap_or_default();
    let given = Given { input: pile.join("\n"), ..sent.given(&format!("enter --verify{round}"))? };
    let outcome = window.run(given);
    if let Some(failure) = &outcome.failure {
        return Ok(sent.refused(failure, line));
    }
    let verified = verified.split(';').filter(|one| !one.is_empty()).chain([line]).collect::<Vec<_>>().join(";");
    Ok(sent.back(&[("verified", &verified), ("agrees", line)]))
}

#[derive(Deserialize)]
pub struct Tapped {
    table: u32,
    result: String,
    /// `14`, or `14.2` of a double round.
    #[serde(default)]
    place: String,
    #[serde(default)]
    round: String,
    #[serde(default)]
    board: String,
    #[serde(default)]
    by: String,
    #[serde(default)]
    section: String,
    /// The page it leads back to, where that is not the grid.
    #[serde(default)]
    from: String,
}

#[derive(Template)]
#[template(path = "desk/confirm.html")]
struct Confirm {
    frame: Frame,
    table: u32,
    said: String,
    against: String,
    more: String,
    /// Which rounds are posted since, where it is a result of an earlier one.
    later: String,
    line: String,
    back: String,
}

/// A result that was tapped, said again before it is filed.
pub async fn confirm(State(window): State<Arc<Window>>, Query(tapped): Query<Tapped>) -> Response {
    made(window, move |window| {
        let result = typed(&tapped.result).map_err(Failure::mistyped)?;
        let round = tapped.round.parse().ok();
        let line = format!("{} {} {} {}", tapped.place, tapped.result, tapped.board, tapped.by);
        let back = format!("/at/round?section={}&round={}", encoded(&tapped.section), encoded(&tapped.round));
        let grid = back;
        let back = if tapped.from.is_empty() { grid.clone() } else { own_page(&tapped.from).to_owned() };
        let Some(typing) = read_as(line.trim(), round)? else { return Ok(Redirect::to(&back).into_response()) };
        let (teams, later, differs) = window.with_event(Access::Read, |desk| {
            let (section, posted) = desk.round_at(TableNumber(tapped.table), round)?;
            let later = paired_since(desk, section, posted.number);
            Ok((teams(desk, posted, TableNumber(tapped.table)), later, stop(desk, line.trim(), round)?.is_some()))
        })?;
        if differs {
            return Ok(Redirect::to(&format!("{grid}&stop={}", encoded(line.trim()))).into_response());
        }
        let Typed::Result(result) = result else { return Ok(Redirect::to(&back).into_response()) };
        let status = window.status();
        let board = (!tapped.board.is_empty()).then(|| format!("board {}", tapped.board.to_uppercase()));
        let more: Vec<String> = board.into_iter().chain((!tapped.by.is_empty()).then(|| tapped.by.clone())).collect();
        Ok(rendered(&Confirm {
            frame: Frame::of(window, &format!("Table {}", tapped.table), "round", &back, None, &status),
            table: tapped.table,
            said: outcome(Some(result), &teams),
            against: teams.join(" – "),
            more: more.join(", "),
            later,
            line: as_result(&typing),
            back,
        }))
    })
    .await
}
