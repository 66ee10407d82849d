//! The page *Now*: what `status` says, by section, with one large button for what comes next.

use super::act::{line, outcome_of};
use super::address::encoded;
use super::closing;
use super::disputes::{self, Waiting as Disputed};
use super::labels::capital;
use super::late::{self, Advice};
use super::pages::{Button, Event, Frame, made, rendered};
use super::state::Window;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::status::Status;
use crate::cli::{Everywhere, now};
use crate::report::Sheet;
use crate::tournament::{Format, Section};
use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// More tables than this: those whose results are in are folded to a count.
const TILES: usize = 60;

#[derive(Template)]
#[template(path = "desk/now.html")]
struct Now {
    frame: Frame,
    act: Act,
    sections: Vec<SectionCard>,
    waiting: Vec<Waiting>,
}

/// The one thing that comes next.
struct Act {
    title: String,
    note: String,
    button: Button,
    /// What may be done in its place, or after it.
    others: Vec<Button>,
}

struct SectionCard {
    name: String,
    stage: String,
    /// Where the number of its rounds is changed.
    settings: String,
    /// So many rounds suit it, where no number is set or another one.
    plan: Option<u32>,
    count: String,
    tiles: Vec<Tile>,
    folded: usize,
    note: String,
    button: Button,
}

struct Tile {
    table: u32,
    /// `in`, `open`, `disputed` or `away`.
    state: String,
    href: String,
}

/// Something that waits for the director.
struct Waiting {
    label: String,
    /// `red`, `amber`, `dashed` or `plain`.
    tone: String,
    text: String,
    buttons: Vec<Button>,
}

#[derive(Deserialize)]
pub struct Shown {
    said: Option<u64>,
}

/// The tables of each section's latest round, with those that are disputed.
struct Tables {
    of_sections: Vec<(String, Vec<u32>)>,
    reported: Vec<Disputed>,
    /// The sections whose latest round is posted, not begun and on no sheet.
    unprinted: BTreeSet<String>,
    /// The sections of which no round is posted and nobody is checked in.
    unbegun: BTreeSet<String>,
    /// How many rounds suit a section, where no number is set or another one.
    plans: BTreeMap<String, u32>,
    late: Vec<Advice>,
    notes: Vec<String>,
}

impl Window {
    /// What `bughouse status` gives as JSON; nothing where it cannot be read.
    pub fn status(&self) -> Value {
        self.with_event(Access::Read, |desk| Status::default().now(desk)?.to_json()).unwrap_or_default()
    }

    /// Looks at the tournament at hand.
    pub fn with_event<T>(
        &self,
        access: Access,
        look: impl FnOnce(&mut Desk) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        Desk::open_as(&self.everywhere()?, access, "desk")?.looked(look)
    }

    /// The same, as it is, also where a page looks at the past.
    pub fn as_it_is<T>(&self, look: impl FnOnce(&mut Desk) -> Result<T, Failure>) -> Result<T, Failure> {
        let everywhere = Everywhere { as_of: None, ..self.everywhere()? };
        Desk::open_as(&everywhere, Access::Read, "desk")?.looked(look)
    }

    /// What the tournament at hand is called, and where it is.
    pub fn event(&self) -> Option<Event> {
        self.place().file?;
        self.with_event(Access::Read, |desk| {
            let masthead = desk.masthead(None, None)?;
            let now = now().timestamp();
            let devices = desk.store.devices()?.iter().filter(|device| device.is_in(now)).count();
            let hall = desk.store.hall_address()?.map(|_| match devices {
                1 => "Hall open · 1 device".to_owned(),
                devices => format!("Hall open · {devices} devices"),
            });
            Ok(Event {
                name: masthead.tournament.clone(),
                place: masthead.occasion(),
                version: masthead.version,
                printed: last_printed(desk)?,
                hall: hall.unwrap_or_default(),
            })
        })
        .ok()
    }
}

/// The number of the document that was printed last.
pub fn last_printed(desk: &mut Desk) -> Result<i64, Failure> {
    Ok(desk.store.printed()?.last().map_or(0, |last| last.id))
}

