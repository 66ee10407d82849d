//! The page of a table: who sits there and why, its result with what it was before, what is on record against its players; and a ruling or claim.

use super::act::{fields, led, outcome_of, value};
use super::address::encoded;
use super::grid::{self, Grid, Row};
use super::pages::{Frame, Line, Tab, made, rendered};
use super::state::{Given, Window};
use crate::cli::command_text::plain;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::hall::rulings::{in_words, stage};
use crate::cli::open_reports;
use crate::cli::rulings::words;
use crate::cli::scene::Scene;
use crate::cli::wording::{as_typed, hour};
use crate::discipline::penalty_in_words;
use crate::discipline::{Ruling, match_result, step_left};
use crate::event::explain::why;
use crate::hall::{Holding, RulingAsked};
use crate::report::hall::{Cost, Proposal, Stage};
use crate::report::pairings::{Order, view};
use crate::report::rulings;
use crate::store::EntryKind;
use crate::tournament::{BoardLetter, Round, TableNumber};
use askama::Template;
use axum::body::Bytes;
use axum::extract::{Query, RawQuery, State};
use axum::http::Uri;
use axum::response::{IntoResponse, Redirect, Response};
use std::sync::Arc;

#[derive(Template)]
#[template(path = "desk/table.html")]
struct Page {
    frame: Frame,
    at: At,
    place: String,
    /// Which rounds are posted since.
    later: String,
    teams: Vec<TeamShown>,
    /// The matches of a double round.
    matches: Vec<Tab>,
    /// `in`, `open` or `disputed`.
    state: &'static str,
    result: String,
    /// The match, where something that was reported of it waits.
    reported: Option<Row>,
    history: Vec<String>,
    why: Vec<String>,
    /// What is on record against each player and team.
    record: Vec<(String, String)>,
    rulings: Vec<RulingShown>,
    refusal: Option<Line>,
    changed: bool,
    stage: Stage,
    /// What is given so far, for the next form.
    given: Vec<(String, String)>,
    find: String,
    rungs: Vec<Rung>,
    /// The penalty that was chosen, as typed; empty where the ladder says it.
    penalty: String,
    /// The command that records it, as it could be typed.
    command: String,
    note: String,
    witness: String,
    reason: String,
    /// Whether the result of a match that is over may be made to follow the ruling.
    may_carry_out: bool,
}

/// Where the page is.
struct At {
    table: u32,
    section: String,
    /// Empty for the latest.
    round: String,
    /// Of a double round; else empty.
    number: String,
    back: String,
}

struct TeamShown {
    name: String,
    seats: Vec<Seat>,
}

struct Seat {
    letter: String,
    name: String,
    /// `White`, `Black`, or empty where the teams decide.
    color: &'static str,
}

/// A ruling at this table, or of its players.
pub struct RulingShown {
    pub number: u32,
    pub said: String,
    /// What became of it, where that is more than that it is in force.
    pub state: String,
    pub may_appeal: bool,
    pub has_penalty: bool,
    /// The appeal that waits.
    pub appeal: Option<u32>,
    pub is_voided: bool,
    pub at: String,
    /// Why, what happened and who saw it, as far as that was written down.
    pub account: String,
    /// Where its table is.
    pub table: String,
}

/// A step of the ladder.
struct Rung {
    number: usize,
    penalty: String,
    /// `past`, `now`, `next` or `then`.
    state: &'static str,
}

impl Page {
    fn called(&self, penalty: &str) -> String {
        penalty_in_words(penalty)
    }

    fn asks_time(&self, cost: &Cost) -> bool {
        cost.proposal == Proposal::Open && cost.choices.iter().any(|choice| choice == "time:M:SS")
    }

    fn penalties(&self, cost: &Cost) -> Vec<&'static str> {
        let all = ["none", "warning", "game", "match", "expel"].into_iter();
        all.filter(|penalty| !cost.choices.iter().any(|choice| choice == penalty)).collect()
    }

    fn finds(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.find.to_lowercase().split_whitespace().all(|word| name.contains(word))
    }
}

/// What a request holds.
struct Asked {
    fields: Vec<(String, String)>,
    ruling: RulingAsked,
}

