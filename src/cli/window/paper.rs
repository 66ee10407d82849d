//! The page *Paper*: every sheet that the event has, those of the round at hand first; what is out of date and why, and the least that
//! mends it. Each opens as a PDF in a tab of its own.

use super::act::{fields, file_address, led, line, outcome_of, own_page, value, working_at};
use super::address::encoded;
use super::labels::capital;
use super::moments::sections;
use super::pages::{Button, Frame, Tab, made, rendered};
use super::state::{Given, Window};
use super::working::done;
use crate::cli::command_text::plain;
use crate::cli::desk::Access;
use crate::cli::failure::Failure;
use crate::cli::moment::{moment, now};
use crate::cli::wording::list;
use crate::tournament::Format;
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/paper.html")]
struct Paper {
    frame: Frame,
    views: Vec<Tab>,
    sections: Vec<Tab>,
    act: Option<Act>,
    heading: String,
    sheets: Vec<Card>,
    /// Sheets of other sections and moments that are out of date.
    others: Vec<Other>,
}

/// What is out of date or not printed yet, and the print that mends it.
struct Act {
    title: String,
    note: String,
    main: Button,
    beside: Option<Button>,
}

struct Card {
    /// How it looks from afar: `wall`, `slips`, `names`, `list` or `text`.
    shape: &'static str,
    title: String,
    /// What is on it.
    extent: String,
    state: SheetState,
    note: String,
    button: Button,
    /// What says that it did not come out of the printer, where it was opened.
    unprinted: Option<Button>,
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum SheetState {
    Wrong,
    True,
    NotPrinted,
    /// Nothing that changes makes it wrong.
    Lasts,
}

struct Other {
    title: String,
    why: String,
    button: Option<Button>,
}

#[derive(Deserialize)]
pub struct Asked {
    section: Option<String>,
    view: Option<String>,
    said: Option<u64>,
}

const VIEWS: [(&str, &str); 3] = [("round", "This round"), ("day", "Whole day"), ("closing", "Closing")];

/// The section at hand.
struct Scene {
    section: String,
    is_only: bool,
    is_knockout: bool,
    round: u32,
    called: String,
    heading: String,
    tables: usize,
    teams: usize,
    /// The round that its standings stand after.
    after: u32,
}

/// A sheet that could be printed.
struct Planned {
    shape: &'static str,
    title: String,
    extent: String,
    words: Vec<String>,
    file: String,
    lasts: bool,
}

/// A sheet that was printed, as `stale` reports it.
struct Printed {
    number: i64,
    title: String,
    /// The command that prints it again; empty where none does.
    again: String,
    is_wrong: bool,
    at: String,
    differs: Vec<String>,
    /// When it became wrong, and by what.
    since: Option<(String, String)>,
    reason: String,
    section: Option<String>,
}

impl Printed {
    fn of(document: &Value) -> Self {
        let text = |value: &Value| plain(value.as_str().unwrap_or_default());
        let since = &document["since"];
        Self {
            number: document["number"].as_i64().unwrap_or(0),
            title: text(&document["title"]),
            again: text(&document["again"]).trim_start_matches("bughouse ").to_owned(),
            is_wrong: document["state"] == "wrong",
            at: today(document["printed"].as_str().unwrap_or_default()),
            differs: document["differs"].as_array().into_iter().flatten().map(text).collect(),
            since: since["at"].as_str().map(|at| (today(at), text(&since["summary"]))),
            reason: text(&document["reason"]),
            section: document["section"].as_str().map(str::to_owned),
        }
    }

    fn is_of(&self, words: &[String]) -> bool {
        let line = line(&words.iter().map(String::as_str).collect::<Vec<_>>());
        self.again.strip_prefix(&line).is_some_and(|rest| rest.starts_with(" -o "))
    }

