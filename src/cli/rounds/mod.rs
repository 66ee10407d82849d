//! Rounds: what lies ahead, pairing, hand edits, reasons, and the clock on the wall.

pub mod absent;
pub mod bye;
pub mod check_pairing;
mod check_schedule;
pub mod explain;
mod explain_outcome;
mod explain_schedule;
mod left_over;
pub mod pair;
pub mod pairing;
mod pending;
pub mod remarks;
pub mod start;
pub mod times;
pub mod wall;
