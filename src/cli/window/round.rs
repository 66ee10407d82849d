//! The page of a round: its results, a line each table, and beside them what is paired, timed and printed.

use super::act::{line, outcome_of};
use super::address::{encoded, form_address};
use super::disputes::{self, Waiting};
use super::grid::{Grid, Other, Row, Stop, Tile, of_another, stop, understood};
use super::pages::{Button, Frame, Piece, Tab, made, pieces, rendered, said_instead, with_buttons};
use super::state::{Outcome, Window};
use crate::cli::desk::Access;
use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/round.html")]
struct Page {
    frame: Frame,
    heading: String,
    tabs: Vec<Tab>,
    /// The rounds that are posted, where there are several.
    rounds: Vec<Tab>,
    sections: Vec<Tab>,
    results: Option<Results>,
    reported: Vec<Waiting>,
    text: Vec<Piece>,
    html: String,
    acts: Vec<Button>,
}

/// The grid with the line that is typed.
struct Results {
    grid: Grid,
    /// Both halves, side by side where there is room.
    halves: Vec<Vec<Row>>,
    typed: String,
    title: String,
    note: String,
    is_wrong: bool,
    /// The place of the row at hand.
    here: String,
    pick: String,
    stop: Option<Stop>,
    /// A slip of another section that was typed here.
    other: Option<Other>,
    round: String,
    pass: String,
    verified: String,
    agreed: Vec<String>,
    since: String,
    /// The address of this page, but for what is picked.
    at: String,
    next: Option<Button>,
}

impl Results {
    fn is_stopped_at(&self, row: &Row) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.place == row.place)
    }

    /// Whether it stopped at what the desk itself entered.
    fn corrects(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.is_own)
    }

    /// Where a slip of another section is shown: under the row at hand.
    fn shows_other_at(&self, row: &Row) -> bool {
        let first = self.halves.first().and_then(|half| half.first());
        let is_here = self.halves.iter().flatten().any(|row| row.place == self.here);
        self.other.is_some()
            && if is_here { row.place == self.here } else { first.is_some_and(|first| first.place == row.place) }
    }

    fn is_picked(&self, row: &Row) -> bool {
        self.stop.is_none() && self.pick == row.place
    }

    fn agrees(&self, row: &Row) -> bool {
        self.agreed.contains(&row.place)
    }

    fn disputed(&self) -> Vec<&Row> {
        self.halves.iter().flatten().filter(|row| row.state == "disputed").collect()
    }

    fn tiles(&self) -> &[Tile] {
        &self.grid.tiles
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Asked {
    section: String,
    tab: String,
    round: String,
    pass: String,
    verified: String,
    said: Option<u64>,
    stop: String,
    line: String,
    wrong: String,
    go: String,
    after: String,
    pick: String,
    agrees: String,
    other: String,
}

const TABS: [&str; 5] = ["Pairings", "Results", "Clock", "Print", "Reports"];

/// The sections of the tournament, with what `status` says of them.
fn of_section<'s>(status: &'s Value, section: &str) -> Option<&'s Value> {
    let mut sections = status["sections"].as_array().into_iter().flatten();
    sections.find(|one| one["section"] == section).or_else(|| status["sections"].get(0))
}

