//! `bughouse reports`: results that were reported from the floor and are not filed.

use crate::cli::answer::Answer;
use crate::cli::command_line::CommandLine;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::entry::slip::{Overwrite, effects, file, sentence, typed};
use crate::cli::failure::Failure;
use crate::cli::reported::waits_again;
use crate::cli::rulings::scene::Scene;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording;
use crate::event::edit::slips::{Typed, Typing};
use crate::report::{Cell, Column, Report, Table};
use crate::store::{Entry, EntryKind, FloorReport, ReportState};
use crate::tournament::{BoardLetter, Device, DeviceRole, MatchId, Reason, SectionId, TableNumber};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};
use std::fmt;

/// Show results reported from the floor that wait or differ, and settle them
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse reports                  what waits, the disputed ones first
  bughouse reports accept 12        file what report 12 says
  bughouse reports reject 13 --note "slip says 1-0""#)]
pub struct ReportsCommand {
    #[command(subcommand)]
    what: Option<Settling>,
}

#[derive(Debug, Subcommand)]
enum Settling {
    /// File what a report says; others of the same match fall
    #[command(after_help = "Example: bughouse reports accept 12")]
    Accept {
        /// Its number
        number: i64,
    },
    /// Drop a report
    #[command(after_help = r#"Example: bughouse reports reject 13 --note "slip says 1-0""#)]
    Reject {
        /// Its number
        number: i64,
        /// Why
        #[arg(long)]
        note: Option<String>,
    },
}

impl Verb for ReportsCommand {
    const TRAITS: Traits = Traits::writes(Moment::Round);

    fn traits(&self) -> Traits {
        Self::TRAITS.reading_if(self.what.is_none())
    }

    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let (number, accept, note) = match &self.what {
            None => return list(desk),
            Some(Settling::Accept { number }) => (*number, true, None),
            Some(Settling::Reject { number, note }) => (*number, false, note.as_deref()),
        };
        let said = settle(desk, number, accept, note)?;
        let json = json!({ "report": number, "state": if accept { "filed" } else { "rejected" } });
        Ok(Answer::done(said, json).touches([]))
    }
}

fn list(desk: &mut Desk) -> Result<Answer, Failure> {
    let masthead = desk.masthead(None, None)?;
    let reports = open(desk)?;
    let json: Vec<Value> = reports.iter().map(|report| to_json(desk, report)).collect();
    let (mut scenes, mut sides) = (Vec::new(), Vec::new());
    for report in &reports {
        let scene = scene(desk, report)?;
        let by = [reporter(desk, report)].into_iter().chain(wording::hour(&report.at));
        let by = by.collect::<Vec<_>>().join(", ");
        let stands = scene.result.map_or("none", |result| result.as_typed()).to_owned();
        let filed = filer(desk, scene.id)?.map_or(stands.clone(), |filer| format!("{stands}, {filer}"));
        sides.push((by, filed));
        scenes.push(scene);
    }
    let lines = reports.iter().zip(&sides).zip(&scenes).map(|((report, sides), scene)| (report, sides, scene));
    let table = Table::of("Reports", lines)
        .column(Column::number("No."), |(report, ..)| Cell::whole(report.id))
        .column(Column::short("State"), |(report, ..)| {
            Cell::text(if report.state == ReportState::Disputed { "disputed" } else { "waits" })
        })
        .column(Column::short("Table"), |(report, _, scene)| Cell::text(place(desk, report, scene.section.matches)))
        .column(Column::text("Teams").naming(), |(.., scene)| {
            let [first, second] = scene.teams.each_ref().map(|team| team.name.as_str());
            Cell::text(format!("{first} - {second}"))
        })
        .column(Column::short("Says"), |(report, ..)| Cell::text(report.says()))
        .column(Column::short("By"), |(_, (by, _), _)| Cell::text(by))
        .column(Column::short("In the file"), |(_, (_, filed), _)| Cell::text(filed));
    Ok(Answer::sheet(Report::table(masthead, table, json!({ "reports": json }))))
}

/// The match of an open report.
pub fn scene_of(desk: &mut Desk, number: i64) -> Result<Scene, Failure> {
    let found = open(desk)?.into_iter().find(|report| report.id == number);
    let none = || {
        Failure::mistyped(format!("no report {number} waits to be settled"))
            .hint(format!("see those that do with {}", cmd!("reports")))
    };
    scene(desk, &found.ok_or_else(none)?)
}

/// The match of a report.
pub fn scene(desk: &Desk, report: &FloorReport) -> Result<Scene, Failure> {
    Scene::at(desk, TableNumber(report.table), Some(report.round), Some(report.number))
}

/// Where it was reported: `5`, or `5.2` of a double round, and the round where a later one is posted.
fn place(desk: &Desk, report: &FloorReport, matches: u8) -> String {
    let number = if matches > 1 { format!(".{}", report.number) } else { String::new() };
    let is_latest = desk.latest_round(SectionId(report.section)).is_some_and(|latest| latest.number == report.round);
    let round = if is_latest { String::new() } else { format!(" (round {})", report.round) };
    format!("{}{number}{round}", report.table)
}

