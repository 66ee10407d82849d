//! The page before a tournament is chosen: those in the folder, a new one, the sample.

use super::act::{fields, outcome_of, own_page, value};
use super::pages::{Frame, Line, closed, made, rendered};
use super::state::{Given, Place, Window, shown};
use super::working::done;
use crate::cli::command_text::plain;
use crate::cli::failure::Failure;
use crate::cli::now;
use crate::cli::safety::backup::safety;
use crate::cli::wording::counted;
use crate::rulebook::{self, Rulebook};
use crate::store::{Store, file_names, put, state_file};
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Template, Default)]
#[template(path = "desk/start.html")]
struct Start {
    frame: Frame,
    folder: String,
    events: Vec<Known>,
    books: Vec<Book>,
    name: String,
    date: String,
    place: String,
    /// The earlier tournament that the new one takes over from; empty: none.
    old: String,
    /// Why the new tournament was not made.
    error: String,
}

/// The file beside other programs' state in which the tournaments last opened stand, and how many.
const OPENED: &str = "bughouse-desk-opened";
const MOST_OPENED: usize = 8;

/// A tournament in the folder, or one opened before.
struct Known {
    name: String,
    facts: String,
    opened: String,
    file: String,
    problem: String,
}

struct Book {
    id: String,
    title: String,
    lines: Vec<String>,
    chosen: bool,
    /// What is taken where nobody says which.
    is_usual: bool,
}

impl Start {
    fn chooses_usual(&self) -> bool {
        self.books.iter().all(|book| book.chosen == book.is_usual)
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::without_event("Open a tournament")
    }
}

/// `/`: the tournament at hand, or the choice of one.
pub async fn front(State(window): State<Arc<Window>>) -> Response {
    Redirect::to(if window.place().file.is_some() { "/now" } else { "/start" }).into_response()
}

pub async fn page(State(window): State<Arc<Window>>) -> Response {
    made(window, |window| Ok(rendered(&choice(window)))).await
}

fn choice(window: &Window) -> Start {
    let folder = window.place().folder;
    let mut events: Vec<(Option<std::time::SystemTime>, Known)> =
        file_names(&folder).unwrap_or_default().into_iter().map(|file| known(&folder, file)).collect();
    events.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    let here: Vec<&Path> = events.iter().map(|(_, known)| Path::new(&known.file)).collect();
    let elsewhere: Vec<PathBuf> = opened_before().into_iter().filter(|path| !here.contains(&&**path)).collect();
    let elsewhere = elsewhere.into_iter().map(|path| {
        let shown_in = path.parent().map(shown).unwrap_or_default();
        let (changed, known) = known(&folder, path);
        (changed, Known { facts: [known.facts, shown_in].join(" · "), ..known })
    });
    events.extend(elsewhere);
    let books = rulebook::all().iter().map(|book| Book {
        chosen: book.id == rulebook::DEFAULT,
        is_usual: book.id == rulebook::DEFAULT,
        lines: in_three_lines(book),
        id: book.id.clone(),
        title: book.year.map_or_else(|| book.title.clone(), |year| format!("{}, {year}", book.title)),
    });
    Start {
        folder: shown(&folder),
        events: events.into_iter().map(|(_, known)| known).collect(),
        books: books.collect(),
        date: now().format("%Y-%m-%d").to_string(),
        ..Start::default()
    }
}

/// Tournaments opened before that are still there, the last one first.
fn opened_before() -> Vec<PathBuf> {
    let noted = state_file(OPENED).and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    noted.lines().map(PathBuf::from).filter(|path| path.is_file()).collect()
}

/// Remembers that a tournament was opened. Where that cannot be done, it is not remembered.
fn remember(file: &Path) {
    let lines = std::iter::once(file.to_owned()).chain(opened_before().into_iter().filter(|other| other != file));
    let lines: Vec<String> = lines.take(MOST_OPENED).map(|path| shown(&path)).collect();
    let _ = state_file(OPENED).map(|noted| put(&noted, lines.join("\n").as_bytes()));
}

