//! What lies ahead of a section, and what a change to its rounds costs.

pub mod costs;
