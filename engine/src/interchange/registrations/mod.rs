//! Registration files: whatever a form, a spreadsheet or a pairing program wrote, as entries.
//!
//! Reads CSV, TSV and XLSX in any usual encoding, understands headings by their synonyms, and reports
//! everything wrong with a file at once, each with its place. Knows nothing of what is stored already.

mod amended;
mod capitals;
mod doubts;
mod drafts;
mod encoding;
mod field;
mod file_text;
mod gather;
mod heading_rows;
mod headings;
mod labels;
mod mapping;
mod phrases;
mod places;
mod problem;
mod reading;
mod rejects;
mod sheet;
mod synonyms;
mod unread;
mod unreadable;
mod values;
mod wishes;
mod withdrawn;
mod workbook;

pub use amended::{Amended, Shown};
pub use capitals::tidied;
pub use drafts::{Options, Request};
pub use field::{Assignment, FormField, What};
pub use gather::Registered;
pub use mapping::{Column, Mapping};
pub use places::{How, Layout};
pub use problem::{Complaint, Note, Problem};
pub use reading::{Reading, read};
pub use unreadable::Unreadable;
pub use values::grade_read;
pub use wishes::Wish;
pub(super) use workbook::{is_workbook, rows as worksheet_rows};
