//! The tournament's file: one SQLite database, one transaction a command, one journal entry a transaction.
//!
//! All SQL lives here, one file a subject. Nothing here decides anything: it loads facts and saves facts.

mod as_of;
mod backup;
mod codec;
mod devices;
mod error;
mod file;
mod foreign;
mod forget;
mod integrity;
mod journal;
mod leftovers;
mod on_disk;
mod opening;
mod pages;
mod places;
mod printed;
mod reading_copy;
mod register;
mod reports;
mod resting;
mod salvage;
mod schema;
mod slips;
mod swap;
#[cfg(test)]
mod tests;
mod triggers;
mod verify;
mod wait;

pub use as_of::Moment;
pub use backup::{Backup, Due, ENDING as BACKUP_ENDING, Habit, backups_beside, last_good_beside};
pub use error::StoreError;
pub use file::{Resting, State, Store};
pub use forget::{Copies, forget_contacts_in};
pub use journal::{Change, Entry, EntryKind, Whose};
pub use leftovers::has_ended;
pub use on_disk::{FileStamp, is_database, put_private, settings_file, state_file};
pub use opening::file_names;
pub use places::{choose, is_chosen};
pub use printed::Printed;
pub use reading_copy::{ReadingCopy, private_folder};
pub use register::{Register, SlipPlace};
pub use reports::{DoneRequest, FloorReport, ReportState};
pub use salvage::{Rescue, Saved, salvage};
pub use slips::SlipChange;
pub use swap::{Restored, restore};
pub use verify::{Held, holds, journal_of};
