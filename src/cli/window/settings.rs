//! The page *Settings*: the event, its sections with every option, who takes part and by what, and what keeps it all safe.

use super::act::{line, outcome_of};
use super::address::{encoded, form_address};
use super::fields::Inline;
use super::labels::choice;
use super::moments::sections;
use super::pages::{Button, Frame, Line, Tab, made, rendered};
use super::state::Window;
use super::sticks::plugged_in;
use crate::cli::command_text::plain;
use crate::cli::desk::Access;
use crate::cli::failure::Failure;
use crate::cli::moment::moment;
use crate::cli::safety::backup;
use crate::report::poster::qr;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/settings.html")]
struct Page {
    frame: Frame,
    tabs: Vec<Tab>,
    sections: Vec<Tab>,
    shown: Shown,
    /// Whether the hall may be closed here.
    closes_hall: bool,
}

/// What a tab of the settings has.
#[derive(Default)]
struct Shown {
    heading: String,
    /// Sentences, with their commands.
    said: Vec<Line>,
    /// What is done one after the other.
    steps: Vec<Line>,
    code: Option<Code>,
    rows: Vec<Row>,
    acts: Vec<Button>,
    forms: Vec<Inline>,
    /// What is done seldom, below all else.
    seldom: Vec<Button>,
    /// Whether the keys are settled here.
    has_keys: bool,
}

/// An address as a picture for cameras.
struct Code {
    picture: String,
    address: String,
    note: String,
}

struct Row {
    what: String,
    note: String,
    buttons: Vec<Button>,
}

#[derive(Deserialize)]
pub struct Asked {
    section: Option<String>,
    tab: Option<String>,
    said: Option<u64>,
}

const TABS: [&str; 10] =
    ["Event", "Sections", "Officials", "Hall", "Devices", "Web pages", "Backups", "Standby", "Exports", "Rehearsal"];

pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let all = sections(&status);
        let section = asked.section.clone().filter(|section| all.contains(section)).or_else(|| all.first().cloned());
        let tab = TABS.into_iter().find(|tab| asked.tab.as_deref() == Some(tab)).unwrap_or(TABS[0]);
        let at = |section: Option<&String>, tab: &str| {
            let section = section.map(|section| format!("&section={}", encoded(section))).unwrap_or_default();
            format!("/at/settings?tab={}{section}", encoded(tab))
        };
        let said = outcome_of(window, asked.said);
        let frame = Frame::of(window, "Settings", "settings", &at(section.as_ref(), tab), said.as_deref(), &status);
        let mut shown = match (tab, &section) {
            ("Sections", section) => of_sections(window, section.as_deref()),
            ("Officials", _) => of_officials(window),
            ("Hall", _) => of_the_hall(window)?,
            ("Devices", _) => of_devices(window)?,
            ("Web pages", _) => of_pages(window),
            ("Backups", _) => of_backups(window)?,
            ("Standby", _) => of_standby(window)?,
            ("Exports", _) => of_exports(&all),
            ("Rehearsal", _) => of_rehearsal(),
            _ => of_the_event(window)?,
        };
        if window.past().is_some() {
            (shown.forms, shown.acts, shown.seldom) = (Vec::new(), Vec::new(), Vec::new());
        }
        Ok(rendered(&Page {
            frame,
            tabs: TABS.iter().map(|one| Tab::new(*one, at(section.as_ref(), one), *one == tab)).collect(),
            sections: all
                .iter()
                .filter(|_| tab == "Sections" && all.len() > 1)
                .map(|one| Tab::new(one, at(Some(one), tab), Some(one) == section.as_ref()))
                .collect(),
            closes_hall: tab == "Hall" && window.has_opened_hall(),
            shown,
        }))
    })
    .await
}

fn said(text: &str) -> Vec<Line> {
    vec![Line::of(text)]
}

fn of_the_event(window: &Window) -> Result<Shown, Failure> {
    let book = window.with_event(Access::Read, |desk| Ok(desk.rulebook.title.clone()))?;
    let form = Inline::of(window, "event/edit", ["", "Change it"], &[], &[]);
    let file = window.place().file.map(|file| super::state::shown(&file)).unwrap_or_default();
    Ok(Shown {
        heading: "The event".to_owned(),
        said: said(&format!("Played under {book}. Saved in {file}.")),
        forms: vec![form],
        acts: vec![Button::leads("See the rules", "/at/rulings"), Button::leads("Another event", "/start")],
        has_keys: true,
        ..Shown::default()
    })
}

