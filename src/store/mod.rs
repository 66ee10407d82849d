//! The tournament's file: one SQLite database, one transaction a command, one journal entry a transaction.
//!
//! All SQL lives here, one file a subject. Nothing here decides anything: it loads facts and saves facts.

mod appeals;
mod entries;
mod error;
mod file;
mod journal;
mod load;
mod registration;
mod results;
mod rounds;
mod rulings;
mod sections;

pub use entries::{NewPlayer, NewTeam};
pub use error::StoreError;
pub use file::{Store, file_names};
pub use journal::{Change, Entry, EntryKind};
pub use load::{Loaded, SectionSettings};
pub use results::NewSlip;
pub use rounds::NewAssignment;
pub use sections::NewSection;
