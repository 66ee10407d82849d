//! A form for every command, made from what the command line knows of it: its arguments, their help, their choices.

use super::act::{fields, led, own_page, value};
use super::pages::{Button, Frame, Piece, made, nowhere, pieces, rendered};
use super::state::{Given, Window};
use crate::cli::desk::Access;
use crate::cli::help::line::shielded;
use crate::cli::help::pages::{built, example};
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

struct Field {
    name: String,
    label: String,
    help: String,
    /// `text`, `number`, `flag`, `choice`, `many` or `file`.
    kind: String,
    value: String,
    choices: Vec<(String, String, bool)>,
    /// What may be meant, offered while it is typed.
    suggestions: Vec<String>,
    required: bool,
    error: String,
}

/// What stands before the names of fields: a form's own properties, such as `matches`, are none of ours.
const MARK: &str = "a-";

/// `team/add` as the words of the command.
fn words_of(path: &str) -> Vec<String> {
    path.split('/').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The command of a path, as it is defined.
fn defined(path: &str) -> Option<Command> {
    let mut command = built();
    for word in words_of(path) {
        command = command.find_subcommand(word)?.clone();
    }
    Some(command)
}

/// The own arguments of a command: not those of every command.
fn arguments(command: &Command) -> Vec<&Arg> {
    let is_own = |arg: &&Arg| !arg.is_global_set() && arg.get_id() != "help" && arg.get_id() != "version";
    command.get_arguments().filter(is_own).collect()
}

fn takes_several(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append) || arg.get_num_args().is_some_and(|range| range.max_values() > 1)
}

/// The names that a form offers.
#[derive(Default)]
struct Known {
    sections: Vec<String>,
    teams: Vec<String>,
    players: Vec<String>,
    files: Vec<String>,
}

impl Known {
    fn of(window: &Window) -> Self {
        let names = window.with_event(Access::Read, |desk| {
            let tournament = desk.tournament();
            Ok(Self {
                sections: tournament.sections.iter().map(|section| section.name.clone()).collect(),
                teams: tournament.teams.iter().map(|team| team.name.clone()).collect(),
                players: tournament.players.iter().map(|player| player.name.to_string()).collect(),
                files: Vec::new(),
            })
        });
        let is_a_list = |name: &String| {
            let ending = std::path::Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
            ending.is_some_and(|ending| ["csv", "tsv", "xlsx", "trf", "bughouse-backup"].contains(&&*ending))
        };
        let entries = std::fs::read_dir(window.place().folder).into_iter().flatten().flatten();
        let mut files: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).filter(is_a_list).collect();
        files.sort();
        Self { files, ..names.unwrap_or_default() }
    }

    /// What an argument of this name may mean.
    fn meant(&self, named: &str) -> &[String] {
        match named {
            "TEAM" | "TEAMS" | "FIRST" | "SECOND" | "ONE" | "OTHER" => &self.teams,
            "PLAYER" | "PARTNER" | "PLAYERS" => &self.players,
            "FILE" | "BACKUP" => &self.files,
            _ => &[],
        }
    }
}

/// What an argument is called where its command is shown: `TEAM`.
fn called(arg: &Arg) -> String {
    let named = arg.get_value_names().and_then(|names| names.first());
    named.map_or_else(|| arg.get_id().to_string(), ToString::to_string).to_uppercase()
}

fn field(arg: &Arg, known: &Known, given: &dyn Fn(&str) -> String, error: &str) -> Field {
    let name = arg.get_id().to_string();
    let value = given(&name);
    let one_of_sections = called(arg) == "SECTION" && !takes_several(arg) && known.sections.len() > 1;
    let choices: Vec<(String, String, bool)> = match arg.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count => Vec::new(),
        _ if one_of_sections => {
            known.sections.iter().map(|section| (section.clone(), section.clone(), *section == value)).collect()
        }
        _ => {
            let possible = arg.get_possible_values();
            let choice = |of: &clap::builder::PossibleValue| {
                let name = of.get_name().to_owned();
                (name.clone(), name.clone(), name == value)
            };
            possible.iter().filter(|of| !of.is_hide_set()).map(choice).collect()
        }
    };
    let kind = match arg.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse | ArgAction::Count => "flag",
        _ if takes_several(arg) => "many",
        _ if !choices.is_empty() => "choice",
        _ => "text",
    };
    let own = arg.get_long().map_or_else(|| called(arg).to_lowercase(), str::to_owned).replace(['-', '_'], " ");
    let mut label: String = own;
    if let Some(first) = label.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    // A refusal names the option, or repeats what was typed.
    let is_named = arg.get_long().is_some_and(|long| error.contains(&format!("--{long}")));
    let is_wrong = is_named || value.len() > 1 && error.contains(&value);
    Field {
        label,
        help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
        kind: kind.to_owned(),
        suggestions: known.meant(&called(arg)).to_vec(),
        value,
        choices,
        required: arg.is_required_set(),
        error: if is_wrong { error.to_owned() } else { String::new() },
        name: format!("{MARK}{name}"),
    }
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
    let known = Known::of(window);
    let fields = |args: Vec<&Arg>| args.into_iter().map(|arg| field(arg, &known, given, error.0)).collect();
    Some(rendered(&Form {
        frame,
        path: path.to_owned(),
        command: title.clone(),
        about: command.get_about().map(ToString::to_string).unwrap_or_default(),
        fields: fields(shown),
        more: fields(more),
        example: example(&title).unwrap_or_default(),
        error: error.1,
        subcommands: subcommands.collect(),
    }))
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
    made(window, move |window| {
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
