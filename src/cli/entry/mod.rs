//! Fast hands: results slip by slip, and what was reported from the floor.

mod aside;
pub mod enter;
pub mod progress;
pub mod reports;
pub mod result;
pub mod slip;