    /// Why it is wrong, in a sentence.
    fn why(&self) -> String {
        match &self.since {
            Some((at, summary)) => format!("{summary}, {at}"),
            None => self.reason.clone(),
        }
    }
}

pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let all = sections(&status);
        let section = asked.section.clone().filter(|section| all.contains(section)).or_else(|| all.first().cloned());
        let scene = match &section {
            Some(section) => Some(scene(window, section)?),
            None => None,
        };
        let begins = match &scene {
            Some(scene) if scene.round > 0 => "round",
            _ => "day",
        };
        let view = asked.view.as_deref().filter(|view| VIEWS.iter().any(|(id, _)| id == view)).unwrap_or(begins);
        let at = |section: Option<&str>, view: &str| {
            let section = section.map(|section| format!("&section={}", encoded(section))).unwrap_or_default();
            format!("/at/paper?view={view}{section}")
        };
        let printed = printed(window)?;
        let planned = match view {
            "round" => scene.as_ref().map(of_round).unwrap_or_default(),
            "day" => of_day(),
            _ => scene.as_ref().map(of_closing).unwrap_or_default(),
        };
        let is_here = |one: &&Printed| planned.iter().any(|planned| one.is_of(&planned.words));
        let concerns = |one: &&Printed| one.section.is_none() || one.section == section;
        let wrong: Vec<&Printed> = printed.iter().filter(|one| one.is_wrong).collect();
        let others = wrong.iter().copied().filter(|one| !is_here(one)).map(|one| Other {
            title: one.title.clone(),
            why: one.why(),
            button: (!one.again.is_empty()).then(|| match one.again.starts_with("publish ") {
                true => Button::runs("Publish again", one.again.clone()),
                false => Button::runs("Open", one.again.clone()),
            }),
        });
        let mendable: Vec<&Printed> = wrong.iter().copied().filter(concerns).filter(|one| one.is_printed()).collect();
        let act = scene.as_ref().filter(|_| view == "round").and_then(|scene| act(scene, &mendable, &printed));
        let said = outcome_of(window, asked.said);
        let frame = Frame::of(window, "Paper", "paper", &at(section.as_deref(), view), said.as_deref(), &status);
        let heading = match (&scene, view) {
            (Some(scene), "round") => scene.heading.clone(),
            (_, "day") => "For the whole day".to_owned(),
            (Some(scene), _) => format!("{}, at its end", scene.section),
            (None, _) => String::new(),
        };
        Ok(rendered(&Paper {
            frame,
            views: VIEWS.iter().map(|(id, label)| Tab::new(*label, at(section.as_deref(), id), *id == view)).collect(),
            sections: all
                .iter()
                .filter(|_| view != "day" && all.len() > 1)
                .map(|one| Tab::new(one, at(Some(one), view), Some(one) == section.as_ref()))
                .collect(),
            act,
            heading,
            others: others.collect(),
            sheets: planned.iter().map(|planned| card(planned, scene.as_ref(), &printed)).collect(),
        }))
    })
    .await
}

impl Printed {
    /// Whether it is a sheet that `stale --print` prints, and no folder of pages.
    fn is_printed(&self) -> bool {
        !self.again.is_empty() && !self.again.starts_with("publish ")
    }
}

fn scene(window: &Window, name: &str) -> Result<Scene, Failure> {
    window.with_event(Access::Read, |desk| {
        let section = desk.section(Some(name))?.clone();
        let latest = desk.latest_round(section.id);
        let called = latest.map(|round| desk.round_titled(&section, round.number));
        Ok(Scene {
            is_only: desk.tournament().sections.len() == 1,
            is_knockout: section.format == Format::Knockout,
            round: latest.map_or(0, |round| round.number),
            heading: match latest {
                Some(round) => desk.round_of(&section, round.number, ", "),
                None => format!("{}, no round yet", section.name),
            },
            called: called.map_or_else(|| "no round yet".to_owned(), |called| called.to_lowercase()),
            tables: latest.map_or(0, |round| round.tables().len()),
            teams: desk.tournament().teams_in(section.id).count(),
            after: desk.standing_round(&section),
            section: section.name,
        })
    })
}

/// What was printed and is still read, the latest first.
fn printed(window: &Window) -> Result<Vec<Printed>, Failure> {
    let stale = window.look(&["stale"]);
    if let Some(failure) = stale.failure {
        return Err(failure);
    }
    Ok(stale.json["documents"].as_array().into_iter().flatten().map(Printed::of).rev().collect())
}

/// A stored time; of this day the hour alone.
fn today(at: &str) -> String {
    let shown = moment(at);
    let day = now().format("%b %-d ").to_string();
    shown.strip_prefix(&day).map_or_else(|| shown.clone(), |hour| hour.trim_start_matches('0').to_owned())
}

