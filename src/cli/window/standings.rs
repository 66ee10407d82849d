//! The page *Standings*: the sheet as it is published; beside it what its columns mean, and why a team has its place.

use super::act::outcome_of;
use super::address::{encoded, form_address};
use super::moments::sections;
use super::pages::{Button, Frame, Tab, made, rendered};
use super::state::Window;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::report::crosstable;
use crate::report::render::{fragment, linked_fragment};
use crate::report::standings::{self, StandingsList, StandingsRow};
use crate::report::{Block, Document, Report};
use crate::standings::crosstable::Order;
use crate::tournament::{Section, names::counted};
use askama::Template;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/standings.html")]
struct Page {
    frame: Frame,
    heading: String,
    tabs: Vec<Tab>,
    sections: Vec<Tab>,
    notes: Vec<String>,
    html: String,
    /// Sign or heading, and what it means.
    columns: Vec<(String, String)>,
    why: Option<Why>,
    acts: Vec<Button>,
    /// Whether the sheet needs the whole width.
    is_wide: bool,
    /// The address of this page without a team.
    at: String,
}

/// Why a team has its place.
struct Why {
    title: String,
    players: String,
    reasons: Vec<String>,
    /// Its tie-breaks with their arithmetic.
    working: String,
    acts: Vec<Button>,
}

#[derive(Deserialize)]
pub struct Asked {
    section: Option<String>,
    tab: Option<String>,
    team: Option<u32>,
    said: Option<u64>,
}

const TABS: [&str; 4] = ["Standings", "Crosstable", "By class", "Tie-breaks"];

/// What is in the squares of a wall chart.
const SQUARES: [(&str, &str); 6] = [
    ("W12 L12 D12", "won, lost or drew against team 12"),
    ("X12 F12", "won or lost by forfeit: the other team, or this one, didn't show up"),
    ("B H", "a full-point bye or a half-point bye"),
    ("U", "not played, no points"),
    ("?12", "the result against team 12 is still out"),
    ("M", "played in another section that round"),
];

pub async fn page(State(window): State<Arc<Window>>, Query(asked): Query<Asked>) -> Response {
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        let status = window.status();
        let all = sections(&status);
        let section = asked.section.clone().filter(|section| all.contains(section)).or_else(|| all.first().cloned());
        let Some(section) = section else { return Ok(Redirect::to("/now").into_response()) };
        let tab = asked.tab.as_deref().and_then(|tab| TABS.into_iter().find(|one| *one == tab)).unwrap_or(TABS[0]);
        let at = |section: &str, tab: &str| format!("/at/standings?section={}&tab={}", encoded(section), encoded(tab));
        let here = at(&section, tab);
        let shown = window.with_event(Access::Read, |desk| shown(desk, &section, tab, &here, asked.team))?;
        let said = outcome_of(window, asked.said);
        let mut acts = Vec::new();
        acts.extend(
            (tab == TABS[0]).then(|| {
                Button::leads("Print or post…", format!("/at/paper?view=closing&section={}", encoded(&section)))
            }),
        );
        acts.push(Button::leads("Prizes and ceremony", format!("/at/prizes?section={}", encoded(&section))));
        acts.push(Button::leads("Export…", format!("{}?section={}", form_address("export csv"), encoded(&section))));
        Ok(rendered(&Page {
            frame: Frame::of(window, "Standings", "standings", &here, said.as_deref(), &status),
            heading: if all.len() > 1 { format!("{tab}, {section}") } else { tab.to_owned() },
            tabs: TABS.iter().map(|one| Tab::new(*one, at(&section, one), *one == tab)).collect(),
            sections: all
                .iter()
                .filter(|_| all.len() > 1)
                .map(|one| Tab::new(one, at(one, tab), *one == section))
                .collect(),
            notes: shown.notes,
            html: shown.html,
            columns: shown.columns,
            why: shown.why,
            acts,
            is_wide: tab != TABS[0],
            at: here,
        }))
    })
    .await
}

#[derive(Default)]
struct Shown {
    /// What is provisional.
    notes: Vec<String>,
    html: String,
    columns: Vec<(String, String)>,
    why: Option<Why>,
}

