//! A form for every command, made from what the command line knows of it.

use super::act::{fields, led, own_page, value, values, working_at};
use super::fields::{
    Field, HELD, Known, MARK, More, Terms, arguments, child_of, defined, examples, field, parted, takes_several,
    words_of,
};
use super::held::held;
use super::labels::{act, first, label, takes_children};
use super::late;
use super::moments::{sections, usual_sections};
use super::pages::{Button, Frame, Piece, made, nowhere, pieces, rail_of, rendered};
use super::places::place_words;
use super::state::{Given, Window};
use super::working::done;
use crate::cli::desk::Access;
use crate::cli::failure::Failure;
use crate::cli::help::line::shielded;
use crate::cli::help::pages::example;
use crate::hall::header;
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use clap::{Arg, ArgAction, Command};
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/form.html")]
struct Form {
    frame: Frame,
    path: String,
    command: String,
    about: String,
    /// What its button says.
    act: String,
    fields: Vec<Field>,
    more: More,
    example: String,
    error: Vec<Piece>,
    hint: Vec<Piece>,
    subcommands: Vec<Button>,
    /// What is mostly meant, with one press.
    usual: Vec<Button>,
}

fn form(window: &Window, path: &str, given: &dyn Fn(&str) -> String, refused: Option<&Failure>) -> Option<Response> {
    let command = defined(path)?;
    let error = refused.map(|failure| failure.message.as_str()).unwrap_or_default();
    let hint = refused.and_then(|failure| failure.hint.as_deref()).map(pieces).unwrap_or_default();
    let words = words_of(path);
    let status = window.status();
    let has_event = window.place().file.is_some();
    let title = words.join(" ");
    let (about, act) = act(&title, &command.get_about().map(ToString::to_string).unwrap_or_default());
    let frame = match has_event {
        true => {
            let back = given("back");
            let here = if back.is_empty() { "more" } else { rail_of(&back) };
            Frame::of(window, &title, here, own_page(&back), None, &status)
        }
        false => Frame::without_event(&title),
    };
    let subcommands = command.get_subcommands().filter(|inner| !inner.is_hide_set());
    let subcommands = subcommands.map(|inner| {
        let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
        Button::leads(format!("{}: {about}", inner.get_name()), format!("/form/{path}/{}", inner.get_name()))
    });
    let all: Vec<&Arg> = arguments(command);
    let is_first = |arg: &&Arg| match first(&title) {
        Some(first) => first.contains(&arg.get_id().as_str()),
        None => arg.is_positional() || arg.is_required_set() || !arg.is_hide_short_help_set(),
    };
    let (shown, more): (Vec<&Arg>, Vec<&Arg>) = all.into_iter().partition(is_first);
    let (known, examples) = (Known::of(window), examples(path));
    let rest = hint.iter().filter(|piece| piece.command.is_empty()).map(|piece| piece.text.as_str());
    let said: String = [error, "\n"].into_iter().chain(rest).collect();
    let terms = Terms::new(path, command, &known, given, (error, &said));
    let fields = |args: Vec<&Arg>| args.into_iter().map(|arg| field(arg, &terms, &examples)).collect();
    let (fields, more) = parted(&title, fields(shown), fields(more));
    Some(rendered(&Form {
        frame,
        path: path.to_owned(),
        command: title.clone(),
        act,
        about,
        fields,
        more,
        example: example(&title).map(|text| shown_example(&text)).unwrap_or_default(),
        error: pieces(error),
        hint: hint.into_iter().map(|piece| of_the_form(piece, command, &title)).collect(),
        subcommands: subcommands.collect(),
        usual: match path {
            "section/add" => usual_sections(&sections(&status)),
            "pairing/add" => window.with_event(Access::Read, |desk| Ok(late::games(desk))).unwrap_or_default(),
            _ => Vec::new(),
        },
    }))
}

/// The lines of an example as they are typed.
fn shown_example(text: &str) -> String {
    let text = text.replace("\\\n", " ");
    let lines = text.lines().map(|line| line.trim().trim_start_matches("Example:").trim());
    let lines = lines.filter(|line| line.starts_with("bughouse"));
    let lines: Vec<String> = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    lines.join("\n")
}

/// Every command of the program: [`super::moments::more`].
pub async fn all() -> Response {
    Redirect::to("/more").into_response()
}