pub async fn page(State(window): State<Arc<Window>>, Query(shown): Query<Shown>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.with_event(Access::Read, |desk| Status::default().now(desk)?.to_json())?;
        let tables = window.with_event(Access::Read, tables)?;
        let said = outcome_of(window, shown.said);
        let frame = Frame::of(window, "Now", "now", "/now", said.as_deref(), &status);
        let sections: Vec<&Value> = status["sections"].as_array().into_iter().flatten().collect();
        let cards = sections.iter().map(|section| card(section, &tables)).collect();
        Ok(rendered(&Now {
            frame,
            act: act(window, &status, &sections, &tables),
            sections: cards,
            waiting: waiting(&status, &sections, tables),
        }))
    })
    .await
}

fn tables(desk: &mut Desk) -> Result<Tables, Failure> {
    let reported = disputes::waiting(desk)?;
    let printed = desk.store.printed()?;
    let sections = &desk.tournament().sections;
    let of = |section: &Section| {
        let round = desk.latest_round(section.id);
        let tables = round.map(|round| round.tables().into_iter().map(|(table, _)| table.0).collect());
        (section.name.clone(), tables.unwrap_or_default())
    };
    let of_sections = sections.iter().map(of).collect();
    let is_unbegun =
        |section: &&Section| desk.latest_round(section.id).is_none() && !desk.check_in_has_begun(section.id);
    let unbegun = sections.iter().filter(is_unbegun).map(|section| section.name.clone()).collect();
    let sheets: Vec<Sheet> =
        printed.iter().filter_map(|one| serde_json::from_str(one.sheet.as_deref()?).ok()).collect();
    let is_unprinted = |section: &&Section| {
        desk.latest_round(section.id).is_some_and(|round| {
            let of_it = |sheet: &Sheet| match sheet {
                Sheet::Pairings { section: of, round: number, .. } | Sheet::Slips { section: of, round: number } => {
                    (*of, *number) == (section.id, round.number)
                }
                Sheet::Finder { rounds, .. } => rounds.contains(&(section.id, round.number)),
                _ => false,
            };
            desk.missing(section, round).len() == round.tables().len() && !sheets.iter().any(of_it)
        })
    };
    let unprinted = sections.iter().filter(is_unprinted).map(|section| section.name.clone()).collect();
    let plans = sections.iter().filter_map(|section| Some((section.name.clone(), plan(desk, section)?))).collect();
    let late = sections.iter().flat_map(|section| late::waiting(desk, section)).collect();
    let answer = Status::default().now(desk)?;
    let parts = answer.into_parts();
    let notes = parts.report.map(|report| lists(&report.document)).unwrap_or_default();
    Ok(Tables { of_sections, reported, unprinted, unbegun, plans, late, notes })
}

/// How many rounds suit a Swiss section, where no number is set or another one.
fn plan(desk: &Desk, section: &Section) -> Option<u32> {
    if section.format != Format::Swiss {
        return None;
    }
    match (desk.suits(section), section.rounds) {
        (Some(suits), _) if suits.format == Format::Swiss => Some(suits.rounds),
        (_, Some(_)) => None,
        (_, None) => {
            let teams = desk.coming(section).unwrap_or_else(|| desk.tournament().teams_in(section.id).count());
            Some(desk.planned_rounds(section, teams).max(desk.posted_rounds(section.id)).max(1))
        }
    }
}

/// The points of the first list of `status`, its commands marked.
fn lists(document: &crate::report::Document) -> Vec<String> {
    let lists = document.blocks.iter().filter_map(|block| match block {
        crate::report::Block::List(lines) => Some(lines.clone()),
        _ => None,
    });
    let mut lists: Vec<Vec<String>> = lists.collect();
    // The last one says what to type next.
    lists.pop();
    lists.into_iter().flatten().collect()
}

impl Tables {
    fn is_disputed(&self, section: &str, table: u32) -> bool {
        self.reported.iter().any(|one| one.is_disputed() && one.row.table == table && one.section == section)
    }
}

fn text<'v>(section: &'v Value, key: &str) -> &'v str {
    section[key].as_str().unwrap_or_default()
}

