//! The hall at the desk: opening it, who takes part, and what was reported from the floor.

mod awake;
mod counter;
pub mod device;
mod doors;
mod errand;
mod filing;
mod pages;
pub mod reports;
pub mod serve;
mod table;

pub use doors::doors;
