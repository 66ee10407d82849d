//! The arbiter: rulebooks, rulings and appeals.

pub mod announced;
pub mod appeal;
pub mod claim;
pub mod filing;
pub mod offence;
pub mod rules;
pub mod ruling;

pub use crate::report::ruling as words;
