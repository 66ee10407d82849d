//! `bughouse engine`: the pairing and tie-break engines without a tournament file.

mod check;
pub mod command;
pub mod dice;
mod file;
mod pair;
mod rules;
mod simulate;
mod standings;
