//! What the command line says about itself: its pages, and what a mistyped line meant.

pub mod line;
pub mod meant;
pub mod mistyped;
pub mod pages;