/// Files what a report says, or drops it. Gives what was done in one sentence.
pub fn settle(desk: &mut Desk, number: i64, accept: bool, note: Option<&str>) -> Result<String, Failure> {
    let scene = scene_of(desk, number)?;
    let all = of_match(desk, &scene)?;
    let (own, mut others): (Vec<FloorReport>, Vec<FloorReport>) =
        all.into_iter().partition(|report| report.id == number);
    let Some(report) = own.first() else { return Err(Failure::machine("the report is gone")) };
    others.retain(|other| !desk.is_of_another_board(other.told_board(), report.told_board()));
    if !accept {
        desk.store.move_report(number, ReportState::Rejected, None, note)?;
        // What is left agrees with itself and waits again.
        let same = agree(&others) && scene.result.is_none();
        for other in others.iter().filter(|_| same) {
            desk.store.move_report(other.id, ReportState::Reported, None, None)?;
        }
        return Ok(format!("report {number} of table {} is rejected", report.table));
    }
    let is_undisputed = agree(&others) && others.iter().all(|other| other.agrees(report));
    let (board, reason) = told(alone(report), if is_undisputed { &others } else { &[] });
    let typing = typing(&scene, typed(&report.result).map_err(Failure::machine)?, board, reason);
    let (filed, _) = file(desk, &typing, Overwrite::Freely)?;
    let command = desk.entry.filter(|_| filed.changed);
    desk.store.move_report(number, ReportState::Filed, command, note)?;
    let was = filed.before.filter(|was| Some(*was) != filed.after);
    let mut said = sentence(&desk.event, &filed) + &was.map(|was| format!(" (was {was})")).unwrap_or_default();
    for other in others {
        let is_same = is_undisputed || other.says() == report.says();
        let state = if is_same { ReportState::Filed } else { ReportState::Rejected };
        desk.store.move_report(other.id, state, command, None)?;
        if !is_same {
            said.push_str(&format!("; report {} ({}) is rejected", other.id, other.says()));
        }
    }
    said.extend(effects(desk, &filed).iter().map(|(_, line)| format!("; {line}")));
    Ok(said)
}

/// The reports that wait again since a command is undone which settled them.
pub fn waiting_again(desk: &mut Desk, command: i64) -> Result<Vec<String>, Failure> {
    let mut again = desk.store.open_reports()?;
    again.retain(|report| report.command == Some(command));
    Ok(again.iter().map(waits_again).collect())
}

fn agree(reports: &[FloorReport]) -> bool {
    reports.iter().all(|one| reports.iter().all(|other| one.agrees(other)))
}

/// The board that is told, and how it ended: what the first leaves out, others that say the same may have told.
pub fn told(first: Told, others: &[FloorReport]) -> Told {
    others.iter().map(alone).fold(first, |told, more| (told.0.or(more.0), told.1.or(more.1)))
}

type Told = (Option<BoardLetter>, Option<Reason>);

fn alone(report: &FloorReport) -> Told {
    let board = report.told_board();
    let reason = report.reason.as_ref().and_then(|reason| Reason::from_str(reason, true).ok());
    (board, reason)
}

/// What is typed for the match of a report.
pub fn typing(scene: &Scene, result: Typed, board: Option<BoardLetter>, reason: Option<Reason>) -> Typing {
    let MatchId { table, round, number, .. } = scene.id;
    Typing { table, round: Some(round), number: Some(number), result, board, reason, other: None, white: None }
}

/// Disputed tables in a few words, where there are any.
pub fn disputed(desk: &mut Desk) -> Result<Option<String>, Failure> {
    let open = open(desk)?;
    let disputed = open.iter().filter(|report| report.state == ReportState::Disputed);
    let mut tables: Vec<String> = disputed.map(|report| place(desk, report, 1)).collect();
    tables.dedup();
    Ok(match tables.as_slice() {
        [] => None,
        [one] => Some(format!("table {one} is disputed")),
        several => Some(format!("tables {} are disputed", wording::list(several))),
    })
}

/// What was reported of a section and is not filed, in words, and whether any of it is disputed.
pub fn of_section(desk: &mut Desk, section: SectionId) -> Result<Option<(String, bool)>, Failure> {
    let mut open = open(desk)?;
    open.retain(|report| report.section == section.0);
    let is_disputed = open.iter().any(|report| report.state == ReportState::Disputed);
    let matches = desk.tournament().section(section).map_or(1, |section| section.matches);
    let told = open.iter().map(|report| {
        let disputed = if report.state == ReportState::Disputed { ", disputed" } else { "" };
        format!("table {} ({}{disputed})", place(desk, report, matches), report.says())
    });
    let told: Vec<String> = told.collect();
    Ok((!told.is_empty()).then(|| (format!("reported from the floor, not filed: {}", told.join(", ")), is_disputed)))
}