fn of_sections(window: &Window, named: Option<&str>) -> Shown {
    let add = || Button::leads("Add a section…", "/form/section/add?back=/at/settings%3Ftab%3DSections");
    let Some(named) = named else {
        return Shown {
            heading: "Sections".to_owned(),
            said: said("A section is a group of teams that play each other: K-3, K-6, Open. There are none yet."),
            acts: vec![add()],
            ..Shown::default()
        };
    };
    let form = Inline::of(window, "section/edit", ["", "Save the changes"], &[("name", named)], &[]);
    let of = |label: &str, command: &str, argument: &str| {
        Button::leads(format!("{label}…"), format!("{}?{argument}={}", form_address(command), encoded(named)))
    };
    Shown {
        heading: format!("Section {named}"),
        said: said("Each field shows the current setting. Anything you don't change stays the same."),
        acts: vec![add()],
        seldom: vec![
            of("When its rounds start", "times", "section"),
            of("Merge it with another", "section merge", "from"),
            of("Split it", "section split", "section"),
            of("Take it to another laptop", "section checkout", "section"),
            of("Remove it", "section remove", "name"),
        ],
        forms: vec![form],
        ..Shown::default()
    }
}

fn of_officials(window: &Window) -> Shown {
    let list = window.look(&["official", "list", "--json"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |official: &Value| Row {
        what: text(&official["name"]),
        note: [
            Some(choice("role", &text(&official["role"]))),
            official["section"].as_str().map(|of| format!("of {of}")),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" "),
        buttons: vec![Button::runs(
            "Remove",
            line(&["official", "remove", &text(&official["name"]), "--role", &text(&official["role"])]),
        )],
    };
    let rows: Vec<Row> = list.json["officials"].as_array().into_iter().flatten().map(row).collect();
    Shown {
        heading: "Officials".to_owned(),
        said: said(match rows.is_empty() {
            true => "No officials yet. Appoint everyone who gives rulings or hears appeals.",
            false => "Each ruling and appeal is signed by one of these officials.",
        }),
        rows,
        forms: vec![Inline::of(window, "official/add", ["Appoint an official", "Appoint"], &[], &[])],
        ..Shown::default()
    }
}

fn address_of_hall(window: &Window) -> Result<Option<String>, Failure> {
    window.with_event(Access::Read, |desk| Ok(desk.store.hall_address()?))
}

fn of_the_hall(window: &Window) -> Result<Shown, Failure> {
    let address = address_of_hall(window)?;
    let is_open = window.has_opened_hall();
    let code = address.as_ref().map(|address| Code {
        picture: qr(address),
        address: address.clone(),
        note: "Families read pairings and standings here; officials join here.".to_owned(),
    });
    let (sentence, acts) = match (is_open, &address) {
        (true, _) => ("The hall is open: anyone on the same Wi-Fi can reach it at this address.", Vec::new()),
        (false, Some(_)) => ("The hall is open from another window on this laptop.", Vec::new()),
        (false, None) => (
            "While the hall is open, phones on the same Wi-Fi can read the pages, officials report from tablets, and a projector shows the pairings. Nothing leaves the room.",
            vec![Button::runs("Open the hall", "serve"), Button::leads("Other ways to open it…", "/form/serve")],
        ),
    };
    Ok(Shown { heading: "The hall".to_owned(), said: said(sentence), code, acts, ..Shown::default() })
}

fn of_devices(window: &Window) -> Result<Shown, Failure> {
    let list = window.look(&["device", "list", "--json"]);
    let is_closed = address_of_hall(window)?.is_none();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |device: &Value| {
        let is_out = device["revoked"] == true;
        let seen = device["last_seen"].as_str().map(|at| format!("last seen {}", moment(at)));
        let state = match () {
            () if is_out => Some("shut out".to_owned()),
            () if device["joined"] == true => seen,
            () => Some("waiting for its code".to_owned()),
        };
        let note: Vec<String> = [choice("role", &text(&device["role"])), text(&device["official"])]
            .into_iter()
            .chain(state)
            .filter(|part| !part.is_empty())
            .collect();
        let number = device["device"].to_string();
        let out = (!is_out).then(|| Button::runs("Shut out", line(&["device", "revoke", &number])));
        Row { what: text(&device["name"]), note: note.join(", "), buttons: out.into_iter().collect() }
    };
    Ok(Shown {
        heading: "Devices".to_owned(),
        said: said(match is_closed {
            true => "A tablet, a phone or a projector joins with a code. The hall has to be open first.",
            false => {
                "A tablet, a phone or a projector joins with a code, which is shown here and good for ten minutes."
            }
        }),
        rows: list.json["devices"].as_array().into_iter().flatten().map(row).collect(),
        acts: if is_closed { vec![Button::runs("Open the hall", "serve")] } else { Vec::new() },
        forms: vec![Inline::of(window, "device/add", ["Enroll a device", "Get a code"], &[], &[])],
        ..Shown::default()
    })
}

fn of_pages(window: &Window) -> Shown {
    let stale = window.look(&["stale", "--all", "--json"]);
    let documents = stale.json["documents"].as_array().cloned().unwrap_or_default();
    let again = |document: &Value| {
        let again = plain(document["again"].as_str().unwrap_or_default());
        let words = again.strip_prefix("bughouse ")?.to_owned();
        let state = if document["state"] == "wrong" { "out of date" } else { "up to date" };
        let at = moment(document["printed"].as_str().unwrap_or_default());
        words.starts_with("publish ").then(|| Row {
            what: plain(document["title"].as_str().unwrap_or_default()),
            note: format!("{at}, {state}"),
            buttons: vec![Button::runs("Publish again", words)],
        })
    };
    let mut rows: Vec<Row> = documents.iter().rev().filter_map(again).collect();
    rows.truncate(3);
    let mut form = Inline::of(window, "publish", ["Into a folder", "Write the pages"], &[], &[]);
    form.says("folder", "site".to_owned());
    Shown {
        heading: "Web pages".to_owned(),
        said: said(
            "The event as a folder of pages for phones: pairings, standings, one page per team. Copy it to any web host; each new round updates it.",
        ),
        rows,
        forms: vec![form],
        ..Shown::default()
    }
}

fn of_backups(window: &Window) -> Result<Shown, Failure> {
    const MOST: usize = 12;
    let (safety, habit) = window.as_it_is(|desk| Ok((backup::safety(desk)?.line, desk.store.habit()?)))?;
    let sticks = plugged_in();
    let list = window.look(&["backup", "--list", "--json"]);
    let row = |backup: &Value| {
        let file = backup["backup"].as_str().unwrap_or_default();
        let at = moment(backup["at"].as_str().unwrap_or_default());
        let is_there = backup["exists"] == true && backup["problem"].is_null();
        let note = match (backup["problem"].as_str(), is_there) {
            (Some(problem), _) => format!("failed: {problem}"),
            (None, true) => file.to_owned(),
            (None, false) => format!("gone: {file}"),
        };
        let restore = format!("/form/restore?backup={}&back=/at/settings%3Ftab%3DBackups", encoded(file));
        Row {
            what: format!("{at}, up to command {}", backup["command"]),
            note,
            buttons: if is_there { vec![Button::leads("Restore…", restore)] } else { Vec::new() },
        }
    };
    let backups = list.json["backups"].as_array().cloned().unwrap_or_default();
    let mut form =
        Inline::of(window, "backup", ["Where they go, and how often", "Save it"], &[], &["folder", "every", "keep"]);
    let stick = |stick: &PathBuf| {
        let folder = super::state::shown(stick);
        let name = stick.file_name().map_or_else(|| folder.clone(), |name| name.to_string_lossy().into_owned());
        let is_chosen = habit.folder.as_ref().is_some_and(|chosen| chosen.starts_with(stick));
        let always =
            (!is_chosen).then(|| Button::runs("Send all backups there", line(&["backup", "--folder", &folder])));
        let once = Button::runs("Make one copy now", line(&["backup", &folder]));
        Row {
            what: format!("Plugged in: {name}"),
            note: if is_chosen { format!("{folder}: backups go there") } else { folder },
            buttons: always.into_iter().chain([once]).collect(),
        }
    };
    let of_sticks: Vec<Row> = sticks.iter().map(stick).collect();
    let folder = habit.folder.map_or_else(|| "next to the file".to_owned(), |folder| super::state::shown(&folder));
    form.fill("folder", &folder);
    form.suggests("folder", sticks.iter().map(|stick| super::state::shown(stick)).collect());
    form.holds("every", &habit.minutes.to_string());
    form.holds("keep", &habit.kept.to_string());
    let about = match habit.minutes {
        0 => "A USB stick is the best place: plug one in, and it shows up here.",
        _ => {
            "A verified copy is made after every round, and every few minutes while you make changes. A USB stick is the best place: plug one in, and it shows up here."
        }
    };
    Ok(Shown {
        heading: "Backups".to_owned(),
        said: [about, &safety].into_iter().map(Line::of).collect(),
        rows: of_sticks.into_iter().chain(backups.iter().rev().take(MOST).map(row)).collect(),
        acts: vec![Button::runs("Back up now", "backup"), Button::runs("Check the file", "check")],
        forms: vec![form],
        ..Shown::default()
    })
}

fn of_standby(window: &Window) -> Result<Shown, Failure> {
    let address = address_of_hall(window)?;
    let at = address.clone().unwrap_or_else(|| "http://ADDRESS:7777".to_owned());
    let file = window.place().file.and_then(|file| Some(file.file_name()?.to_string_lossy().into_owned()));
    let file = file.unwrap_or_else(|| "event.bughouse".to_owned());
    let steps = [
        "Enroll the second laptop as a desk, below; its code is shown here.".to_owned(),
        format!("On the second laptop, in a terminal: bughouse --server {at} join CODE"),
        format!("Then, also there, and leave it open all day: bughouse standby {at} {file}"),
        format!(
            "If this laptop fails, type on that one: bughouse serve {file} --take-over. Tablets continue at the new address."
        ),
    ];
    let settled = [("role", "desk")];
    Ok(Shown {
        heading: "A second laptop, ready to take over".to_owned(),
        said: said(match address {
            Some(_) => "The second laptop keeps a verified copy, one second behind.",
            None => "The second laptop keeps a verified copy, one second behind. The hall has to be open first.",
        }),
        steps: steps.iter().map(|step| Line::of(step)).collect(),
        acts: if address.is_none() { vec![Button::runs("Open the hall", "serve")] } else { Vec::new() },
        forms: vec![Inline::of(window, "device/add", ["Enroll it", "Get a code"], &settled, &["name"])],
        ..Shown::default()
    })
}

fn of_exports(all: &[String]) -> Shown {
    let file = |section: &str, ending: &str| {
        let name: String =
            section.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        format!("{name}.{ending}")
    };
    let of_section = |section: &String| Row {
        what: section.clone(),
        note: "standings, rounds and players of the section".to_owned(),
        buttons: vec![
            Button::runs("Spreadsheet", line(&["export", "csv", section, "-o", &file(section, "csv")])),
            Button::runs("TRF", line(&["export", "trf", section, "-o", &file(section, "trf")])),
        ],
    };
    let whole = Row {
        what: "The whole event".to_owned(),
        note: "for other programs, and for the federation".to_owned(),
        buttons: vec![
            Button::runs("JSON", "export json -o event.json"),
            Button::runs("Director's report", "report -o report.pdf"),
        ],
    };
    Shown {
        heading: "Exports".to_owned(),
        said: said("Each is saved next to the event's file; you can open it on the next page."),
        rows: all.iter().map(of_section).chain([whole]).collect(),
        ..Shown::default()
    }
}

fn of_rehearsal() -> Shown {
    Shown {
        heading: "Rehearsal".to_owned(),
        said: said(
            "Plays the event to its end on a copy, with made-up results, and shows how long each step takes, how many sheets it prints and what would go wrong. The event itself isn't changed.",
        ),
        acts: vec![Button::runs("Rehearse the day", "rehearse")],
        ..Shown::default()
    }
}
