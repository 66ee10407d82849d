//! What goes on the wall, on the tables and on the web, and whether it is still true.

pub mod bracket;
pub mod cheat_sheet;
mod past;
pub mod prize;
pub mod projector;
pub mod publish;
pub mod sheets;
pub mod slips;
pub mod stale;
#[cfg(feature = "pdf")]
pub mod templates;
