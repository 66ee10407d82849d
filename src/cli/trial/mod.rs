//! Trying things out: a sample event, and a rehearsal of the real one.

pub mod demo;
pub mod rehearse;
