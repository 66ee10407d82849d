//! A list dropped on the page: what was understood of it, changed there until it is right, then entered with one button.

use super::act::{fields, line, outcome_of, value};
use super::dropped::{BY_GRADE, Dropped, OF_THE_FILE};
use super::labels::capital;
use super::moments::usual_sections;
use super::pages::{Button, Frame, Line, Piece, made, pieces, plain_page, rendered};
use super::state::{Outcome, Window};
use crate::cli::command_text::plain;
use crate::cli::wording::{counted, list};
use crate::interchange::registrations::{FormField, What, grade_read};
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Multipart, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Rows that are shown though nothing is wrong with them, rows that are shown with what is, and all that are ever shown.
const FIRST: usize = 4;
const WRONG: usize = 40;
const MOST: usize = 1000;

#[derive(Template)]
#[template(path = "desk/file.html")]
struct Page {
    frame: Frame,
    name: String,
    about: String,
    into: Vec<Choice>,
    makes: Vec<Button>,
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Rows that are not shown, all of them well.
    more: usize,
    unread: String,
    wrong: Vec<Piece>,
    hint: Vec<Piece>,
    notes: Vec<Line>,
    sum: String,
    below: Vec<String>,
    flags: Vec<Choice>,
    line: String,
    label: String,
    is_ready: bool,
    /// What enters the good rows alone, where some are bad.
    aside: Option<Button>,
}

struct Choice {
    label: String,
    value: String,
    chosen: bool,
}

struct Column {
    number: usize,
    heading: String,
    field: String,
    choices: Vec<Choice>,
}

struct Row {
    line: usize,
    cells: Vec<Cell>,
    said: Vec<Said>,
}

#[derive(Clone, Default)]
struct Cell {
    text: String,
    /// `red` stops, `amber` only informs.
    tone: String,
    is_number: bool,
    is_unread: bool,
    /// What it is read as, where it is written otherwise.
    read: String,
}

/// What is said of a row, and the cell in which it can be settled.
struct Said {
    tone: String,
    text: String,
    cell: Option<usize>,
    value: String,
    hint: String,
    without: String,
    /// Whether it is settled by saying that a partner is wanted.
    may_need: bool,
    is_first: bool,
}

#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    rows: String,
    said: Option<u64>,
}

/// Takes the file.
pub async fn take(State(window): State<Arc<Window>>, mut form: Multipart) -> Response {
    let too_much = |error: axum::extract::multipart::MultipartError| {
        plain_page(error.status(), "This file cannot be read", &error.body_text())
    };
    loop {
        let field = match form.next_field().await {
            Ok(Some(field)) => field,
            Ok(None) => return Redirect::to("/at/entries").into_response(),
            Err(error) => return too_much(error),
        };
        if field.name() != Some("file") {
            continue;
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        match field.bytes().await {
            Ok(bytes) if name.is_empty() && bytes.is_empty() => return Redirect::to("/at/entries").into_response(),
            Ok(bytes) if window.place().file.is_some() => window.drop_file(Some(Dropped::new(&name, bytes.to_vec()))),
            Ok(_) => return Redirect::to("/start").into_response(),
            Err(error) => return too_much(error),
        }
        return Redirect::to("/entries/file").into_response();
    }
}

/// Lets go of the file.
pub async fn leave(State(window): State<Arc<Window>>) -> Response {
    window.drop_file(None);
    Redirect::to("/at/entries").into_response()
}

/// Takes what was changed on the page.
pub async fn read(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    let Some(mut file) = window.dropped() else { return Redirect::to("/at/entries").into_response() };
    if fields.iter().any(|(name, _)| name == "into") {
        value(&fields, "into").clone_into(&mut file.into);
    }
    for (name, now) in &fields {
        let was = value(&fields, &format!("was-{name}"));
        let numbers: Vec<usize> = name.split('-').filter_map(|part| part.parse().ok()).collect();
        match (name.split('-').next(), numbers.as_slice()) {
            (Some("column"), [column]) if now != was => {
                let was = file.columns.get(column).map_or(was, |(first, _)| first).to_owned();
                file.columns.insert(*column, (was, now.clone()));
            }
            (Some("cell"), [line, column]) if now != was => drop(file.cells.insert((*line, *column), now.clone())),
            _ => {}
        }
    }
    // A child who wants a partner is shown so in its own word.
    for (button, text) in [("clear", ""), ("need", "NEED")] {
        let pressed = value(&fields, button).split_once('-');
        if let Some((Ok(line), Ok(column))) = pressed.map(|(line, column)| (line.parse(), column.parse())) {
            file.cells.insert((line, column), text.to_owned());
        }
    }
    const FLAGS: [&str; 4] = ["--update", "--tidy-names", "--contacts", "--fees"];
    let given = fields.iter().filter(|(name, _)| name == "flag").map(|(_, flag)| flag.as_str());
    let given: BTreeSet<String> = given.filter(|flag| FLAGS.contains(flag)).map(str::to_owned).collect();
    // A box that was not on the page says nothing.
    if fields.iter().any(|(name, _)| name == "flags") {
        file.flags = given;
    }
    window.drop_file(Some(file));
    Redirect::to("/entries/file").into_response()
}

/// What was understood.
pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        let Some(file) = window.dropped() else { return Ok(Redirect::to("/at/entries").into_response()) };
        let status = window.status();
        let sections: Vec<String> =
            status["sections"].as_array().into_iter().flatten().map(|s| text(s, "section")).collect();
        let mut into = BY_GRADE;
        let mut tried = tried(window, &file, into);
        let names_sections = has(&tried.1, |field| matches!(field.what, What::Section | What::Group));
        if sections.is_empty() && names_sections {
            into = OF_THE_FILE;
            tried = self::tried(window, &file, into);
        }
        let said = outcome_of(window, asked.said);
        let frame = Frame::of(window, &file.name, "entries", "/entries/file", said.as_deref(), &status);
        let (outcome, found) = tried;
        Ok(rendered(&shown(frame, &file, into, &sections, (&outcome, &found), asked.rows == "all")))
    })
    .await
}

