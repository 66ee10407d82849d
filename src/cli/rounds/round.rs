//! `bughouse round`: the next round of every section that is ready, and one file to print.

use super::pair::Pair;
use crate::cli::answer::Answer;
use crate::cli::desk::{Desk, Verb};
use crate::cli::failure::{Code, Failure};
use crate::cli::paper::publish::renewed;
use crate::cli::printed::Kept;
use crate::report::Sheet;
use crate::report::pairings::Order;
use crate::tournament::{Section, SectionId, StartTime};
use clap::Args;
use serde_json::json;

/// Pair every section that is ready, and print it in one file
#[derive(Debug, Args)]
#[command(after_help = "Example: bughouse round -o round3.pdf")]
pub struct RoundCommand {
    /// The sections [default: all]
    #[arg(value_name = "SECTION")]
    sections: Vec<String>,
    /// Pair these sections as `bughouse pair --anyway` does
    #[arg(long, requires = "sections")]
    anyway: bool,
    /// When the round is to start, as printed on its sheets: 10:30
    #[arg(long, value_name = "TIME")]
    at: Option<StartTime>,
}

impl Verb for RoundCommand {
    fn run(&self, desk: &mut Desk) -> Result<Answer, Failure> {
        let sections: Vec<Section> = match &self.sections[..] {
            [] => desk.tournament().sections.clone(),
            named => named.iter().map(|name| desk.section(Some(name)).cloned()).collect::<Result<_, _>>()?,
        };
        let (mut paired, mut waiting, mut remarks) = (Vec::new(), Vec::new(), Vec::<String>::new());
        for section in &sections {
            let before = desk.event.clone();
            match Pair::next(section, self.at, self.anyway).run(desk) {
                Ok(answer) => {
                    remarks.extend(answer.remarks().iter().chain(answer.last_remark()).cloned());
                    paired.push((section.id, answer.summary));
                }
                Err(failure) if failure.code == Code::Machine => return Err(failure),
                Err(failure) => {
                    desk.event = before;
                    waiting.push((section.name.clone(), failure));
                }
            }
        }
        if paired.is_empty() {
            return Err(nothing_ready(waiting));
        }
        remarks.dedup();
        told(desk, &paired, &waiting, remarks)
    }
}

/// Why no section could be paired: of one, its own reason; of several, each one's.
fn nothing_ready(mut waiting: Vec<(String, Failure)>) -> Failure {
    if waiting.len() == 1 {
        return waiting.remove(0).1;
    }
    let reasons: String = waiting.iter().map(|(_, failure)| format!("\n  {}", failure.message)).collect();
    let failure = Failure::forbidden(format!("no section is ready for its next round{reasons}"));
    failure.hint("`bughouse status` says what each waits for").details(json!({ "waiting": waits(&waiting) }))
}

fn waits(waiting: &[(String, Failure)]) -> Vec<serde_json::Value> {
    let one = |(section, failure): &(String, Failure)| json!({ "section": section, "waits_for": failure.message, "hint": failure.hint });
    waiting.iter().map(one).collect()
}

fn told(
    desk: &mut Desk,
    paired: &[(SectionId, String)],
    waiting: &[(String, Failure)],
    mut remarks: Vec<String>,
) -> Result<Answer, Failure> {
    let rounds: Vec<(SectionId, u32)> =
        paired.iter().filter_map(|(section, _)| Some((*section, desk.latest_round(*section)?.number))).collect();
    let lines = paired.iter().map(|(_, summary)| summary.clone());
    let summary = lines.clone().collect::<Vec<_>>().join("; ");
    let not_yet = waiting.iter().map(|(_, failure)| {
        let hint = failure.hint.as_ref().map(|hint| format!("\n  {hint}")).unwrap_or_default();
        format!("not yet: {}{hint}", failure.message)
    });
    let site = match desk.everywhere.dry_run {
        false => renewed(desk)?,
        true => None,
    };
    remarks.extend(site.as_ref().map(|(folder, _)| format!("renewed the pages in {}", folder.display())));
    let kept = |sheets| {
        let kept = Kept::sheets(sheets);
        match site {
            Some((folder, told)) => kept.and_site(&folder, told),
            None => kept,
        }
    };
    if desk.everywhere.output.is_none() {
        let print = if waiting.is_empty() { "--all".to_owned() } else { "SECTION".to_owned() };
        let print = format!(
            "to print: bughouse pairings {print} -o pairings.pdf, bughouse slips {print} -o slips.pdf; next time `bughouse round -o FILE.pdf` does both"
        );
        let text = lines.chain(not_yet).chain([print]).collect::<Vec<_>>().join("\n");
        let section = |id: SectionId| desk.tournament().section(id).map(|section| section.name.clone());
        let json = json!({
            "paired": rounds.iter().map(|(id, round)| json!({ "section": section(*id), "round": round })).collect::<Vec<_>>(),
            "waiting": waits(waiting),
        });
        return Ok(Answer::said(text, json, summary).with_remarks(remarks).kept(kept(Vec::new())));
    }
    let by_table = |&(section, round): &(SectionId, u32)| Sheet::Pairings { section, round, by: Order::Table };
    let slips = |&(section, round): &(SectionId, u32)| Sheet::Slips { section, round };
    let players = match rounds[..] {
        [(section, round)] => Sheet::Pairings { section, round, by: Order::Player },
        _ => Sheet::Finder { rounds: rounds.clone(), by: Order::Player },
    };
    let sheets: Vec<Sheet> = rounds.iter().map(by_table).chain([players]).chain(rounds.iter().map(slips)).collect();
    let mut answer = desk.sheets(sheets.clone())?.kept(kept(sheets));
    answer.summary = summary;
    Ok(answer.with_remarks(lines).with_remarks(not_yet).with_remarks(remarks))
}
