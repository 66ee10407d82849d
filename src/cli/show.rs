//! The one place that prints: answers to stdout, talk and failures to stderr.

use super::failure::Failure;
use crate::report::render::{Style, clean, terminal_width};
use serde_json::Value;
use std::io::{IsTerminal, Write};

/// Prints an answer. A reader that went away (a closed pipe) is no error.
pub fn answer(text: &str) {
    answer_as_is(text);
    if !text.is_empty() && !text.ends_with('\n') {
        answer_as_is("\n");
    }
}

fn answer_as_is(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// Text with names in it, which come from anybody's file and cannot steer the terminal. Its lines stay lines.
pub fn harmless(text: &str) -> String {
    text.split('\n').map(clean).collect::<Vec<_>>().join("\n")
}

/// Prints one JSON document.
pub fn json(value: &Value) {
    answer(&serde_json::to_string_pretty(value).unwrap_or_else(|e| format!("{{\"error\":{{\"code\":70,\"message\":\"{e}\"}}}}")));
}

/// Prints a remark beside the answer.
pub fn remark(text: &str) {
    talk(&harmless(text));
}

fn talk(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = writeln!(err, "{text}");
}

/// Prints why a command stopped.
pub fn failure(failure: &Failure, as_json: bool) {
    if as_json {
        let text = serde_json::to_string_pretty(&failure.to_json()).unwrap_or_else(|_| failure.message.clone());
        talk(&text);
        return;
    }
    let (bold, red, plain) = if colour_on_stderr() { ("\x1b[1m", "\x1b[1;31m", "\x1b[0m") } else { ("", "", "") };
    let mut text = format!("{red}error:{plain} {bold}{}{plain}", harmless(&failure.message));
    if let Some(hint) = &failure.hint {
        text.push_str(&format!("\n\n       {bold}hint:{plain} {}", harmless(hint)));
    }
    talk(&text);
}

/// Whether a person is watching stdin and stdout, so that a question can be asked.
pub fn somebody_is_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Whether a person is typing on stdin.
pub fn somebody_types() -> bool {
    std::io::stdin().is_terminal()
}

/// Whether a person is watching stdout.
pub fn somebody_watches() -> bool {
    std::io::stdout().is_terminal()
}

/// Empties the screen, so that what comes next stands at its top.
pub fn clear() {
    answer_as_is("\x1b[2J\x1b[3J\x1b[H");
}

/// How documents look here: fitted and coloured on a terminal, plain in a pipe.
pub fn style() -> Style {
    if !std::io::stdout().is_terminal() {
        return Style::PLAIN;
    }
    Style { width: terminal_width(), colour: !is_set("NO_COLOR") && !terminal_is_dumb(), ascii: terminal_is_dumb() || !locale_is_unicode() }
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

fn terminal_is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|kind| kind == "dumb")
}

/// Whether the locale that was asked for can show more than ASCII. Where none was asked for, it can.
fn locale_is_unicode() -> bool {
    let asked = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
    asked.is_none_or(|locale| locale.to_lowercase().replace('-', "").ends_with("utf8"))
}

fn colour_on_stderr() -> bool {
    std::io::stderr().is_terminal() && !is_set("NO_COLOR") && !terminal_is_dumb()
}

/// Asks a yes-or-no question at the terminal. Anything but a clear yes is a no.
pub fn ask(question: &str) -> bool {
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "{} [y/N] ", harmless(question));
    let _ = out.flush();
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).is_ok() && matches!(line.trim().to_lowercase().as_str(), "y" | "yes")
}