/// What the command would come to, and what it says of the file in either case.
fn tried(window: &Window, file: &Dropped, into: &str) -> (Outcome, Value) {
    let words = file.words(into);
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["--dry-run", "--json"]).collect();
    let outcome = window.look(&words);
    let found = match &outcome.failure {
        Some(failure) => failure.details.clone().unwrap_or_default(),
        None => outcome.json.clone(),
    };
    (outcome, found)
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn each<'v>(value: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    value[key].as_array().into_iter().flatten()
}

fn number(value: &Value, key: &str) -> Option<usize> {
    value[key].as_u64().map(|number| number as usize)
}

/// Whether a column holds such a field.
fn has(found: &Value, is_such: impl Fn(FormField) -> bool) -> bool {
    each(found, "mapping").filter_map(|column| column["field"].as_str()?.parse().ok()).any(is_such)
}

/// `first-name-1` as "First name 1".
fn named(field: &str) -> String {
    let mut label = field.replace('-', " ");
    if let Some(first) = label.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    label
}

/// Every field that a column can hold.
fn every_field() -> Vec<String> {
    let of_row = What::all().map(FormField::of_row);
    let of_seats = [1, 2]
        .into_iter()
        .flat_map(|seat| What::all().filter(|what| what.is_personal()).map(move |what| FormField::of_seat(what, seat)));
    of_row.chain(of_seats).map(|field| field.to_string()).collect()
}