/// What a director asks of a rulebook first; of another than the usual one, what differs from it.
fn in_three_lines(book: &Rulebook) -> Vec<String> {
    const ASKED: [(&str, &str); 4] = [
        ("What decides the match", "The match goes to"),
        ("No clock on a board", "No clock"),
        ("Waiting for a piece", "Waiting for a piece"),
        ("Mate that a drop could block", "Mate that a drop could block"),
    ];
    let usual = rulebook::by_id(rulebook::DEFAULT).unwrap_or(book);
    let answers = rulebook::compare(&[book, usual]);
    let line = |(asked, label): (&str, &str)| {
        let [answer, usual] = answers.iter().find(|question| question.asked == asked)?.answers.as_slice() else {
            return None;
        };
        let differs = answer.says != usual.says || book.id == rulebook::DEFAULT;
        (differs && !answer.says.is_empty()).then(|| format!("{label}: {}", answer.says))
    };
    let is_usual = book.id == rulebook::DEFAULT;
    let of_time = (is_usual || time(&book.time) != time(&usual.time)).then(|| format!("Time: {}", time(&book.time)));
    let lines = of_time.into_iter().chain(ASKED.into_iter().filter_map(line));
    lines.take(if is_usual { 3 } else { usize::MAX }).collect()
}

/// `G/5;d0` as one says it.
fn time(of: &rulebook::TimeControl) -> String {
    let Some(minutes) = of.minutes else { return of.control.clone() };
    let has_no_delay = of.control.ends_with(";d0") || of.control.contains("no delay");
    let code = of.control.split(',').next().filter(|code| !code.contains("minutes"));
    let code = code.map(|code| format!(" ({code})")).unwrap_or_default();
    format!("{minutes} minutes each{}{code}", if has_no_delay { ", no delay" } else { "" })
}

fn known(folder: &Path, file: PathBuf) -> (Option<std::time::SystemTime>, Known) {
    let path = folder.join(&file);
    let changed = path.metadata().and_then(|of| of.modified()).ok();
    let opened = changed.map(|at| {
        let at: chrono::DateTime<chrono::Local> = at.into();
        format!("Last changed {}", at.format("%b %-d, %Y, %-I:%M %p"))
    });
    let mut known = Known {
        name: shown(&file),
        facts: String::new(),
        opened: opened.unwrap_or_default(),
        file: shown(&file),
        problem: String::new(),
    };
    match Store::open_to_read(&path).and_then(|mut store| {
        let facts = store.load();
        store.abandon()?;
        facts
    }) {
        Ok(facts) => {
            let tournament = facts.tournament;
            let sections: Vec<&str> = tournament.sections.iter().map(|section| section.name.as_str()).collect();
            let teams = match tournament.teams.len() {
                0 => "no teams yet".to_owned(),
                teams if sections.len() > 1 => format!("{} in {}", counted(teams, "team"), sections.join(", ")),
                teams => counted(teams, "team"),
            };
            let date = tournament.date.map(|date| date.format("%b %-d, %Y").to_string());
            known.facts = date.into_iter().chain([teams]).collect::<Vec<_>>().join(" · ");
            known.name = tournament.name;
        }
        Err(error) => known.problem = error.to_string(),
    }
    (changed, known)
}

/// Opens a tournament of the folder.
pub async fn open(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    made(window, move |window| {
        let named = PathBuf::from(value(&fields, "file"));
        let folder = window.place().folder;
        let is_known = opened_before().contains(&named);
        let file = if is_known { named } else { folder.join(named.file_name().unwrap_or_default()) };
        let folder = file.parent().map_or(folder, Path::to_owned);
        if !file.is_file() {
            return Err(Failure::mistyped("this tournament is gone").hint("go back, and choose another"));
        }
        remember(&file);
        window.look_at(Place { folder, file: Some(file) });
        Ok(Redirect::to("/now").into_response())
    })
    .await
}

