//! The page *Entries*: teams are found by any part of a name and checked in as they come, and children alone find a partner beside it.

use super::act::{fields, led, line, outcome_of, value};
use super::address::{encoded, form_address};
use super::late::{self, Advice};
use super::pages::{Button, Frame, made, rendered};
use super::state::{Given, Window};
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::report::money;
use crate::tournament::names::fold;
use crate::tournament::{CLOCK, Team, TeamId};
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use chrono::DateTime;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/entries.html")]
struct Page {
    frame: Frame,
    find: String,
    /// What the search form keeps of the filters.
    kept: Vec<(String, String)>,
    found: String,
    filters: Vec<Filter>,
    teams: Vec<Row>,
    /// `58 of 64`
    count: String,
    here: String,
    missing: String,
    has_teams: bool,
    has_next: bool,
    pairs: Vec<Pair>,
    alone: usize,
    odd: Vec<Odd>,
    schools: Vec<(String, bool)>,
    pending: String,
    /// Teams that are here and have no game in the round.
    late: Vec<Advice>,
}

struct Filter {
    label: String,
    count: usize,
    href: String,
    chosen: bool,
}

struct Row {
    number: u32,
    name: Marked,
    players: Marked,
    school: Marked,
    section: String,
    owed: String,
    is_paid: bool,
    /// What is searched, folded.
    find: String,
    /// `away`, `here` or `gone`.
    state: String,
    said: String,
    is_next: bool,
    menu: Vec<Button>,
}

/// A text and the part of it that was looked for.
struct Marked {
    before: String,
    hit: String,
    after: String,
}

struct Child {
    name: String,
    about: String,
}

struct Pair {
    first: Child,
    second: Child,
    why: String,
    line: String,
}

struct Odd {
    child: Child,
    href: String,
    why: String,
}

#[derive(Deserialize)]
pub struct Asked {
    #[serde(default)]
    find: String,
    section: Option<String>,
    #[serde(default)]
    school: String,
    /// `away` for those alone who are not here.
    #[serde(default)]
    show: String,
    said: Option<u64>,
}

/// The words between spaces and commas; `5-8`, also with spaces, as each number from 5 to 8.
fn numbers(typed: &str) -> Vec<String> {
    const MOST: u32 = 500;
    let typed = typed.replace(['–', '—'], "-").replace(" - ", "-");
    let words = typed.split([' ', ',', ';', '\n', '\t']).map(str::trim).filter(|word| !word.is_empty());
    let each = |word: &str| {
        let range =
            word.split_once('-').and_then(|(from, to)| Some((from.parse::<u32>().ok()?, to.parse::<u32>().ok()?)));
        match range.filter(|(from, to)| from <= to && to - from < MOST) {
            Some((from, to)) => (from..=to).map(|number| number.to_string()).collect(),
            None => vec![word.to_owned()],
        }
    };
    words.flat_map(each).collect()
}

/// Checks in the teams whose numbers were typed.
pub async fn here(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let fields = fields(&body);
    made(window, move |window| {
        let typed = value(&fields, "teams");
        let words: Vec<String> = std::iter::once("check-in".to_owned()).chain(numbers(typed)).collect();
        if words.len() == 1 {
            return Ok(Redirect::to("/at/entries").into_response());
        }
        let back = super::act::own_page(value(&fields, "back")).to_owned();
        let request = value(&fields, "request").to_owned();
        Ok(led(&window.run(Given { words, request, back, ..Given::default() })))
    })
    .await
}

pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let said = outcome_of(window, asked.said);
        let back = asked.address(None, None);
        let frame = Frame::of(window, "Entries", "entries", &back, said.as_deref(), &status);
        let mut page = window.with_event(Access::Read, |desk| page_of(desk, frame, &asked))?;
        partners(window, &mut page);
        page.pending = window.dropped().map(|file| file.name).unwrap_or_default();
        Ok(rendered(&page))
    })
    .await
}

impl Asked {
    /// The page with these filters.
    fn address(&self, show: Option<&str>, section: Option<&str>) -> String {
        let filters = [
            ("show", show.unwrap_or(&self.show)),
            ("section", section.or(self.section.as_deref()).unwrap_or_default()),
            ("school", &self.school),
            ("find", &self.find),
        ];
        let filters = filters.into_iter().filter(|(_, value)| !value.is_empty());
        let filters: Vec<String> = filters.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        format!("/at/entries{}{}", if filters.is_empty() { "" } else { "?" }, filters.join("&"))
    }
}

