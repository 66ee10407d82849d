//! `result … --aside`: a slip that says otherwise than another is put aside. It is kept as a report of the desk, and its table is disputed.

use super::slip::on_file_in_words;
use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::Desk;
use crate::cli::failure::Failure;
use crate::cli::matches::describe;
use crate::cli::open_reports;
use crate::cli::refusal::OrRefuse;
use crate::cli::scene::Scene;
use crate::cli::shorthand::{spelled, typed_as};
use crate::event::Refusal;
use crate::event::edit::slips::{self, Typed, Typing};
use crate::store::{FloorReport, ReportState};
use crate::tournament::names::option_name;
use serde_json::json;

/// Keeps a slip beside what is entered or reported of its match, all of it disputed.
pub fn put_aside(desk: &mut Desk, typing: &Typing) -> Result<Answer, Failure> {
    let Typed::Result(result) = typing.result else {
        return Err(Failure::mistyped("a slip you set aside needs a result").hint("type the result that's on it"));
    };
    let (id, on_file) = match slips::file(&mut desk.event.clone(), typing, false) {
        Err(Refusal::Differs(standing)) => (standing.id, Some(on_file_in_words(&standing))),
        Err(refusal) => return Err(refusal).or_refuse(desk),
        Ok(filed) => (filed.id, (!filed.changed).then(String::new)),
    };
    let scene = Scene::at(desk, id.table, Some(id.round), Some(id.number))?;
    let open = open_reports::of_match(desk, scene.id)?;
    if on_file.as_deref() == Some("") && open.is_empty() {
        return Err(Failure::forbidden(format!("this slip says the same thing: {}", describe(desk, id, Some(result))))
            .hint("there's nothing to set aside"));
    }
    let report = FloorReport {
        id: 0,
        at: desk.everywhere.at(),
        section: id.section.0,
        round: id.round,
        table: id.table.0,
        number: id.number,
        result: result.as_typed().to_owned(),
        board: typing.board.map(option_name),
        reason: typing.reason.map(option_name),
        side: None,
        device: desk.everywhere.device,
        state: ReportState::Disputed,
        command: None,
        note: None,
    };
    let own = |one: &&FloorReport| one.side.is_none() && one.device == report.device && one.says() == report.says();
    let kept = match open.iter().find(own) {
        Some(kept) => kept.id,
        None => desk.store.add_report(&report)?,
    };
    for one in open.iter().map(|report| report.id).chain([kept]) {
        desk.store.move_report(one, ReportState::Disputed, None, None)?;
    }
    let says = spelled(typed_as(typing), typing);
    let summary = format!("table {} is disputed: a slip that says {says} was set aside as report {kept}", id.table);
    let other = on_file
        .filter(|on_file| !on_file.is_empty())
        .map(|on_file| format!("{on_file} stays on file; "))
        .unwrap_or_default();
    let text = format!("{summary}; {other}settle it with {}", cmd!("reports"));
    Ok(Answer::noted(text, json!({ "report": kept, "table": id.table, "state": ReportState::Disputed }), summary))
}