impl Asked {
    fn of(fields: Vec<(String, String)>) -> Self {
        let is_given = |(_, value): &&(String, String)| !value.trim().is_empty();
        let query = fields.iter().filter(is_given).map(|(name, value)| format!("{name}={}", encoded(value)));
        let query = format!("/?{}", query.collect::<Vec<_>>().join("&"));
        let read = query.parse::<Uri>().ok().and_then(|uri| Query::<RulingAsked>::try_from_uri(&uri).ok());
        let ruling = RulingAsked {
            table: value(&fields, "table").parse().unwrap_or_default(),
            round: value(&fields, "round").parse().ok(),
            carry_out: value(&fields, "carry_out") == "true",
            ..read.map(|Query(asked)| asked).unwrap_or_default()
        };
        Self { fields, ruling }
    }

    fn field(&self, name: &str) -> &str {
        value(&self.fields, name).trim()
    }

    /// The page of the table alone.
    fn address(&self) -> String {
        let more = ["round", "match"].map(|name| (name, self.field(name)));
        let more = more.into_iter().filter(|(_, value)| !value.is_empty());
        let more = more.map(|(name, value)| format!("&{name}={}", encoded(value)));
        format!("/at/table?table={}{}", self.ruling.table, more.collect::<String>())
    }
}

/// The command that records a ruling: in short, where it can be.
fn command(desk: &Desk, scene: &Scene, asked: &RulingAsked) -> String {
    let Some(offence) = asked.offence.clone().filter(|_| asked.claim.is_none()) else { return in_words(asked) };
    let number = asked.player.unwrap_or_default();
    let name = words::player_name(desk, crate::tournament::PlayerId(number));
    let is_known = scene.seated(desk, &name).is_ok_and(|seated| seated.player.0 == number);
    let who = if is_known { name } else { number.to_string() };
    let mut line = vec!["rule".to_owned(), scene.id.table.to_string(), who, offence];
    if let Some(penalty) = asked.penalty.clone().filter(|penalty| !penalty.is_empty()) {
        line.push(penalty);
        line.extend(Some(asked.reason.trim().to_owned()).filter(|reason| !reason.is_empty()));
    }
    let option = |name: &str, text: &str| {
        let text = text.trim();
        if text.is_empty() { Vec::new() } else { vec![name.to_owned(), text.to_owned()] }
    };
    line.extend(option("--note", &asked.note).into_iter().chain(option("--witness", &asked.witness)));
    line.extend(
        asked.number.filter(|_| scene.section.matches > 1).iter().flat_map(|n| ["--match".to_owned(), n.to_string()]),
    );
    line.extend(asked.round.iter().flat_map(|round| ["--round".to_owned(), round.to_string()]));
    let flags = [(asked.flag_fell, "--flag-fell"), (asked.again, "--again"), (asked.carry_out, "--carry-out")];
    line.extend(flags.iter().filter(|(is, _)| *is).map(|(_, flag)| (*flag).to_owned()));
    as_typed(line.into_iter())
}

/// A ruling in a line, with what may still be done about it.
pub fn ruling(desk: &Desk, ruling: &Ruling) -> RulingShown {
    let (docket, settings) = desk.law();
    let state = rulings::state_in_words(desk, ruling);
    let place = ruling.place.map(|place| place.match_id);
    let of_round = place.map(|id| format!("/at/table?table={}&round={}", id.table, id.round));
    RulingShown {
        number: ruling.id.0,
        said: plain(&words::sentence(desk, ruling)),
        state: if state == "stands" { String::new() } else { state },
        may_appeal: ruling.voided.is_none() && step_left(docket, ruling, settings).is_some(),
        has_penalty: ruling.penalty().is_some(),
        appeal: docket.open_appeals(ruling.section).find(|appeal| appeal.ruling == ruling.id).map(|appeal| appeal.id.0),
        is_voided: ruling.voided.is_some(),
        at: hour(&ruling.at.to_rfc3339()).unwrap_or_default(),
        account: account(ruling),
        table: of_round.unwrap_or_default(),
    }
}

/// `"took back a move"; witness: Ann Lee`
fn account(ruling: &Ruling) -> String {
    let said = [&ruling.reason, &ruling.note].into_iter().flatten().map(|said| format!("\"{said}\""));
    let label = if ruling.witnesses.len() == 1 { "witness" } else { "witnesses" };
    let seen = (!ruling.witnesses.is_empty()).then(|| format!("{label}: {}", ruling.witnesses.join(", ")));
    said.chain(seen).collect::<Vec<_>>().join("; ")
}