fn shown(desk: &mut Desk, named: &str, tab: &str, here: &str, team: Option<u32>) -> Result<Shown, Failure> {
    let section = desk.section(Some(named))?.clone();
    let after = desk.standing_round(&section);
    let stamp = desk.stamp()?;
    let list = standings::view(desk, &section, after, stamp);
    let mut shown = Shown { columns: columns(&list), ..Shown::default() };
    let report = match tab {
        "Crosstable" => {
            let squares = SQUARES.map(|(sign, meaning)| (sign.to_owned(), meaning.to_owned()));
            shown.columns.splice(0..0, squares);
            Report::from(crosstable::view(desk, &section, after, Order::Place, stamp))
        }
        "By class" => match standings::by_class(desk, &section, after, stamp) {
            Ok(report) => report,
            Err(_) => Report::from(list.clone()),
        },
        "Tie-breaks" => standings::working(desk, &section, after, stamp),
        _ => Report::from(list.clone()),
    };
    if after == 0 {
        shown.notes.push("No rounds have been played yet: teams are listed by seed.".to_owned());
    }
    let to_team = format!("href=\"{}&amp;team=", here.replace('&', "&amp;"));
    shown.html = leading(&linked_fragment(&report.document)?, &to_team);
    if let Some(team) = team {
        shown.why = why(desk, &section, &list, team)?;
        if let (Some(why), true) = (&mut shown.why, after > 0) {
            why.working = working_of(&standings::working(desk, &section, after, stamp).document, team)?;
        }
    }
    Ok(shown)
}

/// The links to pages of teams, leading to the same page with what is said of the team.
fn leading(html: &str, to: &str) -> String {
    let mut parts = html.split("href=\"team-");
    let mut led = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once(".html\"").unwrap_or((part, ""));
        led.push_str(&format!("{to}{number}#why\"{rest}"));
    }
    led
}

/// The columns that are abbreviated, in words.
fn columns(list: &StandingsList) -> Vec<(String, String)> {
    let column = |name: &crate::standings::Name| (name.heading.clone(), format!("{}: {}", name.title, name.rule));
    [("Pts".to_owned(), "points".to_owned())].into_iter().chain(list.tiebreaks.iter().map(column)).collect()
}

fn why(desk: &Desk, section: &Section, list: &StandingsList, team: u32) -> Result<Option<Why>, Failure> {
    let Some(at) = list.rows.iter().position(|row| row.team.number == team) else { return Ok(None) };
    let row = &list.rows[at];
    let is_in_group = |other: &&StandingsRow| other.group == row.group;
    let above = at.checked_sub(1).and_then(|at| list.rows.get(at)).filter(is_in_group);
    let below = list.rows.get(at + 1).filter(is_in_group);
    let mut reasons = Vec::new();
    match above {
        Some(above) => reasons.push(ahead(list, above, row)),
        None => {
            let unit = if matches!(row.points.shown.as_str(), "1" | "½") { "point" } else { "points" };
            reasons.push(format!("{} leads with {} {unit}.", row.team.shown, row.points.shown));
        }
    }
    reasons.extend(below.map(|below| ahead(list, row, below)));
    if row.signs.provisional {
        reasons.push("This team has a result or an appeal still open.".to_owned());
    }
    let number = team.to_string();
    let teams = counted(list.rows.iter().filter(is_in_group).count(), "team");
    let acts = vec![
        Button::runs("All its rounds", format!("team show {number}")),
        Button::runs("Why it got its last opponent", format!("explain {number} --section {}", quoted(&section.name))),
    ];
    let acts = if desk.latest_round(section.id).is_some() { acts } else { Vec::new() };
    Ok(Some(Why {
        title: format!("{}: place {} of {teams}", row.team.shown, row.rank_shown),
        players: row.team.partners(),
        reasons,
        working: String::new(),
        acts,
    }))
}

fn quoted(name: &str) -> String {
    crate::cli::wording::quoted(name)
}

/// What puts one team before the next.
fn ahead(list: &StandingsList, first: &StandingsRow, second: &StandingsRow) -> String {
    let (one, other) = (&first.team.shown, &second.team.shown);
    let [points, fewer] = [&first.points.shown, &second.points.shown];
    if points != fewer {
        return format!("{one} is ahead of {other} on points: {points} to {fewer}.");
    }
    if first.rank == second.rank {
        return format!("{one} and {other} share a place: nothing breaks the tie.");
    }
    let parts = list.tiebreaks.iter().zip(first.tiebreaks_shown.iter().zip(&second.tiebreaks_shown));
    let parting = parts.into_iter().find(|(_, (one, other))| one.shown != other.shown && one.number.is_some());
    match parting {
        Some((name, (ours, theirs))) => format!(
            "{one} is ahead of {other}: both have {points} points, and {} breaks the tie, {} to {}.",
            name.title, ours.shown, theirs.shown
        ),
        None => format!("{one} is ahead of {other}: both have {points} points, and a play-off or lot broke the tie."),
    }
}

/// What the sheet of all workings says of one team.
fn working_of(all: &Document, team: u32) -> Result<String, Failure> {
    let name = format!("team-{team}");
    let is_heading = |block: &Block| matches!(block, Block::Heading { level: 1, .. });
    let begins = |block: &&Block| matches!(block, Block::Heading { id: Some(id), .. } if *id == name);
    let from = all.blocks.iter().skip_while(|block| !begins(block)).skip(1);
    let own = from.take_while(|block| !is_heading(block)).cloned();
    let document = Document { blocks: own.collect(), ..all.clone() };
    Ok(fragment(&document)?)
}
