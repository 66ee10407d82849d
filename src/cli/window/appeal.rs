//! An appeal at the desk: filed by a child or a team of the table, heard by the section chief and then by the floor chief.

use super::act::{fields, led, outcome_of, value};
use super::address::encoded;
use super::labels::capital;
use super::pages::{Frame, Line, made, rendered};
use super::state::{Given, Window};
use super::table::{RulingShown, ruling};
use crate::cli::command_text::{plain, spans};
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::hall::appeals::{law, outcomes};
use crate::cli::refusal::OrRefuse;
use crate::cli::rulings::appeal::appellant;
use crate::cli::rulings::words;
use crate::cli::wording::{hour, split};
use crate::discipline::{Appeal, AppealState, Ruling};
use crate::report::hall::outcome_in_words;
use crate::tournament::{AppealId, RulingId};
use askama::Template;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/appeal.html")]
struct Page {
    frame: Frame,
    heading: String,
    ruling: RulingShown,
    place: String,
    why: Vec<String>,
    law: String,
    appeal: Option<AppealShown>,
    /// Who may file it: as typed and by name.
    by: Vec<(String, String)>,
    /// What may be decided: as sent and in words.
    outcomes: Vec<(String, String)>,
    officials: Vec<String>,
    /// What is given so far.
    time: String,
    official: String,
    filer: String,
    note: String,
    refusal: Option<Line>,
    /// Who is to be appointed before it can be heard.
    appoints: Option<Appoints>,
}

/// An office that nobody holds.
struct Appoints {
    office: String,
    role: String,
    section: String,
    /// This page, with what is given so far.
    back: String,
}

impl Appoints {
    /// What a refusal says is typed: `official add NAME --role section-chief --section K-6`.
    fn of(failure: &Failure, asked: &[(String, String)]) -> Option<Self> {
        let hint = failure.hint.as_deref()?;
        let line = spans(hint).find(|(is_command, line)| *is_command && line.starts_with("official add NAME "))?.1;
        let words = split(line).ok()?;
        let after = |option: &str| {
            let at = words.iter().position(|word| word == option)?;
            words.get(at + 1).cloned()
        };
        let role = after("--role")?;
        let given = asked
            .iter()
            .filter(|(name, value)| !["back", "request", "said"].contains(&name.as_str()) && !value.is_empty());
        let given: Vec<String> = given.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        Some(Self {
            office: role.replace('-', " "),
            section: after("--section").unwrap_or_default(),
            back: format!("/at/appeal?{}", given.join("&")),
            role,
        })
    }
}

impl Page {
    fn files(&self, by: &str) -> bool {
        self.filer == by
    }
}

/// An appeal in a line.
pub struct AppealShown {
    pub number: u32,
    pub ruling: u32,
    pub by: String,
    pub level: String,
    pub note: String,
    pub at: String,
    pub is_open: bool,
    pub against: String,
}

pub fn shown(desk: &Desk, appeal: &Appeal, against: &Ruling) -> AppealShown {
    AppealShown {
        number: appeal.id.0,
        ruling: against.id.0,
        by: plain(&appellant(desk, appeal.by, against)),
        level: appeal.level.to_string(),
        note: appeal.note.clone().unwrap_or_default(),
        at: hour(&appeal.at.to_rfc3339()).unwrap_or_default(),
        is_open: appeal.state() == AppealState::Open,
        against: ruling(desk, against).said,
    }
}

/// Who sits at the table of a ruling, and the two teams: as typed and by name.
fn appellants(desk: &Desk, ruling: &Ruling) -> Vec<(String, String)> {
    let round = ruling.place.and_then(|place| desk.tournament().round(place.match_id.section, place.match_id.round));
    let teams = round.zip(ruling.place).and_then(|(round, place)| round.teams_at(place.match_id.table));
    let teams = teams.map_or_else(|| ruling.team.into_iter().collect(), |teams| teams.to_vec());
    let players = teams.iter().filter_map(|id| desk.tournament().team(*id)).flat_map(|team| team.players);
    let players = players.map(|id| (id.to_string(), words::player_name(desk, id)));
    players.chain(teams.iter().map(|id| (desk.name_of(*id).to_owned(), desk.name_of(*id).to_owned()))).collect()
}

/// The words of the command that decides it, or files it.
fn command(asked: &[(String, String)]) -> Vec<String> {
    let asked_for = |name: &str| value(asked, name).trim().to_owned();
    let option = |name: &str, value: String| {
        if value.is_empty() { Vec::new() } else { vec![name.to_owned(), value] }
    };
    let mut line = vec!["appeal".to_owned()];
    match asked_for("appeal") {
        number if number.is_empty() => {
            line.extend(["file".to_owned(), asked_for("ruling")]);
            line.extend(option("--by", asked_for("by")));
        }
        number => {
            line.extend(["decide".to_owned(), number]);
            match asked_for("outcome").as_str() {
                outcome @ ("stands" | "falls") => line.push(format!("--{outcome}")),
                "time" => line.extend(option("--modify", format!("time:{}", asked_for("time")))),
                penalty => line.extend(option("--modify", penalty.to_owned())),
            }
            line.extend(option("--official", asked_for("official")));
        }
    }
    line.extend(option("--note", asked_for("note")));
    line
}

