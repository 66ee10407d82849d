//! Registration files: whatever a form, a spreadsheet or a pairing program wrote, as entries.
//!
//! Reads CSV, TSV and XLSX in any usual encoding, understands headings by their synonyms, and reports
//! everything wrong with a file at once, each with its place. Knows nothing of what is stored already.

mod delimiter;
mod drafts;
mod encoding;
mod field;
mod gather;
mod headings;
mod keyed;
mod mapping;
mod problem;
mod reading;
mod rejects;
mod sheet;
mod show;
mod synonyms;
mod twice;
mod values;
mod workbook;

pub use field::{Assignment, Field, What};
pub use mapping::{Column, How, Layout, Mapping};
pub use problem::{Complaint, Note, Problem, Unreadable};
pub use reading::{Entry, Options, Reading, read};
