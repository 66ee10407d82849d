//! What can go wrong with the file.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("there is no file {}", .0.display())]
    Missing(PathBuf),
    /// It looks like a tournament, and holds what this program never lays, such as `view rounds`.
    #[error("{} isn't a tournament file made by this program: it has the {what}", .path.display())]
    Strange { path: PathBuf, what: String },
    /// It lacks what every tournament has, such as `table slip`.
    #[error("{} is incomplete: the {what} is missing", .path.display())]
    Lacking { path: PathBuf, what: String },
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    #[error("there is no folder named \"{}\"", .0.display())]
    NoFolder(PathBuf),
    #[error("{}: {reason}", .path.display())]
    Io { path: PathBuf, reason: std::io::Error },
    /// A SQLite file of another program, or no SQLite file at all.
    #[error("{} is not a bughouse tournament", .0.display())]
    Foreign(PathBuf),
    #[error(
        "{} was written by a newer bughouse{} (its schema is {found}, but {} only reads up to {known})",
        .path.display(), .by.as_ref().map(|by| format!(", {by}")).unwrap_or_default(), env!("CARGO_PKG_VERSION")
    )]
    Newer {
        path: PathBuf,
        /// Its version, where the file gives it.
        by: Option<String>,
        found: i64,
        known: i64,
    },
    #[error("{} was moved, replaced or deleted while the command ran", .0.display())]
    Moved(PathBuf),
    #[error("{} cannot be written: it's on a read-only drive, or you don't have permission", .0.display())]
    ReadOnly(PathBuf),
    #[error("{} belongs to another tournament, \"{name}\"", .path.display())]
    OtherTournament { path: PathBuf, name: String },
    #[error("{} is locked by another program", .0.display())]
    Locked(PathBuf),
    /// The tournament asks for backups in a folder that was not chosen on this computer.
    #[error("the backup folder {} was not chosen on this computer", .0.display())]
    NotChosen(PathBuf),
    /// A name under which no file can be opened again everywhere.
    #[error("{} cannot be a tournament's name: {why}", .path.display())]
    BadName { path: PathBuf, why: &'static str },
    /// Committed commands are in the log, and there was no room to carry them over.
    #[error("the newest commands are not in {} itself: they are in the log next to it, {}-wal, and could not be merged in", .0.display(), .0.display())]
    LogLeft(PathBuf),
    /// Another program reads a state of the file from before something was removed for good.
    #[error("another program is still reading {} as it was, which keeps what should be gone", .0.display())]
    OldPages(PathBuf),
    #[error("{} is damaged: {reason}", .path.display())]
    Damaged { path: PathBuf, reason: String },
    /// The disk is full or the medium refused the write.
    #[error("the file could not be written: {0}")]
    Unwritable(String),
    #[error("the file has something in it that bughouse cannot read: {0}")]
    Unreadable(String),
    #[error("there is nothing to {0}")]
    NothingTo(&'static str),
    #[error("there is no command {0}")]
    NoSuchCommand(i64),
    #[error("the tournament was created after {0}")]
    BeforeTheFirst(String),
    /// A moment before a rescue that saved what stood, and not how it came about.
    #[error("the state at command {number} isn't known: the file was rescued from a damaged file by command {floor}")]
    BeforeTheRescue { number: i64, floor: i64 },
    /// `new`, or something from before a rescue: its history cannot be walked back.
    #[error("command {0} cannot be taken back: the tournament starts with it")]
    Founding(i64),
    /// The command is not in force, or is itself an undo.
    #[error("command {0} isn't in force")]
    NotInForce(i64),
    /// A later command touched the same facts, or was decided from them.
    #[error("command {later} ({words}) depends on command {number}: {why}")]
    RestedOn {
        number: i64,
        /// The section of which the command that was to be taken back posted a round, and nothing else.
        posted: Option<String>,
        later: i64,
        words: String,
        /// What makes it rest on the other.
        why: String,
        /// What is to be taken back before anything else: nothing rests on it.
        begin: i64,
        /// What the command ruled, which can be voided as it is.
        ruling: Option<i64>,
        /// The bye that it noted, which can be corrected as it is: of which team, in which round of its count.
        bye: Option<Box<(i64, i64)>>,
    },
    /// Taking the command back alone would break a rule of the schema.
    #[error("command {number} can't be taken back by itself: something later took its place ({reason})")]
    Displaced { number: i64, reason: String },
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