fn length(section: &Value, key: &str) -> usize {
    section[key].as_array().map_or(0, Vec::len)
}

/// What a command is called on a button, and how it is pressed.
fn button(next: &str, section: &str, round: u64) -> (String, Button) {
    let words = crate::cli::wording::split(next).unwrap_or_default();
    let words: Vec<&str> = words.iter().map(String::as_str).skip_while(|word| *word == "bughouse").collect();
    let line = line(&words);
    let at = |page: &str| format!("/at/{page}?section={}", encoded(section));
    match words.as_slice() {
        ["pair", ..] => (
            format!("{section} is ready for round {}", round + 1),
            Button::leads(
                format!("Pair round {} of {section}", round + 1),
                format!("/propose?section={}", encoded(section)),
            ),
        ),
        ["round"] => ("Every section that is ready".to_owned(), Button::leads("Pair the next round", "/propose")),
        ["enter", ..] => (format!("{section} is playing round {round}"), Button::leads("Enter slips", at("round"))),
        ["check-in", ..] => (format!("{section} is waiting for teams"), Button::leads("Check in", at("entries"))),
        ["standings", ..] => (format!("{section} is finished"), Button::leads("Standings", at("standings"))),
        ["prizes", ..] => (format!("{section} is finished"), Button::leads("Prizes", at("prizes"))),
        ["section", "add", ..] => {
            ("The tournament has no sections yet".to_owned(), Button::leads("Add a section", "/form/section/add"))
        }
        ["import", ..] => (format!("{section} has no teams yet"), Button::leads("Enter the teams", at("entries"))),
        ["reports", ..] => (
            format!("{section} has a disputed table"),
            Button::leads("Decide this result", at("round") + "&tab=Reports"),
        ),
        ["appeal", ..] => (format!("An appeal in {section} is open"), Button::leads("Hear it", "/at/rulings")),
        _ => (format!("{section} is waiting"), Button::of_command(&line)),
    }
}

