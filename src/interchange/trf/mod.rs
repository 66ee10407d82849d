//! TRF, FIDE's tournament report: fixed columns, one record a line.
//!
//! Two dialects. *Teams as individuals*: one `001` line a team, the federation field is the school.
//! *Real teams* (TRF26): one `001` a player, one `310` a team. Every complaint has its line and column;
//! all are collected before any is reported.

mod abnormal;
mod columns;
mod complaint;
mod event;
mod export;
mod games;
mod pairing_wishes;
mod read;
mod records;
mod rounds;
mod scan;
mod school_codes;
mod scoring;
mod teams;
mod tie_break_codes;
mod write_individuals;
mod write_teams;

pub use complaint::{Complaint, Problem};
pub use event::{Acceleration, Announced, Dialect, Entrant, Event, Forbidden, Note, ReadOptions};
pub use export::{Export, ExportPlayer, ExportTeam, WriteError, type_code};
pub use read::{read, read_bytes};
pub use write_individuals::write_individuals;
pub use write_teams::write_teams;
