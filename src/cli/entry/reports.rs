//! `bughouse reports`: results that were reported from the floor and are not filed.

use crate::cli::answer::Answer;
use crate::cli::command_text::cmd;
use crate::cli::desk::{Desk, Verb};
use crate::cli::entry::slip::{Overwrite, effects, file, sentence};
use crate::cli::failure::Failure;
use crate::cli::open_reports::{filer, of_match, open, place, reporter, to_json};
use crate::cli::scene::Scene;
use crate::cli::shorthand::typed;
use crate::cli::traits::{Moment, Traits};
use crate::cli::wording;
use crate::event::edit::slips::{Typed, Typing};
use crate::report::{Cell, Column, Report, Table};
use crate::store::{FloorReport, ReportState};
use crate::tournament::{BoardLetter, MatchId, Reason, TableNumber};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

/// Show results reported from the floor that are pending or disputed, and settle them
#[derive(Debug, Args)]
#[command(after_help = r#"Examples:
  bughouse reports                  what is pending, the disputed ones first
  bughouse reports accept 12        file what report 12 says
  bughouse reports reject 13 --note "slip says 1-0""#)]
pub struct ReportsCommand {
    #[command(subcommand)]
    what: Option<Settling>,
}

#[derive(Debug, Subcommand)]
enum Settling {
    /// File what a report says; other reports for the same match are dropped
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
        let recorded = scene.result.map_or("none", |result| result.as_typed()).to_owned();
        let filed = filer(desk, scene.id)?.map_or(recorded.clone(), |filer| format!("{recorded}, {filer}"));
        sides.push((by, filed));
        scenes.push(scene);
    }
    let lines = reports.iter().zip(&sides).zip(&scenes).map(|((report, sides), scene)| (report, sides, scene));
    let table = Table::of("Reports", lines)
        .column(Column::number("No."), |(report, ..)| Cell::whole(report.id))
        .column(Column::short("Status"), |(report, ..)| {
            Cell::text(if report.state == ReportState::Disputed { "disputed" } else { "pending" })
        })
        .column(Column::short("Table"), |(report, _, scene)| Cell::text(place(desk, report, scene.section.matches)))
        .column(Column::text("Teams").naming(), |(.., scene)| {
            let [first, second] = scene.teams.each_ref().map(|team| team.name.as_str());
            Cell::text(format!("{first} - {second}"))
        })
        .column(Column::short("Says"), |(report, ..)| Cell::text(report.says()))
        .column(Column::short("By"), |(_, (by, _), _)| Cell::text(by))
        .column(Column::short("On file"), |(_, (_, filed), _)| Cell::text(filed));
    Ok(Answer::sheet(Report::table(masthead, table, json!({ "reports": json }))))
}

/// The match of an open report.
pub fn scene_of(desk: &mut Desk, number: i64) -> Result<Scene, Failure> {
    let found = open(desk)?.into_iter().find(|report| report.id == number);
    let none = || {
        Failure::mistyped(format!("no report {number} is waiting to be settled"))
            .hint(format!("to see the ones that are: {}", cmd!("reports")))
    };
    scene(desk, &found.ok_or_else(none)?)
}

/// The match of a report.
pub fn scene(desk: &Desk, report: &FloorReport) -> Result<Scene, Failure> {
    Scene::at(desk, TableNumber(report.table), Some(report.round), Some(report.number))
}

/// Files what a report says, or drops it. Gives what was done in one sentence.
pub fn settle(desk: &mut Desk, number: i64, accept: bool, note: Option<&str>) -> Result<String, Failure> {
    let scene = scene_of(desk, number)?;
    let all = of_match(desk, scene.id)?;
    let (own, mut others): (Vec<FloorReport>, Vec<FloorReport>) =
        all.into_iter().partition(|report| report.id == number);
    let Some(report) = own.first() else { return Err(Failure::machine("the report is gone")) };
    others.retain(|other| !desk.is_of_another_board(other.board_letter(), report.board_letter()));
    if !accept {
        desk.store.move_report(number, ReportState::Rejected, None, note)?;
        // What is left agrees with itself and waits again.
        let same = agree(&others) && scene.result.is_none();
        for other in others.iter().filter(|_| same) {
            desk.store.move_report(other.id, ReportState::Reported, None, None)?;
        }
        return Ok(format!("report {number} for table {} is rejected", report.table));
    }
    let is_undisputed = agree(&others) && others.iter().all(|other| other.agrees(report));
    let (board, reason) = board_and_reason(alone(report), if is_undisputed { &others } else { &[] });
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

fn agree(reports: &[FloorReport]) -> bool {
    reports.iter().all(|one| reports.iter().all(|other| one.agrees(other)))
}

/// The board that is named, and how it ended: what the first leaves out, others that say the same may have named.
pub fn board_and_reason(first: Ending, others: &[FloorReport]) -> Ending {
    others.iter().map(alone).fold(first, |found, more| (found.0.or(more.0), found.1.or(more.1)))
}

type Ending = (Option<BoardLetter>, Option<Reason>);

fn alone(report: &FloorReport) -> Ending {
    let board = report.board_letter();
    let reason = report.reason.as_ref().and_then(|reason| Reason::from_str(reason, true).ok());
    (board, reason)
}

/// What is typed for the match of a report.
pub fn typing(scene: &Scene, result: Typed, board: Option<BoardLetter>, reason: Option<Reason>) -> Typing {
    let MatchId { table, round, number, .. } = scene.id;
    Typing { table, round: Some(round), number: Some(number), result, board, reason, other: None, white: None }
}
