//! `bughouse enter`: the pile of slips, a line each, from a terminal or a pipe.

use super::line::line;
use super::progress::{Progress, not_verified};
use super::slip::{Overwrite, Pile, compare, earlier_gap, file_of_pile, in_section, settle, to_json, won_from_afar};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::foreign;
use crate::cli::show;
use crate::cli::status::completed;
use crate::event::edit::slips::{Filed, Typing};
use crate::tournament::Section;
use clap::Args;
use serde_json::json;
use std::collections::BTreeSet;

/// Enter a pile of slips, a line each
#[derive(Debug, Args)]
#[command(after_help = super::shorthand::after_help())]
pub struct Enter {
    /// The section [default: any; the table settles it]
    pub section: Option<String>,
    /// Late slips, of this round [default: the latest with the table]
    #[arg(long)]
    pub round: Option<u32>,
    /// A second pass over the pile: compare, change nothing, stop at the first difference
    #[arg(long)]
    pub verify: bool,
    /// Take and answer each line at once, also from a pipe (as at a terminal)
    #[arg(long)]
    pub each: bool,
    /// One line of a sitting at another desk, which began after this command
    #[arg(long, hide = true, value_name = "COMMAND", allow_hyphen_values = true)]
    line: Option<i64>,
}

/// How many wrong lines of a pile are told.
const SHOWN: usize = 40;

impl Enter {
    fn pile(&self) -> Pile<'_> {
        Pile { section: self.section.as_deref(), round: self.round }
    }

    pub fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if let Some(began) = self.line {
            return super::live::one(&self.pile(), self.verify, began, everywhere);
        }
        if self.each || show::somebody_types() {
            return super::live::run(&self.pile(), self.verify, everywhere);
        }
        let bytes = foreign::piped(foreign::MOST_OF_A_PILE)?;
        let text = String::from_utf8_lossy(&bytes);
        let access = if self.verify { Access::Read } else { Access::Write };
        let mut desk = Desk::open(everywhere, access)?;
        let outcome =
            if self.verify { verify(&desk, &self.pile(), &text) } else { all(&mut desk, &self.pile(), &text) };
        match outcome {
            Ok(answer) => desk.close(answer),
            Err(failure) => Err(desk.abandon(failure)),
        }
    }
}

/// Every line, or none.
fn all(desk: &mut Desk, pile: &Pile<'_>, text: &str) -> Result<Answer, Failure> {
    let (mut filed, mut problems): (Vec<Filed>, Vec<(usize, Failure)>) = (Vec::new(), Vec::new());
    for (number, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let typing = match line(content) {
            Ok(None) => continue,
            Ok(Some(typing)) => Typing { round: pile.round, ..typing },
            Err(complaint) => {
                problems.push((number, Failure::mistyped(complaint)));
                continue;
            }
        };
        let checked = in_section(desk, pile, typing.table);
        match checked {
            Ok(()) => match file_of_pile(desk, &typing, Overwrite::AfterAsking) {
                Ok(one) => filed.push(one),
                Err(failure) => problems.push((number, failure)),
            },
            Err(failure) => problems.push((number, failure)),
        }
    }
    if !problems.is_empty() {
        return Err(listed(&problems, filed.len()));
    }
    settle(desk, &filed.iter().map(|filed| filed.id).collect::<Vec<_>>())?;
    let changed = filed.iter().filter(|f| f.changed).count();
    let sections = &desk.tournament().sections;
    let json: Vec<_> =
        filed.iter().filter_map(|f| Some(to_json(f, sections.iter().find(|s| s.id == f.id.section)?))).collect();
    let summary = if changed == 1 { "entered 1 result".to_owned() } else { format!("entered {changed} results") };
    let same = filed.len() - changed;
    let unchanged = if same > 0 { format!("; {same} stood so already") } else { String::new() };
    let touched = |section: &&Section| filed.iter().any(|f| f.changed && f.id.section == section.id);
    let mut text = vec![format!("{summary}{unchanged}")];
    for line in sections.iter().filter(touched).filter_map(|section| completed(desk, section)).flatten() {
        if !text.contains(&line) {
            text.push(line);
        }
    }
    for one in filed.iter().filter(|f| f.changed) {
        text.extend(won_from_afar(desk, one).into_iter().chain(earlier_gap(desk, one.id)));
    }
    Ok(Answer::said(text.join("\n"), json!({ "entered": changed, "unchanged": same, "results": json }), summary))
}

fn listed(problems: &[(usize, Failure)], good: usize) -> Failure {
    let mut lines: Vec<String> = problems
        .iter()
        .take(SHOWN)
        .map(|(number, f)| {
            format!(
                "\n  line {number}: {}{}",
                f.message,
                f.hint.as_ref().map(|h| format!(" ({h})")).unwrap_or_default()
            )
        })
        .collect();
    if problems.len() > SHOWN {
        lines.push(format!("\n  and {} more", problems.len() - SHOWN));
    }
    let code =
        problems.iter().map(|(_, f)| f.code).max_by_key(|c| *c as u8).unwrap_or(crate::cli::failure::Code::Mistyped);
    let json: Vec<_> =
        problems.iter().map(|(line, f)| json!({ "line": line, "message": f.message, "hint": f.hint })).collect();
    Failure {
        code,
        message: match (problems.len(), problems.len() + good) {
            (1, 1) => format!("nothing was entered: the line is wrong{}", lines.concat()),
            (wrong, of) => {
                format!(
                    "nothing was entered: {wrong} of {of} lines {} wrong{}",
                    if wrong == 1 { "is" } else { "are" },
                    lines.concat()
                )
            }
        },
        hint: Some("mend these lines and enter the whole pile again".to_owned()),
        details: Some(json!({ "problems": json })),
        question: None,
    }
}

/// A second pass over the pile that stops at the first difference.
fn verify(desk: &Desk, pile: &Pile<'_>, text: &str) -> Result<Answer, Failure> {
    let (mut agreed, mut verified) = (0, BTreeSet::new());
    for (number, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let Some(typing) = line(content).map_err(|e| Failure::mistyped(format!("line {number}: {e}")))? else {
            continue;
        };
        let typing = Typing { round: pile.round, ..typing };
        in_section(desk, pile, typing.table)?;
        compare(desk, &typing).map_err(|f| Failure { message: format!("line {number}: {}", f.message), ..f })?;
        agreed += 1;
        verified.insert(typing.table);
    }
    let unverified = Progress::of(desk, pile)?.with_results_beside(&verified);
    let text = match agreed {
        1 => "1 slip agrees with what was entered".to_owned(),
        _ => format!("{agreed} slips agree with what was entered"),
    };
    let json = json!({ "agreed": agreed, "not_verified": unverified });
    Ok(Answer::said(text + &not_verified(&unverified), json, String::new()))
}
