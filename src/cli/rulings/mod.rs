//! The arbiter: rulebooks, rulings and appeals.

mod aftermath;
pub mod appeal;
mod claim;
mod docket;
mod filing;
mod neutral;
pub mod offence;
mod office;
pub mod record;
pub mod rules;
mod rules_set;
pub mod rules_show;
pub mod ruling;
pub mod scene;
mod spectator;

pub use crate::report::ruling as words;
