//! `bughouse enter`: the pile of slips, a line each, from a terminal or a pipe.

use super::slip::{Filed, Overwrite, Typed, Typing, file, typed};
use crate::cli::Everywhere;
use crate::cli::answer::Answer;
use crate::cli::desk::{Access, Desk};
use crate::cli::failure::Failure;
use crate::cli::show;
use crate::tournament::{BoardLetter, MatchResult, Reason, TableNumber};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::Read;

/// Enter a pile of slips, a line each
#[derive(Debug, Args)]
#[command(after_help = super::shorthand::after_help())]
pub struct Enter {
    /// The section [default: any; the table settles it]
    section: Option<String>,
    /// A second pass over the pile: compare, change nothing, stop at the first difference
    #[arg(long)]
    verify: bool,
    /// Take and answer each line at once, also from a pipe (as at a terminal)
    #[arg(long)]
    each: bool,
}

/// Reads one line; `None` for a blank one or a comment.
///
/// # Errors
/// What is wrong with it.
pub fn line(text: &str) -> Result<Option<Typing>, String> {
    let text = text.split('#').next().unwrap_or_default().trim();
    let mut words = text.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let (table, number) = first.split_once('.').map_or((first, None), |(table, number)| (table, Some(number)));
    let table = table.parse().map(TableNumber).map_err(|_| format!("\"{first}\" is no table number"))?;
    let number = match number {
        None => None,
        Some("1") => Some(1),
        Some("2") => Some(2),
        Some(other) => return Err(format!("\"{other}\" is no match; a round has match 1 and match 2")),
    };
    let result = words.next().ok_or_else(|| format!("table {table}: the result is missing; write `{table} 1-0`"))?;
    let rest: Vec<&str> = words.collect();
    let (result, mut board, mut reason) = match typed(result) {
        Ok(result) => (result, None, None),
        Err(complaint) => short(result).ok_or(complaint)?,
    };
    for word in rest {
        if board.is_none()
            && reason.is_none()
            && let Ok(letter) = BoardLetter::from_str(word, true)
        {
            board = Some(letter);
        } else if reason.is_none() {
            reason = Some(reason_of(word).ok_or_else(|| format!("\"{word}\" is neither a board nor a reason"))?);
        } else {
            return Err(format!("\"{word}\" is one word too many"));
        }
    }
    Ok(Some(Typing { table, round: None, number, result, board, reason, other: None, white: None }))
}

/// `1`, `2` or `=`, then a board, then a reason: `1am`.
fn short(word: &str) -> Option<(Typed, Option<BoardLetter>, Option<Reason>)> {
    let mut letters = word.chars();
    let result = match letters.next()? {
        '1' => MatchResult::First,
        '2' => MatchResult::Second,
        '=' => MatchResult::Drawn,
        _ => return None,
    };
    let board = match letters.next() {
        None => None,
        Some(letter) => Some(BoardLetter::from_str(&letter.to_string(), true).ok()?),
    };
    let reason = match letters.next() {
        None => None,
        Some(letter) => Some(reason_of(&letter.to_string())?),
    };
    letters.next().is_none().then_some((Typed::Result(result), board, reason))
}

fn reason_of(word: &str) -> Option<Reason> {
    Some(match word {
        "m" => Reason::Mate,
        "r" => Reason::Resign,
        "t" => Reason::Time,
        "i" => Reason::Illegal,
        "f" => Reason::Forfeit,
        "p" => Reason::Penalty,
        "a" => Reason::Absent,
        "n" => Reason::NoClock,
        "g" => Reason::Agreement,
        "l" => Reason::Flags,
        "x" => Reason::Repetition,
        "s" => Reason::Simultaneous,
        word => return Reason::from_str(word, true).ok(),
    })
}

impl Enter {
    /// Takes the pile.
    pub async fn run(&self, everywhere: &Everywhere) -> Result<Answer, Failure> {
        if self.each || show::somebody_types() {
            return super::live::run(self.section.as_deref(), self.verify, everywhere).await;
        }
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(|e| Failure::machine(format!("the lines could not be read: {e}")))?;
        let text = String::from_utf8_lossy(&bytes);
        let access = if self.verify { Access::Read } else { Access::Write };
        let mut desk = Desk::open(everywhere, access).await?;
        let outcome =
            if self.verify { verify(&desk, self.section.as_deref(), &text) } else { all(&mut desk, self.section.as_deref(), &text).await };
        match outcome {
            Ok(answer) => desk.close(answer).await,
            Err(failure) => Err(desk.abandon(failure).await),
        }
    }
}

