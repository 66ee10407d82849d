//! Sections, and how each is run.

pub mod options;
pub mod refused;
pub mod section;
