//! Rounds: what lies ahead, pairing, hand edits, reasons, and the clock on the wall.

pub mod absent;
pub mod bye;
pub mod check_pairing;
pub mod explain;
pub mod pair;
pub mod pairing;
pub mod remarks;
pub mod round;
pub mod start;
pub mod times;
pub mod wall;
