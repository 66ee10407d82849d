//! A form for every command, made from what the command line knows of it.

use super::act::{fields, led, own_page, value, working_at};
use super::fields::{Field, Known, MARK, Terms, arguments, defined, examples, field, takes_several, words_of};
use super::pages::{Button, Frame, Piece, made, nowhere, pieces, rendered};
use super::state::{Given, Window};
use super::working::done;
use crate::cli::help::line::shielded;
use crate::cli::help::pages::example;
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
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
    fields: Vec<Field>,
    more: Vec<Field>,
    example: String,
    error: Vec<Piece>,
    subcommands: Vec<Button>,
}

fn form(window: &Window, path: &str, given: &dyn Fn(&str) -> String, error: (&str, Vec<Piece>)) -> Option<Response> {
    let command = defined(path)?;
    let words = words_of(path);
    let status = window.status();
    let has_event = window.place().file.is_some();
    let title = words.join(" ");
    let frame = match has_event {
        true => Frame::of(window, &title, "more", own_page(&given("back")), None, &status),
        false => Frame::without_event(&title),
    };
    let subcommands = command.get_subcommands().filter(|inner| !inner.is_hide_set());
    let subcommands = subcommands.map(|inner| {
        let about = inner.get_about().map(ToString::to_string).unwrap_or_default();
        Button::leads(format!("{}: {about}", inner.get_name()), format!("/form/{path}/{}", inner.get_name()))
    });
    let all: Vec<&Arg> = arguments(&command);
    let (shown, more): (Vec<&Arg>, Vec<&Arg>) =
        all.into_iter().partition(|arg| arg.is_positional() || arg.is_required_set() || !arg.is_hide_short_help_set());
    let (known, examples) = (Known::of(window), examples(path));
    let terms = Terms::new(path, &command, &known, given, error.0);
    let fields = |args: Vec<&Arg>| args.into_iter().map(|arg| field(arg, &terms, &examples)).collect();
    Some(rendered(&Form {
        frame,
        path: path.to_owned(),
        command: title.clone(),
        about: command.get_about().map(ToString::to_string).unwrap_or_default(),
        fields: fields(shown),
        more: fields(more),
        example: example(&title).map(|told| shown_example(&told)).unwrap_or_default(),
        error: error.1,
        subcommands: subcommands.collect(),
    }))
}

/// The lines of an example as they are typed.
fn shown_example(told: &str) -> String {
    let told = told.replace("\\\n", " ");
    let lines = told.lines().map(|line| line.trim().trim_start_matches("Example:").trim());
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
    Query(given): Query<HashMap<String, String>>,
) -> Response {
    let form = move |window: &Window| {
        form(window, &path, &|name| given.get(name).cloned().unwrap_or_default(), ("", Vec::new()))
    };
    made(window, move |window| Ok(form(window).unwrap_or_else(|| Redirect::to("/more").into_response()))).await
}

/// The words of a command whose form came back filled in.
fn words(command: &Command, path: &str, fields: &[(String, String)]) -> Vec<String> {
    let mut words = words_of(path);
    let given = |arg: &Arg| {
        let name = arg.get_id().to_string();
        fields
            .iter()
            .filter(move |(field, value)| field.strip_prefix(MARK) == Some(&*name) && !value.trim().is_empty())
            .map(|(_, value)| value.trim().to_owned())
    };
    let mut free: Vec<(usize, String)> = Vec::new();
    for arg in arguments(command) {
        let is_flag = matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count);
        let values: Vec<String> = match takes_several(arg) {
            true => given(arg)
                .flat_map(|value| value.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>())
                .filter(|line| !line.is_empty())
                .collect(),
            false => given(arg).collect(),
        };
        match (arg.get_long(), arg.get_index()) {
            (_, Some(index)) => free.extend(values.into_iter().map(|value| (index, value))),
            (Some(long), None) if is_flag => words.extend(values.first().map(|_| format!("--{long}"))),
            (Some(long), None) => words.extend(values.into_iter().map(|value| format!("--{long}={value}"))),
            (None, None) => {}
        }
    }
    free.sort_by_key(|(index, _)| *index);
    words.extend(free.into_iter().map(|(_, value)| value));
    shielded(words)
}

pub async fn send(State(window): State<Arc<Window>>, Path(path): Path<String>, body: Bytes) -> Response {
    let fields = fields(&body);
    let Some(command) = defined(&path) else { return nowhere().await };
    done(window, working_at(&words_of(&path).join(" ")), move |window| {
        let request = value(&fields, "request").to_owned();
        let back = own_page(value(&fields, "back")).to_owned();
        let back_to = back.clone();
        let given = Given { words: words(&command, &path, &fields), request, back, ..Given::default() };
        let outcome = window.run(given);
        if let Some(failure) = outcome.failure.as_ref().filter(|_| outcome.question.is_none()) {
            let hint = failure.hint.as_deref().map(|hint| format!("{}\n{hint}", failure.message));
            let told = pieces(hint.as_deref().unwrap_or(&failure.message));
            let again = |name: &str| match name {
                "back" => back_to.clone(),
                name => value(&fields, &format!("{MARK}{name}")).to_owned(),
            };
            let message = failure.message.clone();
            return Ok(
                form(window, &path, &again, (&message, told)).unwrap_or_else(|| Redirect::to("/more").into_response())
            );
        }
        Ok(led(&outcome))
    })
    .await
}