fn numbered(asked: &[(String, String)], name: &str) -> u32 {
    value(asked, name).trim().parse().unwrap_or_default()
}

fn page_of(window: &Window, asked: &[(String, String)], refused: Option<&Failure>) -> Result<Response, Failure> {
    let status = window.status();
    let said = outcome_of(window, value(asked, "said").parse().ok());
    // Who may not hear it is named before anything is pressed.
    let is_asked = refused.is_none() && numbered(asked, "appeal") > 0;
    let upheld = [asked, &[("outcome".to_owned(), "stands".to_owned())]].concat();
    let words = command(&upheld);
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["--dry-run"]).collect();
    let tried = is_asked.then(|| window.look(&words));
    let page = window.with_event(Access::Read, |desk| {
        let (appeal, of) = match numbered(asked, "appeal") {
            0 => (None, desk.ruling(RulingId(numbered(asked, "ruling"))).or_refuse(desk)?),
            number => desk.appeal(AppealId(number)).or_refuse(desk).map(|(appeal, ruling)| (Some(appeal), ruling))?,
        };
        let place = of.place.map(|place| format!(", table {}", place.match_id.table)).unwrap_or_default();
        let round = of.place.map_or(of.round, |place| place.match_id.round);
        let by = of.by.and_then(|id| desk.tournament().official(id)).map(|one| format!("Ruled by {}.", one.name));
        let line_of = |what: &str, text: &Option<String>| text.as_ref().map(|text| format!("{what}: {text}"));
        let why = [by, line_of("What happened", &of.note), line_of("Reason", &of.reason)];
        let outcomes = outcomes(desk, of).into_iter().map(|sent| (sent.clone(), capital(&outcome_in_words(&sent))));
        let outcomes: Vec<_> = outcomes.collect();
        let against = ruling(desk, of);
        let back = if against.table.is_empty() { "/at/rulings".to_owned() } else { against.table.clone() };
        let appeal = appeal.map(|appeal| shown(desk, appeal, of));
        let is_open = appeal.as_ref().is_some_and(|appeal| appeal.is_open);
        let failure = refused.or(tried.as_ref().filter(|_| is_open).and_then(|tried| tried.failure.as_ref()));
        let heading = match &appeal {
            Some(appeal) if appeal.is_open => format!("Appeal {}: {}", appeal.number, appeal.by),
            Some(appeal) => format!("Appeal {}, decided", appeal.number),
            None => format!("Appeal of ruling {}", against.number),
        };
        let asked_for = |name: &str| value(asked, name).to_owned();
        Ok((
            back,
            Page {
                frame: Frame::without_event(""),
                heading,
                place: format!("{}, round {round}{place}", desk.section_name(of.section)),
                why: why.into_iter().flatten().collect(),
                law: law(desk),
                by: appellants(desk, of),
                outcomes,
                officials: desk.tournament().officials.iter().map(|one| one.name.clone()).collect(),
                time: if asked_for("time").is_empty() { "1:00".to_owned() } else { asked_for("time") },
                official: asked_for("official"),
                filer: asked_for("by"),
                note: asked_for("note"),
                refusal: failure.map(|failure| {
                    let hint = failure.hint.iter().filter(|_| Appoints::of(failure, asked).is_none());
                    let hint = hint.map(|hint| format!(": {hint}"));
                    Line::of(&format!("{}{}", failure.message, hint.collect::<String>()))
                }),
                appoints: failure.and_then(|failure| Appoints::of(failure, asked)),
                ruling: against,
                appeal,
            },
        ))
    })?;
    let (back, page) = page;
    let frame = Frame::of(window, &page.heading, "rulings", &back, said.as_deref(), &status);
    Ok(rendered(&Page { frame, ..page }))
}

/// `GET /at/appeal`, with `ruling` to file one, with `appeal` to decide it.
pub async fn page(State(window): State<Arc<Window>>, RawQuery(query): RawQuery) -> Response {
    let asked = fields(query.unwrap_or_default().as_bytes());
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        page_of(window, &asked, None)
    })
    .await
}

/// `POST /at/appeal`: files it, or writes down what was decided.
pub async fn send(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let asked = fields(&body);
    made(window, move |window| {
        let line = command(&asked);
        let back = value(&asked, "back").to_owned();
        let request = value(&asked, "request").to_owned();
        let back = if back.starts_with("/at/table?") { back } else { "/at/rulings".to_owned() };
        let outcome = window.run(Given { words: line, request, back, ..Given::default() });
        match outcome.failure.as_ref().filter(|_| outcome.question.is_none()) {
            Some(failure) => page_of(window, &asked, Some(failure)),
            None => Ok(led(&outcome)),
        }
    })
    .await
}
