//! Fast hands: results slip by slip, and the shell.

mod aside;
pub mod enter;
pub mod keyboard;
pub mod progress;
pub mod result;
pub mod shell;
pub mod slip;