/// What was filed of a match, and by whom, the latest last.
fn history(desk: &mut Desk, scene: &Scene, teams: &[String; 2]) -> Result<Vec<String>, Failure> {
    let changes = desk.store.slip_changes()?.into_iter().filter(|change| change.id == scene.id).collect::<Vec<_>>();
    let (journal, devices) = (desk.store.journal()?, desk.store.devices()?);
    let settings = &desk.rulebook.discipline;
    let line = |change: crate::store::SlipChange| {
        let entry = journal.iter().find(|entry| entry.number == change.command)?;
        let result = change.after.as_ref().and_then(|slip| match_result(slip, settings)).map(|derived| derived.result);
        let device = devices.iter().find(|device| Some(device.id) == entry.device).map(|device| device.name.clone());
        let who = entry.official.clone().or(device).unwrap_or_else(|| "the desk".to_owned());
        let how = match entry.kind {
            EntryKind::Do if entry.in_force => "",
            EntryKind::Do => ", since undone",
            EntryKind::Undo(_) => ", by undo",
            EntryKind::Redo(_) => ", by redo",
        };
        Some(format!("{} {}, {who}{how}", hour(&entry.at)?, grid::outcome(result, teams)))
    };
    Ok(changes.into_iter().filter_map(line).collect())
}

/// Why these two meet.
fn why_these(desk: &mut Desk, scene: &Scene) -> Result<Vec<String>, Failure> {
    let (section, round) = (&scene.section, &scene.round);
    let first = desk.store.as_posted(section.id, round.number)?;
    let first = (!first.is_empty()).then(|| Round { assignments: first, ..round.clone() });
    let reasons = why(desk, section, round, first.as_ref(), Some(&scene.teams[0]));
    Ok(reasons.into_iter().map(|(text, rule)| rule.map_or(text.clone(), |rule| format!("{text} ({rule})"))).collect())
}

fn rungs(cost: &Cost) -> Vec<Rung> {
    let Some(now) = cost.step.map(|step| step as usize).filter(|_| cost.flag_fell != Some(true)) else {
        return Vec::new();
    };
    let rung = |(at, step): (usize, &crate::discipline::Step)| Rung {
        number: at + 1,
        penalty: penalty_in_words(step),
        state: match (at + 1).cmp(&now) {
            std::cmp::Ordering::Less => "past",
            std::cmp::Ordering::Equal => "now",
            std::cmp::Ordering::Greater if at == now => "next",
            std::cmp::Ordering::Greater => "then",
        },
    };
    let rungs: Vec<Rung> = cost.offence.ladder.iter().enumerate().map(rung).collect();
    // Beyond its last step the ladder goes on with that, or leaves it to the director.
    if rungs.iter().any(|rung| rung.state == "now") { rungs } else { Vec::new() }
}

/// What is given so far, which the next form sends on.
fn given_so_far(stage: &Stage, asked: &RulingAsked) -> Vec<(String, String)> {
    let mut given = Vec::new();
    let mut add = |name: &str, value: String| given.push((name.to_owned(), value));
    match stage {
        Stage::Who(_) => {}
        Stage::What { who, .. } => add("player", who.number.to_string()),
        Stage::Claim(claim) => {
            add("player", claim.who.number.to_string());
            claim.answered.iter().for_each(|(name, value)| add(name, value.clone()));
        }
        Stage::Cost(cost) => {
            add("player", cost.who.number.to_string());
            add("offence", cost.offence.id.clone());
            if cost.flag_fell == Some(true) {
                add("flag_fell", "true".to_owned());
            }
            if cost.again {
                add("again", "true".to_owned());
            }
        }
    }
    if asked.carry_out {
        given.push(("carry_out".to_owned(), "true".to_owned()));
    }
    given
}

fn proposal(stage: &Stage) -> Option<&Proposal> {
    match stage {
        Stage::Cost(cost) => Some(&cost.proposal),
        Stage::Claim(claim) => Some(&claim.proposal),
        _ => None,
    }
}

/// The round that is meant; the latest is left unsaid, as it is typed.
fn scene(desk: &Desk, asked: &mut RulingAsked) -> Result<Scene, Failure> {
    let scene = Scene::at(desk, TableNumber(asked.table), asked.round, asked.number)?;
    asked.round = asked.round.filter(|round| *round != desk.posted_rounds(scene.section.id));
    asked.number = asked.number.filter(|_| scene.section.matches > 1);
    Ok(scene)
}

