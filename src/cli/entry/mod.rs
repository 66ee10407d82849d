//! Fast hands: results slip by slip, and the shell.

pub mod enter;
pub mod keyboard;
mod line;
mod live;
mod progress;
pub mod result;
pub mod shell;
pub mod shorthand;
pub mod slip;
pub mod unfinished;
pub mod words;
