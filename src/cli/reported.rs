//! What becomes of a report from the floor when a command is saved: a ruling settles it, and lets it wait again; one that waits again is
//! disputed where something else is on file.

use crate::cli::command_text::cmd;
use crate::cli::failure::Failure;
use crate::event::edit::slips::Filed;
use crate::event::{Event, Facts};
use crate::store::{FloorReport, ReportState, Store};
use crate::tournament::RulingId;

pub fn event_of(facts: Facts) -> Result<Event, Failure> {
    Event::of(facts).map_err(|error| Failure::machine(format!("the rulebook cannot be read: {error}")))
}

/// The ruling that settles what was reported.
fn ruling_over(event: &Event, report: &FloorReport) -> Option<RulingId> {
    event.settled_by_ruling(report.match_id(), report.board_letter())
}

/// What the desk has entered settles what was reported of these matches, but not what is about a board that goes on. Gives it as it was.
pub fn settle_filed(
    store: &mut Store,
    now: &Event,
    filed: &[Filed],
    command: Option<i64>,
) -> Result<Vec<FloorReport>, Failure> {
    let mut settled = store.open_reports()?;
    settled.retain(|report| {
        let mut of_it = filed.iter().filter(|filed| filed.id == report.match_id());
        of_it.any(|filed| report.board_letter().is_none_or(|board| !now.leaves_open(filed, board)))
    });
    for report in &settled {
        store.move_report(report.id, ReportState::Settled, command, None)?;
    }
    Ok(settled)
}

/// A command settles what waits although a ruling decides its match. Gives it as it was.
pub fn settle_ruled(store: &mut Store, now: &Event, command: Option<i64>) -> Result<Vec<FloorReport>, Failure> {
    let mut settled = store.open_reports()?;
    settled.retain(|report| ruling_over(now, report).is_some());
    for report in &settled {
        store.move_report(report.id, ReportState::Settled, command, None)?;
    }
    Ok(settled)
}

/// What had waited again since a ruling was voided is settled again once that is undone, by the command that had settled it.
pub fn settle_again(store: &mut Store, now: &Event) -> Result<(), Failure> {
    for report in store.open_reports()?.iter().filter(|report| report.command.is_some()) {
        if ruling_over(now, report).is_some() {
            store.move_report(report.id, ReportState::Settled, report.command, None)?;
        }
    }
    Ok(())
}

/// Has wait again what a ruling settled that decides its match no longer, where that has no result then. Gives it as it was.
pub fn let_go(store: &mut Store, before: &Event, now: &Event) -> Result<Vec<FloorReport>, Failure> {
    let mut again = store.settled_by_rulings()?;
    again.retain(|report| {
        let id = report.match_id();
        now.decided_by_ruling(id).is_none() && !now.results().contains_key(&id)
    });
    if again.is_empty() {
        return Ok(again);
    }
    again.retain(|report| ruling_over(before, report).is_some());
    for report in &again {
        store.move_report(report.id, ReportState::Reported, report.command, None)?;
    }
    Ok(again)
}

/// What waits again is disputed where a result is on file, or where the reports differ.
pub fn lock(store: &mut Store, now: &Event) -> Result<(), Failure> {
    let open = store.open_reports()?;
    let is_otherwise = |one: &FloorReport, other: &FloorReport| {
        !one.agrees(other) && !now.is_of_another_board(one.board_letter(), other.board_letter())
    };
    let differs = |report: &&FloorReport| {
        let mut same = open.iter().filter(|other| other.match_id() == report.match_id());
        now.results().contains_key(&report.match_id()) || same.any(|other| is_otherwise(other, report))
    };
    let is_back = |report: &&FloorReport| report.state == ReportState::Reported && report.command.is_some();
    for report in open.iter().filter(is_back).filter(differs) {
        store.move_report(report.id, ReportState::Disputed, report.command, None)?;
    }
    Ok(())
}

pub fn waits_again(report: &FloorReport) -> String {
    format!("report {} for table {} ({}) is pending again: {}", report.id, report.table, report.says(), cmd!("reports"))
}

/// That a report is settled by what was entered otherwise.
pub fn settled_by_entry(report: &FloorReport) -> String {
    let (FloorReport { id, table, .. }, says) = (report, report.says());
    format!(
        "table {table}: the floor reported {says} (report {id}); this settles it; to make it pending again: {}",
        cmd!("undo")
    )
}
