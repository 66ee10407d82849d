//! What goes on the wall, on the tables and on the web, and whether it still tells the truth.

pub mod by_hand;
pub mod printed;
pub mod prize;
pub mod prize_awards;
pub mod projector;
pub mod publish;
pub mod report;
pub mod sheet;
pub mod sheets;
pub mod slips;
pub mod stale;
#[cfg(feature = "pdf")]
pub mod templates;
mod working;