/// `GET /at/round`.
pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let Some(of_it) = of_section(&status, &asked.section) else {
            return Ok(Redirect::to("/now").into_response());
        };
        let section = of_it["section"].as_str().unwrap_or_default().to_owned();
        let grid = window.with_event(Access::Read, |desk| Grid::of(desk, &section, asked.round.parse().ok()))?;
        let tab = TABS.iter().find(|tab| **tab == asked.tab).copied();
        let tab = tab.unwrap_or(if grid.is_some() { "Results" } else { "Pairings" });
        let said = outcome_of(window, asked.said);
        let at = |section: &str, tab: &str| format!("/at/round?section={}&tab={tab}", encoded(section));
        let earlier = grid.as_ref().filter(|grid| !grid.is_latest).map(|grid| grid.number.to_string());
        let of_round = earlier.as_ref().map(|number| format!("&round={number}")).unwrap_or_default();
        let back = at(&section, tab) + &of_round;
        let mut frame = Frame::of(window, "Round", "round", &back, said.as_deref(), &status);
        let heading = grid.as_ref().map_or(section.clone(), |grid| grid.heading.clone());
        frame.title.clone_from(&heading);
        let has_reports = tab == "Reports" || status["reports"].as_u64().unwrap_or(0) > 0;
        let tabs = TABS.iter().filter(|one| **one != "Reports" || has_reports).map(|one| Tab {
            label: (*one).to_owned(),
            href: match *one {
                "Print" => format!("/at/paper?view=round&section={}", encoded(&section)),
                one => at(&section, one) + &of_round,
            },
            here: *one == tab,
        });
        let posted = grid.as_ref().map_or(0, |grid| grid.posted);
        let number = grid.as_ref().map(|grid| grid.number);
        let rounds = (1..=posted).filter(|_| posted > 1).map(|one| {
            let of = if one == posted { String::new() } else { format!("&round={one}") };
            Tab::new(one.to_string(), at(&section, tab) + &of, Some(one) == number)
        });
        let rounds: Vec<Tab> = rounds.collect();
        let all: Vec<&str> =
            status["sections"].as_array().into_iter().flatten().filter_map(|one| one["section"].as_str()).collect();
        let sections = all.iter().filter(|_| all.len() > 1).map(|one| Tab {
            label: (*one).to_owned(),
            href: at(one, tab),
            here: **one == section,
        });
        let next = next(of_it, &section).filter(|_| earlier.is_none());
        let (mut text, mut html, mut acts, mut results) = (Vec::new(), String::new(), Vec::new(), None);
        let mut reported = Vec::new();
        match (tab, grid) {
            ("Reports", _) => {
                reported = window.with_event(Access::Read, disputes::waiting)?;
                if reported.is_empty() {
                    text = pieces("No reports are waiting.");
                }
            }
            ("Results", Some(grid)) => results = Some(shown(window, &asked, grid, said.as_deref(), next)?),
            (tab, grid) => {
                let in_round = earlier.iter().flat_map(|number| ["--round", number.as_str()]);
                let in_round: Vec<&str> = in_round.collect();
                let is_fresh = grid.as_ref().is_some_and(|grid| grid.open == grid.tiles.len());
                acts = acts_of(tab, &section, &in_round, grid.is_some().then_some(is_fresh), next);
                let words: Vec<&str> = match tab {
                    "Pairings" => [&["pairings", section.as_str()], &in_round[..]].concat(),
                    _ => vec!["times", &section],
                };
                let document = window.look(&words);
                html = with_buttons(&document.html);
                text = said_instead(&document);
                if let Some(since) = of_it["clock"]["started"].as_str().filter(|_| tab == "Clock") {
                    text = pieces(&format!("Started {}", crate::cli::wording::hour(since).unwrap_or_default()));
                }
            }
        }
        Ok(rendered(&Page {
            frame,
            heading,
            tabs: tabs.collect(),
            rounds,
            sections: sections.collect(),
            results,
            reported,
            text,
            html,
            acts,
        }))
    })
    .await
}

/// The proposal of the round to come, where the section is ready for it.
fn next(of_it: &Value, section: &str) -> Option<Button> {
    let is_ready = of_it["next"].as_str().is_some_and(|next| {
        let words = next.trim_start_matches("bughouse ");
        ["pair ", "round", "check-in"].iter().any(|verb| words.starts_with(verb))
    });
    let number = of_it["round"].as_u64().unwrap_or(0) + 1;
    is_ready.then(|| {
        let address = format!("/propose?section={}", encoded(section));
        Button::leads(format!("Pair round {number} of {section}"), address).key("Enter")
    })
}

/// `in_round` names the round, where it is an earlier one: nobody is seated otherwise there. `posted`: whether it has no result yet.
fn acts_of(tab: &str, section: &str, in_round: &[&str], posted: Option<bool>, next: Option<Button>) -> Vec<Button> {
    let form = |label: &str, command: &str| {
        let back = format!("/at/round?section={}&tab={tab}", encoded(section));
        let of = format!("section={}&back={}", encoded(section), encoded(&back));
        Button::leads(format!("{label}…"), format!("{}?{of}", form_address(command)))
    };
    let runs = |label: &str, words: &[&str]| Button::runs(label, line(words));
    match tab {
        "Pairings" => {
            let changes = (posted.is_some() && in_round.is_empty()).then(|| {
                [
                    form("Swap two teams", "pairing swap"),
                    form("Seat two teams", "pairing set"),
                    runs("Take the round back", &["unpair", section]),
                ]
            });
            let wishes = [
                form("Two teams that must play", "pairing require"),
                form("Two teams to keep apart", "pairing forbid"),
                form("Give a bye", "bye"),
            ];
            let print = Button::leads("Print this round", format!("/at/paper?view=round&section={}", encoded(section)));
            let print = posted.map(|is_fresh| if is_fresh && next.is_none() { print.key("Enter") } else { print });
            next.into_iter()
                .chain(print.filter(|_| in_round.is_empty()))
                .chain(changes.into_iter().flatten())
                .chain(wishes)
                .chain([form("Why these two", "explain")])
                .collect()
        }
        "Clock" => {
            vec![runs("Start the clock", &["start", section]), form("Times", "times"), form("Who is missing", "absent")]
        }
        _ => Vec::new(),
    }
}