pub async fn page(
    State(window): State<Arc<Window>>,
    Path(path): Path<String>,
    Query(mut given): Query<HashMap<String, String>>,
    headers: HeaderMap,
) -> Response {
    // Where it was opened is where its act leads back to.
    let from =
        header(&headers, "referer").and_then(|from| from.split_once("://")?.1.split_once('/')).map(|(_, page)| page);
    let is_page = |page: &&str| page.starts_with("at/") || page.starts_with("now") || page.starts_with("propose");
    if let Some(from) = from.filter(is_page) {
        given.entry("back".to_owned()).or_insert_with(|| format!("/{from}"));
    }
    let form = move |window: &Window| {
        let typed = |name: &str| given.get(name).cloned().unwrap_or_default();
        let held = held(window, &path, &typed);
        let of = |name: &str| match name.strip_prefix(HELD) {
            Some(name) => held.get(name).cloned().unwrap_or_default(),
            None => given.get(name).or_else(|| held.get(name)).cloned().unwrap_or_default(),
        };
        form(window, &path, &of, None)
    };
    made(window, move |window| Ok(form(window).unwrap_or_else(|| Redirect::to("/more").into_response()))).await
}

/// The words of a command whose form came back filled in.
fn words(command: &Command, path: &str, fields: &[(String, String)]) -> Vec<String> {
    let mut words = words_of(path);
    let given = |arg: &Arg| {
        let name = arg.get_id().to_string();
        let held = value(fields, &format!("{HELD}{MARK}{name}")).trim();
        fields
            .iter()
            .filter(move |(field, _)| field.strip_prefix(MARK) == Some(&*name))
            .map(|(_, value)| value.trim().to_owned())
            .filter(move |value| !value.is_empty() && value.as_str() != held)
    };
    let mut free: Vec<(usize, String)> = Vec::new();
    for arg in arguments(command) {
        let is_flag = matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count);
        let listed = (0..2).filter_map(|at| child_of(fields, arg.get_id().as_str(), at));
        let listed: Vec<String> =
            listed.filter(|_| takes_children(&path.replace('/', " "), arg.get_id().as_str())).collect();
        let values: Vec<String> = match takes_several(arg) {
            _ if !listed.is_empty() => listed,
            true => given(arg)
                .flat_map(|value| value.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>())
                .filter(|line| !line.is_empty())
                .flat_map(|line| if path == "pairing/swap" { place_words(line) } else { vec![line] })
                .collect(),
            false => given(arg).collect(),
        };
        match (arg.get_long(), arg.get_index()) {
            (_, Some(index)) => free.extend(values.into_iter().map(|value| (index, value))),
            (Some(long), None) if arg.get_value_delimiter().is_some() && !values.is_empty() => {
                words.push(format!("--{long}={}", values.join(",")));
            }
            (Some(long), None) if is_flag => words.extend(values.first().map(|_| format!("--{long}"))),
            (Some(long), None) => words.extend(values.into_iter().map(|value| format!("--{long}={value}"))),
            (None, None) => {}
        }
    }
    free.sort_by_key(|(index, _)| *index);
    words.extend(free.into_iter().map(|(_, value)| value));
    shielded(words)
}

/// Advice that names an option names its field.
fn of_the_form(piece: Piece, command: &Command, title: &str) -> Piece {
    if !piece.command.is_empty() {
        return piece;
    }
    let asked = arguments(command).into_iter().filter(|arg| !takes_children(title, arg.get_id().as_str()));
    let named = asked.filter_map(|arg| Some((format!("--{} ", arg.get_long()?), label(title, arg).to_lowercase())));
    let text = named.fold(piece.text.clone(), |text, (typed, label)| text.replace(&typed, &format!("{label} ")));
    Piece { text, ..piece }
}

pub async fn send(State(window): State<Arc<Window>>, Path(path): Path<String>, body: Bytes) -> Response {
    let fields = fields(&body);
    let Some(command) = defined(&path) else { return nowhere().await };
    done(window, working_at(&words_of(&path).join(" ")), move |window| {
        let request = value(&fields, "request").to_owned();
        let back = own_page(value(&fields, "back")).to_owned();
        let back_to = back.clone();
        let words = words(command, &path, &fields);
        // What shows how it is and comes back as it was changes nothing.
        let shows = fields.iter().any(|(name, _)| name.starts_with(HELD));
        if shows && !words.iter().any(|word| word.len() > 2 && word.starts_with("--")) {
            return Ok(Redirect::to(&back).into_response());
        }
        let given = Given { words, request, back, ..Given::default() };
        let outcome = window.run(given);
        if let Some(failure) = outcome.failure.as_ref().filter(|_| outcome.question.is_none()) {
            let again = |name: &str| match name.strip_prefix(HELD) {
                Some(name) => value(&fields, &format!("{HELD}{MARK}{name}")).to_owned(),
                None if name == "back" => back_to.clone(),
                None => values(&fields, &format!("{MARK}{name}")).join("\n"),
            };
            return Ok(
                form(window, &path, &again, Some(failure)).unwrap_or_else(|| Redirect::to("/more").into_response())
            );
        }
        Ok(led(&outcome))
    })
    .await
}
