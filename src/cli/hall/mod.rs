//! The hall at the desk: opening it, who takes part, and what was reported from the floor.

pub mod appeals;
mod claims;
mod counter;
pub mod device;
mod errand;
mod filing;
mod pages;
pub mod reports;
pub mod rulings;
pub mod serve;
