//! Rounds: what lies ahead, pairing, hand edits, reasons, and the clock on the wall.

pub mod absent;
pub mod bye;
pub mod check_pairing;
mod check_schedule;
mod dead_end;
pub mod explain;
mod explain_outcome;
mod explain_schedule;
mod left_over;
mod no_show;
pub mod pair;
pub mod pairing;
mod pairing_costs;
mod pending;
mod proposal;
mod proposal_knockout;
mod proposal_schedule;
pub mod start;
pub mod times;
pub mod wall;