/// Makes a tournament in the folder, and opens it.
pub async fn new(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    made(window, move |window| {
        let [name, date, place, book, kind, old] =
            ["name", "date", "place", "book", "kind", "old"].map(|field| value(&fields, field).trim());
        let old = if kind == "old" { old } else { "" };
        let folder = window.place().folder;
        let file = folder.join(crate::cli::new::file_name(name));
        let mut words = vec!["new".to_owned(), shown(&file), format!("--name={name}")];
        words.extend((!date.is_empty()).then(|| format!("--date={date}")));
        words.extend((!place.is_empty()).then(|| format!("--venue={place}")));
        match old {
            "" => words.extend((!book.is_empty()).then(|| format!("--rulebook={book}"))),
            old => words.push(format!("--from={}", shown(&folder.join(old)))),
        }
        let outcome = window.run(Given { words, request: value(&fields, "request").to_owned(), ..Given::default() });
        if let Some(failure) = &outcome.failure {
            let hint = failure.hint.as_deref().map(plain).unwrap_or_default();
            let mut start = choice(window);
            start.error = [plain(&failure.message), hint].join(". ");
            (start.name, start.date, start.place) = (name.to_owned(), date.to_owned(), place.to_owned());
            old.clone_into(&mut start.old);
            start.books.iter_mut().for_each(|one| one.chosen = one.id == book);
            return Ok(rendered(&start));
        }
        let made = outcome.json["file"].as_str().map(PathBuf::from).unwrap_or(file);
        remember(&made);
        window.look_at(Place { folder, file: Some(made) });
        Ok(Redirect::to("/now").into_response())
    })
    .await
}

/// Makes the sample event in a folder of its own, and opens it.
pub async fn sample(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    done(window, "The sample event".to_owned(), move |window| {
        let folder = window.place().folder.join("bughouse-demo");
        let file = folder.join("demo.bughouse");
        if !file.is_file() {
            let words = vec!["demo".to_owned(), shown(&folder)];
            let outcome =
                window.run(Given { words, request: value(&fields, "request").to_owned(), ..Given::default() });
            if let Some(failure) = &outcome.failure {
                return Err(failure.clone());
            }
        }
        window.look_at(Place { folder, file: Some(file) });
        Ok(Redirect::to("/now").into_response())
    })
    .await
}

/// Looks into another folder.
pub async fn folder(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    made(window, move |window| {
        let typed = value(&fields, "folder").trim();
        let folder = window.place().folder.join(typed);
        if !folder.is_dir() {
            return Err(Failure::mistyped(format!("there is no folder named \"{}\"", folder.display()))
                .hint("type the full path of a folder, as your file manager shows it"));
        }
        let folder = folder.canonicalize().unwrap_or(folder);
        window.look_at(Place { folder, file: None });
        Ok(Redirect::to("/start").into_response())
    })
    .await
}

/// Closes the hall that was opened here.
pub async fn close_hall(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let back = own_page(value(&fields(&body), "back")).to_owned();
    made(window, move |window| {
        window.close_hall();
        Ok(Redirect::to(&back).into_response())
    })
    .await
}

#[derive(Template)]
#[template(path = "desk/close.html")]
struct Close {
    frame: Frame,
    file: String,
    /// When it was last backed up.
    backup: Option<Line>,
    again: String,
    closes_hall: bool,
}

/// `GET /close`: where everything is, before the desk ends.
pub async fn ask_to_close(State(window): State<Arc<Window>>, Query(asked): Query<Closing>) -> Response {
    made(window, move |window| {
        let file = window.place().file.map(|file| shown(&file));
        let status = window.status();
        let backup = window.as_it_is(|desk| Ok(safety(desk)?.line));
        let frame = match file {
            Some(_) => {
                let said = outcome_of(window, asked.said);
                Frame::of(window, "Close the desk", "", "/close", said.as_deref(), &status)
            }
            None => Frame::without_event("Close the desk"),
        };
        Ok(rendered(&Close {
            frame,
            backup: backup.ok().filter(|_| file.is_some()).map(|safety| Line::of(&safety)),
            file: file.unwrap_or_default(),
            again: window.opened_again(),
            closes_hall: window.has_opened_hall(),
        }))
    })
    .await
}

#[derive(Deserialize)]
pub struct Closing {
    said: Option<u64>,
}

/// Ends the desk.
pub async fn close(State(window): State<Arc<Window>>) -> Response {
    window.closing.notify_one();
    let saved = match window.place().file {
        Some(file) => format!("Everything is saved in {}. ", shown(&file)),
        None => String::new(),
    };
    closed(&format!("{saved}You can close this window. {}", window.opened_again()))
}