/// The match that a report is about, while its round is posted.
fn match_of(desk: &Desk, report: &FloorReport) -> Option<MatchId> {
    let (section, round) = desk.round_with(TableNumber(report.table), Some(report.round))?;
    let id =
        MatchId { section: section.id, round: round.number, table: TableNumber(report.table), number: report.number };
    (section.id.0 == report.section).then_some(id)
}

/// Reports that wait or differ, the disputed ones first. They stay until they are settled, whatever is paired meanwhile.
pub fn open(desk: &mut Desk) -> Result<Vec<FloorReport>, Failure> {
    let mut reports = desk.store.open_reports()?;
    reports.retain(|report| match_of(desk, report).is_some());
    Ok(reports)
}

/// Reports of one match that wait or differ.
pub fn of_match(desk: &mut Desk, scene: &Scene) -> Result<Vec<FloorReport>, Failure> {
    let mut reports = desk.store.open_reports()?;
    reports.retain(|report| match_of(desk, report) == Some(scene.id));
    Ok(reports)
}

/// Who filed what stands of a match.
pub struct Filer {
    pub command: i64,
    /// RFC 3339 with offset.
    at: String,
    official: Option<String>,
    device: Option<Device>,
    is_by_slip: bool,
    /// Whether it was tapped, and neither typed at a desk nor settled there.
    pub is_of_the_floor: bool,
}

impl fmt::Display for Filer {
    /// `filed by Pat Lee on Tablet 1, 10:42`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = match (&self.official, &self.device) {
            (_, Some(device)) => named(device, self.official.as_deref()),
            (_, None) if self.is_by_slip => "the teams by their slips".to_owned(),
            (Some(official), None) => format!("{official} at the laptop"),
            (None, None) => "the laptop".to_owned(),
        };
        write!(f, "filed by {by}")?;
        wording::hour(&self.at).map_or(Ok(()), |at| write!(f, ", {at}"))
    }
}

/// Who filed what stands of a match; `None` where no slip does.
pub fn filer(desk: &mut Desk, id: MatchId) -> Result<Option<Filer>, Failure> {
    let mut changes = desk.store.slip_changes()?;
    changes.retain(|change| change.id == id && change.after.is_some());
    let journal = desk.store.journal()?;
    let gave = |number| journal.iter().find(|entry| entry.number == number);
    let is_filing = |entry: &&Entry| entry.in_force && entry.kind == EntryKind::Do;
    let Some(entry) = changes.iter().rev().filter_map(|change| gave(change.command)).find(is_filing) else {
        return Ok(None);
    };
    let device = desk.store.devices()?.into_iter().find(|device| Some(device.id) == entry.device);
    let is_tapped = entry.request.is_some() && CommandLine::kept(&entry.words).verb() == "result";
    let is_of_the_floor = is_tapped && device.as_ref().is_none_or(|device| device.role != DeviceRole::Desk);
    Ok(Some(Filer {
        command: entry.number,
        at: entry.at.clone(),
        official: entry.official.clone(),
        device,
        is_by_slip: entry.is_by_slip(),
        is_of_the_floor,
    }))
}

/// `Pat Lee on Tablet 1`.
fn named(device: &Device, official: Option<&str>) -> String {
    official.map_or(device.name.clone(), |official| format!("{official} on {}", device.name))
}

/// Who reported something: the official and the device, or a team by its slip.
pub fn reporter(desk: &mut Desk, report: &FloorReport) -> String {
    let devices = desk.store.devices().unwrap_or_default();
    let device = devices.iter().find(|device| Some(device.id) == report.device);
    match (device.map(|device| named(device, device.official.as_deref())), report.side.as_deref()) {
        (Some(device), Some(side)) => format!("{side} team, {device}"),
        (Some(device), None) => device,
        (None, Some(side)) => format!("{side} team by its slip"),
        (None, None) => "by the slip".to_owned(),
    }
}

/// A report for programs.
pub fn to_json(desk: &mut Desk, report: &FloorReport) -> Value {
    let devices = desk.store.devices().unwrap_or_default();
    let device = devices.iter().find(|device| Some(device.id) == report.device);
    let filer = filer(desk, report.match_id()).unwrap_or_default();
    let of = |device: &Device, official: &Option<String>| json!({ "device": device.id, "name": device.name, "official": official });
    let filed = filer.map(|filer| {
        let device = filer.device.as_ref().map(|device| of(device, &device.official));
        json!({ "command": filer.command, "at": filer.at, "official": filer.official, "device": device })
    });
    let tournament = desk.tournament();
    let section = tournament.section(SectionId(report.section)).map(|section| section.name.clone());
    json!({
        "report": report.id, "at": report.at, "section": section, "round": report.round, "table": report.table, "match": report.number,
        "result": report.result, "board": report.board, "by": report.reason, "side": report.side,
        "device": device.map(|device| of(device, &device.official)), "filed": filed,
        "state": report.state, "command": report.command, "note": report.note,
    })
}