fn act(window: &Window, status: &Value, sections: &[&Value], tables: &Tables) -> Act {
    let round = |section: &Value| section["round"].as_u64().unwrap_or(0);
    if let Some(first) = tables.reported.iter().find(|one| one.is_disputed()) {
        let button = Button::leads(format!("Decide the result of table {}", first.row.place), first.href.clone());
        let title = format!("Table {} in {} is disputed", first.row.place, first.section);
        return Act { title, note: first.row.teams.join(" – "), button: button.key("Enter"), others: Vec::new() };
    }
    let rank = |section: &&&Value| {
        let next = text(section, "next").trim_start_matches("bughouse ");
        let order = ["reports", "appeal", "pair ", "", "section", "import", "check-in", "enter", "standings", "prizes"];
        // What is posted hangs on the wall before its slips come.
        let is_to_print = next.starts_with("enter") && tables.unprinted.contains(text(section, "section"));
        let known = order.iter().position(|verb| !verb.is_empty() && next.starts_with(verb)).unwrap_or(2);
        if is_to_print { 3 } else { known }
    };
    let Some(first) = sections.iter().min_by_key(rank) else {
        let (title, button) = button("section add", "", 0);
        return Act {
            title,
            note: "A section is a group of teams that play each other: K-3, K-6, Open.".to_owned(),
            button: button.key("Enter"),
            others: vec![Button::leads("Start from a file of teams", "/at/entries")],
        };
    };
    let next_of =
        |section: &&Value| text(section, "next").trim_start_matches("bughouse ").split(' ').next().map(str::to_owned);
    let is_over = |section: &&Value| matches!(next_of(section).as_deref(), Some("standings" | "prizes"));
    if sections.iter().all(is_over) {
        let has_prizes = sections.iter().any(|section| next_of(section).as_deref() == Some("prizes"));
        let is_backed_up = status["safety"]["commands_since"] == 0;
        let version = window.event().map_or(0, |event| event.version);
        let mut others = closing::buttons(window, version, has_prizes, is_backed_up);
        let button = others.remove(0);
        return Act { title: "All rounds are finished".to_owned(), note: String::new(), button, others };
    }
    let name = text(first, "section");
    let (title, button) = button(text(first, "next"), name, round(first));
    let rounds: Vec<u64> = sections.iter().copied().map(round).filter(|round| *round > 0).collect();
    let posted = rounds.len();
    if posted > 1 && tables.unprinted.len() == posted && text(first, "next").contains("enter") {
        let called = match rounds.iter().all(|round| *round == rounds[0]) {
            true => format!("round {}", rounds[0]),
            false => "the latest round".to_owned(),
        };
        let packet = line(&["pairings", "--all", "--packet", "-o", "round.pdf"]);
        let print = Button::runs(format!("Print {called} for {posted} sections"), packet);
        return Act {
            title: format!("{} is posted in {posted} sections", capital(&called)),
            note: "Pairings for the wall, a list by player, and the result slips, in one file.".to_owned(),
            button: print.key("Enter"),
            others: vec![button],
        };
    }
    if tables.unprinted.contains(name) && text(first, "next").contains("enter") {
        let called = format!("round {} of {name}", round(first));
        let print = Button::leads(format!("Print {called}"), format!("/at/paper?view=round&section={}", encoded(name)));
        let note = "Pairings for the wall, and the result slips.".to_owned();
        let title = format!("R{} is posted", &called[1..]);
        return Act { title, note, button: print.key("Enter"), others: vec![button] };
    }
    // Check-in is optional, and comes first where it is used.
    if button.href.starts_with("/propose") && tables.unbegun.contains(name) {
        let check_in = Button::leads("Check in the teams", format!("/at/entries?section={}", encoded(name)));
        let note = format!(
            "Nobody is checked in yet. If you pair now, all {} teams will play.",
            first["teams"].as_u64().unwrap_or(0)
        );
        return Act { title, note, button: check_in.key("Enter"), others: vec![button] };
    }
    // Who is there may be paired without those who are not yet.
    if button.href.starts_with("/at/entries") && text(first, "next").contains("check-in") {
        let pair = Button::leads(
            format!("Pair round {} of {name}", round(first) + 1),
            format!("/propose?section={}", encoded(name)),
        );
        let note = match length(first, "not_checked_in") {
            0 => String::new(),
            1 => "1 team is not here yet.".to_owned(),
            absent => format!("{absent} teams are not here yet."),
        };
        return Act { title, note, button: button.key("Enter"), others: vec![pair] };
    }
    if button.href.starts_with("/at/entries") {
        let another = Button::leads("Add another section", "/form/section/add");
        return Act { title, note: String::new(), button: button.key("Enter"), others: vec![another] };
    }
    let note = match button.href.starts_with("/propose") {
        true => "You'll see the pairings before anything is posted.".to_owned(),
        false if length(first, "results_missing") > 0 => match length(first, "results_missing") {
            1 => "1 result is still out.".to_owned(),
            missing => format!("{missing} results are still out."),
        },
        false => String::new(),
    };
    Act { title, note, button: button.key("Enter"), others: Vec::new() }
}

