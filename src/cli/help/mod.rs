//! What the command line tells about itself: help, mistyped lines, completions, the cheat sheet.

pub mod cheat_sheet;
pub mod line;
pub mod meant;
pub mod mistyped;
pub mod pages;
