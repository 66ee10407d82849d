//! The tournament's file: one SQLite database, one transaction a command, one journal entry a transaction.
//!
//! All SQL lives here, one file a subject. Nothing here decides anything: it loads facts and saves facts.

mod as_of;
mod backup;
mod codec;
mod database;
mod error;
mod file;
mod forget;
mod hall;
mod integrity;
mod journal;
mod newest;
mod on_disk;
mod opening;
mod pages;
mod places;
mod printed;
mod ratings;
mod ratings_search;
mod remains;
mod resting;
mod room;
mod salvage;
mod schema;
mod swap;
#[cfg(test)]
mod tests;
mod wait;

pub use as_of::{Moment, Register, SlipChange, SlipPlace};
pub use backup::{Backup, Due, ENDING as BACKUP_ENDING, Habit, has_ended, sweep_beside, tournament_of};
pub use error::StoreError;
pub use file::{FileState, Resting, Store};
pub use forget::{Copies, forget_contacts_in};
pub use hall::{ClosedCodes, DoneRequest, FloorReport, ReportState, mark_as_standbys};
pub use integrity::{Held, holds, journal_of};
pub use journal::{Change, Entry, EntryKind, Reads, Whose};
pub use newest::{backups_away, follows, last_good, newest_of};
pub use on_disk::{
    FileStamp, ReadingCopy, choose, data_file, is_chosen, is_database, is_noted, private_folder, put, put_private,
    settings_file, state_file, try_to_put,
};
pub use opening::{file_names, with_ending};
pub use printed::Printed;
pub use ratings::{KnownList, Loading, RatingIndex};
pub use ratings_search::{Found, OneList};
pub use remains::Unread;
pub use salvage::{Head, Rescue, Saved, salvage};
pub use swap::{Restored, restore};