fn shown(
    frame: Frame,
    file: &Dropped,
    into: &str,
    sections: &[String],
    (outcome, found): (&Outcome, &Value),
    all: bool,
) -> Page {
    let all_fields = every_field();
    let columns: Vec<Column> = each(found, "mapping")
        .map(|column| {
            let field = text(column, "field");
            let choice = |one: &String| Choice { label: named(one), value: one.clone(), chosen: *one == field };
            Column {
                number: number(column, "column").unwrap_or(0),
                heading: text(column, "heading"),
                choices: all_fields.iter().map(choice).collect(),
                field,
            }
        })
        .collect();
    let mut said = complaints(found, &columns);
    let red = said.values().flatten().filter(|said| said.tone == "red").count();
    let bad_rows = said.values().filter(|of_row| of_row.iter().any(|said| said.tone == "red")).count();
    let total = each(found, "rows").count();
    let mut rows: Vec<Row> = Vec::new();
    let (mut well, mut wrong) = (0, 0);
    let mut shown_grades = BTreeSet::new();
    for row in each(found, "rows") {
        let line = number(row, "line").unwrap_or(0);
        let mut of_row = said.remove(&line).unwrap_or_default();
        of_row.extend(odd_grades(row, &columns, &mut shown_grades));
        let counter = if of_row.is_empty() { &mut well } else { &mut wrong };
        *counter += 1;
        let most = if of_row.is_empty() { FIRST } else { WRONG };
        if all && rows.len() < MOST || *counter <= most {
            rows.push(row_of(line, row, of_row, &columns));
        }
    }
    if let Some(first) = rows.iter_mut().flat_map(|row| &mut row.said).find(|said| said.tone == "red") {
        first.is_first = true;
    }
    let is_row_a_team = has(found, |field| field.seat.is_some() || field.what == What::Players);
    let kind = if is_row_a_team { "team" } else { "child" };
    let about = match total {
        0 => "Nothing has been entered yet.".to_owned(),
        _ => format!("{}, one per {kind}. Nothing has been entered yet.", counted(total, "row")),
    };
    let unread: Vec<&str> =
        columns.iter().filter(|c| c.field.is_empty() && !c.heading.is_empty()).map(|c| c.heading.as_str()).collect();
    let unread = match unread.len() {
        0 => String::new(),
        1 => format!("1 column is ignored: {}", unread[0]),
        several => format!("{several} columns are ignored: {}", list(unread.iter().copied())),
    };
    // What is wrong with single rows is under them.
    let failure = outcome.failure.as_ref().filter(|_| red == 0);
    let count = |added: &str, good: &str| number(found, added).or(number(found, good)).unwrap_or(0);
    let (teams, players) = (count("teams_added", "teams"), count("players_added", "players"));
    // What cannot be read is wrong before it lacks a section.
    let needs_section = sections.is_empty() && into.is_empty() && file.into.is_empty() && total > 0 && red == 0;
    let changes = each(found, "changes").count();
    let is_update = file.flags.contains("--update");
    let what = match (teams, players) {
        (0, 0) if is_update && changes > 0 => format!("{} to teams already entered", counted(changes, "change")),
        (0, 0) => "Nothing new".to_owned(),
        (0, players) => children(players),
        (teams, 0) => counted(teams, "team"),
        (teams, players) => format!("{}, {}", counted(teams, "team"), children(players)),
    };
    let label = match (teams, players) {
        (0, 0) if changes > 0 => "Apply the changes".to_owned(),
        (0, 0) => "Enter the teams".to_owned(),
        (0, players) => format!("Enter {}", children(players)),
        (teams, _) => format!("Enter {}", counted(teams, "team")),
    };
    let mut below = Vec::new();
    match number(found, "need_partner").unwrap_or(0) {
        0 => {}
        1 => below.push("1 of them needs a partner.".to_owned()),
        several => below.push(format!("{several} of them need a partner.")),
    }
    match number(found, "unchanged").unwrap_or(0) {
        0 => {}
        1 => below.push("1 was already entered.".to_owned()),
        unchanged => below.push(format!("{unchanged} were already entered.")),
    }
    match (red, failure.is_some()) {
        (0, true) if needs_section => below.push("Make a section first.".to_owned()),
        (0, true) => below.push("Fix what's in red first.".to_owned()),
        (0, false) if teams + players == 0 && !(is_update && changes > 0) => {
            below.push("There is nothing to enter.".to_owned());
        }
        (0, false) => {}
        (red, _) => below.push(format!("{} to fix first.", counted(red, "cell"))),
    }
    let is_ready = outcome.failure.is_none() && (teams + players > 0 || is_update && changes > 0);
    let words = file.words(into);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let aside = (red > 0 && total > bad_rows).then(|| {
        let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let rejects = format!("{stem}-rejects.csv");
        below.push(format!("Rows that are left out are saved in {rejects}, so you can fix and enter them later."));
        let rejects = format!("--skip-bad={rejects}");
        let label = format!("Enter {}, leave {bad_rows} out", counted(total - bad_rows, "row"));
        Button::runs(label, line(&[&words[..], &[rejects.as_str()]].concat()))
    });
    Page {
        frame,
        name: file.name.clone(),
        about,
        into: destinations(file, sections, has(found, |field| field.what == What::Section)),
        makes: if needs_section { usual_sections(sections) } else { Vec::new() },
        flags: flags(file, found, changes),
        more: total - rows.len(),
        columns,
        rows,
        unread,
        wrong: failure.filter(|_| !needs_section).map(|failure| pieces(&failure.message)).unwrap_or_default(),
        hint: match failure.filter(|_| !needs_section).and_then(|failure| failure.hint.as_deref()) {
            Some(hint) => pieces(hint),
            None => Vec::new(),
        },
        notes: each(found, "notes")
            .filter(|note| note["line"].is_null())
            .map(|note| Line::of(&text(note, "message")))
            .collect(),
        sum: what,
        below,
        line: line(&words),
        label,
        is_ready,
        aside,
    }
}