fn shown(window: &Window, asked: &Asked, refused: Option<&Failure>, changed: bool) -> Result<Response, Failure> {
    let status = window.status();
    let said = outcome_of(window, asked.field("said").parse().ok());
    let mut frame = Frame::of(window, "Table", "table", &asked.address(), said.as_deref(), &status);
    let page = window.with_event(Access::Read, |desk| {
        let mut ruling_asked = asked.ruling.clone();
        let scene = scene(desk, &mut ruling_asked)?;
        let section = scene.section.name.clone();
        let stamp = desk.stamp()?;
        let sheet = view(desk, &scene.section, &scene.round, Order::Table, stamp);
        let boards = crate::report::hall::TableShown::of(&sheet, scene.id.table.0, scene.id.number);
        let boards = boards.map(|shown| shown.boards).unwrap_or_default();
        let is_directed = boards.iter().any(|board| board.first_is_white.is_some());
        let teams = scene.teams.each_ref().map(|team| TeamShown {
            name: team.name.clone(),
            seats: [BoardLetter::A, BoardLetter::B]
                .into_iter()
                .filter_map(|letter| {
                    let of_it =
                        team.players.into_iter().find(|id| scene.seat(*id).is_some_and(|s| s.board == letter))?;
                    let has_white = scene.boards.iter().any(|board| board.white == of_it);
                    let color = if has_white { "White" } else { "Black" };
                    Some(Seat {
                        letter: letter.to_string().to_uppercase(),
                        name: words::player_name(desk, of_it),
                        color: if is_directed { color } else { "" },
                    })
                })
                .collect(),
        });
        let names = scene.teams.each_ref().map(|team| team.name.clone());
        let round = ruling_asked.round.map(|round| round.to_string()).unwrap_or_default();
        let matches = (1..=scene.section.matches).filter(|_| scene.section.matches > 1).map(|number| {
            let of = if round.is_empty() { String::new() } else { format!("&round={round}") };
            let address = format!("/at/table?table={}{of}&match={number}", scene.id.table);
            Tab::new(format!("Match {number}"), address, number == scene.id.number)
        });
        let matches: Vec<Tab> = matches.collect();
        let mut rows = Grid::of(desk, &section, Some(scene.id.round))?.map(|grid| grid.rows).unwrap_or_default();
        let place = if scene.section.matches > 1 {
            format!("{}.{}", scene.id.table, scene.id.number)
        } else {
            scene.id.table.to_string()
        };
        let row = rows.iter().position(|row| row.place == place).map(|at| rows.swap_remove(at));
        let how = row.as_ref().map(|row| grid::in_words(&row.board, &row.reason)).unwrap_or_default();
        let mut result = scene.result.map(|result| grid::outcome(Some(result), &names)).unwrap_or_default();
        if !how.is_empty() {
            result = format!("{result}, {}", how.join(", "));
        }
        if let Some(filer) = open_reports::filer(desk, scene.id)?.filter(|_| scene.result.is_some()) {
            result = format!("{result}: {}", plain(&filer.to_string()));
        }
        let players: Vec<_> = scene.teams.iter().flat_map(|team| team.players).collect();
        let of_them = |one: &&Ruling| {
            let here = one.place.is_some_and(|place| {
                (place.match_id.section, place.match_id.table) == (scene.id.section, scene.id.table)
                    && place.match_id.round == scene.id.round
            });
            here || one.player.is_some_and(|player| players.contains(&player))
        };
        let rulings = desk.facts.docket.rulings.iter().rev().filter(of_them).map(|one| ruling(desk, one)).collect();
        let stage = stage(desk, &scene, &ruling_asked, &Holding::default());
        let record = match &stage {
            Stage::What { who, .. } => who.record.clone(),
            Stage::Cost(cost) => cost.who.record.clone(),
            Stage::Claim(claim) => claim.who.record.clone(),
            Stage::Who(_) => scene.teams.iter().flat_map(|team| words::record(desk, team.players[0])).collect(),
        };
        let split = |line: String| {
            let (who, what) = line.split_once(": ").unwrap_or((line.as_str(), ""));
            let who = if matches!(stage, Stage::Who(_)) { who.trim_end_matches(" (partner)") } else { who };
            (plain(who.trim_end_matches(" (team)")), plain(what))
        };
        let mut record: Vec<(String, String)> = record.into_iter().map(split).collect();
        if matches!(stage, Stage::Who(_)) {
            let all = record.len();
            record.retain(|(_, what)| what != "nothing");
            let others = if record.is_empty() { "Both teams" } else { "Everyone else" };
            record.extend((record.len() < all).then(|| (others.to_owned(), "nothing".to_owned())));
        }
        let history = history(desk, &scene, &names)?;
        let ready = match proposal(&stage) {
            Some(Proposal::Ready { decided, .. }) => {
                // A ladder's own step is left unsaid, as it is typed.
                let penalty = ruling_asked.penalty.as_ref().map(|_| decided.clone());
                Some(RulingAsked { penalty, ..ruling_asked.clone() })
            }
            _ => None,
        };
        let penalty = ready.as_ref().and_then(|asked| asked.penalty.clone()).unwrap_or_default();
        Ok(Page {
            frame: Frame::without_event(""),
            at: At {
                table: scene.id.table.0,
                section: section.clone(),
                round,
                number: ruling_asked.number.map(|number| number.to_string()).unwrap_or_default(),
                back: asked.address(),
            },
            place: desk.round_of(&scene.section, scene.id.round, ", "),
            later: grid::paired_since(desk, &scene.section, scene.id.round),
            teams: teams.into_iter().collect(),
            matches,
            state: row.as_ref().map_or("open", |row| row.state),
            result,
            reported: row.filter(|row| !row.reports.is_empty()),
            history: if history.len() > 1 { history } else { Vec::new() },
            why: why_these(desk, &scene)?,
            record,
            rulings,
            refusal: refused.map(|failure| Line::of(&failure.message)),
            changed,
            given: given_so_far(&stage, &ruling_asked),
            find: asked.field("find").to_owned(),
            rungs: if let Stage::Cost(cost) = &stage { rungs(cost) } else { Vec::new() },
            penalty,
            command: ready.map(|asked| command(desk, &scene, &asked)).unwrap_or_default(),
            note: ruling_asked.note.clone(),
            witness: ruling_asked.witness.clone(),
            reason: ruling_asked.reason.clone(),
            may_carry_out: scene.result.is_some() && !ruling_asked.carry_out && ruling_asked.offence.is_some(),
            stage,
        })
    })?;
    frame.title = format!("Table {}, {}", page.at.table, page.place);
    Ok(rendered(&Page { frame, ..page }))
}

