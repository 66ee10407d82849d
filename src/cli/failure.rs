//! Why a command stopped, and what to type instead.

use crate::cli::command_text::cmd;
use crate::cli::question::Question;
use crate::store::StoreError;
use crate::tournament::names::quoted;
use serde::Serialize;
use serde_json::{Value, json};

/// Whose fault it was; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The tournament's state or the rules forbid it.
    Forbidden = 1,
    /// What was typed or read is wrong.
    Mistyped = 2,
    Machine = 3,
    /// A mistake of the program's own.
    Bug = 70,
}

/// A command that did not run, shown to the director in one sentence and a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub code: Code,
    /// What is wrong, naming team, round, rule.
    pub message: String,
    /// What to type next.
    pub hint: Option<String>,
    /// More for machines, merged into the JSON error.
    pub details: Option<Value>,
    /// What a person at a terminal may be asked instead; a yes does it after all.
    pub question: Option<Box<Question>>,
    pub refused_by: Option<RefusedBy>,
}

/// Who refuses, where the hall answers otherwise than for the state of the tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefusedBy {
    Rulebook,
    /// The hall is served by another laptop now.
    TakeOver,
}

impl Failure {
    /// The tournament's state or the rules forbid it (exit 1).
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::of(Code::Forbidden, message.into())
    }

    /// What was typed or read is wrong (exit 2).
    pub fn mistyped(message: impl Into<String>) -> Self {
        Self::of(Code::Mistyped, message.into())
    }

    /// The machine failed (exit 3).
    pub fn machine(message: impl Into<String>) -> Self {
        Self::of(Code::Machine, message.into())
    }

    fn of(code: Code, message: String) -> Self {
        Self { code, message, hint: None, details: None, question: None, refused_by: None }
    }

    /// Adds what to type next.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Lets a person be asked before it comes to this.
    pub fn asking(mut self, question: Question) -> Self {
        self.question = Some(Box::new(question));
        self
    }

    /// Adds keys to the JSON error.
    pub fn details(mut self, details: Value) -> Self {
        self.details = Some(details);
        self
    }

    /// The error as `--json` gives it.
    pub fn to_json(&self) -> Value {
        let mut error = json!({ "code": self.code as u8, "message": self.message, "hint": self.hint });
        if let Some(by) = self.refused_by {
            error["refused_by"] = json!(by);
        }
        if let (Some(Value::Object(more)), Some(error)) = (&self.details, error.as_object_mut()) {
            error.extend(more.clone());
        }
        json!({ "error": error })
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        let message = error.to_string();
        match error {
            StoreError::Missing(_) => {
                Self::mistyped(message).hint(format!("see what is here with `ls *.bughouse`, or make one with {}", cmd!("new FILE --name NAME")))
            }
            StoreError::Exists(_) => Self::forbidden(message).hint("choose another file name; an existing tournament is never overwritten"),
            StoreError::NoFolder(_) => Self::mistyped(message).hint("create the folder first, or leave the folder out to make the tournament here"),
            // Under a tournament's name it is one that was damaged.
            StoreError::Foreign(path) if path.extension().is_none_or(|ending| ending != "bughouse") => {
                Self::mistyped(message).hint("name the tournament's own file with `-f FILE`")
            }
            StoreError::Foreign(_) => Self::machine(message)
                .hint(format!("name the tournament's own file with `-f FILE`; if this was one, make a copy of it and try {}", cmd!("restore BACKUP"))),
            StoreError::Strange { .. } => Self::machine(message)
                .hint(format!("nothing in it was run; {} copies its rows into a new tournament file", cmd!("-f FILE recover NEW"))),
            StoreError::Lacking { .. } => Self::machine(message)
                .hint(format!("nothing was changed; {} puts a backup in its place, or {} saves what is left", cmd!("restore BACKUP"), cmd!("-f FILE recover NEW"))),
            StoreError::Newer { .. } => Self::machine(message).hint(format!("install the newer release on this computer: {} says where; the file was not touched", cmd!("version --check"))),
            StoreError::Locked(_) => {
                Self::machine(message).hint("close the other bughouse, or wait for it, and type the command again; nothing was changed")
            }
            StoreError::NotChosen(_) => Self::machine(message).hint(format!("choose it here: {}", cmd!("backup --folder DIR"))),
            StoreError::BadName { .. } => Self::mistyped(message).hint(format!("choose a plain name, such as {}", cmd!("new spring --name \"Spring Bughouse\""))),
            StoreError::LogLeft(_) => Self::machine(message)
                .hint("free up space on the disk, and type the command again; until then copy or move the two together, never the file alone; nothing was changed"),
            StoreError::OldPages(_) => Self::machine(message).hint("close the other bughouse, and type the command again"),
            StoreError::Damaged { .. } => {
                Self::machine(message).hint(format!("make a copy of the file, then {}; nothing was changed", cmd!("restore BACKUP")))
            }
            StoreError::Moved(_) => Self::machine(message)
                .hint("nothing was changed; find where the file is now, and type the command again, with `-f FILE` if it has moved"),
            StoreError::ReadOnly(_) => {
                Self::machine(message).hint("copy it into a folder of your own and continue there; commands that only read work where it is")
            }
            StoreError::OtherTournament { .. } => {
                Self::forbidden(message).hint(format!("nothing was changed; to restore it under a different name: {}", cmd!("-f OTHER.bughouse restore BACKUP")))
            }
            StoreError::Displaced { number, .. } => {
                Self::forbidden(message).hint(format!("{} shows what came after command {number}; take that back first", cmd!("log")))
            }
            StoreError::Io { .. } | StoreError::Unwritable(_) => Self::machine(message)
                .hint("free up space on the disk or choose another folder, and type the command again; nothing was changed"),
            StoreError::NothingTo(_) => Self::forbidden(message).hint(format!("see what was done with {}", cmd!("log"))),
            StoreError::BeforeTheFirst(_) => Self::mistyped(message).hint(format!("see the times with {}", cmd!("log"))),
            StoreError::BeforeTheRescue { floor, .. } => {
                Self::mistyped(message).hint(format!("the earliest point is the rescue itself: --as-of {floor}"))
            }
            StoreError::Founding(_) => Self::forbidden(message).hint(format!("to begin again, make a new tournament with {}", cmd!("new --name NAME"))),
            StoreError::NoSuchCommand(_) => Self::mistyped(message).hint(format!("see the numbers with {}", cmd!("log"))),
            StoreError::NotInForce(_) => {
                Self::forbidden(message).hint(format!("{} shows which commands are in force; an undo is reversed with {}", cmd!("log"), cmd!("redo")))
            }
            StoreError::RestedOn { posted, later, begin, ruling, bye, .. } => {
                let (first, all) = if begin == later {
                    (format!("take back command {later} first: {}", cmd!("undo --only {later}")), "both")
                } else {
                    let first = format!("other commands depend on command {later} in turn: start with the last of them, {}, and try again", cmd!("undo --only {begin}"));
                    (first, "them all")
                };
                let alone = posted.map(|section| {
                    format!("; the last round of a section can be taken back on its own: {}", cmd!("unpair {}", quoted(&section)))
                });
                Self::forbidden(message).hint(match ruling {
                    Some(ruling) => {
                        let instead = if begin == later {
                            format!("or {first}")
                        } else {
                            format!("to take it back anyway, start with the last command that depends on command {later}, {}, and try again", cmd!("undo --only {begin}"))
                        };
                        format!("if the ruling was a mistake, void it, which also shows what depended on it: {}; {instead}", cmd!("ruling void {ruling} --reason \"...\""))
                    }
                    None => format!(
                        "{first}; or leave {all} alone and enter the correction as a new command{}{}",
                        bye.map(|bye| *bye).map(|(team, round)| {
                            format!(": {}", cmd!("bye {team} --round {round} --points POINTS --replace"))
                        })
                        .unwrap_or_default(),
                        alone.unwrap_or_default()
                    ),
                })
            }
            StoreError::Refused(_) | StoreError::Unreadable(_) | StoreError::Database(_) => {
                Self::machine(message).hint(format!("nothing was changed; for more: {}", cmd!("check")))
            }
        }
    }
}