fn children(count: usize) -> String {
    if count == 1 { "1 child".to_owned() } else { format!("{count} children") }
}

/// Where the rows may go; nothing where there is no choice.
fn destinations(file: &Dropped, sections: &[String], names_sections: bool) -> Vec<Choice> {
    let fixed = [(BY_GRADE, "By grade", true), (OF_THE_FILE, "As the file says", names_sections)];
    let fixed = fixed.into_iter().filter(|(.., is_there)| *is_there).map(|(value, label, _)| (value, label));
    let named = sections.iter().map(|section| (section.as_str(), section.as_str()));
    let all: Vec<Choice> = fixed
        .chain(named)
        .map(|(value, label)| Choice { label: label.to_owned(), value: value.to_owned(), chosen: value == file.into })
        .collect();
    // One section takes all of them, or none.
    if sections.len() < 2 && !names_sections { Vec::new() } else { all }
}

/// What may be kept or taken over beside.
fn flags(file: &Dropped, found: &Value, changes: usize) -> Vec<Choice> {
    let private = has(found, |field| matches!(field.what, What::Email | What::Phone));
    let money = has(found, |field| matches!(field.what, What::Fee | What::Paid));
    let notes = found["notes"].as_array().into_iter().flatten().filter_map(|note| note["message"].as_str());
    let untidy = notes.into_iter().any(|note| note.starts_with("names all in capitals"));
    let all = [
        ("--update", format!("Apply {} to teams already entered", counted(changes, "change")), changes > 0),
        ("--tidy-names", "Fix names typed in all capitals or all lowercase".to_owned(), untidy),
        ("--contacts", "Keep e-mail and phone; they are never printed".to_owned(), private),
        ("--fees", "Keep fees and payments".to_owned(), money),
    ];
    let shown = all.into_iter().filter(|(flag, _, is_there)| *is_there || file.flags.contains(*flag));
    shown.map(|(flag, label, _)| Choice { label, value: flag.to_owned(), chosen: file.flags.contains(flag) }).collect()
}

/// What is said of each row, by its line.
fn complaints(found: &Value, columns: &[Column]) -> BTreeMap<usize, Vec<Said>> {
    let mut said: BTreeMap<usize, Vec<Said>> = BTreeMap::new();
    let field_of = |cell: Option<usize>| {
        columns
            .iter()
            .find(|column| Some(column.number) == cell)
            .map(|column| column.field.as_str())
            .unwrap_or_default()
    };
    for problem in each(found, "problems") {
        let cell = number(problem, "cell");
        let field: Option<FormField> = field_of(cell).parse().ok();
        let may_be_empty = field.is_some_and(|field| {
            !matches!(
                field.what,
                What::Team | What::Name | What::FirstName | What::LastName | What::Players | What::Section
            )
        });
        let (message, expected) = (text(problem, "message"), plain(&text(problem, "expected")));
        said.entry(number(problem, "row").unwrap_or(0)).or_default().push(Said {
            tone: "red".to_owned(),
            text: format!("{}. {}.", plain(&message), capital(expected.trim_end_matches('.'))),
            cell,
            value: String::new(),
            hint: format!("{} of this row", field.map_or("The cell".to_owned(), |field| named(&field.to_string()))),
            without: field
                .filter(|_| may_be_empty)
                .map_or_else(String::new, |field| field.what.as_typed().replace('-', " ")),
            // Where the cell has names in it, they are not to be lost.
            may_need: expected.contains("the child needs a partner")
                && field.is_none_or(|field| field.what != What::Players),
            is_first: false,
        });
    }
    for alone in each(found, "alone") {
        let (player, section, line) = (text(alone, "player"), text(alone, "section"), number(alone, "line"));
        let needs = format!("{player} needs a partner; ");
        let noted = each(found, "notes").filter(|note| number(note, "line") == line).map(|note| text(note, "message"));
        let kept = noted
            .into_iter()
            .find_map(|note| Some(format!("; {}, unless the partner brings another", note.strip_prefix(&needs)?)));
        said.entry(line.unwrap_or(0)).or_default().push(amber(
            format!("{player} has no partner and goes into the {section} partner pool{}.", kept.unwrap_or_default()),
            number(found, "partners_column"),
            "Partner's name",
        ));
    }
    for note in each(found, "notes") {
        let is_said = |line| {
            let of_line = said.get(&line).into_iter().flatten();
            of_line.filter(|one| one.tone == "amber").any(|one| one.text.contains("partner pool"))
        };
        let is_of_alone = text(note, "message").contains(" needs a partner; ");
        if let Some(line) = number(note, "line").filter(|line| !(is_of_alone && is_said(*line))) {
            said.entry(line).or_default().push(amber(capital(&plain(&text(note, "message"))), None, ""));
        }
    }
    said
}