/// As a part of the name of a file.
fn file_part(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn planned(shape: &'static str, title: &str, extent: String, words: &[&str], file: String) -> Planned {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    Planned { shape, title: title.to_owned(), extent, words, file: format!("{file}.pdf"), lasts: false }
}

fn of_round(scene: &Scene) -> Vec<Planned> {
    let Scene { section, is_only, round, tables, .. } = scene;
    let name = file_part(section);
    let number = round.to_string();
    let mut sheets = Vec::new();
    if *round > 0 {
        let of = |by: &'static str| ["pairings", section, "--round", &number, "--by", by];
        let pile = format!("{}, {} to cut", count(*tables, "slip"), count(tables.div_ceil(4), "page"));
        let wall = ["pairings", section, "--round", &number, "--by", "table"];
        let slips = ["slips", section, "--round", &number];
        sheets.push(planned(
            "wall",
            "Pairings, for the wall",
            count(*tables, "table"),
            &wall,
            format!("{name}-round-{number}-pairings"),
        ));
        sheets.push(planned("slips", "Result slips", pile, &slips, format!("{name}-round-{number}-slips")));
        sheets.extend(bracket(scene));
        let mut lists = Vec::new();
        for (by, title) in [("player", "Find your child"), ("school", "Pairings by school")] {
            let own = of(by);
            let (words, extent, file): (&[&str], _, _) = match is_only {
                true => (&own, count(scene.teams, "team"), format!("round-{number}-by-{by}")),
                false => (&["pairings", "--all", "--by", by], "all sections".to_owned(), format!("all-by-{by}")),
            };
            lists.push(planned("names", title, extent, words, file));
        }
        let by_school = lists.pop();
        sheets.extend(lists);
        sheets.extend(of_standings(scene));
        sheets.extend(by_school);
    }
    sheets
}

fn bracket(scene: &Scene) -> Option<Planned> {
    let Scene { section, is_knockout, teams, .. } = scene;
    let file = format!("{}-bracket", file_part(section));
    is_knockout.then(|| planned("wall", "Bracket", count(*teams, "team"), &["bracket", section], file))
}

fn of_standings(scene: &Scene) -> Vec<Planned> {
    let Scene { section, after, teams, .. } = scene;
    let name = file_part(section);
    let number = after.to_string();
    let after_round = format!("Standings after round {after}");
    let sheet = |title: &str, words: &[&str], file: &str| {
        planned("list", title, count(*teams, "team"), words, format!("{name}-{file}-after-{number}"))
    };
    if *after == 0 {
        return Vec::new();
    }
    vec![
        sheet(&after_round, &["standings", section, "--after", &number], "standings"),
        sheet("Crosstable", &["crosstable", section, "--after", &number, "--by", "place"], "crosstable"),
        sheet("Standings by class", &["standings", section, "--after", &number, "--by-class"], "by-class"),
        sheet("Tie-breaks, worked out", &["standings", section, "--after", &number, "--working"], "working"),
    ]
}

fn of_day() -> Vec<Planned> {
    let lasting = |shape, title: &str, extent: &str, words: &[&str], file: &str| Planned {
        lasts: true,
        ..planned(shape, title, extent.to_owned(), words, file.to_owned())
    };
    let sheet = |shape, title: &str, extent: &str, words: &[&str], file: &str| {
        planned(shape, title, extent.to_owned(), words, file.to_owned())
    };
    vec![
        sheet("names", "Teams by school", "all sections", &["teams", "--by", "school"], "teams-by-school"),
        sheet("list", "Teams by number", "all sections", &["teams", "--by", "number"], "teams"),
        sheet("text", "Round start times", "all sections", &["times"], "times"),
        sheet("names", "Not checked in", "for the door", &["check-in", "--list"], "not-here"),
        sheet("names", "Children without a partner", "for the wall", &["partner", "list"], "partners"),
        lasting("slips", "Table cards", "two per page", &["cards"], "cards"),
        lasting("slips", "Blank slips", "24, six pages", &["slips", "--blank", "24"], "blank-slips"),
        lasting("slips", "Test slips", "to test the printer and cutter", &["slips", "--test"], "test-slips"),
        sheet("text", "Running the event by hand", "if the laptop fails", &["by-hand"], "by-hand"),
        lasting("text", "Cheat sheet", "the day's commands", &["cheat-sheet"], "cheat-sheet"),
    ]
}

fn of_closing(scene: &Scene) -> Vec<Planned> {
    let section = scene.section.as_str();
    let name = file_part(section);
    let prizes = |shape, title: &str, extent: &str, paper: &str| {
        let words = ["prizes", section, "--as-list", paper];
        planned(shape, title, extent.to_owned(), &words, format!("{name}-{paper}"))
    };
    let event = |title: &str, extent: &str, words: &[&str], file: &str| {
        planned("text", title, extent.to_owned(), words, file.to_owned())
    };
    let mut sheets: Vec<Planned> = bracket(scene).into_iter().chain(of_standings(scene)).collect();
    sheets.extend([
        prizes("list", "Prizes", "every prize and who won it", "list"),
        prizes("text", "To read aloud", "ending with the winner", "ceremony"),
        prizes("slips", "Trophy labels", "one per child", "labels"),
        event("Director's report", "the whole event", &["report"], "report"),
        event("Rulings for the federation", "no children's names", &["report", "--incidents"], "incidents"),
    ]);
    sheets
}

fn prints(words: &[String], file: &str) -> String {
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["-o", file]).collect();
    line(&words)
}

