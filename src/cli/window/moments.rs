//! The pages of the rail: each a document as the command line gives it, with what is done at that moment of the day beside it.

use super::act::{line, outcome_of};
use super::address::{encoded, form_address};
use super::pages::{Button, Frame, Piece, Tab, made, rendered, said_instead, with_buttons};
use super::state::Window;
use crate::cli::help::pages::{definitions, moments};
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/moment.html")]
struct Moment {
    frame: Frame,
    heading: String,
    sections: Vec<Tab>,
    tabs: Vec<Tab>,
    html: String,
    text: Vec<Piece>,
    acts: Vec<Button>,
}

#[derive(Template)]
#[template(path = "desk/more.html")]
struct More {
    frame: Frame,
    groups: Vec<Group>,
}

struct Group {
    label: String,
    commands: Vec<Named>,
}

struct Named {
    name: String,
    about: String,
    href: String,
}

#[derive(Deserialize)]
pub struct Asked {
    section: Option<String>,
    tab: Option<String>,
    said: Option<u64>,
}

/// A page of the rail: its tabs, each with the command that shows it, and what is done there.
struct Place {
    id: &'static str,
    title: &'static str,
    /// Label, words of the command; whether the section goes with it.
    tabs: &'static [(&'static str, &'static str, bool)],
    /// Label and the command whose form it opens.
    forms: &'static [(&'static str, &'static str)],
    /// Label and the command that is run, the section at hand in place of `{}`.
    acts: &'static [(&'static str, &'static str)],
}

const PLACES: [Place; 1] = [Place {
    id: "lists",
    title: "Entries",
    tabs: &[
        ("Teams", "teams", true),
        ("Not here", "check-in --list", false),
        ("No partner yet", "partner list", false),
        ("Suggested partners", "partner suggest", false),
        ("Schools", "school list", false),
    ],
    forms: &[
        ("Import a file", "import"),
        ("Check in", "check-in"),
        ("Add a team", "team add"),
        ("Change a team", "team edit"),
        ("A child without a partner", "partner add"),
        ("Match two children", "partner match"),
        ("Withdraw a team", "team withdraw"),
        ("Bring a team back", "team return"),
        ("Give a bye", "bye"),
        ("Fees", "fees"),
    ],
    acts: &[("Everybody is here", "check-in --all")],
}];

/// The names of the sections, in their order.
pub fn sections(status: &Value) -> Vec<String> {
    let sections = status["sections"].as_array().into_iter().flatten();
    sections.filter_map(|section| section["section"].as_str()).map(str::to_owned).collect()
}

/// The sections that most events have, each made with one press; without those that are there.
pub fn usual_sections(there: &[String]) -> Vec<Button> {
    const USUAL: [&str; 5] = ["Open", "K-12", "K-8", "K-6", "K-3"];
    let new = USUAL.into_iter().filter(|name| !there.iter().any(|known| known == name));
    let line = |name: &str| match name.starts_with("K-") {
        true => format!("section add {name} --grades {name}"),
        false => format!("section add {name}"),
    };
    new.map(|name| Button::runs(name, line(name))).collect()
}

pub async fn page(State(window): State<Arc<Window>>, Path(id): Path<String>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        let Some(place) = PLACES.iter().find(|place| place.id == id) else {
            return Ok(Redirect::to("/now").into_response());
        };
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let all = sections(&status);
        let section = asked.section.clone().filter(|section| all.contains(section)).or_else(|| all.first().cloned());
        let tab = asked.tab.as_deref().unwrap_or(place.tabs[0].0);
        let (label, words, takes_section) =
            place.tabs.iter().find(|(label, ..)| *label == tab).unwrap_or(&place.tabs[0]);
        let mut words: Vec<&str> = words.split(' ').collect();
        let wants_section = *takes_section || place.acts.iter().any(|(_, line)| line.contains("{}"));
        if let Some(section) = section.as_deref().filter(|_| *takes_section) {
            words.insert(1, section);
        }
        let shown = window.look(&words);
        let here = format!("/at/{}", place.id);
        let at = |section: Option<&str>, tab: &str| {
            let section = section.map(|section| format!("&section={}", encoded(section))).unwrap_or_default();
            format!("{here}?tab={}{section}", encoded(tab))
        };
        let back = at(section.as_deref(), label);
        let said = outcome_of(window, asked.said);
        let rail = if place.id == "lists" { "entries" } else { place.id };
        let frame = Frame::of(window, place.title, rail, &back, said.as_deref(), &status);
        let tabs_of_sections = all.iter().filter(|_| wants_section && all.len() > 1).map(|one| Tab {
            label: one.clone(),
            href: at(Some(one), label),
            here: Some(one) == section.as_ref(),
        });
        let mut acts: Vec<Button> = Vec::new();
        acts.extend(place.acts.iter().filter_map(|(label, words)| act(label, words, section.as_deref())));
        acts.extend(
            place.forms.iter().map(|(label, command)| Button::leads(format!("{label}…"), form_address(command))),
        );
        let heading = match (&section, wants_section && all.len() > 1) {
            (Some(section), true) => format!("{}, {section}", place.title),
            _ => place.title.to_owned(),
        };
        let tabs = place.tabs.iter().map(|(one, ..)| Tab {
            label: (*one).to_owned(),
            href: at(section.as_deref(), one),
            here: one == label,
        });
        Ok(rendered(&Moment {
            frame,
            heading,
            sections: tabs_of_sections.collect(),
            tabs: tabs.collect(),
            html: with_buttons(&shown.html),
            text: said_instead(&shown),
            acts,
        }))
    })
    .await
}

/// A command with the section at hand; none where it needs one and there is none.
fn act(label: &str, words: &str, section: Option<&str>) -> Option<Button> {
    let file: String =
        section.unwrap_or("event").chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' }).collect();
    let words: Vec<String> = words
        .split(' ')
        .map(|word| match word {
            "{}" => section.map(str::to_owned),
            word => Some(word.replace("{file}", &file)),
        })
        .collect::<Option<_>>()?;
    Some(Button::runs(label, line(&words.iter().map(String::as_str).collect::<Vec<_>>())))
}

/// Every command, by the moment of the day.
pub async fn more(State(window): State<Arc<Window>>) -> Response {
    made(window, |window| {
        let status = window.status();
        let whole = definitions();
        let frame = match window.place().file {
            Some(_) => Frame::of(window, "All commands", "more", "/more", None, &status),
            None => Frame::without_event("All commands"),
        };
        let named = |name: String| {
            let command = whole.find_subcommand(&name)?;
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            Some(Named { href: form_address(&name), name, about })
        };
        let group = |(label, names): (&str, Vec<String>)| Group {
            label: label.to_owned(),
            commands: names.into_iter().filter_map(named).collect(),
        };
        let groups = moments(whole).map(group);
        Ok(rendered(&More { frame, groups: groups.collect() }))
    })
    .await
}
