//! What the command line tells about itself: help, mistyped lines, completions, the cheat sheet.

pub mod cheat_sheet;
pub mod completions;
mod examples;
pub mod mistyped;
pub mod pages;
