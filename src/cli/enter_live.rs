//! `bughouse enter` at a terminal: a command a slip, who plays whom echoed at once.

use super::Everywhere;
use super::answer::Answer;
use super::desk::{Access, list};
use super::enter::{compare, desk_for, line, tell};
use super::failure::Failure;
use super::slip::{Filed, Overwrite, file};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use serde_json::json;

const HELP: &str = "\
12 1      the first team of table 12 won        12 2   the second      12 =   drawn
12 1am    … on board a, by mate                 12.2 1   the second match of a double round
u         take the last slip back               m      tables still missing
v         second pass: compare, change nothing  q      done
reasons: m(ate) r(esign) t(ime) i(llegal) f(orfeit) p(enalty) a(bsent) n(o clock)
         g agreement  l flags  x repetition  s(imultaneous)";

/// Takes slips until `q` or the end of input.
///
/// # Errors
/// The terminal or the file failed.
pub async fn run(section: Option<&str>, verify: bool, everywhere: &Everywhere) -> Result<Answer, Failure> {
    let mut editor = DefaultEditor::new().map_err(|e| Failure::machine(format!("the terminal cannot be read: {e}")))?;
    let (mut verifying, mut entered) = (verify, 0);
    tell(&missing(section, everywhere).await?);
    tell("type ? for help, q when done");
    loop {
        let prompt = if verifying { "verify> " } else { "slip> " };
        let typed = match editor.readline(prompt) {
            Ok(typed) => typed,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => break,
            Err(error) => return Err(Failure::machine(format!("the terminal cannot be read: {error}"))),
        };
        let _ = editor.add_history_entry(&typed);
        let outcome = match typed.trim() {
            "" => continue,
            "q" | "quit" | "exit" => break,
            "?" | "h" | "help" => Ok(HELP.to_owned()),
            "v" => {
                verifying = !verifying;
                Ok(if verifying { "second pass: nothing is changed".to_owned() } else { "entering again".to_owned() })
            }
            "m" => missing(section, everywhere).await,
            "u" => take_back(everywhere).await,
            text if verifying => check(text, everywhere).await,
            text => match enter(text, everywhere).await {
                Ok(said) => {
                    entered += 1;
                    Ok(format!("{said}\n{}", missing(section, everywhere).await?))
                }
                Err(failure) => Err(failure),
            },
        };
        match outcome {
            Ok(said) => tell(&said),
            Err(failure) => super::show::failure(&failure, false),
        }
    }
    Ok(Answer::said(format!("{entered} slips entered"), json!({ "entered": entered }), String::new()))
}

async fn enter(text: &str, everywhere: &Everywhere) -> Result<String, Failure> {
    let typing = line(text).map_err(|e| Failure::mistyped(e).hint("? shows how a line is written"))?;
    let Some(typing) = typing else { return Ok(String::new()) };
    let mut desk = desk_for(everywhere, Access::Write, text).await?;
    match file(&mut desk, &typing, Overwrite::AfterAsking).await {
        Ok(Filed { sentence, changed, .. }) => {
            let said = if changed { sentence.clone() } else { format!("{sentence}; it stood so already") };
            desk.close(Answer::said(String::new(), json!(null), sentence)).await?;
            Ok(said)
        }
        Err(failure) => Err(desk.abandon(failure).await),
    }
}

async fn check(text: &str, everywhere: &Everywhere) -> Result<String, Failure> {
    let Some(typing) = line(text).map_err(Failure::mistyped)? else { return Ok(String::new()) };
    let desk = desk_for(everywhere, Access::Read, text).await?;
    let outcome = compare(&desk, &typing);
    match outcome {
        Ok(()) => {
            desk.close(Answer::said(String::new(), json!(null), String::new())).await?;
            Ok(format!("table {}: agrees", typing.table))
        }
        Err(failure) => Err(desk.abandon(failure).await),
    }
}

async fn take_back(everywhere: &Everywhere) -> Result<String, Failure> {
    let mut desk = super::desk::Desk::open_as(everywhere, Access::History, "enter u").await?;
    let (official, now) = (desk.official.clone(), desk.now.clone());
    let undone = async {
        let last = desk.store.latest_undoable().await?;
        desk.store.undo(last.number, "enter u", official.as_deref(), &now).await?;
        Ok::<_, Failure>(last)
    };
    match undone.await {
        Ok(last) => {
            desk.close(Answer::said(String::new(), json!(null), String::new())).await?;
            Ok(format!("took back: {}", if last.summary.is_empty() { last.words } else { last.summary }))
        }
        Err(failure) => Err(desk.abandon(failure).await),
    }
}

/// How many tables are in, and which are not.
async fn missing(section: Option<&str>, everywhere: &Everywhere) -> Result<String, Failure> {
    let desk = desk_for(everywhere, Access::Read, "").await?;
    let wanted = section.map(|s| desk.section(Some(s)).map(|s| s.id)).transpose();
    let wanted = match wanted {
        Ok(wanted) => wanted,
        Err(failure) => return Err(desk.abandon(failure).await),
    };
    let mut lines = Vec::new();
    for section in desk.tournament().sections.iter().filter(|s| wanted.is_none_or(|w| s.id == w)) {
        let Some(round) = desk.latest_round(section.id) else { continue };
        let tables = round.tables().len();
        let open = desk.missing(section, round);
        let which = if open.is_empty() { "complete".to_owned() } else { format!("missing {}", list(open.iter().map(ToString::to_string))) };
        lines.push(format!("{} round {}: {} of {tables} in, {which}", section.name, round.number, tables - open.len()));
    }
    desk.close(Answer::said(String::new(), json!(null), String::new())).await?;
    Ok(lines.join("\n"))
}
