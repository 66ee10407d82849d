//! Sections, and how each is run.

pub mod checkout;
pub mod event;
pub mod section;