fn shown(
    window: &Window,
    asked: &Asked,
    grid: Grid,
    said: Option<&Outcome>,
    next: Option<Button>,
) -> Result<Results, crate::cli::failure::Failure> {
    let round = if grid.is_latest { None } else { Some(grid.number) };
    let after = asked.after.split(['.', ' ']).next().and_then(|table| table.parse().ok());
    let typed = match asked.go.is_empty() {
        true if !asked.other.is_empty() => asked.other.clone(),
        true => asked.line.clone(),
        false => grid.next_open(after).map(|row| format!("{} ", row.place)).unwrap_or_default(),
    };
    let of = grid.section.as_str();
    let (stopped, other, read, since) = window.with_event(Access::Read, |desk| {
        let stopped = if asked.stop.is_empty() { None } else { stop(desk, &asked.stop, round)? };
        let other = if asked.other.is_empty() { None } else { of_another(desk, &asked.other, round, of)? };
        let line = if stopped.is_some() { &asked.stop } else { &typed };
        let read = understood(desk, line, round, Some(of)).ok().flatten();
        let since = desk.wall(desk.section(Some(of))?).since();
        Ok((stopped, other, read, since))
    })?;
    let filed = said.filter(|said| !said.has_changed() && said.failure.is_none()).map(Outcome::sentence);
    let (mut title, mut note, mut here) = (String::new(), filed.unwrap_or_default(), String::new());
    let mut is_wrong = false;
    if let Some(read) = read {
        (title, note, here, is_wrong) = (read.title, read.note, read.place, read.is_wrong);
    } else if let Some(table) = said.and_then(|said| said.json["table"].as_u64()) {
        here = table.to_string();
    }
    if stopped.is_some() {
        note = "Stopped: another result is on file.".to_owned();
    }
    if let Some(other) = &other {
        (title, note) = (other.title.clone(), format!("Not entered: this slip is for {}.", other.section));
        here = asked.after.clone();
    }
    if !asked.agrees.is_empty() {
        title = format!("{}: agrees", asked.agrees);
        here = asked.agrees.split(' ').next().unwrap_or_default().to_owned();
    }
    if !asked.wrong.is_empty() {
        note.clone_from(&asked.wrong);
    }
    let mut agreed: Vec<String> =
        asked.verified.split(';').filter_map(|one| one.split_whitespace().next()).map(str::to_owned).collect();
    agreed.sort();
    agreed.dedup();
    let pass = if asked.pass.is_empty() { "" } else { "&pass=second" };
    let number = round.map(|round| format!("&round={round}")).unwrap_or_default();
    let mut grid = grid;
    let mut rows = std::mem::take(&mut grid.rows);
    let second = rows.split_off(rows.len().div_ceil(2));
    let is_disputed = rows.iter().chain(&second).any(|row| row.state == "disputed");
    Ok(Results {
        at: format!("/at/round?section={}{number}{pass}", encoded(&grid.section)),
        grid,
        halves: [rows, second].into_iter().filter(|half| !half.is_empty()).collect(),
        typed: if stopped.is_some() { String::new() } else { typed },
        title,
        note,
        is_wrong: !asked.wrong.is_empty() || other.is_some() || is_wrong,
        here,
        pick: if said.is_some_and(|said| said.verb.starts_with("reports")) {
            String::new()
        } else {
            asked.pick.clone()
        },
        stop: stopped,
        other,
        round: round.map(|round| round.to_string()).unwrap_or_default(),
        pass: asked.pass.clone(),
        verified: asked.verified.clone(),
        agreed,
        since: since.unwrap_or_default(),
        next: next.filter(|_| !is_disputed),
    })
}
