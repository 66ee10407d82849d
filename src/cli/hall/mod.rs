//! The hall at the desk: opening it, who takes part, and what was reported from the floor.

pub mod appeals;
mod claims;
mod counter;
mod desk_commands;
mod filing;
mod pages;
pub mod rulings;
pub mod serve;
