//! What was reported from the floor and is not filed: what waits, what differs, who reported it, and who filed what is there.

use crate::cli::command_line::CommandLine;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::reported::waits_again;
use crate::cli::wording;
use crate::store::{Entry, EntryKind, FloorReport, ReportState};
use crate::tournament::{Device, DeviceRole, MatchId, SectionId, TableNumber};
use serde_json::{Value, json};
use std::fmt;

/// Where it was reported: `5`, or `5.2` of a double round, and the round where a later one is posted.
pub fn place(desk: &Desk, report: &FloorReport, matches: u8) -> String {
    let number = if matches > 1 { format!(".{}", report.number) } else { String::new() };
    let is_latest = desk.latest_round(SectionId(report.section)).is_some_and(|latest| latest.number == report.round);
    let round = if is_latest { String::new() } else { format!(" (round {})", report.round) };
    format!("{}{number}{round}", report.table)
}

/// The reports that wait again since a command is undone which settled them.
pub fn waiting_again(desk: &mut Desk, command: i64) -> Result<Vec<String>, Failure> {
    let mut again = desk.store.open_reports()?;
    again.retain(|report| report.command == Some(command));
    Ok(again.iter().map(waits_again).collect())
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
    let reports = open.iter().map(|report| {
        let disputed = if report.state == ReportState::Disputed { ", disputed" } else { "" };
        format!("table {} ({}{disputed})", place(desk, report, matches), report.says())
    });
    let reports: Vec<String> = reports.collect();
    Ok((!reports.is_empty())
        .then(|| (format!("reported from the floor, not filed: {}", reports.join(", ")), is_disputed)))
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
pub fn of_match(desk: &mut Desk, id: MatchId) -> Result<Vec<FloorReport>, Failure> {
    let mut reports = desk.store.open_reports()?;
    reports.retain(|report| match_of(desk, report) == Some(id));
    Ok(reports)
}

/// Who filed what is on file of a match.
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
            (_, None) if self.is_by_slip => "the teams, from their slips".to_owned(),
            (Some(official), None) => format!("{official} at the laptop"),
            (None, None) => "the laptop".to_owned(),
        };
        write!(f, "filed by {by}")?;
        wording::hour(&self.at).map_or(Ok(()), |at| write!(f, ", {at}"))
    }
}

impl Filer {
    /// Whether it was entered at the laptop, and no official is named.
    pub fn is_the_laptop(&self) -> bool {
        self.official.is_none() && self.device.is_none() && !self.is_by_slip
    }
}

/// Who filed what is on file of a match; `None` where no slip does.
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
        (None, Some(side)) => format!("{side} team, from its slip"),
        (None, None) => "from the slip".to_owned(),
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
