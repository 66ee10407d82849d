//! What can go wrong with the file.

use std::path::PathBuf;

/// A failure of the tournament's file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// It looks like a tournament, and holds something that this program never lays.
    #[error("{} is not as this program makes a tournament: there is the {what}", .path.display())]
    Strange {
        path: PathBuf,
        /// The first thing found, such as `view rounds`.
        what: String,
    },
    /// It is a tournament without something that every tournament has.
    #[error("{} is not whole: the {what} is missing", .path.display())]
    Lacking {
        path: PathBuf,
        /// Such as `table slip`.
        what: String,
    },
    /// `new` would overwrite something.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// A new file is to be made in a folder that is not there.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// The folder or file cannot be written or read.
    #[error("{}: {reason}", .path.display())]
    Io { path: PathBuf, reason: std::io::Error },
    /// A SQLite file of another program, or no SQLite file at all.
    #[error("{} is not a bughouse tournament", .0.display())]
    Foreign(PathBuf),
    /// Written by a newer release.
    #[error("{} was written by a newer bughouse (its schema is {found}, this program knows up to {known})", .path.display())]
    Newer {
        path: PathBuf,
        /// The file's schema version.
        found: i64,
        /// The newest schema of this program.
        known: i64,
    },
    /// The file was moved, replaced or deleted while it was open.
    #[error("{} was moved, replaced or deleted while the command ran", .0.display())]
    Moved(PathBuf),
    /// The medium or the permissions forbid writing.
    #[error("{} cannot be written: it is on a read-only medium, or the permissions forbid it", .0.display())]
    ReadOnly(PathBuf),
    #[error("{} is of another tournament, \"{name}\"", .path.display())]
    OtherTournament { path: PathBuf, name: String },
    /// Another program kept the file locked for too long.
    #[error("{} is locked by another program", .0.display())]
    Locked(PathBuf),
    /// The tournament asks for backups in a folder that was not chosen on this computer.
    #[error("backups in {} were not asked for on this computer", .0.display())]
    NotChosen(PathBuf),
    /// A name under which no file can be opened again everywhere.
    #[error("{} cannot be a tournament's name: {why}", .path.display())]
    BadName { path: PathBuf, why: &'static str },
    /// Another program reads a state of the file from before something was removed for good.
    #[error("another program still reads {} as it was, and keeps what was to be gone", .0.display())]
    OldPages(PathBuf),
    /// SQLite found the file damaged.
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged { path: PathBuf, reason: String },
    /// The disk is full or the medium refused the write.
    #[error("the file could not be written: {0}")]
    Unwritable(String),
    /// A stored value this program cannot read.
    #[error("the file holds something this program cannot read: {0}")]
    Unreadable(String),
    /// Nothing is left to take back, or to redo.
    #[error("there is nothing to {0}")]
    NothingTo(&'static str),
    #[error("there is no command {0}")]
    NoSuchCommand(i64),
    /// A moment at which there was no tournament yet.
    #[error("the tournament was made after {0}")]
    BeforeTheFirst(String),
    /// A moment before a rescue that saved what stood, and not how it came about.
    #[error(
        "how things stood at command {number} is not known: the file was saved from a damaged file by command {floor}"
    )]
    BeforeTheRescue { number: i64, floor: i64 },
    /// `new`, or something from before a rescue: its history cannot be walked back.
    #[error("command {0} cannot be taken back: the tournament begins with it")]
    Founding(i64),
    /// The command is not in force, or is itself an undo.
    #[error("command {0} is not in force")]
    NotInForce(i64),
    /// A later command touched the same facts, or was decided from them.
    #[error("command {later} ({words}) rests on command {number}: {why}")]
    RestedOn {
        /// The command that was to be taken back.
        number: i64,
        later: i64,
        words: String,
        /// What makes it rest on the other.
        why: String,
        /// What is to be taken back before anything else: nothing rests on it.
        begin: i64,
    },
    /// Taking the command back alone would break a rule of the schema.
    #[error("command {number} cannot be taken back alone: something later stands in its place ({reason})")]
    Displaced {
        /// The command that was to be taken back.
        number: i64,
        reason: String,
    },
    #[error("the tournament's file refused the change: {0}")]
    Refused(String),
    /// Anything else SQLite says.
    #[error("the database failed: {0}")]
    Database(sqlx::Error),
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let Some(database) = error.as_database_error() else {
            return match error {
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => Self::Unreadable(error.to_string()),
                other => Self::Database(other),
            };
        };
        let code = database.code().and_then(|c| c.parse::<i32>().ok()).unwrap_or(0);
        let message = database.message().to_owned();
        // Primary result codes of SQLite, the low byte of an extended code.
        match code & 0xff {
            5 | 6 => Self::Locked(PathBuf::from("the tournament's file")),
            8 | 14 => Self::ReadOnly(PathBuf::from("the tournament's file")),
            // Nothing but what the log keeps of a change is read as JSON by statements.
            1 if message == "malformed JSON" => Self::Unreadable(format!("the log of commands: {message}")),
            10 | 13 => Self::Unwritable(message),
            11 | 26 => Self::Damaged { path: PathBuf::from("the tournament's file"), reason: message },
            19 => Self::Refused(message),
            _ => Self::Database(error),
        }
    }
}