/// The grade that a cell of this field is read as.
fn grade_of(field: &str, text: &str) -> Option<String> {
    let is_grade = field.parse().is_ok_and(|field: FormField| field.what == What::Grade);
    grade_read(text).filter(|_| is_grade).map(|grade| grade.to_string())
}

/// A grade that is written as few would, and what it is read as; each way of writing it once.
fn odd_grades(row: &Value, columns: &[Column], shown: &mut BTreeSet<String>) -> Vec<Said> {
    const USUAL: [&str; 6] = ["kindergarten", "prek", "pre-k", "adult", "none", "freshman"];
    let cells = each(row, "cells").zip(columns).enumerate();
    let odd = cells.filter_map(|(at, (cell, column))| {
        let text = cell.as_str()?.trim();
        let is_word = text.len() > 2 && !text.contains(|c: char| c.is_ascii_digit());
        let read = grade_of(&column.field, text).filter(|_| is_word && !USUAL.contains(&&*text.to_lowercase()))?;
        shown.insert(text.to_lowercase()).then(|| (at + 1, format!("{text} is read as grade {read}.")))
    });
    odd.map(|(cell, text)| amber(text, Some(cell), "Grade")).collect()
}

/// What is only noted of a row.
fn amber(text: String, cell: Option<usize>, hint: &str) -> Said {
    Said {
        tone: "amber".to_owned(),
        text,
        cell,
        value: String::new(),
        hint: hint.to_owned(),
        without: String::new(),
        may_need: false,
        is_first: false,
    }
}

fn row_of(line: usize, row: &Value, mut said: Vec<Said>, columns: &[Column]) -> Row {
    let given: Vec<&Value> = each(row, "cells").collect();
    let is_figure = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let mut cells: Vec<Cell> = (0..columns.len().max(given.len()))
        .map(|at| {
            let field = columns.get(at).map_or("", |column| column.field.as_str());
            let text = match given.get(at) {
                Some(Value::String(text)) => text.clone(),
                Some(_) => "not shown".to_owned(),
                None => String::new(),
            };
            let is_number = field.starts_with("rating") && is_figure(&text);
            let read = grade_of(field, &text).filter(|read| *read != text.trim()).unwrap_or_default();
            Cell { text, is_number, is_unread: field.is_empty(), tone: String::new(), read }
        })
        .collect();
    for one in &mut said {
        let Some(cell) = one.cell.and_then(|number| cells.get_mut(number.checked_sub(1)?)) else { continue };
        if one.tone == "red" {
            one.value.clone_from(&cell.text);
        }
        if cell.tone != "red" {
            cell.tone.clone_from(&one.tone);
        }
        if cell.text.is_empty() {
            "empty".clone_into(&mut cell.text);
        }
    }
    Row { line, cells, said }
}

/// A file that is larger than any list.
pub const MOST_BYTES: usize = (crate::cli::foreign::MOST_MEGABYTES as usize + 1) << 20;
