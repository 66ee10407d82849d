//! Where somebody sits who gives a command: what its terminal shows, and whether it can be asked. Usually the terminal or the pipe here;
//! for a command from another desk it comes with the request.

use super::question::Question;
use crate::report::render::{Style, terminal_width};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};

/// What is at a place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seat {
    /// Answers are seen by a person, in so many columns and lines.
    pub watches: bool,
    pub columns: Option<u16>,
    pub lines: Option<u16>,
    pub colour: bool,
    /// Nothing but ASCII can be shown.
    pub ascii: bool,
    /// Remarks and failures are seen by a person.
    pub hears: bool,
    /// Lines are typed by a person.
    pub types: bool,
    /// The hall that commands name there, where it is not the file here.
    pub server: Option<String>,
}

impl Seat {
    /// The place of this process itself.
    pub fn here() -> Self {
        let watches = io::stdout().is_terminal();
        Self {
            watches,
            // A terminal that does not know its own width is taken for one of 80.
            columns: terminal_width().map(|width| if width == 0 { 80 } else { width }),
            lines: terminal_size::terminal_size().map(|(_, terminal_size::Height(lines))| lines),
            colour: !is_set("NO_COLOR") && !terminal_is_dumb(),
            ascii: terminal_is_dumb() || !locale_is_unicode(),
            hears: io::stderr().is_terminal(),
            types: io::stdin().is_terminal(),
            server: None,
        }
    }

    /// Whether questions are answered there.
    pub fn answers(&self) -> bool {
        self.types && self.watches
    }

    /// How documents look there: fitted and coloured on a terminal, plain in a pipe.
    pub fn style(&self) -> Style {
        match self.watches {
            true => Style { width: self.columns, colour: self.colour, ascii: self.ascii },
            false => Style::PLAIN,
        }
    }
}

/// A desk across the room, whose command is run here.
#[derive(Debug, Clone, Default)]
pub struct Elsewhere {
    pub seat: Seat,
    /// What was answered to questions, by what they are about.
    pub answers: BTreeMap<String, bool>,
    pub device: i64,
    pub name: String,
    pub request: String,
    /// The state of its sitting, of which this is a line.
    pub sitting: Option<Value>,
}

/// Something that is said to another desk, in the order in which it is said.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    Out(String),
    Err(String),
    /// A question that must be answered before the command is done.
    Asks(Question),
    /// The state of a sitting after a line of it.
    Sits(Value),
    /// How a document is printed again whose command is done, should it not come to its place.
    #[serde(rename = "stands")]
    PrintAgain(String),
}

/// Whether the program was started by a double click: nobody reads what it prints, and nobody types.
#[cfg(unix)]
pub fn is_double_click() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    // What another program reads or wrote is a pipe or a file.
    let is_a_programs = |stream: &dyn AsFd| {
        let of = stream.as_fd().try_clone_to_owned().and_then(|fd| std::fs::File::from(fd).metadata());
        of.is_ok_and(|of| of.file_type().is_fifo() || of.is_file())
    };
    let (input, output) = (std::io::stdin(), std::io::stdout());
    let is_on_a_desktop = is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || cfg!(target_os = "macos");
    is_on_a_desktop
        && !input.is_terminal()
        && !output.is_terminal()
        && !std::io::stderr().is_terminal()
        && !is_a_programs(&input)
        && !is_a_programs(&output)
}

#[cfg(not(unix))]
pub fn is_double_click() -> bool {
    false
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

fn terminal_is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|kind| kind == "dumb")
}

/// Whether the locale that was asked for can show more than ASCII. Where none was asked for, it can.
fn locale_is_unicode() -> bool {
    let asked = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    asked.is_none_or(|locale| locale.to_lowercase().replace('-', "").ends_with("utf8"))
}
