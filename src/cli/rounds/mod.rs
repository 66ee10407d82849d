//! Rounds: what lies ahead, pairing, hand edits, reasons, and the clock on the wall.

pub mod absent;
pub mod bye;
pub mod check_pairing;
pub mod clock;
pub mod pair;
pub mod pairing;