fn card(section: &Value, tables: &Tables) -> SectionCard {
    let name = text(section, "section").to_owned();
    let round = section["round"].as_u64().unwrap_or(0);
    let missing: BTreeSet<u64> =
        section["results_missing"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let all = tables.of_sections.iter().find(|(of, _)| *of == name).map(|(_, all)| all.clone()).unwrap_or_default();
    let total = all.len();
    let folds = total > TILES;
    let tile = |table: &u32| {
        let state = match () {
            () if tables.is_disputed(&name, *table) => "disputed",
            () if missing.contains(&u64::from(*table)) => "open",
            () => "in",
        };
        let at =
            tables.reported.iter().find(|one| state == "disputed" && one.row.table == *table && one.section == name);
        let href = at.map_or_else(|| format!("/at/table?table={table}"), |one| one.href.clone());
        Tile { table: *table, state: state.to_owned(), href }
    };
    let tiles: Vec<Tile> = all.iter().map(tile).filter(|tile| !folds || tile.state != "in").collect();
    let absent = length(section, "not_checked_in");
    let teams = section["teams"].as_u64().unwrap_or(0);
    let stage = match (round, section["rounds"].as_u64()) {
        (0, Some(1)) => "1 round planned".to_owned(),
        (0, Some(rounds)) => format!("{rounds} rounds planned"),
        (0, None) => "No round yet".to_owned(),
        (round, Some(rounds)) => format!("Round {round} of {rounds}"),
        (round, None) => format!("Round {round}"),
    };
    let count = match (total, teams) {
        (0, 1) => "1 team".to_owned(),
        (0, _) => format!("{teams} teams"),
        _ => format!("{} of {total}", total - missing.len().min(total)),
    };
    let disputed = tiles.iter().filter(|tile| tile.state == "disputed").count();
    let note = match () {
        () if disputed > 0 => format!("{} disputed", crate::cli::wording::counted(disputed, "table")),
        () if total > 0 && missing.is_empty() => "All results are in".to_owned(),
        () if total > 0 => format!("{} still playing", missing.len()),
        () if absent > 0 => format!("{} of {teams} teams here", teams - absent as u64),
        () => String::new(),
    };
    let (_, button) = button(text(section, "next"), &name, round);
    let folded = total - tiles.len();
    let settings = format!("/at/settings?tab=Sections&section={}#field-section-edit-rounds", encoded(&name));
    let plan = tables.plans.get(&name).copied();
    SectionCard { name, stage, settings, plan, count, tiles, folded, note, button }
}

/// What waits, the worst first.
fn waiting(status: &Value, sections: &[&Value], tables: Tables) -> Vec<Waiting> {
    let row = |one: &Disputed| Waiting {
        label: if one.is_disputed() { "disputed" } else { "reported" }.to_owned(),
        tone: if one.is_disputed() { "red" } else { "plain" }.to_owned(),
        text: one.sentence(),
        buttons: vec![Button::leads(if one.is_disputed() { "Decide this result" } else { "View" }, one.href.clone())],
    };
    let mut waiting: Vec<Waiting> = tables.reported.iter().map(row).collect();
    let all = |key: &str| status[key].as_array().into_iter().flatten();
    let mut stale: BTreeMap<Option<&str>, Vec<&str>> = BTreeMap::new();
    for (sheet, section) in all("stale").zip(all("stale_sections")) {
        stale.entry(section.as_str()).or_default().extend(sheet.as_str());
    }
    for (section, stale) in stale {
        let of = section.map_or_else(|| "?view=day".to_owned(), |section| format!("?section={}", encoded(section)));
        waiting.push(Waiting {
            label: "out of date".to_owned(),
            tone: "amber".to_owned(),
            text: format!("reprint: {}", stale.join(", ")),
            buttons: vec![Button::leads("See which", format!("/at/paper{of}"))],
        });
    }
    waiting.extend(tables.late.into_iter().map(|Advice { text, buttons }| Waiting {
        label: "no game".to_owned(),
        tone: "amber".to_owned(),
        text,
        buttons,
    }));
    for section in sections {
        let absent: Vec<&str> =
            section["not_checked_in"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !absent.is_empty() {
            let name = text(section, "section");
            let named = crate::cli::wording::first_of(absent.iter().copied());
            let buttons = vec![Button::leads("Check in", format!("/at/entries?section={}&show=away", encoded(name)))];
            waiting.push(Waiting {
                label: "not here".to_owned(),
                tone: "dashed".to_owned(),
                text: format!("{name}: {named}"),
                buttons,
            });
        }
    }
    // What was said above already is not said again.
    let is_new = |note: &String| {
        ![
            "not seated: ",
            "is disputed",
            "are disputed",
            "reported from the floor",
            "out of date, reprint",
            "not checked in",
        ]
        .iter()
        .any(|said| note.contains(said))
    };
    waiting.extend(tables.notes.into_iter().filter(is_new).map(|note| {
        let label = if note.contains("appeal") { "appeal" } else { "note" };
        let Advice { text, buttons } = Advice::of(&note);
        Waiting { label: label.to_owned(), tone: "plain".to_owned(), text, buttons }
    }));
    waiting
}
