//! Sittings of another desk: lines are typed here, and each is a request of its own.

use super::asking::{Answered, Asking};
use crate::cli::answer::Answer;
use crate::cli::entry::enter::Enter;
use crate::cli::entry::keyboard::{Keyboard, Plain};
use crate::cli::entry::slip;
use crate::cli::failure::Failure;
use crate::cli::seat::Said;
use crate::cli::wording::split;
use crate::cli::{Cli, Command, Everywhere, help, mistyped, read, show, status};
use crate::store::state_file;
use serde_json::{Value, json};
use std::time::Duration;

/// The pile of slips, a line a request.
pub fn enter(asking: &Asking<'_>, enter: &Enter, server: &str) -> Result<Answer, Failure> {
    let (mut verifying, mut began, mut entered, mut agreed) = (enter.verify, -1, 0, 0);
    let slip = |line: &str, verifying: bool, began: i64| -> Result<(u8, Value), Failure> {
        let mut words = vec!["enter".to_owned()];
        words.extend(enter.section.clone());
        words.extend(verifying.then(|| "--verify".to_owned()));
        words.push(format!("--line={began}"));
        let answered = asking.answered(&words, line)?;
        answered.show();
        Ok((answered.exit, answered.sits().cloned().unwrap_or_default()))
    };
    let (exit, mut sits) = slip("", verifying, began)?;
    if exit != 0 {
        return Ok(Answer::nothing().ends(exit));
    }
    began = sits["began"].as_i64().unwrap_or(began);
    show::answer("? helps, q ends");
    let mut keyboard = Keyboard::open(Plain, None)?;
    loop {
        let prompt = match (verifying, show::somebody_types()) {
            (true, true) => format!("[{agreed} agree] verify> "),
            (false, true) => {
                let disputed = sits["disputed"].as_str().map(|told| format!("; {told}")).unwrap_or_default();
                format!("[{} of {}{disputed}] slip> ", sits["in"], sits["of"])
            }
            (true, false) => "verify> ".to_owned(),
            (false, false) => "slip> ".to_owned(),
        };
        let Some(typed) = keyboard.line(&prompt)? else { break };
        let typed = typed.trim();
        match typed.split_whitespace().next().unwrap_or_default() {
            "" => {}
            "q" | "quit" | "exit" => break,
            "?" | "h" | "help" => show::answer(&slip::help()),
            "v" => {
                (verifying, agreed) = (!verifying, 0);
                let told =
                    if verifying { "second pass: nothing is changed; v again to enter" } else { "entering again" };
                show::answer(told);
            }
            "r" => tell(command(&format!("rule{}", &typed[1..]), server, asking.everywhere)),
            word if word.len() > 1 && word.starts_with(|c: char| c.is_alphabetic()) => {
                tell(command(typed, server, asking.everywhere));
            }
            _ => {
                // A line that got lost is told, and the pile goes on.
                let Some((exit, now)) = told(slip(typed, verifying, began)) else { continue };
                let is_slip = exit == 0 && typed.starts_with(|c: char| c.is_ascii_digit());
                entered += usize::from(is_slip && !verifying);
                agreed += usize::from(is_slip && verifying);
                sits = if now.is_null() { sits } else { now };
            }
        }
    }
    let slips =
        |count: usize, one: &str, many: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {many}") };
    let mut text = slips(entered, "slip entered", "slips entered");
    if agreed > 0 {
        text +=
            &format!(", {}", slips(agreed, "slip agrees with what was entered", "slips agree with what was entered"));
    }
    Ok(Answer::said(text, json!({ "entered": entered, "agreed": agreed })))
}

/// Commands without their first word, each a request of its own.
pub fn shell(everywhere: &Everywhere, server: &str) -> Result<Answer, Failure> {
    show::answer("commands as always, without `bughouse`; --help helps, q ends");
    let mut keyboard = Keyboard::open(Plain, state_file("bughouse-history"))?;
    let mut given = 0;
    while let Some(line) = keyboard.line("bughouse> ")? {
        match line.trim() {
            "" => {}
            "q" | "quit" | "exit" => break,
            "?" | "help" => show::answer(&help::pages::definitions().render_help().to_string()),
            typed => {
                given += 1;
                tell(command(typed, server, everywhere));
            }
        }
    }
    Ok(Answer::said(String::new(), json!({ "commands": given })))
}

/// Shows an answer again and again, on a terminal.
pub fn watch(asking: &Asking<'_>, words: &[String], seconds: u64) -> Result<u8, Failure> {
    loop {
        let answered = asking.answered(words, "")?;
        show::clear();
        answered.show();
        if answered.exit != 0 {
            return Ok(answered.exit);
        }
        show::answer(&format!("again every {seconds} seconds; Ctrl-C ends it"));
        std::thread::sleep(Duration::from_secs(seconds));
    }
}

/// Turns pages on a terminal.
pub fn pages(asking: &Asking<'_>, words: &[String], seconds: u64) -> Result<u8, Failure> {
    loop {
        let Answered { exit, said } = asking.answered(words, "")?;
        if exit != 0 {
            Answered { exit, said }.show();
            return Ok(exit);
        }
        for page in said {
            let Said::Out(page) = page else { continue };
            show::clear();
            show::as_it_came(&page);
            std::thread::sleep(Duration::from_secs(seconds));
        }
    }
}

/// One command of a sitting.
fn command(typed: &str, server: &str, sitting: &Everywhere) -> Result<(), Failure> {
    let mut words = split(typed)?;
    if words.first().is_some_and(|word| word == "bughouse") {
        words.remove(0);
    }
    let Cli { mut everywhere, command } = match read(words.iter().map(String::as_str)) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            return Err(mistyped::failure(&error, &words, help::pages::definitions()));
        }
        Err(error) => {
            show::written(error.print());
            return Ok(());
        }
    };
    if matches!(command, Some(Command::Shell(_) | Command::Enter(_))) {
        return Err(Failure::mistyped("this is a sitting already").hint("q ends it"));
    }
    everywhere.acting = everywhere.acting.take().or_else(|| sitting.acting.clone());
    if sitting.dry_run && !everywhere.dry_run {
        words.push("--dry-run".to_owned());
        everywhere.dry_run = true;
    }
    let command = command.unwrap_or(Command::Status(status::Status::default()));
    super::run(server, &command, &words, &everywhere).map(drop)
}

fn tell(outcome: Result<(), Failure>) {
    told(outcome);
}

/// What was given; a failure is told.
fn told<T>(outcome: Result<T, Failure>) -> Option<T> {
    outcome.inspect_err(|failure| show::failure(failure, false)).ok()
}
