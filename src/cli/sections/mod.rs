//! Sections, and how each is run.

pub mod event_size;
mod idle;
pub mod moves;
pub mod options;
pub mod section;