/// Refuses a table of another section, where one was named.
///
/// # Errors
/// The table belongs to another section, or is not there.
pub fn in_section(desk: &Desk, section: Option<&str>, table: TableNumber) -> Result<(), Failure> {
    let Some(named) = section else { return Ok(()) };
    let wanted = desk.section(Some(named))?;
    let (found, _) = desk.round_at(table, None)?;
    if found.id == wanted.id {
        Ok(())
    } else {
        Err(Failure::mistyped(format!("table {table} belongs to {}, not to {}", found.name, wanted.name)))
    }
}

/// Every line, or none.
async fn all(desk: &mut Desk, section: Option<&str>, text: &str) -> Result<Answer, Failure> {
    let (mut filed, mut problems): (Vec<Filed>, Vec<(usize, Failure)>) = (Vec::new(), Vec::new());
    for (number, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let typing = match line(content) {
            Ok(None) => continue,
            Ok(Some(typing)) => typing,
            Err(complaint) => {
                problems.push((number, Failure::mistyped(complaint)));
                continue;
            }
        };
        let checked = in_section(desk, section, typing.table);
        match checked {
            Ok(()) => match file(desk, &typing, Overwrite::AfterAsking).await {
                Ok(one) => {
                    filed.push(one);
                    desk.reload().await?;
                }
                Err(failure) => problems.push((number, failure)),
            },
            Err(failure) => problems.push((number, failure)),
        }
    }
    if !problems.is_empty() {
        return Err(listed(&problems, filed.len()));
    }
    let changed = filed.iter().filter(|f| f.changed).count();
    let sections = &desk.tournament().sections;
    let json: Vec<_> = filed.iter().filter_map(|f| Some(f.to_json(sections.iter().find(|s| s.id == f.id.section)?))).collect();
    let summary = format!("entered {changed} results");
    let same = filed.len() - changed;
    let unchanged = if same > 0 { format!("; {same} stood so already") } else { String::new() };
    Ok(Answer::said(format!("{summary}{unchanged}"), json!({ "entered": changed, "unchanged": same, "results": json }), summary))
}

fn listed(problems: &[(usize, Failure)], good: usize) -> Failure {
    let lines: Vec<String> = problems
        .iter()
        .map(|(number, f)| format!("\n  line {number}: {}{}", f.message, f.hint.as_ref().map(|h| format!(" ({h})")).unwrap_or_default()))
        .collect();
    let code = problems.iter().map(|(_, f)| f.code).max_by_key(|c| *c as u8).unwrap_or(crate::cli::failure::Code::Mistyped);
    let json: Vec<_> = problems.iter().map(|(line, f)| json!({ "line": line, "message": f.message, "hint": f.hint })).collect();
    Failure {
        code,
        message: format!("nothing was entered: {} of {} lines are wrong{}", problems.len(), problems.len() + good, lines.concat()),
        hint: Some("mend these lines and enter the whole pile again".to_owned()),
        details: Some(json!({ "problems": json })),
    }
}

/// A second pass over the pile that stops at the first difference.
fn verify(desk: &Desk, section: Option<&str>, text: &str) -> Result<Answer, Failure> {
    let mut agreed = 0;
    for (number, content) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let Some(typing) = line(content).map_err(|e| Failure::mistyped(format!("line {number}: {e}")))? else { continue };
        in_section(desk, section, typing.table)?;
        compare(desk, &typing).map_err(|f| Failure { message: format!("line {number}: {}", f.message), ..f })?;
        agreed += 1;
    }
    Ok(Answer::said(format!("{agreed} slips agree with what was entered"), json!({ "agreed": agreed }), String::new()))
}

/// Whether a slip of the second pass says what is stored.
///
/// # Errors
/// The stored result, and what was typed now.
pub fn compare(desk: &Desk, typing: &Typing) -> Result<(), Failure> {
    let (section, round) = desk.round_at(typing.table, typing.round)?;
    let wanted = match typing.result {
        Typed::Result(result) => Some(result),
        Typed::Clear => None,
    };
    let numbers = typing.number.map_or(1..=section.matches, |n| n..=n);
    let stored: Vec<_> = numbers.map(|n| desk.result_in(round, typing.table, n)).collect();
    if stored.contains(&wanted) {
        return Ok(());
    }
    let said = |r: &Option<MatchResult>| r.map_or("nothing", MatchResult::as_typed).to_owned();
    let stored: Vec<String> = stored.iter().map(said).collect();
    Err(Failure::forbidden(format!("table {} has {} and the slip says {}", typing.table, stored.join(" and "), said(&wanted)))
        .hint(format!("look at the slip again; to correct: bughouse result {} {} --replace", typing.table, said(&wanted))))
}
