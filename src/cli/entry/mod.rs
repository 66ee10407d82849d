//! Fast hands: results slip by slip, and the shell.

pub mod enter;
pub mod keyboard;
mod line;
mod live;
mod meant;
pub mod result;
pub mod shell;
pub mod shorthand;
pub mod slip;
pub mod unfinished;
mod view;
pub mod words;