fn page_of(desk: &mut Desk, frame: Frame, asked: &Asked) -> Result<Page, Failure> {
    let times = desk.store.checked_in_at()?;
    let tournament = desk.tournament();
    let of_section = |team: &&Team| {
        asked.section.as_deref().is_none_or(|section| section.is_empty() || desk.section_name(team.section) == section)
    };
    let away = |team: &&Team| !desk.is_seen(team) && !desk.is_gone(team);
    let mut all: Vec<&Team> = tournament.teams.iter().collect();
    all.sort_by_key(|team| team.id);
    let here = all.iter().filter(|team| desk.is_seen(team) && !desk.is_gone(team)).count();
    let coming = all.iter().filter(|team| !desk.is_gone(team)).count();
    let missing: Vec<String> = all.iter().copied().filter(away).map(|team| team.id.to_string()).collect();
    let filters = filters(desk, &all, asked, missing.len());
    let typed = fold(&asked.find);
    let typed = typed.trim();
    let numbers: Vec<&str> = typed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let are_numbers = !numbers.is_empty() && numbers.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let mut rows: Vec<Row> = all
        .iter()
        .copied()
        .filter(of_section)
        .filter(|team| asked.show != "away" || away(team))
        .filter(|team| asked.school.is_empty() || has_school(desk, team, &asked.school))
        .map(|team| row(desk, team, typed, &times))
        .filter(|row| match are_numbers {
            true => numbers.contains(&row.number.to_string().as_str()),
            false => row.find.contains(typed),
        })
        .collect();
    if !typed.is_empty()
        && let Some(first) = rows.iter_mut().find(|row| row.state == "away")
    {
        first.is_next = true;
    }
    let found = match (typed.is_empty(), rows.len()) {
        (true, _) => String::new(),
        (_, 1) => "1 team matches".to_owned(),
        (_, count) => format!("{count} teams match"),
    };
    let kept = [("show", &asked.show), ("section", asked.section.as_ref().unwrap_or(&String::new()))]
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (name.to_owned(), value.clone()))
        .collect();
    let mut schools: Vec<(String, bool)> =
        tournament.schools.iter().map(|school| (school.name.clone(), school.name == asked.school)).collect();
    schools.sort();
    let (has_teams, has_next) = (!all.is_empty(), rows.iter().any(|row| row.is_next));
    Ok(Page {
        has_next,
        frame,
        find: asked.find.clone(),
        kept,
        found,
        filters,
        teams: rows,
        count: format!("{here} of {coming}"),
        here: format!("{here} of {coming} teams are here."),
        missing: match missing.len() {
            0 => String::new(),
            count if count > 40 => format!("Not here: {count} teams"),
            _ => format!("Not here: {}", missing.join(", ")),
        },
        has_teams,
        pairs: Vec::new(),
        alone: 0,
        odd: Vec::new(),
        schools,
        pending: String::new(),
        late: tournament.sections.iter().flat_map(|section| late::waiting(desk, section)).collect(),
    })
}

fn has_school(desk: &Desk, team: &Team, named: &str) -> bool {
    let tournament = desk.tournament();
    tournament.schools_of(team).iter().any(|id| tournament.school(*id).is_some_and(|school| school.name == named))
}

/// All, those not here, and each section, each with how many teams it shows.
fn filters(desk: &Desk, all: &[&Team], asked: &Asked, missing: usize) -> Vec<Filter> {
    let section = asked.section.as_deref().unwrap_or_default();
    let only = |show: &str, section: &str| Asked {
        find: String::new(),
        section: Some(section.to_owned()),
        school: asked.school.clone(),
        show: show.to_owned(),
        said: None,
    };
    let mut filters = vec![
        Filter {
            label: "All".to_owned(),
            count: all.len(),
            href: only("", "").address(None, None),
            chosen: asked.show.is_empty() && section.is_empty(),
        },
        Filter {
            label: "Not here".to_owned(),
            count: missing,
            href: only("away", "").address(None, None),
            chosen: asked.show == "away",
        },
    ];
    let sections = &desk.tournament().sections;
    if sections.len() > 1 {
        filters.extend(sections.iter().map(|one| Filter {
            label: one.name.clone(),
            count: all.iter().filter(|team| team.section == one.id).count(),
            href: only("", &one.name).address(None, None),
            chosen: section == one.name,
        }));
    }
    filters
}

