//! Trying things out: a sample event, and a rehearsal of the real one.

pub mod demo;
mod demo_names;
pub mod rehearse;
mod rehearse_told;
