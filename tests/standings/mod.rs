//! Standings against the written definitions: worked examples, FIDE's exercises, properties.

pub mod chart;
mod crosstables;
mod examples;
mod fide_exercises;
mod ids;
mod page;
mod play_offs;
mod prizes;
mod prizes_enumerated;
mod prizes_shared;
mod properties;
pub mod random;
pub mod reference;
mod values;
mod worked_examples;
mod working;
