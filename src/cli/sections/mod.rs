//! Sections, and how each is run.

pub mod moves;
pub mod options;
pub mod section;
