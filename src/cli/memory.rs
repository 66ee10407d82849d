//! What a sitting of several commands knows of its tournament.

use crate::event::Event;
use crate::store::{Entry, FileStamp, FileState, Resting, StoreError};
use std::sync::{Mutex, OnceLock};

/// What a sitting of several commands knows of its tournament.
#[derive(Debug, Default)]
pub struct Memory {
    /// The event as the last command left it, with the state of the file that it is of.
    pub last: Mutex<Option<(FileState, Event)>>,
    /// Which tournament it is, where a sitting stays with the one it began in.
    pub tournament: Option<OnceLock<(u64, Option<String>)>>,
    /// The commands that the sitting has given, each with its time: after a restore others have their numbers.
    pub given: Mutex<Vec<(i64, String)>>,
    /// The file, in a sitting that leaves it open between its commands.
    pub file: Option<Mutex<Option<Resting>>>,
}

impl Memory {
    /// Of a sitting that stays with one tournament.
    pub fn of_one_tournament() -> Self {
        Self { tournament: Some(OnceLock::new()), ..Self::default() }
    }

    /// Of a sitting that stays with one tournament, and leaves its file open between its commands.
    pub fn with_open_file() -> Self {
        Self { file: Some(Mutex::default()), ..Self::of_one_tournament() }
    }

    /// Whether the sitting gave a command.
    pub fn gave(&self, entry: &Entry) -> bool {
        let is_it = |(number, at): &(i64, String)| (*number, at) == (entry.number, &entry.at);
        self.given.lock().is_ok_and(|given| given.iter().any(is_it))
    }

    /// Closes the file, where it was left open.
    pub fn close_file(&self) {
        if let Some(file) = self.rested() {
            // What was committed is durable; what closing does beyond that, the next command does too.
            let _ = file.close();
        }
    }

    /// Makes the file whole without its log, where it was left open. Gives what the folder shows then, where nobody else has written.
    pub fn fold(&self) -> Result<Option<FileStamp>, StoreError> {
        let file = self.file.as_ref().and_then(|file| file.lock().ok());
        file.and_then(|mut file| file.as_mut().map(Resting::fold)).transpose().map(Option::flatten)
    }

    pub fn rested(&self) -> Option<Resting> {
        self.file.as_ref()?.lock().ok()?.take()
    }
}
