//! Pages that say no: what is the matter, and what to do next.

use super::Head;
use askama::Template;

/// A refusal by its HTTP status. `message` and `hint` replace what is said of every refusal of the kind.
#[derive(Debug, Clone, Default, Template)]
#[template(path = "web/hall/trouble.html")]
pub struct TroublePage {
    pub head: Head,
    pub status: u16,
    pub message: Option<String>,
    pub hint: Option<String>,
}

impl TroublePage {
    fn title(&self) -> &'static str {
        match self.status {
            401 if self.is_of_a_code() => "This code opens nothing",
            401 => "This device is not part of the hall",
            403 => "Not for this device",
            404 => "There is no such page",
            409 => "Something has changed meanwhile",
            413 => "That was too much",
            422 => "The rulebook refuses this",
            429 => "Too many tries",
            503 => "The desk is busy",
            _ => "That did not work",
        }
    }

    /// Whether it is a slip that is refused, and no device.
    fn is_of_a_code(&self) -> bool {
        self.message.as_deref().is_some_and(|said| said.starts_with("this code"))
    }

    fn said(&self) -> String {
        let message = self.message.as_deref().filter(|said| !said.eq_ignore_ascii_case(self.title()));
        sentence(message.unwrap_or(match self.status {
            401 => "It was never enrolled, or the desk has revoked it.",
            403 => "Its role does not include this.",
            404 => "The table, the team or the code is not in use now.",
            409 => "Nothing was changed.",
            429 => "This device asked too often.",
            503 => "Nothing was changed.",
            _ => "Nothing was changed.",
        }))
    }

    fn next(&self) -> String {
        sentence(self.hint.as_deref().unwrap_or(match self.status {
            401 => "Ask at the desk for a code, and open /join.",
            403 => "Bring it to the desk, or to an official who may.",
            404 => "Go back to the overview.",
            429 => "Wait a minute, then try again.",
            503 => "Try again in a moment.",
            _ => "Look at the page again before you go on.",
        }))
    }
}

/// What a program is told in a line, as a page says it.
fn sentence(line: &str) -> String {
    let mut letters = line.chars();
    let Some(first) = letters.next() else { return String::new() };
    let end = if line.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), letters.as_str())
}