#[derive(Template)]
#[template(path = "desk/tables.html")]
struct Tables {
    frame: Frame,
    wrong: String,
    sections: Vec<(String, Vec<grid::Tile>)>,
}

/// The tables in play, to choose one.
fn all(window: &Window, wrong: String) -> Result<Response, Failure> {
    let status = window.status();
    let frame = Frame::of(window, "Table", "table", "/at/table", None, &status);
    let sections = window.with_event(Access::Read, |desk| {
        let names: Vec<String> = desk.tournament().sections.iter().map(|section| section.name.clone()).collect();
        let of = |name: String| Ok((Grid::of(desk, &name, None)?.map(|grid| grid.tiles).unwrap_or_default(), name));
        let all: Vec<(Vec<grid::Tile>, String)> = names.into_iter().map(of).collect::<Result<_, Failure>>()?;
        Ok(all.into_iter().filter(|(tiles, _)| !tiles.is_empty()).map(|(tiles, name)| (name, tiles)).collect())
    })?;
    Ok(rendered(&Tables { frame, wrong, sections }))
}

/// `GET /at/table`.
pub async fn page(State(window): State<Arc<Window>>, RawQuery(query): RawQuery) -> Response {
    let asked = Asked::of(fields(query.unwrap_or_default().as_bytes()));
    made(window, move |window| {
        if window.place().file.is_none() {
            return Ok(Redirect::to("/start").into_response());
        }
        if asked.field("table").is_empty() {
            return all(window, String::new());
        }
        match shown(window, &asked, None, false) {
            Err(failure) => all(window, plain(&failure.message)),
            page => page,
        }
    })
    .await
}

/// `POST /at/table`: records a ruling while it still comes to what the page showed.
pub async fn rule(State(window): State<Arc<Window>>, body: Bytes) -> Response {
    let mut asked = Asked::of(fields(&body));
    made(window, move |window| {
        let looked = window.with_event(Access::Read, |desk| {
            let mut ruling = asked.ruling.clone();
            let scene = scene(desk, &mut ruling)?;
            let stage = stage(desk, &scene, &ruling, &Holding::default());
            let line = command(desk, &scene, &ruling);
            let is_so = matches!(proposal(&stage), Some(Proposal::Ready { seen, .. }) if *seen == ruling.seen);
            Ok(is_so.then_some(line))
        })?;
        let Some(line) = looked else { return shown(window, &asked, None, true) };
        let request = asked.field("request").to_owned();
        let outcome = window.run(Given { request, back: asked.address(), ..Given::line(&line)? });
        match outcome.failure.as_ref().filter(|_| outcome.question.is_none()) {
            Some(failure) => {
                // What is refused is shown on the page, with all that was typed.
                asked.ruling.seen.clear();
                shown(window, &asked, Some(failure), false)
            }
            None => Ok(led(&outcome)),
        }
    })
    .await
}
