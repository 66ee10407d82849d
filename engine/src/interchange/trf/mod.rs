//! TRF, FIDE's tournament report: fixed columns, one record a line.
//!
//! Two dialects. *Teams as individuals*: one `001` line a team, the federation field is the school.
//! *Real teams* (TRF26): one `001` a player, one `310` a team. Every complaint has its line and column;
//! all are collected before any is reported.

mod codes;
mod columns;
mod complaint;
mod export;
mod file;
mod games;
mod read;
mod records;
mod rounds;
mod scan;
mod scoring;
mod section;
mod teams;
mod write;

pub use complaint::{Complaint, Problem};
pub use export::{Export, ExportPlayer, ExportTeam, WriteError, type_code};
pub use file::{Acceleration, Announced, Dialect, Entrant, Forbidden, Note, ReadOptions, TrfFile};
pub use read::{read, read_bytes};
pub use section::section;
pub use write::{write_individuals, write_teams};