fn card(planned: &Planned, scene: Option<&Scene>, printed: &[Printed]) -> Card {
    let known = printed.iter().find(|one| one.is_of(&planned.words));
    let (state, note) = match known {
        _ if planned.lasts => (SheetState::Lasts, "Made when you open it".to_owned()),
        None => (SheetState::NotPrinted, "Made when you open it".to_owned()),
        Some(one) if one.is_wrong && planned.words[0] == "slips" => {
            (SheetState::Wrong, format!("Printed {}. Tables: {}", one.at, few(&one.differs)))
        }
        Some(one) if one.is_wrong => (SheetState::Wrong, format!("Printed {}. Changed: {}", one.at, few(&one.differs))),
        Some(one) => (SheetState::True, format!("Printed {}", one.at)),
    };
    let whole = || prints(&planned.words, &planned.file);
    let button = match (state, scene) {
        (SheetState::Wrong, Some(scene)) if planned.words[0] == "slips" => {
            let file = format!("{}-changed-slips.pdf", file_part(&scene.section));
            Button::runs("Open what changed", line(&["slips", &scene.section, "--changed", "-o", &file]))
        }
        (SheetState::True, _) => Button::runs("Open again", whole()),
        _ => Button::runs("Open", whole()),
    };
    let opened = known.filter(|_| state == SheetState::True);
    Card {
        unprinted: opened.map(|one| Button::runs("Did not print", format!("stale --forget {}", one.number))),
        shape: planned.shape,
        title: planned.title.clone(),
        extent: planned.extent.clone(),
        state,
        note: note.trim_end().to_owned(),
        button,
    }
}

/// What differs, the first of it.
fn few(differs: &[String]) -> String {
    const NAMED: usize = 3;
    let named: Vec<&str> = differs.iter().take(NAMED).map(String::as_str).collect();
    match differs.len() {
        0 => "all of it".to_owned(),
        all if all > NAMED => format!("{} and {} more", named.join("; "), all - NAMED),
        _ => named.join("; "),
    }
}

fn act(scene: &Scene, wrong: &[&Printed], printed: &[Printed]) -> Option<Act> {
    let name = file_part(&scene.section);
    let round = scene.round.to_string();
    let packet =
        line(&["pairings", &scene.section, "--round", &round, "--packet", "-o", &format!("{name}-round-{round}.pdf")]);
    let all = (scene.round > 0).then(|| Button::runs(format!("All of {}, 3 documents", scene.called), packet));
    if let Some(first) = wrong.first() {
        let called = |one: &&Printed| one.title.split(" · ").next().unwrap_or_default().to_lowercase();
        let titles = list(wrong.iter().map(called));
        let note = match &first.since {
            Some((at, _)) => format!("{} out of date since {at}: {titles}.", count(wrong.len(), "document")),
            None => format!("{} out of date: {titles}.", count(wrong.len(), "document")),
        };
        let title = first.since.as_ref().map_or(&first.reason, |(_, summary)| summary);
        let title = if title.is_empty() { "What was printed is out of date" } else { title };
        let line = line(&["stale", &scene.section, "--print", "-o", &format!("{name}-changed.pdf")]);
        let label = format!("Print what changed, {}", count(wrong.len(), "document"));
        return Some(Act { title: capital(title), note, main: Button::runs(label, line).key("Enter"), beside: all });
    }
    let is_printed = of_round_is_printed(scene, printed);
    let all = all?;
    Some(match is_printed {
        true => Act {
            title: "Everything printed is up to date".to_owned(),
            note: "Anything you open counts as printed. If a sheet didn't print, say so below it.".to_owned(),
            main: all,
            beside: None,
        },
        false => Act {
            title: format!("{} is not printed yet", capital(&scene.called)),
            note: "Pairings by table for the wall, pairings by player, and slips, in one file.".to_owned(),
            main: Button { label: format!("Print {}, 3 documents", scene.called), ..all }.key("Enter"),
            beside: None,
        },
    })
}

/// Whether its sheet for the wall was printed.
fn of_round_is_printed(scene: &Scene, printed: &[Printed]) -> bool {
    of_round(scene).first().is_some_and(|wall| printed.iter().any(|one| one.is_of(&wall.words)))
}

/// `POST /print`: writes a sheet and leads to it; where it could not be written, to the reason.
pub async fn print(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    done(window, working_at(value(&fields, "line")), move |window| {
        // Pressed twice, it is printed twice: the second as things are then.
        let back = own_page(value(&fields, "back")).to_owned();
        let outcome = window.run(Given { back, ..Given::line(value(&fields, "line"))? });
        Ok(match file_address(&outcome) {
            Some(address) if outcome.failure.is_none() && outcome.notes.is_empty() => {
                Redirect::to(&address).into_response()
            }
            _ => led(&outcome),
        })
    })
    .await
}
