//! Results that were reported from the floor and are not filed.

use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::rulings::scene::Scene;
use crate::store::FloorReport;
use crate::tournament::{MatchId, SectionId, TableNumber};
use serde_json::{Value, json};

/// The match that a report is about, while its round is the latest with that table.
fn match_of(desk: &Desk, report: &FloorReport) -> Option<MatchId> {
    let (section, round) = desk.round_at(TableNumber(report.table), None).ok()?;
    let id = MatchId {
        section: SectionId(report.section),
        round: report.round,
        table: TableNumber(report.table),
        number: report.number,
    };
    (section.id == id.section && round.number == id.round).then_some(id)
}

/// Reports that wait or differ, the disputed ones first.
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

/// A report for programs.
pub fn to_json(desk: &mut Desk, report: &FloorReport) -> Value {
    let devices = desk.store.devices().unwrap_or_default();
    let device = devices.iter().find(|device| Some(device.id) == report.device);
    let tournament = desk.tournament();
    let section = tournament.section(SectionId(report.section)).map(|section| section.name.clone());
    json!({
        "report": report.id, "at": report.at, "section": section, "round": report.round, "table": report.table, "match": report.number,
        "result": report.result, "board": report.board, "by": report.reason, "side": report.side,
        "device": device.map(|device| json!({ "device": device.id, "name": device.name, "official": device.official })),
        "state": report.state, "command": report.command, "note": report.note,
    })
}