fn row(desk: &Desk, team: &Team, typed: &str, times: &HashMap<TeamId, String>) -> Row {
    let tournament = desk.tournament();
    let number = team.id.to_string();
    let [first, second] = tournament.partners(team);
    let players = format!("{}, {}", first.name, second.name);
    let school = tournament.school_label(team);
    let payments: Vec<_> = team.players.iter().filter_map(|id| desk.facts.payments.get(id)).collect();
    let owed: i64 = payments.iter().map(|payment| i64::from(payment.fee.saturating_sub(payment.paid))).sum();
    let is_gone = desk.is_gone(team);
    let is_here = desk.is_seen(team);
    let at = times.get(&team.id).filter(|_| team.checked_in).and_then(|at| DateTime::parse_from_rfc3339(at).ok());
    let (state, said) = match (is_gone, is_here, at) {
        (true, ..) => ("gone", "Withdrew".to_owned()),
        (_, true, Some(at)) => ("here", format!("Here {}", at.format(CLOCK))),
        (_, true, None) => ("here", "Here".to_owned()),
        _ => ("away", String::new()),
    };
    let of = |label: &str, command: &str| {
        Button::leads(label, format!("{}?team={number}&back=/at/entries", form_address(command)))
    };
    let mut menu = vec![
        Button::runs("Show the team", line(&["team", "show", &number])),
        of("Change it…", "team edit"),
        of("Another section…", "team move"),
        of("Give a bye…", "bye"),
    ];
    menu.extend([first, second].map(|player| {
        let named = format!("Fee for {}…", player.name);
        Button::leads(named, format!("{}?player={}&back=/at/entries", form_address("fees"), player.id))
    }));
    if team.checked_in {
        menu.push(Button::runs("Undo check-in", line(&["check-in", "--out", &number])));
    }
    menu.push(match is_gone {
        true => Button::runs("Bring back", line(&["team", "return", &number])),
        false => of("Withdraw…", "team withdraw"),
    });
    Row {
        number: team.id.0,
        find: fold(&format!("{} {players} {school}", team.name)),
        name: marked(&team.name, typed),
        players: marked(&players, typed),
        school: marked(&school, typed),
        section: desk.section_name(team.section).to_owned(),
        is_paid: owed == 0 && payments.iter().any(|payment| payment.fee > 0),
        owed: if owed > 0 { format!("${} due", money(owed).trim_end_matches(".00")) } else { String::new() },
        state: state.to_owned(),
        said,
        is_next: false,
        menu,
    }
}

/// The first part of a text that reads as what was typed, accents and case aside.
fn marked(text: &str, typed: &str) -> Marked {
    let whole = || Marked { before: text.to_owned(), hit: String::new(), after: String::new() };
    if typed.is_empty() {
        return whole();
    }
    let mut folded = String::new();
    // Where each byte of the folded text comes from.
    let mut from = Vec::new();
    for (at, c) in text.char_indices() {
        let part = if c.is_whitespace() { " ".to_owned() } else { fold(c.encode_utf8(&mut [0; 4])) };
        from.extend(part.bytes().map(|_| (at, at + c.len_utf8())));
        folded.push_str(&part);
    }
    let Some(start) = folded.find(typed) else { return whole() };
    let (begin, end) = (from[start].0, from[start + typed.len() - 1].1);
    Marked { before: text[..begin].to_owned(), hit: text[begin..end].to_owned(), after: text[end..].to_owned() }
}

/// The children alone, as `partner suggest` brings them together.
fn partners(window: &Window, page: &mut Page) {
    let suggested = window.look(&["partner", "suggest", "--json"]);
    let child = |player: &Value| {
        let grade =
            player["grade"].as_str().map(str::to_owned).or_else(|| player["grade"].as_u64().map(|n| n.to_string()));
        let grade = grade.map_or_else(String::new, |grade| format!("Grade {grade} · "));
        let rating = player["rating"].as_u64().map_or_else(|| "new".to_owned(), |rating| rating.to_string());
        Child { name: player["name"].as_str().unwrap_or_default().to_owned(), about: format!("{grade}{rating}") }
    };
    let number = |player: &Value| player["number"].as_u64().unwrap_or(0).to_string();
    for one in suggested.json["suggestions"].as_array().into_iter().flatten() {
        let (first, second) = (&one["players"][0], &one["players"][1]);
        let section = one["section"].as_str().unwrap_or_default();
        page.pairs.push(Pair {
            first: child(first),
            second: child(second),
            why: [section, one["why"].as_str().unwrap_or_default()].join(" · ").trim_matches([' ', '·']).to_owned(),
            line: line(&["partner", "match", &number(first), &number(second)]),
        });
    }
    for one in suggested.json["odd"].as_array().into_iter().flatten() {
        page.odd.push(Odd {
            child: child(one),
            href: format!("{}?first={}&back=/at/entries", form_address("partner match"), number(one)),
            why: match suggested.json["odd"].as_array().map_or(0, Vec::len) {
                1 => "Nobody else in the section needs a partner.".to_owned(),
                _ => "Nobody else in the section needs a partner; others are waiting in other sections.".to_owned(),
            },
        });
    }
    page.alone = 2 * page.pairs.len() + page.odd.len();
}
